import Foundation
import FoundationPredicates
public import PredicateCore

// What predicates may ask of a model's descriptions: `entity.name` of an object,
// `$FETCHED_PROPERTY.userInfo.limit` in the request of a fetched property.

extension NSPropertyDescription: KeyedObject {
    /// The value of a key, when a predicate asks for it: Apple's keys of the class, as `name`,
    /// `userInfo`, `entity`, `optional` or `isOptional`.
    ///
    /// - Throws: `undefinedKey`, naming class and key.
    public func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
        if let any = common(key) ?? special(key) { return Value(bridging: any) }
        throw .undefined(key, of: self)
    }

    private func common(_ key: String) -> Any?? {
        switch key {
        case "self": .some(self)
        case "name": .some(name)
        case "entity": .some(owner)
        case "userInfo": .some(userInfo)
        case "optional", "isOptional": .some(isOptional)
        case "transient", "isTransient": .some(isTransient)
        case "renamingIdentifier": .some(renamingIdentifier)
        case "versionHash": .some(versionHash)
        case "versionHashModifier": .some(versionHashModifier)
        default: nil  // No key that every property has.
        }
    }

    private func special(_ key: String) -> Any?? {
        switch self {
        case let attribute as NSAttributeDescription:
            switch key {
            case "attributeType": .some(attribute.attributeType.rawValue)
            case "attributeValueClassName": .some(attribute.attributeValueClassName)
            case "defaultValue": .some(attribute.defaultValue)
            case "valueTransformerName": .some(attribute.valueTransformerName)
            default: nil  // No key of an attribute.
            }
        case let relationship as NSRelationshipDescription:
            switch key {
            case "destinationEntity": .some(relationship.destinationEntity)
            case "inverseRelationship": .some(relationship.inverseRelationship)
            case "minCount": .some(relationship.minCount)
            case "maxCount": .some(relationship.maxCount)
            case "toMany", "isToMany": .some(relationship.isToMany)
            case "ordered", "isOrdered": .some(relationship.isOrdered)
            default: nil  // No key of a relationship.
            }
        default: nil  // Fetched properties and expressions have the common keys alone.
        }
    }
}

extension NSEntityDescription: KeyedObject {
    /// The value of a key, when a predicate asks for it.
    ///
    /// Apple's keys of the class, as `name`, `userInfo`, `superentity`, `managedObjectClassName`,
    /// `abstract` or `isAbstract`.
    ///
    /// - Throws: `undefinedKey`, naming class and key.
    public func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
        let any: Any? =
            switch key {
            case "self": self
            case "name": name
            case "managedObjectClassName": managedObjectClassName
            case "userInfo": userInfo
            case "superentity": superentity
            case "subentities": subentities
            case "properties": properties
            case "abstract", "isAbstract": isAbstract
            case "renamingIdentifier": renamingIdentifier
            case "versionHash": versionHash
            case "versionHashModifier": versionHashModifier
            default: throw .undefined(key, of: self)
            }
        return Value(bridging: any)
    }
}

extension EvaluationError {
    fileprivate static func undefined(_ key: String, of object: AnyObject) -> EvaluationError {
        EvaluationError(
            .undefinedKey,
            "[<\(type(of: object))> valueForUndefinedKey:]: this class is not key value "
                + "coding-compliant for the key \"\(key)\".")
    }
}
