import ObjectCore
import SQLLowering

/// The statements that change one relationship to many.
struct MemberStatements: Sendable {
    /// Makes a pair of an owner and a member, if the member is there.
    let link: SQLTemplate?
    /// Undoes one.
    let unlink: SQLTemplate?
    /// Whether an object is in the other's relationship as the other is in its own.
    let isReflexive: Bool
    /// The members of an owner and their places.
    let places: SQLTemplate?
    /// Gives a member a place: the place, the owner, the member.
    let place: SQLTemplate?

    /// Statements of a relationship.
    ///
    /// - Parameter number: The number of the owner's entity in the file.
    init(_ members: AppleMembers, owner number: Int64, for dialect: any Dialect) {
        let table: SQLText = "\(ident: members.table)"
        let owner: String
        let member: String
        switch members.place {
        case .foreignKey(let link):
            (owner, member) = (link.column, "Z_PK")
            if members.hasInverse {
                // The members' own rows say it.
                self.link = nil
                unlink = nil
            } else {
                var set: [SQLText] = ["\(ident: owner) = \(.placeholder)"]
                if let column = link.entityColumn {
                    set.append("\(ident: column) = \(raw: String(number))")
                }
                if let column = link.orderColumn { set.append("\(ident: column) = NULL") }
                let clear = link.columns.map { "\(ident: $0) = NULL" as SQLText }
                self.link = SQLTemplate(
                    """
                    UPDATE \(table) SET \(set.joined(", ")) WHERE "Z_PK" = \(.placeholder)
                    """, for: dialect)
                unlink = SQLTemplate(
                    """
                    UPDATE \(table) SET \(clear.joined(", ")) \
                    WHERE \(ident: owner) = \(.placeholder) AND "Z_PK" = \(.placeholder)
                    """, for: dialect)
            }
        case .joinTable(let ownerColumn, let memberColumn):
            (owner, member) = (ownerColumn, memberColumn)
            link = SQLTemplate(
                """
                INSERT INTO \(table) (\(ident: owner), \(ident: member)) \
                SELECT CAST(\(.placeholder) AS BIGINT), "Z_PK" FROM \(ident: members.memberTable) \
                WHERE "Z_PK" = \(.placeholder) ON CONFLICT DO NOTHING
                """, for: dialect)
            unlink = SQLTemplate(
                """
                DELETE FROM \(table) \
                WHERE \(ident: owner) = \(.placeholder) AND \(ident: member) = \(.placeholder)
                """, for: dialect)
        }
        isReflexive = owner == "REFLEXIVE"
        if let column = members.orderColumn {
            places = SQLTemplate(
                """
                SELECT \(ident: member), \(ident: column) FROM \(table) \
                WHERE \(ident: owner) = \(.placeholder)
                """, for: dialect)
            place = SQLTemplate(
                """
                UPDATE \(table) SET \(ident: column) = \(.placeholder) \
                WHERE \(ident: owner) = \(.placeholder) AND \(ident: member) = \(.placeholder)
                """, for: dialect)
        } else {
            places = nil
            place = nil
        }
    }
}

extension ObjectSave {
    /// Writes what changed about a relationship to many.
    ///
    /// What others put in or took out since stays so: only what is new is put in, and only what
    /// is there gets a place.
    func apply(_ membership: ObjectMembership) throws {
        let entity = membership.key.entity
        guard store.model.entities[entity].toManys.indices.contains(membership.relationship)
        else { return }
        let statements = store.plans.memberStatements(membership.relationship, in: entity)
        let owner = membership.key.row
        if let unlink = statements.unlink {
            for key in membership.removed { try pair(unlink, owner, key.row, statements) }
        }
        if let link = statements.link {
            for key in membership.added { try pair(link, owner, key.row, statements) }
        }
        guard let places = statements.places, let place = statements.place,
            let order = membership.order
        else { return }
        var present: [Int64: Int64?] = [:]
        try connection.query(places) {
            $0.bind(int: owner, at: 0)
        } _: { row in
            present[row.int(0)] = .some(row.isNull(1) ? nil : row.int(1))
            return true
        }
        for (row, number) in MemberPlaces.moved(order.map(\.row), present) {
            try connection.perform(place, [.int(number), .int(owner), .int(row)])
        }
    }

    private func pair(
        _ template: SQLTemplate, _ owner: Int64, _ member: Int64, _ statements: MemberStatements
    ) throws {
        try connection.perform(template, [.int(owner), .int(member)])
        guard statements.isReflexive, owner != member else { return }
        try connection.perform(template, [.int(member), .int(owner)])
    }
}

/// Places of members in an order, with gaps, so that few of them change.
enum MemberPlaces {
    /// How far apart new places are where there is room.
    static let gap: Int64 = 1_024

    /// The new places that bring members into an order.
    ///
    /// As many as can be keep theirs; the others fit in between, or, where there is no room,
    /// push on those behind them.
    ///
    /// - Parameters:
    ///   - order: The wanted order; what is not present is passed over.
    ///   - present: The present members, and their places.
    static func moved(
        _ order: [Int64], _ present: [Int64: Int64?]
    ) -> [(row: Int64, place: Int64)] {
        var seen: Set<Int64> = []
        let wanted = order.filter { present[$0] != nil && seen.insert($0).inserted }
        let places = wanted.map { present[$0] ?? nil }
        // A place that leaves no room before or behind it is not kept.
        let usable = 1..<Int64.max / 2
        let keepable = places.map { place in place.flatMap { usable.contains($0) ? $0 : nil } }
        let kept = Set(RisingRun.places(in: keepable))
        var moved: [(row: Int64, place: Int64)] = []
        var last: Int64 = 0
        var index = 0
        while index < wanted.count {
            if kept.contains(index), let place = places[index], place > last {
                last = place
                index += 1
                continue
            }
            // Those up to the next one that keeps its place share the room before it.
            var end = index
            while end < wanted.count {
                if end > index, kept.contains(end), let place = places[end],
                    place - last > Int64(end - index)
                {
                    break
                }
                end += 1
            }
            var step = gap
            if end < wanted.count, let next = places[end] {
                step = max(1, min(gap, (next - last) / Int64(end - index + 1)))
            }
            for place in index..<end {
                last += step
                if places[place] != last { moved.append((wanted[place], last)) }
            }
            index = end
        }
        return moved
    }
}
