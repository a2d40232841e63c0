import Synchronization

extension ServiceSession {
    /// The first page of the records that match.
    ///
    /// - Throws: `invalidArguments` for an offset or a place to begin: a cursor continues a query.
    package func query(
        _ query: RecordQuery, in database: Database
    ) async throws(ServiceError) -> ServicePage {
        try await self.query(query, pageBytes: nil, in: database)
    }

    /// The first page of the records that match, which ends early after a number of bytes of
    /// records, without their assets; nil is no limit.
    package func query(
        _ query: RecordQuery, pageBytes: Int?, in database: Database
    ) async throws(ServiceError) -> ServicePage {
        try await request(isWrite: false, in: database) {
            try query.checkBeginning()
            var query = query
            // The cursor of the page says it too, so that it means the same under other options.
            if query.zones == nil, database != .shared, options.nilZoneMeansAllZones {
                query.zones = .all
            }
            // Stores know a record by its name, in its zone.
            if query.zones == .all, database != .public, let zone = query.predicate.zoneOfRecord {
                query.zones = .zone(zone)
            }
            return try await page(query, pageBytes: pageBytes, in: database)
        }
    }

    /// The next page.
    ///
    /// - Throws: `invalidArguments` for a cursor that is damaged or of another database.
    package func query(
        continuing cursor: QueryCursor, desiredKeys: [String]? = nil, limit: Int? = nil,
        in database: Database
    ) async throws(ServiceError) -> ServicePage {
        try await query(
            continuing: cursor, desiredKeys: desiredKeys, limit: limit, pageBytes: nil,
            in: database)
    }

    /// The next page, which ends early after a number of bytes.
    ///
    /// - Parameters:
    ///   - cursor: Where the page before ended.
    ///   - desiredKeys: The fields wanted: nil all, empty none.
    ///   - limit: How many records at most; nil is what the service gives.
    ///   - pageBytes: After how many bytes the page ends; nil is no limit.
    ///   - isRestricted: Whether a query that asks more than indexes answer is refused, as it
    ///     would have been at its beginning.
    ///   - database: The database of the query.
    /// - Throws: `invalidArguments` for a cursor that is damaged or of another database.
    package func query(
        continuing cursor: QueryCursor, desiredKeys: [String]?, limit: Int?, pageBytes: Int?,
        isRestricted: Bool = false, in database: Database
    ) async throws(ServiceError) -> ServicePage {
        try await request(isWrite: false, in: database) {
            var place = try CursorPlace(cursor, key: try await service.cursorKey.value(of: store))
            guard !isRestricted || place.query.profile ?? options.profile != .everything else {
                throw ServiceError.badCursor("The cursor is of a query that may not be asked here")
            }
            guard place.home == home(of: database) else {
                throw ServiceError.badCursor("The cursor belongs to another database")
            }
            place.query.desiredKeys = desiredKeys
            place.query.limit = limit
            return try await page(place.query, pageBytes: pageBytes, in: database)
        }
    }

    /// What a cursor must have been made for.
    private func home(of database: Database) -> CursorPlace.Home {
        let environment = store.environment == .production ? "production" : "development"
        return CursorPlace.Home(
            container: "\(service.container)/\(environment)", database: database,
            user: database == .public ? "" : user ?? "")
    }

    private func page(
        _ query: RecordQuery, pageBytes: Int?, in database: Database
    ) async throws -> ServicePage {
        let scope = try scope(database)
        let zones = try zones(of: query, in: database)
        var asked = query
        asked.predicate = query.predicate.replacingNow(with: options.clock())
        asked.zones = zones
        asked.limit = query.limit.flatMap { $0 > 0 ? $0 : nil }
        asked.pageBytes = pageBytes
        asked.desiredKeys = Share.keeping(query.desiredKeys)
        asked.profile = query.profile ?? options.profile
        asked.user = user
        var page: QueryPage
        var rest = query
        if let view = try await view(of: query.type, zones, in: scope) {
            let place: QueryPlace?
            (page, place) = try await fetch(asked, in: scope, seeing: view)
            // Where the order can be said the next page begins behind this one, not at the first record.
            if let place { (rest.after, page.next) = (place, 0) }
        } else {
            page = try await store.fetch(asked, in: scope)
        }
        if query.type == Share.recordType {
            page.records = page.records.map { shown($0, in: scope) }
        }
        var cursor: QueryCursor?
        if let next = page.next {
            rest.offset = next
            // The offset counts what matches by these rules.
            rest.profile = asked.profile
            cursor = try CursorPlace(home: home(of: database), query: rest)
                .cursor(key: try await service.cursorKey.value(of: store))
        }
        return ServicePage(records: try await withFiles(page.records, scope), cursor: cursor)
    }

