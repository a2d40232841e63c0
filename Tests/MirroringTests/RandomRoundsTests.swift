import CloudKit
import CoreData
import Foundation
import MirrorCore
import Synchronization
import TestRandom
import TestTime
import Testing

/// Three devices that edit, lose their network, their server's answers, pushes and zones, and are opened
/// again, in an order that a seed gives, compared with a model of every acknowledged write.
///
/// `QUARRY_ROUNDS=1000` runs that many rounds, `QUARRY_ROUNDS=17-17` the one with the seed 17. Where
/// stores and clouds are, the seed says too, unless `QUARRY_TEST_OBJECTS` and `QUARRY_TEST_CLOUD` do.
@Suite struct `Random rounds of three devices` {
    private static let seeds: [UInt64] = {
        let bounds = (ProcessInfo.processInfo.environment["QUARRY_ROUNDS"] ?? "")
            .split(separator: "-").compactMap { UInt64($0) }
        let (first, last) = (bounds.count > 1 ? bounds[0] : 1, bounds.last ?? 12)
        return Array(first...max(first, last))
    }()

    /// A round has about 25 files open: all that there are would be more than a process may have.
    private static let limit = RoundLimit(16)

    @Test(arguments: seeds) func `devices agree, and nothing acknowledged is lost`(seed: UInt64)
        async throws
    {
        try await run(seed, shares: false)
    }

    @Test(arguments: seeds) func `so they do where objects move into shares meanwhile`(seed: UInt64)
        async throws
    {
        try await run(seed, shares: true)
    }

    private func run(_ seed: UInt64, shares: Bool) async throws {
        await Self.limit.enter()
        do {
            try await run(RandomRound(seed: seed, shares: shares), seed)
        } catch {
            await Self.limit.leave()
            throw error
        }
        await Self.limit.leave()
    }

    private func run(_ round: RandomRound, _ seed: UInt64) async throws {
        var round = round
        do {
            for _ in 0..<60 { try await round.step() }
            try await round.heal()
            try await round.check()
            try await round.remove()
        } catch {
            Issue.record("seed \(seed): \(error)\n\(round.log.joined(separator: "\n"))")
        }
        for violation in round.violations {
            Issue.record("seed \(seed): \(violation)\n\(round.log.joined(separator: "\n"))")
        }
    }
}

/// One round: the devices, the cloud, and what every write followed.
struct RandomRound {
    private(set) var log: [String] = []
    private(set) var violations: [String] = []
    private var random: RandomNumbers
    private let cloud: LocalCloud
    private var devices: [Device] = []
    private let folder: URL
    private let place: RoundPlace
    private var names: [String: [String]] = ["Note": [], "Folder": [], "Tag": []]
    private var count = 0
    /// Another user's device, where objects are shared.
    private var bobs: Device?
    private var shares: Bool { bobs != nil }
    /// What each device was told of changes since it last looked.
    private var pushes: [String: Pushes] = [:]
    /// Whether the keys of a zone were reset: what is sent again may be older than what was there, and
    /// undo a deletion.
    private var hasReset = false
    /// Whether a zone was deleted, with what was in it and not sent.
    private var hasLostZone = false
    /// Whether tokens expired: what was deleted meanwhile lives where another device had related it.
    private var hasExpired = false
    private var related: Set<String> = []

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
    private var parents: [String: String] = [:]
    private var writes: [String: Set<String>] = [:]
    private struct Deletion {
        /// The values of the fields that the deleting device saw.
        var seen: Set<String>
    }
    private var deletions: [String: [Deletion]] = [:]
    private var pairs: [String: (added: Int, removed: Int)] = [:]

    private static let fields = ["Note": ["title", "text"], "Folder": ["name"], "Tag": []]

    init(seed: UInt64, shares: Bool = false) async throws {
        random = RandomNumbers(seed: seed)
        folder = try Notebook.folder()
        place = RoundPlace(seed: seed, folder: folder)
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
        #expect(try await eventually { RoundPlace.openFiles(in: folder).isEmpty })
        try FileManager.default.removeItem(atPath: folder)
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
        let times = 1 + pick(3)
        log.append("the server: \(fault) \(times) times")
        let requests: LocalCloud.Faults.Requests = pick(2) == 0 ? .writes : .all
        switch fault {
        case .keysReset:
            hasReset = true
            cloud.faults.add(fault, on: requests, user: "ann")
        case .zoneDeleted:
            hasLostZone = true
            cloud.faults.add(fault, on: requests, user: "ann")
        default:
            if case .tokensExpired = fault { hasExpired = true }
            cloud.faults.add(fault, times: times, on: requests)
        }
    }

    // MARK: The end

    mutating func heal() async throws {
        log.append("healed")
        cloud.faults.clear()
        try await cloud.settle(devices)
        guard let bobs else { return }
        try await invite()
        try await cloud.settle(devices + [bobs])
    }

