import CoreData
import Foundation
import TestModels
import Testing

@Suite struct `Objects let go on another thread` {
    /// A model with one entity without a class.
    private func container() throws -> NSPersistentContainer {
        let model = NSManagedObjectModel(
            of: entity("Thing", [attribute("number", .integer64AttributeType)]))
        let container = NSPersistentContainer(name: "Things", managedObjectModel: model)
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        return container
    }

    @Test func `are found again or made again, never half deleted`() throws {
        let context = try container().newBackgroundContext()
        // Not in a block, which would hold the objects until its end.
        for number in 0..<50 {
            let thing = NSEntityDescription.insertNewObject(
                forEntityName: "Thing", into: context)
            thing.setValue(number, forKey: "number")
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Thing")
        request.resultType = .managedObjectIDResultType
        let ids = try context.fetch(request)
        context.reset()
        let group = DispatchGroup()
        var wrong = 0
        for round in 0..<4000 {
            // The other thread only lets go of them.
            nonisolated(unsafe) var held = ids.map { context.object(with: $0) }
            DispatchQueue.global().async(group: group) { held.removeAll() }
            for id in ids where context.object(with: id).objectID != id { wrong += 1 }
            if round % 100 == 0 { group.wait() }
        }
        group.wait()
        #expect(wrong == 0)
        #expect(context.registeredObjects.isEmpty)
        let sum = ids.compactMap {
            context.object(with: $0).value(forKey: "number") as? Int
        }.reduce(0, +)
        #expect(sum == 49 * 25)
    }
}
