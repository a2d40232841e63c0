import Foundation
import FoundationPredicates
import Testing

/// Properties of a program's own classes mean what the same values mean as arguments and in dictionaries.
@Suite struct `Properties of plain objects` {
    private enum Color { case red }

    /// A collection of a library, as its mirror says.
    private struct Labels: CustomReflectable {
        var customMirror: Mirror {
            Mirror(self, unlabeledChildren: ["a", "b"], displayStyle: .collection)
        }
    }

    private final class Person {
        var name: String
        var friends: [Person] = []
        var best: Person?
        var color = Color.red
        var count: NSNumber = 3
        var price: NSDecimalNumber = 0.1
        var sizes: [CGFloat] = [1.5]
        var tags: NSArray = ["a", "b"]
        var labels = Labels()

        init(_ name: String) { self.name = name }
    }

    private let ann = Person("Ann")
    private let bob = Person("Bob")

    private func holds(_ format: String, _ arguments: Any..., of object: Any) -> Bool {
        NSPredicate(format: format, argumentArray: arguments).evaluate(with: object)
    }

    @Test func `objects in lists are the objects`() {
        bob.friends = [ann]
        bob.best = ann
        for format in [
            "ANY friends == %@", "%@ IN friends", "friends CONTAINS %@", "best == %@",
            "SUBQUERY(friends, $f, $f == %@).@count == 1",
        ] {
            #expect(holds(format, ann, of: bob), "\(format)")
            #expect(!holds(format, Person("Ann"), of: bob), "\(format)")
        }
        #expect(holds("ANY friends.name == 'Ann' AND friends.@count == 1", of: bob))
    }

    @Test func `numbers keep their kind, and other values what they were`() {
        #expect(holds("count / 2 == 1", of: ann))
        #expect(holds("price == %@", NSDecimalNumber(string: "0.1"), of: ann))
        #expect(holds("ANY sizes > 1", of: ann))
        #expect(holds("ANY tags == 'b'", of: ann))
        #expect(holds("color == 'red'", of: ann))
        #expect(holds("ANY labels == 'b' AND labels.@count == 2", of: ann))
    }

    @Test func `keys of dictionaries that are no Swift texts are found`() {
        let mixed: [AnyHashable: Any] = [NSString(string: "a"): 1, 1: "one"]
        #expect(holds("a == 1", of: mixed))
        #expect(holds("#\"1\" == 'one'", of: mixed))
        #expect(holds("a == 1 AND b == nil", of: NSDictionary(dictionary: ["a": 1])))
    }

    @Test func `an object in a list of constants may change between two questions`() {
        let predicates = [
            NSPredicate(format: "SELF == {%@, %@}.@count + 0 AND %@.name == 'Bob'", ann, bob, bob),
            NSPredicate(format: "{%@}[0].name == 'Bob'", bob),
            NSPredicate(format: "ANY {%@, %@}.name == 'Bob'", ann, bob),
        ]
        for predicate in predicates { #expect(predicate.evaluate(with: 2), "\(predicate)") }
        bob.name = "Bill"
        for predicate in predicates { #expect(!predicate.evaluate(with: 2), "\(predicate)") }
    }

    @Test func `what is printed or archived is read as the same`() throws {
        let first = NSPredicate(format: "a == 1")
        let alone = NSCompoundPredicate(orPredicateWithSubpredicates: [first])
        let filled = NSPredicate(format: "$x.name == 'a'")
            .withSubstitutionVariables(["x": NSExpression(forKeyPath: "owner")])
        #expect(filled == NSPredicate(format: "owner.name == 'a'"))
        for predicate in [
            NSPredicate(format: "price == %@", NSDecimalNumber.notANumber), filled,
            NSCompoundPredicate(andPredicateWithSubpredicates: [
                alone, NSPredicate(format: "b == 2"),
            ]),
            NSCompoundPredicate(notPredicateWithSubpredicate: alone),
        ] {
            #expect(try NSPredicate(parsing: predicate.predicateFormat) == predicate)
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: predicate, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: NSPredicate.self, from: data)
            #expect(read == predicate, "\(predicate)")
        }
    }

    @Test func `equal sets of dictionaries are equal`() {
        let members = (0..<20).map { ["a": $0, "b": -$0] }
        var large = Set<[String: Int]>(minimumCapacity: 1_000)
        for member in members.reversed() { large.insert(member) }
        #expect(holds("SELF == %@", Set(members), of: large))
        #expect(
            NSPredicate(format: "a == %@", argumentArray: [Set(members)])
                == NSPredicate(format: "a == %@", argumentArray: [large]))
    }
}
