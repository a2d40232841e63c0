import Foundation
import RecordCore
import RecordService
import Testing

// How much a service keeps of notifications.
extension `Subscriptions` {
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
}
