package import RecordCore
import SQLLowering

extension SQLStore {
    /// A query in each database that its scope sees: one, or in a shared scope one for each
    /// owner.
    ///
    /// All parts of the public database are looked into by one.
    func databaseQueries(
        of query: RecordQuery, in scope: DatabaseScope, _ session: Session
    ) throws -> [DatabaseQuery] {
        // Each is made in one piece: a list of tuples would be of a type that the runtime makes.
        func part(
            _ databases: DatabaseNumbers, _ zones: [StoredZone], _ names: OwnerNames
        ) -> DatabaseQuery {
            DatabaseQuery(query: query, databases: databases, zones: zones, names: names)
        }
        // A query of nothing is checked all the same.
        func nothing() -> [DatabaseQuery] { [part(0, [], OwnerNames(scope))] }
        switch (query.zoneScope, scope) {
        case (.zone(let id), _):
            guard let place = try session.place(of: id, in: scope) else {
                guard ZoneAddress.isVirtual(id, in: scope) else {
                    throw StoreError(.zoneNotFound, ["zone": id.name])
                }
                return nothing()
            }
            if let buckets = session.buckets, scope == .public {
                return [part(buckets.databases, buckets.zones, place.address.names)]
            }
            let zone = StoredZone(number: place.number, id: place.address.zone)
            return [part(DatabaseNumbers(place.database), [zone], place.address.names)]
        case (.all, .shared(let user)):
            var parts: [DatabaseQuery] = []
            for zone in try session.sharedZones(with: user) {
                let stored = StoredZone(number: zone.number, id: ZoneID(zone.name))
                if let last = parts.last, last.databases.first == zone.database {
                    parts[parts.count - 1].zones.append(stored)
                } else {
                    let names = OwnerNames(viewer: user, owner: zone.owner)
                    parts.append(part(DatabaseNumbers(zone.database), [stored], names))
                }
            }
            return parts.isEmpty ? nothing() : parts
        case (.all, .public), (.all, .private):
            if let buckets = session.buckets, scope == .public {
                return [part(buckets.databases, buckets.zones, OwnerNames(scope))]
            }
            guard let address = ZoneAddress(.default, in: scope),
                let database = try session.database(address.key)
            else { return nothing() }
            let zones = try session.connection.all(
                """
                SELECT id, name FROM _zones \
                WHERE \(of: database) AND deleted IS NULL ORDER BY name
                """
            ) { StoredZone(number: $0.int(0), id: ZoneID($0.text(1))) }
            return [part(DatabaseNumbers(database), zones, address.names)]
        }
    }

    private func check(_ query: DatabaseQuery, _ session: Session) throws -> CheckedQuery {
        try QueryChecker.check(
            query.query, schema: session.catalogue.schema, environment: environment,
            limits: limits, names: query.names)
    }

    private func lowering(_ checked: CheckedQuery, _ session: Session) -> QueryLowering {
        // The built-in type has a table once something was saved to it; until then no zone is
        // looked into, see ``zones(of:_:)``.
        guard let entry = session.catalogue.entries[checked.type.name] else {
            let layout = RecordLayout(checked.type, names: LayoutNames(checked.type))
            return QueryLowering(layout, for: dialect)
        }
        return QueryLowering(entry.layout, for: dialect) { [dialect] in
            entry.reading($0, dialect).reader
        }
    }

    /// The zones that a query looks into.
    private func zones(of query: DatabaseQuery, _ session: Session) -> [StoredZone] {
        session.catalogue.entries[query.query.type] == nil ? [] : query.zones
    }

    /// A query to be fetched, counted or explained, checked and lowered unless it was before.
    func prepare(_ query: DatabaseQuery, _ session: Session) throws -> PreparedQuery {
        try queries.prepared(query, schema: session.catalogue.version) {
            let checked = try check(query, session)
            let lowering = lowering(checked, session)
            let zones = zones(of: query, session)
            let indexes = lowering.indexes(of: checked)
            guard !query.isCount else {
                let lowered = try lowering.lowerCount(
                    checked, database: query.databases, zones: zones)
                return try PreparedQuery(
                    checked, lowered, indexes: indexes, limit: 1, isOfNoZone: zones.isEmpty,
                    dialect: dialect)
            }
            let limit = query.query.limit
            let lowered = try lowering.lower(
                checked, database: query.databases, zones: zones, limit: limit,
                offset: query.query.offset)
            return try PreparedQuery(
                checked, lowered, indexes: indexes, limit: limit, isOfNoZone: zones.isEmpty,
                dialect: dialect)
        }
    }

