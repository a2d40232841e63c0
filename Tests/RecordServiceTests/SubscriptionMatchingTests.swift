import Foundation
import RecordCore
import Synchronization
import Testing

@testable import RecordService

/// Many subscriptions, most of which a change does not concern.
@Suite struct `Subscriptions by the hundred` {
    /// Predicates that are looked up by the values of a record, and some that are not.
    private static let formats: [String] = {
        let names = ["Oslo", "OSLO", "ólso", "Óslo", "Lima", "", "Paris"]
        let equal = names.map { "name == '\($0)'" }
        let numbers = (-1..<4).map { "size == \($0)" }
        let joined = names.flatMap { name in
            (0..<3).map { "size > \($0) AND name == '\(name)'" }
        }
        let bounds = ["<", "<=", ">", ">="].flatMap { sign in
            [
                "size \(sign) 1", "size \(sign) 1.5", "1 \(sign) size", "ratio \(sign) 0.5",
                "ratio \(sign) 1",
            ]
        }
        return equal + numbers + joined + bounds + [
            "size == 1 AND name == 'Oslo'", "name == 'Oslo' AND name == 'Lima'", "1.0 == size",
            "name != 'Oslo'", "NOT (name == 'Oslo')", "name IN {'Oslo', 'Lima'}",
            "name BEGINSWITH 'Os'", "size BETWEEN {1, 2}", "size >= 2", "tags CONTAINS 'a'",
            "size >= 1 AND size < 3", "NOT (size > 1)",
            "name == nil", "size == nil", "TRUEPREDICATE", "other == 'x'",
        ]
    }()

    private static let records: [(name: Value, size: Value)] = {
        let names: [Value] = ["Oslo", "oslo", "ÓSLO", "Lima", "Rome", "", .null]
        let sizes: [Value] = [0, 1, 2, 3, .null]
        return names.flatMap { name in sizes.map { (name, $0) } }
    }()

    @Test func `of many users those of few stay compiled`() throws {
        let service = RecordService(store: MemoryStore(), container: "iCloud.test")
        let schema = RecordSchema(types: [
            RecordType("City", fields: [Field("size", .single(.int64), [.queryable])])
        ])
        var count = 0
        for number in 0...NotificationHub.placeCapacity {
            let stored = StoredSubscription(
                "_u\(number)", .private, try Self.subscription(0, "size == 1"))
            let index = SubscriptionIndex([stored.key: stored], number: number)
            let group = SubscriptionIndex.QueryGroup(owner: stored.user, type: "City")
            if service.hub.compiled(group, index, schema)?.entries.count == 1 { count += 1 }
        }
        #expect(count == NotificationHub.placeCapacity + 1)
        let compiled = service.hub.state.withLock { $0.compiled.count }
        #expect(compiled <= NotificationHub.placeCapacity)
    }

    private static func subscription(
        _ number: Int, _ format: String
    ) throws -> ServiceSubscription {
        ServiceSubscription(
            "s\(number)",
            .query(
                type: "City", predicate: try QueryPredicate(parsing: format), zone: nil,
                fires: [.onCreation, .onUpdate, .onDeletion]))
    }

    /// What was told since a number: the subscription, the record and the reason.
    private static func news(_ session: ServiceSession, after number: Int) -> Set<String> {
        var news: Set<String> = []
        for notification in session.missedNotifications(after: number) {
            guard case .query(let id, let reason, _) = notification.kind else { continue }
            let isNew = news.insert("\(notification.subscription) \(id.name) \(reason)").inserted
            #expect(isNew)
        }
        return news
    }

    /// The subscriptions whose predicate finds a record, by a query of each.
    private static func matching(_ session: ServiceSession, _ id: RecordID) async throws -> Set<Int>
    {
        var found: Set<Int> = []
        for (number, format) in formats.enumerated() {
            let page = try await session.query(
                RecordQuery("City", where: try QueryPredicate(parsing: format)), in: .public)
            if page.records.contains(where: { $0.id == id }) { found.insert(number) }
        }
        return found
    }

