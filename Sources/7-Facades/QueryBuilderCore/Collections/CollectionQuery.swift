import Foundation
public import PredicateCore

/// A query over the elements of a collection.
///
///     try people.query().where("age > %d", 30).order(by: \.name).all()
///
/// Elements are dictionaries, or structs and objects whose stored properties are the keys.
/// Elements that no order tells apart stay as they were.
public struct CollectionQuery<Element>: ImmediateQuery {
    /// What the query has been told.
    public var terms = QueryTerms()
    private let elements: [Element]

    /// A query over elements, none of them left out yet.
    public init(_ elements: some Collection<Element>) { self.elements = Array(elements) }

    /// The elements that match, in order.
    ///
    /// - Throws: The first mistake among the words; an `EvaluationError` where an element has no
    ///   such key, or values that cannot be compared.
    public func all() throws -> [Element] {
        let condition = try terms.condition()
        if terms.limit == 0 { return [] }
        let needed = terms.limit?.rows(after: terms.offset)
        var found: [Element] = []
        if case .constant(let holds) = condition {
            found = holds ? elements : []
        } else {
            let predicate = NSPredicate.from(condition)
            for element in elements where try predicate.matches(element) {
                found.append(element)
                if terms.ordering.isEmpty, found.count == needed { break }
            }
        }
        if !terms.ordering.isEmpty { found = try sorted(found) }
        return Array(found.dropFirst(terms.offset).prefix(terms.limit ?? .max))
    }

    /// How many elements match, limit and offset considered.
    public func count() throws -> Int { try all().count }

    /// One value calculated from the elements that match.
    public func summarize(_ summary: QuerySummary, of key: String) throws -> Value {
        try summary.value(of: key, over: all().map(keyed))
    }

    /// The values of a property, each once, smallest first.
    public func distinct(_ key: String) throws -> [Value] {
        try QuerySummary.distinct(key, over: all().map(keyed))
    }

    private func sorted(_ elements: [Element]) throws -> [Element] {
        // Each element is read as a value once, and carries its place along.
        let rows: [Value] = elements.enumerated().map { place, element in
            .list([keyed(element), .int(Int64(place))])
        }
        let comparator = try OrderingComparator<Value>(
            terms.ordering, self: .value { member($0, 0) },
            field: { key in
                let read = try ExpressionEvaluator<Value>(
                    .keyPath(QueryKeyPath(steps: [.key(key)])))
                return .value { row throws(EvaluationError) in
                    try read.value(for: member(row, 0))
                }
            })
        return try comparator.sorted(rows).compactMap { row in
            guard case .int(let place) = member(row, 1) else { return nil }
            return elements[Int(place)]
        }
    }
}

extension CollectionQuery: Sendable where Element: Sendable {}

extension CollectionQuery where Element: Identifiable {
    /// Whether an element of this identifier is among those that match.
    public func exists(_ id: Element.ID) throws -> Bool { try fetch(id) != nil }

    /// The element of this identifier among those that match; nil where there is none.
    public func fetch(_ id: Element.ID) throws -> Element? {
        try all().first { $0.id == id }
    }
}

extension Collection {
    /// A query over the elements.
    ///
    ///     try people.query().where("age > %d", 30).order(by: "name").all()
    public func query() -> CollectionQuery<Element> { CollectionQuery(self) }
}

/// An element in the form in which its keys are asked, whatever it is as a constant.
private func keyed(_ element: Any) -> Value {
    if let object = element as? any KeyedObject { return .object(ObjectValue(object)) }
    return Value(bridging: element)
}

private func member(_ row: Value, _ place: Int) -> Value {
    guard case .list(let members) = row, members.indices.contains(place) else { return .null }
    return members[place]
}
