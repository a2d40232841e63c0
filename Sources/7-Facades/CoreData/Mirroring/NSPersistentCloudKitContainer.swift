public import Foundation
package import CoreDataModel
import MirrorCore
package import RecordCore
import Synchronization

/// A container whose stores are mirrored in CloudKit.
///
/// What is saved here goes to the user's private database, and what the user's other devices save
/// there comes into the store; `databaseScope` of the options may name the public or the shared
/// database instead. With `import CloudKit`, `share(_:to:)` lets other users see and change objects,
/// which are in a store of the shared database there.
///
///     let container = NSPersistentCloudKitContainer(name: "Notes")
///     container.persistentStoreDescriptions.first?.cloudKitContainerOptions =
///         NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.org.example.notes")
///     container.viewContext.automaticallyMergesChangesFromParent = true
///     container.loadPersistentStores { description, error in … }
///     note.title = "Milk"
///     try container.viewContext.save()
///     // on another device, a second later: "Milk"
///     // at the server: CD_Note { CD_entityName = Note; CD_title = Milk; }
///
/// The program needs the module CloudKit beside CoreData, which says where containers are (a file,
/// a server); without it a line on standard error says that nothing is mirrored. A store opens only
/// with a model that CloudKit accepts: 134060 otherwise, with Apple's text; a migration that would
/// rename something is 134110. Without a network or an account it opens all the same, and
/// ``eventChangedNotification`` says what went wrong; what was saved meanwhile is sent when both are
/// there.
///
/// Two devices that edit one object keep both edits, field by field; where both edited one field, the
/// one that is sent later counts. Everything that is to be sent is committed before, in tables of the
/// store's own file (`QUARRYMIRROR`): a program that is killed loses nothing. Of several processes with
/// one file one at a time fetches and sends; where it is killed, the next one waits five seconds.
///
/// Source: [NSPersistentCloudKitContainer](https://developer.apple.com/documentation/coredata/nspersistentcloudkitcontainer).
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
    // Unchecked: the mirrors are under a lock.
    let mirrors = Mutex<[String: StoreMirror]>([:])

    /// A container with a model, whose first store is mirrored in the program's default container.
    ///
    /// The first description gets options for `CKContainer.default()` where `LocalCloud.use(_:)` or the
    /// environment variable `QUARRY_CONTAINER` says where containers are, as it gets those of the first
    /// entitlement on Apple's systems. Set `cloudKitContainerOptions` to nil for a store that is not to
    /// be mirrored.
    public override init(name: String, managedObjectModel model: NSManagedObjectModel) {
        super.init(name: name, managedObjectModel: model)
        persistentStoreDescriptions.first?.cloudKitContainerOptions =
            NSPersistentCloudKitContainerOptions.standard
    }

    /// Posted, with the container as its object, when an event begins and when it ends, on any queue.
    open class var eventChangedNotification: NSNotification.Name {
        NSNotification.Name("NSPersistentCloudKitContainerEventChangedNotification")
    }
    /// The key of the ``Event`` in ``eventChangedNotification``.
    open class var eventNotificationUserInfoKey: String { "event" }

    /// Opens the stores, and calls the block for each; mirrored ones with a model that CloudKit
    /// refuses are left closed, and their files as they are.
    open override func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            guard description.cloudKitContainerOptions != nil else {
                persistentStoreCoordinator.addPersistentStore(
                    with: description, completionHandler: block)
                continue
            }
            let refusal =
                refusal(of: description)
                ?? MirrorMigration.refusal(of: description, managedObjectModel)
            if let refusal {
                refuse(description, refusal, block)
                continue
            }
            // What is to be sent is found in the history.
            description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
            description.limitPageCache()
            let before = persistentStoreCoordinator.persistentStores
            let work = Transfer(block)
            persistentStoreCoordinator.addPersistentStore(with: description) { opened, error in
                if error == nil {
                    let store = self.persistentStoreCoordinator.persistentStores.last { store in
                        store.url == opened.url && !before.contains { $0 === store }
                    }
                    if let store { self.mirror(store, opened) }
                }
                work.value(opened, error)
            }
        }
    }

    private func mirror(_ store: NSPersistentStore, _ description: NSPersistentStoreDescription) {
        guard let options = description.cloudKitContainerOptions, !store.isReadOnly else { return }
        let name = description.url?.lastPathComponent ?? "A store"
        guard store.link.references == nil else {
            return Self.note(
                "\(name) is not mirrored: stores of the type \(description.type) have no history.")
        }
        guard let cloud = options.makeCloud() else {
            Self.note(
                "\(name) is not mirrored in \(options.containerIdentifier): the program does not "
                    + "have the module CloudKit; add it to the target's dependencies.")
            return
        }
        let plan = MirrorPlan(
            managedObjectModel.objectModel, configuration: description.configuration)
        guard let made = StoreMirror(store, self, cloud, plan, options.settings) else {
            var event = MirrorEvent(.setup, start: Date())
            let posting = EventPosting(store: store, container: self)
            posting.post(event)
            event.end = Date()
            event.error = .store(MirrorErrors.otherInstance)
            posting.post(event)
            return
        }
        mirrors.withLock { $0[store.link.identifier] = made }
        made.start()
    }

    /// Fetches and sends at once everything that there is; gives whether anything changed.
    ///
    /// - Throws: Why not everything was done, as events have it.
    package func synchronize() async throws -> Bool {
        var didChange = false
        var failure: MirrorFailure?
        for mirror in mirrors.withLock({ $0.sorted { $0.key < $1.key }.map(\.value) }) {
            let report = await mirror.mirror.synchronize()
            didChange = didChange || report.didChange
            failure = failure ?? report.failure
        }
        if let failure { throw MirrorErrors.error(failure, MirrorEvent(.export, start: Date())) }
        return didChange
    }

    /// Makes the types and fields of the model at the server, and waits for it.
    ///
    /// It checks that CloudKit accepts the model, saves a record of each type with a value in every
    /// field, and deletes the records. The records are saved in the private database, as the types of
    /// a container are those of all of its databases: an account is needed for public stores too.
    ///
    ///     try container.initializeCloudKitSchema(options: [.dryRun, .printSchema])
    ///     // CD_Note { CD_entityName = "sample"; CD_title = "sample"; … }
    ///     // DEFINE SCHEMA … RECORD TYPE CD_Note ( CD_title STRING …
    ///
    /// With `dryRun` nothing is uploaded; with `printSchema` the records are printed, and after them the
    /// schema in the language of `.ckdb` files, as `quarry schema generate` writes it.
    ///
    /// - Throws: `NSCoreDataError` with Apple's text for what CloudKit refuses; what the server says,
    ///   in Production that it cannot create types.
    open func initializeCloudKitSchema(
        options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
    ) throws {
        let model = managedObjectModel.objectModel
        // Several stores of a container have their types uploaded once.
        var known: [String: Set<MirrorPlan.RecordType>] = [:]
        for description in persistentStoreDescriptions {
            guard let mirrored = description.cloudKitContainerOptions else { continue }
            if let refusal = refusal(of: description) { throw refusal }
            let plan = MirrorPlan(model, configuration: description.configuration)
            let types = plan.allTypes.filter {
                known[mirrored.containerIdentifier, default: []].insert($0).inserted
            }
            if types.isEmpty { continue }
            if options.contains(.printSchema) {
                print(Self.schemaText(plan, types), terminator: "")
            }
            if options.contains(.dryRun) { continue }
            guard let cloud = mirrored.makeCloud(.private) else {
                throw NSError.coreData(
                    NSCoreDataError,
                    "The schema cannot be uploaded: the program does not have the module CloudKit.")
            }
            try Self.upload(types, to: cloud)
        }
    }

    /// What `printSchema` prints: the records that are saved, and the schema.
    package static func schemaText(
        _ plan: MirrorPlan, _ types: [MirrorPlan.RecordType]
    ) -> String {
        MirrorSchemaUpload.text(of: types) + RecordSchema(mirroring: plan).text
    }

    private static func upload(
        _ types: [MirrorPlan.RecordType], to cloud: any MirrorCloud
    ) throws {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        // Tasks that call this block the threads of their priority; each priority has threads of its own.
        Task.detached(priority: Task.currentPriority == .utility ? .medium : .utility) {
            do {
                try await MirrorSchemaUpload.run(types, in: cloud)
            } catch {
                failure.withLock { $0 = error }
            }
            done.signal()
        }
        done.wait()
        switch failure.withLock({ $0 }) {
        case nil: return
        case let error as MirrorCloudError: throw error.underlying
        case let error as MirrorFailure:
            throw MirrorErrors.error(error, MirrorEvent(.setup, start: Date()))
        case let error?: throw error
        }
    }

    // MARK: Rights

    /// Whether the user may change the record of an object.
    ///
    /// True for objects that are not mirrored and for those of private databases; in a public one for
    /// those that were not sent yet, and that the user created; in a shared one as the participant may:
    ///
    ///     // another user shares a note, read only
    ///     container.canUpdateRecord(forManagedObjectWith: note.objectID)  // false
    ///
    /// A program that saves such a change all the same keeps it; the server refuses it, and the export's
    /// event has the error `permissionFailure` for the record.
    open func canUpdateRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool {
        canModify(objectID)
    }

    /// Whether the user may delete the record of an object, as
    /// ``canUpdateRecord(forManagedObjectWith:)`` says of changes.
    open func canDeleteRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool {
        canModify(objectID)
    }

    private func canModify(_ id: NSManagedObjectID) -> Bool {
        guard let store = id.persistentStore else { return true }
        guard canModifyManagedObjects(in: store) else { return false }
        guard let mirror = mirror(of: store) else { return true }
        switch mirror.cloud.scope {
        case .private: return true
        case .public:
            guard let record = mirrorRecords(for: [id])[id] else { return true }
            return record.system?.createdBy == user(of: store)
        case .shared:
            let lookup = MirrorLookup(store.objects)
            // A method of Apple's that cannot throw: what cannot be read is not to be changed.
            guard let zones = try? lookup.zones(of: [id.key], mirror.codec) else { return false }
            // One that is in no share yet.
            guard let zone = zones[id.key] else { return true }
            guard let share = try? lookup.share(of: zone), let user = user(of: store) else {
                return false
            }
            return Share(share.record)?.permission(of: user) == .readWrite
        }
    }

    /// Whether objects of a store may be changed: true for a store that is not mirrored and for one of
    /// a private database, also without an account; with one for a store of a public or shared
    /// database.
    open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool {
        guard !store.isReadOnly else { return false }
        guard let mirror = mirror(of: store), mirror.cloud.scope != .private else { return true }
        return user(of: store) != nil
    }

    /// The user whose objects a store has.
    func user(of store: NSPersistentStore) -> String? {
        // A method of Apple's that cannot throw: of a store that cannot be read nothing is known.
        try? MirrorLookup(store.objects).user()
    }

    // MARK: Records

    /// The last known records of objects that the server has.
    package func mirrorRecords(for ids: [NSManagedObjectID]) -> [NSManagedObjectID: Record] {
        var records: [NSManagedObjectID: Record] = [:]
        let stored = ids.filter { !$0.isTemporaryID }
        for store in persistentStoreCoordinator.persistentStores {
            guard let mirror = mirror(of: store) else { continue }
            let own = stored.filter { $0.storeLink === store.link }
            // A method of Apple's that cannot throw: of a store that cannot be read nothing is known.
            guard !own.isEmpty,
                let known = try? MirrorLookup(store.objects).records(
                    of: own.map(\.key), mirror.codec)
            else { continue }
            for id in own { records[id] = known[id.key] }
        }
        return records
    }

    /// Why the store of a description cannot be mirrored; nil where it can be, or is not to be.
    private func refusal(of description: NSPersistentStoreDescription) -> NSError? {
        guard description.cloudKitContainerOptions != nil else { return nil }
        return MirrorErrors.refusal(
            of: managedObjectModel.objectModel, configuration: description.configuration)
    }

    private func refuse(
        _ description: NSPersistentStoreDescription, _ error: NSError,
        _ block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        guard description.shouldAddStoreAsynchronously else { return block(description, error) }
        let work = Transfer(block)
        DispatchQueue.global().async { work.value(description, error) }
    }

    private static func note(_ text: String) {
        // A program goes on where this cannot be said.
        try? FileHandle.standardError.write(
            contentsOf: Data("CoreData: warning: \(text)\n".utf8))
    }
}

