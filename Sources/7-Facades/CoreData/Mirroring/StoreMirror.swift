import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import RecordCore
import Synchronization

/// The mirror of a store: runs it after saves and notices, and tells the container's observers.
final class StoreMirror: Sendable {
    let mirror: Mirror
    let codec: MirrorCodec
    let cloud: any MirrorCloud
    private let schedule: MirrorSchedule
    private let place: String?
    private struct Observers: @unchecked Sendable {
        // Unchecked: tokens that are only handed back.
        var all: [any NSObjectProtocol] = []
    }
    private let observers = Mutex(Observers())
    private let notices = Mutex<Task<Void, Never>?>(nil)
    /// How often the device's account had changed when it was last looked at.
    private let accountChanges: Mutex<Int>
    private let isStopped = Mutex(false)

    /// The places of stores that are mirrored in this process.
    private static let active = Mutex<Set<String>>([])

    /// A mirror of a store that was just opened; nil where another one in this process has the
    /// store's file.
    init?(
        _ store: NSPersistentStore, _ container: NSPersistentCloudKitContainer,
        _ cloud: any MirrorCloud, _ plan: MirrorPlan, _ settings: MirrorSettings
    ) {
        let place = RemoteChange.place(of: store)
        if let place, !Self.active.withLock({ $0.insert(place).inserted }) { return nil }
        self.place = place
        self.cloud = cloud
        accountChanges = Mutex(cloud.accountChanges)
        var settings = settings
        // Another process may have the file.
        if place != nil, settings.leaseDuration == nil { settings.leaseDuration = 5 }
        codec = MirrorCodec(store.objects.model, plan: plan)
        let post = EventPosting(store: store, container: container)
        let mirror = Mirror(
            store.objects, codec, cloud: cloud, settings: settings, events: { post.post($0) },
            imported: { [weak store] imported in
                guard let store else { return }
                store.owner?.mirrored(imported, in: store)
            })
        self.mirror = mirror
        schedule = MirrorSchedule(
            cloud.timing,
            postponed: { reason in
                var event = MirrorEvent(.export, start: Date())
                post.post(event)
                event.end = Date()
                event.error = .postponed(reason)
                post.post(event)
            },
            run: { await mirror.synchronize() })
        store.savedHere.withLock { $0 = { [weak self] in self?.schedule.saved() } }
        let center = NotificationCenter.default
        let account = center.addObserver(
            forName: Notification.Name("CKAccountChangedNotification"), object: nil, queue: nil
        ) { [weak self] _ in self?.accountChanged() }
        let removal = center.addObserver(
            forName: .NSPersistentStoreCoordinatorWillRemoveStore, object: store, queue: nil
        ) { [weak self] _ in self?.stop() }
        let observing = Observers(all: [account, removal])
        observers.withLock { $0 = observing }
        listen()
    }

    deinit { stop() }

    /// Objects were moved into a share.
    func shared() { schedule.saved() }

    /// Begins: what is at the server is fetched, and what is here sent.
    func start() { schedule.noticed() }

    /// Runs the mirror after what other devices of the user who is signed in change.
    private func listen() {
        let news = cloud.notices()
        let task = Task.detached { [weak self] in
            for await _ in news { self?.schedule.noticed() }
        }
        let before = notices.withLock { notices in
            defer { notices = task }
            return notices
        }
        before?.cancel()
        if isStopped.withLock({ $0 }) { task.cancel() }
    }

    private func accountChanged() {
        // The notification is the process's; other devices in it are no news here.
        let now = cloud.accountChanges
        let isNews = accountChanges.withLock { changes in
            defer { changes = now }
            return changes != now
        }
        guard isNews else { return }
        // Those that come are of the user before.
        listen()
        Task.detached { [mirror, schedule] in
            await mirror.accountChanged()
            schedule.reset()
        }
    }

    /// Ends: the store is removed, or nothing has the container any more.
    func stop() {
        // Once: by the time this goes, another mirror may have the file.
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        schedule.stop()
        notices.withLock { $0 }?.cancel()
        let observing = observers.withLock { observers in
            defer { observers = Observers() }
            return observers
        }
        for observer in observing.all { NotificationCenter.default.removeObserver(observer) }
        if let place { Self.active.withLock { _ = $0.remove(place) } }
        Task.detached { [mirror] in await mirror.close() }
    }
}

/// Posts the events of a store's mirror, and keeps those that did something.
struct EventPosting: Sendable {
    private struct Weak: @unchecked Sendable {
        // Unchecked: references that only become nil.
        weak var store: NSPersistentStore?
        weak var container: NSPersistentCloudKitContainer?
    }
    private let weak: Weak

    init(store: NSPersistentStore, container: NSPersistentCloudKitContainer) {
        weak = Weak(store: store, container: container)
    }

