import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

/// Makes requests of what is to be sent, and takes in their answers, each within a transaction.
struct MirrorExport {
    let store: any ObjectStore
    let codec: MirrorCodec
    let state: MirrorState
    let settings: MirrorSettings
    /// The zone for objects that are in no share.
    let zoneID: ZoneID
    /// Whether there is one.
    let hasOwnZone: Bool

    // MARK: Requests

    /// The zone of the share that a record is in, or is to be; nil for none.
    private func zone(of name: String) throws -> ZoneID? {
        if let object = try state.object(name) { return object.zone }
        return try state.link(name)?.zone
    }

    private func isKnown(_ name: String) throws -> Bool {
        try state.object(name) != nil || state.link(name) != nil
    }

    /// New objects that are in no share, where there is no other zone, with their entities.
    func unplaced() throws -> [(name: String, entity: String)] {
        var found: [(name: String, entity: String)] = []
        for key in try state.keys("p/") {
            let name = String(key.dropFirst(2))
            if let object = try state.object(name), object.zone == nil {
                found.append((name, object.entity))
            }
        }
        return found
    }

    /// The next request, which is then kept as sent; nil where nothing is to be sent.
    ///
    /// Everything in a request is of one zone.
    ///
    /// - Parameters:
    ///   - limit: Records at most.
    ///   - retried: Nil for what was not refused; else one record is tried again, whose refusal is
    ///     none of these.
    func next(
        limit: Int, skipping skipped: Set<String>, retried: Set<String>?
    ) throws -> MirrorRequest? {
        var items: [MirrorRequest.Item] = []
        var bytes = 0
        var last: String?
        var zone: ZoneID?
        pages: while true {
            let page = try state.page("p/", after: last)
            guard let end = page.last else { break }
            let due = try page.map { String($0.dropFirst(2)) }.filter { name in
                guard !skipped.contains(name), let pending = try state.pending(name),
                    (pending.refusal != nil) == (retried != nil)
                else { return false }
                return pending.refusal.map { retried?.contains($0) != true } ?? true
            }
            for start in stride(from: 0, to: due.count, by: 100) {
                let batch = due[start..<min(start + 100, due.count)]
                let rows = try rows(of: batch)
                for name in batch {
                    guard let pending = try state.pending(name) else { continue }
                    let place = try self.zone(of: name)
                    if place == nil, !hasOwnZone { continue }
                    if !items.isEmpty, place != zone { continue }
                    guard let item = try item(name, pending, rows[name], in: place) else {
                        state.setPending(name, nil)
                        continue
                    }
                    zone = place
                    let size =
                        item.record?.fields.values.reduce(200) { $0 + $1.mirrorSize } ?? 200
                    if !items.isEmpty, bytes + size > settings.requestBytes { break pages }
                    bytes += size
                    items.append(item)
                    if items.count == limit || retried != nil { break pages }
                }
            }
            last = end
        }
        guard !items.isEmpty else { return nil }
        for item in items {
            state.setPending(item.name, nil)
            try markUploaded(item)
        }
        let request = MirrorRequest(items: items, zone: zone)
        try state.setRequest(request)
        return request
    }

    /// The next deletions of what objects left behind that moved, once the server has them where they
    /// are now; nil where nothing is to be deleted.
    func nextOriginals(limit: Int, skipping skipped: Set<String>) throws -> MirrorRequest? {
        var items: [MirrorRequest.Item] = []
        var zone: ZoneID?
        for key in try state.keys("m/") where items.count < limit {
            guard let original = try state.original(key: key), !skipped.contains(original.name),
                items.isEmpty || original.zone == zone
            else { continue }
            switch try state.pending(original.name)?.kind {
            case .all, .link: continue
            case .fields, .deletion, nil: break
            }
            zone = original.zone
            items.append(
                MirrorRequest.Item(
                    name: original.name, pending: MirrorPending(.deletion),
                    tag: original.base?.system?.changeTag))
        }
        guard !items.isEmpty else { return nil }
        let request = MirrorRequest(items: items, zone: zone, isOfOriginals: true)
        try state.setRequest(request)
        return request
    }

