import Foundation
import Testing

@testable import PredicateCore

/// The value of an expression.
func value(_ format: String, _ object: Value = .null, _ arguments: Value...) throws -> Value {
    try QueryExpression(parsing: format, arguments: arguments.map { .value($0) })
        .value(for: object)
}

/// The code of the error that an expression ends with.
func valueFailure(_ format: String, _ object: Value = .null) -> EvaluationError.Code? {
    do {
        _ = try QueryExpression(parsing: format).value(for: object)
        return nil
    } catch let error as EvaluationError {
        return error.code
    } catch {
        Issue.record("\(error)")
        return nil
    }
}

struct EvaluationTermTests {
    private let object: Value = .dictionary([
        "a": .dictionary(["b": [1, 2, 3], "c": "deep"]), "d": ["x", "y"], "nothing": [], "n": nil,
        "i": 1, "key": "c", "name": "Ada", "nums": [1, nil, 2.5],
        "dict": .dictionary(["4": .dictionary(["key": "four"])]),
        "people": .list([
            .dictionary(["name": "Ada", "age": 36, "tags": ["x", "y"]]),
            .dictionary(["name": "Bob", "age": nil, "tags": ["y"]]),
            .dictionary(["name": "Ada", "age": 20, "tags": []]),
        ]),
    ])

    @Test func `a missing key is nil in a dictionary`() throws {
        #expect(try value("zzz", object) == .null)
        #expect(try value("zzz.b.c", object) == .null)
        #expect(try value("a.c", object) == "deep")
        #expect(try value("SELF.a.c", object) == "deep")
    }

    @Test func `an index is looked up in what stands before it`() throws {
        #expect(try value("a.b[0]", object) == 1)
        #expect(try value("(a.b)[2]", object) == 3)
        #expect(try value("d[FIRST]", object) == "x")
        #expect(try value("d[LAST]", object) == "y")
        #expect(try value("d[SIZE]", object) == 2)
        #expect(try value("d[i]", object) == "y")
        #expect(try value("a[key]", object) == "deep")
        #expect(try value("dict[4].key", object) == "four")
        #expect(try value("nothing[FIRST]", object) == .null)
        #expect(try value("nothing[LAST]", object) == .null)
        #expect(try value("n[0]", object) == .null)
        #expect(try value("people[0].name", object) == "Ada")
        #expect(try value("objectFrom:withIndex:(d, 1)", object) == "y")
        #expect(valueFailure("d[2]", object) == .indexOutOfRange)
        #expect(valueFailure("d[-1]", object) == .indexOutOfRange)
        #expect(valueFailure("d['x']", object) == .incompatibleValues)
        #expect(valueFailure("d[0.5]", object) == .incompatibleValues)
        #expect(valueFailure("name[0]", object) == .notACollection)
        #expect(valueFailure("name[FIRST]", object) == .notACollection)
    }

    @Test func `collection operators gather members`() throws {
        #expect(try value("people.@count", object) == 3)
        #expect(try value("people.@count.name", object) == 3)
        #expect(try value("n.@count", object) == .null)
        #expect(try value("nothing.@count", object) == 0)
        #expect(try value("people.@sum.age", object) == 56)
        #expect(try value("people.@avg.age", object) == 28)
        #expect(try value("people.@min.age", object) == 20)
        #expect(try value("people.@max.name", object) == "Bob")
        #expect(try value("nums.@sum", object) == 3.5)
        #expect(try value("nothing.@sum", object) == 0)
        #expect(try value("nothing.@avg", object) == .null)
        #expect(try value("nothing.@min", object) == .null)
        #expect(try value("nothing.@max", object) == .null)
        #expect(try value("people.@unionOfObjects.name", object) == ["Ada", "Bob", "Ada"])
        #expect(try value("people.@distinctUnionOfObjects.name", object) == ["Ada", "Bob"])
        #expect(try value("people.@unionOfArrays.tags", object) == ["x", "y", "y"])
        #expect(try value("people.@distinctUnionOfArrays.tags", object) == ["x", "y"])
        #expect(try value("a.@allKeys", object) == ["b", "c"])
        #expect(try value("a.@allValues", object) == [[1, 2, 3], "deep"])
        #expect(try value("people.name", object) == ["Ada", "Bob", "Ada"])
        #expect(valueFailure("name.@sum", object) == .notACollection)
        #expect(valueFailure("d.@sum", object) == .incompatibleValues)
        #expect(valueFailure("name.@allKeys", object) == .notACollection)
    }

