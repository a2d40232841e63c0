/// The objects of a store in memory, at one moment.
struct MemoryObjects: Sendable {
    /// The objects of one entity, in the order of their rows.
    struct Extent: Sendable {
        var rows: [ObjectRow] = []

        /// Where a row is, or would be.
        func place(of row: Int64) -> (place: Int, isThere: Bool) {
            if let last = rows.last, last.key.row < row { return (rows.count, false) }
            let place = rows.partitioningIndex { $0.key.row >= row }
            return (place, place < rows.count && rows[place].key.row == row)
        }
    }

    let model: ResolvedModel
    let links: MemoryLinks
    /// By the entity's number.
    var extents: [Extent]
    /// The last number given out, by the root's.
    var lastRows: [Int: Int64] = [:]
    /// Objects that point at one, in the order of their rows, by the link's number.
    var referrers: [[ObjectKey: [ObjectKey]]]
    /// Pairs of relationships with a table of their own, and the order of ordered ones, by the
    /// relationship's number.
    var members: [[ObjectKey: [ObjectKey]]]

    init(_ model: ResolvedModel) {
        self.model = model
        links = MemoryLinks(model)
        extents = Array(repeating: Extent(), count: model.entities.count)
        referrers = Array(repeating: [:], count: links.linkCount)
        members = Array(repeating: [:], count: links.memberCount)
    }

    // MARK: Reading

    /// What is stored of an object.
    func row(_ key: ObjectKey) -> ObjectRow? {
        guard extents.indices.contains(key.entity) else { return nil }
        let (place, isThere) = extents[key.entity].place(of: key.row)
        return isThere ? extents[key.entity].rows[place] : nil
    }

    /// The objects of an entity, in the order of their rows.
    func rows(of entity: Int, includingSubentities: Bool) -> [ObjectRow] {
        let family = includingSubentities ? model.entities[entity].family : entity...entity
        let filled = family.filter { !extents[$0].rows.isEmpty }
        guard filled.count > 1 else { return filled.first.map { extents[$0].rows } ?? [] }
        return filled.flatMap { extents[$0].rows }.sorted { $0.key.row < $1.key.row }
    }

    /// What a relationship to many points at.
    func members(_ relationship: Int, of key: ObjectKey) -> [ObjectKey] {
        guard links.members[key.entity].indices.contains(relationship) else { return [] }
        let source = links.members[key.entity][relationship]
        switch source.kind {
        case .referrers(let link):
            let all = referrers[link][key] ?? []
            guard source.isOrdered, let order = members[source.number][key] else { return all }
            let present = Set(all)
            var seen: Set<ObjectKey> = []
            let placed = order.filter { present.contains($0) && seen.insert($0).inserted }
            return placed + all.filter { !seen.contains($0) }
        case .pairs:
            let all = members[source.number][key] ?? []
            return source.isOrdered ? all : all.sorted { $0.row < $1.row }
        }
    }

    /// The objects that have an object in a relationship without an inverse.
    func owners(of key: ObjectKey) -> [ObjectKey] {
        links.incoming[key.entity].flatMap { members[$0.inverse][key] ?? [] }
    }

    // MARK: Changing

    mutating func insert(_ row: ObjectRow) {
        let (place, isThere) = extents[row.key.entity].place(of: row.key.row)
        if isThere {
            extents[row.key.entity].rows[place] = row
        } else {
            extents[row.key.entity].rows.insert(row, at: place)
        }
        let root = model.entities[row.key.entity].root
        lastRows[root] = max(lastRows[root] ?? 0, row.key.row)
        for (place, destination) in row.toOnes.enumerated() {
            link(row.key, place, from: nil, to: destination)
        }
    }

    mutating func remove(_ key: ObjectKey) {
        let (place, isThere) = extents[key.entity].place(of: key.row)
        guard isThere else { return }
        let row = extents[key.entity].rows.remove(at: place)
        for (place, destination) in row.toOnes.enumerated() {
            link(key, place, from: destination, to: nil)
        }
        for source in links.members[key.entity] {
            let all = members[source.number].removeValue(forKey: key)
            guard case .pairs(let inverse) = source.kind else { continue }
            for member in all ?? [] { members[inverse][member]?.removeAll { $0 == key } }
        }
        for (number, inverse) in links.incoming[key.entity] {
            for owner in members[inverse].removeValue(forKey: key) ?? [] {
                members[number][owner]?.removeAll { $0 == key }
            }
        }
    }

    /// Changes a row in place.
    mutating func change(_ key: ObjectKey, _ body: (inout ObjectRow) -> Void) {
        let (place, isThere) = extents[key.entity].place(of: key.row)
        if isThere { body(&extents[key.entity].rows[place]) }
    }

    /// Points a relationship of an object elsewhere, for those that look from the other side.
    mutating func link(_ key: ObjectKey, _ place: Int, from: ObjectKey?, to: ObjectKey?) {
        guard from != to, let number = links.toOnes[key.entity][place] else { return }
        if let from {
            var all = referrers[number].removeValue(forKey: from) ?? []
            // Objects that point at one, so that they are of one table and have rows of their own.
            let position = all.partitioningIndex { $0.row >= key.row }
            if all.indices.contains(position), all[position] == key { all.remove(at: position) }
            referrers[number][from] = all.isEmpty ? nil : all
        }
        guard let to else { return }
        var all = referrers[number].removeValue(forKey: to) ?? []
        let isLast = all.last.map { $0.row < key.row } ?? true
        all.insert(
            key, at: isLast ? all.count : all.partitioningIndex { $0.row > key.row })
        referrers[number][to] = all
    }

