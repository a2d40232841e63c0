import Foundation
import Testing

@testable import PredicateCore

/// Whether a format holds of a value.
func holds(_ format: String, _ value: Value = .null, _ arguments: Value...) throws -> Bool {
    try QueryPredicate(parsing: format, arguments: arguments.map { .value($0) }).matches(value)
}

/// The code of the error that a format ends with.
func failure(_ format: String, _ value: Value = .null, _ arguments: Value...)
    -> EvaluationError.Code?
{
    do {
        let predicate = try QueryPredicate(
            parsing: format, arguments: arguments.map { .value($0) })
        _ = try predicate.matches(value)
        return nil
    } catch let error as EvaluationError {
        // Every message is a sentence.
        #expect(error.message.hasSuffix(".") || error.message.contains(": "))
        return error.code
    } catch {
        Issue.record("\(error)")
        return nil
    }
}

struct EvaluatorTests {
    private let ada: Value = .dictionary([
        "name": "Ada", "age": 36, "score": 2.5, "nick": nil, "tags": ["red", "green"],
        "empty": [], "scores": [3, 1, 2],
        "home": .dictionary(["city": "London", "rooms": [1, 2, 3]]),
    ])

    // MARK: nil

    @Test(arguments: [
        ("==", true, false), ("<=", true, false), (">=", true, false), ("!=", false, true),
        ("<", false, false), (">", false, false), ("BEGINSWITH", false, false),
        ("ENDSWITH", false, false), ("CONTAINS", false, false), ("LIKE", false, false),
        ("MATCHES", false, false), ("IN", false, false), ("TOKENMATCHES", false, false),
    ])
    func `nil compares with two answers`(_ op: String, _ both: Bool, _ one: Bool) throws {
        #expect(try holds("nick \(op) nil", ada) == both)
        #expect(try holds("nick \(op) missing", ada) == both)
        #expect(try holds("name \(op) nil", ada) == one)
        #expect(try holds("name \(op) nick", ada) == one)
        if op != "IN", op != "CONTAINS" { #expect(try holds("nick \(op) 'Ada'", ada) == one) }
        #expect(try holds("nick \(op) name", ada) == one)
        #expect(try holds("NOT nick \(op) name", ada) == !one)
    }

    @Test func `nil is in a collection only if it holds a null`() throws {
        #expect(try !holds("nick IN {1, 2}", ada))
        #expect(try holds("nick IN %@", ada, [1, nil]))
        #expect(try holds("%@ CONTAINS nick", ada, [1, nil]))
        #expect(try !holds("name IN nick", ada))
        #expect(try !holds("nick IN nick", ada))
        #expect(try holds("NOT (age == 1)", .dictionary([:])))
        #expect(try !holds("nick BETWEEN {1, 2}", ada))
    }

    // MARK: Quantifiers

    @Test(arguments: ["empty", "nick", "missing"])
    func `ANY of nothing is false, ALL and NONE are true`(_ key: String) throws {
        #expect(try !holds("ANY \(key) == 'red'", ada))
        #expect(try holds("ALL \(key) == 'red'", ada))
        #expect(try holds("NONE \(key) == 'red'", ada))
        #expect(try !holds("SOME \(key) == nil", ada))
        #expect(try !holds("ANY \(key) IN {'red'}", ada))
    }

    @Test func `quantifiers ask the members`() throws {
        #expect(try holds("ANY tags == 'red'", ada))
        #expect(try !holds("ALL tags == 'red'", ada))
        #expect(try !holds("NONE tags == 'red'", ada))
        #expect(try holds("ALL tags IN {'red', 'green', 'blue'}", ada))
        #expect(try holds("ANY tags BEGINSWITH[c] 'GR'", ada))
        #expect(try holds("ANY scores BETWEEN {3, 9}", ada))
        #expect(try holds("ALL scores > 0", ada))
        #expect(try holds("ANY tags CONTAINS 'ree'", ada))
        #expect(try holds("ANY scores CONTAINS 2", ada))
        #expect(try holds("ANY tags != name", ada))
    }

    @Test func `the collection may stand on the right`() throws {
        #expect(try holds("ANY {'Ada', 'Bob'} = name", ada))
        #expect(try holds("ANY name = {'Ada', 'Bob'}", ada))
        #expect(try !holds("ALL name = {'Ada', 'Bob'}", ada))
        #expect(try holds("ANY 'red' = tags", ada))
        #expect(try holds("ANY 'red' IN tags", ada))
        #expect(try !holds("ANY nick = {'Ada', 'Bob'}", ada))
        #expect(try !holds("ALL nick = {'Ada', 'Bob'}", ada))
    }

    @Test func `a quantifier without a collection is an error`() {
        #expect(failure("ANY name = 'Ada'", ada) == .notACollection)
        #expect(failure("ALL age > 3", ada) == .notACollection)
    }

    @Test func `nested paths flatten`() throws {
        let company: Value = .dictionary([
            "teams": .list([
                .dictionary(["people": .list([person("Ada", 36), person("Bob", 20)])]),
                .dictionary(["people": .list([person("Cid", 50)])]),
                .dictionary([:]),
            ])
        ])
        #expect(try holds("ANY teams.people.name == 'Cid'", company))
        #expect(try holds("teams.@sum.people.age == 106", company))
        #expect(try holds("teams.@max.people.age == 50", company))
        #expect(try holds("'Bob' IN teams.people.name", company))
    }

    @Test(arguments: ["3 IN name": "IN compares text", "3 IN age": "IN looks into"])
    func `errors name the operator that is written`(_ format: String, _ text: String) throws {
        let predicate = try QueryPredicate(parsing: format)
        let error = #expect(throws: EvaluationError.self) { try predicate.matches(ada) }
        #expect(error?.message.hasPrefix(text) == true)
    }

    private func person(_ name: String, _ age: Int64) -> Value {
        .dictionary(["name": .text(name), "age": .int(age)])
    }

    @Test func `a collection without a quantifier is compared as a collection`() throws {
        #expect(try holds("tags == {'red', 'green'}", ada))
        #expect(try !holds("tags == {'green', 'red'}", ada))
        #expect(try holds("tags ==[c] {'RED', 'GREEN'}", ada))
        #expect(try holds("tags != 'red'", ada))
        #expect(try holds("tags IN %@", ada, [["red", "green"]]))
        #expect(failure("tags > 'red'", ada) == .incompatibleValues)
        #expect(failure("tags BEGINSWITH 'r'", ada) == .incompatibleValues)
    }

    // MARK: Text

    @Test func `text is equal literally without options, and ordered canonically`() throws {
        let cafe: Value = .dictionary(["x": "é", "y": "e\u{301}"])
        #expect(try !holds("x == y", cafe))
        #expect(try holds("x ==[c] y", cafe))
        #expect(try holds("x ==[d] 'e'", cafe))
        #expect(try !holds("x ==[n] y", cafe))
        #expect(try holds("x ==[l] y", cafe))
        #expect(try holds("x IN[cd] {'E'}", cafe))
        #expect(try holds("x <[cd] 'F'", cafe))
        #expect(try holds("x < 'f'", cafe))
        #expect(try !holds("x < y", cafe))
        #expect(try holds("x <= y", cafe))
        #expect(try holds("y BETWEEN {'e', 'f'}", cafe))
    }

    @Test func `empty text is found nowhere`() throws {
        for op in ["CONTAINS", "BEGINSWITH", "ENDSWITH"] {
            #expect(try !holds("name \(op) ''", ada))
            #expect(try !holds("name \(op) %@", ada, ""))
        }
        #expect(try !holds("'' IN name", ada))
    }

    @Test func `text is found in text`() throws {
        #expect(try holds("name CONTAINS 'd'", ada))
        #expect(try holds("'d' IN name", ada))
        #expect(try holds("name IN 'Adam'", ada))
        #expect(try holds("name IN[c] 'ADAM'", ada))
        #expect(try holds("name LIKE 'A*'", ada))
        #expect(try holds("name LIKE[c] 'a?A'", ada))
        #expect(try holds("name MATCHES '[A-Z][a-z]+'", ada))
        #expect(try holds("SELF MATCHES %@", "ada@example.com", "[a-z]+@[a-z.]+"))
        #expect(try holds("name ENDSWITH[c] 'DA'", ada))
        #expect(failure("age CONTAINS 'd'", ada) == .notACollection)
        #expect(failure("name CONTAINS 3", ada) == .incompatibleValues)
        #expect(failure("age LIKE '3*'", ada) == .incompatibleValues)
        #expect(failure("age MATCHES '3*'", ada) == .incompatibleValues)
        #expect(failure("name BEGINSWITH 3", ada) == .incompatibleValues)
    }

    @Test func `patterns are checked and limited`() throws {
        #expect(
            failure("name MATCHES pattern", .dictionary(["name": "a", "pattern": "("]))
                == .invalidPattern)
        let context = EvaluationContext(matchTimeLimit: 0.1)
        let predicate = QueryPredicate.comparison(
            Comparison(.this, .matches, .constant("(a+)+$")))
        let text = Value.text(String(repeating: "a", count: 60) + "!")
        let error = #expect(throws: EvaluationError.self) {
            try predicate.matches(text, context: context)
        }
        #expect(error?.code == .patternTimeout)
    }

    @Test func `TOKENMATCHES asks for every word`() throws {
        let note: Value = .dictionary(["t": "Bob's Café", "every": ["Ann SMITH", "bob", nil]])
        #expect(try holds("t TOKENMATCHES[cdl] 'cafe BOB'", note))
        #expect(try !holds("t TOKENMATCHES 'bob smith'", note))
        #expect(try holds("every TOKENMATCHES[cdl] 'the bob and smith'", note))
        #expect(
            try holds("every TOKENMATCHES[cdl] tokenize:using:('bob smith', 'cdl')", note))
        #expect(try !holds("t TOKENMATCHES 'the'", note))
        #expect(failure("t TOKENMATCHES 3", note) == .incompatibleValues)
    }

    // MARK: Numbers, dates, kinds

    @Test func `numbers compare by value across kinds`() throws {
        let big: Value = .int(9_007_199_254_740_993)
        #expect(try holds("SELF > 9007199254740992.0", big))
        #expect(try !holds("SELF == 9007199254740992.0", big))
        #expect(try holds("SELF == 2", .double(2)))
        #expect(try holds("SELF == 2", .decimal(2)))
        #expect(try holds("SELF > 1.4", .decimal(Decimal(string: "1.5") ?? 0)))
        let small = Value.decimal(Decimal(string: "0.007") ?? 0)
        #expect(try holds("SELF == 0.007 AND SELF IN {0.007, 1}", small))
        #expect(Set([small]).contains(.double(0.007)))
        #expect(try ValueComparison.order(.int(5), .decimal(.nan)) == nil)
        #expect(Value.decimal(.nan) == .decimal(.nan))
        // 2^55, and the number that the shortest text of that double has.
        #expect(try holds("SELF == 36028797018963968", .double(0x1p55)))
        #expect(Value.double(0x1p55) == .decimal(36_028_797_018_963_968))
        #expect(Value.double(0x1p55) != .decimal(36_028_797_018_963_970))
        let huge = Value.decimal(Decimal(string: "1500e127") ?? 0)
        #expect(try holds("SELF > 1e40 AND SELF == 1.5e130 AND SELF < 1.6e130", huge))
        #expect(try holds("SELF < -1e40 AND SELF != 1.5e130", .decimal(-1.5e50)))
        #expect(try holds("SELF IN {1, 2}", .double(2)))
        #expect(try holds("true == 1"))
        #expect(try holds("SELF == YES", .bool(true)))
        #expect(try !holds("'1' == 1"))
        #expect(try holds("'1' != 1"))
        #expect(try holds("'a' == 'a' AND 1 = 1.0"))
        #expect(try !holds("SELF < 1 OR SELF >= 1", .double(.nan)))
    }

    @Test func `values of different kinds have no order`() {
        #expect(failure("name > 3", ada) == .incompatibleValues)
        #expect(failure("age > name", ada) == .incompatibleValues)
        #expect(failure("3 < 'a'") == .incompatibleValues)
        #expect(failure("SELF > %@", .date(Date()), 3) == .incompatibleValues)
        #expect(failure("SELF > %@", .bytes(Data([1])), .bytes(Data([2]))) == .incompatibleValues)
        #expect(failure("age BETWEEN {'a', 'b'}", ada) == .incompatibleValues)
    }

    @Test func `dates compare to the microsecond`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456)
        let near = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_2)
        let later = Date(timeIntervalSinceReferenceDate: 700_000_000.123_458)
        #expect(try holds("SELF == %@", .date(date), .date(near)))
        #expect(try holds("SELF < %@", .date(date), .date(later)))
        #expect(try holds("SELF IN %@", .date(date), .list([.date(near)])))
        #expect(try holds("SELF BETWEEN %@", .date(date), .list([.date(date), .date(later)])))
        #expect(
            try holds("SELF == CAST(0, 'NSDate')", .date(Date(timeIntervalSinceReferenceDate: 0))))
    }

    @Test func `BETWEEN includes both ends`() throws {
        #expect(try holds("age BETWEEN {36, 40}", ada))
        #expect(try holds("age BETWEEN {30, 36}", ada))
        #expect(try !holds("age BETWEEN {37, 40}", ada))
        #expect(try !holds("age BETWEEN {40, 30}", ada))
        #expect(try holds("age BETWEEN %@", ada, [30, 40]))
        #expect(try holds("age BETWEEN {age - 1, age * 2}", ada))
        #expect(try holds("name BETWEEN {'A', 'B'}", ada))
        #expect(try holds("score BETWEEN {2, 3}", ada))
        #expect(failure("age BETWEEN scores", ada) == .wrongBounds)
        #expect(failure("age BETWEEN name", ada) == .wrongBounds)
        #expect(failure("age BETWEEN $x", ada) == .unboundVariable)
    }

    @Test func `references are equal when they point at the same record`() throws {
        let a = Value.reference(Reference(RecordID("a")))
        let same = Value.reference(Reference(RecordID("a"), action: .deleteSelf))
        let other = Value.reference(Reference(RecordID("b")))
        #expect(try holds("SELF == %@", a, same))
        #expect(try holds("SELF IN %@", a, [other, same]))
        #expect(try holds("SELF != %@", a, other))
        #expect(try !holds("SELF == 'a'", a))
    }

    // MARK: Compounds

    @Test func `AND and OR stop as soon as they know`() throws {
        #expect(try !holds("age < 0 AND name > 3", ada))
        #expect(try holds("age > 0 OR name > 3", ada))
        #expect(try holds("TRUEPREDICATE AND NOT FALSEPREDICATE"))
        #expect(try QueryPredicate.and([]).matches(.null))
        #expect(try !QueryPredicate.or([]).matches(.null))
        #expect(try holds("age = 1 OR age = 2 OR age = 36", ada))
        #expect(try !holds("age = 36 AND age = 36 AND age = 2", ada))
    }

    @Test func `blocks decide`() throws {
        let predicate = QueryPredicate.and([
            .constant(true),
            .block(
                PredicateBlock { object, variables in
                    (object as? Int64) == 3 && variables?["x"] as? String == "y"
                }),
        ])
        let context = EvaluationContext(variables: ["x": "y"])
        #expect(try predicate.matches(3, context: context))
        #expect(try !predicate.matches(3))
        struct Trouble: Error {}
        let failing = QueryPredicate.block(PredicateBlock { _, _ in throw Trouble() })
        let error = #expect(throws: EvaluationError.self) { try failing.matches(.null) }
        #expect(error?.code == .unsupported)
    }

    @Test func `what is nested too deep is an error`() {
        var predicate = QueryPredicate.constant(true)
        for _ in 0..<2000 { predicate = .not(predicate) }
        let error = #expect(throws: EvaluationError.self) { try predicate.matches(.null) }
        #expect(error?.code == .unsupported)
    }

    @Test func `what is nested deep runs on a small stack`() async throws {
        var predicate = QueryPredicate.comparison(Comparison(.this, .equal, .constant(1)))
        for _ in 0..<(DeepStack.maximumDepth - 3) { predicate = .not(predicate) }
        var sum = QueryExpression.this
        for _ in 0..<(DeepStack.maximumDepth - 3) {
            sum = .function(.add, [sum, .constant(1)])
        }
        let wanted = QueryExpression.constant(
            .int(Int64(DeepStack.maximumDepth - 2)))
        let comparison = QueryPredicate.comparison(Comparison(sum, .equal, wanted))
        let answers = await onSmallStack { [predicate, comparison] in
            [(try? predicate.matches(1)) != nil, (try? comparison.matches(1)) ?? false]
        }
        #expect(answers == [true, true])
    }
}
