import Foundation
import FoundationPredicates
import ObjectCore

/// What batch requests have in common: the stores asked, and identifiers of what was done.
struct BatchRun {
    let context: NSManagedObjectContext
    let runtime: EntityRuntime
    private let affected: [NSPersistentStore]?

    init(
        _ context: NSManagedObjectContext, entityName: String?, entity: NSEntityDescription?,
        affected: [NSPersistentStore]?
    ) throws {
        let request = NSFetchRequest<NSManagedObject>()
        request.given = entityName
        request.entity = entity
        runtime = try context.runtime(of: request)
        self.context = context
        self.affected = affected
    }

    /// The stores that have the entity.
    ///
    /// - Throws: Where there is none.
    private func stores() throws -> [NSPersistentStore] {
        let stores = context.stores(for: runtime, affected)
        if stores.isEmpty {
            throw NSError.coreData(
                NSCoreDataError, "The coordinator has no store for entity '\(runtime.name)'.")
        }
        return stores
    }

    /// - Throws: Where one of the stores may not be written.
    fileprivate static func checkWritable(_ stores: [NSPersistentStore]) throws {
        if let store = stores.first(where: { $0.link.references != nil }) {
            throw NSError.coreData(
                NSPersistentStoreUnsupportedRequestTypeError,
                "The store of the type \(store.type) takes no batch requests: "
                    + "fetch the objects, change them and save their context.")
        }
        if let store = stores.first(where: \.isReadOnly) {
            throw NSError.coreData(
                NSPersistentStoreSaveError,
                "Attempt to write to a read-only store: \(store.url?.path ?? "")")
        }
    }

    /// The stores that have the entity, and the query of each.
    private func questions(
        _ request: any AnyFetchRequest
    ) throws -> [(store: NSPersistentStore, query: ObjectQuery)] {
        let query = try context.query(request, runtime)
        let stores = try stores()
        try Self.checkWritable(stores)
        var questions: [(store: NSPersistentStore, query: ObjectQuery)] = try stores.map {
            ($0, try context.narrowed(query, to: $0))
        }
        guard stores.count > 1, query.limit != nil || query.offset > 0 else { return questions }
        // The page is one of all stores. A context without changes reads it as it is stored.
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = context.persistentStoreCoordinator
        let page = try reader.performAndWait {
            try reader.reading { try reader.rows(query, of: stores) }
        }
        for place in questions.indices {
            let link = questions[place].store.link
            let objects = page.filter { $0.store === link }
                .map { Value.object(ObjectValue(StoredObject($0.row.key))) }
            let isInPage = Comparison(.this, .in, .constant(.list(objects)))
            questions[place].query.predicate = .and([
                questions[place].query.predicate, .comparison(isInPage),
            ])
            questions[place].query.limit = nil
            questions[place].query.offset = 0
        }
        return questions
    }

    /// Tells of a store that changed without any context.
    static func tell(_ store: NSPersistentStore, _ keys: [ObjectKey]) {
        if !keys.isEmpty { RemoteChange.post(store, (try? store.objects.historyToken()) ?? 0) }
    }

    func identifiers(_ keys: [ObjectKey], _ store: NSPersistentStore) -> [NSManagedObjectID] {
        keys.compactMap { key in
            context.runtime(key.entity).map { NSManagedObjectID(key, $0, store.link) }
        }
    }

    /// The attributes of a new object whose values a program gives.
    func attributes(_ values: [String: Any]) throws -> (values: [Value], given: [Int]) {
        var attributes = runtime.defaults
        var given: [Int] = []
        for (name, value) in values {
            guard case .attribute(let place) = runtime.slots[name] else {
                throw NSError.coreData(
                    NSCoreDataError,
                    "NSBatchInsertRequest: '\(name)' is no attribute of '\(runtime.name)'.",
                    .suggestion(for: name, among: runtime.attributesByName.keys))
            }
            attributes[place] = try runtime.stored(value, at: place)
            given.append(place)
        }
        return (attributes, given)
    }

}

extension BatchRun {
    func delete(
        _ request: any AnyFetchRequest, _ type: NSBatchDeleteRequestResultType
    ) throws -> NSBatchDeleteResult {
        let source = context.historySource
        var ids: [NSManagedObjectID] = []
        for (store, query) in try questions(request) {
            var deletion = BatchDeletion(store.objects)
            do {
                let keys = try deletion.run(
                    query, author: source.author, contextName: source.name)
                ids += identifiers(keys, store)
                Self.tell(store, keys)
            } catch let denial as BatchDenial {
                throw NSError.coreData(
                    NSValidationRelationshipDeniedDeleteError,
                    "Constraint trigger violation: Batch delete failed due to mandatory OTO "
                        + "nullify inverse on \(denial.entity)/\(denial.relationship)")
            }
        }
        let result: Any =
            switch type {
            case .resultTypeStatusOnly: true
            case .resultTypeObjectIDs: ids
            case .resultTypeCount: ids.count
            }
        return NSBatchDeleteResult(type, result)
    }

