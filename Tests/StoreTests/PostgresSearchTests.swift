#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
@testable import Stores
import TestFiles
import TestKit
import Testing

/// Words in an inverted index of PostgreSQL's own: a database keeps to the way in which it was
/// made.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Words in an inverted index` {
    private let folder = TemporaryFolder()

    private static let schema = RecordSchema(types: [
        RecordType(
            "Note",
            fields: [Field("title", .single(.string), [.queryable, .searchable])])
    ])

    private func url(_ schema: String, _ more: String = "") throws -> String {
        try #require(PostgresServer.shared).url + "&schema=\(schema)" + more
    }

    private func fresh() -> String { "words_" + UUID().uuidString.prefix(8).lowercased() }

    /// How the columns of the table of words are called.
    private func columns(_ schema: String) throws -> Set<String> {
        let server = try #require(PostgresServer.shared)
        let link = try PostgresDatabase(server.url)
        defer { link.closeNow() }
        let names = try link.read { connection in
            try connection.all(
                """
                SELECT attname FROM pg_catalog.pg_attribute WHERE attnum > 0 AND attrelid = \
                (SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n \
                ON n.oid = c.relnamespace \
                WHERE n.nspname = \(schema) AND c.relname = 'Note._tokens')
                """
            ) { $0.text(0) }
        }
        return Set(names)
    }

    private func search(_ store: any RecordStore, _ word: String) async throws -> [String] {
        let query = RecordQuery(
            "Note", where: try QueryPredicate(parsing: "allTokens TOKENMATCHES '\(word)'"))
        return try await store.fetch(query, in: .public).records.map(\.id.name).sorted()
    }

    @Test(arguments: [
        ("&search=gin", "&search=tables"), ("&search=gin", ""), ("", "&search=gin"),
    ])
    func `stay as the database was made`(first: String, then: String) async throws {
        let schema = fresh()
        let store = try await StoreLocation(url(schema, first)).open()
        // Two at once, who were told different things.
        let other = try await StoreLocation(url(schema, then)).open()
        try await store.setSchema(Self.schema)
        try await store.put(Record("Note", RecordID("a"), ["title": "old town"]))
        try await other.put(Record("Note", RecordID("b"), ["title": "old"]))
        #expect(try await search(store, "old") == ["a", "b"])
        #expect(try await search(other, "old town") == ["a"])
        try await store.close()
        try await other.close()
        let again = try await StoreLocation(url(schema, then)).open()
        #expect(try await search(again, "old") == ["a", "b"])
        try await again.close()
        #expect(try columns(schema).contains("tokens") == (first == "&search=gin"))
        #expect(try columns(schema).contains("token") == (first != "&search=gin"))
    }

    @Test func `are made by one of many programs that open an empty database`() async throws {
        let schema = fresh()
        let urls = try (0..<6).map { try url(schema, $0 % 2 == 0 ? "&search=gin" : "") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, url) in urls.enumerated() {
                group.addTask {
                    let store = try await StoreLocation(url).open()
                    try await store.put(
                        Record("Note", RecordID("r\(place)"), ["title": "old"]))
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
        let store = try await StoreLocation(url(schema)).open()
        #expect(try await search(store, "old").count == 6)
        try await store.close()
    }

    @Test func `are found through the index`() async throws {
        let schema = fresh()
        let store = try await StoreLocation(url(schema, "&search=gin")).open()
        try await store.setSchema(Self.schema)
        let records = (0..<2_000).map { number in
            Record(
                "Note", RecordID("r\(number)"),
                ["title": .text("word\(number) old \(number % 2 == 0 ? "even" : "odd")")])
        }
        for start in stride(from: 0, to: 2_000, by: 400) {
            _ = try await store.save(
                SaveRequest(saving: Array(records[start..<start + 400])), in: .public)
        }
        // As the server does by itself after a while: without statistics it walks the key.
        try await analyze(["Note", "Note._tokens"], in: schema)
        let plan = try await store.explain(
            RecordQuery(
                "Note", where: try QueryPredicate(parsing: "allTokens TOKENMATCHES 'word77'")),
            in: .public)
        #expect(plan.plan.contains { $0.contains("Note._tokens gin") }, "\(plan.plan)")
        #expect(try await search(store, "word77 odd") == ["r77"])
        #expect(try await search(store, "word77 even") == [])
        try await store.close()
    }

    @Test(arguments: ["search=wide", "search=fts", "search=", "search=gin&spread=citus"])
    func `have two ways, and are not spread`(setting: String) async throws {
        let error = await #expect(throws: StoreError.self) {
            _ = try await StoreLocation(url(fresh(), "&" + setting)).open()
        }
        #expect(error?.code == .unsupportedLocation)
        #expect(error?.context["found"]?.hasPrefix("search=") == true)
    }

    @Test func `are what a server's containers have`() async throws {
        let prefix = "w" + UUID().uuidString.prefix(7).lowercased()
        let database = try ServerDatabase(try url(prefix, "&search=gin"))
        let part = ServerDatabase.Part.container("iCloud.a", environment: "development")
        let store = try await database.open(part)
        try await store.setSchema(Self.schema)
        #expect(try columns(database.schema(of: part)).contains("tokens"))
        try await store.close()
        // Those that a move makes, too.
        let other = ServerDatabase.Part.container("iCloud.b", environment: "production")
        let moved = try await database.location(of: other).open()
        try await moved.setSchema(Self.schema)
        #expect(try columns(database.schema(of: other)).contains("tokens"))
        try await moved.close()
        #expect(throws: StoreError.self) {
            try ServerDatabase(try url(prefix, "&search=wide"))
        }
    }

    @Test func `are what a move makes of other words`() async throws {
        let source = StoreLocation.sqlite(path: folder.file("a.db").path)
        let store = try await source.open()
        try await store.setSchema(Self.schema)
        try await store.put(
            Record("Note", RecordID("a"), ["title": "old town"]),
            Record("Note", RecordID("b"), ["title": "old"]))
        try await store.close()
        let schema = fresh()
        let target = StoreLocation.postgres(url: try url(schema, "&search=gin"))
        _ = try await StoreMove(from: source, to: target).run()
        #expect(try columns(schema).contains("tokens"))
        let moved = try await StoreLocation(url(schema)).open()
        #expect(try await search(moved, "old") == ["a", "b"])
        #expect(try await search(moved, "old town") == ["a"])
        try await moved.close()
    }
}

