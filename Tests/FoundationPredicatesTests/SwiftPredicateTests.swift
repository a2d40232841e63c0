import Foundation
import FoundationPredicates
import PredicateCore
import Testing

private struct Address { var city: String }
private struct Shelf {
    struct Stock { var count: Int }
    var count: Int
    var stock: Stock
    var boxes: [String] = []
}
private struct Pet { var name: String; var age: Int }
private struct Owner {
    var name: String
    var age: Int
    var weight = 60.0
    var nick: String?
    var isAdmin = false
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var address = Address(city: "Oslo")
    var pets: [Pet] = []
    var tags: [String] = []
    var marks: [String: Int] = [:]
    var shout: String { name.uppercased() }
}

/// What a program captures; `#Predicate` demands that it is `Codable`.
private struct Choice: Codable, Sendable {
    struct Place: Codable, Sendable { var city: String }
    var name: String
    var age: Int
    var nick: String?
    var isAdmin: Bool
    var place: Place
    var tags: [String]
    var shout: String { name.uppercased() }
}

@Suite struct `Swift's own predicates` {
    private func format(_ predicate: Predicate<Owner>) throws -> String {
        try NSPredicate(translating: predicate).predicateFormat
    }

    @Test func `comparisons and logic`() throws {
        let limit = 18
        #expect(
            try format(#Predicate { $0.age > limit && $0.name == "Ann" })
                == "age > 18 AND name == \"Ann\"")
        #expect(
            try format(#Predicate { $0.age >= 1 || $0.age < 0 || $0.name != "x" })
                == "age >= 1 OR age < 0 OR name != \"x\"")
        #expect(try format(#Predicate { !($0.age <= 3) }) == "NOT age <= 3")
        #expect(try format(#Predicate { $0.isAdmin }) == "isAdmin == 1")
        #expect(try format(#Predicate { $0.age > -3 }) == "age > -3")
        #expect(
            try format(#Predicate { $0.isAdmin ? $0.age > 5 : false })
                == "isAdmin == 1 AND age > 5")
        #expect(
            try format(#Predicate { $0.nick?.starts(with: "A") == true })
                == "nick != nil AND nick BEGINSWITH \"A\"")
        #expect(try format(#Predicate { _ in true }) == "TRUEPREDICATE")
        #expect(try format(#Predicate { $0.address.city == "Oslo" }) == "address.city == \"Oslo\"")
    }

