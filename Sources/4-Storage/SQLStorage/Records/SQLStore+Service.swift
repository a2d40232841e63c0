package import Foundation
package import RecordCore
import SQLLowering

/// Where what a service above keeps stands in a database: rows of the whole container, or rows
/// beside the records of one database.
enum ServiceRows: Hashable, Sendable {
    case container
    case database(Int64)

    /// Where rows stand that are spread by a name: in one of some parts, whose numbers no database
    /// has.
    static func named(_ name: String) -> ServiceRows {
        parts[StableHash.part(of: name, among: parts.count)]
    }

    /// Where such rows may stand.
    ///
    /// Their number must not change.
    static let parts: [ServiceRows] = (0..<64).map { .database(-2 - $0) }
}

extension SQLStore {
    /// What a service above keeps in a place, by keys that begin alike and come after one.
    package func serviceData(
        prefix: String, after: String?, limit: Int?, in place: ServicePlace
    ) async throws -> [String: Data] {
        if let limit, limit <= 0 { return [:] }
        return try read { session in
            guard let rows = try session.serviceRows(of: place) else { return [:] }
            // Few enough to look at each that does not come before the first of them.
            let first = after.map { prefix.utf8.lexicographicallyPrecedes($0.utf8) ? $0 : prefix }
            var found: [String: Data] = [:]
            try session.eachService(in: rows, from: first ?? prefix, prefix: prefix) { key, data in
                if let after, key.hasSameBytes(as: after) { return true }
                found[key] = data
                return found.count != limit
            }
            return found
        }
    }

    /// What a service above keeps under a key of a place, or nil.
    package func serviceData(for key: String, in place: ServicePlace) async throws -> Data? {
        try read { session in
            try session.serviceRows(of: place).flatMap { try session.service(key, in: $0) }
        }
    }

