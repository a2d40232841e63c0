import PredicateCore
package import RecordJSON

extension RecordsReply: ReplyObject {
    package static var blank: Self { Self(entries: [], moreComing: false, cascaded: []) }

    /// The reply of `records/…`, in the exact form that our own client reads.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        var records = RecordWriter(options: RecordOptions(isExact: true))
        let home = zone
        try m.member(
            "records", &entries, isLate: true,
            reading: { reader throws(WireError) in
                try reader.list("records") { reader throws(WireError) in
                    try RecordEntry(from: &reader, zone: home)
                }
            },
            writing: { $1.append(array: $0) { $1.write(to: &$0, records: &records) } })
        var tail = RecordsTail(
            marker: marker, token: token, moreComing: moreComing, zone: zone, cascaded: cascaded)
        try tail.members(&m)
        (marker, token, zone, cascaded) = (tail.marker, tail.token, tail.zone, tail.cascaded)
        moreComing = tail.moreComing ?? false
    }
}

/// What a reply of records says behind the records.
struct RecordsTail: ReplyObject {
    static var blank: Self { Self() }

    var marker: String?
    var token: String?
    var moreComing: Bool?
    var zone: ZoneID?
    var cascaded: [RecordID] = []

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("continuationMarker", &marker)
        try m.member("syncToken", &token)
        try m.member("moreComing", &moreComing)
        try m.member("zoneID", &zone)
        try m.object("quarry", isWritten: !cascaded.isEmpty) { m throws(WireError) in
            try m.entries(
                "cascaded", &cascaded,
                of: { reader throws(WireError) in
                    try reader.recordID("cascaded", zone: .default) ?? RecordID("")
                },
                writing: { $1.append($0, owner: nil) })
        }
    }
}

extension RecordEntry {
    /// Reads a record, the note that it is gone, or why not.
    init(from reader: inout WireReader, zone: ZoneID?) throws(WireError) {
        if try RecordEntry.isError(reader) {
            let failure = try WireFailure<RecordName>(from: &reader)
            if let error = failure.error {
                self = .failure(name: failure.name.name, error)
                return
            }
        }
        let record = try WireRecord(from: &reader, zone: zone, isReply: true)
        guard record.isDeleted else {
            self = .record(record.read(zone: zone))
            return
        }
        self = .deleted(
            RecordID(record.name ?? "", zone: record.zone ?? zone ?? .default),
            type: record.type)
    }

    /// Whether it is an error; looks at the names of the members only.
    private static func isError(_ reader: WireReader) throws(WireError) -> Bool {
        var place = reader
        var isError = false
        try place.members("records") { reader, key throws(WireError) in
            if "serverErrorCode" ~= key { isError = true }
            try reader.skip()
        }
        return isError
    }

    func write(to writer: inout JSONWriter, records: inout RecordWriter) {
        switch self {
        case .record(let record): records.write(record, to: &writer)
        case .deleted(let id, let type): records.writeDeleted(id, type: type, to: &writer)
        case .failure(let name, let error): records.write(error, name: name, to: &writer)
        }
    }
}

/// What names a record that failed.
struct RecordName: WireObject {
    static var blank: Self { Self() }

    var name: String?

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("recordName", &name)
    }
}

extension ZoneChangesReply: WireMessage {
    /// Reads the reply of `changes/zone`: for each zone its changes or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(zones: [])
        try reader.members("reply") { reader, key throws(WireError) in
            guard "zones" ~= key else { return try reader.skip() }
            zones = try reader.list("zones") { reader throws(WireError) in
                var place = reader
                if let error = try WireErrorMembers(from: &place).error {
                    return .failure(try reader.namedZone("zones"), error)
                }
                let reply = try RecordsReply(from: &reader)
                return .changes(reply.zone ?? .default, reply)
            }
        }
    }

    /// Appends the reply of `changes/zone`: for each zone its changes or an error.
    package func write(to writer: inout JSONWriter) {
        var reply = ZoneChangesWriter(RecordWriter(options: RecordOptions(isExact: true)))
        for entry in zones {
            switch entry {
            case .failure(let zone, let error): reply.append(error, zone: zone)
            case .changes(let zone, let changes):
                reply.append(
                    changes.entries, of: zone, token: changes.token ?? "",
                    moreComing: changes.moreComing)
            }
        }
        reply.finish()
        reply.take().withUnsafeBufferPointer { writer.append(raw: $0) }
    }
}

extension ZonesReply: ReplyObject {
    package static var blank: Self { Self([]) }

    /// The reply of zones.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        let owner = zoneOwner
        try m.entries(
            "zones", &entries,
            of: { reader throws(WireError) in try ZoneEntry(from: &reader) },
            writing: { $0.named(owner).write(to: &$1) })
        try m.member("syncToken", &token)
        try m.member("moreComing", &moreComing)
    }
}

extension ZoneEntry: WireEntry {
    /// A zone as it is, or that it is deleted.
    struct Item: WireObject {
        static var blank: Self { Self(zone: .default) }

        var zone: ZoneID
        var token: String?
        var isAtomic: Bool?
        var isDeleted = false
        var isShared = false

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.zoneName(&zone)
            try m.member("syncToken", &token)
            try m.member("atomic", &isAtomic)
            try m.member("deleted", &isDeleted)
            // The zones that have changes are those that can be shared, as a whole and in parts.
            var isShareable = isAtomic
            try m.member("isEligibleForZoneShare", &isShareable)
            try m.member("isEligibleForHierarchicalShare", &isShareable)
            try m.object("quarry") { m throws(WireError) in
                try m.member("shared", &isShared, unless: false)
            }
        }
    }

    /// The zone of an entry, `{"zoneID":…}` or `{"zoneName":…}`.
    struct Name: WireObject {
        static var blank: Self { Self(zone: .default) }

        var zone: ZoneID

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.zoneName(&zone)
        }
    }

    init(_ item: Item) {
        self =
            item.isDeleted
            ? .deleted(item.zone)
            : .zone(
                item.zone, token: item.token, isAtomic: item.isAtomic ?? false,
                isShared: item.isShared)
    }
    init(_ name: Name, _ error: WireError) { self = .failure(name.zone, error) }

    var content: WireEntryContent<Item, Name> {
        switch self {
        case .zone(let id, let token, let isAtomic, let isShared):
            .item(Item(zone: id, token: token, isAtomic: isAtomic, isShared: isShared))
        case .deleted(let id): .item(Item(zone: id, isDeleted: true))
        case .failure(let id, let error): .failure(Name(zone: id), error)
        }
    }

    /// The entry with the name of an owner in the place of ``ZoneID/currentOwner``.
    fileprivate func named(_ owner: String?) -> ZoneEntry {
        switch self {
        case .zone(let id, let token, let isAtomic, let isShared):
            .zone(id.named(owner), token: token, isAtomic: isAtomic, isShared: isShared)
        case .deleted(let id): .deleted(id.named(owner))
        case .failure(let id, let error): .failure(id.named(owner), error)
        }
    }
}

extension WireMembers {
    /// The zone of an entry: `{"zoneID":…}`, or its name alone.
    fileprivate mutating func zoneName(_ zone: inout ZoneID) throws(WireError) {
        let isNested = try member("zoneID", &zone)
        let isBare = try member("zoneName", &zone.name, isWritten: false)
        try member("ownerRecordName", &zone.owner, isWritten: false)
        try require(isNested || isBare, "zoneID")
    }
}
