public import Foundation
import FoundationPredicates
import CoreDataModel
import ObjectCore

/// How a store of one model becomes a store of another.
///
///     let mapping = try NSMappingModel.inferredMappingModel(
///         forSourceModel: old, destinationModel: new)
open class NSMappingModel: NSObject {
    /// What becomes of each entity.
    open var entityMappings: [NSEntityMapping]! = []

    /// A mapping that maps nothing yet.
    public override init() { super.init() }

    /// Reads a mapping model: Xcode's `.cdm`, what the `ManagedAccessors` plugin makes of a `.xcmappingmodel`,
    /// or that itself.
    ///
    ///     let mapping = NSMappingModel(contentsOf: Bundle.module.url(forResource: "1to2", withExtension: "cdm"))
    ///     mapping?.entityMappings.map(\.name)  // ["NoteToPage"]
    ///
    /// Nil where there is none, and for one that cannot be read: a line on standard error says why. One of
    /// the plugin's has to lie beside the models that it was made for.
    public convenience init?(contentsOf url: URL?) {
        guard let url,
            let mappings = ModelLookup.said(url.path, { try MappingLookup.mappings(url) })
        else { return nil }
        self.init()
        entityMappings = mappings
    }

    /// Looks in bundles, the program's own for nil, for the mapping model that was made for two models.
    ///
    ///     NSMappingModel(from: [.module], forSourceModel: old, destinationModel: new)
    ///
    /// They are known by the version hashes of their entities. Nil where there is none.
    public convenience init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel,
            let mappings = ModelLookup.said(
                "mapping model",
                { try MappingLookup.mappings(in: bundles, sourceModel, destinationModel) })
        else { return nil }
        self.init()
        entityMappings = mappings
    }

    /// The mappings by name.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary((entityMappings ?? []).map { ($0.name ?? "", $0) }) { first, _ in first }
    }

    /// The mapping that follows from names and renaming identifiers.
    ///
    /// - Throws: ``NSInferredMappingModelError`` where a change needs more than that, such as a
    ///   new attribute without a default that must have a value.
    open class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel,
        destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let (old, new) = (try sourceModel.inUse().resolved, try destinationModel.inUse().resolved)
        let mapping: ModelMapping
        do {
            mapping = try ModelMapping(from: old, to: new)
        } catch {
            throw error.coreDataError
        }
        let made = NSMappingModel()
        var mapped: Set<Int> = []
        for source in old.entities {
            guard let entity = mapping.entities[source.number] else {
                made.entityMappings.append(removal(source))
                continue
            }
            mapped.insert(entity.destination)
            made.entityMappings.append(
                transformation(entity, source, new.entities[entity.destination]))
        }
        for destination in new.entities where !mapped.contains(destination.number) {
            let added = NSEntityMapping()
            added.name = "IEM_Add_\(destination.name)"
            added.mappingType = .addEntityMappingType
            added.destinationEntityName = destination.name
            added.destinationEntityVersionHash = destination.source.versionHash
            made.entityMappings.append(added)
        }
        return made
    }

    private static func removal(_ source: ModelEntity) -> NSEntityMapping {
        let removed = NSEntityMapping()
        removed.name = "IEM_Remove_\(source.name)"
        removed.mappingType = .removeEntityMappingType
        removed.sourceEntityName = source.name
        removed.sourceEntityVersionHash = source.source.versionHash
        return removed
    }

    private static func transformation(
        _ entity: ModelMapping.Entity, _ source: ModelEntity, _ destination: ModelEntity
    ) -> NSEntityMapping {
        let made = NSEntityMapping()
        let isCopy = source.source == destination.source
        made.name = isCopy ? "IEM_Copy_\(source.name)" : "IEM_Transform_\(source.name)"
        made.mappingType = isCopy ? .copyEntityMappingType : .transformEntityMappingType
        made.sourceEntityName = source.name
        made.destinationEntityName = destination.name
        made.sourceEntityVersionHash = source.source.versionHash
        made.destinationEntityVersionHash = destination.source.versionHash
        func property(_ name: String, from old: String?) -> NSPropertyMapping {
            let property = NSPropertyMapping()
            property.name = name
            property.valueExpression = old.map { NSExpression(format: "$source.%K", $0) }
            return property
        }
        made.attributeMappings = zip(destination.attributes, entity.attributes).map {
            property($0.name, from: $1.map { source.attributes[$0].name })
        }
        func name(_ old: ModelProperty?) -> String? {
            switch old {
            case .toOne(let place): source.toOnes[place].name
            case .toMany(let place): source.toManys[place].name
            case .attribute, .transient, .fetched, nil: nil
            }
        }
        made.relationshipMappings =
            zip(destination.toOnes, entity.toOnes).map { property($0.name, from: name($1)) }
            + zip(destination.toManys, entity.toManys).map { property($0.name, from: name($1)) }
        let properties = (made.attributeMappings ?? []) + (made.relationshipMappings ?? [])
        let mapped = properties.filter { $0.valueExpression != nil }
        let taken = Set(
            entity.attributes.compactMap { $0.map { source.attributes[$0].name } }
                + (entity.toOnes + entity.toManys).compactMap(name))
        let old =
            source.attributes.map(\.name) + source.toOnes.map(\.name) + source.toManys.map(\.name)
        made.userInfo = [
            "mappedProperties": Set(mapped.compactMap(\.name)),
            "addedProperties": Set(
                properties.filter { $0.valueExpression == nil }.compactMap(\.name)),
            "removedProperties": Set(old).subtracting(taken),
        ]
        return made
    }
}

extension ModelMapping.Problem {
    /// The error of Apple's systems.
    var coreDataError: NSError {
        NSError.coreData(
            NSInferredMappingModelError, reason,
            ["entity": entity, "property": property ?? ""])
    }
}
