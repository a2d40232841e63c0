import Foundation
import ServerCore
import TestTime
import Testing
import WebServer

@Suite struct `Connections` {
    @Test func `stay open between requests`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                for _ in 0..<20 {
                    let reply = try client.ask("GET", "/health")
                    #expect(reply.status == 200)
                    #expect(reply.headers["connection"] == nil)
                    #expect(reply.headers["x-apple-request-uuid"]?.count == 36)
                    #expect(reply.headers["date"]?.hasSuffix("GMT") == true)
                }
            }
            #expect(server.host.metrics.openConnections <= 1)
        }
    }

    @Test func `answer what is pipelined in order`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                var text = ""
                for number in 0..<200 {
                    if number % 3 == 0 {
                        text += "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    } else {
                        let body = #"{"records":[{"recordName":"r\#(number)"}]}"#
                        text += "POST \(path) HTTP/1.1\r\nHost: localhost\r\n"
                        text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    }
                }
                try client.send(text)
                for number in 0..<200 {
                    let reply = try #require(try client.reply())
                    #expect(reply.status == 200)
                    #expect(reply.text.contains(number % 3 == 0 ? "\"ok\"" : "\"r\(number)\""))
                }
            }
        }
    }

    @Test func `take a request byte by byte`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                let body = #"{"records":[{"recordName":"slow"}]}"#
                let text =
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                for byte in (text + body).utf8 { try client.send([byte]) }
                #expect(try client.reply()?.text.contains("\"slow\"") == true)
            }
        }
    }

    @Test func `close after an HTTP 1.0 request, and stay when it asks for that`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                try client.send("GET /health HTTP/1.0\r\n\r\n")
                #expect(try client.reply()?.headers["connection"] == "close")
                #expect(client.isClosed())
                let other = try RawClient(port)
                try other.send("GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try other.reply()?.headers["connection"] == "keep-alive")
                #expect(try other.ask("GET", "/health").status == 200)
            }
        }
    }

    @Test func `answer a client that sends nothing more`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                try client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                client.endSending()
                #expect(try client.reply()?.text.contains("quarry_connections_open") == true)
                #expect(client.isClosed())
            }
        }
    }

    @Test func `refuse what is not HTTP`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                for text in ["\u{16}\u{3}\u{1}hello\r\n\r\n", "GET\r\n\r\n", "{}\n\n\n\r\n\r\n"] {
                    let client = try RawClient(port)
                    try client.send(text)
                    let reply = try #require(try client.reply())
                    #expect(reply.status == 400)
                    #expect(reply.json["serverErrorCode"] as? String == "BAD_REQUEST")
                    #expect(client.isClosed())
                }
            }
        }
    }

    @Test(arguments: [
        "", "Host: a\r\nHost: a\r\n", "Host: a\r\nX-A: b\r\nhost: b\r\n", "Host: a b\r\n",
        "Host: a/b\r\n", "Host: user@a\r\n",
    ])
    func `refuse a request of HTTP/1.1 without one header Host`(lines: String) async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                try client.send("GET /health HTTP/1.1\r\n\(lines)\r\n")
                let reply = try #require(try client.reply())
                #expect(reply.status == 400)
                #expect(reply.json["serverErrorCode"] as? String == "BAD_REQUEST")
                #expect((reply.json["reason"] as? String)?.contains("Host") == true)
                // HTTP/1.0 has no such rule, but two names are two too.
                let old = try RawClient(port)
                try old.send("GET /health HTTP/1.0\r\n\(lines)\r\n")
                #expect(try old.reply()?.status == (lines.isEmpty ? 200 : 400))
            }
        }
    }

    @Test func `refuse numbers that no double can be`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/modify"))
            try await blocking {
                for number in ["1e400", "-1e309"] {
                    let reply = try RawClient(port).ask(
                        "POST", path,
                        #"{"operations":[{"operationType":"create","record":{"recordName":"r","recordType":"City","fields":{"size":{"value":\#(number)}}}}]}"#
                    )
                    #expect(reply.status == 400)
                    #expect(reply.json["serverErrorCode"] as? String == "BAD_REQUEST")
                    #expect((reply.json["reason"] as? String)?.contains("double") == true)
                }
            }
        }
    }

    @Test func `refuse a head that is too large`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                try client.send(
                    "GET /health HTTP/1.1\r\nX-Long: \(String(repeating: "a", count: 60_000))\r\n\r\n"
                )
                let reply = try #require(try client.reply())
                #expect(reply.status == 431)
                #expect(reply.json["serverErrorCode"] as? String == "BAD_REQUEST")
                let many = try RawClient(port)
                let lines = (0..<500).map { "X-\($0): a\r\n" }.joined()
                try many.send("GET /health HTTP/1.1\r\n\(lines)\r\n")
                #expect(try many.reply()?.status == 431)
            }
        }
    }

    @Test func `end where the head does not come in time`() async throws {
        // Nothing else ends them, as long as the client listens.
        try await TestServer.with {
            $1.headSeconds = 0.3
            $1.idleSeconds = 3_600
        } _: { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                try client.send("GET /health HTTP/1.1\r\nHo")
                #expect(client.isClosed())
            }
        }
    }

    @Test func `end where a body stops coming, with an error`() async throws {
        try await TestServer.with({ $1.bodySeconds = 0.3 }) { server in
            let (port, path) = (server.port, server.path("public/records/query"))
            try await blocking {
                let client = try RawClient(port)
                try client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"query\""
                )
                let reply = try #require(try client.reply())
                #expect(reply.status == 408)
                #expect(reply.json["serverErrorCode"] as? String == "BAD_REQUEST")
                #expect(client.isClosed())
            }
        }
    }

    @Test func `end when idle for long`() async throws {
        try await TestServer.with({ $1.idleSeconds = 0.3 }) { server in
            let port = server.port
            try await blocking {
                // A client that is slow to send finds the connection closed before.
                var client = try RawClient(port)
                var status: Int?
                for _ in 0..<100 where status == nil {
                    client = try RawClient(port)
                    status = try? client.ask("GET", "/health").status
                }
                #expect(status == 200)
                #expect(client.isClosed())
            }
        }
    }

    @Test func `survive clients that go away in the middle`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/modify"))
            try await blocking {
                for number in 0..<50 {
                    let client = try RawClient(port)
                    switch number % 3 {
                    case 0: try client.send("POST \(path) HTTP/1.1\r\nContent-Le")
                    case 1:
                        try client.send(
                            "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{\"opera"
                        )
                    default: try client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    }
                }
                #expect(try RawClient(port).ask("GET", "/health").status == 200)
            }
            #expect(try await eventually { server.host.metrics.openConnections == 0 })
        }
    }

    @Test func `are closed where the client takes nothing of a reply`() async throws {
        try await TestServer.with({ $1.writeSeconds = 0.4 }) { server in
            let port = server.port
            try await blocking {
                let client = try RawClient(port)
                // More replies than the buffers of both sides hold.
                let request = "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n"
                do {
                    for _ in 0..<4000 {
                        try client.send(String(repeating: request, count: 100))
                    }
                } catch RawClient.Failure.cannotWrite {}
                #expect(try RawClient(port).ask("GET", "/health").status == 200)
            }
            #expect(try await eventually { server.host.metrics.openConnections == 0 })
        }
    }

    @Test func `are many at once`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let clients = try (0..<200).map { _ in try RawClient(port) }
                for client in clients {
                    try client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                }
                for client in clients { #expect(try client.reply()?.status == 200) }
            }
        }
    }
}
