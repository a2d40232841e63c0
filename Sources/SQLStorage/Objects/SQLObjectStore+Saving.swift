public import ObjectCore
import RecordCore
import SQLLowering

extension SQLObjectStore {
    /// Makes all changes durable, or none.
    public func save(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        try writing { connection in
            var save = ObjectSave(self, connection)
            return try save.perform(changes)
        }
    }
}

/// One save within its transaction.
struct ObjectSave<Engine: ObjectEngine> {
    let store: SQLObjectStore<Engine>
    let connection: Engine.Connection
    var result = ObjectSaveResult()
    var failure = ObjectSaveFailure()

    init(_ store: SQLObjectStore<Engine>, _ connection: Engine.Connection) {
        self.store = store
        self.connection = connection
    }

    mutating func perform(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        let constraints = ObjectConstraints(store.model)
        if !constraints.isEmpty {
            failure.constraints = try violations(changes, constraints)
            if !failure.constraints.isEmpty {
                try collectConflicts(changes)
                throw failure
            }
        }
        let derivations = ObjectDerivations(store.model)
        var affected: Set<ObjectKey> = []
        if !derivations.isEmpty { affected = try neighbours(changes) }
        let tombstones =
            store.keepsHistory ? try changes.deleted.map { try tombstone($0.key) } : []
        for deletion in changes.deleted { try delete(deletion) }
        if !constraints.isEmpty { try makeRoom(changes.updated, constraints) }
        for update in changes.updated { try self.update(update) }
        guard failure.conflicts.isEmpty else { throw failure }
        try insert(changes.inserted)
        for membership in changes.memberships { try apply(membership) }
        if !derivations.isEmpty {
            affected.formUnion(try neighbours(changes))
            let touched = Set(changes.inserted.map(\.key) + changes.updated.map(\.key))
            result.derived = try derivations.derive(
                affected.union(touched), touched: touched, in: self)
        }
        if store.keepsHistory {
            result.token = try ObjectHistory.record(
                changes, tombstones, in: store, on: connection)
        }
        return result
    }

    // MARK: Rows

    private mutating func delete(_ deletion: ObjectDeletion) throws {
        let writer = store.plans.writer(deletion.key.entity).writer
        if let version = deletion.version {
            try connection.perform(writer.deleteVersion) {
                $0.bind(int: deletion.key.row, at: 0)
                $0.bind(int: version, at: 1)
            }
            if connection.changeCount == 0 {
                failure.conflicts.append(
                    .init(key: deletion.key, row: try store.row(deletion.key, on: connection)))
                return
            }
        } else {
            try connection.perform(writer.delete) { $0.bind(int: deletion.key.row, at: 0) }
        }
        for template in writer.unlink {
            try connection.perform(template) { $0.bind(int: deletion.key.row, at: 0) }
        }
    }

    private mutating func update(_ update: ObjectUpdate) throws {
        let plan = store.plans.writer(update.key.entity)
        let entity = store.model.entities[update.key.entity]
        var update = update
        for (place, value) in update.attributes.enumerated() {
            update.attributes[place].value = entity.attributes[value.place].type
                .normalized(value.value)
        }
        let shape = ObjectWriter.UpdateShape(update)
        let template: SQLTemplate
        if let known = plan.updates[shape] {
            template = known
        } else {
            template = plan.writer.update(shape, for: store.engine.dialect)
            // Few shapes recur; a program that makes many of them keeps none.
            if plan.updates.count >= 64 { plan.updates.removeAll() }
            plan.updates[shape] = template
        }
        try connection.perform(template) { plan.writer.bind(update, to: &$0) }
        if connection.changeCount == 0 {
            failure.conflicts.append(
                .init(key: update.key, row: try store.row(update.key, on: connection)))
        } else if let version = update.version {
            result.versions[update.key] = version + 1
        } else {
            var version = Int64(1)
            try connection.query(plan.writer.version) {
                $0.bind(int: update.key.row, at: 0)
            } _: { row in
                version = row.int(0)
                return false
            }
            result.versions[update.key] = version
        }
    }

