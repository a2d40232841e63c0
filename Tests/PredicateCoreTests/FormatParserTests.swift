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
        #expect(
            try printed("a Between {1, 2} aNd b In {Nil, Yes}")
                == "a BETWEEN {1, 2} AND b IN {nil, 1}")
    }

    // MARK: - Comparisons

    @Test func `every spelling of every operator`() throws {
        for op in Operator.all {
            for spelling in op.spellings {
                for written in [spelling, spelling.lowercased()] {
                    #expect(
                        try comparison("a \(written) b") == Comparison(path("a"), op, path("b")))
                }
            }
        }
    }

    @Test(arguments: [
        "=", "==", "!=", "<>", "<", "<=", ">", ">=", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH",
        "LIKE",
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
        #expect(
            try comparison("self isKindOfClass: b")
                == Comparison(.this, .selector("isKindOfClass:"), path("b")))
    }

    // MARK: - Values

    @Test func `numbers of every kind`() throws {
        #expect(try expression("9223372036854775807") == .constant(.int(.max)))
        #expect(try expression("-9223372036854775808") == .constant(.int(.min)))
        #expect(try expression("0x1F") == .constant(31))
        #expect(try expression("-0o17") == .constant(-15))
        #expect(try expression("0B101") == .constant(5))
        #expect(
            try expression("0b" + String(repeating: "1", count: 64))
                == .constant(.decimal(Decimal(UInt64.max))))
        #expect(
            try expression("0o1777777777777777777777")
                == .constant(.decimal(Decimal(UInt64.max))))
        for text in ["0o8", "0b2", "0o", "0b", "0b" + String(repeating: "1", count: 65)] {
            #expect(refusal("a == \(text)")?.code == .invalidLiteral)
        }
        #expect(try expression("1e3") == .constant(1000))
        #expect(try expression("1.5E-2") == .constant(0.015))
        #expect(try expression("- 5") == .constant(-5))
        let large = Decimal(string: "92233720368547758079223372036854775807") ?? 0
        #expect(
            try expression("92233720368547758079223372036854775807") == .constant(.decimal(large)))
        #expect(try expression("0xFFFFFFFFFFFFFFFF") == .constant(.decimal(Decimal(UInt64.max))))
        for number in [
            0.1, 123456.789, 1e22, 1e23, 5e-300, 9007199254740993.5, 0.3, 2.2250738585072014e-308,
        ] {
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
        for nothing in ["nil", "NULL", "Null"] {
            #expect(try expression(nothing) == .constant(nil))
        }
        #expect(try expression("<null>") == .nullObject)
        #expect(try expression("<null>").value(for: 1) == .null)
        #expect(
            try QueryPredicate(parsing: "a == <null> OR b == nil").format
                == "a == <null> OR b == nil")
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
        #expect(
            try expression("#'two words'.b")
                == .keyPath(QueryKeyPath(steps: [.key("two words"), .key("b")])))
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
        #expect(
            try expression("x[first + 1]")
                == .index(path("x"), .value(.function(.add, [path("first"), .constant(1)]))))
        #expect(try expression("x[key]") == .index(path("x"), .value(path("key"))))
        #expect(try expression("x['key']") == .index(path("x"), .value(.constant("key"))))
        #expect(
            try expression("dict[4].key")
                == .path(.index(path("dict"), .value(.constant(4))), QueryKeyPath("key")))
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
        #expect(
            try comparison("a & 1 == 1").left == .function(.bitwiseAnd, [path("a"), .constant(1)]))
    }

    @Test func `functions by selector and by short name`() throws {
        for function in Function.allCases {
            let count = function.arity.lowerBound
            let list = (0..<count).map { "a\($0)" }.joined(separator: ", ")
            let expected = QueryExpression.function(function, (0..<count).map { path("a\($0)") })
            let names =
                [function.rawValue] + function.aliases
                + [function.shortName, function.shortName?.uppercased()].compactMap { $0 }
            for name in names { #expect(try expression("\(name)(\(list))") == expected) }
        }
        #expect(try comparison("ANY <null> == 1").left == .nullObject)
        #expect(try expression("Max(1, 5, 10)").format == "max:(1, 5, 10)")
        #expect(throws: ParseError.self) { try expression("MAX:(1, 5, 10)") }
        #expect(
            try expression("sum({1, 2})")
                == .function(.sum, [.aggregate([.constant(1), .constant(2)])]))
        #expect(try expression("sum:(1, 2)") == .function(.sum, [.constant(1), .constant(2)]))
        #expect(
            try expression("uppercase(x).length")
                == .path(.function(.uppercase, [path("x")]), QueryKeyPath("length")))
        #expect(
            try expression("castObject:toType:(x, 'NSDate')") == .cast(path("x"), type: "NSDate"))
    }

    @Test func `functions with a syntax of their own`() throws {
        #expect(
            try expression("FUNCTION(a, 'pow:', 3)")
                == .call(path("a"), selector: "pow:", [.constant(3)]))
        #expect(try expression("function(a, 'count')") == .call(path("a"), selector: "count", []))
        #expect(try expression("CAST(x, \"NSDate\")") == .cast(path("x"), type: "NSDate"))
        let condition = QueryPredicate.comparison(Comparison(path("p"), .equal, .constant(1)))
        #expect(
            try expression("TERNARY(p == 1, a, b)") == .conditional(condition, path("a"), path("b"))
        )
        #expect(try expression("FETCH(a, b, YES)") == .fetch(path("a"), path("b"), countOnly: true))
        #expect(try expression("FETCH(a, b)") == .fetch(path("a"), path("b"), countOnly: false))
        #expect(
            try expression("$x := 1 + 2")
                == .assignment(variable: "x", .function(.add, [.constant(1), .constant(2)])))
        for op in SetOperator.allCases {
            #expect(
                try expression("a \(op.rawValue.lowercased()) b") == .set(op, path("a"), path("b")))
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
        #expect(
            try expression("{1, a, {'x'}}")
                == .aggregate([.constant(1), path("a"), .aggregate([.constant("x")])]))
    }
}
