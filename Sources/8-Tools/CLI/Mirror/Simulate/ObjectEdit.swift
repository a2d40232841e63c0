import CoreDataModel
import ObjectCore
import PredicateCore

/// Changes of objects that are saved together, with both sides of each relationship, as a context of
/// Core Data saves them.
struct ObjectEdit {
    private let store: any ObjectStore
    private var inserted: [ObjectKey: ObjectRow] = [:]
    private var updated: [ObjectKey: ObjectUpdate] = [:]
    private var deleted: Set<ObjectKey> = []
    private var memberships: [ObjectMembership] = []

    init(_ store: any ObjectStore) { self.store = store }

    /// A new object with the defaults of its entity.
    mutating func insert(_ entity: ModelEntity) throws -> ObjectKey? {
        guard let key = try store.reserveKeys(entity: entity.number, count: 1).first else {
            return nil
        }
        inserted[key] = ObjectRow(
            key: key, version: 0,
            attributes: entity.attributes.map(\.source.storedDefault),
            toOnes: entity.toOnes.map { _ in nil })
        return key
    }

    mutating func set(_ key: ObjectKey, _ attribute: ModelAttribute, _ value: Value) {
        if inserted[key] != nil {
            inserted[key]?.attributes[attribute.place] = value
        } else {
            updated[key, default: ObjectUpdate(key: key, version: nil)].attributes
                .append((attribute.place, value))
        }
    }

    /// Points a relationship at an object; the other side of one to one as well.
    mutating func set(
        _ key: ObjectKey, _ relationship: ModelRelationship, _ target: ObjectKey?
    ) throws {
        let old = try toOne(key, relationship.place)
        point(key, relationship.place, target)
        guard let inverse = relationship.inverse, !inverse.isToMany else { return }
        if let old, old != target, let place = place(inverse.name, of: old) {
            point(old, place, nil)
        }
        if let target, let place = place(inverse.name, of: target) {
            if let other = try toOne(target, place), other != key {
                point(other, relationship.place, nil)
            }
            point(target, place, key)
        }
    }

    /// Puts an object into a relationship to many, or takes it out.
    mutating func set(
        _ key: ObjectKey, _ relationship: ModelRelationship, member: ObjectKey, isIn: Bool
    ) throws {
        if relationship.usesJoinTable {
            memberships.append(
                ObjectMembership(
                    key: key, relationship: relationship.place, added: isIn ? [member] : [],
                    removed: isIn ? [] : [member]))
            // The history has changes of objects alone.
            for one in [key, member] where inserted[one] == nil {
                updated[one] = updated[one] ?? ObjectUpdate(key: one, version: nil)
            }
        } else if let inverse = relationship.inverse, let place = place(inverse.name, of: member) {
            if isIn {
                point(member, place, key)
            } else if try toOne(member, place) == key {
                point(member, place, nil)
            }
        }
    }

    /// Deletes an object, and does to others what the rules of its relationships say.
    mutating func delete(_ key: ObjectKey) throws {
        guard deleted.insert(key).inserted, let row = try store.rows([key])[0] else { return }
        let entity = store.model.entities[key.entity]
        for relationship in entity.toManys {
            for member in try store.members(relationship.place, of: [key])[0] {
                if relationship.source.deleteRule == .cascade {
                    try delete(member)
                } else if !deleted.contains(member) {
                    try set(key, relationship, member: member, isIn: false)
                }
            }
        }
        for relationship in entity.toOnes {
            guard let target = row.toOnes[relationship.place] else { continue }
            if relationship.source.deleteRule == .cascade { try delete(target) }
            if let inverse = relationship.inverse, !inverse.isToMany,
                let place = place(inverse.name, of: target)
            {
                point(target, place, nil)
            }
        }
    }

    /// Saves everything, by an author that is none of the mirror's.
    func save() throws {
        var changes = ObjectChanges()
        changes.inserted = inserted.values.sorted { $0.key.row < $1.key.row }
        changes.updated = updated.values.filter { !deleted.contains($0.key) }
            .sorted { ($0.key.entity, $0.key.row) < ($1.key.entity, $1.key.row) }
        changes.deleted = deleted.map { ObjectDeletion(key: $0, version: nil) }
        changes.memberships = memberships.filter { !deleted.contains($0.key) }
        _ = try store.save(changes)
    }

    private func place(_ name: String, of key: ObjectKey) -> Int? {
        guard case .toOne(let place)? = store.model.entities[key.entity].properties[name] else {
            return nil
        }
        return place
    }

    private func toOne(_ key: ObjectKey, _ place: Int) throws -> ObjectKey? {
        if let row = inserted[key] { return row.toOnes[place] }
        if let change = updated[key]?.toOnes.last(where: { $0.place == place }) {
            return change.key
        }
        return try store.rows([key])[0]?.toOnes[place]
    }

    private mutating func point(_ key: ObjectKey, _ place: Int, _ target: ObjectKey?) {
        if inserted[key] != nil {
            inserted[key]?.toOnes[place] = target
            return
        }
        var update = updated[key] ?? ObjectUpdate(key: key, version: nil)
        update.toOnes.removeAll { $0.place == place }
        update.toOnes.append((place, target))
        updated[key] = update
    }
}
