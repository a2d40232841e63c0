import CoreData
import Synchronization
import Testing

/// Contexts that save by themselves when a turn of their queue ends.
struct AutosaveTests {
    private func context(
        _ kind: NSManagedObjectContextConcurrencyType
    ) throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: kind)
        context.persistentStoreCoordinator = try Shop.coordinator()
        return context
    }

    /// How often something happened.
    private final class Counting: Sendable {
        private let count = Mutex(0)
        var times: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    /// Comes back when the main queue has done what waited for it.
    private func mainQueueIsDone() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }

    @Test @MainActor func `changes of a turn of the main queue are saved once, after it`()
        async throws
    {
        let context = try context(.mainQueueConcurrencyType)
        let saves = Counting()
        context.autosave = {
            saves.add()
            try $0.save()
        }
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
        _ = Shop.insert("Item", ["name": "Chair"], into: context)
        #expect(saves.times == 0 && context.hasChanges)
        await mainQueueIsDone()
        #expect(saves.times == 1 && !context.hasChanges)
        lamp.setValue("Light", forKey: "name")
        context.processPendingChanges()
        await mainQueueIsDone()
        #expect(saves.times == 2 && !context.hasChanges)
        await mainQueueIsDone()
        #expect(saves.times == 2)
        context.autosave = nil
        context.delete(lamp)
        await mainQueueIsDone()
        #expect(saves.times == 2 && context.hasChanges)
    }

    @Test @MainActor func `what was changed before is saved when it is turned on`() async throws {
        let context = try context(.mainQueueConcurrencyType)
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        await mainQueueIsDone()
        #expect(context.hasChanges)
        context.autosave = { try $0.save() }
        await mainQueueIsDone()
        #expect(!context.hasChanges)
    }

    @Test @MainActor func `an error is dropped, and the next change tries again`() async throws {
        let context = try context(.mainQueueConcurrencyType)
        let saves = Counting()
        context.autosave = {
            saves.add()
            try $0.save()
        }
        // Its name is missing.
        let shop = Shop.insert("Shop", into: context)
        await mainQueueIsDone()
        await mainQueueIsDone()
        #expect(saves.times == 1 && context.hasChanges && shop.isInserted)
        shop.setValue("Here", forKey: "name")
        await mainQueueIsDone()
        #expect(saves.times == 2 && !context.hasChanges)
    }

    @Test @MainActor func `an object that changes at each save does not keep it saving`()
        async throws
    {
        let context = try context(.mainQueueConcurrencyType)
        let saves = Counting()
        context.autosave = { context in
            saves.add()
            // As willSave does that writes when an object was saved; the save then fails.
            for item in context.insertedObjects where item.entity.name == "Item" {
                item.setValue(saves.times, forKey: "quantity")
            }
            try context.save()
        }
        _ = Shop.insert("Item", into: context)
        _ = Shop.insert("Shop", into: context)
        for _ in 0..<5 { await mainQueueIsDone() }
        #expect(saves.times == 1 && context.hasChanges)
    }

    @Test @MainActor func `a context that is let go of saves before it goes`() async throws {
        let coordinator = try Shop.coordinator()
        let saves = Counting()
        do {
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            context.autosave = {
                try $0.save()
                saves.add()
            }
            _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        }
        await mainQueueIsDone()
        #expect(saves.times == 1)
        #expect(try Shop.fetch("Item", in: Shop.context(coordinator)).count == 1)
    }

    @Test func `a private context saves after its block`() async throws {
        let context = try context(.privateQueueConcurrencyType)
        let saves = Counting()
        context.autosave = {
            saves.add()
            try $0.save()
        }
        let isSaved = context.performAndWait {
            _ = Shop.insert("Item", ["name": "Lamp"], into: context)
            _ = Shop.insert("Item", ["name": "Chair"], into: context)
            return !context.hasChanges
        }
        #expect(!isSaved)
        await context.perform { #expect(saves.times == 1 && !context.hasChanges) }
    }

    @Test func `changes outside of the context's queue are left alone`() async throws {
        let context = try context(.mainQueueConcurrencyType)
        context.autosave = { try $0.save() }
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        await mainQueueIsDone()
        #expect(context.hasChanges)
    }
}
