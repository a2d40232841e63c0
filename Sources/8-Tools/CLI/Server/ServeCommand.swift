#if Server
import Accounts
public import ArgumentParser
import Foundation
import ServerCore
import Logging
import RecordCore
public import Stores
import WebServer
import WebServices

/// `quarry serve`: a server that CloudKit's clients talk to.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve containers to CloudKit's clients, with a dashboard.",
        discussion: """
            Speaks CloudKit Web Services for every container in a directory, and serves the
            dashboard at /dashboard. The first start makes an administrator; the password
            is printed at each start until it was used. Ctrl-C, or SIGTERM, finishes what
            is under way; SIGHUP reloads the certificate.

            EXAMPLES
              quarry serve --container iCloud.org.example.notes
              quarry serve --directory /var/lib/quarry --host 0.0.0.0 --port 443 \\
                --tls-certificate server.pem --tls-key server.key
              quarry serve --no-authentication --create-containers
              quarry serve --base-url https://quarry.example.org --trusted-proxy 127.0.0.1
              quarry serve --database-url 'postgres://app@db1,db2/quarry'
              quarry serve --ephemeral --seed Tests/Seed

            FOR TESTS
              --ephemeral keeps everything in memory, takes any free port, accepts any
              container and ends with its parent. When it answers it prints one line:
              {"url":…,"container":…,"apiToken":…,"webAuthToken":…,"managementToken":…,
               "user":…,"administrator":…,"password":…}

            SEED
              A schema (.ckdb), records (.jsonl, .json, .csv, .tsv), or a directory of
              them, as quarry import takes them. A file without recordType in its records
              is named after the type: City.csv. Records go to the public database; one
              with "_user": "NAME" to that user's private database, and with "_user": ""
              to the user of webAuthToken. A record with "zone" goes to that zone of a
              private database; it is made.

            \(Status.help)
            """)

    @Option(
        name: [.customLong("directory"), .customLong("store")],
        help: ArgumentHelp(
            "Where everything is kept; memory: keeps nothing. Without it $QUARRY_DIRECTORY, else "
                + "quarry/server under $XDG_DATA_HOME or ~/.local/share.",
            valueName: "directory"),
        completion: .directory)
    var directory: String?

    @OptionGroup var shared: DatabaseOptions

    @Option(help: "The address to listen at; 0.0.0.0 is every one.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0 is any that is free. 8080, or any with --ephemeral.")
    var port: Int?

    @Option(help: "A container to serve; may be given several times. Others stay as they are.")
    var container: [String] = []

    @Option(
        help: ArgumentHelp(
            "A schema that the containers named by --container get in development, beside what they "
                + "have.",
            valueName: "file.ckdb"), completion: .file())
    var schema: String?

    @Option(help: "Serve only this environment: development or production.")
    var environment: AccountEnvironment?

    @Option(
        help: ArgumentHelp("The server's certificate and its chain, in PEM.", valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "What the server's URLs begin with, when a proxy stands before it.",
            valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "A proxy before the server, 127.0.0.1 or 10.0.0.0/8, whose X-Forwarded-For and "
                + "X-Forwarded-Proto are believed; may be given several times.",
            valueName: "address"))
    var trustedProxy: [String] = []

    @Flag(help: "Accept requests without credentials: for development, on this machine alone.")
    var noAuthentication = false

    @Flag(
        help: ArgumentHelp(
            "With --no-authentication: a request for a container that does not exist creates it, up "
                + "to 1,000. Without it the answer is 404. --ephemeral does so always."))
    var createContainers = false

    @Flag(help: "People may make their own accounts.")
    var allowSignUp = false

    @Option(
        help: ArgumentHelp("The name of the administrator that the first start makes."))
    var admin = "admin"

    @Flag(help: "Keep everything in memory, for tests; see above.")
    var ephemeral = false

    @Option(
        help: ArgumentHelp("What an ephemeral server begins with.", valueName: "path"),
        completion: .file())
    var seed: String?

    @Option(
        help: ArgumentHelp(
            "Requests a second that one address may make; more are answered with 429.",
            valueName: "number"))
    var rateLimit: Double?

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may ask; may be given several times. Without it, every one; "
                + "with --no-authentication, those of this machine.",
            valueName: "origin"))
    var origin: [String] = []

    @Option(help: "When a write is acknowledged: full, normal or off; full without it.")
    var durability: StoreDurability?

    @Option(
        name: [.customLong("automatic-indexes"), .customLong("learned-indexes")],
        help: ArgumentHelp(
            "Indexes of two fields that the server may make by itself for a record type; 0 for "
                + "none.", valueName: "number"))
    var automaticIndexes: Int?

    @Option(help: "How log lines look: text or json.")
    var log: LogFormat = .text

    @Flag(help: "Write a line for each request, not only for failures.")
    var logRequests = false

    @Option(
        help: ArgumentHelp("Threads that answer.", visibility: .hidden))
    var threads: Int?

    enum LogFormat: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    func validate() throws {
        try ServerDirectory.check(directory, for: "--directory")
        if seed != nil, !ephemeral { throw ValidationError("--seed goes with --ephemeral.") }
        if ephemeral, directory != nil {
            throw ValidationError("--ephemeral keeps nothing: leave --directory out.")
        }
        if shared.databaseURL != nil {
            if ephemeral || directory != nil {
                throw ValidationError("--database-url keeps everything: leave the other place out.")
            }
            if durability != nil {
                throw ValidationError(
                    "--durability is for a directory; PostgreSQL has synchronous_commit.")
            }
        }
        if createContainers, !noAuthentication, !ephemeral {
            throw ValidationError(
                "--create-containers goes with --no-authentication. A server that asks for "
                    + "credentials gets its containers from --container or the dashboard.")
        }
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
        if let port, !(0...65535).contains(port) {
            throw ValidationError("A port is a number from 0 to 65535.")
        }
        if let rateLimit, !(rateLimit > 0 && rateLimit.isFinite) {
            throw ValidationError("--rate-limit is a number above 0, such as 50 or 0.5.")
        }
        for text in trustedProxy where AddressRange(text) == nil {
            throw ValidationError("--trusted-proxy \(text) is no address and no range of them.")
        }
        if let baseURL, !Self.isServer(baseURL) {
            throw ValidationError(
                "--base-url \(baseURL) is no URL of a server: https://quarry.example.org.")
        }
        if schema != nil, container.isEmpty, !ephemeral, !createContainers {
            throw ValidationError("--schema goes with --container, which names those that get it.")
        }
        if environment == .production, schema != nil || seed != nil {
            throw ValidationError(
                "\(schema != nil ? "--schema" : "--seed") goes to development, which --environment "
                    + "production leaves out.")
        }
        for text in origin where !Self.isOrigin(text) {
            throw ValidationError(
                "--origin \(text) is no origin: https://app.example.org, without a path.")
        }
        for name in container where !Self.isContainer(name) {
            throw ValidationError(
                "--container \(name) is no name of a container: 1 to 200 letters a to z, digits, "
                    + "dots, hyphens and underscores, such as iCloud.org.example.notes.")
        }
    }

    /// Whether a container may be created under a name; others that a server has keep theirs.
    private static func isContainer(_ name: String) -> Bool {
        1...200 ~= name.utf8.count
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }

    /// Whether URLs of a server may begin with a text.
    private static func isServer(_ text: String) -> Bool {
        guard let url = URLComponents(string: text) else { return false }
        return ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
            && url.query == nil && url.fragment == nil && url.user == nil
    }

    /// Whether a browser may send a text as the origin of a page; it is compared as it stands.
    private static func isOrigin(_ text: String) -> Bool {
        if text == "*" || text == "null" { return true }
        guard let mark = text.range(of: "://") else { return false }
        let host = text[mark.upperBound...]
        return mark.lowerBound > text.startIndex && !host.isEmpty && !host.contains("/")
    }

    func run() async throws { try await run { _ in } }

    /// - Parameter fill: Gives the containers what they begin with, before the server answers.
    func run(fill: (ServerCore.Host) async throws -> Void) async throws {
        // Whatever the server creates is for its own user alone.
        umask(0o077)
        OpenFileLimit.raise()
        let end = ProcessEnd()
        if ephemeral { end.watchParent() }
        let logger = makeLogger()
        let host = try await openHost()
        try await closing({ try await host.close() }) {
            do {
                try await fill(host)
                try await serve(host, logger, end)
            } catch {
                throw Self.failure(error)
            }
        }
        logger.notice("stopped")
    }

    private func serve(_ host: ServerCore.Host, _ logger: Logger, _ end: ProcessEnd) async throws {
        let setup = ServerSetup(host: host, container: container.first ?? Self.sample)
        try await setup.apply(schema: schema, to: container)
        if let seed { try await setup.seed(seed) }
        let server = try WebServer(host, webOptions, pages: DashboardPages.answer, logger: logger)
        try await server.start()
        // A server that cannot listen leaves no account whose password was never seen.
        let announcement =
            ephemeral
            ? try await setup.ephemeralAccounts() : try await setup.firstAdministrator(admin)
        end.onHangUp {
            do {
                let isReloaded = try server.reloadCertificate()
                logger.notice(
                    isReloaded
                        ? "the certificate was reloaded"
                        : "there is no certificate to reload: start with --tls-certificate and --tls-key"
                )
            } catch {
                logger.error("the certificate stays as it was", metadata: ["reason": "\(error)"])
            }
        }
        if ephemeral {
            try Output.print((announcement.line(url: server.url) + "\n").utf8)
        } else {
            announcement.show(server.url, host)
        }
        for warning in host.warnings { logger.warning("\(warning)") }
        logger.notice(
            "listening", metadata: ["address": "\(self.host)", "port": "\(server.port)"])
        let reason = await end.reason()
        logger.notice("stopping", metadata: ["reason": "\(reason)"])
        await server.stop()
    }

    // MARK: Options

    /// The container of the seed where none is named.
    private static let sample = "iCloud.org.example.app"

    private var webOptions: WebServerOptions {
        var options = WebServerOptions()
        options.address = host
        options.port = port ?? (ephemeral ? 0 : 8080)
        options.certificate = tlsCertificate
        options.privateKey = tlsKey
        options.logsRequests = logRequests
        options.threads = threads
        return options
    }

    private func openHost() async throws -> ServerCore.Host {
        var options = HostOptions(try place)
        // The one that is announced is there.
        options.containers = container.isEmpty && ephemeral ? [Self.sample] : container
        options.acceptsAnyContainer = ephemeral || createContainers
        if let environment {
            options.environments = [environment == .production ? .production : .development]
        }
        options.requiresAuthentication = !noAuthentication
        options.allowsSignUp = allowSignUp || ephemeral
        options.baseURL = baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        options.trustedProxies = trustedProxy.compactMap(AddressRange.init)
        if !origin.isEmpty { options.allowedOrigins = origin }
        options.rateLimit = rateLimit.map { RateLimit(perSecond: $0) }
        if let durability { options.durability = durability }
        if let automaticIndexes { options.storeLimits.automaticIndexes = automaticIndexes }
        if ephemeral { options.accounts.passwordCost = .weak }
        do {
            return try await ServerCore.Host(options)
        } catch {
            throw Self.failure(error)
        }
    }

    private var place: HostOptions.Location {
        get throws {
            if ephemeral || directory == "memory:" { return .memory }
            if let directory { return .directory(directory) }
            if let database = try shared.place { return .database(database) }
            return .directory(ServeCommand.directory(nil))
        }
    }

    /// The directory of a server: given, by the environment, or the default one.
    static func directory(_ given: String?) -> String {
        given ?? Shell.variable("QUARRY_DIRECTORY") ?? Shell.dataDirectory + "/server"
    }

    private func makeLogger() -> Logger {
        let format = log
        var logger = Logger(label: "quarry") { _ in
            StandardErrorLogHandler(isJSON: format == .json)
        }
        // The one line on standard output says it all.
        logger.logLevel = ephemeral && !logRequests ? .warning : .info
        return logger
    }

    /// What stopped the server, in words for its operator.
    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case let error as HostError:
            switch error {
            case .directoryInUse:
                return Failure(
                    .failed, error.description,
                    advice: "Stop it first, or give another --directory.")
            case .directoryNotWritable, .restoreStopped:
                return Failure(.failed, error.description)
            }
        case let error as WebServerError:
            switch error {
            case .notLoopback:
                return Failure(
                    .usage, error.description,
                    advice: "Leave --no-authentication out, or --host.")
            case .portInUse:
                return Failure(
                    .failed, error.description,
                    advice: "Stop it, or give another --port; 0 takes any that is free.")
            case .cannotListen, .certificate: return Failure(.failed, error.description)
            }
        case let error as ContainerRegistry.Refusal:
            return Failure(.usage, "A container cannot be named so (\(error))")
        default: return error
        }
    }
}

extension StoreDurability: ExpressibleByArgument {}
#endif
