import Foundation
public import RecordCore
import SQLLowering

extension SQLStore {
    /// A query in one database: checked, with the zones it looks into.
    struct Question {
        let checked: CheckedQuery
        let database: Int64
        let zones: [StoredZone]
        let names: OwnerNames
        let entry: Catalogue.Entry
    }

    /// A query in each database that its scope sees: one, or in a shared scope one for each
    /// owner.
    func questions(
        _ query: RecordQuery, in scope: DatabaseScope, _ session: Session
    ) throws -> [Question] {
        var places: [(database: Int64, zones: [StoredZone], names: OwnerNames)] = []
        switch (query.zones, scope) {
        case (.zone(let id), _):
            if let place = try SQLStore.place(id, in: scope, session) {
                let zone = StoredZone(number: place.number, id: place.address.zone)
                places = [(place.database, [zone], place.address.names)]
            } else if !SQLStore.isVirtual(id, in: scope) {
                throw StoreError(.zoneNotFound, ["zone": id.name])
            }
        case (.all, .shared(let user)):
            for zone in try session.sharedZones(with: user) {
                let stored = StoredZone(number: zone.number, id: ZoneID(zone.name))
                if let last = places.last, last.database == zone.database {
                    places[places.count - 1].zones.append(stored)
                } else {
                    let names = OwnerNames(viewer: user, owner: zone.owner)
                    places.append((zone.database, [stored], names))
                }
            }
        case (.all, .public), (.all, .private):
            if let address = SQLStore.address(of: .default, in: scope),
                let database = try session.database(address.key)
            {
                let zones = try session.connection.all(
                    """
                    SELECT id, name FROM _zones WHERE \(ident: "database") = \(database) \
                    AND deleted IS NULL ORDER BY name
                    """
                ) { StoredZone(number: $0.int(0), id: ZoneID($0.text(1))) }
                places = [(database, zones, address.names)]
            }
        }
        // A query of nothing is checked all the same.
        if places.isEmpty { places = [(0, [], OwnerNames(scope))] }
        return try places.map { place in
            let checked = try QueryChecker.check(
                query, schema: session.catalogue.schema, environment: environment,
                limits: limits, names: place.names)
            guard let entry = session.catalogue.entries[checked.type.name] else {
                // The built-in type has a table once something was saved to it.
                return Question(
                    checked: checked, database: 0, zones: [], names: place.names,
                    entry: Catalogue.Entry(
                        number: 0,
                        layout: RecordLayout(checked.type, names: LayoutNames(checked.type)),
                        dialect: dialect))
            }
            return Question(
                checked: checked, database: place.database, zones: place.zones,
                names: place.names, entry: entry)
        }
    }

    // MARK: Fetching

    /// One page of the records that match, in order.
    public func fetch(_ query: RecordQuery, in scope: DatabaseScope) async throws -> QueryPage {
        let limit = query.limit ?? limits.defaultPage
        return try read { session in
            let questions = try questions(query, in: scope, session)
            if limit == 0 { return QueryPage(records: [], next: nil) }
            // One record more tells whether there is another page.
            let asked = limit == Int.max ? limit : limit + 1
            var records: [Record] = []
            if questions.count == 1 {
                records.reserveCapacity(min(asked, 1024))
                try run(questions[0], limit: asked, offset: query.offset, session) { record in
                    records.append(record)
                    return true
                }
            } else {
                records = try merged(questions, limit: asked, offset: query.offset, session)
            }
            guard records.count > limit else { return QueryPage(records: records, next: nil) }
            records.removeLast(records.count - limit)
            return QueryPage(records: records, next: query.offset + limit)
        }
    }

    /// Records of several databases in one order.
    private func merged(
        _ questions: [Question], limit: Int?, offset: Int, _ session: Session
    ) throws -> [Record] {
        var records: [Record] = []
        // The order may need fields that are not wanted.
        var whole = questions
        for (place, question) in questions.enumerated() {
            var query = question.checked.query
            query.desiredKeys = nil
            let checked = try QueryChecker.check(
                query, schema: session.catalogue.schema, environment: environment,
                limits: limits)
            whole[place] = Question(
                checked: checked, database: question.database, zones: question.zones,
                names: question.names, entry: question.entry)
        }
        let reach = limit.map { $0.addingReportingOverflow(offset) }
        for question in whole {
            let most = reach.flatMap { $0.overflow ? nil : $0.partialValue }
            try run(question, limit: most, offset: 0, session) { record in
                records.append(record)
                return true
            }
        }
        let sorted = try whole.first?.checked.sorted(records) ?? []
        let page = sorted.dropFirst(offset).prefix(limit ?? Int.max)
        return page.map { $0.keeping(questions.first?.checked.query.desiredKeys) }
    }

    /// Every record that matches, one after the other in bounded memory, until `body` returns
    /// false.
    public func forEach(
        _ query: RecordQuery, in scope: DatabaseScope,
        _ body: @Sendable (Record) throws -> Bool
    ) async throws {
        try read { session in
            let questions = try questions(query, in: scope, session)
            if query.limit == 0 { return }
            guard questions.count == 1 else {
                for record in try merged(
                    questions, limit: query.limit, offset: query.offset, session)
                where try !body(record) { return }
                return
            }
            try run(questions[0], limit: query.limit, offset: query.offset, session, body)
        }
    }

