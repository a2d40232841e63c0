import Foundation
import Testing

@testable import ServerCore

/// The endpoints of the administration.
enum AdministrationEndpoints {
    /// All of them: a method, and what follows `/admin/1`.
    static var all: [String] {
        ServerEndpoint.allCases.map(\.rawValue) + ContainerEndpoint.allCases.map(\.rawValue)
            + AccountEndpoint.allCases.map(\.rawValue) + SessionEndpoint.allCases.map(\.rawValue)
    }
}

@Suite struct `An endpoint of the administration` {
    private static let unknown = "could not find handler for endpoint"

    @Test func `is found by its method and its path`() {
        #expect(ServerEndpoint("GET", ["backups", "a b"]) == .downloadBackup)
        #expect(
            ContainerEndpoint("POST", ["containers", "a", "development", "schema", "deploy"])
                == .deploySchema)
        #expect(AccountEndpoint("PATCH", ["users", "_ann"]) == .updateUser)
        #expect(SessionEndpoint("DELETE", ["session"]) == .end)
        let others: [(String, [String])] = [
            ("PUT", ["backups"]), ("GET", []), ("GET", ["backups", "a", "b"]), ("get", ["backups"]),
            ("", ["backups"]), ("GET backups", []),
        ]
        for (method, path) in others {
            #expect(ServerEndpoint(method, path) == nil, "\(method) \(path)")
        }
    }

    @Test func `is answered`() async throws {
        let host = try await AdministeredHost()
        for endpoint in AdministrationEndpoints.all {
            let parts = endpoint.split(separator: " ").map(String.init)
            let path = parts[1]
                .replacingOccurrences(of: "{container}", with: AdministeredHost.container)
                .replacingOccurrences(of: "{environment}", with: "development")
                .replacingOccurrences(of: "{name}", with: "none")
                .replacingOccurrences(of: "{recordName}", with: "_none")
                .replacingOccurrences(of: "{id}", with: "none")
            let answer = try await host.ask(parts[0], path)
            #expect(!answer.text.contains(Self.unknown), "\(endpoint): \(answer.text)")
        }
    }

    @Test func `has no other method`() async throws {
        let host = try await AdministeredHost()
        let place = "containers/\(AdministeredHost.container)/development"
        for (method, path, allowed) in [
            ("PUT", "users", "GET, POST"), ("POST", "users/_ann", "GET, PATCH, DELETE"),
            ("GET", "tokens/none", "DELETE"), ("PUT", "session", "POST, GET, DELETE"),
            ("POST", "\(place)/roles", "GET, PUT"), ("GET", "\(place)/query", "POST"),
            ("PATCH", "backups", "GET, POST"), ("GET", "\(place)/schema/deploy", "POST"),
        ] {
            let answer = try await host.ask(method, path)
            #expect(answer.status == 405, "\(method) \(path): \(answer.text)")
            #expect(answer.headers.first { $0.name == "allow" }?.value == allowed)
        }
        for path in ["\(place)/nothing", "nothing"] {
            let answer = try await host.ask("GET", path)
            #expect(answer.status == 404 && answer.text.contains(Self.unknown), "\(answer.text)")
        }
    }
}
