public import Foundation
public import PredicateCore

/// A store of some of a model's entities, seen as one of the whole model.
///
///     let part = try model.part(of: ["Note"])
///     let store = PartialStore(try ObjectStoreOpener.open(place, model: part), of: model)
///
/// A coordinator numbers the entities of its whole model, while a store of one configuration
/// numbers, as Apple's stores do, those that it has. Questions about other entities find nothing,
/// relationships to them are empty, and saving objects of them is refused.
public final class PartialStore: ObjectStore, AppleMirrorReading {
    /// The whole model, with entities that the store does not have.
    public let model: ResolvedModel
    private let store: any ObjectStore
    /// By the number of the entity in the whole model; nil for those that the store does not have.
    private let shapes: [Shape?]
    /// The number in the whole model of each entity of the store.
    private let numbers: [Int]

    /// An entity of the store: its number there, and the places of its relationships there.
    private struct Shape: Sendable {
        let number: Int
        let toOnes: [Int?]
        let toManys: [Int?]

        /// Whether every relationship has the same place in both models.
        let isSame: Bool
    }

    /// A store whose model is a part of another one.
    ///
    /// - Parameters:
    ///   - store: A store that was opened with `model.part(of:)`.
    ///   - model: The whole model.
    public init(_ store: any ObjectStore, of model: ResolvedModel) {
        self.store = store
        self.model = model
        let part = store.model
        numbers = part.entities.map { model.entity(named: $0.name)?.number ?? 0 }
        shapes = model.entities.map { entity in
            guard let own = part.entity(named: entity.name) else { return nil }
            let toOnes = entity.toOnes.map { relationship -> Int? in
                guard case .toOne(let place)? = own.properties[relationship.name] else {
                    return nil
                }
                return place
            }
            let toManys = entity.toManys.map { relationship -> Int? in
                guard case .toMany(let place)? = own.properties[relationship.name] else {
                    return nil
                }
                return place
            }
            let isSame =
                toOnes == entity.toOnes.indices.map { $0 }
                && toManys == entity.toManys.indices.map { $0 }
            return Shape(number: own.number, toOnes: toOnes, toManys: toManys, isSame: isSame)
        }
    }

    /// The identifier that stands in the URIs of its objects.
    public var identifier: String { store.identifier }
    /// Whether it may only be read.
    public var isReadOnly: Bool { store.isReadOnly }
    /// How its predicates order text.
    public var textProfile: TextProfile { store.textProfile }

    // MARK: Querying

    /// The objects that match, in order, with their rows.
    public func fetch(_ query: ObjectQuery) throws -> [ObjectRow] {
        guard let query = inner(query) else { return [] }
        return try store.fetch(query).map(outer)
    }

    /// The keys of the objects that match, in order.
    public func fetchKeys(_ query: ObjectQuery) throws -> [ObjectKey] {
        guard let query = inner(query) else { return [] }
        return try store.fetchKeys(query).map(outer)
    }

    /// How many objects match, limit and offset considered.
    public func count(_ query: ObjectQuery) throws -> Int {
        guard let query = inner(query) else { return 0 }
        return try store.count(query)
    }

    /// Calculated results, each in the order of the columns.
    public func summarize(_ query: SummaryQuery) throws -> [[Value]] {
        guard let objects = inner(query.objects) else { return [] }
        var asked = query
        asked.objects = objects
        let constants = ObjectConstants(key: innerKey)
        asked.having = query.having.map(constants.rewrite)
        asked.columns = query.columns.map {
            var column = $0
            column.expression = constants.rewrite(column.expression)
            return column
        }
        let results = ObjectConstants(key: outer)
        return try store.summarize(asked).map { $0.map(results.rewrite) }
    }

    /// The rows of objects; nil for what is not there.
    public func rows(_ keys: [ObjectKey]) throws -> [ObjectRow?] {
        var rows = [ObjectRow?](repeating: nil, count: keys.count)
        let places = keys.indices.filter { inner(keys[$0]) != nil }
        let found = try store.rows(places.compactMap { inner(keys[$0]) })
        for (place, row) in zip(places, found) { rows[place] = row.map(outer) }
        return rows
    }

