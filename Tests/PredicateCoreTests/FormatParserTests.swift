import Foundation
import PredicateCore
import Testing

@Suite struct `Format parser` {
    /// The printed form, in which structure shows as parentheses.
    private func printed(_ format: String) throws -> String {
        try QueryPredicate(parsing: format).format
    }

    private func comparison(_ format: String) throws -> Comparison {
        guard case .comparison(let comparison) = try QueryPredicate(parsing: format) else {
            throw ParseError(.unexpected, "not a comparison", offset: 0, format: format)
        }
        return comparison
    }

    private func expression(_ format: String) throws -> QueryExpression {
        try QueryExpression(parsing: format)
    }

    private func path(_ text: String) -> QueryExpression { .keyPath(QueryKeyPath(text)) }

    private func refusal(_ format: String) -> ParseError? {
        do {
            _ = try QueryPredicate(parsing: format)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Connectives

    @Test func `AND binds tighter than OR and NOT tighter than both`() throws {
        #expect(try printed("a=1 OR b=2 AND c=3") == "a == 1 OR (b == 2 AND c == 3)")
        #expect(try printed("a=1 AND b=2 OR c=3") == "(a == 1 AND b == 2) OR c == 3")
        #expect(try printed("NOT a = 1 OR b = 2") == "(NOT a == 1) OR b == 2")
        #expect(try printed("NOT a = 1 AND b = 2") == "(NOT a == 1) AND b == 2")
        #expect(try printed("!(a = 1 || b = 2) && c = 3") == "(NOT (a == 1 OR b == 2)) AND c == 3")
        #expect(try printed("!a = 1") == "NOT a == 1")
    }

    @Test(arguments: ["AND", "OR", "&&", "||", "and", "Or"])
    func `chains of one connective are one compound`(word: String) throws {
        let chain = (1...5).map { "a == \($0)" }.joined(separator: " \(word) ")
        let nested = "(a == 1 \(word) (a == 2 \(word) a == 3)) \(word) a == 4 \(word) a == 5"
        switch try QueryPredicate(parsing: chain) {
        case .and(let parts), .or(let parts): #expect(parts.count == 5)
        default: Issue.record("not a compound")
        }
        #expect(try QueryPredicate(parsing: nested) == QueryPredicate(parsing: chain))
    }

    @Test func `keywords may be written in any case`() throws {
        #expect(
            try printed("not any A.b beginswith[CD] 'x' Or tRuePredicate")
                == "(NOT ANY A.b BEGINSWITH[cd] \"x\") OR TRUEPREDICATE")
        #expect(try printed("a Between {1, 2} aNd b In {Nil, Yes}") == "a BETWEEN {1, 2} AND b IN {nil, 1}")
    }

    // MARK: - Comparisons

    @Test func `every spelling of every operator`() throws {
        for op in Operator.all {
            for spelling in op.spellings {
                for written in [spelling, spelling.lowercased()] {
                    #expect(try comparison("a \(written) b") == Comparison(path("a"), op, path("b")))
                }
            }
        }
    }

    @Test(arguments: [
        "=", "==", "!=", "<>", "<", "<=", ">", ">=", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
        "MATCHES",
    ])
    func `options follow an operator`(op: String) throws {
        let letters: [(String, ComparisonOptions)] = [
            ("[c]", .caseInsensitive), ("[d]", .diacriticInsensitive),
            ("[cd]", [.caseInsensitive, .diacriticInsensitive]),
            ("[dc]", [.caseInsensitive, .diacriticInsensitive]), ("[n]", .normalized),
            ("[l]", .localeSensitive), (" [c]", .caseInsensitive),
            ("[cdl]", [.caseInsensitive, .diacriticInsensitive, .localeSensitive]),
        ]
        for (text, options) in letters {
            #expect(try comparison("a \(op)\(text) 'b'").options == options)
        }
    }

    @Test func `quantifiers stand before a comparison`() throws {
        #expect(try comparison("ANY a == 1").quantifier == .any)
        #expect(try comparison("SOME a == 1").quantifier == .any)
        #expect(try comparison("ALL a == 1").quantifier == .all)
        #expect(try printed("NONE a == 1") == "NOT ANY a == 1")
        #expect(
            try printed("ANY { 'red', 'green' } = favoriteColor")
                == "ANY {\"red\", \"green\"} == favoriteColor")
        #expect(try printed("a = 1 AND ANY b > 2 AND c = 3") == "a == 1 AND ANY b > 2 AND c == 3")
        #expect(refusal("x = ANY y")?.code == .unexpected)
    }

