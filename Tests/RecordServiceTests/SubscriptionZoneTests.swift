import Foundation
import RecordCore
import RecordService
import Testing

// Zones, participants and owners: which devices hear of a change.
extension `Subscriptions` {
    @Test(arguments: Backing.allCases)
    func `zones and databases are told of once a request`(backing: Backing) async throws {
        try await backing.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            let zone = ZoneID("Z")
            _ = try await writer.modifyZones(saving: [zone, ZoneID("Y")], in: .private)
            for subscription in [
                ServiceSubscription("z", .zone(zone, type: nil)),
                ServiceSubscription("z-town", .zone(zone, type: "Town")),
                ServiceSubscription("db", .database(type: nil)),
                ServiceSubscription("db-town", .database(type: "Town")),
            ] {
                try await Self.save(subscription, service.ann, .private)
            }
            func record(_ type: String, _ name: String, _ zone: String) -> Record {
                Record(type, RecordID(name, zone: ZoneID(zone)))
            }
            try await writer.save(record("City", "a", "Z"), record("City", "b", "Z"))
            #expect(
                Self.news(service.ann).sorted() == ["db database", "z zone Z __defaultOwner__"])
            var last = service.ann.missedNotifications().last?.number ?? 0
            try await writer.save(record("Town", "a", "Y"))
            #expect(
                Self.news(service.ann, after: last).sorted()
                    == ["db database", "db-town database"])
            last = service.ann.missedNotifications().last?.number ?? 0
            // The default zone has no changes to fetch.
            try await writer.save(Record("City", RecordID("plain")))
            #expect(Self.news(service.ann, after: last).isEmpty)
            _ = try await writer.modifyZones(deleting: [zone], in: .private)
            #expect(Self.news(service.ann, after: last) == ["db database"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `saving a zone that exists tells no device`(backing: Backing) async throws {
        try await backing.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            try await Self.save(
                ServiceSubscription("db", .database(type: nil)), service.ann, .private)
            let zone = ZoneID("Z")
            _ = try await writer.modifyZones(saving: [zone], in: .private)
            #expect(Self.news(service.ann) == ["db database"])
            _ = try await writer.modifyZones(
                saving: [zone, ZoneID("Z", owner: "_ann")], in: .private)
            #expect(Self.news(service.ann) == ["db database"])
            _ = try await writer.modifyZones(saving: [zone, ZoneID("Y")], in: .private)
            _ = try await writer.modifyZones(saving: [zone], deleting: [zone], in: .private)
            #expect(Self.news(service.ann).count == 3)
        }
    }

    @Test(arguments: Backing.allCases)
    func `participants hear of what they may see, and of losing it`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Shares.fill(service)
            let (_, url) = try await Shares.share(service, with: Shares.invited(.readWrite))
            try await Self.save(
                ServiceSubscription("shared", .database(type: nil)), service.bob, .shared)
            try await Self.save(
                ServiceSubscription("own", .database(type: nil)), service.ann, .private)
            let tablet = service.session(user: "_bob", device: "tablet")
            try await service.bob.acceptShare(url)
            // The device that accepted knows.
            #expect(Self.news(service.bob).isEmpty)
            #expect(Self.news(tablet) == ["shared database"])
            #expect(Self.news(service.ann) == ["own database"])
            var other = try await service.ann.record(Shares.own("other"))
            other["text"] = "x"
            try await service.ann.save(other)
            #expect(Self.news(service.bob).isEmpty)
            var child = try await service.ann.record(Shares.own("child"))
            child["text"] = "x"
            try await service.ann.save(child)
            #expect(Self.news(service.bob) == ["shared database"])
            try await service.ann.delete(Shares.own("grandchild"))
            #expect(Self.news(service.bob).count == 2)
            // What Bob writes, Ann hears.
            var root = try await service.bob.record(Shares.seen("root"), in: .shared)
            root["text"] = "Bob"
            try await service.bob.save(root, in: .shared)
            #expect(Self.news(service.ann).count == 2)
            #expect(Self.news(service.bob).count == 2)
            try await Shares.changeShare(service) { $0.participants = [] }
            #expect(Self.news(service.bob).count == 3)
            child = try await service.ann.record(Shares.own("child"))
            child["text"] = "y"
            try await service.ann.save(child)
            #expect(Self.news(service.bob).count == 3)
        }
    }

    @Test(arguments: Backing.allCases)
    func `owners hear of their own zones where their names have other bytes`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let names = ["Jos\u{E9}", "Jose\u{301}"]
            let owners = names.map { service.session(user: $0, device: "d") }
            var notes: [Record] = []
            for (name, owner) in zip(names, owners) {
                _ = try await owner.modifyZones(saving: [Shares.zone], in: .private)
                var share = Share(of: Shares.zone)
                share.participants = Shares.invited(.readWrite)
                let saved = try await owner.save(share.record)[0]
                try await service.bob.acceptShare(try #require(service.shareURL(of: saved)))
                try await Self.save(
                    ServiceSubscription("zone", .zone(Shares.zone, type: nil)), owner, .private)
                let zone = ZoneID(Shares.zone.name, owner: name)
                notes.append(Record("Note", RecordID("n", zone: zone)))
            }
            let result = try await service.bob.modify(
                SaveRequest(saving: notes, isAtomic: false), in: .shared)
            #expect(result.saves.allSatisfy { $0.isSuccess })
            for owner in owners { #expect(Self.news(owner).count == 1) }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a stream brings news as they happen, and no more than its buffer`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.notificationBuffer = 3
        try await backing.withService(options: options) { service in
            let writer = service.session(user: "_ann", device: "mac")
            try await writer.save(Self.city("seed", 0))
            try await Self.save(try Self.large(), service.ann, .private)
            let stream = service.ann.notifications()
            let own = writer.notifications()
            for name in ["a", "b", "c", "d", "e"] {
                try await writer.save(Self.city(name, 11))
            }
            #expect(Self.news(service.ann).count == 3)
            try await service.close()
            var heard: [String] = []
            for await notification in stream {
                if case .query(let id, _, _) = notification.kind { heard.append(id.name) }
            }
            #expect(heard == ["c", "d", "e"])
            var heardOwn = 0
            for await _ in own { heardOwn += 1 }
            #expect(heardOwn == 0)
            for await _ in service.anonymous.notifications() { heardOwn += 1 }
            #expect(heardOwn == 0)
        }
    }
}
