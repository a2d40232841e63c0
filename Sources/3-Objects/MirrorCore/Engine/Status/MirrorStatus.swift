package import Foundation
package import ObjectCore

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
    /// Fields that point at records which are not here yet.
    package var waiting = 0
    /// Records that objects left behind when they moved into a share, and that are to be deleted.
    package var originals = 0
    /// Why the server refused changes, each reason once.
    package var refusals: [String] = []
    /// Record names without an object.
    package var orphans: [String] = []
    /// What is to be sent, the earliest first.
    package var changes: [MirrorChange] = []
    /// The zones that are read, that of what is in no share first.
    package var zones: [MirrorZoneStatus] = []
    /// The record types of a public database that were read, with the latest change of each.
    package var polled: [(type: String, date: Date)] = []
    /// Which process has the store's lease, until when; it works, or ended without giving it back.
    package var lease: MirrorLease?
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
        let request = try state.request()
        isSending = request != nil
        waiting = try state.keys("w/").count
        originals = try state.keys("m/").count
        lease = try state.bytes(MirrorLease.key).map(MirrorLease.init(data:))
        var reader = try MirrorChangeReader(store, state)
        try reader.readPending()
        if let request { reader.read(request) }
        newTransactions = try reader.readHistory()
        changes = reader.changes
        links = (reader.links.count, reader.pendingLinks)
        refusals = Set(reader.pending.compactMap(\.refusal)).sorted()
        for one in reader.pending where !one.kind.isOfPair {
            if one.refusal != nil { entities[one.entity, default: Counts()].refused += 1 }
            switch one.kind {
            case .new: entities[one.entity, default: Counts()].new += 1
            case .edited: entities[one.entity, default: Counts()].edited += 1
            case .deleted: entities[one.entity, default: Counts()].deleted += 1
            case .pair, .pairDeleted: break
            }
        }
        var records: [ZoneID?: Int] = [:]
        for object in reader.objects.values where object.row > 0 {
            entities[object.entity, default: Counts()].objects += 1
            records[object.zone, default: 0] += 1
        }
        orphans = try reader.orphans()
        zones = try MirrorZoneStatus.all(state, zone, records)
        polled = try state.keys("polled/").compactMap { key in
            try state.number(key).map {
                (type: String(key.dropFirst("polled/".count)), date: Date(microseconds: $0))
            }
        }
        events = try MirrorEventLog(store).entries()
    }

    /// When what changed at the server was last fetched without an error; nil where no event says so.
    package var lastImport: Date? { last(.import) }
    /// When something was last sent without an error; nil where no event says so.
    package var lastExport: Date? { last(.export) }

    private func last(_ kind: MirrorEvent.Kind) -> Date? {
        events.last { $0.kind == kind && $0.error == nil }.map { $0.end ?? $0.start }
    }
}
