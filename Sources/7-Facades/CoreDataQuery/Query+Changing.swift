import CoreData
import Foundation
public import QueryBuilderCore

extension Query {
    /// Gives the objects that match new values, nil removing one; nothing is saved.
    ///
    ///     try Entity.query(in: context).where("quantity < 1").update(["quantity": 1])
    ///
    /// - Returns: How many objects there were.
    @discardableResult
    public func update(_ values: [String: Any?]) throws -> Int {
        let objects = try all()
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            for object in objects { try object.take(plain(value), key) }
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
    ///   conditions: after a format, an inequality, a range or `or`.
    public func firstOrInsert() throws -> Element {
        let initials = try terms.initialValues()
        if let found = try first() { return found }
        let made = NSEntityDescription.insertNewObject(
            forEntityName: try entityName(), into: context)
        guard let object = made as? Element else {
            context.delete(made)
            throw QueryError.unexpectedValue(
                key: "self", expected: "\(Element.self)", found: "\(type(of: made))")
        }
        for initial in initials { try object.take(initial.value, initial.key) }
        return object
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

extension NSManagedObject {
    /// Sets a property that the entity has.
    fileprivate func take(_ value: Any?, _ key: String) throws {
        guard entity.propertiesByName[key] != nil else {
            throw QueryError.unexpectedValue(
                key: key, expected: "values", found: "missing in \(entity.name ?? "the entity")")
        }
        setValue(value, forKey: key)
    }
}
