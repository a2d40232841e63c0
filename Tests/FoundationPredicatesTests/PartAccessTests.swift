import Dispatch
import Foundation
import FoundationPredicates
import Testing
import Synchronization

@Suite struct `Asking a predicate` {
    @Test func `now is the moment of asking, not of compiling`() throws {
        let late = NSPredicate(format: "SELF < now()")
        #expect(!late.evaluate(with: Date(timeIntervalSinceNow: 3_600)))
        // After it was compiled, and asked once.
        let moment = Date()
        Thread.sleep(forTimeInterval: 0.01)
        #expect(late.evaluate(with: moment))
    }

    @Test func `variables may change between two questions`() {
        let template = NSPredicate(format: "SELF == $A OR SELF == $B")
        for number in [1, 2, 1, 3] {
            #expect(template.evaluate(with: number, substitutionVariables: ["A": number, "B": 9]))
            #expect(!template.evaluate(with: number, substitutionVariables: ["A": 7, "B": 9]))
        }
    }

    @Test func `a variable may become a number of another kind`() {
        let template = NSPredicate(format: "7 / $N == 3")
        #expect(template.evaluate(with: nil, substitutionVariables: ["N": 2]))
        #expect(!template.evaluate(with: nil, substitutionVariables: ["N": 2.0]))
        #expect(template.evaluate(with: nil, substitutionVariables: ["N": 2]))
    }

    private final class Person {
        var age = 30
    }

    @Test func `an object may change between two questions`() {
        let person = Person()
        let template = NSPredicate(format: "SELF > $P.age")
        let fixed = NSPredicate(format: "SELF > %@.age", person)
        #expect(!template.evaluate(with: 25, substitutionVariables: ["P": person]))
        #expect(!fixed.evaluate(with: 25))
        person.age = 20
        #expect(template.evaluate(with: 25, substitutionVariables: ["P": person]))
        #expect(fixed.evaluate(with: 25))
    }

