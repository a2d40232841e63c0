import Foundation
import Query
import TestKit
import TestModels

/// The entity of the seed's examples.
class Entity: NSManagedObject {
    @NSManaged var quantity: Int32
    @NSManaged var name: String?
    @NSManaged var date: Date?
    @NSManaged var department: String?
    @NSManaged var price: Double
}

extension Entity: Queryable {
    enum Attribute {
        case quantity, date, name, department, price
    }
}

/// An entity whose objects have identifiers of their own.
class Document: NSManagedObject, Identifiable {
    @NSManaged var id: UUID
    @NSManaged var title: String?
}

extension Document: Queryable {
    enum Attribute: String {
        case identifier = "id"
        case headline = "title"
    }
}

/// A context over a store in memory, with nothing in it.
func emptyContext(_ type: String = NSInMemoryStoreType) throws -> NSManagedObjectContext {
    let model = NSManagedObjectModel(
        of: entity(
            "Entity",
            [
                attribute("quantity", .integer32AttributeType, 0), attribute("name"),
                attribute("date", .dateAttributeType), attribute("department"),
                attribute("price", .doubleAttributeType, 0.0),
            ], class: Entity.self),
        entity(
            "Document", [attribute("id", .UUIDAttributeType), attribute("title")],
            class: Document.self))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
        ofType: TestStores.current == nil
            ? type : TestStores.current == .memory ? NSInMemoryStoreType : NSSQLiteStoreType,
        configurationName: nil, at: TestStores.fresh(), options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
}

/// A context with some entities, saved.
func filledContext(_ type: String = NSInMemoryStoreType) throws -> NSManagedObjectContext {
    let context = try emptyContext(type)
    let rows: [(Int32, String, Double, String)] = [
        (1, "Alice", 3, "Sales"), (1, "Bob", 1, "sales"), (2, "alice", 2, "Works"),
        (3, "file10", 5, "Works"), (4, "file9", 4, "Arts"),
    ]
    for (place, (quantity, name, day, department)) in rows.enumerated() {
        let entity = Entity(context: context)
        entity.quantity = quantity
        entity.name = name
        entity.date = Date(timeIntervalSinceReferenceDate: day * 86_400)
        entity.department = department
        entity.price = Double(place) / 2
    }
    try context.save()
    return context
}

extension Query {
    /// The predicate as a format.
    var format: String { fetchRequest.predicate?.predicateFormat ?? "" }
}

/// The names of what a query finds.
func names(_ query: Query<Entity>) throws -> [String] { try query.all().compactMap(\.name) }
