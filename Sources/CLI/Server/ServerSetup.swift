#if Server
import Accounts
import Foundation
import Hosting
import RecordCore
import RecordService
import WebServices

/// What a server has before it answers: schema, records, accounts.
struct ServerSetup {
    let host: Hosting.Host
    /// The container of the seed and of the tokens of an ephemeral server.
    let container: String
    /// The user of an ephemeral server's web-auth token.
    static let user = "_" + String(repeating: "5eed", count: 8)

    init(_ host: Hosting.Host, container: String) {
        self.host = host
        self.container = container
    }

    /// Gives containers a schema in development, beside what they have.
    func apply(schema path: String?, to containers: [String]) async throws {
        guard let path else { return }
        let given = try SchemaFile.read(path)
        for name in containers.isEmpty ? [container] : containers {
            let store = try await host.containers.service(name, .development).store
            var wanted = try await store.schema()
            let before = wanted
            for (name, type) in given.types { wanted[name] = type }
            for role in given.roles where !wanted.roles.contains(role) {
                wanted.roles.append(role)
            }
            if wanted != before { try await store.setSchema(wanted) }
        }
    }

    /// Puts the seed into the container's development environment.
    func sow(_ path: String) async throws {
        let service = try await host.containers.service(container, .development)
        try await Seed(store: service.store, user: ServerSetup.user).sow(path)
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
        /// Only where it was just made.
        var password: String?

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

        /// A few lines for people.
        func show(_ url: String, _ host: Hosting.Host, isSecure: Bool) {
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
            switch host.options.place {
            case .directory(let path): lines.append("  kept in     \(path)")
            case .database(let database): lines.append("  kept in     \(database)")
            case .memory: lines.append("  kept in     memory; nothing stays")
            }
            if let administrator, let password {
                lines += [
                    "", "  This is the first start. Sign in to the dashboard as",
                    "    user      \(administrator)", "    password  \(password)",
                    "  The password is shown this once; change it there.",
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
        let password = ServerSetup.newPassword()
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

    /// Makes an administrator where there is none.
    func firstAdministrator(_ name: String) async throws -> Announcement {
        guard try await !hasAdministrator else { return Announcement(container: container) }
        let password = ServerSetup.newPassword()
        do {
            let user = try await host.accounts.createUser(
                NewUser(name, password: password, isAdministrator: true))
            return Announcement(
                container: container, administrator: user.name, password: password)
        } catch {
            // Another server that starts at the same moment has made him.
            guard error.code == .exists, try await hasAdministrator else { throw error }
            return Announcement(container: container)
        }
    }

    private var hasAdministrator: Bool {
        get async throws { try await host.accounts.users().contains(where: \.isAdministrator) }
    }

    /// A password of about 100 bits that can be typed.
    private static func newPassword() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String((0..<5).compactMap { _ in letters.randomElement(using: &generator) })
        }.joined(separator: "-")
    }
}
#endif
