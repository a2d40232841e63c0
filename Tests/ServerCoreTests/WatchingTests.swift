import Accounts
import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import TestTime
import Testing
import WebServices

@testable import ServerCore

@Suite struct `Watching a server` {
    private let folder = TemporaryFolder()

    @Test func `metrics are told to this machine, to others with an administrator's token`()
        async throws
    {
        var options = HostOptions(.memory)
        options.accounts = .forTests
        let host = try await ServerCore.Host(options)
        func status(
            from peer: String = "198.51.100.7", _ headers: (name: String, value: String)...,
            query: String = ""
        ) async -> Int {
            let request = WireRequest(
                "GET", "/metrics", query: query, headers: headers, peer: peer)
            return await host.answer(request).status
        }
        let token = try await host.accounts.createToken(NewToken(.management)).text
        let api = try await host.accounts.createToken(NewToken(.api)).text
        let narrow = try await host.accounts.createToken(
            NewToken(.management, container: "iCloud.a")
        ).text
        #expect(await status(from: "127.0.0.1") == 200)
        #expect(await status(from: "::1") == 200)
        #expect(await status() == 401)
        // A proxy of this machine passes on what others ask.
        #expect(await status(from: "127.0.0.1", ("x-forwarded-for", "198.51.100.7")) == 401)
        #expect(await status(("authorization", "Bearer \(token)")) == 200)
        #expect(await status(("authorization", "Bearer \(token)x")) == 401)
        #expect(await status(("authorization", "Bearer \(narrow)")) == 403)
        #expect(await status(query: "ckAPIToken=\(api)") == 403)
        try await host.close()
    }

    @Test func `a request that waits for notifications is not slow`() async throws {
        let host = try await ServerCore.Host(HostOptions(.memory))
        let metrics = host.metrics
        func count(_ name: String) -> String? {
            metrics.text().split(separator: "\n").first { $0.hasPrefix(name + " ") }
                .map { String($0.dropFirst(name.count + 1)) }
        }
        for (path, timed) in [("/courier/x", "0"), ("/assets/upload/x", "1")] {
            host.observe(
                WireRequest("GET", path), WireReply(200), Route(path), nil, .seconds(50))
            #expect(count("quarry_request_seconds_count") == timed)
        }
        #expect(count(#"quarry_requests_total{endpoint="courier",status="200"}"#) == "1")
        #expect(count("quarry_request_seconds_sum") == "50.0")
        try await host.close()
    }

    @Test func `the size of containers is counted now and then, not for each request`()
        async throws
    {
        var options = HostOptions(directory: folder.path)
        options.containers = ["iCloud.a"]
        let registry = try await ContainerRegistry(options, list: MemoryStore())
        let meter = StorageMeter(registry)
        let key = ContainerRegistry.Key("iCloud.a", .development)
        let path = try #require(registry.path(key))
        try FileManager.default.createDirectory(
            atPath: path + ".assets", withIntermediateDirectories: true)
        try Data(count: 1000).write(to: URL(fileURLWithPath: path))
        #expect(meter.total == 0)
        meter.measure()
        #expect(meter.total == 1000)
        try Data(count: 500).write(to: URL(fileURLWithPath: path + ".assets/a"))
        #expect(meter.bytes(key) == 1000)
        meter.measure()
        #expect(meter.bytes(key) == 1500)
        #expect(meter.bytes(ContainerRegistry.Key("iCloud.a", .production)) == 0)
        try await registry.close()
    }

    @Test func `the administration and the metrics tell what was counted`() async throws {
        var options = HostOptions(directory: folder.path)
        options.containers = ["iCloud.a"]
        options.accounts = .forTests
        options.durability = .off
        let host = try await ServerCore.Host(options)
        _ = try await host.containers.service("iCloud.a", .development)
        let token = try await host.accounts.createToken(NewToken(.management)).text
        func text(_ path: String) async -> String {
            await host.answer(
                WireRequest("GET", path, headers: [("authorization", "Bearer \(token)")])
            ).text
        }
        // The server counts by itself too, and files grow with what it looks after.
        #expect(
            try await eventually {
                host.storage.measure()
                let total = host.storage.total
                let metrics = await text("/metrics")
                let usage = await text("/admin/1/usage")
                let containers = await text("/admin/1/containers")
                return total > 0 && metrics.contains("\nquarry_storage_bytes \(total)\n")
                    && usage.contains("\"storageTotal\":\(total)")
                    && containers.contains("\"bytes\":\(total)")
            })
        try await host.close()
    }
}

