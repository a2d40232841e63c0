import Accounts
import Foundation
import ServerCore
import Logging
import Synchronization
import TestTime
import WebServer

/// A server on a free port of the loopback, for one test.
struct TestServer: Sendable {
    let host: ServerCore.Host
    let server: WebServer
    let lines: LogLines

    static let container = "iCloud.org.example.test"

    /// Starts a server in memory that needs no credentials, unless `change` says otherwise.
    static func start(
        _ change: (inout HostOptions, inout WebServerOptions) -> Void = { _, _ in },
        pages: @escaping Pages = DashboardPages.answer
    ) async throws -> TestServer {
        var options = HostOptions(.memory)
        options.acceptsAnyContainer = true
        options.requiresAuthentication = false
        options.accounts.passwordCost = .weak
        var web = WebServerOptions()
        web.port = 0
        web.threads = 2
        change(&options, &web)
        let host = try await ServerCore.Host(options)
        let lines = LogLines()
        let server = try WebServer(host, web, pages: pages, logger: lines.logger)
        try await server.start()
        return TestServer(host: host, server: server, lines: lines)
    }

    func stop() async throws {
        await server.stop()
        try await host.close()
    }

    /// Runs something with a server, and stops it whatever happens.
    static func with<T>(
        _ change: (inout HostOptions, inout WebServerOptions) -> Void = { _, _ in },
        pages: @escaping Pages = DashboardPages.answer,
        _ body: (TestServer) async throws -> T
    ) async throws -> T {
        let server = try await start(change, pages: pages)
        let result: T
        do {
            result = try await body(server)
        } catch {
            try? await server.stop()
            throw error
        }
        try await server.stop()
        return result
    }

    var port: Int { server.port }

    /// Waits until a figure of `/metrics` is what it should be; false where it does not come.
    func waits(
        until name: String, is value: Int, within seconds: Double = 120
    ) async throws -> Bool {
        let port = port
        return try await eventually(within: seconds) {
            try await blocking {
                let text = (try? RawClient(port).ask("GET", "/metrics").text) ?? ""
                return text.split(separator: "\n").contains("\(name) \(value)")
            }
        }
    }

    func path(_ rest: String) -> String {
        "/database/1/\(TestServer.container)/development/\(rest)"
    }
}

/// What was logged.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }

    /// What writes to them.
    var logger: Logger { Logger(label: "test") { _ in CollectingHandler(lines: self) } }
}

private struct CollectingHandler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    init(lines: LogLines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
    }
}

/// Runs what blocks on a thread of its own, so that tests do not take the threads on which the
/// server's tasks run.
func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
