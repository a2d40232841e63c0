import Foundation
public import ObjectCore
import RecordCore
import SQLLowering

/// How the objects of one version of a model become those of another, as it can be inferred.
///
///     let mapping = try ObjectMapping(from: old, to: new)
///
/// Entities and properties find what they were by their renaming identifier, else by their name.
public struct ObjectMapping: Sendable {
    /// The old model.
    public let source: ResolvedModel
    /// The new model.
    public let destination: ResolvedModel
    /// What each old entity becomes, by number; nil for those that go.
    public let entities: [Int?]
    /// By the number of the new entity; nil for new ones.
    let parts: [Part?]

    /// What an object of an entity is made of.
    struct Part: Sendable {
        let source: Int
        /// By the new attribute's place: the old one's, and what stands for nil.
        let attributes: [(place: Int?, fallback: Value)]
        /// By the new relationship's place: the old one's.
        let toOnes: [Int?]
        /// By the new relationship's place: where members come from.
        let toManys: [Members?]
    }

    enum Members: Sendable {
        case toOne(Int)
        case toMany(Int)
    }

    /// Infers a mapping.
    ///
    /// - Throws: ``ObjectStoreError/Code/cannotInferMapping`` with the reason.
    public init(
        from source: ResolvedModel, to destination: ResolvedModel
    ) throws(ObjectStoreError) {
        self.source = source
        self.destination = destination
        var sources = [Int?](repeating: nil, count: destination.entities.count)
        var entities = [Int?](repeating: nil, count: source.entities.count)
        for entity in destination.entities {
            guard
                let old = ObjectMapping.find(
                    entity.name, entity.source.renamingIdentifier, in: source.entities,
                    name: \.name, renaming: \.source.renamingIdentifier)
            else { continue }
            if entities[old.number] != nil {
                throw ObjectMapping.refused(
                    "two entities were '\(old.name)'", entity.name)
            }
            sources[entity.number] = old.number
            entities[old.number] = entity.number
        }
        self.entities = entities
        var parts: [Part?] = []
        for entity in destination.entities {
            guard let old = sources[entity.number] else {
                parts.append(nil)
                continue
            }
            parts.append(
                try ObjectMapping.part(
                    entity, from: source.entities[old], entities, source, destination))
        }
        self.parts = parts
    }

    private static func refused(_ reason: String, _ place: String) -> ObjectStoreError {
        ObjectStoreError(
            .cannotInferMapping,
            "Can't find or automatically infer mapping model for migration: \(place): \(reason)")
    }

    private static func find<T>(
        _ name: String, _ identifier: String?, in all: [T], name path: KeyPath<T, String>,
        renaming: KeyPath<T, String?>
    ) -> T? {
        if let identifier {
            if let found = all.first(where: { $0[keyPath: path] == identifier }) { return found }
            if let found = all.first(where: { $0[keyPath: renaming] == identifier }) {
                return found
            }
        }
        return all.first { $0[keyPath: path] == name }
    }

    private static func part(
        _ entity: ModelEntity, from old: ModelEntity, _ entities: [Int?], _ source: ResolvedModel,
        _ destination: ResolvedModel
    ) throws(ObjectStoreError) -> Part {
        var attributes: [(place: Int?, fallback: Value)] = []
        for attribute in entity.attributes {
            let place = "\(entity.name).\(attribute.name)"
            let fallback = attribute.source.defaultValue.map(Value.init(modelValue:)) ?? .null
            let was = find(
                attribute.name, attribute.source.renamingIdentifier, in: old.attributes,
                name: \.name, renaming: \.source.renamingIdentifier)
            if let was, was.type != attribute.type {
                throw refused(
                    "it was \(was.type.rawValue) and is \(attribute.type.rawValue)", place)
            }
            let isMandatory =
                !attribute.source.isOptional && attribute.source.derivation == nil
                && (was == nil || was?.source.isOptional == true)
            if isMandatory, fallback.isNull {
                throw refused("it is mandatory now and has no default", place)
            }
            attributes.append((was?.place, attribute.source.isOptional && was != nil ? .null : fallback))
        }
        let toOnes = try entity.toOnes.map { relationship throws(ObjectStoreError) -> Int? in
            let place = "\(entity.name).\(relationship.name)"
            let was = find(
                relationship.name, relationship.source.renamingIdentifier, in: old.toOnes,
                name: \.name, renaming: \.source.renamingIdentifier)
            let wasMany = find(
                relationship.name, relationship.source.renamingIdentifier, in: old.toManys,
                name: \.name, renaming: \.source.renamingIdentifier)
            if was == nil, wasMany != nil {
                throw refused("it pointed at many and points at one", place)
            }
            guard let was else {
                if !relationship.source.isOptional {
                    throw refused("it is mandatory now", place)
                }
                return nil
            }
            try check(was, relationship, place, entities, destination)
            return was.place
        }
        let toManys = try entity.toManys.map { relationship throws(ObjectStoreError) -> Members? in
            let place = "\(entity.name).\(relationship.name)"
            if let was = find(
                relationship.name, relationship.source.renamingIdentifier, in: old.toManys,
                name: \.name, renaming: \.source.renamingIdentifier)
            {
                try check(was, relationship, place, entities, destination)
                if was.usesJoinTable, !relationship.usesJoinTable {
                    throw refused("its objects pointed back at many and point at one", place)
                }
                return .toMany(was.place)
            }
            if let was = find(
                relationship.name, relationship.source.renamingIdentifier, in: old.toOnes,
                name: \.name, renaming: \.source.renamingIdentifier)
            {
                try check(was, relationship, place, entities, destination)
                return .toOne(was.place)
            }
            return nil
        }
        return Part(source: old.number, attributes: attributes, toOnes: toOnes, toManys: toManys)
    }

