#if SwiftData
import Foundation
import SwiftData
import TestTime
import Testing

func notes() throws -> ModelContainer {
    try ModelContainer(
        for: Note.self, configurations: ModelConfiguration.fresh())
}

@Model final class Crew {
    @Relationship(minimumModelCount: 1) var members: [Sailor] = []
    init() {}
}

@Model final class Sailor {
    var name: String
    init(name: String) { self.name = name }
}

struct Spot: Codable, Equatable {
    var row: Int
    var seat: String
}

/// A model whose unique values are composites of one element and of two.
@Model final class Ticket {
    #Unique<Ticket>([\.season, \.number], [\.spot])
    var season: Season
    var number: Int
    var spot: Spot
    init(season: Season, number: Int, spot: Spot) {
        self.season = season
        self.number = number
        self.spot = spot
    }
}

/// A model whose unique values may have nothing in some of their columns.
@Model final class Cabin {
    enum Deck: Codable { case upper, lower }
    struct Berth: Codable, Equatable {
        var number: Int
        var side: String?
    }
    #Unique<Cabin>([\.deck], [\.berth])
    var deck: Deck?
    var number: Int
    var berth: Berth?
    init(deck: Deck?, number: Int, berth: Berth?) {
        self.deck = deck
        self.number = number
        self.berth = berth
    }
}

@Suite struct ContextTests {
    @Test func `a context says what it has not saved`() throws {
        let context = ModelContext(try notes())
        #expect(!context.hasChanges)
        let note = Note(title: "a")
        context.insert(note)
        context.insert(note)
        #expect(context.hasChanges)
        #expect(context.insertedModelsArray.count == 1)
        #expect(context.insertedModelsArray.first as? Note === note)
        #expect(note.hasChanges && !note.isDeleted)
        try context.save()
        #expect(!context.hasChanges && !note.hasChanges)
        note.text = "b"
        #expect(context.changedModelsArray.first as? Note === note)
        context.delete(note)
        #expect(note.isDeleted)
        #expect(context.deletedModelsArray.first as? Note === note)
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
        try context.save()
        #expect(note.modelContext == nil)
    }

    @Test func `a model that is made to refer to an inserted one by a pair is inserted`() throws {
        let container = try ModelContainer(
            for: Trip.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let trip = Trip(code: "a", name: "A")
        let stop = Stop(place: "Rome")
        stop.trip = trip
        #expect(stop.modelContext == nil && trip.modelContext == nil)
        context.insert(trip)
        let other = Stop(place: "Oslo")
        other.trip = trip
        #expect(other.modelContext === context && trip.stops.contains { $0 === other })
        context.insert(other)
        let person = Person(name: "Ann")
        person.trips = [trip]
        #expect(person.modelContext === context && trip.owner === person)
        try context.save()
        let read = ModelContext(container)
        #expect(try read.fetch(FetchDescriptor<Stop>()).map(\.place).contains("Oslo"))
        #expect(try read.fetch(FetchDescriptor<Trip>()).first?.owner?.name == "Ann")
    }

    @MainActor @Test func `a model that another context deleted has nothing to save`()
        async throws
    {
        let container = try notes()
        let context = container.mainContext
        let note = Note(title: "a")
        context.insert(note)
        try context.save()
        let id = note.persistentModelID
        let other = ModelContext(container)
        try other.delete(model: Note.self)
        try other.save()
        #expect(
            try await eventually {
                let known: Note? = context.registeredModel(for: id)
                return known == nil
            })
        #expect(!note.isDeleted && !note.hasChanges && note.modelContext == nil)
    }

    @MainActor @Test func `a container goes whose main context was used`() throws {
        weak var container: ModelContainer?
        weak var context: ModelContext?
        do {
            let made = try notes()
            made.mainContext.insert(Note(title: "a"))
            try made.mainContext.save()
            (container, context) = (made, made.mainContext)
            #expect(container != nil && context?.container === made)
        }
        #expect(container == nil && context == nil)
    }

    @MainActor @Test func `a main context has a container when the program keeps none`() throws {
        let context = try notes().mainContext
        context.insert(Note(title: "a"))
        try context.save()
        let container = context.container
        #expect(container === context.container && container.mainContext === context)
        #expect(container.schema.entitiesByName["Note"] != nil)
        let found = try ModelContext(container).fetch(FetchDescriptor<Note>())
        #expect(found.map(\.title) == ["a"])
    }

