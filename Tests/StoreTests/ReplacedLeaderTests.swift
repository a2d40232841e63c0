#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
import TestTime
import Testing
import Synchronization

/// What a server answers that was replaced as a leader and does not know it yet.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct `A replaced leader` {
    private static let zone = ZoneID("Notes")
    private static let mine = DatabaseScope.private(user: "_ann")
    @Sendable private static func isConfirmation(_ text: String) -> Bool {
        text.hasPrefix("UPDATE _counters SET counter = counter WHERE")
    }

    /// A store with a zone, and a token of it.
    private func withStore(
        at server: PostgresServer?, schema: String = "leader \(UUID().uuidString)",
        _ observer: PostgresObserver? = nil,
        _ body: (any RecordStore, ChangeToken) async throws -> Void
    ) async throws {
        var options = PostgresOptions()
        options.schema = schema
        options.writers = 1
        let store = try await SQLStore(
            PostgresDatabase(
                try #require(server).url, options: options, observer: observer))
        try await store.createZones([Self.zone], in: Self.mine)
        try await store.put(Record("N", RecordID("a", zone: Self.zone)), in: Self.mine)
        try await body(store, try await read(store, since: nil).token)
        try await store.close()
    }

    private func read(
        _ store: any RecordStore, since token: ChangeToken?
    ) async throws -> ZoneChanges {
        try await store.changes(
            in: Self.zone, of: Self.mine, since: token, limit: nil, desiredKeys: nil)
    }

    private func ahead(_ token: ChangeToken, by count: Int64 = 1) -> ChangeToken {
        ChangeToken(store: token.store, counters: token.counters.mapValues { $0 + count })
    }

    @Test func `refuses a token only after a write was committed`() async throws {
        let seen = Texts()
        let observer = PostgresObserver { seen.append($0.text) }
        try await withStore(at: .shared, observer) { store, token async throws in
            seen.clear()
            _ = try await read(store, since: token)
            #expect(!seen.all.contains(where: Self.isConfirmation))
            let asks: [(ChangeToken) async throws -> Void] = [
                { _ = try await read(store, since: $0) },
                { _ = try await store.databaseChanges(in: Self.mine, since: $0, limit: nil) },
                // A database that was never written to.
                {
                    let other = ChangeToken(store: $0.store, counters: ["_bob": 1])
                    let bobs = DatabaseScope.private(user: "_bob")
                    _ = try await store.databaseChanges(in: bobs, since: other, limit: nil)
                },
            ]
            for ask in asks {
                seen.clear()
                let code = await StoreError.Code.thrown { try await ask(ahead(token)) }
                #expect(code == .changeTokenExpired)
                let writes = seen.all.drop { !Self.isConfirmation($0) }
                #expect(writes.dropFirst().first == "COMMIT")
            }
            // The counter is as it was.
            #expect(try await read(store, since: nil).token == token)
        }
    }

    @Test func `that cannot commit does not refuse a token`() async throws {
        let server = try PostgresServer(settings: ["max_connections=30"])
        defer { server.stop() }
        let watcher = try PostgresDatabase(server.url)
        try await withStore(at: server) { store, token async throws in
            // The replicas follow another primary.
            let link = try PostgresPipeline(server.url, options: PostgresOptions())
            try link.execute("ALTER SYSTEM SET synchronous_standby_names = 'others'")
            try link.execute("SELECT pg_reload_conf()")
            let end = ContinuousClock.now + .seconds(120)
            async let code: StoreError.Code? = {
                // Until the server has heard of that it leads.
                while ContinuousClock.now < end {
                    let code = await StoreError.Code.thrown {
                        try await read(store, since: ahead(token))
                    }
                    guard code == .changeTokenExpired else { return code }
                }
                return nil
            }()
            // It waits for them, until it is ended as one that has to follow.
            var ended = 0
            _ = try await eventually {
                ended = try watcher.read { connection in
                    try connection.all(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity \
                        WHERE wait_event = 'SyncRep'
                        """
                    ) { _ in true }.count
                }
                return ended > 0
            }
            #expect(ended == 1)
            #expect(await code == .busy)
        }
        try await watcher.close()
    }

    @Test func `is asked again where the write shows that the token is good`() async throws {
        let schema = "leader \(UUID().uuidString)"
        let server = try #require(PostgresServer.shared)
        let others = Texts()
        let observer = PostgresObserver { statement in
            // Another writer has written what is not known here.
            guard Self.isConfirmation(statement.text), others.all.isEmpty else { return }
            others.append("a write")
            try PostgresPipeline(server.url, options: PostgresOptions()).execute(
                "UPDATE \"\(schema)\"._counters SET counter = counter + 1")
        }
        try await withStore(at: server, schema: schema, observer) { store, token async throws in
            let page = try await read(store, since: ahead(token))
            #expect(page.changed.isEmpty && page.token == ahead(token))
            #expect(others.all.count == 1)
        }
    }
}

extension `A replaced leader` {
    /// Two servers under one URL, each with a table.
    private func withTwo(
        _ body: (PostgresServer, PostgresServer, String) async throws -> Void
    ) async throws {
        let servers = try [0, 1].map { _ in
            try PostgresServer(settings: ["max_connections=30"])
        }
        defer { for server in servers { server.stop() } }
        for server in servers {
            let link = try PostgresPipeline(server.url, options: PostgresOptions())
            try link.execute("CREATE SCHEMA quarry")
            try link.execute("CREATE TABLE quarry.t (a BIGINT)")
        }
        let folders = servers.compactMap { $0.folder?.path }.joined(separator: ",")
        try await body(
            servers[0], servers[1],
            "postgres:///postgres?host=\(folders)&user=postgres&connect_timeout=5")
    }

    /// Has a server do nothing, or go on.
    private func signal(_ name: String, _ server: PostgresServer) throws {
        let file = try #require(server.folder).path + "/data/postmaster.pid"
        let process = try Process.run(
            URL(fileURLWithPath: "/bin/sh"),
            arguments: [
                "-c",
                #"p=$(head -1 "$1"); kill -"$0" $p $(cat /proc/$p/task/$p/children)"#, name,
                file,
            ])
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func rows(_ server: PostgresServer) throws -> [Int64] {
        let database = try PostgresDatabase(server.url)
        defer { database.closeNow() }
        return try database.read { try $0.all("SELECT a FROM t ORDER BY a") { $0.int(0) } }
    }

    @Test func `is left by its waiter, once another answers`() async throws {
        try await withTwo { first, second, url async throws in
            let answers = Texts()
            let notifier = PostgresNotifier(url, channel: "quarry") { answers.append("\($0)") }
            var options = PostgresOptions()
            options.statementTimeout = 600
            options.patience = 120
            let database = try PostgresDatabase(url, options: options)
            func write(_ number: Int64) async throws {
                _ = try await database.write(first: false) {
                    try $0.run("INSERT INTO t VALUES (\(number))")
                }
            }
            func read() throws -> [Int64] {
                try database.read { try $0.all("SELECT a FROM t") { $0.int(0) } }
            }
            try await write(1)
            #expect(try read() == [1])
            #expect(try await eventually { !answers.all.isEmpty })
            try signal("STOP", first)
            defer { try? signal("CONT", first) }
            let began = ContinuousClock.now
            try await write(2)
            // Not as long as a statement may take.
            #expect(ContinuousClock.now - began < .seconds(options.statementTimeout / 2))
            // Nor are connections used that were made before.
            #expect(try read() == [2])
            #expect(try rows(second) == [2])
            await notifier.close()
            try await database.close()
        }
    }
}

/// Texts that several threads note.
private final class Texts: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }
    func append(_ text: String) { texts.withLock { $0.append(text) } }
    func clear() { texts.withLock { $0 = [] } }
}
#endif
