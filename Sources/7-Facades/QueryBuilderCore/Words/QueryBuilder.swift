import Foundation
import PredicateCore

/// The words of a query, the same over every source.
///
///     try people.query().where("age > %d", 30).order(by: "name").all()
///
/// Each word gives a new query. A word that makes no sense, such as a format that cannot be
/// parsed, does not stop the program: the terminal call throws.
public protocol QueryBuilder<Element> {
    /// What is asked for.
    associatedtype Element
    /// What the query has been told.
    var terms: QueryTerms { get set }
}

extension QueryBuilder {
    /// The query after a change.
    func telling(_ change: (inout QueryTerms) throws -> Void) -> Self {
        var copy = self
        do {
            try change(&copy.terms)
        } catch {
            copy.terms.fail(error)
        }
        return copy
    }

    // MARK: Conditions

    /// Asks that a format holds, with its arguments as `NSPredicate` takes them.
    ///
    ///     query.where("quantity == %d", 1).where("%K == %@", "name", "Alice")
    ///     // quantity == 1 AND name == "Alice"
    public func `where`(_ format: String, _ arguments: Any?...) -> Self {
        telling { $0.require(try parsed(format, arguments)) }
    }

    /// Allows also what a format says; everything before it is in parentheses.
    ///
    ///     query.where("a == 1").where("b == 2").or("b == 3")  // (a == 1 AND b == 2) OR b == 3
    public func or(_ format: String, _ arguments: Any?...) -> Self {
        telling { $0.allow(try parsed(format, arguments)) }
    }

    /// Asks that a predicate holds.
    public func `where`(_ predicate: NSPredicate) -> Self {
        telling { $0.require(predicate.queryPredicate) }
    }

    /// Allows also what a predicate says.
    public func or(_ predicate: NSPredicate) -> Self {
        telling { $0.allow(predicate.queryPredicate) }
    }

    /// Asks that properties have values, or values within bounds; nil asks for no value, an array
    /// or a set for one of its members.
    ///
    ///     query.where(["quantity": 1...3, "name": "Alice"])
    ///     // name == "Alice" AND quantity BETWEEN {1, 3}
    public func `where`(_ values: [String: Any?]) -> Self {
        telling { terms in
            let (predicate, initials) = try conditions(values)
            terms.require(predicate, initials: initials)
        }
    }

    /// Allows also that properties have values.
    public func or(_ values: [String: Any?]) -> Self {
        telling { terms in
            let (predicate, initials) = try conditions(values)
            terms.allow(predicate, initials: initials)
        }
    }

    // MARK: Order and window

    /// Sorts by a property, after what it was sorted by before.
    ///
    ///     query.order(by: "department").order(by: "name", .descending, .localizedStandard)
    public func order(
        by key: String, _ direction: SortDirection = .ascending,
        _ comparison: TextComparison = .literal
    ) -> Self {
        telling { terms in
            guard !key.isEmpty else { throw QueryError.emptyKey }
            terms.sort(
                by: Ordering(
                    key, ascending: direction == .ascending, textOrder: comparison.textOrder))
        }
    }

    /// Asks for no more than so many, of those that ``offset(_:)`` leaves.
    public func limit(_ count: Int) -> Self { telling { $0.limit = max(count, 0) } }

    /// Passes over the first so many.
    public func offset(_ count: Int) -> Self { telling { $0.offset = max(count, 0) } }
}

extension QueryBuilder where Element: Queryable {
    /// Asks that attributes have values, or values within bounds; nil asks for no value, an array
    /// or a set for one of its members.
    ///
    ///     query.where([.quantity: 1, .name: "Alice"])  // name == "Alice" AND quantity == 1
    ///     query.where([.quantity: lt(1)])              // quantity < 1
    ///     query.where([.quantity: 1...3])              // quantity BETWEEN {1, 3}
    public func `where`(_ values: [Element.Attribute: Any?]) -> Self {
        self.where(named(values))
    }

    /// Allows also that attributes have values; everything before it is in parentheses.
    public func or(_ values: [Element.Attribute: Any?]) -> Self { or(named(values)) }

    /// Sorts by an attribute, after what it was sorted by before.
    public func order(
        by attribute: Element.Attribute, _ direction: SortDirection = .ascending,
        _ comparison: TextComparison = .literal
    ) -> Self {
        order(by: keyName(of: attribute), direction, comparison)
    }

    private func named(_ values: [Element.Attribute: Any?]) -> [String: Any?] {
        Dictionary(values.map { (keyName(of: $0.key), $0.value) }) { first, _ in first }
    }
}

private func parsed(_ format: String, _ arguments: [Any?]) throws -> QueryPredicate {
    try NSPredicate(parsing: format, argumentArray: arguments.map { $0 ?? NSNull() })
        .queryPredicate
}

/// The conditions of a dictionary, by name so that they always come in one order.
private func conditions(
    _ values: [String: Any?]
) throws -> (QueryPredicate, [QueryTerms.Initial]?) {
    var parts: [QueryPredicate] = []
    var initials: [QueryTerms.Initial]? = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        guard !key.isEmpty else { throw QueryError.emptyKey }
        let condition = ValueCondition(key, value)
        parts.append(condition.predicate)
        if condition.isEquality {
            initials?.append(QueryTerms.Initial(key, value))
        } else {
            initials = nil
        }
    }
    if parts.isEmpty { return (.constant(true), initials) }
    return (parts.count == 1 ? parts[0] : .and(parts), initials)
}