    @Test(arguments: Backing.allCases)
    func `are told of what their queries find, and of nothing else`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let writer = service.ann
            let seed = Record(
                "City", RecordID("seed"),
                [
                    "name": "", "size": -9, "ratio": 0.5, "tags": .list([.text("z")]), "other": "",
                ])
            try await writer.save(seed, in: .public)
            let saved = try await service.bob.modifySubscriptions(
                saving: try Self.formats.enumerated().map { try Self.subscription($0, $1) },
                in: .public)
            for save in saved.saves { _ = try save.get() }
            var before: Set<Int> = []
            var record = Record("City", RecordID("r"), [:])
            var number = 0
            var told = 0
            for (place, fields) in Self.records.enumerated() {
                record.fields = ["name": fields.name, "size": fields.size]
                if case .int(let size) = fields.size { record["ratio"] = .double(Double(size) / 2) }
                if place % 2 == 0 { record["tags"] = .list([.text("a"), .text("b")]) }
                let result = try await writer.modify(
                    SaveRequest(saving: [record], policy: .allKeys), in: .public)
                record = try result.saves[0].get()
                let after = try await Self.matching(service.bob, record.id)
                var expected: Set<String> = []
                for subscription in before.union(after) {
                    let reason: ServiceNotification.Reason =
                        !before.contains(subscription)
                        ? .recordCreated
                        : after.contains(subscription) ? .recordUpdated : .recordDeleted
                    expected.insert("s\(subscription) r \(reason)")
                }
                #expect(Self.news(service.bob, after: number) == expected, "\(fields)")
                number = service.bob.missedNotifications().last?.number ?? 0
                told += expected.count
                before = after
            }
            #expect(told > Self.records.count)
            try await writer.delete(record.id, in: .public)
            #expect(
                Self.news(service.bob, after: number)
                    == Set(before.map { "s\($0) r \(ServiceNotification.Reason.recordDeleted)" }))
        }
    }

    @Test(arguments: Backing.allCases)
    func `that are changed or removed are asked as they stand`(backing: Backing) async throws {
        try await backing.withService { service in
            let writer = service.ann
            try await writer.save(
                Record("City", RecordID("seed"), ["name": "", "size": -9]), in: .public)
            func subscribe(_ format: String) async throws {
                let result = try await service.bob.modifySubscriptions(
                    saving: [try Self.subscription(0, format)], in: .public)
                for save in result.saves { _ = try save.get() }
            }
            func save(_ name: String) async throws {
                try await writer.save(
                    Record("City", RecordID(name), ["name": .text(name), "size": 1]), in: .public)
            }
            try await subscribe("name == 'a'")
            try await save("a")
            try await subscribe("name == 'b'")
            try await save("b")
            // A field more: the predicate is compiled for the type as it is then.
            try await writer.save(
                Record("City", RecordID("more"), ["name": "c", "more": 1]), in: .public)
            try await subscribe("more == 2")
            try await writer.save(
                Record("City", RecordID("two"), ["name": "b", "more": 2]), in: .public)
            _ = try await service.bob.modifySubscriptions(deleting: ["s0"], in: .public)
            try await writer.save(
                Record("City", RecordID("three"), ["name": "b", "more": 2]), in: .public)
            let names = service.bob.missedNotifications().compactMap { notification -> String? in
                if case .query(let id, _, _) = notification.kind { id.name } else { nil }
            }
            #expect(names == ["a", "b", "two"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `of a service beside others tell each change once, in the order of numbers`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.hasOthers = true
        try await backing.withService(options: options) { service in
            try await service.ann.save(
                Record("City", RecordID("seed"), ["name": "", "size": -9]), in: .public)
            for user in ["_bob", "_eve"] {
                let session = service.session(user: user, device: "phone")
                let result = try await session.modifySubscriptions(
                    saving: [try Self.subscription(0, "size == 1")], in: .public)
                for save in result.saves { _ = try save.get() }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        try await service.session(user: "_ann", device: "d\(number)").save(
                            Record("City", RecordID("r\(number)"), ["name": "x", "size": 1]),
                            in: .public)
                    }
                }
                try await group.waitForAll()
            }
            // Another process reads the same from the store.
            let other = RecordService(
                store: service.store, container: "iCloud.test", options: options)
            for user in ["_bob", "_eve"] {
                let session = service.session(user: user, device: "phone")
                let told = session.missedNotifications()
                #expect(told.count == 32)
                #expect(told.map(\.number) == told.map(\.number).sorted())
                #expect(Set(told.map(\.number)).count == 32)
                let elsewhere = other.session(user: user, device: "phone")
                try await elsewhere.catchUp()
                #expect(elsewhere.missedNotifications() == told)
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `of a service beside others leave the store when they are old`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.hasOthers = true
        options.notificationBuffer = 10
        try await backing.withService(options: options) { service in
            try await service.ann.save(
                Record("City", RecordID("seed"), ["name": "", "size": -9]), in: .public)
            let result = try await service.bob.modifySubscriptions(
                saving: [try Self.subscription(0, "size == 1")], in: .public)
            for save in result.saves { _ = try save.get() }
            func stored() async throws -> Int {
                try await service.store.serviceData(
                    prefix: "notice/", in: .private(user: "_bob")
                ).count
            }
            func write(_ numbers: Range<Int>) async throws {
                let records = numbers.map {
                    Record("City", RecordID("r\($0)"), ["name": "x", "size": 1])
                }
                _ = try await service.ann.modify(
                    SaveRequest(saving: records, policy: .allKeys), in: .public)
            }
            for number in 0..<90 { try await write(number..<number + 1) }
            // Those that are past the log go some at a time, not with each that comes.
            #expect(try await stored() <= 10 + 64)
            #expect(service.bob.missedNotifications().count == 10)
            // Many at once go as well.
            try await write(100..<400)
            try await write(400..<401)
            #expect(try await stored() <= 10 + 64)
            #expect(service.bob.missedNotifications().count == 10)
            // What another process finds past the log goes with what it adds.
            let other = RecordService(
                store: service.store, container: "iCloud.test", options: options)
            let elsewhere = other.session(user: "_bob", device: "phone")
            try await elsewhere.catchUp()
            #expect(elsewhere.missedNotifications() == service.bob.missedNotifications())
            let ann = other.session(user: "_ann", device: "mac")
            for number in 500..<570 {
                try await ann.save(
                    Record("City", RecordID("r\(number)"), ["name": "x", "size": 1]), in: .public)
            }
            #expect(try await stored() <= 10 + 64)
        }
    }
}
