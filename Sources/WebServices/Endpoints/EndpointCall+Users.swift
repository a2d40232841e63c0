import RecordService

extension EndpointCall {
    /// Answers `users/current` and `users/caller`.
    func currentUser() async throws -> WireReply {
        reply(try await person(try signedIn()))
    }

    /// Answers `users/discover`.
    ///
    /// With GET, or where nobody is named, everybody who may be found; otherwise those who are.
    func discoverUsers() async throws -> WireReply {
        _ = try signedIn()
        let asked =
            request.method == "GET" ? UserLookupRequest([]) : try read(UserLookupRequest.self)
        try checkCount(asked.items.count)
        if asked.items.isEmpty {
            let all = try await context.services.discoverableUsers(for: session)
            return reply(
                UsersReply(
                    all.map {
                        .user(
                            WireUser(
                                user: $0.user, givenName: $0.givenName, familyName: $0.familyName,
                                lookup: $0.emails.first.map { UserLookup(email: $0) }))
                    }))
        }
        var found: [UsersReply.Entry] = []
        for lookup in asked.items {
            // Whoever cannot be found is left out: that is what clients of discovery expect.
            if let user = try await user(lookup) { found.append(.user(user)) }
        }
        return reply(UsersReply(found))
    }

    /// Answers `users/lookup/email` and `users/lookup/id`.
    func lookUpUsers() async throws -> WireReply {
        _ = try signedIn()
        let asked = try read(UserLookupRequest.self)
        guard asked.isSaid else { throw WireError.missing("users") }
        try checkCount(asked.items.count)
        var entries: [UsersReply.Entry] = []
        for lookup in asked.items {
            if let user = try await user(lookup) {
                entries.append(.user(user))
            } else {
                let error = WireError(.notFound, "User not found", concernsItem: true)
                entries.append(.failure(lookup, error))
            }
        }
        return reply(UsersReply(entries))
    }

    /// Who is meant; nil when nobody is known by that.
    private func user(_ lookup: UserLookup) async throws -> WireUser? {
        if let user = lookup.user {
            guard let identity = try await context.services.identity(of: user, for: session)
            else { return user == session.user ? WireUser(user: user, lookup: lookup) : nil }
            return WireUser(
                user: user, givenName: identity.givenName, familyName: identity.familyName,
                lookup: lookup)
        }
        let user = try await context.services.user(
            email: lookup.email, phone: lookup.phone, for: session)
        guard let user else { return nil }
        return try await person(user, foundBy: lookup)
    }
}
