import Foundation
import FoundationPredicates
import ObjectCore
public import PredicateCore

extension NSManagedObject {
    // MARK: Values by key

    /// The value of a property: numbers as `NSNumber`, objects, sets of objects.
    ///
    /// A key that the entity does not have goes to ``value(forUndefinedKey:)``.
    final func anyValue(_ name: String) -> Any?? {
        guard let slot = runtime.slots[name] else {
            switch name {
            case "objectID": return .some(objectID)
            case "self": return .some(self)
            case "entity": return .some(entity)
            case "isFault": return .some(isFault)
            case "hasChanges": return .some(hasChanges)
            case "isInserted": return .some(isInserted)
            case "isUpdated": return .some(isUpdated)
            case "isDeleted": return .some(isDeleted)
            case "managedObjectContext": return .some(managedObjectContext)
            default: return nil  // No such key.
            }
        }
        switch slot {
        case .attribute(let place):
            if state.contains(.fault) { fire() }
            let type = runtime.entity.attributes[place].type
            if type == .transformable { return .some(decoded(name, place)) }
            return .some(AttributeValue.bridged(values[place], type))
        case .toOne(let place): return .some(relatedOne(place))
        case .toMany(let place):
            let members = members(runtime.toOneCount + place)
            if runtime.entity.toManys[place].isOrdered {
                return .some(NSOrderedSet(array: members.list))
            }
            return .some(NSSet(array: members.list))
        case .transient:
            if state.contains(.fault) { fire() }
            return .some(extras?[name])
        case .fetched: return .some(fetched(name))
        }
    }

    final func decoded(_ name: String, _ place: Int) -> Any? {
        if let known = extras?[name] { return (known as? AssignedTransformable)?.value ?? known }
        guard case .bytes(let bytes) = values[place],
            let value = ValueTransforming.decode(bytes, runtime.attributeDescriptions[place])
        else { return nil }
        if extras == nil { extras = [:] }
        extras?[name] = value
        return value
    }

