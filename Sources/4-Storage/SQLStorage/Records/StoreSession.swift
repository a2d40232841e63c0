import RecordCore
import SQLLowering

/// One transaction on a store's database: its connection, and the schema as it sees it.
final class StoreSession<Connection: SQLConnection> {
    let connection: Connection
    let statements: StoreStatements
    let dialect: any Dialect
    private(set) var catalogue: Catalogue
    private let memory: StoreCache
    /// What was remembered when the transaction began.
    private let recent: StoreCache.Recent
    private var zonesMark: Int64
    /// The parts of the public database; nil where it is in one piece.
    let buckets: PublicBuckets?
    private let isReading: Bool
    /// Whether only the process that moves the database may write.
    private let isClosed: Bool

    /// Begins to work in a transaction.
    ///
    /// - Parameters:
    ///   - isMoving: Whether a move asks, which writes where others are refused.
    ///   - isTrusting: Whether the marks of the last time are believed to stand, which is known with
    ///     the first answer: it throws ``StaleMarks`` otherwise.
    init(
        _ connection: Connection, statements: StoreStatements, dialect: any Dialect,
        memory: StoreCache, buckets: PublicBuckets?, isReading: Bool, isMoving: Bool = false,
        isTrusting: Bool = false
    ) throws {
        self.connection = connection
        self.statements = statements
        self.dialect = dialect
        self.memory = memory
        self.buckets = buckets
        self.isReading = isReading
        if isTrusting {
            let recent = memory.recent
            if let catalogue = recent.catalogue, recent.zonesMark != 0 {
                try connection.require(statements.versions) { schemaMark, zonesMark in
                    guard schemaMark == catalogue.version, zonesMark == recent.zonesMark else {
                        throw StaleMarks()
                    }
                }
                zonesMark = recent.zonesMark
                isClosed = catalogue.version < 0
                self.recent = recent
                self.catalogue = catalogue
                return
            }
        }
        var marks: (Int64, Int64)?
        try connection.query(statements.versions, { _ in }) { row in
            marks = (row.int(0), row.int(1))
            return false
        }
        guard let (schemaMark, zonesMark) = marks else { throw StoreError(.corrupt) }
        self.zonesMark = zonesMark
        isClosed = schemaMark < 0
        guard isReading || isMoving || !isClosed else { throw StoreError(.moved) }
        let known = memory.catalogue
        if let known, known.version == schemaMark {
            catalogue = known
            recent = memory.recent
        } else {
            catalogue = try Catalogue.load(
                connection, dialect: dialect, version: schemaMark, known: known)
            if let known, known.identity != catalogue.identity { memory.forgetPlaces() }
            recent = memory.recent
            rememberCatalogue()
        }
        if isReading { memory.remember(zonesMark: zonesMark) }
    }

    /// What a writer sees counts only once it is committed.
    private func rememberCatalogue() {
        if isReading {
            memory.remember(catalogue)
        } else {
            connection.afterCommit { [memory, catalogue] in memory.remember(catalogue) }
        }
    }

    /// Whether requests that are done once may be noted where layouts before the seventh had them.
    var hasOldNotes: Bool { memory.hasOldNotes }

    // MARK: Places

    /// The number of a database, or nil when nothing was ever written to it.
    func database(_ key: DatabaseKey) throws -> Int64? {
        if let buckets, key.isPublic { return buckets.first.database }
        if let known = memory.database(key, recent) { return known }
        let found = try connection.first(statements.database) { binder in
            binder.bind(text: key.scope, at: 0)
            binder.bind(text: key.owner, at: 1)
        } _: {
            $0.int(0)
        }
        if isReading, let found { memory.remember(found, for: key) }
        return found
    }

    /// The number of a database, which is made with its default zone when it is not there.
    func makeDatabase(_ key: DatabaseKey) throws -> Int64 {
        try database(key) ?? connection.makeDatabase(key, counter: catalogue.firstCounter)
    }

    /// The counter of a database, and the greatest token of a tombstone that was removed.
    func counters(of database: Int64) throws -> (counter: Int64, purged: Int64) {
        try connection.first(statements.counters, [.int(database)]) {
            ($0.int(0), $0.int(1))
        } ?? (0, 0)
    }

    /// The next value of a database's change counter.
    func nextToken(in database: Int64) throws -> Int64 {
        let token = try connection.first(statements.count) {
            $0.bind(int: database, at: 0)
        } _: {
            $0.int(0)
        }
        guard let token else { throw StoreError(.corrupt, ["database": String(database)]) }
        return token
    }

