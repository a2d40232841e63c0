import RecordCore

/// Finds what a predicate asks of the record: the first keys of its key paths.
struct KeyCollector {
    /// The first keys.
    private(set) var keys: Set<String> = []
    /// Those of them that stand outside comparisons without case or accents.
    private(set) var exactKeys: Set<String> = []
    private var isExact = true
    /// Whether it asks for the record itself or for all its keys.
    private(set) var asksForMore = false
    /// Whether it is nested more deeply than is looked at.
    private(set) var isTooDeep = false
    /// A part that no store can decide, with what to say about it.
    private(set) var problem: QueryProblem?
    /// Whether there is a pattern of MATCHES that cannot be compiled.
    private(set) var hasWrongPattern = false

    /// Looks at a part, and at what is in it.
    init(_ part: PredicatePart, depth: Int = 0) { visit(part, depth) }

    private mutating func visit(_ part: PredicatePart, _ depth: Int) {
        guard depth < 400 else {
            isTooDeep = true
            return
        }
        switch part {
        case .predicate(.block), .expression(.block):
            return note(
                "A store cannot ask a block.",
                "Fetch with another predicate and filter the records.")
        case .expression(.fetch):
            return note("A store cannot run FETCH inside a predicate.", "Ask two queries.")
        case .expression(.constant(.object)):
            note("An object of the running program cannot be looked for.", "Give its value.")
        case .expression(.this):
            asksForMore = true
            note("A store cannot compare SELF.", "Compare recordID, or a field.")
        case .expression(.anyKey):
            asksForMore = true
            note("A store cannot ask for ANYKEY.", "Name the fields.")
        case .expression(.keyPath(let path)):
            if case .key(let name)? = path.steps.first {
                keys.insert(name)
                if isExact { exactKeys.insert(name) }
            }
        case .predicate, .expression:
            let before = isExact
            if case .predicate(.comparison(let comparison)) = part {
                let sides = [comparison.left, comparison.right]
                isExact =
                    TextOptions(comparison.options) == .literal || sides.contains(.constant(.null))
            }
            for child in part.children { visit(child, depth + 1) }
            isExact = before
        }
        guard case .predicate(.comparison(let comparison)) = part else { return }
        if case .selector(let name) = comparison.op {
            note("A store does not know the comparison \(name).", "Use an operator.")
        }
        if case .matches = comparison.op, case .constant(.text(let pattern)) = comparison.right,
            !RegularPattern.isValid(pattern, comparison.options)
        {
            hasWrongPattern = true
        }
    }

    private mutating func note(_ message: String, _ advice: String) {
        problem = problem ?? QueryProblem(.unsupported, message, advice: advice)
    }
}
