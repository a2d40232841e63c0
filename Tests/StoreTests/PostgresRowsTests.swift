#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
import Testing

/// Rows of one table that go to PostgreSQL together.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `PostgreSQL rows` {
    private static let rows = RowInsertion(
        into: "t", columns: ["a", "b"], for: PostgresDialect())

    private static func withTable(
        _ body: (PostgresDatabase) async throws -> Void
    ) async throws {
        try await `PostgreSQL engine`.withDatabase { database async throws in
            _ = try await database.write(first: false) {
                try $0.run("CREATE TABLE t (a BIGINT CHECK (a <> 13), b TEXT)")
            }
            try await body(database)
        }
    }

    private static func insert(
        _ numbers: Range<Int64>, _ connection: PostgresConnection
    ) throws {
        for number in numbers {
            try connection.insertRow(rows) {
                $0.bind(int: number, at: 0)
                if number % 3 == 0 {
                    $0.bindNull(at: 1)
                } else {
                    $0.bind(text: "t\(number)", at: 1)
                }
            }
        }
    }

    private static func count(_ connection: PostgresConnection) throws -> Int64? {
        try connection.first("SELECT count(*) FROM t") { $0.int(0) }
    }

    /// 87 rows are statements of 64, of 16, of 4 and three times of one row.
    @Test(arguments: [1, 3, 64, 87, 300] as [Int64])
    func `arrive whole and in their order, however many there are`(count: Int64) async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { try Self.insert(100..<100 + count, $0) }
            let found = try database.read { connection in
                try connection.all("SELECT a, b FROM t ORDER BY ctid") {
                    ($0.int(0), $0.isNull(1) ? nil : $0.text(1))
                }
            }
            #expect(found.map(\.0) == Array(100..<100 + count))
            #expect(found.allSatisfy { $0.1 == ($0.0 % 3 == 0 ? nil : "t\($0.0)") })
        }
    }

    @Test func `are seen by what the transaction asks next`() async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { connection in
                try Self.insert(20..<25, connection)
                #expect(try Self.count(connection) == 5)
                try Self.insert(30..<35, connection)
                #expect(try connection.run("DELETE FROM t WHERE a > 30") == 4)
                try Self.insert(31..<32, connection)
            }
            #expect(try database.read(Self.count) == 7)
        }
    }

    @Test func `of a part that is undone are undone with it`() async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { connection in
                try Self.insert(1..<4, connection)
                #expect(throws: CancellationError.self) {
                    try connection.attempt {
                        try Self.insert(20..<30, connection)
                        throw CancellationError()
                    }
                }
                let error = #expect(throws: StoreError.self) {
                    try connection.attempt { try Self.insert(13..<14, connection) }
                }
                #expect(error?.context["state"] == "23514")
                try connection.attempt { try Self.insert(4..<6, connection) }
            }
            let found = try database.read { try $0.all("SELECT a FROM t ORDER BY a") { $0.int(0) } }
            #expect(found == [1, 2, 3, 4, 5])
        }
    }

    @Test func `that are refused undo the transaction`() async throws {
        try await Self.withTable { database async throws in
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { try Self.insert(1..<40, $0) }
            }
            #expect(error?.context["state"] == "23514")
            #expect(try database.read(Self.count) == 0)
            try await database.write(first: false) { try Self.insert(50..<60, $0) }
            #expect(try database.read(Self.count) == 10)
        }
    }

    /// A store, and what is sent to its database.
    private static func watchedStore() async throws -> (SQLStore<PostgresDatabase>, StatementWatch)
    {
        let server = try #require(PostgresServer.shared)
        var options = PostgresOptions()
        options.schema = "rows \(UUID().uuidString)"
        let watch = StatementWatch(plans: false)
        let database = try PostgresDatabase(
            server.url, options: options, observer: watch.observer)
        return (try await SQLStore(database), watch)
    }

    /// What a batch costs a database whose tables are on another server.
    @Test func `make a batch tens of statements`() async throws {
        let (store, watch) = try await Self.watchedStore()
        let type = RecordType(
            "N",
            fields: [
                Field("n", .single(.int64), [.queryable, .sortable]),
                Field("tags", .list(.string), .queryable),
            ])
        try await store.setSchema(RecordSchema(types: [type]))
        func save(_ start: Int, count: Int) async throws -> Int {
            let saves = (start..<start + count).map { number in
                var item = SaveRequest.Item(
                    Record(
                        "N", RecordID("r\(number)"),
                        ["n": .int(Int64(number)), "tags": .list([.text("a"), .text("b")])]))
                item.isNew = true
                return item
            }
            watch.step("\(start)")
            let result = try await store.save(
                SaveRequest(saves: saves, deletions: []), in: .public)
            #expect(result.firstError == nil)
            return watch.seen.count { $0.step == "\(start)" }
        }
        _ = try await save(0, count: 50)
        // Of each of three tables 50, 50 and 100 rows.
        #expect(try await save(100, count: 50) <= 25)
        #expect(try await save(200, count: 200) <= 40)
        let found = try await store.records(
            (0..<400).map { RecordID("r\($0)") }, in: .public, desiredKeys: nil)
        #expect(found.count == 300)
        let query = RecordQuery(
            "N", where: try QueryPredicate(parsing: "tags CONTAINS 'b'"), limit: 400)
        #expect(try await store.fetch(query, in: .public).records.count == 300)
        try await store.close()
    }

    /// What is written for the notifications of requests that came together.
    @Test func `of a service are written and removed by few statements`() async throws {
        let (store, watch) = try await Self.watchedStore()
        func keep(_ entries: [String: Data?]) async throws -> Int {
            let step = UUID().uuidString
            watch.step(step)
            #expect(
                try await store.setServiceData(entries, where: ["last": Data?.none]))
            return watch.seen.count {
                $0.step == step && ($0.text.hasPrefix("INSERT") || $0.text.hasPrefix("DELETE"))
            }
        }
        var old: [String: Data?] = [:]
        for number in 0..<64 { old["old \(number)"] = Data() }
        #expect(try await keep(old) == 1)
        // Sixteen and one more, and sixty-four to be removed.
        var entries: [String: Data?] = old.mapValues { _ in nil }
        for number in 0..<17 { entries["new \(number)"] = Data([1]) }
        #expect(try await keep(entries) == 3)
        #expect(try await store.serviceData(prefix: "").count == 17)
        // Of several users, each beside the user's records.
        func changes(_ known: Data?, _ data: Data) -> [ServiceChange] {
            (0..<17).map { user in
                ServiceChange(
                    ["last": data], where: ["last": known], in: .private(user: "_u\(user)"))
            }
        }
        _ = try await store.changeServiceData(changes(nil, Data([1])))
        watch.step("again")
        let outcomes = try await store.changeServiceData(changes(Data([1]), Data([2])))
        #expect(try outcomes.allSatisfy { try $0.get() })
        #expect(watch.seen.count { $0.step == "again" && $0.text.hasPrefix("INSERT") } == 2)
        try await store.close()
    }
}
#endif
