import PredicateCore

/// Which keys of an element a predicate asks for, so that nothing else need be read.
struct PredicateKeys {
    /// The first keys of all paths, in the order in which they occur.
    private(set) var names: [String] = []
    /// Those of them that paths go on behind.
    private(set) var deeper: Set<String> = []

    init(_ predicate: QueryPredicate) { add(.predicate(predicate)) }

    /// Adds the keys of an order or of an output.
    mutating func add(_ path: QueryKeyPath) {
        guard case .key(let name)? = path.steps.first else { return }
        if !names.contains(where: { $0.hasSameBytes(as: name) }) { names.append(name) }
        if path.steps.count > 1 { deeper.insert(name) }
    }

    private mutating func add(_ part: PredicatePart) {
        switch part {
        case .expression(.keyPath(let path)), .expression(.path(.this, let path)):
            return add(path)
        case .expression(.index(.keyPath(let path), _)):
            if case .key(let name)? = path.steps.first { deeper.insert(name) }
        case .predicate(.constant), .predicate(.comparison), .predicate(.and), .predicate(.or),
            .predicate(.not), .predicate(.block), .expression(.this), .expression(.anyKey),
            .expression(.constant), .expression(.variable), .expression(.path),
            .expression(.index), .expression(.function), .expression(.call), .expression(.cast),
            .expression(.aggregate), .expression(.subquery), .expression(.conditional),
            .expression(.set), .expression(.assignment), .expression(.fetch), .expression(.block):
            break
        }
        for child in part.children { add(child) }
    }
}
