import Foundation
import ObjectCore

/// A row and the store that has it.
struct SourceRow {
    var row: ObjectRow
    var store: StoreLink?
}

// Where a context reads: the stores of its coordinator, or its parent with what is not saved there.

extension NSManagedObjectContext {
    /// The stores that are asked about an entity.
    func stores(for runtime: EntityRuntime, _ affected: [NSPersistentStore]?) -> [NSPersistentStore]
    {
        guard let coordinator = persistentStoreCoordinator else { return [] }
        return coordinator.persistentStores.filter { store in
            (affected == nil || affected?.contains { $0 === store } == true)
                && store.holdsAny(of: runtime)
        }
    }

    /// How many stores may have objects of an entity, or of one that inherits from it.
    package final func storeCount(forEntityName name: String) -> Int {
        modelIfAny?.entitiesByName[name]?.inUse.map { stores(for: $0, nil).count } ?? 0
    }

    /// The rows that match, without what is not saved here.
    func sourceFetch(
        _ query: ObjectQuery, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?
    ) throws -> [SourceRow] {
        if let parentContext {
            return try parentContext.performAndWait {
                try parentContext.reading {
                    try parentContext.answering(asked) {
                        try parentContext.liveRows(query, runtime, affected)
                    }
                }
            }
        }
        let stores = stores(for: runtime, affected)
        if stores.count == 1, let store = stores.first {
            return try store.objects(self).fetch(narrowed(query, to: store))
                .map { SourceRow(row: $0, store: store.link) }
        }
        return try rows(query, of: stores)
    }

    /// The rows of several stores that match, in the order of the query.
    func rows(_ query: ObjectQuery, of stores: [NSPersistentStore]) throws -> [SourceRow] {
        var all: [SourceRow] = []
        var whole = query
        whole.limit = query.limit?.rows(after: query.offset)
        whole.offset = 0
        for store in stores {
            all += try store.objects(self).fetch(narrowed(whole, to: store))
                .map { SourceRow(row: $0, store: store.link) }
        }
        if !query.ordering.isEmpty { all = try sorted(all, by: query.ordering, query.entity) }
        return all.page(limit: query.limit, offset: query.offset)
    }

    /// The keys of the rows that match, without what is not saved here.
    func sourceKeys(
        _ query: ObjectQuery, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?
    ) throws -> [(key: ObjectKey, store: StoreLink?)] {
        let stores = stores(for: runtime, affected)
        guard parentContext == nil, stores.count == 1, let store = stores.first else {
            return try sourceFetch(query, runtime, affected).map { ($0.row.key, $0.store) }
        }
        return try store.objects(self).fetchKeys(narrowed(query, to: store)).map {
            ($0, store.link)
        }
    }

    func sourceCount(
        _ query: ObjectQuery, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?
    ) throws -> Int {
        let stores = stores(for: runtime, affected)
        guard parentContext == nil, stores.count == 1, let store = stores.first else {
            return try sourceKeys(query, runtime, affected).count
        }
        return try store.objects(self).count(narrowed(query, to: store))
    }

    /// The rows of objects; nil for what is not there.
    func sourceRows(_ keys: [(ObjectKey, StoreLink?)]) throws -> [ObjectRow?] {
        if let parentContext {
            return try parentContext.performAndWait {
                try parentContext.reading {
                    keys.map { key, store in
                        guard let object = parentContext.object(at: key, store),
                            !object.state.contains(.deleted)
                        else { return nil }
                        if object.state.contains(.fault) { object.fire() }
                        return object.state.contains(.gone) ? nil : object.liveRow(as: key)
                    }
                }
            }
        }
        var rows = [ObjectRow?](repeating: nil, count: keys.count)
        var byStore: [Int32: (store: NSPersistentStore, places: [Int])] = [:]
        for (place, (key, link)) in keys.enumerated() where !key.isTemporary {
            let number = link?.number ?? 0
            if byStore[number] == nil { byStore[number] = (try reachable(link), []) }
            byStore[number]?.places.append(place)
        }
        for (store, places) in byStore.values {
            let found = try store.objects(self).rows(places.map { keys[$0].0 })
            for (place, row) in zip(places, found) { rows[place] = row }
        }
        return rows
    }

