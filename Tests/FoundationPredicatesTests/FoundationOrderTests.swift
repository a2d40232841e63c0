import Foundation
import FoundationPredicates
import Testing

/// What Apple's NSPredicate, NSExpression and NSSortDescriptor answer in memory.
@Suite struct `As Foundation answers` {
    // MARK: Text

    @Test func `text without options is ordered as NSString's compare does`() {
        #expect(NSPredicate(format: "SELF < 'f'").evaluate(with: "é"))
        #expect(NSPredicate(format: "SELF > 'e'").evaluate(with: "é"))
        #expect(NSPredicate(format: "SELF <= 'e\u{301}'").evaluate(with: "é"))
        #expect(!NSPredicate(format: "SELF == 'e\u{301}'").evaluate(with: "é"))
        #expect(NSPredicate(format: "SELF CONTAINS 'e\u{301}'").evaluate(with: "café"))
        #expect(NSPredicate(format: "SELF ENDSWITH 'é'").evaluate(with: "cafe\u{301}"))
        #expect(!NSPredicate(format: "SELF ENDSWITH 'e'").evaluate(with: "cafe\u{301}"))
        let words = ["f", "é", "e", "Z"]
        let sorted = (words as NSArray).sortedArray(using: [
            NSSortDescriptor(key: nil, ascending: true)
        ])
        #expect(sorted as? [String] == ["Z", "e", "é", "f"])
        let descriptor = NSSortDescriptor(
            key: nil, ascending: true, selector: Selector("caseInsensitiveCompare:"))
        #expect(
            (words as NSArray).sortedArray(using: [descriptor]) as? [String]
                == ["e", "é", "f", "Z"])
        let largest = NSExpression(forKeyPath: "@max.self")
        #expect(largest.expressionValue(with: ["e", "é", "f"], context: nil) as? String == "f")
    }

    // MARK: Variables

    @Test func `an expression may be the value of a variable`() {
        let template = NSPredicate(format: "price > $LIMIT")
        let twice = NSExpression(format: "cost * 2")
        let filled = template.withSubstitutionVariables(["LIMIT": twice])
        #expect(filled.predicateFormat == "price > cost * 2")
        let item = ["price": 5, "cost": 2]
        #expect(filled.evaluate(with: item))
        #expect(template.evaluate(with: item, substitutionVariables: ["LIMIT": twice]))
        #expect(
            !template.evaluate(
                with: ["price": 3, "cost": 2], substitutionVariables: ["LIMIT": twice]))
        #expect(template.evaluate(with: item, substitutionVariables: ["LIMIT": 4]))
        let mixed = NSPredicate(format: "price > $A AND price < $B")
        #expect(
            mixed.evaluate(
                with: item, substitutionVariables: ["A": NSExpression(forKeyPath: "cost"), "B": 6]))
        let sum = NSExpression(format: "$X + 1")
        #expect(
            sum.expressionValue(
                with: item, context: ["X": NSExpression(forKeyPath: "cost")]) as? Int == 3)
    }

    // MARK: Formats

    @Test func `%lud takes a number`() {
        #expect(NSPredicate(format: "a == %lud", 3).predicateFormat == "a == 3")
        #expect(
            NSPredicate(format: "a == %lud AND b == %ld", 3, 4).predicateFormat
                == "a == 3 AND b == 4")
    }

    @Test func `a function after a dot gives the key`() {
        let expression = NSExpression(format: "%@.uppercase('population')", ["POPULATION": 12000])
        #expect(expression.expressionValue(with: nil, context: nil) as? Int == 12000)
        let again = NSExpression(format: expression.description)
        #expect(again.expressionValue(with: nil, context: nil) as? Int == 12000)
        let nested = NSExpression(format: "names.lowercase('KEY').length")
        let object = ["names": ["key": "abc"]]
        #expect(nested.expressionValue(with: object, context: nil) as? Int == 3)
    }

    @Test func `NSNull prints as Apple prints it`() {
        #expect(NSPredicate(format: "a == %@", NSNull()).predicateFormat == "a == <null>")
        #expect(NSPredicate(format: "a == nil").predicateFormat == "a == nil")
        let null = NSExpression(forConstantValue: NSNull())
        #expect(null.description == "<null>")
        #expect(null.expressionType == .constantValue)
        #expect(null.constantValue is NSNull)
        let inside = String?.none as Any
        #expect(NSExpression(forConstantValue: inside) == null)
        #expect(
            NSPredicate(format: "a == %@", argumentArray: [inside]).predicateFormat == "a == <null>"
        )
        for value in [NSNull(), inside] {
            #expect(
                NSPredicate(format: "a == $X").withSubstitutionVariables(["X": value])
                    .predicateFormat == "a == <null>")
        }
        for format in ["a == <null>", "a == nil"] {
            #expect(NSPredicate(format: format).evaluate(with: ["b": 1]))
            #expect(!NSPredicate(format: format).evaluate(with: ["a": 1]))
        }
    }

    // MARK: Arithmetic

    @Test func `calculation with nil passes an object over`() {
        let odd = NSPredicate(format: "(age / 2) * 2 <> age")
        #expect(odd.evaluate(with: ["age": 3]))
        #expect(!odd.evaluate(with: ["age": 4]))
        #expect(!odd.evaluate(with: ["name": "Ann"]))
        #expect(NSPredicate(format: "1 / SELF == nil").evaluate(with: 0))
        #expect(NSPredicate(format: "SELF + 1 < 0").evaluate(with: Int.max))
        let root = NSExpression(format: "2 ** 0.5").expressionValue(with: nil, context: nil)
        #expect(root as? Double == 2.0.squareRoot())
    }

    // MARK: Subqueries

    @Test func `ANY over a path to one object inside SUBQUERY`() {
        let people =
            [
                ["name": "Ann", "team": ["name": "red"]],
                ["name": "Bob", "team": ["name": "blue"]],
            ] as [[String: Any]]
        let object = ["people": people]
        let format = "SUBQUERY(people, $p, ANY $p.team.name == 'red').@count == 1"
        #expect(NSPredicate(format: format).evaluate(with: object))
        #expect(throws: (any Error).self) {
            try NSPredicate(format: "ANY name == 'x'").matches(["name": "x"])
        }
    }

    @Test func `a key path may begin with a variable`() {
        let path = NSExpression(forKeyPath: "$p.team.name")
        #expect(path.description == "$p.team.name")
        let member = NSComparisonPredicate(
            leftExpression: path, rightExpression: NSExpression(forConstantValue: "red"),
            modifier: .direct, type: .equalTo)
        let subquery = NSExpression(
            forSubquery: NSExpression(forKeyPath: "people"), usingIteratorVariable: "p",
            predicate: member)
        let object = [
            "people": [["team": ["name": "red"]], ["team": ["name": "blue"]]] as [[String: Any]]
        ]
        #expect((subquery.expressionValue(with: object, context: nil) as? [Any])?.count == 1)
        #expect(NSExpression(forKeyPath: "$p").expressionType == .variable)
    }
}
