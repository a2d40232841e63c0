import Foundation
import FoundationPredicates
import PredicateCore
import Testing

private final class Node: KeyedObject, @unchecked Sendable {
    let id = UUID()
    static func == (a: Node, b: Node) -> Bool { a.id == b.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
        switch key {
        case "answer": .int(42)
        case "me": .object(ObjectValue(self))
        default: throw EvaluationError(.undefinedKey, "Node has no key \(key).")
        }
    }
}

@Suite struct `What the frameworks above use` {
    @Test func `a question becomes the object of its class`() throws {
        let format = "NOT (a == 1 OR b CONTAINS[c] \"x\") AND c IN {1, 2}"
        let query = try QueryPredicate(parsing: format)
        let predicate = NSPredicate(query)
        #expect(predicate is NSCompoundPredicate)
        #expect(predicate.queryPredicate == query)
        #expect(NSPredicate.from(.constant(true)) == NSPredicate(value: true))
    }

    @Test func `a built predicate is the same question as a parsed one`() {
        let built = NSCompoundPredicate(
            notPredicateWithSubpredicate: NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "a.b"),
                rightExpression: NSExpression(forConstantValue: nil), modifier: .direct,
                type: .equalTo))
        #expect(built.queryPredicate == NSPredicate(format: "NOT a.b == nil").queryPredicate)
    }

    @Test func `a descriptor as an ordering and back`() {
        let descriptor = NSSortDescriptor(
            key: "name", ascending: false, selector: Selector("localizedStandardCompare:"))
        let ordering = Ordering("name", ascending: false, textOrder: .localizedStandard)
        #expect(descriptor.ordering == ordering)
        #expect(NSSortDescriptor(ordering) == descriptor)
        #expect(NSSortDescriptor(key: "a.b", ascending: true).ordering == Ordering("a.b"))
        #expect(NSSortDescriptor(key: nil, ascending: true).ordering == nil)
        let function = NSSortDescriptor(key: "a", ascending: true) { _, _ in .orderedSame }
        #expect(function.ordering == nil)
    }

    @Test func `an object that answers for its own keys`() throws {
        let node = Node()
        #expect(NSPredicate(format: "answer == 42 AND me.me.answer > 1").evaluate(with: node))
        #expect(NSPredicate(format: "n == %@", node).evaluate(with: ["n": node]))
        #expect(throws: EvaluationError.self) {
            try NSPredicate(format: "wrong == 1").matches(node)
        }
    }

    @Test func `an expression is embedded where its argument stands`() {
        let predicate = NSPredicate(
            format: "%@ > %@", NSExpression(forKeyPath: "a.b"), NSExpression(format: "1 + c"))
        #expect(predicate.predicateFormat == "a.b > 1 + c")
    }

    @Test func `a selector's name compares as its operator where it is one`() throws {
        let tokens = try #require(
            NSPredicate(format: "t TOKENMATCHES[cd] 'x'") as? NSComparisonPredicate)
        #expect(tokens.predicateOperatorType == .customSelector)
        let again = NSComparisonPredicate(
            leftExpression: tokens.leftExpression, rightExpression: tokens.rightExpression,
            customSelector: try #require(tokens.customSelector))
        guard case .comparison(let comparison) = again.queryPredicate else { return }
        #expect(comparison.op == .tokenMatches)
    }
}

@Suite struct `Archives` {
    @Test(arguments: [
        "a == 1", "NOT b == nil", "TRUEPREDICATE", "name ==[cd] \"é\\\"\" AND x IN {1, 2.5}",
        "SUBQUERY(pets, $p, $p.age > $limit).@count > 0", "a == $x OR ANY tags LIKE 'x*'",
    ])
    func `what is written is read`(format: String) throws {
        let predicate = NSPredicate(format: format)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: predicate, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPredicate.self, from: data)
        #expect(read == predicate)
        #expect(read.map { type(of: $0) } == type(of: predicate))
    }

    @Test func `a compound of one part, or of none, is read as what it was`() throws {
        let adult = NSPredicate(format: "age >= 18")
        let either = NSPredicate(format: "a == 1 OR b == 2")
        let compounds = [[], [adult], [either]].flatMap { parts in
            [
                NSCompoundPredicate(andPredicateWithSubpredicates: parts),
                NSCompoundPredicate(orPredicateWithSubpredicates: parts),
            ]
        }
        for compound in compounds {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: compound, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: NSCompoundPredicate.self, from: data)
            #expect(read == compound, "\(compound)")
            #expect(read?.compoundPredicateType == compound.compoundPredicateType)
        }
    }

    @Test func `constants of every kind survive`() throws {
        let url = try #require(URL(string: "https://example.org"))
        let constants: [Any] = [
            1, 2.5, "a", Date(timeIntervalSinceReferenceDate: 0.5), UUID(), Data([1, 2]), url,
            ["x", 1] as [Any], ["k": 1], Decimal(string: "0.1") as Any, NSNull(),
        ]
        for constant in constants {
            let predicate = NSPredicate(format: "a == %@", constant)
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: predicate, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: NSPredicate.self, from: data)
            #expect(read == predicate, "\(predicate)")
        }
    }

    @Test func `a number of an expression is of its kind again`() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: NSExpression(forConstantValue: 5.0), requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: NSExpression.self, from: data))
        let half = NSExpression(
            forFunction: "divide:by:", arguments: [read, NSExpression(forConstantValue: 2)])
        #expect(try half.value(for: nil) as? Double == 2.5)
    }

    @Test func `an object that can be archived is archived beside the format`() throws {
        let zone = NSTimeZone(forSecondsFromGMT: 3600)
        let predicate = NSPredicate(format: "zone == %@ AND b == $b", zone)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: predicate, requiringSecureCoding: false)
        let read =
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSPredicate.self, NSTimeZone.self], from: data) as? NSPredicate
        #expect(read == predicate)
    }

    @Test func `a block stops the archiver, which says why`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let block = NSPredicate { _, _ in true }
            _ = try? NSKeyedArchiver.archivedData(
                withRootObject: block, requiringSecureCoding: true)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("A block cannot be archived"))
    }

    @Test func `an archive that is not ours gives nothing`() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("a ==" as NSString, forKey: "quarry.format")
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(NSPredicate(coder: reader) == nil)
        #expect(NSExpression(coder: reader) == nil)
        #expect(NSSortDescriptor(coder: reader) == nil)
    }
}
