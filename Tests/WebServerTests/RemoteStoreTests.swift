import Accounts
import AccountsClient
import Foundation
import RecordCore
import CloudKitClient
import Synchronization
import TestFiles
import Testing
import WebServices

/// A container of a server as the tool sees it.
@Suite struct `Remote stores` {
    private let folder = TemporaryFolder()

    @Test func `locations say server, container, environment and token`() throws {
        let place = try RemoteLocation(
            "https://secret@quarry.example.org:8443/iCloud.org.example.notes/production")
        #expect(place.origin == "https://quarry.example.org:8443")
        #expect(place.container == "iCloud.org.example.notes")
        #expect(place.environment == .production)
        #expect(place.token == "secret")
        let local = try RemoteLocation("http://[::1]:80/a", token: "t")
        #expect(local.origin == "http://[::1]:80")
        #expect(local.environment == .development)
        for wrong in [
            "https://host", "https://host/a/b", "https://host/a/production/c", "http:///a",
            "http://example.org/a",
        ] {
            #expect(throws: RemoteFailure.self) { try RemoteLocation(wrong, token: "t") }
        }
        #expect(throws: RemoteFailure.self) { try RemoteLocation("https://host/a") }
        let plain = try RemoteLocation("http://example.org/a", token: "t", allowsPlainText: true)
        #expect(plain.origin == "http://example.org")
    }

    private func filled(_ count: Int) async throws -> RemoteStore {
        let store = try await RemoteHost().store()
        let records = (0..<count).map { number in
            Record(
                "City", RecordID(String(format: "c%04d", number)),
                ["n": .int(Int64(number)), "even": .int(number % 2 == 0 ? 1 : 0)])
        }
        let result = try await store.save(
            SaveRequest(saving: records, policy: .allKeys, isAtomic: false), in: .public)
        #expect(result.saves.count == count && result.firstError == nil)
        return store
    }

    @Test func `much is saved in parts, and walked through page by page`() async throws {
        let store = try await filled(450)
        #expect(try await store.count(RecordQuery("City"), in: .public) == 450)
        for query in [
            RecordQuery("City"), RecordQuery("City", orderedBy: [Ordering("n")]),
            RecordQuery("City", in: .all),
        ] {
            let seen = Mutex<[Value]>([])
            try await store.forEach(query, in: .public) { record in
                seen.withLock { $0.append(record["n"]) }
                return true
            }
            #expect(seen.withLock { $0 } == (0..<450).map { .int($0) })
        }
        let some = Mutex(0)
        try await store.forEach(RecordQuery("City", limit: 250), in: .public) { _ in
            some.withLock { $0 += 1 }
            return true
        }
        #expect(some.withLock { $0 } == 250)
        let page = try await store.fetch(
            RecordQuery("City", orderedBy: [Ordering("n")], limit: 300, offset: 100), in: .public)
        #expect(page.records.count == 300 && page.records.first?["n"] == 100)
        #expect(page.next == 400)
    }

    @Test func `what was not sent after a request that failed is not said to have its error`()
        async throws
    {
        let remote = try await RemoteHost()
        let store = try remote.store()
        let records = (0..<450).map { Record("City", RecordID("c\($0)"), ["n": .int(Int64($0))]) }
        remote.happen(.arrive, .answer(RemoteReply(413, bytes: [])))
        let result = try await store.save(
            SaveRequest(saving: records, policy: .allKeys, isAtomic: false), in: .public)
        let codes = result.saves.map { save -> StoreError.Code? in
            if case .failure(let error) = save { error.code } else { nil }
        }
        try #require(codes.count == 450)
        #expect(codes[..<200].allSatisfy { $0 == nil })
        #expect(codes[200..<400].allSatisfy { $0 == .limitExceeded })
        #expect(codes[400...].allSatisfy { $0 == .batchFailed })
        #expect(result.firstError?.code == .limitExceeded)
        #expect(try await store.count(RecordQuery("City"), in: .public) == 200)
    }

