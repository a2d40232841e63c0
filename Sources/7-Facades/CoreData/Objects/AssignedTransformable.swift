import ObjectCore

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
}