    /// A living zone of a database, or nil.
    ///
    /// Where databases are spread, only the default zone is remembered, which is never deleted: a
    /// mark that says which zones there are would be written on every server.
    func zone(_ name: String, in database: Int64) throws -> StoredZoneRow? {
        if let first = buckets?.first, first.database == database {
            return name == ZoneID.defaultName ? StoredZoneRow(number: first.zone, born: 0) : nil
        }
        let isLasting = dialect.spread == .none || name == ZoneID.defaultName
        if isLasting, let known = memory.zone(name, in: database, mark: zonesMark, recent) {
            return known
        }
        let found = try connection.first(statements.zone) { binder in
            binder.bind(int: database, at: 0)
            binder.bind(text: name, at: 1)
        } _: {
            StoredZoneRow(number: $0.int(0), born: $0.int(2))
        }
        if isReading, isLasting, let found {
            memory.remember(found, named: name, in: database, mark: zonesMark)
        }
        return found
    }

    /// The greatest token of a deleted zone that was forgotten, which stands with the default zone.
    func forgottenZones(in database: Int64) throws -> Int64 {
        try connection.first(statements.zone) { binder in
            binder.bind(int: database, at: 0)
            binder.bind(text: ZoneID.defaultName, at: 1)
        } _: {
            $0.int(2)
        } ?? 0
    }

    /// What a participant may do in a zone; nil when the user is none.
    func permission(
        of user: String, zone: Int64, in database: Int64
    ) throws -> ParticipantPermission? {
        let text = try connection.first(
            """
            SELECT permission FROM _participants \
            WHERE \(of: database) AND zone = \(zone) AND member = \(user)
            """
        ) { $0.text(0) }
        return text.flatMap(ParticipantPermission.init)
    }

    /// What a user may do in the zones of another owner's database, as the database names them.
    func permissions(
        of user: String, in database: Int64
    ) throws -> [ZoneID: ParticipantPermission] {
        var permissions: [ZoneID: ParticipantPermission] = [:]
        try connection.query(
            """
            SELECT z.name, p.permission FROM _participants p \
            JOIN _zones z ON z.id = p.zone AND z.\(ident: "database") = p.\(ident: "database") \
            AND z.deleted IS NULL \
            WHERE p.\(of: database) AND p.member = \(user)
            """
        ) { row in
            permissions[ZoneID(row.text(0))] = ParticipantPermission(rawValue: row.text(1))
            return true
        }
        return permissions
    }

    /// The private databases in which a user takes or took part, by the names of their owners.
    func sharingDatabases(with user: String) throws -> [(database: Int64, owner: String)] {
        try connection.all(
            """
            SELECT d.id, d.owner FROM _sharing s JOIN _databases d ON d.id = s.\(ident: "database") \
            WHERE s.member = \(user) AND d.scope = 'private' ORDER BY d.owner
            """
        ) { ($0.int(0), $0.text(1)) }
    }

    /// The zones that are shared with a user, by owner and name; each owner's database is asked.
    func sharedZones(with user: String) throws -> [SharedZone] {
        try sharingDatabases(with: user).flatMap { database, owner in
            try connection.all(
                """
                SELECT z.id, z.name, z.token FROM _participants p \
                JOIN _zones z ON z.id = p.zone AND z.\(ident: "database") = p.\(ident: "database") \
                AND z.deleted IS NULL \
                WHERE p.\(of: database) AND p.member = \(user) \
                AND p.permission <> 'none' ORDER BY z.name
                """
            ) { row in
                SharedZone(
                    database: database, number: row.int(0), owner: owner, name: row.text(1),
                    token: row.int(2))
            }
        }
    }

    /// A zone that another user shares with the user that asks.
    struct SharedZone {
        let database: Int64
        let number: Int64
        let owner: String
        let name: String
        let token: Int64
    }

    // MARK: Marks

    /// Has every process read the schema again, this session too.
    func schemaChanged() throws {
        let mark = Int64.random(in: 2...Int64.max) * (isClosed ? -1 : 1)
        try connection.run("UPDATE _versions SET \(ident: "schema") = \(mark) WHERE id = 1")
        catalogue = try Catalogue.load(
            connection, dialect: dialect, version: mark, known: catalogue)
        rememberCatalogue()
    }

    /// Has every process forget which zones there are.
    func zonesChanged() throws {
        guard dialect.spread == .none else { return }
        let mark = Int64.random(in: 2...Int64.max)
        zonesMark = mark
        try connection.run("UPDATE _versions SET zones = \(mark) WHERE id = 1")
    }

    // MARK: Records

    /// The row and the type of a living record.
    func locate(
        _ name: String, zone: Int64, database: Int64
    ) throws -> (row: Int64, entry: Catalogue.Entry)? {
        guard let found = try registered(name, zone: zone, database: database),
            !found.isDeleted, let entry = catalogue.entry(found.type)
        else { return nil }
        return (found.row, entry)
    }

    /// The type whose table most likely has a record of a zone: that of the record read last.
    func likelyType(inZone zone: Int64) -> Catalogue.Entry? {
        memory.type(inZone: zone).flatMap(catalogue.entry)
    }

