import PredicateCore

/// Which keys of an element a predicate asks for, so that nothing else need be read.
struct PredicateKeys {
    /// The first keys of all paths, in the order in which they occur.
    private(set) var names: [String] = []
    /// The keys, at whatever depth, whose objects paths go into: `a` and `b` of `a.b.c`.
    private(set) var deeper: Set<String> = []
    /// The variables whose objects paths go into.
    private var deeperVariables: Set<String> = []

    init(_ predicate: QueryPredicate) { add(.predicate(predicate)) }

    /// Adds the keys of an order or of an output.
    mutating func add(_ path: QueryKeyPath) {
        guard case .key(let name)? = path.steps.first else { return }
        if !names.contains(where: { $0.hasSameBytes(as: name) }) { names.append(name) }
        markSteps(of: path)
    }

    private mutating func add(_ part: PredicatePart) {
        switch part {
        case .expression(.keyPath(let path)), .expression(.path(.this, let path)): add(path)
        case .expression(.path(let base, let path)):
            add(part.children)
            markSteps(of: path)
            if path.steps.contains(where: \.entersObject) { goInto(base) }
        case .expression(.index(let base, let index)):
            add(part.children)
            if index.mayBeKey { goInto(base) }
        case .expression(.call(let receiver, let selector, _)):
            add(part.children)
            if Self.selectorsOfObjects.contains(selector) { goInto(receiver) }
        case .expression(.subquery(let collection, let variable, _)):
            add(part.children)
            if deeperVariables.contains(variable) { goInto(collection) }
        case .predicate(.constant), .predicate(.comparison), .predicate(.and), .predicate(.or),
            .predicate(.not), .predicate(.block), .expression(.this), .expression(.anyKey),
            .expression(.constant), .expression(.variable), .expression(.function),
            .expression(.cast), .expression(.aggregate), .expression(.conditional),
            .expression(.set), .expression(.assignment), .expression(.fetch),
            .expression(.block):
            add(part.children)
        }
    }

    /// The selectors that ask for keys of the object; the others ask what it stands for.
    private static let selectorsOfObjects: Set = [
        "valueForKey:", "valueForKeyPath:", "objectForKey:", "allKeys", "allValues",
    ]

    private mutating func add(_ parts: [PredicatePart]) {
        for part in parts { add(part) }
    }

    /// Marks the keys of a path that another key follows.
    private mutating func markSteps(of path: QueryKeyPath) {
        guard let last = path.steps.lastIndex(where: \.entersObject) else { return }
        for case .key(let name) in path.steps[..<last] { deeper.insert(name) }
    }

    /// Marks the key that an expression ends in, of which a part is asked for.
    private mutating func goInto(_ expression: QueryExpression) {
        switch expression {
        case .keyPath(let path), .path(_, let path):
            for case .key(let name) in path.steps.suffix(1) { deeper.insert(name) }
        case .variable(let name): deeperVariables.insert(name)
        case .index(let base, _), .cast(let base, _), .assignment(_, let base),
            .subquery(let base, _, _):
            goInto(base)
        case .aggregate(let parts), .function(_, let parts):
            for part in parts { goInto(part) }
        case .conditional(_, let a, let b), .set(_, let a, let b):
            goInto(a)
            goInto(b)
        case .constant, .this, .call, .anyKey, .fetch, .block: break
        }
    }
}

extension QueryKeyPath.Step {
    /// Whether the step looks a key up in an object; `self` stays where it is.
    fileprivate var entersObject: Bool {
        switch self {
        case .key(let name): name != "self"
        case .collection(let operation): operation == .allKeys || operation == .allValues
        }
    }
}

extension ExpressionIndex {
    /// Whether the index may be the key of an object, rather than a place in a list.
    fileprivate var mayBeKey: Bool {
        switch self {
        case .first, .last, .size, .value(.constant(.int)): false
        case .value: true
        }
    }
}
