import CoreData
import Synchronization
import Testing

/// A context of the main queue, used there and elsewhere.
struct MainQueueTests {
    /// How often a context told of changes.
    private final class Hearing: Sendable {
        private let count = Mutex(0)

        func listen(to context: NSManagedObjectContext) -> any NSObjectProtocol {
            NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { _ in self.count.withLock { $0 += 1 } }
        }

        var times: Int { count.withLock { $0 } }
    }

    private func context() throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = try Shop.coordinator()
        return context
    }

    /// Comes back when the main queue has done what waited for it.
    private func mainQueueIsDone() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }

    @Test @MainActor func `on its queue an event ends by itself`() async throws {
        let context = try context()
        let hearing = Hearing()
        let token = hearing.listen(to: context)
        defer { NotificationCenter.default.removeObserver(token) }
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        _ = Shop.insert("Item", ["name": "Chair"], into: context)
        #expect(hearing.times == 0)
        await mainQueueIsDone()
        #expect(hearing.times == 1)
    }

    @Test func `elsewhere the main queue leaves its objects alone`() async throws {
        let context = try context()
        let hearing = Hearing()
        let token = hearing.listen(to: context)
        defer { NotificationCenter.default.removeObserver(token) }
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        await mainQueueIsDone()
        #expect(hearing.times == 0)
        try context.save()
        #expect(hearing.times == 1)
    }

    @Test @MainActor func `a block runs at once where the main queue is`() throws {
        let context = try context()
        let name = context.performAndWait {
            Shop.insert("Item", ["name": "Lamp"], into: context).value(forKey: "name") as? String
        }
        #expect(name == "Lamp")
    }

    @Test @MainActor func `a private child saves into it from the main queue`() throws {
        let context = try context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try child.performAndWait {
            _ = Shop.insert("Item", ["name": "Lamp"], into: child)
            try child.save()
        }
        #expect(context.insertedObjects.count == 1)
    }
}
