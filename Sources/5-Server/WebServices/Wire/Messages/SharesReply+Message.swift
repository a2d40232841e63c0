import PredicateCore
import RecordCore
package import RecordJSON
package import RecordService

extension SharesReply: WireMessage {
    /// Reads the reply of `records/resolve`: for each share its metadata or an error.
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(try Body(from: &reader).results)
    }

    /// Appends the body; records are exact.
    package func write(to writer: inout JSONWriter) {
        var records = RecordWriter(options: RecordOptions(isExact: true))
        write(to: &writer, records: &records)
    }

    /// Appends the body.
    ///
    /// - Parameter records: Writes the shares' records and roots.
    package func write(to writer: inout JSONWriter, records: inout RecordWriter) {
        Body(results: results, records: records).write(to: &writer)
    }

    private struct Body: ReplyObject {
        static var blank: Self { Self() }

        var results: [Entry] = []
        var records = RecordWriter(options: RecordOptions(isExact: true))

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            let records = records
            try m.entries(
                "results", &results,
                of: { reader throws(WireError) in try Result(from: &reader).entry },
                writing: { Result(entry: $0, records: records).write(to: &$1) })
        }
    }

    /// An entry, with the writer of its records.
    private struct Result: WireEntry {
        var entry: Entry
        var records = RecordWriter(options: RecordOptions(isExact: true))

        init(entry: Entry, records: RecordWriter) {
            self.entry = entry
            self.records = records
        }

        init(_ item: ShareMembers) { entry = .share(item.metadata) }
        init(_ name: ShareName, _ error: WireError) {
            entry = .failure(shortGUID: name.shortGUID, error)
        }

        var content: WireEntryContent<ShareMembers, ShareName> {
            switch entry {
            case .share(let metadata): .item(ShareMembers(metadata, records: records))
            case .failure(let guid, let error): .failure(ShareName(shortGUID: guid), error)
            }
        }
    }
}

extension AccessReply: ReplyObject {
    package static var blank: Self { Self([]) }

    /// The reply of `records/requestAccess`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.entries("results", &results)
    }
}

extension AccessReply.Entry: WireEntry {
    init(_ name: ShareName) { self.init(shortGUID: name.shortGUID) }
    init(_ name: ShareName, _ error: WireError) {
        self.init(shortGUID: name.shortGUID, error: error)
    }

    var content: WireEntryContent<ShareName, ShareName> {
        let name = ShareName(shortGUID: shortGUID)
        return error.map { .failure(name, $0) } ?? .item(name)
    }
}

/// What names a share.
struct ShareName: WireObject {
    static var blank: Self { Self() }

    var shortGUID = ""

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.shortGUID(&shortGUID)
    }
}

/// The members of what a share leads to.
private struct ShareMembers: WireObject {
    static var blank: Self {
        Self(
            WireShareMetadata(
                shortGUID: "", container: "", environment: .production, database: .shared,
                zone: .default, share: Record("", RecordID("")), rootName: nil, root: nil,
                owner: WireUser(user: nil), role: .unknown, acceptance: .unknown,
                permission: .unknown),
            records: RecordWriter(options: RecordOptions(isExact: true)))
    }

    var metadata: WireShareMetadata
    private var records: RecordWriter

    init(_ metadata: WireShareMetadata, records: RecordWriter) {
        self.metadata = metadata
        self.records = records
    }

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.shortGUID(&metadata.shortGUID)
        try m.member("containerIdentifier", &metadata.container)
        try m.member("environment", &metadata.environment)
        try m.member("databaseScope", &metadata.database)
        let owner = records.zoneOwner
        try m.member(
            "zoneID", &metadata.zone,
            reading: { reader throws(WireError) in try reader.zone("zoneID") },
            writing: { $1.append($0, owner: owner) })
        let zone = metadata.zone
        var share: Record? = metadata.share
        try m.require(try m.record("share", &share, zone: zone, writer: &records), "share")
        metadata.share = share ?? metadata.share
        try m.member("rootRecordName", &metadata.rootName)
        try m.record("rootRecord", &metadata.root, zone: zone, writer: &records)
        try m.member("ownerIdentity", &metadata.owner)
        try m.member("participantType", &metadata.role)
        try m.member("participantStatus", &metadata.acceptance)
        try m.member("participantPermission", &metadata.permission)
    }
}

extension WireMembers {
    /// The `shortGUID` of a share: `{"value": "0cAbc"}`, or a text.
    fileprivate mutating func shortGUID(_ text: inout String) throws(WireError) {
        try member(
            "shortGUID", &text,
            reading: { reader throws(WireError) in
                try ShareRequest.Item(from: &reader, "shortGUID").shortGUID
            },
            writing: { text, writer in
                writer.append(raw: #"{"value":"#)
                writer.append(text: text)
                writer.append(byte: UInt8(ascii: "}"))
            })
    }

    /// A record, whose references are read by the zone of the share.
    @discardableResult
    fileprivate mutating func record(
        _ name: StaticString, _ record: inout Record?, zone: ZoneID, writer: inout RecordWriter
    ) throws(WireError) -> Bool {
        try visit(
            name, isLate: true, isWritten: record != nil,
            read: { reader throws(WireError) in
                record = try WireRecord(from: &reader, zone: zone, isReply: true).read(zone: zone)
                return true
            },
            write: { if let record { writer.write(record, to: &$0) } })
    }
}

extension EndpointPath.Environment: WireWord {
    package var wireName: String { rawValue.uppercased() }

    package init?(wireName: String) { self.init(rawValue: wireName.lowercased()) }
}

extension ServiceSession.Database: WireWord {
    package var wireName: String {
        switch self {
        case .public: "PUBLIC"
        case .private: "PRIVATE"
        case .shared: "SHARED"
        }
    }
}
