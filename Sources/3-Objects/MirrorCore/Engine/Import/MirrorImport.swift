import CoreDataModel
import Foundation
package import ObjectCore
import PredicateCore
import RecordCore

/// Which objects an import changed.
package struct MirrorImported: Sendable {
    /// Objects that are new.
    package var inserted: [ObjectKey] = []
    /// Objects with other values.
    package var updated: [ObjectKey] = []
    /// Objects that went.
    package var deleted: [ObjectKey] = []
    /// Objects that others point at since, or no longer: a relationship to many of theirs changed.
    package var related: [ObjectKey] = []
    /// The history's token after the import; 0 where nothing was saved.
    package var token: Int64 = 0
    /// Sentences about records that were left as they are, and objects that were deleted although
    /// they were edited here.
    package var notes: [String] = []

    /// How many objects changed.
    package var count: Int { inserted.count + updated.count + deleted.count }

    /// Whether no object changed.
    package var isEmpty: Bool { count == 0 }
}

/// Applies records of the server to objects, within one transaction.
///
/// Values that wait to be sent stay, as those of the later writer; all others become the server's.
/// Two objects that point at one another are joined where both records say so. What is applied is
/// never sent: it is saved under an author of the mirror's own.
struct MirrorImport {
    let store: any ObjectStore
    let codec: MirrorCodec
    let state: MirrorState
    let zone: MirrorZone
    /// The zone of the share that the records are of; nil for that of the user's own objects.
    let zoneID: ZoneID?
    /// Whether there is a zone for objects that are in no share.
    let hasOwnZone: Bool
    let settings: MirrorSettings
    /// The content of assets, by checksum; nil of those that the server lost.
    let contents: [String: Data?]

    var drafts: [ObjectKey: Draft] = [:]
    /// The objects that were pointed at an object, by that one; they may point elsewhere since.
    var pointers: [ObjectKey: Set<ObjectKey>] = [:]
    var deletions: Set<ObjectKey> = []
    /// The changed records whose relationships are to be set.
    var touched: [String] = []
    var arrived: [String] = []
    var memberships: [ObjectMembership] = []
    /// The objects whose relationships to many are changed by what points at them.
    var related: Set<ObjectKey> = []
    var notes: [String] = []
    /// Numbers for new objects, by entity.
    var reserved: [Int: [ObjectKey]] = [:]
    /// The members of relationships, with what the page changed, by relationship and object.
    var members: [MembersKey: Set<ObjectKey>] = [:]
    /// Whether there are zones of shares, once it was asked.
    var knowsShares: Bool?

    struct MembersKey: Hashable {
        var relationship: Int
        var key: ObjectKey
    }

    struct Draft {
        var row: ObjectRow
        let isNew: Bool
        var attributes: Set<Int> = []
        var toOnes: Set<Int> = []
        var isMember = false
    }

    /// Applies a page.
    mutating func run(changed: [Record], deleted: [String]) throws -> MirrorImported {
        try state.load(
            changed.flatMap { ["r/" + $0.id.name, "b/" + $0.id.name, "p/" + $0.id.name] })
        let objects = changed.filter {
            $0.type != MirrorPlan.linkTypeName && $0.type != Share.recordType
        }
        try preload(objects.map(\.id.name))
        try reserveKeys(for: objects)
        for record in objects { try apply(record) }
        let links = changed.filter { $0.type == MirrorPlan.linkTypeName }
        try state.load((links.map(\.id.name) + deleted).map { "l/" + $0 })
        for record in links { try note(record) }
        for name in deleted { try forgetDeleted(name) }
        for name in deleted where try state.link(name) != nil { try removeLink(name) }
        for name in deleted where try isOfZone(name) { try remove(name) }
        for name in touched { try relate(name) }
        for name in arrived {
            for source in try state.takeWaiting(for: name) where try isAlive(source) {
                try relate(source)
            }
            for (linkName, _) in try state.links(of: name) { try join(linkName) }
        }
        try preload(pairsOf: links)
        for record in links { try join(record.id.name) }
        return try save()
    }

    /// Deletes what was not there when the whole zone was read.
    mutating func removeMissing() throws -> MirrorImported {
        for name in try state.names("l/") {
            guard let link = try state.link(name), link.isUploaded, link.zone == zoneID,
                link.epoch < zone.epoch
            else { continue }
            guard try state.pending(name)?.kind == .link else {
                try removeLink(name)
                continue
            }
            // It may have been sent, and the server does not have it: it is made again.
            try state.sendAnew(name, link, in: zoneID, link.epoch)
        }
        for name in try state.names("r/") {
            guard let object = try state.object(name), object.isUploaded,
                object.zone == zoneID, object.epoch < zone.epoch
            else { continue }
            let pending = try state.pending(name)
            guard let pending, pending.kind != .deletion else {
                try remove(name)
                continue
            }
            // What was edited here is made again.
            try state.sendAnew(name, object, in: zoneID, object.epoch)
        }
        return try save()
    }

