import Foundation
import RecordService
import Synchronization

/// Keeps a program's own copy of a private or shared database up to date.
///
///     let engine = CKSyncEngine(
///         CKSyncEngine.Configuration(
///             database: container.privateCloudDatabase, stateSerialization: saved,
///             delegate: self))
///     engine.state.add(pendingRecordZoneChanges: [.saveRecord(note.recordID)])
///
/// The engine asks its delegate for the records to send, and hands it those that it fetched. It
/// does so when changes are pending, when it begins, and when a notification says that others have
/// changed something; ``sendChanges(_:)`` and ``fetchChanges(_:)`` do it at once.
///
/// What the program must keep is the state that the event `stateUpdate` has, together with its own
/// data. An engine that is made with it goes on where the last one ended, also after a crash; one
/// without fetches everything again. The delegate gets one call after the other, so that an actor
/// serves; it must not wait for ``sendChanges(_:)`` or ``fetchChanges(_:)``, which would wait for it.
///
/// <doc:Syncing> is a whole program.
///
/// Source: [CKSyncEngine](https://developer.apple.com/documentation/cloudkit/cksyncengine-5sie5).
public final class CKSyncEngine: @unchecked Sendable {
    // Unchecked: everything that changes is under locks.

    /// The database that the engine keeps in step, from its configuration.
    public let database: CKDatabase
    /// What is still to be done, and how far fetching has got.
    public let state: State
    private let automaticallySync: Bool
    /// The name of the engine's subscription; nil is a name of its own.
    private let subscriptionID: CKSubscription.ID?
    /// Supplies the records and, as a rule, owns the engine: so the reference is weak.
    weak var delegate: (any CKSyncEngineDelegate)?
    /// The database for the user whom the state is of: another may sign in at any moment.
    var ownDatabase: CKDatabase { database.bound(to: state.user) }
    let turns = AsyncMutex()
    let running = Mutex<[UUID: Task<Void, any Error>]>([:])
    private let schedule = Mutex(Schedule())
    let handingOver = Mutex(HandingOver())
    private let listening = Mutex<[Task<Void, Never>]>([])
    /// How often the device's account had changed when ``listen()`` began.
    private let listenedChanges = Mutex(0)
    private let observer = Mutex<Observer?>(nil)

    /// A place in the notification center.
    private struct Observer: @unchecked Sendable {
        // Unchecked: the token is only handed back.
        let token: any NSObjectProtocol
    }

    /// What is to be done by itself, and when.
    private struct Schedule {
        var sends = false
        var fetches = false
        var worker: Task<Void, Never>?
        /// What the worker waits for after a failure.
        var pause: Task<Void, Never>?
        /// How often the worker has failed since it last did all that was due.
        var failures = 0
        /// Each waits to fetch again a zone that could not be fetched; that of nil, all zones.
        var retries: [CKRecordZone.ID?: Task<Void, Never>] = [:]
        /// How often each of them could not be fetched since it last was: zones that fail make
        /// nothing that is sent wait longer, and do not use up its attempts.
        var fetchFailures: [CKRecordZone.ID?: Int] = [:]

        /// How often something is tried before only the next occasion tries it again.
        static let attempts = 20

        /// The seconds until what failed is tried again, where the server does not say.
        static func patience(after failures: Int) -> Double {
            min(60, 0.5 * pow(2, Double(failures - 1)))
        }
    }

    /// An engine; it begins at once where ``Configuration/automaticallySync`` says so.
    ///
    /// Stops the program for the public database, which has no change tracking.
    public init(_ configuration: Configuration) {
        precondition(
            configuration.database.databaseScope != .public,
            "CKException: CKSyncEngine does not work with the public database")
        delegate = configuration.delegate
        database = configuration.database
        automaticallySync = configuration.automaticallySync
        subscriptionID = configuration.subscriptionID
        state = State(configuration.stateSerialization)
        state.whenChanged { [weak self] hasMore in
            self?.handOverState()
            self?.schedule(sends: hasMore)
        }
        watchAccount()
        if automaticallySync {
            listen()
            schedule(sends: state.hasPending, fetches: true)
        }
    }

