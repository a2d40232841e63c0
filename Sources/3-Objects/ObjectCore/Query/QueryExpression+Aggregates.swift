public import PredicateCore

extension QueryExpression {
    /// Whether it calculates over the objects of a group: `max:(age)`.
    public var isAggregate: Bool {
        guard case .function(let function, let arguments) = self, arguments.count == 1 else {
            return false
        }
        switch function {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev: break
        case .add, .subtract, .multiply, .divide, .modulus, .sqrt, .log, .ln, .raise, .exp,
            .ceiling, .abs, .trunc, .floor, .negate, .now, .uppercase, .lowercase, .canonical,
            .length, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift,
            .onesComplement, .noIndex, .distance, .objectFrom, .valueForKeyPath, .tokenize:
            return false
        }
        switch arguments[0] {
        case .constant, .aggregate, .subquery: return false  // A collection of its own.
        case .this, .keyPath, .variable, .path, .index, .function, .call, .cast, .conditional,
            .set, .assignment, .anyKey, .fetch, .block:
            return true
        }
    }

    /// Whether an aggregate stands in it.
    public var hasAggregate: Bool {
        switch self {
        case .subquery, .fetch: false
        case .index(let base, _): base.hasAggregate
        case .constant, .this, .keyPath, .variable, .path, .function, .call, .cast, .aggregate,
            .conditional, .set, .assignment, .anyKey, .block:
            isAggregate || children.contains(where: \.hasAggregate)
        }
    }

    /// Whether it is the same for all objects of a group, or calculated of them.
    func isAlike(in groups: [QueryExpression]) -> Bool {
        if isAggregate || groups.contains(self) { return true }
        switch self {
        case .this: return groups.contains(where: \.isObject)
        case .keyPath(let path):
            return groups.contains { group in
                guard !group.isObject, case .keyPath(let other) = group else {
                    return group.isObject
                }
                return path.steps.starts(with: other.steps)
            }
        case .subquery, .fetch, .anyKey, .block: return false
        case .index(let base, _): return base.isAlike(in: groups)
        case .constant, .variable, .path, .function, .call, .cast, .aggregate, .conditional, .set,
            .assignment:
            return children.allSatisfy { $0.isAlike(in: groups) }
        }
    }

    /// Whether it is the object itself.
    private var isObject: Bool {
        switch self {
        case .this: true
        case .keyPath(let path): path.singleKey == "objectID" || path.singleKey == "self"
        default: false  // Everything else is a value.
        }
    }

    /// The function over a group that a key path with an operator in front means: `sum:(age)` for
    /// `@sum.age`, which Apple's stores take in results that are dictionaries.
    var groupFunction: QueryExpression? {
        guard case .keyPath(let path) = self, case .collection(let op) = path.steps[0] else {
            return nil
        }
        let function: Function
        switch op {
        case .count: return .function(.count, [.this])
        case .sum: function = .sum
        case .avg: function = .average
        case .min: function = .min
        case .max: function = .max
        case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays,
            .distinctUnionOfSets, .allKeys, .allValues:
            return nil
        }
        guard path.steps.count > 1 else { return nil }
        return .function(function, [.keyPath(QueryKeyPath(steps: Array(path.steps.dropFirst())))])
    }

    /// The expression with some of its parts replaced, outermost first.
    func replacing<Failure: Error>(
        _ replace: (QueryExpression) throws(Failure) -> QueryExpression?
    ) throws(Failure) -> QueryExpression {
        if let other = try replace(self) { return other }
        switch self {
        case .subquery, .fetch: return self
        case .index(let base, let index): return .index(try base.replacing(replace), index)
        case .constant, .this, .keyPath, .variable, .path, .function, .call, .cast, .aggregate,
            .conditional, .set, .assignment, .anyKey, .block:
            return try mapChildren(
                expressions: { part throws(Failure) in try part.replacing(replace) },
                predicates: { part throws(Failure) in try part.replacing(replace) })
        }
    }
}

extension QueryPredicate {
    /// Whether an aggregate over a group stands in it.
    public var hasAggregate: Bool { children.contains(where: \.hasAggregate) }

    /// Whether it holds for all objects of a group or for none.
    fileprivate func isAlike(in groups: [QueryExpression]) -> Bool {
        children.allSatisfy { $0.isAlike(in: groups) }
    }

    /// The predicate with some of the expressions in it replaced.
    func replacing<Failure: Error>(
        _ replace: (QueryExpression) throws(Failure) -> QueryExpression?
    ) throws(Failure) -> QueryPredicate {
        try mapChildren(
            expressions: { part throws(Failure) in try part.replacing(replace) },
            predicates: { part throws(Failure) in try part.replacing(replace) })
    }
}

extension PredicatePart {
    fileprivate var hasAggregate: Bool {
        switch self {
        case .predicate(let predicate): predicate.hasAggregate
        case .expression(let expression): expression.hasAggregate
        }
    }

    fileprivate func isAlike(in groups: [QueryExpression]) -> Bool {
        switch self {
        case .predicate(let predicate): predicate.isAlike(in: groups)
        case .expression(let expression): expression.isAlike(in: groups)
        }
    }
}

extension SummaryQuery {
    /// What the results are grouped by: a name of no property is that of a column.
    package func groupedBy(_ model: ResolvedModel) -> [QueryExpression] {
        let family = model.entities[objects.entity].family
        return grouping.map { path in
            guard let name = path.singleKey,
                !family.contains(where: { model.entities[$0].properties[name] != nil }),
                let column = columns.first(where: { $0.name == name })
            else { return .keyPath(path) }
            return column.expression
        }
    }
}
