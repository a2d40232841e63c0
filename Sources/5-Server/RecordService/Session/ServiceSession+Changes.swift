extension ServiceSession {
    /// What happened in a zone after a token; everything there is when the token is nil.
    package func changes(
        zone: ZoneID, in database: Database, since token: ChangeToken?, limit: Int? = nil,
        desiredKeys: [String]? = nil
    ) async throws(ServiceError) -> ZoneChanges {
        try await changes(
            zone: zone, in: database, since: token, limit: limit, pageBytes: nil,
            desiredKeys: desiredKeys)
    }

    /// What happened in a zone after a token, in a page that ends early after a number of bytes of
    /// records, without their assets; nil is no limit.
    package func changes(
        zone: ZoneID, in database: Database, since token: ChangeToken?, limit: Int?,
        pageBytes: Int?, desiredKeys: [String]?
    ) async throws(ServiceError) -> ZoneChanges {
        try await request(isWrite: false, in: database) {
            let scope = try scope(database)
            if token != nil, service.faults.takeExpiredToken(of: user) {
                throw StoreError(.changeTokenExpired)
            }
            if database == .shared { try checkShared(zone) }
            var changes = try await store.changes(
                in: zone, of: scope, since: token, limit: limit.flatMap { $0 > 0 ? $0 : nil },
                pageBytes: pageBytes, desiredKeys: Share.keeping(desiredKeys))
            for place in changes.changed.indices
            where changes.changed[place].type == Share.recordType {
                changes.changed[place] = shown(changes.changed[place], in: scope)
            }
            changes.changed = try await withFiles(changes.changed, scope)
            return changes
        }
    }

    /// Which zones changed after a token.
    package func databaseChanges(
        in database: Database, since token: ChangeToken?, limit: Int? = nil
    ) async throws(ServiceError) -> DatabaseChanges {
        try await request(isWrite: false, in: database) {
            let scope = try scope(database)
            if token != nil, service.faults.takeExpiredToken(of: user) {
                throw StoreError(.changeTokenExpired)
            }
            var changes = try await store.databaseChanges(
                in: scope, since: token, limit: limit.flatMap { $0 > 0 ? $0 : nil })
            if database == .private {
                changes = service.faults.explained(changes, to: user, since: token)
            }
            guard database == .shared, let token else { return changes }
            // A zone of which the user sees only some records has changed when one of these has.
            var changed: [ZoneID] = []
            for zone in changes.changed {
                if try await hasChanges(zone, since: token, in: scope) { changed.append(zone) }
            }
            changes.changed = changed
            return changes
        }
    }

    /// Where a reader of a database's changes has got to who knows everything up to now.
    ///
    /// It says as much of each of its zones. Nil in the public database, which has no changes.
    package func currentToken(in database: Database) async throws(ServiceError) -> ChangeToken? {
        if database == .public { return nil }
        do {
            return try await store.databaseChanges(
                in: try scope(database), since: nil, limit: Int(Int32.max)
            ).token
        } catch {
            throw ServiceError(error)
        }
    }

    private func hasChanges(
        _ zone: ZoneID, since token: ChangeToken, in scope: DatabaseScope
    ) async throws -> Bool {
        // In the pages of a first fetch no zone was told of before, whatever is older in it.
        guard token.began == nil, token.counters[zone.owner] != nil else { return true }
        do {
            // Of no name: whether the user sees the whole zone.
            let none = try await store.sharedNames(among: [], in: zone, of: scope)
            if none == nil { return true }
            let changes = try await store.changes(
                in: zone, of: scope, since: token, limit: 1, desiredKeys: [])
            return !changes.changed.isEmpty || !changes.deleted.isEmpty
        } catch let error as StoreError
            where error.code == .changeTokenExpired || error.code == .zoneNotFound
        {
            return true
        }
    }
}
