import Foundation
public import PredicateCore

/// Gives whatever matches new values, in one save.
///
///     let changed = try BatchUpdate(
///         store, entity: item.number, values: ["price": .keyPath(QueryKeyPath("cost"))]
///     ).run(ObjectQuery(entity: item.number))
///
/// Values are calculated from the object's own values before the change.
public struct BatchUpdate {
    private enum Target {
        case attribute(Int)
        case toOne(Int)
    }

    private let store: any ObjectStore
    private let values: [(name: String, target: Target, expression: QueryExpression)]
    private let entity: ModelEntity

    /// An update of objects of an entity.
    ///
    /// - Throws: ``ObjectProblem`` for a property that the entity does not have, or that is a
    ///   relationship to many.
    public init(
        _ store: any ObjectStore, entity: Int, values: [String: QueryExpression]
    ) throws(ObjectProblem) {
        self.store = store
        let asked = store.model.entities[entity]
        self.entity = asked
        var found: [(name: String, target: Target, expression: QueryExpression)] = []
        for (name, expression) in values.sorted(by: { $0.key < $1.key }) {
            switch asked.properties[name] {
            case .attribute(let target): found.append((name, .attribute(target), expression))
            case .toOne(let target): found.append((name, .toOne(target), expression))
            case .toMany, .transient, .fetched, nil:
                let names = asked.attributes.map(\.name) + asked.toOnes.map(\.name)
                throw ObjectProblem(
                    .keyPathNotFound,
                    "Invalid property \"\(name)\" passed to propertiesToUpdate of "
                        + "entity \(asked.name)", part: name,
                    advice: Suggestions.nearest(to: name, among: names)
                        .map { "Did you mean '\($0)'?" })
            }
        }
        self.values = found
    }

    /// Changes what matches.
    ///
    /// - Returns: The keys of what matched.
    /// - Throws: An `EvaluationError` where a value cannot be calculated, is of another kind than the
    ///   attribute or too large for it, or is no object that the relationship may have;
    ///   ``ObjectSaveFailure`` where values that occur once would occur twice.
    public func run(
        _ query: ObjectQuery, author: String? = nil, contextName: String? = nil
    ) throws -> [ObjectKey] {
        // No other writer changes the values between the read and the write.
        try store.exclusively { try change(query, author, contextName) }
    }

    private func change(
        _ query: ObjectQuery, _ author: String?, _ contextName: String?
    ) throws -> [ObjectKey] {
        let rows = try store.fetch(query)
        guard !rows.isEmpty, !values.isEmpty else { return rows.map(\.key) }
        let evaluation = ObjectEvaluation(
            SourceReader(StoreSource(store), model: store.model), entity: entity.number,
            context: .objects(store.textProfile))
        var attributes: [(target: Int, value: (ObjectRow) throws -> Value)] = []
        var toOnes: [(target: Int, key: (ObjectRow) throws -> ObjectKey?)] = []
        for (_, target, expression) in values {
            let evaluator = try evaluation.evaluator(expression)
            switch target {
            case .attribute(let target):
                let attribute = entity.attributes[target]
                attributes.append(
                    (target, { try stored(evaluator.value(for: $0), as: attribute) }))
            case .toOne(let target):
                let relationship = entity.toOnes[target]
                toOnes.append((target, { try key(evaluator.value(for: $0), as: relationship) }))
            }
        }
        var changes = ObjectChanges()
        changes.author = author
        changes.contextName = contextName
        changes.updated.reserveCapacity(rows.count)
        for row in rows {
            changes.updated.append(
                ObjectUpdate(
                    key: row.key, version: nil,
                    attributes: try attributes.map { ($0.target, try $0.value(row)) },
                    toOnes: try toOnes.map { ($0.target, try $0.key(row)) }))
        }
        if toOnes.contains(where: { OneToOneEnds.isNeeded(entity.toOnes[$0.target]) }) {
            try joinEnds(of: rows, &changes)
        }
        if !changes.updated.isEmpty { _ = try store.save(changes) }
        return rows.map(\.key)
    }