    /// Changes a relationship to many with a table of its own, or an order.
    mutating func apply(_ change: ObjectMembership) {
        guard links.members[change.key.entity].indices.contains(change.relationship) else {
            return
        }
        let source = links.members[change.key.entity][change.relationship]
        guard case .pairs(let inverse) = source.kind else {
            if let order = change.order { members[source.number][change.key] = order }
            return
        }
        // What others deleted meanwhile is not put in.
        let added = change.added.filter { row($0) != nil }
        var all = members[source.number].removeValue(forKey: change.key) ?? []
        let removed = Set(change.removed)
        if !removed.isEmpty { all.removeAll(where: removed.contains) }
        var present = Set(all)
        for key in added where present.insert(key).inserted { all.append(key) }
        if let order = change.order {
            // What others took out meanwhile stays out.
            var seen: Set<ObjectKey> = []
            all =
                order.filter { present.contains($0) && seen.insert($0).inserted }
                + all.filter { !seen.contains($0) }
        }
        members[source.number][change.key] = all.isEmpty ? nil : all
        for key in removed { members[inverse][key]?.removeAll { $0 == change.key } }
        for key in added {
            if !source.hasInverse {
                // In Apple's files the member's row names its owner, so that it has one at most.
                for other in members[inverse][key] ?? [] where other != change.key {
                    members[source.number][other]?.removeAll { $0 == key }
                }
                members[inverse][key] = [change.key]
                continue
            }
            if members[inverse][key]?.contains(change.key) == true { continue }
            members[inverse][key, default: []].append(change.key)
        }
    }
}

extension MemoryObjects: ObjectSource {}

/// The relationships of a model by number, inherited ones with their ancestor's.
struct MemoryLinks: Sendable {
    /// Where the members of a relationship to many come from.
    struct Members: Sendable {
        enum Kind: Sendable {
            /// Objects with the link of a number point at the owner.
            case referrers(Int)
            /// Pairs of its own, and the relationship of the other side, which may have no name.
            case pairs(inverse: Int)
        }

        let number: Int
        let kind: Kind
        let isOrdered: Bool
        /// Whether the model names the other side.
        let hasInverse: Bool
    }

    /// By entity and place; nil where the referring objects are not indexed.
    private(set) var toOnes: [[Int?]] = []
    /// By entity and place.
    private(set) var members: [[Members]] = []
    /// Relationships without a name that point back, and those they belong to, by entity.
    private(set) var incoming: [[(number: Int, inverse: Int)]] = []
    private(set) var linkCount = 0
    private(set) var memberCount = 0

    private struct Name: Hashable {
        let entity: Int
        let name: String
    }

    init(_ model: ResolvedModel) {
        var linkNumbers: [Name: Int] = [:]
        var memberNumbers: [Name: Int] = [:]
        // Also where the relationship to one does not name its inverse.
        let pointingBack = Set(
            model.entities.flatMap(\.toManys).compactMap { relationship in
                relationship.inverse.map { Name(entity: $0.entity, name: $0.name) }
            })
        for entity in model.entities {
            for relationship in entity.toOnes where relationship.declaredBy == entity.number {
                let name = Name(entity: entity.number, name: relationship.name)
                guard relationship.inverse?.isToMany == true || pointingBack.contains(name) else {
                    continue
                }
                linkNumbers[name] = linkCount
                linkCount += 1
            }
            for relationship in entity.toManys where relationship.declaredBy == entity.number {
                memberNumbers[Name(entity: entity.number, name: relationship.name)] = memberCount
                memberCount += 1
            }
        }
        incoming = Array(repeating: [], count: model.entities.count)
        var nameless: [Name: Int] = [:]
        for entity in model.entities {
            for relationship in entity.toManys where relationship.declaredBy == entity.number {
                let own = Name(entity: entity.number, name: relationship.name)
                guard let number = memberNumbers[own] else { continue }
                if let inverse = relationship.inverse {
                    let other = Name(entity: inverse.entity, name: inverse.name)
                    guard memberNumbers[other] == nil, linkNumbers[other] == nil else { continue }
                }
                nameless[own] = memberCount
                for destination in model.entities[relationship.destination].family {
                    incoming[destination].append((number, memberCount))
                }
                memberCount += 1
            }
        }
        for entity in model.entities {
            toOnes.append(
                entity.toOnes.map { linkNumbers[Name(entity: $0.declaredBy, name: $0.name)] })
            members.append(
                entity.toManys.map { relationship in
                    let inverse = relationship.inverse.map {
                        Name(entity: $0.entity, name: $0.name)
                    }
                    let own = Name(entity: relationship.declaredBy, name: relationship.name)
                    let kind: Members.Kind
                    if let inverse, let link = linkNumbers[inverse] {
                        kind = .referrers(link)
                    } else {
                        kind = .pairs(
                            inverse: inverse.flatMap { memberNumbers[$0] } ?? nameless[own] ?? 0)
                    }
                    return Members(
                        number: memberNumbers[own] ?? 0, kind: kind,
                        isOrdered: relationship.isOrdered,
                        hasInverse: relationship.inverse != nil)
                })
        }
    }
}
