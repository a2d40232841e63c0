import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

// An object has one name in every zone. It moves from the zone of the user's own objects into that of a
// share: the copy counts from then on, and what is left behind is none.
extension MirrorImport {
    /// Whether the records of one zone count, rather than those of another: those of shares before
    /// the user's own objects; of two shares, on every device those of the first by name.
    func isNearer(_ zone: ZoneID?, than other: ZoneID?) -> Bool {
        switch (zone, other) {
        case (nil, _): false
        case (.some, nil): true
        case (let zone?, let other?): zone.owner == other.owner && zone.name < other.name
        }
    }

    /// Whether an object that is known in another zone is in this one from now on.
    mutating func comesHere(
        _ record: Record, _ object: MirrorObject, _ base: Record?
    ) throws -> Bool {
        let name = record.id.name
        guard isNearer(zoneID, than: object.zone) else {
            if zoneID != nil { try state.noteMovedByOthers(name) }
            if object.zone?.owner == zoneID?.owner, !object.isUploaded, let base,
                base.system == nil
            {
                try mergeCopy(record, since: base)
            }
            if let other = object.zone, let zoneID, other.owner != zoneID.owner {
                notes.append(
                    "A record in a share of one user has the name of a record in a share of another "
                        + "user, and was left as it is.")
            } else if hasOwnZone, try state.original(name, in: zoneID) == nil {
                let copy = MirrorOriginal(
                    name: name, zone: zoneID, base: record, isMovedByOthers: true)
                if object.row > 0 { try state.noteCopy(copy) } else { try state.setOriginal(copy) }
            }
            return false
        }
        if object.isUploaded, object.zone != nil, hasOwnZone, let base {
            try keepEdits(of: base, in: record)
        }
        if object.isUploaded, hasOwnZone,
            object.zone != nil || isMadeAgain(base, after: record)
        {
            try state.setOriginal(
                MirrorOriginal(name: name, zone: object.zone, base: base, isMovedByOthers: true))
            // Those of a page before: later ones follow their objects by themselves.
            for (linkName, link) in try state.links(of: name)
            where link.zone == zoneID && link.isUploaded {
                try leaveLink(linkName, in: object.zone)
            }
            // Pairs that were made in the other zone alone follow.
            state.set("g/" + name, Data())
        }
        if object.zone != nil { try leaveOriginal(to: record) }
        notePlaced()
        return true
    }

    /// Whether this device sent a record again after another one had moved it away and deleted it.
    ///
    /// It is there since after the copy was made. Any other record the device deletes that moved it.
    private func isMadeAgain(_ base: Record?, after copy: Record) -> Bool {
        guard let made = base?.system?.created, let copied = copy.system?.created else {
            return false
        }
        return made > copied
    }

    /// Another device moved an object as well, and its copy counts: it deletes what it moved.
    ///
    /// Only what was sent again since, or is to be, is deleted from here.
    func leaveOriginal(to copy: Record) throws {
        let name = copy.id.name
        guard let base = try state.original(name, in: nil)?.base, base.system != nil,
            !isMadeAgain(base, after: copy)
        else { return try state.noteMovedByOthers(name) }
        state.removeOriginal(name, in: nil)
    }

    /// The record that joins a pair moved with its objects, and is left where they were.
    func leaveLink(_ name: String, in zone: ZoneID?) throws {
        try state.setOriginal(
            MirrorOriginal(name: name, zone: zone, base: nil, isMovedByOthers: true))
    }

    /// Another device moved an object into another share, and was first: what was written there since is
    /// taken into the copy that is to be sent from here, which counts.
    private mutating func mergeCopy(_ record: Record, since base: Record) throws {
        let name = record.id.name
        try preload([name])
        guard let key = try key(of: name), try has(key), let shape = codec.shape(of: key.entity)
        else { return }
        let mine = try narrowed(name, key, since: base, shape)
        for one in shape.attributes
        where !MirrorCodec.isSame(
            MirrorCodec.content(one.field, of: record), MirrorCodec.content(one.field, of: base))
        {
            try set(one, of: key, to: record, since: base, mine, shape)
        }
        var merged = record
        merged.system = nil
        merged.parent = nil
        merged.share = nil
        let all = try state.pending(name)
        state.setPending(name, mine)
        try state.setBase(name, merged)
        try relate(name)
        state.setPending(name, all)
    }

    /// Two devices moved an object into a share each, and this record counts: what the other one had
    /// beyond it is sent.
    private func keepEdits(of base: Record, in record: Record) throws {
        guard
            let shape = record[MirrorPlan.entityName.name].mirrorText.flatMap(codec.shape(named:))
        else { return }
        let ancestor = try state.original(record.id.name, in: nil)?.base
        let isNewer =
            (base.system?.modified ?? .distantPast) > (record.system?.modified ?? .distantPast)
        var fields: Set<String> = []
        for one in shape.attributes {
            let content = MirrorCodec.content(one.field, of: base)
            if MirrorCodec.isSame(content, MirrorCodec.content(one.field, of: record)) { continue }
            let isEdited = ancestor.map {
                !MirrorCodec.isSame(content, MirrorCodec.content(one.field, of: $0))
            }
            if isEdited ?? isNewer { fields.insert(one.field.name) }
        }
        for one in shape.toOnes where base[one.name] != record[one.name] {
            if ancestor.map({ base[one.name] != $0[one.name] }) ?? isNewer {
                fields.insert(one.name)
            }
        }
        if !fields.isEmpty { try state.addPending(record.id.name, fields) }
    }

