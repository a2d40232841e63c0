import Foundation

/// Spells an archived predicate as a format.
struct ArchivedPredicate {
    let graph: KeyedGraph
    /// Parts of predicates that are still spelled.
    private let parts: PartCount
    typealias Object = KeyedGraph.Object

    init(_ graph: KeyedGraph, _ parts: PartCount) {
        self.graph = graph
        self.parts = parts
    }

    /// The format of a predicate; nil for what has none.
    func format(_ object: Object) -> String? { format(object, depth: 0) }

    /// The format of an expression; nil for what has none.
    func expression(_ object: Object) -> String? { expression(object, depth: 0) }

    private func format(_ object: Object, depth: Int) -> String? {
        guard depth < 100, parts.take() else { return nil }
        let entries = object.entries
        switch object.className {
        case "NSTruePredicate": return "TRUEPREDICATE"
        case "NSFalsePredicate": return "FALSEPREDICATE"
        case "NSCompoundPredicate":
            let parts = graph.members(entries["NSSubpredicates"]).compactMap(graph.object)
                .map { format($0, depth: depth + 1) }
            let texts = parts.compactMap { $0.map { "(\($0))" } }
            guard texts.count == parts.count else { return nil }
            switch graph.int(entries["NSCompoundPredicateType"]) {
            case 0: return texts.first.map { "NOT \($0)" }
            case 2: return texts.isEmpty ? "FALSEPREDICATE" : texts.joined(separator: " OR ")
            default: return texts.isEmpty ? "TRUEPREDICATE" : texts.joined(separator: " AND ")
            }
        case "NSComparisonPredicate":
            guard let left = graph.object(entries["NSLeftExpression"]),
                let right = graph.object(entries["NSRightExpression"]),
                let a = expression(left, depth: depth + 1),
                let b = expression(right, depth: depth + 1),
                let op = graph.object(entries["NSPredicateOperator"])
            else { return nil }
            let type = graph.int(op.entries["NSOperatorType"]) ?? 4
            let words: [String] = [
                "<", "<=", ">", ">=", "==", "!=", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH",
                "IN",
            ]
            let word: String
            switch type {
            case 0..<words.count: word = words[type]
            case 99: word = "CONTAINS"
            case 100: word = "BETWEEN"
            default: return nil  // A method of the program's own.
            }
            let quantifier = ["", "ALL ", "ANY "]
            let modifier = graph.int(op.entries["NSModifier"]) ?? 0
            guard quantifier.indices.contains(modifier) else { return nil }
            let flags =
                graph.int(op.entries["NSOptions"]) ?? graph.int(op.entries["NSFlags"]) ?? 0
            let options = [(1, "c"), (2, "d"), (4, "n"), (8, "l")]
                .filter { flags & $0.0 != 0 }.map(\.1).joined()
            return quantifier[modifier]
                + "\(a) \(word)\(options.isEmpty ? "" : "[\(options)]") \(b)"
        default: return nil  // Blocks and predicates of the program's own.
        }
    }

    private func expression(_ object: Object, depth: Int) -> String? {
        guard depth < 100, parts.take() else { return nil }
        let entries = object.entries
        switch object.className {
        case "NSSelfExpression": return "SELF"
        case "NSKeyPathSpecifierExpression": return graph.text(entries["NSKeyPath"])
        case "NSVariableExpression": return graph.text(entries["NSVariable"]).map { "$" + $0 }
        case "NSKeyPathExpression":
            let argument = graph.members(entries["NSArguments"]).first.flatMap(graph.object)
            guard
                let path = graph.text(entries["NSKeyPath"])
                    ?? argument.flatMap({ expression($0, depth: depth + 1) })
            else { return nil }
            if let operand = graph.object(entries["NSOperand"]),
                operand.className == "NSVariableExpression",
                let base = expression(operand, depth: depth + 1)
            {
                return "\(base).\(path)"
            }
            return path
        case "NSConstantValueExpression": return constant(entries["NSConstantValue"], depth)
        case "NSAggregateExpression":
            let parts = graph.members(entries["NSCollection"]).map { member -> String? in
                graph.object(member).flatMap { expression($0, depth: depth + 1) }
                    ?? constant(member, depth)
            }
            return listed(parts).map { "{\($0)}" }
        case "NSFunctionExpression":
            let arguments = graph.members(entries["NSArguments"]).map { member -> String? in
                graph.object(member).flatMap { expression($0, depth: depth + 1) }
            }
            guard let list = listed(arguments), let name = graph.text(entries["NSSelectorName"])
            else { return nil }
            // A function of a variable's, as mapping models have it, and not one of the language.
            if let operand = graph.object(entries["NSOperand"]),
                ["NSVariableExpression", "NSKeyPathExpression"].contains(operand.className)
            {
                return expression(operand, depth: depth + 1).map {
                    "FUNCTION(\($0), \(Self.quoted(name))\(arguments.isEmpty ? "" : ", ")\(list))"
                }
            }
            return name == "now" ? "now()" : "\(name)(\(list))"
        case "NSFetchRequestExpression":
            guard
                let request = graph.object(entries["NSFRExpression"])
                    .flatMap({ expression($0, depth: depth + 1) }),
                let context = graph.object(entries["NSMOCExpression"])
                    .flatMap({ expression($0, depth: depth + 1) })
            else { return nil }
            let isCount = graph.int(entries["NSCountOnlyFlag"]) == 1
            return "FETCH(\(request), \(context), \(isCount ? "YES" : "NO"))"
        default: return nil  // Nothing else has a spelling that can be relied on.
        }
    }

    /// Parts with commas between them; nil where one has no format.
    private func listed(_ parts: [String?]) -> String? {
        let texts = parts.compactMap { $0 }
        return texts.count == parts.count ? texts.joined(separator: ", ") : nil
    }

    /// A text as a constant.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    private func constant(_ value: PropertyTree?, _ depth: Int) -> String? {
        guard parts.take() else { return nil }
        switch graph.resolved(value) {
        case .null: return "nil"
        case .bool(let truth): return truth ? "YES" : "NO"
        case .int(let number): return String(number)
        case .double(let number): return "\(number)"
        case .date(let date):
            return "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
        case .text(let text):
            // A long text counts as many parts.
            guard parts.take(text.utf8.count / 16) else { return nil }
            return Self.quoted(text)
        case .dictionary(let entries):
            if case .double(let seconds)? = entries["NS.time"] {
                return "CAST(\(seconds), \"NSDate\")"
            }
            switch graph.object(value)?.className {
            case "NSNull": return "nil"
            case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
                return graph.decimal(entries).map { number in
                    // The form without zeros at its end is the one that parses back.
                    var compact = number
                    NSDecimalCompact(&compact)
                    return "CAST(\"\(compact)\", \"NSDecimalNumber\")"
                }
            default: break  // What its entries say.
            }
            if let text = graph.text(value) { return constant(.text(text), depth) }
            guard entries["NS.objects"] != nil, depth < 100 else { return nil }
            return listed(graph.members(value).map { constant($0, depth + 1) }).map { "{\($0)}" }
        case .data, .reference, .list: return nil
        }
    }
}
