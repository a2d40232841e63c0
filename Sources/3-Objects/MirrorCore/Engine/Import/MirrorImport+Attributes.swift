import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

extension MirrorImport {
    mutating func apply(_ record: Record) throws {
        let name = record.id.name
        if try isDeleted(record) { return }
        var object = try state.object(name)
        let base = try state.base(name)
        if let known = object, known.zone != zoneID {
            guard try comesHere(record, known, base) else { return }
            object?.zone = zoneID
            object?.isUploaded = false
        } else if zoneID != nil, object?.isUploaded == false {
            try leaveOriginal(to: record)
        }
        if var known = object, known.isUploaded, !zone.isReadAnew, base?.system != nil,
            base?.system?.changeTag == record.system?.changeTag
        {
            if known.epoch != zone.epoch {
                known.epoch = zone.epoch
                state.setObject(name, known)
            }
            return
        }
        var pending = try state.pending(name)
        if let dead = object, dead.row == 0 {
            let isEdited =
                base == nil
                ? isLater(record, than: pending?.since) : isEdited(record, since: base)
            if pending?.kind == .deletion, !isEdited {
                object?.epoch = zone.epoch
                object?.isUploaded = true
                state.setObject(name, object)
                try state.setBase(name, record)
                return
            }
            // The edit reached the server first: the object is there again.
            object = nil
            pending = nil
            state.setPending(name, nil)
        }
        if object == nil || base == nil { try noteNew(name) }
        let key: ObjectKey
        if let known = try object.flatMap({ _ in try self.key(of: name) }), try has(known) {
            key = known
        } else {
            guard let made = try insert(record) else { return }
            key = made
            pending = nil
        }
        guard let shape = codec.shape(of: key.entity) else { return }
        if case .all? = pending?.kind, let base, base.system == nil {
            // The server has the record by another device that moved the object as well.
            pending = try narrowed(name, key, since: base, shape)
            state.setPending(name, pending)
        }
        if settings.merge == .field, let base, case .fields(let fields)? = pending?.kind {
            let edited = edits(fields, of: key, since: base, shape)
            if edited != fields {
                pending?.kind = .fields(edited)
                if edited.isEmpty { pending = nil }
                state.setPending(name, pending)
            }
        }
        if settings.merge == .record, pending != nil {
            pending = MirrorPending(.all, since: pending?.since)
            state.setPending(name, pending)
        }
        var known = record
        for one in shape.attributes
        where try !set(one, of: key, to: record, since: base, pending, shape) {
            keep(one, of: key, in: &known, base)
        }
        state.setObject(
            name,
            MirrorObject(
                entity: shape.entity.name, row: key.row, isUploaded: true, epoch: zone.epoch,
                zone: zoneID))
        try state.setBase(name, known)
        touched.append(name)
    }

    /// Has the last known record say what an object keeps where the server lost an asset: it is no edit,
    /// and is not to be sent.
    private func keep(
        _ one: MirrorCodec.AttributeField, of key: ObjectKey, in known: inout Record,
        _ base: Record?
    ) {
        let mine = drafts[key]?.row.attributes[one.attribute.place] ?? .null
        let fields = [one.field.name, one.field.twinName].compactMap { $0 }
        if let base,
            MirrorCodec.matches(
                mine, MirrorCodec.content(one.field, of: base), as: one.attribute.type)
        {
            for field in fields { known.fields[field] = base.fields[field] }
            return
        }
        for field in fields { known.fields.removeValue(forKey: field) }
        if !mine.isNull {
            known[one.field.name] = MirrorCodec.encode(mine, as: one.attribute.type)
        }
    }

    /// Fields without those of attributes that are again what the last known record says: an edit that
    /// was taken back does not count against one of another device.
    private func edits(
        _ fields: Set<String>, of key: ObjectKey, since base: Record, _ shape: MirrorCodec.Shape
    ) -> Set<String> {
        guard let row = drafts[key]?.row else { return fields }
        let unedited = shape.attributes.filter { one in
            fields.contains(one.field.name)
                && MirrorCodec.matches(
                    row.attributes[one.attribute.place], MirrorCodec.content(one.field, of: base),
                    as: one.attribute.type)
        }
        return fields.subtracting(unedited.map(\.field.name))
    }