    mutating func check() async throws {
        try checkParticipant()
        for entity in ["Note", "Folder", "Tag", "Cover"] {
            let all = try devices.map { try $0.keys(entity) }
            for (device, keys) in zip(devices, all) {
                if keys != all[0] {
                    violations.append("\(device.name) has other \(entity)s: \(keys), not \(all[0])")
                }
                if Set(keys).count != keys.count { violations.append("twice: \(keys)") }
            }
            guard entity != "Cover" else { continue }
            for key in names[entity] ?? [] {
                try checkLife(entity, key, isAlive: all[0].contains(key))
            }
            for key in all[0] { try checkValues(entity, key) }
        }
        var records: [CKRecord] = []
        let database = cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase
        for zone in try await database.allRecordZones() where zone.zoneID.zoneName != "_defaultZone"
        {
            records += try await cloud.notebookRecords(zone: zone.zoneID)
                .filter { $0.recordType != "cloudkit.share" }
        }
        for (name, all) in Dictionary(grouping: records, by: \.recordID.recordName)
        where all.count > 1 {
            let zones = all.map { $0.recordID.zoneID.zoneName.suffix(4) }
            violations.append("\(all[0]["CD_key"] ?? name) is in the zones \(zones)")
        }
        records.removeAll { $0.recordType == "CDMR" }
        let alive = try ["Note", "Folder", "Tag", "Cover"].reduce(0) {
            $0 + (try devices[0].keys($1).count)
        }
        if records.count != alive {
            violations.append("\(records.count) records for \(alive) objects")
        }
    }

    /// The participant has what is in shares, and nothing else, with the same values.
    private mutating func checkParticipant() throws {
        guard let bobs else { return }
        for entity in ["Note", "Folder", "Tag", "Cover"] {
            let shared = try devices[0].keys(entity).filter {
                try devices[0].knownShare(entity, $0) != nil
            }
            let keys = try bobs.keys(entity)
            if keys != shared { violations.append("bobs has \(entity)s \(keys), not \(shared)") }
            for key in keys where shared.contains(key) {
                for field in RandomRound.fields[entity] ?? [] {
                    let values = try [devices[0], bobs].map { try $0.text(entity, key, field) }
                    if values[0] != values[1] {
                        violations.append("\(key).\(field) differs for bobs: \(values)")
                    }
                }
            }
        }
    }

    private mutating func checkLife(_ entity: String, _ key: String, isAlive: Bool) throws {
        if hasLostZone { return }
        guard let deletions = deletions[key] else {
            if !isAlive { violations.append("\(key) is missing, and was never deleted") }
            return
        }
        // Dead where a device deleted it that had seen every edit.
        let edits = (RandomRound.fields[entity] ?? []).reduce(into: Set<String>()) {
            $0.formUnion(writes["\(key).\($1)"] ?? [])
        }
        if hasReset || hasExpired && related.contains(key) { return }
        if isAlive, deletions.contains(where: { $0.seen.isSuperset(of: edits) }) {
            violations.append("\(key) lives, and was deleted after every edit")
        }
    }

    private mutating func checkValues(_ entity: String, _ key: String) throws {
        for field in RandomRound.fields[entity] ?? [] {
            let values = try devices.map { try $0.text(entity, key, field) }
            if Set(values).count != 1 {
                violations.append("\(key).\(field) differs: \(values)")
            }
            guard let value = values[0] else {
                violations.append("\(key).\(field) has no value")
                continue
            }
            if writes["\(key).\(field)"]?.contains(value) != true {
                violations.append("\(key).\(field) is \(value), which was never written")
            }
            // What a device deletes takes with it the edits that it had not sent.
            if !hasReset, !hasLostZone, deletions[key] == nil, parents.values.contains(value) {
                violations.append("\(key).\(field) is \(value), which a later write replaced")
            }
        }
        guard entity == "Note" else { return }
        for name in ["folder", "cover"] {
            let targets = try devices.map { try $0.target("Note", key, name) }
            if Set(targets).count != 1 { violations.append("\(key).\(name) differs: \(targets)") }
            if name == "cover", let cover = targets[0],
                try devices[0].target("Cover", cover, "note") != key
            {
                violations.append("\(cover) does not point back at \(key)")
            }
        }
        let tags = try devices.map { try $0.members("Note", key, "tags") }
        if Set(tags).count != 1 { violations.append("\(key).tags differ: \(tags)") }
        for tag in tags[0] where pairs["\(key) \(tag)"] == nil {
            violations.append("\(key) has \(tag), which was never put on it")
        }
        // The end of a share takes what a participant had not sent.
        if hasLostZone || hasReset && shares { return }
        let alive = Set(try devices[0].keys("Tag"))
        for (pair, known) in pairs where pair.hasPrefix("\(key) ") && known.removed == 0 {
            let tag = String(pair.dropFirst(key.count + 1))
            guard deletions[key] == nil, deletions[tag] == nil, alive.contains(tag),
                !tags[0].contains(tag)
            else { continue }
            violations.append("\(key) lost \(tag), which was never taken off")
        }
    }
}
