import Foundation
import FoundationPredicates
import Testing

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

@Suite final class SubclassTests {
    @Test func `subclasses decide for themselves`() {
        let even = EvenPredicate()
        #expect(even.evaluate(with: 2))
        #expect(([1, 2, 3, 4] as NSArray).filtered(using: even) as? [Int] == [2, 4])
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
            even, NSPredicate(format: "SELF > 2"),
        ])
        #expect(([1, 2, 3, 4] as NSArray).filtered(using: both) as? [Int] == [4])
        #expect(NSPredicate(value: true).isAlwaysTrue)
    }
}
