import PredicateCore

/// The keys of a predicate that no element had: perhaps misspelt, or text without quotes.
struct UnseenKeys {
    /// The places of keys in the predicate; an element has them as slots.
    private var slots: [Int]
    private let names: [String]
    /// What the first element has.
    private var candidates: [String]?

    init(_ names: [String]) {
        self.names = names
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
    func report() {
        guard let candidates else { return }
        for name in slots.map({ names[$0] }) {
            let near = Suggestions.nearest(to: name, among: candidates)
            Terminal.note(
                "no element has \(name); "
                    + (near.map { "did you mean \($0)?" }
                        ?? "text is written in quotes: \"\(name)\""))
        }
    }
}
