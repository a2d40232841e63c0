import Foundation
import RecordCore
import Stores
import TestKit
import Testing

@testable import RecordService
@testable import WebServices

/// Lookups of one record go another way than those of several, and may come from the cache.
@Suite struct `A lookup of one record` {
    private static let schema = """
        DEFINE SCHEMA
        RECORD TYPE City (name STRING QUERYABLE, size INT64, GRANT READ TO "_world",
            GRANT CREATE, WRITE TO "_icloud");
        RECORD TYPE Diary (text STRING, GRANT READ, WRITE TO "_creator", GRANT CREATE TO "_icloud");
        """

    private static func save(
        _ records: Record..., by user: String = "_ann", in scope: DatabaseScope = .public,
        into store: any RecordStore
    ) async throws {
        let result = try await store.save(
            SaveRequest(saving: records, policy: .changedKeys, user: user, isAdministrator: true),
            in: scope)
        if let error = result.firstError { throw error }
    }

    private static func fill(_ store: any RecordStore) async throws {
        try await save(
            Record("City", RecordID("a"), ["name": "Paris", "size": 7]),
            Record("Diary", RecordID("d"), ["text": "x"]), into: store)
        try await save(
            Record("City", RecordID("a"), ["name": "Own", "size": 8]),
            in: .private(user: "_ann"), into: store)
    }

    /// The entry of a lookup, alone and among others.
    private static func lookUp(
        _ name: String, in database: String = "public", zone: String = "",
        others: Bool = false, options: String = "", _ server: EndpointServer
    ) async throws -> JSON? {
        let names =
            others
            ? #"{"recordName": "\#(name)"}, {"recordName": "none"}"#
            : #"{"recordName": "\#(name)"}"#
        let reply = try await server.json(
            "\(database)/records/lookup", #"{"records": [\#(names)]\#(zone)\#(options)}"#)
        return reply["records"]?[0]
    }

    @Test(arguments: StoreUnderTest.available)
    func `answers as one of several, read or cached`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind, schema: Self.schema) { server in
            try await Self.fill(server.service.store)
            for user in ["_ann", "_bob", nil] {
                server.user = user
                for database in ["public", "private"] where user != nil || database == "public" {
                    for name in ["a", "d", "none", user ?? "_ann"] {
                        for options in [
                            "", #", "desiredKeys": ["size"]"#, #", "desiredKeys": []"#,
                            #", "numbersAsStrings": true"#, #", "zoneID": {"zoneName": "Z"}"#,
                        ] {
                            let expected = try await Self.lookUp(
                                name, in: database, others: true, options: options, server)
                            for time in 1...3 {
                                let entry = try await Self.lookUp(
                                    name, in: database, options: options, server)
                                #expect(
                                    entry == expected,
                                    "\(name) in \(database) of \(user ?? "-")\(options), \(time)")
                            }
                        }
                    }
                }
            }
            #expect(server.service.encoded.bytes > 0 || kind != .sqlite)
        }
    }

    @Test func `is never stale, whatever is written`() async throws {
        try await EndpointServer.with(.sqlite, schema: Self.schema) { server in
            let store = server.service.store
            try await Self.fill(store)
            let path = server.services.directory.appendingPathComponent("store/store.db").path
            let other = try await StoreLocation.sqlite(path: path).open()
            server.user = "_bob"

            /// Asks until the answer comes from the cache; gives it.
            func cached(_ name: String = "a", in database: String = "public") async throws -> JSON?
            {
                _ = try await Self.lookUp(name, in: database, server)
                #expect(server.service.encoded.bytes > 0, "\(name) is not cached")
                return try await Self.lookUp(name, in: database, server)
            }
            func value(_ field: String, of entry: JSON?) -> JSON? {
                entry?["fields"]?[field]?["value"]
            }

            #expect(value("size", of: try await cached()) == .int(7))
            for number in 10..<30 {
                // This process's connection and another's, in turns.
                let writer = number.isMultiple(of: 2) ? store : other
                try await Self.save(
                    Record("City", RecordID("a"), ["size": .int(Int64(number))]), into: writer)
                #expect(value("size", of: try await cached()) == .int(Int64(number)))
            }
            for writer in [store, other] {
                _ = try await cached()
                _ = try await writer.save(
                    SaveRequest(deleting: [RecordID("a")], isAdministrator: true), in: .public)
                let gone = try await Self.lookUp("a", server)
                #expect(gone?["serverErrorCode"] == .text("NOT_FOUND"))
                try await Self.save(Record("City", RecordID("a"), ["size": 40]), into: writer)
                #expect(value("size", of: try await cached()) == .int(40))
            }
            // Grants are the schema's: what was readable is not any more, and is again.
            let closed = Self.schema.replacingOccurrences(
                of: #"GRANT READ TO "_world""#, with: #"GRANT READ TO "_creator""#)
            for writer in [store, other] {
                _ = try await cached()
                try await writer.setSchema(try RecordSchema(parsing: closed))
                let refused = try await Self.lookUp("a", server)
                #expect(refused?["serverErrorCode"] == .text("ACCESS_DENIED"))
                try await writer.setSchema(try RecordSchema(parsing: Self.schema))
                #expect(value("size", of: try await cached()) == .int(40))
            }
            try await other.close()
        }
    }

    @Test func `from the cache is refused to callers without the right`() async throws {
        try await EndpointServer.with(.sqlite, schema: Self.schema) { server in
            try await Self.fill(server.service.store)
            for _ in 1...2 {
                let own = try await Self.lookUp("d", server)
                #expect(own?["fields"]?["text"]?["value"] == .text("x"))
            }
            let before = server.service.encoded.bytes
            #expect(before > 0)
            for user in ["_bob", nil] {
                server.user = user
                let entry = try await Self.lookUp("d", server)
                #expect(entry?["serverErrorCode"] == .text("ACCESS_DENIED"), "\(user ?? "-")")
            }
            // A private record of the same name is its owner's alone.
            server.user = "_ann"
            for _ in 1...2 {
                let own = try await Self.lookUp("a", in: "private", server)
                #expect(own?["fields"]?["name"]?["value"] == .text("Own"))
            }
            server.user = "_bob"
            let none = try await Self.lookUp("a", in: "private", server)
            #expect(none?["serverErrorCode"] == .text("NOT_FOUND"))
            let shared = try await Self.lookUp("a", server)
            #expect(shared?["fields"]?["name"]?["value"] == .text("Paris"))
        }
    }

    @Test func `of a shared zone ends with the sharing`() async throws {
        try await EndpointServer.with(.sqlite, schema: Self.schema) { server in
            let store = server.service.store
            let (zone, ann) = (ZoneID("Z"), DatabaseScope.private(user: "_ann"))
            try await store.createZones([zone], in: ann)
            try await Self.save(
                Record("City", RecordID("a", zone: zone), ["size": 1]), in: ann, into: store)
            let named = #", "zoneID": {"zoneName": "Z", "ownerRecordName": "_ann"}"#
            for turn in 1...2 {
                try await store.setParticipants(["_bob": .readOnly], of: zone, in: ann)
                for user in ["_ann", "_bob", "_ann", "_bob"] {
                    server.user = user
                    let entry = try await Self.lookUp(
                        "a", in: user == "_ann" ? "private" : "shared", zone: named, server)
                    #expect(
                        entry?["fields"]?["size"]?["value"] == .int(1), "\(user), turn \(turn)")
                }
                try await store.setParticipants([:], of: zone, in: ann)
                server.user = "_bob"
                let entry = try await Self.lookUp("a", in: "shared", zone: named, server)
                #expect(entry?["serverErrorCode"] == .text("ZONE_NOT_FOUND"))
            }
        }
    }

    @Test func `is read where a fault is to be`() async throws {
        try await EndpointServer.with(.sqlite, schema: Self.schema) { server in
            try await Self.fill(server.service.store)
            for _ in 1...2 { _ = try await Self.lookUp("a", server) }
            server.service.faults.add(.throttled(retryAfter: 3), times: 1)
            let lookup = #"{"records": [{"recordName": "a"}]}"#
            let refused = try await server.ask("public/records/lookup", lookup)
            #expect(refused.status == 429)
            let reply = try await server.ask("public/records/lookup", lookup)
            #expect(reply.status == 200)
        }
    }
}

