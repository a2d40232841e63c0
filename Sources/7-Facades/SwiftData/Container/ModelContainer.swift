#if SwiftData
public import CoreData
import Foundation

/// The stores of an app's models.
///
///     let container = try ModelContainer(for: Trip.self, Stop.self)
///     let context = ModelContext(container)
///     try context.fetchCount(FetchDescriptor<Trip>())  // 0: the store is new
///
/// A store of an older version of the schema is migrated when the container is made: by the stages
/// of the plan, or by what can be inferred where there is no plan. Use the container from any
/// actor or thread.
///
/// Source: [ModelContainer](https://developer.apple.com/documentation/swiftdata/modelcontainer).
public class ModelContainer: Equatable, CustomDebugStringConvertible, @unchecked Sendable {
    // Unchecked: constant but for the main context, which belongs to the main actor.
    let stores: ContainerStores
    /// The models that are kept.
    public var schema: Schema { stores.plan.schema }
    /// The stages by which older stores are migrated; nil for what can be inferred.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { stores.migrationPlan }
    /// Where the models are.
    public var configurations: Set<ModelConfiguration> { Set(stores.configurations) }
    var plan: SchemaPlan { stores.plan }
    var coordinator: NSPersistentStoreCoordinator { stores.coordinator }
    /// Core Data's container that mirrors stores in CloudKit; nil where no configuration names a
    /// database in the cloud.
    ///
    ///     try await LocalCloud.current.settle([container.cloudKitContainer].compactMap(\.self))
    ///
    /// Off Apple's systems only: there, `NSPersistentCloudKitContainer.eventChangedNotification`
    /// without an object is all that a program hears of mirroring. It is posted here too.
    public var cloudKitContainer: NSPersistentCloudKitContainer? { stores.cloudKitContainer }
    var custom: (any DataStore)? { stores.custom }
    // Of the main actor alone, but while the container is made.
    private nonisolated(unsafe) var main: ModelContext?

    /// The context of the main actor, which saves by itself.
    @MainActor public var mainContext: ModelContext {
        if let main { return main }
        let core = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        core.automaticallyMergesChangesFromParent = true
        let made = ModelContext(self, core, isMain: true)
        made.autosaveEnabled = true
        main = made
        return made
    }

