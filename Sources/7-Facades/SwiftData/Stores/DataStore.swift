#if SwiftData
public import Foundation

/// A place where models are kept in a form of the program's own.
///
///     final class JSONStore: DataStore {
///         typealias Configuration = JSONConfiguration
///         typealias Snapshot = DefaultSnapshot
///         …
///     }
///     let container = try ModelContainer(
///         for: Schema([Trip.self]), configurations: [JSONConfiguration(url: url)])
///
/// Source: [DataStore](https://developer.apple.com/documentation/swiftdata/datastore).
public protocol DataStore: AnyObject {
    /// What the store is opened with.
    associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
    /// The values of a model as the store has them.
    associatedtype Snapshot: DataStoreSnapshot
    /// The identifier, which identifiers of the store's models contain.
    var identifier: String { get }
    /// The models.
    var schema: Schema { get }
    /// What the store was opened with.
    var configuration: Configuration { get }
    /// Opens a store.
    init(
        _ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws
    /// Deletes everything.
    func erase() throws
    /// The models that a request asks for.
    ///
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` and
    ///   ``DataStoreError/preferInMemorySort`` where the context is to filter and sort: it then
    ///   asks for all models.
    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, Snapshot>
    /// How many models a request asks for.
    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int
    /// The identifiers of the models that a request asks for.
    func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier]
    /// Saves what a context changed, and gives new models their identifiers.
    func save(
        _ request: DataStoreSaveChangesRequest<Snapshot>
    ) throws -> DataStoreSaveChangesResult<Snapshot>
    /// Called when a context begins to use the store.
    func initializeState(for editingState: EditingState)
    /// Called when a context no longer uses the store.
    func invalidateState(for editingState: EditingState)
    /// The models of identifiers that the store has at hand.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
    /// Not supported, where the store says nothing else.
    public func erase() throws { throw DataStoreError.unsupportedFeature }
    /// Counts what is fetched.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try fetch(request).fetchedSnapshots.count
    }
    /// The identifiers of what is fetched.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }
    /// Does nothing, where the store says nothing else.
    public func initializeState(for editingState: EditingState) {}
    /// Does nothing, where the store says nothing else.
    public func invalidateState(for editingState: EditingState) {}
    /// None, where the type says nothing else.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that can delete models that it does not give out.
///
///     // With a store that is DataStoreBatching, no trip is read to be deleted.
///     try context.delete(model: Trip.self)
///     try context.fetchCount(FetchDescriptor<Trip>())  // 0
public protocol DataStoreBatching: DataStore {
    /// Deletes the models that a request asks for.
    ///
    /// Called once ``DataStore/save(_:)`` of the context's other changes has succeeded; before it where
    /// one of the models to be saved is among those to be deleted, since it was inserted or changed
    /// after `delete(model:where:)`. What is thrown is thrown by the context's save, which asks again at
    /// the next one.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// What a store is opened with.
///
///     struct JSONStoreConfiguration: DataStoreConfiguration {
///         typealias Store = JSONStore
///         let name = "trips.json"
///         var schema: Schema?
///         let file: URL
///     }
///     let container = try ModelContainer(
///         for: Trip.self, configurations: JSONStoreConfiguration(file: file))
public protocol DataStoreConfiguration: Hashable {
    /// The store.
    associatedtype Store: DataStore where Self == Store.Configuration
    /// The name.
    var name: String { get }
    /// The models that the store has; nil for all of the container.
    var schema: Schema? { get set }
    /// Refuses a configuration that is wrong.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Nothing is refused, where the configuration says nothing else.
    public func validate() throws {}
}

/// Why a store could not do something.
///
///     // In a store's fetch(_:): the context then asks for all models and filters them.
///     if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
public enum DataStoreError: Error, Hashable, Sendable {
    /// The store cannot do this at all.
    case unsupportedFeature
    /// The context is to filter the models.
    case preferInMemoryFilter
    /// The context is to sort the models.
    case preferInMemorySort
    /// The predicate cannot be asked.
    case invalidPredicate
}

/// Which models a context asks a store for.
///
///     func fetch<T>(
///         _ request: DataStoreFetchRequest<T>
///     ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
///         let descriptor = request.descriptor
///         guard descriptor.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
///         return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: try read())
///     }
public struct DataStoreFetchRequest<T: PersistentModel>: @unchecked Sendable {
    // Unchecked: descriptors do not change.
    /// The context that asks, as stores know it.
    public let editingState: EditingState
    /// Which models the context asks for.
    public let descriptor: FetchDescriptor<T>
}

/// What a store answers to a request.
///
///     // In a store's `fetch(_:)`: the models of the entity, as it keeps them.
///     let name = Schema.entityName(for: T.self)
///     let snapshots = rows.values.filter { $0.persistentIdentifier.entityName == name }
///     return DataStoreFetchResult(
///         descriptor: request.descriptor, fetchedSnapshots: Array(snapshots))
public struct DataStoreFetchResult<T: PersistentModel, S: DataStoreSnapshot>: @unchecked Sendable {
    // Unchecked: descriptors do not change.
    /// Which models were asked for.
    public let descriptor: FetchDescriptor<T>
    /// The models, in order.
    public let fetchedSnapshots: [S]
    /// Models that they refer to.
    public let relatedSnapshots: [PersistentIdentifier: S]

    /// An answer to the context's request.
    public init(
        descriptor: FetchDescriptor<T>, fetchedSnapshots: [S],
        relatedSnapshots: [PersistentIdentifier: S] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}

/// Which models a store deletes.
///
///     func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
///         guard request.predicate == nil else { throw DataStoreError.unsupportedFeature }
///         let name = Schema.entityName(for: T.self)
///         rows = rows.filter { $0.key.entityName != name }
///     }
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: @unchecked Sendable {
    // Unchecked: predicates do not change.
    /// The context that asks, as stores know it.
    public let editingState: EditingState
    /// What holds of the models; nil for all.
    public let predicate: Predicate<T>?
    /// Whether models of subclasses are deleted too.
    public let includeSubclasses: Bool
}

/// What a context saves to a store.
///
///     for snapshot in request.inserted {
///         let old = snapshot.persistentIdentifier
///         remapped[old] = try PersistentIdentifier.identifier(
///             for: identifier, entityName: old.entityName, primaryKey: UUID().uuidString)
///     }
public struct DataStoreSaveChangesRequest<S: DataStoreSnapshot>: Sendable {
    /// The context that asks, as stores know it.
    public let editingState: EditingState
    /// New models, with temporary identifiers.
    public let inserted: [S]
    /// The models whose values changed.
    public let updated: [S]
    /// The models that were deleted.
    public let deleted: [S]
}

/// What a store answers to a save.
///
///     var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
///     for snapshot in request.inserted {
///         let old = snapshot.persistentIdentifier
///         let id = try PersistentIdentifier.identifier(
///             for: identifier, entityName: old.entityName, primaryKey: UUID().uuidString)
///         remapped[old] = id
///         rows[id] = snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
///     }
///     return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
public final class DataStoreSaveChangesResult<S: DataStoreSnapshot>: Sendable {
    /// The identifier of the store.
    public let storeIdentifier: String
    /// The identifiers of new models, by their temporary ones.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// Models whose values the store changed.
    public let snapshotsToReregister: [PersistentIdentifier: S]

    /// An answer to the context's request.
    public init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: S] = [:]
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
    }
}

/// A value of a model in a snapshot.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of a model as a store has them.
///
///     // In a store's save(_:), with the identifiers that it gave to new models:
///     all[id] = snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
public protocol DataStoreSnapshot: Codable, Sendable {
    /// Which model it is.
    var persistentIdentifier: PersistentIdentifier { get }
    /// The values of a model of a context.
    init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData])
    /// The same values under another identifier, with others for the models that it refers to.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// The keys under which a snapshot is encoded.
///
///     DataStoreSnapshotCodingKey.modeledProperty("name").stringValue  // "name"
///     DataStoreSnapshotCodingKey(stringValue: "persistentIdentifier")
///     // .persistentIdentifier
public enum DataStoreSnapshotCodingKey: CodingKey {
    /// The identifier.
    case persistentIdentifier
    /// A property of the model.
    case modeledProperty(String)

    /// The key of a text.
    public init?(stringValue: String) {
        self =
            stringValue == "persistentIdentifier"
            ? .persistentIdentifier : .modeledProperty(stringValue)
    }
    /// None: keys are text.
    public init?(intValue: Int) { nil }
    /// The key as text: the name of the property.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: "persistentIdentifier"
        case .modeledProperty(let name): name
        }
    }
    /// None: keys are text.
    public var intValue: Int? { nil }
}
#endif