@Suite struct `What a server remembers` {
    @Test func `of couriers has an end`() async throws {
        var limits = HostLimits()
        limits.pollSeconds = 0
        let courier = NotificationPoll(
            limits, seal: Seal(secret: Seal.newSecret()), store: MemoryStore(), capacity: 8)
        var options = HostOptions(.memory)
        options.containers = ["iCloud.a"]
        let host = try await ServerCore.Host(options)
        let key = ContainerRegistry.Key("iCloud.a", .development)
        let session = try await host.containers.service(key.container, key.environment)
            .session(user: "_ann", device: "phone")
        let start = Date(timeIntervalSince1970: 1_790_000_000)
        for number in 0..<40 {
            let now = start.addingTimeInterval(Double(number))
            let token = courier.newToken(
                key, user: "_ann", device: "phone", after: 0, hasAccount: false, at: now)
            let address = try #require(courier.address(token, at: now))
            let news = try await courier.notifications(
                token, address, session, after: nil, limit: 1, at: now)
            #expect(news.isEmpty)
            await courier.note(token, toldUpTo: number)
            #expect(courier.remembered <= 8)
        }
        await courier.note("forgotten", toldUpTo: 1)
        #expect((1...8).contains(courier.remembered))
        courier.tidy(at: start.addingTimeInterval(86_400 + 39))
        #expect(courier.remembered == 1)
        courier.tidy(at: start.addingTimeInterval(2 * 86_400))
        #expect(courier.remembered == 0)
        try await host.close()
    }

    @Test func `of polls goes by the bytes of the name of a user`() async throws {
        var limits = HostLimits()
        limits.pollSeconds = 600
        limits.pollsPerUser = 1
        let courier = NotificationPoll(
            limits, seal: Seal(secret: Seal.newSecret()), store: MemoryStore())
        var options = HostOptions(.memory)
        options.containers = ["iCloud.a"]
        let host = try await ServerCore.Host(options)
        let key = ContainerRegistry.Key("iCloud.a", .development)
        let service = try await host.containers.service(key.container, key.environment)
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let waiting = try ["_jos\u{E9}", "_jose\u{301}"].map { user in
            let token = courier.newToken(
                key, user: user, device: "phone", after: 0, hasAccount: false, at: now)
            let address = try #require(courier.address(token, at: now))
            let session = service.session(user: user, device: "phone")
            return Task {
                try await courier.notifications(
                    token, address, session, after: nil, limit: 1, at: now)
            }
        }
        #expect(try await eventually(within: 20) { courier.waiting == 2 })
        courier.close()
        for task in waiting { #expect(try await task.value.isEmpty) }
        try await host.close()
    }

    @Test func `of requests below one a second lets each address ask`() {
        let limiter = RateLimiter(RateLimit(perSecond: 0.2))
        let start = ContinuousClock.now
        #expect(limiter.wait("198.51.100.1", at: start) == nil)
        #expect(limiter.wait("198.51.100.1", at: start) != nil)
        #expect(limiter.wait("198.51.100.1", at: start + .seconds(5.1)) == nil)
    }

    @Test func `of addresses that ask is forgotten when they ask no more`() {
        let limiter = RateLimiter(RateLimit(perSecond: 10, burst: 20))
        let start = ContinuousClock.now
        for number in 0...100_000 {
            let (place, block) = (String(number % 65_536, radix: 16), number / 65_536)
            _ = limiter.wait("2001:db8:\(place):\(block)::1", at: start)
        }
        #expect(limiter.count == 100_001)
        // All the addresses of one network are one.
        for number in 1...20 {
            _ = limiter.wait("2001:db9::\(number)", at: start)
        }
        #expect(limiter.wait("2001:db9::ffff", at: start) != nil)
        #expect(limiter.wait("198.51.100.1", at: start + .seconds(3)) == nil)
        #expect(limiter.count == 1)
    }
    @Test func `of several servers comes back after a clock that was ahead`() async throws {
        let store = MemoryStore()
        func limiter() -> RateLimiter {
            RateLimiter(RateLimit(perSecond: 1, burst: 2), store: store)
        }
        let (wrong, right) = (limiter(), limiter())
        let now = Date()
        let ahead = now.addingTimeInterval(3_600)
        for _ in 0..<2 { #expect(await wrong.wait(for: "::1", at: ahead) == nil) }
        #expect(await wrong.wait(for: "::1", at: ahead) == 1)
        // All tokens are given out: the next one comes after a second, by the clock that is right.
        #expect(await right.wait(for: "::1", at: now) == 1)
        #expect(await right.wait(for: "::1", at: now.addingTimeInterval(1.1)) == nil)
        // The first server's clock is set right too.
        #expect(await wrong.wait(for: "::1", at: now.addingTimeInterval(2.2)) == nil)
        // Clocks that differ a little give no more tokens.
        #expect(await right.wait(for: "::1", at: now.addingTimeInterval(1.3)) != nil)
    }

    @Test func `of several servers is forgotten where a clock was ahead`() async throws {
        let store = MemoryStore()
        let limiter = RateLimiter(RateLimit(perSecond: 1, burst: 2), store: store)
        let now = Date()
        _ = await limiter.wait(for: "a", at: now.addingTimeInterval(3_600))
        _ = await limiter.wait(for: "b", at: now)
        func isKept(_ name: String) async throws -> Bool {
            try await store.serviceData(for: "rate/" + name, in: .named("rate/" + name)) != nil
        }
        #expect(try await isKept("a"))
        #expect(try await isKept("b"))
        await limiter.removeOld(at: now)
        #expect(try await !isKept("a"))
        #expect(try await isKept("b"))
    }
}
