#if Postgres
import Foundation
package import RecordCore
import SQLLowering
import SQLStorage

/// Tries at a server, in a schema of its own that it removes afterwards, what stores need.
///
///     let report = try PostgresCheck.run("postgres://db1/quarry")
///     report.isEnough  // true
package enum PostgresCheck {
    /// Finds out which server it is and what it lacks.
    ///
    /// - Parameter isSpread: Whether the store is to be spread by Citus, which is needed then.
    /// - Throws: ``StoreError/Code/cannotOpen`` where no server answers.
    package static func run(_ url: String, isSpread: Bool = false) throws -> EngineReport {
        var options = PostgresOptions()
        let schema = "quarry_check_" + UUID().uuidString.lowercased().prefix(8)
        options.schema = schema
        let trial = try Trial(url, options)
        var report = EngineReport(server: trial.dialect.name, version: try trial.version())
        if try trial.connection.hasCitus() { report.server = "Citus" }
        // Where there is no place to try anything, the rest would say nothing.
        let creation = Check(name: "a schema of its own") { trial in
            try trial.connection.link.execute("CREATE SCHEMA \(trial.dialect.quoted(schema))")
            return nil
        }
        let place = feature(creation, isNeeded: true, trial)
        report.features = [place]
        guard place.result == .ok else { return report }
        defer {
            trial.connection.rollBack()
            // What is left is named so that people know what it is.
            try? trial.connection.link.execute(
                "DROP SCHEMA \(trial.dialect.quoted(schema)) CASCADE")
        }
        report.features += needed.map { feature($0, isNeeded: true, trial) }
        report.features += nice.map { feature($0, isNeeded: false, trial) }
        if isSpread || report.server == "Citus" {
            report.features.append(feature(ofCitus, isNeeded: isSpread, trial))
        }
        return report
    }

    /// Something that is tried.
    private struct Check {
        let name: String
        /// Tries it; gives what was found where it is not what it should be.
        let body: @Sendable (Trial) throws -> String?

        /// A statement that gives some rows of one column.
        static func rows(_ name: String, _ sql: SQLText, _ expected: [String]) -> Check {
            Check(name: name) { try $0.expect(sql, expected) }
        }
    }

    private static func feature(
        _ check: Check, isNeeded: Bool, _ trial: Trial
    ) -> EngineReport.Feature {
        do {
            guard let found = try check.body(trial) else {
                return EngineReport.Feature(check.name, isNeeded: isNeeded, .ok)
            }
            trial.connection.rollBack()
            return EngineReport.Feature(check.name, isNeeded: isNeeded, .differs, found)
        } catch {
            trial.connection.rollBack()
            let store = error as? StoreError
            return EngineReport.Feature(
                check.name, isNeeded: isNeeded, .lacks, store?.engineMessage ?? "\(error)")
        }
    }

    /// The connections that things are tried on.
    private final class Trial {
        let connection: PostgresConnection
        let dialect: PostgresDialect
        private let url: String
        private let options: PostgresOptions

        init(_ url: String, _ options: PostgresOptions) throws {
            self.url = url
            self.options = options
            let first = try PostgresConnection(
                url, options: options, dialect: PostgresDialect())
            dialect = PostgresDialect(first.server)
            guard first.server != .postgres else {
                connection = first
                return
            }
            first.link.close()
            connection = try PostgresConnection(url, options: options, dialect: dialect)
        }

        /// A second connection.
        func another() throws -> PostgresConnection {
            try PostgresConnection(url, options: options, dialect: dialect)
        }

        func version() throws -> String {
            try connection.first("SELECT version()") { $0.text(0) } ?? ""
        }

        func run(_ texts: [SQLText]) throws {
            for text in texts { try connection.run(text) }
        }

        /// The first column of every row.
        func texts(_ sql: SQLText) throws -> [String] {
            try connection.all(sql) { $0.text(0) }
        }

        /// Nil where the rows are as expected, and what they are elsewhere.
        func expect(_ sql: SQLText, _ expected: [String]) throws -> String? {
            let found = try texts(sql)
            return found == expected
                ? nil : "found \(found), expected \(expected)"
        }
    }

    // MARK: What is tried

    private static let needed: [Check] = [
        Check(name: "text in UTF-8 (ENCODING 'UTF8')") { trial in
            trial.connection.otherEncoding.map { "found \($0), expected UTF8" }
        },
        Check(name: "tables with keys of several columns, numbered by time and chance") { trial in
            let integer = SQLText.literal(trial.dialect.columnType(.integer))
            let text = SQLText.literal(trial.dialect.columnType(.text))
            try trial.run(
                trial.dialect.createTable(
                    "t",
                    """
                    id \(raw: trial.dialect.ownNumberType), d \(integer) NOT NULL, \
                    name \(text) NOT NULL, n \(integer), UNIQUE (d, name), PRIMARY KEY (d, id)
                    """, by: "d", isKeyed: false) + [
                        "CREATE INDEX \(ident: "t.n") ON t (d, n) WHERE n IS NOT NULL"
                    ])
            return nil
        },
        Check(name: "INSERT … RETURNING") { trial in
            for (name, n) in [("B", 1), ("a", 2), ("ä", 3), ("b", 4)] {
                let number = try trial.connection.first(
                    "INSERT INTO t (d, name, n) VALUES (1, \(name), \(n)) RETURNING id"
                ) { $0.int(0) }
                guard let number, number > 0 else { return "no number" }
            }
            return nil
        },
        .rows(
            "text in the order of its bytes",
            "SELECT name FROM t WHERE d = 1 ORDER BY name", ["B", "a", "b", "ä"]),
        .rows(
            "INSERT … ON CONFLICT DO UPDATE … RETURNING",
            """
            INSERT INTO t (d, name, n) VALUES (1, 'a', 9) ON CONFLICT (d, name) \
            DO UPDATE SET n = excluded.n RETURNING name
            """, ["a"]),
        Check(name: "INSERT … ON CONFLICT DO NOTHING") { trial in
            try trial.run(["INSERT INTO t (d, name) VALUES (1, 'a') ON CONFLICT DO NOTHING"])
            return nil
        },
        .rows(
            "UPDATE … RETURNING, as counters need it",
            """
            UPDATE t SET n = n + 1 WHERE d = 1 AND name = 'a' \
            RETURNING CAST(n AS TEXT)
            """, ["10"]),
        .rows(
            "pages that go on behind a row",
            """
            SELECT name FROM t WHERE d = 1 AND (n, name) > (\(1), \("B")) \
            ORDER BY n, name LIMIT 2
            """, ["ä", "b"]),
        .rows(
            "NULLS FIRST, IS NOT DISTINCT FROM, strpos, INTERSECT",
            """
            SELECT name FROM t WHERE d = 1 AND n IS NOT DISTINCT FROM \(4) \
            AND strpos(name, \("b")) > 0 AND id IN (SELECT id FROM t WHERE d = 1 \
            INTERSECT SELECT id FROM t WHERE d = 1 AND n > 1) ORDER BY n NULLS FIRST
            """, ["b"]),
        .rows(
            "one of many values in one parameter",
            """
            SELECT name FROM t WHERE d = 1 AND n IN (SELECT jsonb_array_elements_text(\
            CAST(\("[1, 4]") AS jsonb))::bigint) ORDER BY name
            """, ["B", "b"]),
        Check(name: "serializable transactions") { trial in
            try trial.connection.begin(isReading: false)
            defer { trial.connection.rollBack() }
            return try trial.expect("SHOW transaction_isolation", ["serializable"])
        },
        Check(name: "readers who see one moment") { trial in
            try trial.connection.begin(isReading: true)
            defer { trial.connection.rollBack() }
            let found = try trial.texts("SHOW transaction_isolation")
            return ["repeatable read", "serializable"].contains(found.first ?? "")
                ? nil : "found \(found)"
        },
        Check(name: "conflicting transactions fail with SQLSTATE 40001", body: conflict),
        Check(name: "parts of a transaction undone") { trial in
            try trial.connection.begin(isReading: false)
            defer { trial.connection.rollBack() }
            // The failure is the trial: the next statement shows that it was undone.
            try? trial.connection.attempt {
                try trial.run(["UPDATE t SET n = 77 WHERE d = 1"])
                throw StoreError(.cancelled)
            }
            return try trial.expect("SELECT name FROM t WHERE d = 1 AND n = 77", [])
        },
        Check(name: "long results in portions") { trial in
            try trial.connection.begin(isReading: true)
            defer { trial.connection.rollBack() }
            try trial.run([
                "DECLARE c NO SCROLL CURSOR FOR SELECT name FROM t WHERE d = \(1) ORDER BY name"
            ])
            return try trial.expect("FETCH FORWARD 2 FROM c", ["B", "a"])
        },
        Check(name: "a column that is filled in the transaction that adds it") { trial in
            try trial.connection.begin(isReading: false)
            // As every change of tables does.
            try trial.connection.giveUpOnLocks(after: 10)
            try trial.run([
                "ALTER TABLE t ADD COLUMN more \(raw: trial.dialect.columnType(.text))",
                "UPDATE t SET more = 'x' WHERE d = 1",
                "CREATE INDEX \(ident: "t.more") ON t (d, more)",
            ])
            try trial.connection.commit()
            return nil
        },
        Check(name: "columns and indexes that are dropped") { trial in
            try trial.run([
                "DROP INDEX \(ident: "t.n")", "ALTER TABLE t DROP COLUMN n",
            ])
            return nil
        },
    ]

    /// Of two transactions that change what both have read, the later one must fail.
    @Sendable private static func conflict(_ trial: Trial) throws -> String? {
        let other = try trial.another()
        defer { other.link.close() }
        try trial.connection.begin(isReading: false)
        defer { trial.connection.rollBack() }
        _ = try trial.texts("SELECT name FROM t WHERE d = 1 AND name = 'a'")
        try other.begin(isReading: false)
        try other.run("UPDATE t SET n = 5 WHERE d = 1 AND name = 'a'")
        try other.commit()
        do {
            try trial.run(["UPDATE t SET n = 6 WHERE d = 1 AND name = 'a'"])
            try trial.connection.commit()
            return "both were let through"
        } catch {
            let state = trial.connection.link.failedState ?? "nothing"
            return state == "40001" ? nil : "found \(state)"
        }
    }

    private static let nice: [Check] = [
        Check(name: "changes of tables that a rollback undoes") { trial in
            try trial.connection.begin(isReading: false)
            try trial.run(["CREATE TABLE gone (d BIGINT NOT NULL PRIMARY KEY)"])
            trial.connection.rollBack()
            return try trial.connection.hasTable("gone") ? "the table is there" : nil
        },
        Check(name: "plans (quarry explain)") { trial in
            let plan = try trial.texts("EXPLAIN (COSTS OFF) SELECT 1 FROM t WHERE d = 1")
            return plan.isEmpty ? "no plan" : nil
        },
        Check(name: "LISTEN and NOTIFY (waiting clients are notified sooner)") { trial in
            try trial.connection.link.execute("LISTEN quarry_check")
            try trial.connection.link.execute("NOTIFY quarry_check")
            try trial.connection.link.execute("UNLISTEN quarry_check")
            return nil
        },
        Check(name: "words in an inverted index (search=gin)", body: inverted),
        Check(name: "partitions by hash") { trial in
            try trial.run(
                PostgresDialect(spread: .partitions(2)).createTable(
                    "p", "d BIGINT NOT NULL PRIMARY KEY", by: "d", isKeyed: true))
            return nil
        },
    ]

    /// What a store does that is opened with `search=gin`.
    @Sendable private static func inverted(_ trial: Trial) throws -> String? {
        let dialect = PostgresDialect(trial.dialect.server, tokens: .inverted)
        try trial.run(dialect.createTokens("w"))
        for (row, words) in [(1, "7xold 7xtown"), (2, "7xold"), (3, "8xold 8xtown")] {
            try trial.run([
                """
                INSERT INTO w (_database, _zone, _row, tokens) \
                VALUES (1, \(row == 3 ? 8 : 7), \(row), string_to_array(\(words), ' '))
                """
            ])
        }
        func found(_ zones: [Int64]) -> SQLText {
            let rows = dialect.rows(
                withTokens: ["old", "town"], in: "w", databases: 1, zones: zones)
            return "SELECT CAST(_row AS TEXT) FROM (\(rows)) AS found ORDER BY _row"
        }
        return try trial.expect(found([7]), ["1"]) ?? trial.expect(found([7, 8]), ["1", "3"])
    }

    private static let ofCitus = Check(name: "tables spread by the database (Citus)") { trial in
        guard try trial.connection.hasCitus() else { throw PostgresErrors.withoutCitus }
        let version =
            try trial.texts(
                "SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'citus'"
            ).first ?? ""
        let numbers = version.split { !$0.isNumber }.compactMap { Int($0) }
        guard !numbers.lexicographicallyPrecedes([11, 2]) else {
            throw StoreError(
                .engine, engineMessage: "found Citus \(version), expected 11.2 or newer")
        }
        let dialect = PostgresDialect(spread: .citus)
        try trial.run(
            dialect.createTable(
                TableSpread.first, "d BIGINT NOT NULL PRIMARY KEY", by: "d", isKeyed: true)
                + dialect.createTable(
                    "common", "d BIGINT NOT NULL PRIMARY KEY", by: nil, isKeyed: true))
        return nil
    }
}
#endif
