package import Accounts
import CloudKitClient
import Foundation
import PredicateCore
import RecordCore
import RecordJSON
package import Stores

/// The accounts in the directory or the database of a server; the server may run.
package struct LocalAccounts: AccountsBackend {
    private let store: any RecordStore
    private let repository: AccountRepository

    package init(_ directory: String) async throws {
        try LocalAccounts.checkOwner(directory)
        // A server's accounts are readable by its owner alone, whatever process creates the file.
        umask(0o077)
        try await self.init(LocalAccounts.location(in: directory).open())
    }

    private static func location(in directory: String) -> StoreLocation {
        .sqlite(path: directory + "/server.db")
    }

    /// Whether a directory has the accounts of a server, or may not be searched: to open them says why.
    package static func areThere(in directory: String) throws -> Bool {
        try location(in: directory).isThere() || access(directory, X_OK) != 0
    }

    package init(_ database: ServerDatabase) async throws {
        try await self.init(database.open(.service))
    }

    private init(_ store: any RecordStore) async throws {
        self.store = store
        repository = try await AccountRepository(store: store)
    }

    /// Files that root makes are files that the server cannot write.
    private static func checkOwner(_ directory: String) throws {
        guard geteuid() == 0,
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: StoreFile.target(of: directory)),
            let id = attributes[.ownerAccountID] as? NSNumber, id.intValue != 0
        else { return }
        // In a container, users may have no name.
        let owner = attributes[.ownerAccountName] as? String ?? "#\(id)"
        throw RemoteFailure(
            "\(directory) belongs to \(owner), and you are root",
            advice: "sudo -u \(owner.hasPrefix("#") ? "'\(owner)'" : owner) quarry accounts …")
    }

    package func users() async throws -> [AccountEntry] {
        try await repository.users().map(AccountEntry.init)
    }

    package func createUser(_ new: NewUser) async throws -> AccountEntry {
        AccountEntry(try await repository.createUser(new))
    }

    package func updateUser(_ recordName: String, _ change: UserChange) async throws -> AccountEntry
    {
        AccountEntry(try await repository.updateUser(recordName, change))
    }

    package func deleteUser(_ recordName: String) async throws {
        try await repository.deleteUser(recordName)
    }

    package func tokens() async throws -> [AccountEntry] {
        try await repository.tokens().map { AccountEntry($0) }
    }

    package func createToken(_ new: NewToken) async throws -> AccountEntry {
        let issued = try await repository.createToken(new)
        return AccountEntry(issued.token, text: issued.text)
    }

    package func revokeToken(_ id: String) async throws { try await repository.revokeToken(id) }

    package func keys() async throws -> [AccountEntry] {
        try await repository.keys().map(AccountEntry.init)
    }

    package func createKey(
        publicKey: String, name: String, container: String?
    ) async throws -> AccountEntry {
        AccountEntry(
            try await repository.createKey(publicKey: publicKey, name: name, container: container))
    }

    package func revokeKey(_ id: String) async throws { try await repository.revokeKey(id) }

    package func roles(container: String, environment: String) async throws -> [String: [String]] {
        try await repository.roles(container: container, environment: environment)
            .mapValues { $0.sorted() }
    }

    package func changeRoles(
        container: String, environment: String,
        _ change: (inout [String: [String]]) async throws -> Void
    ) async throws {
        var isTaken = false
        while !isTaken {
            let before = try await repository.roles(container: container, environment: environment)
            var roles = before.mapValues { $0.sorted() }
            try await change(&roles)
            isTaken = try await repository.setRoles(
                roles.mapValues(Set.init), container: container, environment: environment,
                where: { $0 == before })
        }
    }

    package func schemaRoles(container: String, environment: String) async throws -> [String]? {
        nil
    }

    package func close() async throws { try await store.close() }
}

extension AccountEntry {
    /// The order in which a user's properties are printed.
    package static let userOrder = [
        "recordName", "name", "email", "phone", "givenName", "familyName", "isAdministrator",
        "isDisabled", "isDiscoverable", "hasPassword", "createdAt",
    ]
    /// The order in which a token's properties are printed; its text comes last.
    package static let tokenOrder = [
        "id", "kind", "name", "container", "environment", "user", "redirects", "createdAt",
        "expiresAt", "token",
    ]
    /// The order in which a key's properties are printed.
    package static let keyOrder = [
        "id", "name", "container", "user", "createdAt", "lastUsedAt", "revokedAt", "publicKey",
    ]

    fileprivate init(_ user: User) {
        self.init([
            ("recordName", .text(user.recordName)), ("name", .text(user.name)),
            ("email", .init(user.email)), ("phone", .init(user.phone)),
            ("givenName", .init(user.givenName)), ("familyName", .init(user.familyName)),
            ("isAdministrator", .int(user.isAdministrator ? 1 : 0)),
            ("isDisabled", .int(user.isDisabled ? 1 : 0)),
            ("isDiscoverable", .int(user.isDiscoverable ? 1 : 0)),
            ("hasPassword", .int(user.hasPassword ? 1 : 0)), ("createdAt", .init(user.createdAt)),
        ])
    }

    fileprivate init(_ token: Token, text: String? = nil) {
        self.init([
            ("id", .text(token.id)), ("kind", .text(token.kind.rawValue)),
            ("name", .text(token.name)), ("container", .init(token.container)),
            ("environment", .init(token.environment)), ("user", .init(token.user)),
            ("redirects", .list(token.redirects.map { .text($0) })),
            ("createdAt", .init(token.createdAt)), ("expiresAt", .init(token.expiresAt)),
            ("token", .init(text)),
        ])
    }

    fileprivate init(_ key: ServerKey) {
        self.init([
            ("id", .text(key.id)), ("name", .text(key.name)), ("container", .init(key.container)),
            ("user", .text(key.user)), ("createdAt", .init(key.createdAt)),
            ("lastUsedAt", .init(key.lastUsedAt)), ("revokedAt", .init(key.revokedAt)),
        ])
    }
}

extension Value {
    fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// An instant to the second.
    fileprivate init(_ date: Date?) {
        self = .init(
            date.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
                .flatMap(ISODate.text))
    }
}
