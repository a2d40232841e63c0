#if SwiftData
import CoreData
import Foundation

/// Opens the stores of a container.
struct StoreLoader {
    private let plan: SchemaPlan
    private let migration: (any SchemaMigrationPlan.Type)?
    private let configurations: [ModelConfiguration]

    init(
        _ plan: SchemaPlan, _ migration: (any SchemaMigrationPlan.Type)?,
        _ configurations: [ModelConfiguration]
    ) {
        self.plan = plan
        self.migration = migration
        self.configurations = configurations
    }

    /// Refuses configurations that contradict each other.
    func check() throws {
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

    /// Gives each configuration that has some of the models its part of the model.
    func nameConfigurations() {
        for (number, configuration) in configurations.enumerated() {
            guard let names = part(configuration) else { continue }
            plan.model.setEntities(
                plan.model.entities.filter { names.contains($0.name ?? "") },
                forConfigurationName: "\(number)")
        }
    }

    /// The entities of a configuration; nil for all.
    private func part(_ configuration: ModelConfiguration) -> Set<String>? {
        guard configurations.count > 1, let schema = configuration.schema else { return nil }
        return Set(schema.entities.map(\.name))
    }

    /// Opens a store, migrating it where it is of an older schema.
    func load(
        _ configuration: ModelConfiguration, _ coordinator: NSPersistentStoreCoordinator
    ) throws {
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
                try MigrationTranslation(migration, plan).manager(),
                forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        }
        var failure: (any Error)?
        coordinator.addPersistentStore(with: description) { _, error in failure = error }
        if let failure { throw StoreLoader.translated(failure) }
    }

    private static func translated(_ error: any Error) -> any Error {
        if error is SwiftDataError { return error }
        let known = error as NSError
        switch known.code {
        case NSManagedObjectModelReferenceNotFoundError:
            return SwiftDataError.unknownSchema.because(known.localizedDescription)
        case NSStagedMigrationBackwardMigrationError:
            return SwiftDataError.backwardMigration.because(known.localizedDescription)
        default:
            return SwiftDataError.loadIssueModelContainer.because(known.localizedDescription)
        }
    }
}
#endif
