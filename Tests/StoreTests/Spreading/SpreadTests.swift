#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
import TestTime
import Testing

/// The rules by which a store can be spread over many servers, read off PostgreSQL's catalogue
/// and off the statements that it is sent.
@Suite(.serialized, .enabled(if: PostgresServer.shared != nil)) struct `Spreading` {
    /// Statistics that come when they come would change plans from run to run.
    static let server = Result {
        try PostgresServer(settings: ["autovacuum=off", "jit=off"])
    }

    /// A store in a database of its own whose locale puts letters in the order of a dictionary.
    static func withStore(
        _ watch: StatementWatch, spread: TableSpread = .none, buckets: Int = 1,
        settings: String = "",
        _ body: (SQLStore<PostgresDatabase>) async throws -> Void
    ) async throws {
        let server = try server.get()
        let name = "d" + UUID().uuidString.replacing("-", with: "").lowercased()
        let making = try PostgresPipeline(server.url, options: PostgresOptions())
        try making.execute(
            """
            CREATE DATABASE \(name) TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de'
            """)
        making.close()
        var options = PostgresOptions()
        options.spread = spread
        // One writer: what is done in the background is done in its turn.
        options.writers = 1
        let database = try PostgresDatabase(
            server.url.replacing("/postgres?", with: "/\(name)?") + settings,
            options: options, observer: watch.observer)
        let store = try await SQLStore(database, buckets: buckets)
        try await body(store)
        try await store.close()
    }

    // MARK: What the database remembers

    @Test func `a database spreads its tables as it was made, by any program`() async throws {
        let server = try Self.server.get()
        var options = PostgresOptions()
        options.schema = "spread_" + UUID().uuidString.prefix(8).lowercased()
        func open(_ spread: TableSpread) async throws -> SQLStore<PostgresDatabase> {
            options.spread = spread
            return try await SQLStore(try PostgresDatabase(server.url, options: options))
        }
        try await open(.partitions(4)).close()

        let store = try await open(.none)
        try await store.setSchema(SpreadScenario.schema)
        let parts = try store.engine.read { connection in
            try connection.first(
                """
                SELECT count(*) FROM pg_inherits \
                WHERE inhparent = to_regclass(quote_ident(current_schema()) || '."City"')
                """
            ) { $0.int(0) }
        }
        try await store.close()
        #expect(parts == 4)

        let error = await #expect(throws: StoreError.self) { try await open(.citus) }
        #expect(error?.context["expected"] == "spread=partitions=4")
    }

    // MARK: The catalogue

    @Test func `the database comes first in every key, and nothing else stands in the way`()
        async throws
    {
        try await Self.withStore(StatementWatch(plans: false)) { store async throws in
            try await store.setSchema(SpreadScenario.schema)
            try store.engine.read { connection in
                try Self.checkCatalogue(connection)
            }
        }
    }

    private static func checkCatalogue(_ connection: PostgresConnection) throws {
        let ofAll = StorageTables.ofAllDatabases
        let keys: Set<String> = ["database", "_database"]
        let here: SQLText = "n.nspname = current_schema()"
        let from: SQLText = """
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            """
        // Every table is in one of the two lists.
        let columns = try connection.all(
            """
            SELECT c.relname, a.attname, t.typname, coalesce(l.collname, ''), \
            a.attidentity::text, a.attgenerated::text \(from) \
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 \
            AND NOT a.attisdropped JOIN pg_catalog.pg_type t ON t.oid = a.atttypid \
            LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation \
            WHERE c.relkind IN ('r', 'p') AND \(here)
            """
        ) { row in (0..<6).map { row.text($0) } }
        let tables = Set(columns.map { $0[0] })
        #expect(tables.isSuperset(of: ["_records", "City", "City.allstring"]), "\(tables)")
        for table in tables where !ofAll.contains(table) {
            #expect(columns.contains { $0[0] == table && keys.contains($0[1]) }, "\(table)")
        }
        for column in columns {
            // Whole numbers for times, too; text by its bytes.
            #expect(["int8", "text", "float8", "bytea"].contains(column[2]), "\(column)")
            #expect(column[2] != "text" || column[3] == "C", "\(column)")
            #expect(column[4].isEmpty && column[5].isEmpty, "\(column)")
        }

        let indexes = try connection.all(
            """
            SELECT c.relname, i.relname, m.amname, (SELECT string_agg(a.attname, ',' ORDER BY k.n) \
            FROM unnest(x.indkey::int2[]) WITH ORDINALITY k (number, n) \
            LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid \
            AND a.attnum = k.number AND k.number > 0), \
            CAST(x.indisunique AS int)::bigint \(from) \
            JOIN pg_catalog.pg_index x ON x.indrelid = c.oid \
            JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid \
            JOIN pg_catalog.pg_am m ON m.oid = i.relam WHERE \(here)
            """
        ) { ($0.text(0), $0.text(1), $0.text(2), $0.text(3), $0.int(4) != 0) }
        #expect(indexes.count > 30)
        for (table, name, method, list, isUnique) in indexes {
            #expect(method == "btree", "\(name)")
            guard !ofAll.contains(table) else { continue }
            let columns = list.split(separator: ",").map(String.init)
            #expect(keys.contains(columns[0]), "\(name) begins with \(columns[0])")
            guard tables.contains(table), table.first != "_" else { continue }
            let next = columns.dropFirst().first
            #expect(next == "_zone" || (isUnique && next == "_row"), "\(name): \(columns)")
        }

        // PostgreSQL 18 has a constraint, n, for each column that is NOT NULL.
        let constraints = try connection.all(
            """
            SELECT o.conname \(from) JOIN pg_catalog.pg_constraint o ON o.conrelid = c.oid \
            WHERE \(here) AND (o.condeferrable OR o.contype NOT IN ('p', 'u', 'n'))
            """
        ) { $0.text(0) }
        #expect(constraints.isEmpty, "\(constraints)")
        let others = try connection.all(
            """
            SELECT c.relname \(from) WHERE \(here) AND (c.relkind IN ('S', 'v', 'm', 'f') \
            OR EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid))
            """
        ) { $0.text(0) }
        #expect(others.isEmpty, "sequences, views or triggers")
        let functions = try connection.all(
            """
            SELECT p.proname FROM pg_catalog.pg_proc p \
            JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE \(here)
            """
        ) { $0.text(0) }
        #expect(functions.isEmpty)
    }

    @Test func `text is in the order of its bytes, whatever the locale`() async throws {
        try await Self.withStore(StatementWatch(plans: false)) { store async throws in
            let names = ["a", "B", "ä", "Z", "b", "É", "z", "_"]
            let fields = [Field("t", .single(.string), [.queryable, .sortable])]
            try await store.setSchema(RecordSchema(types: [RecordType("N", fields: fields)]))
            for (number, name) in names.enumerated() {
                try await store.put(Record("N", RecordID("r\(number)"), ["t": .text(name)]))
            }
            let sorted = names.sorted {
                $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
            }
            let query = RecordQuery("N", orderedBy: [Ordering("t")])
            let found = try await store.fetch(query, in: .public).records.map { $0["t"] }
            #expect(found == sorted.map { .text($0) })
            let upper = RecordQuery("N", where: try QueryPredicate(parsing: "t < 'a'"))
            #expect(try await store.count(upper, in: .public) == 3)
        }
    }

    // MARK: Statements

    @Test func `every statement says of which database it is`() async throws {
        let watch = StatementWatch(plans: false)
        try await Self.withStore(watch) { store async throws in
            try await SpreadScenario(store: store, step: watch.step).run()
        }
        var lines: Set<String> = []
        for seen in watch.seen where StatementWatch.isData(seen.text) {
            let shape = StatementShape(seen.text)
            guard !shape.tables.contains(where: { $0.hasPrefix("pg_") }) else { continue }
            #expect(!shape.tables.isEmpty, "\(seen.text)")
            if shape.spread.isEmpty {
                lines.insert("(of all databases) \(seen.text)")
                continue
            }
            #expect(shape.keyed >= shape.spread.count, "\(seen.step): \(seen.text)")
            lines.insert("(by $\(shape.key ?? 0)) \(seen.text)")
        }
        #expect(lines.count > 100)
        // What a Citus coordinator is sent: each goes to the shards of one database, by the
        // parameter that is named, or to tables of which every server has all.
        let text = lines.sorted().joined(separator: "\n") + "\n"
        #expect(try KeptText.of("Statements.txt", now: text) == text)
    }

    @Test func `a transaction writes in one database, and changes no table beside`()
        async throws
    {
        let watch = StatementWatch(plans: false)
        try await Self.withStore(watch) { store async throws in
            try await SpreadScenario(store: store, step: watch.step).run()
        }
        var transactions: [[StatementWatch.Seen]] = []
        var open: [ObjectIdentifier: [StatementWatch.Seen]] = [:]
        for seen in watch.seen {
            if seen.text.hasPrefix("BEGIN") { open[seen.connection] = [] }
            open[seen.connection]?.append(seen)
            if seen.text == "COMMIT", let all = open.removeValue(forKey: seen.connection) {
                transactions.append(all)
            }
        }
        #expect(transactions.count > 40)
        var forbidden = 0
        for transaction in transactions {
            let steps = transaction.filter { Self.isDefinition($0.text) }
            var written: Set<Int64> = []
            for seen in transaction where StatementWatch.isData(seen.text) {
                let shape = StatementShape(seen.text)
                guard shape.isWrite, !shape.spread.isEmpty, let key = shape.key else {
                    continue
                }
                if let database = seen.integers[key] { written.insert(database) }
            }
            if steps.isEmpty { #expect(written.count <= 1, "\(transaction[0].step)") }
            // Tables change in transactions of their own; what a change of the schema removes
            // or fills in goes with it.
            let isSchema = ["opening", "schema", "index a field", "drop a type"]
                .contains(transaction[0].step)
            if !isSchema, !steps.isEmpty { #expect(written.isEmpty, "\(transaction[0].step)") }
            for seen in transaction {
                let words = [
                    "LOCK TABLE", "MERGE ", "advisory", "nextval", "CREATE TRIGGER",
                    "CREATE SEQUENCE", "REFERENCES ", "DEFERRABLE", "USING gist", "USING gin",
                    "GENERATED ",
                ]
                forbidden += words.count { seen.text.contains($0) }
            }
        }
        #expect(forbidden == 0)

        // A writer of a private database takes its counter before it reads anything there; a writer
        // of the public database takes none.
        func first(_ step: String) -> [[String]] {
            transactions.filter { all in
                all[0].step == step && all.contains { StatementShape($0.text).isWrite }
            }.map { all in
                all.map(\.text).filter {
                    StatementWatch.isData($0) && !StatementShape($0).spread.isEmpty
                }
            }
        }
        let own = first("save what is there").filter { !$0.isEmpty }
        #expect(own.count == 8)
        for texts in own {
            #expect(texts[0].hasPrefix("UPDATE _counters SET counter = counter + 1"))
        }
        let common = first("save in the public database").filter { !$0.isEmpty }
        #expect(!common.isEmpty)
        for texts in common { #expect(!texts.contains { $0.hasPrefix("UPDATE _counters") }) }
    }

    @Test func `a record of a public database in parts costs one of them, a query one statement`()
        async throws
    {
        let watch = StatementWatch(plans: false)
        try await Self.withStore(watch, spread: .partitions(4), buckets: 4) { store async throws in
            try await store.setSchema(SpreadScenario.schema)
            // What is looked after when a store is opened, a database after the other.
            let isDone = try await eventually {
                ["SELECT max(token) FROM _records", "FROM _asset_uses"].allSatisfy { part in
                    watch.seen.count { $0.text.contains(part) } >= 4
                }
            }
            #expect(isDone)
            for number in 0..<20 {
                watch.step("save \(number)")
                try await store.put(Record("Country", RecordID("c\(number)"), ["name": "x"]))
            }
            for number in 0..<20 {
                watch.step("get \(number)")
                _ = try await store.record(RecordID("c\(number)"))
            }
            watch.step("query")
            let query = RecordQuery(
                "Country", where: try QueryPredicate(parsing: "name == 'x'"), limit: 3)
            #expect(try await store.fetch(query, in: .public).records.count == 3)
            watch.step("page")
            let page = RecordQuery("Country", orderedBy: [Ordering("name")], limit: 3)
            #expect(try await store.fetch(page, in: .public).records.count == 3)
        }
        // Rows are counted meanwhile, of all databases, for the index that the query asks for.
        let data = watch.seen.filter {
            StatementWatch.isData($0.text) && !$0.text.hasPrefix("SELECT count(*)")
        }
        var all: Set<Int64> = []
        for step in (0..<20).flatMap({ ["save \($0)", "get \($0)"] }) {
            var databases: Set<Int64> = []
            for seen in data where seen.step == step {
                let shape = StatementShape(seen.text)
                guard !shape.spread.isEmpty else { continue }
                let number = shape.key.flatMap { seen.integers[$0] }
                databases.insert(try #require(number, "\(seen.text)"))
            }
            #expect(databases.count == 1, "\(step): \(databases)")
            all.formUnion(databases)
        }
        #expect(all.count == 4)
        let queries = data.filter { $0.step == "query" && !StatementShape($0.text).spread.isEmpty }
        #expect(queries.count == 1)
        let numbers = try #require(
            queries.first?.text.firstMatch(of: #/"_database" IN \(([^)]*)\)/#))
        #expect(Set(numbers.1.split(separator: ", ").compactMap { Int64($0) }) == all)
        #expect(queries.first?.text.contains(" LIMIT ") == true)
        // A page of all is the pages of all parts, put together.
        let pages = data.filter { $0.step == "page" && !StatementShape($0.text).spread.isEmpty }
        #expect(pages.count == 1)
        #expect(pages.first?.text.components(separatedBy: " LIMIT ").count == 3)
    }

    private static func isDefinition(_ text: String) -> Bool {
        ["CREATE", "ALTER", "DROP"].contains { text.hasPrefix($0) }
    }

    // MARK: Plans

    @Test func `every statement touches one partition of each table`() async throws {
        var text = try await Self.partitionedPlans()
        // Newer versions choose other plans; that each touches one partition was looked at above.
        guard try Self.version().hasPrefix("15.") else { return }
        // The costs of two plans may lie so close together that dead rows decide, which a server
        // cleans up when it comes to it: a change of ours shows in every attempt.
        for _ in 0..<2 where try KeptText.of("Partitioned.txt", now: text) != text {
            print(try KeptText.difference("Partitioned.txt", to: text))
            text = try await Self.partitionedPlans()
        }
        let difference = try KeptText.difference("Partitioned.txt", to: text)
        #expect(difference.isEmpty, "\(difference)")
    }

    /// The version of PostgreSQL, such as `15.18 (Debian 15.18-0+deb12u1)`.
    private static func version() throws -> String {
        let connection = try PostgresPipeline(server.get().url, options: PostgresOptions())
        defer { connection.close() }
        return connection.parameter("server_version") ?? ""
    }

    /// What the scenario sends to tables with partitions, and the plan of each, by step.
    private static func partitionedPlans() async throws -> String {
        let watch = StatementWatch(plans: true)
        // No table is large enough here to be worth an index.
        let settings = "&options=-cenable_seqscan%3Doff%20-cplan_cache_mode%3Dforce_custom_plan"
        try await withStore(watch, spread: .partitions(4), settings: settings) {
            store async throws in
            // Numbers of databases that are the same in every run, in partitions that are not
            // all the same.
            try await store.engine.write(first: false) { connection in
                for (number, scope, owner) in [(1, "public", ""), (2, "private", "_ann")] {
                    try connection.run(
                        "INSERT INTO _databases (id, scope, owner) VALUES (\(number), \(scope), \(owner))"
                    )
                    try connection.run(
                        "INSERT INTO _counters (\(ident: "database"), counter, purged) VALUES (\(number), 0, 0)"
                    )
                    try connection.run(
                        """
                        INSERT INTO _zones (\(ident: "database"), name, token, born) \
                        VALUES (\(number), '_defaultZone', 0, 0)
                        """)
                }
            }
            try await SpreadScenario(store: store, step: watch.step).run()
        }
        var steps: [(name: String, entries: [String])] = []
        var told: Set<String> = []
        for seen in watch.seen where !seen.plan.isEmpty {
            let shape = StatementShape(seen.text)
            guard !shape.spread.isEmpty else { continue }
            var partitions: [String: Set<Int>] = [:]
            for line in seen.plan {
                for match in line.matches(of: #/ on "(.+?) p(\d+)"/#) {
                    partitions[String(match.1), default: []].insert(Int(match.2) ?? -1)
                }
            }
            // Where a row goes that is inserted says the value of its key.
            if !seen.text.hasPrefix("INSERT") {
                #expect(
                    Set(partitions.keys) == Set(shape.spread),
                    "\(seen.text)\n\(seen.plan.joined(separator: "\n"))")
            }
            for (table, numbers) in partitions {
                #expect(numbers.count == 1, "\(table): \(seen.text)")
            }
            // Neither which partition nor which values matters.
            let plan = seen.plan.map {
                $0.replacing(#/ p\d+(_|")/#) { " p…\($0.1)" }
                    .replacing(#/'(?:[^']|'')*'::[a-z ]+(?:\[\])?/#, with: "…")
            }
            let entry = "\(seen.text)\n" + plan.map { "    \($0)\n" }.joined() + "\n"
            guard told.insert(entry).inserted else { continue }
            if steps.last?.name != seen.step { steps.append((seen.step, [])) }
            steps[steps.count - 1].entries.append(entry)
        }
        // The order within a step is not said: types are gone through as they come.
        let text = steps.map { "# \($0.name)\n\n" + $0.entries.sorted().joined() }.joined()
        #expect(told.count > 100)
        return text
    }
}
#endif
