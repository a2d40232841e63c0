import ModelCore
import PredicateCore

/// Copies the objects of a store of an old model into an empty one of a new model.
///
///     var migrator = try StoreMigrator(from: old, to: new)
///     try migrator.run()
public struct StoreMigrator {
    private let source: any ObjectStore
    private let destination: any ObjectStore
    private let mapping: ModelMapping
    /// The new key of each object.
    private var keys: [ObjectKey: ObjectKey] = [:]
    private static let batch = 1000

    /// A migration by names and renaming identifiers.
    ///
    /// - Throws: What needs a mapping of the program's own.
    public init(
        from source: any ObjectStore, to destination: any ObjectStore
    ) throws(ModelMapping.Problem) {
        self.source = source
        self.destination = destination
        mapping = try ModelMapping(from: source.model, to: destination.model)
    }

    /// Copies everything; the memory it takes grows with the number of objects, not their size.
    public mutating func run() throws {
        var found: [(entity: ModelMapping.Entity, keys: [ObjectKey])] = []
        for entity in mapping.entities.values.sorted(by: { $0.destination < $1.destination }) {
            let old = try source.fetchKeys(
                ObjectQuery(entity: entity.source, includesSubentities: false))
            guard !old.isEmpty else { continue }
            let new = try destination.reserveKeys(entity: entity.destination, count: old.count)
            for (old, new) in zip(old, new) { keys[old] = new }
            found.append((entity, old))
        }
        for (entity, keys) in found {
            for part in parts(keys) { try copyRows(part, entity) }
        }
        for (entity, keys) in found {
            for part in parts(keys) { try copyMembers(part, entity) }
        }
        try copyMetadata()
    }

    private func parts(_ keys: [ObjectKey]) -> [ArraySlice<ObjectKey>] {
        stride(from: 0, to: keys.count, by: Self.batch).map {
            keys[$0..<min($0 + Self.batch, keys.count)]
        }
    }

    private func copyRows(_ old: ArraySlice<ObjectKey>, _ entity: ModelMapping.Entity) throws {
        let model = destination.model.entities[entity.destination]
        var changes = ObjectChanges()
        for row in try source.rows(Array(old)).compactMap({ $0 }) {
            guard let key = keys[row.key] else { continue }
            var attributes: [Value] = []
            for (attribute, place) in zip(model.attributes, entity.attributes) {
                let kept = place.map { row.attributes[$0] } ?? .null
                if kept.isNull, place == nil || !attribute.source.isOptional {
                    attributes.append(attribute.source.defaultValue?.value ?? .null)
                } else {
                    attributes.append(kept.taken(as: attribute.type))
                }
            }
            let toOnes = entity.toOnes.map { before -> ObjectKey? in
                guard case .toOne(let place) = before else { return nil }
                return row.toOnes[place].flatMap { keys[$0] }
            }
            changes.inserted.append(
                ObjectRow(key: key, version: 1, attributes: attributes, toOnes: toOnes))
        }
        if !changes.inserted.isEmpty { _ = try destination.save(changes) }
    }

    private func copyMembers(_ old: ArraySlice<ObjectKey>, _ entity: ModelMapping.Entity) throws {
        let model = destination.model.entities[entity.destination]
        let old = Array(old)
        var changes = ObjectChanges()
        for (many, before) in zip(model.toManys, entity.toManys) {
            guard let before, many.usesJoinTable || many.isOrdered else { continue }
            let members: [[ObjectKey]]
            switch before {
            case .toMany(let place): members = try source.members(place, of: old)
            case .toOne(let place):
                members = try source.rows(old).map { row in
                    row?.toOnes[place].map { [$0] } ?? []
                }
            case .attribute, .transient, .fetched: continue
            }
            // A pair of both sides is told by one of them.
            let tells = many.usesJoinTable && (many.inverse.map { isFirst(many, $0) } ?? true)
            for (key, list) in zip(old, members) where !list.isEmpty {
                guard let key = keys[key] else { continue }
                let list = list.compactMap { keys[$0] }
                changes.memberships.append(
                    ObjectMembership(
                        key: key, relationship: many.place, added: tells ? list : [],
                        order: many.isOrdered ? list : nil))
            }
        }
        changes.memberships.removeAll { $0.added.isEmpty && $0.order == nil }
        if !changes.memberships.isEmpty { _ = try destination.save(changes) }
    }

    private func isFirst(
        _ many: ModelRelationship, _ inverse: ModelRelationship.Inverse
    ) -> Bool {
        (many.declaredBy, many.name) <= (inverse.entity, inverse.name)
    }

    private func copyMetadata() throws {
        var metadata = try destination.metadata()
        for (key, value) in try source.metadata() where metadata[key] == nil {
            metadata[key] = value
        }
        metadata["NSStoreUUID"] = .text(destination.identifier)
        try destination.setMetadata(metadata)
    }
}

extension ModelValue {
    /// The constant as stores keep it.
    fileprivate var value: Value {
        switch self {
        case .int(let x): .int(x)
        case .double(let x): .double(x)
        case .decimal(let x): .decimal(x)
        case .text(let x): .text(x)
        case .date(let x): .date(x)
        case .bytes(let x): .bytes(x)
        case .uuid(let x): .uuid(x)
        case .url(let x): .url(x)
        }
    }
}

extension Value {
    /// The value as one of a type that its own type may become.
    fileprivate func taken(as type: AttributeType) -> Value {
        switch (type, self) {
        case (.boolean, .int(let x)): .int(x == 0 ? 0 : 1)
        case (.float, .double(let x)): .double(Double(Float(x)))
        default: self  // Pairs: the compiler cannot list them.
        }
    }
}
