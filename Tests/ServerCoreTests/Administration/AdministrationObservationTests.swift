import Accounts
import Foundation
import ServerCore
import PredicateCore
import Testing
import WebServices
import TestTime

@Suite struct AdministrationObservationTests {
    @Test func `only administrators are answered`() async throws {
        let host = try await AdministeredHost()
        for path in [
            "containers", "requests", "usage", "users", "tokens", "keys", "backups", "nonsense",
        ] {
            let anonymous = try await host.ask("GET", path, headers: [])
            #expect([401, 421].contains(anonymous.status), "\(path)")
            let wrong = try await host.ask(
                "GET", path, headers: [("authorization", "Bearer wrong")])
            #expect([401, 403].contains(wrong.status), "\(path)")
        }
        #expect(try await host.ask("GET", "session", query: "optional=1", headers: []).text == "{}")
        #expect(try await host.ask("GET", "session", headers: []).status == 401)
    }

    @Test func `containers are listed, made once, and have names`() async throws {
        let host = try await AdministeredHost()
        #expect(
            try await host.ask("POST", "containers", body: #"{"name":"iCloud.b"}"#).status == 200)
        #expect(
            try await host.ask("POST", "containers", body: #"{"name":"iCloud.b"}"#).status == 409)
        #expect(
            try await host.ask("POST", "containers", body: #"{"name":"a\u0000b"}"#).status == 400)
        let list = try await host.ask("GET", "containers")
        #expect(
            list.json["containers"].items.map(\.self["name"].string).sorted() == [
                "iCloud.b", AdministeredHost.container,
            ])
        #expect(try await host.ask("GET", "containers/none/development/schema").status == 404)
        #expect(try await host.ask("GET", "containers/iCloud.b/nowhere/schema").status == 400)
        #expect(try await host.ask("GET", "containers/iCloud.b/development/nothing").status == 404)
        #expect(try await host.ask("GET", "containers/%FF/development/schema").status == 400)
    }

    @Test func `requests are kept with their secrets blanked`() async throws {
        let host = try await AdministeredHost()
        let path = "/database/1/\(AdministeredHost.container)/development/public/records/lookup"
        let secrets = ["web-secret", "api-secret", "cookie-secret", "signature-secret"]
        _ = try await host.ask(
            "POST", path, query: "ckAPIToken=api-secret&ckWebAuthToken=web-secret&clientId=me",
            body: #"{"records":[{"recordName":"seen"}]}"#,
            headers: [
                ("cookie", "quarry_session=cookie-secret"),
                ("x-apple-cloudkit-request-signaturev1", "signature-secret"),
                ("user-agent", "test"),
            ])
        let list = try await host.ask("GET", "requests", query: "limit=5")
        let entry = list.json["requests"][0]
        #expect(entry["method"] == "POST")
        #expect(entry["path"].string == path)
        #expect(entry["query"].string.contains("clientId=me"))
        let detail = try await host.ask("GET", "requests/\(entry["id"].string)")
        #expect(detail.json["requestBody"]["text"].string.contains("seen"))
        #expect(detail.text.contains("user-agent"))
        for secret in secrets { #expect(!detail.text.contains(secret), "\(secret)") }
        let number = entry["number"]
        guard case .int(let last) = number else { throw CancellationError() }
        let newer = try await host.ask("GET", "requests", query: "after=\(last)")
        #expect(newer.json["requests"] == .list([]))
        // A number of the server before it was started again.
        let old = try await host.ask("GET", "requests", query: "after=\(last + 1000)&limit=1")
        #expect(old.json["requests"][0]["number"] == number)
        #expect(try await host.ask("GET", "requests/\(UUID().uuidString)").status == 404)
        #expect(try await host.ask("DELETE", "requests").status == 200)
        #expect(try await host.ask("GET", "requests").json["requests"] == .list([]))
    }

    @Test func `a request has the same name in its headers, the log and errors`() async throws {
        let host = try await AdministeredHost()
        func name(_ answer: AdministeredHost.Answer) -> String? {
            answer.headers.first { $0.name == "x-apple-request-uuid" }?.value
        }
        let refused = try await host.ask("GET", "requests/\(UUID().uuidString)")
        #expect(refused.json["uuid"].string == name(refused))
        let path = "/database/1/\(AdministeredHost.container)/development/public/records/lookup"
        let asked = try await host.ask(
            "POST", path, body: #"{"records":[{"recordName":"seen"}]}"#)
        let list = try await host.ask("GET", "requests", query: "limit=1")
        #expect(list.json["requests"][0]["id"].string == name(asked))
        #expect(try await host.ask("GET", "requests/\(name(asked) ?? "")").status == 200)
    }

    @Test func `the log names the credentials of a request`() async throws {
        let host = try await AdministeredHost()
        let issued = try await host.host.accounts.createToken(NewToken(.api))
        let path = "/database/1/\(AdministeredHost.container)/development/public/records/lookup"
        for token in [issued.text, "none"] {
            _ = try await host.ask(
                "POST", path, query: "ckAPIToken=\(token)",
                body: #"{"records":[{"recordName":"seen"}]}"#, headers: [])
        }
        let list = try await host.ask("GET", "requests").json["requests"]
        #expect(list.items.map { $0["credential"] } == [.null, .text(issued.token.id)])
    }

    @Test func `the log keeps the latest, and lets go of bodies when they are too many`() {
        let log = RequestLog(limit: 10, bytes: 20_000, body: 1000)
        for number in 0..<25 {
            log.record(
                WireRequest(
                    "POST", "/database/\(number)", body: .bytes([UInt8](repeating: 65, count: 5000))
                ),
                WireReply(200), took: .milliseconds(number))
        }
        let entries = log.entries(limit: 100)
        #expect(entries.map(\.number) == (16...25).reversed())
        #expect(entries.first?.path == "/database/24")
        guard case .bytes(let kept, let total)? = entries.first?.requestBody else {
            Issue.record("The newest has lost its body")
            return
        }
        #expect(kept.count == 1000)
        #expect(total == 5000)
        let huge = RequestLog(limit: 100, bytes: 20_000, body: 10_000)
        for _ in 0..<50 {
            huge.record(
                WireRequest(
                    "POST", "/database/x", body: .bytes([UInt8](repeating: 65, count: 9000))),
                WireReply(200), took: .zero)
        }
        let bodies = huge.entries(limit: 100).filter {
            if case .bytes(let bytes, _) = $0.requestBody { !bytes.isEmpty } else { false }
        }
        #expect(bodies.count <= 2)
        #expect(RequestLog(limit: 0).entries().isEmpty)
    }

    @Test func `bodies with passwords and tokens are never kept`() {
        let log = RequestLog()
        for path in [
            "/admin/1/session", "/admin/1/tokens", "/signin",
            "/device/1/a/development/tokens/create", "/admin/1/users/_ann",
            "/database/1/a/development/public/assets//upload/",
        ] {
            log.record(
                WireRequest("POST", path, body: .bytes(Array("hunter2".utf8))),
                WireReply(json: Array("hunter3".utf8)), took: .zero)
            guard case .secret? = log.entries(limit: 1).first?.requestBody,
                case .secret? = log.entries(limit: 1).first?.replyBody
            else {
                Issue.record("\(path)")
                continue
            }
        }
        // The last one is answered with 404.
        for path in [
            "development/public/records/accept", "development/public/records/resolve/",
            "development/public/records/requestAccess", "Production/public/records/accept",
        ] {
            log.record(
                WireRequest(
                    "POST", "/database/1/a/\(path)",
                    body: .bytes(Array(#"{"shortGUIDs":["hunter2"]}"#.utf8))),
                WireReply(json: Array(#"{"results":[{"shortGUID":{"value":"hunter3"}}]}"#.utf8)),
                took: .zero)
            guard case .secret? = log.entries(limit: 1).first?.requestBody,
                case .bytes(let reply, _)? = log.entries(limit: 1).first?.replyBody
            else {
                Issue.record("\(path)")
                continue
            }
            #expect(!String(decoding: reply, as: UTF8.self).contains("hunter3"))
        }
    }

    @Test func `usage counts by minute and by hour, and knows how long requests took`() {
        let clock = TestClock(1_790_000_010)
        let usage = Usage(clock: { clock.now })
        for milliseconds in 1...100 {
            usage.record(
                status: milliseconds > 98 ? 500 : milliseconds > 95 ? 404 : 200,
                took: .milliseconds(milliseconds), received: 10, sent: 100)
        }
        clock.advance(120)
        usage.record(status: 200, took: .seconds(2))
        let minutes = usage.series(of: .minute, last: 5)
        #expect(minutes.map(\.requests) == [0, 0, 100, 0, 1])
        let first = minutes[2]
        #expect(first.failed == 2)
        #expect(first.refused == 3)
        #expect(first.received == 1000)
        #expect(first.sent == 10_000)
        // At most an eighth too large, never too small.
        #expect((0.050...0.057).contains(first.p50 ?? 0))
        #expect((0.099...0.112).contains(first.p99 ?? 0))
        #expect(minutes[1].p50 == nil)
        #expect(usage.series(of: .hour, last: 1)[0].requests == 101)
        // A day later the same slot is another minute.
        clock.advance(86_400 - 120)
        #expect(usage.series(of: .minute, last: 1)[0].requests == 0)
        usage.record(storage: 5)
        #expect(usage.series(of: .minute, last: 1)[0].storage == 5)
    }

    @Test func `usage is counted for each container that exists`() async throws {
        let host = try await AdministeredHost()
        let body = #"{"records":[{"recordName":"x"}]}"#
        for name in [AdministeredHost.container, AdministeredHost.container, "iCloud.none"] {
            _ = try await host.ask(
                "POST", "/database/1/\(name)/development/public/records/lookup", body: body)
        }
        func requests(_ query: String) async throws -> Int64 {
            let answer = try await host.ask("GET", "usage", query: "count=30&\(query)")
            #expect(answer.status == 200)
            return answer.json["points"].items.reduce(0) { $0 + $1["requests"].number }
        }
        #expect(try await requests("") == 3)
        let place = "container=\(AdministeredHost.container)"
        #expect(try await requests("\(place)&environment=development") == 2)
        #expect(try await requests("\(place)&environment=production") == 0)
        let mean = try await host.ask("GET", "usage", query: "count=30&\(place)")
        #expect(mean.json["points"].items.contains { $0["mean"] != .null })
        #expect(mean.json["points"].items.allSatisfy { $0["p50"] == .null })
        #expect(try await host.ask("GET", "usage", query: "container=iCloud.none").status == 404)
    }

    @Test func `faults are made and cleared for a container`() async throws {
        let host = try await AdministeredHost()
        let place = #""container":"\#(AdministeredHost.container)","environment":"development""#
        #expect(
            try await host.ask(
                "POST", "faults", body: #"{\#(place),"fault":"throttled","retryAfter":3,"times":2}"#
            ).status == 200)
        let path = "/database/1/\(AdministeredHost.container)/development/public/records/lookup"
        let body = #"{"records":[{"recordName":"x"}]}"#
        let throttled = try await host.ask("POST", path, body: body)
        #expect(throttled.status == 429)
        #expect(throttled.json["retryAfter"] == .int(3))
        #expect(try await host.ask("DELETE", "faults").status == 200)
        #expect(try await host.ask("POST", path, body: body).status == 200)
        #expect(try await host.ask("POST", "faults", body: #"{"fault":"flood"}"#).status == 400)
    }
}
