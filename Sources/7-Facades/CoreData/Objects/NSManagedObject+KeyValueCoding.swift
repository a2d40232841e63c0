public import Foundation
import FoundationPredicates
import ObjectCore
import PredicateCore

extension NSManagedObject {
    /// The value of a property: numbers as `NSNumber`, objects, sets of objects.
    ///
    /// Stops the program for a key that the entity does not have, as Apple's systems do.
    final func ownValue(forKey key: String) -> Any? {
        if let value = anyValue(key) { return value }
        if let own = Self.reflected(key, self) { return Self.unwrap(own) }
        return value(forUndefinedKey: key)
    }

    /// Asked for keys that the entity does not have.
    final func ownValue(forUndefinedKey key: String) -> Any? {
        raise(
            "[<\(type(of: self)) \(ObjectIdentifier(self).debugDescription)> "
                + "valueForUndefinedKey:]: the entity \(runtime.name) is not key value "
                + "coding-compliant for the key \"\(key)\".")
    }

    /// Told of keys that the entity does not have.
    final func ownSetValue(_ value: Any?, forUndefinedKey key: String) {
        raise(
            "[<\(type(of: self)) \(ObjectIdentifier(self).debugDescription)> "
                + "setValue:forUndefinedKey:]: the entity \(runtime.name) is not key value "
                + "coding-compliant for the key \"\(key)\".")
    }

    /// The value at the end of keys, with collection operators among them.
    ///
    ///     list.value(forKeyPath: "items.@sum.price")
    final func ownValue(forKeyPath keyPath: String) -> Any? {
        let steps = keyPath.split(separator: ".").map(String.init)
        let keys = steps.prefix { !$0.hasPrefix("@") }
        var current: Any? = self
        for key in keys {
            guard let here = Self.unwrap(current) else { return nil }
            current = Self.follow(key, here)
        }
        guard keys.count < steps.count, let here = Self.unwrap(current) else { return current }
        do {
            // Of what the keys lead to: a set, which has each value once.
            let path = steps[keys.count...].joined(separator: ".")
            return try QueryExpression.keyPath(QueryKeyPath(path)).value(for: Value(bridging: here))
                .bridged
        } catch {
            raise(String(describing: error))
        }
    }

    private static func follow(_ key: String, _ object: Any) -> Any? {
        switch object {
        case let object as NSManagedObject: object.value(forKey: key)
        case let set as NSOrderedSet:
            valueSet(of: set.array.compactMap { unwrap(follow(key, $0)) }, isOrdered: true)
        case let set as NSSet:
            valueSet(of: set.allObjects.compactMap { unwrap(follow(key, $0)) }, isOrdered: false)
        case let list as [Any]: list.map { follow(key, $0) ?? NSNull() }
        case let table as [String: Any]: table[key]
        default: nil  // Nothing that has keys.
        }
    }

    /// The set of what was found.
    ///
    /// Foundation on Linux cannot hash the object of a decimal number: these are values of Swift, in
    /// an array where they have an order.
    private static func valueSet(of found: [Any], isOrdered: Bool) -> Any {
        let numbers = found.compactMap { ($0 as? NSDecimalNumber)?.decimalValue }
        guard numbers.isEmpty else {
            var known: Set<Decimal> = []
            return isOrdered ? numbers.filter { known.insert($0).inserted } : Set(numbers)
        }
        guard isOrdered else { return NSSet(array: found) }
        // Foundation's initializer on Linux enumerates what occurs twice twice.
        let unique = NSMutableOrderedSet()
        for value in found { unique.add(value) }
        return NSOrderedSet(array: unique.array)
    }

    /// Sets the value at the end of keys.
    final func ownSetValue(_ value: Any?, forKeyPath keyPath: String) {
        let steps = keyPath.split(separator: ".").map(String.init)
        guard let last = steps.last else { return }
        let head = steps.dropLast().joined(separator: ".")
        if head.isEmpty {
            setValue(value, forKey: last)
        } else {
            Self.assign(value, last, to: self.value(forKeyPath: head))
        }
    }

