#if Server
import AccountsClient
import Accounts
import ArgumentParser
import Foundation

/// `quarry accounts users`: the accounts of a server.
struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Who has an account.",
        subcommands: [
            ListCommand.self, AddCommand.self, ChangeCommand.self, RemoveCommand.self,
        ],
        defaultSubcommand: ListCommand.self)

    /// `quarry accounts users list`: show all users.
    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show all users.")

        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                try AccountPrinter(format: place.format).print(
                    try await desk.users(),
                    columns: [
                        "recordName", "name", "email", "isAdministrator", "isDisabled", "createdAt",
                    ])
            }
        }
    }

    /// `quarry accounts users add`: make an account.
    struct AddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make an account.",
            discussion: """
                The password is asked for at the terminal, or read from a file. One account
                serves for every container of the server.

                EXAMPLES
                  quarry accounts users add ann --email ann@example.org --admin
                  pwgen 20 1 | quarry accounts users add app --password-file -
                """)

        @Argument(help: "The name to sign in with.")
        var name: String

        @OptionGroup var password: PasswordOptions

        @Flag(help: "The user cannot sign in with a password.")
        var withoutPassword = false

        @Option(help: "The record name; without it one is made.")
        var recordName: String?

        @OptionGroup var person: PersonOptions

        @Flag(help: "Lets the user use the dashboard.")
        var admin = false

        @OptionGroup var place: AccountPlace

        func run() async throws {
            let secret = withoutPassword ? nil : try password.read(for: name)
            try await place.withDesk(creating: true) { desk in
                var new = NewUser(
                    name, password: secret, recordName: recordName, email: person.email,
                    phone: person.phone, givenName: person.givenName,
                    familyName: person.familyName, isAdministrator: admin)
                new.isDiscoverable = person.discoverable ?? true
                let user = try await desk.createUser(new)
                try AccountPrinter(format: place.format).print(user, last: "recordName")
            }
        }
    }

    /// `quarry accounts users change`: change an account.
    struct ChangeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change", abstract: "Change an account.",
            discussion: """
                EXAMPLES
                  quarry accounts users change ann --password
                  quarry accounts users change ann --disable
                """)

        @Argument(help: "The name to sign in with, or the record name.")
        var user: String

        @Option(help: "Another name to sign in with.")
        var name: String?

        @Flag(name: .customLong("password"), help: "Another password, asked for.")
        var changesPassword = false

        @OptionGroup var password: PasswordOptions

        @OptionGroup var person: PersonOptions

        @Flag(inversion: .prefixedNo, help: "Whether the user may use the dashboard.")
        var admin: Bool?

        @Flag(help: "Disables the account and ends its sessions; --enable undoes it.")
        var disable = false

        @Flag(help: "Opens the account again.")
        var enable = false

        @OptionGroup var place: AccountPlace

        func validate() throws {
            if disable, enable { throw ValidationError("Give --disable or --enable, not both.") }
        }

        func run() async throws {
            var change = UserChange()
            change.name = name
            change.email = person.email
            change.phone = person.phone
            change.givenName = person.givenName
            change.familyName = person.familyName
            change.isAdministrator = admin
            change.isDiscoverable = person.discoverable
            if disable { change.isDisabled = true }
            if enable { change.isDisabled = false }
            if changesPassword || password.passwordFile != nil {
                change.password = try password.read(for: user)
            }
            try await place.withDesk { [change] desk in
                let id = try await desk.recordName(of: user)
                let user = try await desk.updateUser(id, change)
                try AccountPrinter(format: place.format).print(user, last: "recordName")
            }
        }
    }

    /// `quarry accounts users remove`: remove an account with its tokens, keys and roles.
    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove an account with its tokens, keys and roles; its records stay.")

        @Argument(help: "Names to sign in with, or record names.")
        var users: [String]

        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                for user in users {
                    try await desk.deleteUser(try await desk.recordName(of: user))
                }
            }
        }
    }
}

/// What is known of a person.
struct PersonOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Whether others find the user by address, telephone number and record name.")
    var discoverable: Bool?

    @Option(help: "An address by which others find the user; an empty one removes it.")
    var email: String?

    @Option(help: "A telephone number by which others find the user.")
    var phone: String?

    @Option(help: "The given name.")
    var givenName: String?

    @Option(help: "The family name.")
    var familyName: String?
}

/// Where a password comes from.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file whose first line is the password; - is standard input.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    /// The password, from the file or from the terminal.
    func read(for name: String) throws -> String {
        if let passwordFile {
            let text = try SchemaFile.text(passwordFile)
            // "\r\n" is one character, and no "\n".
            guard let line = text.split(maxSplits: 1, whereSeparator: \.isNewline).first else {
                throw Failure(.usage, "\(passwordFile) is empty")
            }
            return String(line)
        }
        guard isatty(STDIN_FILENO) == 1, Terminal.isError else {
            throw Failure(
                .usage, "There is no terminal to ask for a password",
                advice: "Give --password-file FILE; - is standard input.")
        }
        let first = try SecretPrompt.ask("Password for \(name): ")
        guard try SecretPrompt.ask("Again: ") == first else {
            throw Failure(.usage, "These were two passwords")
        }
        return first
    }
}

/// Asks for what should not be seen.
enum SecretPrompt {
    /// A line from the terminal, not shown while it is typed.
    static func ask(_ prompt: String) throws -> String {
        // As a signal Ctrl-C would end the program before the terminal shows again what is typed.
        let saved = try LineReader.enterRawMode()
        defer {
            LineReader.restore(saved)
            Terminal.write([0x0A], to: STDERR_FILENO)
        }
        Terminal.write(Array(prompt.utf8), to: STDERR_FILENO)
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { throw Failure(.interrupted) }
            switch byte {
            case 0x0A, 0x0D: return String(decoding: line, as: UTF8.self)
            // Ctrl-C and Ctrl-\; Ctrl-D where nothing was typed.
            case 0x03, 0x1C: throw Failure(.interrupted)
            case 0x04 where line.isEmpty: throw Failure(.interrupted)
            // Backspace takes a character away, Ctrl-U all of them.
            case 0x08, 0x7F: while let last = line.popLast(), last & 0xC0 == 0x80 {}
            case 0x15: line = []
            // Ctrl-D behind something and Ctrl-Z, which the terminal would not hand over as characters.
            case 0x04, 0x1A: continue
            default: line.append(byte)
            }
        }
    }
}
#endif
