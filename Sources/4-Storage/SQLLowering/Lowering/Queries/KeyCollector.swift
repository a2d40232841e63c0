import RecordCore

/// Finds what a predicate asks of the record: the first keys of its key paths.
struct KeyCollector {
    /// The first keys.
    private(set) var keys: Set<String> = []
    /// Whether it asks for the record itself or for all its keys.
    private(set) var asksForMore = false
    /// Whether it is nested more deeply than is looked at.
    private(set) var isTooDeep = false
    /// A part that no store can decide, with what to say about it.
    private(set) var problem: QueryProblem?
    /// Whether there is a pattern of MATCHES that cannot be compiled.
    private(set) var hasWrongPattern = false

    mutating func visit(_ predicate: QueryPredicate, depth: Int = 0) {
        guard depth < 400 else {
            isTooDeep = true
            return
        }
        switch predicate {
        case .constant: break
        case .comparison(let comparison):
            visit(comparison.left, depth: depth + 1)
            visit(comparison.right, depth: depth + 1)
            if case .selector(let name) = comparison.op {
                note("A store does not know the comparison \(name).", "Use an operator.")
            }
            if case .matches = comparison.op,
                case .constant(.text(let pattern)) = comparison.right,
                !RegularPattern.isValid(pattern, comparison.options)
            {
                hasWrongPattern = true
            }
        case .and(let parts), .or(let parts):
            for part in parts { visit(part, depth: depth + 1) }
        case .not(let part): visit(part, depth: depth + 1)
        case .block:
            note(
                "A store cannot ask a block.",
                "Fetch with another predicate and filter the records.")
        }
    }

    mutating func visit(_ expression: QueryExpression, depth: Int) {
        guard depth < 400 else {
            isTooDeep = true
            return
        }
        switch expression {
        case .constant(.object):
            note("An object of the running program cannot be looked for.", "Give its value.")
        case .constant, .variable: break
        case .this:
            asksForMore = true
            note("A store cannot compare SELF.", "Compare recordID, or a field.")
        case .anyKey:
            asksForMore = true
            note("A store cannot ask for ANYKEY.", "Name the fields.")
        case .keyPath(let path):
            if case .key(let name)? = path.steps.first { keys.insert(name) }
        case .path, .index, .function, .call, .cast, .aggregate, .subquery, .conditional, .set,
            .assignment:
            for part in expression.children {
                switch part {
                case .predicate(let inner): visit(inner, depth: depth + 1)
                case .expression(let inner): visit(inner, depth: depth + 1)
                }
            }
        case .fetch:
            note("A store cannot run FETCH inside a predicate.", "Ask two queries.")
        case .block:
            note(
                "A store cannot ask a block.",
                "Fetch with another predicate and filter the records.")
        }
    }

    private mutating func note(_ message: String, _ advice: String) {
        problem = problem ?? QueryProblem(.unsupported, message, advice: advice)
    }
}
