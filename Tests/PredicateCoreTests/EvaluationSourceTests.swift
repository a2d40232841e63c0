import Foundation
import Testing

@testable import PredicateCore

struct EvaluationSourceTests {
    private struct City: PredicateQueryable {
        var name: String
        var population: Int
        var area: Double?
        var mayor: String?
        var founded: Date?
        var id = UUID()
        var tags: [String] = []
        var isCapital = false

        static func predicateField(_ key: String) -> FieldAccessor<City>? {
            switch key {
            case "name": .text { $0.name }
            case "population": .integer { $0.population }
            case "area": .double { $0.area }
            case "mayor": .text { $0.mayor }
            case "founded": .date { $0.founded }
            case "id": .uuid { $0.id }
            case "tags": .list { $0.tags.map { .text($0) } }
            case "isCapital": .bool { $0.isCapital }
            default: nil
            }
        }

        /// The same city as a dictionary.
        var value: Value {
            .dictionary([
                "name": .text(name), "population": .int(Int64(population)),
                "area": area.map { .double($0) } ?? .null,
                "mayor": mayor.map { .text($0) } ?? .null,
                "founded": founded.map { .date($0) } ?? .null, "id": .uuid(id),
                "tags": .list(tags.map { .text($0) }), "isCapital": .bool(isCapital),
            ])
        }
    }

    private let cities = [
        City(
            name: "Paris", population: 2_102_650, area: 105.4, mayor: "Anne",
            founded: Date(timeIntervalSinceReferenceDate: -1e9), tags: ["seine", "Lumière"],
            isCapital: true),
        City(name: "Évry", population: 66_000, area: nil, mayor: nil, founded: nil),
        City(
            name: "E\u{301}vreux", population: 0, area: .nan, mayor: "",
            founded: Date(timeIntervalSinceReferenceDate: 0), tags: [""]),
    ]

    @Test func `typed fields say what values say`() throws {
        let id = cities[0].id
        var asked = 0
        for field in ["name", "population", "area", "mayor", "founded", "id", "tags", "isCapital"] {
            for op in [
                "==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE",
                "MATCHES", "IN", "==[cd]", "BEGINSWITH[c]", "<[d]", "IN[cd]", "BETWEEN",
                "TOKENMATCHES",
            ] {
                for constant: Value in [
                    nil, 0, 66_000, 66_000.0, 105.4, .double(.nan), "Paris", "e", "É", "", "e*",
                    .uuid(id), .date(Date(timeIntervalSinceReferenceDate: 0)), [0, 66_000],
                    ["evry", nil],
                    [nil, 1e9], [105, 106.5], ["A", "Z"], .int(.max), .decimal(66_000), ["lumiere"],
                    .list([.date(.distantPast), .date(.distantFuture)]),
                ] {
                    for format in [
                        "\(field) \(op) %@", "%@ \(op) \(field)", "ANY \(field) \(op) %@",
                    ] {
                        guard
                            let predicate = try? QueryPredicate(
                                parsing: format, arguments: [.value(constant)])
                        else { continue }
                        for city in cities {
                            let typed = answer { try Evaluator<City>(predicate).matches(city) }
                            let plain = answer {
                                try Evaluator<Value>(predicate).matches(city.value)
                            }
                            let dynamic = answer { try dynamically(predicate, city.value) }
                            #expect(typed == plain, "\(format) \(constant) \(city.name)")
                            // Of two things that are wrong either may be named.
                            let agree =
                                typed == dynamic || (Bool(typed) == nil && Bool(dynamic) == nil)
                                // A wrong constant is refused before nil is met.
                                || ["wrongBounds", "notACollection", "invalidPattern"].contains(
                                    typed)
                            #expect(agree, "\(format) \(constant) \(city.name) \(typed) \(dynamic)")
                            asked += 1
                        }
                    }
                }
            }
        }
        #expect(asked > 20_000)
    }

    /// Asks with the constant behind a key, so that nothing can be prepared.
    private func dynamically(_ predicate: QueryPredicate, _ value: Value) throws -> Bool {
        guard case .comparison(var comparison) = predicate, case .dictionary(var entries) = value
        else {
            return try predicate.matches(value)
        }
        func hide(_ side: QueryExpression) -> QueryExpression {
            guard case .constant(let constant) = side else { return side }
            entries["constant"] = constant
            return .keyPath(QueryKeyPath("constant"))
        }
        comparison.left = hide(comparison.left)
        comparison.right = hide(comparison.right)
        return try QueryPredicate.comparison(comparison).matches(.dictionary(entries))
    }

    private func answer(_ body: () throws -> Bool) -> String {
        do { return try "\(body())" } catch let error as EvaluationError {
            return error.code.rawValue
        } catch {
            return "\(error)"
        }
    }

