import Foundation
import ServerCore
import TestFiles
import TestTime
import Testing
import WebServer

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
