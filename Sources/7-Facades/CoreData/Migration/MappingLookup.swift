import CoreDataModel
import Foundation
import FoundationPredicates

/// Reads mapping models of Xcode's, and finds that of two models.
///
/// Xcode compiles a `.xcmappingmodel` into a `.cdm`, which has the hashes of both models' entities. The
/// `ManagedAccessors` plugin leaves its XML in a file of that name, beside the models that it was made for.
enum MappingLookup {
    /// The mappings of a file: a `.cdm`, or a `.xcmappingmodel`.
    ///
    /// - Throws: Why it cannot be read.
    static func mappings(_ url: URL) throws -> [NSEntityMapping] {
        let file = try file(url)
        guard file.isXML else { return try file.entities.map { try NSEntityMapping($0, nil, nil) } }
        guard let (source, destination) = models(of: file, beside: url) else {
            let names = [file.sourcePath, file.destinationPath].compactMap { $0 }
            throw NSError.coreData(
                NSMigrationMissingMappingModelError,
                "The models that it was made for are not beside it: "
                    + names.joined(separator: ", "))
        }
        return try file.entities.map { try NSEntityMapping($0, source, destination) }
    }

    /// The mappings of the file in bundles, the program's own for nil, that was made for two models.
    static func mappings(
        in bundles: [Bundle]?, _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel
    ) throws -> [NSEntityMapping]? {
        for url in (bundles ?? [Bundle.main]).flatMap({ bundle in
            bundle.urls(forResourcesWithExtension: "cdm", subdirectory: nil) ?? []
        }) {
            let url = url as URL
            // What else lies there is not for these models.
            guard let file = try? file(url) else { continue }
            if file.isXML {
                guard let (old, new) = models(of: file, beside: url), old == source,
                    new == destination
                else { continue }
            } else {
                guard fits(file.entities, \.source, \.sourceHash, source),
                    fits(file.entities, \.destination, \.destinationHash, destination)
                else { continue }
            }
            return try file.entities.map { try NSEntityMapping($0, source, destination) }
        }
        return nil
    }

    private static func file(_ url: URL) throws -> MappingFile {
        let isFolder = url.pathExtension == "xcmappingmodel"
        return try MappingFile(
            Data(contentsOf: isFolder ? url.appendingPathComponent("xcmapping.xml") : url))
    }

    /// Whether all entities that mappings name are those of a model.
    private static func fits(
        _ entities: [MappingFile.Entity], _ name: (MappingFile.Entity) -> String?,
        _ hash: (MappingFile.Entity) -> Data?, _ model: NSManagedObjectModel
    ) -> Bool {
        let hashes = model.entityVersionHashesByName
        return entities.allSatisfy { entity in
            guard let name = name(entity) else { return true }
            return hashes[name] != nil && hashes[name] == hash(entity)
        }
    }

    /// The models that a mapping of XML names.
    private static func models(
        of file: MappingFile, beside url: URL
    ) -> (NSManagedObjectModel, NSManagedObjectModel)? {
        func model(_ path: String?) -> NSManagedObjectModel? {
            guard let path else { return nil }
            let parts = path.split(separator: "/").suffix(2).map {
                ($0 as NSString).deletingPathExtension
            }
            guard let version = parts.last, let name = parts.first else { return nil }
            let folder = url.deletingLastPathComponent()
            let places = [
                "\(name).momd/\(version).mom", "\(version).mom",
                "\(name).xcdatamodeld/\(version).xcdatamodel", "\(version).xcdatamodel",
            ]
            return places.lazy.map { folder.appendingPathComponent($0) }
                .filter { FileManager.default.fileExists(atPath: $0.path) }
                .compactMap { NSManagedObjectModel(contentsOf: $0) }.first
        }
        guard let source = model(file.sourcePath), let destination = model(file.destinationPath)
        else {
            return nil
        }
        return (source, destination)
    }
}

extension NSEntityMapping {
    /// A mapping of a file, whose models are known where Xcode has not added the usual expressions.
    convenience init(
        _ file: MappingFile.Entity, _ source: NSManagedObjectModel?,
        _ destination: NSManagedObjectModel?
    ) throws {
        self.init()
        name = file.name
        mappingType = NSEntityMappingType(rawValue: UInt(file.kind)) ?? .undefinedEntityMappingType
        (sourceEntityName, destinationEntityName) = (file.source, file.destination)
        let (old, new) = (
            file.source.flatMap { source?.entitiesByName[$0] },
            file.destination.flatMap { destination?.entitiesByName[$0] }
        )
        sourceEntityVersionHash = file.sourceHash ?? old?.versionHash
        destinationEntityVersionHash = file.destinationHash ?? new?.versionHash
        entityMigrationPolicyClassName = file.policy
        sourceExpression = try file.sourceExpression.map { try NSExpression(parsing: $0) }
        // An archive has every expression.
        let names = file.sourceHash == nil ? old?.propertiesByName : nil
        func mappings(_ properties: [MappingFile.Property]) throws -> [NSPropertyMapping] {
            try properties.map { property in
                let made = NSPropertyMapping()
                made.name = property.name
                if let expression = property.expression {
                    made.valueExpression = try NSExpression(parsing: expression)
                } else if names?[property.name] != nil {
                    made.valueExpression = try NSExpression(
                        parsing: "FUNCTION($source, 'valueForKey:', %@)", property.name)
                }
                return made
            }
        }
        attributeMappings = try mappings(file.attributes)
        relationshipMappings = try mappings(file.relationships)
    }
}
