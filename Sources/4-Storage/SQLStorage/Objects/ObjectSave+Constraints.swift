import ObjectCore
import SQLLowering

extension ObjectSave {
    /// Notes changed objects that others changed meanwhile, where nothing is to be written.
    mutating func collectConflicts(_ updates: [ObjectUpdate]) throws {
        for update in updates {
            let row = try store.row(update.key, on: connection)
            if row == nil || (update.version != nil && row?.version != update.version) {
                failure.conflicts.append(.init(key: update.key, row: row))
            }
        }
    }

    /// Notes deleted objects that others changed meanwhile, where nothing is to be written.
    mutating func collectConflicts(_ deletions: [ObjectDeletion]) throws {
        for deletion in deletions {
            guard let version = deletion.version else { continue }
            let row = try store.row(deletion.key, on: connection)
            if row?.version != version {
                failure.conflicts.append(.init(key: deletion.key, row: row))
            }
        }
    }

    /// Takes the values of constraints away from rows that get others, so that two may swap.
    ///
    /// Only a value that the change sets goes: the others would not come back.
    func makeRoom(_ updates: [ObjectUpdate]) throws {
        let constraints = store.constraints
        let claiming = updates.filter { constraints.touches($0, store.model) }
        guard claiming.count > 1 else { return }
        for update in claiming {
            for constraint in constraints.unique.ofEntity[update.key.entity] {
                let names = constraints.names(constraint, in: update, store.model)
                guard let name = names.first,
                    let clear = constraints.statements[constraint].clear[name]
                else { continue }
                try connection.perform(clear) { $0.bind(int: update.key.row, at: 0) }
            }
        }
    }

    /// Which values of changed and new objects would occur twice.
    func violations(_ changes: ObjectChanges) throws -> [ObjectSaveFailure.Constraint] {
        let constraints = store.constraints
        var rows: [ObjectRow] = []
        var leaving = Set(changes.deleted.map { tree($0.key) })
        for update in changes.updated where constraints.touches(update, store.model) {
            guard var row = try store.row(update.key, on: connection) else { continue }
            // A change that is a conflict takes no value and gives none up.
            if let version = update.version, version != row.version { continue }
            let attributes = store.model.entities[row.key.entity].attributes
            for (place, value) in update.attributes {
                row.attributes[place] = attributes[place].type.normalized(value)
            }
            for (place, key) in update.toOnes { row.toOnes[place] = key }
            leaving.insert(tree(row.key))
            rows.append(row)
        }
        rows += changes.inserted.filter { !constraints.unique.ofEntity[$0.key.entity].isEmpty }
        return try constraints.unique.violations(of: rows) { constraint, values, row in
            try owner(of: values, constraint, besides: row.key, leaving)
        }
    }

    /// A key by which an object is known, whichever of the entities above it is asked.
    private func tree(_ key: ObjectKey) -> ObjectKey {
        ObjectKey(entity: store.model.entities[key.entity].root, row: key.row)
    }

    private func owner(
        of values: [Value], _ constraint: Int, besides key: ObjectKey, _ leaving: Set<ObjectKey>
    ) throws -> ObjectRow? {
        let constraints = store.constraints
        guard let statement = constraints.statements[constraint].lookup?.statement(for: values)
        else { return nil }
        var found: ObjectRow?
        let plan = store.plans.reader(constraints.unique.all[constraint].entity.number)
        try connection.query(statement.template) { binder in
            for (position, column) in statement.parameters.enumerated() {
                column.bind(values, to: &binder, at: position)
            }
        } _: { row in
            guard let other = plan.reader.row(row), other.key.row != key.row,
                !leaving.contains(tree(other.key))
            else { return true }
            found = other
            return false
        }
        return found
    }
}
