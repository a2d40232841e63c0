#if SwiftData
import CoreData
import Foundation

extension ModelContext {
    /// The models that a descriptor asks for.
    ///
    /// A model that the context has already is the same instance, with its values here.
    ///
    /// - Throws: `unsupportedPredicate` with a sentence that names the part, and what stores throw.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try fetch(descriptor, isRefreshing: false)
    }

    /// The models that a descriptor asks for.
    ///
    /// - Parameter isRefreshing: Whether models that were read before take the values of the store, also
    ///   in contexts to which saves of others over the same stores come by themselves.
    func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, isRefreshing: Bool
    ) throws -> [T] {
        if descriptor.fetchLimit == 0 { return [] }
        if let session = registry.session { return try session.fetch(descriptor, editingState) }
        let request = try FetchTranslation(self).request(descriptor, as: NSManagedObject.self)
        if isRefreshing { request.shouldRefreshRefetchedObjects = true }
        let objects = try FetchTranslation.run { try core.fetch(request) }
        var models: [T] = []
        models.reserveCapacity(objects.count)
        for object in objects {
            if let model = registry.model(of: object) as? T { models.append(model) }
        }
        return models
    }

    /// The models that a descriptor asks for, read in batches as they are looked at.
    ///
    /// - Throws: `includePendingChangesWithBatchSize` where changes are not saved and the
    ///   descriptor includes them.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        try checkBatch(descriptor)
        if descriptor.fetchLimit == 0 { return FetchResultsCollection([]) }
        if registry.session != nil { return FetchResultsCollection(try fetch(descriptor)) }
        let request = try FetchTranslation(self).request(descriptor, as: NSManagedObject.self)
        request.fetchBatchSize = max(1, batchSize)
        let objects = try FetchTranslation.run { try core.fetch(request) }
        let registry = registry
        return FetchResultsCollection(count: objects.count) { place in
            guard let model = registry.model(of: objects[place]) as? T else {
                fatalError("A fetch of \(T.self) gave an object of another entity.")
            }
            return model
        }
    }

    private func checkBatch<T>(_ descriptor: FetchDescriptor<T>) throws {
        if descriptor.includePendingChanges, hasChanges {
            throw SwiftDataError.includePendingChangesWithBatchSize
        }
    }

    /// How many models a descriptor asks for.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        if descriptor.fetchLimit == 0 { return 0 }
        if let session = registry.session {
            return try session.fetchCount(descriptor, editingState)
        }
        let request = try FetchTranslation(self).request(descriptor, as: NSManagedObject.self)
        request.sortDescriptors = nil
        return try FetchTranslation.run { try core.count(for: request) }
    }

    /// The identifiers of the models that a descriptor asks for.
    ///
    /// - Throws: `sortingPendingChangesWithIdentifiers` where changes are not saved and the
    ///   descriptor includes and sorts them.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> [PersistentIdentifier] {
        if descriptor.fetchLimit == 0 { return [] }
        if descriptor.includePendingChanges, hasChanges {
            guard descriptor.sortBy.isEmpty else {
                throw SwiftDataError.sortingPendingChangesWithIdentifiers
            }
            return try fetch(descriptor).map(\.persistentModelID)
        }
        if let session = registry.session {
            return try session.fetchIdentifiers(descriptor, editingState)
        }
        let request = try FetchTranslation(self).request(descriptor, as: NSManagedObjectID.self)
        request.resultType = .managedObjectIDResultType
        return try FetchTranslation.run { try core.fetch(request) }.map { PersistentIdentifier($0) }
    }

    /// The identifiers of the models that a descriptor asks for, as a collection.
    ///
    /// - Throws: `includePendingChangesWithBatchSize` where changes are not saved and the
    ///   descriptor includes them.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        try checkBatch(descriptor)
        return FetchResultsCollection(try fetchIdentifiers(descriptor))
    }

    /// Calls a block with each model that a descriptor asks for, read in batches.
    ///
    /// Models that the block does not keep go when their batch is done. Changes that are not saved
    /// are considered, and then everything is read at once.
    ///
    /// - Parameters:
    ///   - descriptor: Which models, in which order.
    ///   - batchSize: How many are read at a time.
    ///   - allowEscapingMutations: Whether the block may change models; without it, a context that has
    ///     changes after a batch, and had none before, is the error `modelValidationFailure`.
    ///   - block: Called with each model.
    /// - Throws: What the block throws.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000,
        allowEscapingMutations: Bool = false, block: (_ model: T) throws -> Void
    ) throws {
        let hadChanges = hasChanges
        func checkMutations() throws {
            if hasChanges, !hadChanges, !allowEscapingMutations {
                throw SwiftDataError.modelValidationFailure.because(
                    "The block of enumerate(_:batchSize:allowEscapingMutations:block:) changed "
                        + "models; pass allowEscapingMutations: true.")
            }
        }
        if registry.session != nil || descriptor.includePendingChanges && hadChanges {
            for model in try fetch(descriptor) { try block(model) }
            return try checkMutations()
        }
        if descriptor.fetchLimit == 0 { return }
        let identifiers = try fetchIdentifiers(descriptor)
        let size = max(1, batchSize)
        var batch = FetchDescriptor<T>()
        batch.includePendingChanges = false
        batch.relationshipKeyPathsForPrefetching = descriptor.relationshipKeyPathsForPrefetching
        var start = 0
        while start < identifiers.count {
            let end = min(identifiers.count, start + size)
            let ids = identifiers[start..<end].compactMap(objectID)
            let request = try FetchTranslation(self).request(batch, as: NSManagedObject.self)
            request.predicate = NSPredicate(format: "SELF IN %@", ids as NSArray)
            let objects = try FetchTranslation.run { try core.fetch(request) }
            let byID = Dictionary(
                objects.map { ($0.objectID, $0) }, uniquingKeysWith: { a, _ in a })
            for id in ids {
                guard let object = byID[id], !object.isDeleted,
                    let model = registry.model(of: object) as? T
                else { continue }
                try block(model)
            }
            try checkMutations()
            start = end
        }
    }
}
#endif
