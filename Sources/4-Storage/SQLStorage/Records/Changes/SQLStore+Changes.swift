package import RecordCore
import SQLLowering

extension SQLStore {
    /// What happened in a zone after a token, in pages of so many changes and bytes.
    package func changes(
        in zone: ZoneID, of scope: DatabaseScope, since token: ChangeToken?, limit: Int?,
        pageBytes: Int?, desiredKeys: [String]?
    ) async throws -> ZoneChanges {
        let limit = max(1, min(limit ?? limits.defaultPage, Int(Int32.max)))
        return try await readSince { session in
            let identity = session.catalogue.identity
            if ZoneAddress.isVirtual(zone, in: scope) {
                throw StoreError(.changesNotTracked, ["zone": zone.name])
            }
            guard let place = try session.place(of: zone, in: scope) else {
                throw StoreError(.zoneNotFound, ["zone": zone.name])
            }
            let owner = place.address.key.owner
            let (counter, purged) = try session.counters(of: place.database)
            let since = try SQLStore.start(
                token, owner: owner, identity: identity, counter: counter)
            if token != nil && since == nil { throw StoreError(.changeTokenExpired) }
            // The pages of a first fetch tell of what was deleted since it began.
            let began = token == nil ? counter : token?.began
            if let since, began ?? since < purged || since < place.born {
                throw StoreError(.changeTokenExpired, ["zone": zone.name])
            }
            if let user = place.address.participant {
                // Participants must not see deletions from before they joined, and those that saw other parts
                // of the zone before have records that no change tells of; older tokens expire.
                if let since,
                    try began ?? since
                        < session.start(of: user, zone: place.number, in: place.database)
                {
                    throw StoreError(.changeTokenExpired, ["zone": zone.name])
                }
                let permission = try session.permission(
                    of: user, zone: place.number, in: place.database)
                guard permission != .byShares else {
                    return try sharedChanges(
                        in: place, user: user, since: since, last: token?.position, began: began,
                        limit: limit, pageBytes: pageBytes, keys: desiredKeys.map(Set.init),
                        store: identity, counter: counter, session)
                }
            }
            var changes = try SQLStore.changes(
                in: place, since: since, began: began, limit: limit, pageBytes: pageBytes,
                keys: desiredKeys.map(Set.init), session)
            let end = changes.moreComing ? changes.token.counters[owner] ?? 0 : counter
            changes.token = ChangeToken(
                store: identity, counters: [owner: end], began: changes.moreComing ? began : nil)
            return changes
        }
    }

    private static func changes(
        in place: ResolvedZone, since: Int64?, began: Int64?, limit: Int, pageBytes: Int?,
        keys: Set<String>?, _ session: Session
    ) throws -> ZoneChanges {
        let start = since ?? 0
        let living: SQLText = began.map { " AND (deleted IS NULL OR token > \($0))" } ?? ""
        let rows = try session.connection.all(
            """
            SELECT \(ident: "row"), name, type, token, deleted IS NOT NULL FROM _records \
            WHERE \(place.sql) AND token IS NOT NULL AND token > \(start)\(living) \
            ORDER BY token LIMIT \(limit + 1)
            """
        ) {
            (
                row: $0.int(0), name: $0.text(1), type: $0.int(2), token: $0.int(3),
                isDeleted: $0.int(4) != 0
            )
        }
        var byType: [Int64: [(row: Int64, database: Int64, element: Int)]] = [:]
        for (index, row) in rows.prefix(limit).enumerated() where !row.isDeleted {
            byType[row.type, default: []].append((row.row, place.database, index))
        }
        let names = place.address.names
        var changed: [Record?] = Array(repeating: nil, count: min(rows.count, limit))
        // Where the page ends: before the first record, of whatever type, that does not fit.
        var end = changed.count
        for (type, rows) in byType.sorted(by: { $0.key < $1.key }) {
            guard let entry = session.catalogue.entry(type) else { continue }
            let reading = entry.reading(keys, session.dialect)
            var room = PageRoom(pageBytes)
            let needed = end == changed.count ? rows : rows.filter { $0.element < end }
            try session.eachRow(reading.byRow, needed) { index, row in
                let record = names.seen(
                    reading.reader.record(from: row, zone: place.address.zone))
                guard room.takes(record) else {
                    end = index
                    return false
                }
                changed[index] = record
                return true
            }
        }
        if byType.count > 1 {
            var room = PageRoom(pageBytes)
            end =
                changed.prefix(end).firstIndex { record in
                    record.map { !room.takes($0) } ?? false
                } ?? end
        }
        let deleted = rows.prefix(end).compactMap { row -> ZoneChanges.Deletion? in
            guard row.isDeleted, let entry = session.catalogue.entry(row.type) else { return nil }
            let id = RecordID(row.name, zone: place.address.zone)
            return ZoneChanges.Deletion(names.seen(id), type: entry.layout.type.name)
        }
        let last = end > 0 ? rows[end - 1].token : start
        return ZoneChanges(
            changed: changed.prefix(end).compactMap(\.self), deleted: deleted,
            token: ChangeToken(store: "", counters: [place.address.key.owner: last]),
            moreComing: end < rows.count)
    }

