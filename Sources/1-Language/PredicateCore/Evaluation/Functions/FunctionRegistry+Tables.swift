import Foundation

// Methods of Foundation's classes of which many are alike: a table for each kind. What they find and
// in which order, the operators of the language say.
extension FunctionRegistry {
    private typealias Test = @Sendable (Value, Value) throws(EvaluationError) -> Bool

    /// Methods that answer yes or no.
    mutating func addTests() {
        let equal: Test = { a, b in ValueComparison.areEqual(a, b) }
        for name in ["", "ToString", "ToNumber", "ToDate", "ToArray", "ToDictionary", "ToData"] {
            test("isEqual\(name):", equal)
        }
        test("isEqualToSet:") { a, b throws(EvaluationError) in
            let mine = Set(try CollectionEvaluation.members(a, "isEqualToSet:"))
            return mine == Set(try CollectionEvaluation.members(b, "isEqualToSet:"))
        }
        test("isSubsetOfSet:") { a, b throws(EvaluationError) in
            let mine = Set(try CollectionEvaluation.members(a, "isSubsetOfSet:"))
            return mine.isSubset(of: try CollectionEvaluation.members(b, "isSubsetOfSet:"))
        }
        for name in ["intersectsSet:", "intersectsOrderedSet:"] {
            test(name) { a, b throws(EvaluationError) in
                let mine = Set(try CollectionEvaluation.members(a, name))
                return !mine.isDisjoint(with: try CollectionEvaluation.members(b, name))
            }
        }
        test("containsObject:") { list, member throws(EvaluationError) in
            try Self.list(list, "containsObject:")
                .contains { ValueComparison.areEqual($0, member) }
        }
        textTest("hasPrefix:") { TextMatching.beginsWith($0, $1) }
        textTest("hasSuffix:") { TextMatching.endsWith($0, $1) }
        textTest("containsString:") { TextMatching.contains($0, $1) }
        textTest("localizedCaseInsensitiveContainsString:") {
            TextMatching.contains($0, $1, .caseInsensitive)
        }
        textTest("localizedStandardContainsString:") {
            TextMatching.contains($0, $1, [.caseInsensitive, .diacriticInsensitive])
        }
    }

    /// Methods that say which of two comes first: -1, 0 or 1.
    mutating func addComparisons() {
        register("compare:") { a, b throws(EvaluationError) in
            Self.result(try ValueComparison.order(a, b[0]))
        }
        let orders: [(String, Ordering.TextOrder)] = [
            ("caseInsensitiveCompare:", .caseInsensitive), ("localizedCompare:", .localized),
            ("localizedCaseInsensitiveCompare:", .localizedCaseInsensitive),
            ("localizedStandardCompare:", .localizedStandard),
        ]
        for (name, order) in orders {
            register(name) { a, b throws(EvaluationError) in
                let text = try Self.text(a, name)
                return Self.result(TextMatching.order(text, try Self.text(b[0], name), order))
            }
        }
        for (name, wanted) in [("earlierDate:", Order.less), ("laterDate:", .greater)] {
            register(name) { a, b throws(EvaluationError) in
                let (mine, other) = (try Self.date(a, name), try Self.date(b[0], name))
                return .date((wanted == .less) == (mine <= other) ? mine : other)
            }
        }
    }

    /// Methods that take a value apart, or join values.
    mutating func addParts() {
        for name in ["allObjects", "array"] {
            register(name) { list, _ throws(EvaluationError) in .list(try Self.list(list, name)) }
        }
        register("anyObject") { list, _ throws(EvaluationError) in
            try Self.list(list, "anyObject").first ?? .null
        }
        register("indexOfObject:") { list, member throws(EvaluationError) in
            let place = try Self.list(list, "indexOfObject:")
                .firstIndex { ValueComparison.areEqual($0, member[0]) }
            return .int(Int64(place ?? NSNotFound))
        }
        register("componentsJoinedByString:") { list, separator throws(EvaluationError) in
            var parts: [String] = []
            for member in try Self.list(list, "componentsJoinedByString:") {
                parts.append(try Casting.text(member, "componentsJoinedByString:"))
            }
            return .text(
                parts.joined(separator: try Self.text(separator[0], "componentsJoinedByString:")))
        }
        let parts: [(String, @Sendable (String, String) -> Value)] = [
            (
                "componentsSeparatedByString:",
                { .list($0.components(separatedBy: $1).map(Value.text)) }
            ),
            (
                "stringByAppendingPathComponent:",
                { .text(NSString(string: $0).appendingPathComponent($1)) }
            ),
        ]
        for (name, body) in parts {
            register(name) { text, part throws(EvaluationError) in
                body(try Self.text(text, name), try Self.text(part[0], name))
            }
        }
        let replaces = "stringByReplacingOccurrencesOfString:withString:"
        register(replaces) { text, parts throws(EvaluationError) in
            .text(
                try Self.text(text, replaces).replacingOccurrences(
                    of: try Self.text(parts[0], replaces),
                    with: try Self.text(parts[1], replaces)))
        }
        let forms: [(String, @Sendable (String) -> Value)] = [
            ("localizedUppercaseString", { .text($0.localizedUppercase) }),
            ("localizedLowercaseString", { .text($0.localizedLowercase) }),
            ("localizedCapitalizedString", { .text($0.localizedCapitalized) }),
            ("pathComponents", { .list(NSString(string: $0).pathComponents.map(Value.text)) }),
            ("stringByDeletingLastPathComponent", { .text(Self.directory(of: $0)) }),
        ]
        for (name, body) in forms {
            register(name) { text, _ throws(EvaluationError) in body(try Self.text(text, name)) }
        }
    }

    /// The path without its last part, at which Foundation on Linux traps for some paths.
    private static func directory(of path: String) -> String {
        func trimmed(_ text: Substring) -> Substring {
            var text = text
            while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") {
                text = Substring(text.utf8.dropLast())
            }
            return text
        }
        let whole = trimmed(path[...])
        guard let slash = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == whole.startIndex ? "/" : String(trimmed(whole[..<slash]))
    }

    private mutating func test(_ selector: String, _ body: @escaping Test) {
        register(selector) { a, b throws(EvaluationError) in .bool(try body(a, b[0])) }
    }

    private mutating func textTest(
        _ selector: String, _ body: @escaping @Sendable (String, String) -> Bool
    ) {
        test(selector) { a, b throws(EvaluationError) in
            body(try Self.text(a, selector), try Self.text(b, selector))
        }
    }

    /// Apple's number of an order; nil where there is none.
    private static func result(_ order: Order?) -> Value {
        switch order {
        case .less: -1
        case .equal: 0
        case .greater: 1
        case nil: .null
        }
    }
}
