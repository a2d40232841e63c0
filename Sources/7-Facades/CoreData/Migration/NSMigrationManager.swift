public import Foundation
import FoundationPredicates

/// Migrates a store of one model into a new store of another, by a mapping.
///
///     let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
///     try manager.migrateStore(
///         from: url, sourceType: NSSQLiteStoreType, options: nil, with: mapping,
///         toDestinationURL: temporary, destinationType: NSSQLiteStoreType,
///         destinationOptions: nil)
///
/// The old store is only read. All objects are in memory while it runs; the migration that a
/// coordinator does by itself needs far less.
open class NSMigrationManager: NSObject {
    /// The model of the old store.
    public let sourceModel: NSManagedObjectModel
    /// The model of the new store.
    public let destinationModel: NSManagedObjectModel
    /// The mapping, while a migration runs.
    open private(set) var mappingModel: NSMappingModel!
    /// The context of the old store, while a migration runs.
    open private(set) var sourceContext = NSManagedObjectContext(
        concurrencyType: .privateQueueConcurrencyType)
    /// The context of the new store, while a migration runs.
    open private(set) var destinationContext = NSManagedObjectContext(
        concurrencyType: .privateQueueConcurrencyType)
    /// The mapping at work.
    open private(set) var currentEntityMapping = NSEntityMapping()
    /// How much is done, from 0 to 1.
    open private(set) var migrationProgress: Float = 0
    /// Notes of the program.
    open var userInfo: [AnyHashable: Any]?
    /// Whether the store may migrate by itself; it makes no difference here.
    open var usesStoreSpecificMigrationManager = true
    private var cancellation: (any Error)?
    private var associations: [String: Associations] = [:]
    private var all: [ObjectIdentifier: [NSManagedObject]] = [:]

    /// Which old objects became which new ones by one mapping.
    private struct Associations {
        /// The old objects, each once, in the order in which they were associated.
        var sources: [NSManagedObject] = []
        /// The new objects, each once, in the order in which they were associated.
        var destinations: [NSManagedObject] = []
        /// The new objects by the old one.
        var made: [ObjectIdentifier: [NSManagedObject]] = [:]
        /// The old objects by the new one.
        var origins: [ObjectIdentifier: [NSManagedObject]] = [:]
    }

