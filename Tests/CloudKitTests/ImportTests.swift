import CloudKit
import Foundation
import Testing
import XCTest

/// `import CloudKit` beside Foundation and XCTest: every name means what it means on a Mac.
@Suite final class ImportTests {
    @Test func `predicates and sorts are ones that work`() {
        let predicate: NSPredicate = NSPredicate(format: "age > %d AND name == %@", 5, "Ann")
        #expect(predicate.evaluate(with: ["age": 7, "name": "Ann"] as [String: Any]))
        #expect(!predicate.evaluate(with: ["age": 3, "name": "Ann"] as [String: Any]))
        let sorts: [NSSortDescriptor] = [NSSortDescriptor(key: "age", ascending: false)]
        let query = CKQuery(
            recordType: "Person",
            predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [predicate]))
        query.sortDescriptors = sorts
        #expect(query.sortDescriptors?.first?.key == "age")
        let near = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a"),
            rightExpression: NSExpression(forConstantValue: 1), modifier: .direct, type: .equalTo)
        #expect(near.predicateFormat == "a == 1")
    }

    @Test func `positions come along`() {
        let place = CLLocation(latitude: 1, longitude: 2)
        #expect(place.coordinate.latitude == 1)
    }
}
