import Foundation
import MirrorCore
import PredicateCore
import RecordCore
import RecordService
import Synchronization

/// Gives Core Data, which finds it by its name at run time, the databases of containers.
final class ContainerCloudProvider: MirrorCloudProvider {
    static func cloud(container identifier: String, _ scope: MirrorScope) -> any MirrorCloud {
        CKContainer(identifier: identifier).mirrorCloud(scope)
    }

    static var defaultContainer: String? {
        LocalCloud.isConfigured ? CKContainer.default().containerIdentifier : nil
    }
}

extension CKContainer {
    /// The container's database for a mirror of Core Data.
    func mirrorCloud(_ scope: MirrorScope) -> any MirrorCloud { ContainerCloud(handle, scope) }
}

/// A database of a container, as mirrors of Core Data ask it.
final class ContainerCloud: MirrorCloud {
    let scope: MirrorScope
    let handle: ContainerHandle
    /// For the user that ``account()`` found: requests fail while another one is signed in.
    private let bound: Mutex<ContainerHandle>

    init(_ handle: ContainerHandle, _ scope: MirrorScope) {
        self.handle = handle
        self.scope = scope
        bound = Mutex(handle)
    }

    var timing: MirrorTiming {
        var timing =
            switch handle.cloud.settings.mirroring {
            case .soon: MirrorTiming()
            case .immediate: MirrorTiming(delay: 0)
            case .manual: MirrorTiming(delay: nil)
            }
        // Apple asks about every 30 minutes in Development.
        if scope == .public { timing.polling = 1_800 }
        return timing
    }

    var resetsForgottenHistory: Bool {
        handle.cloud.settings.resetsForgottenHistory
    }

    private var database: ServiceSession.Database {
        switch scope {
        case .public: .public
        case .private: .private
        case .shared: .shared
        }
    }

    var accountChanges: Int { handle.device.accountChanges }

    func account() async -> MirrorAccount {
        do {
            let session = try await handle.session()
            switch await session.accountStatus() {
            case .available:
                guard let user = session.user else { return .none }
                bound.withLock { $0 = handle.bound(to: user) }
                return .available(user: user)
            case .noAccount:
                // The public database is read without a user.
                if scope == .public { bound.withLock { $0 = handle } }
                return .none
            case .restricted: return .restricted
            case .temporarilyUnavailable: return .temporarilyUnavailable
            case .couldNotDetermine: return .unknown
            }
        } catch {
            // The token of a server has ended, or the container cannot be opened: the next request says why.
            return CKError(any: error).code == .notAuthenticated
                ? .temporarilyUnavailable : .unknown
        }
    }

    private func ask<T: Sendable>(
        _ body: (any CloudSession, ServiceSession.Database) async throws -> T
    ) async throws -> T {
        let handle = bound.withLock { $0 }
        do {
            return try await body(try await handle.session(), database)
        } catch {
            throw MirrorCloudError(error)
        }
    }

    func makeZone(_ zone: ZoneID) async throws {
        try await ask { session, database in
            let result = try await session.modifyZones(
                saving: [zone], deleting: [], in: database)
            for save in result.saves { _ = try save.get() }
        }
    }

    func deleteZone(_ zone: ZoneID) async throws {
        do {
            try await ask { session, database in
                let result = try await session.modifyZones(
                    saving: [], deleting: [zone], in: database)
                for deletion in result.deletions { _ = try deletion.get() }
            }
        } catch let error as MirrorCloudError where [26, 28].contains(error.code) {
            // It is not there.
            return
        }
    }

    func url(of share: Record) async throws -> URL? {
        try await ask { session, _ in session.shareURL(of: share) }
    }

    func subscribe() async throws {
        let name = "com.apple.coredata.cloudkit.\(database == .shared ? "shared" : "private")"
        try await ask { session, database in
            let result = try await session.modifySubscriptions(
                saving: [ServiceSubscription(name + ".subscription", .database(type: nil))],
                deleting: [], in: database)
            for save in result.saves { _ = try save.get() }
        }
    }

    func databaseChanges(since token: Data?) async throws -> MirrorDatabaseChanges {
        try await ask { session, database in
            var found = MirrorDatabaseChanges(changed: [], deleted: [], token: token ?? Data())
            var place = try token.map { try CKServerChangeToken(data: $0).place() }
            while true {
                let page = try await session.databaseChanges(
                    in: database, since: place, limit: nil)
                found.changed += page.changed
                found.deleted += page.deleted
                found.keysReset.formUnion(page.keysReset)
                found.token = page.token.data
                place = page.token
                if !page.moreComing { return found }
            }
        }
    }

    func changes(in zone: ZoneID, since token: Data?, limit: Int) async throws -> MirrorPage {
        try await ask { session, database in
            let page = try await session.changes(
                zone: zone, in: database,
                since: try token.map { try CKServerChangeToken(data: $0).place() }, limit: limit,
                desiredKeys: nil)
            return MirrorPage(
                changed: page.changed, deleted: page.deleted.map(\.id.name),
                token: page.token.data, moreComing: page.moreComing)
        }
    }

