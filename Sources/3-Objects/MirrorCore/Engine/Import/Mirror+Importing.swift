import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

extension Mirror {
    func importChanges() async throws -> Bool {
        if cloud.scope == .public { return try await poll() }
        var event = begin(.import)
        do {
            // With another model, zones are read from the beginning.
            if try kept({ try folding($0).isOfOtherModel() }) { try transaction { try fold($0) } }
            try await findZones()
            var didChange = try await importShares(&event)
            if hasOwnZone { didChange = try await importZone(nil, &event) || didChange }
            try gatherImported()
            end(event)
            return didChange
        } catch {
            throw ended(event, error)
        }
    }

    /// Fetches the zones of shares that changed.
    func importShares(_ event: inout MirrorEvent) async throws -> Bool {
        var didChange = false
        for zone in try self.kept({ try $0.shareZones() }) {
            didChange = try await importZone(zone, &event) || didChange
        }
        return didChange
    }

    /// Fetches what happened in a zone: that of a share, or that of the user's own objects.
    private func importZone(_ id: ZoneID?, _ event: inout MirrorEvent) async throws -> Bool {
        var didChange = false
        var recoveries = 0
        while true {
            let zone = try self.kept { try $0.zone(id) }
            if !zone.isMade {
                // The zone of a share went meanwhile.
                guard id == nil else { return didChange }
                try await makeZone()
                continue
            }
            guard zone.isChanged || zone.token == nil || zone.isReadAnew else { return didChange }
            let page: MirrorPage
            do {
                page = try await cloud.changes(
                    in: id ?? zoneID, since: zone.token, limit: settings.pageLimit)
            } catch let error as MirrorCloudError where error.isExpiredToken && zone.token != nil {
                try transaction { state in
                    var zone = try state.zone(id)
                    zone.readAnew()
                    state.setZone(zone, id)
                    // One that is there still comes with the others.
                    if let id { try state.setShare(nil, of: id) }
                }
                continue
            } catch let error as MirrorCloudError where error.isOfZone && recoveries < 3 {
                recoveries += 1
                try await zoneIsMissing(id, error)
                didChange = true
                continue
            }
            if id == nil, try deletesObjects(page) {
                // Those that another device moved into a share are not to go: it had them there
                // before they went here.
                try await findZones()
                didChange = try await importShares(&event) || didChange
            }
            let share = try await share(in: page)
            var isSaved = true
            var parts = parts(of: page.changed)[...]
            while isSaved, let part = parts.popFirst() {
                let contents = try await contents(of: part)
                try settings.reached(.beforeSaving)
                let result = try save(
                    page, part, isLast: parts.isEmpty, in: id, since: zone, contents, share)
                guard let result else {
                    isSaved = false
                    continue
                }
                try settings.reached(.saved)
                event.count += result.count
                event.notes += result.notes
                if !result.isEmpty {
                    didChange = true
                    imported(result)
                }
            }
            if isSaved, !page.moreComing { return didChange }
            if isSaved, page.token == zone.token {
                throw MirrorFailure.cloud(
                    cloud.refusal("The server gave the same page of a zone's changes again"))
            }
        }
    }

