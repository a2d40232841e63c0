import Foundation
import ObjectCore
import PredicateCore

/// What must hold of objects before they are saved.
enum Validation {
    /// Checks all properties.
    static func check(_ object: NSManagedObject) throws {
        let isPlain = !ValidationMethod.isOverridden(in: type(of: object))
        var errors: [NSError] = []
        for demand in isPlain ? object.runtime.checks : object.runtime.allChecks {
            switch demand.place {
            case .attribute(let place) where isPlain && demand.isPresence:
                if object.state.contains(.fault) { object.fire() }
                if !object.values[place].isNull { continue }
            case .toOne(let place) where demand.isFree:
                if object.row != nil, object.isUntouched(place) { continue }
            case .toMany(let place):
                // Untouched relationships of saved objects were checked when they were saved.
                if object.row != nil, object.isUntouched(object.runtime.toOneCount + place) {
                    continue
                }
            case .attribute, .toOne, .transient, .fetched: break
            }
            do {
                let value = object.primitiveValue(forKey: demand.name)
                if isPlain {
                    try check(value, demand.name, of: object)
                } else {
                    try ask(object, demand.name, value)
                }
            } catch {
                errors.append(error as NSError)
            }
        }
        try raise(errors)
    }

    /// Asks an object's class about a value, and sets the one that it puts in its place.
    private static func ask(_ object: NSManagedObject, _ name: String, _ value: Any?) throws {
        let value = NSManagedObject.unwrap(value)
        if let value, ValueTransforming.hashesDecimals(value) {
            return try check(value, name, of: object)
        }
        let given = value.map { $0 as AnyObject }
        var taken = given
        try object.validateValue(&taken, forKey: name)
        if taken !== given { object.setValue(taken, forKey: name) }
    }

    /// Throws errors, several as one.
    static func raise(_ errors: [NSError]) throws {
        guard let first = errors.first else { return }
        throw errors.count == 1 ? first : combined(errors)
    }

    private static func combined(_ errors: [NSError]) -> NSError {
        var flat: [NSError] = []
        for error in errors {
            if error.code == NSValidationMultipleErrorsError,
                let inner = error.userInfo[NSDetailedErrorsKey] as? [NSError]
            {
                flat += inner
            } else {
                flat.append(error)
            }
        }
        if flat.count == 1, let only = flat.first { return only }
        return NSError.coreData(
            NSValidationMultipleErrorsError, "Multiple validation errors occurred.",
            [NSDetailedErrorsKey: flat])
    }

    /// Checks one value.
    static func check(_ value: Any?, _ name: String, of object: NSManagedObject) throws {
        guard let property = object.runtime.propertiesByName[name] else { return }
        if let relationship = property as? NSRelationshipDescription {
            return try check(value, relationship, object)
        }
        guard let value = NSManagedObject.unwrap(value) else {
            guard !property.isOptional, !(property is NSDerivedAttributeDescription) else { return }
            // A store has only the elements: a composite without any was saved as nothing.
            if let composite = property as? NSCompositeAttributeDescription, !object.isInserted,
                composite.elements.allSatisfy(\.isOptional)
            {
                return
            }
            throw error(
                NSValidationMissingMandatoryPropertyError,
                "\(shown(property, object)) is a required value.", name, nil, object)
        }
        if let composite = property as? NSCompositeAttributeDescription,
            let (path, info) = composite.misfit(in: Value(bridging: value))
        {
            throw error(
                NSManagedObjectConstraintValidationError,
                "\(shown(property, object)) is not valid: \(path)", name, value, object, info)
        }
        try checkConditions(value, property, object)
    }

    private static func checkConditions(
        _ value: Any, _ property: NSPropertyDescription, _ object: NSManagedObject
    ) throws {
        let name = property.name
        for (place, predicate) in property.validationPredicates.enumerated() {
            // A condition that cannot be answered does not hold.
            let holds = (try? predicate.matches(value)) ?? false
            if holds { continue }
            let warning =
                property.validationWarnings.indices.contains(place)
                ? property.validationWarnings[place] : nil
            let code = (warning as? NSNumber)?.intValue ?? NSManagedObjectConstraintValidationError
            throw error(
                code,
                (warning as? String).map { localized("ErrorString/\($0)", object) ?? $0 }
                    ?? sentence(code, shown(property, object)), name, value, object,
                [NSValidationPredicateErrorKey: predicate])
        }
    }

