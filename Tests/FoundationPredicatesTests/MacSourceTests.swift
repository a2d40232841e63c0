import Foundation
import FoundationPredicates
import XCTest

// Written as for a Mac, where the third import does not exist and Foundation has everything.
// It must compile without a word changed, and mean the same.

private struct Person {
    var name: String
    var age: Int
    var email: String?
    var tags: [String]
}

private final class Dog: NSObject {
    let name: String
    let age: Int
    init(name: String, age: Int) {
        self.name = name
        self.age = age
    }
}

final class MacSourceTests: XCTestCase {
    var predicate: NSPredicate!
    var descriptors: [NSSortDescriptor] = []

    let rows: [[String: Any]] = [
        ["name": "Ann", "age": 30, "born": Date(timeIntervalSinceReferenceDate: 1000)],
        ["name": "Bob", "age": 17, "born": Date(timeIntervalSinceReferenceDate: 2000)],
        ["name": "Élan", "age": 52, "born": Date(timeIntervalSinceReferenceDate: 3000)],
    ]

    private func names(_ predicate: NSPredicate) -> [String] {
        (rows as NSArray).filtered(using: predicate).compactMap {
            ($0 as? [String: Any])?["name"] as? String
        }
    }

    // MARK: Formats and their arguments

    func testArgumentsOfEveryKind() {
        let limit = 20
        let narrow: Int32 = 20
        let real = 20.5
        let yes = true
        let date = Date(timeIntervalSinceReferenceDate: 1500)
        let id = UUID()
        let url = URL(fileURLWithPath: "/a")
        let data = Data([1, 2])
        let any: Any = "Ann"
        XCTAssertEqual(names(NSPredicate(format: "age > %d", limit)), ["Ann", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "age > %ld", limit)), ["Ann", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "age > %i", narrow)), ["Ann", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "age > %f", real)), ["Ann", "Élan"])
        XCTAssertEqual(
            names(NSPredicate(format: "age > %@", NSNumber(value: 20))), ["Ann", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "age > %@", limit as NSNumber)), ["Ann", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "name == %@", "Ann")), ["Ann"])
        XCTAssertEqual(names(NSPredicate(format: "name == %@", any as! CVarArg)), ["Ann"])
        XCTAssertEqual(names(NSPredicate(format: "born > %@", date as CVarArg)), ["Bob", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "born > %@", date as NSDate)), ["Bob", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "%K == %@", "name", "Bob")), ["Bob"])
        XCTAssertEqual(names(NSPredicate(format: "name IN %@", ["Ann", "Bob"])), ["Ann", "Bob"])
        XCTAssertEqual(
            names(NSPredicate(format: "age IN %@", [17, 52] as CVarArg)), ["Bob", "Élan"])
        XCTAssertEqual(names(NSPredicate(format: "age IN %@", Set([17]) as CVarArg)), ["Bob"])
        XCTAssertEqual(names(NSPredicate(format: "name == nil")), [])
        XCTAssertEqual(names(NSPredicate(format: "email == %@", NSNull())), ["Ann", "Bob", "Élan"])
        XCTAssertTrue(
            NSPredicate(format: "SELF == %@", id as CVarArg).evaluate(with: id as NSUUID))
        XCTAssertTrue(NSPredicate(format: "SELF == %@", url as CVarArg).evaluate(with: url))
        XCTAssertTrue(NSPredicate(format: "SELF == %@", data as CVarArg).evaluate(with: data))
        XCTAssertTrue(
            NSPredicate(format: "on == %@", NSNumber(value: yes)).evaluate(with: ["on": yes]))
        XCTAssertTrue(NSPredicate(format: "on == YES").evaluate(with: ["on": true]))
        XCTAssertTrue(
            NSPredicate(format: "a == %@ AND b == %@", argumentArray: [1, "x"])
                .evaluate(with: ["a": 1, "b": "x"]))
        XCTAssertTrue(NSPredicate(format: "TRUEPREDICATE", argumentArray: nil).evaluate(with: nil))
    }

    func testArgumentLists() {
        let predicate = withVaList([18, "Ann", 2.5]) {
            NSPredicate(format: "age > %d AND name == %@ AND size < %f", arguments: $0)
        }
        XCTAssertTrue(predicate.evaluate(with: ["age": 19, "name": "Ann", "size": 2]))
        XCTAssertFalse(predicate.evaluate(with: ["age": 18, "name": "Ann", "size": 2]))
        func make(_ format: String, _ arguments: CVarArg...) -> NSPredicate {
            XCTAssertEqual(
                NSPredicate(format: format, arguments: getVaList(arguments)),
                NSPredicate(format: format, argumentArray: arguments))
            return withVaList(arguments) { NSPredicate(format: format, arguments: $0) }
        }
        let many = make(
            "%K == %d AND b == %@ AND c == %f AND d == %ld AND e IN %@ AND f > %@ AND g == %lld",
            "a", Int32(-1), "x", 1.5, 1 << 40, [1, 2], Date(timeIntervalSinceReferenceDate: 0),
            -5)
        XCTAssertTrue(
            many.evaluate(with: [
                "a": -1, "b": "x", "c": 1.5, "d": 1 << 40, "e": 2, "f": Date(), "g": -5,
            ]))
        let doubles = make(
            "a IN {%f, %f, %f, %f, %f, %f, %f, %f, %f, %f}", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
            9.0, 10.5)
        XCTAssertTrue(doubles.evaluate(with: ["a": 10.5]))
    }

    func testValidationOfText() {
        let pattern = "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"
        let email = NSPredicate(format: "SELF MATCHES %@", pattern)
        XCTAssertTrue(email.evaluate(with: "ann@example.org"))
        XCTAssertFalse(email.evaluate(with: "ann at example"))
        let phone = NSPredicate(format: "SELF MATCHES[c] %@", "[a-f0-9]{3}")
        XCTAssertTrue(phone.evaluate(with: "AF9"))
        XCTAssertFalse(phone.evaluate(with: "AF99"))
    }

    func testValueAndBlock() {
        XCTAssertTrue(NSPredicate(value: true).evaluate(with: nil))
        XCTAssertFalse(NSPredicate(value: false).evaluate(with: 1))
        let long = NSPredicate { object, _ in (object as? String ?? "").count > 3 }
        XCTAssertTrue(long.evaluate(with: "Élan"))
        XCTAssertFalse(long.evaluate(with: "Ann"))
        let bound = NSPredicate(block: { object, bindings in
            (object as? Int) == (bindings?["N"] as? Int)
        })
        XCTAssertTrue(bound.evaluate(with: 3, substitutionVariables: ["N": 3]))
    }

    func testTemplateWithVariables() {
        let template = NSPredicate(format: "name BEGINSWITH $PREFIX AND age >= $AGE")
        let filled = template.withSubstitutionVariables(["PREFIX": "A", "AGE": 18])
        XCTAssertEqual(filled.predicateFormat, "name BEGINSWITH \"A\" AND age >= 18")
        XCTAssertEqual(names(filled), ["Ann"])
        XCTAssertTrue(
            template.evaluate(
                with: ["name": "Bob", "age": 17], substitutionVariables: ["PREFIX": "B", "AGE": 1]))
        let null = NSPredicate(format: "name == $NAME")
            .withSubstitutionVariables(["NAME": NSNull()])
        XCTAssertTrue(null.evaluate(with: [String: Any]()))
    }

    func testPredicatesAreValues() {
        let a = NSPredicate(format: "age > 3 AND name == 'x'")
        let b = NSPredicate(format: "(age > %d) && (name = %@)", 3, "x")
        XCTAssertEqual(a, b)
        XCTAssertEqual(a.hash, b.hash)
        XCTAssertEqual(Set([a, b]).count, 1)
        XCTAssertNotEqual(a, NSPredicate(format: "age > 4"))
        XCTAssertEqual(a.copy() as? NSPredicate, a)
        XCTAssertEqual("\(a)", a.predicateFormat)
    }

    // MARK: Parts

    func testPartsOfParsedPredicates() throws {
        let parsed = NSPredicate(format: "NOT (a == 1) OR (name BEGINSWITH[cd] %@ AND b > 2)", "x")
        let or = try XCTUnwrap(parsed as? NSCompoundPredicate)
        XCTAssertEqual(or.compoundPredicateType, .or)
        XCTAssertEqual(or.subpredicates.count, 2)
        let parts = or.subpredicates as! [NSPredicate]
        XCTAssertEqual((parts[0] as? NSCompoundPredicate)?.compoundPredicateType, .not)
        let and = try XCTUnwrap(parts[1] as? NSCompoundPredicate)
        XCTAssertEqual(and.compoundPredicateType, NSCompoundPredicate.LogicalType.and)
        let first = try XCTUnwrap(and.subpredicates.first as? NSComparisonPredicate)
        XCTAssertEqual(first.predicateOperatorType, .beginsWith)
        XCTAssertEqual(first.options, [.caseInsensitive, .diacriticInsensitive])
        XCTAssertEqual(first.comparisonPredicateModifier, .direct)
        XCTAssertEqual(first.leftExpression.expressionType, .keyPath)
        XCTAssertEqual(first.leftExpression.keyPath, "name")
        XCTAssertEqual(first.rightExpression.constantValue as? String, "x")
        XCTAssertNil(first.customSelector)
        XCTAssertFalse(NSPredicate(value: true) is NSComparisonPredicate)
    }

    func testCompoundPredicates() {
        let young = NSPredicate(format: "age < 20")
        let old = NSPredicate(format: "age > 50")
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [young, old])
        XCTAssertEqual(names(either), ["Bob", "Élan"])
        XCTAssertEqual(names(NSCompoundPredicate(notPredicateWithSubpredicate: either)), ["Ann"])
        XCTAssertEqual(
            names(NSCompoundPredicate(andPredicateWithSubpredicates: [young, old])), [])
        XCTAssertEqual(
            NSCompoundPredicate(type: .and, subpredicates: []).predicateFormat, "TRUEPREDICATE")
        XCTAssertEqual(
            NSCompoundPredicate(type: .or, subpredicates: []).predicateFormat, "FALSEPREDICATE")
        XCTAssertEqual(either.predicateFormat, "age < 20 OR age > 50")
        XCTAssertTrue(either.subpredicates.first as? NSPredicate === young)
        var long = NSPredicate(value: true)
        for number in 0..<2000 {
            long = NSCompoundPredicate(andPredicateWithSubpredicates: [
                long, NSPredicate(format: "age != %d", number + 1000),
            ])
        }
        XCTAssertEqual(names(long).count, 3)
        var all: NSPredicate = young
        all = NSCompoundPredicate(type: .and, subpredicates: [all, NSPredicate(value: true)])
        XCTAssertEqual(names(all), ["Bob"])
    }

    func testComparisonPredicates() {
        let built = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "age"),
            rightExpression: NSExpression(forConstantValue: [18, 40]),
            modifier: .direct, type: .between, options: [])
        XCTAssertEqual(built, NSPredicate(format: "age BETWEEN {18, 40}"))
        XCTAssertEqual(names(built), ["Ann"])
        let any = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: #"tags"#),
            rightExpression: NSExpression(forConstantValue: "a"), modifier: .any,
            type: .equalTo, options: .caseInsensitive)
        XCTAssertEqual(any.predicateFormat, "ANY tags ==[c] \"a\"")
        XCTAssertTrue(any.evaluate(with: ["tags": ["A", "b"]]))
        let custom = NSComparisonPredicate(
            leftExpression: NSExpression.expressionForEvaluatedObject(),
            rightExpression: NSExpression(forConstantValue: 1),
            customSelector: Selector("isBetterThan:"))
        XCTAssertEqual(custom.predicateOperatorType, .customSelector)
        XCTAssertEqual(custom.customSelector, Selector("isBetterThan:"))
    }

    func testRawValuesAreApples() {
        XCTAssertEqual(NSComparisonPredicate.Operator.lessThan.rawValue, 0)
        XCTAssertEqual(NSComparisonPredicate.Operator.in.rawValue, 10)
        XCTAssertEqual(NSComparisonPredicate.Operator.contains.rawValue, 99)
        XCTAssertEqual(NSComparisonPredicate.Operator.between.rawValue, 100)
        XCTAssertEqual(NSComparisonPredicate.Modifier.any.rawValue, 2)
        XCTAssertEqual(NSCompoundPredicate.LogicalType.not.rawValue, 0)
        XCTAssertEqual(NSExpression.ExpressionType.subquery.rawValue, 13)
        XCTAssertEqual(NSExpression.ExpressionType.conditional.rawValue, 20)
    }

    // MARK: Expressions

    func testExpressions() throws {
        XCTAssertEqual(
            NSExpression(format: "1 + 2 * 3").expressionValue(with: nil, context: nil) as? Int, 7)
        let path = NSExpression(forKeyPath: "a.b")
        XCTAssertEqual(
            path.expressionValue(with: ["a": ["b": "x"]], context: nil) as? String, "x")
        XCTAssertEqual(path.keyPath, "a.b")
        let sum = NSExpression(
            forFunction: "sum:",
            arguments: [
                NSExpression(forAggregate: [
                    NSExpression(forConstantValue: 1), NSExpression(forConstantValue: 2),
                ])
            ])
        XCTAssertEqual(sum.expressionValue(with: nil, context: nil) as? Int, 3)
        XCTAssertEqual(sum.expressionType, .function)
        XCTAssertEqual(sum.function, "sum:")
        XCTAssertEqual(sum.arguments?.first?.expressionType, .aggregate)
        let context = NSMutableDictionary(dictionary: ["x": 4])
        XCTAssertEqual(
            NSExpression(forVariable: "x").expressionValue(with: nil, context: context) as? Int, 4)
        let block = NSExpression(
            block: { object, arguments, _ in
                (object as? Int ?? 0) + (arguments.first as? Int ?? 0)
            }, arguments: [NSExpression(forConstantValue: 5)])
        XCTAssertEqual(block.expressionValue(with: 2, context: nil) as? Int, 7)
        let count = NSExpression(
            forFunction: "count:", arguments: [NSExpression(forKeyPath: "tags")])
        XCTAssertEqual(
            count.expressionValue(with: ["tags": ["a", "b"]], context: nil) as? Int, 2)
    }

    func testPartsOfExpressions() throws {
        XCTAssertNil(NSExpression(forConstantValue: nil).constantValue)
        let object = NSObject()
        XCTAssertTrue(NSExpression(forConstantValue: object).constantValue as? NSObject === object)
        let union = NSExpression(
            forUnionSet: NSExpression(forKeyPath: "a"), with: NSExpression(forKeyPath: "b"))
        XCTAssertEqual(union.expressionType, .unionSet)
        XCTAssertEqual(union.left.keyPath, "a")
        XCTAssertEqual(union.right.keyPath, "b")
        let conditional = NSExpression(
            forConditional: NSPredicate(format: "a > 1"),
            trueExpression: NSExpression(forConstantValue: "big"),
            falseExpression: NSExpression(forConstantValue: "small"))
        XCTAssertEqual(
            conditional.expressionValue(with: ["a": 2], context: nil) as? String, "big")
        XCTAssertEqual(conditional.predicate, NSPredicate(format: "a > 1"))
        XCTAssertEqual(conditional.true.constantValue as? String, "big")
        XCTAssertEqual(conditional.false.constantValue as? String, "small")
        let subquery = NSExpression(
            forSubquery: NSExpression(forKeyPath: "pets"), usingIteratorVariable: "p",
            predicate: NSPredicate(format: "$p.age > 3"))
        XCTAssertEqual(subquery.variable, "p")
        XCTAssertEqual((subquery.collection as? NSExpression)?.keyPath, "pets")
        let found =
            subquery.expressionValue(
                with: ["pets": [["age": 2], ["age": 4]]], context: nil) as? [Any]
        XCTAssertEqual(found?.count, 1)
        let method = NSExpression(
            forFunction: NSExpression(forConstantValue: "ann"), selectorName: "uppercaseString",
            arguments: [])
        XCTAssertEqual(method.expressionValue(with: nil, context: nil) as? String, "ANN")
        XCTAssertEqual(method.operand.constantValue as? String, "ann")
        XCTAssertEqual(NSExpression.expressionForEvaluatedObject().expressionType, .evaluatedObject)
        XCTAssertEqual(NSExpression.expressionForAnyKey().expressionType, .anyKey)
        XCTAssertEqual(NSExpression(format: "%K + 1", "age"), NSExpression(format: "age + 1"))
    }

    // MARK: Sorting

    func testSortDescriptors() {
        descriptors = [NSSortDescriptor(key: "age", ascending: false)]
        let sorted = (rows as NSArray).sortedArray(using: descriptors)
        XCTAssertEqual(
            sorted.compactMap { ($0 as? [String: Any])?["age"] as? Int }, [52, 30, 17])
        let files = ["file10", "File9", "file1"] as NSArray
        let asShown = NSSortDescriptor(
            key: nil, ascending: true, selector: Selector("localizedStandardCompare:"))
        XCTAssertEqual(
            files.sortedArray(using: [asShown]) as? [String], ["file1", "File9", "file10"])
        let plain = NSSortDescriptor(key: "self", ascending: true)
        XCTAssertEqual(
            files.sortedArray(using: [plain]) as? [String], ["File9", "file1", "file10"])
        let byLength = NSSortDescriptor(key: "self", ascending: true) { a, b in
            let (x, y) = ((a as? String ?? "").count, (b as? String ?? "").count)
            return x < y ? .orderedAscending : x > y ? .orderedDescending : .orderedSame
        }
        XCTAssertEqual(byLength.compare("aaa", to: "bb"), .orderedDescending)
        XCTAssertNotNil(byLength.comparator)
    }

    func testSortDescriptorsOfProperties() {
        let people = [
            Person(name: "Bob", age: 17, tags: []), Person(name: "Ann", age: 30, tags: []),
            Person(name: "Ann", age: 3, tags: []),
        ]
        let sorted = (people as NSArray).sortedArray(using: [
            NSSortDescriptor(keyPath: \Person.name, ascending: true),
            NSSortDescriptor(keyPath: \Person.age, ascending: false),
        ])
        XCTAssertEqual(sorted.compactMap { ($0 as? Person)?.age }, [30, 3, 17])
        let byName = NSSortDescriptor(keyPath: \Person.name, ascending: true)
        XCTAssertEqual(byName.key, "name")
        XCTAssertEqual(byName.keyPath, \Person.name)
        XCTAssertTrue(byName.ascending)
        let reversed = byName.reversedSortDescriptor as? NSSortDescriptor
        XCTAssertEqual(reversed?.ascending, false)
        XCTAssertEqual(reversed?.compare(people[0], to: people[1]), .orderedAscending)
        XCTAssertEqual(byName, NSSortDescriptor(keyPath: \Person.name, ascending: true))
        XCTAssertNotEqual(byName, reversed)
        XCTAssertEqual(byName.copy() as? NSSortDescriptor, byName)
        let selector: Selector = NSSelectorFromString("localizedCompare:")
        let localized = NSSortDescriptor(key: "name", ascending: true, selector: selector)
        XCTAssertEqual(localized.selector, selector)
        XCTAssertEqual(NSStringFromSelector(selector), "localizedCompare:")
    }

    // MARK: Collections

    func testCollections() {
        let words = ["apple", "pear", "avocado"]
        let starts = NSPredicate(format: "SELF BEGINSWITH %@", "a")
        XCTAssertEqual(
            (words as NSArray).filtered(using: starts) as? [String], ["apple", "avocado"])
        XCTAssertEqual(words.filter { starts.evaluate(with: $0) }, ["apple", "avocado"])
        let mutable = NSMutableArray(array: words)
        mutable.filter(using: starts)
        XCTAssertEqual(mutable as? [String], ["apple", "avocado"])
        mutable.sort(using: [NSSortDescriptor(key: "self", ascending: false)])
        XCTAssertEqual(mutable as? [String], ["avocado", "apple"])
        let set = Set(words) as NSSet
        XCTAssertEqual(set.filtered(using: starts) as? Set<String>, ["apple", "avocado"])
        let mutableSet = NSMutableSet(array: words)
        mutableSet.filter(using: starts)
        XCTAssertEqual(mutableSet.count, 2)
        XCTAssertEqual(
            NSSet(array: words).sortedArray(using: [NSSortDescriptor(key: nil, ascending: true)])
                as? [String], ["apple", "avocado", "pear"])
        let ordered = NSOrderedSet(array: words)
        XCTAssertEqual(ordered.filtered(using: starts).array as? [String], ["apple", "avocado"])
        XCTAssertEqual(
            ordered.sortedArray(using: [NSSortDescriptor(key: "length", ascending: true)])
                as? [String], ["pear", "apple", "avocado"])
        let mutableOrdered = NSMutableOrderedSet(array: words)
        mutableOrdered.filter(using: starts)
        mutableOrdered.sort(using: [NSSortDescriptor(key: "self", ascending: false)])
        XCTAssertEqual(mutableOrdered.array as? [String], ["avocado", "apple"])
    }

    func testObjects() {
        let dogs = [Dog(name: "Rex", age: 3), Dog(name: "Fido", age: 9)]
        let old = (dogs as NSArray).filtered(using: NSPredicate(format: "age > 5")) as? [Dog]
        XCTAssertEqual(old?.map(\.name), ["Fido"])
        XCTAssertTrue(NSPredicate(format: "SELF == %@", dogs[0]).evaluate(with: dogs[0]))
        XCTAssertTrue(NSPredicate(format: "self IN %@", dogs).evaluate(with: dogs[1]))
        XCTAssertTrue(
            NSPredicate(format: "owner == %@", dogs[0]).evaluate(with: ["owner": dogs[0]]))
        let people = [
            Person(name: "Ann", age: 30, email: nil, tags: ["a"]),
            Person(name: "Bob", age: 17, email: "b@x.org", tags: ["b", "c"]),
        ]
        let found = (people as NSArray).filtered(
            using: NSPredicate(format: "email != nil AND ANY tags == 'c' AND tags.@count == 2"))
        XCTAssertEqual(found.compactMap { ($0 as? Person)?.name }, ["Bob"])
        let dictionary: NSDictionary = ["name": "Ann", "address": ["city": "Oslo"]]
        XCTAssertTrue(NSPredicate(format: "address.city == 'Oslo'").evaluate(with: dictionary))
    }

    // MARK: Archives

    func testArchives() throws {
        let predicate = NSPredicate(
            format: "name ==[c] %@ AND born < %@ AND (tags CONTAINS 'a' OR age BETWEEN {1, 2})",
            "Ann", Date(timeIntervalSinceReferenceDate: 5.25) as NSDate)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: predicate, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSCompoundPredicate.self, from: data)
        XCTAssertEqual(read, predicate)
        read?.allowEvaluation()
        let sort = NSSortDescriptor(
            key: "name", ascending: false, selector: Selector("localizedCompare:"))
        let sortData = try NSKeyedArchiver.archivedData(
            withRootObject: sort, requiringSecureCoding: true)
        XCTAssertEqual(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: NSSortDescriptor.self, from: sortData),
            sort)
        let expression = NSExpression(format: "a + $b")
        let expressionData = try NSKeyedArchiver.archivedData(
            withRootObject: expression, requiringSecureCoding: true)
        XCTAssertEqual(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: NSExpression.self, from: expressionData), expression)
    }

    // MARK: Beside XCTest's own use

    func testExpectations() {
        let expectation = XCTNSPredicateExpectation(
            predicate: NSPredicate(format: "count == 2"), object: ["count": 2])
        wait(for: [expectation], timeout: 60)
    }
}

extension NSPredicate {
    fileprivate var isAlwaysTrue: Bool { self == NSPredicate(value: true) }
}

private final class EvenPredicate: NSPredicate {
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?)
        -> Bool
    {
        (object as? Int ?? 1).isMultiple(of: 2)
    }
}

final class SubclassTests: XCTestCase {
    func testSubclassesDecideForThemselves() {
        let even = EvenPredicate()
        XCTAssertTrue(even.evaluate(with: 2))
        XCTAssertEqual(([1, 2, 3, 4] as NSArray).filtered(using: even) as? [Int], [2, 4])
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
            even, NSPredicate(format: "SELF > 2"),
        ])
        XCTAssertEqual(([1, 2, 3, 4] as NSArray).filtered(using: both) as? [Int], [4])
        XCTAssertTrue(NSPredicate(value: true).isAlwaysTrue)
    }
}
