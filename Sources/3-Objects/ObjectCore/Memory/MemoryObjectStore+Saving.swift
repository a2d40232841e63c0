import Foundation
import PredicateCore

extension MemoryObjectStore {
    /// Makes all changes, or none.
    public func save(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        guard !isReadOnly else {
            throw ObjectStoreError(.readOnly, "The store may only be read.")
        }
        // The rows are changed by then; copies of all objects are made for such models alone.
        guard derivations.mayThrow else { return try apply(changes) }
        return try exclusively { try apply(changes) }
    }

    /// Takes objects that were saved before, as a file has them: the moment of their last save, which a
    /// derived attribute may have, stays.
    ///
    ///     try store.load(ObjectChanges(inserted: rows))
    package func load(_ changes: ObjectChanges) throws {
        _ = try exclusively { try apply(changes, isSave: false) }
    }

    private func apply(_ changes: ObjectChanges, isSave: Bool = true) throws -> ObjectSaveResult {
        try changing { contents in
            let planned = try plan(changes, contents)
            var result = ObjectSaveResult()
            var affected: Set<ObjectKey> = []
            if !derivations.isEmpty { affected = neighbours(changes, contents.objects) }
            for deletion in changes.deleted {
                if let row = contents.objects.row(deletion.key) {
                    contents.constraints.remove(row)
                }
            }
            for row in planned.updated {
                if let old = contents.objects.row(row.key) { contents.constraints.remove(old) }
            }
            let tombstones = changes.deleted.map { tombstone($0.key, contents.objects) }
            for deletion in changes.deleted { contents.objects.remove(deletion.key) }
            for row in planned.inserted {
                contents.objects.insert(row)
                contents.constraints.add(row)
                result.versions[row.key] = row.version
            }
            for row in planned.updated {
                let old = contents.objects.row(row.key)
                contents.objects.change(row.key) { $0 = row }
                for (place, destination) in row.toOnes.enumerated() {
                    contents.objects.link(
                        row.key, place, from: old?.toOnes[place], to: destination)
                }
                contents.constraints.add(row)
                result.versions[row.key] = row.version
            }
            for membership in changes.memberships { contents.objects.apply(membership) }
            if !derivations.isEmpty {
                affected.formUnion(neighbours(changes, contents.objects))
                let touched = Set(planned.inserted.map(\.key) + planned.updated.map(\.key))
                result.derived = try derivations.derive(
                    affected.union(touched),
                    touched: isSave && !changes.areCopies ? touched : [], in: &contents.objects)
            }
            record(changes, tombstones, in: &contents)
            result.token = contents.token
            return result
        }
    }

    // MARK: Checking

    private struct Plan {
        var inserted: [ObjectRow] = []
        var updated: [ObjectRow] = []
    }

    /// What rows will be, without changing anything.
    private func plan(_ changes: ObjectChanges, _ contents: Contents) throws -> Plan {
        var plan = Plan()
        var failure = ObjectSaveFailure()
        for row in changes.inserted {
            var row = row
            row.version = 1
            let attributes = model.entities[row.key.entity].attributes
            for attribute in attributes where row.attributes.indices.contains(attribute.place) {
                row.attributes[attribute.place] = attribute.type.normalized(
                    row.attributes[attribute.place])
            }
            plan.inserted.append(row)
        }
        for update in changes.updated {
            guard var row = contents.objects.row(update.key) else {
                failure.conflicts.append(.init(key: update.key, row: nil))
                continue
            }
            if let version = update.version, version != row.version {
                failure.conflicts.append(.init(key: update.key, row: row))
                continue
            }
            let attributes = model.entities[update.key.entity].attributes
            for (place, value) in update.attributes {
                row.attributes[place] = attributes[place].type.normalized(value)
            }
            for (place, key) in update.toOnes { row.toOnes[place] = key }
            row.version += 1
            plan.updated.append(row)
        }
        for deletion in changes.deleted {
            guard let version = deletion.version else { continue }
            let row = contents.objects.row(deletion.key)
            if row?.version != version {
                failure.conflicts.append(.init(key: deletion.key, row: row))
            }
        }
        if !contents.constraints.unique.isEmpty {
            failure.constraints = violations(plan, changes, contents)
        }
        guard failure.conflicts.isEmpty, failure.constraints.isEmpty else { throw failure }
        return plan
    }

