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
    @NSManaged var aisle: Int
}

final class Room: NSManagedObject {
    @NSManaged var name: String?
    @NSManaged var shelves: Set<Shelf>
}

final class Place: NSManagedObject {
    @NSManaged var name: String?
}

/// Properties of every kind: related objects, values of any type, values that are not stored.
struct PropertyKindTests {
    private let context: NSManagedObjectContext

    private static func context(_ type: String) throws -> NSManagedObjectContext {
        let (shelf, room, place) = (
            entity("Shelf", class: Shelf.self), entity("Room", class: Room.self),
            entity("Place", [attribute("name")], class: Place.self)
        )
        place.isAbstract = true
        let inside = relationship("room", room)
        let shelves = relationship("shelves", shelf, isToMany: true)
        join(inside, shelves)
        let marks = attribute("marks", .undefinedAttributeType)
        marks.isTransient = true
        let note = attribute("note")
        note.isTransient = true
        shelf.properties = [
            attribute("name"), attribute("width", .integer64AttributeType, 0),
            attribute("aisle", .integer64AttributeType, 0), inside, marks, note,
            attribute("tags", .transformableAttributeType),
            attribute("prices", .transformableAttributeType),
        ]
        room.properties = [attribute("name"), shelves]
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(of: shelf, room, place))
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

    @Test(
        arguments: [
            ("width", "x"), ("width", [1]), ("name", 3), ("note", 3), ("room", "Hall"),
            ("room", Set([1])), ("nothing", 1),
        ] as [(String, any Sendable)])
    func `a value of another type changes nothing`(key: String, value: any Sendable) throws {
        let shelf = Shelf(context: context)
        shelf.aisle = 1
        try context.save()
        let shelves = Shelf.query(in: context)
        let error = try #require(throws: QueryError.self) {
            try shelves.update(["aisle": 2, key: value])
        }
        guard case .unexpectedValue(key, _, _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(shelf.aisle == 1 && !context.hasChanges)
        // The store may refuse to compare the property with the value.
        #expect(throws: (any Error).self) { try shelves.where([key: value]).firstOrInsert() }
        #expect(try shelves.count() == 1 && !context.hasChanges)
    }

    @Test func `relationships take objects of their entity and context`() throws {
        let (shelf, room) = (Shelf(context: context), Room(context: context))
        let other = try Self.context(NSInMemoryStoreType)
        let stranger = Room(context: other)
        let shelves = Shelf.query(in: context)
        for wrong in [shelf, stranger] as [NSManagedObject] {
            #expect(throws: QueryError.self) { try shelves.update(["room": wrong]) }
            #expect(throws: QueryError.self) {
                try Room.query(in: context).update(["shelves": [room]])
            }
        }
        #expect(try shelves.update(["room": room]) == 1)
        #expect(shelf.room === room && room.shelves == [shelf])
        #expect(try Room.query(in: context).update(["shelves": [Shelf]()]) == 1)
        #expect(shelf.room == nil)
        #expect(try shelves.update(["room": nil, "name": nil, "width": 2.0]) == 1)
        #expect(shelf.width == 2)
    }

    @Test func `no object of an abstract entity is made`() throws {
        let error = try #require(throws: QueryError.self) {
            try Place.query(in: context).where(["name": "x"]).firstOrInsert()
        }
        #expect(error.description.contains("abstract entity Place"))
        #expect(!context.hasChanges)
    }
}
