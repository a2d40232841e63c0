import Foundation
import FoundationPredicates
import ObjectCore

extension NSManagedObjectContext {
    /// The results of a fetch request.
    ///
    ///     let request = NSFetchRequest<Item>(entityName: "Item")
    ///     request.predicate = NSPredicate(format: "quantity >= %d", 2)
    ///     let items = try context.fetch(request)
    ///
    /// Objects that the context has already are the same objects, with the values that they have
    /// here. The others come as faults whose values were read with the fetch, or are read later where
    /// the request has a `fetchBatchSize` or says `includesPropertyValues = false`.
    ///
    /// In a subclass the request goes through the form for requests of unknown type, which it may
    /// override.
    ///
    /// - Throws: `NSCocoaErrorDomain` errors with Apple's texts for what cannot be asked.
    public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        if !isPlain { return try fetch(request.untyped).compactMap { $0 as? T } }
        switch try results(request) {
        case .objects(let objects): return NSManagedObjectContext.typed(objects, as: T.self)
        case .others(let others): return others.compactMap { $0 as? T }
        }
    }

    /// How many objects a fetch request would give; in a subclass as `fetch(_:)` has it.
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        isPlain ? try ownCount(request) : try count(for: request.untyped)
    }

    /// What `count(for:)` does where it is not overridden.
    func ownCount(_ request: any AnyFetchRequest) throws -> Int {
        try StoreProblems.translating {
            try reading { try answering(request) { try count(request) } }
        }
    }

    /// Does something while a request is answered.
    func answering<Result>(
        _ request: (any AnyFetchRequest)?, _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = asked
        asked = request
        defer { asked = outer }
        return try body()
    }

    enum Results {
        case objects([NSManagedObject])
        case others([AnyObject])
    }

    /// Objects as their class, without a cast for each where one look at the classes is enough.
    static func typed<T>(_ objects: [NSManagedObject], as type: T.Type) -> [T] {
        if T.self == NSManagedObject.self || T.self == AnyObject.self {
            return unsafeBitCast(objects, to: [T].self)  // Both are arrays of object pointers.
        }
        var last: NSManagedObject.Type?
        var isAll = T.self is AnyClass
        for object in objects where isAll {
            let its = Swift.type(of: object)
            if its == last { continue }
            isAll = object is T
            last = its
        }
        if isAll { return unsafeBitCast(objects, to: [T].self) }  // Each is a T, as was checked.
        return objects.compactMap { $0 as? T }
    }

    func results(_ request: any AnyFetchRequest) throws -> Results {
        try reading { try answering(request) { try unguardedResults(request) } }
    }

    private func unguardedResults(_ request: any AnyFetchRequest) throws -> Results {
        do {
            if request.resultType.contains(.countResultType) {
                return .others([NSNumber(value: try count(request))])
            }
            if request.resultType.contains(.dictionaryResultType) {
                return .others(try dictionaries(request))
            }
            if request.resultType.contains(.managedObjectIDResultType) {
                return .others(try identifiers(request))
            }
            let found = try objects(request)
            heldObjects?.hold(found)
            return .objects(found)
        } catch {
            throw StoreProblems.translated(error)
        }
    }

    // MARK: The question

    func runtime(of request: any AnyFetchRequest) throws -> EntityRuntime {
        guard request.entity != nil || request.entityName != nil else {
            throw NSError.coreData(NSCoreDataError, "A fetch request must have an entity.")
        }
        guard let model = modelIfAny else {
            throw NSError.coreData(
                NSCoreDataError, "The context has no persistent store coordinator.")
        }
        if let entity = request.entity, let runtime = entity.runtime ?? entity.inUse,
            entity.model === model
        {
            return runtime
        }
        let name = request.entity?.name ?? request.entityName ?? ""
        _ = try model.inUse()
        guard let runtime = model.entitiesByName[name]?.runtime else {
            throw NSError.coreData(
                NSCoreDataError,
                "NSFetchRequest could not locate an NSEntityDescription for entity name '\(name)'",
                .suggestion(for: name, among: model.entitiesByName.keys))
        }
        return runtime
    }

    /// Rewrites what one store is asked: objects of other stores match nothing in it.
    ///
    /// Nil where the coordinator has one store.
    func constants(for store: NSPersistentStore) -> PredicateConstants? {
        let stores = persistentStoreCoordinator?.persistentStores ?? []
        guard stores.count > 1 else { return nil }
        return PredicateConstants(
            strangers: Set(stores.filter { $0 !== store }.map(\.link.number)))
    }

    /// A query for one store: in its predicate, objects of other stores match nothing.
    func narrowed(_ query: ObjectQuery, to store: NSPersistentStore) throws -> ObjectQuery {
        var narrowed = query
        if let constants = constants(for: store) {
            narrowed.predicate = try constants.rewrite(query.predicate)
        }
        if store.storeType != NSInMemoryStoreType, !(store is NSAtomicStore),
            let runtime = runtime(query.entity)
        {
            narrowed.predicate = listingText(in: narrowed.predicate, runtime)
        }
        return narrowed
    }

    /// The predicate with text in lists of numbers that a text is looked for in, since SQLite compares them
    /// as the column's type: `numberPlate IN {9, 10}`.
    private func listingText(
        in predicate: QueryPredicate, _ runtime: EntityRuntime
    ) -> QueryPredicate {
        switch predicate {
        case .comparison(var comparison):
            guard comparison.op == .in, case .keyPath(let path) = comparison.left,
                attributeType(atEndOf: path.text, runtime) == .string
            else { return predicate }
            switch comparison.right {
            case .constant(.list(let members)):
                comparison.right = .constant(.list(members.map(\.listedAsText)))
            case .aggregate(let members):
                comparison.right = .aggregate(
                    members.map { member in
                        guard case .constant(let value) = member else { return member }
                        return .constant(value.listedAsText)
                    })
            default: return predicate  // No list.
            }
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map { listingText(in: $0, runtime) })
        case .or(let parts): return .or(parts.map { listingText(in: $0, runtime) })
        case .not(let part): return .not(listingText(in: part, runtime))
        case .constant, .block: return predicate
        }
    }

    func query(_ request: any AnyFetchRequest, _ runtime: EntityRuntime) throws -> ObjectQuery {
        takeIdentifiers()
        var query = ObjectQuery(
            entity: runtime.number, includesSubentities: request.includesSubentities)
        if let predicate = request.predicate {
            let constants = PredicateConstants(aliases: aliases) { [unowned self] any, countOnly in
                guard let request = any as? any AnyFetchRequest else { return .null }
                if countOnly { return .int(Int64(try ownCount(request))) }
                return switch try results(request) {
                case .objects(let objects): Value(bridging: objects)
                case .others(let others): Value(bridging: others)
                }
            }
            query.predicate = try constants.bounded(predicate.queryPredicate)
        }
        query.ordering = try (request.sortDescriptors ?? []).map { descriptor in
            if descriptor.sortsByObject {
                return Ordering("self", ascending: descriptor.ascending)
            }
            guard let ordering = descriptor.ordering else {
                throw NSError.coreData(
                    NSCoreDataError,
                    "Unsupported NSSortDescriptor (comparator blocks are not supported)")
            }
            return ordering
        }
        query.limit = request.fetchLimit > 0 ? request.fetchLimit : nil
        query.offset = max(0, request.fetchOffset)
        return query
    }

    /// What a request asks, read before observers of the context may change it, and the changes that
    /// are to be laid over the answer, where there are any.
    private func question(
        _ request: any AnyFetchRequest
    ) throws -> (EntityRuntime, ObjectQuery, [NSPersistentStore]?, PendingOverlay?) {
        let runtime = try runtime(of: request)
        let query = try query(request, runtime)
        let (stores, isOverlaid) = (request.affectedStores, request.includesPendingChanges)
        guard isOverlaid else { return (runtime, query, stores, nil) }
        ownProcessPendingChanges()
        let overlay = PendingOverlay(self, query, runtime, stores)
        return (runtime, query, stores, overlay.isNeeded ? overlay : nil)
    }

    // MARK: The answers

    func objects(_ request: any AnyFetchRequest) throws -> [NSManagedObject] {
        // Read at once, as awakening objects may change the request too.
        let (batchSize, isFilled) = (request.fetchBatchSize, request.includesPropertyValues)
        let (paths, areFaults) = (
            request.relationshipKeyPathsForPrefetching, request.returnsObjectsAsFaults
        )
        let refreshes = request.shouldRefreshRefetchedObjects
        let (runtime, query, stores, overlay) = try question(request)
        var found: [NSManagedObject]
        // Batches of faults prefetch when they are read themselves.
        var atOnce: [NSManagedObject]?
        if let overlay {
            found = try overlaid(overlay, runtime, stores, refreshing: refreshes)
        } else if !refreshes, let own = incremental(runtime, stores) {
            found = try own.objects(query)
        } else if !refreshes, batchSize > 0 || !isFilled {
            found = try batched(query, runtime, stores, size: batchSize, prefetching: paths ?? [])
            if batchSize > 0 { atOnce = found.filter { !$0.state.contains(.fault) } }
        } else {
            found = try fetched(query, runtime, stores, refreshing: refreshes)
        }
        if let paths { try prefetch(paths, atOnce ?? found) }
        if !areFaults { for object in found { object.fire() } }
        return found
    }

    /// What the stores have, with what is not saved laid over it.
    private func overlaid(
        _ overlay: PendingOverlay, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?,
        refreshing refreshes: Bool
    ) throws -> [NSManagedObject] {
        let query = overlay.sourceQuery
        if !refreshes, let own = incremental(runtime, affected) {
            return try overlay.apply(try own.objects(query))
        }
        return try overlay.apply(
            try sourceFetch(query, runtime, affected), refreshing: refreshes)
    }

    /// The incremental store that is asked, which gives objects, and their rows one by one; nil where
    /// others are asked.
    private func incremental(
        _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?
    ) -> IncrementalObjects? {
        guard parentContext == nil else { return nil }
        let stores = stores(for: runtime, affected)
        return stores.count == 1 ? stores.first?.objects(self) as? IncrementalObjects : nil
    }

    /// The objects of the rows that match.
    private func fetched(
        _ query: ObjectQuery, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?,
        refreshing refreshes: Bool
    ) throws -> [NSManagedObject] {
        let stores = stores(for: runtime, affected)
        var found: [NSManagedObject] = []
        // The usual case without an array of rows with stores.
        if parentContext == nil, stores.count == 1, let store = stores.first {
            let rows = try store.objects(self).fetch(narrowed(query, to: store))
            table.reserve(rows.count)
            found.reserveCapacity(rows.count)
            for row in rows {
                let its = row.key.entity == runtime.number ? runtime : self.runtime(row.key.entity)
                guard let its else { continue }
                found.append(object(of: row, its, store.link, refreshing: refreshes))
            }
            return found
        }
        let rows = try sourceFetch(query, runtime, affected)
        table.reserve(rows.count)
        found.reserveCapacity(rows.count)
        for row in rows {
            if let object = object(of: row, refreshing: refreshes) { found.append(object) }
        }
        return found
    }

    /// Objects whose rows are read a batch at a time, when they are touched.
    private func batched(
        _ query: ObjectQuery, _ runtime: EntityRuntime, _ affected: [NSPersistentStore]?,
        size batchSize: Int, prefetching paths: [String]
    ) throws -> [NSManagedObject] {
        let keys = try sourceKeys(query, runtime, affected)
        var batch = FaultBatch(prefetching: paths)
        var size = 0
        var found: [NSManagedObject] = []
        found.reserveCapacity(keys.count)
        for (key, store) in keys {
            guard let object = object(at: key, store) else { continue }
            found.append(object)
            if batchSize > 0, object.state.contains(.fault) {
                // Others may have saved since an earlier fetch read it.
                object.row = nil
                object.related = []
                batch.add(object)
            }
            size += 1
            if size == batchSize {
                batch = FaultBatch(prefetching: paths)
                size = 0
            }
        }
        return found
    }

    private func identifiers(_ request: any AnyFetchRequest) throws -> [NSManagedObjectID] {
        let (runtime, query, stores, overlay) = try question(request)
        if let overlay {
            return try overlaid(overlay, runtime, stores, refreshing: false).map(\.objectID)
        }
        return try sourceKeys(query, runtime, stores).compactMap { key, store in
            self.runtime(key.entity).map { NSManagedObjectID(key, $0, store) }
        }
    }

    func count(_ request: any AnyFetchRequest) throws -> Int {
        let (runtime, query, stores, overlay) = try question(request)
        if let overlay {
            return try overlay.count(try sourceKeys(overlay.sourceQuery, runtime, stores))
        }
        return try sourceCount(query, runtime, stores)
    }

    // MARK: Prefetching

    /// Reads the objects of relationships at once; faults stay faults.
    ///
    /// Prefetching is a hint: a key path ends before the first name that is no relationship.
    func prefetch(_ paths: [String], _ objects: [NSManagedObject]) throws {
        for path in paths {
            var level = objects
            for step in path.split(separator: ".") {
                var next: [NSManagedObject] = []
                for group in Dictionary(grouping: level, by: \.runtime.number).values {
                    guard let runtime = group.first?.runtime,
                        let slot = runtime.relationshipSlot(String(step))
                    else { continue }
                    next +=
                        slot < runtime.toOneCount
                        ? try prefetchOnes(slot, group) : try prefetchMembers(slot, group)
                }
                // Once each: many may have the same one.
                var seen: Set<ObjectIdentifier> = []
                level = next.filter { seen.insert(ObjectIdentifier($0)).inserted }
                try readRows(of: level)
            }
        }
    }

    /// Reads the rows of faults, which they stay.
    private func readRows(of objects: [NSManagedObject]) throws {
        let waiting = objects.filter { $0.state.contains(.fault) && $0.row == nil }
        let rows = try sourceRows(waiting.map { ($0.key, $0.storeLink) })
        for (object, row) in zip(waiting, rows) { object.row = row }
    }

    private func prefetchOnes(
        _ slot: Int, _ group: [NSManagedObject]
    ) throws -> [NSManagedObject] {
        try readRows(of: group)
        return group.compactMap { object in
            guard object.state.contains(.fault) else { return object.relatedOne(slot) }
            guard let key = object.row?.toOnes[slot],
                let target = self.object(at: key, object.storeLink)
            else { return nil }
            object.prepareRelated()
            object.related[slot] = .one(target)
            return target
        }
    }

    private func prefetchMembers(
        _ slot: Int, _ group: [NSManagedObject]
    ) throws -> [NSManagedObject] {
        try readMembers(slot, group)
        return group.flatMap { object in
            let isFault = object.state.contains(.fault)
            return (isFault ? object.partialMembers(slot) : object.members(slot)).list
        }
    }

    private func readMembers(_ slot: Int, _ group: [NSManagedObject]) throws {
        let waiting = group.filter { !$0.partialMembers(slot).isLoaded && !$0.key.isTemporary }
        var byStore: [Int32: [NSManagedObject]] = [:]
        for object in waiting { byStore[object.storeLink?.number ?? 0, default: []].append(object) }
        for objects in byStore.values {
            let found = try sourceMembers(
                slot - objects[0].runtime.toOneCount, objects.map(\.key), objects[0].storeLink)
            for (object, keys) in zip(objects, found) {
                object.partialMembers(slot).load(
                    keys.compactMap { self.object(at: $0, object.storeLink) }, stored: keys)
            }
        }
    }
}

extension Value {
    /// A number as text; every other value as it is.
    fileprivate var listedAsText: Value {
        switch self {
        case .int, .double, .decimal: columnText.map(Value.text) ?? self
        default: self
        }
    }
}