    /// What a relationship to many of objects of one store has.
    func sourceMembers(
        _ relationship: Int, _ keys: [ObjectKey], _ link: StoreLink?
    ) throws -> [[ObjectKey]] {
        if let parentContext {
            return try parentContext.performAndWait {
                try parentContext.reading {
                    keys.map { key in
                        guard let object = parentContext.object(at: key, link) else { return [] }
                        let slot = object.runtime.toOneCount + relationship
                        return object.members(slot).list.map(\.key)
                    }
                }
            }
        }
        let stored = keys.filter { !$0.isTemporary }
        guard !stored.isEmpty else { return keys.map { _ in [] } }
        let store = try reachable(link)
        let found = try store.objects(self).members(relationship, of: stored)
        var byKey: [ObjectKey: [ObjectKey]] = [:]
        for (key, members) in zip(stored, found) { byKey[key] = members }
        return keys.map { byKey[$0] ?? [] }
    }

    /// The rows that match for a child: with what is not saved here.
    func liveRows(
        _ query: ObjectQuery, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?
    ) throws -> [SourceRow] {
        takeIdentifiers()
        var query = query
        if !aliases.isEmpty {
            query.predicate = try PredicateConstants(aliases: aliases).rewrite(query.predicate)
        }
        let overlay = PendingOverlay(self, query, runtime, affected)
        let rows = try sourceFetch(overlay.sourceQuery, runtime, affected)
        if !overlay.isNeeded {
            return rows.map { row in
                guard let runtime = self.runtime(row.row.key.entity),
                    let object = table.object(
                        at: ObjectPlace(row.row.key, runtime.root, row.store)),
                    !object.state.contains(.fault)
                else { return row }
                return SourceRow(row: object.liveRow(as: object.key), store: row.store)
            }
        }
        let objects = try overlay.apply(rows, refreshing: false)
        return objects.map { SourceRow(row: $0.liveRow(as: $0.key), store: $0.storeLink) }
    }

    /// Rows in order, where several stores answered.
    func sorted(_ rows: [SourceRow], by ordering: [Ordering], _ entity: Int) throws -> [SourceRow] {
        let objects = rows.compactMap { object(of: $0, refreshing: false) }
        let sorted = try LiveReader(self).sorted(objects, by: ordering, entity)
        let byPlace = Dictionary(first: rows.map { (ObjectPlace($0.row.key, 0, $0.store), $0) })
        return sorted.compactMap { byPlace[ObjectPlace($0.key, 0, $0.storeLink)] }
    }
}

extension NSManagedObject {
    /// What the object is now, as a row.
    final func liveRow(as key: ObjectKey) -> ObjectRow {
        if state.contains(.fault) { fire() }
        var toOnes = row?.toOnes ?? runtime.noToOnes
        for (slot, known) in related.prefix(runtime.toOneCount).enumerated() {
            if case .one(let object) = known { toOnes[slot] = object?.key }
        }
        return ObjectRow(
            key: key, version: row?.version ?? 0, attributes: values, toOnes: toOnes)
    }
}

/// Reads a context's objects as they are now, while a predicate is evaluated on them.
final class LiveReader: ObjectSource, @unchecked Sendable {
    // Unchecked: used within one call on the context's queue.
    private unowned let context: NSManagedObjectContext
    private let stores: [NSPersistentStore]
    private var home: StoreLink?

    init(_ context: NSManagedObjectContext) {
        self.context = context
        stores = context.persistentStoreCoordinator?.persistentStores ?? []
    }

    /// The row of an object, which is what the reader is asked about next.
    ///
    /// Keys do not say the store: they are of the same one, since relationships stay within it.
    func row(of object: NSManagedObject) -> ObjectRow {
        if stores.count > 1 {
            home =
                object.storeLink
                // An object without a store is read from the context alone.
                ?? (try? context.persistentStoreCoordinator?.store(for: object))?.link
        }
        return object.liveRow(as: object.key)
    }

