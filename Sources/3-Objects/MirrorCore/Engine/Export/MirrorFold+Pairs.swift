import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore

/// One end of a relationship from many to many, with the objects there that were changed.
private struct ChangedEnd {
    var groups: [(side: MirrorCodec.LinkSide, keys: [ObjectKey])] = []
    /// The transactions that changed them, and objects there that are gone.
    var transactions: Set<Int64> = []

    var keys: [ObjectKey] { groups.flatMap(\.keys) }
}

/// The changed objects at both ends of a relationship from many to many.
private struct ChangedEnds {
    var first = ChangedEnd()
    var second = ChangedEnd()
    /// Objects that were deleted and saved again: the other ends of their pairs did not change.
    var madeAgain: [(side: MirrorCodec.LinkSide, keys: [ObjectKey])] = []

    subscript(isFirst: Bool) -> ChangedEnd {
        get { isFirst ? first : second }
        set { if isFirst { first = newValue } else { second = newValue } }
    }
}

extension MirrorFold {
    /// Compares the pairs of changed objects with the records of pairs.
    ///
    /// A pair changes at both of its ends. The end whose objects have fewer pairs is compared, so that one
    /// more photo in an album costs what one photo has, however many are in the album. Of the other end
    /// those objects are compared as well of which no changed pair was found, or which a transaction
    /// changed that named nothing at this end.
    ///
    /// - Parameter parted: The pairs of objects that were deleted, which are done.
    func comparePairs(
        _ changes: [ObjectKey: MirrorSaved], alive: [ObjectKey], parted: [MirrorLink]
    ) throws {
        let date = { (key: ObjectKey) in changes[key]?.dates.last }
        for (link, ends) in changedEnds(changes, alive) {
            for (side, keys) in ends.madeAgain { try compareLinks(side, of: keys, changed: date) }
            let isFirst = try hasFewerPairs(ends.first.keys, than: ends.second.keys)
            var found: Set<String> = []
            for (side, keys) in ends[isFirst].groups {
                found.formUnion(try compareLinks(side, of: keys, changed: date))
            }
            let names = Set(try ends[!isFirst].keys.map { try name(of: $0) })
            let isComplete = found.isSubset(of: names)
            for pair in parted where pair.isOf(link) { found.formUnion([pair.first, pair.second]) }
            for (side, keys) in ends[!isFirst].groups {
                let rest = try keys.filter { key in
                    let saves = changes[key]?.transactions(of: side.relationship.name) ?? []
                    return try !isComplete || !found.contains(name(of: key))
                        || !saves.isSubset(of: ends[isFirst].transactions)
                }
                try compareLinks(side, of: rest, changed: date)
            }
        }
    }

    private func changedEnds(
        _ changes: [ObjectKey: MirrorSaved], _ alive: [ObjectKey]
    ) -> [(MirrorPlan.Link, ChangedEnds)] {
        var ends: [MirrorPlan.Link: ChangedEnds] = [:]
        var order: [MirrorPlan.Link] = []
        let alive = Set(alive)
        for (entity, keys) in byEntity(Array(changes.keys)) {
            for side in codec.shape(of: entity)?.links ?? [] {
                var known = ends[side.link] ?? ChangedEnds()
                if ends[side.link] == nil { order.append(side.link) }
                var changed: [ObjectKey] = []
                var again: [ObjectKey] = []
                for key in keys.sorted(by: { $0.row < $1.row }) {
                    guard let change = changes[key] else { continue }
                    let saves = change.transactions(of: side.relationship.name)
                    known[side.isFirst].transactions.formUnion(saves)
                    guard alive.contains(key) else { continue }
                    if change.isDeleted {
                        again.append(key)
                    } else if !saves.isEmpty {
                        changed.append(key)
                    }
                }
                if !changed.isEmpty { known[side.isFirst].groups.append((side, changed)) }
                if !again.isEmpty { known.madeAgain.append((side, again)) }
                ends[side.link] = known
            }
        }
        return order.compactMap { link in ends[link].map { (link, $0) } }
    }

    /// Whether objects have fewer pairs than others, or as many.
    private func hasFewerPairs(_ keys: [ObjectKey], than others: [ObjectKey]) throws -> Bool {
        if keys.isEmpty || others.isEmpty { return keys.isEmpty }
        let isFirst = keys.count <= others.count
        let all = try (isFirst ? [keys, others] : [others, keys]).map { keys in
            try keys.map { try name(of: $0) }
        }
        var count = max(16, all[0].count)
        while true {
            for (place, names) in all.enumerated()
            where try state.haveFewerPairs(names, than: count) {
                return (place == 0) == isFirst
            }
            count *= 4
        }
    }

    /// Compares the members of a relationship from many to many with the records of its pairs.
    ///
    /// - Parameters:
    ///   - keys: Objects of one entity.
    ///   - date: When an object was changed, where that is known.
    /// - Returns: The record names of the objects at the other ends of pairs that changed.
    @discardableResult
    func compareLinks(
        _ side: MirrorCodec.LinkSide, of keys: [ObjectKey],
        changed date: ((ObjectKey) -> Date?)? = nil
    ) throws -> Set<String> {
        guard !keys.isEmpty else { return [] }
        let all = try store.members(side.relationship.place, of: keys)
        try state.load(all.flatMap { $0.map { codec.entryKey(of: $0) } })
        var found: Set<String> = []
        for (key, members) in zip(keys, all) {
            if let date { state.date = date(key) }
            found.formUnion(try compareLinks(side, of: key, members))
        }
        return found
    }

    private func compareLinks(
        _ side: MirrorCodec.LinkSide, of key: ObjectKey, _ keys: [ObjectKey]
    ) throws -> Set<String> {
        let own = try name(of: key)
        let members = Set(try keys.map { try name(of: $0) })
        var linked: [String: [String]] = [:]
        var found: Set<String> = []
        let links = try state.links(of: own)
        try state.load(links.map { "p/" + $0.name })
        for (linkName, link) in links where link.isOf(side.link) && link.isApplied {
            if try state.pending(linkName)?.kind == .deletion { continue }
            guard side.isSymmetric || (side.isFirst ? link.first : link.second) == own else {
                continue
            }
            linked[link.first == own ? link.second : link.first, default: []].append(linkName)
        }
        for (other, names) in linked.sorted(by: { $0.key < $1.key }) where !members.contains(other)
        {
            found.insert(other)
            for name in names { try state.deleteLink(name) }
        }
        for other in members.sorted() where linked[other] == nil {
            found.insert(other)
            let linkName = UUID().uuidString
            let isFirst = side.isFirst || side.isSymmetric
            try state.setLink(
                linkName,
                MirrorLink(
                    entity: side.link.first.entity, relationship: side.link.first.relationship,
                    first: isFirst ? own : other, second: isFirst ? other : own,
                    isUploaded: false, isApplied: true, epoch: epoch,
                    zone: try state.object(own)?.zone ?? state.object(other)?.zone))
            state.setPending(linkName, MirrorPending(.link))
        }
        return found
    }
}

extension MirrorLink {
    /// Whether it is a pair of a relationship.
    fileprivate func isOf(_ link: MirrorPlan.Link) -> Bool {
        entity == link.first.entity && relationship == link.first.relationship
    }
}