    // MARK: Fetching

    /// One page of the records that match, in order.
    package func fetch(_ query: RecordQuery, in scope: DatabaseScope) async throws -> QueryPage {
        let limit = query.limit ?? limits.defaultPage
        let pageBytes = query.pageBytes
        var query = query
        query.limit = limit == 0 ? 0 : limit.withOneMore
        // The statement is the same.
        query.pageBytes = nil
        let mark = query.offset > 0 ? engine.commitMark() : nil
        let (page, paged) = try read { [query] session -> (OpenPage, DatabaseQuery?) in
            let queries = try databaseQueries(of: query, in: scope, session)
            var page = OpenPage(limit: limit, bytes: pageBytes)
            if limit == 0 {
                _ = try prepare(queries[0], session)
                return (page, nil)
            }
            guard queries.count == 1 else {
                for record in try merged(queries, pageBytes: pageBytes, session)
                where !page.takes(record) { break }
                return (page, nil)
            }
            if let mark,
                let listed = try listedPage(queries[0], filling: page, mark: mark, session)
            {
                return (listed, queries[0])
            }
            try run(queries[0], pageBytes: pageBytes, session) { page.takes($0) }
            return (page, page.hasMore || query.offset > 0 ? queries[0] : nil)
        }
        if let paged { noteRows(of: paged, hasMore: page.hasMore) }
        let records = page.records
        return QueryPage(
            records: records, next: page.hasMore ? query.offset + records.count : nil)
    }

    /// Records of several databases in one order; those up to the first that makes the page's more
    /// than `pageBytes`.
    private func merged(
        _ queries: [DatabaseQuery], pageBytes: Int? = nil, _ session: Session
    ) throws -> [Record] {
        guard let first = queries.first else { return [] }
        let checked = try check(first, session)
        let (wanted, offset) = (checked.query.desiredKeys, first.query.offset)
        var page = PageSorter(
            checked, offset: offset, most: first.rowTarget, pageBytes: pageBytes
        ) { $0.keeping(wanted) }
        // Only then are they the bytes of a query that begins at its first record.
        let wholeBytes = offset == 0 && wanted == nil ? pageBytes : nil
        for query in queries {
            var whole = query
            whole.query.limit = query.rowTarget
            whole.query.offset = 0
            // The order may need fields that are not wanted.
            whole.query.desiredKeys = nil
            var room = PageRoom(pageBytes)
            var passed = 0
            try run(whole, pageBytes: wholeBytes, session) { record in
                passed += 1
                var fits = true
                if passed > offset { fits = room.takes(record.keeping(wanted)) }
                try page.add(record)
                return fits
            }
        }
        return try page.page()
    }

    /// Every record that matches, one after the other in bounded memory, until `body` returns
    /// false.
    package func forEach(
        _ query: RecordQuery, in scope: DatabaseScope,
        _ body: @Sendable (Record) throws -> Bool
    ) async throws {
        try read(repeats: false) { session in
            let queries = try databaseQueries(of: query, in: scope, session)
            if query.limit == 0 { return }
            guard queries.count == 1 else {
                return try walkMerged(query, in: scope, session, body)
            }
            try run(queries[0], session) { try body($0) }
        }
    }

