#if Server
import AccountsClient
import ArgumentParser
import Crypto
import Foundation

/// `quarry accounts keys`: programs that sign their requests.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Server-to-server keys.",
        subcommands: [ListCommand.self, CreateCommand.self, RevokeCommand.self],
        defaultSubcommand: ListCommand.self)

    /// `quarry accounts keys list`: show keys.
    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show keys, revoked ones too.")

        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                try AccountPrinter(format: place.format).print(
                    try await desk.keys(),
                    columns: ["id", "name", "container", "user", "lastUsedAt", "revokedAt"])
            }
        }
    }

    /// `quarry accounts keys create`: make a key.
    struct CreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Make a key, or take in the public half of one.",
            discussion: """
                Without a file a pair is made: the private half goes to --out, readable by you
                alone, or to standard output; the server keeps the public half alone.

                EXAMPLES
                  quarry accounts keys create --container iCloud.org.example.notes \\
                    --out key.pem
                  openssl ec -in key.pem -pubout | quarry accounts keys create -
                """)

        @Argument(
            help: "A file with a public key in PEM; - is standard input.", completion: .file())
        var publicKey: String?

        @Option(help: "What it is called.")
        var name: String = ""

        @Option(help: "The one container that it is for; without it every one.")
        var container: String?

        @Option(
            help: ArgumentHelp(
                "Where the private half goes; a file that exists is left alone.",
                valueName: "file"),
            completion: .file())
        var out: String?

        @OptionGroup var place: AccountPlace

        func validate() throws {
            if publicKey != nil, out != nil {
                throw ValidationError("--out is for the private half of a key that is made.")
            }
        }

        func run() async throws {
            let pair = publicKey == nil ? P256.Signing.PrivateKey() : nil
            let privateKey = pair.map { $0.pemRepresentation + "\n" }
            let text =
                try pair.map { $0.publicKey.pemRepresentation + "\n" }
                ?? SchemaFile.text(publicKey ?? "-")
            // The file first: a key whose private half is nowhere is good for nothing.
            let file = try privateKey.flatMap { key in
                try out.map { try SecretFile.create($0, key) }
            }
            let entry: AccountEntry
            do {
                entry = try await place.withDesk(creating: true) { desk in
                    let entry = try await desk.createKey(
                        publicKey: text, name: name, container: container)
                    guard let privateKey, out == nil else { return entry }
                    do { try Output.print(privateKey.utf8) } catch {
                        if let id = entry["id"] { try? await desk.revokeKey(id) }
                        throw error
                    }
                    return entry
                }
            } catch {
                if let file { unlink(file) }
                throw error
            }
            try AccountPrinter(format: place.format).print(entry, last: "id")
        }
    }

    /// `quarry accounts keys revoke`: end keys.
    struct RevokeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End keys.")

        @Argument(help: "Ids, or names that no other key has.")
        var keys: [String]

        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                let all = try await desk.keys()
                for key in keys {
                    try await desk.revokeKey(try desk.id(of: key, in: all, noun: "key"))
                }
            }
        }
    }
}
#endif
