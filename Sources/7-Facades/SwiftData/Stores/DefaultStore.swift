#if SwiftData
import CoreData
import Foundation

extension ModelConfiguration: DataStoreConfiguration {
    /// The store of models that nothing else is said of.
    public typealias Store = DefaultStore
}

/// The store in which containers keep models: Core Data's, in a file, in memory or in PostgreSQL.
///
///     let configuration = ModelConfiguration("m", schema: Schema([Note.self]), url: url)
///     let store = try DefaultStore(configuration)
///     store.name                                   // "m"
///     try store.fetchHistory(HistoryDescriptor())  // []: nothing was saved
///
/// A program's own store may use one for what it does not do itself.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
    /// What it is opened with.
    public typealias Configuration = ModelConfiguration
    /// The values of its models.
    public typealias Snapshot = DefaultSnapshot
    /// The type of the store's saves.
    public typealias HistoryType = DefaultHistoryTransaction
    /// A place in the history of the store.
    public typealias TokenType = DefaultHistoryToken

    /// The name of the configuration.
    public let name: String
    /// The models that are kept.
    public let schema: Schema
    /// What it was opened with.
    public let configuration: ModelConfiguration
    /// The identifier, which identifiers of its models contain.
    public let identifier: String
    private let container: ModelContainer

    /// Opens a store of the configuration's schema.
    ///
    /// - Throws: `loadIssueModelContainer` for a configuration without a schema, and what making a
    ///   container throws.
    public init(
        _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError.loadIssueModelContainer.because(
                "The configuration of a DefaultStore needs a schema.")
        }
        self.configuration = configuration
        self.schema = schema
        name = configuration.name
        container = try ModelContainer(
            for: schema, migrationPlan: migrationPlan, configurations: [configuration])
        identifier = container.coordinator.persistentStores.first?.identifier ?? ""
    }

    /// Opens a store of the configuration's schema.
    public convenience init(_ configuration: ModelConfiguration) throws {
        try self.init(configuration, migrationPlan: nil)
    }

    /// Deletes all models that the store has.
    public func erase() throws { try container.erase() }

    private func context(_ state: EditingState) -> ModelContext {
        let context = ModelContext(container)
        context.author = state.author
        return context
    }

    /// The models that a request asks for.
    public func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        let models = try context(request.editingState).fetch(request.descriptor)
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: models.map { DefaultSnapshot($0._$storage) })
    }

    /// How many models a request asks for.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try context(request.editingState).fetchCount(request.descriptor)
    }

    /// The identifiers of the models that a request asks for.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try context(request.editingState).fetchIdentifiers(request.descriptor)
    }

    /// Deletes the models that a request asks for.
    public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        let context = context(request.editingState)
        try context.delete(
            model: T.self, where: request.predicate,
            includeSubclasses: request.includeSubclasses)
        try context.save()
    }

    /// Saves what a context changed.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let context = context(request.editingState)
        // The rows that stayed for new ones with values that occur once.
        var kept: [ObjectIdentifier: NSManagedObject] = [:]
        context.core.onUpsert = { kept[ObjectIdentifier($0)] = $1 }
        func row(of object: NSManagedObject) -> NSManagedObject {
            kept[ObjectIdentifier(object)].map(row) ?? object
        }
        let writer = SnapshotWriter(context)
        let inserted = writer.insert(request.inserted)
        try writer.update(request.inserted + request.updated)
        for snapshot in request.deleted {
            if let object = writer.object(for: snapshot.persistentIdentifier) {
                context.core.delete(object)
            }
        }
        try context.save()
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedIdentifiers: inserted.mapValues { PersistentIdentifier(row(of: $0).objectID) })
    }

    /// The saves that a descriptor asks for.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        try ModelContext(container).fetchHistory(descriptor)
    }

    /// Forgets the saves that a descriptor asks for.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try ModelContext(container).deleteHistory(descriptor)
    }
}

/// Writes snapshots into the managed objects of a context.
final class SnapshotWriter {
    private let context: ModelContext
    private var inserted: [PersistentIdentifier: NSManagedObject] = [:]

    init(_ context: ModelContext) { self.context = context }

    /// Makes an object for each snapshot.
    func insert(_ snapshots: [DefaultSnapshot]) -> [PersistentIdentifier: NSManagedObject] {
        for snapshot in snapshots {
            guard
                let plan = context.stores.plan.entities[snapshot.persistentIdentifier.entityName]
            else { continue }
            inserted[snapshot.persistentIdentifier] = NSManagedObject(
                entity: plan.entity, insertInto: context.core)
        }
        return inserted
    }

    func object(for id: PersistentIdentifier) -> NSManagedObject? {
        inserted[id] ?? context.object(for: id, onlyRegistered: false)
    }

    /// Sets the values of objects.
    func update(_ snapshots: [DefaultSnapshot]) throws {
        for snapshot in snapshots {
            guard let object = object(for: snapshot.persistentIdentifier),
                let plan = context.stores.plan.entities[snapshot.persistentIdentifier.entityName]
            else { continue }
            try snapshot.setAttributes(of: object, plan)
            for (name, ids) in snapshot.relationships(of: plan) {
                let targets = ids.compactMap(self.object)
                switch plan.properties[name]?.form {
                case .toOne: object.setValue(targets.first, forKey: name)
                case .toMany: object.setValue(targets, forKey: name)
                case .value, .array, .transformable, .ephemeral, nil: break
                }
            }
        }
    }
}
#endif