    /// From now on the server may have the record.
    private func markUploaded(_ item: MirrorRequest.Item) throws {
        if var object = try state.object(item.name), !object.isUploaded {
            object.isUploaded = true
            state.setObject(item.name, object)
        } else if var link = try state.link(item.name), !link.isUploaded {
            link.isUploaded = true
            try state.setLink(item.name, link)
        }
    }

    private func item(
        _ name: String, _ pending: MirrorPending, _ row: ObjectRow?, in zone: ZoneID?
    ) throws -> MirrorRequest.Item? {
        let id = RecordID(name, zone: zone ?? zoneID)
        switch pending.kind {
        case .deletion:
            return MirrorRequest.Item(
                name: name, pending: pending, tag: try state.base(name)?.system?.changeTag)
        case .link:
            guard let fields = try state.link(name).flatMap(codec.fields(of:)) else { return nil }
            let record = Record(MirrorPlan.linkTypeName, id, fields)
            return MirrorRequest.Item(name: name, pending: pending, record: record)
        case .all, .fields:
            guard let row, let shape = codec.shape(of: row.key.entity) else { return nil }
            let record = try record(id, row, shape, pending, try state.base(name))
            return record.map { MirrorRequest.Item(name: name, pending: pending, record: $0) }
        }
    }

    private func key(of name: String) throws -> ObjectKey? {
        guard let object = try state.object(name), object.row > 0,
            let entity = codec.model.entity(named: object.entity)
        else { return nil }
        return ObjectKey(entity: entity.number, row: object.row)
    }

    /// The rows of objects by record name, with all that their records are made of read as well.
    private func rows(of names: some Collection<String>) throws -> [String: ObjectRow] {
        try state.load(names.flatMap { ["r/" + $0, "b/" + $0] })
        var keys: [(name: String, key: ObjectKey)] = []
        var links: [String] = []
        for name in names {
            if let key = try key(of: name) { keys.append((name, key)) }
            if try state.object(name) == nil { links.append("l/" + name) }
        }
        try state.load(links)
        var rows: [String: ObjectRow] = [:]
        var targets: [String] = []
        for (name, row) in zip(keys.map(\.name), try store.rows(keys.map(\.key))) {
            guard let row else { continue }
            rows[name] = row
            targets += row.toOnes.compactMap {
                $0.map { MirrorState.objectKey(codec.rootName(of: $0.entity), $0.row) }
            }
        }
        try state.load(targets)
        return rows
    }

    private func name(of key: ObjectKey) throws -> String? {
        try state.text(MirrorState.objectKey(codec.rootName(of: key.entity), key.row))
    }

    /// The record of an object: every field of a new one, what changed of a known one; nil where
    /// the server has it all.
    private func record(
        _ id: RecordID, _ row: ObjectRow, _ shape: MirrorCodec.Shape, _ pending: MirrorPending,
        _ base: Record?
    ) throws -> Record? {
        let fields = try codec.fields(of: row, name: name)
        var record = Record(shape.type, id)
        guard let base, base.system != nil else {
            // Keys that are not ours stay.
            record.fields = (base?.fields ?? [:]).merging(fields) { _, new in new }
            for one in shape.toOnes where fields[one.name]?.isNull == true {
                // Its target is not here yet.
                if let target = base?[one.name].mirrorText, try state.object(target) == nil {
                    record.fields[one.name] = .text(target)
                }
            }
            record.fields = record.fields.filter { !$0.value.isNull }
            record.encrypted = shape.encrypted.intersection(record.fields.keys)
            return record
        }
        record.system = base.system
        for one in shape.attributes {
            let name = one.field.name
            let content = MirrorCodec.content(one.field, of: base)
            let isPending = pending.covers(name)
            let value = row.attributes[one.attribute.place]
            let isSame = MirrorCodec.matches(value, content, as: one.attribute.type)
            guard let twin = one.field.twinName else {
                if isPending, !isSame { record.fields[name] = fields[name] ?? .null }
                continue
            }
            let isAsset = if case .asset = content { true } else { false }
            let becomesAsset = fields[twin]?.isNull == false
            // What grows past a record's size moves into an asset, and back where it shrinks.
            guard isPending && !isSame || isSame && isAsset != becomesAsset else { continue }
            record.fields[name] = fields[name] ?? .null
            if becomesAsset || !base[twin].isNull { record.fields[twin] = fields[twin] ?? .null }
        }
        for one in shape.toOnes where pending.covers(one.name) {
            let value = fields[one.name] ?? .null
            if value != base[one.name] { record.fields[one.name] = value }
        }
        guard !record.fields.isEmpty else { return nil }
        if case .all = pending.kind {
            record.fields[MirrorPlan.entityName.name] = .text(shape.entity.name)
        }
        record.encrypted = shape.encrypted.intersection(record.fields.keys)
        return record
    }

