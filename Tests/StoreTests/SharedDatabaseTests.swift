import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `Shared databases` {
    static let anns = DatabaseScope.private(user: "_ann")
    static let bobs = DatabaseScope.shared(user: "_bob")
    static let zone = ZoneID("Notes")
    /// The zone as Bob names it.
    static let seen = ZoneID("Notes", owner: "_ann")

    func with(
        _ kind: StoreUnderTest, _ permission: ParticipantPermission,
        _ body: (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone, ZoneID("Secret")], in: Self.anns)
            var note = Record("N", RecordID("a", zone: Self.zone), ["text": "hi"])
            note["to"] = .reference(Reference(RecordID("b", zone: Self.zone)))
            try await store.put(note, in: Self.anns)
            try await store.put(
                Record("N", RecordID("s", zone: ZoneID("Secret"))), in: Self.anns)
            try await store.setParticipants(["_bob": permission], of: Self.zone, in: Self.anns)
            try await body(store)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `show the zones that others share, by their owner's name`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind, .readOnly) { store async throws in
            #expect(try await store.zones(in: Self.bobs).map(\.id) == [Self.seen])
            #expect(try await store.zones(in: .shared(user: "_eve")).isEmpty)
            let page = try await store.fetch(
                RecordQuery("N", in: .zone(Self.seen)), in: Self.bobs)
            #expect(page.records.map(\.id) == [RecordID("a", zone: Self.seen)])
            #expect(
                page.records[0]["to"]
                    == .reference(Reference(RecordID("b", zone: Self.seen))))
            let all = try await store.fetch(RecordQuery("N", in: .all), in: Self.bobs)
            #expect(all.records.count == 1)
            let id = RecordID("a", zone: Self.seen)
            #expect(try await store.record(id, in: Self.bobs)?.id == id)
            let secret = RecordID("s", zone: ZoneID("Secret", owner: "_ann"))
            #expect(try await store.record(secret, in: Self.bobs) == nil)
            for zone in [ZoneID("Secret", owner: "_ann"), Self.zone, ZoneID("x", owner: "_no")] {
                let code = await StoreError.Code.thrown {
                    try await store.fetch(RecordQuery("N", in: .zone(zone)), in: Self.bobs)
                }
                #expect(code == .zoneNotFound)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `list the zones of one owner after the other's`(kind: StoreUnderTest) async throws {
        try await with(kind, .readOnly) { store async throws in
            let bens = DatabaseScope.private(user: "_ben")
            for name in ["Z", "A"] {
                try await store.createZones([ZoneID(name)], in: bens)
                try await store.setParticipants(
                    ["_bob": .readOnly], of: ZoneID(name), in: bens)
            }
            let zones = try await store.zones(in: Self.bobs).map(\.id)
            let others = ["A", "Z"].map { ZoneID($0, owner: "_ben") }
            #expect(zones == [Self.seen] + others)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `find references by the names the user knows`(kind: StoreUnderTest) async throws {
        try await with(kind, .readOnly) { store async throws in
            let target = Value.reference(Reference(RecordID("b", zone: Self.seen)))
            let predicate = try QueryPredicate(parsing: "to == %@", target)
            let found = try await store.fetch(
                RecordQuery("N", where: predicate, in: .zone(Self.seen)), in: Self.bobs)
            #expect(found.records.count == 1)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `are written only with permission, and the owner sees it`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind, .readOnly) { store async throws in
            let record = Record("N", RecordID("new", zone: Self.seen), ["text": "yo"])
            let refused = try await store.save(SaveRequest(saving: [record]), in: Self.bobs)
            #expect(refused.saves[0].error?.code == .permissionDenied)
            let fresh = Record("Fresh", RecordID("new", zone: Self.seen), ["text": "yo"])
            let second = try await store.save(SaveRequest(saving: [fresh]), in: Self.bobs)
            #expect(second.saves[0].error?.code == .permissionDenied)
            #expect(try await store.schema()["Fresh"] == nil)
            try await store.setParticipants(
                ["_bob": .readWrite], of: Self.zone, in: Self.anns)
            #expect(
                try await store.participants(of: Self.zone, in: Self.anns)
                    == ["_bob": .readWrite])
            let saved = try await store.put(record, in: Self.bobs)[0]
            #expect(saved.id == record.id)
            #expect(saved.system?.createdBy == "_bob")
            let own = RecordID("new", zone: Self.zone)
            #expect(try await store.record(own, in: Self.anns)?.id == own)
            let elsewhere = try await store.save(
                SaveRequest(saving: [
                    Record("N", RecordID("x", zone: ZoneID("Secret", owner: "_ann"))),
                    Record("N", RecordID("x")),
                    Record("N", RecordID("ok", zone: Self.seen)),
                ]), in: Self.bobs)
            #expect(elsewhere.saves[0].error?.code == .zoneNotFound)
            #expect(elsewhere.saves[1].error?.code == .zoneNotFound)
            #expect(elsewhere.saves[2].error == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `are seen by the user whose name has the same bytes`(kind: StoreUnderTest) async throws {
        try await with(kind, .readWrite) { store async throws in
            let users = ["Jos\u{E9}", "Jose\u{301}"]
            for (user, other) in [(users[0], users[1]), (users[1], users[0])] {
                try await store.setParticipants([user: .readWrite], of: Self.zone, in: Self.anns)
                #expect(try await store.zones(in: .shared(user: user)).map(\.id) == [Self.seen])
                #expect(try await store.zones(in: .shared(user: other)).isEmpty)
                let record = Record("N", RecordID("late", zone: Self.seen))
                let refused = try await store.save(
                    SaveRequest(saving: [record]), in: .shared(user: other))
                #expect(refused.saves[0].error?.code == .zoneNotFound)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `keep what one owner's took where another's refuses its part`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind, .readWrite) { store async throws in
            try await store.put(Record("N", RecordID("x")), in: .private(user: "_ben"))
            var request = SaveRequest(saving: [
                Record("N", RecordID("new", zone: Self.seen)),
                Record("N", RecordID("x", zone: ZoneID(owner: "_ben"))),
            ])
            // Which default zones are not.
            request.isAtomicRequired = true
            let result = try await store.save(request, in: Self.bobs)
            #expect(result.saves.map { $0.error?.code } == [nil, .atomicNotSupported])
            let own = RecordID("new", zone: Self.zone)
            #expect(try await store.record(own, in: Self.anns) != nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `give their changes, and tell when they are taken away`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind, .readWrite) { store async throws in
            let first = try await store.databaseChanges(in: Self.bobs, since: nil, limit: nil)
            #expect(first.changed == [Self.seen])
            let records = try await store.changes(
                in: Self.seen, of: Self.bobs, since: nil, limit: nil, desiredKeys: nil)
            #expect(records.changed.map(\.id) == [RecordID("a", zone: Self.seen)])
            _ = try await store.save(
                SaveRequest(deleting: [RecordID("a", zone: Self.zone)]), in: Self.anns)
            let later = try await store.changes(
                in: Self.seen, of: Self.bobs, since: records.token, limit: nil, desiredKeys: nil)
            #expect(later.deleted.map(\.id) == [RecordID("a", zone: Self.seen)])
            let second = try await store.databaseChanges(
                in: Self.bobs, since: first.token, limit: nil)
            #expect(second.changed == [Self.seen])
            try await store.setParticipants([:], of: Self.zone, in: Self.anns)
            let third = try await store.databaseChanges(
                in: Self.bobs, since: second.token, limit: nil)
            #expect(third.changed.isEmpty)
            #expect(third.deleted == [Self.seen])
            #expect(try await store.zones(in: Self.bobs).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `say nothing of what was deleted before a participant joined`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind, .readWrite) { store async throws in
            func changes(_ token: ChangeToken?) async throws -> ZoneChanges {
                try await store.changes(
                    in: Self.seen, of: Self.bobs, since: token, limit: nil, desiredKeys: nil)
            }
            let first = try await changes(nil).token
            try await store.setParticipants([:], of: Self.zone, in: Self.anns)
            _ = try await store.save(
                SaveRequest(deleting: [RecordID("a", zone: Self.zone)]), in: Self.anns)
            try await store.setParticipants(["_bob": .readOnly], of: Self.zone, in: Self.anns)
            // A token from before Bob joined, or a forged one.
            let error = await #expect(throws: StoreError.self) { try await changes(first) }
            #expect(error?.code == .changeTokenExpired)
            let second = try await changes(nil)
            #expect(second.changed.isEmpty)
            #expect(second.deleted.isEmpty)
            // More permissions than before do not expire the token.
            try await store.setParticipants(["_bob": .readWrite], of: Self.zone, in: Self.anns)
            #expect(try await changes(second.token).deleted.isEmpty)
        }
    }
}
