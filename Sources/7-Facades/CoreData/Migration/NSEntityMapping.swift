public import Foundation
public import FoundationPredicates

/// What becomes of the objects of an entity in a migration.
///
///     // `new` has an entity Folder that `old` has not.
///     let mapping = try NSMappingModel.inferredMappingModel(
///         forSourceModel: old, destinationModel: new)
///     let folder = mapping.entityMappings.first { $0.destinationEntityName == "Folder" }
///     folder?.mappingType  // .addEntityMappingType
public enum NSEntityMappingType: UInt, Sendable {
    /// Not said.
    case undefinedEntityMappingType = 0
    /// A policy of the program's own decides.
    case customEntityMappingType = 1
    /// The entity is new.
    case addEntityMappingType = 2
    /// The entity is gone.
    case removeEntityMappingType = 3
    /// The entity is as it was.
    case copyEntityMappingType = 4
    /// The entity has changed.
    case transformEntityMappingType = 5
}

/// How objects of an entity become objects of another one in a migration.
///
///     let mapping = NSEntityMapping()
///     mapping.mappingType = .transformEntityMappingType
///     mapping.sourceEntityName = "Note"
///     mapping.destinationEntityName = "Page"
open class NSEntityMapping: NSObject {
    /// The name of the mapping in its mapping model; empty by default.
    open var name: String! = ""
    /// What becomes of the objects.
    open var mappingType: NSEntityMappingType = .undefinedEntityMappingType
    /// The entity of the old model.
    open var sourceEntityName: String?
    /// The version of the entity of the old model.
    open var sourceEntityVersionHash: Data?
    /// The entity of the new model.
    open var destinationEntityName: String?
    /// The version of the entity of the new model.
    open var destinationEntityVersionHash: Data?
    /// Where the attributes' values come from.
    open var attributeMappings: [NSPropertyMapping]?
    /// Where the relationships' objects come from.
    open var relationshipMappings: [NSPropertyMapping]?
    /// The objects that are migrated; nil for all of the source entity.
    open var sourceExpression: NSExpression?
    /// Notes of the program.
    open var userInfo: [AnyHashable: Any]?
    /// The class of the policy, `Module.Class`; nil for ``NSEntityMigrationPolicy`` itself.
    open var entityMigrationPolicyClassName: String?

    /// A mapping without entities, of an undefined type.
    public override init() { super.init() }
}

/// Where the value of a property comes from in a migration.
///
///     let title = NSPropertyMapping()
///     title.name = "headline"
///     title.valueExpression = NSExpression(format: "FUNCTION($source, 'valueForKey:', 'title')")
open class NSPropertyMapping: NSObject {
    /// The property of the new entity.
    open var name: String?
    /// Gives the value; `$source` is the old object, `$manager` the migration.
    open var valueExpression: NSExpression?
    /// Notes of the program.
    open var userInfo: [AnyHashable: Any]?

    /// A mapping without a property and an expression.
    public override init() { super.init() }
}
