extension MemoryStore {
    /// A zone, its database, and how the requesting user sees names there.
    struct ResolvedZone {
        var names: OwnerNames
        var database: MemoryDatabase
        var zone: MemoryZone
    }

    /// The zones that a scope sees of those asked for.
    ///
    /// - Throws: `zoneNotFound` for a single zone that is not there, or is not shared.
    func zones(
        _ asked: ZoneScope, in scope: DatabaseScope, _ state: inout State
    ) throws -> [ResolvedZone] {
        let own: (OwnerNames, MemoryDatabase)?
        switch scope {
        case .public: own = (OwnerNames(scope), state.publicDatabase)
        case .private(let user): own = (OwnerNames(scope), state.database(of: user))
        case .shared: own = nil
        }
        switch (asked, own, scope) {
        case (.all, .some(let (names, database)), _):
            return database.zones.values.map {
                ResolvedZone(names: names, database: database, zone: $0)
            }
        case (.zone(let id), .some(let (names, database)), _):
            guard let zone = database.zone(names.stored(id)) else {
                throw StoreError(.zoneNotFound, ["zone": id.name])
            }
            return [ResolvedZone(names: names, database: database, zone: zone)]
        case (.all, nil, .shared(let user)):
            return state.databases.values.flatMap { database -> [ResolvedZone] in
                let names = OwnerNames(viewer: user, owner: database.owner)
                guard !names.isOwn else { return [] }
                return database.zones.values.filter { $0.permission(of: user) != nil }.map {
                    ResolvedZone(names: names, database: database, zone: $0)
                }
            }
        case (.zone(let id), nil, .shared(let user)):
            let names = OwnerNames(viewer: user, owner: id.owner)
            guard id.owner != ZoneID.currentOwner, !names.isOwn,
                let database = state.databases[ExactText(id.owner)],
                let zone = database.zone(named: id.name), zone.permission(of: user) != nil
            else { throw StoreError(.zoneNotFound, ["zone": id.name]) }
            return [ResolvedZone(names: names, database: database, zone: zone)]
        case (_, nil, .public), (_, nil, .private): return []  // Those two have a database.
        }
    }

    /// The private database that zones are made in.
    private func database(
        _ scope: DatabaseScope, _ state: inout State
    ) throws -> (OwnerNames, MemoryDatabase) {
        switch scope {
        case .private(let user): return (OwnerNames(scope), state.database(of: user))
        case .public, .shared:
            throw StoreError(.permissionDenied, ["permission": "ZONE"])
        }
    }

    /// The zones of a database, the default zone first.
    public func zones(in scope: DatabaseScope) async throws -> [Zone] {
        try locked { state in
            try zones(.all, in: scope, &state)
                .map { place in
                    var zone = place.zone.zone
                    zone.id = place.names.seen(zone.id)
                    return zone
                }
                .sorted { a, b in
                    if a.tracksChanges != b.tracksChanges { return !a.tracksChanges }
                    return (a.id.owner, a.id.name) < (b.id.owner, b.id.name)
                }
        }
    }

    /// Creates zones in a private database.
    @discardableResult
    public func createZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws -> [Zone] {
        try locked { state in
            let (names, database) = try self.database(scope, &state)
            var fresh: Set<String> = []
            for id in ids.map({ names.stored($0) }) where database.zone(id) == nil {
                // Another owner's zone is in another database.
                guard id.owner == ZoneID.currentOwner else {
                    throw StoreError(.zoneNotFound, ["zone": id.name])
                }
                try NameRule.zone.check(
                    id.name, maximumLength: limits.nameLength,
                    ["zone": String(id.name.prefix(80))])
                fresh.insert(id.name)
            }
            guard database.zones.count + fresh.count <= limits.zonesPerDatabase else {
                throw StoreError(
                    .limitExceeded, ["limit": "\(limits.zonesPerDatabase) zones"])
            }
            return ids.compactMap { id in
                let name = id.name
                if database.zones[name] == nil {
                    let token = database.nextToken()
                    database.zones[name] = MemoryZone(
                        Zone(ZoneID(name), tracksChanges: true, token: token), created: token)
                    database.goneZones.removeAll { $0.name == name && $0.user == nil }
                }
                return database.zones[name]?.zone
            }
        }
    }

    /// Deletes zones of a private database with everything in them.
    public func deleteZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws {
        try locked { state in
            let (names, database) = try self.database(scope, &state)
            for id in ids {
                guard names.stored(id) != .default else {
                    throw StoreError(.permissionDenied, ["permission": "ZONE", "zone": id.name])
                }
                guard database.zone(names.stored(id)) != nil else {
                    throw StoreError(.zoneNotFound, ["zone": id.name])
                }
            }
            for id in ids {
                guard let zone = database.zones.removeValue(forKey: id.name) else { continue }
                for table in zone.tables.values {
                    for record in table.values {
                        database.index(record, isHeld: false)
                        for checksum in record.assetChecksums {
                            state.assets.count(checksum, -1)
                        }
                    }
                }
                let token = database.nextToken()
                // For its owner, and for everyone who saw it.
                for user in [nil] + zone.participants.keys.map({ $0 as ExactText? }) {
                    database.goneZones.append(
                        MemoryDatabase.DeletedZone(
                            name: id.name, token: token, date: clock(), user: user))
                }
            }
            database.purgeZones(keeping: limits.zonesPerDatabase)
            state.assets.purge()
        }
    }

    /// Lets users see a zone of a private database; the others no longer do.
    public func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID,
        in scope: DatabaseScope
    ) async throws {
        try locked { state in
            let (names, database) = try self.database(scope, &state)
            let id = names.stored(zone)
            guard let zone = database.zone(id) else {
                throw StoreError(.zoneNotFound, ["zone": id.name])
            }
            guard zone.zone.tracksChanges else {
                throw StoreError(.permissionDenied, ["permission": "SHARE", "zone": id.name])
            }
            database.setParticipants(
                participants, of: zone, token: database.nextToken(), now: clock())
        }
    }

    /// The users that see a zone beside its owner, with their permissions.
    public func participants(
        of zone: ZoneID, in scope: DatabaseScope
    ) async throws -> [String: ParticipantPermission] {
        try locked { state in
            guard let place = try zones(.zone(zone), in: scope, &state).first else { return [:] }
            return place.zone.permissions
        }
    }
}
