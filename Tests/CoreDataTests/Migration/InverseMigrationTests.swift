import CoreData
import Foundation
import TestFiles
import TestKit
import TestModels
import Testing

/// Relationships that have an inverse no more.
struct InverseMigrationTests {
    private let folder = TemporaryFolder()

    private func model(isPaired: Bool) -> NSManagedObjectModel {
        let member = entity("Member")
        let lists = ["friends", "blocked"].map { relationship($0, member, isToMany: true) }
        let parents = ["mother", "father"].map { relationship($0, member) }
        if isPaired {
            join(lists[0], lists[1])
            join(parents[0], parents[1])
        }
        member.properties = [attribute("name")] + lists + parents
        return NSManagedObjectModel(of: member)
    }

    private func context(
        _ model: NSManagedObjectModel, _ file: URL
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test func `two relationships of one class that are no pair any more keep what they had`()
        throws
    {
        let file = TestStores.url(folder.file("members.sqlite"))
        let before = try context(model(isPaired: true), file)
        let (ann, bob) = (
            NSEntityDescription.insertNewObject(forEntityName: "Member", into: before),
            NSEntityDescription.insertNewObject(forEntityName: "Member", into: before)
        )
        ann.setValue("Ann", forKey: "name")
        bob.setValue("Bob", forKey: "name")
        ann.setValue(Set([bob]), forKey: "friends")
        ann.setValue(bob, forKey: "mother")
        try before.save()
        let coordinator = try #require(before.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }

        let after = try context(model(isPaired: false), file)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Member")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let members = try after.fetch(request)
        func names(_ member: NSManagedObject, _ key: String) -> Set<String> {
            let found = member.value(forKeyPath: key + ".name")
            return found as? Set<String> ?? Set([found as? String].compactMap { $0 })
        }
        let keys = ["friends", "blocked", "mother", "father"]
        #expect(keys.map { names(members[0], $0) } == [["Bob"], [], ["Bob"], []])
        #expect(keys.map { names(members[1], $0) } == [[], ["Ann"], [], ["Ann"]])
    }
}
