import Foundation
import RecordCore
import ServerCore
import RecordService
import TestTime
import Testing
import WebServer
import WebServices

@Suite struct `Stopping` {
    private static let create =
        #"{"operations":[{"operationType":"create","record":{"recordName":"late","recordType":"City","fields":{}}}]}"#

    @Test func `finishes the write that is under way`() async throws {
        let server = try await TestServer.start { $1.shutdownSeconds = 600 }
        let service = try await server.host.containers.service(
            TestServer.container, .development)
        service.faults.add(.slow(seconds: 2))
        let (port, path) = (server.port, server.path("public/records/modify"))
        async let reply = blocking {
            let client = try RawClient(port)
            let reply = try client.ask("POST", path, Stopping.create)
            return (reply, client.isClosed())
        }
        // It has come as far as where it waits.
        #expect(try await eventually { service.faults.remaining(.slow(seconds: 2)) == 0 })
        await server.server.stop()
        let (answer, isClosed) = try await reply
        #expect(answer.status == 200)
        #expect(answer.text.contains("\"late\""))
        #expect(isClosed)
        let saved = try await service.store.records(
            [RecordID("late")], in: .public, desiredKeys: nil)
        #expect(saved.count == 1)
        await #expect(throws: (any Error).self) {
            _ = try await blocking { try RawClient(port) }
        }
        try await server.host.close()
    }

    @Test func `does not wait beyond its deadline`() async throws {
        let server = try await TestServer.start { $1.shutdownSeconds = 0.4 }
        let service = try await server.host.containers.service(
            TestServer.container, .development)
        service.faults.add(.slow(seconds: 300))
        let (port, path) = (server.port, server.path("public/records/modify"))
        async let reply = blocking { try RawClient(port).ask("POST", path, Stopping.create) }
        #expect(try await server.waits(until: "quarry_requests_in_flight", is: 2))
        await server.server.stop()
        let result: RawClient.Reply? = try? await reply
        #expect(result == nil)
        try await server.host.close()
    }

    @Test func `closes idle connections at once`() async throws {
        let server = try await TestServer.start()
        let port = server.port
        let client = try await blocking {
            let client = try RawClient(port)
            try client.ask("GET", "/health")
            return client
        }
        await server.server.stop()
        #expect(try await blocking { client.isClosed() })
        try await server.host.close()
    }
}

@Suite struct `Starting` {
    @Test func `without authentication is for the loopback alone`() async throws {
        await #expect(throws: WebServerError.notLoopback("0.0.0.0")) {
            _ = try await TestServer.start { $1.address = "0.0.0.0" }
        }
    }

    @Test func `at a port that is taken says so`() async throws {
        try await TestServer.with { first in
            let port = first.port
            await #expect(throws: WebServerError.portInUse(port)) {
                _ = try await TestServer.start { $1.port = port }
            }
        }
    }

    @Test func `with a certificate that is none says so`() async throws {
        await #expect(throws: WebServerError.self) {
            _ = try await TestServer.start {
                $1.certificate = "/nonexistent.pem"
                $1.privateKey = "/nonexistent.key"
            }
        }
    }
}
