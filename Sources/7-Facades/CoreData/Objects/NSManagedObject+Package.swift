import ObjectCore
package import PredicateCore

// What `SwiftData` needs of objects beyond Apple's names.

extension NSManagedObject {
    /// The stored form of an attribute; null for names of no attribute.
    package final func storedValue(of name: String) -> Value {
        guard case .attribute(let place) = runtime.slots[name] else { return .null }
        if state.contains(.fault) { fire() }
        return values[place]
    }

    /// Sets the stored form of an attribute, which must be of the attribute's type.
    package final func setStoredValue(_ value: Value, of name: String) {
        guard case .attribute(let place) = runtime.slots[name] else { return }
        if state.contains(.fault) { fire() }
        willModify()
        values[place] = value
    }

    /// Gives an attribute of an object that was just inserted its value, which is no change.
    ///
    /// - Returns: Whether the entity has an attribute of the name for values of this kind.
    package final func setInitialValue(_ value: Value, of name: String) -> Bool {
        guard let place = runtime.attributePlace(name) else { return false }
        switch (value, runtime.types[place]) {
        case (.text, .string), (.double, .double), (.date, .date), (.null, _),
            (.int, .integer16), (.int, .integer32), (.int, .integer64), (.int, .boolean):
            values[place] = value
            return true
        default: return false  // Needs more care.
        }
    }

    /// The object of a relationship to one; nil for none, and for names of no such relationship.
    package final func target(of name: String) -> NSManagedObject? {
        runtime.relationshipSlot(name).flatMap { $0 < runtime.toOneCount ? relatedOne($0) : nil }
    }

    /// The objects of a relationship to many, in the order in which they were added.
    package final func targets(of name: String) -> [NSManagedObject] {
        guard let slot = runtime.relationshipSlot(name), slot >= runtime.toOneCount else {
            return []
        }
        return members(slot).list
    }

    /// Whether its row was deleted by a save or by another context.
    package final var isGone: Bool { state.contains(.gone) }
}

extension NSManagedObjectContext {
    /// The same as ``insertedObjects``, without a set of them.
    package final var insertedList: [NSManagedObject] { Array(inserted.values) }
    /// The same as ``updatedObjects``, without a set of them.
    package final var updatedList: [NSManagedObject] { Array(updated.values) }
    /// The same as ``deletedObjects``, without a set of them.
    package final var deletedList: [NSManagedObject] { Array(deleted.values) }
}

extension NSManagedObjectID {
    /// The number of the row in its store; negative while temporary.
    package final var row: Int64 { key.row }
    /// The name of the entity.
    package final var entityName: String { runtime.name }
    /// The identifier of the store; nil while temporary.
    package final var storeIdentifier: String? {
        key.isTemporary ? nil : storeLink?.identifier
    }
}