    @Test func `models that are reached are inserted, later ones too`() throws {
        let context = ModelContext(try notes())
        let folder = Folder(name: "a")
        let note = Note(title: "n")
        note.tags = [Tag(name: "t")]
        folder.notes = [note]
        context.insert(folder)
        #expect(note.modelContext === context)
        #expect(note.folder === folder)
        #expect(note.tags[0].notes.first === note)
        let late = Note(title: "late")
        folder.notes.append(late)
        #expect(late.modelContext === context)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 1)
    }

    @Test func `what either side of a relationship says before the insertion counts`() throws {
        let container = try notes()
        let context = ModelContext(container)
        let (folder, tag) = (Folder(name: "a"), Tag(name: "t"))
        let (first, second) = (Note(title: "1"), Note(title: "2"))
        folder.notes = [first]
        tag.notes = [first]
        second.folder = folder
        second.tags = [tag]
        context.insert(second)
        #expect(first.folder === folder && second.folder === folder)
        #expect(second.tags.first === tag)
        try context.save()
        let other = ModelContext(container)
        let stored = try #require(try other.fetch(FetchDescriptor<Folder>()).first)
        #expect(stored.notes.map(\.title).sorted() == ["1", "2"])
        let kept = try #require(try other.fetch(FetchDescriptor<Tag>()).first)
        #expect(kept.notes.map(\.title).sorted() == ["1", "2"])
    }

    @Test func `a rollback drops what was not saved`() throws {
        let context = ModelContext(try notes())
        let note = Note(title: "a")
        context.insert(note)
        try context.save()
        note.title = "b"
        context.insert(Note(title: "c"))
        context.rollback()
        #expect(note.title == "a")
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
        context.delete(note)
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    }

    @Test func `a model that is deleted and inserted again stays`() throws {
        let container = try notes()
        let context = ModelContext(container)
        let (old, new) = (Note(title: "old"), Note(title: "new"))
        context.insert(old)
        try context.save()
        context.insert(new)
        for note in [old, new] { context.delete(note) }
        for note in [old, new] { context.insert(note) }
        #expect(!old.isDeleted && !new.isDeleted)
        try context.save()
        context.delete(old)
        context.processPendingChanges()
        context.insert(old)
        #expect(!context.hasChanges)
        try context.save()
        let stored = try ModelContext(container).fetch(
            FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
        #expect(stored.map(\.title) == ["new", "old"])
    }

    @Test func `a model whose deletion was saved is new when it is inserted again`() throws {
        let container = try notes()
        let context = ModelContext(container)
        let note = Note(title: "a", number: 3)
        note.tag = "kept"
        context.insert(note)
        try context.save()
        context.delete(note)
        try context.save()
        context.insert(note)
        #expect(note.modelContext === context && context.hasChanges)
        #expect(note.title == "a" && note.number == 3 && note.tag == "kept")
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Note>())
        #expect(stored.map(\.title) == ["a"])
        #expect(stored.first?.persistentModelID == note.persistentModelID)
    }

