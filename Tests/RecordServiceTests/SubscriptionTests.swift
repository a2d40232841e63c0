import Foundation
import RecordCore
import RecordService
import TestFiles
import Testing

@Suite struct `Subscriptions` {
    let folder = TemporaryFolder()

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

    @Test func `the arguments of shown texts are the values of the record`() async throws {
        try await Backing.memory.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            try await writer.save(Self.city("seed", 0))
            var subscription = try Self.large()
            subscription.info = Data(
                #"""
                {"alertLocalizationArgs":["name","size","area","founded","none"],
                "alertLocalizationKey":"name","shouldBadge":true,
                "subtitleLocalizationArgs":["long"],"titleLocalizationArgs":["secret"]}
                """#.utf8)
            try await Self.save(subscription, service.ann, .private)
            var paris = Self.city("paris", 11)
            paris["area"] = 105.4
            paris["founded"] = .date(Date(timeIntervalSince1970: 0))
            paris["long"] = .text(String(repeating: "x", count: 101))
            paris["secret"] = "s"
            paris.encrypted = ["secret"]
            paris = try await writer.save(paris)[0]
            let long = String(repeating: "x", count: 100)
            func shown(_ size: Int) -> String {
                #"{"alertLocalizationArgs":["paris","\#(size)","105.4","1970-01-01T00:00:00Z",""],"#
                    + #""alertLocalizationKey":"name","shouldBadge":true,"#
                    + #""subtitleLocalizationArgs":["\#(long)"],"titleLocalizationArgs":[""]}"#
            }
            paris["size"] = 9
            try await writer.save(paris)
            let texts = service.ann.missedNotifications().compactMap { notification in
                notification.info.map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(texts == [shown(11), shown(11)])
        }
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
    func `one of a query or zone that another has is refused, by its name`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let zone = ZoneID("Notes")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            try await service.ann.save(Self.city("seed", 0))
            let query = try Self.large()
            let kinds: [ServiceSubscription.Kind] = [query.kind, .zone(zone, type: nil)]
            for kind in kinds {
                let first = ServiceSubscription("first", kind)
                try await Self.save(first, service.ann, .private)
                // The same one again, as programs do that do not know whether they had saved it.
                try await Self.save(first, service.ann, .private)
                let second = ServiceSubscription("second", kind, info: Data([1]))
                let refused = try await service.ann.modifySubscriptions(
                    saving: [second], in: .private)
                #expect {
                    _ = try refused.saves.first?.get()
                } throws: {
                    let error = $0 as? ServiceError
                    return error?.code == .serverRejectedRequest && error?.serverCode == 2032
                        && error?.message == "subscription is duplicate of 'first'"
                }
                let replaced = try await service.ann.modifySubscriptions(
                    saving: [second], deleting: ["first"], in: .private)
                _ = try replaced.saves.first?.get()
                #expect(
                    try await service.ann.subscriptions(in: .private).map(\.id) == ["second"])
                _ = try await service.ann.modifySubscriptions(deleting: ["second"], in: .private)
            }
            // Another user's, other events, and those of a database are no duplicates.
            try await service.bob.save(Self.city("seed", 0))
            try await Self.save(query, service.ann, .private)
            try await Self.save(query, service.bob, .private)
            guard case .query(let type, let predicate, let place, _) = query.kind else { return }
            let other = ServiceSubscription.Kind.query(
                type: type, predicate: predicate, zone: place, fires: [.onDeletion])
            try await Self.save(ServiceSubscription("other", other), service.ann, .private)
            for id in ["all", "all again"] {
                try await Self.save(
                    ServiceSubscription(id, .database(type: nil)), service.ann, .private)
            }
        }
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
}
