#if Server
import ArgumentParser
import Foundation
import CloudKitClient
import RecordTransfer

/// The container at the other end: Apple's, or a server's that speaks as Apple's does.
struct CloudOptions: ParsableArguments {
    /// Where Apple's containers are.
    static let apple = "https://api.apple-cloudkit.com"

    @Option(
        help: ArgumentHelp(
            "The server of the container.", valueName: "url"))
    var cloud: String = CloudOptions.apple

    @Option(help: "The container: iCloud.org.example.notes")
    var container: String

    @Option(help: "Which copy of the container.")
    var environment: AccountEnvironment = .development

    @Option(help: "An API token; without it $QUARRY_API_TOKEN.")
    var apiToken: String?

    @Option(
        help: """
            A web-auth token, of a user who signed in: for private databases. Without it \
            $QUARRY_WEB_AUTH_TOKEN.
            """)
    var webAuthToken: String?

    @Option(help: "The id of a server-to-server key; without it $QUARRY_KEY_ID.")
    var keyId: String?

    @Option(
        help: "The private half of the key, in PEM; without it $QUARRY_KEY_FILE.",
        completion: .file())
    var keyFile: String?

    @Option(help: "A management token, of a Quarry server; without it $QUARRY_MANAGEMENT_TOKEN.")
    var token: String?

    @Option(
        help: ArgumentHelp(
            "As whom a management token asks.", valueName: "record-name"))
    var asUser: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with certificates to trust, beside those of the system; without it "
                + "$QUARRY_CERTIFICATE."),
        completion: .file())
    var certificate: String?

    /// Whether the container is one of Apple's.
    var isApple: Bool {
        URL(string: cloud)?.host?.lowercased().hasSuffix("apple-cloudkit.com") == true
    }

    /// The credentials for the other end.
    ///
    /// - Parameters:
    ///   - newest: Gives the web-auth token to begin with, for the one that is given here.
    ///   - keep: Keeps a newer one.
    func credentials(
        newest: (_ given: String?) -> String?, keep: @escaping @Sendable (String?) -> Void
    ) throws -> RemoteCredentials {
        if let id = keyId ?? Shell.variable("QUARRY_KEY_ID") {
            guard let path = keyFile ?? Shell.variable("QUARRY_KEY_FILE") else {
                throw Failure(
                    .usage, "Where is the private half of the key?",
                    advice: "--key-file FILE names it.")
            }
            do {
                return .key(try SigningKey(id: id, pem: try SchemaFile.text(path)))
            } catch let failure as Failure {
                throw failure
            } catch {
                throw Failure(
                    .usage, "\(path) is no private key on P-256 in PEM", advice: "\(error)")
            }
        }
        if let api = apiToken ?? Shell.variable("QUARRY_API_TOKEN") {
            let web = newest(webAuthToken ?? Shell.variable("QUARRY_WEB_AUTH_TOKEN"))
            return .app(apiToken: api, user: web.map { WebAuthToken($0, changed: keep) })
        }
        if !isApple, let token = token ?? Shell.variable("QUARRY_MANAGEMENT_TOKEN") {
            return .management(token)
        }
        throw Failure(
            .usage, "\(cloud) asks for credentials",
            advice: "Give --key-id and --key-file, or --api-token with --web-auth-token"
                + (isApple ? "." : ", or --token."))
    }

    /// The management token, where there is one.
    var managementToken: String? {
        isApple ? nil : token ?? Shell.variable("QUARRY_MANAGEMENT_TOKEN")
    }

    /// Connections to the other end.
    func transport() throws -> any WireTransport {
        try Connections.open(try ServerOptions.checked(cloud), certificate: certificate)
    }
}

extension ConflictPolicy: EnumerableFlag {
    static func help(for value: ConflictPolicy) -> ArgumentHelp? {
        switch value {
        case .replace: "A record that exists is replaced."
        case .skip: "A record that exists stays as it is."
        }
    }
}

/// How a transfer continues where it stopped.
struct ResumeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where is kept how far the transfer came; readable by you alone.", valueName: "file"),
        completion: .file())
    var progress: String?

    @Flag(help: "Start from the beginning and overwrite the progress file.")
    var restart = false

    @Flag(help: "Do not count at the end.")
    var noVerify = false

    @Option(help: .hidden)
    var page: Int = 200

    func validate() throws {
        if !(1...200).contains(page) { throw ValidationError("--page is 1 to 200.") }
    }
}
#endif