    /// Adds the other ends of relationships from one to one to changes that set one of them.
    private func joinEnds(of rows: [ObjectRow], _ changes: inout ObjectChanges) throws {
        var ends = OneToOneEnds(store)
        ends.know(rows)
        for relationship in entity.toOnes where OneToOneEnds.isNeeded(relationship) {
            let given = changes.updated.flatMap(\.toOnes).filter { $0.place == relationship.place }
            guard !given.isEmpty, let inverse = relationship.inverse else { continue }
            try ends.read(pointedAtBy: rows.map(\.key), relationship.name)
            try ends.read(pointedAtBy: given.compactMap(\.key), inverse.name)
            for update in changes.updated {
                for (place, key) in update.toOnes where place == relationship.place {
                    try ends.set(relationship, of: update.key, to: key)
                }
            }
        }
        var others = ends.changes()
        for place in changes.updated.indices {
            changes.updated[place].toOnes.removeAll {
                OneToOneEnds.isNeeded(entity.toOnes[$0.place])
            }
            changes.updated[place].toOnes +=
                others.removeValue(forKey: changes.updated[place].key) ?? []
        }
        changes.updated.removeAll { $0.attributes.isEmpty && $0.toOnes.isEmpty }
        for (key, toOnes) in others.sorted(by: {
            ($0.key.entity, $0.key.row) < ($1.key.entity, $1.key.row)
        }) {
            changes.updated.append(ObjectUpdate(key: key, version: nil, toOnes: toOnes))
        }
    }

    /// The key of the object that a relationship is given; nil where it is emptied.
    ///
    /// - Throws: `EvaluationError` for what is no object of the destination that the store has: an
    ///   object of another store of the coordinator has the row 0, one that is not saved less.
    private func key(
        _ value: Value, as relationship: ModelRelationship
    ) throws(EvaluationError) -> ObjectKey? {
        if value.isNull { return nil }
        let destination = store.model.entities[relationship.destination]
        guard case .object(let object) = value, let key = (object.base as? StoredObject)?.key,
            key.row > 0, destination.family.contains(key.entity)
        else {
            throw EvaluationError(
                .incompatibleValues,
                "The relationship \(entity.name).\(relationship.name) needs nil or a saved object of "
                    + "\(destination.name) in the store of the objects that are updated.")
        }
        return key
    }

    /// A value as an attribute holds it.
    ///
    /// - Throws: `EvaluationError` for a value of another kind, and for a number that an integer
    ///   attribute does not hold.
    private func stored(
        _ value: Value, as attribute: ModelAttribute
    ) throws(EvaluationError) -> Value {
        var stored = attribute.type.normalized(value)
        // What is calculated with dates is seconds.
        if attribute.type == .date, case .double(let seconds) = stored {
            stored = .date(Date(timeIntervalSinceReferenceDate: seconds))
        }
        if attribute.type.holds(stored) { return stored }
        let name = "\(entity.name).\(attribute.name)"
        // A number is of the attribute's kind where it fits.
        if stored.isNumber, attribute.type.holds(attribute.type.normalized(.int(0))) {
            throw EvaluationError(
                .arithmetic, "The value of \(name) is too large for its kind of number.")
        }
        throw EvaluationError(
            .incompatibleValues,
            "The attribute \(name) is of the type \(attribute.type.rawValue), and its value is "
                + "\(stored.kindPhrase).")
    }
}

/// A store as what an evaluation reads from.
struct StoreSource: ObjectSource {
    private let store: any ObjectStore

    init(_ store: any ObjectStore) { self.store = store }

    func row(_ key: ObjectKey) throws -> ObjectRow? { try store.rows([key]).first ?? nil }

    func members(_ relationship: Int, of key: ObjectKey) throws -> [ObjectKey] {
        try store.members(relationship, of: [key]).first ?? []
    }
}
