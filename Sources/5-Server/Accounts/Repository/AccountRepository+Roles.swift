import Synchronization

extension AccountRepository {
    /// The record names of the users with each custom role in a container, by role.
    package func roles(
        container: String, environment: String
    ) async throws(AccountError) -> [String: Set<String>] {
        try await fresh()
        let place = AccountState.place(container, environment)
        return state.withLock { $0.roles[place] ?? [:] }
    }

    /// The custom roles of a user in a container.
    ///
    /// Of the accounts as they were last read; for ``AccountRepository/authenticate(_:)`` has read
    /// them when a request came.
    package func roles(of user: String, container: String, environment: String) -> Set<String> {
        state.withLock { $0.roles(of: user, in: container, environment) }
    }

    /// Replaces all custom roles of a container: record names by role.
    ///
    /// - Parameter takes: Whether the roles that there are may be replaced.
    /// - Returns: False, and nothing is changed, where they may not.
    @discardableResult
    package func setRoles(
        _ roles: [String: Set<String>], container: String, environment: String,
        where takes: @Sendable ([String: Set<String>]) -> Bool = { _ in true }
    ) async throws(AccountError) -> Bool {
        try AccountRule.require(
            roles.count <= 100 && 1...255 ~= container.utf8.count, "At most 100 roles.",
            of: "roles")
        for role in roles.keys {
            try AccountRule.require(
                1...255 ~= role.utf8.count && !role.hasPrefix("_"),
                "The members of a role that begins with _ are not chosen.", of: "roles")
        }
        let roles = roles.filter { !$0.value.isEmpty }
        return try await change { state throws(AccountError) in
            let present = state.roles[AccountState.place(container, environment)] ?? [:]
            guard takes(present) else { return ([:], false) }
            for user in roles.values.joined()
            where state.users[user] == nil
                && !state.keys.values.contains(where: { $0.key.user == user })
            {
                throw AccountError(.notFound, "There is no such user: \(user).", field: "roles")
            }
            let place = state.spelling(of: AccountState.place(container, environment))
            let key = AccountState.key(roles: place)
            return ([key: roles.isEmpty ? nil : AccountState.encode(roles)], true)
        }
    }
}
