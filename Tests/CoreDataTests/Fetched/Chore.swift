import CoreData
import TestModels

/// Something to do, in a list with sections.
class Chore: NSManagedObject {
    @NSManaged var title: String
    @NSManaged var room: String?
    @NSManaged var rank: Int64
    @NSManaged var done: Bool
    @NSManaged var note: String?

    var snapshotEvents: [NSSnapshotEventType] = []
    var onSnapshot: ((Chore) -> Void)?

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        snapshotEvents.append(flags)
        onSnapshot?(self)
    }
}

extension Chore {
    /// A model with chores alone.
    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            of: TestModels.entity(
                "Chore",
                [
                    attribute("title", .stringAttributeType, ""), attribute("room"),
                    attribute("rank", .integer64AttributeType, 0),
                    attribute("done", .booleanAttributeType, false), attribute("note"),
                ], class: Chore.self))
    }

    /// A coordinator over a store in memory, with nothing in it.
    static func coordinator() throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        try coordinator.addFreshStore()
        return coordinator
    }

    /// A context over a store in memory, with nothing in it.
    static func context() throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = try coordinator()
        return context
    }

    @discardableResult
    static func make(
        _ title: String, in room: String?, rank: Int64 = 0, _ context: NSManagedObjectContext
    ) -> Chore {
        let chore = Chore(context: context)
        chore.title = title
        chore.room = room
        chore.rank = rank
        return chore
    }
}
