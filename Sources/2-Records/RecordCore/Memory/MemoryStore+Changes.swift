package import Foundation

extension MemoryStore {
    /// What happened in a zone after a token, in pages of so many changes and bytes.
    public func changes(
        in zone: ZoneID, of scope: DatabaseScope, since token: ChangeToken?, limit: Int?,
        pageBytes: Int?, desiredKeys: [String]?
    ) async throws -> ZoneChanges {
        let now = clock()
        return try locked { state in
            guard let place = try zones(.zone(zone), in: scope, &state).first else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            let (database, stored) = (place.database, place.zone)
            guard stored.zone.tracksChanges else {
                throw StoreError(.changesNotTracked, ["zone": zone.name])
            }
            database.purge(before: now.addingTimeInterval(-limits.tombstoneLifetime))
            let since = try token.map { token in
                guard token.store == state.id, let counter = token.counters[database.owner],
                    max(counter, token.began ?? 0) <= database.counter,
                    counter >= stored.created, token.began ?? counter >= database.purged
                else { throw StoreError(.changeTokenExpired, ["zone": zone.name]) }
                return counter
            }
            // The pages of a first fetch tell of what was deleted since it began.
            let began = token == nil ? database.counter : token?.began
            // Participants must not see deletions from before they joined, and those that saw other parts of
            // the zone before have records that no change tells of; older tokens expire.
            if case .shared(let user) = scope, let since,
                began ?? since < stored.starts[ExactText(user)] ?? 0
            {
                throw StoreError(.changeTokenExpired, ["zone": zone.name])
            }
            if case .shared(let user) = scope, stored.permission(of: user) == .byShares {
                return sharedChanges(
                    in: place, user: user, since: since, last: token?.position, began: began,
                    limit: limit, pageBytes: pageBytes, desiredKeys, store: state.id)
            }
            var changed: [Record] = []
            var deleted: [ZoneChanges.Deletion] = []
            var room = PageRoom(pageBytes)
            let limit = max(1, limit ?? limits.defaultPage)
            var last: Int64?
            var moreComing = false
            stored.forEachChange(after: since ?? 0) { entry, tombstone in
                if tombstone != nil {
                    guard let since, entry.token > max(since, began ?? 0) else { return true }
                }
                guard changed.count + deleted.count < limit else {
                    moreComing = true
                    return false
                }
                if let tombstone {
                    let id = RecordID(entry.name, zone: stored.zone.id)
                    deleted.append(
                        ZoneChanges.Deletion(place.names.seen(id), type: tombstone.type))
                } else if let record = stored.record(entry.name) {
                    let record = place.names.seen(record).keeping(desiredKeys)
                    guard room.takes(record) else {
                        moreComing = true
                        return false
                    }
                    changed.append(record)
                }
                last = entry.token
                return true
            }
            let end = moreComing ? last ?? database.counter : database.counter
            return ZoneChanges(
                changed: changed, deleted: deleted,
                token: ChangeToken(
                    store: state.id, counters: [database.owner: end],
                    began: moreComing ? began : nil),
                moreComing: moreComing)
        }
    }

    /// What happened to the records that shares let a user see.
    private func sharedChanges(
        in place: ResolvedZone, user: String, since: Int64?, last: String?, began: Int64?,
        limit: Int?, pageBytes: Int?, _ desiredKeys: [String]?, store: String
    ) -> ZoneChanges {
        let items = ShareFeed(place.zone.shareLines(of: user)).items(
            since: since, last: last, began: began)
        return ShareFeed.page(
            of: items[...], limit: max(1, limit ?? limits.defaultPage), pageBytes: pageBytes,
            in: place.zone.zone.id, names: place.names, store: store,
            counter: place.database.counter, began: began
        ) { place.zone.record($0)?.keeping(desiredKeys) }
    }

