import Foundation
import PredicateCore
import QueryBuilderCore
import Testing

struct Person: Identifiable, Equatable, Sendable, Queryable {
    enum Attribute { case name, age, city, score, born }

    var id: Int
    var name: String
    var age: Int
    var city: String?
    var score = 0.0
    var born = Date(timeIntervalSinceReferenceDate: 0)

    static let all = [
        Person(id: 1, name: "Ann", age: 41, city: "Oslo", score: 1.5),
        Person(id: 2, name: "bob", age: 17, city: nil, score: 2.5),
        Person(id: 3, name: "Élan", age: 30, city: "Rome", score: 0.25),
        Person(id: 4, name: "file10", age: 30, city: "Oslo", score: 4),
        Person(id: 5, name: "file9", age: 65, city: "Rome", score: 3),
    ]
}

private func ids(_ query: CollectionQuery<Person>) throws -> [Int] { try query.all().map(\.id) }

struct CollectionQueryTests {
    let people = Person.all.query()

    @Test func `filters by a format with arguments`() throws {
        #expect(try ids(people.where("age > %d", 30)) == [1, 5])
        #expect(try ids(people.where("%K == %@", "name", "Ann")) == [1])
        #expect(try ids(people.where("city == %@", nil)) == [2])
    }

    @Test func `chained conditions are joined by AND`() throws {
        #expect(try ids(people.where("age == 30").where("city == %@", "Oslo")) == [4])
    }