    /// Shows the records of several databases in one order until `body` returns false; in portions, each
    /// of which begins behind the one before.
    private func walkMerged(
        _ query: RecordQuery, in scope: DatabaseScope, _ session: Session,
        _ body: (Record) throws -> Bool
    ) throws {
        let portionBytes = 8 << 20
        // Each owner's records are read for each portion: few where the caller ends soon.
        var portion = 64
        var rest = query
        // Where the next portion begins is said by fields that may not be wanted.
        rest.desiredKeys = nil
        var left = query.limit ?? Int.max
        while left > 0 {
            let limit = min(left, portion)
            portion = min(2 * portion, 1_000)
            rest.limit = limit
            let page = try merged(
                try databaseQueries(of: rest, in: scope, session), pageBytes: portionBytes, session)
            let new = page.drop { rest.after?.hasPassed($0, in: rest) == true }
            for record in new where try !body(record.keeping(query.desiredKeys)) { return }
            let bytes = page.reduce(0) { $0 + $1.storedSize }
            if page.count < limit, bytes <= portionBytes { return }
            left -= new.count
            guard let last = new.last, let place = QueryPlace(after: last, in: rest) else {
                rest.offset += page.count
                // Records of the name that was last are passed over.
                if new.isEmpty { continue }
                // No comparison says the order: what is left is sorted as a whole.
                rest.limit = left
                for record in try merged(
                    try databaseQueries(of: rest, in: scope, session), session)
                where try !body(record.keeping(query.desiredKeys)) { return }
                return
            }
            (rest.after, rest.offset) = (place, 0)
        }
    }

    /// Runs a query and shows its records until `body` returns false, which it does at the first
    /// that makes them more than `pageBytes`.
    private func run(
        _ query: DatabaseQuery, pageBytes: Int? = nil, _ session: Session,
        _ body: (consuming Record) throws -> Bool
    ) throws {
        let prepared = try prepare(query, session)
        if prepared.isOfNoZone { return }
        try noteUse(of: prepared, type: query.query.type, session)
        let (limit, offset) = (query.query.limit, query.query.offset)
        let execution = try prepared.choose(session.connection, rowTarget: query.rowTarget) { sql in
            var page: [Record] = []
            var room = PageRoom(pageBytes)
            var isFull = false
            try prepared.run(sql, for: query, pageBytes: pageBytes, session.connection) { record in
                isFull = !room.takes(record)
                page.append(record)
                return !isFull
            }
            guard isFull || page.count == limit else {
                return page.isEmpty ? 0 : page.count + offset
            }
            for record in page where try !body(record) { break }
            return nil
        }
        let type = query.query.type
        guard let sql = execution.statement else {
            return advise(from: execution, type: type, gave: limit ?? 0, isWhole: false, session)
        }
        guard execution.path.index != nil || execution.path.missingIndex != nil else {
            return try prepared.run(
                sql, for: query, pageBytes: pageBytes, session.connection, body)
        }
        // The engine may be asked afterwards how many rows it looked at: once, not again by a read that
        // begins again.
        if execution.path.missingIndex != nil { try session.connection.leaveGroup() }
        var gave = 0
        var isWhole = true
        try prepared.run(sql, for: query, pageBytes: pageBytes, session.connection) { record in
            gave += 1
            isWhole = try body(record)
            return isWhole
        }
        isWhole = isWhole && limit.map { gave < $0 } ?? true
        advise(from: execution, type: type, gave: gave + offset, isWhole: isWhole, session)
    }

    // MARK: Counting

    /// How many records match, whatever the query's limit and offset.
    package func count(_ query: RecordQuery, in scope: DatabaseScope) async throws -> Int {
        try read { session in
            try databaseQueries(of: query, in: scope, session).reduce(0) { sum, query in
                var query = query
                query.isCount = true
                return sum + (try count(query, session))
            }
        }
    }

    private func count(_ query: DatabaseQuery, _ session: Session) throws -> Int {
        let prepared = try prepare(query, session)
        if prepared.isOfNoZone { return 0 }
        try noteUse(of: prepared, type: query.query.type, session)
        guard let evaluator = prepared.evaluator else {
            return try session.connection.first(prepared.sql) { Int($0.int(0)) } ?? 0
        }
        let zones = ZoneNames(query.zones)
        var count = 0
        try session.connection.query(prepared.sql) { row in
            let zone = zones[row.int(RecordReader.zoneColumn)]
            if try evaluator.matches(prepared.reader.record(from: row, zone: zone)) { count += 1 }
            return true
        }
        return count
    }

    // MARK: Summaries