    func update(_ request: NSBatchUpdateRequest) throws -> NSBatchUpdateResult {
        let fetch = NSFetchRequest<NSManagedObject>()
        fetch.entity = runtime.description
        fetch.predicate = request.predicate
        fetch.includesSubentities = request.includesSubentities
        let questions = try questions(fetch)
        var values: [String: QueryExpression] = [:]
        for (key, value) in request.propertiesToUpdate ?? [:] {
            let name = key as? String ?? (key.base as? NSPropertyDescription)?.name ?? "\(key)"
            values[name] = try expression(value, name)
        }
        guard !values.isEmpty else {
            throw NSError.coreData(
                NSCoreDataError, "propertiesToUpdate of an NSBatchUpdateRequest is empty.")
        }
        let source = context.historySource
        var ids: [NSManagedObjectID] = []
        for (store, query) in questions {
            let constants = context.constants(for: store)
            let update = try BatchUpdate(
                store.objects, entity: runtime.number,
                values: values.mapValues { try constants?.rewrite($0) ?? $0 })
            let keys = try update.run(
                query, author: source.author, contextName: source.name)
            ids += identifiers(keys, store)
            Self.tell(store, keys)
        }
        let result: Any =
            switch request.resultType {
            case .statusOnlyResultType: true
            case .updatedObjectIDsResultType: ids
            case .updatedObjectsCountResultType: ids.count
            }
        return NSBatchUpdateResult(request.resultType, result)
    }

    private func expression(_ value: Any, _ name: String) throws -> QueryExpression {
        let constants = PredicateConstants(aliases: context.aliases)
        let bare = NSManagedObject.bare(value)
        // Without the first question a set would be copied into an object to be cast.
        if type(of: bare) is AnyClass, let expression = bare as? NSExpression {
            let query = expression.queryExpression
            guard case .constant = query, case .attribute(let place) = runtime.slots[name] else {
                return try constants.bounded(query)
            }
            return .constant(try runtime.stored(expression.constantValue, at: place))
        }
        guard case .attribute(let place) = runtime.slots[name] else {
            return try constants.rewrite(.constant(Value(bridging: value)))
        }
        return .constant(try runtime.stored(value, at: place))
    }

    func insert(_ request: NSBatchInsertRequest) throws -> NSBatchInsertResult {
        // New objects go where those of a context go.
        let stores = try stores().filter { $0.holds(runtime) }
        guard let store = stores.first(where: { !$0.isReadOnly }) ?? stores.first else {
            return NSBatchInsertResult(.statusOnly, false)
        }
        try Self.checkWritable([store])
        guard !runtime.entity.isAbstract else {
            throw NSError.coreData(
                NSCoreDataError, "Cannot insert instances of abstract entity \(runtime.name).")
        }
        let conflict: BatchInsertion.Conflict =
            switch (context.mergePolicy as? NSMergePolicy)?.mergeType {
            case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: .overwrite
            case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .ignore
            case .errorMergePolicyType, nil: .fail
            }
        let source = context.historySource
        var insertion = BatchInsertion(
            store.objects, entity: runtime.number, onConflict: conflict,
            author: source.author, contextName: source.name)
        if let handler = request.dictionaryHandler {
            while true {
                let values = NSMutableDictionary()
                if handler(values) { break }
                try add(values as? [String: Any] ?? [:], to: &insertion)
            }
        } else if let handler = request.managedObjectHandler {
            while true {
                let object = runtime.objectClass.init(
                    __entity: runtime.description, context: nil)
                if handler(object) { break }
                insertion.add(object.values)
            }
        } else {
            for values in request.objectsToInsert ?? [] { try add(values, to: &insertion) }
        }
        let keys: [ObjectKey]
        do {
            keys = try insertion.finish()
        } catch is ObjectSaveFailure {
            throw NSError.coreData(
                NSManagedObjectConstraintMergeError,
                "Could not insert: values that may occur once are in the store already.")
        }
        Self.tell(store, keys)
        let result: Any =
            switch request.resultType {
            case .statusOnly: true
            case .objectIDs: identifiers(keys, store)
            case .count: keys.count
            }
        return NSBatchInsertResult(request.resultType, result)
    }

    private func add(_ values: [String: Any], to insertion: inout BatchInsertion) throws {
        let (attributes, given) = try attributes(values)
        insertion.add(attributes, given: given)
    }
}

extension NSManagedObjectContext {
    /// What the history notes of a request: author and name of the context at the coordinator.
    ///
    /// A child hands its requests to its parent.
    fileprivate var historySource: (author: String?, name: String?) {
        guard let parentContext else { return (transactionAuthor, name) }
        return parentContext.performAndWait { parentContext.historySource }
    }

    /// Deletes all objects of all stores, each store's in one save: no delete rule keeps any of them.
    package final func deleteEverything() throws {
        let stores = persistentStoreCoordinator?.persistentStores ?? []
        try BatchRun.checkWritable(stores)
        let roots = (modelInUse?.entities ?? []).filter { $0.root == $0.number }
        for store in stores {
            let queries = roots.filter(store.holdsAny).map { ObjectQuery(entity: $0.number) }
            var deletion = BatchDeletion(store.objects)
            let keys = try StoreProblems.translating {
                try deletion.run(queries, author: transactionAuthor, contextName: name)
            }
            BatchRun.tell(store, keys)
        }
    }
}
