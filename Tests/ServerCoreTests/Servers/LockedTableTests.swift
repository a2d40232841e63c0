#if Postgres
import Accounts
import Foundation
import Stores
import Synchronization
import TestFiles
import TestKit
import TestTime
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    /// A table of one container that another transaction has locked: its reads wait.
    @Suite(.enabled(if: Servers.canRun)) struct `A locked table` {
        private static let query = #"{"query":{"recordType":"City"}}"#
        private static let lookup = #"{"records":[{"recordName":"r"}]}"#
        private static let other = "iCloud.org.example.other"

        /// A transaction of psql's that has a table to itself.
        private final class Lock {
            private let process = Process()
            private let input = Pipe()
            let table: String

            init(_ table: String, at url: String) throws {
                self.table = table
                let output = Pipe()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = ["psql", url, "-qAt", "-v", "ON_ERROR_STOP=1"]
                process.standardInput = input
                process.standardOutput = output
                try process.run()
                try input.fileHandleForWriting.write(
                    contentsOf: Data("BEGIN; LOCK TABLE \(table);\n\\echo locked\n".utf8))
                let answer = output.fileHandleForReading.availableData
                #expect(String(decoding: answer, as: UTF8.self) == "locked\n")
            }

            func release() {
                try? input.fileHandleForWriting.close()
                process.waitUntilExit()
            }
        }

        /// Requests that wait for the locked table.
        private final class Waiting: Sendable {
            /// What is said to one of them.
            struct Outcome: Hashable {
                var status: Int
                var code: String?
                var retryAfter: Int?
            }

            private let tasks: [Task<Outcome, any Error>]
            private let count = Counter()

            private final class Counter: Sendable { let answered = Atomic<Int>(0) }

            init(_ number: Int, at host: ServerCore.Host) {
                tasks = (0..<number).map { [count] _ in
                    Task {
                        let reply = try await host.ask("public/records/query", query)
                        count.answered.add(1, ordering: .relaxed)
                        return Outcome(
                            status: reply.status, code: reply.code,
                            retryAfter: reply.json["retryAfter"] as? Int)
                    }
                }
            }

            var answered: Int { count.answered.load(ordering: .relaxed) }

            func outcomes() async throws -> Set<Outcome> {
                var outcomes: Set<Outcome> = []
                for task in tasks { outcomes.insert(try await task.value) }
                return outcomes
            }
        }

        /// A server with two containers, the table of one of which is locked.
        private static func withLock(
            _ change: (inout HostOptions) -> Void,
            _ body: (ServerCore.Host, Lock) async throws -> Void
        ) async throws {
            try await Servers.with(1, change) { servers in
                for container in [Servers.container, other] {
                    let made = try await servers[0].ask(
                        "public/records/modify",
                        `Several servers on one database`.create("r"), in: container)
                    #expect(made.status == 200)
                }
                let schema = servers.database.schema(
                    of: .container(Servers.container, environment: "development"))
                let lock = try Lock(
                    "\"\(schema)\".\"City\"", at: try #require(PostgresServer.shared).url)
                defer { lock.release() }
                try await body(servers[0], lock)
            }
        }

        @Test func `leaves threads to other containers`() async throws {
            try await Self.withLock {
                $0.databaseThreads = 4
                $0.limits.requestSeconds = 600
            } _: { host, lock in
                let threads = try #require(host.peers).threads
                let waiting = Waiting(12, at: host)
                #expect(try await eventually { threads.waiting == 10 })
                for _ in 0..<3 {
                    let found = try await host.ask(
                        "public/records/lookup", Self.lookup, in: Self.other)
                    #expect(found.text.contains("Paris"))
                }
                // Users, tokens and containers are administered as ever.
                #expect(await host.answer(WireRequest("GET", "/admin/1/users")).status == 200)
                #expect(waiting.answered == 0)
                lock.release()
                #expect(try await waiting.outcomes() == [Waiting.Outcome(status: 200)])
            }
        }

        @Test func `leaves the sizes of other containers measured`() async throws {
            try await Self.withLock { _ in
            } _: { host, lock in
                let keys = [Servers.container, Self.other].map {
                    ContainerRegistry.Key($0, .development)
                }
                // Nothing, or what the server has measured since it started.
                let before = host.storage.bytes(keys[0])
                host.storage.measure()
                #expect(host.storage.isKnown)
                #expect(host.storage.bytes(keys[0]) == before)
                #expect(host.storage.bytes(keys[1]) > 100_000)
                lock.release()
                host.storage.measure()
                let known = host.storage.bytes(keys[0])
                #expect(known > 100_000)
                let again = try Lock(lock.table, at: try #require(PostgresServer.shared).url)
                host.storage.measure()
                #expect(host.storage.bytes(keys[0]) == known)
                again.release()
            }
        }

        @Test func `does not keep the server's reports`() async throws {
            try await Self.withLock {
                $0.databaseThreads = 1
                $0.limits.requestSeconds = 600
            } _: { host, lock in
                let token = try await host.accounts.createToken(NewToken(.management)).text
                let threads = try #require(host.peers).threads
                let waiting = Waiting(2, at: host)
                #expect(try await eventually { threads.waiting == 1 })
                for path in ["/health", "/ready", "/metrics"] {
                    let reply = await host.answer(
                        WireRequest(
                            "GET", path, headers: [("authorization", "Bearer \(token)")],
                            peer: "203.0.113.7"))
                    #expect(reply.status == 200)
                }
                #expect(waiting.answered == 0)
                lock.release()
                #expect(try await waiting.outcomes() == [Waiting.Outcome(status: 200)])
            }
        }

        @Test func `lets requests that an administrator of the database ends try again`()
            async throws
        {
            try await Self.withLock {
                $0.limits.requestSeconds = 600
            } _: { host, _ in
                let path = "/database/1/\(Servers.container)/development/public/records/query"
                let request = WireRequest(
                    "POST", path, headers: [(AccountRepository.userHeader, "_ann")],
                    body: .bytes(Array(Self.query.utf8)))
                async let answer = host.answer(request)
                let url = try #require(PostgresServer.shared).url
                let end = """
                    SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity \
                    WHERE wait_event_type = 'Lock' AND query LIKE '%"City"%'
                    """
                #expect(
                    try await eventually {
                        try Program.run("psql", [url, "-qAtc", end]).output == "1\n"
                    })
                let reply = await answer
                #expect(reply.cause?.contains("due to user request (state: 57014)") == true)
                let read = try await ReadReply(reply)
                #expect(read.status == 503 && read.code == "TRY_AGAIN_LATER")
                #expect(read.json["reason"] as? String == "The request was cancelled")
                #expect(!read.text.contains("57014"))
            }
        }

        @Test func `ends requests in their time, with what they waited for a thread`()
            async throws
        {
            try await Self.withLock {
                $0.databaseThreads = 2
                $0.limits.requestSeconds = 2
            } _: { host, _ in
                let start = ContinuousClock.now
                let outcomes = try await Waiting(40, at: host).outcomes()
                #expect(
                    outcomes == [
                        Waiting.Outcome(status: 503, code: "TRY_AGAIN_LATER", retryAfter: 30)
                    ])
                // One after the other they would take 80 s, two at a time 40.
                #expect(ContinuousClock.now - start < .seconds(30))
            }
        }
    }
}
#endif
