import Foundation
import FoundationPredicates
import ObjectCore

/// Asks the history of a context's stores.
struct HistoryRun {
    private let context: NSManagedObjectContext
    private let request: NSPersistentHistoryChangeRequest
    fileprivate let stores: [NSPersistentStore]

    init(_ context: NSManagedObjectContext, _ request: NSPersistentHistoryChangeRequest) {
        self.context = context
        self.request = request
        let all = context.persistentStoreCoordinator?.persistentStores ?? []
        stores =
            request.affectedStores.map { wanted in
                all.filter { store in wanted.contains { $0 === store } }
            } ?? all
    }

    func run() throws -> NSPersistentHistoryResult {
        if request.forgets { return try forget() }
        let wantsChanges = request.fetchRequest?.entityName == HistoryEntity.change
        let changes =
            wantsChanges || request.resultType == .transactionsAndChanges
            || request.resultType == .changesOnly
        var found: [NSPersistentHistoryTransaction] = []
        for store in stores {
            found += try transactions(of: store).map { transaction in
                NSPersistentHistoryTransaction(
                    transaction, store: store.link.identifier, withChanges: changes
                ) { key in
                    context.runtime(key.entity).map { NSManagedObjectID(key, $0, store.link) }
                }
            }
        }
        if stores.count > 1 { found.sort { $0.timestamp < $1.timestamp } }
        // What a request for changes chose; its answer has that, or the transactions with it.
        var chosenChanges: [NSPersistentHistoryChange]?
        if wantsChanges {
            chosenChanges = try chosen(found.flatMap { $0.changes ?? [] }) {
                $0.transaction?.storeID
            }
        } else {
            found = try chosen(found, store: \.storeID)
        }
        let result: Any =
            switch request.resultType {
            case .statusOnly: true
            case .count: chosenChanges?.count ?? found.count
            case .objectIDs:
                Array(Set(chosenChanges?.map(\.changedObjectID) ?? found.flatMap(\.objectIDs)))
            case .changesOnly: chosenChanges ?? found.flatMap { $0.changes ?? [] }
            case .transactionsOnly, .transactionsAndChanges:
                chosenChanges.map { changes in
                    found.filter { one in changes.contains { $0.transaction === one } }
                } ?? found
            }
        return NSPersistentHistoryResult(request.resultType, result)
    }

    private func transactions(of store: NSPersistentStore) throws -> [ObjectTransaction] {
        switch request.place {
        case .token(nil), .request:
            let floor = request.floor[store.link.identifier] ?? 0
            let earlier = try request.since.map { try store.objects.historyToken(through: $0) }
            return try store.objects.history(after: max(floor, earlier ?? 0), limit: limit)
        case .token(let token?):
            let place = try self.place(of: token, in: store)
            return try store.objects.history(after: place, limit: limit)
        case .transaction(let transaction):
            let place = transaction?.number(in: store) ?? 0
            return try store.objects.history(after: place, limit: limit)
        case .date(let date):
            // Clocks are set back: what was saved later has an earlier date at times.
            let place = try store.objects.historyToken(through: date)
            return try store.objects.history(after: place, limit: nil).filter { $0.date > date }
        }
    }

    /// How many transactions of a store are enough; nil where others may be the chosen ones.
    private var limit: Int? {
        guard stores.count == 1, let fetch = request.fetchRequest, fetch.fetchLimit > 0,
            fetch.predicate == nil, fetch.sortDescriptors?.isEmpty != false,
            fetch.entityName != HistoryEntity.change
        else { return nil }
        let (sum, overflow) = fetch.fetchLimit.addingReportingOverflow(max(0, fetch.fetchOffset))
        return overflow ? nil : sum
    }

    fileprivate func place(
        of token: NSPersistentHistoryToken, in store: NSPersistentStore
    ) throws -> Int64 {
        // A store that the token does not know was added later: all that it has is new.
        guard let place = token.places[store.link.identifier] else { return 0 }
        // A token from before what was forgotten cannot say what happened since.
        // Where all of it was forgotten, the next transaction is the first.
        let first = try store.objects.history(after: 0, limit: 1).first?.token
        // Without an addition to the place, which an archive may say to be any number.
        if try first.map({ $0 - 1 }) ?? store.objects.historyToken() > place {
            throw NSError.coreData(
                NSPersistentHistoryTokenExpiredError,
                "The history after this token is no longer kept.")
        }
        return place
    }

    /// What a request for transactions or changes leaves of them.
    ///
    /// A token in its predicate stands for the transaction that it names in a part's own store.
    private func chosen<Part: NSObject>(
        _ all: [Part], store: (Part) -> String?
    ) throws -> [Part] {
        guard let fetch = request.fetchRequest else { return all }
        guard let asked = fetch.predicate else { return try fetch.chosen(of: all) }
        var predicates: [String: NSPredicate] = [:]
        for store in stores.map(\.link.identifier) {
            predicates[store] = NSPredicate(
                queryPredicate: try PredicateConstants(history: store).bounded(asked.queryPredicate)
            )
        }
        let rest = fetch.untyped
        rest.predicate = nil
        return try rest.chosen(
            of: all.filter { part in
                try store(part).flatMap { predicates[$0] }?.matches(part) ?? false
            })
    }

    private func forget() throws -> NSPersistentHistoryResult {
        for store in stores {
            let last: Int64
            switch request.place {
            case .token(nil), .request: last = try store.objects.historyToken()
            case .token(let token?): last = token.places[store.link.identifier] ?? 0
            case .transaction(let transaction): last = (transaction?.number(in: store) ?? 0) - 1
            case .date(let date):
                // Up to the first that is not before it: where the clocks of machines differ, an earlier
                // date may stand behind.
                let before = date.timeIntervalSinceReferenceDate.nextDown
                last = try store.objects.historyToken(
                    through: Date(timeIntervalSinceReferenceDate: before))
            }
            if last > 0 { try store.objects.forgetHistory(upTo: last) }
        }
        return NSPersistentHistoryResult(.statusOnly, true)
    }
}

extension NSManagedObjectContext {
    /// Checks that the history still has everything after a place, given by the identifiers of
    /// stores.
    ///
    /// - Throws: ``NSPersistentHistoryTokenExpiredError`` where it does not.
    package final func checkHistory(after places: [String: Int64]) throws {
        let token = NSPersistentHistoryToken(places)
        let run = HistoryRun(self, .fetchHistory(after: token))
        for store in run.stores { _ = try run.place(of: token, in: store) }
    }
}
