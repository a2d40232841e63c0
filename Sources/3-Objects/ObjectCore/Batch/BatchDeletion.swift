/// Deletes whatever matches, in one save, with delete rules followed.
///
///     let deleted = try BatchDeletion(store).run(ObjectQuery(entity: item.number))
///
/// Objects that a rule cascades to go too, and what pointed at a deleted object no longer does.
/// It reads rows and relationships of what it deletes, some hundreds at a time, and keeps their
/// keys.
public struct BatchDeletion {
    private let store: any ObjectStore
    private var deleted: Set<ObjectKey> = []
    private var order: [ObjectKey] = []
    private var nullified: [ObjectKey: [Int]] = [:]
    private var removed: [ObjectMembership] = []
    private var denials: [(key: ObjectKey, relationship: ModelRelationship, of: ObjectKey)] = []
    private static let batch = 500

    /// A deletion in a store.
    public init(_ store: any ObjectStore) { self.store = store }

    /// Deletes what matches.
    ///
    /// - Returns: The keys of what matched and of what it was cascaded to.
    /// - Throws: ``BatchDenial`` where a rule denies it; nothing is deleted then.
    public mutating func run(
        _ query: ObjectQuery, author: String? = nil, contextName: String? = nil
    ) throws -> [ObjectKey] {
        try run([query], author: author, contextName: contextName)
    }

    /// Deletes what matches any of several queries: a rule denies nothing that is deleted too.
    ///
    /// - Returns: The keys of what matched and of what it was cascaded to.
    /// - Throws: ``BatchDenial`` where a rule denies it; nothing is deleted then.
    public mutating func run(
        _ queries: [ObjectQuery], author: String? = nil, contextName: String? = nil
    ) throws -> [ObjectKey] {
        // No other writer links an object to one that is deleted between the read and the delete.
        let start = self
        return try store.exclusively {
            // After a conflict the body runs again from its beginning.
            self = start
            return try delete(queries, author, contextName)
        }
    }

    private mutating func delete(
        _ queries: [ObjectQuery], _ author: String?, _ contextName: String?
    ) throws -> [ObjectKey] {
        var pending = try queries.flatMap { try store.fetchKeys($0) }
        while !pending.isEmpty {
            let fresh = pending.filter { deleted.insert($0).inserted }
            order += fresh
            pending = []
            for (entity, keys) in Dictionary(grouping: fresh, by: \.entity) {
                for start in stride(from: 0, to: keys.count, by: Self.batch) {
                    let part = Array(keys[start..<min(start + Self.batch, keys.count)])
                    pending += try follow(part, store.model.entities[entity])
                }
            }
        }
        if let denial = denials.first(where: { !deleted.contains($0.key) }) {
            throw BatchDenial(
                entity: store.model.entities[denial.of.entity].name,
                relationship: denial.relationship.name)
        }
        guard !order.isEmpty else { return [] }
        var changes = ObjectChanges()
        changes.author = author
        changes.contextName = contextName
        changes.deleted = order.map { ObjectDeletion(key: $0, version: nil) }
        changes.updated = nullified.filter { !deleted.contains($0.key) }.map { key, places in
            ObjectUpdate(key: key, version: nil, toOnes: places.map { (place: $0, key: nil) })
        }
        changes.memberships = removed
        _ = try store.save(changes)
        return order
    }

    /// What the rules of objects of one entity ask for; gives the objects that go with them.
    private mutating func follow(
        _ keys: [ObjectKey], _ entity: ModelEntity
    ) throws -> [ObjectKey] {
        var cascaded: [ObjectKey] = []
        let rows = entity.toOnes.isEmpty ? [] : try store.rows(keys)
        for one in entity.toOnes {
            for row in rows {
                guard let row, let other = row.toOnes[one.place] else { continue }
                try follow(one, from: row.key, to: [other], &cascaded)
            }
        }
        for many in entity.toManys {
            let needed = many.usesJoinTable || many.source.deleteRule != .noAction
            guard needed else { continue }
            for (key, members) in zip(keys, try store.members(many.place, of: keys))
            where !members.isEmpty {
                if many.usesJoinTable {
                    removed.append(
                        ObjectMembership(key: key, relationship: many.place, removed: members))
                }
                try follow(many, from: key, to: members, &cascaded)
            }
        }
        return cascaded
    }

    private mutating func follow(
        _ relationship: ModelRelationship, from key: ObjectKey, to others: [ObjectKey],
        _ cascaded: inout [ObjectKey]
    ) throws {
        switch relationship.source.deleteRule {
        case .noAction: return
        case .cascade: cascaded += others
        case .deny: denials += others.map { ($0, relationship, key) }
        case .nullify:
            guard let inverse = relationship.inverse, !inverse.isToMany else { return }
            for other in others {
                guard
                    case .toOne(let place) = store.model.entities[other.entity]
                        .properties[inverse.name]
                else { continue }
                nullified[other, default: []].append(place)
                // An object that must point at one cannot be left behind.
                let side = store.model.entities[other.entity].toOnes[place]
                if !side.source.isOptional { denials.append((other, relationship, key)) }
            }
        }
    }
}

/// A rule that forbids a batch deletion.
///
///     catch let denial as BatchDenial {
///         denial.entity         // "Department"
///         denial.relationship   // "employees", whose delete rule is Deny
///     }
public struct BatchDenial: Error, Hashable, Sendable {
    /// The entity of an object that was to be deleted.
    public let entity: String
    /// The relationship whose objects are still there.
    public let relationship: String
}
