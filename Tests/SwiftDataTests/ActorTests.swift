#if SwiftData
import Foundation
import SwiftData
import Testing

@ModelActor actor Importer {
    func add(_ count: Int) throws -> [PersistentIdentifier] {
        var notes: [Note] = []
        for number in 0..<count {
            let note = Note(title: "n", number: number)
            modelContext.insert(note)
            notes.append(note)
        }
        try modelContext.save()
        return notes.map(\.persistentModelID)
    }

    func rename(_ id: PersistentIdentifier, to title: String) throws -> Bool {
        guard let note = self[id, as: Note.self] else { return false }
        note.title = title
        try modelContext.save()
        return true
    }

    func titles() throws -> Set<String> {
        Set(try modelContext.fetch(FetchDescriptor<Note>()).map(\.title))
    }
}

@Suite struct ActorTests {
    @Test func `an actor works on a context of its own`() async throws {
        let container = try notes()
        let importer = Importer(modelContainer: container)
        let ids = try await importer.add(20)
        #expect(ids.count == 20)
        let context = ModelContext(container)
        #expect((context.model(for: ids[3]) as? Note)?.number == 3)
        #expect(try await importer.rename(ids[3], to: "renamed"))
        #expect(
            try context.fetch(
                FetchDescriptor<Note>(predicate: #Predicate { $0.title == "renamed" })
            ).count == 1)
        #expect(importer.modelContainer === container)
        #expect(importer.modelExecutor is DefaultSerialModelExecutor)
        let other = Importer(modelContainer: try notes())
        #expect(try await !other.rename(ids[3], to: "x"))
    }

    @Test func `saves of one actor arrive in another`() async throws {
        let container = try notes()
        let (a, b) = (Importer(modelContainer: container), Importer(modelContainer: container))
        let ids = try await a.add(2)
        #expect(try await b.titles() == ["n"])
        #expect(try await a.rename(ids[0], to: "x"))
        #expect(try await b.titles() == ["n", "x"])
    }

    @Test func `actors save beside each other`() async throws {
        let container = try notes()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let importer = Importer(modelContainer: container)
                    var count = 0
                    for _ in 0..<5 { count += try await importer.add(1).count }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        // Titles and numbers are equal: each save replaced the one before.
        #expect(counts == 20)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 1)
    }
}
#endif
