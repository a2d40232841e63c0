#if SwiftData
import CoreData
import Foundation
import FoundationPredicates
import PredicateCore

/// The history of Core Data as that of models.
struct HistoryReader {
    private let context: ModelContext

    init(_ context: ModelContext) { self.context = context }

    /// Checks that nothing was forgotten of what a predicate asks for.
    ///
    /// - Throws: `historyTokenExpired` where saves after its token are no longer kept.
    func checkStart(of predicate: Predicate<DefaultHistoryTransaction>) throws {
        for token in HistoryStart(predicate).tokens {
            do {
                try context.core.checkHistory(after: token.tokenValue ?? [:])
            } catch let error as NSError where error.code == NSPersistentHistoryTokenExpiredError {
                throw SwiftDataError.historyTokenExpired
            }
        }
    }

    /// The saves that a descriptor asks for, in the order of the history or of the descriptor.
    func transactions(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        let start = descriptor.predicate.map(HistoryStart.init)
        let limit = Int(clamping: descriptor.fetchLimit)
        // As many at a time as may be enough, where the first ones of the history are asked for.
        var part = 0
        if limit > 0, descriptor.sortBy.isEmpty {
            if start == nil {
                part = limit
            } else if context.stores.coordinator.persistentStores.count == 1 {
                // Of several stores each part has all that is left of each.
                part = start?.isWhole == true ? limit : max(limit, HistoryReader.partSize)
            }
        }
        var floor = start?.floor ?? [:]
        var found: [DefaultHistoryTransaction] = []
        while true {
            let next = try all(after: floor, since: start?.moment, limit: part)
            for save in next { floor[save.storeIdentifier] = save.transactionIdentifier }
            if let predicate = descriptor.predicate {
                found += try next.filter { try predicate.evaluate($0) }
            } else {
                found += next
            }
            if part == 0 || next.count < part || found.count >= limit { break }
        }
        if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
        return limit > 0 ? Array(found.prefix(limit)) : found
    }

    /// How many saves are looked at together until enough of them are found.
    private static let partSize = 256

