import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import TestFiles
import TestKit
import TestTime
import Testing

#if Postgres
import PostgresEngine
#endif

@Suite struct `Layouts` {
    private let folder = TemporaryFolder()

    static let mine = DatabaseScope.private(user: "_ann")
    static let bobs = DatabaseScope.shared(user: "_bob")
    static let zone = ZoneID("Notes")

    static func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }

    #if Postgres
    /// Opens PostgreSQL in a schema of its own, the same each time.
    private static func postgres() throws -> (String) throws -> PostgresDatabase {
        let server = try #require(PostgresServer.shared)
        var options = PostgresOptions()
        options.schema = "layout \(UUID().uuidString)"
        return { [options] _ in try PostgresDatabase(server.url, options: options) }
    }
    #endif

    @Test func `counters and shares of the third layout go on in a file`() async throws {
        try await keepsCountersAndShares { try SQLiteDatabase(path: $0 + "/s.db") }
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `counters and shares of the third layout go on in PostgreSQL`() async throws {
        try await keepsCountersAndShares(Self.postgres())
    }
    #endif

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `others read while an older layout waits for a long read to be brought up to date`()
        async throws
    {
        let open = try Self.postgres()
        let store = try await SQLStore(try open(""))
        try await store.put(Record("N", RecordID("a")))
        try await store.close()
        let (older, newer) = (try open(""), try open(""))
        _ = try await older.write(first: false) { connection in
            for sql in OlderLayout.third { try connection.run(sql) }
        }
        let read = try await LongRead(of: "_databases", in: older)
        defer { read.end() }
        let opening = Task { try await SQLStore(newer) }
        #expect(try await read.isWaitedFor())
        for _ in 0..<3 {
            let numbers = try TimeLimit.$current.withValue(TimeLimit(seconds: 20)) {
                try older.read { try $0.all("SELECT id FROM _databases") { $0.int(0) } }
            }
            #expect(!numbers.isEmpty)
        }
        read.end()
        let opened = try await opening.value
        #expect(try await opened.record(RecordID("a")) != nil)
        try await opened.close()
        try await older.close()
    }
    #endif

    private func keepsCountersAndShares<Engine: SQLEngine>(
        _ open: (String) throws -> Engine
    ) async throws {
        let store = try await SQLStore(try open(folder.path))
        try await store.createZones([Self.zone], in: Self.mine)
        try await store.setParticipants(["_bob": .readOnly], of: Self.zone, in: Self.mine)
        try await store.put(Record("N", Self.id("a")), Record("N", Self.id("b")), in: Self.mine)
        let token = try await store.changes(
            in: Self.zone, of: Self.mine, since: nil, limit: nil, desiredKeys: nil
        ).token
        try await store.close()

        let engine = try open(folder.path)
        _ = try await engine.write(first: false) { connection in
            for sql in OlderLayout.third { try connection.run(sql) }
        }
        try await engine.close()

        let again = try await SQLStore(try open(folder.path))
        let seen = try await again.zones(in: Self.bobs).map(\.id)
        #expect(seen.contains(ZoneID("Notes", owner: "_ann")))
        try await again.put(Record("N", Self.id("c")), in: Self.mine)
        let rest = try await again.changes(
            in: Self.zone, of: Self.mine, since: token, limit: nil, desiredKeys: nil)
        #expect(rest.changed.map(\.id.name) == ["c"])
        try await again.close()
    }

    @Test func `dates of the fifth layout go on in a file, and new ones are exact`() async throws {
        try await keepsDates { try SQLiteDatabase(path: $0 + "/s.db") }
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `dates of the fifth layout go on in PostgreSQL, and new ones are exact`()
        async throws
    {
        try await keepsDates(Self.postgres())
    }
    #endif

    private func keepsDates<Engine: SQLEngine>(
        _ open: (String) throws -> Engine
    ) async throws {
        let whole = Date(microseconds: 800_000_000_123_456)
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000.123_456_7)
        let store = try await SQLStore(try open(folder.path))
        try await store.put(
            Record("N", RecordID("a"), ["due": .date(whole), "all": [.date(whole)]]),
            in: .public)
        try await store.close()

        let engine = try open(folder.path)
        _ = try await engine.write(first: false) { connection in
            try connection.run("ALTER TABLE \(ident: "N") DROP COLUMN \(ident: "due.rest")")
            try connection.run("DROP TABLE _database_service")
            try connection.run("UPDATE _meta SET value = '5' WHERE key = 'layout'")
        }
        try await engine.close()

        let again = try await SQLStore(try open(folder.path))
        let old = try #require(try await again.record(RecordID("a"), in: .public))
        #expect(old["due"].bits == [whole.bits])
        #expect(old["all"].bits == [whole.bits])
        try await again.put(
            Record("N", RecordID("b"), ["due": .date(date), "all": [.date(date), .date(whole)]]),
            in: .public)
        let new = try #require(try await again.record(RecordID("b"), in: .public))
        #expect(new["due"].bits == [date.bits])
        #expect(new["all"].bits == [date.bits, whole.bits])
        try await again.close()
    }

    @Test func `what a service kept of the container is beside its database in a file`()
        async throws
    {
        try await bringsServiceData { try SQLiteDatabase(path: $0 + "/s.db") }
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `what a service kept of the container is beside its database in PostgreSQL`()
        async throws
    {
        try await bringsServiceData(Self.postgres())
    }
    #endif

    private func bringsServiceData<Engine: SQLEngine>(
        _ open: (String) throws -> Engine
    ) async throws {
        let (ann, bob) = (ServicePlace.private(user: "_ann"), ServicePlace.private(user: "_bob"))
        // More rows of one kind than are read at a time.
        var rows = (1_000..<2_200).map { ("notice/_bob\u{1F}\($0)", bob) }
        rows += [
            ("subscription/_ann\u{1F}1\u{1F}s", .public), ("subscription/_ann\u{1F}2\u{1F}s", ann),
            ("subscription/_ann\u{1F}3\u{1F}s", ann), ("clientToken/1\u{1F}_bob\u{1F}d", .public),
            ("clientToken/2\u{1F}_bob\u{1F}d", bob), ("mirrorDevice/_ann\u{1F}Z\u{1F}d", ann),
            ("notices/_bob", bob), ("share/abc", .named("share/abc")),
            ("told/abc", .named("told/abc")), ("cursor", .container), ("notice", .container),
        ]
        let store = try await SQLStore(try open(folder.path))
        try await store.put(Record("N", RecordID("a")), in: Self.mine)
        var once = SaveRequest(saving: [Record("N", RecordID("b"))])
        once.once = "once/1"
        _ = try await store.save(once, in: .public)
        try await store.setServiceData(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.0, Data($0.0.utf8)) }))
        try await store.close()

        let engine = try open(folder.path)
        _ = try await engine.write(first: false) { connection in
            try connection.run(
                """
                INSERT INTO _service (key, value) \
                SELECT key, value FROM _database_service WHERE key = 'once/1'
                """)
            try connection.run("DROP TABLE _database_service")
            try connection.run("UPDATE _meta SET value = '6' WHERE key = 'layout'")
        }
        try await engine.close()

        let again = try await SQLStore(try open(folder.path))
        for (key, place) in rows {
            let data = try await again.serviceData(for: key, in: place)
            #expect(data == Data(key.utf8), "\(key)")
        }
        let rest = try await again.serviceData(prefix: "").keys
        #expect(Set(rest) == ["cursor", "notice", "once/1"])
        let repeated = try await again.save(once, in: .public)
        #expect(repeated.isRepeated)
        try await again.removeServiceData(prefix: "once/") { _ in true }
        #expect(try await again.serviceData(for: "once/1") == nil)
        try await again.close()
    }

    @Test(arguments: StoreUnderTest.available.filter { $0 != .memory })
    func `what was deleted long ago is forgotten when the store is opened`(
        kind: StoreUnderTest
    ) async throws {
        let store = try await kind.open(in: folder.url)
        let yours = DatabaseScope.private(user: "_bob")
        for scope in [Self.mine, yours] {
            try await store.createZones([Self.zone], in: scope)
            try await store.put(Record("N", Self.id("a")), Record("N", Self.id("b")), in: scope)
        }
        func feed(_ store: any RecordStore, _ scope: DatabaseScope, _ token: ChangeToken?)
            async throws -> ZoneChanges
        {
            try await store.changes(
                in: Self.zone, of: scope, since: token, limit: nil, desiredKeys: nil)
        }
        let tokens = [
            try await feed(store, Self.mine, nil).token, try await feed(store, yours, nil).token,
        ]
        _ = try await store.save(SaveRequest(deleting: [Self.id("a")]), in: Self.mine)
        #expect(try await feed(store, Self.mine, tokens[0]).deleted.count == 1)
        try await store.close()

        var limits = StoreLimits()
        limits.tombstoneLifetime = -1
        let again = try await kind.open(in: folder.url, limits: limits)
        // It is done without keeping anybody waiting.
        var code: StoreError.Code?
        _ = try await eventually {
            code = await StoreError.Code.thrown { try await feed(again, Self.mine, tokens[0]) }
            return code != nil
        }
        #expect(code == .changeTokenExpired)
        #expect(try await feed(again, yours, tokens[1]).changed.isEmpty)
        #expect(try await feed(again, Self.mine, nil).changed.map(\.id.name) == ["b"])
        try await again.close()
    }
}

extension Date {
    fileprivate var bits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}

extension Value {
    /// The bits of the dates that the value is or has.
    fileprivate var bits: [UInt64] {
        switch self {
        case .date(let date): [date.bits]
        case .list(let members): members.flatMap(\.bits)
        default: []
        }
    }
}