    private func violations(
        _ plan: Plan, _ changes: ObjectChanges, _ contents: Contents
    ) -> [ObjectSaveFailure.Constraint] {
        let leaving = Set(changes.deleted.map(\.key)).union(plan.updated.map(\.key))
        return contents.constraints.unique.violations(of: plan.updated + plan.inserted) {
            constraint, values, row in
            guard let owner = contents.constraints.owner(constraint, values), owner != row.key,
                !leaving.contains(owner)
            else { return nil }
            return contents.objects.row(owner)
        }
    }

    // MARK: Derived attributes

    /// The objects changed, and those at the other end of their relationships.
    private func neighbours(
        _ changes: ObjectChanges, _ objects: MemoryObjects
    ) -> Set<ObjectKey> {
        var all: Set<ObjectKey> = []
        let keys =
            changes.inserted.map(\.key) + changes.updated.map(\.key)
            + changes.deleted.map(\.key) + changes.memberships.map(\.key)
        for key in keys {
            all.insert(key)
            if let row = objects.row(key) { all.formUnion(row.toOnes.compactMap { $0 }) }
            for place in model.entities[key.entity].toManys.indices {
                all.formUnion(objects.members(place, of: key))
            }
            all.formUnion(objects.owners(of: key))
        }
        all.formUnion(derivations.pointing(at: Set(keys), in: objects))
        for membership in changes.memberships {
            all.formUnion(membership.added)
            all.formUnion(membership.removed)
            // Owners that lose a member to this one.
            for key in membership.added { all.formUnion(objects.owners(of: key)) }
        }
        return all
    }

    // MARK: History

    private func tombstone(_ key: ObjectKey, _ objects: MemoryObjects) -> [String: Value] {
        guard keepsHistory, let row = objects.row(key) else { return [:] }
        var values: [String: Value] = [:]
        for attribute in model.entities[key.entity].attributes
        where attribute.source.preservesValueInHistoryOnDeletion {
            values[attribute.name] = row.attributes[attribute.place]
        }
        return values
    }

    private func record(
        _ changes: ObjectChanges, _ tombstones: [[String: Value]], in contents: inout Contents
    ) {
        guard keepsHistory else { return }
        var all: [ObjectTransaction.Change] = []
        func add(
            _ key: ObjectKey, _ kind: ObjectTransaction.Kind, _ properties: [String] = [],
            _ tombstone: [String: Value] = [:]
        ) {
            contents.changeCount += 1
            all.append(
                .init(
                    number: contents.changeCount, key: key, kind: kind, properties: properties,
                    tombstone: tombstone))
        }
        for row in changes.inserted { add(row.key, .inserted) }
        for update in changes.updated {
            let entity = model.entities[update.key.entity]
            let memberships = changes.memberships.filter { $0.key == update.key }
            let toManys = Set(update.toManys + memberships.map(\.relationship))
            let names =
                update.attributes.map { entity.attributes[$0.place].name }
                + update.toOnes.map { entity.toOnes[$0.place].name }
                + toManys.sorted().map { entity.toManys[$0].name }
            add(update.key, .updated, names)
        }
        for (deletion, tombstone) in zip(changes.deleted, tombstones) {
            add(deletion.key, .deleted, [], tombstone)
        }
        guard !all.isEmpty else { return }
        contents.token += 1
        contents.transactions.append(
            ObjectTransaction(
                token: contents.token, date: Date(), author: changes.author,
                contextName: changes.contextName,
                processName: ProcessInfo.processInfo.processName, changes: all))
    }
}
