import CloudKit
import CoreData
import Foundation
import MirrorCore
import Synchronization
import TestFiles
import TestRandom
import TestTime
import Testing

/// One round: the devices, the cloud, and what every write followed.
struct RandomRound {
    private(set) var log: [String] = []
    var violations: [String] = []
    private var random: RandomNumbers
    let cloud: LocalCloud
    var devices: [Device] = []
    private let folder = TemporaryFolder()
    private let place: RoundPlace
    var names: [String: [String]] = ["Note": [], "Folder": [], "Tag": []]
    private var count = 0
    /// Another user's device, where objects are shared.
    var bobs: Device?
    var shares: Bool { bobs != nil }
    /// What each device was told of changes since it last looked.
    private var pushes: [String: Pushes] = [:]
    /// Faults that were added, by their descriptions, and how often each was to happen.
    private var added: [String: (fault: LocalCloud.Faults.Fault, times: Int)] = [:]
    /// Whether the keys of a zone were reset: what is sent again may be older than what was there, and
    /// undo a deletion.
    var hasReset = false
    /// Whether a zone was deleted, with what was in it and not sent.
    var hasLostZone = false
    /// Whether tokens expired: what was deleted meanwhile lives where another device had related it.
    var hasExpired = false
    var related: Set<String> = []

    /// The pushes of a device.
    private final class Pushes: Sendable {
        private let count = Mutex(0)
        private let listening = Mutex<Task<Void, Never>?>(nil)

        init(_ container: CKContainer) {
            let pushes = container.remoteNotifications()
            let task = Task { [weak self] in
                for await _ in pushes { self?.count.withLock { $0 += 1 } }
            }
            listening.withLock { $0 = task }
        }

        /// Whether there were some, which are then forgotten.
        func take() -> Bool {
            count.withLock { count in
                defer { count = 0 }
                return count > 0
            }
        }

        func stop() { listening.withLock { $0 }?.cancel() }
    }

    /// A write of a field, by its value; the value that it replaced on its device.
    var parents: [String: String] = [:]
    var writes: [String: Set<String>] = [:]
    struct Deletion {
        /// The values of the fields that the deleting device saw.
        var seen: Set<String>
    }
    var deletions: [String: [Deletion]] = [:]
    var pairs: [String: (added: Int, removed: Int)] = [:]

    static let fields = ["Note": ["title", "text"], "Folder": ["name"], "Tag": []]

    init(seed: UInt64, shares: Bool = false) async throws {
        random = RandomNumbers(seed: seed)
        place = RoundPlace(seed: seed, folder: folder.url)
        cloud = try await place.cloud()
        for name in ["phone", "tablet", "laptop"] {
            devices.append(try Device(name, in: cloud, at: place.url(name)))
        }
        if shares {
            bobs = try Device(
                "bobs", in: cloud, user: "bob", at: place.url("bobs"),
                shared: place.url("bobs-shared"))
        }
        for device in all {
            pushes[device.name] = Pushes(
                cloud.container(
                    Notebook.identifier, user: device === bobs ? "bob" : "ann", device: device.name)
            )
        }
    }

    /// The devices of all users.
    private var all: [Device] { devices + (bobs.map { [$0] } ?? []) }

    func remove() async throws {
        for pushes in pushes.values { pushes.stop() }
        for device in all { try device.destroy() }
        try await cloud.close()
        // Mirrors end after what they do now.
        let folder = folder.path
        _ = try await eventually { RoundPlace.openFiles(in: folder).isEmpty }
        #expect(RoundPlace.openFiles(in: folder).isEmpty)
    }

    private mutating func pick(_ count: Int) -> Int {
        Int.random(in: 0..<max(1, count), using: &random)
    }

    private mutating func name(_ entity: String) -> String? {
        guard let all = names[entity], !all.isEmpty else { return nil }
        return all[pick(all.count)]
    }

    private mutating func newValue() -> String {
        count += 1
        return "v\(count)"
    }

    // MARK: Steps

