import CloudKit
import Foundation
import XCTest

/// `import CloudKit` beside Foundation and XCTest: every name means what it means on a Mac.
final class ImportTests: XCTestCase {
    func testPredicatesAndSortsAreOnesThatWork() {
        let predicate: NSPredicate = NSPredicate(format: "age > %d AND name == %@", 5, "Ann")
        XCTAssertTrue(predicate.evaluate(with: ["age": 7, "name": "Ann"] as [String: Any]))
        XCTAssertFalse(predicate.evaluate(with: ["age": 3, "name": "Ann"] as [String: Any]))
        let sorts: [NSSortDescriptor] = [NSSortDescriptor(key: "age", ascending: false)]
        let query = CKQuery(
            recordType: "Person",
            predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [predicate]))
        query.sortDescriptors = sorts
        XCTAssertEqual(query.sortDescriptors?.first?.key, "age")
        let near = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a"),
            rightExpression: NSExpression(forConstantValue: 1), modifier: .direct, type: .equalTo)
        XCTAssertEqual(near.predicateFormat, "a == 1")
    }

    func testPositionsComeAlong() {
        let place = CLLocation(latitude: 1, longitude: 2)
        XCTAssertEqual(place.coordinate.latitude, 1)
    }
}
