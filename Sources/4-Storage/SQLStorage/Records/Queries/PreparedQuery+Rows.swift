import RecordCore
import SQLLowering

/// How the rows of a query become records.
extension PreparedQuery {
    /// Runs a statement and shows its records until `body` returns false, which it does at the first
    /// that makes them more than `pageBytes`.
    func run(
        _ sql: RenderedSQL, for query: DatabaseQuery, pageBytes: Int? = nil,
        _ connection: some SQLConnection, _ body: (consuming Record) throws -> Bool
    ) throws {
        guard !isUnsorted else {
            return try runSorting(sql, for: query, pageBytes: pageBytes, connection, body)
        }
        let zones = ZoneNames(query.zones)
        let (names, limit) = (query.names, query.query.limit)
        let isOwn = names.isOwn
        guard let evaluator else {
            try connection.query(sql) { row in
                let zone = zones[row.int(RecordReader.zoneColumn)]
                guard isOwn else {
                    return try body(names.seen(reader.record(from: row, zone: zone)))
                }
                return try body(reader.record(from: row, zone: zone))
            }
            return
        }
        // SQL gave a superset: offset and limit count what the evaluator lets through.
        var passed = 0
        var given = 0
        try connection.query(sql) { row in
            let zone = zones[row.int(RecordReader.zoneColumn)]
            let record = reader.record(from: row, zone: zone)
            guard try evaluator.matches(record) else { return true }
            if passed < query.query.offset {
                passed += 1
                return true
            }
            given += 1
            guard try body(names.seen(trimmed(record))) else { return false }
            return limit.map { given < $0 } ?? true
        }
    }

    /// Runs a statement whose rows the engine cannot put in order, and shows its records in
    /// order until `body` returns false.
    private func runSorting(
        _ sql: RenderedSQL, for query: DatabaseQuery, pageBytes: Int?,
        _ connection: some SQLConnection, _ body: (consuming Record) throws -> Bool
    ) throws {
        let zones = ZoneNames(query.zones)
        var page = PageSorter(
            checked, offset: query.query.offset, most: query.rowTarget, pageBytes: pageBytes
        ) { [lowered] in query.names.seen(lowered.trimmed($0)) }
        try connection.query(sql) { row in
            let zone = zones[row.int(RecordReader.zoneColumn)]
            let record = reader.record(from: row, zone: zone)
            if try evaluator?.matches(record) ?? true { try page.add(record) }
            return true
        }
        for record in try page.page() where try !body(record) { return }
    }
}

extension PreparedQuery {
    /// The numbers of the rows that a path gives, in order, up to the limit of the query, which begins
    /// at its first row.
    func rows(
        _ path: AccessPath, for query: DatabaseQuery, _ connection: some SQLConnection
    ) throws -> [Int64] {
        var rows: [Int64] = []
        guard let evaluator else {
            // Other columns are not read where an index has what is asked.
            let sql: SQLText = """
                SELECT \(SystemColumn.row.sql) FROM (\(path.sql)) AS \(ident: "_listed")
                """
            try connection.query(RenderedSQL(sql, for: dialect, isUnbounded: true)) { row in
                rows.append(row.int(0))
                return true
            }
            return rows
        }
        let zones = ZoneNames(query.zones)
        let sql = RenderedSQL(path.sql, for: dialect, isUnbounded: true)
        try connection.query(sql) { row in
            let zone = zones[row.int(RecordReader.zoneColumn)]
            guard try evaluator.matches(reader.record(from: row, zone: zone)) else { return true }
            rows.append(row.int(RecordReader.rowColumn))
            return query.query.limit.map { rows.count < $0 } ?? true
        }
        return rows
    }
}

/// The zones of a query by their numbers.
struct ZoneNames {
    private let first: StoredZone
    private let others: [Int64: ZoneID]

    init(_ zones: [StoredZone]) {
        first = zones.first ?? StoredZone(number: 0, id: .default)
        others =
            zones.count < 2
            ? [:] : Dictionary(zones.map { ($0.number, $0.id) }, uniquingKeysWith: { $1 })
    }

    subscript(number: Int64) -> ZoneID {
        number == first.number ? first.id : others[number] ?? first.id
    }
}