    @Test func `NOT IN is the negation of IN`() throws {
        #expect(try printed("a NOT IN {1, 2}") == "NOT a IN {1, 2}")
        #expect(try printed("a not in[c] b AND c = 1") == "(NOT a IN[c] b) AND c == 1")
        // Some member outside: not all are inside.
        #expect(try printed("ANY a NOT IN b") == "NOT ALL a IN b")
        #expect(try printed("ALL a NOT IN b") == "NOT ANY a IN b")
        #expect(try printed("NONE a NOT IN b") == "ALL a IN b")
    }

    @Test func `lists after IN and BETWEEN may stand in parentheses`() throws {
        #expect(try printed("a IN (1, 2)") == "a IN {1, 2}")
        #expect(try printed("a IN ()") == "a IN {}")
        #expect(try printed("a IN (1)") == "a IN {1}")
        #expect(try printed("a IN ('x')") == "a IN \"x\"")
        #expect(try printed("a BETWEEN (1,3)") == "a BETWEEN {1, 3}")
        #expect(try printed("(a IN (1, b + 2)) AND c = 1") == "a IN {1, b + 2} AND c == 1")
    }

    @Test func `an infix selector is an operator`() throws {
        #expect(try comparison("self isKindOfClass: b") == Comparison(.this, .selector("isKindOfClass:"), path("b")))
    }

    // MARK: - Values

    @Test func `numbers of every kind`() throws {
        #expect(try expression("9223372036854775807") == .constant(.int(.max)))
        #expect(try expression("-9223372036854775808") == .constant(.int(.min)))
        #expect(try expression("0x1F") == .constant(31))
        #expect(try expression("1e3") == .constant(1000))
        #expect(try expression("1.5E-2") == .constant(0.015))
        #expect(try expression("- 5") == .constant(-5))
        let large = Decimal(string: "92233720368547758079223372036854775807") ?? 0
        #expect(try expression("92233720368547758079223372036854775807") == .constant(.decimal(large)))
        #expect(try expression("0xFFFFFFFFFFFFFFFF") == .constant(.decimal(Decimal(UInt64.max))))
        for number in [0.1, 123456.789, 1e22, 1e23, 5e-300, 9007199254740993.5, 0.3, 2.2250738585072014e-308] {
            #expect(try expression("\(number)") == .constant(.double(number)))
        }
        #expect(refusal("a == 1e999")?.code == .invalidLiteral)
        #expect(refusal("a == " + String(repeating: "9", count: 60))?.code == .invalidLiteral)
        #expect(refusal("a == 0x1FFFFFFFFFFFFFFFF")?.code == .invalidLiteral)
    }

