import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

extension Mirror {
    func importChanges() async throws -> Bool {
        if cloud.scope == .public { return try await poll() }
        var event = begin(.import)
        var didChange = false
        do {
            while true {
                let zone = try self.kept { try $0.zone() }
                if !zone.isMade { try await makeZone() }
                let page: MirrorPage
                do {
                    page = try await cloud.changes(
                        in: zoneID, since: zone.token, limit: settings.pageLimit)
                } catch let error as MirrorCloudError where error.isExpiredToken {
                    try transaction { state in
                        var zone = try state.zone()
                        zone.readAnew()
                        state.setZone(zone)
                    }
                    continue
                } catch let error as MirrorCloudError where error.isOfZone {
                    try await zoneIsMissing(error)
                    didChange = true
                    continue
                }
                let contents = try await contents(of: page.changed)
                try settings.reached(.beforeSaving)
                guard let result = try save(page, since: zone, contents) else { continue }
                try settings.reached(.saved)
                event.count += result.count
                event.notes += result.notes
                if !result.isEmpty {
                    didChange = true
                    imported(result)
                }
                if !page.moreComing { break }
            }
            end(event)
            return didChange
        } catch {
            let failure = MirrorFailure(error)
            end(event, failure)
            throw failure
        }
    }

    /// Asks for the records of each type that were changed since the last time.
    ///
    /// Two minutes are asked for again, in which a save may have been under way. Of deletions the
    /// public database tells nothing.
    func poll() async throws -> Bool {
        var event = begin(.import)
        do {
            for type in codec.plan.allTypes {
                let key = "polled/" + type.name
                let last = try self.kept { try $0.number(key) }
                var newest = last ?? 0
                let pages = cloud.pages(
                    ofType: type.name,
                    changedAfter: last.map { Date(microseconds: $0 - 120_000_000) },
                    limit: settings.pageLimit)
                do {
                    for try await records in pages {
                        let contents = try await contents(of: records)
                        try settings.reached(.beforeSaving)
                        for record in records {
                            newest = max(newest, record.system?.modified.microseconds ?? 0)
                        }
                        let reached = newest
                        let result = try transaction { state in
                            let zone = try state.zone()
                            try MirrorFold(
                                store: store, codec: codec, state: state, epoch: zone.epoch
                            ).run()
                            var work = MirrorImport(
                                store, codec, state, zone, settings, contents: contents)
                            let result = try work.run(changed: records, deleted: [])
                            state.set(key, reached)
                            return result
                        }
                        try settings.reached(.saved)
                        event.count += result.count
                        event.notes += result.notes
                        if !result.isEmpty { imported(result) }
                    }
                } catch let error as MirrorCloudError where error.isUnknownItem {
                    // No record of the type was ever saved.
                    continue
                }
            }
            end(event)
            return event.count > 0
        } catch {
            let failure = MirrorFailure(error)
            end(event, failure)
            throw failure
        }
    }

    /// Applies a page; gives nil where the whole zone is to be read instead, as the model is another
    /// one: the page would then stand for all that there is.
    func save(
        _ page: MirrorPage, since known: MirrorZone, _ contents: [String: Data]
    ) throws -> MirrorImported? {
        try transaction { state in
            try MirrorFold(store: store, codec: codec, state: state, epoch: known.epoch).run()
            var zone = try state.zone()
            guard zone == known else { return nil }
            var work = MirrorImport(store, codec, state, zone, settings, contents: contents)
            var result = try work.run(changed: page.changed, deleted: page.deleted)
            zone.token = page.token
            if !page.moreComing, zone.isReadAnew {
                result.add(try work.removeMissing())
                zone.isReadAnew = false
            }
            state.setZone(zone)
            return result
        }
    }

    /// The content of the assets that are not here.
    func contents(of records: [Record]) async throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for record in records {
            for (_, value) in record.fields {
                guard case .asset(let asset) = value, let checksum = asset.checksum,
                    contents[checksum] == nil
                else { continue }
                let cloud = cloud
                contents[checksum] = try await asking {
                    try await cloud.content(of: asset, in: record.id)
                }
            }
        }
        return contents
    }
}