    /// A manager between two models.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        self.sourceModel = sourceModel
        self.destinationModel = destinationModel
        super.init()
    }

    // MARK: Migrating

    /// Migrates a store, which is read only unless its options set ``NSReadOnlyPersistentStoreOption`` to
    /// false.
    ///
    /// - Throws: What a policy throws, ``cancelMigrationWithError(_:)`` gave, or the stores throw.
    ///   What there is of the new store is then of no use.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]?,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL,
        destinationType dStoreType: String, destinationOptions dOptions: [AnyHashable: Any]?
    ) throws {
        guard let mappings else {
            throw NSError.coreData(
                NSMigrationMissingMappingModelError, "Migration needs a mapping model.")
        }
        prepare(mappings)
        var reading = sOptions ?? [:]
        if reading[NSReadOnlyPersistentStoreOption] == nil {
            reading[NSReadOnlyPersistentStoreOption] = true
        }
        let source = NSPersistentStoreCoordinator(managedObjectModel: sourceModel)
        let destination = NSPersistentStoreCoordinator(managedObjectModel: destinationModel)
        do {
            _ = try source.addPersistentStore(
                ofType: sStoreType, configurationName: nil, at: sourceURL, options: reading)
            _ = try destination.addPersistentStore(
                ofType: dStoreType, configurationName: nil, at: dURL, options: dOptions)
            sourceContext.persistentStoreCoordinator = source
            destinationContext.persistentStoreCoordinator = destination
            sourceContext.retainsRegisteredObjects = true
            try sourceContext.performAndWait {
                try destinationContext.performAndWait { try run(mappings) }
            }
        } catch {
            // The error before it is the one to report; the files are the caller's to remove.
            try? NSMigrationManager.closeStores(of: source)
            try? NSMigrationManager.closeStores(of: destination)
            throw error
        }
        try NSMigrationManager.closeStores(of: source)
        try NSMigrationManager.closeStores(of: destination)
        migrationProgress = 1
    }

    private static func closeStores(of coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Migrates a store, as newer code writes it.
    open func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? = nil, mapping: NSMappingModel,
        to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions,
            with: mapping, toDestinationURL: destinationURL,
            destinationType: destinationType.rawValue, destinationOptions: destinationOptions)
    }

    private func run(_ mappings: NSMappingModel) throws {
        let work = try (mappings.entityMappings ?? []).map { ($0, try policy(for: $0)) }
        let steps = Float(max(work.count * 3, 1))
        var step: Float = 0
        func each(
            _ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void
        ) throws {
            for (mapping, policy) in work {
                currentEntityMapping = mapping
                try body(mapping, policy)
                if let cancellation { throw cancellation }
                step += 1
                migrationProgress = min(step / steps, 1)
            }
        }
        try each { mapping, policy in
            try policy.begin(mapping, with: self)
            for old in try sources(of: mapping) {
                try policy.createDestinationInstances(forSource: old, in: mapping, manager: self)
                if let cancellation { throw cancellation }
            }
            try policy.endInstanceCreation(forMapping: mapping, manager: self)
        }
        try each { mapping, policy in
            for new in associations[mapping.key]?.destinations ?? [] {
                try policy.createRelationships(
                    forDestination: new, in: mapping, manager: self)
            }
            try policy.endRelationshipCreation(forMapping: mapping, manager: self)
        }
        try each { mapping, policy in
            try policy.performCustomValidation(forMapping: mapping, manager: self)
            try policy.end(mapping, manager: self)
        }
        try destinationContext.save()
    }

    private func policy(for mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
            return NSEntityMigrationPolicy()
        }
        // Xcode's mapping models name a class without its module, as `@objc(Policy)` has it on a Mac.
        let names =
            name.contains(".")
            ? [name] : [name] + ManagedRegistry.modules.sorted().map { "\($0).\(name)" }
        guard
            let type = names.lazy.compactMap({
                NSClassFromString($0) as? NSEntityMigrationPolicy.Type
            }).first
        else {
            throw NSError.coreData(
                NSEntityMigrationPolicyError,
                "The policy class '\(name)' is not there; write it as Module.Class.")
        }
        return type.init()
    }

    private func sources(of mapping: NSEntityMapping) throws -> [NSManagedObject] {
        switch mapping.mappingType {
        case .addEntityMappingType, .removeEntityMappingType: return []
        case .undefinedEntityMappingType, .customEntityMappingType, .copyEntityMappingType,
            .transformEntityMappingType:
            break
        }
        if let expression = mapping.sourceExpression {
            let value = try MappingExpression(
                manager: self, policy: nil, source: nil,
                variables: [NSMigrationManagerKey: self, NSMigrationEntityMappingKey: mapping]
            ).value(expression)
            return NSManagedObject.objects(in: value) ?? []
        }
        guard let name = mapping.sourceEntityName else { return [] }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.includesSubentities = false
        return try sourceContext.fetch(request)
    }

    /// Forgets what an earlier migration left behind.
    private func prepare(_ mappings: NSMappingModel) {
        sourceContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        destinationContext = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        // The classes of the program fit its current model at most.
        sourceContext.makesPlainObjects = true
        destinationContext.makesPlainObjects = true
        cancellation = nil
        migrationProgress = 0
        mappingModel = mappings
        reset()
    }

    /// Forgets which old objects became which new ones; both contexts stay as they are.
    open func reset() {
        associations = [:]
        all = [:]
    }

    /// Ends the migration with an error as soon as it can be ended.
    open func cancelMigrationWithError(_ error: any Error) { cancellation = error }

    // MARK: What policies ask

    /// The old entity of a mapping.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
    }

    /// The new entity of a mapping.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
    }

    /// Says which new object an old one became.
    open func associate(
        sourceInstance: NSManagedObject,
        withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        let name = entityMapping.key
        let (old, new) = (ObjectIdentifier(sourceInstance), ObjectIdentifier(destinationInstance))
        var known = associations.removeValue(forKey: name) ?? Associations()
        if known.made[old] == nil { known.sources.append(sourceInstance) }
        if known.origins[new] == nil { known.destinations.append(destinationInstance) }
        known.made[old, default: []].append(destinationInstance)
        known.origins[new, default: []].append(sourceInstance)
        associations[name] = known
        all[old, default: []].append(destinationInstance)
    }

    /// The new objects of old ones, by one mapping; all of its new ones for nil.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        guard let known = associations[mappingName] else { return [] }
        guard let sourceInstances else { return known.destinations }
        return sourceInstances.flatMap { known.made[ObjectIdentifier($0)] ?? [] }
    }

    /// The old objects of new ones, by one mapping; all of its old ones for nil.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        guard let known = associations[mappingName] else { return [] }
        guard let destinationInstances else { return known.sources }
        return destinationInstances.flatMap { known.origins[ObjectIdentifier($0)] ?? [] }
    }

    /// The value of `FUNCTION($manager, "selector:", …)` in an expression of a mapping.
    ///
    /// A fetch request of an entity and a predicate, or the objects of a mapping or a relationship. Without
    /// Objective-C a method of a subclass is not found by its selector: override this one for it.
    ///
    /// - Throws: `NSMigrationError` for a selector that is not known.
    open func value(ofFunction selector: String, arguments: [Any?]) throws -> Any? {
        func objects(_ index: Int) -> [NSManagedObject] {
            (arguments[index] as? NSManagedObject).map { [$0] }
                ?? NSManagedObject.objects(in: arguments[index]) ?? []
        }
        let name = arguments.first.flatMap { $0 as? String } ?? ""
        switch (selector, arguments.count) {
        case ("sourceContext", 0): return sourceContext
        case ("destinationContext", 0): return destinationContext
        case ("fetchRequestForSourceEntityNamed:predicateString:", 2):
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.predicate = try (arguments[1] as? String).map { try NSPredicate(parsing: $0) }
            request.includesSubentities = false
            return request
        case ("destinationInstancesForEntityMappingNamed:sourceInstances:", 2):
            return destinationInstances(
                forEntityMappingName: name, sourceInstances: objects(1))
        case ("destinationInstancesForSourceRelationshipNamed:sourceInstances:", 2):
            return objects(1).flatMap(destinations)
        case ("sourceInstancesForEntityMappingNamed:destinationInstances:", 2):
            return sourceInstances(
                forEntityMappingName: name, destinationInstances: objects(1))
        default:
            throw NSError.coreData(
                NSMigrationError,
                "The migration manager does not know the function '\(selector)'; override "
                    + "value(ofFunction:arguments:) in a subclass of NSMigrationManager.")
        }
    }

    /// The new objects of an old one, by whatever mapping.
    func destinations(of source: NSManagedObject) -> [NSManagedObject] {
        all[ObjectIdentifier(source)] ?? []
    }
}
