import Foundation
import Synchronization

extension AccountRepository {
    /// All users, sorted by name without regard to case.
    package func users() async throws(AccountError) -> [User] {
        try await fresh()
        return state.withLock { $0.users.values.map(\.user) }.sorted {
            (AccountState.folded($0.name), $0.recordName)
                < (AccountState.folded($1.name), $1.recordName)
        }
    }

    /// The user of a record name.
    package func user(_ recordName: String) async throws(AccountError) -> User? {
        try await fresh()
        return state.withLock { $0.users[recordName]?.user }
    }

    /// The user of a sign-in name, in any case.
    package func user(named name: String) async throws(AccountError) -> User? {
        try await fresh()
        let name = AccountState.folded(name)
        return state.withLock { state in state.names[name].flatMap { state.users[$0]?.user } }
    }

    /// The user of an address or a telephone number.
    ///
    /// Compared without case and, of a telephone number, by its digits. What was typed at sign-up and
    /// is not confirmed finds no user.
    package func user(email: String?, phone: String?) async throws(AccountError) -> User? {
        try await fresh()
        let addresses = [
            email.map { AccountState.folded($0) }, phone.map { AccountState.folded(phone: $0) },
        ].compactMap { $0 }
        return state.withLock { state in
            for address in addresses {
                if let user = state.addresses[address] { return state.users[user]?.user }
            }
            return nil
        }
    }

    /// Whether the addresses of an account belong to its user.
    ///
    /// What a stranger typed at sign-up proves nothing: an invitation to that address is for the
    /// person who reads its mail. Saving the address in the administration confirms it; a telephone
    /// number alone does not confirm an e-mail address.
    package func hasConfirmedAddresses(_ user: User) -> Bool {
        // Accounts of earlier versions do not record how they were made.
        user.hasConfirmedAddresses ?? (options.trustsAddressesOfSignUp || !options.allowsSignUp)
    }

    /// Makes an account.
    ///
    /// - Throws: ``AccountError/Code/exists`` when the name, the record name or an address is
    ///   another user's; ``AccountError/Code/invalid`` when one cannot be so, or the password
    ///   is too short.
    @discardableResult
    package func createUser(_ new: NewUser) async throws(AccountError) -> User {
        try await createUser(new, areAddressesConfirmed: true, lane: .reserved).user
    }

    func createUser(
        _ new: NewUser, areAddressesConfirmed: Bool, lane: PasswordHasher.Lane,
        isInitial: Bool = false
    ) async throws(AccountError) -> StoredUser {
        var made = User(
            recordName: new.recordName ?? AccountRepository.newRecordName(),
            name: new.name.trimmingCharacters(in: .whitespacesAndNewlines),
            email: AccountRule.filled(try AccountRule.address(new.email, "email")),
            phone: AccountRule.filled(try AccountRule.address(new.phone, "phone")),
            givenName: AccountRule.filled(try AccountRule.text(new.givenName, "givenName")),
            familyName: AccountRule.filled(try AccountRule.text(new.familyName, "familyName")),
            isAdministrator: new.isAdministrator,
            hasPassword: new.password != nil, createdAt: now,
            hasConfirmedAddresses: areAddressesConfirmed)
        made.isDiscoverable = new.isDiscoverable
        let user = made
        try AccountRule.check(name: user.name)
        try AccountRule.check(recordName: user.recordName)
        let password = try await hash(new.password, lane)
        return try await change { state throws(AccountError) in
            guard state.users[user.recordName] == nil else {
                throw AccountError(
                    .exists, "There is a user of this record name already.", field: "recordName")
            }
            try AccountRule.checkFree(user, in: state)
            let stored = StoredUser(
                user: user, password: password, initialPassword: isInitial ? new.password : nil)
            return (
                [AccountState.key(user: user.recordName): AccountState.encode(stored)], stored
            )
        }
    }

    /// The first administrator with the password, until it is used to sign in; made where there
    /// is no administrator.
    ///
    ///     if let (user, password) = try await accounts.firstAdministrator("admin") {
    ///         print("Sign in as \(user.name) with \(password)")
    ///     }
    ///
    /// The password is shown again at each start, since the output of the first may be lost.
    /// - Returns: Nil once an administrator has signed in, or was made otherwise.
    /// - Throws: ``AccountError/Code/exists`` where a user who is no administrator has the name.
    package func firstAdministrator(
        _ name: String
    ) async throws(AccountError) -> (user: User, password: String)? {
        let before = try await administrators()
        guard before.isEmpty else { return AccountRepository.unused(before) }
        let password = AccountRepository.newPassword()
        do throws(AccountError) {
            let stored = try await createUser(
                NewUser(name, password: password, isAdministrator: true),
                areAddressesConfirmed: true, lane: .reserved, isInitial: true)
            return (stored.user, password)
        } catch {
            // Another server that starts at the same moment has made the account.
            guard error.code == .exists else { throw error }
            let others = try await administrators()
            guard !others.isEmpty else { throw error }
            return AccountRepository.unused(others)
        }
    }

    private func administrators() async throws(AccountError) -> [StoredUser] {
        try await look()
        return state.withLock { $0.users.values.filter(\.user.isAdministrator) }
    }

    /// The account whose first password is unused, with the password.
    private static func unused(_ users: [StoredUser]) -> (user: User, password: String)? {
        for one in users where !one.user.isDisabled {
            if let password = one.initialPassword { return (one.user, password) }
        }
        return nil
    }

