import Foundation
import ServerCore
import Testing

@Suite struct `Origins` {
    @Test func `of every page may ask, unless some are named`() async throws {
        try await TestServer.with({ options, _ in
            options.requiresAuthentication = true
        }) { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                let preflight = try client.ask(
                    "OPTIONS", path, nil,
                    [
                        "Origin": "https://app.example.org",
                        "Access-Control-Request-Method": "POST",
                        "Access-Control-Request-Headers": "content-type",
                    ])
                #expect(preflight.status == 204)
                #expect(
                    preflight.headers["access-control-allow-origin"]
                        == "https://app.example.org")
                #expect(preflight.headers["access-control-allow-headers"] == "content-type")
                let reply = try client.ask(
                    "POST", path, #"{"records":[]}"#, ["Origin": "https://app.example.org"])
                #expect(
                    reply.headers["access-control-allow-origin"] == "https://app.example.org")
                #expect(
                    reply.headers["access-control-expose-headers"]?
                        .contains("X-Apple-CloudKit-Web-Auth-Token") == true)
                #expect(reply.headers["vary"]?.contains("Origin") == true)
            }
        }
        try await TestServer.with({ options, _ in
            options.allowedOrigins = ["https://app.example.org"]
        }) { server in
            let (port, path) = (server.port, server.path("public/records/lookup"))
            try await blocking {
                let client = try RawClient(port)
                let allowed = try client.ask(
                    "POST", path, "{}", ["Origin": "https://app.example.org"])
                #expect(allowed.headers["access-control-allow-origin"] != nil)
                let other = try client.ask(
                    "POST", path, "{}", ["Origin": "https://evil.example.org"])
                #expect(other.headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test func `never reach the administration`() async throws {
        try await TestServer.with { server in
            let port = server.port
            try await blocking {
                let reply = try RawClient(port).ask(
                    "GET", "/admin/1/containers", nil, ["Origin": "https://app.example.org"])
                #expect(reply.headers["access-control-allow-origin"] == nil)
            }
        }
    }
}