    /// Runs a question and shows its records until `body` returns false.
    private func run(
        _ question: Question, limit: Int?, offset: Int, _ session: Session,
        _ body: (Record) throws -> Bool
    ) throws {
        if question.zones.isEmpty { return }
        let lowered = try lower(question, limit: limit, offset: offset)
        let reader = lowered.reader
        let sql = try choose(lowered, limit: limit, offset: offset, session)
        let zones = ZoneNames(question.zones)
        let names = question.names
        guard let recheck = lowered.recheck else {
            try session.connection.query(sql) { row in
                let zone = zones[row.int(RecordReader.zoneColumn)]
                return try body(names.seen(reader.record(from: row, zone: zone)))
            }
            return
        }
        // SQL gave a superset: offset and limit count what the evaluator lets through.
        let evaluator = try question.checked.evaluator(of: recheck)
        var passed = 0
        var given = 0
        try session.connection.query(sql) { row in
            let zone = zones[row.int(RecordReader.zoneColumn)]
            let record = reader.record(from: row, zone: zone)
            guard try evaluator.matches(record) else { return true }
            if passed < offset {
                passed += 1
                return true
            }
            given += 1
            guard try body(names.seen(lowered.trimmed(record))) else { return false }
            return limit.map { given < $0 } ?? true
        }
    }

    private func lower(
        _ question: Question, limit: Int?, offset: Int
    ) throws -> LoweredQuery {
        try QueryLowering(question.entry.layout, for: dialect).lower(
            question.checked, database: question.database, zones: question.zones, limit: limit,
            offset: offset)
    }

    /// Where one index finds the rows and another has their order: which of the two to use.
    ///
    /// Few matches are found and sorted; when many match, walking the order meets a page of
    /// them soon. SQLite has no statistics to decide by, so some rows are counted.
    private func choose(
        _ lowered: LoweredQuery, limit: Int?, offset: Int, _ session: Session
    ) throws -> SQLText {
        guard let walking = lowered.walking, let estimate = lowered.estimate else {
            return lowered.sql
        }
        let count = try session.connection.first(estimate) { Int($0.int(0)) } ?? 0
        return count < QueryLowering.estimateLimit ? lowered.sql : walking
    }

    // MARK: Counting

    /// How many records match, whatever the query's limit and offset.
    public func count(_ query: RecordQuery, in scope: DatabaseScope) async throws -> Int {
        try read { session in
            try questions(query, in: scope, session).reduce(0) { sum, question in
                sum + (try count(question, session))
            }
        }
    }

    private func count(_ question: Question, _ session: Session) throws -> Int {
        if question.zones.isEmpty { return 0 }
        let lowered = try QueryLowering(question.entry.layout, for: dialect).lowerCount(
            question.checked, database: question.database, zones: question.zones)
        guard let recheck = lowered.recheck else {
            return try session.connection.first(lowered.sql) { Int($0.int(0)) } ?? 0
        }
        let evaluator = try question.checked.evaluator(of: recheck)
        let zones = ZoneNames(question.zones)
        var count = 0
        try session.connection.query(lowered.sql) { row in
            let zone = zones[row.int(RecordReader.zoneColumn)]
            if try evaluator.matches(lowered.reader.record(from: row, zone: zone)) { count += 1 }
            return true
        }
        return count
    }

    // MARK: By name

    /// The records of the given names; those that do not exist are absent.
    public func records(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record] {
        try read { session in
            var found: [RecordID: Record] = [:]
            found.reserveCapacity(ids.count)
            var places: [ZoneID: Place?] = [:]
            var readers: [String: (reader: RecordReader, sql: SQLTemplate)] = [:]
            let keys = desiredKeys.map(Set.init)
            for id in ids {
                let known: Place?
                if let place = places[id.zone] {
                    known = place
                } else {
                    known = try SQLStore.place(id.zone, in: scope, session)
                    places[id.zone] = .some(known)
                }
                guard let place = known,
                    let (row, entry) = try session.locate(
                        id.name, zone: place.number, database: place.database)
                else { continue }
                let type = entry.layout.type.name
                let (reader, sql) =
                    readers[type] ?? SQLStore.reading(entry, keys: keys, session.dialect)
                readers[type] = (reader, sql)
                let record = try session.connection.first(sql) { $0.bind(int: row, at: 0) } _: {
                    reader.record(from: $0, zone: place.address.zone)
                }
                if let record { found[id] = place.address.names.seen(record) }
            }
            return found
        }
    }

    // MARK: Explaining

    /// How the query would be answered.
    public func explain(
        _ query: RecordQuery, in scope: DatabaseScope
    ) async throws -> QueryExplanation {
        let limit = query.limit ?? limits.defaultPage
        return try read { session in
            let questions = try questions(query, in: scope, session)
            guard let question = questions.first else { return QueryExplanation() }
            let asked = limit == Int.max ? limit : limit + 1
            let lowered = try lower(question, limit: asked, offset: query.offset)
            let sql = try choose(lowered, limit: asked, offset: query.offset, session)
            let (text, parameters) = sql.rendered(for: dialect)
            let lines = try session.connection.plan(of: sql)
            let plan = QueryPlan(
                lines, layout: question.entry.layout, predicate: question.checked.query.predicate,
                isWalking: lowered.walking == sql,
                // Lowering found that nothing can match: SQLite looks at no row then, though
                // its plan does not say so.
                isEmpty: text.contains("AND 1 = 0 ORDER BY"))
            return QueryExplanation(
                sql: text, parameters: parameters, plan: lines, indexes: plan.indexes,
                scans: plan.scans, recheck: lowered.recheck?.format,
                suggestions: lowered.suggestions)
        }
    }
}

/// The zones of a question by their numbers.
private struct ZoneNames {
    private let first: StoredZone
    private let others: [Int64: ZoneID]

    init(_ zones: [StoredZone]) {
        first = zones.first ?? StoredZone(number: 0, id: .default)
        others =
            zones.count < 2
            ? [:] : Dictionary(zones.map { ($0.number, $0.id) }, uniquingKeysWith: { $1 })
    }

    subscript(number: Int64) -> ZoneID {
        number == first.number ? first.id : others[number] ?? first.id
    }
}