    mutating func step() async throws {
        let number = pick(devices.count)
        let device = devices[number]
        switch pick(shares ? 26 : 20) {
        case 0...3: try insert(device)
        case 4...8: try edit(device)
        case 9: try delete(device)
        case 10, 11: try move(device)
        case 12, 13: try tag(device)
        case 14: try cover(device)
        case 15, 16: await synchronize(device)
        case 17: await follow()
        case 18: try fault()
        case 20, 21: try await share(device)
        case 22...25: try await participate()
        default:
            if pick(2) == 0 {
                let point = MirrorPoint.allCases[pick(MirrorPoint.allCases.count)]
                log.append("\(device.name): killed at \(point)")
                device.kill(at: point)
                await synchronize(device)
            }
            log.append("\(device.name): opened again")
            try device.close()
            devices[number] = try Device(
                device.name, in: cloud, at: place.url(device.name))
        }
    }

    private mutating func insert(_ device: Device) throws {
        let entity = ["Note", "Note", "Folder", "Tag"][pick(4)]
        count += 1
        let key = "\(entity.lowercased())\(count)"
        var values: [String: Any?] = [:]
        for field in RandomRound.fields[entity] ?? [] {
            let value = newValue()
            values[field] = value
            writes["\(key).\(field)", default: []].insert(value)
        }
        log.append("\(device.name): insert \(key) \(values)")
        try device.insert(entity, key, values)
        names[entity]?.append(key)
    }

    private mutating func edit(_ device: Device) throws {
        let entity = ["Note", "Note", "Folder"][pick(3)]
        guard let key = name(entity), let fields = RandomRound.fields[entity], !fields.isEmpty
        else { return }
        let field = fields[pick(fields.count)]
        guard let old = try device.text(entity, key, field) else { return }
        let value = newValue()
        log.append("\(device.name): \(key).\(field) \(old) → \(value)")
        try device.update(entity, key, [field: value])
        parents[value] = old
        writes["\(key).\(field)", default: []].insert(value)
    }

    private mutating func delete(_ device: Device) throws {
        let entity = ["Note", "Note", "Folder", "Tag"][pick(4)]
        guard let key = name(entity), try device.keys(entity).contains(key) else { return }
        log.append("\(device.name): delete \(key)")
        if entity == "Folder" {
            // A cascade.
            for note in try device.members("Folder", key, "notes") {
                try forget("Note", note, device)
            }
        }
        try forget(entity, key, device)
        try device.delete(entity, key)
    }

    private mutating func forget(_ entity: String, _ key: String, _ device: Device) throws {
        var seen: Set<String> = []
        for field in RandomRound.fields[entity] ?? [] {
            var next = try device.text(entity, key, field)
            while let value = next, seen.insert(value).inserted { next = parents[value] }
        }
        deletions[key, default: []].append(Deletion(seen: seen))
    }

    private mutating func move(_ device: Device) throws {
        guard let note = name("Note") else { return }
        let target = pick(4) == 0 ? nil : name("Folder")
        log.append("\(device.name): \(note) into \(target ?? "no folder")")
        related.insert(note)
        try device.relate("Note", note, "folder", to: target.map { ("Folder", $0) })
    }

    private mutating func tag(_ device: Device) throws {
        guard let note = name("Note"), let tag = name("Tag"),
            try device.keys("Note").contains(note), try device.keys("Tag").contains(tag)
        else { return }
        let isOn = try !device.members("Note", note, "tags").contains(tag)
        log.append("\(device.name): \(note) \(isOn ? "+" : "-")\(tag)")
        try device.tag(note, tag, isOn: isOn)
        var known = pairs["\(note) \(tag)"] ?? (0, 0)
        if isOn { known.added += 1 } else { known.removed += 1 }
        pairs["\(note) \(tag)"] = known
    }

    private mutating func cover(_ device: Device) throws {
        guard let note = name("Note"), try device.keys("Note").contains(note) else { return }
        count += 1
        let key = "cover\(count)"
        log.append("\(device.name): \(note) gets \(key)")
        related.insert(note)
        try device.insert("Cover", key)
        try device.relate("Note", note, "cover", to: ("Cover", key))
    }

