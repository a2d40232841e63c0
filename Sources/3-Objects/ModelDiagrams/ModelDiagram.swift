import CoreDataModel
import ObjectCore

/// What a drawing of a model shows, before anything has a place.
///
///     let diagram = ModelDiagram(model)
///     diagram.boxes.map(\.title)   // ["Department", "Employee"]
///     diagram.edges.count          // 1: a relationship and its inverse are one line
struct ModelDiagram {
    /// One line of a box.
    struct Row {
        var name: String
        var type: String
        var isRelationship = false
        /// In memory only, or without a destination.
        var isDim = false
        /// Part of a constraint: together with its like it occurs once.
        var isUnique = false
    }

    /// An entity.
    struct Box {
        var title: String
        /// The class, where it is called something else.
        var subtitle: String?
        var isAbstract: Bool
        /// The root of its tree.
        var tree: Int
        var rows: [Row]
    }

    /// How many objects stand at an end of a line.
    enum Marker: Equatable {
        case none
        case one(isOptional: Bool)
        case many(isOptional: Bool)
        /// The end of inheritance: here is what is inherited from.
        case inherited
    }

    /// Where a line ends: at a row, or at the title where `row` is nil.
    struct End {
        var box: Int
        var row: Int?
        var marker: Marker
    }

    /// A line.
    struct Edge {
        var from: End
        var to: End
        /// The tooltip of the line.
        var words: String
        var isInheritance: Bool { to.marker == .inherited }
    }

    private(set) var boxes: [Box] = []
    private(set) var edges: [Edge] = []

    /// What a model says; inherited properties are shown where they are declared.
    init(_ model: ResolvedModel) {
        boxes = model.entities.map { ModelDiagram.box($0, model) }
        for entity in model.entities {
            if let parent = entity.superentity {
                edges.append(
                    Edge(
                        from: End(box: entity.number, row: nil, marker: .none),
                        to: End(box: parent, row: nil, marker: .inherited),
                        words: "\(entity.name) is a \(model.entities[parent].name)"))
            }
            for relationship in entity.toOnes + entity.toManys
            where relationship.declaredBy == entity.number {
                if let edge = edge(relationship, of: entity, model) { edges.append(edge) }
            }
        }
    }

    private static func box(_ entity: ModelEntity, _ model: ResolvedModel) -> Box {
        let unique = Set(entity.source.uniquenessConstraints.joined())
        var rows = entity.source.attributes.map { attribute in
            Row(
                name: attribute.name,
                type: PropertyText.type(attribute) + (attribute.isOptional ? "?" : ""),
                isDim: attribute.isTransient || attribute.type == .undefined,
                isUnique: unique.contains(attribute.name))
        }
        for relationship in entity.source.relationships {
            let destination = relationship.destination ?? "nothing"
            let isKnown =
                !relationship.isTransient
                && relationship.destination.flatMap { model.entity(named: $0) } != nil
            rows.append(
                Row(
                    name: relationship.name,
                    type: relationship.isToMany
                        ? (relationship.isOrdered ? "[\(destination)]" : "{\(destination)}")
                        : destination + (relationship.isOptional ? "?" : ""),
                    isRelationship: true, isDim: !isKnown,
                    isUnique: unique.contains(relationship.name)))
        }
        let name = PropertyText.className(entity.source)
        return Box(
            title: entity.name, subtitle: name == entity.name ? nil : name,
            isAbstract: entity.isAbstract, tree: entity.root, rows: rows)
    }

    /// The line of a relationship; nil where the other side's is the same.
    private func edge(
        _ relationship: ModelRelationship, of entity: ModelEntity, _ model: ResolvedModel
    ) -> Edge? {
        let far = ModelDiagram.marker(relationship)
        let here = boxes[entity.number].rows.firstIndex {
            $0.isRelationship && $0.name == relationship.name
        }
        let words = "\(entity.name).\(relationship.name)"
        if let inverse = relationship.inverse,
            let other = ModelDiagram.relationship(inverse.name, of: model.entities[inverse.entity]),
            other.inverse?.entity == entity.number, other.inverse?.name == relationship.name
        {
            let there = boxes[inverse.entity].rows.firstIndex {
                $0.isRelationship && $0.name == inverse.name
            }
            let order = (entity.number, here ?? 0)
            guard order <= (inverse.entity, there ?? 0) else { return nil }
            // A relationship that is its own inverse comes back to the title.
            let isOwn = order == (inverse.entity, there ?? 0)
            return Edge(
                from: End(
                    box: entity.number, row: here,
                    marker: isOwn ? .none : ModelDiagram.marker(other)),
                to: End(box: inverse.entity, row: isOwn ? nil : there, marker: far),
                words: isOwn
                    ? "\(words) ↔ itself"
                    : "\(words) ↔ \(model.entities[inverse.entity].name).\(inverse.name)")
        }
        return Edge(
            from: End(box: entity.number, row: here, marker: .none),
            to: End(box: relationship.destination, row: nil, marker: far),
            words: "\(words) → \(model.entities[relationship.destination].name)")
    }

    private static func relationship(
        _ name: String, of entity: ModelEntity
    ) -> ModelRelationship? {
        switch entity.properties[name] {
        case .toOne(let place): entity.toOnes[place]
        case .toMany(let place): entity.toManys[place]
        case .attribute, .transient, .fetched, nil: nil
        }
    }

    private static func marker(_ relationship: ModelRelationship) -> Marker {
        relationship.isToMany
            ? .many(isOptional: relationship.source.isOptional)
            : .one(isOptional: relationship.source.isOptional)
    }
}