    /// The request as the server gets it.
    func saveRequest(_ request: MirrorRequest) throws -> SaveRequest {
        var saves: [SaveRequest.Item] = []
        var deletions: [SaveRequest.Deletion] = []
        try state.load(
            request.items.filter { $0.record?.system != nil }.map { "b/" + $0.name })
        for item in request.items {
            guard var record = item.record else {
                deletions.append(
                    SaveRequest.Deletion(
                        RecordID(item.name, zone: request.zone ?? zoneID), changeTag: item.tag))
                continue
            }
            try fillAssets(of: &record)
            let isKnown = record.system != nil
            saves.append(
                SaveRequest.Item(
                    record, isPartial: isKnown,
                    ancestor: isKnown ? try state.base(item.name) : nil))
        }
        var made = SaveRequest(saves: saves, deletions: deletions)
        made.isAtomic = true
        made.once = request.once
        return made
    }

    /// Gives assets their content, which requests are kept without; the objects have it.
    private func fillAssets(of record: inout Record) throws {
        for (name, value) in record.fields {
            // One with a checksum is one that the server has.
            guard case .asset(let asset) = value, let content = asset.content else { continue }
            record.fields[name] = .asset(Asset(content: content))
        }
        let missing = record.fields.filter {
            if case .asset(let asset) = $0.value { asset.content == nil } else { false }
        }
        let key = missing.isEmpty ? nil : try key(of: record.id.name)
        guard let key, let row = try store.rows([key])[0] else {
            for (name, _) in missing { record.fields[name] = nil }
            return
        }
        guard let shape = codec.shape(of: row.key.entity) else { return }
        for one in shape.attributes {
            guard let twin = one.field.twinName, missing[twin] != nil else { continue }
            let value = MirrorCodec.encode(
                row.attributes[one.attribute.place], as: one.attribute.type)
            record.fields[twin] = value.mirrorContent.map { .asset(Asset(content: $0)) } ?? .null
        }
    }

    // MARK: Answers

    /// What an answer leaves to do.
    struct Outcome {
        /// The server's records of conflicts.
        var conflicts: [Record] = []
        /// Records that are not at the server any more.
        var missing: [String] = []
        /// The server's records of objects that moved, which another device changed where they were.
        var originals: [Record] = []
        /// Records that were refused, or are to be sent again.
        var errors: [String: MirrorCloudError] = [:]
        /// The zone is not there.
        var zoneError: MirrorCloudError?
        /// How many records were saved and deleted.
        var count = 0
        /// Whether the request was refused because of others in it.
        var isBatchAlone = true

        /// Whether nothing of it is to be applied to objects.
        var isSettled: Bool { conflicts.isEmpty && missing.isEmpty && originals.isEmpty }
    }

    /// Takes in what became of each part.
    func finish(_ request: MirrorRequest, _ result: MirrorSaveResult) throws -> Outcome {
        if request.isOfOriginals { return try finishOriginals(request, result) }
        let names = request.items.map(\.name)
        for kind in ["r/", "l/", "p/", "b/"] { try state.load(names.map { kind + $0 }) }
        var outcome = Outcome()
        var saves = result.saves.makeIterator()
        var deletions = result.deletions.makeIterator()
        for item in request.items {
            let error: MirrorCloudError?
            if let sent = item.record {
                switch saves.next() {
                case .success(let stored)?:
                    if try isKnown(item.name), try zone(of: item.name) != request.zone {
                        // It moved meanwhile: what was sent is to be deleted where it is.
                        let before = try state.original(item.name, in: request.zone)?.base
                        var left = sent
                        left.fields = (before?.fields ?? [:]).merging(sent.fields) { $1 }
                        left.system = stored.system
                        try state.setOriginal(
                            MirrorOriginal(name: item.name, zone: request.zone, base: left))
                    } else {
                        try take(stored, sent: sent, item)
                    }
                    outcome.count += 1
                    continue
                case .failure(let failure)?: error = failure
                case nil: continue
                }
            } else {
                guard let failure = deletions.next() ?? nil, !failure.isUnknownItem else {
                    try forget(item.name)
                    outcome.count += 1
                    continue
                }
                error = failure
            }
            guard let error else { continue }
            try restore(item)
            if error.isConflict {
                if let server = error.server {
                    if request.zone != nil, item.record?.system == nil {
                        try state.noteMovedByOthers(item.name)
                    }
                    outcome.conflicts.append(server)
                } else if item.record == nil {
                    try forget(item.name)
                } else {
                    outcome.errors[item.name] = error
                }
            } else if error.isUnknownItem, item.record?.system != nil {
                outcome.missing.append(item.name)
            } else if error.isOfZone {
                outcome.zoneError = error
            } else if !error.isOfBatch {
                outcome.errors[item.name] = error
                outcome.isBatchAlone = false
                if !error.isTransient { try refuse(item.name, error) }
            }
        }
        try state.setRequest(nil)
        return outcome
    }

