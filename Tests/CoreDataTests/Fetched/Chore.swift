import CoreData

/// Something to do, in a list with sections.
class Chore: NSManagedObject {
    @NSManaged var title: String
    @NSManaged var room: String?
    @NSManaged var rank: Int64
    @NSManaged var done: Bool
    @NSManaged var note: String?
}

extension Chore {
    /// A model with chores alone.
    static func model() -> NSManagedObjectModel {
        func attribute(
            _ name: String, _ type: NSAttributeType, _ value: Any? = nil
        ) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            attribute.defaultValue = value
            return attribute
        }
        let entity = NSEntityDescription()
        entity.name = "Chore"
        entity.managedObjectClassName = NSStringFromClass(Chore.self)
        entity.properties = [
            attribute("title", .stringAttributeType, ""), attribute("room", .stringAttributeType),
            attribute("rank", .integer64AttributeType, 0),
            attribute("done", .booleanAttributeType, false),
            attribute("note", .stringAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
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
