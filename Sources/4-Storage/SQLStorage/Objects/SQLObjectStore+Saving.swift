import Foundation
package import ObjectCore
import SQLLowering

extension SQLObjectStore {
    /// Makes all changes durable, or none.
    package func save(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        var last: ObjectSaveResult?
        do {
            return try writing { connection in
                var save = ObjectSave(self, connection)
                do {
                    let result = try save.perform(changes)
                    save.finish()
                    last = result
                    return result
                } catch {
                    ExternalData.remove(save.written)
                    throw error
                }
            }
        } catch let error as ObjectStoreError where error.code == .outcomeUnknown {
            // The keys of new objects were given to this save alone: where one of them is there, all that was
            // to be saved is. A program would save the objects again under other keys.
            guard let last, let key = changes.inserted.first?.key, (try? isThere(key)) == true
            else {
                throw error
            }
            return last
        }
    }

    /// Whether an object appears within a second; a server may still be about to finish a commit whose
    /// connection was lost.
    private func isThere(_ key: ObjectKey) throws -> Bool {
        for _ in 0..<10 {
            if try rows([key]).first.flatMap(\.self) != nil { return true }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return false
    }
}

/// One save within its transaction.
struct ObjectSave<Engine: ObjectEngine> {
    let store: SQLObjectStore<Engine>
    let connection: Engine.Connection
    var result = ObjectSaveResult()
    var failure = ObjectSaveFailure()
    /// Whether the rows are those of an older store: they are no news to the history, and attributes that
    /// are the moment of a save stay what they were.
    var isMigration = false
    /// The files of values that were written, and of those that no row names any more.
    var written: [String] = []
    var unnamed: [String] = []

    init(_ store: SQLObjectStore<Engine>, _ connection: Engine.Connection) {
        self.store = store
        self.connection = connection
    }

    mutating func perform(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        if !store.constraints.unique.isEmpty {
            failure.constraints = try violations(changes)
            if !failure.constraints.isEmpty {
                try collectConflicts(changes.updated)
                try collectConflicts(changes.deleted)
                throw failure
            }
        }
        let derivations = store.derivations
        let changed = derivations.isEmpty ? [] : changedKeys(changes)
        var affected: Set<ObjectKey> = []
        if !derivations.isEmpty { affected = try derivations.affected(by: changed, in: self) }
        let tombstones =
            store.keepsHistory ? try changes.deleted.map { try tombstone($0.key) } : []
        for deletion in changes.deleted { try delete(deletion) }
        guard failure.conflicts.isEmpty else {
            // Values of what is still there are not free: nothing more is written.
            try collectConflicts(changes.updated)
            throw failure
        }
        if !store.constraints.unique.isEmpty { try makeRoom(changes.updated) }
        for update in changes.updated { try self.update(update) }
        guard failure.conflicts.isEmpty else { throw failure }
        try insert(changes.inserted)
        for membership in changes.memberships { try apply(membership) }
        if !derivations.isEmpty {
            affected.formUnion(try derivations.affected(by: changed, in: self))
            let touched = Set(changes.inserted.map(\.key) + changes.updated.map(\.key))
            result.derived = try derivations.derive(
                affected, touched: changes.areCopies ? [] : touched, in: self)
        }
        if store.keepsHistory, !isMigration {
            result.token = try ObjectHistory.record(
                changes, tombstones, in: store, on: connection)
        }
        return result
    }

    /// Has the files go that are not wanted any more, when the rows that named them are gone.
    func finish() {
        let files = unnamed
        if !files.isEmpty { connection.afterDurableCommit { ExternalData.remove(files) } }
    }

    /// Notes the files of an object's values that are about to go.
    private mutating func unname(_ key: ObjectKey, _ places: Set<Int>? = nil) throws {
        guard let external = store.external, !external.parts[key.entity].isEmpty else { return }
        unnamed += try external.files(
            of: key.row, key.entity, places, store.layout.table(of: key.entity), on: connection)
    }

    /// Every object that a save says something of.
    private func changedKeys(_ changes: ObjectChanges) -> Set<ObjectKey> {
        var keys = Set(changes.inserted.map(\.key))
        for update in changes.updated { keys.insert(update.key) }
        for deletion in changes.deleted { keys.insert(deletion.key) }
        for membership in changes.memberships {
            keys.insert(membership.key)
            keys.formUnion(membership.added)
            keys.formUnion(membership.removed)
        }
        return keys
    }

    // MARK: Rows

    private mutating func delete(_ deletion: ObjectDeletion) throws {
        let writer = store.plans.writer(deletion.key.entity).writer
        try unname(deletion.key)
        if let version = deletion.version {
            let count = try connection.change(writer.deleteVersion) {
                $0.bind(int: deletion.key.row, at: 0)
                $0.bind(int: version, at: 1)
            }
            if count == 0 {
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
        if let external = store.external, !external.parts[update.key.entity].isEmpty {
            let outside = Set(external.parts[update.key.entity].map(\.place))
            let changed = Set(update.attributes.map(\.place)).intersection(outside)
            if !changed.isEmpty {
                try unname(update.key, changed)
                for (position, value) in update.attributes.enumerated()
                where changed.contains(value.place) {
                    update.attributes[position].value = try external.stored(value.value, &written)
                }
            }
        }
        let template = plan.update(ObjectWriter.UpdateShape(update))
        if try connection.change(template, { plan.writer.bind(update, to: &$0) }) == 0 {
            failure.conflicts.append(
                .init(key: update.key, row: try store.row(update.key, on: connection)))
        } else if let version = update.version {
            result.versions[update.key] = try version.later()
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
            if let external = store.external {
                for part in external.parts[row.key.entity]
                where part.place < row.attributes.count {
                    row.attributes[part.place] = try external.stored(
                        row.attributes[part.place], &written)
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
                """
                UPDATE "Z_PRIMARYKEY" SET "Z_MAX" = \(row) \
                WHERE "Z_ENT" = \(number) AND "Z_MAX" < \(row)
                """)
        }
    }

    // MARK: History

    private func tombstone(_ key: ObjectKey) throws -> [Value] {
        guard store.history.keepsValues(of: key.entity) else { return [] }
        return try store.row(key, on: connection)?.attributes ?? []
    }
}

extension AttributeType {
    /// The value as attributes of the type hold it, where that is another one.
    fileprivate func changed(_ value: Value) -> Value? {
        switch (self, value) {
        case (.integer16, .int), (.integer32, .int), (.integer64, .int), (.boolean, .int),
            (.decimal, .decimal), (.string, _), (.date, _), (.uuid, _), (.binary, _), (_, .null):
            nil
        case (.double, .double(let number)), (.float, .double(let number)):
            // Not `nil`, which a value is too.
            number.floatingPointClass == .negativeZero ? normalized(value) : Value?.none
        default: normalized(value)  // Every other pair may need another kind of number.
        }
    }
}
