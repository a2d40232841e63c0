import CoreData
import Foundation
public import QueryBuilderCore

extension Query {
    /// Gives the objects that match new values, nil removing one; nothing is saved.
    ///
    ///     try Entity.query(in: context).where("quantity < 1").update(["quantity": 1])
    ///
    /// - Returns: How many objects there were.
    /// - Throws: `QueryError.unexpectedValue` where a property does not take its value; then nothing
    ///   has changed.
    @discardableResult
    public func update(_ values: [String: Any?]) throws -> Int {
        let objects = try all()
        let values = values.map { ($0.key, plain($0.value)) }.sorted { $0.0 < $1.0 }
        // All of them first, so that a mistake changes nothing.
        var known: Set<ObjectIdentifier> = []
        for entity in objects.map(\.entity)
        where known.insert(ObjectIdentifier(entity)).inserted {
            for (key, value) in values { try check(value, key, of: entity) }
        }
        for (key, value) in values {
            for object in objects { object.setValue(value, forKey: key) }
        }
        return objects.count
    }

    /// Deletes the objects that match from the context; nothing is saved.
    ///
    /// - Returns: How many objects there were.
    @discardableResult
    public func delete() throws -> Int {
        let objects = try all()
        for object in objects { context.delete(object) }
        return objects.count
    }

    /// The first object that matches, or a new one with the values that the conditions say.
    ///
    ///     let alice = try Entity.query(in: context).where([.name: "Alice"]).firstOrInsert()
    ///
    /// - Throws: `QueryError.tooComplex` where the values of a new object do not follow from the
    ///   conditions: after a format, an inequality, a range or `or`. `QueryError.unexpectedValue`
    ///   where a property does not take its value, or the entity is abstract; then nothing is
    ///   inserted.
    public func firstOrInsert() throws -> Element {
        let initials = try terms.initialValues()
        if let found = try first() { return found }
        let name = try entityName()
        let entity = model?.entitiesByName[name]
        guard let entity, !entity.isAbstract else {
            throw QueryError.unexpectedValue(
                key: "self", expected: "of one that has objects",
                found: "of the \(entity == nil ? "missing" : "abstract") entity \(name)")
        }
        for initial in initials { try check(initial.value, initial.key, of: entity) }
        let made = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        guard let object = made as? Element else {
            context.delete(made)
            throw QueryError.unexpectedValue(
                key: "self", expected: "\(Element.self)", found: "\(type(of: made))")
        }
        for initial in initials { object.setValue(initial.value, forKey: initial.key) }
        return object
    }

    /// Checks that a property of an entity takes a value: to set another one stops the program.
    private func check(_ value: Any?, _ key: String, of entity: NSEntityDescription) throws {
        guard entity.propertiesByName[key] != nil else {
            throw QueryError.unexpectedValue(
                key: key, expected: "values", found: "missing in \(entity.name ?? "the entity")")
        }
        if let expected = entity.demand(on: value, forKey: key, in: context) {
            throw QueryError.unexpectedValue(
                key: key, expected: expected,
                found: value.map { "\(type(of: $0))" } ?? "nil")
        }
    }
}

extension Query where Element: Queryable {
    /// Gives the objects that match new values, nil removing one; nothing is saved.
    ///
    ///     try Entity.query(in: context).where([.quantity: lt(1)]).update([.quantity: 1])
    ///
    /// - Returns: How many objects there were.
    @discardableResult
    public func update(_ values: [Element.Attribute: Any?]) throws -> Int {
        try update(
            Dictionary(values.map { (keyName(of: $0.key), $0.value) }) { first, _ in first })
    }
}

extension Query where Element: Identifiable {
    /// Whether an object of this identifier is among those that match.
    ///
    ///     try Entity.query(in: context).exists(id)
    public func exists(_ id: Element.ID) throws -> Bool { try !identified(id).isEmpty() }

    /// The object of this identifier among those that match; nil where there is none.
    public func fetch(_ id: Element.ID) throws -> Element? { try identified(id).first() }

    /// The object of this identifier, or a new one whose `id` it is.
    ///
    /// - Throws: `QueryError.tooComplex` where there is none, and conditions were given before from
    ///   which the values of a new object do not follow.
    public func fetchOrInsert(_ id: Element.ID) throws -> Element {
        try fetch(id) ?? identified(id).firstOrInsert()
    }

    private func identified(_ id: Element.ID) -> Query { self.where(["id": id]) }
}

/// A value as a property takes it: out of optionals, enumerations as their raw values.
private func plain(_ value: Any?) -> Any? { QueryTerms.Initial("value", value).value }
