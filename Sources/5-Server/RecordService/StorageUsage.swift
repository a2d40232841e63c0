import Foundation
import Synchronization

/// How many bytes each user's private database holds, counted when there is a quota.
final class StorageUsage: Sendable {
    /// What a private database holds, as of a count and of the saves since.
    private struct Count: Sendable {
        var bytes: Int
        /// When it was counted.
        var date: Date
    }

    private struct Counts: Sendable {
        var bytes: [ExactText: Count] = [:]
        /// Whose counts were forgotten since the save began that runs; nil while none runs.
        ///
        /// The save keeps no count of these.
        var forgotten: Set<ExactText>?
        /// Whether all counts were forgotten since then.
        var hasForgottenAll = false
    }

    private let counts = Mutex(Counts())
    private let mutex = AsyncMutex()

    /// How many seconds a count is believed to leave no room where other processes may make some.
    static let freshness = 10.0

    /// How many users something is remembered of.
    var userCount: Int { counts.withLock { $0.bytes.count + ($0.forgotten?.count ?? 0) } }

    /// Has the database counted again when it is next needed.
    func forget(_ owner: String) {
        let owner = ExactText(owner)
        counts.withLock { counts in
            counts.bytes[owner] = nil
            counts.forgotten?.insert(owner)
        }
    }

    /// Has every database counted again when it is next needed.
    func forgetAll() {
        counts.withLock { counts in
            counts.bytes = [:]
            counts.hasForgottenAll = true
        }
    }

    /// Counts what a save changed that needs no room.
    func add(_ result: SaveResult, of owner: String) {
        let owner = ExactText(owner)
        counts.withLock { counts in
            guard counts.forgotten != nil else {
                counts.bytes[owner]?.bytes += result.growth
                return
            }
            // The save that runs would keep what it knew before.
            counts.bytes[owner] = nil
            counts.forgotten?.insert(owner)
        }
    }

    /// Keeps a count, unless it was to be forgotten since the save began.
    private func note(_ count: Count, of owner: ExactText) {
        counts.withLock { counts in
            if !counts.hasForgottenAll, counts.forgotten?.contains(owner) == false {
                counts.bytes[owner] = count
            }
        }
    }

    /// What became of a save.
    enum Outcome: Sendable {
        case saved(SaveResult)
        /// These users have no room for it; nothing is saved.
        case full(Set<ExactText>)
    }

    /// Saves when there is room.
    ///
    /// What participants write into a zone counts for its owner. With a quota, saves of a service go
    /// one after the other, so that each knows what the last one left. What another process deletes is
    /// found when there seems to be no room.
    func within(
        _ quota: Int, _ options: ServiceOptions, _ request: SaveRequest,
        in scope: DatabaseScope, of store: any RecordStore
    ) async throws -> Outcome {
        try await mutex.run {
            func owner(of zone: ZoneID) -> ExactText {
                if case .private(let owner) = scope { return ExactText(owner) }
                return ExactText(zone.owner)
            }
            self.counts.withLock { counts in
                counts.forgotten = []
                counts.hasForgottenAll = false
            }
            defer { self.counts.withLock { $0.forgotten = nil } }
            var owners = Set(request.zones.map { owner(of: $0) })
            if scope.isShared {
                // Of a zone that the user does not see nothing is counted; the save says so.
                owners.formIntersection(
                    try await store.zones(in: scope).map { ExactText($0.id.owner) })
            }
            var used: [ExactText: Count] = [:]
            for owner in owners {
                if let known = self.counts.withLock({ $0.bytes[owner] }) {
                    used[owner] = known
                } else {
                    used[owner] = try await self.count(owner, in: store, options.clock)
                }
            }
            let ids = request.saves.map(\.record.id)
            let present = try await store.records(ids, in: scope, desiredKeys: nil)
            var growth: [ExactText: Int] = [:]
            for item in request.saves {
                growth[owner(of: item.record.id.zone), default: 0] += item.growth(
                    over: present[item.record.id], under: request.policy)
            }
            func isFull(_ owner: ExactText) -> Bool {
                let more = growth[owner] ?? 0
                return more > 0 && (used[owner]?.bytes ?? 0) + more > quota
            }
            if options.hasOthers {
                let now = options.clock()
                for (owner, count) in used
                where isFull(owner) && (growth[owner] ?? 0) <= quota
                    && abs(now.timeIntervalSince(count.date)) > StorageUsage.freshness
                {
                    used[owner] = try await self.count(owner, in: store, options.clock)
                }
            }
            // Of several owners' databases one may have been done before: it needs no room, and is not
            // counted twice. The store says what became of it.
            var done: Set<ExactText> = []
            if let once = request.once {
                for owner in owners where owners.count > 1 || isFull(owner) {
                    let place = ServicePlace.private(user: owner.text)
                    if try await store.serviceData(for: once, in: place) != nil {
                        done.insert(owner)
                    }
                }
            }
            let full = owners.filter { isFull($0) && !done.contains($0) }
            guard full.isEmpty else { return .full(full) }
            let result: SaveResult
            do {
                result = try await store.save(request, in: scope)
            } catch let error as StoreError where error.code == .outcomeUnknown {
                // What is there is counted when it is next needed.
                for owner in owners { self.forget(owner.text) }
                throw error
            }
            if result.isRepeated { return .saved(result) }
            if result.hasUnknownOutcome {
                for owner in owners { self.forget(owner.text) }
                return .saved(result)
            }
            for case .success(let record) in result.saves {
                used[owner(of: record.id.zone)]?.bytes += record.fullSize
            }
            for record in result.touched.values {
                used[owner(of: record.id.zone)]?.bytes += record.fullSize
            }
            for record in result.replaced.values {
                used[owner(of: record.id.zone)]?.bytes -= record.fullSize
            }
            for (owner, count) in used where !done.contains(owner) { self.note(count, of: owner) }
            return .saved(result)
        }
    }