    @Test func `fields are compared with fields`() throws {
        struct Pair: PredicateQueryable {
            var a: Int?
            var b: Int?
            var x: Double?
            var y: Double?
            static func predicateField(_ key: String) -> FieldAccessor<Pair>? {
                switch key {
                case "a": .integer { $0.a }
                case "b": .integer { $0.b }
                case "x": .double { $0.x }
                case "y": .double { $0.y }
                default: nil
                }
            }
        }
        let numbers: [Int?] = [nil, 1, 2]
        for op in ["==", "!=", "<", "<=", ">", ">="] {
            for a in numbers {
                for b in numbers {
                    let pair = Pair(a: a, b: b, x: a.map(Double.init), y: b.map(Double.init))
                    let value = Value.dictionary([
                        "a": a.map { .int(Int64($0)) } ?? .null,
                        "b": b.map { .int(Int64($0)) } ?? .null,
                    ])
                    let expected = try holds("a \(op) b", value)
                    for format in ["a \(op) b", "x \(op) y", "a \(op) y"] {
                        let evaluator = try Evaluator<Pair>(QueryPredicate(parsing: format))
                        #expect(try evaluator.matches(pair) == expected)
                    }
                }
            }
        }
    }

    @Test func `an unknown field is an error that names type and key`() throws {
        let error = #expect(throws: EvaluationError.self) {
            try Evaluator<City>(QueryPredicate(parsing: "zzz == 1"))
        }
        #expect(error?.code == .undefinedKey)
        #expect(error?.message.contains("zzz") == true)
        #expect(error?.message.contains("City") == true)
    }

    @Test func `an evaluator filters from any thread`() async throws {
        let evaluator = try Evaluator<City>(
            QueryPredicate(parsing: "SUBQUERY(tags, $t, $t CONTAINS 'e').@count == 1"))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { [cities] in
                    var count = 0
                    for _ in 0..<200 {
                        count += try cities.filter { try evaluator.matches($0) }.count
                    }
                    return count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            counts == Array(repeating: 0, count: 8) || counts == Array(repeating: 200, count: 8))
    }

    @Test func `filter gives the elements that match`() throws {
        let evaluator = try Evaluator<City>(QueryPredicate(parsing: "population > 1000"))
        #expect(try evaluator.filter(cities).map(\.name) == ["Paris", "Évry"])
        let failing = try Evaluator<City>(
            QueryPredicate(parsing: "population + name > 1"))
        #expect(throws: EvaluationError.self) { try failing.filter(cities) }
    }

    private struct Plain {
        var name = "Ada"
        var age = 36
        var nick: String?
        var inner = Inner()
        var list = [Inner(), Inner()]
        var kind = Kind.big
        var small: UInt8 = 7
        var map = ["x": 1]
        var prices: Set<Decimal> = [1.5]
        var nothing: AnyHashable = NSNull()
    }
    private struct Inner { var depth = 2 }
    private enum Kind: String { case big }
    private class Animal { var legs = 4 }
    private final class Dog: Animal { var name = "Rex" }

    @Test func `structs and classes are read by reflection`() throws {
        let plain = Value(reflecting: Plain())
        #expect(try holds("name == 'Ada' AND age > 30 AND nick == nil", plain))
        #expect(try holds("inner.depth == 2 AND list.@sum.depth == 4", plain))
        #expect(try holds("kind == 'big' AND small == 7 AND map.x == 1", plain))
        #expect(try holds("ANY prices == 1.5 AND nothing == nil", plain))
        let dog = Value(reflecting: Dog())
        #expect(try holds("legs == 4 AND name == 'Rex'", dog))
        let error = #expect(throws: EvaluationError.self) { try holds("wings == 2", dog) }
        #expect(error?.code == .undefinedKey)
        #expect(error?.message.contains("wings") == true)
        #expect(error?.message.contains("Dog") == true)
        let evaluator = try Evaluator<Any>(reflecting: QueryPredicate(parsing: "age == 36"))
        #expect(try evaluator.matches(Plain()))
    }

    @Test func `a type may name other properties of each value`() throws {
        var short = PersonNameComponents()
        short.familyName = "Lee"
        var long = short
        long.givenName = "Ann"
        let lees = try Evaluator<Any>(reflecting: QueryPredicate(parsing: "familyName == 'Lee'"))
        let found = try [short, long, short].map { try lees.matches($0) }
        #expect(found == [true, true, true])
    }

    @Test func `an object may answer for its keys`() throws {
        final class Person: KeyedObject {
            static func == (a: Person, b: Person) -> Bool { a === b }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
                guard key == "name" else { throw EvaluationError(.undefinedKey, "No \(key).") }
                return "Ada"
            }
        }
        let person = Person()
        let object = Value.object(ObjectValue(person))
        #expect(try holds("name == 'Ada'", object))
        #expect(try holds("people.name == {'Ada'}", .dictionary(["people": [object]])))
        #expect(try holds("SELF == %@", object, .object(ObjectValue(person))))
        #expect(try !holds("SELF == %@", object, .object(ObjectValue(Person()))))
        #expect(failure("age == 3", object) == .undefinedKey)
    }

    /// Each key leads to ten objects from each, which are the same ten.
    @Test func `a quantifier meets each object once, however many keys lead to it`() throws {
        final class Person: KeyedObject, @unchecked Sendable {
            var friends: [Value] = []
            static func == (a: Person, b: Person) -> Bool { a === b }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            func predicateValue(forKey key: String) -> Value {
                key == "friends" ? .list(friends) : "Ada"
            }
        }
        let people = (0..<10).map { _ in Person() }
        for person in people { person.friends = people.map { .object(ObjectValue($0)) } }
        defer { for person in people { person.friends = [] } }
        let ada = Value.object(ObjectValue(people[0]))
        let path = String(repeating: "friends.", count: 60)
        #expect(try holds("ANY \(path)name == 'Ada'", ada))
        #expect(try !holds("ANY \(path)name == 'Bob'", ada))
        #expect(try holds("ALL \(path)name == 'Ada'", ada))
        #expect(try holds("SUBQUERY(friends, $f, NONE $f.\(path)name == 'Bob').@count == 10", ada))
        // What is counted is counted as often as it is met.
        #expect(try holds("friends.friends.friends.@count == 1000", ada))
    }

    private func person(_ name: String, _ age: Value) -> Value {
        .dictionary(["name": .text(name), "age": age])
    }

    @Test func `orderings sort with nil first`() throws {
        let people: [Value] = [
            person("bob", 20), person("Ada", nil), person("Cid", 20),
            person("ada", 50.5),
        ]
        func names(_ orderings: Ordering...) throws -> [Value] {
            let sorted = try OrderingComparator<Value>(orderings).sorted(people)
            return try sorted.map { try value("name", $0) }
        }
        #expect(try names(Ordering("age")) == ["Ada", "bob", "Cid", "ada"])
        #expect(try names(Ordering("age", ascending: false)) == ["ada", "bob", "Cid", "Ada"])
        #expect(try names(Ordering("name")) == ["Ada", "Cid", "ada", "bob"])
        #expect(
            try names(Ordering("name", textOrder: .caseInsensitive)) == [
                "Ada", "ada", "bob", "Cid",
            ])
        #expect(
            try names(Ordering("age"), Ordering("name", ascending: false))
                == ["Ada", "bob", "Cid", "ada"])
        #expect(try names() == ["bob", "Ada", "Cid", "ada"])
    }

    @Test func `orderings of typed fields agree with those of values`() throws {
        for ordering in [
            Ordering("name"), Ordering("name", textOrder: .caseInsensitive), Ordering("population"),
            Ordering("population", ascending: false), Ordering("area"), Ordering("mayor"),
            Ordering("founded"),
            Ordering("name", textOrder: .localizedStandard),
        ] {
            let typed = try OrderingComparator<City>([ordering]).sorted(cities).map(\.id)
            let plain = try OrderingComparator<Value>([ordering]).sorted(cities.map(\.value))
            #expect(typed.map { .uuid($0) } == (try plain.map { try value("id", $0) }))
            let order = try OrderingComparator<City>([ordering]).order(cities[0], cities[1])
            let other = try OrderingComparator<City>([ordering]).order(cities[1], cities[0])
            #expect(order == other.reversed)
        }
    }

    @Test func `places sort by their distance from a point`() throws {
        let points: [Value] = [10, 2, 7].map {
            .dictionary(["at": .location(Location(latitude: $0, longitude: 0))])
        }
        let origin = Location(latitude: 0, longitude: 0)
        let comparator = try OrderingComparator<Value>([
            Ordering(key: .distance(QueryKeyPath("at"), from: origin))
        ])
        let sorted = try comparator.sorted(points).map { try value("at.latitude", $0) }
        #expect(sorted == [2, 7, 10])
    }

    @Test func `all values have one order`() {
        let values: [Value] = [
            nil, .double(.nan), -1, 0.5, 1, "A", "a",
            .date(Date(timeIntervalSinceReferenceDate: 1)),
            .bytes(Data([1])), .bytes(Data([1, 2])), .uuid(UUID()),
            .location(Location(latitude: 1, longitude: 1)), [1], [1, 2], .dictionary(["a": 1]),
        ]
        for (i, a) in values.enumerated() {
            for (j, b) in values.enumerated() {
                let order = ValueComparison.sortOrder(a, b)
                #expect(order == (i < j ? .less : i > j ? .greater : .equal), "\(a) \(b)")
            }
        }
    }
}