    func noteType(_ entry: Catalogue.Entry, inZone zone: Int64) {
        memory.remember(type: entry.number, inZone: zone)
    }

    /// What the registry has of a record, or of what is left of it.
    func registered(
        _ name: String, zone: Int64, database: Int64
    ) throws -> (row: Int64, type: Int64, isDeleted: Bool)? {
        // Without `first`, as the marks above: both are asked at each lookup.
        var found: (row: Int64, type: Int64, isDeleted: Bool)?
        try connection.query(statements.record) { binder in
            binder.bind(int: database, at: 0)
            binder.bind(int: zone, at: 1)
            binder.bind(text: name, at: 2)
        } _: { row in
            found = (row.int(0), row.int(1), row.int(2) != 0)
            return false
        }
        return found
    }

    /// What the registry has of records, or of what is left of them, in one go.
    func registered(
        _ keys: [RegistryKey]
    ) throws -> [RegistryKey: (row: Int64, type: Int64, isDeleted: Bool)] {
        var found: [RegistryKey: (row: Int64, type: Int64, isDeleted: Bool)] = [:]
        try connection.queryEach(statements.record, keys) { key, binder in
            binder.bind(int: key.database, at: 0)
            binder.bind(int: key.zone, at: 1)
            binder.bind(text: key.name, at: 2)
        } _: { key, row in
            found[key] = (row.int(0), row.int(1), row.int(2) != 0)
            return true
        }
        return found
    }

    /// Reads the rows of records by a statement of their type, in one go, until `body` returns false.
    func eachRow<Element>(
        _ sql: SQLTemplate, _ elements: [(row: Int64, database: Int64, element: Element)],
        _ body: (Element, Connection.Row) throws -> Bool
    ) throws {
        try connection.queryEach(sql, elements) { element, binder in
            binder.bind(int: element.row, at: 0)
            binder.bind(int: element.database, at: 1)
        } _: {
            try body($0.element, $1)
        }
    }

    /// Enters a record into the registry; gives its row.
    func register(
        _ name: String, type: Int64, token: Int64?, zone: Int64, database: Int64
    ) throws -> Int64 {
        let number = dialect.newRowNumber()
        func bind(_ binder: inout Connection.Binder) {
            binder.bind(int: database, at: 0)
            binder.bind(int: zone, at: 1)
            binder.bind(text: name, at: 2)
            binder.bind(int: type, at: 3)
            binder.bind(int: token, at: 4)
            if let number { binder.bind(int: number, at: 5) }
        }
        guard let number else { return try connection.insert(statements.register, bind) }
        var connection = connection
        try connection.insertRow(statements.registration, bind)
        return number
    }

    /// The record in a row.
    func record(
        in row: Int64, _ reading: Catalogue.RowReading, database: Int64, zone: ZoneID
    ) throws -> Record? {
        try connection.first(reading.byRow) { binder in
            binder.bind(int: row, at: 0)
            binder.bind(int: database, at: 1)
        } _: {
            reading.reader.record(from: $0, zone: zone)
        }
    }
}

extension SQLConnection {
    /// Enters a database with its default zone, where it is not there; gives its number.
    ///
    /// - Parameters:
    ///   - zone: The number of the zone; nil for a new one.
    ///   - counter: Where its change counter begins.
    func makeDatabase(
        _ key: DatabaseKey, zone: Int64? = nil, counter: Int64 = 0
    ) throws -> Int64 {
        let number = try first(
            """
            INSERT INTO _databases (scope, owner) VALUES (\(key.scope), \(key.owner)) \
            ON CONFLICT (scope, owner) DO UPDATE SET scope = excluded.scope RETURNING id
            """
        ) { $0.int(0) }
        guard let number else { throw StoreError(.engine) }
        try run(
            """
            INSERT INTO _counters (\(ident: "database"), counter, purged) \
            VALUES (\(number), \(counter), 0) ON CONFLICT DO NOTHING
            """)
        let (column, value): (SQLText, SQLText) = zone.map { (", id", ", \($0)") } ?? ("", "")
        try run(
            """
            INSERT INTO _zones (\(ident: "database"), name, token, born, deleted\(column)) \
            VALUES (\(number), \(ZoneID.defaultName), 0, 0, NULL\(value)) ON CONFLICT DO NOTHING
            """)
        return number
    }
}

/// The database has other marks than those that were trusted: all is read again.
struct StaleMarks: Error {}

/// Where the registry has a record.
///
/// Not a member of the generic session, so that dictionaries of it are made by the compiler and not
/// by the runtime.
struct RegistryKey: Hashable {
    let name: String
    let zone: Int64
    let database: Int64

    /// Whether both are the same, the name byte by byte, as the database tells records apart.
    static func == (a: RegistryKey, b: RegistryKey) -> Bool {
        a.zone == b.zone && a.database == b.database && a.name.hasSameBytes(as: b.name)
    }
}
