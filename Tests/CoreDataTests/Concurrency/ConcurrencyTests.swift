import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

/// Eight contexts on eight tasks over one SQLite store.
///
/// Meant to run under the thread sanitizer as well; `QUARRY_ROUNDS` makes it longer.
@Suite struct `Eight contexts at once` {
    private let folder = TemporaryFolder()

    private static let rounds =
        ProcessInfo.processInfo.environment["QUARRY_ROUNDS"].flatMap { Int($0) } ?? 12

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            of: entity(
                "Counter", [attribute("name"), attribute("count", .integer64AttributeType, 0)]))
    }

    private func container() throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Counters", managedObjectModel: Self.model())
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(
                url: TestStores.url(folder.file("counters.sqlite")))
        ]
        try container.loadStores()
        return container
    }

    private static func shared(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Counter")
        request.predicate = NSPredicate(format: "name == %@", "shared")
        return try #require(try context.fetch(request).first)
    }

    @Test func `no increment is lost where everybody counts the same object`() async throws {
        let container = try container()
        try await container.performBackgroundTask { context in
            let counter = NSEntityDescription.insertNewObject(
                forEntityName: "Counter", into: context)
            counter.setValue("shared", forKey: "name")
            try context.save()
        }
        let rounds = Self.rounds
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                let context = container.newBackgroundContext()
                group.addTask {
                    for _ in 0..<rounds { try await Self.increment(in: context) }
                }
            }
            try await group.waitForAll()
        }
        let total = try await container.performBackgroundTask { context in
            try Self.shared(context).value(forKey: "count") as? Int
        }
        #expect(total == 8 * rounds)
    }

    private static func insert(into context: NSManagedObjectContext) -> [NSManagedObject] {
        (0..<20).map { _ in
            NSEntityDescription.insertNewObject(forEntityName: "Counter", into: context)
        }
    }

    @Test func `a child gets identifiers while its parent saves others`() async throws {
        let parent = try container().newBackgroundContext()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        let rounds = Self.rounds
        var found: Set<NSManagedObjectID> = []
        try await withThrowingTaskGroup(of: [NSManagedObjectID].self) { group in
            group.addTask {
                for _ in 0..<rounds {
                    try await parent.perform {
                        _ = Self.insert(into: parent)
                        try parent.save()
                    }
                }
                return []
            }
            group.addTask {
                var all: [NSManagedObjectID] = []
                for _ in 0..<rounds {
                    let identifiers: [NSManagedObjectID] = try await child.perform {
                        let made = Self.insert(into: child)
                        try child.obtainPermanentIDs(for: made)
                        return made.map(\.objectID)
                    }
                    all += identifiers
                }
                return all
            }
            for try await identifiers in group { found.formUnion(identifiers) }
        }
        #expect(found.count == 20 * rounds)
        #expect(found.allSatisfy { !$0.isTemporaryID })
    }

    /// Adds one, and again after each conflict with another context.
    private static func increment(in context: NSManagedObjectContext) async throws {
        while true {
            let saved = try await context.perform {
                let counter = try shared(context)
                context.refresh(counter, mergeChanges: false)
                let count = counter.value(forKey: "count") as? Int ?? 0
                counter.setValue(count + 1, forKey: "count")
                do {
                    try context.save()
                    return true
                } catch let error as NSError
                    where error.code == NSManagedObjectMergeError
                {
                    context.rollback()
                    return false
                }
            }
            if saved { return }
        }
    }

    @Test func `what eight contexts insert and delete adds up in the view context`() async throws {
        let container = try container()
        container.viewContext.automaticallyMergesChangesFromParent = true
        let rounds = Self.rounds
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                let context = container.newBackgroundContext()
                context.automaticallyMergesChangesFromParent = worker % 2 == 0
                group.addTask {
                    for round in 0..<rounds {
                        try await context.perform {
                            for number in 0..<4 {
                                let counter = NSEntityDescription.insertNewObject(
                                    forEntityName: "Counter", into: context)
                                counter.setValue("worker \(worker)", forKey: "name")
                                counter.setValue(round * 4 + number, forKey: "count")
                            }
                            try context.save()
                            let request = NSFetchRequest<NSManagedObject>(entityName: "Counter")
                            request.predicate = NSPredicate(
                                format: "name == %@ AND count == %d", "worker \(worker)",
                                round * 4)
                            let found = try context.fetch(request)
                            #expect(found.count == 1)
                            for object in found { context.delete(object) }
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let context = container.viewContext
        try await context.perform {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Counter")
            let left = try context.count(for: request)
            #expect(left == 8 * rounds * 3)
            request.predicate = NSPredicate(format: "modulus:by:(count, 4) == 0")
            let multiples = try context.count(for: request)
            #expect(multiples == 0)
        }
    }
}
