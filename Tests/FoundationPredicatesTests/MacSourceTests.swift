import Foundation
import FoundationPredicates
import Testing
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

@Suite final class MacSourceTests {
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

    @Test func `arguments of every kind`() {
        let limit = 20
        let narrow: Int32 = 20
        let real = 20.5
        let yes = true
        let date = Date(timeIntervalSinceReferenceDate: 1500)
        let id = UUID()
        let url = URL(fileURLWithPath: "/a")
        let data = Data([1, 2])
        let any: Any = "Ann"
        #expect(names(NSPredicate(format: "age > %d", limit)) == ["Ann", "Élan"])
        #expect(names(NSPredicate(format: "age > %ld", limit)) == ["Ann", "Élan"])
        #expect(names(NSPredicate(format: "age > %i", narrow)) == ["Ann", "Élan"])
        #expect(names(NSPredicate(format: "age > %f", real)) == ["Ann", "Élan"])
        #expect(names(NSPredicate(format: "age > %@", NSNumber(value: 20))) == ["Ann", "Élan"])
        #expect(names(NSPredicate(format: "age > %@", limit as NSNumber)) == ["Ann", "Élan"])
        #expect(names(NSPredicate(format: "name == %@", "Ann")) == ["Ann"])
        #expect(names(NSPredicate(format: "name == %@", any as! CVarArg)) == ["Ann"])
        #expect(names(NSPredicate(format: "born > %@", date as CVarArg)) == ["Bob", "Élan"])
        #expect(names(NSPredicate(format: "born > %@", date as NSDate)) == ["Bob", "Élan"])
        #expect(names(NSPredicate(format: "%K == %@", "name", "Bob")) == ["Bob"])
        #expect(names(NSPredicate(format: "name IN %@", ["Ann", "Bob"])) == ["Ann", "Bob"])
        #expect(names(NSPredicate(format: "age IN %@", [17, 52] as CVarArg)) == ["Bob", "Élan"])
        #expect(names(NSPredicate(format: "age IN %@", Set([17]) as CVarArg)) == ["Bob"])
        #expect(names(NSPredicate(format: "name == nil")) == [])
        #expect(names(NSPredicate(format: "email == %@", NSNull())) == ["Ann", "Bob", "Élan"])
        #expect(NSPredicate(format: "SELF == %@", id as CVarArg).evaluate(with: id as NSUUID))
        #expect(NSPredicate(format: "SELF == %@", url as CVarArg).evaluate(with: url))
        #expect(NSPredicate(format: "SELF == %@", data as CVarArg).evaluate(with: data))
        #expect(NSPredicate(format: "on == %@", NSNumber(value: yes)).evaluate(with: ["on": yes]))
        #expect(NSPredicate(format: "on == YES").evaluate(with: ["on": true]))
        #expect(
            NSPredicate(format: "a == %@ AND b == %@", argumentArray: [1, "x"])
                .evaluate(with: ["a": 1, "b": "x"]))
        #expect(NSPredicate(format: "TRUEPREDICATE", argumentArray: nil).evaluate(with: nil))
    }

    @Test func `argument lists`() {
        let predicate = withVaList([18, "Ann", 2.5]) {
            NSPredicate(format: "age > %d AND name == %@ AND size < %f", arguments: $0)
        }
        #expect(predicate.evaluate(with: ["age": 19, "name": "Ann", "size": 2]))
        #expect(!predicate.evaluate(with: ["age": 18, "name": "Ann", "size": 2]))
        func make(_ format: String, _ arguments: CVarArg...) -> NSPredicate {
            #expect(
                NSPredicate(format: format, arguments: getVaList(arguments))
                    == NSPredicate(format: format, argumentArray: arguments))
            return withVaList(arguments) { NSPredicate(format: format, arguments: $0) }
        }
        let many = make(
            "%K == %d AND b == %@ AND c == %f AND d == %ld AND e IN %@ AND f > %@ AND g == %lld",
            "a", Int32(-1), "x", 1.5, 1 << 40, [1, 2], Date(timeIntervalSinceReferenceDate: 0),
            -5)
        #expect(
            many.evaluate(with: [
                "a": -1, "b": "x", "c": 1.5, "d": 1 << 40, "e": 2, "f": Date(), "g": -5,
            ]))
        let doubles = make(
            "a IN {%f, %f, %f, %f, %f, %f, %f, %f, %f, %f}", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
            9.0, 10.5)
        #expect(doubles.evaluate(with: ["a": 10.5]))
        let unsigned = make("a == %u AND b == %x", UInt32(4_000_000_000), UInt32.max)
        #expect(unsigned.evaluate(with: ["a": 4_000_000_000, "b": 4_294_967_295]))
    }

    @Test func `validation of text`() {
        let pattern = "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"
        let email = NSPredicate(format: "SELF MATCHES %@", pattern)
        #expect(email.evaluate(with: "ann@example.org"))
        #expect(!email.evaluate(with: "ann at example"))
        let phone = NSPredicate(format: "SELF MATCHES[c] %@", "[a-f0-9]{3}")
        #expect(phone.evaluate(with: "AF9"))
        #expect(!phone.evaluate(with: "AF99"))
    }

    @Test func `value and block`() {
        #expect(NSPredicate(value: true).evaluate(with: nil))
        #expect(!NSPredicate(value: false).evaluate(with: 1))
        let long = NSPredicate { object, _ in (object as? String ?? "").count > 3 }
        #expect(long.evaluate(with: "Élan"))
        #expect(!long.evaluate(with: "Ann"))
        let bound = NSPredicate(block: { object, bindings in
            (object as? Int) == (bindings?["N"] as? Int)
        })
        #expect(bound.evaluate(with: 3, substitutionVariables: ["N": 3]))
        let null = NSPredicate { _, bindings in bindings?["N"] is NSNull }
        #expect(null.evaluate(with: 3, substitutionVariables: ["N": NSNull()]))
    }

    @Test func `template with variables`() {
        let template = NSPredicate(format: "name BEGINSWITH $PREFIX AND age >= $AGE")
        let filled = template.withSubstitutionVariables(["PREFIX": "A", "AGE": 18])
        #expect(filled.predicateFormat == "name BEGINSWITH \"A\" AND age >= 18")
        #expect(names(filled) == ["Ann"])
        #expect(
            template.evaluate(
                with: ["name": "Bob", "age": 17], substitutionVariables: ["PREFIX": "B", "AGE": 1]))
        let null = NSPredicate(format: "name == $NAME")
            .withSubstitutionVariables(["NAME": NSNull()])
        #expect(null.evaluate(with: [String: Any]()))
    }

    @Test func `predicates are values`() {
        let a = NSPredicate(format: "age > 3 AND name == 'x'")
        let b = NSPredicate(format: "(age > %d) && (name = %@)", 3, "x")
        #expect(a == b)
        #expect(a.hash == b.hash)
        #expect(Set([a, b]).count == 1)
        #expect(a != NSPredicate(format: "age > 4"))
        #expect(a.copy() as? NSPredicate == a)
        #expect("\(a)" == a.predicateFormat)
    }

    // MARK: Parts

    @Test func `parts of parsed predicates`() throws {
        let parsed = NSPredicate(format: "NOT (a == 1) OR (name BEGINSWITH[cd] %@ AND b > 2)", "x")
        let or = try #require(parsed as? NSCompoundPredicate)
        #expect(or.compoundPredicateType == .or)
        #expect(or.subpredicates.count == 2)
        let parts = or.subpredicates as! [NSPredicate]
        #expect((parts[0] as? NSCompoundPredicate)?.compoundPredicateType == .not)
        let and = try #require(parts[1] as? NSCompoundPredicate)
        #expect(and.compoundPredicateType == NSCompoundPredicate.LogicalType.and)
        let first = try #require(and.subpredicates.first as? NSComparisonPredicate)
        #expect(first.predicateOperatorType == .beginsWith)
        #expect(first.options == [.caseInsensitive, .diacriticInsensitive])
        #expect(first.comparisonPredicateModifier == .direct)
        #expect(first.leftExpression.expressionType == .keyPath)
        #expect(first.leftExpression.keyPath == "name")
        #expect(first.rightExpression.constantValue as? String == "x")
        #expect(first.customSelector == nil)
        #expect(!(NSPredicate(value: true) is NSComparisonPredicate))
    }

    @Test func `compound predicates`() {
        let young = NSPredicate(format: "age < 20")
        let old = NSPredicate(format: "age > 50")
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [young, old])
        #expect(names(either) == ["Bob", "Élan"])
        #expect(names(NSCompoundPredicate(notPredicateWithSubpredicate: either)) == ["Ann"])
        #expect(names(NSCompoundPredicate(andPredicateWithSubpredicates: [young, old])) == [])
        #expect(
            NSCompoundPredicate(type: .and, subpredicates: []).predicateFormat == "TRUEPREDICATE")
        #expect(
            NSCompoundPredicate(type: .or, subpredicates: []).predicateFormat == "FALSEPREDICATE")
        #expect(either.predicateFormat == "age < 20 OR age > 50")
        #expect(either.subpredicates.first as? NSPredicate === young)
        var long = NSPredicate(value: true)
        for number in 0..<2000 {
            long = NSCompoundPredicate(andPredicateWithSubpredicates: [
                long, NSPredicate(format: "age != %d", number + 1000),
            ])
        }
        #expect(names(long).count == 3)
        var all: NSPredicate = young
        all = NSCompoundPredicate(type: .and, subpredicates: [all, NSPredicate(value: true)])
        #expect(names(all) == ["Bob"])
    }

    @Test func `comparison predicates`() {
        let built = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "age"),
            rightExpression: NSExpression(forConstantValue: [18, 40]),
            modifier: .direct, type: .between, options: [])
        #expect(built == NSPredicate(format: "age BETWEEN {18, 40}"))
        #expect(names(built) == ["Ann"])
        let any = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: #"tags"#),
            rightExpression: NSExpression(forConstantValue: "a"), modifier: .any,
            type: .equalTo, options: .caseInsensitive)
        #expect(any.predicateFormat == "ANY tags ==[c] \"a\"")
        #expect(any.evaluate(with: ["tags": ["A", "b"]]))
        let custom = NSComparisonPredicate(
            leftExpression: NSExpression.expressionForEvaluatedObject(),
            rightExpression: NSExpression(forConstantValue: 1),
            customSelector: Selector("isBetterThan:"))
        #expect(custom.predicateOperatorType == .customSelector)
        #expect(custom.customSelector == Selector("isBetterThan:"))
    }

    @Test func `raw values are Apple's`() {
        #expect(NSComparisonPredicate.Operator.lessThan.rawValue == 0)
        #expect(NSComparisonPredicate.Operator.in.rawValue == 10)
        #expect(NSComparisonPredicate.Operator.contains.rawValue == 99)
        #expect(NSComparisonPredicate.Operator.between.rawValue == 100)
        #expect(NSComparisonPredicate.Modifier.any.rawValue == 2)
        #expect(NSCompoundPredicate.LogicalType.not.rawValue == 0)
        #expect(NSExpression.ExpressionType.subquery.rawValue == 13)
        #expect(NSExpression.ExpressionType.conditional.rawValue == 20)
    }

    // MARK: Expressions

    @Test func `expressions`() throws {
        #expect(
            NSExpression(format: "1 + 2 * 3").expressionValue(with: nil, context: nil) as? Int == 7)
        let path = NSExpression(forKeyPath: "a.b")
        #expect(path.expressionValue(with: ["a": ["b": "x"]], context: nil) as? String == "x")
        #expect(path.keyPath == "a.b")
        let sum = NSExpression(
            forFunction: "sum:",
            arguments: [
                NSExpression(forAggregate: [
                    NSExpression(forConstantValue: 1), NSExpression(forConstantValue: 2),
                ])
            ])
        #expect(sum.expressionValue(with: nil, context: nil) as? Int == 3)
        #expect(sum.expressionType == .function)
        #expect(sum.function == "sum:")
        #expect(sum.arguments?.first?.expressionType == .aggregate)
        let context = NSMutableDictionary(dictionary: ["x": 4])
        #expect(
            NSExpression(forVariable: "x").expressionValue(with: nil, context: context) as? Int == 4
        )
        let block = NSExpression(
            block: { object, arguments, _ in
                (object as? Int ?? 0) + (arguments.first as? Int ?? 0)
            }, arguments: [NSExpression(forConstantValue: 5)])
        #expect(block.expressionValue(with: 2, context: nil) as? Int == 7)
        let count = NSExpression(
            forFunction: "count:", arguments: [NSExpression(forKeyPath: "tags")])
        #expect(count.expressionValue(with: ["tags": ["a", "b"]], context: nil) as? Int == 2)
    }

    @Test func `a set of decimal numbers is a constant`() {
        let prices: Set<Decimal> = [1.5, 2]
        let isAmong = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "price"),
            rightExpression: NSExpression(forConstantValue: prices), modifier: .direct, type: .in)
        #expect(isAmong.evaluate(with: ["price": Decimal(1.5)]))
        #expect(!isAmong.evaluate(with: ["price": Decimal(1)]))
    }

    @Test func `parts of expressions`() throws {
        #expect(NSExpression(forConstantValue: nil).constantValue == nil)
        let object = NSObject()
        #expect(NSExpression(forConstantValue: object).constantValue as? NSObject === object)
        let union = NSExpression(
            forUnionSet: NSExpression(forKeyPath: "a"), with: NSExpression(forKeyPath: "b"))
        #expect(union.expressionType == .unionSet)
        #expect(union.left.keyPath == "a")
        #expect(union.right.keyPath == "b")
        let conditional = NSExpression(
            forConditional: NSPredicate(format: "a > 1"),
            trueExpression: NSExpression(forConstantValue: "big"),
            falseExpression: NSExpression(forConstantValue: "small"))
        #expect(conditional.expressionValue(with: ["a": 2], context: nil) as? String == "big")
        #expect(conditional.predicate == NSPredicate(format: "a > 1"))
        #expect(conditional.true.constantValue as? String == "big")
        #expect(conditional.false.constantValue as? String == "small")
        let subquery = NSExpression(
            forSubquery: NSExpression(forKeyPath: "pets"), usingIteratorVariable: "p",
            predicate: NSPredicate(format: "$p.age > 3"))
        #expect(subquery.variable == "p")
        #expect((subquery.collection as? NSExpression)?.keyPath == "pets")
        let found =
            subquery.expressionValue(
                with: ["pets": [["age": 2], ["age": 4]]], context: nil) as? [Any]
        #expect(found?.count == 1)
        let method = NSExpression(
            forFunction: NSExpression(forConstantValue: "ann"), selectorName: "uppercaseString",
            arguments: [])
        #expect(method.expressionValue(with: nil, context: nil) as? String == "ANN")
        #expect(method.operand.constantValue as? String == "ann")
        #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
        #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
        #expect(NSExpression(format: "%K + 1", "age") == NSExpression(format: "age + 1"))
    }

    @Test func `a function is made again of its parts`() {
        for format in [
            "a + 1", "sum:(a, 2)", "a[FIRST]", "a[SIZE]", "a[2]", "b[key]", "CAST(a, \"NSDate\")",
            "uppercase:(name)", "FUNCTION(name, \"uppercaseString\")", "now()",
        ] {
            let made = NSExpression(format: format)
            let again = NSExpression(
                forFunction: made.operand, selectorName: made.function, arguments: made.arguments)
            #expect(again == made)
            #expect(again.description == format)
        }
        #expect(NSExpression(format: "a + 1").operand.expressionType == .constantValue)
        #expect(NSExpression(format: "a + 1").floating.description == "a + 1.0")
        let quotient = NSExpression(format: "(7 - 2) / 2")
        #expect(quotient.expressionValue(with: nil, context: nil) as? Double == 2)
        #expect(quotient.floating.expressionValue(with: nil, context: nil) as? Double == 2.5)
    }

    // MARK: Sorting

    @Test func `sort descriptors`() {
        descriptors = [NSSortDescriptor(key: "age", ascending: false)]
        let sorted = (rows as NSArray).sortedArray(using: descriptors)
        #expect(sorted.compactMap { ($0 as? [String: Any])?["age"] as? Int } == [52, 30, 17])
        let files = ["file10", "File9", "file1"] as NSArray
        let asShown = NSSortDescriptor(
            key: nil, ascending: true, selector: Selector("localizedStandardCompare:"))
        #expect(files.sortedArray(using: [asShown]) as? [String] == ["file1", "File9", "file10"])
        let plain = NSSortDescriptor(key: "self", ascending: true)
        #expect(files.sortedArray(using: [plain]) as? [String] == ["File9", "file1", "file10"])
        #expect(plain.key == "self" && plain.ordering == nil && asShown.key == nil)
        let byLength = NSSortDescriptor(key: "self", ascending: true) { a, b in
            let (x, y) = ((a as? String ?? "").count, (b as? String ?? "").count)
            return x < y ? .orderedAscending : x > y ? .orderedDescending : .orderedSame
        }
        #expect(byLength.compare("aaa", to: "bb") == .orderedDescending)
        #expect(byLength.comparator("aaa", "bb") == .orderedDescending)
    }

    @Test func `sort descriptors of properties`() {
        let people = [
            Person(name: "Bob", age: 17, tags: []), Person(name: "Ann", age: 30, tags: []),
            Person(name: "Ann", age: 3, tags: []),
        ]
        let sorted = (people as NSArray).sortedArray(using: [
            NSSortDescriptor(keyPath: \Person.name, ascending: true),
            NSSortDescriptor(keyPath: \Person.age, ascending: false),
        ])
        #expect(sorted.compactMap { ($0 as? Person)?.age } == [30, 3, 17])
        let byName = NSSortDescriptor(keyPath: \Person.name, ascending: true)
        #expect(byName.key == "name")
        #expect(byName.keyPath == \Person.name)
        #expect(byName.ascending)
        let reversed = byName.reversedSortDescriptor as? NSSortDescriptor
        #expect(reversed?.ascending == false)
        #expect(reversed?.compare(people[0], to: people[1]) == .orderedAscending)
        #expect(byName == NSSortDescriptor(keyPath: \Person.name, ascending: true))
        #expect(byName != reversed)
        #expect(byName.copy() as? NSSortDescriptor == byName)
        let selector: Selector = NSSelectorFromString("localizedCompare:")
        let localized = NSSortDescriptor(key: "name", ascending: true, selector: selector)
        #expect(localized.selector == selector)
        #expect(NSStringFromSelector(selector) == "localizedCompare:")
    }

    // MARK: Collections

    @Test func `collections`() {
        let words = ["apple", "pear", "avocado"]
        let starts = NSPredicate(format: "SELF BEGINSWITH %@", "a")
        #expect((words as NSArray).filtered(using: starts) as? [String] == ["apple", "avocado"])
        #expect(words.filter { starts.evaluate(with: $0) } == ["apple", "avocado"])
        let mutable = NSMutableArray(array: words)
        mutable.filter(using: starts)
        #expect(mutable as? [String] == ["apple", "avocado"])
        mutable.sort(using: [NSSortDescriptor(key: "self", ascending: false)])
        #expect(mutable as? [String] == ["avocado", "apple"])
        let set = Set(words) as NSSet
        #expect(set.filtered(using: starts) as? Set<String> == ["apple", "avocado"])
        let mutableSet = NSMutableSet(array: words)
        mutableSet.filter(using: starts)
        #expect(mutableSet.count == 2)
        #expect(
            NSSet(array: words).sortedArray(using: [NSSortDescriptor(key: nil, ascending: true)])
                as? [String] == ["apple", "avocado", "pear"])
        let ordered = NSOrderedSet(array: words)
        #expect(ordered.filtered(using: starts).array as? [String] == ["apple", "avocado"])
        #expect(
            ordered.sortedArray(using: [NSSortDescriptor(key: "length", ascending: true)])
                as? [String] == ["pear", "apple", "avocado"])
        let mutableOrdered = NSMutableOrderedSet(array: words)
        mutableOrdered.filter(using: starts)
        mutableOrdered.sort(using: [NSSortDescriptor(key: "self", ascending: false)])
        #expect(mutableOrdered.array as? [String] == ["avocado", "apple"])
    }

    @Test func `objects`() {
        let dogs = [Dog(name: "Rex", age: 3), Dog(name: "Fido", age: 9)]
        let old = (dogs as NSArray).filtered(using: NSPredicate(format: "age > 5")) as? [Dog]
        #expect(old?.map(\.name) == ["Fido"])
        #expect(NSPredicate(format: "SELF == %@", dogs[0]).evaluate(with: dogs[0]))
        #expect(NSPredicate(format: "self IN %@", dogs).evaluate(with: dogs[1]))
        #expect(NSPredicate(format: "owner == %@", dogs[0]).evaluate(with: ["owner": dogs[0]]))
        let people = [
            Person(name: "Ann", age: 30, email: nil, tags: ["a"]),
            Person(name: "Bob", age: 17, email: "b@x.org", tags: ["b", "c"]),
        ]
        let found = (people as NSArray).filtered(
            using: NSPredicate(format: "email != nil AND ANY tags == 'c' AND tags.@count == 2"))
        #expect(found.compactMap { ($0 as? Person)?.name } == ["Bob"])
        let dictionary: NSDictionary = ["name": "Ann", "address": ["city": "Oslo"]]
        #expect(NSPredicate(format: "address.city == 'Oslo'").evaluate(with: dictionary))
    }

    // MARK: Archives

    @Test func `archives`() throws {
        let predicate = NSPredicate(
            format: "name ==[c] %@ AND born < %@ AND (tags CONTAINS 'a' OR age BETWEEN {1, 2})",
            "Ann", Date(timeIntervalSinceReferenceDate: 5.25) as NSDate)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: predicate, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSCompoundPredicate.self, from: data)
        #expect(read == predicate)
        read?.allowEvaluation()
        let sort = NSSortDescriptor(
            key: "name", ascending: false, selector: Selector("localizedCompare:"))
        let sortData = try NSKeyedArchiver.archivedData(
            withRootObject: sort, requiringSecureCoding: true)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: NSSortDescriptor.self, from: sortData)
                == sort)
        let expression = NSExpression(format: "a + $b")
        let expressionData = try NSKeyedArchiver.archivedData(
            withRootObject: expression, requiringSecureCoding: true)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: NSExpression.self, from: expressionData) == expression)
    }

    // MARK: Beside XCTest's own use

    @Test func `expectations`() {
        let expectation = XCTNSPredicateExpectation(
            predicate: NSPredicate(format: "count == 2"), object: ["count": 2])
        #expect(XCTWaiter.wait(for: [expectation], timeout: 60) == .completed)
    }
}

extension NSExpression {
    /// The expression with floating-point numbers for its integers, as calculators write it.
    fileprivate var floating: NSExpression {
        switch expressionType {
        case .constantValue:
            (constantValue as? NSNumber).map { NSExpression(forConstantValue: $0.doubleValue) }
                ?? self
        case .function:
            NSExpression(
                forFunction: operand, selectorName: function, arguments: arguments?.map(\.floating))
        default: self
        }
    }
}
