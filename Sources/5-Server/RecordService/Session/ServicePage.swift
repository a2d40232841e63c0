public import Foundation

/// Some of the records that a query asks for.
public struct ServicePage: Hashable, Sendable {
    /// The records, in order.
    public var records: [Record]
    /// Where to go on; nil when nothing remains.
    public var cursor: QueryCursor?

    /// Creates a page; without a cursor it is the last one.
    public init(records: [Record], cursor: QueryCursor?) {
        self.records = records
        self.cursor = cursor
    }
}

/// Where a query goes on: opaque bytes that mean the same after a restart.
///
/// A relative offset, not a snapshot: going on runs the query again.
public struct QueryCursor: Hashable, Sendable, Codable {
    /// The cursor's bytes, opaque to clients.
    public let data: Data

    /// A cursor from bytes; whether they are one shows when it is used.
    public init(data: Data) { self.data = data }
}