    /// Whether a record was saved after what is to be sent of it.
    private func isLater(_ record: Record, than date: Date?) -> Bool {
        guard let date, let system = record.system else { return true }
        return system.modified > date
    }

    /// Whether an attribute of a record is another one than it was.
    func isEdited(_ record: Record, since base: Record?) -> Bool {
        guard let base,
            let shape = record[MirrorPlan.entityName.name].mirrorText
                .flatMap(codec.shape(named:))
        else { return true }
        return shape.attributes.contains { one in
            let now = MirrorCodec.content(one.field, of: record)
            return !MirrorCodec.isSame(now, MirrorCodec.content(one.field, of: base))
        }
    }

    mutating func insert(_ record: Record) throws -> ObjectKey? {
        guard let entityName = record[MirrorPlan.entityName.name].mirrorText,
            let shape = codec.shape(named: entityName), shape.type == record.type
        else {
            notes.append(MirrorRecordProblem.noEntity(type: record.type).sentence)
            return nil
        }
        let number = shape.entity.number
        guard
            let key = try reserved[number]?.popLast()
                ?? store.reserveKeys(entity: number, count: 1).first
        else { return nil }
        let row = ObjectRow(
            key: key, version: 0,
            attributes: shape.entity.attributes.map {
                // A field that is not there is nil, unless nil is no value of the attribute.
                $0.source.isOptional ? .null : $0.source.storedDefault
            },
            toOnes: shape.entity.toOnes.map { _ in nil })
        drafts[key] = Draft(row: row, isNew: true)
        state.set(codec.entryKey(of: key), record.id.name)
        arrived.append(record.id.name)
        return key
    }

    /// Gives an attribute what a record has, unless it is edited here.
    ///
    /// - Parameter base: The last known record.
    /// - Returns: False where the server lost the value, and the attribute keeps its own.
    @discardableResult
    mutating func set(
        _ one: MirrorCodec.AttributeField, of key: ObjectKey, to record: Record,
        since base: Record?, _ pending: MirrorPending?, _ shape: MirrorCodec.Shape
    ) throws -> Bool {
        guard let draft = drafts[key] else { return true }
        let place = one.attribute.place
        var content = MirrorCodec.content(one.field, of: record)
        if content.isNull, one.mayBeEmpty, let base,
            !MirrorCodec.content(one.field, of: base).isNull
        {
            // An older version takes the field away where all members became nil.
            content = MirrorCodec.encode(.dictionary([:]), as: .composite)
        }
        let mine = draft.row.attributes[place]
        if MirrorCodec.matches(mine, content, as: one.attribute.type) {
            try settle(one.field.name, record.id.name)
            return true
        }
        if pending?.covers(one.field.name) == true { return true }
        if content.isNull, !one.attribute.source.isOptional {
            return true
        }
        if content.isNull, let base, MirrorCodec.content(one.field, of: base).isNull {
            // Not the server took it away: it is of a field that the record never had.
            return true
        }
        var value: Value?
        if case .asset(let asset) = content {
            guard let checksum = asset.checksum, let known = contents[checksum] else {
                throw MirrorMissingContent(record: record.id, field: one.field.name)
            }
            guard let data = known else {
                notes.append(
                    "The server lost the asset of the field \(one.field.name) of a record of the type "
                        + "\(shape.type); '\(shape.entity.name).\(one.attribute.name)' keeps its "
                        + "value.")
                return false
            }
            value = MirrorCodec.decode(
                data, as: one.attribute.type, elements: one.elements)
        } else {
            value = MirrorCodec.decode(
                content, as: one.attribute.type, elements: one.elements)
        }
        guard let value else {
            notes.append(
                "The field \(one.field.name) of a record of the type \(shape.type) holds no value "
                    + "that '\(shape.entity.name).\(one.attribute.name)' can have; the attribute "
                    + "keeps its value.")
            return true
        }
        drafts[key]?.row.attributes[place] = value
        drafts[key]?.attributes.insert(place)
        return true
    }

    /// Does not send a value that the server has already.
    func settle(_ field: String, _ name: String) throws {
        guard var pending = try state.pending(name), case .fields(var fields) = pending.kind,
            fields.remove(field) != nil
        else { return }
        pending.kind = .fields(fields)
        state.setPending(name, fields.isEmpty ? nil : pending)
    }
}
