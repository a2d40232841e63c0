import PredicateCore

// The operators of conditions. One generic function serves a property and its optional form:
// beside `\.name`, an optional text, `"Alice"` is an optional text too.

/// The property has the value; nil asks for no value.
public func == <Root, Property: Equatable>(
    path: KeyPath<Root, Property>, value: Property
) -> Condition<Root> {
    Condition(path, .equal, value)
}

/// The property has another value.
public func != <Root, Property: Equatable>(
    path: KeyPath<Root, Property>, value: Property
) -> Condition<Root> {
    Condition(path, .notEqual, value)
}

/// The property is less.
public func < <Root, Property: Comparable>(
    path: KeyPath<Root, Property>, value: Property
) -> Condition<Root> {
    Condition(path, .less, value)
}

/// The property is less or equal.
public func <= <Root, Property: Comparable>(
    path: KeyPath<Root, Property>, value: Property
) -> Condition<Root> {
    Condition(path, .lessOrEqual, value)
}

/// The property is greater.
public func > <Root, Property: Comparable>(
    path: KeyPath<Root, Property>, value: Property
) -> Condition<Root> {
    Condition(path, .greater, value)
}

/// The property is greater or equal.
public func >= <Root, Property: Comparable>(
    path: KeyPath<Root, Property>, value: Property
) -> Condition<Root> {
    Condition(path, .greaterOrEqual, value)
}

/// The property is less; a missing value is not.
public func < <Root, Property: Comparable>(
    path: KeyPath<Root, Property?>, value: Property
) -> Condition<Root> {
    Condition(path, .less, value)
}

/// The property is less or equal; a missing value is not.
public func <= <Root, Property: Comparable>(
    path: KeyPath<Root, Property?>, value: Property
) -> Condition<Root> {
    Condition(path, .lessOrEqual, value)
}

/// The property is greater; a missing value is not.
public func > <Root, Property: Comparable>(
    path: KeyPath<Root, Property?>, value: Property
) -> Condition<Root> {
    Condition(path, .greater, value)
}

/// The property is greater or equal; a missing value is not.
public func >= <Root, Property: Comparable>(
    path: KeyPath<Root, Property?>, value: Property
) -> Condition<Root> {
    Condition(path, .greaterOrEqual, value)
}

/// Both conditions hold: `\Note.rank > 3 && \Note.done == false`.
public func && <Root>(a: Condition<Root>, b: Condition<Root>) -> Condition<Root> {
    let initials = a.initials.flatMap { first in b.initials.map { first + $0 } }
    return a.combined(with: b, { joined(.and([$0, $1])) }, initials: initials)
}

/// At least one holds.
public func || <Root>(a: Condition<Root>, b: Condition<Root>) -> Condition<Root> {
    a.combined(with: b, { joined(.or([$0, $1])) })
}

/// The condition does not hold.
prefix public func ! <Root>(a: Condition<Root>) -> Condition<Root> {
    Condition(a.meaning.map { .not($0) })
}

/// A chain of ANDs or ORs as one list.
private func joined(_ predicate: QueryPredicate) -> QueryPredicate {
    switch predicate {
    case .and(let parts):
        if case .and(let first)? = parts.first { return .and(first + parts.dropFirst()) }
        return predicate
    case .or(let parts):
        if case .or(let first)? = parts.first { return .or(first + parts.dropFirst()) }
        return predicate
    case .constant, .comparison, .not, .block: return predicate
    }
}
