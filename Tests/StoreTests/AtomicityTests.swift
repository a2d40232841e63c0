import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `Atomicity` {
    static let zone = ZoneID("Notes")
    static let mine = DatabaseScope.private(user: "_ann")

    static func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }

    @Test(arguments: StoreUnderTest.available)
    func `one failure undoes the whole zone`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            let kept = try await store.put(
                Record("N", Self.id("kept"), ["x": 1]), in: Self.mine)[0]
            let before = try await store.changes(
                in: Self.zone, of: Self.mine, since: nil, limit: nil, desiredKeys: nil)
            let result = try await store.save(
                SaveRequest(
                    saving: [
                        Record("N", Self.id("new"), ["x": 1]), Record("N", Self.id("kept")),
                    ], deleting: [Self.id("gone")]), in: Self.mine)
            #expect(result.saves[0].error?.code == .batchFailed)
            #expect(result.saves[0].error?.sentence == "Atomic failure")
            #expect(result.saves[1].error?.code == .recordExists)
            #expect(result.deletions[0].error?.code == .batchFailed)
            #expect(result.firstError?.code == .recordExists)
            #expect(try await store.record(Self.id("new"), in: Self.mine) == nil)
            #expect(try await store.record(kept.id, in: Self.mine) == kept)
            let after = try await store.changes(
                in: Self.zone, of: Self.mine, since: before.token, limit: nil, desiredKeys: nil)
            #expect(after.changed.isEmpty && after.deleted.isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a deletion that fails undoes the saves before it`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            try await store.put(Record("N", Self.id("target"), ["x": 1]), in: Self.mine)
            var holder = Record("N", Self.id("holder"), ["x": 1])
            holder["to"] = .reference(Reference(Self.id("target"), action: .validate))
            try await store.put(holder, in: Self.mine)
            let result = try await store.save(
                SaveRequest(
                    saving: [Record("N", Self.id("new"), ["x": 2])],
                    deleting: [Self.id("target")]), in: Self.mine)
            #expect(result.saves[0].error?.code == .batchFailed)
            #expect(result.deletions[0].error?.code == .referencedByOthers)
            #expect(try await store.record(Self.id("new"), in: Self.mine) == nil)
            #expect(try await store.record(Self.id("target"), in: Self.mine) != nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `zones stand and fall by themselves`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let other = ZoneID("Other")
            try await store.createZones([Self.zone, other], in: Self.mine)
            let result = try await store.save(
                SaveRequest(saving: [
                    Record("N", Self.id("_bad")), Record("N", Self.id("fine"), ["x": 1]),
                    Record("N", RecordID("other", zone: other), ["x": 1]),
                ]), in: Self.mine)
            #expect(result.saves[0].error?.code == .invalidName)
            #expect(result.saves[1].error?.code == .batchFailed)
            #expect(result.saves[2].error == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `without atomicity each record stands for itself`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            let result = try await store.save(
                SaveRequest(
                    saving: [Record("N", Self.id("_bad")), Record("N", Self.id("fine"))],
                    isAtomic: false), in: Self.mine)
            #expect(result.saves[0].error?.code == .invalidName)
            #expect(result.saves[1].error == nil)
            // The default zone is never atomic, unless that is insisted on.
            let plain = try await store.save(
                SaveRequest(saving: [Record("N", RecordID("_b")), Record("N", RecordID("f"))]),
                in: Self.mine)
            #expect(plain.saves[1].error == nil)
            let code = await StoreError.Code.thrown {
                try await store.save(
                    SaveRequest(saving: [Record("N", RecordID("g"))], isAtomicRequired: true),
                    in: Self.mine)
            }
            #expect(code == .atomicNotSupported)
            #expect(try await store.record(RecordID("g"), in: Self.mine) == nil)
        }
    }
}
