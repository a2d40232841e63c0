import Foundation
import ObjectCore
import Testing
import TestRandom

/// The same random changes, saved in memory and in databases.
@Suite struct `ObjectSavingDifferential` {
    static let rounds =
        ProcessInfo.processInfo.environment["QUARRY_OBJECT_SAVES"]
        .flatMap(Int.init) ?? 120

    @Test func `all stores hold the same after the same saves`() throws {
        var complaints: [String] = []
        var done = 0
        var failures = 0
        var seed: UInt64 = 1
        while done < Self.rounds, complaints.count < 5 {
            var random = RandomNumbers(seed: seed)
            let world = try ObjectWorld(using: &random)
            defer { world.close() }
            var changer = RandomChanges(world, random: random)
            for round in 0..<12 {
                let changes = try changer.next()
                let mine = Result { try world.memory.save(changes) }
                done += 1
                let place = "seed \(seed), round \(round): "
                let complaint = world.others.lazy.compactMap { name, store in
                    changer.compare(mine, Result { try store.save(changes) }, name)
                }.first
                if let complaint {
                    complaints.append(place + complaint)
                    break
                }
                guard case .success = mine else {
                    failures += 1
                    continue
                }
                let orders = try changer.orders()
                _ = try world.memory.save(orders)
                for (_, store) in world.others { _ = try store.save(orders) }
                if let complaint = try world.compare(changer.keys) {
                    complaints.append(
                        place + complaint + "\n  \(changes.memberships)\n  \(changes.deleted)")
                    break
                }
            }
            seed += 1
        }
        for complaint in complaints { Issue.record("\(complaint)") }
        #expect(failures * 2 < done, "\(failures) of \(done) saves failed in both stores")
        #expect(failures > 0)
    }
}

/// Changes of the objects in several stores.
private struct RandomChanges {
    let world: ObjectWorld
    var random: RandomNumbers
    /// Every object that there ever was.
    var keys: [ObjectKey]

    init(_ world: ObjectWorld, random: RandomNumbers) {
        self.world = world
        self.random = random
        keys = world.graph.keys
    }

    private var model: ResolvedModel { world.graph.model }

    /// Objects of an entity that are in the stores.
    private func living(_ entity: Int) throws -> [ObjectKey] {
        try world.memory.fetchKeys(ObjectQuery(entity: entity))
    }

