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
            // Of a token that has ended, or a clock that is wrong: the user is still signed in.
            case .notAuthenticated, .accountTemporarilyUnavailable: return .temporarilyUnavailable
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

    /// What is known of users; those of which nothing is known are left out.
    package func identities(of users: Set<String>) async throws(ServiceError) -> [UserIdentity] {
        try await look(for: users.map { UserLookup(user: $0) }, .usersLookupID)
    }

    /// The record name of the user with an address or a telephone number; nil for an unknown one.
    package func user(email: String?, phone: String?) async throws(ServiceError) -> String? {
        for lookup in [email.map { UserLookup(email: $0) }, phone.map { UserLookup(phone: $0) }] {
            guard let lookup else { continue }
            if let found = try await look(for: [lookup], .usersLookupEmail).first {
                return found.user
            }
        }
        return nil
    }

    /// The users that lookups find.
    private func look(
        for lookups: [UserLookup], _ endpoint: Endpoint
    ) async throws(ServiceError) -> [UserIdentity] {
        var identities: [UserIdentity] = []
        // A request has at most 200 lookups.
        for start in stride(from: 0, to: lookups.count, by: 200) {
            let asked = Array(lookups[start..<min(start + 200, lookups.count)])
            let reply: UsersReply = try await post(
                UserLookupRequest(asked), endpoint, in: .public, isWrite: false)
            for (lookup, answer) in zip(asked, reply.users) {
                switch answer {
                case .user(let found):
                    guard let user = found.user ?? lookup.user else { continue }
                    identities.append(
                        UserIdentity(
                            user: user, givenName: found.givenName, familyName: found.familyName,
                            emails: [found.lookup?.email ?? lookup.email].compactMap(\.self),
                            phones: [found.lookup?.phone ?? lookup.phone].compactMap(\.self)))
                case .failure(_, let error):
                    let error = error.serviceError
                    guard error.code == .unknownItem else { throw error }
                }
            }
        }
        return identities
    }
}
