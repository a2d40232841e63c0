import Foundation
import FoundationPredicates
import PredicateCore
import Testing

/// Predicates and expressions inside of predicates and expressions, without the macros of SwiftData.
@Suite struct `Predicates inside predicates` {
    struct Town { var name: String; var size: Int }
    struct Cat { var name: String; var age: Int }
    struct Keeper {
        var name: String
        var age: Int
        var nick: String?
        var town = Town(name: "Oslo", size: 700)
        var cats: [Cat] = []
    }

    private let adult = #Predicate<Keeper> { $0.age >= 18 }
    private let ann = #Predicate<Keeper> { $0.name == "Ann" }
    private let double = #Expression<Keeper, Int> { $0.age * 2 }
    private let keepers = [
        Keeper(name: "Ann", age: 30, nick: "An", cats: [Cat(name: "Tom", age: 4)]),
        Keeper(name: "Ann", age: 9, town: Town(name: "Bergen", size: 280)),
        Keeper(
            name: "Bob", age: 41, nick: "Bobby",
            cats: [Cat(name: "Kit", age: 1), Cat(name: "Ann", age: 12)]),
        Keeper(name: "Cem", age: 17, cats: [Cat(name: "Bob", age: 3)]),
    ]

    private func format(_ predicate: Predicate<Keeper>) throws -> String {
        try NSPredicate(translating: predicate).predicateFormat
    }