    /// A container of models and of those that they refer to; the default store where no
    /// configuration is given.
    ///
    /// - Throws: `loadIssueModelContainer` for models that cannot be stored and stores that cannot
    ///   be opened; what the initialiser with a schema throws.
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(
            for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// A container of a schema.
    public convenience init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(
            for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// A container of a schema.
    ///
    /// - Throws: `duplicateConfiguration` for two configurations of one URL,
    ///   `configurationSchemaNotFoundInContainerSchema` for a configuration's model that the schema
    ///   lacks, `unknownSchema` and `backwardMigration` for stores that the plan cannot migrate,
    ///   `loadIssueModelContainer` with the reason for everything else.
    public init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
        let plan = try SchemaPlan(givenSchema)
        let loaded = try StoreLoader(
            plan: plan, migration: migrationPlan, configurations: configurations
        ).load()
        stores = ContainerStores(
            plan: plan, coordinator: loaded.coordinator, cloudKitContainer: loaded.mirroring,
            migrationPlan: migrationPlan, configurations: configurations)
    }

    /// A container of stores that are open, for the handlers of a migration, or of a program's own.
    init(
        _ plan: SchemaPlan, _ coordinator: NSPersistentStoreCoordinator,
        custom: (any DataStore)? = nil
    ) {
        stores = ContainerStores(plan: plan, coordinator: coordinator, custom: custom)
    }

    /// A container of stores of which the main context is all that was kept.
    init(_ stores: ContainerStores, main: ModelContext) {
        self.stores = stores
        self.main = main
    }

    /// A container of models in a store of the program's own.
    public convenience init(
        for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), configurations: configurations)
    }

    /// A container of a schema in a store of the program's own; in Core Data's stores where every
    /// configuration is a ``ModelConfiguration``.
    ///
    /// - Throws: `loadIssueModelContainer` for several configurations of which one is a program's
    ///   own, and what the store throws when it is opened.
    public convenience init(
        for givenSchema: Schema, configurations: [any DataStoreConfiguration]
    ) throws {
        let known = configurations.compactMap { $0 as? ModelConfiguration }
        if known.count == configurations.count {
            try self.init(for: givenSchema, migrationPlan: nil, configurations: known)
            return
        }
        let plan = try SchemaPlan(givenSchema)
        guard configurations.count == 1, var configuration = configurations.first else {
            throw SwiftDataError.loadIssueModelContainer.because(
                "A container has one store of a program's own, or several of Core Data's.")
        }
        try configuration.validate()
        if configuration.schema == nil { configuration.schema = givenSchema }
        // The store decides what may occur once; contexts' copies in memory do not.
        for entity in plan.model.entities { entity.uniquenessConstraints = [] }
        let custom = try ModelContainer.open(configuration)
        self.init(
            plan, NSPersistentStoreCoordinator(managedObjectModel: plan.model), custom: custom)
    }

    private static func open<C: DataStoreConfiguration>(
        _ configuration: C
    ) throws -> any DataStore {
        try C.Store(configuration, migrationPlan: nil)
    }

    /// Deletes all models of all stores, without their delete rules.
    ///
    /// Contexts have their models still; use new ones.
    public func erase() throws {
        if let custom { return try custom.erase() }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { try context.deleteEverything() }
    }

    /// Deletes all models of all stores.
    @available(*, deprecated, renamed: "erase")
    public func deleteAllData() { try? erase() }

    // MARK: Stores by name

    /// The identifiers of the stores, each with the name of its configuration.
    private var identifiers: [(name: String, identifier: String)] {
        func named(_ store: some DataStore) -> (String, String) {
            (store.configuration.name, store.identifier)
        }
        let all =
            custom.map { [named($0)] }
            ?? Array(
                zip(
                    stores.configurations.map(\.name),
                    coordinator.persistentStores.map { $0.identifier ?? "" }))
        return all.map { ($0.isEmpty ? "default" : $0, $1) }
    }

    /// The identifier of the store of a configuration, which identifiers of its models and its history
    /// contain; nil where no configuration has the name.
    ///
    ///     let container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration("Trips"))
    ///     container.storeIdentifier(forConfigurationNamed: "Trips") == id.storeIdentifier  // true
    ///
    /// A configuration without a name is "default".
    ///
    /// Source: [storeIdentifier(forConfigurationNamed:)](https://developer.apple.com/documentation/swiftdata/modelcontainer/storeidentifier(forconfigurationnamed:)).
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        identifiers.first { $0.name == (name.isEmpty ? "default" : name) }?.identifier
    }

    /// The name of the configuration of a store; nil where the container has no store of the identifier.
    ///
    ///     container.configurationName(forStoreIdentifier: transaction.storeIdentifier)  // "Trips"
    ///
    /// Source: [configurationName(forStoreIdentifier:)](https://developer.apple.com/documentation/swiftdata/modelcontainer/configurationname(forstoreidentifier:)).
    public func configurationName(forStoreIdentifier identifier: String) -> String? {
        identifiers.first { $0.identifier == identifier }?.name
    }

    /// Whether both are the same container.
    public static func == (a: ModelContainer, b: ModelContainer) -> Bool { a === b }
    /// The entities and the configurations.
    public var debugDescription: String {
        "ModelContainer(entities: \(schema.entities.map(\.name)), configurations: "
            + "\(configurations.map(\.debugDescription).sorted()))"
    }
}

/// What a container has, and its contexts with it: the main context would keep the container that keeps it.
struct ContainerStores {
    let plan: SchemaPlan
    let coordinator: NSPersistentStoreCoordinator
    var cloudKitContainer: NSPersistentCloudKitContainer?
    var migrationPlan: (any SchemaMigrationPlan.Type)?
    /// In the order of the coordinator's stores.
    var configurations: [ModelConfiguration] = []
    /// The program's own store, where the container has one.
    var custom: (any DataStore)?
}
#endif
