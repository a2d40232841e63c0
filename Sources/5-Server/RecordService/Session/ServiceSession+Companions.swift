import RecordCore

extension ServiceSession {
    /// The others who take part in a share with the user, as far as their names are known; their
    /// addresses are not told.
    ///
    ///     try await ann.companions().map(\.user)  // ["_bob"], to whom she shares a zone
    ///
    /// At most 200.
    package func companions() async throws(ServiceError) -> [UserIdentity] {
        try await request(isWrite: false, in: nil) {
            let user = try signedIn()
            // Before anybody shares anything there is no such type.
            guard try await store.schema()[Share.recordType] != nil else { return [] }
            var found = try await users(of: .all, of: user)
            for zone in try await store.zones(in: .shared(user: user)) {
                let names = OwnerNames(viewer: user, owner: zone.id.owner)
                found.formUnion(
                    try await users(of: .zone(names.stored(zone.id)), of: zone.id.owner))
            }
            found.remove(ExactText(user))
            var identities: [UserIdentity] = []
            for name in found.map(\.text).sorted().prefix(200) {
                guard let known = try await service.identity(of: name), known.isDiscoverable
                else { continue }
                identities.append(
                    UserIdentity(
                        user: known.user, givenName: known.givenName,
                        familyName: known.familyName))
            }
            return identities
        }
    }

    /// The participants of those of an owner's shares in which the user takes part.
    private func users(of zones: ZoneScope, of owner: String) async throws -> Set<ExactText> {
        let page = try await store.fetch(
            RecordQuery(Share.recordType, in: zones, limit: 1000), in: .private(user: owner))
        var users: Set<ExactText> = []
        guard let user else { return users }
        let isOwner = user.hasSameBytes(as: owner)
        for record in page.records {
            // A user that came by the URL sees no other participants.
            let seen = isOwner ? record : shown(record, in: .shared(user: user))
            guard let share = Share(seen), isOwner || share.permission(of: user) != nil
            else { continue }
            users.insert(ExactText(owner))
            for participant in share.participants where participant.acceptance == .accepted {
                if let name = participant.user { users.insert(ExactText(name)) }
            }
        }
        return users
    }
}
