import Foundation
import RecordCore
import SQLLowering

/// Goes through a database in the order of ``MoveKey``, some things at a time, in statements that
/// each give many rows.
struct MoveScan<Connection: SQLConnection> {
    let session: StoreSession<Connection>
    /// The last key that is wanted; nil for all.
    let end: MoveKey?
    /// How many things are wanted.
    let limit: Int
    /// How many rows a statement gives at most.
    let portion: Int
    private(set) var items: [MoveItem] = []
    private var isOver = false

    init(
        _ session: StoreSession<Connection>, through end: MoveKey?, limit: Int, portion: Int
    ) {
        self.session = session
        self.end = end
        self.limit = limit
        self.portion = portion
    }

    /// What comes after a key.
    mutating func page(after start: MoveKey?) throws -> MovePage {
        let section = start?.parts.first ?? "d"
        if section == "d" { try databases(after: start) }
        if !isOver, section <= "s" {
            try service(
                after: section == "s" ? start?.parts.last ?? "" : "", MoveKey(["s"]),
                in: .container)
        }
        for (number, rows) in ServiceRows.parts.enumerated() where !isOver {
            let above = MoveKey(["t", (number < 10 ? "0" : "") + String(number)])
            if let start, start.parts.first == "t", start.parts[1] > above.parts[1] { continue }
            let isOpen = start.map(above.contains) ?? false
            try service(after: isOpen ? start?.parts.last ?? "" : "", above, in: rows)
        }
        return MovePage(items: items, isLast: !isOver)
    }

    /// Whether a key is wanted; says that the walk is over where it is not.
    private mutating func wants(_ key: MoveKey) -> Bool {
        if items.count >= limit { isOver = true }
        if let end, key > end { isOver = true }
        return !isOver
    }

    private mutating func take(_ key: MoveKey, _ content: MoveItem.Content) {
        if wants(key) { items.append(MoveItem(key, content)) }
    }

    /// Takes rows in portions, each query going on after the last row of the one before.
    private mutating func portions<Row>(
        _ query: (Self, Row?) throws -> [Row], _ body: (inout Self, Row) throws -> Void
    ) throws {
        var last: Row?
        while !isOver {
            let rows = try query(self, last)
            for row in rows where !isOver { try body(&self, row) }
            last = rows.last
            if rows.count < portion { return }
        }
    }

    // MARK: Databases

    private struct DatabaseRow {
        let number: Int64
        let scope: String
        let owner: String

        var isPublic: Bool { scope == DatabaseKey.public.scope }
    }

    /// Whether a database is one that a move knows: no part of a public database but the first, and
    /// no public database that has nothing, as one in parts has from the start.
    private func isMoved(_ row: DatabaseRow, _ databases: DatabaseNumbers) throws -> Bool {
        guard row.isPublic else { return true }
        guard row.owner.isEmpty else { return false }
        return try ["_records", "_asset_uses", "_database_service"].contains { table in
            let place = databases.contain(SQLText.identifier("database"))
            return try session.connection.hasRow(
                "SELECT 1 FROM \(ident: table) WHERE \(place) LIMIT 1")
        }
    }

    private mutating func databases(after start: MoveKey?) throws {
        // The database in the middle of which the last page ended is looked at again.
        let first = start.map { ($0.parts[1], $0.parts[2]) }
        try portions { (walk: Self, last: DatabaseRow?) in
            var condition: SQLText = ""
            if let last {
                condition = """
                    WHERE scope > \(last.scope) OR (scope = \(last.scope) AND owner > \(last.owner))
                    """
            } else if let (scope, owner) = first {
                condition = "WHERE scope > \(scope) OR (scope = \(scope) AND owner >= \(owner))"
            }
            return try walk.session.connection.all(
                """
                SELECT id, scope, owner FROM _databases \(condition) \
                ORDER BY scope, owner LIMIT \(walk.portion)
                """
            ) {
                DatabaseRow(number: $0.int(0), scope: $0.text(1), owner: $0.text(2))
            }
        } _: { walk, row in
            let key = MoveKey(["d", row.scope, row.owner])
            let parts = row.isPublic ? walk.session.buckets : nil
            let numbers = parts?.databases ?? DatabaseNumbers(row.number)
            guard try walk.isMoved(row, numbers) else { return }
            let isOpen = start.map(key.contains) ?? false
            if !isOpen {
                let (counter, purged) = try walk.session.counters(of: row.number)
                walk.take(key, .database(counter: counter, purged: purged))
            }
            let rest = isOpen ? start : nil
            // Content comes before the zones whose records need it.
            if rest?.parts.count ?? 0 <= 3 || rest?.parts[3] == "" {
                if rest?.parts.count != 5 {
                    try walk.service(
                        after: rest?.parts.count == 6 ? rest?.parts[5] ?? "" : "",
                        MoveKey(key.parts + ["", ""]), in: .database(row.number))
                }
                if walk.isOver { return }
                try walk.assets(
                    of: numbers, key, after: rest?.parts.count == 5 ? rest?.parts[4] ?? "" : "")
            }
            if !walk.isOver { try walk.zones(of: row.number, key, after: rest) }
        }
    }

