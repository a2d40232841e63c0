#if Server
import AccountsClient
import ArgumentParser
import Foundation
import Stores

/// Which server's accounts.
struct AccountPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The directory of a server; without it and --server, as quarry serve has it.",
            valueName: "directory"),
        completion: .directory)
    var directory: String?

    @OptionGroup var shared: DatabaseOptions

    @OptionGroup var server: ServerOptions

    @Option(help: "How to print: plain, json or table.")
    var format: AccountFormat = .table

    func validate() throws {
        try ServerDirectory.check(directory, for: "--directory")
        let places = [directory, shared.databaseURL, server.server].compactMap(\.self)
        if places.count > 1 {
            throw ValidationError("Give --directory, --database-url or --server, one of them.")
        }
    }

    /// Opens the accounts for one piece of work, and closes them whatever happens.
    ///
    /// - Parameter creating: Whether accounts are made in a database that has none.
    func withDesk<T>(
        creating: Bool = false, _ body: (any AccountsBackend) async throws -> T
    ) async throws -> T {
        let desk = try await open(creating: creating)
        return try await closing({ try await desk.close() }) { try await body(desk) }
    }

    private func open(creating: Bool) async throws -> any AccountsBackend {
        if let directory { return try await local(directory, creating: creating) }
        if server.server != nil { return RemoteAccounts(try server.administration()) }
        if let database = try shared.place {
            guard try creating || database.location(of: .service).isThere() else {
                throw Failure(
                    .failed, "There is nothing of a server at \(database)",
                    advice:
                        "quarry serve --database-url URL makes it, as does quarry accounts users add "
                        + "--database-url URL.")
            }
            return try await LocalAccounts(database)
        }
        if let directory = Shell.variable("QUARRY_DIRECTORY") {
            return try await local(directory, creating: creating)
        }
        if Shell.variable("QUARRY_SERVER") != nil {
            return RemoteAccounts(try server.administration())
        }
        let usual = ServeCommand.directory(nil)
        if FileManager.default.fileExists(atPath: usual) {
            return try await local(usual, creating: creating)
        }
        throw Failure(
            .usage, "Which server's accounts?",
            advice:
                "Give --directory DIRECTORY, --database-url URL, or --server URL with --token TOKEN; "
                + "QUARRY_DIRECTORY, QUARRY_DATABASE_URL, QUARRY_SERVER and QUARRY_MANAGEMENT_TOKEN set the default."
        )
    }

    /// The accounts in a directory, which must be there, with those of a server unless they are made.
    private func local(_ directory: String, creating: Bool) async throws -> LocalAccounts {
        guard FileManager.default.isDirectory(directory) else {
            throw Failure(
                .failed, "There is no directory \(directory)",
                advice: "quarry serve --directory \(Shell.quoted(directory)) makes it.")
        }
        guard try creating || LocalAccounts.areThere(in: directory) else {
            throw Failure(
                .failed, "There is nothing of a server in \(directory)",
                advice:
                    "quarry serve --directory \(Shell.quoted(directory)) makes it, as does quarry "
                    + "accounts users add.")
        }
        return try await LocalAccounts(directory)
    }
}

/// How accounts are printed.
enum AccountFormat: String, CaseIterable, ExpressibleByArgument {
    /// One thing a line, the one that matters last.
    case plain
    /// A JSON document.
    case json
    /// Aligned columns.
    case table
}
#endif
