import Foundation
import FoundationPredicates
import PredicateCore
import Testing

/// The programs of FoundationPredicates's article, as they stand there.
@Suite struct FoundationPredicatesArticleTests {
    @Test func `dictionaries are filtered and sorted`() {
        let people: [[String: Any]] = [
            ["name": "Élan", "age": 44], ["name": "Ann", "age": 31], ["name": "Eva", "age": 12],
        ]
        let adults = NSPredicate(format: "age >= %d AND name BEGINSWITH[cd] %@", 18, "e")
        let found = people.filter { adults.evaluate(with: $0) }
        #expect("\(found.map { $0["name"] as? String ?? "" })" == #"["Élan"]"#)
        #expect("\(adults.predicateFormat)" == #"age >= 18 AND name BEGINSWITH[cd] "e""#)

        let byAge = NSSortDescriptor(key: "age", ascending: true)
        let sorted = (people as NSArray).sortedArray(using: [byAge])
        let names = sorted.compactMap { ($0 as? [String: Any])?["name"] as? String }
        #expect("\(names)" == #"["Eva", "Ann", "Élan"]"#)
    }

    struct Person {
        var name: String
        var age: Int
    }

    @Test func `predicates of Swift are joined`() throws {
        let adult = #Predicate<Person> { $0.age >= 18 }
        let named = #Predicate<Person> { $0.name.starts(with: "A") }
        let both = try NSPredicate(translating: Predicate(all: [adult, named]))
        #expect("\(both.predicateFormat)" == #"age >= 18 AND name BEGINSWITH "A""#)

        let other = try NSPredicate(translating: #Predicate<Person> { adult[$0] && $0.age < 65 })
        #expect("\(other.predicateFormat)" == #"age >= 18 AND age < 65"#)
    }

    @Test func `a format from outside throws`() {
        do {
            _ = try NSPredicate(parsing: "age BETWEEN AND 4")
        } catch {
            #expect("\(error.message)" == #"Expected a value after BETWEEN, found AND."#)
        }
        #expect(throws: ParseError.self) { try NSPredicate(parsing: "age BETWEEN AND 4") }
    }
}
