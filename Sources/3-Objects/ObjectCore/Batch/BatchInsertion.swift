public import PredicateCore

/// Inserts objects with given values, in one save.
///
///     var insertion = BatchInsertion(store, entity: item.number, onConflict: .fail)
///     insertion.add([Value.text("Lamp"), .int(3)])
///     let inserted = try insertion.finish()
public struct BatchInsertion {
    /// What is done with an object that has the values of another that occur once.
    ///
    ///     // `title` occurs once in the model, and there is a note "Milk" already.
    ///     var insertion = BatchInsertion(store, entity: note.number, onConflict: .ignore)
    ///     insertion.add([.text("Milk")])
    ///     insertion.add([.text("Bread")])
    ///     try insertion.finish().count  // 1
    public enum Conflict: Hashable, Sendable {
        /// Nothing is inserted, and the reason thrown.
        case fail
        /// The other one gets the new values that were given.
        case overwrite
        /// The other one stays as it is.
        case ignore
    }

    private let store: any ObjectStore
    private let entity: ModelEntity
    private let conflict: Conflict
    private let author: String?
    private let contextName: String?
    private var waiting: [(attributes: [Value], given: [Int])] = []

    /// An insertion into a store.
    public init(
        _ store: any ObjectStore, entity: Int, onConflict conflict: Conflict,
        author: String? = nil, contextName: String? = nil
    ) {
        self.store = store
        self.entity = store.model.entities[entity]
        self.conflict = conflict
        self.author = author
        self.contextName = contextName
    }

    /// One more object.
    ///
    /// - Parameters:
    ///   - attributes: Its values, by place.
    ///   - given: The places of values that were given and are no defaults; nil for all of them.
    public mutating func add(_ attributes: [Value], given: [Int]? = nil) {
        waiting.append((attributes, given ?? Array(attributes.indices)))
    }

    /// Saves everything in one transaction.
    ///
    /// - Returns: The keys of the objects that have the values now.
    /// - Throws: ``ObjectSaveFailure`` for ``Conflict/fail``.
    public func finish() throws -> [ObjectKey] {
        guard !waiting.isEmpty else { return [] }
        return try store.exclusively { try insert() }
    }

    private func insert() throws -> [ObjectKey] {
        let reserved = try store.reserveKeys(entity: entity.number, count: waiting.count)
        var places: [ObjectKey: Int] = [:]
        for (place, key) in reserved.enumerated() { places[key] = place }
        // What becomes of each: a new object, changes of another one, or nothing.
        var targets: [ObjectKey?] = reserved
        // Each round settles at least one object, so it ends.
        while true {
            do {
                return try save(targets, reserved)
            } catch let failure as ObjectSaveFailure {
                guard conflict != .fail, failure.conflicts.isEmpty, !failure.constraints.isEmpty
                else { throw failure }
                var isSettled = false
                for constraint in failure.constraints {
                    guard let place = places[constraint.key], targets[place] == constraint.key
                    else { continue }
                    // Of two new ones, the later yields to the earlier.
                    if let other = places[constraint.existing.key], other > place { continue }
                    targets[place] = conflict == .ignore ? nil : constraint.existing.key
                    isSettled = true
                }
                guard isSettled else { throw failure }
            }
        }
    }

    private func save(_ targets: [ObjectKey?], _ reserved: [ObjectKey]) throws -> [ObjectKey] {
        var changes = ObjectChanges()
        changes.author = author
        changes.contextName = contextName
        let noToOnes = [ObjectKey?](repeating: nil, count: entity.toOnes.count)
        var rows: [ObjectKey: Int] = [:]
        var updates: [ObjectKey: [Int: Value]] = [:]
        var order: [ObjectKey] = []
        for (place, target) in targets.enumerated() {
            guard let target else { continue }
            let object = waiting[place]
            if target == reserved[place] {
                rows[target] = changes.inserted.count
                changes.inserted.append(
                    ObjectRow(
                        key: target, version: 1, attributes: object.attributes, toOnes: noToOnes))
                order.append(target)
            } else if let row = rows[target] {
                for given in object.given {
                    changes.inserted[row].attributes[given] = object.attributes[given]
                }
            } else {
                if updates[target] == nil { order.append(target) }
                for given in object.given {
                    updates[target, default: [:]][given] = object.attributes[given]
                }
            }
        }
        changes.updated = updates.map { key, values in
            ObjectUpdate(
                key: key, version: nil,
                attributes: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        _ = try store.save(changes)
        return order
    }
}
