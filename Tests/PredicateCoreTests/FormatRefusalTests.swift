import Foundation
import PredicateCore
import TestTime
import Testing

/// Why a format is refused; nil where it is not.
func refusal(_ format: String) -> ParseError? {
    do {
        _ = try QueryPredicate(parsing: format)
        return nil
    } catch {
        return error
    }
}

@Suite struct `Format refusals` {
    @Test(arguments: [
        "", "   ", "age", "age * 25", "age === 25", ",", "()", "1", "0 || 1", "TRUE", "YES",
        "x CONATINS 0",
        "a == 1 // b", "a == 1 /* b */", "// a == 1", "a == 'b", "a == \"b", "(a == 1", "a == 1)",
        "a[0 == 1",
        "a IN {1, 2", "a IN 1, 2}", "a == b == c", "a ==", "== a", "a == 1 AND", "AND a == 1",
        "NOT", "ANY a",
        "ANY a AND b == 1", "a == ?", "a == %%", "a % 2 == 0", "a == 1;", "a BETWEEN 1 AND 2",
        "a == (1, 2)",
        "{1,} == a", "{,1} == a", "a IN {1 2}", "a. == 1", "a..b == 1", ".a == 1", "a[] == 1",
        "$ == 1", "# == 1",
        "@ == 1", "a ==[x] 1", "a ==[] 1", "a ==[c 1", "a == 1 b == 2", "x.0 == 1", "sin:(1) == 1",
        "sin(1) == 1",
        "random:(5) == 1", "random() == 1", "FUNCTION('abc', func, a) == 1", "FUNCTION(a) == 1",
        "CAST(a) == 1",
        "CAST(a, NSDate) == 1", "SUBQUERY(a, b, c == 1) == 1", "SUBQUERY(a, $b, c) == 1",
        "TERNARY(a, 1, 2) == 1",
        "TERNARY(a == 1, 2) == 1", "length:(a, b) == 1", "add:to:(1) == 1", "now(1) == 1",
        "a NOT LIKE b",
        "NOT ANY", "a := 1 == 1", "(a == 1) == 1", "(a == 1) + 1 == 2", "a AND b", "NOT a",
        "subquery == 1",
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
        "x.0", "TRUEPREDICATE", "1 == 1", "FUNCTION('abc', func, a)", "sin:(1)", "", "a b", "NOT a",
        "ANY a",
        "a AND b", "1,", "(a == 1)",
    ])
    func `refuses what is no expression`(format: String) {
        #expect(throws: ParseError.self) { try QueryExpression(parsing: format) }
    }

