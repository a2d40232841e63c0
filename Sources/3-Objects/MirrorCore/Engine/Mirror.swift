import CoreDataModel
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

    private let store: any ObjectStore
    private let codec: MirrorCodec
    private let cloud: any MirrorCloud
    private let settings: MirrorSettings
    private let zoneID: ZoneID
    private let events: @Sendable (MirrorEvent) -> Void
    private let imported: @Sendable (MirrorImported) -> Void
    private var isSetUp = false
    /// The history's token of which it was said that it cannot be exported.
    private var reportedToken: Int64 = 0
    private var isRunning = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

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

    /// Does everything that there is to do; one caller after the other.
    @discardableResult
    package func synchronize() async -> Report {
        while isRunning { await withCheckedContinuation { waiting.append($0) } }
        isRunning = true
        defer {
            isRunning = false
            let all = waiting
            waiting = []
            for one in all { one.resume() }
        }
        guard !isClosed else { return Report() }
        var report = Report()
        do {
            try await setUp()
            report.didChange = try await resend() || report.didChange
            for _ in 0..<1_000 {
                report.didChange = try await importChanges() || report.didChange
                let sent = try await exportChanges()
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
        }
        return report
    }

    /// Ends after what goes on now.
    package func close() async {
        isClosed = true
        while isRunning { await withCheckedContinuation { waiting.append($0) } }
    }

    /// The account may be another one.
    package func accountChanged() { isSetUp = false }

    private func transaction<T>(_ body: (MirrorState) throws -> T) throws -> T {
        try store.exclusively {
            let state = MirrorState(store)
            let result = try body(state)
            try state.flush()
            return result
        }
    }

    /// What is kept, outside a transaction: only the mirror changes it.
    private func kept<T>(_ body: (MirrorState) throws -> T) rethrows -> T {
        try body(MirrorState(store))
    }

    private func begin(_ kind: MirrorEvent.Kind) -> MirrorEvent {
        let event = MirrorEvent(kind, start: settings.clock())
        events(event)
        return event
    }

    private func end(_ event: MirrorEvent, _ error: MirrorFailure? = nil) {
        var event = event
        event.end = settings.clock()
        event.error = error
        events(event)
    }

    // MARK: Setup

    private func setUp() async throws {
        guard !isSetUp else { return }
        let event = begin(.setup)
        do {
            let account = await cloud.account()
            guard case .available(let user) = account else {
                // Signed out: what belonged to the user goes, before another one comes.
                if case .none = account { try forgetAccount() }
                throw MirrorFailure.account(account)
            }
            let kept = try self.kept { try $0.text("account") }
            if let kept, kept != user { try purge() }
            try transaction { $0.set("account", user) }
            if cloud.scope == .private {
                try await makeZone()
                let cloud = cloud
                try await asking { try await cloud.subscribe() }
            }
            isSetUp = true
            end(event)
        } catch {
            let failure = MirrorFailure(error)
            end(event, failure)
            try reportUnsent(failure)
            throw failure
        }
    }

    /// Says once of what was saved that it cannot be exported.
    private func reportUnsent(_ failure: MirrorFailure) throws {
        let token = try store.historyToken()
        let kept = try self.kept { try $0.number("history") ?? 0 }
        guard token > kept, token > reportedToken else { return }
        reportedToken = token
        end(begin(.export), .notSetUp(failure))
    }

    private func forgetAccount() throws {
        guard try self.kept({ try $0.text("account") }) != nil else { return }
        try purge()
    }

    private func makeZone() async throws {
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

    private func asking<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as MirrorCloudError {
            throw MirrorFailure.cloud(error)
        }
    }

    // MARK: Import

    private func importChanges() async throws -> Bool {
        if cloud.scope == .public { return try await poll() }
        var event = begin(.import)
        var didChange = false
        do {
            while true {
                let zone = try self.kept { try $0.zone() }
                if !zone.isMade { try await makeZone() }
                let page: MirrorPage
                do {
                    page = try await cloud.changes(
                        in: zoneID, since: zone.token, limit: settings.pageLimit)
                } catch let error as MirrorCloudError where error.isExpiredToken {
                    try transaction { state in
                        var zone = try state.zone()
                        zone.readAnew()
                        state.setZone(zone)
                    }
                    continue
                } catch let error as MirrorCloudError where error.isOfZone {
                    try await zoneIsMissing(error)
                    didChange = true
                    continue
                }
                let contents = try await contents(of: page.changed)
                try settings.reached(.beforeSaving)
                guard let result = try save(page, since: zone, contents) else { continue }
                try settings.reached(.saved)
                event.count += result.count
                event.notes += result.notes
                if !result.isEmpty {
                    didChange = true
                    imported(result)
                }
                if !page.moreComing { break }
            }
            end(event)
            return didChange
        } catch {
            let failure = MirrorFailure(error)
            end(event, failure)
            throw failure
        }
    }

    /// Asks for the records of each type that were changed since the last time.
    ///
    /// Two minutes are asked for again, in which a save may have been under way. Of deletions the
    /// public database tells nothing.
    private func poll() async throws -> Bool {
        var event = begin(.import)
        do {
            for type in codec.plan.allTypes {
                let key = "polled/" + type.name
                let last = try self.kept { try $0.number(key) }
                var newest = last ?? 0
                let pages = cloud.pages(
                    ofType: type.name,
                    changedAfter: last.map { Date(microseconds: $0 - 120_000_000) },
                    limit: settings.pageLimit)
                do {
                    for try await records in pages {
                        let contents = try await contents(of: records)
                        try settings.reached(.beforeSaving)
                        for record in records {
                            newest = max(newest, record.system?.modified.microseconds ?? 0)
                        }
                        let reached = newest
                        let result = try transaction { state in
                            let zone = try state.zone()
                            try MirrorFold(
                                store: store, codec: codec, state: state, epoch: zone.epoch
                            ).run()
                            var work = MirrorImport(
                                store, codec, state, zone, settings, contents: contents)
                            let result = try work.run(changed: records, deleted: [])
                            state.set(key, reached)
                            return result
                        }
                        try settings.reached(.saved)
                        event.count += result.count
                        event.notes += result.notes
                        if !result.isEmpty { imported(result) }
                    }
                } catch let error as MirrorCloudError where error.isUnknownItem {
                    // No record of the type was ever saved.
                    continue
                }
            }
            end(event)
            return event.count > 0
        } catch {
            let failure = MirrorFailure(error)
            end(event, failure)
            throw failure
        }
    }

    /// Applies a page; gives nil where the whole zone is to be read instead, as the model is another
    /// one: the page would then stand for all that there is.
    private func save(
        _ page: MirrorPage, since known: MirrorZone, _ contents: [String: Data]
    ) throws -> MirrorImported? {
        try transaction { state in
            try MirrorFold(store: store, codec: codec, state: state, epoch: known.epoch).run()
            var zone = try state.zone()
            guard zone == known else { return nil }
            var work = MirrorImport(store, codec, state, zone, settings, contents: contents)
            var result = try work.run(changed: page.changed, deleted: page.deleted)
            zone.token = page.token
            if !page.moreComing, zone.isReadAnew {
                result.add(try work.removeMissing())
                zone.isReadAnew = false
            }
            state.setZone(zone)
            return result
        }
    }

    /// The content of the assets that are not here.
    private func contents(of records: [Record]) async throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for record in records {
            for (_, value) in record.fields {
                guard case .asset(let asset) = value, let checksum = asset.checksum,
                    contents[checksum] == nil
                else { continue }
                let cloud = cloud
                contents[checksum] = try await asking {
                    try await cloud.content(of: asset, in: record.id)
                }
            }
        }
        return contents
    }

    // MARK: Export

    /// Sends again what may have been done: its answer was lost, or the program ended before it.
    private func resend() async throws -> Bool {
        guard let request = try self.kept({ try $0.request() }) else { return false }
        let event = begin(.export)
        do {
            let outcome = try await send(request)
            try await check(outcome, event)
            return true
        } catch {
            let failure = MirrorFailure(error)
            end(event, failure)
            throw failure
        }
    }

    private func exportChanges() async throws -> (didChange: Bool, needsImport: Bool) {
        var event: MirrorEvent?
        var didChange = false
        var needsImport = false
        var errors: [String: MirrorCloudError] = [:]
        var skipped: Set<String> = []
        var retried: Set<String> = []
        var limit = settings.requestLimit
        do {
            while true {
                // Of the records that were refused, one of each kind of refusal is tried again.
                var request = try next(limit, skipped, retried: nil)
                if request == nil { request = try next(1, skipped, retried: retried) }
                guard let request else { break }
                if event == nil { event = begin(.export) }
                let refusal = request.items.count == 1 ? request.items[0].pending.refusal : nil
                if let refusal { retried.insert(refusal) }
                let outcome: MirrorExport.Outcome
                do {
                    outcome = try await send(request)
                } catch let MirrorFailure.cloud(error)
                    where !error.isTransient && !error.isOfZone
                {
                    // The whole request was refused: halves of it, until a record stands alone.
                    if request.items.count > 1 {
                        limit = max(1, request.items.count / 2)
                    } else {
                        let name = request.items[0].name
                        try transaction { try export($0).refuse(name, error) }
                        errors[name] = error
                        skipped.insert(name)
                    }
                    continue
                }
                event?.count += outcome.count
                if outcome.count > 0 {
                    didChange = true
                    if let refusal { try forgetRefusals(refusal) }
                }
                if let error = outcome.zoneError {
                    try await zoneIsMissing(error)
                    needsImport = true
                    break
                }
                for (name, error) in outcome.errors {
                    errors[name] = error
                    skipped.insert(name)
                    if error.isTransient { throw MirrorFailure.cloud(error) }
                }
                if !outcome.conflicts.isEmpty || !outcome.missing.isEmpty {
                    didChange = true
                    event?.notes += try await resolve(outcome)
                }
            }
            guard let event else { return (didChange, needsImport) }
            guard errors.isEmpty else {
                let byID = Dictionary(
                    uniqueKeysWithValues: errors.map { (RecordID($0.key, zone: zoneID), $0.value) })
                throw MirrorFailure.partial(errors, cloud.partialError(byID))
            }
            end(event)
            return (didChange, needsImport)
        } catch {
            let failure = MirrorFailure(error)
            if let event { end(event, failure) }
            throw failure
        }
    }

    private func export(_ state: MirrorState) -> MirrorExport {
        MirrorExport(
            store: store, codec: codec, state: state, settings: settings, zoneID: zoneID)
    }

    private func next(
        _ limit: Int, _ skipped: Set<String>, retried: Set<String>?
    ) throws -> MirrorRequest? {
        try transaction { state in
            let zone = try state.zone()
            try MirrorFold(store: store, codec: codec, state: state, epoch: zone.epoch).run()
            return try export(state).next(limit: limit, skipping: skipped, retried: retried)
        }
    }

    private func send(_ request: MirrorRequest) async throws -> MirrorExport.Outcome {
        try settings.reached(.beforeSending)
        let message = try self.kept { try export($0).saveRequest(request) }
        do {
            let result = try await cloud.modify(message)
            try settings.reached(.answered)
            return try transaction { state in
                let zone = try state.zone()
                try MirrorFold(store: store, codec: codec, state: state, epoch: zone.epoch).run()
                return try export(state).finish(request, result)
            }
        } catch let error as MirrorCloudError {
            if !error.keepsRequest { try transaction { try export($0).restore(request) } }
            if error.isOfZone {
                var outcome = MirrorExport.Outcome()
                outcome.zoneError = error
                return outcome
            }
            throw MirrorFailure.cloud(error)
        }
    }

    /// Brings objects to what the server has; what was edited here is sent again.
    private func resolve(_ outcome: MirrorExport.Outcome) async throws -> [String] {
        let contents = try await contents(of: outcome.conflicts)
        let result = try transaction { state -> MirrorImported in
            let zone = try state.zone()
            try MirrorFold(store: store, codec: codec, state: state, epoch: zone.epoch).run()
            var work = MirrorImport(store, codec, state, zone, settings, contents: contents)
            return try work.run(changed: outcome.conflicts, deleted: outcome.missing)
        }
        if !result.isEmpty { imported(result) }
        return result.notes
    }

    private func check(_ outcome: MirrorExport.Outcome, _ event: MirrorEvent) async throws {
        var event = event
        event.count = outcome.count
        if let error = outcome.zoneError { try await zoneIsMissing(error) }
        if !outcome.conflicts.isEmpty || !outcome.missing.isEmpty {
            event.notes += try await resolve(outcome)
        }
        end(event)
    }

    /// Records that were refused for a reason that holds no longer are sent with the others.
    private func forgetRefusals(_ refusal: String) throws {
        try transaction { state in
            for key in try state.keys("p/") {
                let name = String(key.dropFirst(2))
                guard var pending = try state.pending(name), pending.refusal == refusal else {
                    continue
                }
                pending.refusal = nil
                state.setPending(name, pending)
            }
        }
    }

    // MARK: Resets

    /// The zone is not there: its user deleted it, and its objects go; or the server lost it, or its
    /// keys were reset, and everything is made again.
    private func zoneIsMissing(_ error: MirrorCloudError) async throws {
        let token = try self.kept { try $0.bytes("database") }
        var isDeleted = error.code == 28
        if !isDeleted, !error.isKeyReset, let token {
            do {
                let changes = try await cloud.databaseChanges(since: token)
                isDeleted = changes.deleted.contains { $0.name == zoneID.name }
            } catch let error as MirrorCloudError where error.isExpiredToken {
                // Another server than the one that the token is of.
                isDeleted = false
            }
        }
        if isDeleted { try purge() } else { try makeAnew() }
        try await makeZone()
    }

    /// Deletes every mirrored object, and what is known of records.
    private func purge() throws {
        let result = try transaction { state -> MirrorImported in
            var changes = ObjectChanges()
            changes.author = MirrorFold.authorPrefix + "reset"
            changes.contextName = changes.author
            for shape in codec.allShapes {
                let keys = try store.fetchKeys(
                    ObjectQuery(entity: shape.entity.number, includesSubentities: false))
                changes.deleted += keys.map { ObjectDeletion(key: $0, version: nil) }
            }
            var result = MirrorImported()
            result.deleted = changes.deleted.map(\.key)
            if !changes.deleted.isEmpty { result.token = try store.save(changes).token }
            for prefix in ["o/", "r/", "b/", "p/", "l/", "e/", "w/", "polled/"] {
                for key in try state.keys(prefix) { state.set(key, nil) }
            }
            for key in ["account", "zone", "database", "sending"] { state.set(key, nil) }
            state.set("history", try store.historyToken())
            return result
        }
        if !result.isEmpty { imported(result) }
    }

    /// Has everything sent again, into a new zone.
    private func makeAnew() throws {
        try transaction { state in
            if let request = try state.request() { try export(state).restore(request) }
            for key in try state.keys("r/") {
                let name = String(key.dropFirst(2))
                guard var object = try state.object(name) else { continue }
                guard object.row > 0 else {
                    state.setObject(name, nil)
                    state.setPending(name, nil)
                    try state.setBase(name, nil)
                    continue
                }
                object.isUploaded = false
                state.setObject(name, object)
                if var base = try state.base(name) {
                    base.system = nil
                    try state.setBase(name, base)
                }
                state.setPending(name, MirrorPending(.all))
            }
            for key in try state.keys("l/") {
                let name = String(key.dropFirst(2))
                guard var link = try state.link(name) else { continue }
                if try state.pending(name)?.kind == .deletion {
                    try state.setLink(name, nil)
                    state.setPending(name, nil)
                } else {
                    link.isUploaded = false
                    try state.setLink(name, link)
                    state.setPending(name, MirrorPending(.link))
                }
            }
            state.set("zone", nil)
            state.set("database", nil)
        }
    }
}

extension MirrorImported {
    mutating func add(_ other: MirrorImported) {
        inserted += other.inserted
        updated += other.updated
        deleted += other.deleted
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

    /// Seconds after which to try again.
    var retryAfter: Double? {
        switch self {
        case .account: 60
        case .notSetUp: 60
        case .cloud(let error): error.retryAfter ?? 5
        case .partial(let errors, _):
            errors.values.compactMap(\.retryAfter).max() ?? 60
        case .store: 60
        }
    }
}
