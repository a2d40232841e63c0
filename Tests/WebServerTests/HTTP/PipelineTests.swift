import Accounts
import Foundation
import RecordCore
import RecordService
import ServerCore
import Synchronization
import Testing
import WebServer
import WebServices

/// Lookups that are sent without waiting for replies, to a server that answers them at once.
@Suite struct `Pipelined lookups` {
    /// A server with files and credentials, its API token, and how many lookups took a task.
    private struct Stage: Sendable {
        let server: TestServer
        let token: String
        let tasks: TaskCount

        /// The bytes of a lookup.
        func lookup(_ name: String, _ headers: String = "") -> String {
            let body = #"{"records":[{"recordName":"\#(name)"}]}"#
            let path = server.path("public/records/lookup") + "?ckAPIToken=\(token)"
            return "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        /// How many lookups were answered.
        var answered: Int {
            server.host.usage.series(of: .minute, last: 5).reduce(0) { $0 + $1.requests }
        }
    }

    /// Only a request that a task answers is looked for among the pages.
    private final class TaskCount: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    /// Runs something with records `r0`, `r1`, … of so many bytes each, of which one was asked for.
    private static func with(
        records: Int, of bytes: Int, _ body: (Stage) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-pipeline-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let tasks = TaskCount()
        try await TestServer.with { options, web in
            options.location = .directory(directory)
            options.containers = [TestServer.container]
            options.requiresAuthentication = true
            // What other processes changed is not looked for, which would take a task.
            options.accounts.freshness = 1_000_000
            // Nor is a database opened again, which would take one too.
            options.containerIdleTimeout = nil
            // One loop: what it does for one connection, others wait for.
            web.threads = 1
        } pages: { request in
            if request.path.hasSuffix("/records/lookup") { tasks.add() }
            return nil
        } _: { server in
            let issued = try await server.host.accounts.createToken(
                NewToken(.api, container: TestServer.container))
            let service = try await server.host.containers.service(
                TestServer.container, .development)
            let text = String(repeating: "a", count: bytes)
            let saved = try await service.store.save(
                SaveRequest(
                    saving: (0..<records).map {
                        Record("Note", RecordID("r\($0)"), ["text": .text(text)])
                    }, user: "_ann", isAdministrator: true), in: .public)
            #expect(saved.firstError == nil)
            let stage = Stage(server: server, token: issued.text, tasks: tasks)
            let port = server.port
            // The path is known after this.
            try await blocking {
                let client = try RawClient(port)
                try client.send(stage.lookup("r0"))
                #expect(try client.reply()?.status == 200)
            }
            #expect(tasks.value == 1)
            try await body(stage)
        }
    }

    @Test func `are answered without a task, in order`() async throws {
        try await Self.with(records: 10, of: 10) { stage in
            try await blocking {
                let client = try RawClient(stage.server.port)
                let numbers = (0..<300).map { $0 * 7 % 10 }
                try client.send(numbers.map { stage.lookup("r\($0)") }.joined())
                for number in numbers {
                    let reply = try #require(try client.reply())
                    #expect(reply.status == 200)
                    #expect(reply.text.contains(#""recordName":"r\#(number)""#))
                }
            }
            #expect(stage.tasks.value == 1)
            #expect(stage.answered == 301)
        }
    }

    @Test func `wait where the client reads nothing`() async throws {
        try await Self.with(records: 1, of: 900_000) { stage in
            try await blocking {
                let client = try RawClient(stage.server.port)
                try client.send((0..<200).map { _ in stage.lookup("r0") }.joined())
                Thread.sleep(forTimeInterval: 1)
                // As many as the buffers of the operating system take, and two more.
                #expect(stage.answered < 50)
                for _ in 0..<200 {
                    let reply = try #require(try client.reply())
                    #expect(reply.status == 200)
                    #expect(reply.body.count > 900_000)
                }
            }
            #expect(stage.answered == 201)
        }
    }

    @Test func `are answered where nothing more is sent`() async throws {
        try await Self.with(records: 1, of: 900_000) { stage in
            try await blocking {
                let client = try RawClient(stage.server.port)
                try client.send((0..<40).map { _ in stage.lookup("r0") }.joined())
                client.endSending()
                Thread.sleep(forTimeInterval: 0.5)
                for _ in 0..<40 { #expect(try client.reply()?.body.count ?? 0 > 900_000) }
                #expect(client.isClosed())
                let last = try RawClient(stage.server.port)
                try last.send(stage.lookup("r0", "Connection: close\r\n"))
                last.endSending()
                Thread.sleep(forTimeInterval: 0.5)
                #expect(try last.reply()?.body.count ?? 0 > 900_000)
                #expect(last.isClosed())
            }
        }
    }
}
