public import Foundation

/// A model, its stores and a context for the interface, set up together.
///
///     let container = NSPersistentContainer(name: "Notes")
///     container.loadPersistentStores { _, error in
///         if let error { fatalError("\(error)") }
///     }
///     let context = container.viewContext
///     try context.count(for: NSFetchRequest<Note>(entityName: "Note"))  // 0: the store is new
///
/// The store is `Notes.sqlite` in ``defaultDirectoryURL()`` unless a description says otherwise:
///
/// | URL of the description | store |
/// |---|---|
/// | a file's | that file, created with its folder when it is not there, or migrated to the model |
/// | `/dev/null` | SQLite in memory, gone with the container |
/// | `postgres://host/db?schema=notes` | a schema of a PostgreSQL database, with the trait Postgres |
///
/// Use the container from any thread, ``viewContext`` on the main queue.
///
/// Source: [NSPersistentContainer](https://developer.apple.com/documentation/coredata/nspersistentcontainer).
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // Unchecked: constant but for the descriptions, which are set before the stores are loaded.
    private let givenName: String
    private let model: NSManagedObjectModel
    private let coordinator: NSPersistentStoreCoordinator
    private let view: NSManagedObjectContext
    /// The name: of the model, and of the store's file.
    open var name: String { givenName }
    /// The model that its contexts and stores use.
    open var managedObjectModel: NSManagedObjectModel { model }
    /// The coordinator of the container's stores and contexts.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator { coordinator }
    /// A context on the main queue.
    open var viewContext: NSManagedObjectContext { view }
    /// The stores that ``loadPersistentStores(completionHandler:)`` opens.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// A container with the model of its name.
    ///
    /// The model is one that the `ManagedAccessors` plugin compiled into the program, or a file
    /// of the name in one of the program's bundles. Without one the program stops with
    /// "Failed to load model named …", as on Apple's systems.
    public convenience init(name: String) {
        let found = Result { try ModelLookup.model(named: name) }
        guard case .success(.some(let model)) = found else {
            var reason = """
                . Name the plugin ManagedAccessors in the target that has \(name).xcdatamodeld, or put the \
                compiled model into a bundle of the program.
                """
            if case .failure(let error) = found { reason = ": \(error.localizedDescription)" }
            raise("Failed to load model named \(name)\(reason)")
        }
        self.init(name: name, managedObjectModel: model)
    }

    /// A container with a model.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        givenName = name
        self.model = model
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        view = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        view.persistentStoreCoordinator = coordinator
        view.name = "viewContext"
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(
                url: Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite"))
        ]
        super.init()
    }

    /// Where stores are when nothing else is said: the user's directory for data.
    open class func defaultDirectoryURL() -> URL {
        let support =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(fileURLWithPath: NSTemporaryDirectory())
        let place = support.appendingPathComponent(
            ProcessInfo.processInfo.processName, isDirectory: true)
        // Where it cannot be made, adding the store throws.
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return place
    }

    /// Opens the stores on the calling thread, and calls the block for each, with what it threw.
    ///
    ///     let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
    ///     container.persistentStoreDescriptions[0].url = url
    ///     container.loadPersistentStores { description, error in
    ///         if let error { fatalError("\(description): \(error)") }
    ///     }
    ///
    /// The error is of `NSCocoaErrorDomain`: `NSFileReadCorruptFileError` for a file that is no
    /// store, `NSPersistentStoreIncompatibleVersionHashError` for one of another model that cannot
    /// be migrated. The file is left as it was.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            Self.createFolder(of: description)
            persistentStoreCoordinator.addPersistentStore(
                with: description, completionHandler: block)
        }
    }

    private static func createFolder(of description: NSPersistentStoreDescription) {
        guard let url = description.url, url.isFileURL, !description.isReadOnly,
            description.type != NSInMemoryStoreType
        else { return }
        // Where it cannot be made, adding the store throws.
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    /// A context on a queue of its own.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs a block with a context of its own, later, on the context's queue.
    ///
    ///     container.performBackgroundTask { context in
    ///         let note = Note(context: context)
    ///         note.title = "Milk"
    ///         try? context.save()  // on the queue of a context that ends with the task
    ///     }
    open func performBackgroundTask(
        _ block: @escaping (NSManagedObjectContext) -> Void
    ) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs a block with a context of its own and waits without holding a thread.
    ///
    ///     let count = try await container.performBackgroundTask { @Sendable context in
    ///         try context.count(for: Note.fetchRequest())
    ///     }
    ///
    /// On the main actor, Swift 6 wants the `@Sendable`: the block does not run there.
    ///
    /// - Throws: What the block throws; changes that it did not save are gone with the context.
    public func performBackgroundTask<T>(
        _ block: @escaping (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }
}
