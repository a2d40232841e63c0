import Foundation
package import PredicateCore

/// A known way in which GNUstep's NSPredicate differs, explained in
/// `Benchmarks/GNUstep/DISAGREEMENTS.md` under the same name.
package struct GNUstepRule: Sendable {
    /// A question that was answered differently.
    package struct Disagreement: Sendable {
        /// The format.
        package var format: String
        /// What it means to us.
        package var parts: PredicateParts
        /// The objects that were asked about.
        package var objects: [Value]
        /// Our answers; nil where that is an error.
        package var ours: [Bool?]
        /// GNUstep's answers.
        package var theirs: GNUstepVoice.Answer

        /// A question that was answered differently.
        package init(
            format: String, parts: PredicateParts, objects: [Value], ours: [Bool?],
            theirs: GNUstepVoice.Answer
        ) {
            self.format = format
            self.parts = parts
            self.objects = objects
            self.ours = ours
            self.theirs = theirs
        }

        /// Whether GNUstep does not parse the format, or dies of it.
        var isRefused: Bool {
            if case .refused = theirs { true } else { false }
        }

        /// Whether GNUstep raises where we answer.
        var raises: Bool {
            guard case .answers(let answers) = theirs else { return false }
            return zip(answers, ours).contains { $0 == nil && $1 != nil }
        }

        /// Whether GNUstep answers where we report an error.
        var answersErrors: Bool {
            guard case .answers(let answers) = theirs else { return false }
            return zip(answers, ours).contains { $0 != nil && $1 == nil }
        }
    }

    /// The name in the file.
    package let name: String
    /// Whether the difference is of this kind.
    package let explains: @Sendable (Disagreement) -> Bool

    private init(_ name: String, _ explains: @escaping @Sendable (Disagreement) -> Bool) {
        self.name = name
        self.explains = explains
    }

    /// A rule about one comparison.
    private static func comparison(
        _ name: String, _ test: @escaping @Sendable (Comparison, Disagreement) -> Bool
    ) -> GNUstepRule {
        GNUstepRule(name) { one in one.parts.comparisons.contains { test($0, one) } }
    }

    /// A rule about one expression.
    private static func expression(
        _ name: String, _ test: @escaping @Sendable (QueryExpression) -> Bool
    ) -> GNUstepRule {
        GNUstepRule(name) { $0.parts.expressions.contains(where: test) }
    }

    /// Every known difference.
    package static let all: [GNUstepRule] = [
        comparison("aggregate-literal") { comparison, _ in
            [.in, .contains, .equal, .notEqual].contains(comparison.op)
                && (isLiteralList(comparison.left) || isLiteralList(comparison.right))
        },
        comparison("between") { comparison, _ in comparison.op == .between },
        GNUstepRule("empty-text") { one in one.isRefused && one.parts.constants.contains(.text(""))
        },
        GNUstepRule("backslash") { $0.format.contains("\\") },
        GNUstepRule("large-integers") { one in
            (one.parts.constants + one.objects).contains { holdsLargeInteger($0) }
        },
        GNUstepRule("hexadecimal") { $0.format.contains("0x") },
        comparison("text-order") { comparison, one in
            [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison.op)
                && (isText(comparison.left, one) || isText(comparison.right, one))
        },
        comparison("short-text") { comparison, one in
            one.raises && comparison.op == .beginsWith
        },
        comparison("ignored-options") { comparison, _ in
            !comparison.options.isEmpty
                && [
                    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in,
                    .contains,
                ].contains(comparison.op)
        },
        comparison("other-options") { comparison, _ in
            !comparison.options.subtracting(.caseInsensitive).isEmpty
        },
        comparison("canonical-equality") { comparison, one in
            !one.isRefused && !one.raises
                && [.equal, .notEqual, .in, .contains].contains(comparison.op)
                && (one.objects + one.parts.constants).contains { holdsAccents($0) }
        },
        comparison("foundation-text-search") { comparison, one in
            !one.isRefused
                && [.contains, .beginsWith, .endsWith, .in].contains(comparison.op)
                && (one.objects + one.parts.constants).contains { holdsAccents($0) }
        },
        comparison("like-is-a-regular-expression") { comparison, _ in comparison.op == .like },
        comparison("matches") { comparison, _ in comparison.op == .matches },
        GNUstepRule("some") { $0.format.uppercased().contains("SOME ") },
        comparison("quantifier-without-collection") { comparison, one in
            comparison.quantifier != .direct && (one.raises || one.isRefused)
        },
        comparison("quantified-membership") { comparison, _ in
            comparison.quantifier != .direct && [.in, .contains].contains(comparison.op)
        },
        comparison("quantifier-on-the-right-collection") { comparison, _ in
            comparison.quantifier != .direct && isLiteralList(comparison.left)
        },
        expression("subquery") { if case .subquery = $0 { true } else { false } },
        expression("index") { if case .index = $0 { true } else { false } },
        GNUstepRule("self-in-a-path") { $0.format.contains(".self") },
        GNUstepRule("arithmetic-after-a-path") { one in
            one.isRefused && one.parts.paths.contains { $0.steps.count > 1 }
                && holdsArithmetic(one)
        },
        GNUstepRule("collection-operators") { one in
            one.parts.paths.contains { path in
                path.steps.contains { if case .collection = $0 { true } else { false } }
            }
        },
        GNUstepRule("keys") { one in
            one.format.contains("#")
                || one.parts.rootKeys.contains { key in
                    key.contains("_") || !key.allSatisfy(\.isASCII)
                }
        },
        GNUstepRule("functions") { one in
            one.parts.expressions.contains { expression in
                guard case .function(let function, _) = expression else { return false }
                return ![.add, .subtract, .multiply].contains(function)
            }
        },
        GNUstepRule("functions-by-selector") { one in
            one.isRefused && one.format.contains(":(")
        },
        GNUstepRule("leading-parenthesis") { one in
            one.isRefused && one.format.contains("(") && holdsComputation(one)
        },
        GNUstepRule("integer-division") { one in holds(.divide, one) || holds(.modulus, one) },
        GNUstepRule("unary-minus") { one in
            holds(.negate, one) || one.format.contains("- ") || one.format.contains("*-")
                || one.format.contains("(-") || one.format.hasPrefix("-")
        },
        GNUstepRule("power") { holds(.raise, $0) },
        GNUstepRule("arithmetic-on-nil") { one in
            (one.raises || one.answersErrors) && holdsComputation(one)
        },
        GNUstepRule("connectives") { one in
            one.isRefused
                && ["&&", "||", "!"].contains { one.format.contains($0) }
        },
        expression("forms-of-apple") { expression in
            switch expression {
            case .call, .cast, .conditional, .set, .assignment, .anyKey, .fetch, .block: true
            case .constant, .this, .keyPath, .variable, .path, .index, .function, .aggregate,
                .subquery:
                false
            }
        },
        GNUstepRule("not-in") { $0.format.uppercased().contains(" NOT IN ") },
        expression("variables") { if case .variable = $0 { true } else { false } },
        comparison("operators-of-apple") { comparison, _ in
            switch comparison.op.family {
            case .token, .custom: true
            case .equality, .order, .range, .membership, .substring, .pattern:
                false
            }
        },
        comparison("null-in-a-collection") { comparison, _ in
            [.in, .contains].contains(comparison.op)
                && [comparison.left, comparison.right].contains(.constant(.null))
        },
        GNUstepRule("combining-marks") { one in
            one.isRefused && one.format.unicodeScalars.contains { $0.properties.isGraphemeExtend }
        },
        GNUstepRule("precedence") { !$0.isRefused && mixesConnectives($0.format) },
        comparison("order-of-other-kinds") { comparison, one in
            one.answersErrors || one.raises
                ? [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison.op) : false
        },
    ]

    // MARK: What rules ask

    /// Whether AND and OR stand beside each other without parentheses to tell them apart.
    private static func mixesConnectives(_ format: String) -> Bool {
        var levels: [Set<String>] = [[]]
        var word = ""
        for character in format.lowercased() + " " {
            if character.isLetter || "&|".contains(character) {
                word.append(character)
                continue
            }
            switch word {
            case "and", "&&": levels[levels.count - 1].insert("and")
            case "or", "||": levels[levels.count - 1].insert("or")
            default: break
            }
            word = ""
            if levels[levels.count - 1].count == 2 { return true }
            if character == "(" { levels.append([]) }
            if character == ")", levels.count > 1 { levels.removeLast() }
        }
        return false
    }

    private static func isLiteralList(_ expression: QueryExpression) -> Bool {
        switch expression {
        case .aggregate, .constant(.list): true
        case .constant, .this, .keyPath, .variable, .path, .index, .function, .call, .cast,
            .subquery, .conditional, .set, .assignment, .anyKey, .fetch, .block:
            false
        }
    }

    private static func isText(_ expression: QueryExpression, _ one: Disagreement) -> Bool {
        if case .constant(.text) = expression { return true }
        return one.objects.contains { object in
            switch try? expression.value(for: object) {
            case .text: true
            case .list(let members):
                members.contains { if case .text = $0 { true } else { false } }
            case nil, .null, .int, .double, .decimal, .date, .bytes, .uuid, .url, .reference,
                .location, .asset, .dictionary, .object:
                false
            }
        }
    }

    private static func any(in value: Value, _ test: (Value) -> Bool) -> Bool {
        switch value {
        case .list(let members): members.contains { any(in: $0, test) }
        case .dictionary(let fields): fields.values.contains { any(in: $0, test) }
        case .null, .int, .double, .decimal, .text, .date, .bytes, .uuid, .url, .reference,
            .location, .asset, .object:
            test(value)
        }
    }

    private static func holdsLargeInteger(_ value: Value) -> Bool {
        any(in: value) {
            if case .int(let x) = $0 {
                x.magnitude > 1 << 53
            } else if case .decimal(let x) = $0 {
                x.magnitude > 9_007_199_254_740_992
            } else {
                false
            }
        }
    }

    private static func holdsAccents(_ value: Value) -> Bool {
        any(in: value) {
            if case .text(let x) = $0 { !x.utf8.allSatisfy { $0 < 128 } } else { false }
        }
    }

    private static func holds(_ function: Function, _ one: Disagreement) -> Bool {
        one.parts.expressions.contains { expression in
            if case .function(function, _) = expression { true } else { false }
        }
    }

    private static func holdsArithmetic(_ one: Disagreement) -> Bool {
        [Function.add, .subtract, .multiply, .divide, .raise, .negate].contains { holds($0, one) }
    }

    private static func holdsComputation(_ one: Disagreement) -> Bool {
        one.parts.expressions.contains { expression in
            switch expression {
            case .function, .index, .call, .cast, .conditional, .set, .path: true
            case .constant, .this, .keyPath, .variable, .aggregate, .subquery, .assignment,
                .anyKey, .fetch, .block:
                false
            }
        }
    }
}