    @Test func `the input of the outer one takes the place of the inner one's`() throws {
        let (adult, ann, double) = (adult, ann, double)
        let old = #Predicate<Cat> { $0.age > 3 }
        let large = #Predicate<Town> { $0.size > 500 }
        let even = #Predicate<Int> { $0 % 2 == 0 }
        #expect(try format(#Predicate { adult[$0] && ann[$0] }) == "age >= 18 AND name == \"Ann\"")
        #expect(
            try format(#Predicate { !adult[$0] || ann[$0] })
                == "(NOT age >= 18) OR name == \"Ann\"")
        #expect(try format(#Predicate { large[$0.town] }) == "town.size > 500")
        #expect(try format(#Predicate { even[$0.age] }) == "modulus:by:(age, 2) == 0")
        #expect(
            try format(#Predicate { $0.cats.contains { old[$0] } })
                == "SUBQUERY(cats, $member1, $member1.age > 3).@count > 0")
        #expect(try format(#Predicate { double[$0] > 40 }) == "age * 2 > 40")
        let quadruple = #Expression<Keeper, Int> { double[$0] * 2 + (adult[$0] ? 1 : 0) }
        #expect(
            NSExpression(quadruple)?.description == "age * 2 * 2 + TERNARY(age >= 18, 1, 0)")
    }

    @Test func `members of nested closures keep apart`() throws {
        let namesake = #Predicate<Keeper> { keeper in
            keeper.cats.contains { $0.name == keeper.name }
        }
        let outer = #Predicate<Keeper> { keeper in
            keeper.cats.contains { cat in cat.age > 3 && namesake[keeper] }
        }
        #expect(
            try format(outer)
                == "SUBQUERY(cats, $member1, $member1.age > 3 AND SUBQUERY(cats, $member2, "
                + "$member2.name == name).@count > 0).@count > 0")
    }

    @Test func `a list of predicates holds as AND and OR`() throws {
        let (list, none) = ([adult, ann], [] as [Predicate<Keeper>])
        #expect(
            try format(#Predicate { keeper in list.allSatisfy { $0[keeper] } })
                == "age >= 18 AND name == \"Ann\"")
        #expect(
            try format(#Predicate { keeper in list.contains { !$0[keeper] } })
                == "(NOT age >= 18) OR (NOT name == \"Ann\")")
        #expect(
            try format(#Predicate { keeper in none.allSatisfy { $0[keeper] } }) == "TRUEPREDICATE")
        #expect(
            try format(#Predicate { keeper in none.contains { $0[keeper] } }) == "FALSEPREDICATE")
        #expect(try format(Predicate(all: list)) == "age >= 18 AND name == \"Ann\"")
        #expect(try format(Predicate(any: list)) == "age >= 18 OR name == \"Ann\"")
        #expect(try format(Predicate(all: none)) == "TRUEPREDICATE")
        #expect(try format(Predicate(any: none)) == "FALSEPREDICATE")
        #expect(try format(Predicate(any: [ann])) == "name == \"Ann\"")
    }

    @Test func `they mean the same as in Swift`() throws {
        let (adult, ann, double) = (adult, ann, double)
        let (none, maybe) = (nil as Predicate<Keeper>?, adult as Predicate<Keeper>?)
        let short = #Predicate<String> { $0.count < 4 }
        let older = #Predicate<Keeper, Int> { $0.age > $1 }
        let lists = [[adult, ann], [ann], []]
        let text = "Tom"
        let gaps = [adult, nil, ann]
        var predicates: [Predicate<Keeper>] = [
            #Predicate { adult[$0] && ann[$0] },
            #Predicate { adult[$0] != ann[$0] },
            #Predicate { adult[$0] ? ann[$0] : $0.nick == nil },
            #Predicate { double[$0] > 40 },
            #Predicate { short[$0.name] && short[text] && !short[$0.town.name] },
            #Predicate { $0.nick.flatMap { short[$0] } == true },
            #Predicate { keeper in
                if let nick = keeper.nick { short[nick] } else { adult[keeper] }
            },
            #Predicate { keeper in if let maybe { maybe[keeper] } else { ann[keeper] } },
            #Predicate { keeper in if let none { none[keeper] } else { ann[keeper] } },
            #Predicate { keeper in maybe.flatMap { $0[keeper] } ?? true },
            #Predicate { keeper in (none.flatMap { $0[keeper] } ?? true) && adult[keeper] },
            #Predicate { keeper in lists.contains { $0.allSatisfy { $0[keeper] } && adult[keeper] }
            },
            #Predicate { keeper in gaps.allSatisfy { $0.flatMap { $0[keeper] } ?? true } },
            Predicate {
                PredicateExpressions.build_evaluate(
                    PredicateExpressions.build_Arg(older), $0, PredicateExpressions.build_Arg(17))
            },
        ]
        for list in lists { predicates += [Predicate(all: list), Predicate(any: list)] }
        for predicate in predicates {
            let translated = try NSPredicate(translating: predicate)
            let expected = try keepers.map { try predicate.evaluate($0) }
            let found = try keepers.map { try translated.matches($0) }
            #expect(found == expected, "\(translated)")
        }
        #expect(
            try keepers.map { try Predicate(all: [adult, ann]).evaluate($0) }
                == [true, false, false, false])
        #expect(
            try keepers.map { try Predicate(any: [adult, ann]).evaluate($0) }
                == [true, true, true, false])
        #expect(try format(predicates[9]) == "age >= 18")
        #expect(try format(predicates[10]) == "TRUEPREDICATE AND age >= 18")
    }

    @Test func `what is evaluated must be captured`() throws {
        let (adult, double) = (adult, double)
        let picked = #Predicate<Keeper> { keeper in
            (keeper.age > 3 ? adult : adult)[keeper] && double[keeper] > 3
        }
        #expect {
            try NSPredicate(translating: picked)
        } throws: {
            "\($0)".contains("must be captured")
        }
        #expect(try picked.evaluate(keepers[0]))
    }

    /// A predicate in which predicates stand one inside the other.
    private static func nest(_ count: Int) -> Predicate<Keeper> {
        var predicate = #Predicate<Keeper> { $0.age > 0 }
        for _ in 0..<count {
            let inner = predicate
            predicate = #Predicate { !inner[$0] }
        }
        return predicate
    }

    @Test func `a chain of predicates is one level, and a deep nest an error`() async {
        let texts = await withCheckedContinuation { continuation in
            let thread = Thread {
                let texts = [100, 200, 2000].map { count in
                    do {
                        return
                            "\(try NSPredicate(translating: Self.nest(count)).matches(["age": 1]))"
                    } catch {
                        return "\(error)"
                    }
                }
                continuation.resume(returning: texts)
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(texts[0] == "true" && texts[1] == "true")
        #expect(texts[2].contains("Predicate(all:)"))
    }

    @Test func `what is captured as a whole is computed by Swift`() throws {
        let towns: [Harbour]? = [Harbour(name: "Oslo"), Harbour(name: "Bergen")]
        let none: [Harbour]? = nil
        let open = #Predicate<Keeper> { (towns?.contains { $0.isOpen } ?? false) || $0.age > 99 }
        let shut = #Predicate<Keeper> { (none?.contains { $0.isOpen } ?? false) || $0.age > 99 }
        #expect(try NSPredicate(translating: open).matches(["age": 1]))
        #expect(try NSPredicate(translating: shut).matches(["age": 1]) == false)
    }

    @Test func `a choice between predicates is an error, also of what Foundation cannot print`() {
        let (adult, localized) = (
            adult, #Predicate<Keeper> { $0.name.localizedStandardContains("a") }
        )
        #expect {
            try NSPredicate(
                translating: #Predicate<Keeper> { keeper in
                    (keeper.age > 2 ? localized : adult)[keeper]
                })
        } throws: {
            "\($0)".contains("must be captured")
        }
    }

    @Test func `nodes are coded as lists, predicates and expressions not at all`() throws {
        let node = PredicateExpressions.build_evaluate(
            PredicateExpressions.build_Arg(adult), PredicateExpressions.Variable<Keeper>())
        #expect("\(node)".hasPrefix("PredicateEvaluate(Value<"))
        for value in [node, adult, double] as [any Encodable] {
            #expect {
                try JSONEncoder().encode(value)
            } throws: {
                "\($0)".contains("NSPredicate(translating:)")
            }
        }
        let empty = Data("[[], []]".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Predicate<Keeper>.self, from: empty)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Expression<Keeper, Int>.self, from: empty)
        }
    }
}

/// A value that is captured, with a property that is computed.
private struct Harbour: Codable, Sendable {
    var name: String
    var isOpen: Bool { name.hasPrefix("B") }
}
