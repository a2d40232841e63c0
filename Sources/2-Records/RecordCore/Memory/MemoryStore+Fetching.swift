extension MemoryStore {
    /// A zone that a query looks into, as it stood when the query began.
    private struct Table {
        var names: OwnerNames
        var records: [String: Record]
    }

    /// What a query needs, taken out of the state at one moment.
    private struct Snapshot {
        var checked: CheckedQuery
        var tables: [Table]
    }

    private func snapshot(_ query: RecordQuery, in scope: DatabaseScope) throws -> Snapshot {
        let now = clock()
        return try locked { state in
            let zones = try self.zones(query.zoneScope, in: scope, &state)
            // Names stay as the user sees them: in a shared database each owner's differ.
            let checked = try QueryChecker.check(
                query, schema: state.schema, environment: environment, now: now,
                limits: limits, names: OwnerNames(scope))
            return Snapshot(
                checked: checked,
                tables: zones.map {
                    Table(names: $0.names, records: $0.zone.tables[query.type] ?? [:])
                })
        }
    }

    /// The records that match, all of them, in order and as the user sees them.
    private func matching(_ snapshot: Snapshot) throws -> [Record] {
        var found: [Record] = []
        try forEachMatch(in: snapshot) { found.append($0) }
        return try snapshot.checked.sorted(found)
    }

    /// Shows the records that match, in no order.
    private func forEachMatch(
        in snapshot: Snapshot, _ body: (Record) throws -> Void
    ) throws {
        let evaluator = try snapshot.checked.evaluator()
        for table in snapshot.tables {
            for record in table.records.values {
                let seen = table.names.seen(record)
                if try evaluator.matches(seen) { try body(seen) }
            }
        }
    }

    /// One page of the records that match, in order.
    public func fetch(
        _ query: RecordQuery, in scope: DatabaseScope
    ) async throws -> QueryPage {
        let snapshot = try snapshot(query, in: scope)
        let found = try matching(snapshot)
        let start = min(query.offset, found.count)
        let count = min(query.limit ?? limits.defaultPage, found.count - start)
        let wanted = snapshot.checked.query.desiredKeys
        var room = PageRoom(query.pageBytes)
        var records: [Record] = []
        records.reserveCapacity(count)
        for record in found[start..<start + count] {
            let record = record.keeping(wanted)
            guard room.takes(record) else { break }
            records.append(record)
        }
        let end = start + records.count
        let hasMore = end < found.count && count > 0
        return QueryPage(records: records, next: hasMore ? end : nil)
    }

    /// How many records match.
    public func count(_ query: RecordQuery, in scope: DatabaseScope) async throws -> Int {
        let snapshot = try snapshot(query, in: scope)
        var count = 0
        try forEachMatch(in: snapshot) { _ in count += 1 }
        return count
    }

    /// Every record that matches, as they stood at the beginning.
    public func forEach(
        _ query: RecordQuery, in scope: DatabaseScope,
        _ body: @Sendable (Record) throws -> Bool
    ) async throws {
        let snapshot = try snapshot(query, in: scope)
        let found = try matching(snapshot)
        let wanted = snapshot.checked.query.desiredKeys
        for record in found.dropFirst(query.offset).prefix(query.limit ?? Int.max)
        where try !body(record.keeping(wanted)) { return }
    }

    /// Values calculated from the records that match.
    public func summarize(
        _ query: RecordSummaryQuery, in scope: DatabaseScope
    ) async throws -> [[Value]] {
        let now = clock()
        let names = OwnerNames(scope)
        let checked = try locked { state in
            try QueryChecker.check(
                query, schema: state.schema, environment: environment, now: now, limits: limits,
                names: names)
        }
        var records = query.records
        records.ordering = []
        let snapshot = try snapshot(records, in: scope)
        var fold = checked.fold
        try forEachMatch(in: snapshot) { try checked.add($0, to: &fold) }
        return try checked.results(of: fold)
    }

    /// How the query would be answered: by looking at every record of the type.
    public func explain(
        _ query: RecordQuery, in scope: DatabaseScope
    ) async throws -> QueryExplanation {
        let snapshot = try snapshot(query, in: scope)
        let predicate = snapshot.checked.query.predicate
        return QueryExplanation(
            plan: ["look at every \(query.type) in memory, then sort"], scans: true,
            recheck: predicate == .constant(true) ? nil : predicate.format)
    }

    /// The records of the given names.
    public func records(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record] {
        try locked { records(ids, in: scope, desiredKeys, &$0) }
    }

    /// The records of the given names, and the schema of the same moment.
    public func recordsAndSchema(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (records: [RecordID: Record], schema: RecordSchema) {
        try locked { (records(ids, in: scope, desiredKeys, &$0), $0.schema) }
    }

    private func records(
        _ ids: [RecordID], in scope: DatabaseScope, _ desiredKeys: [String]?, _ state: inout State
    ) -> [RecordID: Record] {
        var found: [RecordID: Record] = [:]
        for id in ids {
            // A zone that is not there holds no record of the name.
            guard let place = try? zones(.zone(id.zone), in: scope, &state).first,
                let record = place.zone.record(id.name)
            else { continue }
            found[id] = place.names.seen(record).keeping(desiredKeys)
        }
        return found
    }
}
