import Foundation

/// How results became others: the fewest moves that explain it.
struct FetchedChanges {
    /// Sections that went, by their places before, and that came, by their places after.
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    /// Places before, among all.
    var deleted: [Int] = []
    /// Places after, among all.
    var inserted: [Int] = []
    /// Places before and after, among all.
    var moved: [(from: Int, to: Int)] = []
    var updated: [(from: Int, to: Int)] = []

    var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && deleted.isEmpty
            && inserted.isEmpty && moved.isEmpty && updated.isEmpty
    }

    /// - Parameter touched: Whether an object's values may have changed.
    init(
        from old: FetchedResults, to new: FetchedResults, touched: (AnyObject) -> Bool
    ) {
        // Sections that keep their order among each other stay; others go and come again.
        let oldSections = Dictionary(
            uniqueKeysWithValues: old.sections.enumerated().map { ($0.element.name, $0.offset) })
        let before = new.sections.map { oldSections[$0.name] }
        let kept = FetchedChanges.longestIncrease(before)
        let staying = Set(kept.map { new.sections[$0].name })
        deletedSections = old.sections.indices.filter { !staying.contains(old.sections[$0].name) }
        insertedSections = new.sections.indices.filter { !staying.contains(new.sections[$0].name) }

        deleted = old.objects.indices.filter { new.place(of: old.objects[$0]) == nil }
        let origins = new.objects.map { old.place(of: $0) }
        inserted = origins.indices.filter { origins[$0] == nil }
        // An object stays where its section does and its order among those that stay.
        let candidates = origins.indices.map { place -> Int? in
            guard let origin = origins[place], old.names[origin] == new.names[place],
                staying.contains(new.names[place])
            else { return nil }
            return origin
        }
        let still = Set(FetchedChanges.longestIncrease(candidates))
        for (place, origin) in origins.enumerated() {
            guard let origin else { continue }
            if !still.contains(place) {
                moved.append((origin, place))
            } else if touched(new.objects[place]) {
                updated.append((origin, place))
            }
        }
    }

    /// The change of the objects, sections left aside.
    func difference<ID: Hashable>(
        from old: [ID], to new: [ID]
    ) -> CollectionDifference<ID> {
        var changes: [CollectionDifference<ID>.Change] = []
        for place in deleted {
            changes.append(.remove(offset: place, element: old[place], associatedWith: nil))
        }
        for place in inserted {
            changes.append(.insert(offset: place, element: new[place], associatedWith: nil))
        }
        for (from, to) in moved {
            changes.append(.remove(offset: from, element: old[from], associatedWith: to))
            changes.append(.insert(offset: to, element: new[to], associatedWith: from))
        }
        return CollectionDifference(changes) ?? new.difference(from: old).inferringMoves()
    }

    /// The places of a longest strictly increasing part of a list, nil being no part of it.
    static func longestIncrease(_ list: [Int?]) -> [Int] {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: list.count)
        for (place, value) in list.enumerated() {
            guard let value else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if let tail = list[tails[middle]], tail < value {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { previous[place] = tails[low - 1] }
            if low == tails.count { tails.append(place) } else { tails[low] = place }
        }
        var found: [Int] = []
        var place = tails.last ?? -1
        while place >= 0 {
            found.append(place)
            place = previous[place]
        }
        return found.reversed()
    }
}
