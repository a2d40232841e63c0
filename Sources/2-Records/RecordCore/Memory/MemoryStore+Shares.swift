extension MemoryStore {
    /// The names of the records that shares let a user see in another owner's zone.
    public func sharedNames(
        among names: Set<String>?, in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>? {
        try locked { state in
            guard let place = try zones(.zone(zone), in: scope, &state).first else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            guard case .shared(let user) = scope, place.zone.permission(of: user) == .byShares
            else { return nil }
            return ShareFeed(place.zone.shareLines(of: user, among: names)).visible
        }
    }
}

extension MemoryZone {
    /// What the shares in which a user takes or took part say of each record.
    func shareLines(of user: String, among names: Set<String>? = nil) -> [ShareFeed.Line] {
        let own = shareBook[ShareEntry.Key(.user, user)]
        guard !own.isEmpty else { return [] }
        var lines: [ShareFeed.Line] = []
        let entries: [(ShareEntry.Key, [String: ShareEntry])] =
            if let names {
                names.map { name in
                    let key = ShareEntry.Key(.record, name)
                    return (key, shareBook[key])
                }
            } else {
                shareBook.all(.record)
            }
        for (key, entries) in entries {
            for entry in entries.values {
                guard let user = own[entry.share] else { continue }
                lines.append(
                    ShareFeed.Line(
                        record: entry, user: user,
                        recordToken: record(key.name) == nil ? nil : tokens[key.name] ?? 0))
            }
        }
        return lines
    }
}
