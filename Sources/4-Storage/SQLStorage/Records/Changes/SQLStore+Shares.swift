package import RecordCore
import SQLLowering

extension SQLStore {
    /// The names of the records that shares let a user see in another owner's zone.
    package func sharedNames(
        among names: Set<String>?, in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>? {
        try read { session in
            guard case .shared(let user) = scope else { return nil }
            guard let place = try session.place(of: zone, in: scope) else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            guard
                try session.permission(of: user, zone: place.number, in: place.database)
                    == .byShares
            else { return nil }
            return ShareFeed(try session.shareLines(of: user, among: names, in: place)).visible
        }
    }
}

extension StoreSession {
    /// The users that see a zone beside its owner; users that lost it are left out.
    func participants(
        of zone: Int64, in database: Int64
    ) throws -> [String: ParticipantPermission] {
        var participants: [String: ParticipantPermission] = [:]
        try connection.query(
            "SELECT member, permission FROM _participants WHERE \(of: database) AND zone = \(zone)"
        ) { row in
            participants[row.text(0)] = ParticipantPermission(rawValue: row.text(1))
            return true
        }
        return participants
    }

    /// Lets users see a zone; users that are not named lose it and are notified.
    func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: Int64, in database: Int64,
        owner: String, token: Int64
    ) throws {
        let named = Set(participants.keys.map(ExactText.init))
        let before = try self.participants(of: zone, in: database)
        let known = Set(before.keys.map(ExactText.init))
        var changes: [(user: String, permission: ParticipantPermission?)] = []
        for user in before.keys where !named.contains(ExactText(user)) {
            changes.append((user, nil))
        }
        for (user, permission) in participants {
            // Of many users few come or go.
            if known.contains(ExactText(user)), before[user] == permission { continue }
            changes.append((user, permission))
        }
        try changeParticipants(changes, of: zone, in: database, owner: owner, token: token)
    }

    /// Changes what some users may do in a zone; those with nil lose it and are notified.
    func changeParticipants(
        _ changes: [(user: String, permission: ParticipantPermission?)], of zone: Int64,
        in database: Int64,
        owner: String, token: Int64
    ) throws {
        // From when on what the user has fetched can be told apart from what became of it.
        let whole: SQLText = "IN ('readOnly', 'readWrite')"
        for (user, permission) in changes where !user.hasSameBytes(as: owner) {
            guard let permission else {
                try connection.run(
                    """
                    UPDATE _participants SET permission = 'none', token = \(token) \
                    WHERE \(of: database) AND zone = \(zone) AND member = \(user)
                    """)
                continue
            }
            try noteSharing(with: user, in: database)
            try connection.run(
                """
                INSERT INTO _participants \
                (\(ident: "database"), zone, member, permission, token) \
                VALUES (\(database), \(zone), \(user), \(permission.rawValue), \(token)) \
                ON CONFLICT (\(ident: "database"), zone, member) DO UPDATE \
                SET token = CASE WHEN _participants.permission = 'none' \
                OR (_participants.permission \(whole)) <> (excluded.permission \(whole)) \
                THEN excluded.token ELSE _participants.token END, \
                permission = excluded.permission
                """)
        }
    }

    /// Notes in which database a user looks for shared zones, and nothing else.
    func noteSharing(with user: String, in database: Int64) throws {
        try connection.run(
            """
            INSERT INTO _sharing (member, \(ident: "database")) \
            VALUES (\(user), \(database)) ON CONFLICT DO NOTHING
            """)
    }

    /// The counter when a participant came to see a zone as a whole, or by its shares.
    func start(of user: String, zone: Int64, in database: Int64) throws -> Int64 {
        try connection.first(
            """
            SELECT token FROM _participants \
            WHERE \(of: database) AND zone = \(zone) AND member = \(user)
            """
        ) { $0.int(0) } ?? 0
    }

    /// The records of which something may have become since a token; nil when the user came to
    /// a share or left one, so that it may be any.
    func namesToTell(
        of user: String, since token: Int64, in place: ResolvedZone
    ) throws -> Set<String>? {
        let here: SQLText = "\(place.sql) AND token >= \(token)"
        let hasMoved = try connection.hasRow(
            "SELECT 1 FROM _shares WHERE kind = 1 AND name = \(user) AND \(here)")
        guard !hasMoved else { return nil }
        return Set(
            try connection.all(
                """
                SELECT name FROM _records WHERE token IS NOT NULL AND \(here) \
                UNION SELECT name FROM _shares WHERE kind = 0 AND \(here)
                """
            ) { $0.text(0) })
    }

