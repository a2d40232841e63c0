import ObjectCore

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
            uniqueKeysWithValues: old.sections.enumerated().map { place, section in
                (section.name, Int64(place))
            })
        let before = new.sections.map { oldSections[$0.name] }
        let kept = RisingRun.places(in: before)
        let staying = Set(kept.map { new.sections[$0].name })
        deletedSections = old.sections.indices.filter { !staying.contains(old.sections[$0].name) }
        insertedSections = new.sections.indices.filter { !staying.contains(new.sections[$0].name) }

        deleted = old.objects.indices.filter { new.place(of: old.objects[$0]) == nil }
        let origins = new.objects.map { old.place(of: $0) }
        inserted = origins.indices.filter { origins[$0] == nil }
        // An object stays where its section does and its order among those that stay.
        let candidates = origins.indices.map { place -> Int64? in
            guard let origin = origins[place], old.names[origin] == new.names[place],
                staying.contains(new.names[place])
            else { return nil }
            return Int64(origin)
        }
        let still = Set(RisingRun.places(in: candidates))
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
}
