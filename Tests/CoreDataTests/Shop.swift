import CoreData
import TestModels

/// A small model made in code: shops with items and owners.
enum Shop {
    /// The stores that every test runs against.
    enum Kind: CaseIterable, Sendable {
        case memory
        case sqlite
    }

    @TaskLocal static var kind = Kind.memory

    static func model() throws -> NSManagedObjectModel {
        let (item, shop, tag) = (entity("Item"), entity("Shop"), entity("Tag"))
        item.managedObjectClassName = "Item"
        let (itemShop, shopItems) = (
            relationship("shop", shop),
            relationship("items", item, isToMany: true, rule: .cascadeDeleteRule)
        )
        let (itemTags, tagItems) = (
            relationship("tags", tag, isToMany: true), relationship("items", item, isToMany: true)
        )
        let (favourite, favouriteOf) = (
            relationship("favourite", item), relationship("favouriteOf", shop)
        )
        let (shelf, onShelf) = (
            relationship("shelf", item, isToMany: true, isOrdered: true),
            relationship("onShelf", shop)
        )
        join(itemShop, shopItems)
        join(itemTags, tagItems)
        join(favourite, favouriteOf)
        join(shelf, onShelf)
        let price = attribute("price", .decimalAttributeType)
        let note = attribute("note", .transformableAttributeType)
        item.properties = [
            attribute("name"), attribute("quantity", .integer32AttributeType, 0), price, note,
            attribute("isSold", .booleanAttributeType, false),
            attribute("date", .dateAttributeType), attribute("id", .UUIDAttributeType),
            itemShop, itemTags, favouriteOf, onShelf,
        ]
        shop.properties = [attribute("name", isOptional: false), shopItems, favourite, shelf]
        tag.properties = [attribute("name"), tagItems]
        tag.uniquenessConstraints = [["name"]]
        return NSManagedObjectModel(of: item, shop, tag)
    }

    /// The same with items that have the moment of their last save, and the name of their shop.
    static func derivingModel() throws -> NSManagedObjectModel {
        let model = try model()
        let (moment, place) = (NSDerivedAttributeDescription(), NSDerivedAttributeDescription())
        (moment.name, moment.attributeType) = ("moment", .dateAttributeType)
        moment.derivationExpression = NSExpression(format: "now()")
        (place.name, place.attributeType) = ("place", .stringAttributeType)
        place.derivationExpression = NSExpression(format: "shop.name")
        model.entitiesByName["Item"]?.properties += [moment, place]
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