    /// The saves after places of stores, at most `limit`; 0 for all.
    ///
    /// Those up to a moment may be left out.
    private func all(
        after floor: [String: Int64] = [:], since moment: Date? = nil, limit: Int = 0
    ) throws -> [DefaultHistoryTransaction] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(
            after: nil as NSPersistentHistoryToken?)
        request.floor = floor
        request.since = moment
        request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
        request.fetchRequest?.fetchLimit = limit
        let result = try context.core.execute(request) as? NSPersistentHistoryResult
        let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
        return transactions.map { transaction in
            DefaultHistoryTransaction(
                timestamp: transaction.timestamp,
                changes: (transaction.changes ?? []).compactMap {
                    change($0, transaction.transactionNumber)
                },
                token: DefaultHistoryToken([transaction.storeID: transaction.transactionNumber]),
                transactionIdentifier: transaction.transactionNumber,
                storeIdentifier: transaction.storeID, author: transaction.author,
                bundleIdentifier: transaction.bundleID, processIdentifier: transaction.processID)
        }
    }

    private func change(_ change: NSPersistentHistoryChange, _ number: Int64) -> HistoryChange? {
        let id = PersistentIdentifier(change.changedObjectID)
        guard let plan = context.stores.plan.entities[id.entityName] else { return nil }
        func make<M: PersistentModel>(_: M.Type) -> HistoryChange {
            switch change.changeType {
            case .insert:
                .insert(
                    DefaultHistoryInsert<M>(
                        changeIdentifier: change.changeID, transactionIdentifier: number,
                        changedPersistentIdentifier: id))
            case .update:
                .update(
                    DefaultHistoryUpdate<M>(
                        changeIdentifier: change.changeID, transactionIdentifier: number,
                        changedPersistentIdentifier: id,
                        updatedAttributes: (change.updatedProperties ?? [])
                            .map(\.name).sorted().compactMap { keyPath($0) }))
            case .delete:
                .delete(
                    DefaultHistoryDelete<M>(
                        changeIdentifier: change.changeID, transactionIdentifier: number,
                        changedPersistentIdentifier: id,
                        tombstone: tombstone(change.tombstone ?? [:], plan)))
            }
        }
        return make(plan.type)
    }

    private func keyPath<M: PersistentModel>(
        _ name: String
    ) -> (any PartialKeyPath<M> & Sendable)? {
        let own = M.schemaMetadata.first { $0.name == name }?.keypath
        return ((own ?? M._$inheritedKeyPaths[name]) as? PartialKeyPath<M>).map {
            // `Sendable` of a key path leaves no trace at run time, and a property captures nothing.
            unsafeBitCast($0, to: (any PartialKeyPath<M> & Sendable).self)
        }
    }

    private func tombstone<M: PersistentModel>(
        _ values: [AnyHashable: Any], _ plan: EntityPlan
    ) -> HistoryTombstone<M> {
        var entries: [HistoryTombstone<M>.Element] = []
        for (name, value) in values {
            guard let name = name as? String,
                let path: any PartialKeyPath<M> & Sendable = keyPath(name)
            else { continue }
            let stored = PredicateCore.Value(bridging: value)
            let property = plan.properties[name]
            let decoded = property?.form.coder?.decode(stored, else: property?.defaultValue)
            let made: Any = decoded ?? value
            entries.append((path, SendableConstant.of(made)))
        }
        return HistoryTombstone(entries)
    }

    /// Forgets saves.
    ///
    /// Core Data forgets the oldest ones, so that the saves must be those.
    ///
    /// - Throws: `invalidTransactionFetchRequest` where an older save would stay.
    func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        let doomed = try transactions(descriptor)
        let all = try self.all()
        let stores = Set(doomed.map(\.storeIdentifier))
        for store in context.stores.coordinator.persistentStores
        where stores.contains(store.identifier) {
            let numbers = Set(
                doomed.lazy.filter { $0.storeIdentifier == store.identifier }
                    .map(\.transactionIdentifier))
            guard let last = numbers.max() else { continue }
            let older = all.filter {
                $0.storeIdentifier == store.identifier && $0.transactionIdentifier <= last
            }
            guard older.allSatisfy({ numbers.contains($0.transactionIdentifier) }) else {
                throw SwiftDataError.invalidTransactionFetchRequest.because(
                    "Only the oldest saves of a history can be deleted; an older one than those "
                        + "that the descriptor asks for would stay.")
            }
            // Forgotten by another meanwhile.
            guard let place = try token(of: last, in: store) else { continue }
            // Up to this place: what was saved since the history was read stays.
            let request = NSPersistentHistoryChangeRequest.deleteHistory(before: place)
            request.affectedStores = [store]
            try context.core.execute(request)
        }
    }

    /// The place after a transaction; nil where the history does not have it.
    private func token(
        of number: Int64, in store: NSPersistentStore
    ) throws -> NSPersistentHistoryToken? {
        let fetch = NSPersistentHistoryChangeRequest.fetchHistory(
            after: nil as NSPersistentHistoryToken?)
        fetch.resultType = .transactionsOnly
        fetch.affectedStores = [store]
        let result = try context.core.execute(fetch) as? NSPersistentHistoryResult
        let all = result?.result as? [NSPersistentHistoryTransaction] ?? []
        return all.first { $0.transactionNumber == number }?.token
    }
}

/// The constant of a column as one that may cross threads.
private struct SendableConstant {
    private struct Plain {
        let value: Any
    }
    private let value: any Sendable

    static func of(_ value: Any) -> any Sendable {
        // `Sendable` leaves no trace at run time, so that no cast can ask for it.
        unsafeBitCast(Plain(value: value), to: SendableConstant.self).value
    }
}

extension ModelContext {
    /// The saves that a descriptor asks for, oldest first.
    ///
    /// A program's own store answers where it is ``HistoryProviding``.
    ///
    /// - Throws: `invalidTransactionFetchRequest` for another type than the store's, which is
    ///   ``DefaultHistoryTransaction`` for Core Data's; `historyTokenExpired` where the predicate
    ///   asks for what came after a token, and some of that was deleted;
    ///   ``DataStoreError/unsupportedFeature`` of a program's own store without a history.
    public func fetchHistory<T: HistoryTransaction>(
        _ descriptor: HistoryDescriptor<T>
    ) throws -> [T] {
        if let session = registry.session { return try session.fetchHistory(descriptor) }
        let reader = HistoryReader(self)
        guard let known = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw SwiftDataError.invalidTransactionFetchRequest
        }
        if let predicate = known.predicate { try reader.checkStart(of: predicate) }
        guard let found = try reader.transactions(known) as? [T] else {
            throw SwiftDataError.invalidTransactionFetchRequest
        }
        return found
    }

    /// Forgets the saves that a descriptor asks for, which must be the oldest ones of their store.
    ///
    /// A program's own store decides itself which saves it can forget.
    ///
    /// - Throws: `invalidTransactionFetchRequest` for another type than the store's, and where an
    ///   older save would stay; ``DataStoreError/unsupportedFeature`` of a program's own store
    ///   without a history.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        if let session = registry.session { return try session.deleteHistory(descriptor) }
        guard let known = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw SwiftDataError.invalidTransactionFetchRequest
        }
        try HistoryReader(self).delete(known)
    }
}
#endif