    /// What a relationship to many of each object points at, in its order or by row.
    public func members(_ relationship: Int, of keys: [ObjectKey]) throws -> [[ObjectKey]] {
        guard let first = keys.first, let shape = shape(first.entity),
            shape.toManys.indices.contains(relationship), let place = shape.toManys[relationship]
        else { return keys.map { _ in [] } }
        return try store.members(place, of: keys.map(innerKey)).map { $0.map(outer) }
    }

    // MARK: Writing

    /// Numbers for new objects of an entity, never given out before.
    public func reserveKeys(entity: Int, count: Int) throws -> [ObjectKey] {
        guard count > 0 else { return [] }
        guard let shape = shape(entity) else { throw refusal(entity) }
        return try store.reserveKeys(entity: shape.number, count: count).map(outer)
    }

    /// Makes all changes durable, or none.
    ///
    /// - Throws: ``ObjectSaveFailure`` as the store does; ``ObjectStoreError`` for an object of an
    ///   entity that the store does not have, and for a relationship to one.
    public func save(_ changes: ObjectChanges) throws -> ObjectSaveResult {
        let asked = try inner(changes)
        do {
            let result = try store.save(asked)
            return ObjectSaveResult(
                versions: keyed(result.versions), derived: keyed(result.derived),
                token: result.token)
        } catch let failure as ObjectSaveFailure {
            throw outer(failure)
        }
    }

    /// Does everything that `body` asks of the store in one transaction.
    public func exclusively<T>(_ body: () throws -> T) throws -> T {
        try store.exclusively(body)
    }

    // MARK: History

    /// The token after the last transaction; 0 where no history is kept.
    public func historyToken() throws -> Int64 { try store.historyToken() }
    /// The token up to which no transaction is later than `date`; the last one where none is.
    public func historyToken(through date: Date) throws -> Int64 {
        try store.historyToken(through: date)
    }

