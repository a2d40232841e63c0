import ObjectCore
package import PredicateCore

// What `SwiftData` and `CoreDataQuery` need of objects beyond Apple's names.

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
        if extras != nil, runtime.types[place] == .transformable { extras?[name] = nil }
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

    /// Sets the objects of a relationship to many; does nothing for names of no such relationship.
    package final func setTargets(_ objects: [NSManagedObject], of name: String) {
        guard let slot = runtime.relationshipSlot(name), slot >= runtime.toOneCount else { return }
        setMembers(slot, objects)
    }

    /// The members of a relationship to many at this moment; nil while they are not read.
    package final func membersState(of name: String) -> MembersState? {
        guard let slot = runtime.relationshipSlot(name), slot >= runtime.toOneCount,
            !state.contains(.fault), related.indices.contains(slot),
            case .many(let members) = related[slot], members.isLoaded
        else { return nil }
        return MembersState(members: members, version: members.version)
    }

    /// Replaces some of the members of a relationship that has no order.
    ///
    /// - Returns: Whether `added` are at the end of the members now, and none of them was there before.
    package final func replaceTargets(
        _ removed: [NSManagedObject], with added: [NSManagedObject], of name: String
    ) -> Bool {
        guard let slot = runtime.relationshipSlot(name), slot >= runtime.toOneCount else {
            return false
        }
        let members = members(slot)
        willModify(relationship: slot)
        let kept = Set(added.map(ObjectIdentifier.init))
        for object in removed where !kept.contains(ObjectIdentifier(object)) {
            removeMember(slot, object)
        }
        var areNew = true
        for object in added {
            if members.contains(object) { areNew = false } else { addMember(slot, object) }
        }
        return areNew
    }

    /// Whether its row was deleted by a save or by another context.
    package final var isGone: Bool { state.contains(.gone) }
}

/// The members of a relationship to many at one moment.
package struct MembersState: Equatable {
    fileprivate let members: Members
    fileprivate let version: Int

    package static func == (a: MembersState, b: MembersState) -> Bool {
        a.members === b.members && a.version == b.version
    }
}

extension NSEntityDescription {
    /// What a property takes, where it does not take a value; nil where it does.
    ///
    /// To set what is refused would stop the program, or the next read would.
    ///
    /// - Parameter context: The context of the object that is to get the value.
    package final func demand(
        on value: Any?, forKey name: String, in context: NSManagedObjectContext
    ) -> String? {
        guard let runtime = inUse, let slot = runtime.slots[name] else {
            return "a property of \(self.name ?? "the entity")"
        }
        let inner = NSManagedObject.unwrap(value)
        switch slot {
        case .attribute(let place):
            let attribute = runtime.attributeDescriptions[place]
            let stored = AttributeValue.coerced(inner, runtime.types[place], attribute)
            return stored == nil ? attribute?.attributeValueClassName ?? "NSObject" : nil
        case .transient:
            guard let attribute = runtime.attributesByName[name],
                attribute.attributeType != .transformableAttributeType,
                AttributeValue.coerced(inner, attribute.attributeType.attributeType, attribute)
                    == nil
            else { return nil }
            return attribute.attributeValueClassName ?? "NSObject"
        case .toOne(let place):
            let object = inner as? NSManagedObject
            guard inner == nil || object.map({ runtime.takes($0, place, in: context) }) == true
            else { return "\(runtime.destination(place)) of the same context" }
            return nil
        case .toMany(let place):
            let slot = runtime.toOneCount + place
            let objects = NSManagedObject.objects(in: inner)
            guard objects?.allSatisfy({ runtime.takes($0, slot, in: context) }) == true
            else { return "a set of \(runtime.destination(slot)) of the same context" }
            return nil
        case .fetched: return nil
        }
    }
}

extension EntityRuntime {
    fileprivate func destination(_ slot: Int) -> String {
        relationship(slot).source.destination ?? "objects"
    }

    fileprivate func takes(
        _ object: NSManagedObject, _ slot: Int, in context: NSManagedObjectContext
    ) -> Bool {
        takes(object, slot) && (object.link.context == nil || object.link.context === context)
    }
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
