import Foundation
import RecordCore
import RecordService
import ServerCore
import TestFiles
import TestTime
import Testing
import WebServer
import WebServices

@Suite struct `Logs` {
    private let folder = TemporaryFolder()

    @Test func `say why a request failed`() async throws {
        try FileManager.default.createDirectory(
            at: folder.file("containers/\(TestServer.container)/development.db"),
            withIntermediateDirectories: true)
        try await TestServer.with({ options, _ in options.location = .directory(folder.path) }) {
            server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            let text = try await blocking {
                let reply = try RawClient(port).ask(
                    "POST", path, #"{"records":[{"recordName":"SECRETNAME"}]}"#)
                #expect(reply.status == 503)
                return reply.text
            }
            let cause = "cannotOpen: The database cannot be opened — This is a directory."
            #expect(!text.contains("directory"))
            #expect(try await eventually { server.lines.all.contains { $0.contains(cause) } })
            #expect(!server.lines.all.contains { $0.contains("SECRET") })
        }
    }

    /// More records than are read at once, and more bytes than wait in the sockets.
    private static func fill(_ server: TestServer) async throws -> any RecordStore {
        let store = try await server.host.containers
            .service(TestServer.container, .development).store
        let schema = RecordSchema(types: [RecordType("N", fields: [Field("t", .single(.string))])])
        _ = try await store.updateSchema { _ in [schema] }
        let text = Value.text(String(repeating: "x", count: 300_000))
        for start in stride(from: 0, to: 100, by: 25) {
            let records = (start..<start + 25).map { Record("N", RecordID("r\($0)"), ["t": text]) }
            let result = try await store.save(SaveRequest(saving: records), in: .public)
            #expect(result.firstError == nil)
        }
        return store
    }

    @Test(arguments: [true, false])
    func `count a reply in pieces when it has ended`(isCutOff: Bool) async throws {
        try await TestServer.with({ options, web in
            options.location = .directory(folder.path)
            web.logsRequests = true
        }) { server in
            let store = try await Logs.fill(server)
            let (port, path) = (server.port, server.path("public/records/lookup"))
            let names = (0..<100).map { #"{"recordName":"r\#($0)"}"# }.joined(separator: ",")
            let client = try RawClient(port)
            let body = #"{"records":[\#(names)]}"#
            try client.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            try await blocking { #expect(client.waitForBytes()) }
            // As where the database goes while the reply is sent.
            if isCutOff { try await store.close() }
            try await blocking {
                if isCutOff {
                    _ = #expect(throws: RawClient.Failure.self) { try client.reply() }
                } else {
                    let reply = try client.reply()
                    #expect(reply?.status == 200)
                }
            }
            let line = isCutOff ? "error request failed" : "info request"
            #expect(try await eventually { server.lines.all.contains { $0.hasPrefix(line) } })
            let lines = server.lines.all.filter { $0.contains("records/lookup") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("cut off after") == isCutOff)
            let text = try await blocking { try RawClient(port).ask("GET", "/metrics").text }
            let status = isCutOff ? 503 : 200
            let count = #"quarry_requests_total{endpoint="records/lookup",status=""#
            #expect(text.contains("\(count)\(status)\"} 1\n"))
            #expect(text.split(separator: "\n").count { $0.hasPrefix(count) } == 1)
            let sent = text.split(separator: "\n").first { $0.hasPrefix("quarry_sent_bytes_total") }
            let bytes = try #require(sent?.split(separator: " ").last.flatMap { Int($0) })
            #expect(isCutOff ? 262_144..<30_000_000 ~= bytes : bytes > 30_000_000)
            #expect(server.host.log.entries().first?.status == status)
        }
    }

    @Test func `name requests and say nothing of anybody`() async throws {
        try await TestServer.with({ $1.logsRequests = true }) { server in
            let path = server.path("public/records/lookup?ckAPIToken=SECRETTOKEN&x=1")
            let port = server.port
            let id = try await blocking {
                let client = try RawClient(port)
                let reply = try client.ask(
                    "POST", path, #"{"records":[{"recordName":"SECRETNAME"}]}"#,
                    [
                        "Authorization": "Bearer SECRETBEARER",
                        "Cookie": "quarry_session=SECRETCOOKIE",
                    ])
                return reply.headers["x-apple-request-uuid"] ?? ""
            }
            // A line may be written after its reply.
            #expect(try await eventually { server.lines.all.contains { $0.contains(id) } })
            let lines = server.lines.all.joined(separator: "\n")
            #expect(lines.contains("records/lookup"))
            #expect(!lines.contains("SECRET"))
        }
    }

    @Test(arguments: [
        ("SECRET nothing\r\n\r\n", 400, "other"),
        ("GET /\(String(repeating: "S", count: 100_000)) HTTP/1.1\r\n\r\n", 431, "other"),
        ("POST /database/1/a HTTP/1.1\r\n\r\n", 400, "unknown"),
    ])
    func `name what is no request, too`(bytes: String, status: Int, endpoint: String) async throws {
        try await TestServer.with({ $1.logsRequests = true }) { server in
            let port = server.port
            let id = try await blocking {
                let client = try RawClient(port)
                try client.send(bytes)
                let reply = try client.reply()
                #expect(reply?.status == status)
                return reply?.headers["x-apple-request-uuid"] ?? "none"
            }
            #expect(try await eventually { server.lines.all.contains { $0.contains(id) } })
            let line = server.lines.all.first { $0.contains(id) } ?? ""
            #expect(line.hasPrefix("info request"))
            #expect(line.contains("\(status)") && line.contains(endpoint))
            #expect(!line.contains("S" + "S") && !line.contains("SECRET"))
        }
    }

    /// A batch whose items fail is answered with 200.
    @Test func `and metrics count the items that failed, by error code`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/modify"))
            try await blocking {
                let client = try RawClient(port)
                let body = ["SECRETONE", "SECRETTWO", "SECRETTWO"].map {
                    #"{"operationType":"create","record":{"recordName":"\#($0)","recordType":"T"}}"#
                }
                try client.ask("POST", path, #"{"operations":[\#(body[0])]}"#)
                let reply = try client.ask(
                    "POST", path, #"{"operations":[\#(body.joined(separator: ","))]}"#)
                #expect(reply.status == 200)
                try client.ask(
                    "POST", server.path("public/records/lookup"),
                    #"{"records":[{"recordName":"SECRETNAME"}]}"#)
                let text = try client.ask("GET", "/metrics").text
                let name = "quarry_item_errors_total"
                #expect(
                    text.contains(name + #"{endpoint="records/modify",code="CONFLICT"} 2"#))
                #expect(
                    text.contains(name + #"{endpoint="records/lookup",code="NOT_FOUND"} 1"#))
            }
            #expect(
                try await eventually {
                    server.lines.all.contains {
                        $0.hasPrefix("debug items of a request failed")
                            && $0.contains("CONFLICT:2") && $0.contains("records/modify")
                    }
                })
            #expect(!server.lines.all.contains { $0.contains("SECRET") })
        }
    }

    @Test func `of Prometheus count by endpoint and status`() async throws {
        try await TestServer.with { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                try client.ask("POST", path, #"{"records":[{"recordName":"a"}]}"#)
                try client.ask("POST", server.path("public/no/such/thing"), "{}")
                try client.ask("GET", "/wp-login.php")
                let text = try client.ask("GET", "/metrics").text
                #expect(
                    text.contains(
                        #"quarry_requests_total{endpoint="records/lookup",status="200"} 1"#))
                #expect(
                    text.contains(#"quarry_requests_total{endpoint="unknown",status="404"} 1"#))
                #expect(text.contains("quarry_request_seconds_count"))
                #expect(text.contains("quarry_memory_bytes"))
                #expect(!text.contains("wp-login"))
                #expect(try client.ask("GET", "/ready").text.contains("ready"))
            }
        }
    }
}
