package import Accounts
package import CloudKitClient
import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// The accounts of a running server, over its administration API.
package struct RemoteAccounts: AccountsBackend {
    private let server: ServerAdministration

    package init(_ server: ServerAdministration) { self.server = server }

    package func users() async throws -> [AccountEntry] {
        try await list("users", AccountEntry.userOrder)
    }

    package func createUser(_ new: NewUser) async throws -> AccountEntry {
        let body: OrderedJSON = [
            "name": .text(new.name), "password": .text(new.password),
            "recordName": .text(new.recordName), "email": .text(new.email),
            "phone": .text(new.phone), "givenName": .text(new.givenName),
            "familyName": .text(new.familyName),
            "isAdministrator": new.isAdministrator ? .bool(true) : .null,
            "isDiscoverable": new.isDiscoverable ? .null : .bool(false),
        ]
        return AccountEntry(
            try await server.ask("POST", ["users"], body), AccountEntry.userOrder)
    }

    package func updateUser(_ recordName: String, _ change: UserChange) async throws -> AccountEntry
    {
        let body: OrderedJSON = [
            "name": .text(change.name), "password": .text(change.password),
            "email": .text(change.email), "phone": .text(change.phone),
            "givenName": .text(change.givenName), "familyName": .text(change.familyName),
            "isAdministrator": change.isAdministrator.map(OrderedJSON.bool) ?? .null,
            "isDisabled": change.isDisabled.map(OrderedJSON.bool) ?? .null,
            "isDiscoverable": change.isDiscoverable.map(OrderedJSON.bool) ?? .null,
        ]
        return AccountEntry(
            try await server.ask("PATCH", ["users", recordName], body), AccountEntry.userOrder)
    }

    package func deleteUser(_ recordName: String) async throws {
        _ = try await server.ask("DELETE", ["users", recordName])
    }

    package func tokens() async throws -> [AccountEntry] {
        try await list("tokens", AccountEntry.tokenOrder)
    }

    package func createToken(_ new: NewToken) async throws -> AccountEntry {
        let body: OrderedJSON = [
            "kind": .text(new.kind.rawValue), "name": .text(new.name),
            "container": .text(new.container), "environment": .text(new.environment),
            "user": .text(new.user),
            "redirects": new.redirects.isEmpty ? .null : .texts(new.redirects),
            "expiresIn": .double(new.lifetime),
        ]
        return AccountEntry(
            try await server.ask("POST", ["tokens"], body), AccountEntry.tokenOrder)
    }

    package func revokeToken(_ id: String) async throws {
        _ = try await server.ask("DELETE", ["tokens", id])
    }

    package func keys() async throws -> [AccountEntry] {
        try await list("keys", AccountEntry.keyOrder)
    }

    package func createKey(
        publicKey: String, name: String, container: String?
    ) async throws -> AccountEntry {
        let body: OrderedJSON = [
            "publicKey": .text(publicKey), "name": .text(name), "container": .text(container),
        ]
        return AccountEntry(
            try await server.ask("POST", ["keys"], body), AccountEntry.keyOrder)
    }

    package func revokeKey(_ id: String) async throws {
        _ = try await server.ask("DELETE", ["keys", id])
    }

    package func roles(container: String, environment: String) async throws -> [String: [String]] {
        RemoteAccounts.roles(
            try await server.ask("GET", ["containers", container, environment, "roles"]))
    }

    package func changeRoles(
        container: String, environment: String,
        _ change: (inout [String: [String]]) async throws -> Void
    ) async throws {
        try await server.edit(["containers", container, environment, "roles"]) { found in
            var roles = RemoteAccounts.roles(found)
            try await change(&roles)
            return [
                "roles": .object(
                    roles.sorted { $0.key < $1.key }.map { ($0.key, .texts($0.value)) })
            ]
        }
    }

    private static func roles(_ reply: Value) -> [String: [String]] {
        let roles = reply.members.object("roles")
        return Dictionary(uniqueKeysWithValues: roles.keys.map { ($0, roles.texts($0)) })
    }

    package func schemaRoles(container: String, environment: String) async throws -> [String]? {
        let text = try await server.text("GET", ["containers", container, environment, "schema"])
        return try RecordSchema(parsing: text).roles
    }

    package func close() async throws {}

    /// What a path has, as the member of its name.
    private func list(_ name: String, _ order: [String]) async throws -> [AccountEntry] {
        try await server.ask("GET", [name]).members.list(name).map { AccountEntry($0, order) }
    }
}
