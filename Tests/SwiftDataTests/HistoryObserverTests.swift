#if SwiftData
import CrashModels
import Foundation
import Observation
import SwiftData
import TestFiles
import TestKit
import TestTime
import Testing

@Suite struct HistoryObserverTests {
    private let folder = TemporaryFolder()

    /// Two containers of one file, as two programs have them.
    private func containers() throws -> (here: ModelContainer, there: ModelContainer) {
        let file = ModelConfiguration(url: folder.url.store("shared.store"))
        func open() throws -> ModelContainer {
            try ModelContainer(for: Note.self, Vehicle.self, Truck.self, configurations: file)
        }
        return (try open(), try open())
    }

    private func save(
        _ model: some PersistentModel, by author: String? = nil, in container: ModelContainer
    ) throws {
        let context = ModelContext(container)
        context.author = author
        context.insert(model)
        try context.save()
    }

    @Test func `saves of another container and of the own one are counted`() async throws {
        let (here, there) = try containers()
        let observer = try HistoryObserver(modelContainer: here)
        #expect(observer.modelContainer === here && observer.eventCounter == 0)
        #expect(observer.observedModels.isEmpty && observer.authors.isEmpty)
        let changes = Changes()
        withObservationTracking {
            _ = observer.eventCounter
        } onChange: {
            changes.count += 1
        }
        try save(Note(title: "a"), in: there)
        #expect(try await eventually { observer.eventCounter == 1 })
        #expect(changes.count == 1)
        try save(Note(title: "b"), in: here)
        #expect(try await eventually { observer.eventCounter == 2 })
    }

    @Test(
        .enabled(
            if: TestStores.current != .postgres,
            "Files of SQLite; PostgreSQL is asked for by QUARRY_TEST_OBJECTS."))
    func `a save of another process is counted`() async throws {
        let path = folder.url.appendingPathComponent("ledger.store").path
        let observer = try HistoryObserver(modelContainer: try Ledger.container(path))
        let run = try Program.run(
            Program.besideTests("ModelWriter").path, ["save", path, "1", "-1"])
        #expect(run.status == 0)
        #expect(try await eventually { observer.eventCounter > 0 })
    }

    @Test func `a store in memory is observed`() async throws {
        let container = try notes()
        let observer = try HistoryObserver(observedModels: [Note.self], modelContainer: container)
        try save(Note(title: "a"), in: container)
        #expect(try await eventually { observer.eventCounter == 1 })
    }

    @Test func `authors and models that are not observed are not counted`() async throws {
        let (here, there) = try containers()
        let syncs = try HistoryObserver(authors: ["sync"], modelContainer: here)
        let vehicles = try HistoryObserver(
            observedModels: [Vehicle.self], authors: ["sync", "import"], modelContainer: here)
        let all = try HistoryObserver(modelContainer: here)
        try save(Truck(name: "t", load: 1), in: there)
        #expect(try await eventually { all.eventCounter == 1 })
        try save(Note(title: "a"), by: "sync", in: there)
        #expect(try await eventually { syncs.eventCounter == 1 && all.eventCounter == 2 })
        // A subclass is one of the observed models.
        try save(Truck(name: "t", load: 2), by: "import", in: there)
        #expect(try await eventually { vehicles.eventCounter == 1 && all.eventCounter == 3 })
        #expect(syncs.eventCounter == 1)
    }

    @Test func `what came after a token is new at the first save`() async throws {
        let (here, there) = try containers()
        try save(Note(title: "a"), in: there)
        let context = ModelContext(here)
        let token = try #require(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        try save(Note(title: "b"), by: "sync", in: there)
        let since = try HistoryObserver(
            historyTokens: [token.storeIdentifier: token], authors: ["sync"], modelContainer: here)
        let fresh = try HistoryObserver(authors: ["sync"], modelContainer: here)
        let all = try HistoryObserver(modelContainer: here)
        try save(Note(title: "c"), by: "editor", in: there)
        #expect(try await eventually { since.eventCounter == 1 && all.eventCounter == 1 })
        #expect(fresh.eventCounter == 0)
        #expect {
            try HistoryObserver(historyTokens: ["other": token], modelContainer: here)
        } throws: {
            $0 as? SwiftDataError == .invalidTransactionFetchRequest
                && "\($0)".contains("'other' is none of that store")
        }
    }

    @Test @MainActor func `the counter grows on the actor of its maker`() async throws {
        let container = try notes()
        let observer = try HistoryObserver(modelContainer: container)
        let changes = Changes()
        withObservationTracking {
            _ = observer.eventCounter
        } onChange: {
            MainActor.assumeIsolated { changes.count += 1 }
        }
        try save(Note(title: "a"), in: container)
        #expect(try await eventually { changes.count == 1 })
    }

    @Test func `an observer goes when the program lets go of it`() async throws {
        let container = try notes()
        var observer: HistoryObserver? = try HistoryObserver(modelContainer: container)
        weak let kept = observer
        try save(Note(title: "a"), in: container)
        #expect(try await eventually { kept?.eventCounter == 1 })
        observer = nil
        #expect(try await eventually { kept == nil })
        _ = observer
    }

    @Test func `what cannot be observed is refused`() throws {
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try HistoryObserver(observedModels: [Trip.self], modelContainer: try notes())
        }
        let custom = try ModelContainer(
            for: Note.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.url.appendingPathComponent("notes.json")))
        #expect {
            try HistoryObserver(modelContainer: custom)
        } throws: {
            "\($0)".contains("observe ModelContext.didSave instead")
        }
    }
}
#endif
