public import Foundation
import ObjectCore
import Stores

extension NSPersistentStoreCoordinator {
    // MARK: Files

    private static func path(_ url: URL, _ type: String) throws -> String {
        guard type == NSSQLiteStoreType else {
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError, "Stores of the type \(type) have no file.")
        }
        guard let place = url.storePlace else {
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError,
                "The store at \(url.path) is in memory and has no file.")
        }
        return place
    }

    /// Refuses a place that a store of this process, but for some, has open: what it saves would be lost.
    private static func refuseOpen(
        _ url: URL, _ type: String, but own: [NSPersistentStore] = []
    ) throws {
        let isWhole = StoreClasses.named(type) is NSAtomicStore.Type && url.isFileURL
        guard let place = isWhole ? RemoteChange.file(url) : RemoteChange.place(type, url),
            RemoteChange.isOpen(place, but: own)
        else { return }
        throw NSError.coreData(
            NSPersistentStoreTimeoutError,
            "The store at \(ObjectStoreLocation(url: url)) is open: remove it from its coordinator "
                + "before another one takes its place.", [NSFilePathErrorKey: url.path])
    }

    /// What is kept beside the objects of a file, without a model.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if let type = StoreClasses.named(storeType) {
            return try type.metadataForPersistentStore(with: url)
        }
        let path = try path(url, storeType)
        return try StoreProblems.translating {
            guard try ObjectStoreOpener.exists(at: path) else { throw missing(url) }
            ObjectStoreOpener.undoCutOffWrite(at: path)
            var made = try ObjectStoreOpener.metadata(at: path).mapValues(\.any)
            made[NSStoreTypeKey] = storeType
            return made
        }
    }

    /// What is kept beside the objects of a file, as newer code writes it.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// The model that a SQLite store keeps.
    ///
    ///     let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
    ///     model.entitiesByName.keys  // ["Note", "Tag"]
    ///
    /// `NSManagedObjectModel(recoveredFromStoreAt:)` takes the tables where a store keeps none.
    ///
    /// - Throws: `NSFileReadNoSuchFileError` where there is no store, `NSPersistentStoreOpenError` where it
    ///   keeps no model.
    public class func cachedModelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel {
        let path = try path(url, NSSQLiteStoreType)
        let hasModel = try StoreProblems.translating {
            guard try ObjectStoreOpener.exists(at: path) else { throw missing(url) }
            ObjectStoreOpener.undoCutOffWrite(at: path)
            return try ObjectStoreOpener.facts(at: path).modelCache != nil
        }
        guard hasModel else {
            throw NSError.coreData(
                NSPersistentStoreOpenError,
                "The store at \(ObjectStoreLocation(url: url)) keeps no model.",
                [NSFilePathErrorKey: url.path])
        }
        return try NSManagedObjectModel(recoveredFromStoreAt: url)
    }

    private static func missing(_ url: URL) -> NSError {
        NSError(domain: NSCocoaErrorDomain, code: 260, userInfo: [NSFilePathErrorKey: url.path])
    }

    /// Replaces what is kept beside the objects of a file, without a model.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        if let type = StoreClasses.named(storeType) {
            // The store that has it open would not know of it.
            try refuseOpen(url, storeType)
            return try type.setMetadata(metadata, forPersistentStoreAt: url)
        }
        try StoreProblems.translating {
            try ObjectStoreOpener.setMetadata(
                (metadata ?? [:]).compactMapValues(MetadataValue.init(any:)),
                at: try path(url, storeType))
        }
    }

    /// Replaces what is kept beside the objects of a file, as newer code writes it.
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(
            metadata, forPersistentStoreOfType: type.rawValue, at: url, options: options)
    }

    /// Empties a store's file, and removes from the coordinator the store that has it.
    ///
    /// Afterwards there is a file without a byte, as on Apple's systems one without tables: a store can be
    /// added there, and the program may remove it.
    ///
    /// Of an atomic store the file is removed, which a symbolic link leads to; what is behind an incremental
    /// one stays.
    ///
    /// - Throws: `NSPersistentStoreTimeoutError` where it is open elsewhere; where its place is a folder or a
    ///   device `NSPersistentStoreOpenError`, of an atomic store `NSPersistentStoreOperationError`. It stays then.
    public func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        if let type = StoreClasses.named(storeType) {
            return try destroyOwn(at: url, storeType, isFile: type is NSAtomicStore.Type)
        }
        guard storeType == NSSQLiteStoreType else { return }
        let place = RemoteChange.place(storeType, url)
        let own = persistentStores.filter { store in
            store.storeType == storeType
                && (store.url == url || place != nil && RemoteChange.place(of: store) == place)
        }
        try Self.refuseOpen(url, storeType, but: own)
        for store in own { try remove(store) }
        // The null device stays: root could remove it.
        guard let file = url.storePlace else { return }
        try StoreProblems.translating { try ObjectStoreOpener.destroy(at: file) }
        if url.isFileURL { try Data().write(to: url) }
    }

    private func destroyOwn(at url: URL, _ storeType: String, isFile: Bool) throws {
        // The null device stays: root could remove it.
        let file = isFile && url.isFileURL && url.path != "/dev/null" ? RemoteChange.file(url) : nil
        let own = persistentStores.filter { store in
            store.storeType == storeType
                && (store.url == url || file != nil && RemoteChange.wholeFile(of: store) == file)
        }
        var status = stat()
        guard let file, stat(file, &status) == 0 else {
            for store in own { try remove(store) }
            return
        }
        try Self.refuseOpen(url, storeType, but: own)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw NSError.coreData(
                NSPersistentStoreOperationError,
                "\(file) is no file of a store: name the file, and remove a folder with FileManager.",
                [NSFilePathErrorKey: file])
        }
        for store in own { try remove(store) }
        try FileManager.default.removeItem(atPath: file)
    }

    /// Empties a store's file, as newer code writes it.
    public func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Puts a copy of one store in the place of another.
    ///
    /// - Throws: `NSPersistentStoreTimeoutError` where the other one is open; it stays then.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        ofType storeType: String
    ) throws {
        try Self.refuseOpen(destinationURL, storeType)
        try StoreProblems.translating {
            try ObjectStoreOpener.replace(
                at: try Self.path(destinationURL, storeType),
                with: try Self.path(sourceURL, storeType))
        }
    }

    /// Puts a copy of one store in the place of another, as newer code writes it.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions,
            withPersistentStoreFrom: sourceURL, sourceOptions: sourceOptions,
            ofType: type.rawValue)
    }

    /// Copies a store to another place, and goes on with the copy.
    ///
    /// Of a file that is copied, the objects of the coordinator's contexts and their identifiers are those of
    /// the copy. A store of another kind gives its objects identifiers of its own: fetch them again.
    ///
    /// The notification of the removed store has under ``NSUUIDChangedPersistentStoresKey`` the old one, the new
    /// one, and the identifiers that changed: of each object the old one and the new one.
    ///
    /// - Throws: `NSPersistentStoreTimeoutError` where a store at that place is open. After an error the
    ///   coordinator goes on with the old store.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        withType storeType: String
    ) throws -> NSPersistentStore {
        guard StoreClasses.named(storeType) == nil else {
            throw NSError.coreData(
                NSPersistentStoreInvalidTypeError,
                "No store is copied into one of the type \(storeType): add it, insert the objects into "
                    + "a context and save.")
        }
        try Self.refuseOpen(storeURL, storeType)
        if store.type == NSSQLiteStoreType, storeType == NSSQLiteStoreType, let url = store.url,
            let source = url.storePlace, let target = storeURL.storePlace,
            try ObjectStoreOpener.canReplace(at: target, with: source)
        {
            try replacePersistentStore(
                at: storeURL, withPersistentStoreFrom: url, ofType: storeType)
            let new = try add(
                storeType, store.configured, at: storeURL, options, insteadOf: store)
            try remove(store, for: new)
            return new
        }
        let new = try addPersistentStore(
            ofType: storeType, configurationName: store.configured, at: storeURL, options: options)
        let given: [ObjectKey: ObjectKey]
        do {
            given = try StoreProblems.translating {
                let given = try StoreCopying.copy(store.objects, to: new.objects)
                // What the program keeps beside the objects goes along.
                let kept =
                    store.link.references == nil
                    ? try store.objects.metadata()
                    : (store.metadata ?? [:]).compactMapValues(MetadataValue.init(any:))
                let own = try new.objects.metadata()
                try new.objects.setMetadata(own.merging(kept) { own, _ in own })
                return given
            }
        } catch {
            // The error before it is the one to report; the coordinator goes on with the old store.
            try? remove(new)
            throw error
        }
        try remove(store, for: new, given: identifiers(given, from: store, to: new))
        return new
    }

    /// What the objects of a store were called, and are in the one that took its place, one after the other.
    private func identifiers(
        _ given: [ObjectKey: ObjectKey], from old: NSPersistentStore, to new: NSPersistentStore
    ) -> [NSManagedObjectID] {
        let runtimes = managedObjectModel.entities.compactMap(\.inUse)
        let byNumber = Dictionary(first: runtimes.map { ($0.number, $0) })
        let sorted = given.sorted { ($0.key.entity, $0.key.row) < ($1.key.entity, $1.key.row) }
        return sorted.flatMap { was, now in
            [(was, old), (now, new)].compactMap { key, store in
                byNumber[key.entity].map { NSManagedObjectID(key, $0, store.link) }
            }
        }
    }

    /// Copies a store to another place and goes on with the copy, as newer code writes it.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(
            store, to: storeURL, options: options, withType: type.rawValue)
    }

    // MARK: Deferred migration

    /// Does what is left of migrations that were opened with
    /// ``NSPersistentStoreDeferredLightweightMigrationOptionKey``.
    ///
    /// Nothing ever is: a migration is complete when the store is open, and the metadata of a
    /// store does not have the key.
    public func finishDeferredLightweightMigration() throws {}

    /// Does one task of those that ``finishDeferredLightweightMigration()`` does all of.
    public func finishDeferredLightweightMigrationTask() throws {}
}

