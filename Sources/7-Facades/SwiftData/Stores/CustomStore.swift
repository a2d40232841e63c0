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
    /// Nil where the context is to filter.
    func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> Int?
    /// Nil where the context is to filter or to sort.
    func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [PersistentIdentifier]?
    func cachedSnapshots(
        for identifiers: [PersistentIdentifier], _ state: EditingState
    ) throws -> [DefaultSnapshot]
    func save(
        _ state: EditingState, inserted: [any BackingData], updated: [any BackingData],
        deleted: [any BackingData]
    ) throws -> (
        remapped: [PersistentIdentifier: PersistentIdentifier], changed: [DefaultSnapshot]
    )
    func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws
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
                try result.fetchedSnapshots.map(plain),
                try result.relatedSnapshots.values.map(plain), true
            )
        } catch let error as DataStoreError
            where error == .preferInMemoryFilter || error == .preferInMemorySort
        {
            let result = try store.fetch(DataStoreFetchRequest(FetchDescriptor<T>(), state))
            return (
                try result.fetchedSnapshots.map(plain),
                try result.relatedSnapshots.values.map(plain), false
            )
        } catch DataStoreError.invalidPredicate {
            throw SwiftDataError.unsupportedPredicate
        }
    }

    func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> Int? {
        try unlessPreferred { try store.fetchCount(DataStoreFetchRequest(descriptor, state)) }
    }

    func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [PersistentIdentifier]? {
        try unlessPreferred { try store.fetchIdentifiers(DataStoreFetchRequest(descriptor, state)) }
    }

    /// Nil where the store prefers that the context filters and sorts.
    private func unlessPreferred<R>(_ body: () throws -> R) throws -> R? {
        do {
            return try body()
        } catch let error as DataStoreError
            where error == .preferInMemoryFilter || error == .preferInMemorySort
        {
            return nil
        } catch DataStoreError.invalidPredicate {
            throw SwiftDataError.unsupportedPredicate
        }
    }

    func cachedSnapshots(
        for identifiers: [PersistentIdentifier], _ state: EditingState
    ) throws -> [DefaultSnapshot] {
        try store.cachedSnapshots(for: identifiers, editingState: state).values
            .map(plain)
    }

    /// - Throws: `unsupportedFeature` where the store has no history,
    ///   `invalidTransactionFetchRequest` where it has one of another type.
    func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        func fetch(_ store: some HistoryProviding) throws -> [T] {
            try history(of: store, descriptor) { try store.fetchHistory($0) as? [T] }
        }
        return try fetch(try historyProviding)
    }

    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        func delete(_ store: some HistoryProviding) throws {
            try history(of: store, descriptor) { try store.deleteHistory($0) }
        }
        try delete(try historyProviding)
    }

    private var historyProviding: any HistoryProviding {
        get throws {
            guard let providing = store as? any HistoryProviding else {
                throw DataStoreError.unsupportedFeature
            }
            return providing
        }
    }

    private func history<P: HistoryProviding, T: HistoryTransaction, R>(
        of store: P, _ descriptor: HistoryDescriptor<T>,
        _ body: (HistoryDescriptor<P.HistoryType>) throws -> R?
    ) throws -> R {
        guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType>,
            let result = try body(descriptor)
        else {
            throw SwiftDataError.invalidTransactionFetchRequest.because(
                "The history of the store has transactions of the type \(P.HistoryType.self), not "
                    + "\(T.self).")
        }
        return result
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
            try result.snapshotsToReregister.values.map(plain)
        )
    }
}

/// A snapshot of a store's own type as one of ours: both are encoded alike.
private func plain(_ snapshot: some DataStoreSnapshot) throws -> DefaultSnapshot {
    if let snapshot = snapshot as? DefaultSnapshot { return snapshot }
    return try JSONDecoder.ofModels.decode(
        DefaultSnapshot.self, from: try JSONEncoder.ofModels.encode(snapshot))
}
#endif
