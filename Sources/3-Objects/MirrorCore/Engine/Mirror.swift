import Foundation
package import ObjectCore
import PredicateCore
import RecordCore

/// Keeps the objects of a store and the records of a zone alike.
///
///     let mirror = Mirror(store, MirrorCodec(model, plan: plan), cloud: cloud)
///     await mirror.synchronize()   // sets up, imports, exports until nothing is left to do
///
/// Everything that is to be sent is committed before it is sent, and a request that may have been
/// done is sent again under the same name: a program that is killed loses nothing and does nothing
/// twice. The token of what was imported is committed with the objects.
package actor Mirror {
    /// The zone of a user's own objects.
    package static let zoneName = "com.apple.coredata.cloudkit.zone"
    /// What the names of zones of shares begin with.
    package static let shareZonePrefix = "com.apple.coredata.cloudkit.share."

    let store: any ObjectStore
    let codec: MirrorCodec
    let cloud: any MirrorCloud
    let settings: MirrorSettings
    /// The zone for objects that are in no share; none in the shared database.
    let zoneID: ZoneID
    let events: @Sendable (MirrorEvent) -> Void
    let imported: @Sendable (MirrorImported) -> Void
    var isSetUp = false
    /// Whether a public database was found to be read without an account.
    private var isGuest = false
    /// Whether it was said that what was saved waits for an account.
    private var isWaitingTold = false
    /// The history's token of which it was said that it cannot be exported.
    var reportedToken: Int64 = 0
    private let mutex = AsyncMutex()
    /// Whether ``close()`` was called; what went on before may not have ended.
    package internal(set) var isClosed = false
    /// The name by which the store's lease is this mirror's.
    let leaseHolder = UUID().uuidString
    var isLeased = false
    var leaseRenewal: Task<Void, Never>?

    /// A mirror, which does nothing before ``synchronize()`` is called.
    ///
    /// - Parameters:
    ///   - events: Gets each event when it begins and when it ends.
    ///   - imported: Gets what an import changed, after it was committed.
    package init(
        _ store: any ObjectStore, _ codec: MirrorCodec, cloud: any MirrorCloud,
        settings: MirrorSettings = MirrorSettings(),
        events: @escaping @Sendable (MirrorEvent) -> Void = { _ in },
        imported: @escaping @Sendable (MirrorImported) -> Void = { _ in }
    ) {
        self.store = store
        self.codec = codec
        self.cloud = cloud
        zoneID = cloud.scope == .public ? .default : ZoneID(Mirror.zoneName)
        self.settings = settings
        self.events = events
        self.imported = imported
    }

    /// What a run of the mirror came to.
    package struct Report: Sendable {
        /// Why not everything was done.
        package var failure: MirrorFailure?
        /// Seconds after which to try again; nil where nothing is left to do.
        package var retryAfter: Double?
        /// Whether objects or records changed.
        package var didChange = false

        /// A report that everything was done.
        package init() {}
    }

    // MARK: Running

    /// Does everything that there is to do; one caller after the other, also of several processes.
    ///
    /// A mirror that was closed does nothing, and reports neither a change nor a failure.
    @discardableResult
    package func synchronize() async -> Report {
        await takeTurn()
        defer { endTurn() }
        var report = Report()
        do {
            guard try await takeLease() else { return report }
            try await setUp(isForReading: true)
            if cloud.resetsForgottenHistory, try kept({ try folding($0).hasGap() }) {
                try purge()
                report.didChange = true
                isSetUp = false
                try await setUp(isForReading: true)
            }
            if isGuest {
                try await readAsGuest(&report)
                return report
            }
            let resent = try await resend()
            report.didChange = resent.didChange || report.didChange
            for _ in 0..<1_000 {
                report.didChange = try await importChanges() || report.didChange
                let sent = try await exportChanges(
                    dividing: resent.failed, most: resent.most)
                report.didChange = report.didChange || sent.didChange
                if !sent.needsImport { break }
            }
        } catch let failure as MirrorFailure {
            // Another user is signed in by now.
            if case .cloud(let error) = failure, error.code == 9 { isSetUp = false }
            report.failure = failure
            report.retryAfter = failure.retryAfter
        } catch {
            report.failure = .store(error)
            report.retryAfter = 60
            // It came from outside of what events are of.
            if !(error is CancellationError) { end(begin(.export), .store(error)) }
        }
        return report
    }

    /// Fetches without an account; what is to be sent waits for one.
    private func readAsGuest(_ report: inout Report) async throws {
        // What is fetched must not take the place of what a request has whose answer is not known.
        if let request = try kept({ try $0.request() }) { try release(request) }
        let isNew = try hasUnsent()
        report.didChange = try await importChanges() || report.didChange
        guard try kept({ try $0.mayHave("p/") }) else { return }
        let failure = MirrorFailure.account(.none)
        if isNew || !isWaitingTold { end(begin(.export), .notSetUp(failure)) }
        isWaitingTold = true
        report.failure = failure
        // An account that comes is a reason to run at once.
        report.retryAfter = cloud.timing.polling ?? failure.retryAfter
    }

    /// Waits until nothing else goes on; ``endTurn()`` lets the next one begin.
    func takeTurn() async { await mutex.lock() }

    func endTurn() {
        releaseLease()
        mutex.unlock()
    }

    /// Ends after what goes on now: nothing is read or written once it returns.
    ///
    /// Calls that wait for their turn do nothing, and end before it returns: ``synchronize()`` without a
    /// failure, others with ``MirrorFailure/closed``.
    package func close() async {
        isClosed = true
        await mutex.lock()
        mutex.unlock()
    }

    /// The account may be another one.
    package func accountChanged() { isSetUp = false }

    func transaction<T>(_ body: (MirrorState) throws -> T) throws -> T {
        try store.exclusively {
            let state = MirrorState(store)
            state.date = settings.clock()
            try checkLease(state)
            let result = try body(state)
            renewLease(state)
            try state.flush()
            return result
        }
    }

    /// What is kept, outside a transaction: only the mirror changes it.
    func kept<T>(_ body: (MirrorState) throws -> T) rethrows -> T {
        try body(MirrorState(store))
    }

    /// Whether there is a zone for objects that are in no share.
    var hasOwnZone: Bool { cloud.scope != .shared }

    /// Turns what programs saved into what is to be sent.
    func fold(_ state: MirrorState) throws { try folding(state).run() }

    func folding(_ state: MirrorState) throws -> MirrorFold {
        MirrorFold(
            store: store, codec: codec, state: state, epoch: try state.zone().epoch,
            hasOwnZone: hasOwnZone)
    }

    /// What applies records of a zone; after ``fold(_:)``.
    func importer(
        _ state: MirrorState, _ zone: ZoneID?, _ contents: [String: Data?] = [:]
    ) throws -> MirrorImport {
        MirrorImport(
            store: store, codec: codec, state: state, zone: try state.zone(zone), zoneID: zone,
            hasOwnZone: hasOwnZone, settings: settings, contents: contents)
    }

    func zoning(_ state: MirrorState) -> MirrorZoning {
        MirrorZoning(store: store, codec: codec, state: state, hasOwnZone: hasOwnZone)
    }

    func begin(_ kind: MirrorEvent.Kind) -> MirrorEvent {
        let event = MirrorEvent(kind, start: settings.clock())
        events(event)
        return event
    }

    func end(_ event: MirrorEvent, _ error: MirrorFailure? = nil) {
        var event = event
        event.end = settings.clock()
        event.error = error
        events(event)
    }

    /// Ends what failed, where it began; gives what to throw.
    func ended(_ event: MirrorEvent?, _ error: any Error) -> MirrorFailure {
        let failure = MirrorFailure(error)
        if let event { end(event, failure) }
        return failure
    }

    // MARK: Setup

    /// Finds the account, and makes what a mirror needs at the server.
    ///
    /// - Parameter isForReading: Whether nothing is sent without an account, which a public database can
    ///   be read without.
    func setUp(isForReading: Bool = false) async throws {
        try purgeRest()
        guard !isSetUp else { return }
        // Without an account each run asks for one, and says once that there is none.
        var event = isGuest ? nil : begin(.setup)
        do {
            let account = await cloud.account()
            isGuest = isForReading && cloud.scope == .public && account == .none
            if !isGuest {
                isWaitingTold = false
                if event == nil { event = begin(.setup) }
            }
            guard case .available(let user) = account else {
                // Signed out: what belonged to the user goes, before another user comes.
                if case .none = account { try forgetAccount() }
                let failure = MirrorFailure.account(account)
                guard isGuest else { throw failure }
                if let event { end(event) }
                return
            }
            let kept = try self.kept { try $0.text("account") }
            // What is in the public database is every user's.
            if let kept, kept != user, cloud.scope != .public { try purge() }
            try transaction { $0.set("account", user) }
            if cloud.scope == .private { try await makeZone() }
            if cloud.scope != .public {
                let cloud = cloud
                try await asking { try await cloud.subscribe() }
            }
            isSetUp = true
            if let event { end(event) }
        } catch {
            let failure = ended(event, error)
            try reportUnsent(failure)
            throw failure
        }
    }

    /// Says once of what was saved that it cannot be exported.
    func reportUnsent(_ failure: MirrorFailure) throws {
        guard try hasUnsent() else { return }
        end(begin(.export), .notSetUp(failure))
    }

    /// Whether something was saved since it was last asked that is not turned into what is to be sent.
    private func hasUnsent() throws -> Bool {
        let token = try store.historyToken()
        let kept = try self.kept { state -> Int64 in
            // After a migration nothing counts them yet.
            if let kept = try state.number("history") { return kept }
            let isNew = try state.text("fields") == nil
            return try isNew || !store.history(after: 0, limit: 1).isEmpty ? 0 : token
        }
        guard token > kept, token > reportedToken else { return false }
        let since = max(kept, reportedToken)
        reportedToken = token
        // What was fetched is not to be sent.
        let saves = try store.history(after: since, limit: 200)
        return saves.isEmpty
            || saves.contains { $0.author?.hasPrefix(MirrorFold.authorPrefix) != true }
    }

    func forgetAccount() throws {
        guard try self.kept({ try $0.text("account") }) != nil else { return }
        if cloud.scope == .public {
            try transaction { $0.set("account", nil as Data?) }
        } else {
            try purge()
        }
    }

    func makeZone() async throws {
        let zone = try self.kept { try $0.zone() }
        guard !zone.isMade else { return }
        let (cloud, zoneID) = (cloud, zoneID)
        let token = try await asking {
            try await cloud.makeZone(zoneID)
            return try await cloud.databaseChanges(since: nil).token
        }
        try transaction { state in
            var zone = try state.zone()
            zone.isMade = true
            state.setZone(zone)
            state.set("database", token)
        }
    }

    func asking<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as MirrorCloudError {
            throw MirrorFailure.cloud(error)
        }
    }
}

extension MirrorImported {
    mutating func add(_ other: MirrorImported) {
        inserted += other.inserted
        updated += other.updated
        deleted += other.deleted
        related += other.related
        token = max(token, other.token)
        notes += other.notes
    }
}

extension MirrorFailure {
    init(_ error: any Error) {
        switch error {
        case let failure as MirrorFailure: self = failure
        case let error as MirrorCloudError: self = .cloud(error)
        default: self = .store(error)
        }
    }

    /// Whether other records would fail too: those that a server refuses hold up none.
    var concernsAll: Bool {
        switch self {
        case .partial(let errors, _):
            errors.values.contains { $0.isTransient || $0.isInternal || $0.retryAfter != nil }
        case .account, .notSetUp, .cloud, .store, .postponed, .closed: true
        }
    }

    /// Seconds after which to try again.
    var retryAfter: Double? {
        switch self {
        case .account: 60
        case .notSetUp: 60
        case .cloud(let error): error.retryAfter ?? 5
        case .partial(let errors, _):
            errors.values.compactMap(\.retryAfter).max() ?? 60
        case .store(let error): error is MirrorLeaseLost ? 1 : 60
        case .postponed: 5
        case .closed: nil
        }
    }
}
