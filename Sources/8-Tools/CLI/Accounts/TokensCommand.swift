#if Server
import AccountsClient
import Accounts
import ArgumentParser
import Foundation

/// `quarry accounts tokens`: what apps, users and administrators show.
struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "What apps, users and administrators show.",
        subcommands: [ListCommand.self, CreateCommand.self, RevokeCommand.self],
        defaultSubcommand: ListCommand.self)

    /// `quarry accounts tokens list`: show tokens.
    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show tokens; never their texts.")

        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                try AccountPrinter(format: place.format).print(
                    try await desk.tokens(),
                    columns: ["id", "kind", "name", "container", "user", "expiresAt"])
            }
        }
    }

    /// `quarry accounts tokens create`: make a token and show its text.
    struct CreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Make a token and show its text, this once.",
            discussion: """
                  api         names an app: ckAPIToken, CloudKit JS's apiToken
                  webAuth     a user of an app, as after signing in: ckWebAuthToken
                  management  may do everything: Authorization: Bearer …

                EXAMPLES
                  quarry accounts tokens create --kind api --container iCloud.org.example.notes
                  quarry accounts tokens create --kind webAuth --user ann \\
                    --container iCloud.org.example.notes
                  TOKEN=$(quarry accounts tokens create --kind management --format plain)
                """)

        @Option(help: "api, webAuth or management.")
        var kind: TokenKind

        @Option(help: "What it is called.")
        var name: String = ""

        @Option(help: "The one container that it is for; without it every one.")
        var container: String?

        @Option(help: "The one environment that it is for; without it both.")
        var environment: AccountEnvironment?

        @Option(help: "Whose it is: a name to sign in with, or a record name.")
        var user: String?

        @Option(
            name: .customLong("redirect"),
            help: ArgumentHelp(
                "Where the sign-in page may send the browser back; may be given again.",
                valueName: "url"))
        var redirects: [String] = []

        @Option(
            help: ArgumentHelp(
                "When it ends: 90d, 12h, 30m or seconds.", valueName: "time"))
        var expiresIn: Lifetime?

        @OptionGroup var place: AccountPlace

        func validate() throws {
            if kind.kind == .webAuth, user == nil {
                throw ValidationError("A webAuth token belongs to a user: give --user.")
            }
        }

        func run() async throws {
            try await place.withDesk(creating: true) { desk in
                var new = NewToken(
                    kind.kind, name: name, container: container, environment: environment?.rawValue,
                    redirects: redirects, lifetime: expiresIn?.seconds)
                if let user { new.user = try await desk.recordName(of: user) }
                let token = try await desk.createToken(new)
                do { try AccountPrinter(format: place.format).print(token, last: "token") } catch {
                    // A token whose text is nowhere is good for nothing.
                    if let id = token["id"] { try? await desk.revokeToken(id) }
                    throw error
                }
                if place.format == .table { Terminal.note("The token is not shown again.") }
            }
        }
    }

    /// `quarry accounts tokens revoke`: end tokens.
    struct RevokeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End tokens.")

        @Argument(help: "Ids, or names that no other token has.")
        var tokens: [String]

        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                let all = try await desk.tokens()
                for token in tokens {
                    try await desk.revokeToken(try desk.id(of: token, in: all, noun: "token"))
                }
            }
        }
    }
}

/// What a token is for, as it is written on the command line.
struct TokenKind: ExpressibleByArgument {
    let kind: Token.Kind

    init?(argument: String) {
        // In any case, and with a hyphen: some write web-auth.
        let plain = argument.lowercased().replacingOccurrences(of: "-", with: "")
        guard let kind = Token.Kind.allCases.first(where: { $0.rawValue.lowercased() == plain })
        else { return nil }
        self.kind = kind
    }

    static let allValueStrings = Token.Kind.allCases.map(\.rawValue)
}

/// One of the two copies of a container.
enum AccountEnvironment: String, CaseIterable, ExpressibleByArgument {
    case development, production
}

/// How long something lasts: `90d`, `12h`, `30m`, `45s` or a count of seconds.
struct Lifetime: ExpressibleByArgument {
    let seconds: TimeInterval

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let factor = argument.last.flatMap { units[$0] }
        let digits = factor == nil ? Substring(argument) : argument.dropLast()
        guard let number = Double(digits), number > 0, number.isFinite, number < 1e10 else {
            return nil
        }
        seconds = number * (factor ?? 1)
    }
}
#endif
