import Foundation
import Query
import TestKit
import TestModels
import Testing

final class Shelf: NSManagedObject {
    @NSManaged var name: String?
    @NSManaged var room: Room?
    @NSManaged var tags: Set<String>?
    @NSManaged var prices: [Int: String]?
    @NSManaged var marks: Set<Int>?
    @NSManaged var width: Int
}

final class Room: NSManagedObject {
    @NSManaged var name: String?
    @NSManaged var shelves: Set<Shelf>
}

/// Properties of every kind: related objects, values of any type, values that are not stored.
struct PropertyKindTests {
    private let context: NSManagedObjectContext

    private static func context(_ type: String) throws -> NSManagedObjectContext {
        let (shelf, room) = (
            entity("Shelf", class: Shelf.self), entity("Room", class: Room.self)
        )
        let inside = relationship("room", room)
        let shelves = relationship("shelves", shelf, isToMany: true)
        join(inside, shelves)
        let marks = attribute("marks", .undefinedAttributeType)
        marks.isTransient = true
        shelf.properties = [
            attribute("name"), attribute("width", .integer64AttributeType, 0), inside, marks,
            attribute("tags", .transformableAttributeType),
            attribute("prices", .transformableAttributeType),
        ]
        room.properties = [attribute("name"), shelves]
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(of: shelf, room))
        _ = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil,
            at: type == NSInMemoryStoreType ? nil : TestStores.fresh(), options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    init() throws { context = try Self.context(NSInMemoryStoreType) }

    @Test(arguments: [NSInMemoryStoreType, NSSQLiteStoreType], [true, false])
    func `distinct values are those of the objects, saved or not`(
        type: String, isSaved: Bool
    ) throws {
        let context = try Self.context(type)
        let room = Room(context: context)
        room.name = "Hall"
        for name in ["A", "B"] {
            let shelf = Shelf(context: context)
            shelf.name = name
            shelf.room = room
            shelf.tags = ["red"]
            shelf.marks = [name == "A" ? 1 : 2]
        }
        if isSaved { try context.save() }
        let shelves = Shelf.query(in: context)
        #expect(try shelves.distinctValues(of: \.room) == [room])
        #expect(try shelves.distinctValues(of: "name", as: String.self) == ["A", "B"])
        #expect(try shelves.distinctValues(of: "room.name", as: String.self) == ["Hall"])
        #expect(try shelves.distinctValues(of: "tags", as: [String].self) == [["red"]])
        #expect(try shelves.distinctValues(of: "marks", as: [Int].self).count == 2)
        #expect(throws: (any Error).self) { try shelves.distinctValues(of: "x", as: Int.self) }
    }

    @Test func `sets and dictionaries are kept as they are given`() throws {
        Shelf(context: context).name = "A"
        let shelves = Shelf.query(in: context).where(["name": "A"])
        let prices: [Int: String]? = [3: "low"]
        try shelves.update(["tags": Set(["red", "blue"]), "prices": prices, "marks": Set([7])])
        let shelf = try #require(try shelves.first())
        #expect(shelf.tags == ["red", "blue"] && shelf.prices == [3: "low"] && shelf.marks == [7])
        try context.save()
        context.refreshAllObjects()
        #expect(shelf.tags == ["red", "blue"] && shelf.prices == [3: "low"])
        let made = try Shelf.query(in: context)
            .where(\.tags == Set(["green"]) && \.name == "B").firstOrInsert()
        #expect(made.isInserted && made.tags == ["green"] && made.name == "B")
    }
}
