import Foundation
import RecordCore
import TestKit
import Testing
import TestTime

@Suite struct `Change feeds` {
    static let zone = ZoneID("Notes")
    static let mine = DatabaseScope.private(user: "_ann")

    static func id(_ name: String) -> RecordID { RecordID(name, zone: zone) }

    func with(
        _ kind: StoreUnderTest, _ body: (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.mine)
            try await body(store)
        }
    }

    func changes(
        _ store: any RecordStore, since token: ChangeToken? = nil, limit: Int? = nil
    ) async throws -> ZoneChanges {
        try await store.changes(
            in: Self.zone, of: Self.mine, since: token, limit: limit, desiredKeys: nil)
    }

    @Test(arguments: StoreUnderTest.available)
    func `tell each record once, in the order of its last change`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            var a = try await store.put(Record("N", Self.id("a"), ["x": 1]), in: Self.mine)[0]
            try await store.put(Record("N", Self.id("b"), ["x": 1]), in: Self.mine)
            try await store.put(Record("N", Self.id("c"), ["x": 1]), in: Self.mine)
            a["x"] = 2
            try await store.put(a, in: Self.mine)
            _ = try await store.save(SaveRequest(deleting: [Self.id("b")]), in: Self.mine)
            let all = try await changes(store)
            #expect(all.changed.map(\.id.name) == ["c", "a"])
            #expect(all.changed[1]["x"] == 2)
            // A first fetch reports no deletions.
            #expect(all.deleted.isEmpty)
            #expect(all.moreComing == false)
            let none = try await changes(store, since: all.token)
            #expect(none.changed.isEmpty && none.deleted.isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `tell deletions with the type, and what was made again`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            try await store.put(Record("N", Self.id("a"), ["x": 1]), in: Self.mine)
            try await store.put(Record("N", Self.id("b"), ["x": 1]), in: Self.mine)
            let start = try await changes(store).token
            _ = try await store.save(
                SaveRequest(deleting: [Self.id("a"), Self.id("b")]), in: Self.mine)
            try await store.put(Record("N", Self.id("b"), ["x": 2]), in: Self.mine)
            let later = try await changes(store, since: start)
            #expect(later.changed.map(\.id.name) == ["b"])
            #expect(later.deleted == [ZoneChanges.Deletion(Self.id("a"), type: "N")])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `come in pages that miss nothing`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            for number in 0..<10 {
                try await store.put(
                    Record("N", Self.id("r\(number)"), ["x": 1]), in: Self.mine)
            }
            var token: ChangeToken?
            var names: [String] = []
            var gone: [String] = []
            var pages = 0
            while true {
                let page = try await changes(store, since: token, limit: 3)
                names += page.changed.map(\.id.name)
                gone += page.deleted.map(\.id.name)
                token = page.token
                pages += 1
                #expect(page.changed.count + page.deleted.count <= 3)
                if pages == 2 {
                    // Between two pages others go on writing.
                    _ = try await store.save(
                        SaveRequest(deleting: [Self.id("r0"), Self.id("r9")]), in: Self.mine)
                    try await store.put(Record("N", Self.id("late")), in: Self.mine)
                }
                if !page.moreComing { break }
                #expect(pages < 20)
            }
            #expect(names == (0..<9).map { "r\($0)" } + ["late"])
            #expect(gone == ["r0", "r9"])
            #expect(pages == 4)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `come in short pages where records are large, and miss nothing`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            let start = try await changes(store).token
            let text = Value.text(String(repeating: "x", count: 1_000))
            // Types in turn, and one type after the other.
            for (number, type) in "ABABAAAABB".map(String.init).enumerated() {
                try await store.put(
                    Record(type, Self.id("r\(number)"), ["t": text]), in: Self.mine)
            }
            try await store.put(Record("A", Self.id("gone"), ["t": text]), in: Self.mine)
            _ = try await store.save(SaveRequest(deleting: [Self.id("gone")]), in: Self.mine)
            try await store.put(
                Record("C", Self.id("large"), ["t": text, "u": text]), in: Self.mine)
            let two = stride(from: 0, to: 10, by: 2).map { ["r\($0)", "r\($0 + 1)"] }
            let one = (0..<10).map { ["r\($0)"] }
            for (bytes, expected) in [(2_500, two), (10, one)] {
                var token = start
                var pages: [[String]] = []
                var gone: [Int] = []
                while pages.count < 14 {
                    let page = try await store.changes(
                        in: Self.zone, of: Self.mine, since: token, limit: 200, pageBytes: bytes,
                        desiredKeys: nil)
                    token = page.token
                    if !page.deleted.isEmpty { gone.append(pages.count) }
                    pages.append(page.changed.map(\.id.name))
                    guard page.moreComing else { break }
                }
                #expect(pages == expected + [["large"]])
                // With the page that has room for it: a deletion takes none.
                #expect(gone == [expected.count - 1])
                #expect(try await changes(store, since: token).changed.isEmpty)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `have pages of a first fetch from before what was forgotten`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            for number in 0..<5 {
                try await store.put(Record("N", Self.id("r\(number)")), in: Self.mine)
            }
            let old = try await changes(store).token
            _ = try await store.save(SaveRequest(deleting: [Self.id("r0")]), in: Self.mine)
            try await store.forgetAllDeletions()
            #expect(
                await StoreError.Code.thrown { try await changes(store, since: old) }
                    == .changeTokenExpired)
            var page = try await changes(store, limit: 2)
            #expect(page.changed.map(\.id.name) == ["r1", "r2"])
            // Told, since it is from after the first page; that of r0 is not.
            _ = try await store.save(SaveRequest(deleting: [Self.id("r4")]), in: Self.mine)
            page = try await changes(store, since: ChangeToken(data: page.token.data), limit: 2)
            #expect(page.changed.map(\.id.name) == ["r3"])
            #expect(page.deleted.map(\.id.name) == ["r4"])
            #expect(page.moreComing == false && page.token.began == nil)
            // What is forgotten meanwhile ends a first fetch like any other.
            page = try await changes(store, limit: 2)
            _ = try await store.save(SaveRequest(deleting: [Self.id("r1")]), in: Self.mine)
            try await store.forgetAllDeletions()
            #expect(
                await StoreError.Code.thrown { try await changes(store, since: page.token) }
                    == .changeTokenExpired)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `have pages for a participant that came after the records`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            for number in 0..<5 {
                try await store.put(Record("N", Self.id("r\(number)")), in: Self.mine)
            }
            _ = try await store.save(SaveRequest(deleting: [Self.id("r0")]), in: Self.mine)
            try await store.setParticipants(["_bob": .readOnly], of: Self.zone, in: Self.mine)
            let seen = ZoneID(Self.zone.name, owner: "_ann")
            var token: ChangeToken?
            var names: [String] = []
            for _ in 0..<2 {
                let page = try await store.changes(
                    in: seen, of: .shared(user: "_bob"), since: token, limit: 2, desiredKeys: nil)
                names += page.changed.map(\.id.name)
                #expect(page.deleted.isEmpty)
                token = page.token
            }
            #expect(names == ["r1", "r2", "r3", "r4"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `keep only the wanted fields`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            try await store.put(Record("N", Self.id("a"), ["x": 1, "y": 2]), in: Self.mine)
            let some = try await store.changes(
                in: Self.zone, of: Self.mine, since: nil, limit: nil, desiredKeys: ["y", "nope"])
            #expect(some.changed.map(\.fields) == [["y": 2]])
            let none = try await store.changes(
                in: Self.zone, of: Self.mine, since: nil, limit: nil, desiredKeys: [])
            #expect(none.changed.map(\.fields) == [[:]])
            #expect(none.changed[0].system != nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `refuse foreign tokens and zones without history`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let token = try await changes(store).token
            let foreign = ChangeToken(store: "another", counters: token.counters)
            let future = ChangeToken(
                store: token.store, counters: token.counters.mapValues { $0 + 1000 })
            let nobody = ChangeToken(store: token.store, counters: ["_other": 1])
            for bad in [foreign, future, nobody] {
                let code = await StoreError.Code.thrown { try await changes(store, since: bad) }
                #expect(code == .changeTokenExpired)
            }
            let untracked = await StoreError.Code.thrown {
                try await store.changes(
                    in: .default, of: Self.mine, since: nil, limit: nil, desiredKeys: nil)
            }
            #expect(untracked == .changesNotTracked)
            #expect(
                await StoreError.Code.thrown {
                    try await store.databaseChanges(in: .public, since: nil, limit: nil)
                } == .changesNotTracked)
            #expect(
                await StoreError.Code.thrown {
                    try await store.changes(
                        in: ZoneID("none"), of: Self.mine, since: nil, limit: nil,
                        desiredKeys: nil)
                } == .zoneNotFound)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a token of a zone that was made again is expired`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            try await store.put(Record("N", Self.id("a")), in: Self.mine)
            let old = try await changes(store).token
            try await store.deleteZones([Self.zone], in: Self.mine)
            try await store.createZones([Self.zone], in: Self.mine)
            let code = await StoreError.Code.thrown { try await changes(store, since: old) }
            #expect(code == .changeTokenExpired)
            #expect(try await changes(store).changed.isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a token older than the deletions of a dropped type is expired`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            try await store.put(Record("N", Self.id("a")), in: Self.mine)
            try await store.put(Record("M", Self.id("b")), in: Self.mine)
            let old = try await changes(store).token
            _ = try await store.save(SaveRequest(deleting: [Self.id("a")]), in: Self.mine)
            let later = try await changes(store, since: old).token
            var schema = try await store.schema()
            schema["N"] = nil
            try await store.setSchema(schema)
            let code = await StoreError.Code.thrown { try await changes(store, since: old) }
            #expect(code == .changeTokenExpired)
            // What was fetched after the deletion goes on.
            let rest = try await changes(store, since: later)
            #expect(rest.changed.isEmpty && rest.deleted.isEmpty)
            #expect(try await changes(store).changed.map(\.id.name) == ["b"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a token from before a type was dropped with its records is expired`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            try await store.createZones([ZoneID("Other")], in: Self.mine)
            try await store.put(Record("N", Self.id("a")), in: Self.mine)
            try await store.put(Record("M", Self.id("b")), in: Self.mine)
            // The default zone keeps no history.
            try await store.put(Record("N", RecordID("x")), in: Self.mine)
            let feed = try await store.databaseChanges(in: Self.mine, since: nil, limit: nil)
            let old = try await changes(store).token
            var schema = try await store.schema()
            schema["N"] = nil
            try await store.setSchema(schema)
            // The zone has changed, and everything in it is to be fetched.
            let zones = try await store.databaseChanges(
                in: Self.mine, since: feed.token, limit: nil)
            #expect(zones.changed == [Self.zone] && zones.deleted.isEmpty)
            let code = await StoreError.Code.thrown { try await changes(store, since: old) }
            #expect(code == .changeTokenExpired)
            let all = try await changes(store)
            #expect(all.changed.map(\.id.name) == ["b"])
            let rest = try await changes(store, since: all.token)
            #expect(rest.changed.isEmpty && rest.deleted.isEmpty)
        }
    }

    @Test func `a token older than the tombstones is expired`() async throws {
        let clock = TestClock(1_778_307_200)
        var limits = StoreLimits()
        limits.tombstoneLifetime = 100
        let store = MemoryStore(limits: limits, clock: { clock.now })
        try await store.createZones([Self.zone], in: Self.mine)
        try await store.put(Record("N", Self.id("a")), in: Self.mine)
        let old = try await changes(store).token
        _ = try await store.save(SaveRequest(deleting: [Self.id("a")]), in: Self.mine)
        #expect(try await changes(store, since: old).deleted.count == 1)
        clock.advance(101)
        let code = await StoreError.Code.thrown { try await changes(store, since: old) }
        #expect(code == .changeTokenExpired)
        #expect(try await changes(store).changed.isEmpty)
    }

    @Test(arguments: StoreUnderTest.available)
    func `of a database tell its zones`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let other = ZoneID("Other")
            try await store.createZones([other], in: Self.mine)
            let first = try await store.databaseChanges(in: Self.mine, since: nil, limit: nil)
            #expect(first.changed == [Self.zone, other])
            try await store.put(Record("N", Self.id("a")), in: Self.mine)
            // The default zone keeps no history.
            try await store.put(Record("N", RecordID("x")), in: Self.mine)
            let second = try await store.databaseChanges(
                in: Self.mine, since: first.token, limit: nil)
            #expect(second.changed == [Self.zone])
            try await store.deleteZones([other], in: Self.mine)
            let third = try await store.databaseChanges(
                in: Self.mine, since: second.token, limit: nil)
            #expect(third.changed.isEmpty)
            #expect(third.deleted == [other])
            let paged = try await store.databaseChanges(
                in: Self.mine, since: first.token, limit: 1)
            #expect(paged.moreComing)
            let rest = try await store.databaseChanges(
                in: Self.mine, since: paged.token, limit: 5)
            #expect(paged.changed + rest.changed == [Self.zone])
            #expect(paged.deleted + rest.deleted == [other])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `of a database have pages without the zones that were deleted before the first`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            try await store.createZones(
                [ZoneID("A"), ZoneID("B"), ZoneID("C")], in: Self.mine)
            try await store.deleteZones([ZoneID("A")], in: Self.mine)
            var page = try await store.databaseChanges(in: Self.mine, since: nil, limit: 1)
            #expect(page.changed == [Self.zone])
            // Told, since it is from after the first page.
            try await store.deleteZones([ZoneID("C")], in: Self.mine)
            page = try await store.databaseChanges(
                in: Self.mine, since: ChangeToken(data: page.token.data), limit: 1)
            #expect(page.changed == [ZoneID("B")])
            #expect(page.deleted.isEmpty && page.moreComing)
            page = try await store.databaseChanges(in: Self.mine, since: page.token, limit: 1)
            #expect(page.changed.isEmpty)
            #expect(page.deleted == [ZoneID("C")])
            #expect(!page.moreComing && page.token.began == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `of a shared database have pages of several owners`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let bobs = DatabaseScope.shared(user: "_bob")
            let bens = DatabaseScope.private(user: "_ben")
            try await store.createZones([ZoneID("X"), ZoneID("Y"), ZoneID("Z")], in: bens)
            for (zone, scope) in [
                (Self.zone, Self.mine), (ZoneID("X"), bens), (ZoneID("Y"), bens),
                (ZoneID("Z"), bens),
            ] {
                try await store.setParticipants(["_bob": .readOnly], of: zone, in: scope)
            }
            try await store.deleteZones([ZoneID("Y")], in: bens)
            var page = try await store.databaseChanges(in: bobs, since: nil, limit: 1)
            var told = [page.changed]
            // The owner of the first page has a change before the pages of the others.
            try await store.put(Record("N", Self.id("a")), in: Self.mine)
            while page.moreComing {
                page = try await store.databaseChanges(in: bobs, since: page.token, limit: 1)
                told.append(page.changed)
                #expect(page.deleted.isEmpty)
                if told.count > 9 { break }
            }
            let seen = ZoneID(Self.zone.name, owner: "_ann")
            let (x, z) = (ZoneID("X", owner: "_ben"), ZoneID("Z", owner: "_ben"))
            #expect(told == [[seen], [x], [z], [seen]])
            try await store.setParticipants([:], of: ZoneID("X"), in: bens)
            page = try await store.databaseChanges(in: bobs, since: page.token, limit: nil)
            #expect(page.changed.isEmpty)
            #expect(page.deleted == [x])
        }
    }
}
