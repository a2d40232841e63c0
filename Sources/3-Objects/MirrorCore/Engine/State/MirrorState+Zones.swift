package import RecordCore

/// Zones of shares, and what copies and deletions in them are known of.
extension MirrorState {
    private static func key(_ prefix: String, _ zone: ZoneID) -> String {
        "\(prefix)/\(zone.owner)/\(zone.name)"
    }

    /// How far a zone was read: that of a share, or that of the user's own objects.
    package func zone(_ id: ZoneID? = nil) throws -> MirrorZone {
        let key = id.map { MirrorState.key("z", $0) } ?? "zone"
        return try bytes(key).map(MirrorZone.init(data:)) ?? MirrorZone()
    }

    package func setZone(_ zone: MirrorZone?, _ id: ZoneID? = nil) {
        set(id.map { MirrorState.key("z", $0) } ?? "zone", zone?.data)
    }

    /// Whether the zone of a share is known.
    package func hasZone(_ id: ZoneID) throws -> Bool {
        try bytes(MirrorState.key("z", id)) != nil
    }

    /// The zones of shares, by owner and name.
    package func shareZones() throws -> [ZoneID] {
        try keys("z/").compactMap { key in
            let parts = key.split(separator: "/", maxSplits: 2).map(String.init)
            return parts.count == 3 ? ZoneID(parts[2], owner: parts[1]) : nil
        }
    }

    package func share(of zone: ZoneID) throws -> MirrorShare? {
        try bytes(MirrorState.key("s", zone)).map(MirrorShare.init(data:))
    }

    package func setShare(_ share: MirrorShare?, of zone: ZoneID) throws {
        set(MirrorState.key("s", zone), try share?.data())
    }

    private static func originalKey(_ name: String, _ zone: ZoneID?) -> String {
        zone.map { "\(key("m", $0))/\(name)" } ?? "m///\(name)"
    }

    /// What is to be deleted of an object in a zone that it moved out of.
    package func original(_ name: String, in zone: ZoneID?) throws -> MirrorOriginal? {
        try bytes(MirrorState.originalKey(name, zone)).map(MirrorOriginal.init(data:))
    }

    package func original(key: String) throws -> MirrorOriginal? {
        try bytes(key).map(MirrorOriginal.init(data:))
    }

    package func setOriginal(_ original: MirrorOriginal) throws {
        set(MirrorState.originalKey(original.name, original.zone), try original.data())
    }

    /// Another device moved an object out of the zone of what is in no share as well.
    package func noteMovedByOthers(_ name: String) throws {
        guard var original = try original(name, in: nil), !original.isMovedByOthers else { return }
        original.isMovedByOthers = true
        try setOriginal(original)
    }

    package func removeOriginal(_ name: String, in zone: ZoneID?) {
        set(MirrorState.originalKey(name, zone), nil)
    }

    /// Keeps that a zone has another device's copy of a record, which does not count: it is deleted with
    /// the object, or the pair.
    package func noteCopy(_ copy: MirrorOriginal) throws {
        set(MirrorState.copyKey(copy.name, copy.zone), try copy.data())
    }

    /// A zone has no copy of a record any more.
    package func forgetCopy(_ name: String, in zone: ZoneID?) throws {
        let copy = MirrorState.copyKey(name, zone)
        if try keys("c/\(name)/", ofKind: "c/").contains(copy) { set(copy, nil) }
    }

    /// The zones of shares in which copies of a record are.
    package func zonesOfCopies(_ name: String) throws -> [ZoneID] {
        try copies(of: name).compactMap(\.copy.zone)
    }

    private func copies(of name: String) throws -> [(key: String, copy: MirrorOriginal)] {
        try keys("c/\(name)/", ofKind: "c/").compactMap { key in
            guard let copy = try original(key: key), copy.name == name else { return nil }
            return (key, copy)
        }
    }

    /// Has the copies of a record deleted.
    package func deleteCopies(of name: String) throws {
        for (key, copy) in try copies(of: name) {
            try setOriginal(copy)
            set(key, nil)
        }
    }

    /// Keeps that a record was deleted in a zone, which has not told so yet.
    package func noteDeleted(_ deleted: MirrorOriginal) throws {
        set("d/" + deleted.name, try deleted.data())
    }

    /// What was deleted in a zone that has not told so yet.
    package func deleted(_ name: String) throws -> MirrorOriginal? {
        guard try mayHave("d/") else { return nil }
        return try original(key: "d/" + name)
    }

    /// The deletion of a record is known to be over.
    package func forgetDeleted(_ name: String) { set("d/" + name, nil) }

    /// A zone is not there any more, with what was deleted, and to be deleted, in it.
    package func forgetOriginals(in zone: ZoneID?) throws {
        for key in try keys("m/") + keys("c/") + keys("d/")
        where try original(key: key)?.zone == zone {
            set(key, nil)
        }
    }

    private static func copyKey(_ name: String, _ zone: ZoneID?) -> String {
        "c/\(name)/\(zone?.owner ?? "")/\(zone?.name ?? "")"
    }
}