    /// What happened to the records that shares let a user see.
    private func sharedChanges(
        in place: ResolvedZone, user: String, since: Int64?, last: String?, began: Int64?,
        limit: Int, pageBytes: Int?, keys: Set<String>?, store: String, counter: Int64,
        _ session: Session
    ) throws -> ZoneChanges {
        func start(_ token: Int64, _ last: String) -> SharedFeeds.Place {
            SharedFeeds.Place(
                store: store, database: place.database, zone: place.number, user: ExactText(user),
                token: token, last: ExactText(last))
        }
        // Where a page ended, and the next one begins.
        let here = since.flatMap { since in last.map { start(since, $0) } }
        let known = here.flatMap { sharedFeeds.rest($0, counter: counter, began: began) }
        let items = try known ?? sharedItems(of: user, since, last, began, in: place, session)[...]
        let page = try ShareFeed.page(
            of: items, limit: limit, pageBytes: pageBytes, in: place.address.zone,
            names: place.address.names, store: store, counter: counter, began: began
        ) { name in
            try session.locate(name, zone: place.number, database: place.database)
                .flatMap { row, entry in
                    try session.record(
                        in: row, entry.reading(keys, session.dialect), database: place.database,
                        zone: place.address.zone)
                }
        }
        // One alone is asked for to know whether there is any.
        if page.moreComing, limit > 1, let token = page.token.counters[place.address.names.owner],
            let last = page.token.position
        {
            let feed = SharedFeeds.Feed(
                counter: counter, began: page.token.began, items: items)
            sharedFeeds.keep(feed, at: start(token, last), insteadOf: here)
        }
        return page
    }

    private func sharedItems(
        of user: String, _ since: Int64?, _ last: String?, _ began: Int64?, in place: ResolvedZone,
        _ session: Session
    ) throws -> [ShareFeed.Item] {
        sharedFeeds.noteRead()
        let names = try since.flatMap { try session.namesToTell(of: user, since: $0, in: place) }
        return ShareFeed(try session.shareLines(of: user, among: names, in: place))
            .items(since: since, last: last, began: began)
    }

    /// Which zones changed after a token.
    package func databaseChanges(
        in scope: DatabaseScope, since token: ChangeToken?, limit: Int?
    ) async throws -> DatabaseChanges {
        let limit = max(1, min(limit ?? limits.defaultPage, Int(Int32.max)))
        return try await readSince { session in
            let identity = session.catalogue.identity
            switch scope {
            case .public: throw StoreError(.changesNotTracked)
            case .private(let user):
                return try SQLStore.databaseChanges(
                    of: [user], viewer: user, since: token, limit: limit, identity: identity,
                    session)
            case .shared(let user):
                let owners = try session.sharingDatabases(with: user).map(\.owner)
                return try SQLStore.databaseChanges(
                    of: owners, viewer: user, since: token, limit: limit, identity: identity,
                    session)
            }
        }
    }

    private static func databaseChanges(
        of owners: [String], viewer: String, since token: ChangeToken?, limit: Int,
        identity: String, _ session: Session
    ) throws -> DatabaseChanges {
        var result = DatabaseChanges(
            changed: [], deleted: [], token: ChangeToken(store: identity, counters: [:]),
            moreComing: false)
        if let token, token.store != identity { throw StoreError(.changeTokenExpired) }
        result.token.counters = token?.counters ?? [:]
        // The pages of a first fetch tell only of zones that were deleted since it began.
        let isFirst = token.map { $0.began != nil } ?? true
        // The owner whose zones the last page began to tell of, before all others.
        let pending = isFirst ? token?.position : nil
        var count = 0
        for owner in owners.filter({ $0 == pending }) + owners.filter({ $0 != pending }) {
            let key = DatabaseKey.private(owner)
            let database = try session.database(key)
            let counter = try database.map { try session.counters(of: $0).counter } ?? 0
            var known = token
            if owner != pending { known?.began = nil }
            let since = try start(known, owner: owner, identity: identity, counter: counter)
            let began = isFirst && since == nil ? counter : known?.began
            guard let database else {
                result.token.counters[owner] = counter
                continue
            }
            // Where nothing has happened since, nothing was forgotten either.
            if let since, since < counter,
                try began ?? since < session.forgottenZones(in: database)
            {
                throw StoreError(.changeTokenExpired)
            }
            let names = OwnerNames(viewer: viewer, owner: owner)
            let isOwn = names.isOwn
            let place: SQLText = "z.\(of: database)"
            let join: SQLText =
                isOwn
                ? "WHERE \(place)"
                : """
                JOIN _participants p ON p.zone = z.id \
                AND p.\(ident: "database") = z.\(ident: "database") \
                AND p.member = \(viewer) WHERE \(place)
                """
            // When it happened, and whether the zone is gone for the caller.
            let (gone, when): (SQLText, SQLText) =
                isOwn
                ? ("z.deleted IS NOT NULL", "z.token")
                : (
                    "(z.deleted IS NOT NULL OR p.permission = 'none')",
                    "CASE WHEN p.permission = 'none' THEN p.token ELSE z.token END"
                )
            let living: SQLText =
                if began == counter {
                    " AND NOT \(gone)"
                } else if let began {
                    " AND (NOT \(gone) OR \(when) > \(began))"
                } else { "" }
            let rows = try session.connection.all(
                """
                SELECT z.name, \(when), \(gone) FROM _zones z \(join) \
                AND \(when) > \(since ?? 0) AND z.name <> \(ZoneID.defaultName)\(living) \
                ORDER BY 2 LIMIT \(limit + 1 - count)
                """
            ) { ($0.text(0), $0.int(1), $0.int(2) != 0) }
            var end = counter
            var last = since ?? 0
            for (name, token, isDeleted) in rows {
                if count == limit {
                    result.moreComing = true
                    end = last
                    if isFirst {
                        result.token.position = owner
                        result.token.began = began ?? since
                    }
                    break
                }
                count += 1
                last = token
                if isDeleted {
                    result.deleted.append(names.seen(ZoneID(name)))
                } else {
                    result.changed.append(names.seen(ZoneID(name)))
                }
            }
            result.token.counters[owner] = end
            if result.moreComing { break }
        }
        return result
    }
}