    @Test func `what is captured is a constant, whatever leads to it`() throws {
        let chosen = Choice(
            name: "Ann", age: 30, nick: "An", isAdmin: true, place: Choice.Place(city: "Oslo"),
            tags: ["a", "b"])
        let none: Choice? = nil
        let some: Choice? = chosen
        #expect(try format(#Predicate { $0.name == chosen.name }) == "name == \"Ann\"")
        #expect(try format(#Predicate { $0.name == chosen.shout }) == "name == \"ANN\"")
        #expect(
            try format(#Predicate { $0.address.city == chosen.place.city })
                == "address.city == \"Oslo\"")
        #expect(try format(#Predicate { $0.age > chosen.tags.count }) == "age > 2")
        #expect(try format(#Predicate { $0.nick == chosen.nick }) == "nick == \"An\"")
        #expect(try format(#Predicate { $0.nick == some?.name }) == "nick == \"Ann\"")
        #expect(try format(#Predicate { $0.nick == none?.name }) == "nick == nil")
        #expect(
            try format(#Predicate { chosen.isAdmin && $0.age > 1 }) == "TRUEPREDICATE AND age > 1")
        let predicate = try NSPredicate(translating: #Predicate<Owner> { $0.age == chosen.age })
        #expect(predicate.evaluate(with: Owner(name: "Ann", age: 30)))
        #expect(!predicate.evaluate(with: Owner(name: "Bob", age: 2)))
    }

    @Test func `text, members and ranges`() throws {
        let wanted = ["a", "b"]
        #expect(try format(#Predicate { $0.name.starts(with: "A") }) == "name BEGINSWITH \"A\"")
        #expect(try format(#Predicate { $0.name.contains("nn") }) == "name CONTAINS \"nn\"")
        #expect(try format(#Predicate { wanted.contains($0.name) }) == "name IN {\"a\", \"b\"}")
        #expect(try format(#Predicate { $0.tags.contains("a") }) == "\"a\" IN tags")
        #expect(try format(#Predicate { (1...3).contains($0.age) }) == "age BETWEEN {1, 3}")
        #expect(try format(#Predicate { (1..<3).contains($0.age) }) == "age >= 1 AND age < 3")
        #expect(try format(#Predicate { $0.tags.count == 2 }) == "tags.@count == 2")
        #expect(try format(#Predicate { $0.tags.isEmpty }) == "tags.@count == 0")
        #expect(
            try format(#Predicate { $0.pets.contains { $0.age > 3 } })
                == "SUBQUERY(pets, $member1, $member1.age > 3).@count > 0")
        #expect(
            try format(#Predicate { $0.pets.filter { $0.age > 3 }.count == 1 })
                == "SUBQUERY(pets, $member1, $member1.age > 3).@count == 1")
    }

    @Test func `they mean the same as in Swift`() throws {
        let owners = [
            Owner(
                name: "Ann", age: 30, nick: "Annie", pets: [Pet(name: "Rex", age: 4)], tags: ["a"]),
            Owner(name: "Bob", age: 17, weight: 90.5, marks: ["maths": 3]),
            Owner(
                name: "Cem", age: 52, isAdmin: true,
                pets: [
                    Pet(name: "Tom", age: 1), Pet(name: "Kit", age: 9),
                ], tags: ["a", "b"]),
        ]
        let future = Date.distantFuture
        let predicates: [Predicate<Owner>] = [
            #Predicate { $0.nick == nil },
            #Predicate { ($0.nick ?? "none") == "Annie" },
            #Predicate { $0.nick?.count == 5 },
            #Predicate { $0.nick?.starts(with: "A") == true },
            #Predicate { $0.age * 2 + 1 > 60 },
            #Predicate { $0.age % 2 == 0 && -$0.age < -29 },
            #Predicate { $0.age / 4 == 4 },
            #Predicate { $0.weight / 2 > 45.0 },
            #Predicate { $0.pets.allSatisfy { $0.age < 9 } },
            #Predicate { owner in owner.pets.contains { $0.age > owner.age / 10 } },
            #Predicate { $0.isAdmin ? $0.age > 50 : $0.age < 20 },
            #Predicate { $0.marks["maths"] == 3 },
            #Predicate { $0.marks["maths", default: 1] < 3 },
            #Predicate { $0.pets.contains { $0.name == "Tom" } && !$0.tags.contains("c") },
            #Predicate { $0.born < future },
            #Predicate { $0.name.contains($0.nick ?? "") },
            #Predicate { !$0.name.starts(with: $0.nick ?? "") },
            #Predicate { $0.name.contains($0.address.city) },
        ]
        for predicate in predicates {
            let translated = try NSPredicate(translating: predicate)
            let expected = try owners.filter { try predicate.evaluate($0) }.map(\.name)
            let found = try owners.filter { try translated.matches($0) }.map(\.name)
            #expect(found == expected, "\(translated)")
        }
    }

    @Test func `what cannot be said is an error that says so`() throws {
        #expect { try NSPredicate(translating: #Predicate<Owner> { $0.shout == "ANN" }) } throws: {
            "\($0)".contains("KeyPathNames")
        }
        let any = #Predicate<Owner> { ($0.name as Any) is String }
        #expect(throws: PredicateTranslationError.self) { try NSPredicate(translating: any) }
        #expect(NSPredicate(any) == nil)
        #expect(NSPredicate(#Predicate<Owner> { $0.age > 1 })?.predicateFormat == "age > 1")
        let two = #Predicate<Owner, Owner> { $0.age > $1.age }
        #expect(throws: PredicateTranslationError.self) { try QueryPredicate(two) }
    }

    @Test func `registered names reach computed properties`() throws {
        KeyPathNames.register([\Owner.born: "birthday"])
        #expect(KeyPathNames.name(of: \Owner.born) == "birthday")
        #expect(KeyPathNames.name(of: \Owner.address.city) == "address.city")
        #expect(KeyPathNames.name(of: \Owner.shout) == nil)
        KeyPathNames.register([\Owner.born: "born"])
        #expect(NSExpression(forKeyPath: \Owner.age).keyPath == "age")
        #expect(NSSortDescriptor(keyPath: \Owner.shout, ascending: true).ordering == nil)
    }

    @Test func `a property named count is that property`() throws {
        #expect(KeyPathNames.name(of: \Shelf.stock.count) == "stock.count")
        let shelves = [1, 2, 3].map { Shelf(count: $0, stock: .init(count: 4 - $0)) }
        let wanted = try NSPredicate(
            translating: #Predicate<Shelf> {
                $0.count > 1 && $0.stock.count > 1 && $0.boxes.count == 0
            })
        let found = shelves.filter { wanted.evaluate(with: $0) }
        #expect(found.count == 1 && found.first?.count == 2)
        #expect(NSSortDescriptor(keyPath: \Shelf.count, ascending: true).key == "count")
    }

    @Test func `expressions too`() throws {
        let total = #Expression<Owner, Double> { $0.weight * 2 }
        #expect(NSExpression(total)?.description == "weight * 2.0")
    }
}
