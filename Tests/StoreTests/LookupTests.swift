import Foundation
import RecordCore
import TestKit
import Testing

/// Records by name: one name goes another way than several, and both answer alike.
@Suite struct `Lookup` {
    private static let ann = DatabaseScope.private(user: "_ann")
    private static let bob = DatabaseScope.shared(user: "_bob")

    /// A database with records of two types, a deleted one, and a zone that Ann shares with Bob.
    private func fill(_ store: any RecordStore) async throws {
        try await store.put(
            Record("N", RecordID("a"), ["n": 1, "t": "x"]),
            Record("M", RecordID("b"), ["m": 2]), Record("N", RecordID("gone"), ["n": 3]))
        _ = try await store.save(
            SaveRequest(deleting: [RecordID("gone")], isAdministrator: true), in: .public)
        for zone in ["Z", "Y"] {
            try await store.createZones([ZoneID(zone)], in: Self.ann)
            try await store.put(
                Record("N", RecordID("a", zone: ZoneID(zone)), ["n": 4, "t": .text(zone)]),
                Record("N", RecordID("gone", zone: ZoneID(zone)), ["n": 5]),
                in: Self.ann)
            _ = try await store.save(
                SaveRequest(
                    deleting: [RecordID("gone", zone: ZoneID(zone))], user: "_ann",
                    isAdministrator: true), in: Self.ann)
        }
        try await store.setParticipants(["_bob": .readOnly], of: ZoneID("Z"), in: Self.ann)
    }

    @Test(arguments: StoreUnderTest.available)
    func `keeps users apart whose names are composed otherwise`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let one = DatabaseScope.private(user: "Jos\u{E9}")
            let other = DatabaseScope.private(user: "Jose\u{301}")
            try await store.put(Record("N", RecordID("a"), ["n": 1]), in: one)
            try await store.put(Record("N", RecordID("b"), ["n": 2]), in: other)
            #expect(try await store.record(RecordID("a"), in: one) != nil)
            #expect(try await store.record(RecordID("a"), in: other) == nil)
            #expect(try await store.record(RecordID("b"), in: other) != nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `finds nothing by letters that are equal to those of a name`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let zone = ZoneID("K")
            let kelvin = ZoneID("\u{212A}")
            try await store.createZones([zone], in: Self.ann)
            try await store.put(Record("N", RecordID("K", zone: zone)), in: Self.ann)
            let ids = [zone, kelvin].flatMap { zone in
                ["K", "\u{212A}"].map { RecordID($0, zone: zone) }
            }
            let found = try await store.records(ids, in: Self.ann, desiredKeys: nil)
            #expect(Set(found.keys) == [RecordID("K", zone: zone)])
            let query = RecordQuery("N", in: .zone(kelvin))
            #expect(
                await StoreError.Code.thrown { try await store.count(query, in: Self.ann) }
                    == .zoneNotFound)
            #expect(
                await StoreError.Code.thrown {
                    try await store.createZones([kelvin], in: Self.ann)
                } == .invalidName)
        }
    }

    @Test(arguments: StoreUnderTest.inParts, [nil, [], ["n"], ["t", "m"]] as [[String]?])
    func `of one name answers as that of several`(
        kind: StoreUnderTest, keys: [String]?
    ) async throws {
        try await kind.withStore { store async throws in
            try await fill(store)
            let zones = [
                ZoneID.default, ZoneID("Z"), ZoneID("Z", owner: "_ann"),
                ZoneID("Y", owner: "_ann"), ZoneID("None"),
            ]
            let shared = RecordID("a", zone: ZoneID("Z", owner: "_ann"))
            #expect(try await store.record(shared, in: Self.bob) != nil)
            let ids = zones.flatMap { zone in
                ["a", "b", "gone", "never", ""].map { RecordID($0, zone: zone) }
            }
            for scope in [DatabaseScope.public, Self.ann, Self.bob] {
                let several = try await store.records(ids, in: scope, desiredKeys: keys)
                for id in ids {
                    let one = try await store.records([id], in: scope, desiredKeys: keys)
                    #expect(one.count == (several[id] == nil ? 0 : 1), "\(id) in \(scope)")
                    #expect(one[id] == several[id], "\(id) in \(scope)")
                }
            }
            let found = try await store.records([RecordID("a")], in: .public, desiredKeys: keys)
            let fields = try #require(found[RecordID("a")]).fields
            #expect(Set(fields.keys) == Set(keys ?? ["n", "t"]).intersection(["n", "t"]))
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `gives the schema with the records`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await fill(store)
            let ids = [RecordID("a"), RecordID("gone")]
            for some in [ids, [ids[0]], [ids[1]], []] {
                let found = try await store.recordsAndSchema(some, in: .public, desiredKeys: nil)
                let records = try await store.records(some, in: .public, desiredKeys: nil)
                #expect(found.records == records)
                let schema = try await store.schema()
                #expect(found.schema == schema)
                #expect(found.schema["N"]?.field("t") != nil)
            }
            for id in ids {
                let found = try await store.recordAndSchema(id, in: .public, desiredKeys: ["t"])
                let records = try await store.records([id], in: .public, desiredKeys: ["t"])
                #expect(found.record == records[id])
                let schema = try await store.schema()
                #expect(found.schema == schema)
            }
        }
    }

    /// A name that is deleted, or of another type now, whichever type was read last.
    @Test(arguments: StoreUnderTest.inParts)
    func `follows a name from type to type`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await fill(store)
            // Deletions in Ann's zone leave a row in the registry, those in the public database none.
            for (scope, zone) in [(DatabaseScope.public, ZoneID.default), (Self.ann, ZoneID("Z"))] {
                let (id, other) = (RecordID("a", zone: zone), RecordID("other", zone: zone))
                try await store.put(Record("M", other, ["m": 2]), in: scope)
                for (type, field) in [("M", "m"), ("N", "n"), ("N", "n"), ("M", "m")] {
                    for last in [id, other] {
                        _ = try await store.record(last, in: scope)
                        _ = try await store.save(
                            SaveRequest(deleting: [id], user: "_ann", isAdministrator: true),
                            in: scope)
                        #expect(try await store.record(id, in: scope) == nil)
                        _ = try await store.record(last, in: scope)
                        try await store.put(Record(type, id, [field: 7]), in: scope)
                        let one = try await store.record(id, in: scope)
                        #expect(one?.type == type && one?.fields == [field: 7], "\(type), \(scope)")
                        let both = try await store.records(
                            [other, id], in: scope, desiredKeys: nil)
                        #expect(both[id] == one && both[other]?.fields == ["m": 2])
                    }
                }
            }
        }
    }
}