    /// Sets a value of an object, or of each object of a set.
    private static func assign(_ value: Any?, _ key: String, to target: Any?) {
        switch unwrap(target) {
        case let object as NSManagedObject: object.setValue(value, forKey: key)
        case let set as NSOrderedSet: for member in set.array { assign(value, key, to: member) }
        case let set as NSSet: for member in set.allObjects { assign(value, key, to: member) }
        case let list as [Any]: for member in list { assign(value, key, to: member) }
        case let table as NSMutableDictionary:
            if let value { table[key] = value } else { table.removeObject(forKey: key) }
        case nil: break  // What is not there takes no value.
        case let other?:
            raise(
                "[\(type(of: other)) setValue:forUndefinedKey:]: a part \"\(key)\" of this value cannot be "
                    + "set: set the whole value of the attribute, with the other parts in it.")
        }
    }

    // MARK: Beneath the properties

    /// Sets the value, without change notifications.
    final func ownSetPrimitiveValue(_ value: Any?, forKey key: String) {
        switch runtime.slots[key] {
        case .attribute(let place):
            if state.contains(.fault) { fire() }
            setAttribute(place, key, value, quietly: true)
        case .transient:
            if extras == nil { extras = [:] }
            extras?[key] = Self.unwrap(value)
        case .toOne(let place):
            // An accessor of the program's own says before it that the value will change, and leaves the
            // other side of the relationship to us.
            guard !state.contains(.inEvent), link.context != nil else { return setAny(value, key) }
            prepareRelated()
            related[place] = .one(Self.unwrap(value) as? NSManagedObject)
        case .toMany, .fetched, nil: setAny(value, key)
        }
    }

