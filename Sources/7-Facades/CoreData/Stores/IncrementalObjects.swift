import Foundation
import ObjectCore
import PredicateCore

/// An incremental store of the program's own as a context asks it, for one call.
final class IncrementalObjects: ObjectStore, @unchecked Sendable {
    // Unchecked: used by the call that it was made for.
    let model: ResolvedModel
    private let store: NSIncrementalStore
    private let asking: NSManagedObjectContext?
    /// The context that the program's methods are given: one of the store's where none asks.
    private lazy var context: NSManagedObjectContext = {
        if let asking { return asking }
        let made = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        made.persistentStoreCoordinator = store.owner
        return made
    }()

    init(_ store: NSIncrementalStore, _ context: NSManagedObjectContext?, _ model: ResolvedModel) {
        self.store = store
        self.model = model
        asking = context
    }

    var identifier: String { store.link.identifier }
    var isReadOnly: Bool { store.isReadOnly }
    var textProfile: TextProfile { .foundation }

    // MARK: Fetching

    func fetch(_ query: ObjectQuery) throws -> [ObjectRow] {
        try rows(try fetchKeys(query)).compactMap { $0 }
    }

    func fetchKeys(_ query: ObjectQuery) throws -> [ObjectKey] {
        let ids = asking?.asked?.resultType.contains(.managedObjectIDResultType) == true
        let type: NSFetchRequestResultType = ids ? .managedObjectIDResultType : []
        return try run(query, type).map { try key($0, query) }
    }

    /// The objects that match, as faults of the context where the program has not read them.
    func objects(_ query: ObjectQuery) throws -> [NSManagedObject] {
        try run(query, .managedObjectResultType).compactMap { member in
            let key = try key(member, query)
            // The context knows objects while the answer is held: the program's are these.
            return context.object(at: key, store.link)
        }
    }

    private func key(_ member: Any, _ query: ObjectQuery) throws -> ObjectKey {
        if let key = store.key(member) { return key }
        throw wrong(
            "objects of \(model.entities[query.entity].name) that its own method "
                + "newObjectID(for:referenceObject:) named", member)
    }

    func count(_ query: ObjectQuery) throws -> Int {
        let answer = try run(query, .countResultType)
        guard let first = answer.first else { return 0 }
        if let number = Value(bridging: first).count { return number }
        // A store that does not look at the type of the result gave the objects.
        if store.key(first) != nil { return answer.count }
        throw wrong("a list with one number", first)
    }

    func summarize(_ query: SummaryQuery) throws -> [[Value]] {
        throw unsupported("Values that are calculated of objects")
    }

    /// The dictionaries that the program's store gives.
    func dictionaries(_ query: ObjectQuery) throws -> [NSDictionary] {
        try run(query, .dictionaryResultType).map { member in
            switch member {
            case let dictionary as NSDictionary: dictionary
            case let dictionary as [AnyHashable: Any]: NSDictionary(dictionary: dictionary)
            default: throw wrong("dictionaries", member)
            }
        }
    }

    /// Lets the program's store answer a fetch request.
    private func run(
        _ query: ObjectQuery, _ type: NSFetchRequestResultType
    ) throws -> [Any] {
        guard let entity = context.runtime(query.entity)?.description else { return [] }
        let request = asking?.asked?.untyped ?? NSFetchRequest<any NSFetchRequestResult>()
        guard asking?.asked != nil || query.predicate == .constant(true) else {
            throw unsupported("Conditions of others than fetch requests")
        }
        request.entity = entity
        // Names become descriptions, now that the entity is known.
        let (fetched, grouped) = (request.propertiesToFetch, request.propertiesToGroupBy)
        (request.propertiesToFetch, request.propertiesToGroupBy) = (fetched, grouped)
        request.includesSubentities = query.includesSubentities
        request.fetchLimit = query.limit ?? 0
        request.fetchOffset = query.offset
        request.resultType = type
        request.affectedStores = [store]
        let answer = try store.working { try store.execute(request, with: context) }
        guard let members = NSPersistentStore.members(answer) else {
            throw wrong("a list", answer)
        }
        return members
    }

    private func wrong(_ expected: String, _ found: Any) -> NSError {
        NSError.coreData(
            NSCoreDataError,
            "execute(_:with:) of \(type(of: store)) must give \(expected), and gave "
                + "\(GivenType.name(of: found)).")
    }

    private func unsupported(_ what: String) -> NSError {
        NSError.coreData(
            NSPersistentStoreUnsupportedRequestTypeError,
            "\(what) cannot be asked of \(type(of: store)), a store of the program's own: fetch the "
                + "objects, change them and save their context.")
    }

    // MARK: Objects