    /// Which zones changed after a token.
    public func databaseChanges(
        in scope: DatabaseScope, since token: ChangeToken?, limit: Int?
    ) async throws -> DatabaseChanges {
        try locked { state in
            if let token, token.store != state.id { throw StoreError(.changeTokenExpired) }
            switch scope {
            case .public: throw StoreError(.changesNotTracked)
            case .private(let user):
                return try zoneChanges(
                    in: [state.database(of: user)], viewer: user, since: token, limit: limit,
                    store: state.id)
            case .shared(let user):
                let name = ExactText(user)
                let databases = state.databases.values.filter { database in
                    ExactText(database.owner) != name
                        && (database.zones.values.contains { $0.participants[name] != nil }
                            || database.goneZones.contains { $0.user == name }
                            || token?.counters[database.owner] != nil)
                }
                return try zoneChanges(
                    in: databases.sorted { $0.owner < $1.owner }, viewer: user, since: token,
                    limit: limit, store: state.id)
            }
        }
    }

    /// Forgets what was deleted before a moment, as it does by itself after its time.
    package func forgetDeletions(before date: Date) throws {
        try locked { state in
            for database in state.databases.values { database.purge(before: date) }
        }
    }

    private func zoneChanges(
        in databases: [MemoryDatabase], viewer: String, since token: ChangeToken?, limit: Int?,
        store: String
    ) throws -> DatabaseChanges {
        var room = max(1, limit ?? limits.defaultPage)
        var changes = DatabaseChanges(
            changed: [], deleted: [],
            token: ChangeToken(store: store, counters: token?.counters ?? [:]),
            moreComing: false)
        // The pages of a first fetch tell only of zones that were deleted since it began.
        let isFirst = token.map { $0.began != nil } ?? true
        // The owner whose zones the last page began to tell of, before all others.
        let pending = isFirst ? token?.position : nil
        let order =
            databases.filter { $0.owner == pending } + databases.filter { $0.owner != pending }
        for database in order {
            let names = OwnerNames(viewer: viewer, owner: database.owner)
            let isOwn = names.isOwn
            let since = token?.counters[database.owner]
            let known = database.owner == pending ? token?.began : nil
            if let since,
                max(since, known ?? 0) > database.counter
                    || known ?? since < database.zonesPurged
            {
                throw StoreError(.changeTokenExpired)
            }
            let began = isFirst && since == nil ? database.counter : known
            var entries: [(token: Int64, zone: ZoneID, isDeletion: Bool)] = []
            for zone in database.zones.values
            where zone.zone.tracksChanges && zone.zone.token > since ?? 0
                && (isOwn || zone.permission(of: viewer) != nil)
            {
                entries.append((zone.zone.token, zone.zone.id, false))
            }
            var last: [String: Int64] = [:]
            for gone in database.goneZones
            where gone.token > max(since ?? 0, began ?? 0)
                && gone.user == (isOwn ? nil : ExactText(viewer))
            {
                let zone = database.zones[gone.name]
                // Seen again, or made again: it is not gone.
                if let zone, isOwn || zone.permission(of: viewer) != nil { continue }
                // A zone that was deleted twice is reported once, with its newer token.
                last[gone.name] = max(gone.token, last[gone.name] ?? 0)
            }
            entries += last.map { ($1, ZoneID($0), true) }
            entries.sort { $0.token < $1.token }
            let page = entries.prefix(room)
            room -= page.count
            for entry in page {
                if entry.isDeletion {
                    changes.deleted.append(names.seen(entry.zone))
                } else {
                    changes.changed.append(names.seen(entry.zone))
                }
            }
            guard page.count < entries.count else {
                changes.token.counters[database.owner] = database.counter
                continue
            }
            changes.moreComing = true
            changes.token.counters[database.owner] = page.last?.token ?? since ?? 0
            if isFirst {
                changes.token.position = database.owner
                changes.token.began = began ?? since
            }
            break
        }
        return changes
    }
}
