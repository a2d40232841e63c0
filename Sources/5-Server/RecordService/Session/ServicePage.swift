package import Foundation

/// Some of the records that a query asks for.
package struct ServicePage: Hashable, Sendable {
    /// The records, in order.
    package var records: [Record]
    /// Where to go on; nil when nothing remains.
    package var cursor: QueryCursor?

    /// Creates a page; without a cursor it is the last one.
    package init(records: [Record], cursor: QueryCursor?) {
        self.records = records
        self.cursor = cursor
    }
}

/// Where a query goes on: opaque bytes that mean the same after a restart.
///
/// A relative offset, not a snapshot: going on runs the query again.
package struct QueryCursor: Hashable, Sendable, Codable {
    /// The cursor's bytes, opaque to clients.
    package let data: Data

    /// A cursor from bytes; whether they are one shows when it is used.
    package init(data: Data) { self.data = data }
}
