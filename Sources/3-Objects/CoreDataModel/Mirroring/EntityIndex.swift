/// The entities of a model by name, with what each inherits.
struct EntityIndex {
    private let byName: [String: ObjectEntity]
    /// Which inherit from which, with their relationships.
    let tree: EntityTree

    init(_ model: ObjectModel) {
        byName = Dictionary(
            model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        tree = EntityTree(
            model.entities.map { ($0.name, $0.superentity, $0.relationships.map(\.name)) })
    }

    subscript(name: String) -> ObjectEntity? { byName[name] }

    /// The relationship that an entity has under a name, with the entity that declares it.
    func relationship(_ name: String, of entity: String) -> (String, ObjectRelationship)? {
        guard let owner = tree.owner(of: name, in: entity),
            let found = byName[owner]?.relationships.first(where: { $0.name == name })
        else { return nil }
        return (owner, found)
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
