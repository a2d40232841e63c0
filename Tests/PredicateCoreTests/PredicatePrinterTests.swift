import Foundation
import PredicateCore
import Testing

@Suite struct `Predicate printer` {
    private func printed(_ format: String, _ arguments: FormatArgument...) throws -> String {
        try QueryPredicate(parsing: format, arguments: arguments).format
    }

    private func text(_ value: Value) -> String { QueryExpression.constant(value).format }

    @Test(arguments: [
        ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a =< 1 and b => 2", "a <= 1 AND b >= 2"),
        ("a == YES", "a == 1"), ("a == false", "a == 0"), ("a == NULL", "a == nil"),
        ("a = 'it\\'s'", "a == \"it's\""), (#"a = "q\"b\\s""#, #"a == "q\"b\\s""#),
        ("x IN {20,21,22}", "x IN {20, 21, 22}"), ("self = 1", "SELF == 1"),
        ("x == 20 || a == 1 && b == 2", "x == 20 OR (a == 1 AND b == 2)"),
        ("not name = nil", "NOT name == nil"), ("not (a = 1 and b = 2)", "NOT (a == 1 AND b == 2)"),
        ("not a = 1 and b = 2", "(NOT a == 1) AND b == 2"), ("not not a = 1", "NOT NOT a == 1"),
        ("FUNCTION(a,'pow:',3) = 1", "FUNCTION(a, \"pow:\" , 3) == 1"),
        ("FUNCTION(a,'f::',3,b) = 1", "FUNCTION(a, \"f::\" , 3, b) == 1"),
        ("FUNCTION(a,'count') = 1", "FUNCTION(a, \"count\") == 1"),
        ("CAST(712345, 'NSDate') < a", "CAST(712345.000000, \"NSDate\") < a"),
        ("a contains [dc] 'x'", "a CONTAINS[cd] \"x\""), ("a like[lndc] 'x'", "a LIKE[cdnl] \"x\""),
        ("none a = 1", "NOT ANY a == 1"), ("some a = 1", "ANY a == 1"),
        ("((a)) = (1)", "a == 1"), ("sum(x) = now()", "sum:(x) == now()"),
        ("((a = 1 and b = 2) and c = 3)", "a == 1 AND b == 2 AND c == 3"),
        ("a = 2.0", "a == 2"), ("a = 2.50", "a == 2.5"), ("a = 1e3", "a == 1000"),
        ("(a + b) * c = a + b * c", "(a + b) * c == a + b * c"),
        ("a - (b - c) = 1", "a - (b - c) == 1"),
        ("a / 2.0 = 1", "a / 2.0 == 1"), ("a / 2 = 1.0", "a / 2 == 1"),
        ("abs((a + 2.0)) / 3 = 1", "abs:(a + 2.0) / 3 == 1"),
        ("-(-a) = - -5", "--a == -(-5)"), ("-(5) = 1", "-(5) == 1"),
        ("(-1)[0] = 1", "(-1)[0] == 1"),
        ("~~a = ~(b + 1)", "~~a == ~(b + 1)"), ("(~a) + 1 = 1", "(~a) + 1 == 1"),
        ("$x := 5 = 5", "($x := 5) == 5"), ("a.#max = #in", "a.max == #in"),
        ("TERNARY(a=1,2,3) = 2", "TERNARY(a == 1, 2, 3) == 2"),
        ("FETCH(a,b,true) = 2", "FETCH(a, b, YES) == 2"),
        ("x[first] = x[size]", "x[FIRST] == x[SIZE]"), ("a.self = #self", "a.self == #self"),
        ("a == 'x\\ny'", "a == \"x\\ny\""), ("truepredicate", "TRUEPREDICATE"),
    ])
    func `prints as Apple does`(format: String, expected: String) throws {
        let predicate = try QueryPredicate(parsing: format)
        #expect(predicate.format == expected)
        #expect(predicate.description == expected)
        #expect(try QueryPredicate(parsing: expected) == predicate)
    }

    @Test func `empty compounds are constants and compounds of one are their part`() throws {
        #expect(QueryPredicate.and([]).format == "TRUEPREDICATE")
        #expect(QueryPredicate.or([]).format == "FALSEPREDICATE")
        let one = try QueryPredicate(parsing: "a == 1")
        #expect(QueryPredicate.and([one]).format == "a == 1")
        #expect(QueryPredicate.or([.and([one]), .and([])]).format == "a == 1 OR TRUEPREDICATE")
        #expect(
            QueryPredicate.and([.and([one, one]), one]).format == "a == 1 AND a == 1 AND a == 1")
        #expect(QueryPredicate.not(.or([.and([one, one])])).format == "NOT (a == 1 AND a == 1)")
    }

