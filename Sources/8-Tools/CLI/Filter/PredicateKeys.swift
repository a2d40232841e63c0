import PredicateCore

/// Which keys of an element a predicate asks for, so that nothing else need be read.
struct PredicateKeys {
    /// The first keys of all paths, in the order in which they occur.
    private(set) var names: [String] = []
    /// Those of them that paths go on behind.
    private(set) var deeper: Set<String> = []
    /// Whether the element as a whole is asked for: `SELF`, `ANYKEY`, a path that begins with `@`.
    private(set) var needsWhole = false

    init(_ predicate: QueryPredicate) { add(predicate) }

    /// Adds the keys of an order or of an output.
    mutating func add(_ path: QueryKeyPath) {
        switch path.steps.first {
        case .key(let name)?:
            if !names.contains(where: { $0.hasSameBytes(as: name) }) { names.append(name) }
            if path.steps.count > 1 { deeper.insert(name) }
        case .collection?, nil: needsWhole = true
        }
    }

    private mutating func add(_ predicate: QueryPredicate) {
        switch predicate {
        case .constant: break
        case .comparison(let comparison):
            add(comparison.left)
            add(comparison.right)
        case .and(let parts), .or(let parts): parts.forEach { add($0) }
        case .not(let part): add(part)
        case .block: needsWhole = true
        }
    }

    private mutating func add(_ expression: QueryExpression) {
        switch expression {
        case .constant, .variable: break
        case .this, .anyKey: needsWhole = true
        case .keyPath(let path): add(path)
        case .path(.this, let path): add(path)
        case .path(let base, _): add(base)
        case .index(let base, let index):
            add(base)
            if case .keyPath(let path) = base { markDeeper(path) }
            if case .value(let key) = index { add(key) }
        case .function(_, let arguments): arguments.forEach { add($0) }
        case .call(let receiver, _, let arguments):
            add(receiver)
            arguments.forEach { add($0) }
        case .cast(let inner, _): add(inner)
        case .aggregate(let members): members.forEach { add($0) }
        case .subquery(let collection, _, let predicate):
            add(collection)
            add(predicate)
        case .conditional(let condition, let one, let other):
            add(condition)
            add(one)
            add(other)
        case .set(_, let one, let other):
            add(one)
            add(other)
        case .assignment(_, let value): add(value)
        case .fetch(let request, let context, _):
            add(request)
            add(context)
        case .block(_, let arguments):
            needsWhole = true
            arguments.forEach { add($0) }
        }
    }

    private mutating func markDeeper(_ path: QueryKeyPath) {
        if case .key(let name)? = path.steps.first { deeper.insert(name) }
    }
}
