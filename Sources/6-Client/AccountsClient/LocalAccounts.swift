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
        try await repository.users().map { try AccountEntry($0.json, AccountEntry.userOrder) }
    }

    package func createUser(_ new: NewUser) async throws -> AccountEntry {
        try AccountEntry(try await repository.createUser(new).json, AccountEntry.userOrder)
    }

    package func updateUser(_ recordName: String, _ change: UserChange) async throws -> AccountEntry
    {
        try AccountEntry(
            try await repository.updateUser(recordName, change).json, AccountEntry.userOrder)
    }

    package func deleteUser(_ recordName: String) async throws {
        try await repository.deleteUser(recordName)
    }

    package func tokens() async throws -> [AccountEntry] {
        try await repository.tokens().map { try AccountEntry($0.json(), AccountEntry.tokenOrder) }
    }

    package func createToken(_ new: NewToken) async throws -> AccountEntry {
        let issued = try await repository.createToken(new)
        return try AccountEntry(issued.token.json(text: issued.text), AccountEntry.tokenOrder)
    }

    package func revokeToken(_ id: String) async throws { try await repository.revokeToken(id) }

    package func keys() async throws -> [AccountEntry] {
        try await repository.keys().map { try AccountEntry($0.json, AccountEntry.keyOrder) }
    }

    package func createKey(
        publicKey: String, name: String, container: String?
    ) async throws -> AccountEntry {
        let key = try await repository.createKey(
            publicKey: publicKey, name: name, container: container)
        return try AccountEntry(key.json, AccountEntry.keyOrder)
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
        "id", "name", "container", "user", "createdAt", "lastUsedAt", "revokedAt",
    ]

    /// What the accounts at hand say.
    fileprivate init(_ json: OrderedJSON, _ order: [String]) throws {
        self.init(try JSONReader.value(of: json.bytes), order)
    }
}
