import RecordCore
import SQLLowering
import Synchronization

/// The rows of queries that are read page by page, in the order of the query.
///
/// A cursor counts the records before its page (``RecordQuery/offset``), so the engine finds them again
/// for each page, and sorts them where no index has the order. As long as nothing is committed, the rows
/// are the same: they are listed once, and the pages that follow look up their own.
final class QueryRows: Sendable {
    /// The rows of one query.
    struct List: Sendable {
        /// The mark of the database when the rows were listed, see ``SQLEngine/commitMark()``.
        let mark: UInt64
        /// The numbers of the first rows; none after the first page.
        var rows: [Int64] = []
        /// Whether the query has no other rows.
        var isComplete = false
    }

    private struct State {
        var lists: [DatabaseQuery: List] = [:]
        /// The queries in the order of their last use.
        var order: [DatabaseQuery] = []
        var rows = 0

        mutating func remove(_ key: DatabaseQuery) {
            rows -= lists.removeValue(forKey: key)?.rows.count ?? 0
            order.removeAll { $0 == key }
        }

        /// Makes a query the one that was used last.
        mutating func use(_ key: DatabaseQuery) {
            order.removeAll { $0 == key }
            order.append(key)
        }
    }

    /// How many rows are listed at most, of one query and of all: eight bytes each.
    static let capacity = 100_000
    private static let mostRows = 200_000
    private static let mostQueries = 64

    private let state = Mutex(State())

    /// The query whatever its page; nil for one whose rows are not listed.
    static func key(_ query: DatabaseQuery) -> DatabaseQuery? {
        guard query.databases.isOne, QueryCache.isPlain(query.query.predicate) else { return nil }
        var key = query
        key.query.limit = nil
        key.query.offset = 0
        key.query.desiredKeys = nil
        return key
    }

    /// What is known of a query as long as a mark stands; nil where no page was read since.
    func list(_ key: DatabaseQuery, mark: UInt64) -> List? {
        state.withLock { state in
            guard let list = state.lists[key], list.mark == mark else { return nil }
            state.use(key)
            return list
        }
    }

    /// Notes that a page was read, unless more is known.
    func notePage(_ key: DatabaseQuery, mark: UInt64) {
        let isKnown = state.withLock { $0.lists[key]?.mark == mark }
        if !isKnown { keep(List(mark: mark), of: key) }
    }

    /// Keeps the rows of a query; those that were used longest ago go where there are too many.
    func keep(_ list: List, of key: DatabaseQuery) {
        state.withLock { state in
            // Something was committed since the others were listed.
            if state.lists.first?.value.mark != list.mark { state = State() }
            state.remove(key)
            state.lists[key] = list
            state.order.append(key)
            state.rows += list.rows.count
            while state.order.count > QueryRows.mostQueries || state.rows > QueryRows.mostRows,
                state.order.count > 1
            {
                let oldest = state.order.removeFirst()
                state.rows -= state.lists.removeValue(forKey: oldest)?.rows.count ?? 0
            }
            // A query with a number that is none (NaN) does not equal itself, and is not found.
            if state.lists.count != state.order.count { state = State() }
        }
    }

    /// Forgets a query whose last page was read.
    func remove(_ key: DatabaseQuery) { state.withLock { $0.remove(key) } }
}

extension SQLStore {
    /// A page behind the first, by the rows that the query was found to have; nil where the engine
    /// has to find them: something was committed since the page before, or the page is too far behind.
    ///
    /// - Parameters:
    ///   - query: The query, whose limit is one record more than the page has.
    ///   - page: The page to fill.
    ///   - mark: The mark of the database before the read began.
    func listedPage(
        _ query: DatabaseQuery, filling page: OpenPage, mark: UInt64, _ session: Session
    ) throws -> OpenPage? {
        let offset = query.query.offset
        guard offset > 0, let end = query.rowTarget, end <= QueryRows.capacity,
            let key = QueryRows.key(query), var list = rowLists.list(key, mark: mark),
            let entry = session.catalogue.entries[query.query.type]
        else { return nil }
        if !list.isComplete, list.rows.count < end {
            // Twice as many each time: no page costs more than twice what it would without a list, and all
            // lists together twice the last one.
            let most = min(end * 2, QueryRows.capacity)
            guard let rows = try rows(of: query, upTo: most, session) else { return nil }
            list.rows = rows
            list.isComplete = rows.count < most
            guard engine.commitMark() == mark else { return nil }
            rowLists.keep(list, of: key)
        }
        var page = page
        let reading = entry.reading(query.query.desiredKeys.map(Set.init), session.dialect)
        let zones = ZoneNames(query.zones)
        let rows = list.rows
        for index in min(offset, rows.count)..<min(end, rows.count) {
            var isFull = false
            try session.connection.query(reading.byRow) { binder in
                binder.bind(int: rows[index], at: 0)
                binder.bind(int: query.databases.first, at: 1)
            } _: { row in
                let zone = zones[row.int(RecordReader.zoneColumn)]
                let record = reading.reader.record(from: row, zone: zone)
                isFull = !page.takes(query.names.seen(record))
                return false
            }
            if isFull { break }
        }
        // The rows are those of the moment that was read, as nothing was committed in between.
        guard engine.commitMark() == mark else { return nil }
        return page
    }

    /// Notes that a page of a query was read, so that the next one may list its rows; forgets them after
    /// the last.
    func noteRows(of query: DatabaseQuery, hasMore: Bool) {
        guard let mark = engine.commitMark(), let key = QueryRows.key(query) else { return }
        if hasMore { rowLists.notePage(key, mark: mark) } else { rowLists.remove(key) }
    }

    /// The first rows of a query in order; nil where the engine has no such order.
    private func rows(
        of query: DatabaseQuery, upTo most: Int, _ session: Session
    ) throws -> [Int64]? {
        var listing = query
        listing.query.limit = most
        listing.query.offset = 0
        listing.query.desiredKeys = []
        let prepared = try prepare(listing, session)
        guard !prepared.isUnsorted else { return nil }
        try noteUse(of: prepared, type: query.query.type, session)
        let execution = try prepared.choose(session.connection, rowTarget: most) { sql in
            var count = 0
            try prepared.run(sql, for: listing, session.connection) { _ in
                count += 1
                return true
            }
            return count == most ? nil : count
        }
        return try prepared.rows(execution.path, for: listing, session.connection)
    }
}
