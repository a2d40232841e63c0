import Accounts
import RecordCore
import RecordService

/// The accounts of a server as its containers ask for them: the same users in each.
///
///     options.service.accounts = AccountIdentities(repository)
///
/// A closed account is not found by its addresses, and an unconfirmed address proves nothing about
/// its owner; see ``Accounts/AccountRepository/hasConfirmedAddresses(_:)``.
struct AccountIdentities: IdentityDirectory {
    let repository: AccountRepository

    init(_ repository: AccountRepository) { self.repository = repository }

    func identity(of user: String) async throws -> UserIdentity? {
        try await ask { () async throws(AccountError) in try await repository.user(user) }
            .map(identity)
    }

    func identity(email: String?, phone: String?) async throws -> UserIdentity? {
        let found = try await ask { () async throws(AccountError) in
            try await repository.user(email: email, phone: phone)
        }
        guard let found, !found.isDisabled, repository.hasConfirmedAddresses(found) else {
            return nil
        }
        return identity(found)
    }

    private func identity(_ user: User) -> UserIdentity {
        let isConfirmed = repository.hasConfirmedAddresses(user)
        return UserIdentity(
            user: user.recordName, givenName: user.givenName, familyName: user.familyName,
            emails: isConfirmed ? [user.email].compactMap(\.self) : [],
            phones: isConfirmed ? [user.phone].compactMap(\.self) : [],
            isDiscoverable: user.isDiscoverable && !user.isDisabled)
    }

    /// What the accounts say; where they cannot be read, an error that invites another try.
    private func ask(
        _ body: () async throws(AccountError) -> User?
    ) async throws -> User? {
        do {
            return try await body()
        } catch {
            throw StoreError(.busy, engineMessage: error.detail ?? error.message)
        }
    }
}