/// What ``NSPersistentCloudKitContainer/initializeCloudKitSchema(options:)`` leaves out or adds.
///
///     try container.initializeCloudKitSchema(options: [.dryRun, .printSchema])
///     // prints the schema that the model needs, and uploads nothing
public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
    /// The bits of the options, with Apple's values.
    public let rawValue: UInt
    /// Options by Apple's number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Checks the model without uploading a schema.
    public static let dryRun = NSPersistentCloudKitContainerSchemaInitializationOptions(
        rawValue: 1 << 1)
    /// Prints the schema, in the language of `.ckdb` files.
    public static let printSchema = NSPersistentCloudKitContainerSchemaInitializationOptions(
        rawValue: 1 << 2)
}

extension NSPersistentStoreDescription {
    /// Has each connection to a mirrored store keep 16 MB of pages, unless the program sets the pragma
    /// `cache_size`.
    ///
    /// A mirror reads and writes entries all over the file, and gains little from the 64 MB of other
    /// stores: `Benchmarks/README.md` has the figures.
    fileprivate func limitPageCache() {
        var pragmas = options[NSSQLitePragmasOption] as? [AnyHashable: Any] ?? [:]
        guard !pragmas.keys.contains(where: { "\($0.base)".lowercased() == "cache_size" }) else {
            return
        }
        pragmas["cache_size"] = NSNumber(value: -16_384)
        setOption(NSDictionary(dictionary: pragmas), forKey: NSSQLitePragmasOption)
    }
}
