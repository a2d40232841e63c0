import PredicateCore

/// Follows key paths through the values of rows, for orders and output.
struct RowPath {
    private let slot: Int
    private let rest: [String]
    /// What calculates a path with operators such as `tags.@count`.
    private let evaluator: ExpressionEvaluator<FilterRow>?

    /// A path whose first key is among a row's keys; nil where it begins with an operator.
    init?(_ path: QueryKeyPath, in row: FilterRow) throws(EvaluationError) {
        guard case .key(let first)? = path.steps.first,
            let slot = row.keys.firstIndex(where: { $0.hasSameBytes(as: first) })
        else { return nil }
        self.slot = slot
        let names: [String] = path.steps.compactMap {
            if case .key(let name) = $0 { name } else { nil }
        }
        rest = Array(names.dropFirst())
        evaluator =
            names.count == path.steps.count
            ? nil
            : try ExpressionEvaluator<FilterRow>(
                .keyPath(path),
                self: .value { row throws(EvaluationError) in try row.whole() },
                field: { key in
                    guard key.hasSameBytes(as: first) else { return nil }
                    return .value { row throws(EvaluationError) in try row.value(slot) }
                })
    }

    /// What the path leads to.
    func value(_ row: FilterRow) throws(EvaluationError) -> Value {
        if let evaluator { return try evaluator.value(for: row) }
        return member(of: try row.value(slot))
    }

    /// What the path leads to, as it is written: a date is an object of JSON.
    func written(_ row: FilterRow) throws(EvaluationError) -> Value {
        if let evaluator { return try evaluator.value(for: row) }
        return member(of: try row.written(slot))
    }

    /// The cell that the path leads to, as it stands; nil where it leads to none.
    func cell(_ row: FilterRow) throws(EvaluationError) -> String? {
        evaluator == nil ? try row.cell(slot, rest) : nil
    }

    private func member(of value: Value) -> Value {
        var value = value
        for name in rest {
            guard case .dictionary(let members) = value else { return .null }
            value = members[name] ?? .null
        }
        return value
    }

    /// The bytes of the value where they stand in the row as they are.
    func rawJSON(_ row: FilterRow) -> UnsafeBufferPointer<UInt8>? {
        rest.isEmpty && evaluator == nil ? row.rawJSON(slot) : nil
    }
}