    /// The object of a key, in the store that is asked about; else in the first that has it.
    private func object(_ key: ObjectKey) -> NSManagedObject? {
        if key.isTemporary { return context.object(at: key, nil) }
        if let home { return context.object(at: key, home) }
        if stores.count > 1, let runtime = context.runtime(key.entity) {
            for store in stores {
                if let known = context.table.object(at: ObjectPlace(key, runtime.root, store.link))
                {
                    return known
                }
            }
        }
        return context.object(at: key, stores.first?.link)
    }

    func row(_ key: ObjectKey) throws -> ObjectRow? {
        guard let object = object(key) else { return nil }
        if object.state.contains(.fault) { object.fire() }
        return object.state.contains(.gone) ? nil : object.liveRow(as: key)
    }

    func members(_ relationship: Int, of key: ObjectKey) throws -> [ObjectKey] {
        guard let object = object(key) else { return [] }
        return object.members(object.runtime.toOneCount + relationship).list.map(\.key)
    }

    func evaluation(_ entity: Int) throws -> ObjectEvaluation {
        guard let model = try context.modelIfAny?.inUse().resolved else {
            throw NSError.coreData(NSCoreDataError, "The context has no model.")
        }
        return ObjectEvaluation(
            SourceReader(self, model: model), entity: entity, context: evaluationContext)
    }

    /// Whether an object as it is now meets the condition of a query.
    ///
    /// - Parameter tests: The condition for objects of each store, for the next object.
    func matches(
        _ object: NSManagedObject, _ query: ObjectQuery,
        _ tests: inout [Int32: Evaluator<ObjectRow>]
    ) throws -> Bool {
        let store =
            stores.count > 1 ? (try? context.persistentStoreCoordinator?.store(for: object)) : nil
        let home = store?.link.number ?? 0
        let test: Evaluator<ObjectRow>
        if let known = tests[home] {
            test = known
        } else {
            let asked = try store.map { try context.narrowed(query, to: $0) } ?? query
            test = try evaluation(query.entity).evaluator(asked.predicate)
            tests[home] = test
        }
        return try test.matches(row(of: object))
    }

    /// Evaluates as the stores do, so that what is not saved stands where it will.
    ///
    /// Stores that differ are asked of as one in memory.
    var evaluationContext: EvaluationContext {
        let profiles = Set(stores.map(\.objects.textProfile))
        return .objects(profiles.count == 1 ? profiles.first ?? .foundation : .foundation)
    }

    func sorted(
        _ objects: [NSManagedObject], by ordering: [Ordering], _ entity: Int
    ) throws -> [NSManagedObject] {
        let objects = objects.sorted { first, second in
            // Ties go by store and row, new objects last and in the order in which they were made.
            let (a, b) = (first.key.row, second.key.row)
            if a < 0 || b < 0 { return (a < 0) == (b < 0) ? a > b : b < 0 }
            let (x, y) = (first.storeLink?.number ?? 0, second.storeLink?.number ?? 0)
            return x == y ? a < b : x < y
        }
        // Rows do not say in which store they are, and what they point at.
        if stores.count > 1 { return try sortedAcrossStores(objects, by: ordering) }
        let byKey = Dictionary(first: objects.map { ($0.key, $0) })
        let rows = objects.map { $0.liveRow(as: $0.key) }
        return try evaluation(entity).sorted(rows, by: ordering).compactMap { byKey[$0.key] }
    }

    /// Objects of several stores are compared as objects, which know what they point at.
    private func sortedAcrossStores(
        _ objects: [NSManagedObject], by ordering: [Ordering]
    ) throws -> [NSManagedObject] {
        let comparator = try OrderingComparator<NSManagedObject>(
            ordering, context: evaluationContext, self: .value { .object(ObjectValue($0)) },
            field: { name in
                if ordering.sortsByRow, name == "self" || name == "objectID" {
                    return .int { $0.key.place }
                }
                return .value { object throws(EvaluationError) in
                    // A property of an entity that inherits: nil for the others.
                    let isOwn =
                        object.runtime.slots[name] != nil || name == "self" || name == "objectID"
                        || name == "entity"
                    return isOwn ? try object.predicateValue(forKey: name) : .null
                }
            })
        return try comparator.sorted(objects)
    }
}