    /// Makes changes to what a service above keeps, where what each says it knows still stands.
    ///
    /// Databases that are spread stand on several servers, one of which may be down: then each place
    /// has a transaction of its own, some at the same time.
    package func changeServiceData(
        _ changes: [ServiceChange]
    ) async throws -> [Result<Bool, any Error>] {
        guard dialect.spread != .none, changes.count > 1 else {
            return try await write { session in
                try session.make(changes).map { .success($0) }
            }
        }
        return await withTaskGroup(of: (Int, Result<Bool, any Error>).self) { group in
            var outcomes = [Result<Bool, any Error>](
                repeating: .success(false), count: changes.count)
            for (place, change) in changes.enumerated() {
                if place >= 16, let (done, outcome) = await group.next() {
                    outcomes[done] = outcome
                }
                group.addTask {
                    do {
                        return (place, .success(try await self.write { try $0.make([change])[0] }))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            for await (done, outcome) in group { outcomes[done] = outcome }
            return outcomes
        }
    }

    /// Removes what a service above keeps under keys that begin alike, where `isOld` says so of it.
    package func removeServiceData(
        prefix: String, where isOld: @escaping @Sendable (Data) -> Bool
    ) async throws {
        let databases = try read { try SQLStore.someDatabases($0.connection) }
        var failure: (any Error)?
        for rows in [.container] + ServiceRows.parts + databases.map(ServiceRows.database) {
            do {
                try await removeServiceData(prefix, in: rows, isOld)
            } catch {
                if Task.isCancelled { throw error }
                // The server of one place may be down: the others are swept all the same.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func removeServiceData(
        _ prefix: String, in rows: ServiceRows, _ isOld: (Data) -> Bool
    ) async throws {
        // There may be very many, one for each request of a day.
        var last: String?
        repeat {
            let (old, end) = try oldServiceData(prefix, in: rows, after: last, isOld)
            if !old.isEmpty {
                // What has changed meanwhile is left, with its neighbours, for the next time.
                _ = try await write { session in
                    try session.make([
                        (
                            rows,
                            ServiceChange(old.mapValues { _ in nil }, where: old.mapValues { $0 })
                        )
                    ])
                }
            }
            last = end
        } while last != nil
    }

    /// What is old among the next thousand at most, and the last key where there are more.
    private func oldServiceData(
        _ prefix: String, in rows: ServiceRows, after last: String?, _ isOld: (Data) -> Bool
    ) throws -> (old: [String: Data], last: String?) {
        try read { session in
            var old: [String: Data] = [:]
            var end: String?
            var count = 0
            var isFull = false
            let portion = 1_000
            try session.eachService(
                in: rows, from: last ?? prefix, prefix: prefix, upTo: portion + 1
            ) { key, data in
                if let last, key.hasSameBytes(as: last) { return true }
                // A dictionary takes a canonical equivalent for the same key: it comes with the next.
                isFull = old[key] != nil
                if isFull { return false }
                if isOld(data) { old[key] = data }
                count += 1
                end = key
                isFull = count == portion
                return !isFull
            }
            return (old, isFull ? end : nil)
        }
    }
}

extension StoreSession {
    /// Where the rows of a place stand; nil where nothing was ever written to its database.
    func serviceRows(of place: ServicePlace) throws -> ServiceRows? {
        switch place {
        case .container: .container
        case .named(let name): .named(name)
        case .public: try database(.public).map(ServiceRows.database)
        case .private(let user): try database(.private(user)).map(ServiceRows.database)
        }
    }

    /// Where the rows of a place stand; its database is made where it is not there.
    private func makeServiceRows(of place: ServicePlace) throws -> ServiceRows {
        switch place {
        case .container: .container
        case .named(let name): .named(name)
        case .public: .database(try makeDatabase(.public))
        case .private(let user): .database(try makeDatabase(.private(user)))
        }
    }

    /// Shows what a service above keeps, by key, from one on and while keys begin alike.
    ///
    /// - Parameter limit: How many at most; nil for all.
    func eachService(
        in rows: ServiceRows, from first: String, prefix: String, upTo limit: Int? = nil,
        _ body: (String, Data) throws -> Bool
    ) throws {
        let condition: SQLText =
            switch rows {
            case .container: "_service WHERE"
            case .database(let number):
                "_database_service WHERE \(of: number) AND"
            }
        let page: SQLText = limit.map { " LIMIT \($0)" } ?? ""
        let sql = RenderedSQL(
            "SELECT key, value FROM \(condition) key >= \(first) ORDER BY key\(page)",
            for: dialect, isUnbounded: limit == nil)
        try connection.query(sql) { row in
            let key = row.text(0)
            // By bytes, as they are in order.
            guard key.utf8.starts(with: prefix.utf8) else { return false }
            return try body(key, row.bytes(1))
        }
    }

    /// What a service above keeps under a key.
    func service(_ key: String, in rows: ServiceRows) throws -> Data? {
        try connection.first(statements.service(rows).value) {
            $0.bind(text: key, at: rows.bind(&$0))
        } _: {
            $0.bytes(0)
        }
    }

    /// Makes changes, where what each says it knows still stands.
    fileprivate func make(_ changes: [ServiceChange]) throws -> [Bool] {
        try make(changes.map { (try makeServiceRows(of: $0.place), $0) })
    }

    /// Makes changes of rows, where what each says it knows still stands.
    fileprivate func make(_ changes: [(rows: ServiceRows, change: ServiceChange)]) throws -> [Bool]
    {
        var found = [[String: Data]](repeating: [:], count: changes.count)
        for isContainer in [true, false] {
            var asked: [(place: Int, rows: ServiceRows, key: String)] = []
            for (place, (rows, change)) in changes.enumerated()
            where (rows == .container) == isContainer {
                asked += change.known.keys.sorted().map { (place, rows, $0) }
            }
            guard let first = asked.first?.rows else { continue }
            try connection.queryEach(statements.service(first).value, asked) { asked, binder in
                binder.bind(text: asked.key, at: asked.rows.bind(&binder))
            } _: {
                found[$0.place][$0.key] = $1.bytes(0)
                return true
            }
        }
        let stand = zip(changes, found).map { change, found in
            change.change.known.allSatisfy { found[$0.key] == $0.value }
        }
        var entries: [ServiceRows: [String: Data?]] = [:]
        for ((rows, change), stands) in zip(changes, stand) where stands {
            entries[rows, default: [:]].merge(change.entries) { $1 }
        }
        try keepService(entries)
        return stand
    }

    /// Keeps what a service above gives; a nil removes what there was.
    func keepService(_ entries: [String: Data?], in rows: ServiceRows) throws {
        try keepService([rows: entries])
    }

    /// Keeps what a service above gives; a nil removes what there was.
    ///
    /// In statements of many rows, whose answers are read with the commit's: the notices of a change with
    /// many subscribers cost a remote database a round trip or two.
    private func keepService(_ entries: [ServiceRows: [String: Data?]]) throws {
        var kept: [(rows: ServiceRows, key: String, data: Data)] = []
        var removed: [(rows: ServiceRows, keys: [String])] = []
        // In order, so that two writers of the same keys do not deadlock.
        for (rows, entries) in entries.sorted(by: { $0.key.order < $1.key.order }) {
            var keys: [String] = []
            for (key, data) in entries.sorted(by: { $0.key < $1.key }) {
                if let data { kept.append((rows, key, data)) } else { keys.append(key) }
            }
            removed.append((rows, keys))
        }
        let end = kept.firstIndex { $0.rows != .container } ?? kept.count
        for part in [kept[..<end], kept[end...]] {
            guard let first = part.first?.rows else { continue }
            let statement = statements.service(first).keep
            try each(part, by: statement) { entries, binder in
                for (place, entry) in entries.enumerated() {
                    let start = place * statement.columnCount
                    let next = entry.rows.bind(&binder, at: start)
                    binder.bind(text: entry.key, at: next)
                    binder.bind(bytes: entry.data, at: next + 1)
                }
            }
        }
        for (rows, keys) in removed {
            try each(keys[...], by: statements.service(rows).remove) { keys, binder in
                let first = rows.bind(&binder)
                for (place, key) in keys.enumerated() { binder.bind(text: key, at: first + place) }
            }
        }
    }

    /// Runs a statement of several rows as often as it takes.
    private func each<Element>(
        _ elements: ArraySlice<Element>, by statement: RowInsertion,
        _ bind: (ArraySlice<Element>, inout Connection.Binder) -> Void
    ) throws {
        var rest = elements
        while !rest.isEmpty {
            let size = statement.size(of: rest.count)
            try connection.perform(statement.template(rows: size)) { bind(rest.prefix(size), &$0) }
            rest = rest.dropFirst(size)
        }
    }
}

extension ServiceRows {
    /// Where the rows come among others: the container's first.
    fileprivate var order: Int64 {
        switch self {
        case .container: .min
        case .database(let number): number
        }
    }

    /// Binds the number of the database, where there is one; gives the place behind it.
    fileprivate func bind(_ binder: inout some SQLBinder, at place: Int = 0) -> Int {
        guard case .database(let number) = self else { return place }
        binder.bind(int: number, at: place)
        return place + 1
    }
}
