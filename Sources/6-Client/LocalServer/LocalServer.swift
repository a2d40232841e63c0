public import Foundation

/// A Quarry server of one's own, for the length of a test run.
///
///     let server = try await LocalServer.start(seed: "Tests/Seed")
///     defer { server.stop() }
///     server.url            // http://127.0.0.1:41873
///     server.container      // iCloud.org.example.app
///     server.endpoint("records/query")
///     // http://127.0.0.1:41873/database/1/…/public/records/query?ckAPIToken=…
///
/// It keeps everything in memory, listens on a free port of the loopback address, and ends when
/// it is stopped, when the value goes, or when the process that started it ends, however that
/// ends.
public final class LocalServer: Sendable {
    /// The root of the server's URLs: `http://127.0.0.1:` and the port that it got.
    public var url: URL { announcement.url }
    /// The container that the tokens and the seed are for; requests for others are answered too.
    public var container: String { announcement.container }
    /// Names the app, as `ckAPIToken`.
    public var apiToken: String { announcement.apiToken }
    /// Names a user of the app, as `ckWebAuthToken`.
    public var webAuthToken: String { announcement.webAuthToken }
    /// The record name of that user.
    public var user: String { announcement.user }
    /// May do everything, as `Authorization: Bearer …`.
    public var managementToken: String { announcement.managementToken }

    private let announcement: Announcement
    private let process: ServerProcess

    private init(_ announcement: Announcement, _ process: ServerProcess) {
        self.announcement = announcement
        self.process = process
    }

    deinit { process.stop() }

    /// Starts a server and waits until it answers.
    ///
    /// - Parameters:
    ///   - seed: A file or a directory with a schema and records, as `quarry serve --seed` takes
    ///     it; relative to the current directory. Nil begins with nothing.
    ///   - binary: The path of `quarry`. Nil looks at `QUARRY_BINARY`, beside the running
    ///     program (where `swift test` puts the products of the package), in the build
    ///     directory below the current one, and in `PATH`.
    ///   - arguments: More arguments of `quarry serve`.
    ///   - timeout: How long to wait for the server to answer.
    /// - Throws: ``LocalServerError``, with what the server said where it did not start;
    ///   `CancellationError` where the task is cancelled, once the server has ended.
    public static func start(
        seed: String? = nil, binary: String? = nil, arguments: [String] = [],
        timeout: Duration = .seconds(60)
    ) async throws -> LocalServer {
        let path = try binary ?? BinarySearch().path()
        let words = ["serve", "--ephemeral"] + (seed.map { ["--seed", $0] } ?? []) + arguments
        let process = try ServerProcess(path, words)
        do {
            let line = try await process.firstLine(within: timeout)
            // The error thrown shows the line.
            guard let announcement = try? JSONDecoder().decode(Announcement.self, from: line)
            else {
                throw LocalServerError(
                    .unreadable, "The server's first line is not what was expected",
                    detail: String(decoding: line.prefix(200), as: UTF8.self))
            }
            return LocalServer(announcement, process)
        } catch {
            await process.stopInBackground()
            throw error
        }
    }

    /// Starts a server for one piece of work, and stops it whatever happens.
    ///
    ///     try await LocalServer.with(seed: "Tests/Seed") { server in … }
    public static func with<Result>(
        seed: String? = nil, binary: String? = nil, arguments: [String] = [],
        timeout: Duration = .seconds(60),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (LocalServer) async throws -> Result
    ) async throws -> Result {
        let server = try await start(
            seed: seed, binary: binary, arguments: arguments, timeout: timeout)
        defer { server.stop() }
        return try await body(server)
    }

    /// Ends the server; nothing that it kept remains.
    ///
    /// May be called more than once.
    public func stop() { process.stop() }

    /// Whether the server still runs.
    public var isRunning: Bool { process.isRunning }

    /// What the server wrote to its log, the last few thousand bytes of it.
    public var log: String { process.log }

    /// The URL of an endpoint of the web services, with the tokens.
    ///
    /// - Parameters:
    ///   - path: What follows the database: `records/query`.
    ///   - database: `public`, `private` or `shared`.
    ///   - environment: `development` or `production`.
    ///   - container: Another container than ``container``.
    ///   - signedIn: Whether the web-auth token is sent too, so that a user asks.
    public func endpoint(
        _ path: String, database: String = "public", environment: String = "development",
        container: String? = nil, signedIn: Bool = true
    ) -> URL {
        let name = container ?? self.container
        var components = URLComponents()
        components.scheme = url.scheme
        components.host = url.host
        components.port = url.port
        components.path = "/database/1/\(name)/\(environment)/\(database)/\(path)"
        // Tokens are base64, and a plus sign in a query is read as a space by some.
        var query = "ckAPIToken=\(LocalServer.escaped(apiToken))"
        if signedIn { query += "&ckWebAuthToken=\(LocalServer.escaped(webAuthToken))" }
        components.percentEncodedQuery = query
        return components.url ?? url
    }

    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    /// The line that a server prints when it answers.
    private struct Announcement: Decodable {
        var url: URL
        var container: String
        var apiToken: String
        var webAuthToken: String
        var user: String
        var managementToken: String
    }
}
