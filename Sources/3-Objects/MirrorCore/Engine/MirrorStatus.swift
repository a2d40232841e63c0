import CoreDataModel
import Foundation
package import ObjectCore
import RecordCore

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
        var refusals: Set<String> = []
        for key in try state.keys("r/") {
            let name = String(key.dropFirst(2))
            guard let object = try state.object(name) else { continue }
            if object.row > 0 {
                entities[object.entity, default: Counts()].objects += 1
                if let entity = store.model.entity(named: object.entity),
                    try store.rows([ObjectKey(entity: entity.number, row: object.row)])[0] == nil
                {
                    orphans.append(name)
                }
            }
            guard let pending = try state.pending(name) else { continue }
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
        for key in try state.keys("p/") where try state.link(String(key.dropFirst(2))) != nil {
            links.pending += 1
        }
        self.refusals = refusals.sorted()
        events = try MirrorEventLog(store).entries()
    }
}
