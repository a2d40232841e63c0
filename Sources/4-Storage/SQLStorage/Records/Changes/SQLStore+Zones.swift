package import RecordCore
import SQLLowering

extension SQLStore {
    // MARK: Reading

    /// The zones of a database, the default zone first.
    package func zones(in scope: DatabaseScope) async throws -> [Zone] {
        try read { session in
            if case .shared(let user) = scope {
                return try session.sharedZones(with: user).map { zone in
                    Zone(
                        ZoneID(zone.name, owner: zone.owner),
                        tracksChanges: zone.name != ZoneID.defaultName, token: zone.token)
                }
            }
            let standard = Zone(.default, tracksChanges: false)
            guard let address = ZoneAddress(.default, in: scope),
                let database = try session.database(address.key)
            else { return [standard] }
            return [standard]
                + (try session.connection.all(
                    """
                    SELECT name, token FROM _zones WHERE \(of: database) \
                    AND deleted IS NULL AND name <> \(ZoneID.defaultName) ORDER BY name
                    """
                ) { Zone(ZoneID($0.text(0)), token: $0.int(1)) })
        }
    }

    /// The users that see a zone of a private database beside its owner, with their permissions.
    package func participants(
        of zone: ZoneID, in scope: DatabaseScope
    ) async throws -> [String: ParticipantPermission] {
        try read { session in
            guard let place = try session.place(of: zone, in: scope) else {
                if ZoneAddress.isVirtual(zone, in: scope) { return [:] }
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            return try session.participants(of: place.number, in: place.database)
        }
    }

    // MARK: Writing

    /// Creates zones; one that exists is left as it is.
    @discardableResult
    package func createZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws -> [Zone] {
        let limits = limits
        return try await write { session in
            try ids.map { id in
                let address = try SQLStore.owned(id, in: scope)
                if address.zone.name == ZoneID.defaultName {
                    return Zone(id, tracksChanges: false)
                }
                if let existing = try SQLStore.existing(address, session) { return existing }
                try NameRule.zone.check(
                    id.name, maximumLength: limits.nameLength,
                    ["zone": String(id.name.prefix(80))])
                return try SQLStore.create(address, limits: limits, session)
            }
        }
    }

    private static func existing(_ address: ZoneAddress, _ session: Session) throws -> Zone? {
        guard let database = try session.database(address.key) else { return nil }
        return try session.connection.first(
            """
            SELECT token FROM _zones WHERE \(of: database) \
            AND name = \(address.zone.name) AND deleted IS NULL
            """
        ) { Zone(address.zone, token: $0.int(0)) }
    }

    private static func create(
        _ address: ZoneAddress, limits: StoreLimits, _ session: Session
    ) throws -> Zone {
        let connection = session.connection
        let database = try session.makeDatabase(address.key)
        let name = address.zone.name
        let count = try connection.first(
            "SELECT count(*) FROM _zones WHERE \(of: database) AND deleted IS NULL"
        ) { $0.int(0) }
        guard count ?? 0 < limits.zonesPerDatabase else {
            throw StoreError(.limitExceeded, ["limit": "\(limits.zonesPerDatabase) zones"])
        }
        let token = try session.nextToken(in: database)
        // Participants of the deleted zone lose it with this token, and are notified of it once.
        let before: SQLText = "FROM _zones WHERE \(of: database) AND name = \(name)"
        try connection.run(
            """
            UPDATE _participants SET permission = 'none', token = (SELECT token \(before)) \
            WHERE \(of: database) AND permission <> 'none' AND zone IN (SELECT id \(before))
            """)
        try connection.run(
            """
            INSERT INTO _zones (\(ident: "database"), name, token, born, deleted) \
            VALUES (\(database), \(name), \(token), \(token), NULL) \
            ON CONFLICT (\(ident: "database"), name) DO UPDATE \
            SET token = excluded.token, born = excluded.born, deleted = NULL
            """)
        return Zone(ZoneID(name), token: token)
    }

    /// Deletes zones with everything in them.
    ///
    /// The default zone cannot be deleted.
    package func deleteZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws {
        let orphans = try await write { session in
            var orphans: Set<StoredContent> = []
            var seen: Set<ZoneID> = []
            for id in ids {
                let address = try SQLStore.owned(id, in: scope)
                guard address.zone.name != ZoneID.defaultName else {
                    throw StoreError(.permissionDenied, ["permission": "ZONE", "zone": id.name])
                }
                // A zone that is named twice goes once.
                guard seen.insert(address.zone).inserted else { continue }
                guard let place = try session.place(of: id, in: scope) else {
                    throw StoreError(.zoneNotFound, ["zone": id.name])
                }
                // First of all: other writers of this zone wait for the counter's row.
                let token = try session.nextToken(in: place.database)
                orphans.formUnion(try SQLStore.empty(place, session))
                try session.connection.run(
                    """
                    UPDATE _zones SET token = \(token), deleted = \(token) \
                    WHERE id = \(place.number) AND \(of: place.database)
                    """)
                try session.zonesChanged()
            }
            return orphans
        }
        collect(orphans)
    }

    /// Removes everything in a zone; gives the content that its records needed.
    private static func empty(_ place: ResolvedZone, _ session: Session) throws -> Set<
        StoredContent
    > {
        let connection = session.connection
        let rows: SQLText = "SELECT \(ident: "row") FROM _records WHERE \(place.sql)"
        let orphans = try session.releaseContent(of: rows, in: place.database)
        try connection.run(
            """
            DELETE FROM _references WHERE \(of: place.database) \
            AND (zone = \(place.address.zone.name) OR holder IN (\(rows)))
            """)
        for entry in session.catalogue.entries.values {
            try SQLStore.empty(entry, of: place, session)
        }
        try connection.run("DELETE FROM _records WHERE \(place.sql)")
        try connection.run("DELETE FROM _shares WHERE \(place.sql)")
        // Participants stay, so that they are notified of the zone's deletion.
        return orphans
    }

    /// Removes a zone's records of one type.
    private static func empty(
        _ entry: Catalogue.Entry, of place: ResolvedZone, _ session: Session
    ) throws {
        let database = SystemColumn.database.sql
        let zone = SystemColumn.zone.sql
        if entry.layout.tokensTable != nil {
            // Words are removed by naming them, so each record is read; a piece at a time,
            // because rows must not go from under a statement that walks them.
            while true {
                let records = try session.connection.all(
                    """
                    SELECT \(entry.whole.reader.selection) FROM \(ident: entry.layout.table) \
                    WHERE \(database) = \(place.database) AND \(zone) = \(place.number) LIMIT 500
                    """
                ) {
                    (
                        $0.int(RecordReader.rowColumn),
                        entry.whole.reader.record(from: $0, zone: place.address.zone)
                    )
                }
                if records.isEmpty { return }
                var connection = session.connection
                for (row, record) in records {
                    try entry.writer.delete(
                        record, row: row, database: place.database, zone: place.number,
                        with: &connection)
                }
            }
        }
        for table in entry.layout.sideTables.map(\.name) + [entry.layout.table] {
            try session.connection.run(
                """
                DELETE FROM \(ident: table) \
                WHERE \(database) = \(place.database) AND \(zone) = \(place.number)
                """)
        }
    }

    /// Lets users see (and write, when so said) a zone of a private database.
    package func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID,
        in scope: DatabaseScope
    ) async throws {
        try await write { session in
            let address = try SQLStore.owned(zone, in: scope)
            guard address.zone.name != ZoneID.defaultName else {
                throw StoreError(.permissionDenied, ["permission": "SHARE", "zone": zone.name])
            }
            guard let place = try session.place(of: zone, in: scope) else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            // The zone changes for every user that gains or loses it, whatever their tokens.
            let token = try session.nextToken(in: place.database)
            try session.setParticipants(
                participants, of: place.number, in: place.database, owner: address.key.owner,
                token: token)
            try session.connection.run(
                """
                UPDATE _zones SET token = \(token) \
                WHERE id = \(place.number) AND \(of: place.database)
                """)
        }
    }

    /// Where a zone is kept that only its owner may change.
    static func owned(_ zone: ZoneID, in scope: DatabaseScope) throws -> ZoneAddress {
        switch scope {
        case .private:
            guard let address = ZoneAddress(zone, in: scope) else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            return address
        case .public, .shared:
            throw StoreError(.permissionDenied, ["permission": "ZONE"])
        }
    }
}
