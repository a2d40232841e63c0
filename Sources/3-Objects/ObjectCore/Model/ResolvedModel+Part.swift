public import CoreDataModel

extension ObjectModel {
    /// The model of some of the entities, with those that they inherit from.
    ///
    /// What a store of one configuration keeps. Relationships to entities that are left out lead
    /// nowhere in it.
    public func part(of names: Set<String>) -> ObjectModel {
        let parents = Dictionary(first: entities.map { ($0.name, $0.superentity) })
        var kept: Set<String> = []
        for name in names {
            var next: String? = name
            // Ends at the top, at a name that is not there, and in a circle.
            while let current = next, let parent = parents[current], kept.insert(current).inserted {
                next = parent
            }
        }
        var part = self
        part.entities = entities.filter { kept.contains($0.name) }
        part.configurations = configurations.mapValues { $0.filter(kept.contains) }
        part.fetchTemplates = fetchTemplates.filter { kept.contains($0.entity) }
        return part
    }
}

extension ResolvedModel {
    /// The model of some of the entities, with those that they inherit from; itself where that is
    /// all of them.
    ///
    ///     let part = try model.part(of: ["Note", "Folder"])
    ///
    /// Entities have other numbers in it, and relationships to entities that are left out have no
    /// place: ``PartialStore`` translates.
    public func part(of names: Set<String>) throws(ModelProblem) -> ResolvedModel {
        let part = model.part(of: names)
        return part.entities.count == model.entities.count ? self : try ResolvedModel(part)
    }
}
