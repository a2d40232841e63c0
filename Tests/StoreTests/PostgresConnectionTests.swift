#if Postgres
import Foundation
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import Synchronization
import TestKit
import TestTime
import Testing

/// Connections that are lost, waited for, used again, closed and encrypted.
extension `PostgreSQL pipeline` {
    @Test func `what was sent into the void is sent again, before its commit`() async throws {
        try await Self.withTable { database async throws in
            let tries = Tries()
            try await database.write(first: false) { connection in
                let own = try Self.own(connection)
                try Self.insert(1, connection)
                if tries.next() == 1 { try Self.end(own, database) }
                try Self.insert(2, connection)
                _ = try connection.first("SELECT 1") { $0.int(0) }
            }
            // Other tests' transactions may conflict too.
            #expect(tries.count >= 2)
            #expect(try Self.sum(database) == 3)
        }
    }

    @Test func `the outcome of a commit whose connection was lost is unknown`() async throws {
        try await Self.withTable { database async throws in
            try await database.write(first: false) { connection in
                try connection.run(
                    """
                    CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql \
                    AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'
                    """)
                try connection.run(
                    """
                    CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t \
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION linger()
                    """)
            }
            let tries = Tries()
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    let own = try Self.own(connection)
                    try Self.insert(1, connection)
                    connection.beforeCommit {
                        _ = tries.next()
                        Thread.detachNewThread {
                            try? Self.waitForCommit(own, database)
                            try? Self.end(own, database)
                        }
                    }
                }
            }
            #expect(error?.code == .outcomeUnknown)
            #expect(tries.count == 1)
            #expect(try Self.sum(database) == 0)
        }
    }

    @Test func `a reader does not notice that its connection was lost meanwhile`()
        async throws
    {
        try await Self.withTable { database async throws in
            let all = try (0..<3).map { _ in try database.read(Self.own) }
            for process in Set(all) {
                let killer = try #require(PostgresServer.shared)
                let link = try PostgresPipeline(killer.url, options: PostgresOptions())
                try link.execute("SELECT pg_terminate_backend(\(process), 60000)")
                link.close()
            }
            #expect(try Self.sum(database) == 0)
        }
    }

    /// To make an index of a large table takes longer than any question.
    @Test func `what gives up on locks may take long, until its transaction ends`()
        async throws
    {
        try await Self.withTable { made async throws in
            var options = made.options
            options.writers = 1
            options.statementTimeout = 3
            let database = try PostgresDatabase(
                try #require(PostgresServer.shared).url, options: options)
            try await database.write(first: false) { connection in
                try connection.giveUpOnLocks(after: 1)
                // Longer than the server lets a statement take, and than its answer is waited for.
                _ = try connection.all("SELECT pg_sleep(9)") { _ in }
                // Longer than a transaction may do nothing.
                Thread.sleep(forTimeInterval: 6.5)
                try Self.insert(1, connection)
            }
            #expect(try Self.sum(database) == 1)
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    _ = try connection.all("SELECT pg_sleep(600)") { _ in }
                }
            }
            #expect(error?.code == .cancelled && error?.context["limit"] == "3 seconds")
            try await database.close()
        }
    }

    @Test func `a statement that an administrator ends has not taken too long`() async throws {
        try await Self.withTable { database async throws in
            let error = await #expect(throws: StoreError.self) {
                try await database.write(first: false) { connection in
                    let own = try Self.own(connection)
                    Thread.detachNewThread {
                        try? Self.waitForCommit(own, database)
                        try? database.read {
                            _ = try $0.all("SELECT pg_cancel_backend(CAST(\(own) AS INT))") { _ in }
                        }
                    }
                    _ = try connection.all("SELECT pg_sleep(600)") { _ in }
                }
            }
            #expect(error?.code == .cancelled && error?.context == ["state": "57014"])
            #expect(error?.engineMessage == "canceling statement due to user request")
        }
    }

    @Test func `a read waits for a connection until its time limit`() async throws {
        try await Self.withTable {
            $0.readers = 1
            // Time enough for the table to be made, on a busy machine too.
            $0.statementTimeout = 5
        } _: { database async throws in
            let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread {
                // The read only holds the connection.
                try? database.read { _ in
                    begun.signal()
                    mayEnd.wait()
                }
            }.start()
            begun.wait()
            let error = #expect(throws: StoreError.self) { try Self.sum(database) }
            #expect(error?.code == .busy)
            mayEnd.signal()
            #expect(try Self.sum(database) == 0)
            // A read within a read could only wait for itself.
            #expect(try database.read { _ in try Self.sum(database) } == 0)
        }
    }

    /// The connections that four readers at once use, some times over.
    private static func readers(
        _ rounds: Int, _ database: PostgresDatabase
    ) async throws -> Set<Int64> {
        var processes: Set<Int64> = []
        for _ in 0..<rounds {
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try database.read { connection in
                            usleep(2_000)
                            return try own(connection)
                        }
                    }
                }
                for try await process in group { processes.insert(process) }
            }
        }
        return processes
    }

    @Test func `connections of readers are used again`() async throws {
        try await Self.withTable {
            $0.readers = 6
            $0.idleTime = 600
        } _: { database async throws in
            #expect(try await Self.readers(10, database).count <= 6)
        }
    }

    @Test func `connections of readers are closed when there are no reads`() async throws {
        try await Self.withTable {
            $0.readers = 6
            $0.idleReaders = 1
            $0.idleTime = 0.5
        } _: { database async throws in
            let processes = try await Self.readers(1, database)
            #expect(try await eventually { database.figures.readers == 1 })
            #expect(database.figures.idleReaders == 1)
            #expect(processes.contains(try database.read(Self.own)))
        }
    }

    /// A server that answers by TLS too, at a port that was free.
    private static func serverWithTLS() throws -> (PostgresServer, port: Int) {
        for _ in 0..<5 {
            let port = Int.random(in: 20_000..<30_000)
            if let server = try? PostgresServer(port: port) { return (server, port) }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    @Test func `a connection by TLS carries as much as any`() async throws {
        let (server, port) = try Self.serverWithTLS()
        defer { server.stop() }
        let folder = try #require(server.folder)
        let place = "postgres://postgres@127.0.0.1:\(port)/postgres"
        #expect(throws: StoreError.self) {
            try PostgresDatabase(place + "?sslmode=disable")
        }
        let url = place + "?sslmode=verify-ca&sslrootcert=\(folder.path)/root.crt"
        let database = try PostgresDatabase(url)
        let isEncrypted = try database.read {
            try $0.first(
                """
                SELECT CAST(CAST(ssl AS int) AS bigint) FROM pg_catalog.pg_stat_ssl \
                WHERE pid = pg_backend_pid()
                """
            ) { $0.int(0) }
        }
        #expect(isEncrypted == 1)
        let store = try await SQLStore(database)
        let text = String(repeating: "é", count: 100_000)
        let records = (0..<50).map {
            Record("N", RecordID("r\($0)"), ["n": .int(Int64($0)), "t": .text(text)])
        }
        let result = try await store.save(SaveRequest(saving: records), in: .public)
        #expect(result.firstError == nil)
        let found = try await store.records(
            records.map(\.id), in: .public, desiredKeys: nil)
        #expect(found.count == 50 && found.values.allSatisfy { $0["t"] == .text(text) })
        try await store.close()
    }

    // MARK: Conflicts and notifications

    @Test func `a conflict after a failure that was passed over is sent again`() async throws {
        try await Self.withTable { database async throws in
            let tries = Tries()
            try await database.write(first: false) { connection in
                #expect(throws: StoreError.self) {
                    try connection.attempt { _ = try connection.run("SELECT 1 / 0") }
                }
                try Self.insert(1, connection)
                if tries.next() == 1 {
                    try connection.run(
                        """
                        DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END $$
                        """)
                }
            }
            #expect(tries.count >= 2)
            #expect(try Self.sum(database) == 1)
        }
    }

    @Test func `a server that knows no notifications answers all the same`() async throws {
        let server = try #require(PostgresServer.shared)
        let events = Mutex<[PostgresNotifier.Event]>([])
        // There is no name of no characters, so LISTEN is refused.
        let notifier = PostgresNotifier(server.url, channel: "") { event in
            events.withLock { $0.append(event) }
        }
        #expect(try await eventually { events.withLock { !$0.isEmpty } })
        notifier.notify("nothing")
        try await Task.sleep(for: .milliseconds(300))
        #expect(events.withLock { $0 } == [.answers])
        #expect(!notifier.isListening)
        await notifier.close()
    }

    @Test func `a notification may be any text`() async throws {
        let server = try #require(PostgresServer.shared)
        let channel = "texts_\(UUID().uuidString.prefix(8))"
        let texts = Mutex<[String]>([])
        let answers = Tries()
        let notifiers = (0..<2).map { _ in
            PostgresNotifier(server.url, channel: channel) { event in
                switch event {
                case .answers: _ = answers.next()
                case .isAway: break
                case .received(let text): texts.withLock { $0.append(text) }
                }
            }
        }
        #expect(try await eventually { answers.count == 2 })
        // An accent makes one character of the quote before it.
        let sent = ["O'\u{301}", #"a\b"#, "\\\u{301}", "it's"]
        for text in sent { notifiers[0].notify(text) }
        #expect(try await eventually { texts.withLock { $0.count } == sent.count })
        #expect(texts.withLock { $0 } == sent)
        for notifier in notifiers { await notifier.close() }
    }
}
#endif
