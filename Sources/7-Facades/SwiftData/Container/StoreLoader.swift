#if SwiftData
import CoreData
import Foundation
import ObjectCore

/// Opens the stores of a container.
struct StoreLoader {
    let plan: SchemaPlan
    let migration: (any SchemaMigrationPlan.Type)?
    let configurations: [ModelConfiguration]

    /// The stores of a container, opened.
    struct Stores {
        let coordinator: NSPersistentStoreCoordinator
        /// What mirrors some of them in CloudKit.
        let mirroring: NSPersistentCloudKitContainer?
    }

    /// Opens the stores of all configurations, migrating those of an older schema.
    ///
    /// - Throws: As ``ModelContainer/init(for:migrationPlan:configurations:)-(Schema,_,_)`` says.
    func load() throws -> Stores {
        try check()
        nameConfigurations(of: plan.model)
        if configurations.contains(where: { $0.cloudKitContainerIdentifier != nil }) {
            let container = NSPersistentCloudKitContainer(
                name: "SwiftData", managedObjectModel: plan.model)
            let descriptions = try configurations.map { try load($0, container) }
            container.persistentStoreDescriptions = descriptions
            return Stores(
                coordinator: container.persistentStoreCoordinator, mirroring: container)
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: plan.model)
        for configuration in configurations { try load(configuration, coordinator) }
        return Stores(coordinator: coordinator, mirroring: nil)
    }

    /// Refuses configurations that contradict each other.
    private func check() throws {
        var places: Set<URL> = []
        for configuration in configurations {
            try configuration.validate()
            if !configuration.isStoredInMemoryOnly,
                !places.insert(configuration.url.standardized).inserted
            {
                throw SwiftDataError.duplicateConfiguration.because(
                    "Two configurations of the container are for \(configuration.url.path).")
            }
            for entity in configuration.schema?.entities ?? []
            where plan.schema.entitiesByName[entity.name] == nil {
                throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
                    "The configuration '\(configuration.name)' has the model '\(entity.name)', "
                        + "which the schema of the container lacks.")
            }
        }
    }

    /// Gives each configuration that has some of the models its part of a version's model.
    private func nameConfigurations(of model: NSManagedObjectModel) {
        for (number, configuration) in configurations.enumerated() {
            guard let names = part(configuration) else { continue }
            model.setEntities(
                entities(of: names, in: model), forConfigurationName: "\(number)")
        }
    }

    /// The entities of a configuration in a version's model.
    ///
    /// One that only an earlier version has may be in each store, unless it is related to one of
    /// another store: relationships stay within a store.
    private func entities(
        of names: Set<String>, in model: NSManagedObjectModel
    ) -> [NSEntityDescription] {
        func isNamed(_ entity: NSEntityDescription) -> Bool { names.contains(entity.name ?? "") }
        var found = model.entities.filter { isNamed($0) || plan.entities[$0.name ?? ""] == nil }
        while true {
            let kept = Set(found.map(\.name))
            let rest = found.filter { entity in
                isNamed(entity)
                    || entity.relationshipsByName.values.allSatisfy {
                        kept.contains($0.destinationEntity?.name)
                    }
            }
            if rest.count == found.count { return found }
            found = rest
        }
    }

    /// The entities of a configuration; nil for all.
    private func part(_ configuration: ModelConfiguration) -> Set<String>? {
        guard configurations.count > 1, let schema = configuration.schema else { return nil }
        return Set(schema.entities.map(\.name))
    }

    /// Opens a store.
    private func load(
        _ configuration: ModelConfiguration, _ coordinator: NSPersistentStoreCoordinator
    ) throws {
        var failure: (any Error)?
        coordinator.addPersistentStore(with: try description(of: configuration)) { _, error in
            failure = error
        }
        if let failure { throw StoreLoader.translated(failure) }
    }

    /// Opens a store, and has it mirrored where the configuration says so.
    private func load(
        _ configuration: ModelConfiguration, _ container: NSPersistentCloudKitContainer
    ) throws -> NSPersistentStoreDescription {
        let description = try description(of: configuration)
        if let identifier = configuration.cloudKitContainerIdentifier {
            try checkMirroring(description.configuration)
            description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
                containerIdentifier: identifier)
        }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw StoreLoader.translated(failure) }
        return description
    }

    /// Refuses models that CloudKit refuses.
    ///
    /// A relationship to many is as optional as its type there, though a store of its own takes an
    /// empty one either way.
    private func checkMirroring(_ configuration: String?) throws {
        var model = plan.model.objectModel
        for entity in model.entities.indices {
            let known = plan.schema.entitiesByName[model.entities[entity].name]?.relationshipsByName
            for place in model.entities[entity].relationships.indices {
                let name = model.entities[entity].relationships[place].name
                if known?[name]?.isOptional == false {
                    model.entities[entity].relationships[place].isOptional = false
                }
            }
        }
        let violations = MirrorRules.violations(of: model, configuration: configuration)
        if let reason = MirrorRules.reason(for: violations) {
            throw SwiftDataError.loadIssueModelContainer.because(reason)
        }
    }

    /// How a store is opened, with what migrates it where it is of an older schema.
    private func description(
        of configuration: ModelConfiguration
    ) throws -> NSPersistentStoreDescription {
        let description = NSPersistentStoreDescription(url: configuration.url)
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        description.isReadOnly = !configuration.allowsSave
        if part(configuration) != nil,
            let number = configurations.firstIndex(of: configuration)
        {
            description.configuration = "\(number)"
        }
        if configuration.url.isFileURL, !configuration.isStoredInMemoryOnly {
            // Where it cannot be made, opening the store says so.
            try? FileManager.default.createDirectory(
                at: configuration.url.deletingLastPathComponent(),
                withIntermediateDirectories: true)
        }
        if let migration {
            description.setOption(
                try MigrationTranslation(
                    migration: migration, configure: nameConfigurations(of:)
                ).manager(),
                forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        }
        return description
    }

    private static func translated(_ error: any Error) -> any Error {
        if error is SwiftDataError { return error }
        let known = error as NSError
        // Of a model that CloudKit refuses, the reason says what it is about.
        let sentence = known.localizedFailureReason ?? known.localizedDescription
        switch known.code {
        case NSManagedObjectModelReferenceNotFoundError:
            return SwiftDataError.unknownSchema.because(
                sentence
                    + " Add the schema that made the store to those of the plan, and a stage from "
                    + "it to the next.")
        case NSStagedMigrationBackwardMigrationError:
            return SwiftDataError.backwardMigration.because(sentence)
        default:
            return SwiftDataError.loadIssueModelContainer.because(sentence)
        }
    }
}
#endif