    @MainActor @Test func `a model that another context deleted is new when it is inserted again`()
        async throws
    {
        let container = try notes()
        let context = container.mainContext
        let note = Note(title: "a", number: 3)
        context.insert(note)
        try context.save()
        let other = ModelContext(container)
        try other.delete(model: Note.self)
        try other.save()
        let id = note.persistentModelID
        #expect(
            try await eventually {
                let known: Note? = context.registeredModel(for: id)
                return known == nil
            })
        context.insert(note)
        #expect(note.modelContext === context && note.hasChanges && !note.isDeleted)
        #expect(note.title == "a" && note.number == 3)
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Note>())
        #expect(stored.map(\.title) == ["a"])
        #expect(stored.first?.persistentModelID == note.persistentModelID)
    }

    @Test func `a model whose deletion was saved is new when another one refers to it`() throws {
        let container = try notes()
        let context = ModelContext(container)
        let (folder, tag, note) = (Folder(name: "f"), Tag(name: "t"), Note(title: "a"))
        for model in [folder, tag, note] as [any PersistentModel] { context.insert(model) }
        try context.save()
        for model in [folder, tag] as [any PersistentModel] { context.delete(model) }
        try context.save()
        note.folder = folder
        note.tags = [tag]
        try context.save()
        let other = ModelContext(container)
        #expect(try other.fetchCount(FetchDescriptor<Folder>()) == 1)
        let stored = try #require(try other.fetch(FetchDescriptor<Note>()).first)
        #expect(stored.folder?.name == "f" && stored.tags.map(\.name) == ["t"])
    }

    @Test func `another context takes a model that a rollback dropped`() throws {
        let container = try notes()
        let first = ModelContext(container)
        let note = Note(title: "a")
        first.insert(note)
        first.rollback()
        #expect(note.modelContext == nil)
        let second = ModelContext(container)
        second.insert(note)
        #expect(note.modelContext === second && note.title == "a" && note.tag == nil)
        try second.save()
        #expect(!first.hasChanges)
        #expect(try first.fetchCount(FetchDescriptor<Note>()) == 1)
    }

    @Test func `another context takes a model whose context is gone, with its changes`() throws {
        let container = try notes()
        func read() throws -> [Folder] {
            try ModelContext(container).fetch(
                FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
        }
        func write(_ folder: Folder) throws {
            let context = ModelContext(container)
            context.insert(folder)
            try context.save()
        }
        let new = Folder(name: "a")
        new.notes = [Note(title: "1"), Note(title: "2")]
        try write(new)
        let folder = try #require(try read().first)
        #expect(folder.modelContext == nil)
        folder.name = "b"
        folder.notes.first { $0.title == "1" }?.title = "one"
        folder.notes.append(Note(title: "3"))
        let identifier = folder.persistentModelID
        try write(folder)
        #expect(folder.persistentModelID == identifier)
        let folders = try read()
        #expect(folders.map(\.name) == ["b"])
        #expect(folders.first?.notes.map(\.title).sorted() == ["2", "3", "one"])
        let context = ModelContext(container)
        let note = Note(title: "4")
        context.insert(note)
        note.folder = folders.first
        #expect(note.folder === folders.first && folders.first?.modelContext === context)
        try context.save()
        #expect(try read().first?.notes.count == 4)
    }

    @Test func `a model that was not saved in a context that is gone is new in another`() throws {
        let container = try notes()
        let folder = Folder(name: "a")
        do {
            let context = ModelContext(container)
            folder.notes = [Note(title: "1")]
            context.insert(folder)
        }
        let context = ModelContext(container)
        context.insert(folder)
        try context.save()
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Note>()).map(\.folder?.name) == ["a"])
    }

    @Test func `delete rules cascade, nullify and deny`() throws {
        let context = ModelContext(try notes())
        let root = Folder(name: "root")
        let child = Folder(name: "child", parent: root)
        let leaf = Folder(name: "leaf", parent: child)
        context.insert(leaf)
        #expect(root.children.first === child)
        try context.save()
        context.delete(root)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
        let folder = Folder(name: "full")
        let note = Note(title: "n")
        folder.notes = [note]
        context.insert(folder)
        try context.save()
        context.delete(folder)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code.rawValue == 1600)
        context.rollback()
        context.delete(note)
        context.delete(folder)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
    }

    @Test func `delete(model:where:) deletes what the predicate says`() throws {
        let context = ModelContext(try notes())
        for number in 0..<5 { context.insert(Note(title: "n", number: number)) }
        try context.save()
        try context.delete(model: Note.self, where: #Predicate { $0.number > 2 })
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 3)
        try context.delete(model: Note.self)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
    }

    @Test func `undo and redo`() throws {
        let context = ModelContext(try notes())
        let manager = UndoManager()
        context.undoManager = manager
        let note = Note(title: "a")
        context.insert(note)
        try context.save()
        manager.removeAllActions()
        note.title = "b"
        context.processPendingChanges()
        manager.undo()
        #expect(note.title == "a")
        manager.redo()
        #expect(note.title == "b")
        try context.save()
        context.delete(note)
        try context.save()
        #expect(note.modelContext == nil)
        manager.undo()
        #expect(note.modelContext === context && note.title == "b")
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Note>()).first === note)
    }
}

/// Notifications that arrived.
final class Told: @unchecked Sendable {
    private(set) var names: [Notification.Name] = []
    private var info: [AnyHashable: Any]?

    func add(_ name: Notification.Name, _ info: [AnyHashable: Any]?) {
        names.append(name)
        self.info = info
    }

    func ids(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> {
        info?[key.rawValue] as? Set<PersistentIdentifier> ?? []
    }
}
#endif
