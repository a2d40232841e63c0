package import PredicateCore

/// Counts what occurs in predicates: operators, options, functions, quantifiers, forms.
package struct PredicateCensus: Sendable {
    /// How often each thing occurred.
    package private(set) var counts: [String: Int] = [:]

    /// Nothing counted yet.
    package init() {
        for op in Operator.all { counts["operator " + op.spellings[0]] = 0 }
        counts["operator selector"] = 0
        for letter in ["c", "d", "n", "l"] { counts["option " + letter] = 0 }
        for function in Function.allCases { counts["function " + function.rawValue] = 0 }
    }

    /// Counts a thing that is not part of a predicate.
    package mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    /// Adds another census.
    package mutating func add(_ other: PredicateCensus) {
        counts.merge(other.counts) { $0 + $1 }
    }

    /// The operators, options and functions that occurred less often than that.
    package func rare(below minimum: Int) -> [String] {
        counts.filter { entry in
            ["operator ", "option ", "function "].contains { entry.key.hasPrefix($0) }
                && entry.value < minimum
        }.map { "\($0.key): \($0.value)" }.sorted()
    }

    /// The counts, most frequent first within each kind.
    package var histogram: String {
        counts.sorted {
            let a = $0.key.prefix { $0 != " " }
            let b = $1.key.prefix { $0 != " " }
            return a == b ? ($0.value, $1.key) > ($1.value, $0.key) : a < b
        }.map { "  \($0.value)\t\($0.key)" }.joined(separator: "\n")
    }

    /// Counts every part of a predicate.
    package mutating func count(_ predicate: QueryPredicate) {
        switch predicate {
        case .constant(let truth): count("form " + (truth ? "TRUEPREDICATE" : "FALSEPREDICATE"))
        case .comparison(let comparison): count(comparison)
        case .and(let parts):
            count("form AND")
            for part in parts { count(part) }
        case .or(let parts):
            count("form OR")
            for part in parts { count(part) }
        case .not(let part):
            count("form NOT")
            count(part)
        case .block: count("form block")
        }
    }

    private mutating func count(_ comparison: Comparison) {
        if case .selector = comparison.op {
            count("operator selector")
        } else {
            count("operator " + comparison.op.spellings[0])
        }
        for letter in comparison.options.letters { count("option \(letter)") }
        switch comparison.quantifier {
        case .direct: break
        case .any: count("quantifier ANY")
        case .all: count("quantifier ALL")
        }
        count(comparison.left)
        count(comparison.right)
    }

    private mutating func count(_ expression: QueryExpression) {
        switch expression {
        case .constant(.null): count("form nil")
        case .constant, .this, .variable, .anyKey: break
        case .keyPath(let path): count(path)
        case .path(let base, let path):
            count(base)
            count(path)
        case .index(let base, let index):
            count(base)
            switch index {
            case .first: count("form [FIRST]")
            case .last: count("form [LAST]")
            case .size: count("form [SIZE]")
            case .value(let place):
                count("form [n]")
                count(place)
            }
        case .function(let function, let arguments):
            count("function " + function.rawValue)
            for argument in arguments { count(argument) }
        case .call(let receiver, _, let arguments):
            count("form FUNCTION")
            count(receiver)
            for argument in arguments { count(argument) }
        case .cast(let inner, _):
            count("form CAST")
            count(inner)
        case .aggregate(let members): for member in members { count(member) }
        case .subquery(let collection, _, let predicate):
            count("form SUBQUERY")
            count(collection)
            count(predicate)
        case .conditional(let test, let one, let other):
            count("form TERNARY")
            count(test)
            count(one)
            count(other)
        case .set(let op, let one, let other):
            count("form " + op.rawValue)
            count(one)
            count(other)
        case .assignment(_, let inner): count(inner)
        case .fetch, .block: break
        }
    }

    private mutating func count(_ path: QueryKeyPath) {
        for case .collection(let op) in path.steps { count("form @" + op.rawValue) }
    }
}
