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
    let settings: MirrorSettings
    /// The content of assets, by checksum.
    let contents: [String: Data]

    private var drafts: [ObjectKey: Draft] = [:]
    private var deletions: Set<ObjectKey> = []
    /// The changed records whose relationships are to be set.
    private var touched: [String] = []
    private var arrived: [String] = []
    private var memberships: [ObjectMembership] = []
    private var notes: [String] = []

    private struct Draft {
        var row: ObjectRow
        let isNew: Bool
        var attributes: Set<Int> = []
        var toOnes: Set<Int> = []
        var isMember = false
    }

    init(
        _ store: any ObjectStore, _ codec: MirrorCodec, _ state: MirrorState, _ zone: MirrorZone,
        _ settings: MirrorSettings, contents: [String: Data]
    ) {
        self.store = store
        self.codec = codec
        self.state = state
        self.zone = zone
        self.settings = settings
        self.contents = contents
    }

    /// Applies a page.
    mutating func run(changed: [Record], deleted: [String]) throws -> MirrorImported {
        try state.load(
            changed.flatMap { ["r/" + $0.id.name, "b/" + $0.id.name, "p/" + $0.id.name] })
        let objects = changed.filter { $0.type != MirrorPlan.linkTypeName }
        try preload(objects.map(\.id.name))
        for record in objects { try apply(record) }
        var links: [Record] = []
        for record in changed where record.type == MirrorPlan.linkTypeName {
            try note(record)
            links.append(record)
        }
        for name in deleted where try state.link(name) != nil { try removeLink(name) }
        for name in deleted { try remove(name) }
        for name in touched { try relate(name) }
        for name in arrived {
            for source in try state.takeWaiting(for: name) where try isAlive(source) {
                try relate(source)
            }
            for (linkName, _) in try state.links(of: name) { try join(linkName) }
        }
        for record in links { try join(record.id.name) }
        return try save()
    }

    /// Deletes what was not there when the whole zone was read.
    mutating func removeMissing() throws -> MirrorImported {
        for key in try state.keys("l/") {
            let name = String(key.dropFirst(2))
            guard let link = try state.link(name), link.isUploaded, link.epoch < zone.epoch else {
                continue
            }
            try removeLink(name)
        }
        for key in try state.keys("r/") {
            let name = String(key.dropFirst(2))
            guard var object = try state.object(name), object.isUploaded,
                object.epoch < zone.epoch
            else { continue }
            let pending = try state.pending(name)
            guard let pending, pending.kind != .deletion else {
                try remove(name)
                continue
            }
            // What was edited here is made again.
            object.isUploaded = false
            state.setObject(name, object)
            if var base = try state.base(name) {
                base.system = nil
                try state.setBase(name, base)
            }
            state.setPending(name, MirrorPending(.all))
        }
        return try save()
    }

    // MARK: Rows

    private mutating func preload(_ names: [String]) throws {
        var keys: [ObjectKey] = []
        for name in names { if let key = try key(of: name) { keys.append(key) } }
        for row in try store.rows(keys).compactMap({ $0 }) where drafts[row.key] == nil {
            drafts[row.key] = Draft(row: row, isNew: false)
        }
    }

    private func key(of name: String) throws -> ObjectKey? {
        guard let object = try state.object(name), object.row > 0,
            let entity = codec.model.entity(named: object.entity)
        else { return nil }
        return ObjectKey(entity: entity.number, row: object.row)
    }

    private func isAlive(_ name: String) throws -> Bool { try key(of: name) != nil }

    private func name(of key: ObjectKey) throws -> String? {
        try state.text(MirrorState.objectKey(codec.rootName(of: key.entity), key.row))
    }

    private mutating func has(_ key: ObjectKey) throws -> Bool {
        if deletions.contains(key) { return false }
        if drafts[key] != nil { return true }
        guard let row = try store.rows([key])[0] else { return false }
        drafts[key] = Draft(row: row, isNew: false)
        return true
    }

    // MARK: Attributes

    private mutating func apply(_ record: Record) throws {
        let name = record.id.name
        var object = try state.object(name)
        let base = try state.base(name)
        if var known = object, known.isUploaded, !zone.isReadAnew, base?.system != nil,
            base?.system?.changeTag == record.system?.changeTag
        {
            if known.epoch != zone.epoch {
                known.epoch = zone.epoch
                state.setObject(name, known)
            }
            return
        }
        var pending = try state.pending(name)
        if let dead = object, dead.row == 0 {
            if pending?.kind == .deletion, !isEdited(record, since: base) {
                object?.epoch = zone.epoch
                object?.isUploaded = true
                state.setObject(name, object)
                try state.setBase(name, record)
                return
            }
            // The edit reached the server first: the object is there again.
            object = nil
            pending = nil
            state.setPending(name, nil)
        }
        let key: ObjectKey
        if let known = try object.flatMap({ _ in try self.key(of: name) }), try has(known) {
            key = known
        } else {
            guard let made = try insert(record) else { return }
            key = made
            pending = nil
        }
        guard let shape = codec.shape(of: key.entity) else { return }
        if settings.merge == .record, pending != nil {
            state.setPending(name, MirrorPending(.all))
            pending = MirrorPending(.all)
        }
        for one in shape.attributes { try set(one, of: key, to: record, pending, shape) }
        state.setObject(
            name,
            MirrorObject(
                entity: shape.entity.name, row: key.row, isUploaded: true, epoch: zone.epoch))
        try state.setBase(name, record)
        touched.append(name)
    }

    /// Whether an attribute of a record is another one than it was.
    private func isEdited(_ record: Record, since base: Record?) -> Bool {
        guard let base,
            let shape = record[MirrorPlan.entityName.name].mirrorText
                .flatMap(codec.shape(named:))
        else { return true }
        return shape.attributes.contains { one in
            let now = MirrorCodec.content(one.field, of: record)
            return !MirrorCodec.isSame(now, MirrorCodec.content(one.field, of: base))
        }
    }

    private mutating func insert(_ record: Record) throws -> ObjectKey? {
        guard let entityName = record[MirrorPlan.entityName.name].mirrorText,
            let shape = codec.shape(named: entityName), shape.type == record.type
        else {
            notes.append(
                "A record of the type \(record.type) is of no entity of the model and was left as "
                    + "it is.")
            return nil
        }
        guard let key = try store.reserveKeys(entity: shape.entity.number, count: 1).first else {
            return nil
        }
        let row = ObjectRow(
            key: key, version: 0,
            attributes: shape.entity.attributes.map {
                // A field that is not there is nil, unless nil is no value of the attribute.
                $0.source.isOptional
                    ? .null : $0.source.defaultValue.map(Value.init(modelValue:)) ?? .null
            },
            toOnes: shape.entity.toOnes.map { _ in nil })
        drafts[key] = Draft(row: row, isNew: true)
        state.set(
            MirrorState.objectKey(codec.rootName(of: key.entity), key.row), record.id.name)
        arrived.append(record.id.name)
        return key
    }

    private mutating func set(
        _ one: MirrorCodec.AttributeField, of key: ObjectKey, to record: Record,
        _ pending: MirrorPending?, _ shape: MirrorCodec.Shape
    ) throws {
        guard let draft = drafts[key] else { return }
        let place = one.attribute.place
        let content = MirrorCodec.content(one.field, of: record)
        let mine = draft.row.attributes[place]
        if MirrorCodec.matches(mine, content, as: one.attribute.type) {
            try settle(one.field.name, record.id.name)
            return
        }
        if pending?.covers(one.field.name) == true { return }
        if content.isNull, !one.attribute.source.isOptional {
            return
        }
        var value: Value?
        if case .asset(let asset) = content {
            guard let data = asset.checksum.flatMap({ contents[$0] }) else {
                throw MirrorMissingContent(record: record.id, field: one.field.name)
            }
            value = MirrorCodec.decode(data, as: one.attribute.type)
        } else {
            value = MirrorCodec.decode(content, as: one.attribute.type)
        }
        guard let value else {
            notes.append(
                "The field \(one.field.name) of a record of the type \(shape.type) holds no value "
                    + "that '\(shape.entity.name).\(one.attribute.name)' can have; the attribute "
                    + "keeps its value.")
            return
        }
        drafts[key]?.row.attributes[place] = value
        drafts[key]?.attributes.insert(place)
    }

    /// Does not send a value that the server has already.
    private func settle(_ field: String, _ name: String) throws {
        guard var pending = try state.pending(name), case .fields(var fields) = pending.kind,
            fields.remove(field) != nil
        else { return }
        pending.kind = .fields(fields)
        state.setPending(name, fields.isEmpty ? nil : pending)
    }

    // MARK: Relationships

    private mutating func relate(_ name: String) throws {
        guard let key = try key(of: name), try has(key), let shape = codec.shape(of: key.entity),
            let base = try state.base(name)
        else { return }
        let pending = try state.pending(name)
        for one in shape.toOnes {
            guard let draft = drafts[key] else { return }
            let target = base[one.name].mirrorText.flatMap { $0.isEmpty ? nil : $0 }
            let mine = try draft.row.toOnes[one.relationship.place].flatMap {
                try self.name(of: $0)
            }
            if mine == target {
                try settle(one.name, name)
                continue
            }
            if pending?.covers(one.name) == true { continue }
            guard let target else {
                try point(one, key, at: nil)
                continue
            }
            let family = codec.model.entities[one.relationship.destination].family
            guard let other = try self.key(of: target), try has(other) else {
                state.wait(name, for: target)
                try point(one, key, at: nil)
                continue
            }
            guard family.contains(other.entity) else {
                notes.append(
                    "The field \(one.name) of a record of the type \(shape.type) points at an "
                        + "object of another entity; the relationship is empty.")
                continue
            }
            // Both sides of one to one have a field; where they differ neither is joined.
            if one.isOneToOne, try !self.points(target, back: one, to: name) {
                try point(one, key, at: nil)
                continue
            }
            try point(one, key, at: other)
        }
    }

    /// Whether the other side of a relationship from one to one points at an object, by what is
    /// here where that is to be sent, else by its record.
    private mutating func points(
        _ target: String, back one: MirrorCodec.ToOneField, to name: String
    ) throws -> Bool {
        guard let inverse = one.relationship.inverse, let key = try key(of: target),
            let shape = codec.shape(of: key.entity),
            let back = shape.toOnes.first(where: { $0.relationship.name == inverse.name })
        else { return true }
        if try state.pending(target)?.covers(back.name) == true {
            guard try has(key),
                let mine = drafts[key]?.row.toOnes[back.relationship.place]
            else { return false }
            return try self.name(of: mine) == name
        }
        return try state.base(target)?[back.name] == .text(name)
    }

    /// Points a relationship at an object, and keeps both sides of one to one in accord.
    private mutating func point(
        _ one: MirrorCodec.ToOneField, _ key: ObjectKey, at target: ObjectKey?
    ) throws {
        let place = one.relationship.place
        guard let draft = drafts[key], draft.row.toOnes[place] != target else { return }
        let old = draft.row.toOnes[place]
        drafts[key]?.row.toOnes[place] = target
        drafts[key]?.toOnes.insert(place)
        guard one.isOneToOne, let inverse = one.relationship.inverse else { return }
        func back(_ key: ObjectKey) -> Int? {
            guard
                case .toOne(let place)? = codec.model.entities[key.entity]
                    .properties[inverse.name]
            else { return nil }
            return place
        }
        if let old, try has(old), let place = back(old),
            drafts[old]?.row.toOnes[place] == key
        {
            drafts[old]?.row.toOnes[place] = nil
            drafts[old]?.toOnes.insert(place)
        }
        if let target, try has(target), let place = back(target),
            drafts[target]?.row.toOnes[place] != key
        {
            if let other = drafts[target]?.row.toOnes[place], try has(other),
                drafts[other]?.row.toOnes[one.relationship.place] == target
            {
                drafts[other]?.row.toOnes[one.relationship.place] = nil
                drafts[other]?.toOnes.insert(one.relationship.place)
            }
            drafts[target]?.row.toOnes[place] = key
            drafts[target]?.toOnes.insert(place)
        }
    }

    // MARK: Pairs

    /// Takes a record that joins a pair into the state.
    private mutating func note(_ record: Record) throws {
        let name = record.id.name
        if var known = try state.link(name) {
            known.isUploaded = true
            known.epoch = zone.epoch
            try state.setLink(name, known)
            return
        }
        func parts(_ field: String) -> [String] {
            record[field].mirrorText?.split(whereSeparator: { $0 == ":" || $0 == ";" })
                .map(String.init) ?? []
        }
        let entities = parts("CD_entityNames")
        let names = parts("CD_recordNames")
        let relationships = parts("CD_relationships")
        guard entities.count == 2, names.count == 2, relationships.count == 2 else {
            notes.append("A record of the type CDMR joins no pair and was left as it is.")
            return
        }
        for (place, other) in [(0, 1), (1, 0)] {
            let sides = codec.shape(named: entities[place])?.links ?? []
            guard
                let side = sides.first(where: {
                    $0.relationship.name == relationships[place] && $0.isFirst
                        && $0.link.second.relationship == relationships[other]
                })
            else { continue }
            try state.setLink(
                name,
                MirrorLink(
                    entity: side.link.first.entity, relationship: side.link.first.relationship,
                    first: names[place], second: names[other], isUploaded: true,
                    isApplied: false, epoch: zone.epoch))
            return
        }
        notes.append(
            "A record of the type CDMR joins objects by \(relationships[0]) and "
                + "\(relationships[1]), which the model does not have, and was left as it is.")
    }

    /// The place of a link's relationship among those of an object.
    private func place(_ link: MirrorLink, of key: ObjectKey) -> Int? {
        codec.shape(of: key.entity)?.links.first {
            $0.isFirst && $0.link.first.entity == link.entity
                && $0.link.first.relationship == link.relationship
        }?.relationship.place
    }

    /// Joins the objects of a pair, where both are here.
    private mutating func join(_ name: String) throws {
        guard var link = try state.link(name), !link.isApplied,
            try state.pending(name)?.kind != .deletion,
            let first = try key(of: link.first), let second = try key(of: link.second),
            try has(first), try has(second), let place = place(link, of: first)
        else { return }
        link.isApplied = true
        try state.setLink(name, link)
        guard try !isJoined(first, second, place) else { return }
        memberships.append(ObjectMembership(key: first, relationship: place, added: [second]))
        drafts[first]?.isMember = true
        drafts[second]?.isMember = true
    }

    private func isJoined(_ first: ObjectKey, _ second: ObjectKey, _ place: Int) throws -> Bool {
        var isJoined = false
        if drafts[first]?.isNew == false {
            isJoined = try store.members(place, of: [first])[0].contains(second)
        }
        for change in memberships where change.key == first && change.relationship == place {
            if change.added.contains(second) { isJoined = true }
            if change.removed.contains(second) { isJoined = false }
        }
        return isJoined
    }

    private mutating func removeLink(_ name: String) throws {
        guard let link = try state.link(name) else { return }
        try state.setLink(name, nil)
        state.setPending(name, nil)
        guard link.isApplied else { return }
        // Two devices may have made a record each for one pair.
        for (otherName, other) in try state.links(of: link.first)
        where other.pair == link.pair && other.isApplied {
            if try state.pending(otherName)?.kind != .deletion { return }
        }
        guard let first = try key(of: link.first), let second = try key(of: link.second),
            try has(first), try has(second), let place = place(link, of: first),
            try isJoined(first, second, place)
        else { return }
        memberships.append(ObjectMembership(key: first, relationship: place, removed: [second]))
        drafts[first]?.isMember = true
        drafts[second]?.isMember = true
    }

    // MARK: Deletions

    private mutating func remove(_ name: String) throws {
        guard let object = try state.object(name) else { return }
        let pending = try state.pending(name)
        if let pending, pending.kind != .deletion, object.row > 0 {
            notes.append(
                "An object of the entity '\(object.entity)' was deleted by another device and "
                    + "edited here; the deletion reached the server first.")
        }
        for (linkName, link) in try state.links(of: name) {
            if link.isUploaded {
                var link = link
                link.isApplied = false
                try state.setLink(linkName, link)
                state.setPending(linkName, MirrorPending(.deletion))
            } else {
                try state.setLink(linkName, nil)
                state.setPending(linkName, nil)
            }
        }
        if let key = try key(of: name), try has(key) {
            try unlink(key)
            deletions.insert(key)
            state.set(MirrorState.objectKey(codec.rootName(of: key.entity), key.row), nil)
        }
        state.setObject(name, nil)
        state.setPending(name, nil)
        try state.setBase(name, nil)
    }

    /// Empties the relationships that point at an object.
    private mutating func unlink(_ key: ObjectKey) throws {
        let entity = codec.model.entities[key.entity]
        for relationship in entity.toManys where !relationship.usesJoinTable {
            guard let inverse = relationship.inverse, drafts[key]?.isNew == false else { continue }
            for member in try store.members(relationship.place, of: [key])[0] {
                try empty(inverse.name, of: member, pointingAt: key)
            }
        }
        // Objects of the same page that were pointed at it meanwhile.
        for (member, draft) in drafts
        where draft.toOnes.contains(where: { draft.row.toOnes[$0] == key }) {
            for place in draft.toOnes where draft.row.toOnes[place] == key {
                drafts[member]?.row.toOnes[place] = nil
            }
        }
        for relationship in entity.toOnes {
            guard let inverse = relationship.inverse, !inverse.isToMany,
                let partner = drafts[key]?.row.toOnes[relationship.place]
            else { continue }
            try empty(inverse.name, of: partner, pointingAt: key)
        }
    }

    private mutating func empty(
        _ name: String, of key: ObjectKey, pointingAt target: ObjectKey
    ) throws {
        guard try has(key),
            case .toOne(let place)? = codec.model.entities[key.entity].properties[name],
            drafts[key]?.row.toOnes[place] == target
        else { return }
        drafts[key]?.row.toOnes[place] = nil
        drafts[key]?.toOnes.insert(place)
    }

    // MARK: Saving

    private mutating func save() throws -> MirrorImported {
        var changes = ObjectChanges()
        changes.author = MirrorFold.authorPrefix + "import"
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
        drafts = [:]
        deletions = []
        memberships = []
        return imported
    }
}

/// The content of an asset is not at hand.
struct MirrorMissingContent: Error {
    let record: RecordID
    let field: String
}
