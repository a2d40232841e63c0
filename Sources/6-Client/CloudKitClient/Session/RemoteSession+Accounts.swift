package import RecordService
import WebServices

extension RemoteSession {
    /// Whether there is an account, and whether it can be used.
    package func accountStatus() async -> AccountStatus {
        if let status = service.faults.accountStatus(of: user) { return status }
        guard user != nil else { return .noAccount }
        do {
            _ = try await caller()
            return .available
        } catch {
            switch error.code {
            case .notAuthenticated: return .noAccount
            case .accountTemporarilyUnavailable: return .temporarilyUnavailable
            case .managedAccountRestricted: return .restricted
            default: return .couldNotDetermine
            }
        }
    }

    /// The name of the user's own record.
    ///
    /// - Throws: `notAuthenticated` without a signed-in user.
    package func userRecordID() async throws(ServiceError) -> RecordID {
        guard let user else { throw .notSignedIn }
        return RecordID(user)
    }

    /// The user that the server takes the caller for.
    func caller() async throws(ServiceError) -> WireUser {
        try await get(.usersCaller, in: .public)
    }

    /// What is known of a user; nil when nothing is.
    package func identity(of user: String) async throws(ServiceError) -> UserIdentity? {
        try await look(for: UserLookup(user: user), .usersLookupID)
    }

    /// The record name of the user with an address or a telephone number; nil for an unknown one.
    package func user(email: String?, phone: String?) async throws(ServiceError) -> String? {
        for lookup in [email.map { UserLookup(email: $0) }, phone.map { UserLookup(phone: $0) }] {
            guard let lookup else { continue }
            if let found = try await look(for: lookup, .usersLookupEmail) {
                return found.user
            }
        }
        return nil
    }

    private func look(
        for lookup: UserLookup, _ endpoint: Endpoint
    ) async throws(ServiceError) -> UserIdentity? {
        let reply: UsersReply = try await post(
            UserLookupRequest([lookup]), endpoint, in: .public, isWrite: false)
        switch reply.users.first {
        case .user(let found)?:
            guard let user = found.user ?? lookup.user else { return nil }
            return UserIdentity(
                user: user, givenName: found.givenName, familyName: found.familyName,
                emails: [found.lookup?.email ?? lookup.email].compactMap(\.self),
                phones: [found.lookup?.phone ?? lookup.phone].compactMap(\.self))
        case .failure(_, let error)?:
            let error = error.serviceError
            if error.code == .unknownItem { return nil }
            throw error
        case nil: return nil
        }
    }
}