    @Test func `the whole language is asked, and refusals say what is wrong`() async throws {
        let store = try await filled(20)
        let query = RecordQuery(
            "City", where: try QueryPredicate(parsing: "n == 1 OR n > 17"),
            orderedBy: [Ordering("n", ascending: false)])
        #expect(
            try await store.fetch(query, in: .public).records.map { $0["n"] } == [19, 18, 1])
        let explanation = try await store.explain(query, in: .public)
        #expect(explanation.sql?.contains("SELECT") == true)
        #expect(explanation.parameters.contains(17))
        let unknown = RecordQuery("City", where: try QueryPredicate(parsing: "nothing == 1"))
        await #expect(throws: QueryProblem.self) { try await store.fetch(unknown, in: .public) }
        await #expect(throws: QueryProblem.self) {
            try await store.fetch(RecordQuery("None"), in: .public)
        }
    }

    @Test func `what clients add to the schema at one time is all there`() async throws {
        let remote = try await RemoteHost()
        let names = (0..<5).map { "Place\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                let store = try remote.store()
                group.addTask {
                    try await store.updateSchema { current in
                        var grown = current
                        grown[name] = RecordType(name, fields: [Field("n", .single(.int64))])
                        return [grown]
                    }
                }
            }
            try await group.waitForAll()
        }
        let schema = try await remote.store().schema()
        #expect(names.allSatisfy { schema[$0]?.field("n") != nil })
    }

    @Test func `schemas, zones, changes and deletions go over the network`() async throws {
        let store = try await filled(3)
        var schema = try await store.schema()
        #expect(schema["City"]?.field("n") != nil)
        schema["Place"] = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                RECORD TYPE Place ( name STRING QUERYABLE, GRANT READ, CREATE, WRITE TO "_icloud" );
                """)["Place"]
        let changes = try await store.setSchema(schema)
        #expect(!changes.isEmpty)
        #expect(try await store.schema()["Place"]?.field("name") != nil)

        let anns = DatabaseScope.private(user: "_ann")
        let zone = ZoneID("Notes")
        try await store.createZones([zone], in: anns)
        #expect(try await store.zones(in: anns).map(\.id) == [.default, zone])
        let id = RecordID("a", zone: zone)
        _ = try await store.save(
            SaveRequest(saving: [Record("Note", id, ["title": "one"])]), in: anns)
        let feed = try await store.changes(
            in: zone, of: anns, since: nil, limit: nil, desiredKeys: nil)
        #expect(feed.changed.map(\.id) == [id])
        _ = try await store.save(SaveRequest(deleting: [id]), in: anns)
        let later = try await store.changes(
            in: zone, of: anns, since: feed.token, limit: nil, desiredKeys: nil)
        #expect(later.deleted.map(\.id) == [id])
        #expect(try await store.databaseChanges(in: anns, since: nil, limit: nil).changed == [zone])
        #expect(try await store.records([id], in: anns, desiredKeys: nil).isEmpty)
        try await store.deleteZones([zone], in: anns)
        #expect(try await store.zones(in: anns).map(\.id) == [.default])
        await #expect(throws: RemoteFailure.self) {
            try await store.participants(of: zone, in: anns)
        }
    }

    @Test func `roles that two administrators change at once are all given`() async throws {
        let remote = try await RemoteHost()
        let desks: [any AccountsBackend] = [
            RemoteAccounts(ServerAdministration(remote, token: remote.management)),
            try await LocalAccounts(folder.path),
        ]
        for desk in desks {
            let ann = try #require(try await desk.createUser(NewUser("ann"))["recordName"])
            let ben = try #require(try await desk.createUser(NewUser("ben"))["recordName"])
            let (container, environment) = (RemoteHost.container, "development")
            var attempts = 0
            try await desk.changeRoles(container: container, environment: environment) { roles in
                attempts += 1
                roles["editors", default: []].append(ann)
                guard attempts == 1 else { return }
                // Another administrator is faster.
                try await desk.changeRoles(container: container, environment: environment) {
                    $0["editors", default: []].append(ben)
                }
            }
            let roles = try await desk.roles(container: container, environment: environment)
            #expect(attempts == 2)
            #expect(roles == ["editors": [ann, ben].sorted()])
            try await desk.close()
        }
    }

    @Test func `a schema that another changes meanwhile is read again`() async throws {
        let remote = try await RemoteHost()
        let server = ServerAdministration(remote, token: remote.management)
        let path = ["containers", RemoteHost.container, "development", "schema"]
        func adding(_ type: String, to text: String) throws -> String {
            var schema = try RecordSchema(parsing: text)
            schema[type] = try RecordSchema(
                parsing:
                    "DEFINE SCHEMA RECORD TYPE \(type) (name STRING, GRANT READ TO \"_world\");"
            )[type]
            return schema.text
        }
        var attempts = 0
        let reply = try await server.editText(path) { text in
            attempts += 1
            if attempts == 1 { _ = try await server.editText(path) { try adding("Tag", to: $0) } }
            return try adding("Note", to: text)
        }
        #expect(attempts == 2 && reply != nil)
        let schema = try await remote.store().schema()
        #expect(schema["Tag"] != nil && schema["Note"] != nil)
        #expect(try await server.editText(path) { _ in nil } == nil)
    }
}
