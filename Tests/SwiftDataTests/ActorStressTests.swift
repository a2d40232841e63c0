#if SwiftData
import Foundation
import SwiftData
import Testing

/// A worker that changes models beside others, and looks at what the others saved.
@ModelActor actor Worker {
    /// Adds notes of its own, each with a tag, in one save.
    func add(_ range: Range<Int>, of title: String) throws -> [PersistentIdentifier] {
        let notes = range.map { number in
            let note = Note(title: title, number: number)
            note.tags = [Tag(name: title)]
            modelContext.insert(note)
            return note
        }
        try modelContext.save()
        return notes.map(\.persistentModelID)
    }

    /// Changes notes that another worker added.
    func change(_ ids: [PersistentIdentifier], to text: String) throws -> Int {
        var count = 0
        for id in ids {
            guard let note = self[id, as: Note.self] else { continue }
            note.text = text
            note.tags.append(Tag(name: text))
            count += 1
        }
        try modelContext.save()
        return count
    }

    func remove(_ id: PersistentIdentifier) throws {
        guard let note = self[id, as: Note.self] else { return }
        modelContext.delete(note)
        try modelContext.save()
    }

    /// The texts of all notes, with the number of their tags.
    func texts() throws -> [String] {
        try modelContext.fetch(
            FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number), SortDescriptor(\.title)])
        ).map { "\($0.title) \($0.number) \($0.text) \($0.tags.count)" }
    }

    func count(where text: String) throws -> Int {
        try modelContext.fetchCount(
            FetchDescriptor<Note>(predicate: #Predicate { $0.text == text }))
    }
}

/// Several actors on one container, in memory and in a file.
@Suite struct `Actors beside each other` {
    @Test(arguments: ["memory", "file"])
    func `insert, fetch, save and read what the others saved`(place: String) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = try ModelContainer(
            for: Note.self,
            configurations: place == "memory"
                ? ModelConfiguration(isStoredInMemoryOnly: true)
                : ModelConfiguration(url: folder.appendingPathComponent("notes.store")))
        let workers = (0..<4).map { _ in Worker(modelContainer: container) }
        let rounds = 5
        let added = try await withThrowingTaskGroup(of: [PersistentIdentifier].self) { group in
            for (number, worker) in workers.enumerated() {
                group.addTask {
                    var ids: [PersistentIdentifier] = []
                    for round in 0..<rounds {
                        ids += try await worker.add(
                            round * 4..<round * 4 + 4, of: "worker \(number)")
                        // What the neighbour has until then, whole saves of it.
                        let neighbour = "worker \((number + 1) % 4) "
                        let seen = try await worker.texts().filter { $0.hasPrefix(neighbour) }
                        #expect(seen.count % 4 == 0)
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Each changes notes that one of the others added; a fifth reads meanwhile.
        let reader = Worker(modelContainer: container)
        let changed = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, ids) in added.enumerated() {
                let worker = workers[number]
                group.addTask {
                    var count = 0
                    for id in ids.dropFirst() { count += try await worker.change([id], to: "x") }
                    try await worker.remove(ids[0])
                    return count
                }
                group.addTask {
                    for _ in 0..<rounds {
                        let count = try await reader.texts().count
                        #expect(count >= 76)
                    }
                    return 0
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(changed == 76)
        let expected = try await reader.texts()
        #expect(expected.count == 76 && expected.allSatisfy { $0.hasSuffix(" x 2") })
        for worker in workers {
            #expect(try await worker.texts() == expected)
            #expect(try await worker.count(where: "x") == 76)
        }
    }

    @Test func `the main context sees the saves of actors`() async throws {
        let container = try notes()
        let worker = Worker(modelContainer: container)
        let ids = try await worker.add(0..<8, of: "a")
        try await MainActor.run {
            let context = container.mainContext
            #expect(try context.fetchCount(FetchDescriptor<Note>()) == 8)
            for id in ids { (context.model(for: id) as? Note)?.text = "main" }
            try context.save()
        }
        #expect(try await worker.count(where: "main") == 8)
        #expect(try await worker.change(ids, to: "worker") == 8)
        try await MainActor.run {
            let found = try container.mainContext.fetch(FetchDescriptor<Note>())
            #expect(found.allSatisfy { $0.text == "worker" && $0.tags.count == 2 })
        }
    }
}
#endif