    private mutating func insert(_ rows: [ObjectRow]) throws {
        result.versions.reserveCapacity(result.versions.count + rows.count)
        var plan: ObjectPlans.Writer?
        var highest: [Int: Int64] = [:]
        for row in rows {
            if plan?.writer.entity != row.key.entity {
                plan = store.plans.writer(row.key.entity)
            }
            guard let writer = plan?.writer else { continue }
            var row = row
            let attributes = store.model.entities[row.key.entity].attributes
            for attribute in attributes where attribute.place < row.attributes.count {
                if let value = attribute.type.changed(row.attributes[attribute.place]) {
                    row.attributes[attribute.place] = value
                }
            }
            try connection.perform(writer.insert) { writer.bind(row, to: &$0) }
            result.versions[row.key] = 1
            let root = store.model.entities[row.key.entity].root
            if row.key.row > highest[root] ?? 0 { highest[root] = row.key.row }
        }
        for (root, row) in highest {
            let number = store.layout.number(of: root)
            try connection.run(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = \(row) WHERE Z_ENT = \(number) AND Z_MAX < \(row)")
        }
    }

    // MARK: Relationships to many

    private func apply(_ membership: ObjectMembership) throws {
        let entity = membership.key.entity
        guard store.model.entities[entity].toManys.indices.contains(membership.relationship)
        else { return }
        let members = store.layout.members(ofToMany: membership.relationship, in: entity)
        let owner = membership.key.row
        switch members.place {
        case .foreignKey:
            guard let column = members.orderColumn, let order = membership.order else { return }
            for (place, key) in order.enumerated() {
                let number = Int64(place + 1)
                try connection.run(
                    """
                    UPDATE \(ident: members.table) SET \(ident: column) = \(number)
                    WHERE "Z_PK" = \(key.row) AND \(ident: column) IS NOT \(number)
                    """)
            }
        case .joinTable(let ownerColumn, let memberColumn):
            for key in membership.removed {
                try connection.run(
                    """
                    DELETE FROM \(ident: members.table)
                    WHERE \(ident: ownerColumn) = \(owner) AND \(ident: memberColumn) = \(key.row)
                    """)
                if ownerColumn == "REFLEXIVE" {
                    try connection.run(
                        """
                        DELETE FROM \(ident: members.table)
                        WHERE \(ident: ownerColumn) = \(key.row)
                        AND \(ident: memberColumn) = \(owner)
                        """)
                }
            }
            let added = membership.added + (membership.order ?? [])
            for key in added {
                try connection.run(
                    """
                    INSERT OR IGNORE INTO \(ident: members.table)
                    (\(ident: ownerColumn), \(ident: memberColumn)) VALUES (\(owner), \(key.row))
                    """)
                if ownerColumn == "REFLEXIVE" {
                    try connection.run(
                        """
                        INSERT OR IGNORE INTO \(ident: members.table)
                        (\(ident: ownerColumn), \(ident: memberColumn))
                        VALUES (\(key.row), \(owner))
                        """)
                }
            }
            guard let column = members.orderColumn, let order = membership.order else { return }
            for (place, key) in order.enumerated() {
                let number = Int64(place + 1)
                try connection.run(
                    """
                    UPDATE \(ident: members.table) SET \(ident: column) = \(number)
                    WHERE \(ident: ownerColumn) = \(owner) AND \(ident: memberColumn) = \(key.row)
                    """)
            }
        }
    }

    // MARK: Conflicts

    /// Conflicts where nothing is to be written any more.
    private mutating func collectConflicts(_ changes: ObjectChanges) throws {
        for update in changes.updated {
            let row = try store.row(update.key, on: connection)
            if row == nil || (update.version != nil && row?.version != update.version) {
                failure.conflicts.append(.init(key: update.key, row: row))
            }
        }
        for deletion in changes.deleted {
            guard let version = deletion.version else { continue }
            let row = try store.row(deletion.key, on: connection)
            if row?.version != version {
                failure.conflicts.append(.init(key: deletion.key, row: row))
            }
        }
    }

    /// Takes the values of constraints away from rows that get others, so that two may swap.
    private func makeRoom(_ updates: [ObjectUpdate], _ constraints: ObjectConstraints) throws {
        let claiming = updates.filter { constraints.touches($0, store.model) }
        guard claiming.count > 1 else { return }
        for update in claiming {
            for constraint in constraints.ofEntity[update.key.entity] {
                let (entity, names) = constraints.all[constraint]
                let schema = ObjectSchema(store.layout)
                guard let column = schema.columns(names, entity)?.first else { continue }
                try connection.run(
                    """
                    UPDATE \(ident: store.layout.table(of: entity.number))
                    SET \(ident: column) = NULL WHERE "Z_PK" = \(update.key.row)
                    """)
            }
        }
    }

    private func violations(
        _ changes: ObjectChanges, _ constraints: ObjectConstraints
    ) throws -> [ObjectSaveFailure.Constraint] {
        var rows: [ObjectRow] = []
        var leaving = Set(changes.deleted.map(\.key.row))
        for update in changes.updated where constraints.touches(update, store.model) {
            guard var row = try store.row(update.key, on: connection) else { continue }
            let attributes = store.model.entities[row.key.entity].attributes
            for (place, value) in update.attributes {
                row.attributes[place] = attributes[place].type.normalized(value)
            }
            for (place, key) in update.toOnes { row.toOnes[place] = key }
            leaving.insert(row.key.row)
            rows.append(row)
        }
        rows += changes.inserted.filter { !constraints.ofEntity[$0.key.entity].isEmpty }
        var claims: [Claim: ObjectRow] = [:]
        var found: [ObjectSaveFailure.Constraint] = []
        for row in rows {
            for place in constraints.ofEntity[row.key.entity] {
                guard let values = constraints.values(place, of: row) else { continue }
                let (entity, names) = constraints.all[place]
                let claim = Claim(constraint: place, values: values)
                if let other = claims[claim], other.key != row.key {
                    found.append(
                        .init(properties: names, key: row.key, existing: other, isStored: false))
                    continue
                }
                claims[claim] = row
                if let owner = try owner(of: values, names, entity, besides: row.key, leaving) {
                    found.append(
                        .init(properties: names, key: row.key, existing: owner, isStored: true))
                }
            }
        }
        return found
    }

    private func owner(
        of values: [Value], _ names: [String], _ entity: ModelEntity, besides key: ObjectKey,
        _ leaving: Set<Int64>
    ) throws -> ObjectRow? {
        let schema = ObjectSchema(store.layout)
        guard let columns = schema.columns(names, entity), columns.count == values.count else {
            return nil
        }
        var terms: [SQLText] = []
        for (place, name) in names.enumerated() {
            var constant = values[place]
            if case .attribute(let attribute) = entity.properties[name] {
                let column = store.layout.columns(ofAttribute: attribute, in: entity.number)
                constant = column.first?.storage.constant(constant) ?? constant
            }
            terms.append("\(ident: columns[place]) = \(constant)")
        }
        var found: ObjectRow?
        let plan = store.plans.reader(entity.number)
        try connection.query("\(plan.select) WHERE \(terms.joined(" AND "))") { row in
            guard let other = plan.reader.row(row), other.key.row != key.row,
                !leaving.contains(other.key.row)
            else { return true }
            found = other
            return false
        }
        return found
    }

    // MARK: What else changes

    /// The objects changed, and those at the other end of their relationships.
    private func neighbours(_ changes: ObjectChanges) throws -> Set<ObjectKey> {
        var all: Set<ObjectKey> = []
        var keys = changes.inserted.map(\.key) + changes.updated.map(\.key)
        keys += changes.deleted.map(\.key) + changes.memberships.map(\.key)
        for key in Set(keys) {
            all.insert(key)
            if let row = try store.row(key, on: connection) {
                all.formUnion(row.toOnes.compactMap { $0 })
            }
            for relationship in store.model.entities[key.entity].toManys
            where relationship.inverse != nil {
                let members = try store.members(relationship.place, of: [key], on: connection)
                all.formUnion(members.joined())
            }
        }
        for membership in changes.memberships {
            all.formUnion(membership.added)
            all.formUnion(membership.removed)
        }
        return all
    }

    private func tombstone(_ key: ObjectKey) throws -> [String: Value] {
        let kept = store.model.entities[key.entity].attributes
            .filter(\.source.preservesValueInHistoryOnDeletion)
        guard !kept.isEmpty, let row = try store.row(key, on: connection) else { return [:] }
        var values: [String: Value] = [:]
        for attribute in kept { values[attribute.name] = row.attributes[attribute.place] }
        return values
    }
}

/// Values that occur once.
private struct Claim: Hashable {
    let constraint: Int
    let values: [Value]
}

extension AttributeType {
    /// The value as attributes of the type hold it, where that is another one.
    fileprivate func changed(_ value: Value) -> Value? {
        switch (self, value) {
        case (.integer16, .int), (.integer32, .int), (.integer64, .int), (.boolean, .int),
            (.double, .double), (.float, .double), (.decimal, .decimal), (.string, _),
            (.date, _), (.uuid, _), (.binary, _), (_, .null):
            nil
        default: normalized(value)  // Every other pair may need another kind of number.
        }
    }
}