    private mutating func assets(
        of databases: DatabaseNumbers, _ above: MoveKey, after start: String
    ) throws {
        let place = databases.contain(SQLText.identifier("database"))
        try portions { (walk: Self, last: String?) in
            // Uses with an end belong to uploads, not to records.
            try walk.session.connection.all(
                """
                SELECT DISTINCT checksum FROM _asset_uses \
                WHERE \(place) AND checksum > \(last ?? start) \
                AND until IS NULL ORDER BY checksum LIMIT \(walk.portion)
                """
            ) { $0.text(0) }
        } _: { walk, checksum in
            // Whether it is whole is found out by reading it.
            walk.take(MoveKey(above.parts + ["", checksum]), .asset(isWhole: true))
        }
    }

    private struct ZoneRow {
        let number: Int64
        let name: String
        let token: Int64
        let born: Int64
        let deleted: Int64?
    }

    private mutating func zones(
        of database: Int64, _ above: MoveKey, after start: MoveKey?
    ) throws {
        let first = start.flatMap { $0.parts.count > 3 ? $0.parts[3] : nil }
        try portions { (walk: Self, last: ZoneRow?) in
            let from: SQLText =
                last.map { "name > \($0.name)" } ?? "name >= \(first ?? "")"
            return try walk.session.connection.all(
                """
                SELECT id, name, token, born, deleted FROM _zones \
                WHERE \(of: database) AND \(from) ORDER BY name LIMIT \(walk.portion)
                """
            ) {
                ZoneRow(
                    number: $0.int(0), name: $0.text(1), token: $0.int(2), born: $0.int(3),
                    deleted: $0.isNull(4) ? nil : $0.int(4))
            }
        } _: { walk, row in
            let key = MoveKey(above.parts + [row.name])
            let isOpen = start.map(key.contains) ?? false
            if !isOpen {
                walk.take(
                    key, .zone(token: row.token, born: row.born, deleted: row.deleted))
            }
            let place = MovePlace(
                database: database, zone: row.number, name: row.name, key: key,
                buckets: walk.session.buckets(of: key))
            if !walk.isOver { try walk.contents(of: place, after: isOpen ? start : nil) }
        }
    }

    // MARK: In a zone

    private mutating func contents(of place: MovePlace, after start: MoveKey?) throws {
        let rest = start.map { Array($0.parts.dropFirst(4)) } ?? []
        let section = rest.first ?? "p"
        if section == "p" { try participants(of: place, after: rest.last ?? "") }
        if !isOver, section <= "r" {
            try records(of: place, after: section == "r" ? rest.last ?? "" : "")
        }
        if !isOver { try shares(of: place, after: section == "s" ? rest : []) }
    }

    private mutating func participants(of place: MovePlace, after start: String) throws {
        try portions { (walk: Self, last: (String, String, Int64)?) in
            try walk.session.connection.all(
                """
                SELECT member, permission, token FROM _participants WHERE \(place.sql) \
                AND member > \(last?.0 ?? start) ORDER BY member LIMIT \(walk.portion)
                """
            ) { ($0.text(0), $0.text(1), $0.int(2)) }
        } _: { walk, row in
            walk.take(
                place.key("p", row.0), .participant(permission: row.1, token: row.2))
        }
    }

    private mutating func shares(of place: MovePlace, after start: [String]) throws {
        let first = start.count == 4 ? (Int64(start[1]) ?? 0, start[2], start[3]) : (-1, "", "")
        typealias Line = (
            kind: Int64, name: String, share: String, type: String, present: Int64, token: Int64
        )
        try portions { (walk: Self, last: Line?) in
            let (kind, name, share) = last.map { ($0.kind, $0.name, $0.share) } ?? first
            return try walk.session.connection.all(
                """
                SELECT kind, name, share, type, present, token FROM _shares WHERE \(place.sql) \
                AND (kind > \(kind) OR (kind = \(kind) AND (name > \(name) \
                OR (name = \(name) AND share > \(share))))) \
                ORDER BY kind, name, share LIMIT \(walk.portion)
                """
            ) { ($0.int(0), $0.text(1), $0.text(2), $0.text(3), $0.int(4), $0.int(5)) as Line }
        } _: { walk, row in
            walk.take(
                place.key("s", String(row.kind), row.name, row.share),
                .share(type: row.type, isPresent: row.present != 0, token: row.token))
        }
    }

    // MARK: Records

