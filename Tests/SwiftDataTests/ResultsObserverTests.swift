#if SwiftData
import Foundation
import Observation
import SwiftData
import TestFiles
import TestTime
import Testing

@Suite struct ResultsObserverTests {
    private let folder = TemporaryFolder()

    /// How often a change notifies the observer of some values.
    private func changes(of read: () -> Void) -> Changes {
        let changes = Changes()
        withObservationTracking(read) { changes.count += 1 }
        return changes
    }

    private func filled(_ titles: [String]) throws -> ModelContext {
        let context = ModelContext(try notes())
        for (number, title) in titles.enumerated() {
            let note = Note(title: title, number: number)
            note.tag = number == 0 ? nil : number < 3 ? "x" : "a"
            context.insert(note)
        }
        try context.save()
        return context
    }

    @Test func `results change with what a context processes and saves`() throws {
        let context = try filled(["b", "a"])
        let observer = try ResultsObserver<Note, Never>(
            sortBy: [SortDescriptor(\.title)], modelContext: context)
        #expect(observer.results.map(\.title) == ["a", "b"] && observer.sections == nil)
        #expect(observer.modelContext === context && observer.sectionBy == nil)
        #expect(observer.debugDescription.contains("Note, results: 2"))
        let inserted = changes { _ = observer.results }
        let note = Note(title: "aa")
        context.insert(note)
        context.processPendingChanges()
        #expect(inserted.count == 1 && observer.results.map(\.title) == ["a", "aa", "b"])
        let moved = changes { _ = observer.results }
        note.title = "c"
        try context.save()
        #expect(moved.count == 1 && observer.results.map(\.title) == ["a", "b", "c"])
        let deleted = changes { _ = observer.results }
        context.delete(note)
        try context.save()
        #expect(deleted.count == 1 && observer.results.map(\.title) == ["a", "b"])
        let rolledBack = changes { _ = observer.results }
        observer.results.first?.title = "z"
        context.processPendingChanges()
        #expect(observer.results.map(\.title) == ["b", "z"])
        context.rollback()
        #expect(rolledBack.count == 1 && observer.results.map(\.title) == ["a", "b"])
        let unrelated = changes { _ = observer.results }
        context.insert(Folder(name: "f"))
        try context.save()
        #expect(unrelated.count == 0)
    }