    /// What the shares in which a user takes or took part say of each record of a zone.
    func shareLines(
        of user: String, among names: Set<String>? = nil, in place: ResolvedZone
    ) throws -> [ShareFeed.Line] {
        let database = SQLText.identifier("database")
        var condition: SQLText = ""
        // Few names are looked up; many are sorted out by the caller's set.
        if let names, names.count <= 500 {
            guard !names.isEmpty else { return [] }
            let list = names.map { "\($0)" as SQLText }.joined(", ")
            condition = " AND e.name IN (\(list))"
        }
        return try connection.all(
            """
            SELECT e.name, e.share, e.type, e.present, e.token, u.present, u.token, \
            r.token, r.\(ident: "row") IS NOT NULL \
            FROM _shares u JOIN _shares e ON e.\(database) = u.\(database) \
            AND e.zone = u.zone AND e.share = u.share AND e.kind = 0 \
            LEFT JOIN _records r ON r.\(database) = e.\(database) AND r.zone = e.zone \
            AND r.name = e.name AND r.deleted IS NULL \
            WHERE u.\(database) = \(place.database) AND u.zone = \(place.number) \
            AND u.kind = 1 AND u.name = \(user)\(condition)
            """
        ) { row in
            let share = row.text(1)
            return ShareFeed.Line(
                record: ShareEntry(
                    ShareEntry.Key(.record, row.text(0)), of: share, type: row.text(2),
                    isPresent: row.int(3) != 0, token: row.int(4)),
                user: ShareEntry(
                    ShareEntry.Key(.user, user), of: share, isPresent: row.int(5) != 0,
                    token: row.int(6)),
                recordToken: row.int(8) != 0 ? row.int(7) : nil)
        }
    }
}

// What the save procedure reads and writes of shares.
extension SQLTransaction {
    func shares(in zone: ZoneID) throws -> Set<String> {
        guard let number = try number(of: zone) else { return [] }
        return Set(
            try session.connection.all(
                """
                SELECT name FROM _shares \
                WHERE \(of: database) AND zone = \(number) AND kind = 2 AND present = 1
                """
            ) { $0.text(0) })
    }

    func hasShare(in zone: ZoneID, besides names: Set<String>) throws -> Bool {
        guard let number = try number(of: zone) else { return false }
        var others: SQLText = ""
        if !names.isEmpty {
            let list = names.sorted().map { "\($0)" as SQLText }.joined(", ")
            others = " AND name NOT IN (\(list))"
        }
        return try session.connection.hasRow(
            """
            SELECT 1 FROM _shares \
            WHERE \(of: database) AND zone = \(number) AND kind = 2 AND present = 1\(others) LIMIT 1
            """)
    }

    func isInShare(_ key: ShareEntry.Key, in zone: ZoneID) throws -> Bool {
        guard let number = try number(of: zone) else { return false }
        return try session.connection.hasRow(
            """
            SELECT 1 FROM _shares \
            WHERE \(of: database) AND zone = \(number) \
            AND kind = \(key.kind.rawValue) AND name = \(key.name) AND present = 1 LIMIT 1
            """)
    }

    func shareEntries(_ key: ShareEntry.Key, in zone: ZoneID) throws -> [ShareEntry] {
        guard let number = try number(of: zone) else { return [] }
        return try session.connection.all(
            """
            SELECT share, type, present, token FROM _shares \
            WHERE \(of: database) AND zone = \(number) \
            AND kind = \(key.kind.rawValue) AND name = \(key.name)
            """
        ) { row in
            ShareEntry(
                key, of: row.text(0), type: row.text(1), isPresent: row.int(2) != 0,
                token: row.int(3))
        }
    }

    func shareEntries(
        of share: String, _ kind: ShareEntry.Kind, in zone: ZoneID
    ) throws -> [ShareEntry] {
        guard let number = try number(of: zone) else { return [] }
        return try session.connection.all(
            """
            SELECT name, type, present, token FROM _shares \
            WHERE \(of: database) AND zone = \(number) \
            AND share = \(share) AND kind = \(kind.rawValue)
            """
        ) { row in
            ShareEntry(
                ShareEntry.Key(kind, row.text(0)), of: share, type: row.text(1),
                isPresent: row.int(2) != 0, token: row.int(3))
        }
    }

    func put(_ entry: ShareEntry, in zone: ZoneID) throws {
        guard let number = try number(of: zone) else {
            throw StoreError(.zoneNotFound, ["zone": zone.name])
        }
        try session.connection.run(
            """
            INSERT INTO _shares \
            (\(ident: "database"), zone, kind, name, share, type, present, token) \
            VALUES (\(database), \(number), \(entry.key.kind.rawValue), \(entry.key.name), \
            \(entry.share), \(entry.type), \(entry.isPresent ? 1 : 0), \(entry.token)) \
            ON CONFLICT (\(ident: "database"), zone, kind, name, share) DO UPDATE \
            SET type = excluded.type, present = excluded.present, token = excluded.token
            """)
        bumpChangeToken(zone, token: entry.token)
    }

    func participants(of zone: ZoneID) throws -> [String: ParticipantPermission] {
        guard let number = try number(of: zone) else { return [:] }
        return try session.participants(of: number, in: database)
    }

    func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID, token: Int64
    ) throws {
        guard let number = try number(of: zone) else {
            throw StoreError(.zoneNotFound, ["zone": zone.name])
        }
        try session.setParticipants(
            participants, of: number, in: database, owner: key.owner, token: token)
        bumpChangeToken(zone, token: token)
    }

    func permission(of user: String, in zone: ZoneID) throws -> ParticipantPermission? {
        guard let number = try number(of: zone) else { return nil }
        return try session.permission(of: user, zone: number, in: database)
    }

    func changeParticipants(
        _ changes: [(user: String, permission: ParticipantPermission?)], of zone: ZoneID,
        token: Int64
    ) throws {
        guard let number = try number(of: zone) else {
            throw StoreError(.zoneNotFound, ["zone": zone.name])
        }
        try session.changeParticipants(
            changes, of: number, in: database, owner: key.owner, token: token)
        bumpChangeToken(zone, token: token)
    }
}
