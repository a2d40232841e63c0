#if Server
import ArgumentParser
import Foundation

/// Which of the tokens.
enum CKTokenType: String, CaseIterable, ExpressibleByArgument {
    case management, user
}

/// Where a token is kept; both mean the file here.
enum CKTokenMethod: String, CaseIterable, ExpressibleByArgument {
    case file, keychain
}

/// `quarry cktool save-token`: keep a token for later.
struct CKSaveToken: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save-token", abstract: "Keep a token for later.",
        discussion: """
            A management token may ask for everything. A user's token is one of two: a
            management token again, or a web-auth token together with the API token of its
            app.

            EXAMPLES
              quarry cktool save-token TOKEN --type management
              quarry cktool save-token WEBAUTHTOKEN --type user --api-token APITOKEN
            """)

    @Argument(help: "The token; without it it is asked for.")
    var token: String?

    @Option(help: "management or user.")
    var type: CKTokenType = .management

    @Option(help: "Either is the file ~/.config/quarry/tokens.json.")
    var method: CKTokenMethod = .file

    @Flag(help: "In the place of one that is kept already.")
    var force = false

    @Option(help: "The app's token that a web-auth token belongs to; not a flag of Apple's.")
    var apiToken: String?

    @OptionGroup var place: CKToolPlace

    func run() throws {
        let origin = try place.origin()
        let text = try token ?? read()
        guard !text.isEmpty else { throw Failure(.usage, "The token is empty") }
        let file = TokenFile()
        try file.change(origin) { tokens in
            let old = type == .management ? tokens.management : tokens.user
            guard old == nil || old == text || force else {
                throw Failure(
                    .usage, "A \(type.rawValue) token of \(origin) is kept already",
                    advice: "--force puts this one in its place.")
            }
            switch type {
            case .management: tokens.management = text
            case .user:
                tokens.user = text
                tokens.api = apiToken
            }
        }
        Terminal.note("The \(type.rawValue) token of \(origin) is kept in \(file.path)")
    }

    private func read() throws -> String {
        if isatty(STDIN_FILENO) == 1 {
            return try SecretPrompt.ask("The \(type.rawValue) token: ")
        }
        return (try LineReader.nextOfInput() ?? "").trimmingCharacters(in: .whitespaces)
    }
}

/// `quarry cktool remove-token`: forget a token.
struct CKRemoveToken: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-token", abstract: "Forget a token; it stays good.")

    @Option(help: "management or user.")
    var type: CKTokenType

    @Option(help: "Either is the file ~/.config/quarry/tokens.json.")
    var method: CKTokenMethod = .file

    @Flag(help: "Not to complain when there is none.")
    var force = false

    @OptionGroup var place: CKToolPlace

    func run() throws {
        let origin = try place.origin()
        try TokenFile().change(origin) { tokens in
            let old = type == .management ? tokens.management : tokens.user
            guard old != nil || force else {
                throw Failure(.usage, "No \(type.rawValue) token of \(origin) is kept")
            }
            switch type {
            case .management: tokens.management = nil
            case .user:
                tokens.user = nil
                tokens.api = nil
            }
        }
    }
}

/// `quarry cktool get-teams`: there are none.
struct CKGetTeams: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get-teams", abstract: "There are none: says so.")

    @Option(name: [.short, .long], help: "Authorization token.")
    var token: String?

    @OptionGroup var place: CKToolPlace

    func run() throws {
        throw Failure(
            .usage, "A Quarry server has no teams",
            advice: "Leave --team-id away, or give any: it is not used.")
    }
}
#endif
