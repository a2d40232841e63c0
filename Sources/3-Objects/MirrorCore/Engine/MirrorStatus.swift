import CoreDataModel
package import Foundation
package import ObjectCore
package import RecordCore

/// What a store keeps of its mirror: for people who ask whether it synced.
package struct MirrorStatus: Sendable {
    /// The records of an entity.
    package struct Counts: Hashable, Sendable {
        /// Objects that have a record name.
        package var objects = 0
        /// New objects that the server does not have.
        package var new = 0
        /// Objects with edits that are to be sent.
        package var edited = 0
        /// Deletions that are to be sent.
        package var deleted = 0
        /// Changes that the server refused.
        package var refused = 0
    }

    /// A share whose zone the store has.
    package struct ShareCounts: Hashable, Sendable {
        /// The zone.
        package var zone: ZoneID
        /// The share as the server last had it; nil where it ended, or was not fetched yet.
        package var share: Share?
        /// Where others find it.
        package var url: URL?
        /// Objects that are in the share.
        package var objects = 0
        /// Records that are to be sent to its zone, those of pairs among them.
        package var pending = 0
        /// Whether the server has changes in it that were not fetched yet.
        package var isChanged = false
        /// Whether the whole zone is being read again.
        package var isReadAnew = false
    }

    /// The user whose objects the store has; nil before the first setup.
    package var user: String?
    /// Whether the zone is known to be at the server.
    package var hasZone = false
    /// Whether the whole zone is being read again.
    package var isReadAnew = false
    /// Whether a request was sent whose answer is not known.
    package var isSending = false
    /// Transactions of the history that were not looked at yet.
    package var newTransactions = 0
    /// The counts of each entity, by name.
    package var entities: [String: Counts] = [:]
    /// Records that join pairs, and those of them that are to be sent or deleted.
    package var links = (all: 0, pending: 0)
    /// The shares, by owner and zone.
    package var shares: [ShareCounts] = []
    /// Records that are to be deleted in the zone that objects moved out of, once the server has them
    /// where they are now; nil is the zone of what is in no share.
    package var originals: [ZoneID?: Int] = [:]
    /// Fields that point at records which are not here yet.
    package var waiting = 0
    /// Why the server refused changes, each reason once.
    package var refusals: [String] = []
    /// Record names without an object.
    package var orphans: [String] = []
    /// The events that the store keeps, the earliest first.
    package var events: [MirrorLogEntry] = []

    /// Reads the status of a store; nil where it was never mirrored.
    package init?(_ store: any ObjectStore) throws {
        let state = MirrorState(store)
        guard try state.bytes("fields") != nil || state.bytes("account") != nil else { return nil }
        user = try state.text("account")
        let zone = try state.zone()
        hasZone = zone.isMade
        isReadAnew = zone.isReadAnew
        isSending = try state.bytes("sending") != nil
        let last = try state.number("history") ?? 0
        newTransactions = try store.history(after: last, limit: nil).filter {
            $0.author?.hasPrefix(MirrorFold.authorPrefix) != true
        }.count
        waiting = try state.keys("w/").count
        links.all = try state.keys("l/").count
        for id in try state.shareZones() {
            var counts = ShareCounts(zone: id)
            let zone = try state.zone(id)
            (counts.isChanged, counts.isReadAnew) = (zone.isChanged, zone.isReadAnew)
            if let share = try state.share(of: id) {
                (counts.share, counts.url) = (Share(share.record), share.url)
            }
            shares.append(counts)
        }
        for key in try state.keys("m/") {
            if let original = try state.original(key: key) {
                originals[original.zone, default: 0] += 1
            }
        }
        var refusals: Set<String> = []
        let pendingKeys = Set(try state.keys("p/"))
        var alive: [(name: String, key: ObjectKey)] = []
        for key in try state.keys("r/") {
            let name = String(key.dropFirst(2))
            guard let object = try state.object(name) else { continue }
            let share = object.zone.flatMap { zone in shares.firstIndex { $0.zone == zone } }
            if object.row > 0 {
                if let share { shares[share].objects += 1 }
                entities[object.entity, default: Counts()].objects += 1
                if let entity = store.model.entity(named: object.entity) {
                    alive.append((name, ObjectKey(entity: entity.number, row: object.row)))
                }
            }
            guard pendingKeys.contains("p/" + name), let pending = try state.pending(name) else {
                continue
            }
            if let share { shares[share].pending += 1 }
            if let refusal = pending.refusal {
                entities[object.entity, default: Counts()].refused += 1
                refusals.insert(refusal)
            }
            switch pending.kind {
            case .all: entities[object.entity, default: Counts()].new += 1
            case .fields: entities[object.entity, default: Counts()].edited += 1
            case .deletion: entities[object.entity, default: Counts()].deleted += 1
            case .link: break
            }
        }
        for start in stride(from: 0, to: alive.count, by: 500) {
            let batch = alive[start..<min(start + 500, alive.count)]
            for (one, row) in zip(batch, try store.rows(batch.map(\.key))) where row == nil {
                orphans.append(one.name)
            }
        }
        for key in pendingKeys {
            guard let link = try state.link(String(key.dropFirst(2))) else { continue }
            links.pending += 1
            if let share = link.zone.flatMap({ zone in shares.firstIndex { $0.zone == zone } }) {
                shares[share].pending += 1
            }
        }
        self.refusals = refusals.sorted()
        events = try MirrorEventLog(store).entries()
    }
}
