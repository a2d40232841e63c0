public import RecordCore
import SQLLowering

extension SQLStore {
    /// The names of the records that shares let a user see in somebody's zone.
    public func sharedNames(
        in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>? {
        try read { session in
            guard case .shared(let user) = scope else { return nil }
            guard let place = try SQLStore.place(zone, in: scope, session) else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            guard
                try session.permission(of: user, zone: place.number, in: place.database)
                    == .byShares
            else { return nil }
            return ShareFeed(try session.shareLines(of: user, in: place)).visible
        }
    }
}

extension StoreSession {
    /// What the shares in which a user takes or took part say of each record of a zone.
    func shareLines<Engine: SQLEngine>(
        of user: String, in place: SQLStore<Engine>.Place
    ) throws -> [ShareFeed.Line] {
        let database = SQLText.identifier("database")
        return try connection.all(
            """
            SELECT e.name, e.share, e.type, e.present, e.token, u.present, u.token, \
            r.token, r.\(ident: "row") IS NOT NULL \
            FROM _shares u JOIN _shares e ON e.\(database) = u.\(database) \
            AND e.zone = u.zone AND e.share = u.share AND e.kind = 0 \
            LEFT JOIN _records r ON r.\(database) = e.\(database) AND r.zone = e.zone \
            AND r.name = e.name AND r.deleted IS NULL \
            WHERE u.\(database) = \(place.database) AND u.zone = \(place.number) \
            AND u.kind = 1 AND u.name = \(user)
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