    private static func check(
        _ value: Any?, _ relationship: NSRelationshipDescription, _ object: NSManagedObject
    ) throws {
        let name = relationship.name
        if !relationship.isToMany {
            let target = NSManagedObject.unwrap(value) as? NSManagedObject
            if target == nil || target?.isDeleted == true, !relationship.isOptional {
                throw error(
                    NSValidationMissingMandatoryPropertyError,
                    "\(shown(relationship, object)) is a required value.", name, nil, object)
            }
            if let target, !target.isDeleted { try checkConditions(target, relationship, object) }
            return
        }
        let count = (NSManagedObject.objects(in: value) ?? []).filter { !$0.isDeleted }.count
        // Without a least count, none is enough: files of Apple's have such objects in plenty.
        if count == 0, relationship.isOptional || relationship.minCount == 0 { return }
        if count == 0 {
            throw error(
                relationship.minCount > 1
                    ? NSValidationRelationshipLacksMinimumCountError
                    : NSValidationMissingMandatoryPropertyError,
                "\(shown(relationship, object)) is a required value.", name, value, object)
        }
        if relationship.minCount > count {
            throw error(
                NSValidationRelationshipLacksMinimumCountError,
                "Too few items in \(shown(relationship, object)).", name, value, object)
        }
        if relationship.maxCount > 1, relationship.maxCount < count {
            throw error(
                NSValidationRelationshipExceedsMaximumCountError,
                "Too many items in \(shown(relationship, object)).", name, value, object)
        }
        if let value { try checkConditions(value, relationship, object) }
    }

    /// Checks the rules that deny a deletion.
    static func checkDeletion(_ object: NSManagedObject) throws {
        var errors: [NSError] = []
        for (name, property) in object.runtime.propertiesByName {
            guard let relationship = property as? NSRelationshipDescription,
                relationship.deleteRule == .denyDeleteRule,
                let slot = object.runtime.relationshipSlot(name)
            else { continue }
            if object.targets(slot).contains(where: { !$0.isDeleted }) {
                errors.append(
                    error(
                        NSValidationRelationshipDeniedDeleteError,
                        "Items cannot be deleted from \(shown(relationship, object)).", name,
                        object.primitiveValue(forKey: name), object))
            }
        }
        try raise(errors)
    }

    /// The name of a property as the model's localization has it.
    private static func shown(
        _ property: NSPropertyDescription, _ object: NSManagedObject
    ) -> String {
        let key = "Property/\(property.name)"
        return localized("\(key)/Entity/\(object.runtime.name)", object)
            ?? localized("\(key)/Entity/\(property.entity.name ?? "")", object)
            ?? localized(key, object) ?? property.name
    }

    private static func localized(_ key: String, _ object: NSManagedObject) -> String? {
        object.entity.managedObjectModel.localizationDictionary?[key]
    }

    private static func sentence(_ code: Int, _ name: String) -> String {
        switch code {
        case NSValidationNumberTooLargeError: "\(name) is too large."
        case NSValidationNumberTooSmallError: "\(name) is too small."
        case NSValidationDateTooLateError: "\(name) is too late."
        case NSValidationDateTooSoonError: "\(name) is too soon."
        case NSValidationStringTooLongError: "\(name) is too long."
        case NSValidationStringTooShortError: "\(name) is too short."
        case NSValidationStringPatternMatchingError: "\(name) is not valid."
        default: "\(name) is not valid."  // Codes are numbers.
        }
    }

    private static func error(
        _ code: Int, _ sentence: String, _ name: String, _ value: Any?, _ object: NSManagedObject,
        _ more: [String: Any] = [:]
    ) -> NSError {
        var info = more
        info[NSValidationKeyErrorKey] = name
        info[NSValidationObjectErrorKey] = object
        if let value { info[NSValidationValueErrorKey] = value }
        return NSError.coreData(code, sentence, info)
    }
}

extension NSManagedObject {
    /// Whether a relationship was neither read nor changed.
    final func isUntouched(_ slot: Int) -> Bool {
        guard !related.isEmpty else { return true }
        switch related[slot] {
        case .unloaded: return true
        case .one: return false
        case .many(let members):
            return !members.isLoaded && members.added.isEmpty && members.removed.isEmpty
        }
    }
}
