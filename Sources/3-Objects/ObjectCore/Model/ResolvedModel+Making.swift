public import CoreDataModel

extension ResolvedModel {
    /// Looks up the names of a model.
    ///
    /// Relationships without a destination or with one that the model does not have, and
    /// inverses that are not there, are left out: unfinished models open as far as they go.
    ///
    /// - Parameter transforming: What the bytes of transformable attributes stand for.
    /// - Throws: ``ModelProblem`` for entities of one name, for inheritance in a circle or from
    ///   an entity that is missing, and for properties of one name.
    public convenience init(
        _ model: ObjectModel, transforming: Transforming? = nil
    ) throws(ModelProblem) {
        let maker = try ModelMaker(model)
        self.init(model: model, entities: try maker.make(), transforming: transforming)
    }
}

private struct ModelMaker {
    let sources: [String: ObjectEntity]
    /// Names in the order of their numbers.
    let order: [String]
    let numbers: [String: Int]
    let children: [String: [String]]

    init(_ model: ObjectModel) throws(ModelProblem) {
        var sources: [String: ObjectEntity] = [:]
        for entity in model.entities {
            guard sources.updateValue(entity, forKey: entity.name) == nil else {
                throw ModelProblem("There are two entities of this name.", entity: entity.name)
            }
        }
        var children: [String: [String]] = [:]
        for entity in model.entities {
            guard let parent = entity.superentity else { continue }
            guard sources[parent] != nil else {
                throw ModelProblem(
                    "It inherits from '\(parent)', which the model does not have.",
                    entity: entity.name)
            }
            children[parent, default: []].append(entity.name)
        }
        for name in Array(children.keys) { children[name]?.sort(by: ModelMaker.precedes) }
        var order: [String] = []
        var pending = sources.values.filter { $0.superentity == nil }.map(\.name)
            .sorted { ModelMaker.precedes($1, $0) }
        while let name = pending.popLast() {
            order.append(name)
            pending += (children[name] ?? []).reversed()
        }
        guard order.count == sources.count else {
            let lost = Set(sources.keys).subtracting(order).min()
            throw ModelProblem("It inherits from itself.", entity: lost)
        }
        self.sources = sources
        self.order = order
        self.children = children
        numbers = Dictionary(
            uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    }

    private static func precedes(_ a: String, _ b: String) -> Bool {
        a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
    }

    func make() throws(ModelProblem) -> [ModelEntity] {
        var made: [ModelEntity] = []
        for (number, name) in order.enumerated() {
            guard let source = sources[name] else { continue }
            let parent = source.superentity.flatMap { numbers[$0] }.map { made[$0] }
            made.append(try entity(number, source, parent))
        }
        return made
    }

    private func entity(
        _ number: Int, _ source: ObjectEntity, _ parent: ModelEntity?
    ) throws(ModelProblem) -> ModelEntity {
        var attributes = parent?.attributes ?? []
        var toOnes = parent?.toOnes ?? []
        var toManys = parent?.toManys ?? []
        var properties = parent?.properties ?? [:]
        func add(_ name: String, _ property: ModelProperty) throws(ModelProblem) {
            guard properties.updateValue(property, forKey: name) == nil else {
                throw ModelProblem(
                    "There are two properties of this name.", entity: source.name, property: name)
            }
        }
        for attribute in source.attributes {
            if attribute.isTransient || attribute.type == .undefined {
                try add(attribute.name, .transient)
                continue
            }
            try add(attribute.name, .attribute(attributes.count))
            attributes.append(
                ModelAttribute(place: attributes.count, source: attribute, declaredBy: number))
        }
        for relationship in source.relationships {
            guard !relationship.isTransient,
                let destination = relationship.destination.flatMap({ numbers[$0] })
            else {
                try add(relationship.name, .transient)
                continue
            }
            let inverse = inverse(of: relationship)
            if relationship.isToMany {
                try add(relationship.name, .toMany(toManys.count))
                toManys.append(
                    ModelRelationship(
                        place: toManys.count, source: relationship, declaredBy: number,
                        destination: destination, inverse: inverse))
            } else {
                try add(relationship.name, .toOne(toOnes.count))
                toOnes.append(
                    ModelRelationship(
                        place: toOnes.count, source: relationship, declaredBy: number,
                        destination: destination, inverse: inverse))
            }
        }
        for property in source.fetchedProperties { try add(property.name, .fetched) }
        var root = source
        while let name = root.superentity, let above = sources[name] { root = above }
        return ModelEntity(
            number: number, source: source, superentity: parent?.number,
            root: numbers[root.name] ?? number,
            family: number...(number + descendants(of: source.name)),
            attributes: attributes, toOnes: toOnes, toManys: toManys, properties: properties)
    }

    private func descendants(of name: String) -> Int {
        var count = 0
        var pending = children[name] ?? []
        while let next = pending.popLast() {
            count += 1
            pending += children[next] ?? []
        }
        return count
    }

    /// The other side, declared by the destination or by what it inherits from.
    private func inverse(of relationship: ObjectRelationship) -> ModelRelationship.Inverse? {
        guard let name = relationship.inverse else { return nil }
        var entity = relationship.inverseEntity ?? relationship.destination
        while let current = entity, let source = sources[current] {
            if let other = source.relationships.first(where: { $0.name == name }),
                let number = numbers[current]
            {
                return ModelRelationship.Inverse(
                    entity: number, name: name, isToMany: other.isToMany,
                    isOrdered: other.isOrdered)
            }
            entity = source.superentity
        }
        return nil
    }
}
