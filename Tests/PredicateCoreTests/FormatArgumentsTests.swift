import Foundation
import PredicateCore
import Testing

@Suite struct `Format arguments` {
    private func right(_ format: String, _ argument: FormatArgument) throws -> QueryExpression? {
        let predicate = try QueryPredicate(parsing: "a == " + format, arguments: [argument])
        guard case .comparison(let comparison) = predicate else { return nil }
        return comparison.right
    }

    @Test func `%@ takes any value`() throws {
        let values: [Value] = [
            "a", 1, 2.5, nil, [1, 2], .date(Date(microseconds: 5)), .bytes(Data([1])),
            .uuid(UUID()), .dictionary(["a": 1]), .decimal(3),
            .location(Location(latitude: 1, longitude: 2)),
            .reference(Reference(RecordID("r"))),
        ]
        for value in values { #expect(try right("%@", .value(value)) == .constant(value)) }
    }

    @Test func `%@ embeds an expression`() throws {
        let sum = QueryExpression.function(.add, [.variable("x"), .constant(1)])
        #expect(try right("%@", .expression(sum)) == sum)
        #expect(try right("%@ * 2", .expression(sum)) == .function(.multiply, [sum, .constant(2)]))
    }

    @Test func `%K is a key path`() throws {
        #expect(try right("%K", .value("b")) == .keyPath(QueryKeyPath("b")))
        #expect(try right("%K", .value("b.c.@count")) == .keyPath(QueryKeyPath("b.c.@count")))
        #expect(try right("%K", .value("SELF")) == .this)
        #expect(try right("%K", .value("self.b")) == .keyPath(QueryKeyPath("b")))
        #expect(try right("%K.@count", .value("b")) == .keyPath(QueryKeyPath("b.@count")))
        #expect(try right("c.%K", .value("b")) == .keyPath(QueryKeyPath("c.b")))
        #expect(
            try right("%K[0]", .value("b"))
                == .index(.keyPath(QueryKeyPath("b")), .value(.constant(0))))
        let spaced = try QueryPredicate(parsing: "%K == 1", "two words")
        #expect(spaced.format == "#\"two words\" == 1")
    }

    @Test(arguments: [Value.int(1), .null, "", "a..b", .list(["a"])])
    func `%K refuses what is no key path`(value: Value) {
        #expect(code("%K == 1", [.value(value)]) == .wrongArgumentType)
    }