    deinit {
        for task in listening.withLock({ $0 }) { task.cancel() }
        schedule.withLock { $0.worker }?.cancel()
        for task in schedule.withLock({ $0.retries.values }) { task.cancel() }
        if let observer = observer.withLock({ $0 }) {
            NotificationCenter.default.removeObserver(observer.token)
        }
    }

    // MARK: At once

    /// Fetches what others have changed, and comes back when the delegate has it all.
    ///
    /// - Throws: what the service says; `invalidArguments` when it is called from the delegate.
    public func fetchChanges(_ options: FetchChangesOptions = FetchChangesOptions()) async throws {
        try await perform { try await $0.fetch(.init(reason: .manual, options: options)) }
    }

    /// Sends what is pending, and comes back when it is sent.
    ///
    /// The delegate learns of each record or zone that fails (`serverRecordChanged`,
    /// `zoneNotFound`, `unknownItem`, …). The engine does not send it again in the same call. What
    /// the delegate adds then stays pending, and the next call sends it:
    ///
    ///     do { try await engine.sendChanges() } catch let error as CKError {
    ///         error.code                      // partialFailure
    ///         error.partialErrorsByItemID     // why, by the ID of each record and zone
    ///     }
    ///     try await engine.sendChanges()      // what the delegate has merged
    ///
    /// - Throws: `partialFailure` when something failed; for the whole, what the service says;
    ///   `invalidArguments` when it is called from the delegate, and where the delegate gives changes that
    ///   are not in the scope of the options.
    public func sendChanges(_ options: SendChangesOptions = SendChangesOptions()) async throws {
        try await perform { try await $0.send(.init(reason: .manual, options: options)) }
    }

    /// Cancels whatever is under way, and comes back when it has ended.
    public func cancelOperations() async {
        let tasks = running.withLock { Array($0.values) }
        for task in tasks { task.cancel() }
        // A call of the delegate is itself part of what would be waited for.
        guard CKSyncEngine.delegateCall?.isOf(self) != true else { return }
        // Each task's own caller has the error.
        for task in tasks { _ = try? await task.value }
    }

