package import ObjectCore
import RecordCore
import SQLLowering

extension SQLObjectStore {
    /// The objects that match, in order, with their rows.
    package func fetch(_ query: ObjectQuery) throws -> [ObjectRow] {
        try checker.check(query)
        return try reading { try matching(query, on: $0) }
    }

    /// The keys of the objects that match, in order.
    package func fetchKeys(_ query: ObjectQuery) throws -> [ObjectKey] {
        try checker.check(query)
        let lowered = try lowering.keys(query)
        if lowered.findsNothing { return [] }
        if lowered.leavesPage { return try fetch(query).map(\.key) }
        return try reading { connection in
            try inSQL {
                var keys: [ObjectKey] = []
                let family = model.entities[query.entity].family
                try connection.query(lowered.sql) { row in
                    if let entity = layout.entity(numbered: row.int(1)), family.contains(entity) {
                        keys.append(ObjectKey(entity: entity, row: row.int(0)))
                    }
                    return true
                }
                return keys
            } orElse: {
                try evaluated(query, on: connection).map(\.key)
            }
        }
    }

    /// How many objects match, limit and offset considered.
    package func count(_ query: ObjectQuery) throws -> Int {
        try checker.check(query)
        let lowered = try lowering.count(query)
        if lowered.findsNothing { return 0 }
        guard let sql = lowered.sql else { return try fetchKeys(query).count }
        return try reading { connection in
            try inSQL {
                try connection.first(sql) { Int($0.int(0)) } ?? 0
            } orElse: {
                try evaluated(query, on: connection).count
            }
        }
    }

    /// Calculated results, each in the order of the columns.
    package func summarize(_ query: SummaryQuery) throws -> [[Value]] {
        try checker.check(query)
        guard let lowered = try lowering.summary(query) else {
            return try reading { try evaluated(query, on: $0) }
        }
        return try reading { connection in
            try inSQL {
                try connection.all(lowered.sql) { row in values(row, lowered) }
            } orElse: {
                try evaluated(query, on: connection)
            }
        }
    }

    /// The rows of objects; nil for what is not there.
    package func rows(_ keys: [ObjectKey]) throws -> [ObjectRow?] {
        try reading { try rows(keys, on: $0) }
    }

    /// What a relationship to many of each object points at, in its order or by row.
    package func members(_ relationship: Int, of keys: [ObjectKey]) throws -> [[ObjectKey]] {
        try reading { try members(relationship, of: keys, on: $0) }
    }

    // MARK: On a connection

    func matching(_ query: ObjectQuery, on connection: Engine.Connection) throws -> [ObjectRow] {
        try inSQL {
            try lowered(query, on: connection)
        } orElse: {
            try evaluated(query, on: connection)
        }
    }

    /// What SQL answers; what the evaluator does where a sum of integers leaves 64 bits on its way.
    ///
    /// SQLite gives up at the first part of a sum that does, though the sum of all may fit.
    private func inSQL<T>(_ body: () throws -> T, orElse evaluated: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as StoreError
            where error.isOverflow && !engine.dialect.sumsIntegersExactly
        {
            return try evaluated()
        }
    }

    /// The objects that match, found by the evaluator among all.
    private func evaluated(
        _ query: ObjectQuery, on connection: Engine.Connection
    ) throws -> [ObjectRow] {
        let all = ObjectQuery(
            entity: query.entity, includesSubentities: query.includesSubentities)
        let evaluation = evaluation(query.entity, connection)
        let rows = try lowered(all, on: connection)
        let found = try evaluation.evaluator(query.predicate).filter(rows)
        return try evaluation.sorted(found, by: query.ordering)
            .page(limit: query.limit, offset: query.offset)
    }

    private func evaluated(
        _ query: SummaryQuery, on connection: Engine.Connection
    ) throws -> [[Value]] {
        var objects = query.objects
        objects.ordering = []
        objects.limit = nil
        objects.offset = 0
        let rows = try matching(objects, on: connection)
        return try evaluation(query.objects.entity, connection).summarize(rows, query)
    }

    private func lowered(
        _ query: ObjectQuery, on connection: Engine.Connection
    ) throws -> [ObjectRow] {
        let plan = plans.reader(query.entity, includingSubentities: query.includesSubentities)
        let lowered = try lowering.fetch(query, selecting: plan.reader.columns)
        if lowered.findsNothing { return [] }
        var found: [ObjectRow] = []
        let reader = plan.reader
        guard lowered.leavesPage else {
            try connection.query(lowered.sql) { row in
                if let object = reader.row(row) { found.append(object) }
                return true
            }
            if let external { found = try found.map(external.read) }
            return found
        }
        let evaluation = evaluation(query.entity, connection)
        let test = try lowered.recheck.map { recheck throws(EvaluationError) in
            try evaluation.evaluator(recheck)
        }
        // Where the order is right already, the page ends the reading.
        let wanted =
            lowered.resort
            ? nil : query.limit.flatMap { max(0, $0).rows(after: max(0, query.offset)) }
        // More rows may be looked at than are wanted in memory.
        let sql = RenderedSQL(lowered.sql, for: engine.dialect, isUnbounded: true)
        try connection.query(sql) { row in
            guard var object = reader.row(row) else { return true }
            if let external { object = try external.read(object) }
            guard try test?.matches(object) ?? true else { return true }
            found.append(object)
            if let wanted { return found.count < wanted }
            return true
        }
        if lowered.resort { found = try evaluation.sorted(found, by: query.ordering) }
        return found.page(limit: query.limit, offset: query.offset)
    }