    private mutating func share(_ device: Device) async throws {
        let entity = ["Note", "Folder"][pick(2)]
        guard let key = name(entity), try device.keys(entity).contains(key) else { return }
        let known = try device.container.fetchShares(in: nil).sorted {
            $0.recordID.zoneID.zoneName < $1.recordID.zoneID.zoneName
        }
        let old = known.isEmpty || pick(2) == 0 ? nil : known[pick(known.count)]
        do {
            let (ids, share, _) = try await device.share(entity, key, to: old)
            let zone = share.recordID.zoneID.zoneName.suffix(4)
            log.append("\(device.name): \(key) into the share \(zone), \(ids.count) objects")
            if pick(3) > 0 {
                try await invite()
                log.append("bobs: accepted")
            }
        } catch {
            log.append("\(device.name): \(key) not shared, or not accepted: \(error)")
        }
    }

    /// The participant edits, deletes, moves, tags and synchronizes.
    private mutating func participate() async throws {
        guard let bobs else { return }
        switch pick(8) {
        case 0...2: try edit(bobs)
        case 3: try tag(bobs)
        case 4: try move(bobs)
        case 5: if pick(3) == 0 { try delete(bobs) }
        default: await synchronize(bobs)
        }
    }

    /// Lets everybody into every share that a device knows, and the participant accept it.
    private mutating func invite() async throws {
        guard let bobs, let device = devices.first else { return }
        for share in try device.container.fetchShares(in: nil) {
            if share.publicPermission != .readWrite {
                share.publicPermission = .readWrite
                let store = try #require(
                    device.container.persistentStoreCoordinator.persistentStores.first)
                try await device.container.persistUpdatedShare(share, in: store)
            }
            try await bobs.accept(share, in: cloud)
        }
    }

    private mutating func synchronize(_ device: Device) async {
        do {
            let changed = try await device.container.synchronize()
            log.append("\(device.name): synchronized\(changed ? "" : ", nothing")")
        } catch {
            log.append("\(device.name): failed with \((error as NSError).code)")
        }
    }

    /// Devices that were told of changes fetch them.
    private mutating func follow() async {
        for device in all where pushes[device.name]?.take() == true {
            log.append("\(device.name): told of changes")
            await synchronize(device)
        }
    }

    private mutating func fault() throws {
        let shares = try devices[0].container.fetchShares(in: nil).map(\.recordID.zoneID)
            .sorted { $0.zoneName < $1.zoneName }
        let zone = shares.isEmpty || pick(2) == 0 ? Notebook.zone : shares[pick(shares.count)]
        let faults: [LocalCloud.Faults.Fault] = [
            .networkUnavailable, .networkFailure, .responseLost, .throttled(retryAfter: 1),
            .zoneBusy(retryAfter: 1), .serviceUnavailable(retryAfter: 1), .quotaExceeded,
            .burst(records: 2, refill: 0), .notificationsLost, .notificationsDoubled,
            .tokensExpired, .keysReset(zone), .zoneDeleted(zone),
        ]
        let fault = faults[pick(faults.count)]
        var times = 1 + pick(3)
        log.append("the server: \(fault) \(times) times")
        let requests: LocalCloud.Faults.Requests = pick(2) == 0 ? .writes : .all
        var user: String?
        switch fault {
        case .keysReset, .zoneDeleted: (times, user) = (1, "ann")
        default: break
        }
        cloud.faults.add(fault, times: times, on: requests, user: user)
        added["\(fault)", default: (fault, 0)].times += times
    }

    /// Notes what the checks have to bear with; a fault that did not happen costs nothing.
    private mutating func noteFaults() {
        for (fault, times) in added.values where cloud.faults.remaining(fault) < times {
            switch fault {
            case .keysReset: hasReset = true
            case .zoneDeleted: hasLostZone = true
            case .tokensExpired: hasExpired = true
            default: continue
            }
        }
    }

    mutating func heal() async throws {
        log.append("healed")
        noteFaults()
        cloud.faults.clear()
        try await cloud.settle(devices)
        guard let bobs else { return }
        try await invite()
        try await cloud.settle(devices + [bobs])
    }
}
