#if SwiftData
import Foundation

// A store of a program's own type, as contexts use it: its models stand in a store in memory, one a
// context.
extension DataStore {
    /// Whether the store deletes models that it does not give out.
    var deletesBatches: Bool { self is any DataStoreBatching }

    /// - Throws: `unsupportedFeature` where the store deletes no batches.
    func deleteBatch<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        guard let batching = self as? any DataStoreBatching else {
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
        func read(
            _ descriptor: FetchDescriptor<T>, isComplete: Bool
        ) throws -> (found: [DefaultSnapshot], related: [DefaultSnapshot], isComplete: Bool) {
            let result = try fetch(
                DataStoreFetchRequest(editingState: state, descriptor: descriptor))
            return (
                try result.fetchedSnapshots.map(plain),
                try result.relatedSnapshots.values.map(plain), isComplete
            )
        }
        return try unlessPreferred { try read(descriptor, isComplete: true) }
            ?? read(FetchDescriptor<T>(), isComplete: false)
    }

    /// Nil where the context is to filter.
    func fetchCount<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> Int? {
        try unlessPreferred {
            try fetchCount(DataStoreFetchRequest(editingState: state, descriptor: descriptor))
        }
    }

    /// Nil where the context is to filter or to sort.
    func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ state: EditingState
    ) throws -> [PersistentIdentifier]? {
        try unlessPreferred {
            try fetchIdentifiers(DataStoreFetchRequest(editingState: state, descriptor: descriptor))
        }
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
        try cachedSnapshots(for: identifiers, editingState: state).values.map(plain)
    }

    /// - Throws: `unsupportedFeature` where the store has no history,
    ///   `invalidTransactionFetchRequest` where it has one of another type.
    func transactions<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        func fetch(_ store: some HistoryProviding) throws -> [T] {
            try history(of: store, descriptor) { try store.fetchHistory($0) as? [T] }
        }
        return try fetch(try historyProviding)
    }

    func deleteTransactions<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        func delete(_ store: some HistoryProviding) throws {
            try history(of: store, descriptor) { try store.deleteHistory($0) }
        }
        try delete(try historyProviding)
    }

    private var historyProviding: any HistoryProviding {
        get throws {
            guard let providing = self as? any HistoryProviding else {
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
        func snapshots(_ data: [any BackingData]) -> [Snapshot] {
            data.map { Snapshot(from: $0, relatedBackingDatas: &related) }
        }
        let result = try save(
            DataStoreSaveChangesRequest(
                editingState: state, inserted: snapshots(inserted), updated: snapshots(updated),
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
