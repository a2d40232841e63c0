import CoreData

/// A small model made in code: shops with items and owners.
enum Shop {
    /// The stores that every test runs against.
    enum Kind: CaseIterable, Sendable {
        case memory
        case sqlite
    }

    @TaskLocal static var kind = Kind.memory

    static func model() throws -> NSManagedObjectModel {
        func attribute(
            _ name: String, _ type: NSAttributeType, optional: Bool = true,
            default value: Any? = nil
        ) -> NSAttributeDescription {
            let made = NSAttributeDescription()
            made.name = name
            made.attributeType = type
            made.isOptional = optional
            made.defaultValue = value
            return made
        }
        func relationship(
            _ name: String, to entity: NSEntityDescription, many: Bool,
            rule: NSDeleteRule = .nullifyDeleteRule, ordered: Bool = false
        ) -> NSRelationshipDescription {
            let made = NSRelationshipDescription()
            made.name = name
            made.destinationEntity = entity
            made.maxCount = many ? 0 : 1
            made.deleteRule = rule
            made.isOrdered = ordered
            return made
        }
        func pair(_ a: NSRelationshipDescription, _ b: NSRelationshipDescription) {
            a.inverseRelationship = b
            b.inverseRelationship = a
        }
        let (item, shop, tag) = (
            NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
        )
        item.name = "Item"
        item.managedObjectClassName = "Item"
        shop.name = "Shop"
        tag.name = "Tag"
        let (itemShop, shopItems) = (
            relationship("shop", to: shop, many: false),
            relationship("items", to: item, many: true, rule: .cascadeDeleteRule)
        )
        let (itemTags, tagItems) = (
            relationship("tags", to: tag, many: true), relationship("items", to: item, many: true)
        )
        let (favourite, favouriteOf) = (
            relationship("favourite", to: item, many: false),
            relationship("favouriteOf", to: shop, many: false)
        )
        let (shelf, onShelf) = (
            relationship("shelf", to: item, many: true, ordered: true),
            relationship("onShelf", to: shop, many: false)
        )
        pair(itemShop, shopItems)
        pair(itemTags, tagItems)
        pair(favourite, favouriteOf)
        pair(shelf, onShelf)
        let price = attribute("price", .decimalAttributeType)
        let note = attribute("note", .transformableAttributeType)
        item.properties = [
            attribute("name", .stringAttributeType),
            attribute("quantity", .integer32AttributeType, default: 0),
            price, note, attribute("isSold", .booleanAttributeType, default: false),
            attribute("date", .dateAttributeType), attribute("id", .UUIDAttributeType),
            itemShop, itemTags, favouriteOf, onShelf,
        ]
        shop.properties = [
            attribute("name", .stringAttributeType, optional: false), shopItems, favourite, shelf,
        ]
        tag.properties = [attribute("name", .stringAttributeType), tagItems]
        tag.uniquenessConstraints = [["name"]]
        let model = NSManagedObjectModel()
        model.entities = [item, shop, tag]
        return model
    }

    static func coordinator(_ model: NSManagedObjectModel? = nil) throws
        -> NSPersistentStoreCoordinator
    {
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: try model ?? Shop.model())
        switch kind {
        case .memory:
            try coordinator.addFreshStore()
        case .sqlite:
            try coordinator.addFreshStore(NSSQLiteStoreType)
        }
        return coordinator
    }

    static func context(_ model: NSManagedObjectModel? = nil) throws -> NSManagedObjectContext {
        context(try coordinator(model))
    }

    static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    static func insert(
        _ entity: String, _ values: [String: Any] = [:], into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    static func fetch(
        _ entity: String, _ format: String = "TRUEPREDICATE", sort: String? = nil,
        in context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = sort.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return try context.fetch(request)
    }
}

/// A class with hand-written accessors, as generated code calls them.
class Item: NSManagedObject {
    var awakenings = 0
    var name: String? {
        get { __managedValue("name") }
        set { __setManagedValue(newValue, "name") }
    }
    var quantity: Int32 {
        get { __managedValue("quantity") }
        set { __setManagedValue(newValue, "quantity") }
    }
    var isSold: Bool {
        get { __managedValue("isSold") }
        set { __setManagedValue(newValue, "isSold") }
    }
    var price: NSDecimalNumber? {
        get { __managedValue("price") }
        set { __setManagedValue(newValue, "price") }
    }
    var note: [String]? {
        get { __managedValue("note") }
        set { __setManagedValue(newValue, "note") }
    }
    var date: Date? {
        get { __managedValue("date") }
        set { __setManagedValue(newValue, "date") }
    }
    var id: UUID? {
        get { __managedValue("id") }
        set { __setManagedValue(newValue, "id") }
    }
    var shop: NSManagedObject? {
        get { __managedValue("shop") }
        set { __setManagedValue(newValue, "shop") }
    }
    var tags: Set<NSManagedObject> {
        get { __managedValue("tags") }
        set { __setManagedValue(newValue, "tags") }
    }
    override func awakeFromInsert() {
        super.awakeFromInsert()
        awakenings += 1
    }
}

extension Item {
    /// All items, as Xcode writes it.
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Item> {
        NSFetchRequest<Item>(entityName: "Item")
    }
}