    @Test func `text and locations have keys too`() throws {
        #expect(try value("name.length", object) == 3)
        #expect(try value("name.uppercaseString", object) == "ADA")
        let place: Value = .dictionary([
            "at": .location(Location(latitude: 48, longitude: 2))
        ])
        #expect(try value("at.latitude", place) == 48)
        #expect(try value("at.coordinate.longitude", place) == 2)
        #expect(try value("at.altitude", place) == .null)
        #expect(valueFailure("name.zzz", object) == .undefinedKey)
        #expect(valueFailure("at.zzz", place) == .undefinedKey)
    }

    @Test func `references are followed where the context can`() throws {
        let to = Value.reference(Reference(RecordID("london")))
        let city: Value = .dictionary(["city": to, "lost": .reference(Reference(RecordID("x")))])
        let context = EvaluationContext(resolve: { reference in
            reference.recordID.name == "london" ? .dictionary(["name": "London"]) : nil
        })
        let path = try QueryExpression(parsing: "city.name")
        #expect(try path.value(for: city, context: context) == "London")
        #expect(
            try QueryExpression(parsing: "lost.name").value(for: city, context: context) == .null)
        let error = #expect(throws: EvaluationError.self) { try path.value(for: city) }
        #expect(error?.code == .unsupported)
    }

    @Test func `variables are bound by the context`() throws {
        var context = EvaluationContext()
        context.variables = ["limit": 18, "who": .dictionary(["name": "Ada"]), "keys": ["name"]]
        let template = try QueryPredicate(parsing: "age >= $limit AND $who.name == 'Ada'")
        #expect(try template.matches(.dictionary(["age": 20]), context: context))
        #expect(try !template.matches(.dictionary(["age": 17]), context: context))
        let error = #expect(throws: EvaluationError.self) {
            try template.matches(.dictionary(["age": 20]))
        }
        #expect(error?.code == .unboundVariable)
        #expect(error?.message.contains("$limit") == true)
        let indexed = try QueryExpression(parsing: "$who[$keys[0]]")
        #expect(try indexed.value(for: .null, context: context) == "Ada")
    }

    @Test func `:= binds a variable for what follows`() throws {
        let expression = QueryExpression.function(
            .add,
            [.assignment(variable: "x", .keyPath(QueryKeyPath("i"))), .variable("x")])
        #expect(try expression.value(for: object) == 2)
    }

    @Test func `SUBQUERY gives the members for which it holds`() throws {
        #expect(try value("SUBQUERY(people, $p, $p.age > 30).@count", object) == 1)
        #expect(try value("SUBQUERY(people, $p, $p.name == name)[SIZE]", object) == 2)
        #expect(try value("SUBQUERY(n, $p, $p == 1).@count", object) == 0)
        #expect(
            try value(
                "SUBQUERY(people, $p, SUBQUERY($p.tags, $t, $t == 'y').@count > 0).name", object)
                == ["Ada", "Bob"])
        #expect(
            try value(
                "SUBQUERY(people, $p, SUBQUERY(d, $t, $t IN $p.tags).@count == 2).@count", object)
                == 1)
        #expect(valueFailure("SUBQUERY(name, $p, $p == 1)", object) == .notACollection)
        #expect(valueFailure("SUBQUERY(d, $p, $q == 1)", object) == .unboundVariable)
    }

    @Test func `an inner SUBQUERY may use the name of the outer one`() throws {
        let inner = "SUBQUERY(d, $p, $p == 'x').@count == 1"
        #expect(
            try value("SUBQUERY(people, $p, \(inner) AND $p.age == 36).@count", object) == 1)
    }

    @Test func `TERNARY evaluates one branch`() throws {
        #expect(try value("TERNARY(i == 1, 'yes', 1 + 'a')", object) == "yes")
        #expect(try value("TERNARY(i == 2, d[9], 'no')", object) == "no")
        #expect(valueFailure("TERNARY(i == 2, 1, 1 + 'a')", object) == .incompatibleValues)
    }

    @Test func `set operators combine collections`() throws {
        #expect(try value("d UNION {'y', 'z'}", object) == ["x", "y", "z"])
        #expect(try value("d INTERSECT {'y', 'z'}", object) == ["y"])
        #expect(try value("d MINUS {'y', 'z'}", object) == ["x"])
        #expect(try value("n UNION {1, 1.0}", object) == [1])
        #expect(valueFailure("name UNION d", object) == .notACollection)
    }

    @Test func `ANYKEY asks every value`() throws {
        #expect(try holds("ANYKEY == 'Ada'", object))
        #expect(try !holds("ANYKEY == 'Bob'", object))
        #expect(try holds("ANYKEY CONTAINS 'Ad'", object))
    }

    @Test func `CAST knows six types`() throws {
        #expect(try value("CAST(5, 'NSString')") == "5")
        #expect(try value("CAST(5.0, 'NSString')") == "5")
        #expect(try value("CAST(2.5, 'NSString')") == "2.5")
        #expect(try value("CAST('42', 'NSNumber')") == 42)
        #expect(try value("CAST('4.5e1', 'NSNumber')") == 45)
        #expect(try value("CAST('abc', 'NSNumber')") == .null)
        #expect(
            try value("CAST(60, 'NSDate')")
                == .date(Date(timeIntervalSinceReferenceDate: 60)))
        #expect(
            try value("CAST('2001-01-01T00:01:00Z', 'NSDate')")
                == .date(Date(timeIntervalSinceReferenceDate: 60)))
        #expect(
            try value("CAST('2001-01-01T00:01:00.500Z', 'NSDate')")
                == .date(Date(timeIntervalSinceReferenceDate: 60.5)))
        #expect(try value("CAST(CAST(60, 'NSDate'), 'NSNumber')") == 60)
        #expect(
            try value("CAST('0.1', 'NSDecimalNumber') + CAST(0.2, 'NSDecimalNumber')")
                == .decimal(Decimal(string: "0.3") ?? 0))
        #expect(try value("CAST('2024-01-15', 'NSDecimalNumber')") == .null)
        #expect(try value("CAST(SELF, 'NSDecimalNumber')", .double(-.infinity)) == .decimal(.nan))
        #expect(
            try value("CAST('http://a.b/c', 'NSURL')")
                == URL(string: "http://a.b/c").map { .url($0) })
        let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        #expect(try value("CAST('\(id)', 'NSUUID')") == UUID(uuidString: id).map { .uuid($0) })
        #expect(try value("CAST('x', 'NSUUID')") == .null)
        #expect(try value("CAST(n, 'NSDate')", object) == .null)
        #expect(valueFailure("CAST(d, 'NSString')", object) == .incompatibleValues)
        #expect(valueFailure("CAST(1, 'NSUUID')") == .incompatibleValues)
        let error = #expect(throws: EvaluationError.self) {
            try QueryExpression.cast(.constant(1), type: "NSColor").value(for: .null)
        }
        #expect(error?.code == .unknownSelector)
        #expect(error?.message.contains("NSColor") == true)
    }

    @Test func `what cannot be answered here says so`() {
        #expect(failure("name UTI-EQUALS 'public.text'", object) == .unsupported)
        #expect(failure("name UTI-CONFORMS-TO 'public.text'", object) == .unsupported)
        #expect(failure("name isKindOfClass: 'x'", object) == .unknownSelector)
        let fetch = QueryExpression.fetch(.constant(1), .constant(2), countOnly: false)
        let error = #expect(throws: EvaluationError.self) { try fetch.value(for: .null) }
        #expect(error?.code == .unsupported)
    }

    @Test func `an infix selector asks the table of functions`() throws {
        var context = EvaluationContext()
        context.functions.register("isLongerThan:") { receiver, arguments throws(EvaluationError) in
            guard case .text(let text) = receiver, case .int(let length) = arguments[0] else {
                return .null
            }
            return .bool(text.count > length)
        }
        let predicate = try QueryPredicate(parsing: "name isLongerThan: 2")
        #expect(try predicate.matches(.dictionary(["name": "Ada"]), context: context))
        #expect(try !predicate.matches(.dictionary(["name": "A"]), context: context))
    }

    @Test func `now stays the same for one evaluator`() throws {
        let moment = Date(timeIntervalSinceReferenceDate: 1_000)
        let expression = try QueryExpression(parsing: "now()")
        let context = EvaluationContext(now: moment)
        #expect(try expression.value(for: .null, context: context) == .date(moment))
        let evaluator = try ExpressionEvaluator<Value>(expression)
        #expect(try evaluator.value(for: .null) == evaluator.value(for: .null))
        #expect(try holds("SELF < now()", .date(moment)))
    }

    @Test func `a block gives a value`() throws {
        let block = ExpressionBlock { object, arguments, _ in
            .text("\(object as? Int64 ?? 0) \(arguments.count)")
        }
        #expect(try QueryExpression.block(block, [.constant(1)]).value(for: 7) == "7 1")
    }
}