    @Test(arguments: [
        "%d", "%i", "%u", "%x", "%X", "%o", "%ld", "%lu", "%lld", "%llu", "%qi", "%hd", "%hhd",
        "%zd",
    ])
    func `integer specifiers cut fractions off`(specifier: String) throws {
        #expect(try right(specifier, .value(7)) == .constant(7))
        #expect(try right(specifier, .value(-7.9)) == .constant(-7))
        #expect(
            try right(specifier, .value(.decimal(Decimal(string: "-7.9") ?? 0))) == .constant(-7))
        #expect(try right(specifier, .value(.decimal(Decimal(string: "7.9") ?? 0))) == .constant(7))
        #expect(code("a == " + specifier, [.value("7")]) == .wrongArgumentType)
        #expect(code("a == " + specifier, [.value(nil)]) == .wrongArgumentType)
        #expect(code("a == " + specifier, [.value(.double(.nan))]) == .wrongArgumentType)
        #expect(code("a == " + specifier, [.value(1e300)]) == .wrongArgumentType)
    }

    @Test(arguments: ["%f", "%g", "%e", "%lf", "%a", "%la", "%F", "%G", "%E", "%A"])
    func `floating specifiers take numbers`(specifier: String) throws {
        guard case .constant(.double(7.5)) = try right(specifier, .value(7.5)),
            case .constant(.double(7)) = try right(specifier, .value(7))
        else {
            Issue.record("not a double")
            return
        }
        #expect(code("a == " + specifier, [.value("7")]) == .wrongArgumentType)
    }

    @Test func `%c is a number or a character and %s is text`() throws {
        #expect(try right("%c", .value(97)) == .constant(97))
        #expect(try right("%c", .value("a")) == .constant("a"))
        #expect(code("a == %c", [.value("ab")]) == .wrongArgumentType)
        #expect(try right("%s", .value("ab")) == .constant("ab"))
        #expect(code("a == %s", [.value(1)]) == .wrongArgumentType)
    }

    @Test func `positions choose arguments`() throws {
        let predicate = try QueryPredicate(parsing: "%2$K == %1$@ OR %2$K == %3$d", "x", "name", 5)
        #expect(predicate.format == "name == \"x\" OR name == 5")
        #expect(code("a == %0$@", [.value(1)]) == .missingArgument)
        #expect(code("a == %2$@", [.value(1)]) == .missingArgument)
        #expect(code("a == %9999999999$@", [.value(1)]) == .unknownSpecifier)
    }

    @Test func `inside quotes a specifier is text`() throws {
        let predicate = try QueryPredicate(parsing: "a == '%@ %d %%' AND b == %@", 1)
        #expect(predicate.format == "a == \"%@ %d %%\" AND b == 1")
    }

    @Test func `arguments that are not asked for are ignored`() throws {
        #expect(try QueryPredicate(parsing: "a == %@", 1, 2, 3).format == "a == 1")
    }

    @Test(arguments: ["%k", "%", "%%", "%y", "%S", "%p", "%l@", "%5d", "%.2f", "%2d"])
    func `unknown specifiers are refused`(specifier: String) {
        #expect(code("a == " + specifier, [.value(1), .value(1)]) == .unknownSpecifier)
    }

    @Test func `too few arguments are refused`() {
        #expect(code("a == %@", []) == .missingArgument)
        #expect(code("a == %@ AND b == %d", [.value(1)]) == .missingArgument)
    }

    @Test func `LIKE with two arguments and a star is a multiplication`() throws {
        let predicate = try QueryPredicate(parsing: "a LIKE %@*%@", "x", "y")
        #expect(predicate.format == "a LIKE \"x\" * \"y\"")
    }

    @Test func `a list argument serves IN and BETWEEN`() throws {
        #expect(try QueryPredicate(parsing: "a IN %@", [1, 2]).format == "a IN {1, 2}")
        #expect(try QueryPredicate(parsing: "a BETWEEN %@", [1, 2]).format == "a BETWEEN {1, 2}")
        #expect(try QueryPredicate(parsing: "a IN (%@)", [1, 2]).format == "a IN {1, 2}")
        #expect(try QueryPredicate(parsing: "a IN {%@, %@}", 1, 2).format == "a IN {1, 2}")
    }

    @Test func `an argument that is too deep is refused`() {
        var expression = QueryExpression.this
        for _ in 0..<1000 { expression = .function(.abs, [expression]) }
        #expect(code("a == %@", [.expression(expression)]) == .tooDeep)
        var list = Value.list([])
        for _ in 0..<1000 { list = .list([list]) }
        #expect(code("a == %@", [.value(list)]) == .tooDeep)
    }

    @Test func `messages say the kind of an argument and not its value`() {
        #expect(throws: ParseError.self) { try QueryPredicate(parsing: "a == %d", "secret") }
        do {
            _ = try QueryPredicate(parsing: "a == %d", "secret")
        } catch {
            #expect(error.message == "Expected a number for %d, found text.")
            #expect(!error.description.contains("secret"))
        }
    }

    // MARK: - Variables

    @Test func `variables are filled in`() throws {
        let template = try QueryPredicate(parsing: "a > $low AND $x.b == $low AND c[$i] IN {$x, 1}")
        #expect(template.freeVariables == ["low", "x", "i"])
        let filled = try template.substituting(["low": 1, "x": "t", "i": 0])
        #expect(filled.format == "a > 1 AND \"t\".b == 1 AND c[0] IN {\"t\", 1}")
        #expect(filled.freeVariables.isEmpty)
    }

    @Test func `a variable without a value is an error`() throws {
        let template = try QueryPredicate(parsing: "a > $low AND b < $high")
        do {
            _ = try template.substituting(["low": 1])
            Issue.record("accepted")
        } catch {
            #expect(error.code == .unboundVariable)
            #expect(error.message == "The variable $high has no value.")
        }
    }

    @Test func `a variable of SUBQUERY is its own`() throws {
        let template = try QueryPredicate(
            parsing: "SUBQUERY(items, $x, $x.price > $limit).@count > 0 AND a == $x")
        #expect(template.freeVariables == ["limit", "x"])
        let filled = try template.substituting(["limit": 5, "x": 7])
        #expect(filled.format == "SUBQUERY(items, $x, $x.price > 5).@count > 0 AND a == 7")
        let closed = try QueryPredicate(parsing: "SUBQUERY(items, $x, $x == 1).@count == 1")
        #expect(closed.freeVariables.isEmpty)
        #expect(try closed.substituting([:]) == closed)
    }

    @Test func `an assigned variable is not free`() throws {
        #expect(try QueryPredicate(parsing: "($x := a + $y) == $x").freeVariables == ["y"])
    }

    private func code(_ format: String, _ arguments: [FormatArgument]) -> ParseError.Code? {
        do {
            _ = try QueryPredicate(parsing: format, arguments: arguments)
            return nil
        } catch {
            return error.code
        }
    }
}
