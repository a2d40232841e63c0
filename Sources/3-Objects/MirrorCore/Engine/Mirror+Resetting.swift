import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore

extension Mirror {
    /// The zone is not there: its user deleted it, and its objects go; or the server lost it, or its
    /// keys were reset, and everything is made again.
    func zoneIsMissing(_ error: MirrorCloudError) async throws {
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
    func purge() throws {
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
    func makeAnew() throws {
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
