#if Server
import RecordJSON
import ArgumentParser
import Foundation
import CloudKitClient

/// Which server, container and token: what every verb asks.
struct CKToolOptions: ParsableArguments {
    @Option(name: [.short, .long], help: "Authorization token.")
    var token: String?

    @Option(help: "Taken for the sake of scripts, and not used.")
    var teamId: String?

    @Option(help: "The container.")
    var containerId: String

    @OptionGroup var place: CKToolPlace

    /// The administration of the server, with a management token.
    func administration() throws -> ServerAdministration {
        let origin = try place.origin()
        let tokens = try TokenFile().tokens(for: origin)
        let variables = ["CLOUDKIT_MANAGEMENT_TOKEN", "QUARRY_MANAGEMENT_TOKEN"]
        guard
            let token = token ?? variables.lazy.compactMap(Shell.variable).first
                ?? tokens.management
        else { throw CKToolOptions.missing("management", "CLOUDKIT_MANAGEMENT_TOKEN") }
        return ServerAdministration(try place.transport(), token: token)
    }

    /// A database of the container, with a user's token, or else with a management token.
    func client(_ database: CKToolDatabase) throws -> CKToolClient {
        let origin = try place.origin()
        let file = TokenFile()
        let tokens = try file.tokens(for: origin)
        let api = Shell.variable("CLOUDKIT_API_TOKEN") ?? tokens.api
        let said = token ?? Shell.variable("CLOUDKIT_USER_TOKEN")
        let credentials: RemoteCredentials
        // A management token, which needs no API token, is digits alone.
        if let api, let user = said ?? tokens.user, user.contains("__") {
            // What a reply puts in its place is kept where the old one was.
            credentials = .app(
                apiToken: api,
                user: WebAuthToken(user) { newer in
                    guard said == nil, let newer else { return }
                    do {
                        try file.change(origin) { $0.user = newer }
                    } catch {
                        // The token before it is used up: the next call is refused.
                        Terminal.note(
                            "the new user token cannot be kept: \(error). Save it again with "
                                + "save-token.")
                    }
                })
        } else if let bearer = said ?? tokens.user ?? tokens.management
            ?? Shell.variable("CLOUDKIT_MANAGEMENT_TOKEN")
            ?? Shell.variable("QUARRY_MANAGEMENT_TOKEN")
        {
            credentials = .management(bearer)
        } else {
            throw CKToolOptions.missing("user", "CLOUDKIT_USER_TOKEN")
        }
        return CKToolClient(
            transport: try place.transport(), credentials: credentials, container: containerId,
            database: database)
    }

    private static func missing(_ kind: String, _ variable: String) -> Failure {
        Failure(
            .failed,
            "No \(kind) token found in arguments, \(variable) environment variable, or built-in "
                + "methods. (See: save-token)",
            advice: "quarry accounts tokens create "
                + (kind == "user" ? "--kind webAuth --user NAME" : "--kind management")
                + " makes one.")
    }
}

/// Which server.
struct CKToolPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server; without it $QUARRY_SERVER, else http://127.0.0.1:8080.",
            valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with certificates to trust, beside those of the system; without it "
                + "$QUARRY_CERTIFICATE."),
        completion: .file())
    var certificate: String?

    func origin() throws -> String {
        try ServerOptions.checked(
            url ?? Shell.variable("QUARRY_SERVER") ?? "http://127.0.0.1:8080")
    }

    func transport() throws -> any WireTransport {
        try Connections.open(try origin(), certificate: certificate)
    }
}

/// The database, the zone, and the user that the command acts as.
struct CKToolDatabase: ParsableArguments {
    /// The databases of a container.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case `public`, shared, `private`
    }

    @Option(help: "The container environment.")
    var environment: AccountEnvironment

    @Option(help: "The database type.")
    var databaseType: Kind

    @Option(help: "The record zone.")
    var zoneName: String = "_defaultZone"

    @Option(help: "Whose zone, of a shared database.")
    var owner: String?

    @Option(
        help: ArgumentHelp(
            "As whom a management token asks; not a flag of Apple's.", valueName: "record-name"))
    var user: String?

    /// The zone, for the body of a request.
    var zone: OrderedJSON {
        ["zoneName": .text(zoneName), "ownerRecordName": .text(owner)]
    }
}
#endif