    @Test func `says what was expected, what was found and where`() throws {
        let expected: [(String, ParseError.Code, String, Int)] = [
            (
                "x CONATINS 0", .unexpected,
                "Expected an operator, found CONATINS; did you mean CONTAINS?", 2
            ),
            ("age === 25", .invalidCharacter, "The language has no ===; write ==.", 4),
            (
                "age", .notAPredicate,
                "Expected a condition, found a value; compare it with something, as in age == YES.",
                0
            ),
            (
                "TRUE", .notAPredicate, "Expected a condition, found a value; write TRUEPREDICATE.",
                0
            ),
            ("a == 1 // b", .unexpected, "Comments are not part of the language.", 7),
            ("a == 'b", .unbalanced, "The quotation mark is not closed.", 5),
            ("(a == 1", .unbalanced, "The parenthesis is not closed by ).", 0),
            ("a == 1)", .unbalanced, "Nothing is open that ) could close.", 6),
            ("a BETWEEN AND 4", .unexpected, "Expected a value after BETWEEN, found AND.", 10),
            (
                "a IN [1, 2]", .unexpected,
                "Expected option letters c, d, n or l between the brackets; a list is written in "
                    + "braces, {1, 2}.", 6
            ),
            (
                "any == 3", .unexpected,
                "Expected a value after any, found ==; write #any for a key of this name.", 4
            ),
            (
                "none.@count == 0", .unexpected,
                "Expected a value after none, found .; write #none for a key of this name.", 4
            ),
            (
                "all[0] == 1", .unexpected,
                "Expected a value after all, found [; write #all for a key of this name.", 3
            ),
            (
                "a == in.b", .unexpected,
                "Expected a value after ==, found in; write #in for a key of this name.", 5
            ),
            (
                "a == %.2f", .unknownSpecifier,
                "A specifier has no precision; write %f for a number.", 5
            ),
            ("a IS NULL", .unexpected, "Expected an operator, found IS; write ==.", 2),
            ("a IS NOT NULL", .unexpected, "Expected an operator, found IS; write !=.", 2),
            (
                "a %@ 3", .unexpected,
                "Expected an operator, found %@; an argument stands for a value, not for an "
                    + "operator.", 2
            ),
            (
                "MAXX(1) == 1", .unknownFunction,
                "The language has no function MAXX; the nearest are max, abs, exp.", 0
            ),
            ("a ==", .unexpected, "Expected a value after ==, found the end.", 4),
            (
                "in == 1", .unexpected,
                "Expected a value, found in; write #in for a key of this name.", 0
            ),
            (
                "a == 1 AND between<2", .unexpected,
                "Expected a value after AND, found between; write #between for a key of this name.",
                11
            ),
            ("a IS nil", .unexpected, "Expected an operator, found IS; write ==.", 2),
            (
                "sin:(1) == 1", .unknownFunction,
                "The language has no function sin:; the nearest are min:, ln:, sum:.", 0
            ),
            ("length:(a, b) == 1", .wrongArgumentCount, "length: takes 1 argument, found 2.", 0),
            (
                "a BETWEEN 1 AND 2", .notAPredicate,
                "Expected a condition, found a value; a range is BETWEEN {low, high}.", 16
            ),
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
                Expected a value after BETWEEN, found AND.
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
        {
            String(repeating: "abs(", count: $0) + "a" + String(repeating: ")", count: $0) + " == 1"
        },
        { "x" + String(repeating: "[0]", count: $0) + " == 1" },
        { String(repeating: "x[", count: $0) + "0" + String(repeating: "]", count: $0) + " == 1" },
        {
            String(repeating: "(a == 1 OR b == 1 AND ", count: $0) + "c == 1"
                + String(repeating: ")", count: $0)
        },
        {
            String(repeating: "TERNARY(a == ", count: $0) + "1"
                + String(repeating: ", 1, 2)", count: $0) + " == 1"
        },
        {
            String(repeating: "SUBQUERY(a, $x, $x == ", count: $0) + "1"
                + String(repeating: ")", count: $0) + " == 1"
        },
        { String(repeating: "$x := ", count: $0) + "1 == 1" },
        { "a" + String(repeating: " UNION b", count: $0) + " == 1" },
    ]

    @Test func `what nests too deeply is refused, at any depth and size`() {
        for format in Self.deep {
            for count in [Limits.nesting + 1, 10_000, 200_000] {
                #expect(refusal(format(count))?.code == .tooDeep, "\(format(3))")
            }
        }
    }

    @Test func `the deepest that is accepted needs no large stack`() async {
        for format in Self.deep {
            // What is accepted at one depth is accepted at any below.
            var (accepted, refused) = (1, Limits.nesting)
            while refused - accepted > 1 {
                let middle = (accepted + refused) / 2
                if refusal(format(middle)) == nil { accepted = middle } else { refused = middle }
            }
            #expect(accepted >= 300, "\(format(3))")
            let text = format(accepted)
            let isSame = await onSmallStack { () -> Bool in
                guard let predicate = try? QueryPredicate(parsing: text),
                    let again = try? QueryPredicate(parsing: predicate.format)
                else { return false }
                return predicate == again && predicate.hashValue == again.hashValue
                    && predicate.freeVariables == again.freeVariables
            }
            #expect(isSame, "\(format(3))")
        }
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
        func many(_ text: String) -> String {
            String(repeating: text, count: size / text.utf8.count)
        }
        let formats = [
            many("("), many("NOT "), "1" + many("+1"), "a == '" + many("x") + "'",
            "a == \"" + many("\\\""),
            "a" + many(".a") + " == 1", many("a"), many("a") + ":(1) == 1", many("a:") + "(1) == 1",
            "a == " + many("9"), "a == 0." + many("9"), many("%"), many("é") + " == 1", many("in "),
            "a ==[" + many("c"), many("a == 1 AND "), "x IN {1" + many(",1") + "}",
        ]
        let time = threadTime { for format in formats { _ = refusal(format)?.description } }
        #expect(time < .seconds(120))
    }

    @Test func `localizedDescription says what went wrong`() throws {
        let refused = try #require(refusal("age === 25"))
        #expect((refused as any Error).localizedDescription == refused.description)
        let unequal = try QueryPredicate(parsing: "name > 3")
        let error = #expect(throws: EvaluationError.self) {
            try unequal.matches(.dictionary(["name": "Ann"]))
        }
        #expect((error as (any Error)?)?.localizedDescription == error?.message)
    }

    @Test func `what is longer than any name is no slip of one`() {
        let name = String(repeating: "a", count: 254)
        #expect(Suggestions.nearest(to: name + "b", among: [name]) == name)
        #expect(Suggestions.nearest(to: name + "bc", among: [name]) == nil)
    }
}