    private func fetched(_ name: String) -> Any? {
        guard let property = runtime.propertiesByName[name] as? NSFetchedPropertyDescription,
            let template = property.fetchRequest, let context = link.context,
            let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return nil }
        do {
            request.predicate = try request.predicate?.filledIn([
                "FETCH_SOURCE": self, "FETCHED_PROPERTY": property,
            ])
            return try context.fetch(request)
        } catch {
            context.couldNotFetch(name, of: self, error)
            return []
        }
    }

    /// Whether a value is nil, and that of an attribute with numbers or truths.
    final func isNilOfNumber(_ value: Any?, _ key: String) -> Bool {
        guard Self.unwrap(value) == nil, case .attribute(let place)? = runtime.slots[key]
        else { return false }
        switch runtime.entity.attributes[place].type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: return true
        case .undefined, .decimal, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
            .composite:
            return false
        }
    }

    /// Sets a property from any value.
    final func setAny(_ value: Any?, _ name: String) {
        guard let slot = runtime.slots[name] else {
            setValue(value, forUndefinedKey: name)
            return
        }
        switch slot {
        case .attribute(let place):
            if state.contains(.fault) { fire() }
            setAttribute(place, name, value, quietly: false)
        case .toOne(let place):
            guard let object = Self.unwrap(value) else { return setOne(place, nil) }
            guard let target = object as? NSManagedObject else {
                refuse(
                    value, name, kind: "to-one relationship",
                    desired: runtime.entity.toOnes[place].source.destination ?? "")
            }
            setOne(place, target)
        case .toMany(let place):
            guard let objects = Self.objects(in: value) else {
                let ordered = runtime.entity.toManys[place].isOrdered
                refuse(
                    value, name, kind: "to-many relationship",
                    desired: ordered ? "NSOrderedSet" : "NSSet")
            }
            setMembers(runtime.toOneCount + place, objects)
        case .transient:
            if state.contains(.fault) { fire() }
            willModify()
            if extras == nil { extras = [:] }
            extras?[name] = Self.unwrap(value)
        case .fetched: break  // Found by a request; setting it means nothing.
        }
    }

    final func setAttribute(_ place: Int, _ name: String, _ value: Any?, quietly: Bool) {
        let attribute = runtime.entity.attributes[place]
        let inner = Self.unwrap(value)
        guard
            let stored = AttributeValue.coerced(
                inner, attribute.type, runtime.attributeDescriptions[place])
        else {
            refuse(
                value, name, kind: "attribute",
                desired: runtime.attributeDescriptions[place]?.attributeValueClassName ?? "NSObject"
            )
        }
        if !quietly { willModify() }
        values[place] = stored
        if attribute.type == .transformable {
            if extras == nil { extras = [:] }
            extras?[name] = inner.map(AssignedTransformable.init)
        }
    }

    private func refuse(_ value: Any?, _ name: String, kind: String, desired: String) -> Never {
        let inner = Self.unwrap(value)
        raise(
            "Unacceptable type of value for \(kind): property = \"\(name)\"; desired type = "
                + "\(desired); given type = \(GivenType.name(of: inner)); "
                + "value = \(inner.map { "\($0)" } ?? "nil").")
    }

    /// What is inside an optional.
    static func unwrap(_ value: Any?) -> Any? {
        guard let value = unwrapped(value), !isNull(value) else { return nil }
        return value
    }

    /// Whether a value stands for nil.
    ///
    /// A cast to a class would make an `NSSet` of a set, which Foundation on Linux cannot hash where it
    /// has decimal numbers.
    static func isNull(_ value: Any) -> Bool { type(of: bare(value)) == NSNull.self }

    /// What an `AnyHashable` holds; any other value itself.
    static func bare(_ value: Any) -> Any {
        type(of: value) == AnyHashable.self ? (value as? AnyHashable)?.base ?? value : value
    }

    /// The objects of a set or an array.
    static func objects(in value: Any?) -> [NSManagedObject]? {
        switch unwrap(value) {
        case nil: return []
        case let set as NSOrderedSet: return set.array as? [NSManagedObject]
        case let set as NSSet: return set.allObjects as? [NSManagedObject]
        case let array as NSArray: return Array(array) as? [NSManagedObject]
        case let list as [NSManagedObject]: return list
        case let set as Set<NSManagedObject>: return Array(set)
        case let members as any Sequence:
            var list: [NSManagedObject] = []
            for member in members {
                guard let object = member as? NSManagedObject else { return nil }
                list.append(object)
            }
            return list
        default: return nil
        }
    }

    // MARK: Predicates

    /// The value of a key, when a predicate is evaluated on the object.
    public func predicateValue(forKey name: String) throws(EvaluationError) -> Value {
        if case .attribute(let place) = runtime.slots[name] {
            if state.contains(.fault) { fire() }
            if runtime.entity.attributes[place].type != .transformable { return values[place] }
            return Value(bridging: decoded(name, place))
        }
        switch runtime.slots[name] {
        case .toOne(let place): return relatedOne(place).map { .object(ObjectValue($0)) } ?? .null
        case .toMany(let place):
            return .list(
                members(runtime.toOneCount + place).list.map { .object(ObjectValue($0)) })
        case .attribute, .transient, .fetched, nil: break  // By the general way.
        }
        guard let value = anyValue(name) else {
            if let own = Self.reflected(name, self) { return Value(bridging: own) }
            throw EvaluationError(
                .undefinedKey,
                "[<\(type(of: self))> valueForUndefinedKey:]: the entity \(runtime.name) is not "
                    + "key value coding-compliant for the key \"\(name)\".")
        }
        return Value(bridging: value)
    }

    /// A stored property of the Swift class itself.
    static func reflected(_ name: String, _ object: NSManagedObject) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror, current.subjectType != NSManagedObject.self {
            if let child = current.children.first(where: { $0.label == name }) {
                return child.value
            }
            mirror = current.superclassMirror
        }
        return nil
    }
}

/// Names of classes as Apple's messages have them.
enum GivenType {
    static func name(of value: Any?) -> String {
        switch value {
        case nil: "NSNull"
        case is String: "__NSCFString"
        case is NSNumber, is Int, is Double, is Bool, is Float, is any BinaryInteger: "__NSCFNumber"
        case is Date: "__NSTaggedDate"
        case is Data: "_NSInlineData"
        case is UUID: "__NSConcreteUUID"
        case is URL: "NSURL"
        case is [Any]: "__NSArrayI"
        case is [AnyHashable: Any]: "__NSDictionaryI"
        case .some(let value): String(describing: type(of: value))
        }
    }
}

/// Optionals of any kind, which can also be made.
protocol OptionalShape: OptionalValue {
    static var empty: Any { get }
    static func full(_ any: Any) -> Any?
}

extension Optional: OptionalShape {
    static var empty: Any { Optional<Wrapped>.none as Any }
    static func full(_ any: Any) -> Any? {
        (any as? Wrapped).map { Optional<Wrapped>.some($0) as Any }
    }
}