    // MARK: Rows

    mutating func preload(_ names: [String]) throws {
        var keys: [ObjectKey] = []
        for name in names { if let key = try key(of: name) { keys.append(key) } }
        for row in try store.rows(keys).compactMap({ $0 }) where drafts[row.key] == nil {
            drafts[row.key] = Draft(row: row, isNew: false)
        }
    }

    /// Reserves the numbers of all new objects at once.
    private mutating func reserveKeys(for records: [Record]) throws {
        var counts: [Int: Int] = [:]
        for record in records where try state.object(record.id.name) == nil {
            guard let entity = record[MirrorPlan.entityName.name].mirrorText,
                let shape = codec.shape(named: entity), shape.type == record.type
            else { continue }
            counts[shape.entity.number, default: 0] += 1
        }
        for (entity, count) in counts.sorted(by: { $0.key < $1.key }) {
            reserved[entity] = try store.reserveKeys(entity: entity, count: count).reversed()
        }
    }

    /// Reads the objects of pairs, and what they are joined with.
    private mutating func preload(pairsOf links: [Record]) throws {
        let pairs = try links.compactMap { try state.link($0.id.name) }.filter { !$0.isApplied }
        let ends = Array(Set(pairs.flatMap { [$0.first, $0.second] })).sorted()
        try state.load(ends.map { "r/" + $0 })
        try preload(ends)
        var keys: [[Int]: Set<ObjectKey>] = [:]
        for pair in pairs {
            guard let first = try key(of: pair.first), drafts[first]?.isNew == false,
                let place = place(pair, of: first),
                members[MembersKey(relationship: place, key: first)] == nil
            else { continue }
            keys[[first.entity, place], default: []].insert(first)
        }
        for (group, keys) in keys {
            let keys = keys.sorted { $0.row < $1.row }
            for (key, found) in zip(keys, try store.members(group[1], of: keys)) {
                members[MembersKey(relationship: group[1], key: key)] = Set(found)
            }
        }
    }

    func key(of name: String) throws -> ObjectKey? { try state.key(of: name, codec) }

    func isAlive(_ name: String) throws -> Bool { try key(of: name) != nil }

    func name(of key: ObjectKey) throws -> String? { try state.name(of: key, codec) }

    mutating func has(_ key: ObjectKey) throws -> Bool {
        if deletions.contains(key) { return false }
        if drafts[key] != nil { return true }
        guard let row = try store.rows([key])[0] else { return false }
        drafts[key] = Draft(row: row, isNew: false)
        return true
    }

    // MARK: Saving

    mutating func save(author: String = "import") throws -> MirrorImported {
        var changes = ObjectChanges()
        changes.author = MirrorFold.authorPrefix + author
        changes.contextName = changes.author
        var imported = MirrorImported()
        for (key, draft) in drafts.sorted(by: {
            ($0.key.entity, $0.key.row) < ($1.key.entity, $1.key.row)
        }) where !deletions.contains(key) {
            if draft.isNew {
                changes.inserted.append(draft.row)
                imported.inserted.append(key)
                continue
            }
            guard !draft.attributes.isEmpty || !draft.toOnes.isEmpty || draft.isMember else {
                continue
            }
            changes.updated.append(
                ObjectUpdate(
                    key: key, version: nil,
                    attributes: draft.attributes.sorted().map {
                        (place: $0, value: draft.row.attributes[$0])
                    },
                    toOnes: draft.toOnes.sorted().map {
                        (place: $0, key: draft.row.toOnes[$0])
                    }))
            imported.updated.append(key)
            // What it is related to now may have to follow it into a share, or it that.
            if !draft.toOnes.isEmpty, try hasShares(), let name = try name(of: key) {
                state.set("g/" + name, Data())
            }
        }
        for key in deletions where drafts[key]?.isNew != true {
            changes.deleted.append(ObjectDeletion(key: key, version: nil))
            imported.deleted.append(key)
        }
        changes.memberships = memberships.filter { change in
            !deletions.contains(change.key)
                && !(change.added + change.removed).contains { deletions.contains($0) }
        }
        if !imported.isEmpty { imported.token = try store.save(changes).token }
        imported.notes = notes
        imported.related = related.subtracting(imported.inserted + imported.updated)
            .filter { !deletions.contains($0) }
        drafts = [:]
        pointers = [:]
        deletions = []
        related = []
        memberships = []
        members = [:]
        return imported
    }
}

/// The content of an asset is not at hand.
struct MirrorMissingContent: LocalizedError {
    let record: RecordID
    let field: String

    var errorDescription: String? {
        "The content of the field \(field) of the record '\(record.name)' is not at hand."
    }
}