    private func count(
        _ owner: ExactText, in store: any RecordStore, _ clock: @Sendable () -> Date
    ) async throws -> Count {
        let total = Mutex(0)
        for type in try await store.schema().types.keys.sorted() {
            let all = RecordQuery(type, in: .all, limit: Int.max)
            try await store.forEach(all, in: .private(user: owner.text)) { record in
                total.withLock { $0 += record.fullSize }
                return true
            }
        }
        // Its end: one that takes longer than it is believed would be made for each save otherwise.
        let count = Count(bytes: total.withLock { $0 }, date: clock())
        note(count, of: owner)
        return count
    }
}

extension SaveResult {
    /// Whether the connection was lost while a part was committed.
    fileprivate var hasUnknownOutcome: Bool {
        func isUnknown<Part>(_ part: Result<Part, StoreError>) -> Bool {
            if case .failure(let error) = part { error.code == .outcomeUnknown } else { false }
        }
        return saves.contains { isUnknown($0) } || deletions.contains { isUnknown($0) }
    }

    /// How many bytes larger the records of the only owner became.
    fileprivate var growth: Int {
        var growth = touched.values.reduce(0) { $0 + $1.fullSize }
        for case .success(let record) in saves { growth += record.fullSize }
        return replaced.values.reduce(growth) { $0 - $1.fullSize }
    }
}

extension SaveRequest.Item {
    /// How many bytes larger the stored record becomes.
    ///
    /// A partial record leaves the other fields there.
    fileprivate func growth(over stored: Record?, under policy: SavePolicy) -> Int {
        guard let stored else { return record.fullSize }
        var record = record
        if isPartial || (self.policy ?? policy) == .changedKeys {
            record.fields.merge(stored.fields) { new, _ in new }
        }
        return record.fullSize - stored.fullSize
    }
}

extension Record {
    /// Bytes of the fields and of the assets' content.
    var fullSize: Int {
        var size = storedSize
        for value in fields.values {
            switch value.kind {
            case .asset(let asset): size += Record.size(of: asset)
            case .list(let members):
                for case .asset(let asset) in members { size += Record.size(of: asset) }
            case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .dictionary,
                .object:
                continue
            }
        }
        return size
    }

    private static func size(of asset: Asset) -> Int {
        if let size = asset.size { return Int(clamping: size) }
        if let content = asset.content { return content.count }
        // A file that is not there takes no room.
        return asset.fileURL.flatMap(AssetIntake.size).map { Int(clamping: $0) } ?? 0
    }
}