    mutating func next() throws -> ObjectChanges {
        var changes = ObjectChanges()
        let all = try model.entities.filter { $0.superentity == nil }.flatMap {
            try living($0.number)
        }
        var gone: Set<ObjectKey> = []
        for _ in 0..<random.number(0...3) where !all.isEmpty { gone.insert(random.pick(all)) }
        let rows = try world.memory.rows(all)
        for key in gone {
            let version = try world.memory.rows([key])[0]?.version ?? 0
            changes.deleted.append(
                ObjectDeletion(key: key, version: random.chance(95) ? version : version + 1))
        }
        for row in rows.compactMap({ $0 }) where !gone.contains(row.key) {
            var update = ObjectUpdate(
                key: row.key, version: random.chance(99) ? row.version : row.version + 7)
            let entity = model.entities[row.key.entity]
            for relationship in entity.toOnes {
                let isFree = relationship.inverse.map { $0.isToMany } ?? true
                if let old = row.toOnes[relationship.place], gone.contains(old) {
                    update.toOnes.append((relationship.place, nil))
                } else if isFree, random.chance(12) {
                    let candidates = try living(relationship.destination).filter {
                        !gone.contains($0)
                    }
                    update.toOnes.append(
                        (
                            relationship.place,
                            random.chance(20) ? nil : candidates.randomElement(using: &random)
                        ))
                }
            }
            for attribute in entity.attributes
            where !attribute.isComputed && random.chance(8) {
                update.attributes.append(
                    (
                        attribute.place,
                        random.chance(20)
                            ? .null : RandomValues.value(attribute.source, using: &random)
                    ))
            }
            if !update.toOnes.isEmpty || !update.attributes.isEmpty {
                changes.updated.append(update)
            }
            for relationship in entity.toManys where relationship.usesJoinTable {
                guard random.chance(15) else { continue }
                if let inverse = relationship.inverse, inverse.name < relationship.name {
                    continue
                }
                let now = try world.memory.members(relationship.place, of: [row.key])[0]
                let candidates = try living(relationship.destination).filter {
                    !gone.contains($0) && !now.contains($0)
                }
                let added = Array(candidates.shuffled(using: &random).prefix(2))
                let removed = now.filter { gone.contains($0) || random.chance(30) }
                changes.memberships.append(
                    ObjectMembership(
                        key: row.key, relationship: relationship.place, added: added,
                        removed: removed,
                        order: relationship.isOrdered
                            ? now.filter { !removed.contains($0) } + added : nil))
            }
        }
        for _ in 0..<random.number(0...3) {
            let entity = random.pick(model.entities)
            let key = try world.memory.reserveKeys(entity: entity.number, count: 1)[0]
            for (_, store) in world.others {
                #expect(try store.reserveKeys(entity: entity.number, count: 1) == [key])
            }
            keys.append(key)
            var toOnes: [ObjectKey?] = []
            for relationship in entity.toOnes {
                let isFree = relationship.inverse.map { $0.isToMany } ?? true
                let candidates =
                    isFree
                    ? try living(relationship.destination).filter { !gone.contains($0) } : []
                toOnes.append(candidates.randomElement(using: &random))
            }
            changes.inserted.append(
                ObjectRow(
                    key: key, version: 0,
                    attributes: entity.attributes.map {
                        $0.isComputed ? .null : RandomValues.value($0.source, using: &random)
                    }, toOnes: toOnes))
        }
        return changes
    }

    /// A new order for every ordered relationship.
    mutating func orders() throws -> ObjectChanges {
        var changes = ObjectChanges()
        for entity in model.entities {
            let keys = try world.memory.fetchKeys(
                ObjectQuery(entity: entity.number, includesSubentities: false))
            for relationship in entity.toManys where relationship.isOrdered {
                let members = try world.memory.members(relationship.place, of: keys)
                for (key, members) in zip(keys, members) where !members.isEmpty {
                    changes.memberships.append(
                        ObjectMembership(
                            key: key, relationship: relationship.place,
                            order: members.shuffled(using: &random)))
                }
            }
        }
        return changes
    }

    /// What differs in what two stores say of a save.
    func compare(
        _ mine: Result<ObjectSaveResult, any Error>, _ theirs: Result<ObjectSaveResult, any Error>,
        _ name: String
    ) -> String? {
        switch (mine, theirs) {
        case (.success(let mine), .success(let theirs)):
            if mine.versions != theirs.versions {
                return "versions \(mine.versions) \(theirs.versions)"
            }
            func shown(_ result: ObjectSaveResult) -> [String] {
                result.derived.flatMap { key, values in
                    values.map { "\(key) \($0.place) \($0.value)" }
                }.sorted()
            }
            return nil
        case (.failure(let mine as ObjectSaveFailure), .failure(let theirs as ObjectSaveFailure)):
            func shown(_ failure: ObjectSaveFailure) -> String {
                let conflicts = failure.conflicts.map { "\($0.key) \($0.row?.version ?? -1)" }
                let constraints = failure.constraints.map {
                    // Of two that are saved, either may be called the other one.
                    "\($0.properties) \([$0.key, $0.existing.key].map(String.init(describing:)).sorted())"
                }
                return "\(conflicts.sorted()) \(constraints.sorted())"
            }
            let (a, b) = (shown(mine), shown(theirs))
            return a == b ? nil : "memory \(a)\n  \(name) \(b)"
        default: return "memory \(mine)\n  \(name) \(theirs)"
        }
    }
}
