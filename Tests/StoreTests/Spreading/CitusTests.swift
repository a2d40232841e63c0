#if Postgres
import Foundation
import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
import Testing

/// What holds at a Citus cluster only; `Scripts/trial-citus` runs it at one.
@Suite(
    .serialized,
    .enabled(if: StoreUnderTest.spread == "citus", "asked for by QUARRY_TEST_SPREAD"))
struct `Citus cluster` {
    private typealias Store = SQLStore<PostgresDatabase>

    private let schema = "citus_" + UUID().uuidString.prefix(8).lowercased()

    /// Opens the store, with its tables spread or as the database says.
    private func open(_ spread: TableSpread) async throws -> Store {
        var options = PostgresOptions()
        options.schema = schema
        options.spread = spread
        return try await SQLStore(
            try PostgresDatabase(try #require(PostgresServer.shared).url, options: options))
    }

    /// The tables of the store that the cluster does not spread.
    private func plain(_ store: Store) throws -> [String] {
        try store.engine.read { connection in
            try connection.all(
                """
                SELECT CAST(c.relname AS text) FROM pg_catalog.pg_class c \
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                WHERE n.nspname = current_schema() AND c.relkind = 'r' AND NOT EXISTS \
                (SELECT 1 FROM pg_catalog.pg_dist_partition p WHERE p.logicalrelid = c.oid)
                """
            ) { $0.text(0) }
        }
    }

    @Test func `a database that says nothing of its tables is opened as they are`() async throws {
        let first = try await open(.citus)
        _ = try await first.engine.write(first: false) { connection in
            try connection.run("DELETE FROM _meta WHERE key = 'spread'")
        }
        try await first.close()

        let store = try await open(.none)
        try await store.setSchema(SpreadScenario.schema)
        #expect(try plain(store) == [])
        try await store.close()
    }

    @Test func `tables that were made plain are spread with their records`() async throws {
        let first = try await open(.none)
        try await first.setSchema(SpreadScenario.schema)
        try await first.put(Record("Country", RecordID("no"), ["name": "Norway"]))
        #expect(try !plain(first).isEmpty)
        try await first.close()

        let store = try await open(.citus)
        #expect(try plain(store) == [])
        #expect(try await store.record(RecordID("no"))?["name"] == Value.text("Norway"))
        try await store.put(Record("Country", RecordID("se"), ["name": "Sweden"]))
        try await store.close()
    }

    @Test func `tables that all servers had are taken to the coordinator, rows to their databases`()
        async throws
    {
        let first = try await open(.citus)
        try await first.put(Record("N", RecordID("a")), in: .private(user: "_ann"))
        try await first.setServiceData(["notices/_ann": Data([1]), "cursor": Data([2])])
        try await first.engine.write(first: false) { connection in
            for table in StorageTables.ofAllDatabases.sorted() {
                for sql in TableSpread.citus.gather(table) { try connection.run(sql) }
                try connection.run("SELECT create_reference_table('\(ident: table)')")
            }
            try connection.run("DROP TABLE _database_service")
            try connection.run("UPDATE _meta SET value = '6' WHERE key = 'layout'")
        }
        try await first.close()

        let store = try await open(.none)
        let misplaced = try store.engine.read { connection in
            try connection.all(
                """
                SELECT CAST(c.relname AS text) FROM pg_catalog.pg_class c \
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                LEFT JOIN pg_catalog.pg_dist_partition p ON p.logicalrelid = c.oid \
                WHERE n.nspname = current_schema() AND c.relkind = 'r' \
                AND coalesce(CAST(p.repmodel AS text), '') <> 's'
                """
            ) { $0.text(0) }
        }
        #expect(misplaced == [])
        let notices = try await store.serviceData(
            for: "notices/_ann", in: .private(user: "_ann"))
        #expect(notices == Data([1]))
        #expect(try await store.serviceData(prefix: "") == ["cursor": Data([2])])
        try await store.put(Record("N", RecordID("b")), in: .private(user: "_ben"))
        #expect(try await store.record(RecordID("a"), in: .private(user: "_ann")) != nil)
        try await store.close()
    }

    @Test func `a plan names indexes as the schema does, and counts the rows of a worker`()
        async throws
    {
        let store = try await open(.citus)
        try await store.setSchema(SpreadScenario.schema)
        let scope = DatabaseScope.private(user: "_ann")
        for number in 0..<20 {
            try await store.put(
                Record("Country", RecordID("c\(number)"), ["name": .text("x\(number % 4)")]),
                in: scope)
        }
        let query = RecordQuery("Country", where: try QueryPredicate(parsing: "name ==[cd] 'x1'"))
        let plan = try await store.explain(query, in: scope)
        #expect(plan.indexes == ["Country.name (queryable)"], "\(plan.plan)")
        #expect(!plan.scans)
        let count = try store.engine.read { connection in
            try connection.rowsLookedAt(
                by:
                    "SELECT \(ident: "_name") FROM \(ident: "Country") WHERE \(ident: "name") = 'x1'"
            )
        }
        #expect((5...20).contains(count ?? 0), "\(count ?? -1)")
        try await store.close()
    }

    @Test func `a statement that waits at a worker ends in time`() async throws {
        let store = try await open(.citus)
        let key = ServicePlace.private(user: "_ann")
        try await store.setServiceData(["a": Data([1])], in: key)
        let number = try store.engine.read {
            try $0.first("SELECT id FROM _databases WHERE owner = '_ann'") { $0.int(0) }
        }
        let update: SQLText = """
            UPDATE _database_service SET value = value \
            WHERE \(ident: "database") = \(number ?? 0) AND key = 'a'
            """
        let (held, hold) = AsyncStream<Void>.makeStream()
        let mayEnd = DispatchSemaphore(value: 0)
        let holder = Task {
            try await store.engine.write(first: false) { connection in
                try connection.run(update)
                hold.yield()
                mayEnd.wait()
            }
        }
        for await _ in held { break }
        let start = ContinuousClock.now
        let error = await #expect(throws: StoreError.self) {
            try await store.engine.write(first: false) { connection in
                try connection.giveUpOnLocks(after: 0.5)
                try connection.run(update)
            }
        }
        // A statement of this store that waits without an end of its own takes twice as long.
        #expect(ContinuousClock.now - start < .seconds(30), "\(error?.engineMessage ?? "")")
        mayEnd.signal()
        _ = try await holder.value
        try await store.close()
    }

    @Test func `a commit that a worker refuses for others' sake is done again`() async throws {
        let store = try await open(.citus)
        try await store.engine.write(first: false) { connection in
            for sql in PostgresDialect(spread: .citus).createTable(
                "pair", "d BIGINT, k BIGINT, v BIGINT, PRIMARY KEY (d, k)", by: "d", isKeyed: true)
            {
                try connection.run(sql)
            }
            try connection.run("INSERT INTO pair VALUES (1, 1, 1), (1, 2, 1)")
        }
        // Each reads both rows and writes one: of those that overlap, one is refused at its commit.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<10 {
                        try await store.engine.write(first: false) { connection in
                            let sum = try connection.first(
                                "SELECT CAST(sum(v) AS int8) FROM pair WHERE d = 1"
                            ) { $0.int(0) }
                            Thread.sleep(forTimeInterval: 0.005)
                            try connection.run(
                                """
                                UPDATE pair SET v = v + 1 WHERE d = 1 AND k = \(task % 2 + 1) \
                                AND \(sum ?? 0) > 0
                                """)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let sum = try store.engine.read {
            try $0.first("SELECT CAST(sum(v) AS int8) FROM pair WHERE d = 1") { $0.int(0) }
        }
        #expect(sum == 82)
        try await store.close()
    }
}
#endif