    /// Whether the objects that were pointed at may be pointed at.
    private static func check(
        _ was: ModelRelationship, _ relationship: ModelRelationship, _ place: String,
        _ entities: [Int?], _ destination: ResolvedModel
    ) throws(ObjectStoreError) {
        guard let becomes = entities[was.destination] else { return }
        let wanted = destination.entities[relationship.destination]
        let family = destination.entities[becomes].family
        guard wanted.family.contains(becomes) || family.contains(wanted.number) else {
            throw refused("it points at another entity now", place)
        }
    }
}

extension Value {
    /// A constant of a model.
    init(modelValue value: ModelValue) {
        switch value {
        case .int(let number): self = .int(number)
        case .double(let number): self = .double(number)
        case .decimal(let number): self = .decimal(number)
        case .text(let text): self = .text(text)
        case .date(let date): self = .date(date)
        case .bytes(let bytes): self = .bytes(bytes)
        case .uuid(let uuid): self = .uuid(uuid)
        case .url(let url): self = .url(url)
        }
    }
}

extension SQLObjectStore {
    /// Copies every object of another store into this one, in one transaction.
    ///
    /// Rows keep their numbers, so that the URIs of objects stay what they were; where two trees
    /// of entities become one, the second's are moved up.
    package func load<Other: ObjectEngine>(
        _ mapping: ObjectMapping, from old: SQLObjectStore<Other>
    ) throws {
        let moves = try moves(mapping, old)
        func key(_ key: ObjectKey?) -> ObjectKey? {
            guard let key, let entity = mapping.entities[key.entity] else { return nil }
            let root = old.model.entities[key.entity].root
            let move = moves[root]?[model.entities[entity].root] ?? 0
            return ObjectKey(entity: entity, row: key.row + move)
        }
        try writing { connection in
            var save = ObjectSave(self, connection)
            var memberships: [ObjectMembership] = []
            for (number, part) in mapping.parts.enumerated() {
                guard let part else { continue }
                let query = ObjectQuery(entity: part.source, includesSubentities: false)
                let keys = try old.fetchKeys(query)
                for start in stride(from: 0, to: keys.count, by: 5_000) {
                    let batch = Array(keys[start..<min(keys.count, start + 5_000)])
                    var changes = ObjectChanges()
                    let rows = try old.rows(batch).compactMap { $0 }
                    for row in rows {
                        let attributes = part.attributes.map { place, fallback -> Value in
                            let value = place.map { row.attributes[$0] } ?? .null
                            return value.isNull ? fallback : value
                        }
                        let toOnes = part.toOnes.map { $0.flatMap { key(row.toOnes[$0]) } }
                        guard let new = key(row.key) else { continue }
                        changes.inserted.append(
                            ObjectRow(
                                key: new, version: 1, attributes: attributes, toOnes: toOnes))
                    }
                    _ = try save.perform(changes)
                    for (place, members) in part.toManys.enumerated() {
                        let relationship = model.entities[number].toManys[place]
                        guard relationship.usesJoinTable || relationship.isOrdered else { continue }
                        let lists: [[ObjectKey]]
                        switch members {
                        case .toMany(let was): lists = try old.members(was, of: rows.map(\.key))
                        case .toOne(let was):
                            lists = rows.map { row in row.toOnes[was].map { [$0] } ?? [] }
                        case nil: continue
                        }
                        for (row, list) in zip(rows, lists) where !list.isEmpty {
                            guard let owner = key(row.key) else { continue }
                            let all = list.compactMap { key($0) }
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
            try keepNumbers(mapping, old, moves, on: connection)
        }
    }

    /// How far the rows of an old tree move up in a new one.
    private func moves<Other: ObjectEngine>(
        _ mapping: ObjectMapping, _ old: SQLObjectStore<Other>
    ) throws -> [Int: [Int: Int64]] {
        var moves: [Int: [Int: Int64]] = [:]
        var ends: [Int: Int64] = [:]
        for (number, entity) in mapping.entities.enumerated() {
            guard let entity else { continue }
            let oldRoot = old.model.entities[number].root
            let newRoot = model.entities[entity].root
            guard moves[oldRoot]?[newRoot] == nil else { continue }
            let end = ends[newRoot] ?? 0
            moves[oldRoot, default: [:]][newRoot] = end
            ends[newRoot] = end + (try old.lastRow(oldRoot))
        }
        return moves
    }

    private func lastRow(_ root: Int) throws -> Int64 {
        let number = layout.number(of: root)
        let table = layout.table(of: root)
        return try reading { connection in
            let kept =
                try connection.first("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)") {
                    $0.int(0)
                } ?? 0
            let used =
                try connection.first("SELECT coalesce(max(\"Z_PK\"), 0) FROM \(ident: table)") {
                    $0.int(0)
                } ?? 0
            return max(kept, used)
        }
    }

    /// Numbers that were given out are not given out again.
    private func keepNumbers<Other: ObjectEngine>(
        _ mapping: ObjectMapping, _ old: SQLObjectStore<Other>, _ moves: [Int: [Int: Int64]],
        on connection: Engine.Connection
    ) throws {
        for (oldRoot, targets) in moves {
            let last = try old.lastRow(oldRoot)
            for (newRoot, move) in targets {
                let number = layout.number(of: newRoot)
                try connection.run(
                    """
                    UPDATE Z_PRIMARYKEY SET Z_MAX = \(last + move)
                    WHERE Z_ENT = \(number) AND Z_MAX < \(last + move)
                    """)
            }
        }
    }
}