    func evaluation(_ entity: Int, _ connection: Engine.Connection) -> ObjectEvaluation {
        ObjectEvaluation(
            SourceReader(ConnectionSource(self, connection), model: model), entity: entity,
            context: .objects(textProfile))
    }

    func row(_ key: ObjectKey, on connection: Engine.Connection) throws -> ObjectRow? {
        guard model.entities.indices.contains(key.entity) else { return nil }
        let plan = plans.reader(key.entity)
        var found: ObjectRow?
        try connection.query(plan.one) {
            $0.bind(int: key.row, at: 0)
        } _: { row in
            found = plan.reader.row(row)
            return false
        }
        if let external { found = try found.map(external.read) }
        return found
    }

    func rows(_ keys: [ObjectKey], on connection: Engine.Connection) throws -> [ObjectRow?] {
        if keys.count <= 4 { return try keys.map { try row($0, on: connection) } }
        var found: [ObjectKey: ObjectRow] = [:]
        found.reserveCapacity(keys.count)
        for (entity, group) in Dictionary(grouping: keys, by: \.entity) {
            guard model.entities.indices.contains(entity) else { continue }
            let plan = plans.reader(entity)
            let rows = group.map(\.row)
            for part in rows.batches(of: 5_000) {
                try connection.query("\(plan.select) WHERE \(plans.isAmong("\"Z_PK\"", part))") {
                    row in
                    if var object = plan.reader.row(row) {
                        if let external { object = try external.read(object) }
                        found[ObjectKey(entity: entity, row: object.key.row)] = object
                    }
                    return true
                }
            }
        }
        return keys.map { found[$0] }
    }

    func members(
        _ relationship: Int, of keys: [ObjectKey], on connection: Engine.Connection
    ) throws -> [[ObjectKey]] {
        guard let first = keys.first else { return [] }
        var found: [Int64: [ObjectKey]] = [:]
        let entity = first.entity
        guard model.entities.indices.contains(entity),
            model.entities[entity].toManys.indices.contains(relationship)
        else { return keys.map { _ in [] } }
        // A damaged file may have rows of other entities in the table.
        let family = model.entities[model.entities[entity].toManys[relationship].destination].family
        let owners = keys.map(\.row)
        for part in owners.batches(of: 5_000) {
            try connection.query(plans.members(relationship, in: entity, of: part)) { row in
                if let entity = layout.entity(numbered: row.int(2)), family.contains(entity) {
                    found[row.int(0), default: []].append(
                        ObjectKey(entity: entity, row: row.int(1)))
                }
                return true
            }
        }
        return keys.map { found[$0.row] ?? [] }
    }

    private func values(_ row: Engine.Connection.Row, _ lowered: LoweredSummary) -> [Value] {
        var column = 0
        var values: [Value] = []
        values.reserveCapacity(lowered.readings.count)
        for (place, reading) in lowered.readings.enumerated() {
            var value: Value
            switch reading {
            case .stored(let storage, _):
                value = storage.read(row, column)
                column += 1
            case .number:
                value = row.isNull(column) ? .null : number(row, column)
                column += 1
            case .object(let fallback):
                if row.isNull(column) {
                    value = .null
                } else {
                    let entity =
                        row.isNull(column + 1)
                        ? fallback : layout.entity(numbered: row.int(column + 1)) ?? fallback
                    let isKnown = model.entities[fallback].family.contains(entity)
                    let key = ObjectKey(entity: isKnown ? entity : fallback, row: row.int(column))
                    value = .object(ObjectValue(StoredObject(key)))
                }
                column += 2
            }
            if let type = lowered.types[place] { value = type.normalized(value) }
            values.append(value)
        }
        return values
    }

    /// A number of either kind: the text of a whole one has neither point nor exponent.
    private func number(_ row: Engine.Connection.Row, _ column: Int) -> Value {
        Int64(row.text(column)).map(Value.int) ?? .double(row.double(column))
    }
}

/// Single objects as a connection sees them while an evaluator asks; each is read once.
private final class ConnectionSource<Engine: ObjectEngine>: ObjectSource, @unchecked Sendable {
    // Unchecked: lives within one call, on the thread that has the connection.
    private let store: SQLObjectStore<Engine>
    private let connection: Engine.Connection
    private var rows: [ObjectKey: ObjectRow?] = [:]
    private var lists: [ObjectKey: [Int: [ObjectKey]]] = [:]

    init(_ store: SQLObjectStore<Engine>, _ connection: Engine.Connection) {
        self.store = store
        self.connection = connection
    }

    func row(_ key: ObjectKey) throws -> ObjectRow? {
        if let known = rows[key] { return known }
        let row = try store.row(key, on: connection)
        rows[key] = .some(row)
        return row
    }

    func members(_ relationship: Int, of key: ObjectKey) throws -> [ObjectKey] {
        if let known = lists[key]?[relationship] { return known }
        let members = try store.members(relationship, of: [key], on: connection).first ?? []
        lists[key, default: [:]][relationship] = members
        return members
    }
}
