#if Postgres
import Accounts
import Foundation
import RecordCore
import Stores
import TestFiles
import TestKit
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    /// Two versions of the server on one database.
    @Suite(.enabled(if: Servers.canRun)) struct `An older server beside a newer one` {
        /// Does to the schemas what a newer version may do within a layout version.
        private static func grow(_ servers: Servers) throws {
            let prefix = servers.database.prefix
            try psql(
                """
                DO $$ DECLARE t record; n record; BEGIN
                FOR n IN SELECT nspname FROM pg_namespace WHERE nspname = '\(prefix)' \
                    OR nspname LIKE '\(prefix)\\_%' LOOP
                  FOR t IN SELECT relname FROM pg_class c WHERE relnamespace = \
                      (SELECT oid FROM pg_namespace WHERE nspname = n.nspname) \
                      AND relkind = 'r' LOOP
                    EXECUTE format('ALTER TABLE %I.%I ADD COLUMN later bigint NOT NULL DEFAULT 7', \
                      n.nspname, t.relname);
                  END LOOP;
                  EXECUTE format('CREATE TABLE %I._later (id bigint PRIMARY KEY)', n.nspname);
                  EXECUTE format('INSERT INTO %I._meta (key, value) VALUES (''later'', ''1'')', \
                    n.nspname);
                  EXECUTE format('INSERT INTO %I._service (key, value) VALUES \
                    (''later/a'', ''\\x01''), (''account/later/a'', ''\\x01''), \
                    (''account/user/_later'', ''\\x01''), (''host/later'', ''\\x01'')', n.nspname);
                END LOOP; END $$;
                SELECT pg_notify('\(prefix)', 'later' || chr(31) || 'x');
                """)
        }

        @discardableResult
        private static func psql(_ sql: String) throws -> String {
            let server = try #require(PostgresServer.shared)
            let run = try Program.run(
                "psql", [server.url, "-v", "ON_ERROR_STOP=1", "-qAtc", sql], errors: .withOutput)
            #expect(run.status == 0, "\(run.output)")
            return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private static func use(_ host: ServerCore.Host, _ name: String) async throws {
            let made = try await host.ask(
                "private/records/modify",
                `Several servers on one database`.create(name, zone: "Trip"))
            #expect(made.status == 200)
            #expect(!made.text.contains("serverErrorCode"), "\(made.text)")
            let found = try await host.ask(
                "private/records/query",
                #"{"zoneID":{"zoneName":"Trip"},"query":{"recordType":"City"}}"#)
            #expect(found.text.contains(#""recordName":"\#(name)""#))
            let feed = try await host.ask(
                "private/changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Trip"}}]}"#)
            #expect(feed.text.contains(#""recordName":"\#(name)""#))
            let user = try await host.accounts.createUser(NewUser("user-\(name)"))
            #expect(try await host.accounts.user(user.recordName) != nil)
        }

        @Test func `passes over what it does not know, and keeps it`() async throws {
            try await Servers.with { servers in
                _ = try await servers[0].ask(
                    "private/zones/modify",
                    #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Trip"}}}]}"#
                )
                try await Self.use(servers[0], "before")
                try Self.grow(servers)
                for (number, host) in servers.hosts.enumerated() {
                    try await Self.use(host, "after\(number)")
                }
                // An older one that starts now does too.
                let late = try await ServerCore.Host(servers[0].options)
                try await Self.use(late, "late")
                // What belongs to a type that is new to all servers is created beside the rest.
                _ = try await late.ask(
                    "public/records/modify",
                    #"{"operations":[{"operationType":"create","record":{"recordName":"n","recordType":"Note","fields":{"text":{"value":"x"}}}}]}"#
                )
                try await late.close()
                let prefix = servers.database.prefix
                let kept = try Self.psql(
                    "SELECT count(*) FROM \(prefix)._service WHERE later = 7 AND key LIKE '%later%'"
                )
                #expect(kept == "4")
            }
        }

        @Test func `refuses a layout that is newer than itself`() async throws {
            try await Servers.with(1) { servers in
                #expect(
                    try await servers[0].ask(
                        "public/records/modify", `Several servers on one database`.create("a")
                    ).status == 200)
                let schema = servers.database.schema(
                    of: .container(Servers.container, environment: "development"))
                try Self.psql("UPDATE \(schema)._meta SET value = '99' WHERE key = 'layout'")
                let late = try await ServerCore.Host(servers[0].options)
                await #expect {
                    _ = try await late.containers.service(Servers.container, .development)
                } throws: { ($0 as? StoreError)?.code == .newerVersion }
                let refused = try await late.ask(
                    "public/records/query", #"{"query":{"recordType":"City"}}"#)
                #expect(refused.status >= 400)
                try await late.close()
                let prefix = servers.database.prefix
                try Self.psql("UPDATE \(prefix)._meta SET value = '99' WHERE key = 'layout'")
                await #expect {
                    _ = try await ServerCore.Host(servers[0].options)
                } throws: { ($0 as? StoreError)?.code == .newerVersion }
            }
        }
    }
}
#endif
