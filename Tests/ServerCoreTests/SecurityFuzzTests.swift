import Accounts
import Foundation
import ServerCore
import Testing
import WebServices
import TestRandom

@Suite struct `Altered requests` {
    static func altered(_ text: String, by random: inout RandomNumbers) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(UInt8.random(in: 33...126, using: &random), at: place)
            case 2: bytes[place] = UInt8.random(in: 1...255, using: &random)
            case 3: bytes = Array(bytes.prefix(place))
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `no altered credential reaches private data or the administration`() async throws {
        let world = try await SecurityWorld()
        var random = RandomNumbers(seed: 20_261_122)
        let path = "/database/1/\(SecurityWorld.container)/development"
        var statuses: [Int: Int] = [:]
        for round in 0..<4000 {
            let asks: (method: String, path: String, body: String, actor: SecurityWorld.Actor)
            switch round % 4 {
            case 0: asks = ("GET", path + "/private/zones/list", "", .ann)
            case 1:
                asks = (
                    "POST", path + "/public/records/modify",
                    #"{"operations":[{"operationType":"create","record":{"recordType":"Note","fields":{}}}]}"#,
                    .key
                )
            case 2: asks = ("GET", "/admin/1/users", "", .management)
            default: asks = ("POST", "/admin/1/containers", #"{"name":"x"}"#, .dashboard)
            }
            var request = world.request(asks.method, asks.path, asks.body, as: asks.actor)
            let before = (request.query, request.headers.map(\.value))
            if request.query.isEmpty {
                let place = Int.random(in: 0..<request.headers.count, using: &random)
                let value = request.headers[place].value
                request.headers[place].value = Self.altered(value, by: &random)
            } else {
                request.query = Self.altered(request.query, by: &random)
            }
            // Some alterations say the same in other words.
            let isSame =
                asks.actor == .key
                ? request.headers[2].value.filter { $0 != "=" }
                    == before.1[2].filter { $0 != "=" }
                    && request.headers[0].value.lowercased()
                        == before.1[0]
                    && request.headers[1].value == before.1[1]
                : (request.query, request.headers.map(\.value)) == before
            if isSame { continue }
            let reply = try await ReadReply(await world.host.answer(request))
            statuses[reply.status, default: 0] += 1
            if reply.status == 200 {
                // A name of a cookie or a parameter that was not ours to begin with.
                #expect(
                    Self.stillSays(request, world, asks.actor),
                    "\(asks.actor.rawValue): \(request.query) \(request.headers)")
            }
        }
        #expect(statuses.keys.allSatisfy { $0 < 500 }, "\(statuses)")
        #expect((statuses[200] ?? 0) < 60, "\(statuses)")
    }

    /// Whether the secrets are all there, and only what stands round them was altered.
    static func stillSays(
        _ request: WireRequest, _ world: SecurityWorld, _ actor: SecurityWorld.Actor
    ) -> Bool {
        switch actor {
        case .ann:
            request.parameter("ckAPIToken") == world.app.text
                && request.parameter("ckWebAuthToken") == world.webAuth["ann"]
        case .management:
            request.header("authorization")?.hasSuffix(world.management.text) == true
        case .dashboard:
            request.header("cookie")?.contains("quarry_session=\(world.session.cookie)") == true
                && request.header("x-quarry-csrf") == world.session.csrf
        default: false
        }
    }

    @Test func `no secret is in the request log`() async throws {
        let world = try await SecurityWorld()
        for actor in SecurityWorld.Actor.allCases {
            for deed in SecurityWorld.Deed.allCases {
                _ = try await world.outcome(of: deed, as: actor, number: deed.hashValue & 0xffff)
            }
        }
        let body = #"{"user":"admin","password":"correct horse"}"#
        _ = await world.host.answer(
            WireRequest("POST", "/admin/1/session", body: .bytes(Array(body.utf8))))
        let secrets =
            [
                world.app.text, world.management.text, world.session.cookie, world.session.csrf,
                "correct horse",
            ] + world.webAuth.values
        let entries = world.host.log.entries(limit: 100_000)
        #expect(entries.count > 100)
        for entry in entries {
            let text = String(describing: entry)
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }
}
