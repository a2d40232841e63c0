import ObjectCore

/// The change of results by a few objects, computed from these and their neighbours alone.
///
/// The other objects keep their order among each other and their sections. What it gives is what
/// ``FetchedChanges/init(from:to:touched:)`` gives, which looks at all objects.
struct FetchedUpdate {
    /// An object in its place after the change.
    struct Placed {
        let object: AnyObject
        /// The place after.
        var place: Int
        /// The place before; nil for one that comes.
        let origin: Int?
        /// The name of its section after.
        var name = ""
        /// The section before that it stands in now, where that stays.
        var section: Int?
    }

    private let old: FetchedResults
    /// The places before of the objects that are looked at, in order.
    private let taken: [Int]
    /// The objects in their places, in order.
    private(set) var placed: [Placed] = []
    private(set) var changes = FetchedChanges()
    /// The sections after; nil where they are as before.
    private(set) var sections: [FetchedResults.Section]?

    /// - Parameter taken: The places of all objects of the results that may have changed, in order.
    init(_ old: FetchedResults, taken: [Int]) {
        self.old = old
        self.taken = taken
    }

    // MARK: Objects in order

    /// How many objects there are in order so far.
    private var count: Int { old.objects.count - taken.count + placed.count }

    /// The place before of one of the objects that are not looked at, by its place among these.
    private func kept(_ index: Int) -> Int {
        index + partitioningIndex(taken.count) { taken[$0] - $0 > index }
    }

    /// The first place whose object is behind a new one, as ``Array/partitioningIndex(_:)`` finds it in
    /// the array of the objects in order.
    ///
    /// - Parameter isBehind: Takes an object and its place before.
    func place(_ isBehind: (AnyObject, Int?) throws -> Bool) rethrows -> Int {
        try partitioningIndex(count) { index in
            let next = partitioningIndex(placed.count) { placed[$0].place >= index }
            if next < placed.count, placed[next].place == index {
                return try isBehind(placed[next].object, placed[next].origin)
            }
            let origin = kept(index - next)
            return try isBehind(old.objects[origin], origin)
        }
    }

    /// Puts an object at a place, before what is there.
    mutating func insert(_ object: AnyObject, at place: Int, origin: Int?) {
        let next = partitioningIndex(placed.count) { placed[$0].place >= place }
        for index in next..<placed.count { placed[index].place += 1 }
        placed.insert(Placed(object: object, place: place, origin: origin), at: next)
    }

    /// All objects in order.
    func objects() -> [AnyObject] {
        var all: [AnyObject] = []
        all.reserveCapacity(count)
        var (next, index) = (0, 0)
        while all.count < count {
            if next < placed.count, placed[next].place == all.count {
                all.append(placed[next].object)
                next += 1
            } else {
                all.append(old.objects[kept(index)])
                index += 1
            }
        }
        return all
    }

    // MARK: Changes

    /// Computes the changes, when all objects are in their places.
    ///
    /// - Parameter name: The name of an object's section.
    /// - Returns: False where the objects of a section do not stand together.
    mutating func finish(
        name: (AnyObject) -> String, indexTitle: (String) -> String?
    ) -> Bool {
        let gaps = gaps()
        if old.isSectioned {
            for index in placed.indices { placed[index].name = name(placed[index].object) }
            guard arrangeSections(gaps, indexTitle) else { return false }
        } else {
            for index in placed.indices { placed[index].section = 0 }
        }
        var staying: Set<Int> = []
        for gap in gaps {
            let candidates = gap.members.map { index -> Int64? in
                guard let origin = placed[index].origin, let section = placed[index].section,
                    old.section(at: origin) == section, origin > gap.lower, origin < gap.upper
                else { return nil }
                return Int64(origin)
            }
            for place in RisingRun.places(in: candidates) {
                staying.insert(gap.members.lowerBound + place)
            }
        }
        for (index, object) in placed.enumerated() {
            guard let origin = object.origin else {
                changes.inserted.append(object.place)
                continue
            }
            if staying.contains(index) {
                changes.updated.append((origin, object.place))
            } else {
                changes.moved.append((origin, object.place))
            }
        }
        let remaining = Set(placed.compactMap(\.origin))
        changes.deleted = taken.filter { !remaining.contains($0) }
        return true
    }

    /// Objects in their places without another between them.
    private struct Gap {
        /// By their order among those that are in their places.
        var members: Range<Int>
        /// The places before of what stands in front and behind.
        var lower: Int
        var upper: Int
    }

    private func gaps() -> [Gap] {
        var gaps: [Gap] = []
        let keptCount = old.objects.count - taken.count
        for index in placed.indices {
            // How many that are not looked at stand in front of it.
            let before = placed[index].place - index
            if index > 0, placed[index - 1].place + 1 == placed[index].place {
                gaps[gaps.count - 1].members = gaps[gaps.count - 1].members.lowerBound..<(index + 1)
            } else {
                gaps.append(
                    Gap(
                        members: index..<(index + 1), lower: before > 0 ? kept(before - 1) : -1,
                        upper: before < keptCount ? kept(before) : Int.max))
            }
        }
        return gaps
    }

