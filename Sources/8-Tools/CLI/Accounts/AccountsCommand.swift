#if Server
import ArgumentParser

/// `quarry accounts`: users, tokens, keys and roles of a server.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Users, tokens, server-to-server keys and roles of a server.",
        discussion: """
            Works on the directory or the PostgreSQL database of a server, whether it runs
            or not, or on a running server by its URL and a management token.

            EXAMPLES
              quarry accounts users add ann --admin --directory /var/lib/quarry
              quarry accounts tokens create --kind management --directory /var/lib/quarry
              export QUARRY_SERVER=https://quarry.example.org QUARRY_MANAGEMENT_TOKEN=…
              quarry accounts tokens create --kind api --container iCloud.org.example.notes
              quarry accounts keys create --container iCloud.org.example.notes \\
                --out key.pem
              quarry accounts roles grant editors ann --container iCloud.org.example.notes
            """,
        subcommands: [
            UsersCommand.self, TokensCommand.self, KeysCommand.self, RolesCommand.self,
        ])
}
#endif