@Suite(.enabled(if: PostgresServer.shared != nil)) struct `Places in PostgreSQL` {
    @Test func `are found through the cells, however many there are`() async throws {
        let server = try #require(PostgresServer.shared)
        let schema = "places_" + UUID().uuidString.prefix(8).lowercased()
        let store = try await StoreLocation(server.url + "&schema=\(schema)").open()
        try await store.setSchema(
            RecordSchema(types: [
                RecordType("Town", fields: [Field("place", .single(.location), .queryable)])
            ]))
        let towns = (0..<4_000).map { number in
            let place = Location(
                latitude: 40 + Double(number / 64) / 6, longitude: Double(number % 64) / 4)
            return Record("Town", RecordID("t\(number)"), ["place": .location(place)])
        }
        for start in stride(from: 0, to: towns.count, by: 400) {
            _ = try await store.save(
                SaveRequest(saving: Array(towns[start..<start + 400])), in: .public)
        }
        try await analyze(["Town"], in: schema)
        for (metres, count) in [(1_000, 1), (30_000, 9), (400_000, 1_379)] {
            let query = RecordQuery(
                "Town",
                where: try QueryPredicate(
                    parsing: "distanceToLocation:fromLocation:(place, %@) < %d",
                    arguments: [
                        .value(.location(Location(latitude: 45, longitude: 7))),
                        .value(.int(Int64(metres))),
                    ]), limit: 4_000)
            let page = try await store.fetch(query, in: .public)
            #expect(page.records.count == count)
            guard count < 100 else { continue }
            let plan = try await store.explain(query, in: .public)
            #expect(plan.plan.contains { $0.contains("Town.place queryable") }, "\(plan.plan)")
            #expect(!plan.plan.contains { $0.contains("Seq Scan") }, "\(plan.plan)")
        }
        try await store.close()
    }
}

/// Has the server look at what tables hold.
private func analyze(_ tables: [String], in schema: String) async throws {
    let server = try #require(PostgresServer.shared)
    var options = PostgresOptions()
    options.schema = schema
    let database = try PostgresDatabase(server.url, options: options)
    try await database.write(first: false) { connection in
        for table in tables { try connection.run("ANALYZE \(ident: table)") }
    }
    try await database.close()
}
#endif