    private func finishOriginals(
        _ request: MirrorRequest, _ result: MirrorSaveResult
    ) throws -> Outcome {
        var outcome = Outcome()
        for (item, failure) in zip(request.items, result.deletions) {
            guard let failure, !failure.isUnknownItem else {
                state.removeOriginal(item.name, in: request.zone)
                outcome.count += 1
                continue
            }
            if failure.isConflict, let server = failure.server {
                outcome.originals.append(server)
            } else if failure.isOfZone {
                outcome.zoneError = failure
            } else if !failure.isOfBatch {
                outcome.errors[item.name] = failure
            }
        }
        try state.setRequest(nil)
        return outcome
    }

    /// Everything of a request is to be sent again.
    func restore(_ request: MirrorRequest) throws {
        // What is to be deleted of objects that moved is kept until it is.
        if request.isOfOriginals { return try state.setRequest(nil) }
        for item in request.items { try restore(item) }
        try state.setRequest(nil)
    }

    /// The server does not take a record, whatever is sent with it.
    func refuse(_ name: String, _ error: MirrorCloudError) throws {
        guard var pending = try state.pending(name) else { return }
        pending.refusal = "\(error.code) \(error.field ?? "") \(error.description)"
        state.setPending(name, pending)
    }

    private func restore(_ item: MirrorRequest.Item) throws {
        let now = try state.pending(item.name)
        switch item.pending.kind {
        case .deletion, .link:
            if now == nil { state.setPending(item.name, item.pending) }
        case .all, .fields:
            guard now?.kind != .deletion, try state.object(item.name) != nil else { return }
            let since = item.pending.since
            if case .fields(let fields) = item.pending.kind {
                try state.addPending(item.name, fields, since: since)
            } else {
                try state.addPending(item.name, nil, since: since)
            }
            if now == nil, let refusal = item.pending.refusal {
                state.setPending(
                    item.name, MirrorPending(item.pending.kind, refusal: refusal, since: since))
            }
        }
    }

    private func forget(_ name: String) throws {
        try state.setLink(name, nil)
        // An object that was made again under the name stays.
        if let object = try state.object(name), object.row > 0 { return }
        state.setObject(name, nil)
        state.setPending(name, nil)
        try state.setBase(name, nil)
    }

    /// Keeps the server's record as the last known one.
    private func take(_ stored: Record, sent: Record, _ item: MirrorRequest.Item) throws {
        if try state.link(item.name) != nil { return }
        guard try state.object(item.name) != nil else { return }
        var known = sent
        known.system = stored.system
        if let base = try state.base(item.name) {
            known.fields = base.fields.merging(sent.fields) { _, new in new }
            known.parent = base.parent
            known.share = base.share
            known.encrypted.formUnion(base.encrypted)
        }
        known.fields = known.fields.filter { !$0.value.isNull }
        let theirs = stored.fields.filter { !$0.value.isNull }
        let isSame =
            theirs.count == known.fields.count
            && theirs.allSatisfy { MirrorCodec.isSame(known[$0.key], $0.value) }
        // Another device wrote meanwhile: its record comes with the next import.
        if !isSame { known.system?.changeTag = "" }
        try state.setBase(item.name, known)
    }
}