    @Test func `constants without a literal are casts`() throws {
        #expect(
            text(.date(Date(timeIntervalSinceReferenceDate: 712345)))
                == "CAST(712345.000000, \"NSDate\")")
        #expect(
            text(.date(Date(timeIntervalSinceReferenceDate: -0.5))) == "CAST(-0.500000, \"NSDate\")"
        )
        #expect(text(.double(.nan)) == "CAST(\"nan\", \"NSNumber\")")
        #expect(text(.double(-.infinity)) == "CAST(\"-inf\", \"NSNumber\")")
        #expect(text(.bytes(Data([1, 2]))) == "CAST(\"AQI=\", \"NSData\")")
        let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(text(.uuid(uuid)) == "CAST(\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\", \"NSUUID\")")
        let url = try #require(URL(string: "https://example.org/a"))
        #expect(text(.url(url)) == "CAST(\"https://example.org/a\", \"NSURL\")")
        #expect(
            text(.location(Location(latitude: 48.5, longitude: 2)))
                == "CAST(\"48.5,2.0\", \"CLLocation\")")
        #expect(text(.reference(Reference(RecordID("r1")))) == "CAST(\"r1\", \"CKReference\")")
        let zone = Reference(RecordID("r1", zone: ZoneID("Notes")), action: .deleteSelf)
        #expect(text(.reference(zone)) == "CAST(\"r1;zone=Notes;action=1\", \"CKReference\")")
        #expect(
            text(.dictionary(["b": 2, "a": [1]]))
                == "CAST({\"a\", {1}, \"b\", 2}, \"NSDictionary\")")
        #expect(
            text(.decimal(Decimal(string: "0.12345678901234567890123") ?? 0))
                == "CAST(\"0.12345678901234567890123\", \"NSDecimalNumber\")")
    }

    @Test func `names keep their characters in the form of a reference`() throws {
        for name in ["a\u{37E}b", "\u{301}x", ";\u{301}", "%3B;="] {
            let reference = Reference(RecordID(name, zone: ZoneID(name)))
            let constant = QueryExpression.constant(.reference(reference))
            #expect(try QueryExpression(parsing: constant.format) == constant)
        }
    }

    @Test func `a conversion stays apart from the constant that prints like it`() throws {
        let conversion = QueryExpression.cast(.constant(712345), type: "NSDate")
        #expect(conversion.format == "CAST((712345), \"NSDate\")")
        #expect(try QueryExpression(parsing: conversion.format) == conversion)
        let constant = try QueryExpression(parsing: "CAST(712345, \"NSDate\")")
        #expect(constant == .constant(.date(Date(timeIntervalSinceReferenceDate: 712345))))
        #expect(
            try QueryExpression(parsing: "CAST('5', 'NSNumber')")
                == .cast(.constant("5"), type: "NSNumber"))
    }

    @Test func `the kind of a number in arithmetic survives`() throws {
        for number in [Value.double(2), .int(2), .double(-2), .decimal(2)] {
            let half = QueryExpression.function(
                .divide, [.keyPath(QueryKeyPath("a")), .constant(number)])
            guard
                case .function(.divide, let arguments) = try QueryExpression(parsing: half.format),
                case .constant(let again) = arguments[1]
            else {
                Issue.record("\(half.format)")
                return
            }
            switch (number, again) {
            case (.double, .double), (.int, .int), (.decimal, .decimal): #expect(number == again)
            default: Issue.record("\(half.format)")
            }
        }
        for format in [
            "SUBQUERY({5.0}, $x, $x / 2 == 2.5).@count == 1", "($x := 5.0) == 5 AND $x / 2 == 2.5",
        ] {
            let again = try QueryPredicate(parsing: QueryPredicate(parsing: format).format)
            #expect(try again.matches(.null))
        }
    }

    @Test func `keys that are no words are quoted`() throws {
        func key(_ name: String) -> String {
            QueryExpression.keyPath(QueryKeyPath(steps: [.key("a"), .key(name)])).format
        }
        #expect(key("two words") == "a.#\"two words\"")
        #expect(key("b.c") == "a.#\"b.c\"")
        #expect(key("") == "a.#\"\"")
        #expect(key("1st") == "a.#\"1st\"")
        #expect(key("@count") == "a.#\"@count\"")
        #expect(key("in") == "a.#in")
        #expect(key("naïve") == "a.naïve")
        #expect(QueryExpression.variable("two words").format == "$\"two words\"")
        #expect(
            try QueryExpression(parsing: "a.#\"b.c\"")
                == .keyPath(QueryKeyPath(steps: [.key("a"), .key("b.c")])))
    }

    @Test func `blocks and objects print for people`() {
        #expect(QueryPredicate.block(PredicateBlock { _, _ in true }).format == "BLOCKPREDICATE(…)")
        #expect(
            QueryExpression.block(ExpressionBlock { _, _, _ in 1 }, [.constant(1)]).format
                == "BLOCK(…, 1)")
        #expect(text(.object(ObjectValue("x"))) == "<String>")
    }

    @Test func `text keeps every character`() throws {
        let all =
            String(String.UnicodeScalarView((0..<0x250).compactMap { Unicode.Scalar($0) }))
            + "😀\u{FEFF}"
        let expression = QueryExpression.constant(.text(all))
        #expect(try QueryExpression(parsing: expression.format) == expression)
    }
}
