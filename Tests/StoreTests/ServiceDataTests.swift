import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `What a service keeps` {
    private let folder = TemporaryFolder()

    @Test(arguments: StoreUnderTest.inParts)
    func `is found by its key and by how keys begin`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let bytes = Data([0, 255, 1])
            try await store.setServiceData([
                "a/1": bytes, "a/2": Data(), "a": bytes, "b/1": bytes, "a0": bytes,
            ])
            #expect(try await store.serviceData(for: "a/1") == bytes)
            #expect(try await store.serviceData(for: "a/2") == Data())
            #expect(try await store.serviceData(for: "a/3") == nil)
            #expect(
                try await store.serviceData(prefix: "a/") == ["a/1": bytes, "a/2": Data()])
            #expect(try await store.serviceData(prefix: "").count == 5)
            try await store.setServiceData(["a/1": nil, "a/2": Data([7])])
            #expect(try await store.serviceData(prefix: "a/") == ["a/2": Data([7])])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `is found by the bytes with which keys begin`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let bytes = Data([1])
            // A combining mark is one character with what stands before it.
            let marked = "a/\u{301}"
            try await store.setServiceData([marked: bytes, "a/é": bytes, "é": bytes])
            #expect(
                try await store.serviceData(prefix: "a/") == [marked: bytes, "a/é": bytes])
            #expect(try await store.serviceData(prefix: "e").isEmpty)
            try await store.removeServiceData(prefix: "a/") { _ in true }
            #expect(try await store.serviceData(prefix: "") == ["é": bytes])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `is found after a key`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let bytes = Data([1])
            try await store.setServiceData(["a/1": bytes, "a/2": bytes, "a/3": bytes, "b": bytes])
            #expect(
                try await store.serviceData(prefix: "a/", after: "a/1", limit: nil, in: .container)
                    .keys.sorted()
                    == ["a/2", "a/3"])
            #expect(
                try await store.serviceData(prefix: "a/", after: "a/25", limit: nil, in: .container)
                    .count == 1)
            #expect(
                try await store.serviceData(prefix: "a/", after: "a/3", limit: nil, in: .container)
                    .isEmpty)
            #expect(
                try await store.serviceData(prefix: "a/", after: "Z", limit: nil, in: .container)
                    .count == 3)
            #expect(
                try await store.serviceData(prefix: "a/", after: "b", limit: nil, in: .container)
                    .isEmpty)
            for (limit, keys) in [(0, []), (2, ["a/1", "a/2"]), (9, ["a/1", "a/2", "a/3"])] {
                let found = try await store.serviceData(
                    prefix: "a/", after: nil, limit: limit, in: .container)
                #expect(found.keys.sorted() == keys)
            }
            #expect(
                try await store.serviceData(prefix: "a/", after: "a/1", limit: 1, in: .container)
                    .keys.sorted()
                    == ["a/2"])
        }
    }

    @Test(arguments: StoreUnderTest.inParts.filter { $0 != .memory })
    func `has keys that differ by their bytes alone`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            // Canonical equivalents, the first by bytes first.
            let keys = ["a/e\u{301}", "a/\u{e9}"]
            for (number, key) in keys.enumerated() {
                try await store.setServiceData([key: Data([UInt8(number)])])
            }
            let after = try await store.serviceData(
                prefix: "a/", after: keys[0], limit: nil, in: .container)
            #expect(after == [keys[1]: Data([1])])
            try await store.removeServiceData(prefix: "a/") { _ in true }
            for key in keys { #expect(try await store.serviceData(for: key) == nil) }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `is changed where what is known of it still stands`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let (one, two) = (Data([1]), Data([2]))
            #expect(try await store.setServiceData(["a": one, "b": one], where: ["a": nil]))
            #expect(try await !store.setServiceData(["a": two, "b": two], where: ["a": nil]))
            #expect(try await !store.setServiceData(["b": two], where: ["a": two, "b": one]))
            #expect(try await store.serviceData(prefix: "") == ["a": one, "b": one])
            #expect(
                try await store.setServiceData(["a": nil, "b": two], where: ["a": one, "c": nil]))
            #expect(try await store.serviceData(prefix: "") == ["b": two])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `is changed by one of many writers that know the same`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            for round in 0..<5 {
                let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            try await store.setServiceData(
                                ["k\(round)": Data([UInt8(number)])], where: ["k\(round)": nil])
                        }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(done == 1)
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `stands in a place, and changes of several are made each on its own`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            let (one, two) = (Data([1]), Data([2]))
            let places: [ServicePlace] = [
                .container, .public, .private(user: "_ann"), .private(user: "_bob"),
                .named("k"), .named("other"),
            ]
            for (number, place) in places.enumerated() {
                #expect(try await store.serviceData(for: "k", in: place) == nil)
                try await store.setServiceData(["k": Data([UInt8(number)])], in: place)
            }
            for (number, place) in places.enumerated() {
                let found = try await store.serviceData(prefix: "", in: place)
                #expect(found == ["k": Data([UInt8(number)])], "\(place)")
            }
            let outcomes = try await store.changeServiceData([
                ServiceChange(["k": one, "l": one], where: ["k": Data([1])], in: .public),
                ServiceChange(["k": two, "l": two], where: ["k": one], in: places[2]),
                ServiceChange(["k": nil, "l": two], where: ["l": nil], in: places[3]),
            ])
            #expect(try outcomes.map { try $0.get() } == [true, false, true])
            #expect(try await store.serviceData(prefix: "", in: .public) == ["k": one, "l": one])
            #expect(try await store.serviceData(prefix: "", in: places[2]) == ["k": two])
            #expect(try await store.serviceData(prefix: "", in: places[3]) == ["l": two])
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `is removed where it is old, in every place`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let (old, new) = (Data([0]), Data([1]))
            let places: [ServicePlace] = [
                .container, .public, .private(user: "_ann"), .named("a"), .named("b"),
            ]
            // More than are looked at in one go.
            var entries: [String: Data?] = ["b/1": old]
            for number in 0..<1_500 { entries["a/\(number)"] = number % 3 == 0 ? new : old }
            for place in places { try await store.setServiceData(entries, in: place) }
            try await store.removeServiceData(prefix: "a/") { $0 == old }
            for place in places {
                let left = try await store.serviceData(prefix: "", in: place)
                #expect(left.count == 501 && left["b/1"] == old, "\(place)")
                #expect(left.values.count { $0 == old } == 1)
            }
        }
    }

    @Test func `is removed where it is old, though one place cannot be written`() async throws {
        let store = try await SQLStore(try SQLiteDatabase(path: nil))
        let places: [ServicePlace] = [
            .container, .named("a"), .public, .private(user: "_ann"), .named("b"),
        ]
        for place in places { try await store.setServiceData(["a/1": Data([0])], in: place) }
        try await store.engine.write(first: false) { connection in
            _ = try connection.run(
                """
                CREATE TRIGGER refuse BEFORE DELETE ON _service \
                BEGIN SELECT RAISE(ABORT, 'down'); END
                """)
        }
        await #expect(throws: StoreError.self) {
            try await store.removeServiceData(prefix: "a/") { _ in true }
        }
        for place in places {
            let left = try await store.serviceData(for: "a/1", in: place)
            #expect((left != nil) == (place == .container), "\(place)")
        }
        try await store.close()
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `says what became of a request that is done once`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.put(Record("City", RecordID("taken"), ["name": "Rome"]))
            try await store.put(Record("City", RecordID("old")))
            var request = SaveRequest(
                saving: [
                    Record("City", RecordID("new"), ["name": "Paris"]),
                    Record("City", RecordID("taken"), ["name": "Oslo"]),
                ], deleting: [RecordID("old")], isAtomic: false)
            request.once = "once/1"
            let first = try await store.save(request, in: .public)
            let made = try first.saves[0].get()
            #expect(!first.isRepeated)
            // Named otherwise, as a server names what has no name.
            request.saves[0].record.id = RecordID("other")
            let second = try await store.save(request, in: .public)
            #expect(second.isRepeated)
            #expect(try second.saves[0].get() == made)
            #expect(throws: StoreError.self) { try second.saves[1].get() }
            #expect(try second.deletions[0].get() == RecordID("old"))
            #expect(try await store.record(RecordID("other")) == nil)
            // What was not done at all may be tried again.
            var failing = SaveRequest(
                saving: [Record("City", RecordID("taken"), ["name": "Oslo"])], isAtomic: false)
            failing.once = "once/2"
            for _ in 0..<2 {
                let result = try await store.save(failing, in: .public)
                #expect(!result.isRepeated && result.firstError?.code == .recordExists)
            }
        }
    }

    @Test(arguments: StoreUnderTest.inParts)
    func `a forced save of a share keeps its participants' acceptance`(kind: StoreUnderTest)
        async throws
    {
        try await kind.withStore { store async throws in
            let scope = DatabaseScope.private(user: "_ann")
            let zone = ZoneID("Trip")
            _ = try await store.createZones([zone], in: scope)
            let root = Record("Note", RecordID("root", zone: zone), ["text": "a"])
            var share = Share(RecordID("share", zone: zone), root: root.id)
            share.participants = [
                Share.Participant(user: "_bob", permission: .readWrite, acceptance: .pending)
            ]
            var shared = root
            shared.share = share.id
            let made = try await store.put(share.record, shared, in: scope, user: "_ann")
            // Bob accepts while Ann writes what she read before.
            var accepted = try #require(Share(made[0]))
            accepted.participants[0].acceptance = .accepted
            try await store.put(accepted.written(to: made[0]), in: scope, user: "_ann")
            for policy in [SavePolicy.allKeys, .changedKeys] {
                var request = SaveRequest(saving: [made[0]], policy: policy, user: "_ann")
                request.settlesShares = true
                let result = try await store.save(request, in: scope)
                let stored = try #require(Share(try result.saves[0].get()))
                #expect(stored.participants.map(\.acceptance) == [.accepted])
            }
        }
    }

    @Test func `outlives the store, and older databases get a place for it`() async throws {
        let file = folder.file("s.db")
        let store = try await StoreLocation.sqlite(path: file.path).open()
        try await store.setServiceData(["k": Data("v".utf8)])
        try await store.close()
        let again = try await StoreLocation.sqlite(path: file.path).open()
        #expect(try await again.serviceData(for: "k") == Data("v".utf8))
        try await again.close()

        // What the first version made: neither table.
        let database = try SQLiteDatabase(path: file.path)
        _ = try await database.write(first: false) { connection in
            let steps: [SQLText] = [
                "DROP TABLE _service", "DROP TABLE _shares",
                "UPDATE _meta SET value = '1' WHERE key = 'layout'",
            ]
            for sql in OlderLayout.third + steps { _ = try connection.run(sql) }
        }
        try await database.close()
        let newer = try await StoreLocation.sqlite(path: file.path).open()
        #expect(try await newer.serviceData(for: "k") == nil)
        try await newer.setServiceData(["k": Data("w".utf8)])
        #expect(try await newer.serviceData(for: "k") == Data("w".utf8))
        try await newer.close()
    }
}
