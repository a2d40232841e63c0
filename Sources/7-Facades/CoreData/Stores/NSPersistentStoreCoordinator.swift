public import Foundation
import ObjectCore
import Synchronization

/// Stores of one model, and the contexts that work on them.
///
///     let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
///     try coordinator.addPersistentStore(
///         ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
///     coordinator.persistentStores.map(\.type)  // ["SQLite"]
///
/// Source:
/// [Apple's documentation](https://developer.apple.com/documentation/coredata/nspersistentstorecoordinator).
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // Unchecked: what changes is under a lock.
    private struct Content {
        var stores: [NSPersistentStore] = []
        var contexts: [WeakContext] = []
        /// The thread that a block of the queue runs on.
        var thread: ObjectIdentifier?
    }

    /// The model of the objects in its stores, which cannot be changed any more.
    public let managedObjectModel: NSManagedObjectModel
    private let content = Mutex(Content())
    // Under the condition, which is signalled when a file is open.
    private var opening: Set<URL> = []
    private let condition = NSCondition()
    let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
    /// A name for debugging.
    open var name: String?

    /// A coordinator without stores; the model may not be changed from now on.
    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        super.init()
        do { _ = try model.inUse() } catch { raise(error.localizedDescription) }
    }

    /// The stores that were added and not removed since.
    open var persistentStores: [NSPersistentStore] { content.withLock { $0.stores } }

    /// The store at a place.
    open func persistentStore(for url: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
    }
    /// Where a store is.
    open func url(for store: NSPersistentStore) -> URL {
        store.url ?? URL(fileURLWithPath: "/dev/null")
    }
    /// Says that a store is elsewhere.
    @discardableResult
    open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        store.url = url
        return true
    }

    // MARK: Adding and removing

    /// Opens a store, making it when it is not there.
    ///
    /// - Throws: `NSPersistentStore…Error` codes, and 134081 for a file that the coordinator has
    ///   already; the file is left as it was.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try add(storeType, configuration, at: storeURL, options)
    }

    /// Opens a store.
    ///
    /// - Parameter original: The store whose file it is a copy of, and whose place and objects it takes over.
    func add(
        _ storeType: String, _ configuration: String?, at storeURL: URL?,
        _ options: [AnyHashable: Any]?, insteadOf original: NSPersistentStore? = nil
    ) throws -> NSPersistentStore {
        // A configuration that is not there is refused for stores of every type.
        _ = try managedObjectModel.part(configuration)
        let isWhole = StoreClasses.named(storeType) is NSAtomicStore.Type
        let isFile =
            (storeType == NSSQLiteStoreType || isWhole) && storeURL?.path != "/dev/null"
        let file = isFile ? storeURL?.standardizedFileURL : nil
        let store = try alone(with: file) {
            if let file,
                persistentStores.contains(where: {
                    $0.storeType == storeType && $0.url?.standardizedFileURL == file
                })
            {
                // A code without a name.
                throw NSError.coreData(134081, "Can't add the same store twice")
            }
            return try openStore(storeType, configuration, at: storeURL, options, original)
        }
        store.didAdd(to: self)
        RemoteChange.watch(store)
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
            userInfo: [NSAddedPersistentStoresKey: [store]])
        return store
    }

    /// Does something while no other thread opens the same file.
    private func alone<T>(with file: URL?, _ body: () throws -> T) rethrows -> T {
        guard let file else { return try body() }
        condition.lock()
        while !opening.insert(file).inserted { condition.wait() }
        condition.unlock()
        defer {
            condition.lock()
            opening.remove(file)
            condition.broadcast()
            condition.unlock()
        }
        return try body()
    }

    private func openStore(
        _ storeType: String, _ configuration: String?, at storeURL: URL?,
        _ options: [AnyHashable: Any]?, _ original: NSPersistentStore?
    ) throws -> NSPersistentStore {
        if let type = StoreClasses.named(storeType) {
            let store = try openOwn(type, storeType, configuration, at: storeURL, options)
            content.withLock { $0.stores.append(store) }
            return store
        }
        let objects = try StoreProblems.translating {
            try StoreOpening.open(
                StoreOpening.Request(
                    type: storeType, url: storeURL, options: options ?? [:],
                    model: try managedObjectModel.inUse().resolved,
                    managedModel: managedObjectModel, configuration: configuration))
        }
        let store = NSPersistentStore(
            objects, type: storeType, configuration: configuration, url: storeURL, options: options,
            coordinator: self, link: original?.link)
        content.withLock { content in
            if let place = content.stores.firstIndex(where: { $0 === original }) {
                content.stores[place] = store
            } else {
                content.stores.append(store)
            }
        }
        return store
    }

    /// Opens a store, as newer code writes it.
    @discardableResult
    public func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(
            ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Opens a store that is described.
    open func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        let work = Transfer(block)
        let open: @Sendable () -> (any Error)? = {
            do {
                try self.addPersistentStore(
                    ofType: storeDescription.type,
                    configurationName: storeDescription.configuration, at: storeDescription.url,
                    options: storeDescription.options)
                return nil
            } catch {
                return error
            }
        }
        if storeDescription.shouldAddStoreAsynchronously {
            DispatchQueue.global().async { work.value(storeDescription, open()) }
        } else {
            block(storeDescription, open())
        }
    }

    /// Closes a store; its file stays.
    open func remove(_ store: NSPersistentStore) throws { try remove(store, for: nil) }

    /// Closes a store.
    ///
    /// - Parameters:
    ///   - copy: The store that took its place.
    ///   - given: The identifiers that objects had and have now, one after the other.
    func remove(
        _ store: NSPersistentStore, for copy: NSPersistentStore?, given: [NSManagedObjectID] = []
    ) throws {
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
        store.willRemove(from: self)
        content.withLock { $0.stores.removeAll { $0 === store } }
        store.owner = nil
        RemoteChange.unwatch(store)
        try store.objects.close()
        var changes: [String: [Any]] = [NSRemovedPersistentStoresKey: [store]]
        if let copy { changes[NSUUIDChangedPersistentStoresKey] = [store, copy, given] }
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: changes)
    }

    // MARK: Metadata

    /// What is kept beside a store's objects.
    open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata ?? [:] }
    /// Sets what is kept beside a store's objects.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        store.metadata = metadata ?? [:]
    }

    // MARK: Identifiers

    /// The identifier of a URI, where one of the stores is meant.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard url.scheme == "x-coredata", let identifier = url.host,
            let store = persistentStores.first(where: {
                $0.link.identifier.caseInsensitiveCompare(identifier) == .orderedSame
            })
        else { return nil }
        // Names of objects in stores of the program's own may have slashes.
        let parts = url.path(percentEncoded: true).split(separator: "/").map {
            $0.removingPercentEncoding ?? String($0)
        }
        guard parts.count == 2, parts[1].first == "p",
            let runtime = managedObjectModel.entitiesByName[parts[0]]?.inUse
        else { return nil }
        let name = String(parts[1].dropFirst())
        let known = store.link.references?.row(named: name, tree: runtime.root)
        guard let row = known ?? Int64(name), row > 0 else { return nil }
        return NSManagedObjectID(ObjectKey(entity: runtime.number, row: row), runtime, store.link)
    }

    /// The identifier of a URI's text, where one of the stores is meant.
    ///
    ///     coordinator.managedObjectID(for: object.objectID.uriRepresentation().absoluteString)
    public func managedObjectID(for string: String) -> NSManagedObjectID? {
        URL(string: string).flatMap { managedObjectID(forURIRepresentation: $0) }
    }

    // MARK: Work

    /// Runs a request for a context.
    open func execute(
        _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
    ) throws -> Any {
        if let fetch = request as? any AnyFetchRequest {
            switch try context.results(fetch) {
            case .objects(let objects): return objects
            case .others(let others): return others
            }
        }
        return try context.execute(request)
    }
    /// Runs a block on the coordinator's queue, some time.
    open func perform(_ block: @escaping () -> Void) {
        let work = Transfer(block)
        queue.async { self.running { work.value() } }
    }
    /// Runs a block on the coordinator's queue and waits for it.
    ///
    /// May be called from within a block of the same coordinator; then the block runs at once.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        let here = ObjectIdentifier(Thread.current)
        if content.withLock({ $0.thread == here }) { return try block() }
        return try queue.sync { try running(block) }
    }

    /// Runs a block, which is one of the queue.
    func running<T>(_ block: () throws -> T) rethrows -> T {
        let here = ObjectIdentifier(Thread.current)
        content.withLock { $0.thread = here }
        defer { content.withLock { $0.thread = nil } }
        return try block()
    }

    // MARK: Within the module

    func note(_ context: NSManagedObjectContext) {
        change { $0 + [context] }
    }

    func forget(_ context: NSManagedObjectContext) {
        change { $0.filter { $0 !== context } }
    }

    private func change(_ body: ([NSManagedObjectContext]) -> [NSManagedObjectContext]) {
        // What is loaded under the lock must not go under it: contexts that go come back here.
        let alive = content.withLock { content in
            let alive = content.contexts.compactMap(\.context)
            content.contexts = body(alive).map { WeakContext(context: $0) }
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    /// The store for a new object: the one it was assigned to, or the first that may have it.
    func store(for object: NSManagedObject) throws -> NSPersistentStore {
        if let store = object.storeLink?.store { return store }
        let stores = persistentStores
        guard
            let store = stores.first(where: {
                !$0.isReadOnly && $0.holds(object.runtime)
            }) ?? stores.first(where: { $0.holds(object.runtime) })
        else {
            throw NSError.coreData(
                NSCoreDataError,
                stores.isEmpty
                    ? "This NSPersistentStoreCoordinator has no persistent stores.  It cannot "
                        + "perform a save operation."
                    : "Cannot find a store for entity '\(object.runtime.name)'.")
        }
        return store
    }

    /// Tells the other contexts of a save.
    func saved(
        by context: NSManagedObjectContext, _ changes: MergedChanges, stores: [StoreToken]
    ) {
        let others = content.withLock { $0.contexts.compactMap(\.context) }
        for other in others where other !== context && other.automaticallyMergesChangesFromParent {
            other.enqueueMerge(changes)
        }
        for saved in stores { RemoteChange.post(saved.store, saved.token) }
    }

    /// Tells contexts of what was saved by none of them.
    func merge(_ changes: MergedChanges) {
        let contexts = content.withLock { $0.contexts.compactMap(\.context) }
        for context in contexts where context.automaticallyMergesChangesFromParent {
            context.enqueueMerge(changes)
        }
    }
}

extension NSPersistentStore {
    /// The type of a store, as newer code writes it.
    ///
    ///     try coordinator.addPersistentStore(type: .sqlite, at: url)
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The name of the type, such as `SQLite`.
        public let rawValue: String
        /// A type by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A store in a SQLite file, or in a PostgreSQL database by its URL.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A store in memory.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
        /// A store in a file that is read when it is opened and written by each save.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
        /// An XML store; not supported.
        public static let xml = StoreType(rawValue: NSXMLStoreType)
    }
}
