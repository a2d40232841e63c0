package import PredicateCore

/// The uniqueness constraints of a model, by their places.
package struct UniqueConstraints: Sendable {
    /// One constraint of an entity; it holds for all that inherit from it.
    package struct Constraint: Sendable {
        package let entity: ModelEntity
        package let names: [String]
        let properties: [ModelProperty]
    }

    /// Those whose properties are all stored.
    package let all: [Constraint]
    /// The constraints of each entity, its own and those it inherits.
    package let ofEntity: [[Int]]

    package init(_ model: ResolvedModel) {
        var all: [Constraint] = []
        var ofEntity = Array(repeating: [Int](), count: model.entities.count)
        for entity in model.entities {
            for names in entity.source.uniquenessConstraints where !names.isEmpty {
                let properties = names.compactMap { entity.properties[$0] }
                let isStored = properties.allSatisfy { property in
                    switch property {
                    case .attribute, .toOne: true
                    case .toMany, .transient, .fetched: false
                    }
                }
                guard isStored, properties.count == names.count else { continue }
                for number in entity.family { ofEntity[number].append(all.count) }
                all.append(Constraint(entity: entity, names: names, properties: properties))
            }
        }
        self.all = all
        self.ofEntity = ofEntity
    }

    package var isEmpty: Bool { all.isEmpty }

    /// The values of a row that occur once; nil where one of them is nil: nil occurs often.
    ///
    /// A relationship counts by the row it points at.
    package func values(_ constraint: Int, of row: ObjectRow) -> [Value]? {
        var values: [Value] = []
        for property in all[constraint].properties {
            switch property {
            case .attribute(let place):
                let type = all[constraint].entity.attributes[place].type
                values.append(type.normalized(row.attributes[place]).withoutNulls)
            case .toOne(let place):
                guard let key = row.toOnes[place] else { return nil }
                values.append(.int(key.row))
            case .toMany, .transient, .fetched: return nil
            }
        }
        return values.contains(where: \.isNull) ? nil : values
    }

    /// Which values of the rows of one save would occur twice.
    ///
    /// - Parameter owner: Another row of the store that has the values and keeps them.
    package func violations(
        of rows: [ObjectRow],
        owner: (_ constraint: Int, _ values: [Value], _ row: ObjectRow) throws -> ObjectRow?
    ) rethrows -> [ObjectSaveFailure.Constraint] {
        var claims: [Int: [[Value]: ObjectRow]] = [:]
        var found: [ObjectSaveFailure.Constraint] = []
        for row in rows {
            for place in ofEntity[row.key.entity] {
                guard let values = values(place, of: row) else { continue }
                let other = claims[place]?[values].flatMap { $0.key == row.key ? nil : $0 }
                // Where both are of this save, whatever the store has of them.
                if let existing = try other ?? owner(place, values, row) {
                    found.append(
                        .init(
                            properties: all[place].names, key: row.key, existing: existing,
                            isStored: other == nil))
                } else {
                    claims[place, default: [:]][values] = row
                }
            }
        }
        return found
    }
}

extension Value {
    /// A composite without the parts that are null, as columns have it; null where none is left.
    package var withoutNulls: Value {
        guard case .dictionary(let members) = self else { return self }
        let kept = members.mapValues(\.withoutNulls).filter { !$0.value.isNull }
        return kept.isEmpty ? .null : .dictionary(kept)
    }
}
