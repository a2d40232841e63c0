#if Server
import Accounts
import Foundation
import ServerCore
import RecordCore
import RecordService
import WebServices

/// What a server has before it answers: schema, records, accounts.
struct ServerSetup {
    let host: ServerCore.Host
    /// The container of the seed and of the tokens of an ephemeral server.
    let container: String
    /// The user of an ephemeral server's web-auth token.
    static let user = "_" + String(repeating: "5eed", count: 8)

    /// Gives containers a schema in development, beside what they have: no field is dropped.
    func apply(schema path: String?, to containers: [String]) async throws {
        guard let path else { return }
        let given = try SchemaFile.read(path)
        for name in containers.isEmpty ? [container] : containers {
            let store = try await host.containers.service(name, .development).store
            try await store.extendSchema { $0.merge(given) }
        }
    }

    /// Puts the seed into the container's development environment.
    func seed(_ path: String) async throws {
        let service = try await host.containers.service(container, .development)
        try await Seed(store: service.store, user: ServerSetup.user).seed(path)
    }

    // MARK: Accounts

    /// What is printed when the server answers.
    struct Announcement {
        var container: String
        var apiToken: String?
        var webAuthToken: String?
        var managementToken: String?
        var user: String?
        var administrator: String?
        /// Only as long as it was not used.
        var password: String?
        /// Signs the administrator in to the dashboard once.
        var signInLink: String?

        /// One line of JSON.
        func line(url: String) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let members = [
                "url": url, "container": container, "apiToken": apiToken,
                "webAuthToken": webAuthToken, "managementToken": managementToken, "user": user,
                "administrator": administrator, "password": password,
            ].compactMapValues(\.self)
            return String(decoding: try encoder.encode(members), as: UTF8.self)
        }

        /// Where a browser is signed in to the dashboard.
        static func link(_ url: String, _ text: String?) -> String {
            url + "/dashboard" + (text.map { "#sign-in=\($0)" } ?? "")
        }

        /// A few lines for people.
        func show(_ url: String, _ host: ServerCore.Host) {
            let colour = Terminal.errorHasColour
            var lines = ["", "  Quarry answers at \(Style.bold(url, colour))", ""]
            lines.append("  dashboard   \(url)/dashboard")
            let names = host.containers.names
            if names.isEmpty {
                lines.append(
                    "  containers  none yet; the dashboard makes one, or --container NAME")
            }
            for (place, name) in names.prefix(10).enumerated() {
                lines.append((place == 0 ? "  containers  " : "              ") + name)
            }
            if names.count > 10 { lines.append("              and \(names.count - 10) more") }
            switch host.options.location {
            case .directory(let path): lines.append("  kept in     \(path)")
            case .database(let database): lines.append("  kept in     \(database)")
            case .memory: lines.append("  kept in     memory; nothing stays")
            }
            if let administrator, let password {
                lines += [
                    "", "  The dashboard waits for its first sign-in, as",
                    "    user      \(administrator)", "    password  \(password)",
                    "  which is shown at each start until it was used; or, once and within ten "
                        + "minutes, at", "    \(Announcement.link(url, signInLink))",
                ]
            }
            if !host.options.requiresAuthentication {
                lines += [
                    "",
                    Style.boldRed(
                        "  NO AUTHENTICATION: every program on this machine reads and writes "
                            + "everything.", colour),
                    "  For development only.",
                ]
            }
            lines.append("")
            Terminal.note(lines.joined(separator: "\n"))
        }
    }

    /// The accounts and tokens of a server that ends with its tests.
    func ephemeralAccounts() async throws -> Announcement {
        let accounts = host.accounts
        let password = AccountRepository.newPassword()
        let administrator = try await accounts.createUser(
            NewUser("admin", password: password, isAdministrator: true))
        let user = try await accounts.createUser(
            NewUser(
                "tester", password: password, recordName: ServerSetup.user,
                email: "tester@example.org", givenName: "Test", familyName: "User"))
        let api = try await accounts.createToken(
            NewToken(
                .api, name: "ephemeral", redirects: ["http://localhost", "http://127.0.0.1"]))
        let web = try await accounts.createToken(
            NewToken(.webAuth, name: "ephemeral", user: user.recordName))
        let management = try await accounts.createToken(
            NewToken(.management, name: "ephemeral", user: administrator.recordName))
        return Announcement(
            container: container, apiToken: api.text, webAuthToken: web.text,
            managementToken: management.text, user: user.recordName,
            administrator: administrator.name, password: password)
    }

    /// The first administrator, as long as the password was not used; made where there is none.
    func firstAdministrator(_ name: String) async throws -> Announcement {
        var announcement = Announcement(container: container)
        guard host.options.requiresAuthentication,
            let (user, password) = try await host.accounts.firstAdministrator(name)
        else {
            return announcement
        }
        announcement.administrator = user.name
        announcement.password = password
        announcement.signInLink = host.accounts.signInLink(for: user)
        return announcement
    }
}
#endif