    /// Where a query of a zone, or of none, looks.
    private func zones(
        of query: RecordQuery, in database: Database
    ) throws(ServiceError) -> ZoneScope {
        switch (query.zones, database) {
        // The public database has no other zone.
        case (nil, .public), (.all, .public), (nil, .private): return .zone(.default)
        case (.all, .private), (.all, .shared): return .all
        case (nil, .shared):
            throw ServiceError(
                .invalidArguments, 2006, "SharedDB does not support Zone Wide queries",
                advice: "Name the zone of its owner; fetch all zones of the shared database.")
        case (.zone(let zone), .shared):
            try checkShared(zone)
            return .zone(zone)
        case (.zone(let zone), .public), (.zone(let zone), .private): return .zone(zone)
        }
    }

    /// Refuses zones of the user's own in the shared database.
    func checkShared(_ zone: ZoneID) throws(ServiceError) {
        guard zone.owner == ZoneID.currentOwner || user?.hasSameBytes(as: zone.owner) == true
        else { return }
        throw ServiceError(
            .invalidArguments, 1010, "Only shared zones can be accessed in the shared DB",
            context: ["zone": zone.name])
    }

    /// A page of what the user may see, where the store would show more, and the place behind it where
    /// more follows that comparisons find.
    private func fetch(
        _ query: RecordQuery, in scope: DatabaseScope, seeing view: RecordView
    ) async throws -> (QueryPage, QueryPlace?) {
        var all = query
        all.limit = Int.max
        all.offset = 0
        // The place is said by fields that may not be wanted.
        all.desiredKeys = query.desiredKeys.map { $0 + query.ordering.compactMap(\.key.field) }
        let place = query.after
        let limit = query.limit ?? store.limits.defaultPage
        let walk = Mutex(
            (
                skipped: 0, records: [Record](), room: PageRoom(query.pageBytes), hasMore: false
            ))
        try await store.forEach(all, in: scope) { record in
            guard view.shows(record), place?.hasPassed(record, in: query) != true else {
                return true
            }
            return walk.withLock { walk in
                if walk.skipped < query.offset {
                    walk.skipped += 1
                } else if walk.records.count < limit, walk.room.takes(record) {
                    walk.records.append(record)
                } else {
                    walk.hasMore = true
                }
                return !walk.hasMore
            }
        }
        let found = walk.withLock { $0 }
        // What was taken from the user meanwhile stays unseen.
        let now = try await self.view(of: query.type, query.zoneScope, in: scope)
        let records = found.records.filter { now?.shows($0) ?? true }
        let page = QueryPage(
            records: records.map { $0.keeping(query.desiredKeys) },
            next: found.hasMore ? query.offset + found.records.count : nil)
        let last = found.hasMore ? found.records.last : nil
        let behind = last.flatMap { QueryPlace(after: $0, in: query) }
        // A cursor travels with each request: long texts stay out of it.
        return (page, behind.flatMap { $0.values.allSatisfy(\.fitsCursor) ? $0 : nil })
    }
}

extension Value {
    /// Whether it is short enough to be part of a cursor.
    fileprivate var fitsCursor: Bool {
        if case .text(let text) = self { text.utf8.count <= 1_024 } else { true }
    }
}

extension Ordering.Key {
    /// The field that it asks for.
    fileprivate var field: String? {
        switch self {
        case .keyPath(let path), .distance(let path, _): path.singleKey
        }
    }
}

extension RecordQuery {
    /// Refuses what no session answers, in this process or at a server.
    package func checkBeginning() throws(ServiceError) {
        guard offset == 0, after == nil else {
            throw ServiceError(
                .invalidArguments, nil, "A query of a session begins at its first record",
                advice: "Continue it with the cursor of the page before.")
        }
    }
}

extension QueryPredicate {
    /// The zone of the records that are asked for by their identifiers, alone or behind AND: no record
    /// of another zone matches; nil where none are, or those of several zones.
    var zoneOfRecord: ZoneID? {
        let parts: [QueryPredicate] = if case .and(let parts) = self { parts } else { [self] }
        for case .comparison(let comparison) in parts {
            guard comparison.quantifier == .direct, case .keyPath(let path) = comparison.left,
                let key = path.singleKey, SystemField.named(key) == .recordID,
                case .constant(let value) = comparison.right
            else { continue }
            let named: [Value]
            if case .equality(.equal) = comparison.op.family {
                named = [value]
            } else if case .membership(.in) = comparison.op.family,
                case .list(let members) = value
            {
                named = members
            } else {
                continue
            }
            let zones = named.map { value -> ZoneID? in
                if case .reference(let reference) = value { reference.recordID.zone } else { nil }
            }
            if let zone = zones.first ?? nil, zones.allSatisfy({ $0 == zone }) { return zone }
        }
        return nil
    }
}
