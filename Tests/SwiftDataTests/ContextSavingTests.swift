#if SwiftData
import Foundation
import SwiftData
import TestKit
import TestTime
import Testing

// Saves: transactions, unique values, notifications, and the main context's own.
extension ContextTests {
    @Test func `a save without anything to save keeps no model`() throws {
        let context = ModelContext(try notes())
        weak var kept: Note?
        func drop() {
            let note = Note(title: "a")
            kept = note
            context.insert(note)
            context.delete(note)
        }
        drop()
        try context.save()
        #expect(kept == nil)
    }

    @Test func `a transaction saves, or throws what the block throws`() throws {
        let context = ModelContext(try notes())
        try context.transaction { context.insert(Note(title: "a")) }
        #expect(!context.hasChanges)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Note(title: "b"))
                throw Stop()
            }
        }
        #expect(context.hasChanges)
    }

    @Test func `a transaction within another one is saved with it`() throws {
        let context = ModelContext(try notes())
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction {
                try context.transaction { context.insert(Note(title: "a")) }
                throw Stop()
            }
        }
        let other = ModelContext(context.container)
        #expect(try context.hasChanges && other.fetchCount(FetchDescriptor<Note>()) == 0)
        try context.transaction {
            try context.transaction { context.insert(Note(title: "b")) }
        }
        #expect(try !context.hasChanges && other.fetchCount(FetchDescriptor<Note>()) == 2)
    }

    @Test func `a transaction of an observer of a transaction's save is saved`() throws {
        let context = ModelContext(try notes())
        let saves = Changes()
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { note in
            saves.count += 1
            guard saves.count == 1, let context = note.object as? ModelContext else { return }
            try? context.transaction { context.insert(Note(title: "b")) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.transaction { context.insert(Note(title: "a")) }
        #expect(saves.count == 2 && !context.hasChanges)
        let other = ModelContext(context.container)
        #expect(try other.fetchCount(FetchDescriptor<Note>()) == 2)
    }

    @Test func `a second model with a unique value replaces the first at the save`() throws {
        let container = try memory()
        let context = ModelContext(container)
        let old = Trip(code: "a", name: "old")
        old.distance = 3
        context.insert(old)
        try context.save()
        let new = Trip(code: "a", name: "new")
        context.insert(new)
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2)
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Trip>())
        #expect(found.map(\.name) == ["new"])
        #expect(found.map(\.distance) == [0])
        #expect(old.name == "new" && new.persistentModelID == old.persistentModelID)
    }

    @Test func `a stored model that gets the unique value of another takes its place`() throws {
        func check(_ url: URL) throws {
            let container = try ModelContainer(
                for: Trip.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            let (old, new) = (Trip(code: "a", name: "old"), Trip(code: "b", name: "new"))
            context.insert(old)
            context.insert(new)
            try context.save()
            let id = old.persistentModelID
            new.code = "a"
            try context.save()
            #expect(new.modelContext === context && new.persistentModelID == id)
            #expect(old.modelContext == nil && old.persistentModelID != id)
            let found = try context.fetch(FetchDescriptor<Trip>())
            #expect(found.count == 1 && found.first === new)
            #expect(context.model(for: id) === new)
            new.name = "last"
            try context.save()
            let stored = try ModelContext(container).fetch(FetchDescriptor<Trip>())
            #expect(stored.map(\.name) == ["last"] && stored.map(\.code) == ["a"])
        }
        try withFolder { folder in
            try check(URL(fileURLWithPath: "/dev/null"))
            for database in ObjectDatabase.available {
                try check(folder.store("trips", in: database))
            }
        }
    }

    @Test func `enumerations and structs may be unique`() throws {
        func check(_ url: URL) throws {
            let context = ModelContext(
                try ModelContainer(for: Ticket.self, configurations: ModelConfiguration(url: url)))
            func save(
                _ season: Season, _ number: Int, _ row: Int, _ seat: String
            ) throws -> [String] {
                context.insert(
                    Ticket(season: season, number: number, spot: Spot(row: row, seat: seat)))
                try context.save()
                return try ModelContext(context.container).fetch(FetchDescriptor<Ticket>())
                    .map { "\($0.season) \($0.number) \($0.spot.row)\($0.spot.seat)" }.sorted()
            }
            #expect(try save(.spring, 1, 1, "a") == ["spring 1 1a"])
            // The season and the number of the first.
            #expect(try save(.spring, 1, 2, "b") == ["spring 1 2b"])
            #expect(try save(.winter, 1, 2, "c") == ["spring 1 2b", "winter 1 2c"])
            // The spot of the first.
            #expect(try save(.summer, 9, 2, "b") == ["summer 9 2b", "winter 1 2c"])
        }
        try withFolder { folder in
            try check(URL(fileURLWithPath: "/dev/null"))
            for database in ObjectDatabase.available {
                try check(folder.store("tickets", in: database))
            }
        }
    }

    @Test func `unique enumerations and structs may have parts without a value`() throws {
        func check(_ url: URL) throws {
            let context = ModelContext(
                try ModelContainer(for: Cabin.self, configurations: ModelConfiguration(url: url)))
            func save(_ deck: Cabin.Deck?, _ number: Int, _ berth: Cabin.Berth?) throws -> [Int] {
                context.insert(Cabin(deck: deck, number: number, berth: berth))
                try context.save()
                return try ModelContext(context.container).fetch(FetchDescriptor<Cabin>())
                    .map(\.number).sorted()
            }
            #expect(try save(.upper, 1, nil) == [1])
            #expect(try save(.lower, 2, nil) == [1, 2])
            #expect(try save(.upper, 3, nil) == [2, 3])
            // What is nil as a whole occurs often.
            #expect(try save(nil, 4, nil) == [2, 3, 4])
            #expect(try save(nil, 5, .init(number: 1, side: nil)) == [2, 3, 4, 5])
            #expect(try save(nil, 6, .init(number: 1, side: "left")) == [2, 3, 4, 5, 6])
            #expect(try save(nil, 7, .init(number: 1, side: nil)) == [2, 3, 4, 6, 7])
            #expect(try save(nil, 8, .init(number: 1, side: "left")) == [2, 3, 4, 7, 8])
            let cabins = try context.fetch(
                FetchDescriptor<Cabin>(
                    predicate: #Predicate { $0.deck != nil }, sortBy: [SortDescriptor(\.number)]))
            (cabins[0].deck, cabins[1].deck) = (cabins[1].deck, cabins[0].deck)
            #expect(try save(.lower, 9, nil) == [2, 4, 7, 8, 9])
        }
        try withFolder { folder in
            try check(URL(fileURLWithPath: "/dev/null"))
            for database in ObjectDatabase.available {
                try check(folder.store("cabins", in: database))
            }
        }
    }

    @Test func `saves are told by notifications with identifiers`() throws {
        let context = ModelContext(try notes())
        let told = Told()
        let center = NotificationCenter.default
        let observers = [ModelContext.willSave, ModelContext.didSave].map { name in
            center.addObserver(forName: name, object: context, queue: nil) { note in
                told.add(note.name, note.userInfo)
            }
        }
        defer { observers.forEach(center.removeObserver) }
        let (a, b) = (Note(title: "a"), Note(title: "b"))
        context.insert(a)
        context.insert(b)
        try context.save()
        #expect(told.names == [ModelContext.willSave, ModelContext.didSave])
        #expect(told.ids(.insertedIdentifiers) == [a.persistentModelID, b.persistentModelID])
        a.text = "x"
        let gone = b.persistentModelID
        context.delete(b)
        try context.save()
        #expect(told.ids(.updatedIdentifiers) == [a.persistentModelID])
        #expect(told.ids(.deletedIdentifiers) == [gone])
        try context.save()
        #expect(told.names.count == 4)
    }

    @MainActor @Test func `the main context saves by itself`() async throws {
        let container = try notes()
        let context = container.mainContext
        #expect(context.autosaveEnabled && context === container.mainContext)
        let note = Note(title: "a")
        context.insert(note)
        #expect(context.hasChanges)
        #expect(try await eventually { !context.hasChanges })
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 1)
    }

    @MainActor @Test func `the main context saves by itself what an undo changed`() async throws {
        let container = try notes()
        let context = container.mainContext
        let manager = UndoManager()
        context.undoManager = manager
        let note = Note(title: "a")
        context.insert(note)
        try context.save()
        note.title = "b"
        #expect(try await eventually { !context.hasChanges })
        manager.undo()
        #expect(note.title == "a" && context.hasChanges)
        #expect(try await eventually { !context.hasChanges })
        let kept = try ModelContext(container).fetch(FetchDescriptor<Note>()).first
        #expect(kept?.title == "a")
    }

    @MainActor @Test func `the main context saves by itself what was mended after a save failed`()
        async throws
    {
        let container = try ModelContainer(
            for: Crew.self, configurations: ModelConfiguration.fresh())
        let context = container.mainContext
        let tries = Changes()
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in tries.count += 1 }
        defer { NotificationCenter.default.removeObserver(observer) }
        let crew = Crew()
        context.insert(crew)
        #expect(try await eventually { tries.count == 1 })
        #expect(context.hasChanges)
        crew.members = [Sailor(name: "Ann")]
        #expect(try await eventually { !context.hasChanges })
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sailor>()) == 1)
    }

    @Test func `a mandatory relationship without a model fails the save`() throws {
        let context = ModelContext(try notes())
        #expect(context.editingState.author == nil)
        context.author = "importer"
        #expect(context.editingState.author == "importer")
        #expect(context.container.schema.entities.count == 3)
        #expect(context == context)
    }
}
#endif
