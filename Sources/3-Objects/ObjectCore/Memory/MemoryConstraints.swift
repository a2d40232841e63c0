import PredicateCore

/// The values that may occur once, and the objects that have them.
struct MemoryConstraints: UniqueConstraints, Sendable {
    /// One constraint of an entity; it holds for all that inherit from it.
    struct Constraint: Sendable {
        let entity: ModelEntity
        let names: [String]
        let properties: [ModelProperty]
    }

    let all: [Constraint]
    let ofEntity: [[Int]]
    /// The object that has each combination of values, by the constraint's index.
    private var owners: [[[Value]: ObjectKey]]

    init(_ model: ResolvedModel) {
        var all: [Constraint] = []
        var ofEntity = Array(repeating: [Int](), count: model.entities.count)
        for entity in model.entities {
            for names in entity.source.uniquenessConstraints {
                let properties = names.compactMap { entity.properties[$0] }
                guard properties.count == names.count, !names.isEmpty else { continue }
                for number in entity.family { ofEntity[number].append(all.count) }
                all.append(Constraint(entity: entity, names: names, properties: properties))
            }
        }
        self.all = all
        self.ofEntity = ofEntity
        owners = Array(repeating: [:], count: all.count)
    }

    var isEmpty: Bool { all.isEmpty }

    func names(_ constraint: Int) -> [String] { all[constraint].names }

    func values(_ constraint: Int, of row: ObjectRow) -> [Value]? {
        var values: [Value] = []
        for property in all[constraint].properties {
            switch property {
            case .attribute(let place): values.append(row.attributes[place].withoutNulls)
            case .toOne(let place):
                guard let key = row.toOnes[place] else { return nil }
                values.append(.object(ObjectValue(StoredObject(key))))
            case .toMany, .transient, .fetched: return nil
            }
        }
        return values.contains(where: \.isNull) ? nil : values
    }

    func owner(_ constraint: Int, _ values: [Value]) -> ObjectKey? { owners[constraint][values] }

    mutating func remove(_ row: ObjectRow) {
        for constraint in ofEntity[row.key.entity] {
            guard let values = values(constraint, of: row),
                owners[constraint][values] == row.key
            else { continue }
            owners[constraint][values] = nil
        }
    }

    mutating func add(_ row: ObjectRow) {
        for constraint in ofEntity[row.key.entity] {
            if let values = values(constraint, of: row) { owners[constraint][values] = row.key }
        }
    }
}