    func rows(_ keys: [ObjectKey]) throws -> [ObjectRow?] {
        try keys.map { key in
            guard let runtime = context.runtime(key.entity) else { return nil }
            let id = NSManagedObjectID(key, runtime, store.link)
            do {
                return try store.working {
                    try row(id, try store.newValuesForObject(with: id, with: context))
                }
            } catch let error as NSError
                where error.domain == NSCocoaErrorDomain
                && error.code == NSManagedObjectReferentialIntegrityError
            {
                return nil
            }
        }
    }

    private func row(_ id: NSManagedObjectID, _ node: NSIncrementalStoreNode) throws -> ObjectRow {
        let runtime = id.runtime
        let attributes = try runtime.entity.attributes.map { attribute in
            try runtime.stored(
                runtime.attributeDescriptions[attribute.place].flatMap { node.value(for: $0) },
                at: attribute.place)
        }
        let toOnes = try runtime.entity.toOnes.map { relationship -> ObjectKey? in
            guard let description = runtime.relationshipsByName[relationship.name] else {
                return nil
            }
            let value =
                try node.value(for: description)
                ?? store.newValue(forRelationship: description, forObjectWith: id, with: context)
            return try NSManagedObject.unwrap(value).map { try target($0, description) }
        }
        let version = store.link.references?.version(id.key.row, of: node.version) ?? 1
        return ObjectRow(key: id.key, version: version, attributes: attributes, toOnes: toOnes)
    }

    func members(_ relationship: Int, of keys: [ObjectKey]) throws -> [[ObjectKey]] {
        try keys.map { key in
            guard let runtime = context.runtime(key.entity),
                let description = runtime.relationshipsByName[
                    runtime.entity.toManys[relationship].name]
            else { return [] }
            let value = try store.working {
                try store.newValue(
                    forRelationship: description,
                    forObjectWith: NSManagedObjectID(key, runtime, store.link), with: context)
            }
            let found = try (NSPersistentStore.members(value) ?? [value]).map {
                try target($0, description)
            }
            return description.isOrdered ? found : found.sorted { $0.row < $1.row }
        }
    }

    private func target(
        _ any: Any, _ relationship: NSRelationshipDescription
    ) throws -> ObjectKey {
        if let key = store.key(any) { return key }
        throw NSError.coreData(
            NSCoreDataError,
            "\(type(of: store)) must give identifiers of objects made with "
                + "newObjectID(for:referenceObject:) for the relationship '\(relationship.name)', and "
                + "gave \(GivenType.name(of: any)).")
    }

    // MARK: Writing

    func reserveKeys(entity: Int, count: Int) throws -> [ObjectKey] {
        throw unsupported("Keys of new objects")
    }

    func save(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        throw unsupported("Changes of others than contexts")
    }

    // MARK: What such stores do not have

    func historyToken() throws -> Int64 { 0 }
    func historyToken(through date: Date) throws -> Int64 { 0 }
    func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction] { [] }
    func forgetHistory(upTo token: Int64) throws {}
    func mirrorEntries(_ keys: [String]) throws -> [String: Data] { [:] }
    func mirrorEntries(prefix: String, after key: String?, limit: Int?) throws
        -> [(key: String, value: Data)]
    { [] }
    func setMirrorEntries(_ entries: [String: Data?]) throws {
        throw unsupported("What mirrors keep")
    }

    // MARK: The store itself

    func metadata() throws -> [String: MetadataValue] {
        (store.metadata ?? [:]).compactMapValues(MetadataValue.init(any:))
    }
    func setMetadata(_ metadata: [String: MetadataValue]) throws {
        store.metadata = metadata.mapValues(\.any)
    }
    func close() throws { store.close() }
}

extension Value {
    fileprivate var count: Int? {
        if case .int(let number) = self { Int(number) } else { nil }
    }
}

extension NSManagedObjectContext {
    /// Hands a batch request to the incremental store that it is for; nil where it is for others.
    func answerOfOwnStore(
        _ request: NSPersistentStoreRequest
    ) throws -> NSPersistentStoreResult? {
        switch request.requestType {
        case .batchInsertRequestType, .batchUpdateRequestType, .batchDeleteRequestType: break
        case .fetchRequestType, .saveRequestType: return nil
        }
        let stores = request.affectedStores ?? persistentStoreCoordinator?.persistentStores ?? []
        guard stores.count == 1, let store = stores.first as? NSIncrementalStore else { return nil }
        let answer = try store.working { try store.execute(request, with: self) }
        if let result = answer as? NSPersistentStoreResult { return result }
        throw NSError.coreData(
            NSCoreDataError,
            "execute(_:with:) of \(type(of: store)) must give an NSPersistentStoreResult for "
                + "\(type(of: request)), and gave \(GivenType.name(of: answer)).")
    }
}
