import ObjectCore

/// The uniqueness constraints of a model by entity, inherited ones among them.
struct ObjectConstraints {
    let all: [(entity: ModelEntity, names: [String])]
    let ofEntity: [[Int]]

    init(_ model: ResolvedModel) {
        var all: [(entity: ModelEntity, names: [String])] = []
        var ofEntity = Array(repeating: [Int](), count: model.entities.count)
        for entity in model.entities {
            for names in entity.source.uniquenessConstraints {
                let isStored = names.allSatisfy { name in
                    switch entity.properties[name] {
                    case .attribute, .toOne: true
                    case .toMany, .transient, .fetched, nil: false
                    }
                }
                guard isStored, !names.isEmpty else { continue }
                for number in entity.family { ofEntity[number].append(all.count) }
                all.append((entity, names))
            }
        }
        self.all = all
        self.ofEntity = ofEntity
    }

    var isEmpty: Bool { all.isEmpty }

    /// Whether a change sets a property of a constraint.
    func touches(_ update: ObjectUpdate, _ model: ResolvedModel) -> Bool {
        let entity = model.entities[update.key.entity]
        return ofEntity[update.key.entity].contains { constraint in
            all[constraint].names.contains { name in
                switch entity.properties[name] {
                case .attribute(let place): update.attributes.contains { $0.place == place }
                case .toOne(let place): update.toOnes.contains { $0.place == place }
                case .toMany, .transient, .fetched, nil: false
                }
            }
        }
    }

    /// The values of a row that occur once; nil where one of them is nil: nil occurs often.
    ///
    /// A relationship counts by the row it points at.
    func values(_ constraint: Int, of row: ObjectRow) -> [Value]? {
        var values: [Value] = []
        for name in all[constraint].names {
            switch all[constraint].entity.properties[name] {
            case .attribute(let place): values.append(row.attributes[place])
            case .toOne(let place):
                guard let key = row.toOnes[place] else { return nil }
                values.append(.int(key.row))
            case .toMany, .transient, .fetched, nil: return nil
            }
        }
        return values.contains(where: \.isNull) ? nil : values
    }
}
