/// The entities of a model by name, with what each inherits.
struct EntityIndex {
    private let byName: [String: ObjectEntity]

    init(_ model: ObjectModel) {
        byName = Dictionary(
            model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> ObjectEntity? { byName[name] }

    /// The names of an entity and of those that it inherits from, the root last; a circle ends
    /// where it began.
    func lineage(of name: String) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        var next: String? = name
        while let current = next, let entity = byName[current], seen.insert(current).inserted {
            names.append(current)
            next = entity.superentity
        }
        return names
    }

    /// The entity from which all of a family inherit.
    func root(of name: String) -> String? { lineage(of: name).last }

    /// The relationship that an entity has under a name, with the entity that declares it.
    func relationship(_ name: String, of entity: String) -> (String, ObjectRelationship)? {
        for one in lineage(of: entity) {
            if let found = byName[one]?.relationships.first(where: { $0.name == name }) {
                return (one, found)
            }
        }
        return nil
    }

    /// The link of a relationship to many whose inverse is to many; nil for others.
    func link(of relationship: ObjectRelationship, in entity: String) -> MirrorPlan.Link? {
        guard relationship.isToMany, let destination = relationship.destination,
            let inverse = relationship.inverse,
            let (owner, other) = self.relationship(inverse, of: destination),
            other.isToMany, !other.isTransient
        else { return nil }
        let ends = [
            MirrorPlan.Link.End(entity: entity, relationship: relationship.name),
            MirrorPlan.Link.End(entity: owner, relationship: other.name),
        ].sorted { ($0.entity, $0.relationship) < ($1.entity, $1.relationship) }
        return MirrorPlan.Link(first: ends[0], second: ends[1])
    }
}

extension ObjectModel {
    /// The entities of a configuration; all of them for nil and for the default one, and nil where
    /// the model has no configuration of the name.
    public func entities(ofConfiguration name: String?) -> [ObjectEntity]? {
        guard let name, name != "PF_DEFAULT_CONFIGURATION_NAME",
            name != "Default" || configurations[name] != nil
        else { return entities }
        guard let members = configurations[name].map(Set.init) else { return nil }
        return entities.filter { members.contains($0.name) }
    }
}
