#if Postgres
import Accounts
import Foundation
import TestFiles
import TestKit
import TestTime
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    /// Servers whose database does not answer.
    @Suite(.enabled(if: Servers.canRun)) struct `A database that is away` {
        private static func status(_ host: ServerCore.Host, _ path: String) async -> Int {
            await host.answer(WireRequest("GET", path)).status
        }

        private static func expectAway(_ host: ServerCore.Host) async throws {
            #expect(try await eventually { await Self.status(host, "/ready") == 503 })
            #expect(await Self.status(host, "/health") == 200)
            let reply = await host.answer(
                WireRequest(
                    "POST", "/database/1/\(Servers.container)/development/public/records/query",
                    body: .bytes(Array(#"{"query":{"recordType":"City"}}"#.utf8))))
            #expect(reply.status == 503)
            #expect(reply.headers.contains { $0.name == "retry-after" })
            #expect(reply.cause?.hasPrefix("cannotOpen: ") == true)
            let read = try await ReadReply(reply)
            #expect(read.code == "TRY_AGAIN_LATER")
            #expect(read.json["reason"] as? String == "the database does not answer")
            let metrics = try await ReadReply(await host.answer(WireRequest("GET", "/metrics")))
            #expect(metrics.text.contains("\nquarry_database_up 0\n"))
        }

        @Test func `is said at once, and forgotten when it is back`() async throws {
            let server = try PostgresServer()
            let servers = try await Servers(2, on: server)
            let make = `Several servers on one database`.create("a")
            #expect(try await servers[0].ask("public/records/modify", make).status == 200)
            try Self.signal("STOP", server)
            for host in servers.hosts { try await Self.expectAway(host) }
            try Self.signal("CONT", server)
            for host in servers.hosts {
                #expect(try await eventually { await Self.status(host, "/ready") == 200 })
                #expect(
                    try await eventually {
                        try await host.ask(
                            "public/records/lookup", #"{"records":[{"recordName":"a"}]}"#
                        ).text.contains("Paris")
                    })
            }
            let metrics = try await ReadReply(
                await servers[0].answer(WireRequest("GET", "/metrics")))
            #expect(metrics.text.contains("\nquarry_database_up 1\n"))
            try await servers.close()
            server.stop()
        }

        @Test func `is said to be as large as it was`() async throws {
            let server = try PostgresServer()
            let servers = try await Servers(1, on: server)
            let make = `Several servers on one database`.create("a")
            #expect(try await servers[0].ask("public/records/modify", make).status == 200)
            let storage = servers[0].storage
            storage.measure()
            let key = ContainerRegistry.Key(Servers.container, .development)
            // Each table has pages of 8 kB for its indexes, even with no row.
            #expect(storage.isKnown && storage.bytes(key) > 100_000)
            #expect(storage.bytes(ContainerRegistry.Key(Servers.container, .production)) == 0)
            let total = storage.total
            #expect(total == storage.bytes(key))
            server.stop()
            try await Self.expectAway(servers[0])
            storage.measure()
            let metrics = try await ReadReply(
                await servers[0].answer(WireRequest("GET", "/metrics")))
            #expect(metrics.text.contains("\nquarry_storage_bytes \(total)\n"))
            // The database is gone for good.
            try? await servers.close()
        }

        /// A standby that is connected to after a failover, or `default_transaction_read_only`.
        @Test func `that only reads has writes tried again`() async throws {
            let server = try PostgresServer()
            let servers = try await Servers(1, on: server)
            func make(_ name: String) -> String { `Several servers on one database`.create(name) }
            #expect(try await servers[0].ask("public/records/modify", make("a")).status == 200)
            func allowWrites(_ isAllowed: Bool) throws {
                let change = "ALTER SYSTEM SET default_transaction_read_only = \(!isAllowed)"
                let run = try Program.run(
                    "psql", [server.url, "-qAtc", change, "-c", "SELECT pg_reload_conf()"],
                    errors: .withOutput)
                #expect(run.status == 0, "\(run.output)")
            }
            func write(_ name: String) async -> WireReply {
                let path = "/database/1/\(Servers.container)/development/public/records/modify"
                let user = (name: AccountRepository.userHeader, value: "_ann")
                return await servers[0].answer(
                    WireRequest(
                        "POST", path, headers: [user], body: .bytes(Array(make(name).utf8))))
            }
            try allowWrites(false)
            #expect(try await eventually { await write("b").status != 200 })
            let reply = await write("b")
            #expect(reply.cause?.hasPrefix("readOnly: ") == true)
            #expect(reply.cause?.hasSuffix("transaction (state: 25006)") == true)
            let refused = try await ReadReply(reply)
            #expect(refused.status == 503 && refused.code == "TRY_AGAIN_LATER")
            #expect(refused.json["retryAfter"] as? Int == 3)
            #expect(!refused.text.contains("25006"))
            let read = try await servers[0].ask(
                "public/records/lookup", #"{"records":[{"recordName":"a"}]}"#)
            #expect(read.status == 200)
            try allowWrites(true)
            #expect(try await eventually { await write("b").status == 200 })
            try await servers.close()
            server.stop()
        }

        @Test func `lets servers end`() async throws {
            let server = try PostgresServer()
            let servers = try await Servers(2, on: server)
            let make = `Several servers on one database`.create("a")
            #expect(try await servers[0].ask("public/records/modify", make).status == 200)
            server.stop()
            for host in servers.hosts { try await Self.expectAway(host) }
            try await servers.close()
        }

        /// What a server asks a Citus cluster, answered by a database that is none: of two workers the second
        /// does not answer.
        private static let cluster = """
            SET allow_system_table_mods = on;
            INSERT INTO pg_catalog.pg_extension
            SELECT 1, 'citus', 10, oid, false, '12.1', NULL, NULL
            FROM pg_catalog.pg_namespace WHERE nspname = 'pg_catalog';
            CREATE TABLE pg_catalog.pg_dist_node (
                nodename text, nodeport int, groupid int, isactive boolean, noderole text);
            INSERT INTO pg_catalog.pg_dist_node VALUES
            ('pg', 5432, 0, true, 'primary'), ('pg', 9701, 1, true, 'primary'),
            ('pg', 9702, 2, true, 'primary');
            CREATE FUNCTION pg_catalog.citus_check_connection_to_node(nodename text, nodeport int)
            RETURNS boolean LANGUAGE sql AS 'SELECT $2 = 9701';
            """

        @Test func `in part leaves servers ready, and they say what they cannot do`() async throws {
            let server = try PostgresServer()
            let servers = try await Servers(1, on: server)
            let run = try Program.run(
                "psql", [server.url, "-v", "ON_ERROR_STOP=1", "-qAtc", Self.cluster],
                errors: .withOutput)
            #expect(run.status == 0, "\(run.output)")
            let callers: [(String, [String]?)] = [("127.0.0.1", ["pg:9702"]), ("203.0.113.7", nil)]
            for (peer, names) in callers {
                let ready = try await ReadReply(
                    await servers[0].answer(WireRequest("GET", "/ready", peer: peer)))
                #expect(ready.status == 200)
                #expect(ready.json["status"] as? String == "impaired")
                #expect(ready.json["lost"] as? Int == 1)
                #expect((ready.json["cannot"] as? [String])?.count == 2)
                #expect(ready.json["servers"] as? [String] == names)
            }
            try await servers.close()
            server.stop()
        }

        /// Stops every process of a cluster, or has them go on.
        private static func signal(_ name: String, _ server: PostgresServer) throws {
            let folder = try #require(server.folder)
            let text = try String(
                contentsOf: folder.appendingPathComponent("data/postmaster.pid"),
                encoding: .utf8)
            let leader = try #require(text.split(separator: "\n").first)
            let process = try Process.run(
                URL(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", "kill -\(name) \(leader) $(pgrep -P \(leader))"])
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }
}
#endif
