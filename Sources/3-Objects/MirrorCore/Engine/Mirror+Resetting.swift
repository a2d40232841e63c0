import Foundation
import ObjectCore
import PredicateCore

extension Mirror {
    /// A zone is not there: its user deleted it, and its objects go, as those of a share that ended;
    /// or the server lost it, or its keys were reset, and everything is made again.
    func zoneIsMissing(_ id: ZoneID?, _ error: MirrorCloudError) async throws {
        var isDeleted = error.code == 28 || !hasOwnZone
        let tokenKey = id == nil ? "database" : "zones"
        if !isDeleted, !error.isKeysReset, let token = try self.kept({ try $0.bytes(tokenKey) }) {
            isDeleted = try await wasDeleted(id ?? zoneID, since: token)
        }
        if isDeleted { try purge(id) } else if let id { try recover(id) } else { try makeAnew() }
        if id == nil { try await makeZone() }
    }

    private func wasDeleted(_ id: ZoneID, since token: Data) async throws -> Bool {
        do {
            let changes = try await cloud.databaseChanges(since: token)
            // Where keys were reset, what is here is kept and sent again.
            return changes.deleted.contains { $0.name == id.name }
                && !changes.keysReset.contains { $0.name == id.name }
        } catch let error as MirrorCloudError where error.isExpiredToken {
            // Another server than the one that the token is of.
            return false
        }
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
            for prefix in [
                "o/", "r/", "b/", "p/", "l/", "e/", "w/", "z/", "s/", "m/", "c/", "d/", "g/", "x/",
                "polled/",
            ] {
                try state.forEachPage(prefix) { page in for key in page { state.set(key, nil) } }
            }
            for key in ["account", "zone", "zones", "database", "sending", "placed"] {
                state.set(key, nil)
            }
            state.set("history", try store.historyToken())
            return result
        }
        if !result.isEmpty { imported(result) }
    }

    /// Has everything sent again that is in no share, into a new zone.
    func makeAnew() throws {
        try transaction { state in
            if let request = try state.request(), request.zone == nil {
                try export(state).restore(request)
            }
            try state.forEachPage("r/") { page in
                try state.load(page.map { "b/" + $0.dropFirst(2) })
                for key in page {
                    let name = String(key.dropFirst(2))
                    guard let object = try state.object(name), object.zone == nil else { continue }
                    try state.sendAnew(name, object, in: nil, object.epoch)
                }
            }
            for name in try state.names("l/") {
                guard let link = try state.link(name), link.zone == nil else { continue }
                try state.sendAnew(name, link, in: nil, link.epoch)
            }
            // What is deleted in the new zone tells nothing of objects that moved.
            for key in try state.keys("m/") {
                guard let original = try state.original(key: key), original.zone == nil
                else { continue }
                try state.noteMovedByOthers(original.name)
            }
            for key in try state.keys("d/") where try state.original(key: key)?.zone == nil {
                state.set(key, nil)
            }
            // Numbers of readings go on: records are known by those of the old zone.
            var zone = MirrorZone()
            zone.epoch = try state.zone().epoch
            state.setZone(zone)
            state.set("database", nil)
        }
    }
}