    func post(_ event: MirrorEvent) {
        guard let store = weak.store else { return }
        let isRemoved = store.owner == nil
        let error = event.error.map { MirrorErrors.error($0, event, isRemoved: isRemoved) }
        let isKept =
            switch event.error {
            case .postponed: false  // The event of what is sent is kept.
            case nil: event.count > 0 || event.kind == .setup
            case .account, .notSetUp, .cloud, .partial, .store, .closed: true
            }
        let entry = MirrorLogEntry(event, error: error.map { $0 as NSError })
        if event.end != nil, !isRemoved, isKept {
            // An event that cannot be kept was an event all the same.
            try? MirrorEventLog(store.objects).add(entry)
        }
        guard let container = weak.container else { return }
        let posted = NSPersistentCloudKitContainer.Event(
            entry, store: store.link.identifier, error: error)
        NotificationCenter.default.post(
            name: NSPersistentCloudKitContainer.eventChangedNotification, object: container,
            userInfo: [NSPersistentCloudKitContainer.eventNotificationUserInfoKey: posted])
    }
}

/// The errors of events, with Apple's codes and sentences.
enum MirrorErrors {
    static func error(
        _ failure: MirrorFailure, _ event: MirrorEvent, isRemoved: Bool = false
    ) -> any Error {
        if isRemoved { return removed(event) }
        switch failure {
        case .closed: return removed(event)
        case .account(let account):
            return make(
                134400, "Unable to initialize without an iCloud account (\(name(of: account))).")
        case .notSetUp(let cause):
            let cause = (cause as? MirrorFailure).map { error($0, event) } ?? cause
            return make(
                134406,
                "Request '\(event.id)' was aborted because the mirroring delegate never "
                    + "successfully initialized due to error: \(cause)",
                [NSUnderlyingErrorKey: cause])
        case .cloud(let error): return error.underlying
        case .partial(_, let error): return error
        case .store(let error):
            let cause =
                error is ByteReader.CorruptionError ? damaged : StoreProblems.translated(error)
            guard event.kind == .import else { return cause }
            return make(
                134421, "What was fetched could not be saved: \(cause)",
                [NSUnderlyingErrorKey: cause])
        case .postponed(.alreadyPending):
            return make(
                134417,
                "Request '\(event.id)' was cancelled because there is already a pending request of "
                    + "type 'NSCloudKitMirroringExportRequest'.")
        case .postponed(.deferred):
            return make(
                134419,
                "Request '\(event.id)' was deferred until the server may be asked again; what was "
                    + "saved is sent then.")
        }
    }

    /// The store of a request was removed meanwhile.
    private static func removed(_ event: MirrorEvent) -> NSError {
        make(
            134407,
            "Request '\(event.id)' was cancelled because the store was removed from the "
                + "coordinator.")
    }

    /// Entries of the mirror's table hold what no version wrote.
    private static var damaged: NSError {
        NSError.coreData(
            259,  // NSFileReadCorruptFileError
            "What the store keeps of its mirror, in the table QUARRYMIRROR, is damaged. Its objects are "
                + "as they were, and nothing is sent or fetched.",
            [NSLocalizedRecoverySuggestionErrorKey: "Restore the file from a copy."])
    }

    /// Another container of the process mirrors the same store.
    static var otherInstance: NSError {
        make(
            134410,
            "CloudKit setup failed because there is another instance of this persistent store "
                + "actively syncing with CloudKit in this process.")
    }

    /// Why a model cannot be mirrored, with Apple's text; nil where it can be.
    static func refusal(of model: ObjectModel, configuration: String?) -> NSError? {
        let violations = MirrorRules.violations(of: model, configuration: configuration)
        guard let reason = MirrorRules.reason(for: violations) else { return nil }
        return NSError.coreData(
            NSCoreDataError, reason,
            [
                NSLocalizedDescriptionKey: "A Core Data error occurred.",
                NSLocalizedFailureReasonErrorKey: reason,
            ])
    }

    static func make(_ code: Int, _ text: String, _ more: [String: Any] = [:]) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [
                NSLocalizedDescriptionKey: text, NSLocalizedFailureReasonErrorKey: text,
            ].merging(more) { _, new in new })
    }

    private static func name(of account: MirrorAccount) -> String {
        switch account {
        case .available: "CKAccountStatusAvailable"
        case .none: "CKAccountStatusNoAccount"
        case .restricted: "CKAccountStatusRestricted"
        case .temporarilyUnavailable: "CKAccountStatusTemporarilyUnavailable"
        case .unknown: "CKAccountStatusCouldNotDetermine"
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// Tells contexts and observers of what a mirror saved.
    func mirrored(_ imported: MirrorImported, in store: NSPersistentStore) {
        func ids(_ keys: [ObjectKey]) -> [NSManagedObjectID] {
            keys.compactMap { key in
                guard let entity = store.objects.model.entities[safe: key.entity],
                    let runtime = managedObjectModel.entitiesByName[entity.name]?.inUse
                else { return nil }
                return NSManagedObjectID(key, runtime, store.link)
            }
        }
        let changes = MergedChanges(
            inserted: ids(imported.inserted), updated: ids(imported.updated + imported.related),
            deleted: ids(imported.deleted))
        merge(changes)
        RemoteChange.post(store, imported.token, isOwn: false)
    }
}

extension Array {
    fileprivate subscript(safe place: Int) -> Element? {
        indices.contains(place) ? self[place] : nil
    }
}