    private mutating func records(of place: MovePlace, after start: String) throws {
        var last = start
        while !isOver {
            let rows = try MoveRegistryRow.all(in: place, after: last, portion, session.connection)
            // Only what is wanted is read.
            var wanted: [MoveRegistryRow] = []
            for row in rows {
                guard items.count + wanted.count < limit,
                    end.map({ place.key("r", row.name) <= $0 }) ?? true
                else {
                    isOver = true
                    break
                }
                wanted.append(row)
            }
            let records = try records(of: wanted, in: place)
            for row in wanted {
                let type = session.catalogue.entry(row.type)?.layout.type.name ?? ""
                items.append(
                    MoveItem(
                        place.key("r", row.name),
                        .record(
                            type: type, token: row.token, deleted: row.deleted,
                            records[row.number])))
            }
            guard let end = rows.last, rows.count == portion else { return }
            last = end.name
        }
    }

    /// The living records of some rows, by row; one statement for each type.
    private func records(
        of rows: [MoveRegistryRow], in place: MovePlace
    ) throws -> [Int64: Record] {
        var found: [Int64: Record] = [:]
        let living = Dictionary(grouping: rows.filter { $0.deleted == nil }) {
            MoveRegistryRow.Group(type: $0.type, database: place.holding($0.name).database)
        }
        for (group, rows) in living {
            guard let entry = session.catalogue.entry(group.type) else { continue }
            let reader = entry.whole.reader
            let numbers = rows.map { "\($0.number)" as SQLText }.joined(", ")
            try session.connection.query(
                """
                SELECT \(reader.selection) FROM \(ident: entry.layout.table) \
                WHERE \(SystemColumn.database.sql) = \(group.database) \
                AND \(SystemColumn.row.sql) IN (\(numbers))
                """
            ) { row in
                found[row.int(RecordReader.rowColumn)] = reader.record(
                    from: row, zone: ZoneID(place.name))
                return true
            }
        }
        return found
    }

    // MARK: Beside records

    private mutating func service(
        after start: String, _ above: MoveKey, in rows: ServiceRows
    ) throws {
        try portions { (walk: Self, last: (String, Data)?) in
            let start = last?.0 ?? start
            var found: [(String, Data)] = []
            try walk.session.eachService(
                in: rows, from: start, prefix: "", upTo: walk.portion + 1
            ) {
                if !$0.hasSameBytes(as: start) { found.append(($0, $1)) }
                return found.count < walk.portion
            }
            return found
        } _: { walk, row in
            walk.take(MoveKey(above.parts + [row.0]), .service(row.1))
        }
    }
}

extension StoreSession {
    /// The parts of the database that a key is of; nil where it is in one piece.
    func buckets(of key: MoveKey) -> PublicBuckets? {
        key.parts[1] == DatabaseKey.public.scope ? buckets : nil
    }
}

/// A zone as a move finds it.
struct MovePlace {
    let database: Int64
    let zone: Int64
    let name: String
    /// The key of the zone.
    let key: MoveKey
    /// The parts in which the zone's records are; nil where it is in one piece.
    var buckets: PublicBuckets?

    /// The zone, as a condition.
    var sql: SQLText {
        guard let buckets else { return "\(of: database) AND zone = \(zone)" }
        let zones = buckets.zones.map { "\($0.number)" as SQLText }.joined(", ")
        let place = buckets.databases.contain(SQLText.identifier("database"))
        return "\(place) AND zone IN (\(zones))"
    }

    /// Where a record of the zone stands.
    func holding(_ name: String) -> MovePlace {
        guard let bucket = buckets?.bucket(of: name) else { return self }
        return MovePlace(
            database: bucket.database, zone: bucket.zone, name: self.name, key: key)
    }

    /// A key below the zone's.
    func key(_ parts: String...) -> MoveKey { MoveKey(key.parts + parts) }
}

/// A row of the registry of records.
struct MoveRegistryRow {
    let number: Int64
    let name: String
    let type: Int64
    let token: Int64?
    let deleted: Int64?

    /// The rows that one statement reads.
    struct Group: Hashable {
        let type: Int64
        let database: Int64
    }

    /// Some rows of a zone, by name.
    static func all(
        in place: MovePlace, after name: String, _ limit: Int, _ connection: some SQLConnection
    ) throws -> [MoveRegistryRow] {
        try connection.all(
            """
            SELECT \(ident: "row"), name, type, token, deleted FROM _records \
            WHERE \(place.sql) AND name > \(name) ORDER BY name LIMIT \(limit)
            """
        ) {
            MoveRegistryRow(
                number: $0.int(0), name: $0.text(1), type: $0.int(2),
                token: $0.isNull(3) ? nil : $0.int(3), deleted: $0.isNull(4) ? nil : $0.int(4))
        }
    }
}
