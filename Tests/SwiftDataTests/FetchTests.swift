#if SwiftData
import Foundation
import SwiftData
import Testing

@Suite struct FetchTests {
    private func filled(_ count: Int) throws -> ModelContext {
        let context = ModelContext(try notes())
        for number in 0..<count { context.insert(Note(title: "n\(number)", number: number)) }
        try context.save()
        return context
    }

    @Test func `order, limit and offset`() throws {
        let context = try filled(10)
        var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number, order: .reverse)])
        descriptor.fetchLimit = 3
        descriptor.fetchOffset = 2
        #expect(try context.fetch(descriptor).map(\.number) == [7, 6, 5])
        descriptor.fetchLimit = 0
        #expect(try context.fetch(descriptor).isEmpty)
        #expect(descriptor == descriptor)
    }

    @Test func `text is sorted as lists show it`() throws {
        let context = ModelContext(try notes())
        for title in ["n10", "n9", "N1", "n2"] { context.insert(Note(title: title)) }
        try context.save()
        let listed = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
        #expect(listed.map(\.title) == ["N1", "n2", "n9", "n10"])
        let lexical = try context.fetch(
            FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title, comparator: .lexical)]))
        #expect(lexical.map(\.title) == ["N1", "n10", "n2", "n9"])
    }

    @Test func `changes that are not saved are considered, or not`() throws {
        let context = try filled(2)
        context.insert(Note(title: "new", number: 9))
        var descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.number > 0 })
        #expect(try context.fetch(descriptor).count == 2)
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor).count == 1)
    }

    @Test func `identifiers lead back to models`() throws {
        let context = try filled(3)
        let sorted = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number)])
        let ids = try context.fetchIdentifiers(sorted)
        #expect(ids.count == 3)
        let note = try #require(context.model(for: ids[1]) as? Note)
        #expect(note.number == 1)
        let registered: Note? = context.registeredModel(for: ids[1])
        #expect(registered === note)
        let other = ModelContext(context.container)
        let none: Note? = other.registeredModel(for: ids[1])
        #expect(none == nil)
        #expect((other.model(for: ids[1]) as? Note)?.number == 1)
        context.insert(Note(title: "x"))
        #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) {
            try context.fetchIdentifiers(sorted)
        }
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            try context.fetch(sorted, batchSize: 2)
        }
    }

    @Test
    func `the identifier of a deleted model leads to an instance that has it, and nothing else`()
        throws
    {
        let context = try filled(1)
        let note = try #require(context.fetch(FetchDescriptor<Note>()).first)
        let id = note.persistentModelID
        context.delete(note)
        try context.save()
        let other = ModelContext(context.container)
        let hollow = other.model(for: id)
        #expect(hollow.persistentModelID == id)
        #expect(hollow.modelContext == nil)
        // Inserted, it is a new model.
        let again = try #require(hollow as? Note)
        again.title = "again"
        again.number = 1
        other.insert(again)
        try other.save()
        #expect(again.persistentModelID != id)
        #expect(try context.fetch(FetchDescriptor<Note>()).map(\.title) == ["again"])
    }

    @Test func `batches are collections`() throws {
        let context = try filled(25)
        let sorted = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number)])
        let found = try context.fetch(sorted, batchSize: 10)
        #expect(found.count == 25)
        #expect(found[24].number == 24)
        #expect(found.map(\.number) == Array(0..<25))
        #expect(try context.fetchIdentifiers(sorted, batchSize: 10).count == 25)
        var seen: [Int] = []
        try context.enumerate(sorted, batchSize: 4) { seen.append($0.number) }
        #expect(seen == Array(0..<25))
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.enumerate(sorted) { $0.text = "changed" }
        }
        context.rollback()
        try context.enumerate(sorted, allowEscapingMutations: true) { $0.text = "changed" }
        #expect(context.changedModelsArray.count == 25)
    }

    @Test func `batches have what others saved, and changes of before are none of the block`()
        throws
    {
        let context = try filled(3)
        let sorted = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number)])
        let mine = try context.fetch(sorted)
        let other = ModelContext(context.container)
        for note in try other.fetch(sorted) { note.text = "theirs" }
        try other.save()
        var texts: [String] = []
        try context.enumerate(sorted) { texts.append($0.text) }
        #expect(texts == ["theirs", "theirs", "theirs"])
        mine[0].text = "mine"
        var saved = sorted
        saved.includePendingChanges = false
        var numbers: [Int] = []
        try context.enumerate(saved, batchSize: 2) { numbers.append($0.number) }
        #expect(numbers == [0, 1, 2] && mine[0].text == "mine")
    }

    @Test func `identifiers are coded as Apple's`() throws {
        let context = try filled(1)
        let id = try #require(try context.fetchIdentifiers(FetchDescriptor<Note>()).first)
        #expect(id.entityName == "Note")
        #expect(id.storeIdentifier != nil)
        let data = try JSONEncoder().encode(id)
        let object = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
        #expect(object["implementation"]?["primaryKey"] as? String == "p1")
        #expect(object["implementation"]?["entityName"] as? String == "Note")
        #expect(object["implementation"]?["isTemporary"] as? Bool == false)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == id)
        #expect((context.model(for: decoded) as? Note)?.number == 0)
        let note = Note(title: "x")
        let temporary = note.persistentModelID
        #expect(temporary.storeIdentifier == nil && temporary.isTemporary && !id.isTemporary)
        context.insert(note)
        #expect(note.persistentModelID == temporary)
        #expect(context.model(for: temporary) as? Note === note)
        let foreign = try PersistentIdentifier.identifier(
            for: "store", entityName: "Note", primaryKey: 7)
        #expect(foreign.storeIdentifier == "store" && !(foreign < foreign))
    }

    @Test func `a temporary identifier keeps no model in memory`() throws {
        let context = ModelContext(try notes())
        weak var kept: AnyObject?
        func save() throws -> PersistentIdentifier {
            let note = Note(title: "x")
            context.insert(note)
            kept = note._$storage.object
            let temporary = note.persistentModelID
            #expect(context.model(for: temporary) as? Note === note)
            try context.save()
            #expect(context.model(for: temporary) as? Note === note)
            return temporary
        }
        let temporary = try save()
        #expect(kept == nil)
        let known: Note? = context.registeredModel(for: temporary)
        #expect(known == nil)
    }

    @Test func `identifiers are equal by store, entity and key`() throws {
        let context = try filled(3)
        let ids = try context.fetchIdentifiers(FetchDescriptor<Note>())
        let store = try #require(ids.first?.storeIdentifier)
        func named(_ key: String, _ entity: String = "Note", in place: String) throws
            -> PersistentIdentifier
        {
            try .identifier(for: place, entityName: entity, primaryKey: key)
        }
        // A row by its name is the row itself, in sets too.
        let rows = try Set(["p1", "p2", "p3"].map { try named($0, in: store) })
        #expect(rows == Set(ids) && Set(ids.map(\.id)) == Set(rows.map(\.id)))
        for other in [
            try named("p01", in: store), try named("1", in: store), try named("p", in: store),
            try named("p1", "Tag", in: store), try named("p1", in: "elsewhere"),
        ] { #expect(!rows.contains(other) && other == other) }
        #expect(try named("p01", in: store) == named("p01", in: store))
        #expect(try named("p01", in: store) != named("p1", in: store))
        // What is not equal has an order.
        let keys = ["p2", "p10", "102", "12"]
        let ordered = try keys.map { try named($0, in: "a") } + [named("12", in: "b")]
        #expect(ordered.reversed().sorted() == ordered)
    }

    @Test func `models that others saved are read again`() throws {
        let context = try filled(1)
        let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
        let other = ModelContext(context.container)
        let same = try #require(try other.fetch(FetchDescriptor<Note>()).first)
        same.text = "changed"
        try other.save()
        _ = try context.fetch(FetchDescriptor<Note>())
        #expect(note.text == "changed")
    }

    @Test func `subclasses are models of their superclass`() throws {
        let container = try ModelContainer(
            for: Vehicle.self, Truck.self,
            configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let truck = Truck(name: "T", load: 2.5)
        #expect(truck.wheels == 6 && truck.name == "T" && truck.load == 2.5)
        context.insert(truck)
        context.insert(Vehicle(name: "V"))
        truck.name = "T2"
        try context.save()
        let other = ModelContext(container)
        let all = try other.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.wheels)]))
        #expect(all.map(\.name) == ["V", "T2"])
        #expect((all.last as? Truck)?.load == 2.5)
        #expect((all.last as? Truck)?.note == nil)
        let trucks = try other.fetch(
            FetchDescriptor<Truck>(predicate: #Predicate { $0.load > 2 && $0.name == "T2" }))
        #expect(trucks.count == 1)
    }
}
#endif
