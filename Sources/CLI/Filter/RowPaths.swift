import PredicateCore

/// Follows plain key paths through the values of rows, for orders and output.
struct RowPath {
    private let slot: Int
    private let rest: [String]

    /// A path whose first key is among a row's keys; nil where it has operators.
    init?(_ path: QueryKeyPath, in row: FilterRow) {
        var names: [String] = []
        for step in path.steps {
            guard case .key(let name) = step else { return nil }
            names.append(name)
        }
        guard let first = names.first,
            let slot = row.keys.firstIndex(where: { $0.utf8.elementsEqual(first.utf8) })
        else { return nil }
        self.slot = slot
        rest = Array(names.dropFirst())
    }

    /// What the path leads to.
    func value(_ row: FilterRow) throws(EvaluationError) -> Value {
        var value = try row.value(slot)
        for name in rest {
            guard case .dictionary(let members) = value else { return .null }
            value = members[name] ?? .null
        }
        return value
    }

    /// The bytes of the value where they stand in the row as they are.
    func rawJSON(_ row: FilterRow) -> UnsafeBufferPointer<UInt8>? {
        rest.isEmpty ? row.rawJSON(slot) : nil
    }
}
