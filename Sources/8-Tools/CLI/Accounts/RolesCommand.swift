#if Server
import AccountsClient
import ArgumentParser
import PredicateCore

/// `quarry accounts roles`: the users of each custom role of a container.
struct RolesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roles", abstract: "Who has which custom roles of a container.",
        discussion: """
            Roles are made by a schema (CREATE ROLE editors;) and may do what its GRANTs
            say.
            """,
        subcommands: [ListCommand.self, GrantCommand.self, RevokeCommand.self],
        defaultSubcommand: ListCommand.self)

    /// Which container.
    struct Container: ParsableArguments {
        @Option(help: "The container.")
        var container: String

        @Option(help: "Which copy of it.")
        var environment: AccountEnvironment = .development
    }

    /// Which role of which users.
    struct Assignment: ParsableArguments {
        @Argument(help: "The role.")
        var role: String

        @Argument(help: "Names to sign in with, or record names.")
        var users: [String]

        @OptionGroup var container: Container
        @OptionGroup var place: AccountPlace

        /// Changes the record names of the users that have the role.
        func change(
            _ edit: (_ given: inout [String], _ users: [String]) -> Void
        ) async throws {
            try await place.withDesk { desk in
                var names: [String] = []
                for user in users { names.append(try await desk.recordName(of: user)) }
                let (container, environment) = (
                    self.container.container, self.container.environment.rawValue
                )
                try await desk.changeRoles(container: container, environment: environment) {
                    roles in
                    edit(&roles[role, default: []], names)
                    if roles[role]?.isEmpty == true { roles[role] = nil }
                    // A container that does not exist is refused; a schema may come later.
                    if roles[role] != nil,
                        let known = try await desk.schemaRoles(
                            container: container, environment: environment),
                        !known.contains(role)
                    {
                        Terminal.note(
                            "The schema of \(container) has no role \(role) yet: "
                                + "CREATE ROLE \(role); makes it.")
                    }
                }
            }
        }
    }

    /// `quarry accounts roles list`: show roles and their users.
    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show roles and whom they were given.")

        @OptionGroup var container: Container
        @OptionGroup var place: AccountPlace

        func run() async throws {
            try await place.withDesk { desk in
                let roles = try await desk.roles(
                    container: container.container, environment: container.environment.rawValue)
                let entries = roles.sorted { $0.key < $1.key }.flatMap { role, users in
                    users.sorted().map {
                        AccountEntry([("role", .text(role)), ("user", .text($0))])
                    }
                }
                try AccountPrinter(format: place.format).print(entries, columns: ["role", "user"])
            }
        }
    }

    /// `quarry accounts roles grant`: give a role to users.
    struct GrantCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant", abstract: "Give a role to users.",
            discussion: """
                EXAMPLES
                  quarry accounts roles grant editors ann ben \\
                    --container iCloud.org.example.notes
                """)

        @OptionGroup var assignment: Assignment

        func run() async throws {
            try await assignment.change { given, users in
                for user in users where !given.contains(user) { given.append(user) }
            }
        }
    }

    /// `quarry accounts roles revoke`: take a role from users.
    struct RevokeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Take a role from users.")

        @OptionGroup var assignment: Assignment

        func run() async throws {
            try await assignment.change { given, users in
                given.removeAll(where: users.contains)
            }
        }
    }
}
#endif
