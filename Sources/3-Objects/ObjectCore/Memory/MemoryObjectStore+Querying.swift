public import PredicateCore

extension MemoryObjectStore {
    /// The objects that match, in order.
    public func fetch(_ query: ObjectQuery) throws -> [ObjectRow] {
        let objects = try snapshot()
        try ObjectQueryChecker(model).check(query)
        return try matching(query, in: objects, sorting: true)
            .page(limit: query.limit, offset: query.offset)
    }

    /// The keys of the objects that match, in order.
    public func fetchKeys(_ query: ObjectQuery) throws -> [ObjectKey] {
        try fetch(query).map(\.key)
    }

    /// How many objects match, limit and offset considered.
    public func count(_ query: ObjectQuery) throws -> Int {
        let objects = try snapshot()
        try ObjectQueryChecker(model).check(query)
        let count = try matching(query, in: objects, sorting: false).count
        let rest = max(0, count - max(0, query.offset))
        return query.limit.map { min(rest, max(0, $0)) } ?? rest
    }

    /// Calculates the columns of a summary query, one list of values a group.
    ///
    /// - Throws: `ObjectProblem` when the query does not fit the model.
    public func summarize(_ query: SummaryQuery) throws -> [[Value]] {
        let objects = try snapshot()
        try ObjectQueryChecker(model).check(query)
        let rows = try matching(query.objects, in: objects, sorting: false)
        return try evaluation(query.objects, objects).summarize(rows, query)
    }

    /// The rows of objects.
    public func rows(_ keys: [ObjectKey]) throws -> [ObjectRow?] {
        let objects = try snapshot()
        return keys.map(objects.row)
    }

    /// What a relationship to many of each object points at.
    public func members(_ relationship: Int, of keys: [ObjectKey]) throws -> [[ObjectKey]] {
        let objects = try snapshot()
        return keys.map { objects.members(relationship, of: $0) }
    }

    private func evaluation(_ query: ObjectQuery, _ objects: MemoryObjects) -> ObjectEvaluation {
        ObjectEvaluation(
            SourceReader(objects, model: model), entity: query.entity,
            context: .objects(textProfile))
    }

    private func matching(
        _ query: ObjectQuery, in objects: MemoryObjects, sorting: Bool
    ) throws -> [ObjectRow] {
        let evaluation = evaluation(query, objects)
        var rows: [ObjectRow]
        if let keys = query.predicate.soughtObjects {
            // Few are named: the others need not be looked at.
            let entity = model.entities[query.entity]
            rows = Set(keys).compactMap { key in
                let fits =
                    query.includesSubentities
                    ? entity.family.contains(key.entity) : key.entity == query.entity
                return fits ? objects.row(key) : nil
            }.sorted { $0.key.row < $1.key.row }
        } else {
            rows = objects.rows(
                of: query.entity, includingSubentities: query.includesSubentities)
        }
        if query.predicate != .constant(true) {
            rows = try evaluation.evaluator(query.predicate).filter(rows)
        }
        return sorting ? try evaluation.sorted(rows, by: query.ordering) : rows
    }
}

extension QueryPredicate {
    /// The objects among which all that match are, where the predicate names them.
    var soughtObjects: [ObjectKey]? {
        switch self {
        case .comparison(let comparison):
            guard comparison.quantifier == .direct, comparison.left.isSelf,
                case .constant(let value) = comparison.right
            else { return nil }
            switch (comparison.op, value) {
            case (.equal, .object(let object)):
                return (object.base as? StoredObject).map { [$0.key] }
            case (.in, .list(let members)):
                return members.compactMap { member in
                    guard case .object(let object) = member else { return nil }
                    return (object.base as? StoredObject)?.key
                }
            default: return nil  // Other operators do not name objects.
            }
        case .and(let parts): return parts.lazy.compactMap(\.soughtObjects).first
        case .constant, .or, .not, .block: return nil
        }
    }
}

extension QueryExpression {
    /// Whether it is the object asked itself: `SELF`, `self`, `objectID`.
    public var isSelf: Bool {
        switch self {
        case .this: true
        case .keyPath(let path): path.singleKey == "self" || path.singleKey == "objectID"
        case .path(let base, let path):
            base.isSelf && (path.singleKey == "self" || path.singleKey == "objectID")
        case .constant, .variable, .index, .function, .call, .cast, .aggregate, .subquery,
            .conditional, .set, .assignment, .anyKey, .fetch, .block:
            false
        }
    }
}