    /// Values calculated from the records that match, by SQL where SQL decides which match.
    package func summarize(
        _ query: RecordSummaryQuery, in scope: DatabaseScope
    ) async throws -> [[Value]] {
        var records = query.records
        records.ordering = []
        records.limit = nil
        records.offset = 0
        return try read { session in
            let queries = try databaseQueries(of: records, in: scope, session)
            // Names are those that the user sees; of several owners each has others.
            let checked = try QueryChecker.check(
                query, schema: session.catalogue.schema, environment: environment,
                limits: limits, names: queries.first?.names)
            if queries.count == 1, let only = queries.first,
                only.names.isOwn,
                let lowered = try lowering(checked.records, session).lower(
                    checked, database: only.databases, zones: zones(of: only, session)),
                !zones(of: only, session).isEmpty
            {
                try noteUse(
                    of: lowering(checked.records, session).indexes(
                        of: checked.records,
                        others: (checked.groups + checked.inputs).map(\.key)),
                    type: checked.records.type.name, session)
                return try run(lowered, checked, zone: only.zones[0].id, session)
            }
            records.desiredKeys = checked.records.query.desiredKeys
            var fold = checked.fold
            for query in queries {
                var needed = query
                needed.query = records
                try run(needed, session) { record in
                    try checked.add(record, to: &fold)
                    return true
                }
            }
            return try checked.results(of: fold)
        }
    }

    private func run(
        _ lowered: LoweredRecordSummary, _ checked: CheckedSummary, zone: ZoneID,
        _ session: Session
    ) throws -> [[Value]] {
        let isShort =
            checked.groups.isEmpty
            || lowered.isPage && checked.query.records.limit ?? .max <= 10_000
        let sql = RenderedSQL(lowered.sql, for: dialect, isUnbounded: !isShort)
        var results: [SummaryFold.Result] = []
        do {
            try session.connection.query(sql) { row in
                results.append(try lowered.reader.result(from: row, zone: zone))
                guard results.count <= SummaryFold.capacity else { throw SummaryFold.tooMany() }
                return true
            }
        } catch let error as StoreError where error.isOverflow {
            throw SummaryFold.overflow
        }
        return lowered.isPage ? results.map(\.values) : checked.page(results)
    }

    // MARK: Explaining

    /// How the query would be answered.
    package func explain(
        _ query: RecordQuery, in scope: DatabaseScope
    ) async throws -> QueryExplanation {
        var query = query
        query.limit = (query.limit ?? limits.defaultPage).withOneMore
        return try read { [query] session in
            guard let first = try databaseQueries(of: query, in: scope, session).first else {
                return QueryExplanation()
            }
            let prepared = try prepare(first, session)
            let (checked, lowered) = (prepared.checked, prepared.lowered)
            guard let entry = session.catalogue.entries[checked.type.name] else {
                return QueryExplanation(sql: prepared.sql.text)
            }
            // Before the plan: behind one a Citus cluster has refused it.
            let unused = try unusedIndexes(
                of: entry.layout, wanted: prepared.indexes, session)
            let execution = try prepared.choose(session.connection, rowTarget: first.rowTarget) {
                sql in
                var found = 0
                try prepared.run(sql, for: first, session.connection) { _ in
                    found += 1
                    return true
                }
                return found == query.limit ? nil : found == 0 ? 0 : found + query.offset
            }
            let sql = execution.path.sql
            let (text, parameters) = sql.rendered(for: dialect)
            let enginePlan = try session.connection.plan(of: sql)
            let plan = QueryPlan(
                enginePlan, layout: entry.layout, predicate: checked.query.predicate,
                isWalking: execution.path.isSorted,
                // SQLite looks at no row then, though its plan does not say so.
                isEmpty: lowered.findsNothing, dialect: dialect)
            return QueryExplanation(
                sql: text, parameters: parameters, plan: enginePlan.lines, indexes: plan.indexes,
                scans: plan.scans, recheck: lowered.recheck?.format,
                suggestions: lowered.suggestions, unused: unused)
        }
    }
}

/// The records of a page that is being filled.
///
/// A value of its own: variables that a function within a function shares are objects, whose uses are
/// checked at each record.
struct OpenPage {
    private(set) var records: [Record] = []
    private(set) var hasMore = false
    private let limit: Int
    private var room: PageRoom

    init(limit: Int, bytes: Int?) {
        self.limit = limit
        room = PageRoom(bytes)
        records.reserveCapacity(max(0, min(limit.withOneMore, 256)))
    }

    /// Takes a record; false where the page is full.
    mutating func takes(_ record: consuming Record) -> Bool {
        guard records.count != limit, room.takes(record) else {
            hasMore = true
            return false
        }
        records.append(record)
        return true
    }
}