    @Test func `a predicate asks for what others refer to`() throws {
        let context = try filled(["a", "b"])
        let parent = Folder(name: "f")
        context.insert(parent)
        let observer = try ResultsObserver<Note, Never>(
            filterBy: #Predicate { $0.folder?.name == "g" }, modelContext: context)
        for note in try context.fetch(FetchDescriptor<Note>()) { note.folder = parent }
        try context.save()
        #expect(observer.results.isEmpty)
        parent.name = "g"
        try context.save()
        #expect(observer.results.count == 2)
    }

    @Test func `setting the predicate or the order fetches at once`() throws {
        let observer = try ResultsObserver<Note, Never>(modelContext: try filled(["b", "a", "c"]))
        #expect(observer.results.map(\.title) == ["b", "a", "c"])
        let told = changes { _ = (observer.results, observer.fetchDescriptor) }
        observer.filterBy = #Predicate { $0.title != "c" }
        #expect(told.count == 1 && observer.results.map(\.title) == ["b", "a"])
        observer.sortBy = [SortDescriptor(\.title, order: .reverse)]
        #expect(observer.results.map(\.title) == ["b", "a"])
        observer.sortBy = [SortDescriptor(\.title)]
        #expect(observer.results.map(\.title) == ["a", "b"])
        observer.sortBy = [SortDescriptor(\.persistentModelID, order: .reverse)]
        #expect(observer.results.map(\.title) == ["a", "b"] && observer.sortBy.count == 1)
        #expect(observer.filterBy != nil && observer.fetchDescriptor.predicate != nil)
        observer.filterBy = nil
        #expect(observer.results.map(\.title) == ["c", "a", "b"])
    }

    @Test func `results stay where a fetch fails, which says why`() throws {
        let context = try filled(["a"])
        let observer = try ResultsObserver<Note, Never>(modelContext: context)
        #expect(observer.fetchError == nil)
        observer.filterBy = #Predicate { $0.hasChanges }
        #expect(observer.fetchError as? SwiftDataError == .unsupportedPredicate)
        #expect(observer.results.count == 1)
        observer.filterBy = nil
        #expect(observer.fetchError == nil && observer.results.count == 1)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try ResultsObserver<Note, Never>(
                filterBy: #Predicate { $0.hasChanges }, modelContext: context)
        }
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ResultsObserver<Trip, Never>(modelContext: context)
        }
    }

    @Test func `sections have the values of a property`() throws {
        let context = try filled(["d", "c", "b", "a"])
        let observer = try ResultsObserver<Note, String>(
            sortBy: [SortDescriptor(\.title)], sectionBy: \.tag, modelContext: context)
        var sections = try #require(observer.sections)
        // A missing value is an empty title.
        #expect(sections.sectionTitles == ["", "a", "x"] && observer.sectionBy == \Note.tag)
        #expect(sections.map { $0.map(\.title) } == [["d"], ["a"], ["b", "c"]])
        #expect(sections[2].title == "x" && sections[2].id == "x")
        #expect(sections[sectionTitle: "x"] == sections[2] && sections[sectionTitle: "y"] == nil)
        #expect(sections.contains(sectionTitle: "a") && sections.index(ofSectionTitled: "a") == 1)
        #expect(observer.results.map(\.title) == ["d", "a", "b", "c"])
        let note = try #require(observer.element(at: IndexPath(indexes: [2, 1])))
        #expect(note.title == "c" && observer.indexPath(for: note) == IndexPath(indexes: [2, 1]))
        for path in [[0, 1], [3, 0], [-1, 0], [0]] {
            #expect(observer.element(at: IndexPath(indexes: path)) == nil)
        }
        #expect(observer.indexPath(for: Note(title: "other")) == nil)
        let told = changes { _ = observer.sections }
        note.tag = "a"
        try context.save()
        sections = try #require(observer.sections)
        #expect(told.count == 1 && sections.map(\.count) == [1, 2, 1])
        #expect(observer.indexPath(for: note) == IndexPath(indexes: [1, 1]))
        observer.sortBy = [SortDescriptor(\.title, order: .reverse)]
        #expect(observer.sections?.map { $0.map(\.title) } == [["d"], ["c", "a"], ["b"]])
        let byTitle = try ResultsObserver<Note, String>(
            fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.title, order: .reverse)]),
            sectionBy: \.title, modelContainer: context.container)
        #expect(byTitle.sections?.sectionTitles == ["d", "c", "b", "a"])
        #expect(byTitle.modelContext !== context)
        #expect(SectionedResults<Note, String>().isEmpty)
    }

    @Test func `saves of other contexts and containers arrive`() async throws {
        let file = ModelConfiguration(url: folder.url.store("shared.store"))
        let here = try ModelContainer(for: Note.self, configurations: file)
        let there = try ModelContainer(for: Note.self, configurations: file)
        let observer = try ResultsObserver<Note, Never>(modelContainer: here)
        for (count, container) in [here, there].enumerated() {
            let told = changes { _ = observer.results }
            let context = ModelContext(container)
            context.insert(Note(title: "a", number: count))
            try context.save()
            #expect(try await eventually { told.count == 1 })
            #expect(observer.results.count == count + 1)
        }
        let context = ModelContext(there)
        let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
        let told = changes { _ = observer.results }
        note.title = "b"
        try context.save()
        #expect(try await eventually { told.count == 1 })
        #expect(Set(observer.results.map(\.title)) == ["a", "b"])
    }

    @Test @MainActor func `the main context has what another container saved`() async throws {
        let file = ModelConfiguration(url: folder.url.store("main.store"))
        let here = try ModelContainer(for: Note.self, configurations: file)
        here.mainContext.insert(Note(title: "a"))
        try here.mainContext.save()
        let observer = try ResultsObserver<Note, Never>(modelContext: here.mainContext)
        #expect(observer.results.map(\.title) == ["a"])
        // Whatever still comes of the save before.
        try await Task.sleep(for: .milliseconds(1200))
        let told = changes { _ = observer.results }
        let there = ModelContext(try ModelContainer(for: Note.self, configurations: file))
        let note = try #require(try there.fetch(FetchDescriptor<Note>()).first)
        note.title = "b"
        try there.save()
        #expect(try await eventually { told.count == 1 })
        #expect(observer.results.map(\.title) == ["b"])
        // What the fetch refreshed notifies of no further changes.
        try await Task.sleep(for: .milliseconds(50))
        _ = observer.results
        let later = changes { _ = observer.results }
        try await Task.sleep(for: .milliseconds(1200))
        #expect(later.count == 0)
    }

    @Test @MainActor func `the main context notifies at the end of the turn`() async throws {
        let container = try notes()
        let observer = try ResultsObserver<Note, Never>(modelContext: container.mainContext)
        #expect(observer.results.isEmpty)
        let told = changes { _ = observer.results }
        container.mainContext.insert(Note(title: "a"))
        #expect(try await eventually { told.count == 1 })
        #expect(observer.results.map(\.title) == ["a"])
    }

    @Test func `an actor observes what it and others change`() async throws {
        let container = try notes()
        let watcher = Watcher(modelContainer: container)
        try await watcher.begin()
        try await watcher.add("a")
        #expect(await watcher.titles == ["a"])
        let context = ModelContext(container)
        context.insert(Note(title: "b"))
        try context.save()
        #expect(try await eventually { await watcher.titles == ["a", "b"] })
    }

    @Test func `changes of a context over a store of the program's own are observed`() throws {
        let context = ModelContext(
            try ModelContainer(
                for: Note.self,
                configurations: JSONConfiguration(
                    name: "json", schema: nil, url: folder.url.appendingPathComponent("notes.json"))
            ))
        let observer = try ResultsObserver<Note, Never>(
            sortBy: [SortDescriptor(\.title)], modelContext: context)
        for title in ["b", "a"] { context.insert(Note(title: title)) }
        try context.save()
        #expect(observer.results.map(\.title) == ["a", "b"])
    }

    @Test func `an observer goes when the program lets go of it`() async throws {
        let context = try filled(["a"])
        var observer: ResultsObserver<Note, Never>? = try ResultsObserver(modelContext: context)
        weak let kept = observer
        #expect(kept?.results.count == 1)
        observer = nil
        #expect(kept == nil)
        _ = observer
        context.insert(Note(title: "b"))
        try context.save()
    }
}

@ModelActor private actor Watcher {
    private var observer: ResultsObserver<Note, Never>?
    var titles: [String] { observer?.results.map(\.title) ?? [] }

    func begin() throws {
        observer = try ResultsObserver(
            sortBy: [SortDescriptor(\.title)], modelContext: modelContext)
    }

    func add(_ title: String) throws {
        modelContext.insert(Note(title: title))
        try modelContext.save()
    }
}
#endif
