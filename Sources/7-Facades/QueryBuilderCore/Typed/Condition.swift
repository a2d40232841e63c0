import PredicateCore

/// A condition on properties that the compiler knows, made by operators on key paths.
///
///     query.where(\.quantity == 1 && \.name == "Alice")
///     query.where(1...3 ~= \.quantity || \.name != nil)
public struct Condition<Root>: Sendable {
    let meaning: Result<QueryPredicate, QueryError>
    let initials: [QueryTerms.Initial]?

    init(_ meaning: Result<QueryPredicate, QueryError>, _ initials: [QueryTerms.Initial]? = nil) {
        self.meaning = meaning
        self.initials = initials
    }

    /// A property compared with a value.
    init(_ path: AnyKeyPath, _ op: PredicateCore.Operator, _ value: Any?) {
        let key = name(of: path)
        meaning = key.map { key in
            .comparison(
                Comparison(.keyPath(QueryKeyPath(key)), op, .constant(Value(bridging: value))))
        }
        if op == .equal, case .success(let key) = key {
            initials = [QueryTerms.Initial(key, value)]
        } else {
            initials = nil
        }
    }

    /// A property in a range.
    init(_ path: AnyKeyPath, in range: any RangeCondition) {
        meaning = name(of: path).map { range.condition(on: .keyPath(QueryKeyPath($0))) }
        initials = nil
    }

    /// Two conditions as one.
    func combined(
        with other: Condition, _ combine: (QueryPredicate, QueryPredicate) -> QueryPredicate,
        initials: [QueryTerms.Initial]? = nil
    ) -> Condition {
        switch (meaning, other.meaning) {
        case (.success(let a), .success(let b)): Condition(.success(combine(a, b)), initials)
        case (.failure, _): self
        case (_, .failure): other
        }
    }
}

/// The name by which predicates know a property.
func name(of path: AnyKeyPath) -> Result<String, QueryError> {
    guard let name = KeyPathNames.name(of: path) else {
        return .failure(.namelessKeyPath(String(describing: path)))
    }
    return .success(name)
}

extension QueryBuilder {
    /// Asks that a condition holds which the compiler has checked.
    ///
    ///     query.where(\.quantity == 1 && \.name == "Alice")
    public func `where`(_ condition: Condition<Element>) -> Self {
        telling { $0.require(try condition.meaning.get(), initials: condition.initials) }
    }

    /// Allows also what a condition says; everything before it is in parentheses.
    public func or(_ condition: Condition<Element>) -> Self {
        telling { $0.allow(try condition.meaning.get(), initials: condition.initials) }
    }

    /// Sorts by a property, after what it was sorted by before.
    ///
    ///     query.order(by: \.date, .descending)
    public func order<Property>(
        by path: KeyPath<Element, Property>, _ direction: SortDirection = .ascending,
        _ comparison: TextComparison = .literal
    ) -> Self {
        switch name(of: path) {
        case .success(let name): order(by: name, direction, comparison)
        case .failure(let error): telling { _ in throw error }
        }
    }
}
