import CoreData

/// What a service keeps: records by number.
final class Service: @unchecked Sendable {
    // Unchecked: a test has one for itself.
    struct Record {
        var entity: String
        var values: [String: Any] = [:]
        var links: [String: [Int]] = [:]
        var version: UInt64 = 1
    }

    var records: [Int: Record] = [:]
    var last = 0
    /// The fetch requests that it was asked.
    var asked: [NSFetchRequest<any NSFetchRequestResult>] = []
    /// How many records were read.
    var reads = 0
    /// What every method throws, where it is set.
    var failure: (any Error)?
    /// Called while a save is under way.
    var whileSaving: (() -> Void)?
    /// What the next request gives, where it is set.
    var answer: Any?
    /// The numbers of the objects that contexts have.
    var registered: [Int] = []
}

/// Objects of a service, as a program writes such a store.
///
/// Numbers are the reference objects.
final class ServiceStore: NSIncrementalStore, @unchecked Sendable {
    static let storeType = "Service of tests"
    static let uuid = "2F5B6C1E-0000-4000-8000-000000000001"

    private var service: Service { options?["service"] as? Service ?? Service() }

    override init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
        configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    }

    override var type: String { Self.storeType }

    override func loadMetadata() throws {
        metadata = [NSStoreUUIDKey: Self.uuid, NSStoreTypeKey: Self.storeType]
    }

    private func number(_ id: NSManagedObjectID) -> Int { referenceObject(for: id) as? Int ?? 0 }

    override func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
        if let failure = service.failure { throw failure }
        if let answer = service.answer { return answer }
        switch request.requestType {
        case .saveRequestType:
            service.whileSaving?()
            guard let changes = request as? NSSaveChangesRequest else { return [Any]() }
            let changed = (changes.insertedObjects ?? []).union(changes.updatedObjects ?? [])
            for object in changed { keep(object) }
            for object in changes.deletedObjects ?? [] {
                service.records[number(object.objectID)] = nil
            }
            return [Any]()
        case .fetchRequestType:
            guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, let context
            else { throw CocoaError(.featureUnsupported) }
            service.asked.append(fetch)
            return try answer(fetch, context)
        default: throw CocoaError(.featureUnsupported)
        }
    }

    private func keep(_ object: NSManagedObject) {
        let number = number(object.objectID)
        var record = Service.Record(entity: object.entity.name ?? "")
        record.version = (service.records[number]?.version ?? 0) + 1
        for name in object.entity.attributesByName.keys {
            record.values[name] = object.value(forKey: name)
        }
        for (name, relationship) in object.entity.relationshipsByName {
            let targets =
                relationship.isToMany
                ? Array(object.value(forKey: name) as? Set<NSManagedObject> ?? [])
                : [object.value(forKey: name) as? NSManagedObject].compactMap { $0 }
            record.links[name] = targets.map { self.number($0.objectID) }.sorted()
        }
        service.records[number] = record
    }

    private func answer(
        _ fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext
    ) throws -> Any {
        guard let entity = fetch.entity else { throw CocoaError(.featureUnsupported) }
        var names: Set<String?> = [entity.name]
        if fetch.includesSubentities { names.formUnion(entity.subentities.map(\.name)) }
        var found = service.records.filter { names.contains($0.value.entity) }
            .sorted { $0.key < $1.key }
        if let predicate = fetch.predicate {
            found = found.filter { predicate.evaluate(with: $0.value.values) }
        }
        if let order = fetch.sortDescriptors?.first, let key = order.key {
            found.sort { first, second in
                let texts = [first, second].map { "\($0.value.values[key] ?? "")" }
                return order.ascending ? texts[0] < texts[1] : texts[0] > texts[1]
            }
        }
        found = Array(found.dropFirst(fetch.fetchOffset))
        if fetch.fetchLimit > 0 { found = Array(found.prefix(fetch.fetchLimit)) }
        let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
        let ids = found.map {
            newObjectID(for: entities[$0.value.entity] ?? entity, referenceObject: $0.key)
        }
        switch fetch.resultType {
        case .countResultType: return [NSNumber(value: found.count)]
        case .managedObjectIDResultType: return ids
        case .dictionaryResultType:
            let keys = (fetch.propertiesToFetch ?? [])
                .compactMap { ($0 as? NSPropertyDescription)?.name }
            return found.map { $0.value.values.filter { keys.contains($0.key) } }
        default: return ids.map { context.object(with: $0) }
        }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        if let failure = service.failure { throw failure }
        service.reads += 1
        guard let record = service.records[number(objectID)] else {
            throw CocoaError(.init(rawValue: NSManagedObjectReferentialIntegrityError))
        }
        var values = record.values
        // The account is asked for by itself.
        for (name, relationship) in objectID.entity.relationshipsByName
        where !relationship.isToMany && name != "account" {
            values[name] = target(record, relationship)
        }
        return NSIncrementalStoreNode(
            objectID: objectID, withValues: values, version: record.version)
    }

    private func target(_ record: Service.Record, _ relationship: NSRelationshipDescription) -> Any
    {
        ids(record, relationship).first ?? NSNull()
    }

    private func ids(
        _ record: Service.Record, _ relationship: NSRelationshipDescription
    ) -> [NSManagedObjectID] {
        let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
        return (record.links[relationship.name] ?? []).compactMap { number in
            service.records[number].flatMap { entities[$0.entity] }
                .map { newObjectID(for: $0, referenceObject: number) }
        }
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription,
        forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
        guard let record = service.records[number(objectID)] else { return NSNull() }
        return relationship.isToMany ? ids(record, relationship) : target(record, relationship)
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        array.map { object in
            service.last += 1
            return newObjectID(for: object.entity, referenceObject: service.last)
        }
    }

    override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
        service.registered += objectIDs.map(number)
    }

    override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
        for id in objectIDs {
            if let place = service.registered.firstIndex(of: number(id)) {
                service.registered.remove(at: place)
            }
        }
    }
}
