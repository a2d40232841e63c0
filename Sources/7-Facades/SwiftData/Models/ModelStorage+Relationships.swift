#if SwiftData
import CoreData
import PredicateCore

extension _ModelStorage {
    /// The model that a relationship refers to.
    public func model<V: PersistentModel>(_ name: String) -> V {
        if let model: V = optionalModel(name) { return model }
        fatalError(
            "'\(plan?.name ?? "\(V.self)").\(name)' refers to no model, and is not optional.")
    }

    /// The model that a relationship refers to; nil for none.
    public func optionalModel<V: PersistentModel>(_ name: String) -> V? {
        guard let object, let registry else {
            guard case .relationship(let value) = looseContent(name) else { return nil }
            return value as? V
        }
        return object.target(of: name).flatMap { registry.model(of: $0) as? V }
    }

    /// The models that a relationship refers to.
    public func models<V: RelationshipCollection>(_ name: String) -> V {
        guard let object, let registry else {
            if case .relationship(let any) = looseContent(name), let value = any as? V {
                return value
            }
            return emptyCollection(V.self, isNil: true)
        }
        if let assigned = assigned(name, object, registry), let value = assigned.models as? V {
            return value
        }
        let targets = object.targets(of: name)
        if targets.isEmpty { return emptyCollection(V.self, isNil: false) }
        var models: [V.PersistentElement] = []
        models.reserveCapacity(targets.count)
        for target in targets {
            if let model = registry.model(of: target, as: V.PersistentElement.self) {
                models.append(model)
            }
        }
        if let value = models as? V { return value }
        fatalError("'\(plan?.name ?? "").\(name)' is no array of models.")
    }

    private func emptyCollection<V: RelationshipCollection>(_ type: V.Type, isNil: Bool) -> V {
        if let value = [V.PersistentElement]() as? V,
            !isNil || !(V.self is any OptionalValue.Type)
        {
            return value
        }
        if let value = CompositeCoder.none(of: V.self) { return value }
        fatalError("\(V.self) is no array of models.")
    }

    /// Sets the model that a relationship refers to.
    public func setModel<V: PersistentModel>(_ model: V?, _ name: String) {
        guard let object, let registry else {
            return setLoose(.relationship(model as Any), name)
        }
        object.setValue(model.map { registry.attach($0) }, forKey: name)
        if !isPending { note() }
    }

    /// Sets the models that a relationship refers to.
    public func setModels<V: RelationshipCollection>(_ models: V, _ name: String) {
        guard let object, let registry else {
            return setLoose(.relationship(models), name)
        }
        // An array of a known type is not cast model by model.
        if let list = models as? [V.PersistentElement] {
            setList(list, name, of: object, registry)
        } else {
            let targets = _ModelStorage.models(in: models).map { registry.attach($0) }
            object.setTargets(targets, of: name)
        }
        if !isPending { note() }
        // The next save forgets the array, of models that the context keeps until then.
        if !isPending { assigned = [] }
    }

    private func setList<M: PersistentModel>(
        _ list: [M], _ name: String, of object: NSManagedObject, _ registry: ModelRegistry
    ) {
        var hasOrder = false
        if let assigned = assigned(name, object, registry), let old = assigned.models as? [M] {
            let difference = ArrayDifference(from: old, to: list)
            let removed = old[difference.removed].compactMap(\._$storage.object)
            let added = list[difference.added].map { registry.attach($0) }
            let areLast = object.replaceTargets(removed, with: added, of: name)
            // What is added in between comes last in the relationship.
            hasOrder = areLast && (added.isEmpty || difference.added.upperBound == list.count)
        } else {
            let targets = list.map { registry.attach($0) }
            object.setTargets(targets, of: name)
            hasOrder = object.targets(of: name).elementsEqual(targets) { $0 === $1 }
        }
        assigned.removeAll { $0.name == name }
        guard hasOrder, !list.isEmpty, let state = object.membersState(of: name) else { return }
        assigned.append(
            AssignedModels(
                name: name, models: list, state: state,
                identityVersion: registry.identityVersion))
    }

    /// What a relationship was set to, where it still has these members.
    private func assigned(
        _ name: String, _ object: NSManagedObject, _ registry: ModelRegistry
    ) -> AssignedModels? {
        guard let last = assigned.first(where: { $0.name == name }),
            last.identityVersion == registry.identityVersion,
            last.state == object.membersState(of: name)
        else { return nil }
        return last
    }

    /// Inserts a model in no context that was made to refer to one in a context, which refers to it
    /// in turn by the inverse.
    func insert(
        _ owner: some PersistentModel, with models: [any PersistentModel], by name: String
    ) {
        for model in models where !model.isDeleted {
            guard let context = model.modelContext else { continue }
            let entity = model._$storage.registry?.plan.entity(type(of: owner))?.entity
            if entity?.relationshipsByName[name]?.inverseRelationship != nil {
                return context.insert(owner)
            }
        }
    }

    /// The models in the value of a relationship of any type.
    static func models(in value: Any) -> [any PersistentModel] {
        guard let plain = unwrapped(value) else { return [] }
        if let model = plain as? any PersistentModel { return [model] }
        if let list = plain as? [any PersistentModel] { return list }
        func list<S: Sequence>(_ members: S) -> [any PersistentModel] {
            members.compactMap { $0 as? any PersistentModel }
        }
        return (plain as? any Sequence).map { list($0) } ?? []
    }
}
#endif
