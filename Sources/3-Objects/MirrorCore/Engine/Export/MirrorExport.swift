import CoreDataModel
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

    /// The next request, which is then kept as sent; nil where nothing is to be sent.
    ///
    /// Everything in a request is of one zone.
    ///
    /// - Parameters:
    ///   - limit: Records at most.
    ///   - retried: Nil for what was not refused; else one record is tried again, whose refusal is
    ///     none of these.
    ///   - full: The owners of zones who have no room left: in these zones things are deleted alone.
    func next(
        limit: Int, skipping skipped: Set<String>, retried: Set<String>?, full: Set<String> = []
    ) throws -> MirrorRequest? {
        var items: [MirrorRequest.Item] = []
        var bytes = 0
        var fileBytes = 0
        var last: String?
        var zone: ZoneID?
        pages: while true {
            let page = try state.page("p/", after: last)
            guard let end = page.last else { break }
            let names = page.map { String($0.dropFirst(2)) }
            if !full.isEmpty { try state.load(names.flatMap { ["r/" + $0, "l/" + $0] }) }
            let due = try names.filter { name in
                guard !skipped.contains(name), let pending = try state.pending(name),
                    (pending.refusal != nil) == (retried != nil)
                else { return false }
                if !full.isEmpty, pending.kind != .deletion,
                    full.contains((try self.zone(of: name) ?? zoneID).owner)
                {
                    return false
                }
                return pending.refusal.map { retried?.contains($0) != true } ?? true
            }
            for batch in due.batches(of: 25) {
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
                    let fileSize = item.record?.fields.values.reduce(0) { $0 + $1.newFileSize } ?? 0
                    if !items.isEmpty,
                        bytes + size > settings.requestBytes
                            || fileSize > 0 && fileBytes + fileSize > settings.contentBytes
                    {
                        break pages
                    }
                    bytes += size
                    fileBytes += fileSize
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

    /// The rows of objects by record name, with all that their records are made of read as well.
    private func rows(of names: some Collection<String>) throws -> [String: ObjectRow] {
        try state.load(names.flatMap { ["r/" + $0, "b/" + $0] })
        var keys: [(name: String, key: ObjectKey)] = []
        var links: [String] = []
        for name in names {
            if let key = try state.key(of: name, codec) { keys.append((name, key)) }
            if try state.object(name) == nil { links.append("l/" + name) }
        }
        try state.load(links)
        var rows: [String: ObjectRow] = [:]
        var targets: [String] = []
        for (name, row) in zip(keys.map(\.name), try store.rows(keys.map(\.key))) {
            guard let row else { continue }
            rows[name] = row
            targets += row.toOnes.compactMap {
                $0.map { codec.entryKey(of: $0) }
            }
        }
        try state.load(targets)
        return rows
    }

    /// The record of an object: every field of a new one, what changed of a known one; nil where
    /// the server has it all.
    private func record(
        _ id: RecordID, _ row: ObjectRow, _ shape: MirrorCodec.Shape, _ pending: MirrorPending,
        _ base: Record?
    ) throws -> Record? {
        let fields = try codec.fields(of: row) { try state.name(of: $0, codec) }
        var record = Record(shape.type, id)
        guard let base, base.system != nil else {
            // Keys that are not ours stay.
            record.fields = (base?.fields ?? [:]).merging(fields) { _, new in new }
            for one in shape.attributes {
                // What another program wrote and could not be read stays, unless it was edited here.
                guard let base, row.attributes[one.attribute.place].isNull,
                    MirrorCodec.isUnreadable(
                        MirrorCodec.content(one.field, of: base), as: one.attribute.type,
                        elements: one.elements)
                else { continue }
                record.fields[one.field.name] = base[one.field.name]
            }
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
        let key = missing.isEmpty ? nil : try state.key(of: record.id.name, codec)
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
}

extension Value {
    /// Bytes of the file of an asset that the server does not have yet.
    fileprivate var newFileSize: Int {
        if case .asset(let asset) = self { asset.content?.count ?? 0 } else { 0 }
    }
}
