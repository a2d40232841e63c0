#if Server
import Foundation
import PredicateCore
import RecordJSON

/// Tokens of the user that runs the tool: `~/.config/quarry/tokens.json`, readable by that user
/// alone.
struct TokenFile {
    /// The tokens of one server.
    struct Tokens: Equatable {
        /// For schemas and everything else.
        var management: String?
        /// A user's.
        var user: String?
        /// The app's that the user's belongs to.
        var api: String?

        var isEmpty: Bool { self == Tokens() }
    }

    /// Where the file is.
    let path: String

    /// The file of the user that runs the tool.
    init() {
        let base =
            Shell.variable("XDG_CONFIG_HOME")
            ?? (Shell.variable("HOME") ?? ".") + "/.config"
        path = base + "/quarry/tokens.json"
    }

    /// The tokens of a server; none where nothing was kept.
    func tokens(for origin: String) throws -> Tokens { try read()[origin] ?? Tokens() }

    /// Changes the tokens of a server.
    func change(_ origin: String, _ body: (inout Tokens) throws -> Void) throws {
        // One that cannot be read is no empty one: what it has would be replaced.
        if access(path, R_OK) != 0, errno != ENOENT {
            throw Failure.system("cannot be read", path: path)
        }
        var all = try read()
        var tokens = all[origin] ?? Tokens()
        try body(&tokens)
        all[origin] = tokens.isEmpty ? nil : tokens
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(),
            withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let json = OrderedJSON.object(
            all.sorted { $0.key < $1.key }.map { origin, tokens in
                (
                    origin,
                    .object([
                        ("management", .text(tokens.management)), ("user", .text(tokens.user)),
                        ("api", .text(tokens.api)),
                    ])
                )
            })
        try SecretFile.replace(path, String(decoding: json.line, as: UTF8.self))
    }

    private func read() throws -> [String: Tokens] {
        guard let data = FileManager.default.contents(atPath: path) else { return [:] }
        do throws(JSONError) {
            return try JSONReader.value(of: Array(data)).members.mapValues(\.members).mapValues {
                Tokens(
                    management: $0.text("management"), user: $0.text("user"), api: $0.text("api"))
            }
        } catch {
            throw Failure(.failed, "\(path) cannot be read: \(error.description)")
        }
    }
}
#endif
