/// Where the records of a query go on: behind one that was read.
///
///     query.after = QueryPlace(after: page.records.last, in: query)
///
/// Unlike an offset it stays where it is whatever is saved and deleted before it, the record that
/// it was made of included, and an index leads there.
public struct QueryPlace: Hashable, Sendable {
    /// What the record has for each ordering.
    public var values: [Value]
    /// The record's name, which decides where nothing else does, and its zone.
    public var id: RecordID

    /// Creates a position from the values of the ordering terms and the record's identifier.
    public init(values: [Value], id: RecordID) {
        self.values = values
        self.id = id
    }

    /// The place behind a record, which must have the fields that the query is sorted by.
    ///
    /// Nil where no comparison says the order: text as languages sort it, users, bytes.
    public init?(after record: Record, in query: RecordQuery) {
        var values: [Value] = []
        for term in query.ordering {
            guard let value = QueryPlace.value(of: term, record) else { return nil }
            // In several zones, records of one name differ by their zones alone.
            if term.textOrder != .literal, query.zones == .all { return nil }
            values.append(value)
        }
        self.init(values: values, id: record.id)
    }

    private static func value(of term: Ordering, _ record: Record) -> Value? {
        let value: Value
        switch term.key {
        case .distance(let path, let point):
            guard let key = path.singleKey else { return nil }
            guard case .location(let place) = record[key] else { return .null }
            value = .double(place.distance(to: point))
        case .keyPath(let path):
            guard let key = path.singleKey else { return nil }
            switch SystemField.named(key) {
            case .recordID: value = .text(record.id.name)
            case .createTime: value = record.system.map { .date($0.created) } ?? .null
            case .modTime: value = record.system.map { .date($0.modified) } ?? .null
            case .etag: value = record.system.map { .text($0.changeTag) } ?? .null
            case .createdBy, .modifiedBy: return nil
            case nil: value = record[key]
            }
        }
        switch (value.kind, term.textOrder) {
        case (.null, _), (.number(.int), _), (.date, _), (.text, .literal),
            (.text, .caseInsensitive):
            return value
        case (.number(.double(let number)), _): return number.isNaN ? nil : value
        case (.text, _), (.number(.decimal), _), (.bytes, _), (.scalar, _), (.reference, _),
            (.location, _), (.asset, _), (.list, _), (.dictionary, _), (.object, _):
            return nil
        }
    }

    /// Whether a record, which is not before the place, was read when the place was made: in
    /// several zones the predicate lets those of the same name through.
    public func hasPassed(_ record: Record, in query: RecordQuery) -> Bool {
        guard query.zones == .all, record.id.name == id.name,
            QueryPlace(after: record, in: query)?.values == values
        else { return false }
        let order = CheckedQuery.nameOrder(record.id, id)
        return order == .equal
            || order == (query.ordering.last?.ascending ?? true ? .less : .greater)
    }

    /// That a record comes behind the place.
    func predicate(_ query: RecordQuery) throws(QueryProblem) -> QueryPredicate {
        guard values.count == query.ordering.count else {
            throw QueryProblem(
                .unsupported, "The cursor belongs to another query: start again without one.")
        }
        func holds(
            _ key: QueryExpression, _ op: Operator, _ value: Value,
            _ options: ComparisonOptions = []
        ) -> QueryPredicate {
            .comparison(Comparison(key, op, .constant(value), options: options))
        }
        let isAscending = query.ordering.last?.ascending ?? true
        let op: Operator =
            switch (isAscending, query.zoneScope) {
            case (true, .all): .greaterOrEqual
            case (true, .zone): .greater
            case (false, .all): .lessOrEqual
            case (false, .zone): .less
            }
        var rest = holds(.keyPath(QueryKeyPath("recordName")), op, .text(id.name))
        for (place, term) in query.ordering.enumerated().reversed() {
            let value = values[place]
            let options: ComparisonOptions =
                term.textOrder == .caseInsensitive ? [.caseInsensitive] : []
            let key: QueryExpression
            let isThere: QueryPredicate
            switch term.key {
            case .keyPath(let path):
                key = .keyPath(path)
                isThere = holds(key, .notEqual, .null)
            case .distance(let path, let point):
                key = .function(.distance, [.keyPath(path), .constant(.location(point))])
                isThere = holds(.keyPath(path), .notEqual, .null)
            }
            // What has no value comes first ascending, last descending.
            let isEqual = value.isNull ? .not(isThere) : holds(key, .equal, value, options)
            let ties = QueryPredicate.and([isEqual, rest])
            switch (term.ascending, value.isNull) {
            case (true, true): rest = .or([isThere, ties])
            case (true, false):
                rest = .or([holds(key, .greater, value, options), ties])
                // An index leads to the first of them.
                if place == 0 {
                    rest = .and([holds(key, .greaterOrEqual, value, options), rest])
                }
            case (false, true): rest = ties
            case (false, false):
                rest = .or([holds(key, .less, value, options), .not(isThere), ties])
            }
        }
        return rest
    }
}
