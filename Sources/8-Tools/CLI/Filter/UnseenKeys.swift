import PredicateCore

/// The keys that no element had: perhaps misspelt, or in a predicate text without quotes.
struct UnseenKeys {
    /// The places of keys in ``Filter/keys``; an element has them as slots.
    private var slots: [Int]
    private let names: [String]
    /// How many of the keys, the first ones, are the predicate's.
    private let predicateCount: Int
    /// What the first element has.
    private var candidates: [String]?

    init(_ names: [String], ofPredicate predicateCount: Int) {
        self.names = names
        self.predicateCount = predicateCount
        slots = Array(names.indices)
    }

    /// Forgets the keys that an element has.
    @inline(__always)
    mutating func look(at row: FilterRow) {
        if slots.isEmpty { return }
        slots.removeAll(where: row.has)
        // An element that cannot be read has been refused.
        if candidates == nil { candidates = (try? row.names()) ?? [] }
    }

    /// Says which keys no element had.
    ///
    /// - Parameter matched: Whether the predicate holds of an element all the same, as `nosuch == nil`
    ///   may be meant.
    func report(matched: Bool) {
        guard let candidates else { return }
        for slot in slots where !matched || slot >= predicateCount {
            let name = names[slot]
            let near = Suggestions.nearest(to: name, among: candidates)
            let advice =
                near.map { "did you mean \($0)?" }
                ?? (slot < predicateCount ? "text is written in quotes: \"\(name)\"" : nil)
            Terminal.note("no element has \(name)" + (advice.map { "; \($0)" } ?? ""))
        }
    }
}