    @Test func `compounds that were joined stand in parentheses`() throws {
        let (a, b) = (NSPredicate(format: "a == 1"), NSPredicate(format: "b == 2"))
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [a, b])
        let lone = NSCompoundPredicate(andPredicateWithSubpredicates: [both])
        let formats: [(NSCompoundPredicate.LogicalType, [NSPredicate], String)] = [
            (.and, [a, both, b], "a == 1 AND (a == 1 AND b == 2) AND b == 2"),
            (.or, [either, a], "(a == 1 OR b == 2) OR a == 1"),
            (.or, [both, a], "(a == 1 AND b == 2) OR a == 1"),
            (.and, [lone, a], "(a == 1 AND b == 2) AND a == 1"),
            (.and, [both], "a == 1 AND b == 2"),
            (
                .and, [NSCompoundPredicate(notPredicateWithSubpredicate: a), b],
                "(NOT a == 1) AND b == 2"
            ),
            (.not, [either], "NOT (a == 1 OR b == 2)"),
            (
                .and, [a, NSPredicate(format: "a == 1 AND b == 2")],
                "a == 1 AND (a == 1 AND b == 2)"
            ),
        ]
        for (type, parts, format) in formats {
            let joined = NSCompoundPredicate(type: type, subpredicates: parts)
            #expect(joined.predicateFormat == format)
            #expect(try NSPredicate(parsing: format) == joined)
        }
        var long = a
        for _ in 0..<2_000 { long = NSCompoundPredicate(andPredicateWithSubpredicates: [long, b]) }
        #expect(try NSPredicate(parsing: long.predicateFormat) == long)
    }

    @Test func `one predicate answers many threads`() {
        nonisolated(unsafe) let predicate = NSPredicate(
            format: "age > $LIMIT AND name MATCHES 'n[0-9]+'")
        let results = Mutex<[Bool: Int]>([:])
        DispatchQueue.concurrentPerform(iterations: 400) { number in
            let answer = predicate.evaluate(
                with: ["age": number, "name": "n\(number)"],
                substitutionVariables: ["LIMIT": number % 2 == 0 ? 100 : 300])
            results.withLock { $0[answer, default: 0] += 1 }
        }
        // Above 100: the even ones of 101...399; above 300: the odd ones of 301...399.
        #expect(results.withLock { $0[true] } == 149 + 50)
        #expect(results.withLock { $0[false] } == 400 - 199)
    }

    @Test func `a block is shown the object that was asked`() throws {
        final class Box {}
        let box = Box()
        let same = NSPredicate { object, _ in (object as? Box) === box }
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [same, same])
        #expect(both.evaluate(with: box))
        #expect(!both.evaluate(with: Box()))
        let none = NSPredicate { object, _ in object == nil }
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: none).evaluate(with: 1))
        #expect(
            NSCompoundPredicate(orPredicateWithSubpredicates: [none, none]).evaluate(with: nil))
        let dictionary = NSPredicate { object, _ in (object as? [String: Int])?["a"] == 1 }
        #expect(dictionary.evaluate(with: ["a": 1]))
    }

    @Test func `dictionaries of every kind answer alike`() {
        let predicate = NSPredicate(format: "a.b == 1 AND c == nil AND d CONTAINS 'x'")
        let plain: [String: Any] = ["a": ["b": 1], "d": ["x", "y"]]
        let typed: [AnyHashable: Any] = plain
        let objects = NSDictionary(dictionary: plain)
        let mutable = NSMutableDictionary(dictionary: plain)
        for dictionary in [plain, typed, objects, mutable] as [Any] {
            #expect(predicate.evaluate(with: dictionary), "\(type(of: dictionary))")
        }
        #expect(NSPredicate(format: "a > 2").evaluate(with: ["a": 3]))
        #expect(!NSPredicate(format: "a > 2").evaluate(with: ["a": Int?.none]))
        #expect(NSPredicate(format: "SELF.a == 3").evaluate(with: ["a": 3]))
        #expect(NSPredicate(format: "SELF['a'] == 3").evaluate(with: ["a": 3]))
    }

    @Test func `nested objects are asked by their properties`() throws {
        struct City { var name: String; var founded: Date? }
        class Animal { var legs = 4 }
        final class Cat: Animal {
            var home = City(name: "Oslo", founded: nil); var friends = [Animal()]
        }
        #expect(
            NSPredicate(format: "legs == 4 AND home.name == 'Oslo' AND home.founded == nil")
                .evaluate(with: Cat()))
        #expect(NSPredicate(format: "ANY friends.legs == 4").evaluate(with: Cat()))
        #expect(
            NSPredicate(format: "SUBQUERY(friends, $f, $f.legs > 4).@count == 0").evaluate(
                with: Cat()))
        #expect { try NSPredicate(format: "home.size == 4").matches(Cat()) } throws: {
            "\($0)".contains("City") && "\($0)".contains("size")
        }
    }

    @Test func `objects are asked for their class`() throws {
        class Show {}
        final class Movie: Show {}
        let shows: [Any] = [Movie(), Show(), "a show"]
        func found(_ format: String, _ type: Any.Type) throws -> [Bool] {
            let predicate = NSPredicate(format: format, type)
            return try shows.map { try predicate.matches($0) }
        }
        #expect(try found("SELF isKindOfClass: %@", Movie.self) == [true, false, false])
        #expect(try found("self isKindOfClass:%@", Show.self) == [true, true, false])
        #expect(try found("NOT SELF isMemberOfClass: %@", Show.self) == [true, false, true])
        #expect(NSPredicate(format: "ANY SELF isKindOfClass: %@", Movie.self).evaluate(with: shows))
        #expect(!NSPredicate(format: "show isKindOfClass: %@", Movie.self).evaluate(with: ["a": 1]))
        #expect(throws: (any Error).self) {
            try NSPredicate(format: "SELF isKindOfClass: 'Movie'").matches(Movie())
        }
    }

    @Test func `files are filtered by the ends of their paths`() {
        let files = ["a.png", "b.txt", "c.png"].map { URL(fileURLWithPath: "/tmp/\($0)") }
        let isPicture = NSPredicate(format: "pathExtension == 'png'")
        let pictures = (files as NSArray).filtered(using: isPicture)
        #expect((pictures as? [URL])?.map(\.lastPathComponent) == ["a.png", "c.png"])
    }

    @Test func `what is not set in components is nil, and a misspelt key is an error`() {
        var lee = PersonNameComponents()
        lee.familyName = "Lee"
        var ann = PersonNameComponents()
        ann.givenName = "Ann"
        let byName = NSPredicate(format: "familyName == 'Lee' AND givenName == nil")
        #expect(byName.evaluate(with: lee))
        #expect(!byName.evaluate(with: ann))
        let day = ["due": DateComponents(month: 5)]
        #expect(NSPredicate(format: "due.month == 5 AND due.year == nil").evaluate(with: day))
        #expect { try NSPredicate(format: "familyNme == 'Lee'").matches(lee) } throws: {
            "\($0)".contains("PersonNameComponents") && "\($0)".contains("familyNme")
        }
    }

    @Test func `a sort is stable and puts nil first`() {
        let rows: [[String: Any]] = [
            ["n": 1, "k": "b"], ["n": 2], ["n": 3, "k": "a"], ["n": 4, "k": "b"], ["n": 5],
        ]
        let sorted = (rows as NSArray).sortedArray(using: [
            NSSortDescriptor(key: "k", ascending: true)
        ])
        #expect(sorted.compactMap { ($0 as? [String: Any])?["n"] as? Int } == [2, 5, 3, 1, 4])
    }
}
