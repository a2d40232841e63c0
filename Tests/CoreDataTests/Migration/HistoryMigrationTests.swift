import CoreData
import Foundation
import TestFiles
import TestKit
import TestModels
import Testing

/// What a migration leaves of what a store knows about its saves.
struct HistoryMigrationTests {
    private let folder = TemporaryFolder()

    private func all(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }

    @Test func `a history goes on over a migration, and moments stay`() throws {
        let url = TestStores.url(folder.file("history.sqlite"))
        let options: [AnyHashable: Any] = [
            NSPersistentHistoryTrackingKey: true as NSNumber,
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        func model(_ more: [NSAttributeDescription] = []) -> NSManagedObjectModel {
            let moment = NSDerivedAttributeDescription()
            moment.name = "modified"
            moment.attributeType = .dateAttributeType
            moment.derivationExpression = NSExpression(format: "now()")
            return NSManagedObjectModel(
                of: entity("Person", [attribute("name"), moment] + more))
        }
        func history(
            _ context: NSManagedObjectContext, after token: NSPersistentHistoryToken?
        ) throws -> [NSPersistentHistoryTransaction] {
            let result = try context.execute(
                NSPersistentHistoryChangeRequest.fetchHistory(after: token))
            let all = (result as? NSPersistentHistoryResult)?.result
            return try #require(all as? [NSPersistentHistoryTransaction])
        }
        let before = try NSManagedObjectContext.ofStore(model(), at: url, options)
        var tokens: [NSPersistentHistoryToken] = []
        for name in ["Ann", "Bo", "Cy"] {
            let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: before)
            person.setValue(name, forKey: "name")
            try before.save()
            tokens.append(try #require(try history(before, after: nil).last?.token))
        }
        let moments = try all(before).map { $0.value(forKey: "modified") as? Date }
        #expect(moments.allSatisfy { $0 != nil })
        try before.closeStores()
        let after = try NSManagedObjectContext.ofStore(model([attribute("note")]), at: url, options)
        let people = try all(after)
        #expect(Set(people.map { $0.value(forKey: "modified") as? Date }) == Set(moments))
        // No person is new, and what was read before is not told again.
        #expect(try history(after, after: nil).isEmpty)
        #expect(try history(after, after: tokens[2]).isEmpty)
        let expired = try #require(throws: (any Error).self) {
            try history(after, after: tokens[1])
        }
        #expect((expired as NSError).code == NSPersistentHistoryTokenExpiredError)
        people.first?.setValue("Di", forKey: "name")
        try after.save()
        let new = try history(after, after: tokens[2])
        #expect(new.flatMap { $0.changes ?? [] }.map(\.changeType) == [.update])
        try after.closeStores()
    }
}