    @Test func `literals of truth and of nothing`() throws {
        #expect(try expression("TRUE") == .constant(1))
        #expect(try expression("yes") == .constant(1))
        #expect(try expression("False") == .constant(0))
        #expect(try expression("NO") == .constant(0))
        for nothing in ["nil", "NULL", "Null", "<null>"] { #expect(try expression(nothing) == .constant(nil)) }
        #expect(try QueryPredicate(parsing: "TRUEPREDICATE") == .constant(true))
        #expect(try QueryPredicate(parsing: "falsepredicate") == .constant(false))
    }

    @Test func `key paths and their operators`() throws {
        #expect(try expression("a.b.c") == path("a.b.c"))
        #expect(try expression("SELF") == .this)
        #expect(try expression("SELF.a.b") == path("a.b"))
        #expect(try expression("(a.b).c") == path("a.b.c"))
        for op in CollectionOperator.allCases {
            #expect(try expression("a.@\(op.rawValue).b") == path("a.@\(op.rawValue).b"))
        }
        #expect(try expression("SELF.@count") == path("@count"))
        #expect(try expression("@count") == path("@count"))
        #expect(try expression("g.#max") == path("g.max"))
        #expect(try expression("#between.#in") == path("between.in"))
        #expect(try expression("a.between") == path("a.between"))
        #expect(try expression("first") == path("first"))
        #expect(try expression("last.size") == path("last.size"))
        #expect(try expression("#'two words'.b") == .keyPath(QueryKeyPath(steps: [.key("two words"), .key("b")])))
        #expect(try expression("名前.é") == path("名前.é"))
        #expect(try expression("ANYKEY") == .anyKey)
    }

    @Test func `variables with keys and indexes`() throws {
        #expect(try expression("$a") == .variable("a"))
        #expect(try expression("$a.b.c") == .path(.variable("a"), QueryKeyPath("b.c")))
        #expect(try expression("$a.$b") == .index(.variable("a"), .value(.variable("b"))))
        let inner = QueryExpression.index(.variable("a"), .value(.variable("b")))
        #expect(try expression("$a[$b].firstName") == .path(inner, QueryKeyPath("firstName")))
    }

    @Test func `indexes`() throws {
        #expect(try expression("x[0]") == .index(path("x"), .value(.constant(0))))
        #expect(try expression("x[FIRST]") == .index(path("x"), .first))
        #expect(try expression("x[last]") == .index(path("x"), .last))
        #expect(try expression("x[Size]") == .index(path("x"), .size))
        #expect(try expression("x[#first]") == .index(path("x"), .value(path("first"))))
        #expect(try expression("x[first + 1]") == .index(path("x"), .value(.function(.add, [path("first"), .constant(1)]))))
        #expect(try expression("x[key]") == .index(path("x"), .value(path("key"))))
        #expect(try expression("x['key']") == .index(path("x"), .value(.constant("key"))))
        #expect(try expression("dict[4].key") == .path(.index(path("dict"), .value(.constant(4))), QueryKeyPath("key")))
        #expect(try expression("(a.d)[0]") == expression("a.d[0]"))
        #expect(try expression("a[0][1]") == .index(expression("a[0]"), .value(.constant(1))))
    }

    @Test func `arithmetic binds as it should`() throws {
        func same(_ a: String, _ b: String) throws { #expect(try expression(a) == expression(b)) }
        try same("a + b * c", "a + (b * c)")
        try same("a * b ** c", "a * (b ** c)")
        try same("a - b - c", "(a - b) - c")
        try same("a / b * c", "(a / b) * c")
        try same("a ** b ** c", "(a ** b) ** c")
        try same("a & b + c", "a & (b + c)")
        try same("a << b | c", "(a << b) | c")
        try same("~a & b", "(~a) & b")
        try same("-a ** b", "(-a) ** b")
        try same("-a[0]", "-(a[0])")
        try same("a UNION b & c", "a UNION (b & c)")
        #expect(try expression("-2 ** 2") == .function(.raise, [.constant(-2), .constant(2)]))
        #expect(try expression("1 * -1") == .function(.multiply, [.constant(1), .constant(-1)]))
        #expect(try expression("-x") == .function(.negate, [path("x")]))
        #expect(try expression("a -1") == .function(.subtract, [path("a"), .constant(1)]))
        #expect(try comparison("a & 1 == 1").left == .function(.bitwiseAnd, [path("a"), .constant(1)]))
    }

    @Test func `functions by selector and by short name`() throws {
        for function in Function.allCases {
            let count = function.arity.lowerBound
            let list = (0..<count).map { "a\($0)" }.joined(separator: ", ")
            let expected = QueryExpression.function(function, (0..<count).map { path("a\($0)") })
            let names = [function.rawValue] + function.aliases + [function.shortName].compactMap { $0 }
            for name in names { #expect(try expression("\(name)(\(list))") == expected) }
        }
        #expect(try expression("sum({1, 2})") == .function(.sum, [.aggregate([.constant(1), .constant(2)])]))
        #expect(try expression("sum:(1, 2)") == .function(.sum, [.constant(1), .constant(2)]))
        #expect(try expression("uppercase(x).length") == .path(.function(.uppercase, [path("x")]), QueryKeyPath("length")))
        #expect(try expression("castObject:toType:(x, 'NSDate')") == .cast(path("x"), type: "NSDate"))
    }

    @Test func `functions with a syntax of their own`() throws {
        #expect(try expression("FUNCTION(a, 'pow:', 3)") == .call(path("a"), selector: "pow:", [.constant(3)]))
        #expect(try expression("function(a, 'count')") == .call(path("a"), selector: "count", []))
        #expect(try expression("CAST(x, \"NSDate\")") == .cast(path("x"), type: "NSDate"))
        let condition = QueryPredicate.comparison(Comparison(path("p"), .equal, .constant(1)))
        #expect(try expression("TERNARY(p == 1, a, b)") == .conditional(condition, path("a"), path("b")))
        #expect(try expression("FETCH(a, b, YES)") == .fetch(path("a"), path("b"), countOnly: true))
        #expect(try expression("FETCH(a, b)") == .fetch(path("a"), path("b"), countOnly: false))
        #expect(try expression("$x := 1 + 2") == .assignment(variable: "x", .function(.add, [.constant(1), .constant(2)])))
        for op in SetOperator.allCases {
            #expect(try expression("a \(op.rawValue.lowercased()) b") == .set(op, path("a"), path("b")))
        }
    }

    @Test func `subqueries nest and may be counted`() throws {
        let format = "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == $x.d).@count > 0).@count >= 2"
        let left = try comparison(format).left
        guard case .path(.subquery(_, "x", .comparison(let inner)), let path) = left,
            case .path(.subquery(_, "y", _), _) = inner.left
        else {
            Issue.record("not a subquery")
            return
        }
        #expect(path == QueryKeyPath("@count"))
    }

    @Test func `braces make lists`() throws {
        #expect(try expression("{}") == .aggregate([]))
        #expect(try expression("{1, a, {'x'}}") == .aggregate([.constant(1), path("a"), .aggregate([.constant("x")])]))
    }

    // MARK: - Refusals

    @Test(arguments: [
        "", "   ", "age", "age * 25", "age === 25", ",", "()", "1", "0 || 1", "TRUE", "YES", "x CONATINS 0",
        "a == 1 // b", "a == 1 /* b */", "// a == 1", "a == 'b", "a == \"b", "(a == 1", "a == 1)", "a[0 == 1",
        "a IN {1, 2", "a IN 1, 2}", "a == b == c", "a ==", "== a", "a == 1 AND", "AND a == 1", "NOT", "ANY a",
        "ANY a AND b == 1", "a == ?", "a == %%", "a % 2 == 0", "a == 1;", "a BETWEEN 1 AND 2", "a == (1, 2)",
        "{1,} == a", "{,1} == a", "a IN {1 2}", "a. == 1", "a..b == 1", ".a == 1", "a[] == 1", "$ == 1", "# == 1",
        "@ == 1", "a ==[x] 1", "a ==[] 1", "a ==[c 1", "a == 1 b == 2", "x.0 == 1", "sin:(1) == 1", "sin(1) == 1",
        "random:(5) == 1", "random() == 1", "FUNCTION('abc', func, a) == 1", "FUNCTION(a) == 1", "CAST(a) == 1",
        "CAST(a, NSDate) == 1", "SUBQUERY(a, b, c == 1) == 1", "SUBQUERY(a, $b, c) == 1", "TERNARY(a, 1, 2) == 1",
        "TERNARY(a == 1, 2) == 1", "length:(a, b) == 1", "add:to:(1) == 1", "now(1) == 1", "a NOT LIKE b",
        "NOT ANY", "a := 1 == 1", "(a == 1) == 1", "(a == 1) + 1 == 2", "a AND b", "NOT a", "subquery == 1",
        "a.%@ == 1", "#%@ == 1", "FETCH(a, b, 7) == 1", "a == “b”", "a ≤ 5", "a == 1 AND TRUE",
    ])
    func `refuses what is no predicate`(format: String) throws {
        let error = try #require(refusal(format))
        #expect(error.format == format)
        #expect(error.offset >= 0 && error.offset <= format.utf8.count)
        #expect(error.message.hasSuffix(".") || error.message.hasSuffix("?"))
        let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first.map(String.init) == "Unable to parse the format string \"\(format)\"")
        #expect(lines.last?.last == "^")
    }

    @Test(arguments: [
        "x.0", "TRUEPREDICATE", "1 == 1", "FUNCTION('abc', func, a)", "sin:(1)", "", "a b", "NOT a", "ANY a",
        "a AND b", "1,", "(a == 1)",
    ])
    func `refuses what is no expression`(format: String) {
        #expect(throws: ParseError.self) { try QueryExpression(parsing: format) }
    }

    @Test func `says what was expected, what was found and where`() throws {
        let expected: [(String, ParseError.Code, String, Int)] = [
            ("x CONATINS 0", .unexpected, "Expected an operator, found CONATINS; did you mean CONTAINS?", 2),
            ("age === 25", .invalidCharacter, "The language has no ===; write ==.", 4),
            ("age", .notAPredicate, "Expected a condition, found a value; compare it with something, as in age == YES.", 0),
            ("TRUE", .notAPredicate, "Expected a condition, found a value; write TRUEPREDICATE.", 0),
            ("a == 1 // b", .unexpected, "Comments are not part of the language.", 7),
            ("a == 'b", .unbalanced, "The quotation mark is not closed.", 5),
            ("(a == 1", .unbalanced, "The parenthesis is not closed by ).", 0),
            ("a == 1)", .unbalanced, "Nothing is open that ) could close.", 6),
            ("a BETWEEN AND 4", .unexpected, "Expected a value, found AND.", 10),
            ("a ==", .unexpected, "Expected a value, found the end.", 4),
            ("a IS nil", .unexpected, "Expected an operator, found IS; write ==.", 2),
            ("sin:(1) == 1", .unknownFunction, "The language has no function sin:; the nearest are min:, ln:, sum:.", 0),
            ("length:(a, b) == 1", .wrongArgumentCount, "length: takes 1 argument, found 2.", 0),
            ("a BETWEEN 1 AND 2", .notAPredicate, "Expected a condition, found a value; a range is BETWEEN {low, high}.", 16),
        ]
        for (format, code, message, offset) in expected {
            let error = try #require(refusal(format))
            #expect(error.code == code)
            #expect(error.message == message)
            #expect(error.offset == offset)
        }
        #expect(refusal("random:(2) == 1")?.message.contains("refused") == true)
        #expect(
            refusal("age BETWEEN AND 4")?.description == """
                Unable to parse the format string "age BETWEEN AND 4"
                Expected a value, found AND.
                  age BETWEEN AND 4
                              ^
                """)
    }

    // MARK: - Depth and size

    /// Formats that grow deeper with a number.
    private static let deep: [@Sendable (Int) -> String] = [
        { String(repeating: "(", count: $0) + "a == 1" + String(repeating: ")", count: $0) },
        { String(repeating: "NOT ", count: $0) + "a == 1" },
        { String(repeating: "-", count: $0) + "a == 1" },
        { String(repeating: "~", count: $0) + "a == 1" },
        { "1" + String(repeating: "+1", count: $0) + " == 1" },
        { String(repeating: "1+(", count: $0) + "1" + String(repeating: ")", count: $0) + " == 1" },
        { String(repeating: "{", count: $0) + String(repeating: "}", count: $0) + " == 1" },
        { String(repeating: "abs(", count: $0) + "a" + String(repeating: ")", count: $0) + " == 1" },
        { "x" + String(repeating: "[0]", count: $0) + " == 1" },
        { String(repeating: "x[", count: $0) + "0" + String(repeating: "]", count: $0) + " == 1" },
        { String(repeating: "(a == 1 OR b == 1 AND ", count: $0) + "c == 1" + String(repeating: ")", count: $0) },
        { String(repeating: "TERNARY(a == ", count: $0) + "1" + String(repeating: ", 1, 2)", count: $0) + " == 1" },
        { String(repeating: "SUBQUERY(a, $x, $x == ", count: $0) + "1" + String(repeating: ")", count: $0) + " == 1" },
        { String(repeating: "$x := ", count: $0) + "1 == 1" },
        { "a" + String(repeating: " UNION b", count: $0) + " == 1" },
    ]

    @Test func `what nests too deeply is refused, at any depth and size`() {
        for format in Self.deep {
            for count in [205, 1000, 10_000, 200_000] {
                #expect(refusal(format(count))?.code == .tooDeep, "\(format(3))")
            }
        }
    }

    @Test func `the deepest that is accepted needs no large stack`() {
        for format in Self.deep {
            let accepted = (1..<Limits.nesting).last { refusal(format($0)) == nil } ?? 0
            #expect(accepted >= 30, "\(format(3))")
            let text = format(accepted)
            // Half a megabyte, a Mac's for threads that are not the main one.
            let isSame = onThread(stack: 512 * 1024) {
                guard let predicate = try? QueryPredicate(parsing: text),
                    let again = try? QueryPredicate(parsing: predicate.format)
                else { return false }
                return predicate == again && predicate.hashValue == again.hashValue
                    && predicate.freeVariables == again.freeVariables
            }
            #expect(isSame, "\(format(3))")
        }
    }

    private func onThread(stack: Int, _ work: @escaping @Sendable () -> Bool) -> Bool {
        let result = Answer()
        let thread = Thread { result.give(work()) }
        thread.stackSize = stack
        thread.start()
        return result.wait()
    }

    @Test func `chains of AND and OR have any length`() throws {
        let format = "a == 1" + String(repeating: " AND a == 1", count: 10_000)
        guard case .and(let parts) = try QueryPredicate(parsing: format) else {
            Issue.record("not a compound")
            return
        }
        #expect(parts.count == 10_001)
    }

    @Test func `a megabyte is read or refused in seconds`() {
        let size = 1_000_000
        func many(_ text: String) -> String { String(repeating: text, count: size / text.utf8.count) }
        let formats = [
            many("("), many("NOT "), "1" + many("+1"), "a == '" + many("x") + "'", "a == \"" + many("\\\""),
            "a" + many(".a") + " == 1", many("a"), many("a") + ":(1) == 1", many("a:") + "(1) == 1",
            "a == " + many("9"), "a == 0." + many("9"), many("%"), many("é") + " == 1", many("in "),
            "a ==[" + many("c"), many("a == 1 AND "), "x IN {1" + many(",1") + "}",
        ]
        let start = ContinuousClock.now
        for format in formats { _ = refusal(format)?.description }
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}

/// A truth that another thread gives.
private final class Answer: @unchecked Sendable {
    // Unchecked: the condition guards the truth.
    private let condition = NSCondition()
    private var truth: Bool?

    func give(_ truth: Bool) {
        condition.lock()
        self.truth = truth
        condition.signal()
        condition.unlock()
    }

    func wait() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while truth == nil { condition.wait() }
        return truth ?? false
    }
}
