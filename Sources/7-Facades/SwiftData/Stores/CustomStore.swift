#if SwiftData
import CoreData
import Foundation

/// A custom store as contexts use it: its models stand in a store in memory, one a context.
protocol CustomStore: AnyObject {
    var identifier: String { get }
    func erase() throws
    func begin(_ state: EditingState)
    func end(_ state: EditingState)
    /// Whether the store deletes models that it does not give out.
    var deletesBatches: Bool { get }
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
    func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> (found: [DefaultSnapshot], related: [DefaultSnapshot], isComplete: Bool)
    func save(
        _ state: EditingState, inserted: [any BackingData], updated: [any BackingData],
        deleted: [any BackingData]
    ) throws -> (
        remapped: [PersistentIdentifier: PersistentIdentifier], changed: [DefaultSnapshot]
    )
}

/// A store of a program's own type.
final class CustomStoreAdapter<Store: DataStore>: CustomStore {
    private let store: Store

    init(_ store: Store) { self.store = store }

    var identifier: String { store.identifier }
    func erase() throws { try store.erase() }
    func begin(_ state: EditingState) { store.initializeState(for: state) }
    func end(_ state: EditingState) { store.invalidateState(for: state) }
    var deletesBatches: Bool { store is any DataStoreBatching }

    /// - Throws: `unsupportedFeature` where the store deletes no batches.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        guard let batching = store as? any DataStoreBatching else {
            throw DataStoreError.unsupportedFeature
        }
        do {
            try batching.delete(request)
        } catch DataStoreError.invalidPredicate {
            throw SwiftDataError.unsupportedPredicate
        }
    }

    /// - Returns: Whether the store filtered and sorted, beside the models.
    func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> (found: [DefaultSnapshot], related: [DefaultSnapshot], isComplete: Bool) {
        do {
            let result = try store.fetch(DataStoreFetchRequest(descriptor, state))
            return (
                try result.fetchedSnapshots.map(CustomStoreAdapter.plain),
                try result.relatedSnapshots.values.map(CustomStoreAdapter.plain), true
            )
        } catch let error as DataStoreError
            where error == .preferInMemoryFilter || error == .preferInMemorySort
        {
            let result = try store.fetch(DataStoreFetchRequest(FetchDescriptor<T>(), state))
            return (
                try result.fetchedSnapshots.map(CustomStoreAdapter.plain),
                try result.relatedSnapshots.values.map(CustomStoreAdapter.plain), false
            )
        } catch DataStoreError.invalidPredicate {
            throw SwiftDataError.unsupportedPredicate
        }
    }

    func save(
        _ state: EditingState, inserted: [any BackingData], updated: [any BackingData],
        deleted: [any BackingData]
    ) throws -> (
        remapped: [PersistentIdentifier: PersistentIdentifier], changed: [DefaultSnapshot]
    ) {
        var related: [PersistentIdentifier: any BackingData] = [:]
        func snapshots(_ data: [any BackingData]) -> [Store.Snapshot] {
            data.map { Store.Snapshot(from: $0, relatedBackingDatas: &related) }
        }
        let result = try store.save(
            DataStoreSaveChangesRequest(
                state, inserted: snapshots(inserted), updated: snapshots(updated),
                deleted: snapshots(deleted)))
        return (
            result.remappedIdentifiers,
            try result.snapshotsToReregister.values.map(CustomStoreAdapter.plain)
        )
    }

    /// A snapshot of the store's own type as one of ours: both are encoded alike.
    private static func plain(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
        if let snapshot = snapshot as? DefaultSnapshot { return snapshot }
        return try JSONDecoder.ofModels.decode(
            DefaultSnapshot.self, from: try JSONEncoder.ofModels.encode(snapshot))
    }
}
#endif