    // MARK: Sections

    /// A section of objects that are all looked at.
    private struct NewSection {
        let name: String
        let members: Range<Int>
        /// The sections before in front and behind, of those that have other objects as well.
        let lower: Int
        let upper: Int
    }

    private mutating func arrangeSections(_ gaps: [Gap], _ title: (String) -> String?) -> Bool {
        var lost: [Int: Int] = [:]
        for place in taken { lost[old.section(at: place), default: 0] += 1 }
        // Sections of which no other object is left.
        let emptied = lost.filter { old.range(of: $0.key).count == $0.value }
        let origins = Dictionary(
            uniqueKeysWithValues: emptied.keys.map { (old.sections[$0].name, $0) })
        var gained: [Int: Int] = [:]
        var new: [NewSection] = []
        var seen: Set<String> = []
        for gap in gaps {
            let lower = gap.lower < 0 ? -1 : old.section(at: gap.lower)
            let upper = gap.upper == .max ? Int.max : old.section(at: gap.upper)
            var middle = gap.members
            while lower >= 0, let first = middle.first,
                placed[first].name == old.sections[lower].name
            {
                gained[lower, default: 0] += 1
                placed[first].section = lower
                middle.removeFirst()
            }
            if lower == upper, !middle.isEmpty { return false }
            while upper != .max, let last = middle.last,
                placed[last].name == old.sections[upper].name
            {
                gained[upper, default: 0] += 1
                placed[last].section = upper
                middle.removeLast()
            }
            while let first = middle.first {
                let name = placed[first].name
                let end = middle.first { placed[$0].name != name } ?? middle.upperBound
                guard seen.insert(name).inserted, !old.names.contains(name) || origins[name] != nil
                else { return false }
                new.append(
                    NewSection(name: name, members: first..<end, lower: lower, upper: upper))
                middle = end..<middle.upperBound
            }
        }
        let stays = staying(new, origins)
        var resized = gained.merging(lost.mapValues { -$0 }) { $0 + $1 }
        for (section, stay) in zip(new, stays) {
            if let stay { resized[stay, default: 0] += section.members.count }
        }
        let isSame = stays.allSatisfy { $0 != nil } && resized.values.allSatisfy { $0 == 0 }
        if !isSame { sections = arranged(new, stays, lost: lost, gained: gained, emptied, title) }
        let staying = Set(stays.compactMap { $0 })
        changes.deletedSections = emptied.keys.filter { !staying.contains($0) }.sorted()
        return true
    }

    /// The section before that each new one is, where it stays.
    private mutating func staying(_ new: [NewSection], _ origins: [String: Int]) -> [Int?] {
        var stays = [Int?](repeating: nil, count: new.count)
        var start = 0
        while start < new.count {
            let lower = new[start].lower
            let end = new[start...].firstIndex { $0.lower != lower } ?? new.count
            let candidates = (start..<end).map { index -> Int64? in
                guard let origin = origins[new[index].name], origin > lower,
                    origin < new[index].upper
                else { return nil }
                return Int64(origin)
            }
            for place in RisingRun.places(in: candidates) {
                let section = candidates[place].map(Int.init)
                stays[start + place] = section
                for member in new[start + place].members { placed[member].section = section }
            }
            start = end
        }
        return stays
    }

    /// The sections after the change; notes which are inserted.
    private mutating func arranged(
        _ new: [NewSection], _ stays: [Int?], lost: [Int: Int], gained: [Int: Int],
        _ emptied: [Int: Int], _ title: (String) -> String?
    ) -> [FetchedResults.Section] {
        var made: [FetchedResults.Section] = []
        made.reserveCapacity(old.sections.count + new.count)
        var (start, next) = (0, 0)
        for section in -1..<old.sections.count {
            if section >= 0, emptied[section] == nil {
                var kept = old.sections[section]
                kept.start = start
                made.append(kept)
                start +=
                    old.range(of: section).count - (lost[section] ?? 0) + (gained[section] ?? 0)
            }
            while next < new.count, new[next].lower == section {
                let name = new[next].name
                if stays[next] == nil { changes.insertedSections.append(made.count) }
                let known = stays[next].map { old.sections[$0].indexTitle }
                made.append(
                    FetchedResults.Section(
                        name: name, indexTitle: known ?? title(name), start: start))
                start += new[next].members.count
                next += 1
            }
        }
        return made
    }
}

/// The first of so many indexes that meets a condition that all later ones meet too.
private func partitioningIndex(_ count: Int, _ isBehind: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if try isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
}