    /// A password of about 100 bits that can be typed.
    package static func newPassword() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String((0..<5).compactMap { _ in letters.randomElement(using: &generator) })
        }.joined(separator: "-")
    }

    /// Changes an account; a new password, and closing the account, end what the user was
    /// signed in with.
    ///
    /// - Parameter keepsAdministrator: Refuses to close or demote the last administrator that can
    ///   sign in.
    @discardableResult
    package func updateUser(
        _ recordName: String, _ change: UserChange, keepsAdministrator: Bool = false
    ) async throws(AccountError) -> User {
        if let name = change.name { try AccountRule.check(name: AccountRule.trimmed(name)) }
        let email = try AccountRule.address(change.email, "email")
        let phone = try AccountRule.address(change.phone, "phone")
        let given = try AccountRule.text(change.givenName, "givenName")
        let family = try AccountRule.text(change.familyName, "familyName")
        let password = try await hash(change.password, .reserved)
        return try await self.change { state throws(AccountError) in
            guard var stored = state.users[recordName] else { throw AccountError.noUser }
            var user = stored.user
            if let name = change.name { user.name = AccountRule.trimmed(name) }
            if let email { user.email = email.isEmpty ? nil : email }
            if let phone { user.phone = phone.isEmpty ? nil : phone }
            // A number says nothing about an e-mail address that was typed at sign-up.
            let isEmailKnown = user.email == nil || email != nil
            if email != nil || phone != nil, isEmailKnown { user.hasConfirmedAddresses = true }
            if let given { user.givenName = given.isEmpty ? nil : given }
            if let family { user.familyName = family.isEmpty ? nil : family }
            user.isAdministrator = change.isAdministrator ?? user.isAdministrator
            user.isDisabled = change.isDisabled ?? user.isDisabled
            user.isDiscoverable = change.isDiscoverable ?? user.isDiscoverable
            try AccountRule.checkFree(user, in: state)
            if keepsAdministrator, !user.canAdminister { try state.checkIsNotLast(recordName) }
            var entries: [String: Data?] = [:]
            if let password {
                stored.password = password
                stored.initialPassword = nil
                user.hasPassword = true
            }
            if password != nil || user.isDisabled { state.signOut(recordName, from: &entries) }
            stored.user = user
            entries[AccountState.key(user: recordName)] = AccountState.encode(stored)
            return (entries, user)
        }
    }

    /// Removes an account with its tokens and its part in roles, and revokes its server-to-server
    /// keys; its records stay.
    ///
    /// - Parameter keepsAdministrator: Refuses to remove the last administrator that can sign in.
    package func deleteUser(
        _ recordName: String, keepsAdministrator: Bool = false
    ) async throws(AccountError) {
        let now = now
        try await change { state throws(AccountError) in
            guard state.users[recordName] != nil else { throw AccountError.noUser }
            if keepsAdministrator { try state.checkIsNotLast(recordName) }
            var entries: [String: Data?] = [:]
            entries.updateValue(nil, forKey: AccountState.key(user: recordName))
            state.signOut(recordName, from: &entries)
            for stored in state.tokens.values
            where stored.token.kind == .management && stored.token.user == recordName {
                AccountState.remove(token: stored.token.id, from: &entries)
            }
            // Without the account they would pass for keys whose users never had one.
            for var key in state.keys.values.map(\.key)
            where key.user == recordName && key.revokedAt == nil {
                key.revokedAt = now
                entries[AccountState.key(key: key.id)] = AccountState.encode(key)
            }
            for (place, roles) in state.roles {
                let left = roles.mapValues { $0.subtracting([recordName]) }
                if left != roles {
                    entries[AccountState.key(roles: place)] = AccountState.encode(left)
                }
            }
            return (entries, ())
        }
    }

    /// A name for the record of a new user.
    static func newRecordName() -> String { "_" + SecretText.hex(SecretText.bytes(16)) }

    private func hash(
        _ password: String?, _ lane: PasswordHasher.Lane
    ) async throws(AccountError) -> PasswordHash? {
        guard let password else { return nil }
        try AccountRule.check(password: password, options)
        do {
            return try await hasher.hash(password, in: lane)
        } catch {
            throw AccountError(
                .unavailable, "Too many passwords wait to be checked; try again in some seconds.")
        }
    }
}

extension AccountState {
    /// Adds the end of everything that a user is signed in with.
    func signOut(_ user: String, from entries: inout [String: Data?]) {
        for session in sessions.values where session.user == user {
            entries.updateValue(nil, forKey: AccountState.key(session: session.hash))
        }
        for stored in tokens.values
        where stored.token.kind == .webAuth && stored.token.user == user {
            AccountState.remove(token: stored.token.id, from: &entries)
        }
    }

    /// Refuses a user without whom no administrator could sign in.
    fileprivate func checkIsNotLast(_ recordName: String) throws(AccountError) {
        guard users[recordName]?.user.canAdminister == true,
            !users.values.contains(where: {
                $0.user.recordName != recordName && $0.user.canAdminister
            })
        else { return }
        throw AccountError(
            .invalid,
            "This is the last administrator that can sign in: make another one first, with a "
                + "password.")
    }
}

extension User {
    /// Whether the user can sign in to the dashboard.
    fileprivate var canAdminister: Bool { isAdministrator && !isDisabled && hasPassword }
}

extension AccountError {
    static var noUser: AccountError { AccountError(.notFound, "There is no such user.") }
}