    /// Transactions after a token, in order, at most `limit`.
    public func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction] {
        try store.history(after: token, limit: limit).map { transaction in
            var transaction = transaction
            for place in transaction.changes.indices {
                transaction.changes[place].key = outer(transaction.changes[place].key)
            }
            return transaction
        }
    }

    /// Forgets transactions up to a token.
    public func forgetHistory(upTo token: Int64) throws { try store.forgetHistory(upTo: token) }

    // MARK: Mirroring

    /// What Apple's systems keep of a mirror in the store's file.
    package func appleMirror() throws -> AppleMirror? {
        try (store as? any AppleMirrorReading)?.appleMirror()
    }

    /// What a mirror keeps under keys.
    public func mirrorEntries(_ keys: [String]) throws -> [String: Data] {
        try store.mirrorEntries(keys)
    }

    /// The entries of a mirror whose keys begin with `prefix`, in order.
    public func mirrorEntries(prefix: String, after key: String?, limit: Int?) throws
        -> [(key: String, value: Data)]
    {
        try store.mirrorEntries(prefix: prefix, after: key, limit: limit)
    }

    /// Sets or removes entries of a mirror.
    public func setMirrorEntries(_ entries: [String: Data?]) throws {
        try store.setMirrorEntries(entries)
    }

    // MARK: The store itself

    /// What is kept beside the objects.
    public func metadata() throws -> [String: MetadataValue] { try store.metadata() }
    /// Replaces all metadata of the store.
    public func setMetadata(_ metadata: [String: MetadataValue]) throws {
        try store.setMetadata(metadata)
    }
    /// Finishes pending writes and closes the store.
    public func close() throws { try store.close() }

    // MARK: Into the store

    private func shape(_ entity: Int) -> Shape? {
        shapes.indices.contains(entity) ? shapes[entity] : nil
    }

    private func refusal(_ entity: Int) -> ObjectStoreError {
        let name = shapes.indices.contains(entity) ? model.entities[entity].name : "\(entity)"
        return ObjectStoreError(
            .engine,
            "The store has no objects of the entity '\(name)': it is not in the configuration that "
                + "the store was opened with.")
    }

    private func inner(_ key: ObjectKey) -> ObjectKey? {
        shape(key.entity).map { ObjectKey(entity: $0.number, row: key.row) }
    }

    /// A key that no object of the store has, where the store does not have the entity.
    private func innerKey(_ key: ObjectKey) -> ObjectKey {
        inner(key) ?? ObjectKey(entity: -1, row: key.row)
    }

    private func required(_ key: ObjectKey) throws -> ObjectKey {
        guard let inner = inner(key) else { throw refusal(key.entity) }
        return inner
    }

    private func inner(_ query: ObjectQuery) -> ObjectQuery? {
        guard let shape = shape(query.entity) else { return nil }
        var asked = query
        asked.entity = shape.number
        asked.predicate = ObjectConstants(key: innerKey).rewrite(query.predicate)
        return asked
    }

    private func inner(_ changes: ObjectChanges) throws -> ObjectChanges {
        var asked = ObjectChanges()
        asked.author = changes.author
        asked.contextName = changes.contextName
        asked.areCopies = changes.areCopies
        asked.inserted = try changes.inserted.map { row in
            let key = try required(row.key)
            let own = store.model.entities[key.entity]
            var toOnes = [ObjectKey?](repeating: nil, count: own.toOnes.count)
            for (place, target) in row.toOnes.enumerated() {
                guard let target else { continue }
                toOnes[try toOne(place, of: row.key)] = try required(target)
            }
            return ObjectRow(
                key: key, version: row.version, attributes: row.attributes, toOnes: toOnes)
        }
        asked.updated = try changes.updated.map { update in
            var toOnes: [(place: Int, key: ObjectKey?)] = []
            for (place, target) in update.toOnes {
                // Nothing is where nothing can be.
                if target == nil, shape(update.key.entity)?.toOnes[place] == nil { continue }
                toOnes.append((try toOne(place, of: update.key), try target.map(required)))
            }
            return ObjectUpdate(
                key: try required(update.key), version: update.version,
                attributes: update.attributes, toOnes: toOnes,
                toManys: update.toManys.compactMap { shape(update.key.entity)?.toManys[$0] })
        }
        asked.deleted = try changes.deleted.map {
            ObjectDeletion(key: try required($0.key), version: $0.version)
        }
        asked.memberships = try changes.memberships.map { change in
            guard let place = shape(change.key.entity)?.toManys[change.relationship] else {
                let entity = model.entities[change.key.entity]
                throw refusal(entity.toManys[change.relationship].destination)
            }
            return ObjectMembership(
                key: try required(change.key), relationship: place,
                added: try change.added.map(required), removed: try change.removed.map(required),
                order: try change.order?.map(required))
        }
        return asked
    }

    private func toOne(_ place: Int, of key: ObjectKey) throws -> Int {
        guard let own = shape(key.entity)?.toOnes[place] else {
            throw refusal(model.entities[key.entity].toOnes[place].destination)
        }
        return own
    }

    // MARK: Out of the store

    private func outer(_ key: ObjectKey) -> ObjectKey {
        numbers.indices.contains(key.entity)
            ? ObjectKey(entity: numbers[key.entity], row: key.row) : key
    }

    private func outer(_ row: ObjectRow) -> ObjectRow {
        var made = row
        made.key = outer(row.key)
        if let shape = shape(made.key.entity), !shape.isSame {
            made.toOnes = shape.toOnes.map { place in place.flatMap { row.toOnes[$0] }.map(outer) }
        } else {
            for place in made.toOnes.indices { made.toOnes[place] = row.toOnes[place].map(outer) }
        }
        return made
    }

    private func keyed<T>(_ values: [ObjectKey: T]) -> [ObjectKey: T] {
        Dictionary(first: values.map { (outer($0.key), $0.value) })
    }

    private func outer(_ failure: ObjectSaveFailure) -> ObjectSaveFailure {
        ObjectSaveFailure(
            conflicts: failure.conflicts.map {
                ObjectSaveFailure.Conflict(key: outer($0.key), row: $0.row.map(outer))
            },
            constraints: failure.constraints.map {
                ObjectSaveFailure.Constraint(
                    properties: $0.properties, key: outer($0.key), existing: outer($0.existing),
                    isStored: $0.isStored)
            })
    }
}
