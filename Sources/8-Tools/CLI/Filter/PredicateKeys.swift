import PredicateCore

/// Which keys of an element a predicate asks for, so that nothing else need be read.
struct PredicateKeys {
    /// The first keys of all paths, in the order in which they occur.
    private(set) var names: [String] = []
    /// Those of them that paths go on behind.
    private(set) var deeper: Set<String> = []
    /// Whether the element as a whole is asked for: `SELF`, `ANYKEY`, a path that begins with `@`.
    private(set) var needsWhole = false

    init(_ predicate: QueryPredicate) { add(.predicate(predicate)) }

    /// Adds the keys of an order or of an output.
    mutating func add(_ path: QueryKeyPath) {
        switch path.steps.first {
        case .key(let name)?:
            if !names.contains(where: { $0.hasSameBytes(as: name) }) { names.append(name) }
            if path.steps.count > 1 { deeper.insert(name) }
        case .collection?, nil: needsWhole = true
        }
    }

    private mutating func add(_ part: PredicatePart) {
        switch part {
        case .expression(.this), .expression(.anyKey): needsWhole = true
        case .expression(.keyPath(let path)), .expression(.path(.this, let path)): add(path)
        case .predicate(.block), .expression(.block):
            needsWhole = true
            add(part.children)
        case .expression(.index(let base, _)):
            add(part.children)
            if case .keyPath(let path) = base { markDeeper(path) }
        case .predicate(.constant), .predicate(.comparison), .predicate(.and), .predicate(.or),
            .predicate(.not), .expression(.constant), .expression(.variable), .expression(.path),
            .expression(.function), .expression(.call), .expression(.cast),
            .expression(.aggregate), .expression(.subquery), .expression(.conditional),
            .expression(.set), .expression(.assignment), .expression(.fetch):
            add(part.children)
        }
    }

    private mutating func add(_ parts: [PredicatePart]) {
        for part in parts { add(part) }
    }

    private mutating func markDeeper(_ path: QueryKeyPath) {
        if case .key(let name)? = path.steps.first { deeper.insert(name) }
    }
}