@Suite struct `Encoded records` {
    private static func key(_ number: Int) -> EncodedRecords.Key {
        EncodedRecords.Key(id: RecordID("record-\(number)"), user: nil)
    }

    private static func entry(_ count: Int, _ number: Int) -> EncodedRecords.Entry {
        .init(
            key: key(number), bytes: Array(repeating: 32, count: count), type: RecordType("T"),
            createdBy: nil)
    }

    @Test func `take no more bytes than they may, and keep what is used`() {
        let records = EncodedRecords(capacity: 20_000)
        #expect(records.entry(Self.key(0), after: 1) == nil)
        for number in 0..<1_000 {
            records.add(Self.entry(number % 700, number), after: 1)
            #expect(records.bytes <= 20_000)
            #expect(records.entry(Self.key(number), after: 1)?.bytes.count == number % 700)
            #expect(records.entry(Self.key(0), after: 1)?.bytes.count == 0)
        }
        #expect(records.entry(Self.key(500), after: 1) == nil)
        #expect(records.bytes > 5_000)
        records.add(Self.entry(30_000, 5_000), after: 1)
        #expect(records.entry(Self.key(5_000), after: 1) == nil)
        records.removeAll()
        #expect(records.bytes == 0)
        #expect(EncodedRecords(capacity: 0).bytes == 0)
    }

    @Test func `hold until the next commit`() {
        let records = EncodedRecords(capacity: 20_000)
        records.add(Self.entry(1, 1), after: 7)
        #expect(records.entry(Self.key(1), after: 7) == nil)
        records.add(Self.entry(1, 1), after: 7)
        #expect(records.entry(Self.key(1), after: 7) != nil)
        // A caller that counted before that is given nothing, and adds nothing.
        #expect(records.entry(Self.key(1), after: 6) == nil)
        records.add(Self.entry(2, 2), after: 6)
        #expect(records.entry(Self.key(2), after: 7) == nil)
        #expect(records.entry(Self.key(1), after: 8) == nil)
        #expect(records.bytes == 0)
        #expect(records.entry(Self.key(1), after: 7) == nil)
    }
}
