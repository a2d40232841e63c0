import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `Subscriptions` {
    private let folder = TemporaryFolder()

    static let all: ServiceSubscription.QueryEvents = [.onCreation, .onUpdate, .onDeletion]

    static func large(
        _ fires: ServiceSubscription.QueryEvents = all, zone: ZoneID? = nil
    ) throws -> ServiceSubscription {
        ServiceSubscription(
            "large",
            .query(
                type: "City", predicate: try QueryPredicate(parsing: "size > 10"), zone: zone,
                fires: fires), info: Data("hello".utf8), desiredKeys: ["name"])
    }

    /// What a device was told, and what has come since a number.
    static func news(_ session: ServiceSession, after number: Int = 0) -> [String] {
        session.missedNotifications(after: number).map { notification in
            switch notification.kind {
            case .query(let id, let reason, _): "\(notification.subscription) \(id.name) \(reason)"
            case .zone(let zone): "\(notification.subscription) zone \(zone.name) \(zone.owner)"
            case .database: "\(notification.subscription) database"
            }
        }
    }

    static func city(_ name: String, _ size: Int64) -> Record {
        Record("City", RecordID(name), ["name": .text(name), "size": .int(size)])
    }

    static func save(
        _ subscription: ServiceSubscription, _ session: ServiceSession,
        _ database: ServiceSession.Database
    ) async throws {
        for save in try await session.modifySubscriptions(
            saving: [subscription], in: database
        ).saves { _ = try save.get() }
    }

    @Test(arguments: Backing.allCases)
    func `a record entering, changing within and leaving is told once each`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            try await writer.save(Self.city("seed", 0))
            try await Self.save(try Self.large(), service.ann, .private)
            try await Self.save(try Self.large(), service.bob, .private)

            var paris = try await writer.save(Self.city("paris", 5))[0]
            #expect(Self.news(service.ann).isEmpty)
            paris["size"] = 11
            paris = try await writer.save(paris)[0]
            paris["name"] = "Paris"
            paris = try await writer.save(paris)[0]
            paris["size"] = 3
            paris = try await writer.save(paris)[0]
            try await writer.save(Self.city("rome", 20))
            try await writer.delete(RecordID("rome"))
            try await writer.delete(RecordID("paris"))
            #expect(
                Self.news(service.ann) == [
                    "large paris recordCreated", "large paris recordUpdated",
                    "large paris recordDeleted", "large rome recordCreated",
                    "large rome recordDeleted",
                ])
            let second = service.ann.missedNotifications()[1]
            #expect(second.info == Data("hello".utf8))
            #expect(second.database == .private)
            #expect(second.container == "iCloud.test")
            if case .query(_, _, let fields) = second.kind {
                #expect(fields == ["name": "Paris"])
            }
            // The writer's own device, and everybody else's, hear nothing.
            #expect(Self.news(writer).isEmpty)
            #expect(Self.news(service.bob).isEmpty)
            // Only what is new.
            #expect(Self.news(service.ann, after: second.number).count == 3)
        }
    }

    @Test func `a notification carries no more of a record than it has room for`() async throws {
        try await Backing.memory.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            try await writer.save(Self.city("seed", 0))
            var subscription = try Self.large()
            subscription.desiredKeys = ["name", "history", "size"]
            try await Self.save(subscription, service.ann, .private)
            var paris = Self.city("paris", 11)
            paris["history"] = .text(String(repeating: "x", count: 40_000))
            paris = try await writer.save(paris)[0]
            let found = try #require(service.ann.missedNotifications().last)
            guard case .query(_, _, let fields) = found.kind else {
                Issue.record("another kind")
                return
            }
            #expect(fields == ["name": "paris", "size": 11])
            #expect(found.isPruned)
            let data = try #require(found.data)
            #expect(ServiceNotification(data: data) == found)
            paris["history"] = "short"
            try await writer.save(paris)
            #expect(service.ann.missedNotifications().last?.isPruned == false)
        }
    }

    @Test(arguments: Backing.allCases)
    func `only the events asked for fire`(backing: Backing) async throws {
        let expected: [(ServiceSubscription.QueryEvents, String)] = [
            (.onCreation, "large a recordCreated"), (.onUpdate, "large a recordUpdated"),
            (.onDeletion, "large a recordDeleted"),
        ]
        for (events, line) in expected {
            try await backing.withService { service in
                let writer = service.session(user: "_ann", device: "mac")
                try await writer.save(Self.city("seed", 0))
                try await Self.save(try Self.large(events), service.ann, .private)
                var a = try await writer.save(Self.city("a", 11))[0]
                a["size"] = 12
                a = try await writer.save(a)[0]
                try await writer.delete(a.id)
                #expect(Self.news(service.ann) == [line])
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `one record is watched by its identifier`(backing: Backing) async throws {
        try await backing.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            let zone = ZoneID("Z")
            _ = try await writer.modifyZones(saving: [zone], in: .private)
            let places: [(String, ServiceSession.Database, home: ZoneID, named: ZoneID?)] = [
                ("public", .public, .default, nil), ("zone", .private, zone, zone),
                ("all", .private, zone, nil),
            ]
            for (name, database, home, named) in places {
                let ids = ["\(name)-1", "\(name)-2"].map { RecordID($0, zone: home) }
                var saved = try await writer.save(
                    Record("City", ids[0], ["size": 1]), Record("City", ids[1], ["size": 1]),
                    in: database)
                let predicate = try QueryPredicate(
                    parsing: "recordID == %@", .reference(Reference(ids[0])))
                try await Self.save(
                    ServiceSubscription(
                        name,
                        .query(
                            type: "City", predicate: predicate, zone: named, fires: [.onUpdate])),
                    service.ann, database)
                saved[0]["size"] = 2
                saved[1]["size"] = 2
                try await writer.save(saved[0], saved[1], in: database)
            }
            #expect(
                Self.news(service.ann) == [
                    "public public-1 recordUpdated", "zone zone-1 recordUpdated",
                    "all all-1 recordUpdated",
                ])
        }
    }

    @Test(arguments: Backing.allCases)
    func `one that fires once fires once, and is gone`(backing: Backing) async throws {
        try await backing.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            try await writer.save(Self.city("seed", 0))
            try await Self.save(
                try Self.large([.onCreation, .once]), service.ann, .private)
            try await writer.save(Self.city("a", 11), Self.city("b", 12))
            try await writer.save(Self.city("c", 13))
            #expect(Self.news(service.ann).count == 1)
            #expect(try await service.ann.subscriptions(in: .private).isEmpty)
            let later = RecordService(store: service.store, container: "iCloud.test")
            #expect(try await later.ann.subscriptions(in: .private).isEmpty)
        }
    }

    @Test(arguments: Backing.allCases)
    func `the public database notifies every subscriber that may read`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await service.ann.save(Self.city("seed", 0), in: .public)
            for session in [service.ann, service.bob] {
                try await Self.save(try Self.large(), session, .public)
            }
            try await service.ann.save(Self.city("paris", 11), in: .public)
            #expect(Self.news(service.ann).isEmpty)
            #expect(Self.news(service.bob) == ["large paris recordCreated"])
            var schema = try await service.store.schema()
            schema["City"]?.grants = [
                Grant([.read, .write], to: "_creator"), Grant([.create], to: "_icloud"),
            ]
            try await service.store.setSchema(schema)
            try await service.ann.save(Self.city("rome", 11), in: .public)
            #expect(Self.news(service.bob).count == 1)
            #expect(
                Self.news(service.session(user: "_ann", device: "mac")).last
                    == "large rome recordCreated")
        }
    }

    @Test(arguments: Backing.allCases)
    func `the default owner's name is that of the subscriber`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await service.ann.save(Self.city("seed", 0), in: .public)
            let mine = ServiceSubscription(
                "mine",
                .query(
                    type: "City",
                    predicate: try QueryPredicate(
                        parsing: "creatorUserRecordID == '__defaultOwner__'"),
                    zone: nil, fires: Self.all))
            try await Self.save(mine, service.ann, .public)
            try await Self.save(mine, service.bob, .public)
            let anns = service.session(user: "_ann", device: "ann-mac")
            try await anns.save(Self.city("paris", 1), in: .public)
            #expect(Self.news(service.ann) == ["mine paris recordCreated"])
            #expect(Self.news(service.bob) == [])
        }
    }

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

    /// One user that writes, and twenty that wait for large cities.
    private static func crowd(
        of service: RecordService
    ) async throws -> (writer: ServiceSession, users: [ServiceSession]) {
        let writer = service.session(user: "_writer", device: "mac")
        try await writer.save(city("seed", 0), in: .public)
        let users = (0..<20).map { service.session(user: "_u\($0)", device: "phone") }
        for user in users { try await save(try large(), user, .public) }
        return (writer, users)
    }

    @Test func `of many users the newest notifications stay`() async throws {
        var options = ServiceOptions()
        options.notificationCapacity = 100
        try await Backing.memory.withService(options: options) { service in
            let (writer, users) = try await Self.crowd(of: service)
            for size in 11..<41 {
                try await writer.save(Self.city("c\(size)", Int64(size)), in: .public)
            }
            let numbers = users.map { $0.missedNotifications().map(\.number) }
            #expect(numbers.joined().count <= 100)
            for number in numbers { #expect(number.last.map { $0 > 29 * 20 } == true) }
            // A device that reads gets what comes after what it has.
            let last = try #require(numbers[0].last)
            try await writer.save(Self.city("more", 99), in: .public)
            #expect(Self.news(users[0], after: last) == ["large more recordCreated"])
        }
    }

    @Test func `of many users of several servers few notifications stay in memory`() async throws {
        var options = ServiceOptions()
        options.hasOthers = true
        options.notificationCapacity = 100
        try await Backing.memory.withService(options: options) { service in
            let (writer, users) = try await Self.crowd(of: service)
            let stream = users[0].notifications()
            for size in 11..<41 {
                try await writer.save(Self.city("c\(size)", Int64(size)), in: .public)
                #expect(users.reduce(0) { $0 + $1.missedNotifications().count } <= 100)
            }
            // What left the memory is in the store.
            let all = (11..<41).map { "large c\($0) recordCreated" }
            for user in users {
                try await user.catchUp()
                #expect(Self.news(user) == all)
                #expect(users.reduce(0) { $0 + $1.missedNotifications().count } <= 100)
            }
            try await service.close()
            var heard: [Int] = []
            for await notification in stream { heard.append(notification.number) }
            #expect(heard.count == all.count)
            #expect(heard == Set(heard).sorted())
        }
    }

    @Test(arguments: [false, true])
    func `of a user and of many no more bytes of notifications stay than there is room for`(
        hasOthers: Bool
    ) async throws {
        var options = ServiceOptions()
        options.hasOthers = hasOthers
        options.notificationBufferBytes = 40_000
        options.notificationCapacityBytes = 200_000
        try await Backing.memory.withService(options: options) { service in
            let (writer, users) = try await Self.crowd(of: service)
            let stream = users[0].notifications()
            for size in 11..<41 {
                var city = Self.city("c\(size)", Int64(size))
                city["name"] = .text(String(repeating: "n", count: 3_000))
                try await writer.save(city, in: .public)
                let counts = users.map { $0.missedNotifications().count }
                #expect(counts.allSatisfy { $0 * 3_000 <= 40_000 })
                #expect(counts.reduce(0, +) * 3_000 <= 200_000)
            }
            #expect(Self.news(users[0]).last == "large c40 recordCreated")
            try await service.close()
            var heard: [Int] = []
            for await notification in stream { heard.append(notification.number) }
            #expect(heard.count == 30 && heard == Set(heard).sorted())
        }
    }

    @Test func `subscriptions survive a restart`() async throws {
        let place = StoreLocation.sqlite(path: folder.file("s.db").path)
        let zone = ZoneID("a/b")
        let kept: [ServiceSubscription]
        do {
            let service = RecordService(store: try await place.open(), container: "c")
            try await service.ann.save(Self.city("seed", 0))
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            kept = [
                ServiceSubscription("db", .database(type: "City"), info: Data([1])),
                try Self.large(zone: zone),
                ServiceSubscription("zone", .zone(zone, type: nil)),
            ]
            for subscription in kept {
                try await Self.save(subscription, service.ann, .private)
            }
            try await Self.save(kept[0], service.ann, .shared)
            try await service.close()
        }
        let service = RecordService(store: try await place.open(), container: "c")
        #expect(try await service.ann.subscriptions(in: .private) == kept)
        #expect(try await service.ann.subscriptions(in: .shared).map(\.id) == ["db"])
        #expect(try await service.bob.subscriptions(in: .private).isEmpty)
        let writer = service.session(user: "_ann", device: "mac")
        let listener = service.ann
        var record = Self.city("x", 11)
        record.id.zone = zone
        try await writer.save(record)
        #expect(
            Set(Self.news(listener)) == [
                "db database", "large x recordCreated", "zone zone a/b __defaultOwner__",
            ])
        let result = try await service.ann.modifySubscriptions(
            deleting: ["zone", "nothing"], in: .private)
        #expect(result.deletions[0].value == "zone")
        #expect(result.deletions[1].error?.code == .unknownItem)
        let found = try await service.ann.subscriptions(["db", "zone"], in: .private)
        #expect(found["db"]?.value == kept[0])
        #expect(found["zone"]?.error?.code == .unknownItem)
        try await service.close()
    }

    @Test(arguments: Backing.allCases)
    func `what could never fire is refused`(backing: Backing) async throws {
        try await backing.withService { service in
            func refusal(
                _ subscription: ServiceSubscription, _ database: ServiceSession.Database
            ) async throws -> ServiceError? {
                try await service.ann.modifySubscriptions(
                    saving: [subscription], in: database
                ).saves[0].error
            }
            #expect(
                try await refusal(try Self.large(), .private)?.message
                    == "Did not find record type: City")
            try await service.ann.save(Self.city("seed", 0))
            #expect(try await refusal(try Self.large(), .private) == nil)
            #expect(try await refusal(try Self.large(), .shared)?.code == .invalidArguments)
            #expect(try await refusal(try Self.large([]), .private)?.code == .invalidArguments)
            let database = ServiceSubscription("d", .database(type: nil))
            #expect(try await refusal(database, .public)?.code == .invalidArguments)
            var keyed = database
            keyed.desiredKeys = ["a"]
            #expect(
                try await refusal(keyed, .private)?.message
                    == "cannot add additionalFields to this subscription type")
            let zone = ServiceSubscription("z", .zone(ZoneID("Nowhere"), type: nil))
            #expect(try await refusal(zone, .private)?.code == .zoneNotFound)
            let plain = ServiceSubscription("p", .zone(.default, type: nil))
            #expect(try await refusal(plain, .private)?.code == .serverRejectedRequest)
            let or = ServiceSubscription(
                "or",
                .query(
                    type: "City", predicate: try QueryPredicate(parsing: "size = 1 OR size = 2"),
                    zone: nil, fires: .onCreation))
            #expect(try await refusal(or, .private)?.code == .invalidArguments)
            #expect(
                await failure { _ = try await service.anonymous.subscriptions(in: .public) }?.code
                    == .notAuthenticated)
        }
    }

    @Test func `one that is saved while others are read for the first time fires`() async throws {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test")
        let writer = service.session(user: "_ann", device: "mac")
        // The write gets the subscriptions that it read only after another one was saved.
        store.beforeAnswer(to: .serviceData) {
            try await Self.save(try Self.large(), service.ann, .private)
        }
        try await writer.save(Self.city("lima", 5))
        try await writer.save(Self.city("paris", 11))
        #expect(Self.news(service.ann) == ["large paris recordCreated"])
        #expect(try await service.ann.subscriptions(in: .private).count == 1)
        try await service.close()
    }

    @Test func `one is saved without reading all others again`() async throws {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test")
        try await service.ann.save(Self.city("seed", 0), in: .public)
        try await Self.save(try Self.large(), service.ann, .public)
        store.beforeAnswer(to: .serviceData) { throw StoreError(.busy) }
        var second = try Self.large()
        second.id = "second"
        try await Self.save(second, service.ann, .public)
        store.beforeAnswer(to: .serviceData) {}
        // Of another process that this one does not know of, they are read once the write fails.
        let other = RecordService(store: store, container: "iCloud.test")
        second.id = "third"
        try await Self.save(second, other.ann, .public)
        second.id = "fourth"
        try await Self.save(second, service.ann, .public)
        #expect(
            try await service.ann.subscriptions(in: .public).map(\.id)
                == ["fourth", "large", "second", "third"])
        try await service.close()
    }

    @Test func `one that is deleted while others are read for the first time is gone`() async throws
    {
        let base = MemoryStore()
        let before = RecordService(store: base, container: "iCloud.test")
        try await before.ann.save(Self.city("seed", 0))
        try await Self.save(try Self.large(), before.ann, .private)
        let store = FailingStore(base)
        let service = RecordService(store: store, container: "iCloud.test")
        let writer = service.session(user: "_ann", device: "mac")
        store.beforeAnswer(to: .serviceData) {
            _ = try await service.ann.modifySubscriptions(deleting: ["large"], in: .private)
        }
        try await writer.save(Self.city("lima", 5))
        try await writer.save(Self.city("paris", 11))
        #expect(Self.news(service.ann).isEmpty)
        try await service.close()
    }
}
