import PredicateCore
import Testing

/// The programs of PredicateCore's article, as they stand there.
@Suite struct PredicateCoreArticleTests {
    struct City: PredicateQueryable {
        var name: String
        var population: Int

        static func predicateField(_ key: String) -> FieldAccessor<City>? {
            switch key {
            case "name": .text { $0.name }
            case "population": .integer { $0.population }
            default: nil
            }
        }
    }

    @Test func `values of a type are filtered`() throws {
        let cities = [
            City(name: "Paris", population: 2_138_551), City(name: "Élancourt", population: 25_395),
        ]
        let small = try QueryPredicate(
            parsing: "name BEGINSWITH[cd] %@ AND population < 50000", .text("e"))
        let evaluator = try Evaluator<City>(small)
        #expect("\(try evaluator.filter(cities).map(\.name))" == #"["Élancourt"]"#)
        #expect("\(small.format)" == #"name BEGINSWITH[cd] "e" AND population < 50000"#)
    }

    @Test func `dictionaries are asked as they are`() throws {
        let adults = try Evaluator<Value>(QueryPredicate(parsing: "age >= 18"))
        #expect("\(try adults.matches(.dictionary(["age": 30, "name": "Élan"])))" == #"true"#)
    }

    @Test func `a format that cannot be read has a place`() {
        do {
            _ = try QueryPredicate(parsing: "age BETWEEN AND 4")
        } catch {
            #expect("\(error.code)" == #"unexpected"#)
            #expect("\(error.offset)" == #"12"#)
        }
        #expect(throws: ParseError.self) { try QueryPredicate(parsing: "age BETWEEN AND 4") }
    }

    @Test func `what can never be answered is refused when it is compiled`() throws {
        let unknown = try QueryPredicate(parsing: "mayor == 'Ann'")
        #expect(throws: EvaluationError.self) { try Evaluator<City>(unknown) }
        let wrong = try QueryPredicate(parsing: "name > 3")
        let error = #expect(throws: EvaluationError.self) {
            try Evaluator<Value>(wrong).matches(.dictionary(["name": "Ann"]))
        }
        #expect(error?.code == .incompatibleValues)
    }
}