    /// Records in parts, each with ``MirrorSettings/contentBytes`` of assets at most, unless one record has
    /// more; one empty part for no records.
    func parts(of records: [Record]) -> [[Record]] {
        var parts: [[Record]] = [[]]
        var bytes = 0
        for record in records {
            let size = record.fields.values.reduce(0) { $0 + $1.mirrorFileSize }
            if size > 0, bytes > 0, bytes + size > settings.contentBytes {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(record)
            bytes += size
        }
        return parts
    }

    /// Whether objects go with a page, or what was deleted here, which may be in a share by now.
    private func deletesObjects(_ page: MirrorPage) throws -> Bool {
        try self.kept { state in
            try page.deleted.contains { name in
                if let object = try state.object(name), object.zone == nil { return true }
                if try state.pending(name)?.kind == .deletion || state.deleted(name) != nil {
                    return true
                }
                return try state.original(name, in: nil) != nil
            }
        }
    }

    /// Asks for the records of each type that were changed since the last time.
    ///
    /// Two minutes are asked for again, in which a save may have been under way. Of deletions the
    /// public database tells nothing.
    func poll() async throws -> Bool {
        var event = begin(.import)
        do {
            // A model that changed has every type asked for from the beginning.
            try transaction { try fold($0) }
            for type in codec.plan.allTypes {
                let key = "polled/" + type.name
                let last = try self.kept { try $0.number(key) }
                var newest = last ?? 0
                let pages = cloud.pages(
                    ofType: type.name,
                    changedAfter: last.map { Date(microseconds: $0 - 120_000_000) },
                    limit: settings.pageLimit)
                do {
                    for try await page in pages {
                        for records in parts(of: page) {
                            let contents = try await contents(of: records)
                            try settings.reached(.beforeSaving)
                            for record in records {
                                newest = max(newest, record.system?.modified.microseconds ?? 0)
                            }
                            let reached = newest
                            let result = try transaction { state in
                                try fold(state)
                                var work = try importer(state, nil, contents)
                                let result = try work.run(changed: records, deleted: [])
                                try settings.reached(.saving)
                                state.set(key, reached)
                                return result
                            }
                            try settings.reached(.saved)
                            event.count += result.count
                            event.notes += result.notes
                            if !result.isEmpty { imported(result) }
                        }
                    }
                } catch let error as MirrorCloudError where error.isUnknownItem {
                    // No record of the type was ever saved.
                    continue
                }
            }
            if try self.kept({ try $0.zone().isReadAnew }) {
                try transaction { state in
                    var zone = try state.zone()
                    zone.isReadAnew = false
                    state.setZone(zone)
                }
            }
            end(event)
            return event.count > 0
        } catch {
            throw ended(event, error)
        }
    }

    /// Applies records of a page, and with the last of them what else the page says; gives nil where the
    /// whole zone is to be read instead, as the model is another one: the page would then stand for all
    /// that there is.
    ///
    /// A program that ends before the last gets the page again.
    private func save(
        _ page: MirrorPage, _ changed: [Record], isLast: Bool, in id: ZoneID?,
        since known: MirrorZone, _ contents: [String: Data?], _ share: MirrorShare?
    ) throws -> MirrorImported? {
        try transaction { state in
            try fold(state)
            var zone = try state.zone(id)
            guard zone == known else { return nil }
            var work = try importer(state, id, contents)
            var result = try work.run(changed: changed, deleted: isLast ? page.deleted : [])
            try settings.reached(.saving)
            guard isLast else { return result }
            if let id {
                if page.deleted.contains(Share.zoneWideName) { try state.setShare(nil, of: id) }
                if let share { try state.setShare(share, of: id) }
            }
            zone.token = page.token
            if !page.moreComing {
                if zone.isReadAnew { result.add(try work.removeMissing()) }
                zone.isReadAnew = false
                zone.isChanged = false
            }
            state.setZone(zone, id)
            return result
        }
    }

    /// The content of assets: what the objects have of it, and the rest from the server; nil of those
    /// that the server lost.
    func contents(of records: [Record]) async throws -> [String: Data?] {
        var contents = try kept { try contentsHere(of: records, $0) }
        for record in records {
            for (_, value) in record.fields {
                guard case .asset(let asset) = value, let checksum = asset.checksum,
                    contents[checksum] == nil
                else { continue }
                do {
                    contents[checksum] = try await cloud.content(of: asset, in: record.id)
                } catch let error as MirrorCloudError {
                    guard error.isLostAsset else { throw MirrorFailure.cloud(error) }
                    contents[checksum] = .some(nil)
                }
            }
        }
        return contents
    }

    /// The content of those assets that are the values of the records' own objects.
    private func contentsHere(
        of records: [Record], _ state: MirrorState
    ) throws -> [String: Data?] {
        var contents: [String: Data?] = [:]
        for record in records where record.fields.values.contains(where: { $0.isMirrorAsset }) {
            guard let key = try state.key(of: record.id.name, codec),
                let row = try store.rows([key])[0], let shape = codec.shape(of: key.entity)
            else { continue }
            for one in shape.attributes {
                guard case .asset(let asset) = MirrorCodec.content(one.field, of: record),
                    let checksum = asset.checksum,
                    let bytes = MirrorCodec.encode(
                        row.attributes[one.attribute.place], as: one.attribute.type
                    ).mirrorContent,
                    asset.size.map({ $0 == Int64(bytes.count) }) ?? true,
                    ContentHash.hex(of: bytes) == checksum
                else { continue }
                contents[checksum] = bytes
            }
        }
        return contents
    }
}
