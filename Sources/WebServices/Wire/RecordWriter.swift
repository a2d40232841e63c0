public import PredicateCore
public import RecordCore
public import RecordJSON

/// Writes records as the web services have them; made once a reply.
///
///     var records = RecordWriter(schema: schema, options: request.options)
///     records.write(record, to: &writer)
///     // {"recordName":"a","recordType":"City","fields":{"name":{"value":"Paris","type":"STRING"}},…
public struct RecordWriter: Sendable {
    /// The address of an asset's content; nil leaves it out.
    public typealias AssetURL = @Sendable (_ asset: Asset, _ holder: RecordID) -> String?
    /// What else is known of a user; nil leaves it out.
    public typealias Names = @Sendable (_ user: String) -> WireUser?

    /// The record types, which say what an empty list holds.
    public let schema: Schema
    /// What was asked of the records.
    public let options: RecordOptions
    /// The user who reads, by record name; among a share's participants he is marked.
    public let reader: String?
    let assetURL: AssetURL?
    let names: Names?

    /// A writer.
    public init(
        schema: Schema = Schema(), options: RecordOptions = RecordOptions(),
        reader: String? = nil, names: Names? = nil, assetURL: AssetURL? = nil
    ) {
        self.schema = schema
        self.options = options
        self.reader = reader
        self.names = names
        self.assetURL = assetURL
    }

    /// Appends a record.
    ///
    /// - Parameter desiredKeys: Its fields that are wanted, where they are not those of the
    ///   options.
    public mutating func write(
        _ record: Record, desiredKeys: [String]? = nil, to writer: inout JSONWriter
    ) {
    }

    /// Appends the entry of a record that is gone.
    public func writeDeleted(_ id: RecordID, type: String? = nil, to writer: inout JSONWriter) {
    }

    /// Appends the entry of a record that something went wrong with.
    public mutating func write(
        _ error: WireError, name: String?, to writer: inout JSONWriter
    ) {
    }
}

/// Writes a reply of records piece by piece.
///
///     var reply = RecordsWriter(records)
///     reply.append(record)
///     if reply.isFull { try await send(reply.take()) }   // every 64 KB
///     reply.finish(marker: marker)
///     try await send(reply.take())
public struct RecordsWriter: Sendable {
    /// Writes each record.
    public var records: RecordWriter
    var writer: JSONWriter

    /// Begins a reply: `{"records":[`.
    public init(_ records: RecordWriter) {
        self.records = records
        writer = JSONWriter()
    }

    /// Appends a record.
    public mutating func append(_ record: Record, desiredKeys: [String]? = nil) {}
    /// Appends the entry of a record that is gone.
    public mutating func append(deleted id: RecordID, type: String? = nil) {}
    /// Appends the entry of a record that something went wrong with.
    public mutating func append(_ error: WireError, name: String?) {}

    /// Whether 64 KB or more wait to be sent.
    public var isFull: Bool { writer.bytes.count >= 65_536 }
    /// What waits to be sent; after this nothing does.
    public mutating func take() -> [UInt8] { [] }

    /// Ends the reply: `],"continuationMarker":"…"}`.
    public mutating func finish(
        marker: String? = nil, token: String? = nil, moreComing: Bool? = nil,
        zone: ZoneID? = nil, cascaded: [RecordID] = []
    ) {
    }
}
