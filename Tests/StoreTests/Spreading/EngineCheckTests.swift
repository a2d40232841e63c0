#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import Stores
import TestKit
import Testing

// One after the other: what a check makes is gone only at its end, and one test looks for it.
@Suite(.serialized, .enabled(if: PostgresServer.shared != nil)) struct `Engine checks` {
    private func names(_ report: EngineReport, _ result: EngineReport.Result) -> [String] {
        report.features.filter { $0.result == result }.map { "\($0.name): \($0.detail ?? "")" }
    }

    @Test func `find nothing missing in PostgreSQL, and leave nothing behind`() throws {
        let server = try #require(PostgresServer.shared)
        let report = try StoreLocation(server.url).checkEngine()
        #expect(names(report, .lacks) == [])
        #expect(names(report, .differs) == [])
        #expect(report.isEnough)
        #expect(report.server == "PostgreSQL")
        #expect(report.version.hasPrefix("PostgreSQL "))
        #expect(report.features.count > 15)
        let database = try PostgresDatabase(server.url)
        let left = try database.read { connection in
            try connection.all(
                "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname LIKE 'quarry\\_check%'"
            ) { $0.text(0) }
        }
        #expect(left == [])
    }

    @Test func `say what a role without rights may not do`() throws {
        let server = try #require(PostgresServer.shared)
        let link = try PostgresPipeline(server.url, options: PostgresOptions())
        let role = "r" + UUID().uuidString.replacing("-", with: "").lowercased()
        try link.execute("CREATE ROLE \(role) LOGIN")
        let report = try StoreLocation(
            server.url.replacing("user=postgres", with: "user=\(role)")
        ).checkEngine()
        #expect(!report.isEnough)
        #expect(report.features.map(\.result) == [.lacks])
        #expect(report.features[0].detail?.contains("permission denied") == true)
        #expect(
            report.features[0].detail?.contains("GRANT CREATE ON DATABASE name TO role;") == true)
        try link.execute("DROP ROLE \(role)")
    }

    @Test func `refuse a store in a database whose encoding lacks characters`() async throws {
        let server = try #require(PostgresServer.shared)
        let link = try PostgresPipeline(server.url, options: PostgresOptions())
        let name = "e" + UUID().uuidString.replacing("-", with: "").lowercased()
        try link.execute(
            "CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let place = try StoreLocation(server.url.replacing("/postgres?", with: "/\(name)?"))
        let report = try place.checkEngine()
        #expect(!report.isEnough)
        #expect(
            names(report, .differs) == [
                "text in UTF-8 (ENCODING 'UTF8'): found LATIN1, expected UTF8"
            ])
        let error = await #expect(throws: StoreError.self) { _ = try await place.open() }
        #expect(error?.code == .cannotOpen)
        #expect(error?.engineMessage?.contains("LATIN1, not UTF8: CREATE DATABASE") == true)
        // A store of an earlier version is opened.
        var options = PostgresOptions()
        options.schema = "old"
        let old = try PostgresPipeline(
            server.url.replacing("/postgres?", with: "/\(name)?"), options: options)
        try old.execute("CREATE SCHEMA old")
        old.close()
        let database = try PostgresDatabase(
            server.url.replacing("/postgres?", with: "/\(name)?"), options: options)
        let refused = #expect(throws: StoreError.self) {
            try database.read { try $0.first("SELECT CAST(\("日本") AS text)") { $0.text(0) } }
        }
        #expect(refused?.engineMessage?.contains("database with UTF8 alone") == true)
        database.closeNow()
        try link.execute("DROP DATABASE \(name) WITH (FORCE)")
    }

    @Test func `keep a missing right apart from a database that only reads`() {
        let denied = PostgresErrors.error(
            "42501", message: "permission denied for database a", sql: "CREATE SCHEMA b")
        #expect(denied.code == .cannotOpen)
        #expect(denied.engineMessage?.contains("GRANT CREATE ON DATABASE name TO role;") == true)
        let table = PostgresErrors.error(
            "42501", message: "permission denied for table t", sql: "INSERT INTO t")
        #expect(table.engineMessage?.contains("GRANT that role TO another one") == true)
        let standby = PostgresErrors.error(
            "25006", message: "cannot execute", sql: "CREATE SCHEMA b")
        #expect(standby.code == .readOnly && standby.engineMessage == "cannot execute")
        #expect(standby.context == ["state": "25006"] && table.context.isEmpty)
    }

    @Test func `say that no server answers`() {
        let error = #expect(throws: StoreError.self) {
            try StoreLocation("postgres://127.0.0.1:1/none?connect_timeout=2").checkEngine()
        }
        #expect(error?.code == .cannotOpen)
    }

    @Test func `are of servers only`() {
        let error = #expect(throws: StoreError.self) {
            try StoreLocation("memory:").checkEngine()
        }
        #expect(error?.code == .unsupportedLocation)
    }

    @Test func `a setting of the URL spreads tables`() async throws {
        let server = try #require(PostgresServer.shared)
        await #expect(throws: StoreError.self) {
            _ = try await StoreLocation(server.url + "&spread=wide").open()
        }
        #expect(throws: StoreError.self) { try ServerDatabase(server.url + "&spread=wide") }
        let cluster = try ServerDatabase("postgres://app@db1/quarry?spread=citus")
        guard case .postgres(let url) = cluster.location(of: .service) else {
            Issue.record("not PostgreSQL's")
            return
        }
        #expect(url.hasSuffix("&spread=citus"))
        // Where there is no Citus, it says so instead of making tables that are not spread.
        let schema = "citus-\(UUID().uuidString.lowercased())"
        let place = try StoreLocation(server.url + "&spread=citus&schema=\(schema)")
        let error = await #expect(throws: StoreError.self) { _ = try await place.open() }
        #expect(error?.engineMessage?.contains("CREATE EXTENSION citus; on every node") == true)
        #expect(try !StoreLocation(server.url + "&schema=\(schema)").isThere())
        let report = try place.checkEngine()
        #expect(!report.isEnough)
        #expect(names(report, .lacks).map { $0.contains("CREATE EXTENSION citus;") } == [true])
    }
}
#endif