    @Test func `or puts everything before it in parentheses`() throws {
        let query = people.where("age == 30").where("city == 'Oslo'").or("name == 'Ann'")
        #expect(try ids(query) == [1, 4])
        let condition = NSPredicate.from(try query.terms.condition())
        #expect(
            condition
                == NSPredicate(format: "(age == 30 AND city == 'Oslo') OR name == 'Ann'"))
        #expect(try ids(query.where("age > 35")) == [1])
        #expect(try ids(people.or("age == 17")) == [2])
    }

    @Test func `attributes are keys that the compiler checks`() throws {
        #expect(try ids(people.where([.age: 30, .city: "Oslo"])) == [4])
        #expect(try ids(people.where([.city: nil])) == [2])
        #expect(try ids(people.where([.age: lt(30)])) == [2])
        #expect(try ids(people.where([.age: lte(30)])) == [2, 3, 4])
        #expect(try ids(people.where([.age: gt(30)])) == [1, 5])
        #expect(try ids(people.where([.age: gte(41)]).or([.age: 17])) == [1, 2, 5])
        #expect(try ids(people.where([.name: ["Ann", "bob"]])) == [1, 2])
    }

    @Test func `ranges of whole numbers, fractions and dates, open and closed`() throws {
        #expect(try ids(people.where([.age: 17...30])) == [2, 3, 4])
        #expect(try ids(people.where([.age: 17..<30])) == [2])
        #expect(try ids(people.where([.age: 41...])) == [1, 5])
        #expect(try ids(people.where([.age: ...17])) == [2])
        #expect(try ids(people.where([.age: ..<17])) == [])
        #expect(try ids(people.where([.score: 0.25...1.5])) == [1, 3])
        #expect(try ids(people.where([.score: 0.25..<1.5])) == [3])
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(try people.where([.born: start...start]).count() == 5)
        #expect(try people.where([.born: start..<start]).count() == 0)
        #expect(
            NSPredicate.from(try people.where([.age: 1...3]).terms.condition())
                == NSPredicate(format: "age BETWEEN (1,3)"))
    }

    @Test func `several keys come in the order of their names`() throws {
        let condition = try people.where([.name: "Ann", .age: 1, .city: "Oslo"]).terms.condition()
        #expect(condition.format == #"age == 1 AND city == "Oslo" AND name == "Ann""#)
    }

    @Test func `typed key paths make conditions`() throws {
        #expect(try ids(people.where(\.age == 30 && \.city == "Oslo")) == [4])
        #expect(try ids(people.where(\.city == nil)) == [2])
        #expect(try ids(people.where(\.age > 30 || \.name == "bob")) == [1, 2, 5])
        #expect(try ids(people.where(!(\.age >= 30))) == [2])
        #expect(try ids(people.where(1...30 ~= \.age)) == [2, 3, 4])
        #expect(try ids(people.where(["Ann", "bob"] ~= \.name)) == [1, 2])
        #expect(try ids(people.where((\Person.name).begins(with: "file"))) == [4, 5])
        #expect(try ids(people.where(\.city > "Oslo")) == [3, 5])
        #expect(
            try ids(
                people.where(\.age >= 17 && \.age <= 41 && \.city != nil && \.score < 4.0))
                == [1, 3])
    }

    @Test func `Swift predicates are arguments`() throws {
        #expect(try ids(people.where(#Predicate { $0.age > 30 })) == [1, 5])
        #expect(
            try ids(people.where(#Predicate { $0.name.starts(with: "file") && $0.age < 50 }))
                == [4])
    }

    @Test func `sorts by several keys, in both directions`() throws {
        #expect(try ids(people.order(by: "age").order(by: "name", .descending)) == [2, 4, 3, 1, 5])
        #expect(try ids(people.order(by: .age, .descending)) == [5, 1, 3, 4, 2])
        #expect(try ids(people.order(by: \.score)) == [3, 1, 2, 5, 4])
        #expect(try ids(people.order(by: "city")).first == 2)
    }

    @Test func `text is compared as asked`() throws {
        let files = people.where("name BEGINSWITH 'file'")
        #expect(try ids(files.order(by: "name")) == [4, 5])
        #expect(try ids(files.order(by: "name", .ascending, .localizedStandard)) == [5, 4])
        let names = people.where("age IN {17, 41}")
        #expect(try ids(names.order(by: \.name)) == [1, 2])
        #expect(
            try ids(people.order(by: "name", .ascending, .localizedCaseInsensitive))
                == [1, 2, 3, 4, 5])
    }

    @Test func `first, count, limit and offset`() throws {
        #expect(try people.order(by: "age").first()?.id == 2)
        #expect(try people.where("age > 99").first() == nil)
        #expect(try people.count() == 5)
        #expect(try people.limit(2).count() == 2)
        #expect(try ids(people.order(by: "age").offset(1).limit(2)) == [3, 4])
        #expect(try ids(people.limit(0)) == [])
        #expect(try ids(people.limit(-3)) == [])
        #expect(try ids(people.offset(.max).limit(.max)) == [])
        #expect(try people.where("age > 99").isEmpty())
    }

    @Test func `sums and the like`() throws {
        #expect(try people.sum(\.age) == 183)
        #expect(try people.sum(\.score) == 11.25)
        #expect(try people.average(\.age) == 36.6)
        #expect(try people.minimum(\.name) == "Ann")
        #expect(try people.maximum(\.age) == 65)
        #expect(try people.where("age > 99").maximum(\.age) == nil)
        #expect(try people.where("age > 99").sum(\.age) == 0)
        #expect(try people.distinctValues(of: \.age) == [17, 30, 41, 65])
        #expect(try people.distinctValues(of: .city, as: String.self) == ["Oslo", "Rome"])
        let total: Int = try people.order(by: "age").limit(2).sum("age")
        #expect(total == 47)
        let items: [[String: Any]] = [["price": Decimal(string: "19.99") ?? 0, "x": 0.1]]
        #expect(try items.query().average("price") == 19.99)
        #expect(try items.query().where("x > 1").sum("price", as: Decimal.self) == 0)
        #expect(try items.query().sum("x", as: Float.self) == 0.1)
        #expect(throws: QueryError.self) { try people.maximum("name", as: Int.self) }
    }

    @Test func `identifiable elements are fetched by identifier`() throws {
        #expect(try people.exists(3))
        #expect(try !people.where("age > 50").exists(3))
        #expect(try people.fetch(5)?.name == "file9")
        #expect(try people.fetch(6) == nil)
    }

    @Test func `a bad format throws at the terminal call, with a caret`() throws {
        let query = people.where("age BETWEEN AND 4").where("age == 1")
        let error = try #require(throws: ParseError.self) { try query.all() }
        #expect(error.description.contains("^"))
        #expect(throws: ParseError.self) { try people.where("age == %d").count() }
        #expect(throws: (any Error).self) { try people.where("nothing == 1").all() }
        #expect(throws: QueryError.emptyKey) { try people.order(by: "").all() }
        #expect(throws: QueryError.emptyKey) { try people.where(["": 1]).all() }
    }

    @Test func `computed properties have no name until one is registered`() throws {
        #expect(throws: QueryError.self) { try people.where(\.name.isEmpty == true).all() }
    }

    @Test func `dictionaries are asked by their keys`() throws {
        let rows: [[String: Any]] = [["a": 1], ["a": 3, "b": "x"], ["a": 2]]
        #expect(try rows.query().where("a > 1").order(by: "a").all().count == 2)
        #expect(try rows.query().where(["b": "x"]).first()?["a"] as? Int == 3)
    }

    @Test func `initial values follow only from equalities`() throws {
        let values = try people.where([.age: 3]).where([.name: "Al"]).terms.initialValues()
        #expect(values.map(\.key) == ["age", "name"])
        #expect(values.last?.value as? String == "Al")
        #expect(try people.where(\.age == 3 && \.name == "A").terms.initialValues().count == 2)
        #expect(try people.where([.age: 1]).where([.age: 1]).terms.initialValues().count == 1)
        for query in [
            people.where("age == 3"), people.where([.age: lt(3)]), people.where([.age: 1...2]),
            people.where([.age: 1]).or([.age: 2]), people.where([.age: 1]).where([.age: 2]),
            people.where([.age: 1]).where("age == 1"), people.where([.name: ["a", "b"]]),
            people.where(\.age == 1 || \.age == 2), people.where(!(\.age == 1)),
            people.where(["boss.age": 1]),
        ] {
            #expect(throws: QueryError.tooComplex) { try query.terms.initialValues() }
        }
    }
}