extension URL {
    /// How stores know the place: a path, or the URL of a PostgreSQL database; nil for the null device, which
    /// stands for memory.
    var storePlace: String? { ObjectStoreLocation(url: self).place }
}

/// Copies all objects of one store into an empty one.
enum StoreCopying {
    /// - Returns: The keys that the objects had, and those that they have.
    static func copy(
        _ source: any ObjectStore, to target: any ObjectStore
    ) throws -> [ObjectKey: ObjectKey] {
        var changes = ObjectChanges()
        changes.areCopies = true
        var keys: [ObjectKey: ObjectKey] = [:]
        var rows: [ObjectRow] = []
        for entity in source.model.entities where !entity.isAbstract {
            let found = try source.fetch(
                ObjectQuery(entity: entity.number, includesSubentities: false))
            let given = try target.reserveKeys(entity: entity.number, count: found.count)
            for (row, key) in zip(found, given) { keys[row.key] = key }
            rows += found
        }
        for row in rows {
            guard let key = keys[row.key] else { continue }
            changes.inserted.append(
                ObjectRow(
                    key: key, version: 0, attributes: row.attributes,
                    toOnes: row.toOnes.map { $0.flatMap { keys[$0] } }))
            for relationship in source.model.entities[row.key.entity].toManys
            where relationship.usesJoinTable || relationship.isOrdered {
                let members = try source.members(relationship.place, of: [row.key]).first ?? []
                guard !members.isEmpty else { continue }
                let mapped = members.compactMap { keys[$0] }
                changes.memberships.append(
                    ObjectMembership(
                        key: key, relationship: relationship.place,
                        added: relationship.usesJoinTable ? mapped : [],
                        order: relationship.isOrdered ? mapped : nil))
            }
        }
        _ = try target.save(changes)
        return keys
    }
}