    /// The set at the end of keys, which changes the relationship when it is changed.
    ///
    ///     list.mutableSetValue(forKeyPath: "owner.tags").add(tag)
    public func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        let (object, key) = last(of: keyPath)
        return object.mutableSetValue(forKey: key)
    }

    /// The ordered set at the end of keys, which changes the relationship when it is changed.
    public func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        let (object, key) = last(of: keyPath)
        return object.mutableOrderedSetValue(forKey: key)
    }

    /// The array at the end of keys, which sets the property when it is changed.
    public func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
        let (object, key) = last(of: keyPath)
        return object.mutableArrayValue(forKey: key)
    }

    /// Checks a value that the property at the end of keys may get.
    ///
    /// - Throws: What it breaks.
    public func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKeyPath keyPath: String
    ) throws {
        let (object, key) = last(of: keyPath)
        try object.validateValue(value, forKey: key)
    }

    private func last(of keyPath: String) -> (NSManagedObject, String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
        guard let object = value(forKeyPath: String(keyPath[..<dot])) as? NSManagedObject else {
            raise("There is no object at the end of \"\(keyPath[..<dot])\".")
        }
        return (object, String(keyPath[keyPath.index(after: dot)...]))
    }

    // MARK: Announcements

    /// Says that objects will go into a set, or leave it.
    public func willChangeValue(
        forKey key: String, withSetMutation mutationKind: NSKeyValueSetMutationKind,
        using objects: Set<AnyHashable>
    ) { willChangeValue(forKey: key) }

    /// Says that objects went into a set, or left it.
    public func didChangeValue(
        forKey key: String, withSetMutation mutationKind: NSKeyValueSetMutationKind,
        using objects: Set<AnyHashable>
    ) { didChangeValue(forKey: key) }

    // MARK: What changed

    /// The properties that changed in the event that goes on, with their values before it.
    final func ownChangedValuesForCurrentEvent() -> [String: Any] {
        guard let before else { return [:] }
        var made: [String: Any] = [:]
        for (place, attribute) in runtime.entity.attributes.enumerated()
        where before.values.indices.contains(place) && before.values[place] != values[place] {
            made[attribute.name] = runtime.bridged(before.values[place], at: place) ?? NSNull()
        }
        for (slot, old) in before.related {
            let name = runtime.relationship(slot).name
            switch old {
            case .one(let object): made[name] = object ?? NSNull()
            case .many(let list):
                made[name] =
                    runtime.relationship(slot).isOrdered
                    ? NSOrderedSet(array: list) : NSSet(array: list)
            }
        }
        return made
    }

    /// What properties were when the object was read or saved; of all for nil, and nothing of an
    /// inserted object.
    final func ownCommittedValues(forKeys keys: [String]?) -> [String: Any] {
        // A new object was nothing before.
        if state.contains(.inserted) { return [:] }
        if state.contains(.fault) { fire() }
        var made: [String: Any] = [:]
        for key in keys ?? Array(runtime.slots.keys) {
            switch runtime.slots[key] {
            case .attribute(let place):
                made[key] =
                    row.flatMap { runtime.bridged($0.attributes[place], at: place) } ?? NSNull()
            case .toOne(let place):
                let object = row?.toOnes[place].flatMap { link.context?.object(at: $0, storeLink) }
                made[key] = object ?? NSNull()
            case .toMany(let place):
                let members = members(runtime.toOneCount + place)
                let objects = (members.stored ?? []).compactMap {
                    link.context?.object(at: $0, storeLink)
                }
                made[key] =
                    runtime.entity.toManys[place].isOrdered
                    ? NSOrderedSet(array: objects) : NSSet(array: objects)
            case .transient, .fetched, nil: continue
            }
        }
        return made
    }

    /// The names of the properties that changed.
    final func changedNames() -> [String] {
        guard !state.contains(.fault) else { return [] }
        var names: [String] = []
        if let row {
            for (place, attribute) in runtime.entity.attributes.enumerated()
            where !row.attributes[place].isKept(as: values[place]) { names.append(attribute.name) }
        } else {
            for (place, attribute) in runtime.entity.attributes.enumerated()
            where !values[place].isNull { names.append(attribute.name) }
        }
        for (slot, known) in related.enumerated() {
            switch known {
            case .unloaded: continue
            case .one(let object):
                if object?.key != row?.toOnes[slot] {
                    names.append(runtime.relationship(slot).name)
                }
            case .many(let members):
                let changed: Bool
                if members.isLoaded {
                    let now = members.list.map(\.key)
                    let was = members.stored ?? []
                    changed =
                        runtime.relationship(slot).isOrdered ? now != was : Set(now) != Set(was)
                } else {
                    changed = !members.added.isEmpty || !members.removed.isEmpty
                }
                if changed { names.append(runtime.relationship(slot).name) }
            }
        }
        if let before, let old = before.extras {
            for name in (extras ?? [:]).keys where old[name] == nil {
                if case .transient = runtime.slots[name] { names.append(name) }
            }
        }
        return names
    }
}

/// How a set changes, as accessors written by hand announce it.
///
///     func addToTags(_ tag: NSManagedObject) {
///         let tags: Set<AnyHashable> = [tag]
///         willChangeValue(forKey: "tags", withSetMutation: .union, using: tags)
///         mutableSetValue(forKey: "tags").add(tag)
///         didChangeValue(forKey: "tags", withSetMutation: .union, using: tags)
///     }
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Objects come in.
    case union = 1
    /// Objects go.
    case minus = 2
    /// Objects that are not among the others go.
    case intersect = 3
    /// Others take their place.
    case set = 4
}

// An extension of a protocol: subclasses declare subscripts of their own, which they could not where
// the class had it, or an extension of the class.
extension NSFetchRequestResult where Self: NSManagedObject {
    /// The value of a property, as ``NSManagedObject/value(forKey:)`` and
    /// ``NSManagedObject/setValue(_:forKey:)`` have it.
    ///
    ///     item["name"] = "Lamp"
    ///
    /// A subclass that declares a subscript of its own has that one.
    public subscript(key: String) -> Any? {
        get { value(forKey: key) }
        set { setValue(newValue, forKey: key) }
    }
}
