import Foundation
import RecordCore
import TestKit
import TestTime
import Testing

@testable import RecordService

extension `Limits` {
    @Test(arguments: Backing.allCases)
    func `a quota counts records and assets, and gives back what is deleted`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            let zone = ZoneID("Z")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            let big = Record(
                "N", RecordID("big", zone: zone),
                ["file": .asset(Asset(content: Data(count: 6000)))])
            let other = Record(
                "N", RecordID("other", zone: zone), ["data": .bytes(Data(count: 5000))])
            switch backing {
            case .memory: try await service.ann.save(big)
            case .sqlite:
                // A SQLite database in memory has no place for assets.
                try await service.ann.save(
                    Record("N", big.id, ["data": .bytes(Data(count: 6000))]))
            }
            #expect(
                await failure { try await service.ann.save(other) }?.sentence
                    == Sentence(.quotaExceeded, 2035, "Quota exceeded"))
            // Another user has another database.
            _ = try await service.bob.modifyZones(saving: [zone], in: .private)
            try await service.bob.save(other)
            try await service.ann.delete(big.id)
            try await service.ann.save(other)
            // The next process counts the stored bytes again.
            let later = RecordService(
                store: service.store, container: "iCloud.test", options: options)
            #expect(await failure { try await later.ann.save(big) }?.code == .quotaExceeded)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a quota is a user's alone, where another name has other bytes`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            for user in ["Jos\u{E9}", "Jose\u{301}"] {
                let session = service.session(user: user, device: "d")
                try await session.save(
                    Record("N", RecordID("n"), ["data": .bytes(Data(count: 6_000))]))
            }
        }
    }

    @Test func `what is deleted at another server makes room`() async throws {
        let clock = TestClock()
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        options.hasOthers = true
        options.clock = { clock.now }
        let service = RecordService(
            store: MemoryStore(), container: "iCloud.test", options: options)
        func record(_ name: String) -> Record {
            Record("N", RecordID(name), ["data": .bytes(Data(count: 6_000))])
        }
        try await service.ann.save(record("a"))
        let deleted = try await service.store.save(
            SaveRequest(deleting: [RecordID("a")]), in: .private(user: "_ann"))
        #expect(deleted.firstError == nil)
        clock.advance(60)
        try await service.ann.save(record("b"))
        // What is full stays full.
        clock.advance(60)
        #expect(
            await failure { try await service.ann.save(record("c")) }?.code == .quotaExceeded)
        try await service.close()
    }

    @Test func `a count that takes long is believed from its end on`() async throws {
        let clock = TestClock()
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        options.hasOthers = true
        options.clock = { clock.now }
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        func record(_ name: String) -> Record {
            Record("N", RecordID(name), ["data": .bytes(Data(count: 6_000))])
        }
        try await service.ann.save(record("a"))
        clock.advance(60)
        store.beforeAnswer(to: .forEach) { clock.advance(30) }
        #expect(
            await failure { try await service.ann.save(record("b")) }?.code == .quotaExceeded)
        let deleted = try await store.save(
            SaveRequest(deleting: [RecordID("a")]), in: .private(user: "_ann"))
        #expect(deleted.firstError == nil)
        // Not counted once more.
        #expect(
            await failure { try await service.ann.save(record("b")) }?.code == .quotaExceeded)
        clock.advance(11)
        try await service.ann.save(record("b"))
        try await service.close()
    }

    @Test(arguments: Backing.allCases)
    func `a request that is repeated needs no room a second time`(backing: Backing) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            try await service.ann.save(Record("N", RecordID("old")))
            // Named otherwise, as the web services name what has no name.
            for name in ["new", "other"] {
                let data = Value.bytes(Data(count: 6_000))
                var request = SaveRequest(
                    saving: [Record("N", RecordID(name), ["data": data])],
                    deleting: [RecordID("old")])
                request.once = "once/1"
                let result = try await service.ann.modify(request, in: .private)
                #expect(try result.saves[0].get().id == RecordID("new"))
                // Another device makes it again.
                if name == "new" { try await service.ann.save(Record("N", RecordID("old"))) }
            }
            #expect(try await service.ann.names("N").sorted() == ["new", "old"])
        }
    }

    @Test func `a quota counts the fields that a partial record leaves`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await Backing.memory.withService(options: options) { service async throws in
            func add(_ field: String, _ size: Int) async throws -> ServiceError? {
                let record = Record("N", RecordID("n"), [field: .bytes(Data(count: size))])
                let item = SaveRequest.Item(record, isPartial: true, policy: .changedKeys)
                let result = try await service.ann.modify(
                    SaveRequest(saves: [item], deletions: []), in: .private)
                return result.saves[0].error
            }
            #expect(try await add("a", 6_000) == nil)
            #expect(try await add("b", 5_000)?.code == .quotaExceeded)
            #expect(try await add("b", 3_000) == nil)
            #expect(try await add("a", 1_000) == nil)
            #expect(try await add("b", 5_000) == nil)
        }
    }

    @Test(arguments: Backing.allCases)
    func `what is deleted makes room though what is saved beside it has none`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            let zone = ZoneID("Z")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            for (home, isDeleted) in [(ZoneID.default, true), (zone, false)] {
                func record(_ name: String) -> Record {
                    let data = Value.bytes(Data(count: 6_000))
                    return Record("N", RecordID(name, zone: home), ["data": data])
                }
                try await service.ann.save(record("a"))
                var request = SaveRequest(saving: [record("b")])
                request.deletions = [SaveRequest.Deletion(RecordID("a", zone: home))]
                let result = try await service.ann.modify(request, in: .private)
                #expect(result.saves[0].error?.code == .quotaExceeded)
                // A zone of one's own is done all or nothing.
                let refusal: ServiceError.Code? = isDeleted ? nil : .batchRequestFailed
                #expect(result.deletions[0].error?.code == refusal)
            }
            #expect(try await service.ann.names("N") == [])
            #expect(try await service.ann.names("N", in: zone) == ["a"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `what participants save counts for the owner of the zone`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            try await Shares.fill(service)
            let (_, url) = try await Shares.shareZone(service, with: Shares.invited(.readWrite))
            try await service.bob.acceptShare(url)
            func add(_ name: String, as user: ServiceSession) async throws {
                let isOwner = user.user == "_ann"
                let id = isOwner ? Shares.own(name) : Shares.seen(name)
                try await user.save(
                    Record("Note", id, ["data": .bytes(Data(count: 4_000))]),
                    in: isOwner ? .private : .shared)
            }
            try await add("a", as: service.bob)
            try await add("b", as: service.ann)
            for session in [service.bob, service.ann] {
                #expect(
                    await failure { try await add("c", as: session) }?.code == .quotaExceeded)
            }
            try await service.bob.delete(Shares.seen("a"), in: .shared)
            try await add("c", as: service.bob)
            #expect(await failure { try await add("d", as: service.ann) }?.code == .quotaExceeded)
        }
    }

    @Test(arguments: Backing.allCases)
    func `an owner without room keeps nothing out of the zones of another one`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            let owners = ["_ann", "_eve"].map { service.session(user: $0, device: "phone") }
            for owner in owners {
                _ = try await owner.modifyZones(saving: [Shares.zone], in: .private)
                var share = Share(of: Shares.zone)
                share.participants = Shares.invited(.readWrite)
                let saved = try await owner.save(share.record)[0]
                try await service.bob.acceptShare(try #require(service.shareURL(of: saved)))
            }
            func record(_ name: String, _ owner: String? = nil) -> Record {
                let zone = owner.map { ZoneID(Shares.zone.name, owner: $0) } ?? Shares.zone
                return Record(
                    "N", RecordID(name, zone: zone), ["data": .bytes(Data(count: 6_000))])
            }
            try await service.ann.save(record("a"))
            var request = SaveRequest(saving: [record("b", "_ann"), record("b", "_eve")])
            request.once = "once/1"
            for _ in 0..<2 {
                let result = try await service.bob.modify(request, in: .shared)
                #expect(result.saves[0].error?.code == .quotaExceeded)
                #expect(result.saves[1].error == nil)
            }
            #expect(try await owners[0].names("N", in: Shares.zone) == ["a"])
            #expect(try await owners[1].names("N", in: Shares.zone) == ["b"])
        }
    }

    @Test func `a quota counts no owner again after a request to several of them`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        var request = SaveRequest()
        request.once = "once/1"
        for user in ["_ann", "_eve"] {
            let owner = service.session(user: user, device: "phone")
            _ = try await owner.modifyZones(saving: [Shares.zone], in: .private)
            var share = Share(of: Shares.zone)
            share.participants = Shares.invited(.readWrite)
            let saved = try await owner.save(share.record)[0]
            try await service.bob.acceptShare(try #require(service.shareURL(of: saved)))
            let id = RecordID("a", zone: ZoneID(Shares.zone.name, owner: user))
            request.saves.append(
                SaveRequest.Item(Record("N", id, ["data": .bytes(Data(count: 6_000))])))
        }
        for _ in 0..<2 {
            let result = try await service.bob.modify(request, in: .shared)
            #expect(result.saves.allSatisfy { $0.error == nil })
            store.beforeAnswer(to: .forEach) { throw StoreError(.outcomeUnknown) }
        }
        let more = Record("N", RecordID("b"), ["data": .bytes(Data(count: 6_000))])
        #expect(await failure { try await service.ann.save(more) }?.code == .quotaExceeded)
        try await service.close()
    }

    @Test(arguments: Backing.allCases)
    func `a quota counts the participants of a share`(backing: Backing) async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        try await backing.withService(options: options) { service in
            try await Shares.fill(service)
            let (share, url) = try await Shares.share(service, with: [], publicly: .readOnly)
            for number in 10..<40 {
                let name = "_\(number)" + String(repeating: "u", count: 200)
                try await service.session(user: name, device: "d").acceptShare(url)
            }
            // It gives back what it took, and no more.
            try await service.ann.delete(share.id)
            func note(_ name: String) -> Record {
                Record("Note", Shares.own(name), ["data": .bytes(Data(count: 6_000))])
            }
            try await service.ann.save(note("a"))
            #expect(
                await failure { try await service.ann.save(note("b")) }?.code == .quotaExceeded)
        }
    }

    @Test(arguments: [nil, 10_000] as [Int?])
    func `nothing is remembered of users whose zones went`(quota: Int?) async throws {
        var options = ServiceOptions()
        options.quotaBytes = quota
        let service = RecordService(
            store: MemoryStore(), container: "iCloud.test", options: options)
        for number in 0..<5 {
            let user = service.session(user: "_user\(number)", device: "phone")
            let zone = ZoneID("Z")
            _ = try await user.modifyZones(saving: [zone], in: .private)
            try await user.save(Record("N", RecordID("a", zone: zone)))
            _ = try await user.modifyZones(deleting: [zone], in: .private)
        }
        #expect(service.usage.userCount == 0)
        try await service.close()
    }

    @Test func `a quota counts what was saved though the connection was lost`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        func record(_ name: String) -> Record {
            Record("N", RecordID(name), ["data": .bytes(Data(count: 4_000))])
        }
        try await service.ann.save(record("a"))
        store.beforeAnswer(to: .save) { throw StoreError(.outcomeUnknown) }
        #expect(
            await failure { try await service.ann.save(record("b")) }?.code == .serverResponseLost)
        #expect(try await service.ann.names("N") == ["a", "b"])
        #expect(
            await failure { try await service.ann.save(record("c")) }?.code == .quotaExceeded)
        try await service.close()
    }

    @Test func `a quota counts what was saved of one owner though the connection was lost`()
        async throws
    {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        try await Shares.fill(service)
        let (_, url) = try await Shares.shareZone(service, with: Shares.invited(.readWrite))
        try await service.bob.acceptShare(url)
        func record(_ id: RecordID) -> Record {
            Record("Note", id, ["data": .bytes(Data(count: 6_000))])
        }
        // As of a request that concerns zones of several owners, one of whose parts was done.
        store.loseOutcome(in: Shares.seen)
        #expect(
            await failure {
                try await service.bob.save(record(Shares.seen("a")), in: .shared)
            }?.code == .serverResponseLost)
        #expect(
            await failure { try await service.ann.save(record(Shares.own("b"))) }?.code
                == .quotaExceeded)
        try await service.close()
    }

    @Test func `a quota counts a participant though the connection was lost`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        try await Shares.fill(service)
        let (share, url) = try await Shares.share(service, with: [], publicly: .readOnly)
        let user = service.session(user: String(repeating: "u", count: 5_000), device: "d")
        store.beforeAnswer(to: .save) { throw StoreError(.outcomeUnknown) }
        #expect(await failure { try await user.acceptShare(url) }?.code == .serverResponseLost)
        try await service.ann.delete(share.id)
        func note(_ name: String) -> Record {
            Record("Note", Shares.own(name), ["data": .bytes(Data(count: 6_000))])
        }
        try await service.ann.save(note("a"))
        #expect(await failure { try await service.ann.save(note("b")) }?.code == .quotaExceeded)
        try await service.close()
    }

    @Test func `a quota gives back what a zone took though the connection was lost`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        let zone = ZoneID("Z")
        _ = try await service.ann.modifyZones(saving: [zone], in: .private)
        func record(_ zone: ZoneID) -> Record {
            Record("N", RecordID("a", zone: zone), ["data": .bytes(Data(count: 6_000))])
        }
        try await service.ann.save(record(zone))
        store.beforeAnswer(to: .deleteZones) { throw StoreError(.outcomeUnknown) }
        let deleted = try await service.ann.modifyZones(deleting: [zone], in: .private)
        #expect(deleted.deletions[0].error?.code == .serverResponseLost)
        try await service.ann.save(record(.default))
        #expect(try await service.ann.names("N") == ["a"])
        try await service.close()
    }

    @Test func `a quota knows that a zone went while a record was saved`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 10_000
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        let (old, new) = (ZoneID("Old"), ZoneID("New"))
        _ = try await service.ann.modifyZones(saving: [old, new], in: .private)
        func record(_ name: String, _ zone: ZoneID) -> Record {
            Record("N", RecordID(name, zone: zone), ["data": .bytes(Data(count: 4_000))])
        }
        try await service.ann.save(record("a", old))
        store.beforeAnswer(to: .save) {
            _ = try await service.ann.modifyZones(deleting: [old], in: .private)
        }
        try await service.ann.save(record("b", new))
        try await service.ann.save(record("c", new))
        #expect(
            await failure { try await service.ann.save(record("d", new)) }?.code == .quotaExceeded)
        try await service.close()
    }
}
