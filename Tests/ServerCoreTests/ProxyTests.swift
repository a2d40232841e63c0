import Accounts
import Foundation
import Testing
import WebServices

@testable import ServerCore

@Suite struct `Behind a proxy` {
    private static func asked(
        _ forwarded: [String], peer: String = "10.0.0.1", proto: String? = nil,
        trusted: [String] = ["10.0.0.0/8", "fd00::/8"], base: String? = nil
    ) async throws -> WireRequest {
        var options = HostOptions(.memory)
        options.baseURL = base
        options.trustedProxies = trusted.compactMap(AddressRange.init)
        #expect(options.trustedProxies.count == trusted.count)
        let host = try await ServerCore.Host(options)
        var headers = forwarded.map { (name: "x-forwarded-for", value: $0) }
        if let proto { headers.append(("x-forwarded-proto", proto)) }
        let request = host.asAsked(WireRequest("GET", "/health", headers: headers, peer: peer))
        try await host.close()
        return request
    }

    @Test(arguments: [
        (["203.0.113.9"], "203.0.113.9"),
        // What the client wrote itself stands before.
        (["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        (["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        (["1.1.1.1, 203.0.113.9, 10.2.3.4"], "203.0.113.9"),
        (["203.0.113.9 ,fd12::7"], "203.0.113.9"),
        (["203.0.113.9:4711"], "203.0.113.9"),
        (["[2001:db8::1]:4711"], "2001:db8::1"),
        (["2001:db8::1"], "2001:db8::1"),
        // Proxies alone are trusted.
        (["10.9.9.9, 10.2.3.4"], "10.9.9.9"),
        (["1.1.1.1, unknown, 10.2.3.4"], "10.2.3.4"),
        (["unknown"], "10.0.0.1"), ([""], "10.0.0.1"), ([], "10.0.0.1"),
    ])
    func `the client is the last address that is no proxy`(
        forwarded: [String], peer: String
    ) async throws {
        #expect(try await Self.asked(forwarded).peer == peer)
        #expect(try await Self.asked(forwarded, peer: "::ffff:10.0.0.1").peer.hasSuffix(peer))
    }

    @Test func `others are not believed`() async throws {
        let stranger = try await Self.asked(["1.1.1.1"], peer: "11.0.0.1", proto: "https")
        #expect(stranger.peer == "11.0.0.1")
        #expect(!stranger.isSecure)
        let untrusted = try await Self.asked(["1.1.1.1"], proto: "https", trusted: [])
        #expect(untrusted.peer == "10.0.0.1")
        #expect(!untrusted.isSecure)
    }

    @Test func `a request is as secure as the proxy says, or the base URL`() async throws {
        #expect(try await Self.asked([], proto: "https").isSecure)
        #expect(try await !Self.asked([], proto: "http").isSecure)
        #expect(try await Self.asked([], base: "https://quarry.example.org").isSecure)
        #expect(try await Self.asked([], proto: "http", base: "https://q.example.org").isSecure)
        #expect(try await !Self.asked([], base: "http://quarry.example.org").isSecure)
    }

    @Test func `the guesses of one client delay no other`() async throws {
        var options = HostOptions(.memory)
        options.accounts = .forTests
        options.baseURL = "https://quarry.example.org"
        options.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
        let host = try await ServerCore.Host(options)
        try await host.accounts.createUser(
            NewUser("ann", password: "correct horse", isAdministrator: true))
        func signIn(_ user: String, _ password: String, from address: String) async -> WireReply {
            await host.answer(
                WireRequest(
                    "POST", "/admin/1/session", headers: [("x-forwarded-for", address)],
                    body: .bytes(
                        Array(#"{"user":"\#(user)","password":"\#(password)"}"#.utf8))))
        }
        // The first delays are short: on a slow machine they pass before the next guess.
        var statuses: Set<Int> = []
        for number in 0..<60 where !statuses.contains(429) {
            statuses.insert(await signIn("user\(number)", "wrong", from: "203.0.113.9").status)
        }
        #expect(statuses == [401, 429])
        let reply = await signIn("ann", "correct horse", from: "203.0.113.10")
        #expect(reply.status == 200)
        let cookie = reply.headers.first { $0.name == "set-cookie" }?.value
        #expect(cookie?.hasSuffix("; Secure") == true)
        try await host.close()
    }

    @Test func `the clients of a proxy have a rate each`() async throws {
        var options = HostOptions(.memory)
        options.rateLimit = RateLimit(perSecond: 0.001, burst: 1)
        options.trustedProxies = [try #require(AddressRange("10.0.0.1"))]
        let host = try await ServerCore.Host(options)
        func status(_ address: String, by proxy: String = "10.0.0.1") async -> Int {
            await host.answer(
                WireRequest(
                    "GET", "/health", headers: [("x-forwarded-for", address)], peer: proxy)
            ).status
        }
        #expect(await status("203.0.113.1") == 200)
        #expect(await status("203.0.113.1") == 429)
        #expect(await status("203.0.113.2") == 200)
        // Of IPv6 a network is one asker.
        #expect(await status("2001:db8:1:2::1") == 200)
        #expect(await status("2001:db8:1:2:9::1") == 429)
        #expect(await status("2001:db8:1:3::1") == 200)
        // A client that invents addresses shares the bucket of its own.
        #expect(await status("203.0.113.3", by: "10.0.0.2") == 200)
        #expect(await status("203.0.113.4", by: "10.0.0.2") == 429)
        try await host.close()
    }

    @Test(arguments: ["", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "a", "1/2/3"])
    func `what is no range of addresses is refused`(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test func `a range has the addresses that begin like it`() throws {
        let all = try #require(AddressRange("::/0"))
        #expect(all.contains("1.2.3.4") && all.contains("2001:db8::1") && !all.contains("unix"))
        let four = try #require(AddressRange("0.0.0.0/0"))
        #expect(four.contains("255.1.2.3") && !four.contains("2001:db8::1"))
        let half = try #require(AddressRange("192.168.128.0/17"))
        #expect(half.contains("192.168.200.1") && !half.contains("192.168.127.255"))
        let six = try #require(AddressRange("2001:db8::/65"))
        #expect(six.contains("2001:db8::7fff:0:0:1") && !six.contains("2001:db8::8000:0:0:1"))
    }
}