/// What is not saved, laid over what the store found.
struct PendingOverlay {
    private let context: NSManagedObjectContext
    private let query: ObjectQuery
    /// In no order: a program that looks for each object before it inserts it has many, and few that match.
    private let changed: [NSManagedObject]
    private let deletedPlaces: Set<ObjectPlace>

    /// - Parameter affected: The stores that are asked; nil for all.
    init(
        _ context: NSManagedObjectContext, _ query: ObjectQuery, _ runtime: EntityRuntime,
        _ affected: [NSPersistentStore]?
    ) {
        self.context = context
        self.query = query
        let family = runtime.entity.family
        let coordinator = context.persistentStoreCoordinator
        func isAsked(_ object: NSManagedObject) -> Bool {
            guard let affected else { return true }
            // A new object that no store may have is in none of them.
            guard let home = try? coordinator?.store(for: object) else { return false }
            return affected.contains { $0 === home }
        }
        func concerns(_ object: NSManagedObject) -> Bool {
            guard
                query.includesSubentities
                    ? family.contains(object.runtime.number) : object.runtime.number == query.entity
            else { return false }
            return isAsked(object)
        }
        changed =
            context.inserted.values.filter { concerns($0) && !$0.state.contains(.deleted) }
            + context.updated.values.filter {
                concerns($0) && !$0.state.contains(.deleted) && !$0.state.contains(.inserted)
            }
        deletedPlaces = Set(
            context.deleted.values.filter(concerns).map { $0.objectID.place })
    }

    /// Whether anything that is not saved concerns the question.
    var isNeeded: Bool { !changed.isEmpty || !deletedPlaces.isEmpty }

    /// What the store is asked: enough rows for the page that is left of what matches now.
    var sourceQuery: ObjectQuery {
        guard isNeeded else { return query }
        var whole = query
        whole.offset = 0
        whole.limit = query.limit?.rows(after: query.offset)?
            .rows(after: changed.count + deletedPlaces.count)
        return whole
    }

    /// Which of the changed objects match now, new ones first in the order in which they were made.
    private func matching() throws -> (matched: [NSManagedObject], others: [NSManagedObject]) {
        let reader = LiveReader(context)
        var tests: [Int32: Evaluator<ObjectRow>] = [:]
        var (matched, others): ([NSManagedObject], [NSManagedObject]) = ([], [])
        for object in changed {
            if try reader.matches(object, query, &tests) {
                matched.append(object)
            } else {
                others.append(object)
            }
        }
        matched.sort { first, second in
            let isNew = first.state.contains(.inserted)
            if isNew != second.state.contains(.inserted) { return isNew }
            return isNew ? first.key.row > second.key.row : first.key.row < second.key.row
        }
        return (matched, others)
    }

    func apply(_ rows: [SourceRow], refreshing: Bool) throws -> [NSManagedObject] {
        try apply(rows.compactMap { context.object(of: $0, refreshing: refreshing) })
    }

    func apply(_ stored: [NSManagedObject]) throws -> [NSManagedObject] {
        var found = stored.filter { !deletedPlaces.contains($0.objectID.place) }
        var present = Set(found.map(ObjectIdentifier.init))
        let (matched, others) = try matching()
        let gone = Set(others.lazy.map(ObjectIdentifier.init).filter(present.contains))
        if !gone.isEmpty { found.removeAll { gone.contains(ObjectIdentifier($0)) } }
        for object in matched where present.insert(ObjectIdentifier(object)).inserted {
            found.append(object)
        }
        if !matched.isEmpty, !query.ordering.isEmpty {
            found = try LiveReader(context).sorted(found, by: query.ordering, query.entity)
        }
        return found.page(limit: query.limit, offset: query.offset)
    }

    func count(_ keys: [(key: ObjectKey, store: StoreLink?)]) throws -> Int {
        let root = context.runtime(query.entity)?.root ?? 0
        var places = Set(keys.map { ObjectPlace($0.key, root, $0.store) })
        places.subtract(deletedPlaces)
        let (matched, others) = try matching()
        for object in matched { places.insert(object.objectID.place) }
        for object in others { places.remove(object.objectID.place) }
        let rest = max(0, places.count - query.offset)
        return query.limit.map { min($0, rest) } ?? rest
    }
}
