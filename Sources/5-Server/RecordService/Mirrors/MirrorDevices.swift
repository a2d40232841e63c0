import Foundation
import RecordCore
import Synchronization

/// The devices that write into zones of Core Data's mirrors, kept beside the records.
///
/// Requests wait for none of it: what they did is added up in memory and kept within a second, and
/// when the service closes. A program that is killed loses what it counted in its last second.
final class MirrorDevices: Sendable {
    /// A device in a zone.
    private struct Key: Hashable {
        var owner: String
        var zone: String
        var user: String
        var device: String
    }

    private struct State {
        var noted: [Key: MirrorDevice] = [:]
        var isWaiting = false
    }

    /// Devices that are kept of a zone; beyond that, the one goes that wrote longest ago.
    static let limit = 100
    private let store: any RecordStore
    private let clock: @Sendable () -> Date
    private let state = Mutex(State())
    private let mutex = AsyncMutex()

    init(store: any RecordStore, clock: @escaping @Sendable () -> Date) {
        self.store = store
        self.clock = clock
    }

    // MARK: Noting

    /// Notes what became of a request of a session.
    func note(
        _ result: SaveResult, in database: ServiceSession.Database, by session: ServiceSession
    ) {
        guard database != .public, let user = session.user else { return }
        var saves: [ZoneID: Int] = [:]
        var deletions: [ZoneID: Int] = [:]
        for case .success(let record) in result.saves where record.id.zone.isMirrored {
            saves[record.id.zone, default: 0] += 1
        }
        for case .success(let id) in result.deletions where id.zone.isMirrored {
            deletions[id.zone, default: 0] += 1
        }
        guard !saves.isEmpty || !deletions.isEmpty else { return }
        let now = clock()
        let mustWait = state.withLock { state in
            for zone in Set(saves.keys).union(deletions.keys) {
                guard case .private(let owner) = session.home(of: zone, in: database) else {
                    continue
                }
                let key = Key(
                    owner: owner, zone: zone.name, user: user, device: session.device)
                let device = MirrorDevice(
                    user: user, name: session.device, first: now, last: now,
                    saves: saves[zone] ?? 0, deletions: deletions[zone] ?? 0)
                state.noted[key] = state.noted[key]?.adding(device) ?? device
            }
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        guard mustWait else { return }
        Task { [weak self] in
            // A task that is cancelled keeps it at once.
            try? await Task.sleep(for: .seconds(1))
            await self?.keep()
        }
    }

    /// Keeps what was noted.
    func keep() async {
        await mutex.run {
            let noted = self.state.withLock { state in
                defer { state = State() }
                return state.noted
            }
            for (key, device) in noted.sorted(by: { $0.value.last < $1.value.last }) {
                // A store that fails, or is closed, keeps records; devices are for people to look at.
                try? await self.keep(device, at: key)
            }
        }
    }

    private func keep(_ device: MirrorDevice, at key: Key) async throws {
        let name = MirrorDevices.key(key)
        // Other servers of the same store add to it as well.
        for _ in 0..<20 {
            let place = ServicePlace.private(user: key.owner)
            let known = try await store.serviceData(for: name, in: place)
            let before = known.flatMap {
                MirrorDevice(user: key.user, name: key.device, data: $0)
            }
            var entries: [String: Data?] = [name: .some((before?.adding(device) ?? device).data)]
            if known == nil {
                let others = try await stored(owner: key.owner, zone: key.zone)
                    .sorted { $0.value.last < $1.value.last }
                for (other, _) in others.dropLast(MirrorDevices.limit - 1) {
                    entries[other] = .some(nil)
                }
            }
            if try await store.setServiceData(entries, where: [name: known], in: place) { return }
        }
    }

    // MARK: Querying

    /// The devices that wrote into a zone of a user, the latest first.
    func devices(owner: String, zone: String) async throws -> [MirrorDevice] {
        await keep()
        return try await stored(owner: owner, zone: zone).map(\.value)
            .sorted { ($0.last, $1.name) > ($1.last, $0.name) }
    }

    /// Forgets the devices of a zone that was deleted.
    func forget(owner: String, zone: String) async throws {
        state.withLock { state in
            state.noted = state.noted.filter { $0.key.owner != owner || $0.key.zone != zone }
        }
        let keys = try await stored(owner: owner, zone: zone).map(\.key)
        if keys.isEmpty { return }
        try await store.setServiceData(
            Dictionary(uniqueKeysWithValues: keys.map { ($0, nil as Data?) }),
            in: .private(user: owner))
    }

    private func stored(
        owner: String, zone: String
    ) async throws -> [(key: String, value: MirrorDevice)] {
        let prefix = MirrorDevices.prefix(owner, zone)
        let data = try await store.serviceData(prefix: prefix, in: .private(user: owner))
        return data.compactMap { key, data in
            let parts = key.dropFirst(prefix.count).split(
                separator: "\u{1F}", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            return MirrorDevice(user: String(parts[0]), name: String(parts[1]), data: data)
                .map { (key: key, value: $0) }
        }
    }

    // A separator that names do not have.
    private static func prefix(_ owner: String, _ zone: String) -> String {
        "mirrorDevice/\(owner)\u{1F}\(zone)\u{1F}"
    }

    private static func key(_ key: Key) -> String {
        prefix(key.owner, key.zone) + "\(key.user)\u{1F}\(key.device)"
    }
}

extension RecordService {
    /// The devices that wrote into a zone of a user's private database, the latest first.
    ///
    /// - Parameters:
    ///   - zone: A zone in which Core Data's mirrors keep objects; of others nothing is noted.
    ///   - owner: The record name of the user whose database it is.
    package func mirrorDevices(in zone: String, of owner: String) async throws -> [MirrorDevice] {
        try await mirrorDevices.devices(owner: owner, zone: zone)
    }
}
