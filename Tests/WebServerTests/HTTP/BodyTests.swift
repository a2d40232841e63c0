import Foundation
import ServerCore
import Synchronization
import TestFiles
import TestTime
import Testing
import WebServer
import WebServices

@Suite struct `Bodies` {
    @Test func `of a gigabyte are refused before they come`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/modify"))
            try await blocking {
                let client = try RawClient(port)
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n"
                )
                let reply = try #require(try client.reply())
                #expect(reply.status == 413)
                #expect(reply.json["serverErrorCode"] as? String == "QUOTA_EXCEEDED")
                #expect(reply.headers["connection"] == "close")
                // One who sends it all the same, and reads only then.
                let stubborn = try RawClient(port)
                try stubborn.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n"
                )
                let piece = [UInt8](repeating: 0x20, count: 1 << 20)
                var sent = 0
                do {
                    while sent < 256 {
                        try stubborn.send(piece)
                        sent += 1
                    }
                } catch RawClient.Failure.cannotWrite {}
                #expect(try stubborn.reply()?.status == 413)
            }
        }
    }

    @Test func `in pieces are refused when they are too long`() async throws {
        try await TestServer.with({ options, _ in options.limits.bodyBytes = 100_000 }) { server in
            let (port, path) = (server.port, server.path("public/records/modify"))
            try await blocking {
                let client = try RawClient(port)
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                let piece = "2710\r\n" + String(repeating: " ", count: 10_000) + "\r\n"
                for _ in 0..<11 { try client.send(piece) }
                let reply = try #require(try client.reply())
                #expect(reply.status == 413)
                #expect(reply.text.contains("100000 bytes"))
            }
        }
    }

    @Test func `count until their requests are answered`() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let isWaiting = Mutex(false)
        let pages: Pages = { request in
            guard request.header("x-test") == "slow" else { return nil }
            isWaiting.withLock { $0 = true }
            for await _ in gate.stream { break }
            return WireReply(json: Array("{}".utf8))
        }
        try await TestServer.with({ $1.bodyBytes = 50_000 }, pages: pages) { server in
            let (port, path) = (server.port, server.path("public/records/query"))
            @Sendable func post(_ client: RawClient, _ header: String, _ count: Int) throws {
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(header)"
                        + "Content-Length: \(count)\r\n\r\n"
                        + String(repeating: " ", count: count))
            }
            let slow = try RawClient(port)
            try await blocking { try post(slow, "X-Test: slow\r\n", 100_000) }
            #expect(try await eventually { isWaiting.withLock { $0 } })
            try await blocking {
                let other = try RawClient(port)
                #expect(try other.ask("GET", "/health").status == 200)
                try post(other, "", 10)
                let refused = try #require(try other.reply())
                #expect(refused.status == 503)
                #expect(refused.json["serverErrorCode"] as? String == "TRY_AGAIN_LATER")
            }
            gate.continuation.finish()
            #expect(try await blocking { try slow.reply()?.status } == 200)
            let isAnswered = try await eventually {
                try await blocking {
                    let other = try RawClient(port)
                    try post(other, "", 10)
                    return try other.reply()?.status == 400
                }
            }
            #expect(isAnswered)
        }
    }

    /// Heads that come before all bodies find room for each of them.
    @Test(arguments: [false, true])
    func `count while they come`(isCompressed: Bool) async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let isWaiting = Mutex(false)
        let pages: Pages = { request in
            guard request.header("x-test") == "slow" else { return nil }
            isWaiting.withLock { $0 = true }
            for await _ in gate.stream { break }
            return WireReply(json: Array("{}".utf8))
        }
        try await TestServer.with({ $1.bodyBytes = 50_000 }, pages: pages) { server in
            let (port, path) = (server.port, server.path("public/records/query"))
            let (slow, other) = try (RawClient(port), RawClient(port))
            let body = [UInt8](repeating: 0x20, count: 40_000)
            let sent = isCompressed ? try gzip(body) : body
            try await blocking {
                for (client, header, count) in [
                    (slow, "X-Test: slow", body.count),
                    (other, "Content-Encoding: \(isCompressed ? "gzip" : "identity")", sent.count),
                ] {
                    try client.send(
                        "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n"
                            + "Expect: 100-continue\r\nContent-Length: \(count)\r\n\r\n")
                    #expect(try client.reply()?.status == 100)
                }
                try slow.send(body)
            }
            #expect(try await eventually { isWaiting.withLock { $0 } })
            try await blocking {
                try other.send(sent)
                let refused = try #require(try other.reply())
                #expect(refused.status == 503)
                #expect(refused.headers["retry-after"] == "1")
            }
            gate.continuation.finish()
            #expect(try await blocking { try slow.reply()?.status } == 200)
        }
    }

    @Test func `in pieces are read`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                for letter in #"{"records":[{"recordName":"pieces"}]}"# {
                    try client.send("1\r\n\(letter)\r\n")
                }
                try client.send("0\r\n\r\n")
                #expect(try client.reply()?.text.contains("\"pieces\"") == true)
                #expect(try client.ask("GET", "/health").status == 200)
            }
        }
    }

    @Test func `of deep or broken JSON are answered`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/query"))
            try await blocking {
                let client = try RawClient(port)
                let deep = String(repeating: "[", count: 3_000_000)
                for body in [
                    deep, "{\"query\":\(deep)", String(repeating: "{\"a\":", count: 500_000),
                    "{\"query\":", "nonsense", "\u{0}", "[1,2,3]",
                ] {
                    let reply = try client.ask("POST", path, body)
                    #expect(reply.status == 400)
                    #expect(reply.json["serverErrorCode"] as? String == "BAD_REQUEST")
                }
            }
        }
    }

    @Test func `come after the server says so`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                let body = #"{"records":[{"recordName":"later"}]}"#
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n")
                #expect(try client.reply()?.status == 100)
                try client.send(body)
                #expect(try client.reply()?.text.contains("\"later\"") == true)
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                        + "Content-Length: 999999999\r\n\r\n")
                #expect(try client.reply()?.status == 413)
                let old = try RawClient(port)
                try old.send(
                    "POST \(path) HTTP/1.0\r\nExpect: 100-continue\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                #expect(try old.reply()?.status == 200)
            }
        }
    }

    @Test func `are compressed both ways`() async throws {
        try await TestServer.with { server in
            let (port, modify) = (server.port, server.path("public/records/modify"))
            let query = server.path("public/records/query")
            try await blocking {
                let client = try RawClient(port)
                let operations = (0..<50).map {
                    #"{"operationType":"create","record":{"recordName":"c\#($0)","recordType":"City","fields":{"name":{"value":"Paris"}}}}"#
                }
                let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
                let saved = try client.ask(
                    "POST", modify, bytes: try gzip(Array(body.utf8)),
                    ["Content-Encoding": "gzip"])
                #expect(saved.status == 200)
                let plain = try client.ask("POST", query, #"{"query":{"recordType":"City"}}"#)
                #expect(plain.headers["content-encoding"] == nil)
                let small = try client.ask(
                    "POST", query, #"{"query":{"recordType":"City"}}"#,
                    ["Accept-Encoding": "gzip, deflate"])
                #expect(small.headers["content-encoding"] == "gzip")
                #expect(small.body.count < plain.body.count / 4)
                let read = try gunzip(small.body)
                #expect(String(decoding: read, as: UTF8.self).contains("\"c49\""))
                #expect(read.count == plain.body.count)
                for refusal in ["gzip;q=0", "identity, gzip; q=0.00, *"] {
                    let whole = try client.ask(
                        "POST", query, #"{"query":{"recordType":"City"}}"#,
                        ["Accept-Encoding": refusal])
                    #expect(whole.headers["content-encoding"] == nil)
                }
                let weighed = try client.ask(
                    "POST", query, #"{"query":{"recordType":"City"}}"#,
                    ["Accept-Encoding": "br, gzip;q=0.5"])
                #expect(weighed.headers["content-encoding"] == "gzip")
                let beneath = try RawClient(port)
                try beneath.send(
                    "POST \(query) HTTP/1.1\r\nHost: localhost\r\n"
                        + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
                #expect(try beneath.reply()?.status == 501)
                let short = try client.ask("GET", "/health", nil, ["Accept-Encoding": "gzip"])
                #expect(short.headers["content-encoding"] == nil)
                let broken = try client.ask(
                    "POST", query, bytes: Array("not gzip".utf8), ["Content-Encoding": "gzip"])
                #expect(broken.status == 400)
            }
        }
    }

    @Test func `of several gzip members are read whole, or refused`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let encoding = ["Content-Encoding": "gzip"]
                // Each of the first two members ends where the JSON is not whole.
                let members = try [#"{"records":[{"record"#, "", #"Name":"pieces"}]}"#].map {
                    try gzip(Array($0.utf8))
                }
                let whole = Array(members.joined())
                let reply = try RawClient(port).ask("POST", path, bytes: whole, encoding)
                #expect(reply.text.contains("\"pieces\""))
                let alone = try gzip(Array(#"{"records":[{"recordName":"pieces"}]}"#.utf8))
                for rest in [Array("rest".utf8), [0], Array(members[0].dropLast(9))] {
                    let refused = try RawClient(port).ask(
                        "POST", path, bytes: alone + rest, encoding)
                    #expect(refused.status == 400)
                    #expect(refused.text.contains("the body is not gzip"))
                }
            }
        }
    }

    @Test func `that grow without end when read are refused`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/query"))
            try await blocking {
                let bomb = try gzip([UInt8](repeating: 0x20, count: 200 << 20))
                #expect(bomb.count < 1 << 20)
                let reply = try RawClient(port).ask(
                    "POST", path, bytes: bomb, ["Content-Encoding": "gzip"])
                #expect(reply.status == 413)
                let other = try RawClient(port).ask(
                    "POST", path, bytes: bomb, ["Content-Encoding": "br"])
                #expect(other.status == 415)
            }
        }
    }

    @Test func `are not sent in answer to HEAD`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                let whole = try client.ask("GET", "/dashboard/")
                let head = try client.ask("HEAD", "/dashboard/")
                #expect(head.status == 200)
                #expect(head.headers["content-length"] == whole.headers["content-length"])
                #expect(try client.ask("GET", "/").headers["location"] == "/dashboard/")
            }
        }
    }
}

func gzip(_ bytes: [UInt8], _ options: String = "-c") throws -> [UInt8] {
    Array(try Program.run("gzip", [options], input: bytes).bytes)
}

func gunzip(_ bytes: [UInt8]) throws -> [UInt8] { try gzip(bytes, "-dc") }
