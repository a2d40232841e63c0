import ObjectCore
import PredicateCore

/// The value of a transformable attribute that was set since the object was read or saved.
///
/// The program may change the object that it set, a mutable array for instance, until the save.
struct AssignedTransformable {
    let value: Any
}

extension NSManagedObject {
    /// Makes the bytes of transformable attributes that were set of what their values are now.
    ///
    /// - Throws: `NSManagedObjectValidationError` where a value cannot be transformed any more.
    final func transformAssigned() throws {
        guard runtime.hasTransformables, let extras else { return }
        for (place, attribute) in runtime.entity.attributes.enumerated() {
            guard attribute.type == .transformable,
                let assigned = extras[attribute.name] as? AssignedTransformable
            else { continue }
            let stored = AttributeValue.coerced(
                assigned.value, .transformable, runtime.attributeDescriptions[place])
            guard let stored else {
                throw NSError.coreData(
                    NSManagedObjectValidationError,
                    "The value of the attribute '\(attribute.name)' cannot be transformed any more.",
                    [
                        NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: attribute.name,
                        NSValidationValueErrorKey: assigned.value,
                    ])
            }
            values[place] = stored
        }
    }

    /// Forgets which transformable attributes were set: their values are saved.
    final func forgetAssigned() {
        guard runtime.hasTransformables, let extras else { return }
        for (name, value) in extras {
            guard let assigned = value as? AssignedTransformable else { continue }
            self.extras?[name] = assigned.value
        }
    }

    /// Makes decoded values of transformable attributes and transient ones what they were before an
    /// event that is undone.
    ///
    /// What the event did not set stays the object that it is, with what the program changed in it. So
    /// does the object that was there before one that the event set.
    ///
    /// - Parameters:
    ///   - after: The values after the event.
    ///   - extras: The decoded values and transient ones after the event.
    final func revertExtras(
        to before: EventSnapshot, after: [Value], extras afterExtras: [String: Any]?
    ) {
        guard runtime.hasTransformables else {
            extras = before.extras
            return
        }
        var reverted = before.extras ?? [:]
        for (place, attribute) in runtime.entity.attributes.enumerated()
        where attribute.type == .transformable {
            let name = attribute.name
            let (earlier, later) = (before.extras?[name], afterExtras?[name])
            let isSame = Self.isSame(earlier, later)
            let isChanged =
                before.values.indices.contains(place) && after.indices.contains(place)
                && !before.values[place].isKept(as: after[place])
            if !isChanged, isSame || !(later is AssignedTransformable) || Self.object(later) == nil
            {
                reverted[name] = extras?[name]
            } else if !(earlier is AssignedTransformable) {
                // The bytes are what was read or saved, whatever was changed in the object since.
                reverted[name] = nil
            } else if isSame, case .bytes(let bytes) = before.values[place] {
                // Set again after it was changed: the bytes are what it was when it was set first.
                reverted[name] = ValueTransforming.decode(
                    bytes, runtime.attributeDescriptions[place]
                ).map(AssignedTransformable.init)
            }
        }
        extras = reverted
    }

    /// Whether two values are one object of a class.
    private static func isSame(_ value: Any?, _ other: Any?) -> Bool {
        guard let first = object(value) else { return false }
        return first === object(other)
    }

    /// The value as an object of a class; nil for a value of another kind.
    private static func object(_ value: Any?) -> AnyObject? {
        guard let value = (value as? AssignedTransformable)?.value ?? value,
            type(of: value) is AnyClass
        else { return nil }
        return value as AnyObject
    }
}
