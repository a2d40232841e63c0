import PredicateCore

/// The objects that have the values that may occur once.
struct MemoryConstraints: Sendable {
    let unique: UniqueConstraints
    /// The object that has each combination of values, by the constraint's index.
    private var owners: [[[Value]: ObjectKey]]

    init(_ model: ResolvedModel) {
        unique = UniqueConstraints(model)
        owners = Array(repeating: [:], count: unique.all.count)
    }

    func owner(_ constraint: Int, _ values: [Value]) -> ObjectKey? { owners[constraint][values] }

    mutating func remove(_ row: ObjectRow) {
        for constraint in unique.ofEntity[row.key.entity] {
            guard let values = unique.values(constraint, of: row),
                owners[constraint][values] == row.key
            else { continue }
            owners[constraint][values] = nil
        }
    }

    mutating func add(_ row: ObjectRow) {
        for constraint in unique.ofEntity[row.key.entity] {
            if let values = unique.values(constraint, of: row) {
                owners[constraint][values] = row.key
            }
        }
    }
}
