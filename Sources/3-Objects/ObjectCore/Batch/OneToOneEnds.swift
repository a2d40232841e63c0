/// Both ends of relationships from one to one, while a batch update sets one of them.
///
///     var ends = OneToOneEnds(store)
///     try ends.set(employee.toOnes[desk], of: ann, to: window)
///     ends.changes  // the desk that she had, the one that has it now, who sat there before
///
/// Relationships are set one after the other, as a context's objects are: of several objects that get the
/// same one, the last has it.
struct OneToOneEnds {
    private struct End: Hashable {
        let key: ObjectKey
        let place: Int
    }

    private let store: any ObjectStore
    private var rows: [ObjectKey: ObjectRow?] = [:]
    private var set: [End: ObjectKey?] = [:]

    init(_ store: any ObjectStore) { self.store = store }

    /// Whether a relationship has another end to one object.
    static func isNeeded(_ relationship: ModelRelationship) -> Bool {
        relationship.inverse?.isToMany == false
    }

    /// Takes rows that were read.
    mutating func know(_ known: [ObjectRow]) {
        for row in known { rows[row.key] = row }
    }

    /// Reads rows at once that will be asked for.
    mutating func read(_ keys: [ObjectKey]) throws {
        let unknown = Array(Set(keys.filter { rows[$0] == nil }))
        guard !unknown.isEmpty else { return }
        for (key, row) in zip(unknown, try store.rows(unknown)) { rows[key] = .some(row) }
    }

    /// Reads those that objects point at by a relationship.
    mutating func read(pointedAtBy keys: [ObjectKey], _ name: String) throws {
        try read(keys)
        var found: [ObjectKey] = []
        for key in keys {
            if let end = end(of: key, name), let other = try destination(of: end) {
                found.append(other)
            }
        }
        try read(found)
    }

    /// Gives an object's relationship a destination, and the other end what follows.
    mutating func set(
        _ relationship: ModelRelationship, of key: ObjectKey, to new: ObjectKey?
    ) throws {
        guard let inverse = relationship.inverse, let mine = end(of: key, relationship.name)
        else { return }
        if let old = try destination(of: mine), let back = end(of: old, inverse.name),
            try destination(of: back) == key
        {
            set[back] = .some(nil)
        }
        if let new, let back = end(of: new, inverse.name) {
            if let owner = try destination(of: back),
                let theirs = end(of: owner, relationship.name),
                try destination(of: theirs) == new
            {
                set[theirs] = .some(nil)
            }
            set[back] = key
        }
        set[mine] = .some(new)
    }

    /// What was set and is not in the store, by object.
    func changes() -> [ObjectKey: [(place: Int, key: ObjectKey?)]] {
        var changes: [ObjectKey: [(place: Int, key: ObjectKey?)]] = [:]
        for (end, destination) in set {
            guard let row = rows[end.key] ?? nil, row.toOnes[end.place] != destination else {
                continue
            }
            changes[end.key, default: []].append((end.place, destination))
        }
        return changes.mapValues { $0.sorted { $0.place < $1.place } }
    }

    private func end(of key: ObjectKey, _ name: String) -> End? {
        guard case .toOne(let place) = store.model.entities[key.entity].properties[name] else {
            return nil
        }
        return End(key: key, place: place)
    }

    private mutating func destination(of end: End) throws -> ObjectKey? {
        if let known = set[end] { return known }
        try read([end.key])
        return (rows[end.key] ?? nil)?.toOnes[end.place]
    }
}