    /// Does one thing after the other, so that it can be cancelled.
    private func perform(
        _ body: @escaping @Sendable (CKSyncEngine) async throws -> Void
    ) async throws {
        guard CKSyncEngine.delegateCall?.isOf(self) != true else {
            throw CKError(
                .invalidArguments,
                "The delegate must not wait for its own sync engine: "
                    + "let it return, and call sendChanges or fetchChanges then")
        }
        let id = UUID()
        let task = Task {
            try await turns.run {
                do {
                    try await self.checkAccount()
                    try await body(self)
                } catch {
                    throw CKError(any: error)
                }
            }
        }
        running.withLock { $0[id] = task }
        defer { running.withLock { $0[id] = nil } }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    // MARK: By itself

    /// Has something done soon, where the engine works by itself.
    func schedule(sends: Bool = false, fetches: Bool = false) {
        guard automaticallySync, sends || fetches else { return }
        schedule.withLock { schedule in
            schedule.sends = schedule.sends || sends
            // What could not be fetched is fetched when its time comes.
            schedule.fetches = schedule.fetches || fetches && schedule.retries[nil] == nil
            guard schedule.worker == nil else { return }
            schedule.worker = Task.detached { [weak self] in
                // What comes together is sent together.
                try? await Task.sleep(for: .milliseconds(20))
                while !Task.isCancelled, let pause = await self?.work() {
                    await withTaskCancellationHandler {
                        await pause.value
                    } onCancel: {
                        pause.cancel()
                    }
                }
            }
        }
    }

    /// Does what is scheduled; gives what ends when there is more to do, nil when nothing is left.
    private func work() async -> Task<Void, Never>? {
        typealias Due = (sends: Bool, fetches: Bool, waiting: Set<CKRecordZone.ID>)
        let due = schedule.withLock { schedule -> Due? in
            guard schedule.sends || schedule.fetches else {
                schedule.worker = nil
                return nil
            }
            defer {
                schedule.sends = false
                schedule.fetches = false
            }
            return (schedule.sends, schedule.fetches, Set(schedule.retries.keys.compactMap { $0 }))
        }
        guard let due else { return nil }
        let account = listenedChanges.withLock { $0 }
        var isFetched = !due.fetches
        var isSent = !due.sends
        // By zone; under nil where it is not known which zones changed.
        let failures = Mutex<[CKRecordZone.ID?: CKError]>([:])
        do {
            if due.fetches {
                do {
                    try await perform { engine in
                        try await engine.fetch(
                            .init(reason: .scheduled, options: .init()), leavingOut: due.waiting
                        ) { zone, error in failures.withLock { $0[zone] = error } }
                    }
                    isFetched = true
                } catch let error as CKError
                    where !error.concernsAll && error.code != .operationCancelled
                {
                    // What is pending does not wait for a zone that cannot be fetched, whose time comes.
                    isFetched = true
                    failures.withLock { if $0.isEmpty { $0[nil] = error } }
                }
            }
            if due.sends {
                try await perform {
                    try await $0.send(.init(reason: .scheduled, options: .init()))
                }
                isSent = true
            }
            schedule.withLock { $0.failures = 0 }
            fetchAgain(after: failures.withLock { $0 }, for: account)
            return Task {}
        } catch {
            let error = CKError(any: error)
            // The program cancelled, or no user is signed in: the next occasion tries again.
            guard error.code != .operationCancelled, error.code != .notAuthenticated else {
                return Task {}
            }
            fetchAgain(after: failures.withLock { $0 }, for: account)
            let (fetchesAgain, sendsAgain) = (!isFetched, !isSent)
            return schedule.withLock { schedule in
                schedule.failures += 1
                guard schedule.failures < Schedule.attempts else {
                    schedule.failures = 0
                    return Task {}
                }
                schedule.sends = schedule.sends || sendsAgain
                schedule.fetches = schedule.fetches || fetchesAgain
                // What failed was told to the delegate, and what it has added is sent at once.
                if error.code == .partialFailure, schedule.failures == 1 { return Task {} }
                // Another user has signed in meanwhile, who waits for nothing.
                guard listenedChanges.withLock({ $0 }) == account else { return Task {} }
                let wait =
                    error.retryAfterSeconds ?? Schedule.patience(after: schedule.failures)
                // It is cancelled where another user signs in.
                let pause = Task { _ = try? await Task.sleep(for: .seconds(wait)) }
                schedule.pause = pause
                return pause
            }
        }
    }

    /// Fetches once more, a while after zones could not be fetched; meanwhile what becomes pending is
    /// sent, and other zones are fetched.
    private func fetchAgain(after errors: [CKRecordZone.ID?: CKError], for account: Int) {
        schedule.withLock { schedule in
            // Another user has signed in meanwhile, for whom a fetch is scheduled.
            guard listenedChanges.withLock({ $0 }) == account else { return }
            for (zone, error) in errors {
                let failures = schedule.fetchFailures[zone, default: 0] + 1
                guard failures < Schedule.attempts else {
                    schedule.fetchFailures[zone] = nil
                    continue
                }
                schedule.fetchFailures[zone] = failures
                if zone == nil { schedule.fetches = false }
                let wait = error.retryAfterSeconds ?? Schedule.patience(after: failures)
                schedule.retries[zone]?.cancel()
                schedule.retries[zone] = Task.detached { [weak self] in
                    // It is cancelled when the engine goes.
                    guard (try? await Task.sleep(for: .seconds(wait))) != nil else { return }
                    self?.endWait(for: zone)
                    self?.schedule(fetches: true)
                }
            }
        }
    }

    /// A zone is not left out of fetches any more; for nil, a fetch may begin again.
    private func endWait(for zone: CKRecordZone.ID?) {
        schedule.withLock { schedule in
            schedule.retries[zone]?.cancel()
            schedule.retries[zone] = nil
        }
    }

    /// A zone was fetched, or for nil, which zones there are: its failures before are over.
    func noteFetched(_ zone: CKRecordZone.ID?) {
        endWait(for: zone)
        schedule.withLock { $0.fetchFailures[zone] = nil }
    }

    /// Subscribes to the database, and fetches when a notification comes.
    ///
    /// Starts over after a passing failure, or when the notifications end.
    private func listen() {
        let database = database
        listenedChanges.withLock { $0 = database.handle.device.accountChanges }
        let id =
            subscriptionID
            ?? "CKSyncEngine-\(database.databaseScope == .shared ? "SharedDB" : "PrivateDB")"
        let task = Task.detached { [weak self] in
            var pause = 0.5
            while !Task.isCancelled {
                do {
                    let session = try await database.handle.session()
                    // Without an account the task ends; the account observer starts another.
                    guard session.user != nil else { return }
                    let news = session.notifications()
                    do {
                        try await database.save(CKDatabaseSubscription(subscriptionID: id))
                    } catch let error as CKError where !error.isPassing {
                        // It may be there from another time.
                    }
                    // No notification reports earlier changes, and the first fetch may have been
                    // too early.
                    self?.schedule(fetches: true)
                    for await notification in news {
                        pause = 0.5
                        guard notification.database == database.place,
                            notification.subscription == id
                        else { continue }
                        self?.schedule(fetches: true)
                    }
                    // After the program has closed the container, wait until a request opens it
                    // again.
                    repeat {
                        try await Task.sleep(for: .seconds(pause))
                        pause = min(pause * 2, 60)
                    } while !database.handle.container.isOpen
                } catch {
                    guard CKError(any: error).isPassing else { return }
                    // The loop's condition sees the cancellation.
                    try? await Task.sleep(for: .seconds(pause))
                    pause = min(pause * 2, 60)
                }
            }
        }
        listening.withLock { tasks in
            for old in tasks { old.cancel() }
            tasks = [task]
        }
    }

    // MARK: Accounts

    private func watchAccount() {
        let made = NotificationCenter.default.addObserver(
            forName: .CKAccountChanged, object: nil, queue: nil
        ) { [weak self] _ in
            guard let self, automaticallySync else { return }
            // The notification is the process's; other devices in it are no news here.
            let changes = database.handle.device.accountChanges
            guard listenedChanges.withLock({ $0 }) != changes else { return }
            listen()
            // What could not be fetched or sent is another user's.
            schedule.withLock { schedule in
                schedule.pause?.cancel()
                for task in schedule.retries.values { task.cancel() }
                schedule.retries = [:]
                schedule.fetchFailures = [:]
                schedule.failures = 0
            }
            schedule(sends: true, fetches: true)
        }
        let observer = Observer(token: made)
        self.observer.withLock { $0 = observer }
    }

    /// Tells the delegate when another user is signed in than the last time; what was pending and
    /// fetched for the other is then forgotten.
    private func checkAccount() async throws {
        try await database.handle.adoptUser()
        let now = database.handle.device.user
        let last = state.user
        guard now != last else { return }
        let change: Event.AccountChange.ChangeType
        switch (last, now) {
        case (nil, .some(let now)): change = .signIn(currentUser: CKRecord.ID(recordName: now))
        case (.some(let last), nil):
            change = .signOut(previousUser: CKRecord.ID(recordName: last))
        case (.some(let last), .some(let now)):
            change = .switchAccounts(
                previousUser: CKRecord.ID(recordName: last),
                currentUser: CKRecord.ID(recordName: now))
        case (nil, nil): return
        }
        state.setUser(now, keepsPending: last == nil)
        await tell(.accountChange(Event.AccountChange(changeType: change)))
        await tellState()
    }
}

extension CKSyncEngine: CustomStringConvertible {
    /// The class and the scope of the database, for logs.
    public var description: String { "<CKSyncEngine: \(database.databaseScope)>" }
}
