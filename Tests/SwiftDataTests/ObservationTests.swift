#if SwiftData
import Foundation
import SwiftData
import TestTime
import Testing

/// Observers are notified of values that no accessor of the property set.
@Suite struct ObservationTests {
    /// Whether a change notifies the observer of some values.
    private func isTold(of read: () -> Void, by change: () throws -> Void) rethrows -> Bool {
        let changes = Changes()
        withObservationTracking(read) { changes.count += 1 }
        try change()
        return changes.count > 0
    }

    @Test func `by the other side of a relationship`() throws {
        let context = ModelContext(try notes())
        let (note, folder, other) = (Note(title: "a"), Folder(name: "f"), Folder(name: "o"))
        for model in [folder, other] { context.insert(model) }
        context.insert(note)
        try context.save()
        #expect(isTold(of: { _ = note.folder }) { folder.notes.append(note) })
        // What leaves one side for another notifies the observers of both.
        #expect(isTold(of: { _ = folder.notes }) { note.folder = other })
        #expect(isTold(of: { _ = other.notes }) { note.folder = nil })
        let tag = Tag(name: "t")
        context.insert(tag)
        #expect(isTold(of: { _ = tag.notes }) { note.tags = [tag] })
        #expect(isTold(of: { _ = note.tags }) { tag.notes = [] })
        // Other properties of the same models are not.
        #expect(!isTold(of: { _ = (note.title, note.tags, other.name) }) { note.folder = other })
        #expect(!isTold(of: { _ = note.folder }) { other.notes = other.notes })
    }

    @Test func `by a deletion`() throws {
        let context = ModelContext(try notes())
        let folder = Folder(name: "f")
        let child = Folder(name: "c", parent: folder)
        context.insert(folder)
        context.insert(child)
        try context.save()
        #expect(folder.children.count == 1)
        let told = try isTold(of: { _ = folder.children }) {
            context.delete(child)
            try context.save()
        }
        #expect(told && folder.children.isEmpty)
    }

    @Test func `by a rollback`() throws {
        let context = ModelContext(try notes())
        let (note, folder) = (Note(title: "a"), Folder(name: "f"))
        context.insert(note)
        context.insert(folder)
        try context.save()
        func change() {
            note.title = "b"
            note.folder = folder
        }
        change()
        #expect(isTold(of: { _ = note.title }) { context.rollback() })
        #expect(note.title == "a")
        change()
        #expect(isTold(of: { _ = note.folder }) { context.rollback() })
        change()
        #expect(isTold(of: { _ = folder.notes }) { context.rollback() })
        #expect(note.folder == nil && folder.notes.isEmpty)
        change()
        #expect(!isTold(of: { _ = (note.number, note.tags, folder.name) }) { context.rollback() })
    }

    @Test func `by an undo and a redo`() throws {
        let context = ModelContext(try notes())
        let (note, folder) = (Note(title: "a"), Folder(name: "f"))
        context.insert(note)
        context.insert(folder)
        try context.save()
        let manager = UndoManager()
        context.undoManager = manager
        note.title = "b"
        note.folder = folder
        context.processPendingChanges()
        #expect(isTold(of: { _ = note.title }) { manager.undo() })
        #expect(note.title == "a" && note.folder == nil && folder.notes.isEmpty)
        #expect(isTold(of: { _ = note.folder }) { manager.redo() })
        #expect(note.title == "b" && note.folder === folder && folder.notes == [note])
        #expect(isTold(of: { _ = folder.notes }) { manager.undo() })
        #expect(!isTold(of: { _ = (note.number, folder.name) }) { manager.redo() })
    }

    @Test func `by another context's save, when a fetch reads it`() throws {
        let container = try notes()
        let (a, b) = (ModelContext(container), ModelContext(container))
        a.insert(Note(title: "a"))
        try a.save()
        let note = try #require(try b.fetch(FetchDescriptor<Note>()).first)
        #expect(note.title == "a")
        let same = try #require(try a.fetch(FetchDescriptor<Note>()).first)
        same.title = "b"
        try a.save()
        #expect(
            try isTold(of: { _ = note.title }) { _ = try b.fetch(FetchDescriptor<Note>()) })
        #expect(note.title == "b")
        // The same values again are no change.
        #expect(
            try !isTold(of: { _ = (note.title, note.number) }) {
                _ = try b.fetch(FetchDescriptor<Note>())
            })
    }

    @Test @MainActor func `by another context's save, in the main context`() async throws {
        let container = try notes()
        let main = container.mainContext
        main.insert(Note(title: "a"))
        try main.save()
        let note = try #require(try main.fetch(FetchDescriptor<Note>()).first)
        #expect(note.tags.isEmpty)
        let (titles, tags) = (Changes(), Changes())
        withObservationTracking {
            _ = note.title
        } onChange: {
            titles.count += 1
        }
        withObservationTracking {
            _ = note.tags
        } onChange: {
            tags.count += 1
        }
        let other = ModelContext(container)
        let same = try #require(try other.fetch(FetchDescriptor<Note>()).first)
        same.title = "b"
        same.tags = [Tag(name: "t")]
        try other.save()
        #expect(try await eventually { titles.count == 1 && tags.count == 1 })
        #expect(note.title == "b" && note.tags.count == 1)
    }

    @Test func `of the properties that each class of an inheritance declares`() throws {
        let container = try ModelContainer(
            for: Vehicle.self, Truck.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let truck = Truck(name: "a", load: 2)
        context.insert(truck)
        try context.save()
        func change() {
            truck.name = "b"
            truck.load = 3
        }
        change()
        #expect(isTold(of: { _ = truck.name }) { context.rollback() })
        change()
        #expect(isTold(of: { _ = truck.load }) { context.rollback() })
        change()
        #expect(!isTold(of: { _ = (truck.wheels, truck.note) }) { context.rollback() })
    }
}
#endif
