package import ObjectCore
import RecordCore
import SQLLowering

extension SQLObjectStore {
    /// Copies every object of another store into this one, in one transaction.
    ///
    /// Rows keep their numbers, so that the URIs of objects stay what they were; where two trees
    /// of entities become one, the second's are moved up.
    package func load<Other: ObjectEngine>(
        _ mapping: ModelMapping, from old: SQLObjectStore<Other>
    ) throws {
        let moves = try moves(mapping, old)
        func key(_ key: ObjectKey?) throws -> ObjectKey? {
            guard let key, let entity = mapping.entities[key.entity]?.destination
            else { return nil }
            let root = old.model.entities[key.entity].root
            let move = moves[root]?[model.entities[entity].root] ?? 0
            return ObjectKey(entity: entity, row: try key.row.later(by: move))
        }
        try writing { connection in
            var save = ObjectSave(self, connection)
            save.isMigration = true
            var memberships: [ObjectMembership] = []
            for part in mapping.entities.values.sorted(by: { $0.destination < $1.destination }) {
                let entity = model.entities[part.destination]
                let was = old.model.entities[part.source].attributes
                let query = ObjectQuery(entity: part.source, includesSubentities: false)
                let keys = try old.fetchKeys(query)
                for batch in keys.batches(of: 5_000) {
                    var changes = ObjectChanges()
                    let rows = try old.rows(batch).compactMap { $0 }
                    for row in rows {
                        let attributes = part.attributes.indices.map { number -> Value in
                            guard let place = part.attributes[number] else {
                                return part.fallbacks[number]
                            }
                            let value = entity.attributes[number].source.migrated(
                                row.attributes[place], since: was[place].source)
                            return value.isNull ? part.fallbacks[number] : value
                        }
                        let toOnes = try part.toOnes.map { was -> ObjectKey? in
                            guard case .toOne(let place) = was else { return nil }
                            return try key(row.toOnes[place])
                        }
                        guard let new = try key(row.key) else { continue }
                        changes.inserted.append(
                            ObjectRow(
                                key: new, version: 1, attributes: attributes, toOnes: toOnes))
                    }
                    _ = try save.perform(changes)
                    for (place, members) in part.toManys.enumerated() {
                        let relationship = entity.toManys[place]
                        guard relationship.usesJoinTable || relationship.isOrdered else { continue }
                        let lists: [[ObjectKey]]
                        switch members {
                        case .toMany(let was): lists = try old.members(was, of: rows.map(\.key))
                        case .toOne(let was):
                            lists = rows.map { row in row.toOnes[was].map { [$0] } ?? [] }
                        case .attribute, .transient, .fetched, nil: continue
                        }
                        for (row, list) in zip(rows, lists) where !list.isEmpty {
                            guard let owner = try key(row.key) else { continue }
                            let all = try list.compactMap { try key($0) }
                            memberships.append(
                                ObjectMembership(
                                    key: owner, relationship: place, added: all,
                                    order: relationship.isOrdered ? all : nil))
                        }
                    }
                }
            }
            var changes = ObjectChanges()
            changes.memberships = memberships
            _ = try save.perform(changes)
            try keepNumbers(old, moves, on: connection)
            if keepsHistory {
                // What was in the old history is not known here: a token after all of it is valid, and older
                // ones have expired.
                let numbers = try old.reading { try ObjectHistory.lastNumbers($0) }
                for (entity, last) in numbers {
                    try ObjectHistory.keep(last, of: entity, on: connection)
                }
            }
            // A mirror knows objects by the root of their entity and their row.
            if moves.values.allSatisfy({ $0.values.allSatisfy { $0 == 0 } }) {
                try copyMirrorEntries(from: old, on: connection)
            }
        }
    }

    /// How far the rows of an old tree move up in a new one.
    private func moves<Other: ObjectEngine>(
        _ mapping: ModelMapping, _ old: SQLObjectStore<Other>
    ) throws -> [Int: [Int: Int64]] {
        var moves: [Int: [Int: Int64]] = [:]
        var ends: [Int: Int64] = [:]
        for (number, part) in mapping.entities.sorted(by: { $0.key < $1.key }) {
            let oldRoot = old.model.entities[number].root
            let newRoot = model.entities[part.destination].root
            guard moves[oldRoot]?[newRoot] == nil else { continue }
            let end = ends[newRoot] ?? 0
            moves[oldRoot, default: [:]][newRoot] = end
            ends[newRoot] = try end.later(by: old.lastRow(oldRoot))
        }
        return moves
    }

    private func lastRow(_ root: Int) throws -> Int64 {
        try reading {
            try ObjectHistory.last(
                of: layout.number(of: root), in: layout.table(of: root), on: $0)
        }
    }

    /// Numbers that were given out are not given out again.
    private func keepNumbers<Other: ObjectEngine>(
        _ old: SQLObjectStore<Other>, _ moves: [Int: [Int: Int64]],
        on connection: Engine.Connection
    ) throws {
        for (oldRoot, targets) in moves {
            let last = try old.lastRow(oldRoot)
            for (newRoot, move) in targets {
                let number = layout.number(of: newRoot)
                let end = try last.later(by: move)
                try connection.run(
                    """
                    UPDATE "Z_PRIMARYKEY" SET "Z_MAX" = \(end)
                    WHERE "Z_ENT" = \(number) AND "Z_MAX" < \(end)
                    """)
            }
        }
    }
}
