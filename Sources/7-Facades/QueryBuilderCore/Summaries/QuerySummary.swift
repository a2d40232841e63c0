public import PredicateCore

/// One value calculated from the values of a property.
///
///     try await query.summarize(.sum, of: "population")  // .int(9_420_117)
public enum QuerySummary: Hashable, Sendable, CaseIterable {
    /// The sum; 0 of nothing.
    case sum
    /// The mean; nil of nothing.
    case average
    /// The smallest; nil of nothing.
    case minimum
    /// The largest; nil of nothing.
    case maximum

    /// The operator of a key path that calculates it.
    public var collectionOperator: CollectionOperator {
        switch self {
        case .sum: .sum
        case .average: .avg
        case .minimum: .min
        case .maximum: .max
        }
    }

    /// The value over objects at hand, for sources that cannot calculate themselves.
    public func value(of key: String, over objects: [Value]) throws -> Value {
        let path = QueryKeyPath(
            steps: [.collection(collectionOperator)] + QueryKeyPath(key).steps)
        return try ExpressionEvaluator<Value>(.path(.constant(.list(objects)), path))
            .value(for: .null)
    }

    /// The values of a property over objects at hand, each once, smallest first, nil left out.
    public static func distinct(_ key: String, over objects: [Value]) throws -> [Value] {
        let path = QueryKeyPath(
            steps: [.collection(.distinctUnionOfObjects)] + QueryKeyPath(key).steps)
        let values = try ExpressionEvaluator<Value>(.path(.constant(.list(objects)), path))
            .value(for: .null)
        guard case .list(let members) = values else { return [] }
        return ordered(members)
    }

    /// Values smallest first, nil left out.
    public static func ordered(_ values: [Value]) -> [Value] {
        values.filter { !$0.isNull }
            .sorted { ValueComparison.sortOrder($0, $1, .literal) == .less }
    }
}
