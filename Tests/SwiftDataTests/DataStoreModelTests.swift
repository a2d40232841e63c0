#if SwiftData
import Foundation
import SwiftData
import TestFiles
import Testing

// Models, and what others saved of them, in stores of a program's own.
extension DataStoreTests {
    @Test func `models in a store of the program's own`() throws {
        let url = folder.file("notes.json")
        func container() throws -> ModelContainer {
            try ModelContainer(
                for: Note.self,
                configurations: JSONConfiguration(name: "json", schema: nil, url: url))
        }
        let context = ModelContext(try container())
        let shelf = Folder(name: "f")
        for number in 0..<4 {
            let note = Note(title: "n", number: number)
            note.folder = shelf
            context.insert(note)
        }
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 4)
        try context.save()
        #expect(shelf.persistentModelID.storeIdentifier == "json")
        let other = ModelContext(try container())
        let found = try other.fetch(
            FetchDescriptor<Note>(
                predicate: #Predicate { $0.number > 1 }, sortBy: [SortDescriptor(\.number)]))
        #expect(found.map(\.number) == [2, 3])
        #expect(found.first?.folder?.name == "f")
        #expect(found.first?.folder?.notes.count == 4)
        #expect(!other.hasChanges)
        found[0].text = "changed"
        other.delete(found[1])
        try other.save()
        let third = ModelContext(try container())
        let rest = try third.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number)]))
        #expect(rest.map(\.text) == ["", "", "changed"])
        #expect(third.model(for: rest[2].persistentModelID) as? Note === rest[2])
    }

    @Test func `models that others saved are read again from a store of the program's own`()
        throws
    {
        let container = try ModelContainer(
            for: Note.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.file("a.json")))
        let context = ModelContext(container)
        let (a, b) = (Note(title: "a"), Note(title: "b"))
        context.insert(a)
        context.insert(b)
        try context.save()
        let other = ModelContext(container)
        for note in try other.fetch(FetchDescriptor<Note>()) { note.text = "theirs" }
        try other.save()
        b.text = "mine"
        b.number = 1
        _ = try context.fetch(FetchDescriptor<Note>())
        #expect(a.text == "theirs" && b.text == "mine" && b.number == 1)
        a.number = 2
        try context.save()
        let kept = try ModelContext(container).fetch(
            FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
        #expect(kept.map(\.text) == ["theirs", "mine"] && kept.map(\.number) == [2, 1])
    }

    @Test func `a model with the unique value of another has its row in a default store`()
        throws
    {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: BatchConfiguration(
                schema: nil, url: folder.file("a.store"), log: StoreLog()))
        let context = ModelContext(container)
        context.insert(Trip(code: "a", name: "old"))
        try context.save()
        let trip = Trip(code: "a", name: "new")
        context.insert(trip)
        try context.save()
        trip.distance = 5
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Trip>())
        #expect(found.map(\.name) == ["new"] && found.map(\.distance) == [5])
        #expect(found.map(\.persistentModelID) == [trip.persistentModelID])
    }

    @Test func `relationships that others emptied are empty`() throws {
        let container = try ModelContainer(
            for: Note.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.file("a.json")))
        let context = ModelContext(container)
        let note = Note(title: "n")
        note.folder = Folder(name: "f")
        note.tags = [Tag(name: "t")]
        context.insert(note)
        try context.save()
        let other = ModelContext(container)
        let same = try #require(try other.fetch(FetchDescriptor<Note>()).first)
        #expect(same.folder?.name == "f" && same.tags.map(\.name) == ["t"])
        same.folder = nil
        same.tags = []
        try other.save()
        _ = try context.fetch(FetchDescriptor<Note>())
        #expect(note.folder == nil && note.tags.isEmpty && !context.hasChanges)
        let folders = try context.fetch(FetchDescriptor<Folder>())
        #expect(folders.map(\.notes.count) == [0])
    }

    @Test func `identifiers that are values are kept`() throws {
        let container = try ModelContainer(
            for: Bookmark.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.file("a.json")))
        let context = ModelContext(container)
        let (first, second) = (Bookmark(), Bookmark())
        context.insert(first)
        try context.save()
        let id = first.persistentModelID
        second.page = id
        second.seen = [id]
        context.insert(second)
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Bookmark>())
        #expect(found.count == 2)
        let read = found.first { $0.page != nil }
        #expect(read?.page == id && read?.seen == [id])
    }

    @Test func `relationships lead to models that others saved since`() throws {
        let container = try ModelContainer(
            for: Note.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.file("a.json")))
        let context = ModelContext(container)
        let shelf = Folder(name: "f")
        let first = Note(title: "1")
        first.folder = shelf
        context.insert(first)
        try context.save()
        let other = ModelContext(container)
        let same = try #require(try other.fetch(FetchDescriptor<Folder>()).first)
        #expect(same.notes.map(\.title) == ["1"])
        let second = Note(title: "2")
        second.folder = shelf
        first.folder = Folder(name: "new")
        context.insert(second)
        try context.save()
        _ = try other.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "f" }))
        #expect(same.notes.map(\.title) == ["2"])
        let moved = try other.fetch(
            FetchDescriptor<Note>(predicate: #Predicate { $0.title == "1" }))
        #expect(moved.first?.folder?.name == "new")
    }
}
#endif
