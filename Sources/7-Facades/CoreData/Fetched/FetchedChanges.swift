import ObjectCore

/// How results became others, in moves of the objects that changed.
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

    init() {}

    /// The changes between all objects.
    ///
    /// - Parameter touched: Whether an object's values may have changed.
    init(
        from old: FetchedResults, to new: FetchedResults, touched: (AnyObject) -> Bool
    ) {
        let origins = new.objects.map { old.place(of: $0) }
        let (oldNames, newNames) = (old.namesOfObjects(), new.namesOfObjects())
        deleted = old.objects.indices.filter { new.place(of: old.objects[$0]) == nil }
        inserted = origins.indices.filter { origins[$0] == nil }
        let changed = origins.indices.map { origins[$0] == nil || touched(new.objects[$0]) }

        // Sections that keep their order among each other stay; others go and come again.
        let oldSections = Dictionary(
            uniqueKeysWithValues: old.sections.enumerated().map { place, section in
                (section.name, Int64(place))
            })
        let kept = FetchedChanges.still(
            new.sections.map { oldSections[$0.name] },
            changed: new.sections.indices.map { changed[new.range(of: $0)].allSatisfy { $0 } })
        let staying = Set(kept.map { new.sections[$0].name })
        deletedSections = old.sections.indices.filter { !staying.contains(old.sections[$0].name) }
        insertedSections = new.sections.indices.filter { !staying.contains(new.sections[$0].name) }

        // An object stays where its section does and its order among those that stay.
        let candidates = origins.indices.map { place -> Int64? in
            guard let origin = origins[place], oldNames[origin] == newNames[place],
                staying.contains(newNames[place])
            else { return nil }
            return Int64(origin)
        }
        let still = Set(FetchedChanges.still(candidates, changed: changed))
        for (place, origin) in origins.enumerated() {
            guard let origin else { continue }
            if !still.contains(place) {
                moved.append((origin, place))
            } else if changed[place] {
                updated.append((origin, place))
            }
        }
    }

    /// The places after whose order among each other is as it was.
    ///
    /// What did not change stays: what changed did move past it, as on Apple's systems.
    ///
    /// - Parameter origins: The places before; nil where there is none to stay at.
    private static func still(_ origins: [Int64?], changed: [Bool]) -> [Int] {
        var candidates = [Int64?](repeating: nil, count: origins.count)
        let unchanged = origins.indices.map { changed[$0] ? nil : origins[$0] }
        for place in RisingRun.places(in: unchanged) { candidates[place] = origins[place] }
        // The origins between which one that changed has to be.
        var lower = Int64(-1)
        var fits = origins.indices.map { place in
            if let kept = candidates[place] { lower = kept }
            return changed[place] && origins[place].map { $0 > lower } ?? false
        }
        var upper = Int64.max
        for place in origins.indices.reversed() {
            if let kept = candidates[place] { upper = kept }
            if let origin = origins[place], origin > upper { fits[place] = false }
        }
        for place in origins.indices where fits[place] { candidates[place] = origins[place] }
        // None that did not change falls out of the longest run: a run without it would be shorter.
        return RisingRun.places(in: candidates)
    }
}