    func pages(
        ofType type: String, changedAfter date: Date?, limit: Int
    ) -> AsyncThrowingStream<[Record], any Error> {
        struct Place {
            var cursor: QueryCursor?
            var start: Date?
            var last: Date?
            var hasMore = true
        }
        let reached = Mutex(Place(start: date))
        // A page is queried when the one before it is saved, so that one alone is in memory.
        return AsyncThrowingStream { [self] in
            var place = reached.withLock { $0 }
            guard place.hasMore else { return nil }
            let (next, date) = (place.cursor, place.start)
            let page = try await ask { session, database in
                if let next {
                    return try await session.query(
                        continuing: next, desiredKeys: nil, limit: limit, in: database)
                }
                return try await session.query(Self.query(type, date, limit), in: database)
            }
            place.cursor = page.cursor
            place.hasMore = page.cursor != nil
            // A cursor counts the records before it, which become fewer as others save or delete
            // some of them: it goes on among records of one instant alone.
            if let newest = page.records.last?.system?.modified,
                place.last.map({ newest > $0 }) ?? true
            {
                place.last = newest
                // A server may say milliseconds.
                place.start = Date(microseconds: newest.microseconds - 1_000)
                place.cursor = nil
            }
            reached.withLock { [place] in $0 = place }
            return page.records
        }
    }

    private static func query(_ type: String, _ date: Date?, _ limit: Int) -> RecordQuery {
        var query = RecordQuery(type)
        if let date {
            let instant = QueryExpression.constant(.date(date))
            query.predicate = .comparison(
                Comparison(
                    .keyPath(QueryKeyPath(steps: [.key("modificationDate")])), .greater,
                    instant))
        }
        query.ordering = [Ordering("modificationDate")]
        query.limit = limit
        return query
    }

    func modify(_ request: SaveRequest) async throws -> MirrorSaveResult {
        try await ask { session, database in
            let result = try await session.modify(request, in: database)
            return MirrorSaveResult(
                saves: result.saves.map { $0.mapError { MirrorCloudError($0) } },
                deletions: result.deletions.map { deletion in
                    if case .failure(let error) = deletion { MirrorCloudError(error) } else { nil }
                })
        }
    }

    func content(of asset: Asset, in record: RecordID) async throws -> Data {
        if let content = asset.content { return content }
        return try await ask { session, database in
            var url = asset.fileURL
            if url == nil {
                url = try await session.assetFile(asset, of: record, in: database)
            }
            guard let url else { throw ServiceError(StoreError(.assetNotAvailable)) }
            return try Data(contentsOf: url)
        }
    }

    func partialError(_ errors: [RecordID: MirrorCloudError]) -> any Error {
        var items: [AnyHashable: any Error] = [:]
        for (id, error) in errors { items[CKRecord.ID(id)] = error.underlying }
        let fields = Set(errors.values.map(\.description)).sorted().prefix(3)
        return CKError.partial(
            items, "Failed to modify some records: \(fields.joined(separator: "; "))")
    }

    func refusal(_ text: String) -> MirrorCloudError {
        MirrorCloudError(CKError(.invalidArguments, text))
    }

    func notices() -> AsyncStream<Void> {
        let handle = handle
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let closings = handle.container.closings
        let task = Task.detached {
            defer { continuation.finish() }
            var wait = 0.2
            while !Task.isCancelled, handle.container.closings == closings {
                // Without a session there are no notices yet; requests say why.
                guard let session = try? await handle.session() else {
                    // The loop's condition sees the cancellation.
                    try? await Task.sleep(for: .seconds(wait))
                    wait = min(wait * 2, 30)
                    continue
                }
                let began = Date()
                let news = session.notifications()
                // No notice tells of earlier changes, and the first import may have been too early.
                if session.user != nil { continuation.yield() }
                for await _ in news {
                    continuation.yield()
                    if handle.device.user != session.user { break }
                }
                // The stream of a user ends with the user's account, or by an answer from in between.
                guard handle.device.user == session.user else { continue }
                if Date().timeIntervalSince(began) > wait { wait = 0.2 }
                try? await Task.sleep(for: .seconds(wait))
                wait = min(wait * 2, 30)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

extension MirrorCloudError {
    /// What a session says, and the same as programs know it.
    init(_ error: any Error) {
        let service = error as? ServiceError
        let known = CKError(any: error)
        self.init(
            code: service?.code.rawValue ?? known.code.rawValue,
            description: service?.message ?? known.localizedDescription,
            retryAfter: service?.retryAfter, server: service?.conflict?.server,
            field: service?.context["field"], underlying: known)
        isKeysReset = known.userDidResetEncryptedData
    }
}
