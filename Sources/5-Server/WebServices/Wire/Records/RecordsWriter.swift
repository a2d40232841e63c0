package import PredicateCore
package import RecordCore
import RecordJSON

/// Writes a reply of records piece by piece.
///
///     var reply = RecordsWriter(records)
///     reply.append(record)
///     if reply.isFull { try await send(reply.take()) }   // every 64 KB
///     reply.finish(marker: marker)
///     try await send(reply.take())
package struct RecordsWriter: Sendable {
    /// Writes each record in the form that the request's options ask for.
    package var records: RecordWriter
    private var writer = JSONWriter()
    private var isFirst = true

    /// Begins a reply: `{"records":[`.
    package init(_ records: RecordWriter) {
        self.records = records
        // Room for a record: what grows from nothing is copied several times until then.
        writer.reserve(1_000)
        writer.append(raw: #"{"records":["#)
    }

    private mutating func separate() {
        if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
        isFirst = false
    }

    /// Makes room for more entries, each as long as the first, up to what is sent at once.
    mutating func reserve(_ entries: Int) {
        let length = writer.count + 64
        writer.reserve(min(entries * length, 80_000))
    }

    /// Appends the entry of a record; nil keys write every field.
    package mutating func append(_ record: Record, desiredKeys: [String]? = nil) {
        separate()
        records.write(record, desiredKeys: desiredKeys, to: &writer)
    }

    /// Appends the entry of a record that is gone.
    package mutating func append(deleted id: RecordID, type: String? = nil) {
        separate()
        records.writeDeleted(id, type: type, to: &writer)
    }

    /// Appends the entry of a record that something went wrong with.
    package mutating func append(_ error: WireError, name: String?) {
        separate()
        records.write(error, name: name, to: &writer)
    }

    /// Whether 64 KB or more wait to be sent.
    package var isFull: Bool { writer.count >= 65_536 }

    /// What waits to be sent; after this nothing does.
    package mutating func take() -> [UInt8] { writer.take() }

    /// Ends the reply: `],"continuationMarker":"…"}`.
    package mutating func finish(
        marker: String? = nil, token: String? = nil, moreComing: Bool? = nil,
        zone: ZoneID? = nil, cascaded: [RecordID] = []
    ) {
        writer.append(byte: UInt8(ascii: "]"))
        let owner = records.zoneOwner
        RecordsTail(
            marker: marker, token: token, moreComing: moreComing, zone: zone?.named(owner),
            cascaded: cascaded.map { RecordID($0.name, zone: $0.zone.named(owner)) }
        ).writeMembers(to: &writer)
        writer.append(byte: UInt8(ascii: "}"))
    }
}

/// Writes the reply of `changes/zone` piece by piece, zone after zone.
///
///     var reply = ZoneChangesWriter(records)
///     reply.append(entries, of: zone, token: token, moreComing: false)
///     reply.append(error, zone: other)
///     reply.finish()
package struct ZoneChangesWriter: Sendable {
    /// Writes each record in the form of the options of its zone.
    package var records: RecordWriter
    private var writer = JSONWriter()
    private var isFirst = true

    /// Begins a reply: `{"zones":[`.
    package init(_ records: RecordWriter) {
        self.records = records
        writer.append(raw: #"{"zones":["#)
    }

    private mutating func separate() {
        if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
        isFirst = false
    }

    /// Appends a zone: `{"zoneID":…,"records":[…],"syncToken":…,"moreComing":…}`.
    ///
    /// - Parameter records: Writes its records, where its options are its own.
    package mutating func append(
        _ entries: [RecordEntry], of zone: ZoneID, token: String, moreComing: Bool,
        records: RecordWriter? = nil
    ) {
        if let records { self.records = records }
        separate()
        writer.append(raw: #"{"zoneID":"#)
        writer.append(zone, owner: self.records.zoneOwner)
        writer.append(raw: #","records":["#)
        for (place, entry) in entries.enumerated() {
            if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
            entry.write(to: &writer, records: &self.records)
        }
        writer.append(raw: #"],"syncToken":"#)
        writer.append(text: token)
        writer.append(raw: #","moreComing":"#)
        writer.append(flag: moreComing)
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// Appends the entry of a zone that something went wrong with.
    package mutating func append(_ error: WireError, zone: ZoneID) {
        separate()
        WireFailure(ZoneEntry.Name(zone: zone.named(records.zoneOwner)), error).write(to: &writer)
    }

    /// Whether 64 KB or more wait to be sent.
    package var isFull: Bool { writer.count >= 65_536 }

    /// What waits to be sent; after this nothing does.
    package mutating func take() -> [UInt8] { writer.take() }

    /// Ends the list of zones and the reply: `]}`.
    package mutating func finish() { writer.append(raw: "]}") }
}
