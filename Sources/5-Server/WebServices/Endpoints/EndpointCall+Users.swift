import RecordService

extension EndpointCall {
    /// Answers `users/caller`, and `users/current`, which came before it.
    ///
    /// The reply has the user's own email address and telephone number.
    func currentUser() async throws -> WireReply {
        let name = try signedIn()
        let known = try await context.services.identity(of: name, for: session)
        var lookup: UserLookup?
        if let known, !(known.emails + known.phones).isEmpty {
            lookup = UserLookup(email: known.emails.first, phone: known.phones.first)
        }
        var user = WireUser(name, known, lookup: lookup)
        user.isDiscoverable = known?.isDiscoverable
        if path.endpoint.last == "current" {
            user.email = known?.emails.first
            user.hasNamesApart = true
        }
        return reply(user)
    }

    /// Answers `users/discover`.
    ///
    /// With GET, or without a list of users, all users that can be found; otherwise those of the
    /// list.
    func discoverUsers() async throws -> WireReply {
        _ = try signedIn()
        let requested =
            request.method == "GET" ? UserLookupRequest([]) : try read(UserLookupRequest.self)
        try checkCount(requested.items.count)
        if requested.items.isEmpty {
            let all = try await context.services.discoverableUsers(for: session)
            return reply(
                UsersReply(
                    all.map {
                        .user(
                            WireUser(
                                $0.user, $0, lookup: $0.emails.first.map { UserLookup(email: $0) }))
                    }))
        }
        var found: [UsersReply.Entry] = []
        for lookup in requested.items {
            // Users who cannot be found are left out: that is what clients of discovery expect.
            if let user = try await user(lookup) { found.append(.user(user)) }
        }
        return reply(UsersReply(found))
    }

    /// Answers `users/lookup/email` and `users/lookup/id`.
    func lookUpUsers() async throws -> WireReply {
        _ = try signedIn()
        let requested = try read(UserLookupRequest.self)
        guard requested.isSaid else { throw WireError.missing("users") }
        try checkCount(requested.items.count)
        var entries: [UsersReply.Entry] = []
        for lookup in requested.items {
            if var user = try await user(lookup) {
                user.hasNamesApart = true
                // Apple's reply to a record name has no address.
                user.email = lookup.user == nil ? lookup.email : nil
                entries.append(.user(user))
            } else {
                let error = WireError(.notFound, "User not found", concernsItem: true)
                entries.append(.failure(lookup, error))
            }
        }
        return reply(UsersReply(entries)).counting(entries.lazy.compactMap(\.error))
    }

    /// Answers `users/lookup/contacts`: the discoverable users of the user's address book, without
    /// addresses.
    ///
    /// A server has no address book; the reply has the same users as `GET users/discover`, which
    /// replaced this endpoint.
    func lookUpContacts() async throws -> WireReply {
        _ = try signedIn()
        let all = try await context.services.discoverableUsers(for: session)
        return reply(
            UsersReply(
                all.map {
                    var user = WireUser($0.user, $0)
                    user.hasNamesApart = true
                    return .user(user)
                }))
    }

    /// The user that a lookup means; nil where it finds none.
    ///
    /// Only the user's own record name finds a user who is not discoverable.
    private func user(_ lookup: UserLookup) async throws -> WireUser? {
        if let user = lookup.user {
            let identity = try await context.services.identity(of: user, for: session)
            guard
                session.user?.hasSameBytes(as: user) == true || identity?.isDiscoverable == true
            else { return nil }
            return WireUser(user, identity, lookup: lookup)
        }
        let user = try await context.services.user(
            email: lookup.email, phone: lookup.phone, for: session)
        guard let user else { return nil }
        return try await person(user, foundBy: lookup)
    }
}

extension WireUser {
    /// A user with the names that are known.
    init(_ user: String, _ identity: UserIdentity?, lookup: UserLookup? = nil) {
        self.init(
            user: user, givenName: identity?.givenName, familyName: identity?.familyName,
            lookup: lookup)
    }
}