    /// What of an object is another one than in its last known record; nil where nothing is.
    mutating func narrowed(
        _ name: String, _ key: ObjectKey, since base: Record, _ shape: MirrorCodec.Shape
    ) throws -> MirrorPending? {
        guard try has(key), let row = drafts[key]?.row else { return nil }
        let fields = try state.differences(of: row, name, since: base, shape, codec) {
            try self.name(of: $0)
        }
        return fields.isEmpty ? nil : MirrorPending(.fields(fields))
    }

    /// Whether a deleted record is that of an object, not what the object left behind when it moved.
    mutating func isOfZone(_ name: String) throws -> Bool {
        try state.forgetCopy(name, in: zoneID)
        guard let object = try state.object(name) else { return true }
        if object.zone == zoneID {
            return try !isSentAnew(name, object.isUploaded) || state.base(name) == nil
        }
        guard let original = try state.original(name, in: zoneID), !original.isMovedByOthers else {
            return false
        }
        // Another device deleted it before it knew that it moved.
        state.removeOriginal(name, in: zoneID)
        let base = try state.base(name)
        try remove(name)
        if object.isUploaded {
            var object = object
            object.row = 0
            state.setObject(name, object)
            try state.setBase(name, base)
            state.setPending(name, MirrorPending(.deletion))
        }
        return false
    }

    /// Whether a record is to be sent to where it was before: its deletion is of the time when it moved
    /// from there into a share that the server lost since.
    func isSentAnew(_ name: String, _ isUploaded: Bool) throws -> Bool {
        guard zoneID == nil, !isUploaded else { return false }
        switch try state.pending(name)?.kind {
        case .all, .link: return true
        case .fields, .deletion, nil: return false
        }
    }

    /// Takes over what another device wrote into the record that an object left behind when it moved.
    mutating func mergeOriginals(_ records: [Record]) throws -> MirrorImported {
        try preload(records.map(\.id.name))
        for record in records { try mergeOriginal(record) }
        return try save()
    }

    private mutating func mergeOriginal(_ record: Record) throws {
        let name = record.id.name
        guard var original = try state.original(name, in: zoneID) else { return }
        let before = original.base
        original.base = record
        try state.setOriginal(original)
        guard let key = try key(of: name), try has(key), let shape = codec.shape(of: key.entity),
            let before
        else { return }
        let pending = try state.pending(name)
        let base = try state.base(name)
        var merged = base ?? before
        var changed: Set<String> = []
        for one in shape.attributes {
            guard
                !MirrorCodec.isSame(
                    MirrorCodec.content(one.field, of: record),
                    MirrorCodec.content(one.field, of: before))
            else { continue }
            for field in [one.field.name, one.field.twinName].compactMap({ $0 }) {
                merged[field] = record[field]
            }
            if try set(one, of: key, to: merged, since: before, pending, shape) {
                changed.insert(one.field.name)
            }
        }
        for one in shape.toOnes where record[one.name] != before[one.name] {
            changed.insert(one.name)
            merged[one.name] = record[one.name]
        }
        guard !changed.isEmpty else { return }
        try state.setBase(name, merged)
        try relate(name)
        try state.setBase(name, base)
        try state.addPending(name, changed)
    }

    /// Whether a record was deleted here where another device had moved it away from, and was not
    /// edited since: it is then deleted in this zone too.
    func isDeleted(_ record: Record) throws -> Bool {
        let name = record.id.name
        guard let deleted = try state.deleted(name) else { return false }
        let isLink = record.type == MirrorPlan.linkTypeName
        guard deleted.zone != zoneID, isLink || !isEdited(record, since: deleted.base) else {
            state.forgetDeleted(name)
            return false
        }
        try state.setOriginal(
            MirrorOriginal(
                name: name, zone: zoneID, base: isLink ? nil : record, isMovedByOthers: true))
        return true
    }

    /// The zone tells that a record is deleted, or is there again.
    func forgetDeleted(_ name: String) throws {
        if try state.deleted(name)?.zone == zoneID { state.forgetDeleted(name) }
    }

    /// Deletes objects whose zone went.
    mutating func removeAll(_ names: [String]) throws -> MirrorImported {
        try state.load(names.flatMap { ["r/" + $0, "p/" + $0] })
        try preload(names)
        for name in names {
            try remove(name)
            try state.forgetObject(name)
        }
        notes = []
        return try save(author: "reset")
    }

    // MARK: Objects to be gathered

    /// An object came into the zone of a share: what is related to it here may have to follow.
    func notePlaced() {
        if zoneID != nil { state.set("placed", Data()) }
    }

    /// An object is new here.
    mutating func noteNew(_ name: String) throws {
        guard try hasShares() else { return }
        if zoneID == nil { state.set("g/" + name, Data()) } else { notePlaced() }
    }

    /// Two objects are joined by a record that is in no share, or in another one than they are.
    mutating func noteRelated(_ link: MirrorLink) throws {
        guard try hasShares() else { return }
        for name in [link.first, link.second]
        where try zoneID == nil || state.object(name)?.zone != zoneID {
            state.set("g/" + name, Data())
        }
    }

    mutating func hasShares() throws -> Bool {
        if let knowsShares { return knowsShares }
        let found = try zoneID != nil || !state.shareZones().isEmpty
        knowsShares = found
        return found
    }
}
