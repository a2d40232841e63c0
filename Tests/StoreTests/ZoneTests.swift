import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `Zones` {
    static let mine = DatabaseScope.private(user: "_ann")

    @Test(arguments: StoreUnderTest.available)
    func `come and go with everything in them`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let made = try await store.createZones([ZoneID("B"), ZoneID("A")], in: Self.mine)
            #expect(made.map(\.id.name) == ["B", "A"])
            #expect(made.map(\.tracksChanges) == [true, true])
            try await store.createZones([ZoneID("A")], in: Self.mine)
            let zones = try await store.zones(in: Self.mine)
            #expect(zones.map(\.id.name) == ["_defaultZone", "A", "B"])
            #expect(zones[0].tracksChanges == false)
            let id = RecordID("x", zone: ZoneID("A"))
            try await store.put(Record("N", id), in: Self.mine)
            try await store.deleteZones([ZoneID("A")], in: Self.mine)
            #expect(try await store.record(id, in: Self.mine) == nil)
            let code = await StoreError.Code.thrown {
                try await store.fetch(RecordQuery("N", in: .zone(ZoneID("A"))), in: Self.mine)
            }
            #expect(code == .zoneNotFound)
            try await store.createZones([ZoneID("A")], in: Self.mine)
            #expect(
                try await store.count(RecordQuery("N", in: .zone(ZoneID("A"))), in: Self.mine)
                    == 0)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `that are named twice go once`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([ZoneID("A"), ZoneID("B"), ZoneID("B")], in: Self.mine)
            try await store.deleteZones(
                [ZoneID("B"), ZoneID("A"), ZoneID("B", owner: "_ann")], in: Self.mine)
            #expect(try await store.zones(in: Self.mine).map(\.id) == [.default])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `hold records of one name apart`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([ZoneID("A"), ZoneID("B")], in: Self.mine)
            for (number, zone) in [ZoneID("A"), ZoneID("B"), .default].enumerated() {
                try await store.put(
                    Record("N", RecordID("x", zone: zone), ["n": .int(Int64(number))]),
                    in: Self.mine)
            }
            let one = try await store.fetch(
                RecordQuery("N", in: .zone(ZoneID("B"))), in: Self.mine)
            #expect(one.records.map { $0["n"] } == [1])
            let all = try await store.fetch(
                RecordQuery("N", orderedBy: [Ordering("n")], in: .all), in: Self.mine)
            #expect(all.records.map { $0["n"] } == [0, 1, 2])
            #expect(all.records.map(\.id.zone.name) == ["A", "B", "_defaultZone"])
            #expect(try await store.count(RecordQuery("N", in: .all), in: Self.mine) == 3)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `are refused where there can be none`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            for scope in [DatabaseScope.public, .shared(user: "_ann")] {
                let code = await StoreError.Code.thrown {
                    try await store.createZones([ZoneID("A")], in: scope)
                }
                #expect(code == .permissionDenied)
            }
            #expect(
                await StoreError.Code.thrown {
                    try await store.createZones([ZoneID("A", owner: "_bob")], in: Self.mine)
                } == .zoneNotFound)
            for (name, code) in [
                ("_own", StoreError.Code.invalidName), ("", .invalidName), ("é", .invalidName),
                (String(repeating: "x", count: 256), .nameTooLong),
            ] {
                #expect(
                    await StoreError.Code.thrown {
                        try await store.createZones([ZoneID(name)], in: Self.mine)
                    } == code)
            }
            #expect(
                await StoreError.Code.thrown {
                    try await store.deleteZones([.default], in: Self.mine)
                } == .permissionDenied)
            #expect(
                await StoreError.Code.thrown {
                    try await store.deleteZones([ZoneID("none")], in: Self.mine)
                } == .zoneNotFound)
            #expect(try await store.zones(in: .public).map(\.id) == [.default])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `have a limit`(kind: StoreUnderTest) async throws {
        var limits = StoreLimits()
        limits.zonesPerDatabase = 3
        try await kind.withStore(limits: limits) { store async throws in
            try await store.createZones([ZoneID("A"), ZoneID("B")], in: Self.mine)
            let code = await StoreError.Code.thrown {
                try await store.createZones([ZoneID("C")], in: Self.mine)
            }
            #expect(code == .limitExceeded)
            try await store.createZones([ZoneID("A")], in: Self.mine)
            #expect(try await store.zones(in: Self.mine).count == 3)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `that were deleted are told of as far back as there may be zones`(
        kind: StoreUnderTest
    ) async throws {
        var limits = StoreLimits()
        limits.zonesPerDatabase = 3
        try await kind.withStore(limits: limits) { store async throws in
            let bobs = DatabaseScope.shared(user: "_bob")
            func share(_ name: String) async throws {
                try await store.createZones([ZoneID(name)], in: Self.mine)
                try await store.setParticipants(
                    ["_bob": .readOnly], of: ZoneID(name), in: Self.mine)
            }
            func changes(
                in scope: DatabaseScope, since token: ChangeToken?
            ) async throws -> DatabaseChanges {
                try await store.databaseChanges(in: scope, since: token, limit: nil)
            }
            try await share("Z")
            var tokens: [(own: ChangeToken, shared: ChangeToken)] = []
            for name in ["A", "B", "C", "D"] {
                tokens.append(
                    (
                        try await changes(in: Self.mine, since: nil).token,
                        try await changes(in: bobs, since: nil).token
                    ))
                try await share(name)
                try await store.deleteZones([ZoneID(name)], in: Self.mine)
            }
            try await store.forgetAllDeletions()
            for (scope, token) in [(Self.mine, tokens[0].own), (bobs, tokens[0].shared)] {
                let code = await StoreError.Code.thrown {
                    try await changes(in: scope, since: token)
                }
                #expect(code == .changeTokenExpired)
            }
            // The tokens from after the deletion of A go on.
            let own = try await changes(in: Self.mine, since: tokens[1].own)
            #expect(own.deleted.map(\.name) == ["B", "C", "D"])
            let shared = try await changes(in: bobs, since: tokens[1].shared)
            #expect(shared.deleted.map(\.name) == ["B", "C", "D"])
            #expect(try await changes(in: Self.mine, since: own.token).deleted.isEmpty)
            #expect(try await changes(in: Self.mine, since: nil).changed.map(\.name) == ["Z"])
            try await share("A")
            let later = try await changes(in: bobs, since: shared.token)
            #expect(later.changed.map(\.name) == ["A"] && later.deleted.isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `of one user are nothing to another`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.put(Record("N", RecordID("x"), ["n": 1]), in: Self.mine)
            try await store.createZones([ZoneID("A")], in: Self.mine)
            let other = DatabaseScope.private(user: "_bob")
            #expect(try await store.record(RecordID("x"), in: other) == nil)
            #expect(try await store.count(RecordQuery("N"), in: other) == 0)
            #expect(try await store.count(RecordQuery("N"), in: .public) == 0)
            #expect(try await store.zones(in: other).count == 1)
            // The owner's name and "the current user" are the same to the owner.
            let named = RecordID("x", zone: ZoneID("_defaultZone", owner: "_ann"))
            #expect(try await store.record(named, in: Self.mine)?.id == RecordID("x"))
        }
    }
}
