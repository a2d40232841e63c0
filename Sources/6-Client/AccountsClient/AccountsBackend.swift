package import Accounts
import CloudKitClient
import Foundation
package import PredicateCore
import RecordJSON

/// Where accounts are looked after: the directory of a server, or a running one.
///
/// What is refused is an `AccountError` of the one, and a `RemoteFailure` of the other.
package protocol AccountsBackend: Sendable {
    /// Everybody, by name.
    func users() async throws -> [AccountEntry]
    /// Makes an account.
    func createUser(_ new: NewUser) async throws -> AccountEntry
    /// Changes the account of a record name.
    func updateUser(_ recordName: String, _ change: UserChange) async throws -> AccountEntry
    /// Removes the account of a record name.
    func deleteUser(_ recordName: String) async throws

    /// All tokens that have not ended.
    func tokens() async throws -> [AccountEntry]
    /// Makes a token; the entry has its text as `token`.
    func createToken(_ new: NewToken) async throws -> AccountEntry
    /// Ends a token.
    func revokeToken(_ id: String) async throws

    /// All keys.
    func keys() async throws -> [AccountEntry]
    /// Takes in the public half of a key.
    func createKey(publicKey: String, name: String, container: String?) async throws
        -> AccountEntry
    /// Ends a key.
    func revokeKey(_ id: String) async throws

    /// The users of each custom role: record names by role.
    func roles(container: String, environment: String) async throws -> [String: [String]]
    /// Changes the users of each custom role; `change` is asked again where they were changed
    /// meanwhile.
    func changeRoles(
        container: String, environment: String,
        _ change: (inout [String: [String]]) async throws -> Void) async throws

    /// The custom roles that the container's schema has; nil where the accounts alone are at hand.
    func schemaRoles(container: String, environment: String) async throws -> [String]?

    /// Lets go of files.
    func close() async throws
}

extension AccountsBackend {
    /// The record name of a user given by it or by the sign-in name.
    package func recordName(of user: String) async throws -> String {
        let all = try await users()
        if let found = all.first(where: { $0["recordName"] == user }) {
            return found["recordName"] ?? user
        }
        let wanted = user.lowercased()
        guard let found = all.first(where: { $0["name"]?.lowercased() == wanted }),
            let name = found["recordName"]
        else {
            throw RemoteFailure(
                "There is no user \(user)", advice: "quarry accounts users list shows all users.",
                kind: .request)
        }
        return name
    }

    /// The one thing in a list that an id, or a name that no other has, means.
    package func id(of text: String, in list: [AccountEntry], noun: String) throws -> String {
        if list.contains(where: { $0["id"] == text }) { return text }
        let named = list.filter { $0["name"] == text && $0["revokedAt"] == nil }
        guard let first = named.first?["id"] else {
            throw RemoteFailure("There is no \(noun) \(text)", kind: .request)
        }
        guard named.count == 1 else {
            throw RemoteFailure(
                "\(named.count) \(noun)s are called \(text)", advice: "Give the id.",
                kind: .request)
        }
        return first
    }
}

/// A user, a token or a key, as it is printed.
package struct AccountEntry: Sendable {
    /// What is known of it, in order; nothing that is null or empty.
    package private(set) var members: [(key: String, value: Value)]

    package init(_ members: [(key: String, value: Value)]) {
        self.members = members.filter {
            $0.value != .null && $0.value != .list([]) && $0.value != .text("")
        }
    }

    /// What JSON says, in the order given; what is not named there follows by name.
    ///
    /// Dates are printed to the second, and public keys are left out.
    init(_ json: Value, _ order: [String]) {
        var members = json.members
        members["publicKey"] = nil
        for (key, value) in members where key.hasSuffix("At") {
            guard case .int(let milliseconds) = value else { continue }
            let seconds = (Double(milliseconds) / 1000).rounded(.down)
            members[key] =
                ISODate.text(Date(timeIntervalSince1970: seconds)).map { .text($0) } ?? value
        }
        let rest = members.keys.filter { !order.contains($0) }.sorted()
        self.init((order + rest).map { ($0, members[$0] ?? .null) })
    }

    /// What is known under a name, as text.
    package subscript(key: String) -> String? {
        members.first { $0.key == key }.map { AccountEntry.text($0.value, key: $0.key) }
    }

    package static func text(_ value: Value, key: String) -> String {
        switch value {
        case .text(let text): text
        case .int(let number):
            key.hasPrefix("is") || key.hasPrefix("has")
                ? (number == 0 ? "no" : "yes") : String(number)
        case .list(let parts): parts.map { text($0, key: key) }.joined(separator: " ")
        default: "\(value)"  // Nothing else is said of accounts.
        }
    }
}
