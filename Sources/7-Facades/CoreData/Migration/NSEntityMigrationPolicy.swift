public import Foundation
import FoundationPredicates

/// The migration, in the expressions of a mapping: `$manager`.
public let NSMigrationManagerKey = "manager"
/// The old object, in the expressions of a mapping: `$source`.
public let NSMigrationSourceObjectKey = "source"
/// The new object, in the expressions of a mapping: `$destination`.
public let NSMigrationDestinationObjectKey = "destination"
/// The mapping of the entity, in the expressions of a mapping: `$entityMapping`.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The mapping of the property, in the expressions of a mapping: `$propertyMapping`.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The policy of the entity, in the expressions of a mapping: `$entityPolicy`.
public let NSMigrationEntityPolicyKey = "entityPolicy"

/// Makes the new objects of one entity in a migration; subclasses decide for themselves.
///
///     class SplitName: NSEntityMigrationPolicy {
///         override func createDestinationInstances(
///             forSource old: NSManagedObject, in mapping: NSEntityMapping,
///             manager: NSMigrationManager
///         ) throws {
///             try super.createDestinationInstances(forSource: old, in: mapping, manager: manager)
///             let new = manager.destinationInstances(
///                 forEntityMappingName: mapping.name, sourceInstances: [old]).first
///             new?.setValue("…", forKey: "firstName")
///         }
///     }
///
/// The calls come in the order in which they stand here, each kind for every mapping first.
open class NSEntityMigrationPolicy: NSObject {
    /// A policy; the migration makes it from the class that the mapping names.
    public required override init() { super.init() }

    /// Called before anything else.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Makes the new object of an old one: attributes by the mapping's expressions.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping,
        manager: NSMigrationManager
    ) throws {
        guard let name = mapping.destinationEntityName else { return }
        let new = NSEntityDescription.insertNewObject(
            forEntityName: name, into: manager.destinationContext)
        let variables = variables(sInstance, new, mapping, manager)
        let expressions = MappingExpression(
            manager: manager, policy: self, source: sInstance, variables: variables)
        for property in mapping.attributeMappings ?? [] {
            guard let key = property.name, let expression = property.valueExpression else {
                continue
            }
            variables[NSMigrationPropertyMappingKey] = property
            let value = try expressions.value(expression)
            // A default stays where there was no value.
            if value != nil || new.entity.attributesByName[key]?.isOptional != false {
                new.setValue(value, forKey: key)
            }
        }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: new, for: mapping)
    }

    /// Called when the new objects of a mapping are made.
    open func endInstanceCreation(
        forMapping mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {}

    /// Connects a new object with the new objects of those that its old one pointed at, or with those that
    /// the mapping's expression gives.
    ///
    /// Called once for each new object. One that several old objects became points at what all of them
    /// pointed at. Of objects that several mappings make of one, those count that the relationship may have.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
        manager: NSMigrationManager
    ) throws {
        let olds = manager.sourceInstances(
            forEntityMappingName: mapping.key, destinationInstances: [dInstance])
        var found: [String: [NSManagedObject]] = [:]
        for old in olds {
            let variables = variables(old, dInstance, mapping, manager)
            let expressions = MappingExpression(
                manager: manager, policy: self, source: old, variables: variables)
            for property in mapping.relationshipMappings ?? [] {
                guard let key = property.name, let expression = property.valueExpression,
                    let relationship = dInstance.entity.relationshipsByName[key]
                else { continue }
                variables[NSMigrationPropertyMappingKey] = property
                let value = try expressions.value(expression)
                found[key, default: []] += targets(value, relationship, manager)
            }
        }
        for property in mapping.relationshipMappings ?? [] {
            guard let key = property.name, let targets = found.removeValue(forKey: key),
                let relationship = dInstance.entity.relationshipsByName[key]
            else { continue }
            if !relationship.isToMany {
                dInstance.setValue(targets.first, forKey: key)
            } else if relationship.isOrdered {
                dInstance.setValue(NSOrderedSet(array: targets), forKey: key)
            } else {
                dInstance.setValue(NSSet(array: targets), forKey: key)
            }
        }
    }

    /// The new objects that the value of a relationship's expression stands for.
    private func targets(
        _ value: Any?, _ relationship: NSRelationshipDescription, _ manager: NSMigrationManager
    ) -> [NSManagedObject] {
        let objects =
            NSManagedObject.objects(in: value) ?? (value as? NSManagedObject).map { [$0] } ?? []
        return objects.flatMap { object in
            object.managedObjectContext === manager.destinationContext
                ? [object] : manager.destinations(of: object)
        }.filter { new in
            relationship.destinationEntity.map(new.entity.isKindOf(entity:)) ?? true
        }
    }

    /// Called when the relationships of a mapping are made.
    open func endRelationshipCreation(
        forMapping mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {}

    /// May refuse what came out.
    open func performCustomValidation(
        forMapping mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {}

    /// Called after all other calls for the mapping; does nothing by default.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// The value of `FUNCTION($entityPolicy, "selector:", …)` in an expression of a mapping.
    ///
    /// Without Objective-C a method is not found by its selector: a policy with functions overrides this.
    ///
    ///     override func value(ofFunction selector: String, arguments: [Any?]) throws -> Any? {
    ///         switch selector {
    ///         case "titleForSourceTitle:": (arguments[0] as? String)?.uppercased()
    ///         default: try super.value(ofFunction: selector, arguments: arguments)
    ///         }
    ///     }
    ///
    /// - Throws: `NSEntityMigrationPolicyError` for a selector that is not known.
    open func value(ofFunction selector: String, arguments: [Any?]) throws -> Any? {
        throw NSError.coreData(
            NSEntityMigrationPolicyError,
            "\(type(of: self)) does not know the function '\(selector)'; override "
                + "value(ofFunction:arguments:) in it.")
    }

    /// What the expressions of a mapping can name, but for the mapping of the property.
    private func variables(
        _ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: NSEntityMapping,
        _ manager: NSMigrationManager
    ) -> NSMutableDictionary {
        [
            NSMigrationManagerKey: manager, NSMigrationSourceObjectKey: source,
            NSMigrationDestinationObjectKey: destination, NSMigrationEntityMappingKey: mapping,
            NSMigrationEntityPolicyKey: self,
        ]
    }
}
