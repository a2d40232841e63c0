#if SwiftData
import Foundation
import SwiftData
import Synchronization
import TestFiles
import TestKit
import Testing

@Suite struct DataStoreTests {
    let folder = TemporaryFolder()

    @Test func `whole numbers and decimals keep all their digits in a snapshot`() throws {
        let configuration = JSONConfiguration(
            name: "numbers", schema: nil, url: folder.file("numbers.json"))
        let container = try ModelContainer(for: Tally.self, configurations: configuration)
        let context = ModelContext(container)
        let amount = try #require(Decimal(string: "12345678901234567890.123456789"))
        context.insert(Tally(large: .max, amount: amount))
        try context.save()
        let other = ModelContext(container)
        let ledger = try #require(try other.fetch(FetchDescriptor<Tally>()).first)
        #expect(ledger.large == .max && ledger.amount == amount && ledger.rate == 0.1)
    }

    @Test func `numbers that are not finite, and texts like them, are saved by any encoder`() throws
    {
        let url = folder.file("probes.json")
        let container = try ModelContainer(
            for: Probe.self, configurations: JSONConfiguration(name: "probes", url: url))
        for label in ["nan", "inf", "-inf", "NaN"] {
            let context = ModelContext(container)
            context.insert(Probe(label: label, depth: -.infinity, levels: ["a": .nan, "b": 2]))
            try context.save()
        }
        let probes = try ModelContext(container).fetch(
            FetchDescriptor<Probe>(sortBy: [SortDescriptor(\.label, comparator: .lexical)]))
        #expect(probes.map(\.label) == ["-inf", "NaN", "inf", "nan"])
        #expect(probes.allSatisfy { $0.depth == -.infinity && $0.levels["b"] == 2 })
        #expect(probes.allSatisfy { $0.levels["a"]?.isNaN == true })
        // A decoder that takes some texts for numbers.
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "NaN")
        let data = try Data(contentsOf: url)
        let snapshots = try decoder.decode([DefaultSnapshot].self, from: data)
        #expect(
            try decoder.decode(
                [DefaultSnapshot].self, from: try JSONEncoder().encode(snapshots)
            ).count == 4)
    }

    @Test func `a store that deletes batches is asked at the save`() throws {
        let log = StoreLog()
        let configuration = BatchConfiguration(schema: nil, url: folder.file("a.store"), log: log)
        let container = try ModelContainer(for: Note.self, configurations: configuration)
        func numbers(_ context: ModelContext) throws -> [Int] {
            try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number)]))
                .map(\.number)
        }
        let first = ModelContext(container)
        for number in 0..<6 { first.insert(Note(title: "n", number: number)) }
        try first.save()

        let context = ModelContext(container)
        let note = try #require(
            try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.number == 0 }))
                .first)
        context.insert(Note(title: "new", number: -1))
        try context.delete(
            model: Note.self, where: #Predicate { $0.number < 3 }, includeSubclasses: false)
        #expect(note.isDeleted && context.hasChanges)
        #expect(try numbers(context) == [3, 4, 5])
        // What is inserted or changed later stays.
        context.insert(Note(title: "later", number: 1))
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.number == 5 }))
            .first?.number = 2
        #expect(try numbers(context) == [1, 2, 3, 4])
        #expect(try numbers(ModelContext(container)) == [0, 1, 2, 3, 4, 5])
        #expect(log.lines.withLock { $0 } == ["save 6 0 0"])
        try context.save()
        #expect(!context.hasChanges && note.modelContext == nil)
        #expect(
            log.lines.withLock { $0 }
                == ["save 6 0 0", "delete Note false where", "save 1 1 0"])
        #expect(try numbers(ModelContext(container)) == [1, 2, 3, 4])

        // Nothing is read, and nothing happens after a rollback.
        let last = ModelContext(container)
        try last.delete(model: Note.self)
        #expect(last.hasChanges)
        last.rollback()
        #expect(!last.hasChanges)
        #expect(try numbers(last) == [1, 2, 3, 4])
        try last.delete(model: Note.self)
        try last.save()
        #expect(log.lines.withLock { $0.suffix(2) } == ["save 0 0 0", "delete Note true"])
        #expect(try numbers(ModelContext(container)).isEmpty)
    }

    @Test func `a save that fails has deleted no batch`() throws {
        let log = StoreLog()
        let container = try ModelContainer(
            for: Note.self,
            configurations: BatchConfiguration(
                schema: nil, url: folder.file("a.store"), log: log))
        func numbers(_ context: ModelContext? = nil) throws -> [Int] {
            try (context ?? ModelContext(container)).fetch(
                FetchDescriptor<Note>(sortBy: [SortDescriptor(\.number)])
            ).map(\.number)
        }
        let first = ModelContext(container)
        for number in 0..<4 { first.insert(Note(title: "n", number: number)) }
        try first.save()

        let context = ModelContext(container)
        func change() throws {
            try context.delete(model: Note.self, where: #Predicate { $0.number < 2 })
            context.insert(Note(title: "new", number: 9))
        }
        try change()
        log.refused.withLock { $0 = ["save"] }
        #expect(throws: StoreLog.Refusal.self) { try context.save() }
        #expect(context.hasChanges)
        #expect(try numbers() == [0, 1, 2, 3] && numbers(context) == [2, 3, 9])
        context.rollback()
        #expect(try numbers(context) == [0, 1, 2, 3])

        // A batch that fails is left for the next save, and everything else is saved.
        try change()
        log.refused.withLock { $0 = ["delete"] }
        #expect(throws: StoreLog.Refusal.self) { try context.save() }
        #expect(context.hasChanges && context.insertedModelsArray.isEmpty)
        #expect(try numbers() == [0, 1, 2, 3, 9] && numbers(context) == [2, 3, 9])
        log.refused.withLock { $0 = [] }
        try context.save()
        #expect(!context.hasChanges)
        #expect(try numbers() == [2, 3, 9] && numbers(context) == [2, 3, 9])
    }

    @Test func `a store counts and gives identifiers while nothing waits to be saved`() throws {
        let log = StoreLog()
        let container = try ModelContainer(
            for: Note.self,
            configurations: BatchConfiguration(
                schema: nil, url: folder.file("a.store"), log: log))
        let first = ModelContext(container)
        for number in 0..<6 { first.insert(Note(title: "n", number: number)) }
        try first.save()
        func asked() -> [String] {
            log.lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
        #expect(asked() == ["save 6 0 0"])

        let context = ModelContext(container)
        let some = FetchDescriptor<Note>(
            predicate: #Predicate { $0.number > 1 }, sortBy: [SortDescriptor(\.number)])
        var bounded = some
        bounded.fetchLimit = 2
        bounded.fetchOffset = 1
        var last = some
        last.fetchOffset = 3
        #expect(try context.fetchCount(some) == 4)
        #expect(try context.fetchCount(bounded) == 2)
        #expect(try context.fetchCount(last) == 1)
        let ids = try context.fetchIdentifiers(bounded)
        #expect(asked() == ["count", "count", "count", "identifiers"])
        // No model was read for them; one is when it is asked for.
        let none: Note? = context.registeredModel(for: ids[0])
        #expect(none == nil && ids.count == 2)
        #expect((context.model(for: ids[0]) as? Note)?.number == 3)
        #expect(asked() == ["cached 1"])
        #expect((context.model(for: ids[0]) as? Note)?.number == 3 && asked().isEmpty)

        context.insert(Note(title: "n", number: 9))
        #expect(try context.fetchCount(some) == 5)
        #expect(
            try context.fetchIdentifiers(
                FetchDescriptor<Note>(predicate: some.predicate)
            ).count == 5)
        #expect(asked().isEmpty)
        // A descriptor that leaves them out is answered by the store.
        var saved = some
        saved.includePendingChanges = false
        #expect(try context.fetchCount(saved) == 4 && asked() == ["count"])
        // A limit that is not positive is none.
        bounded.fetchLimit = -1
        #expect(try context.fetchCount(bounded) == 4)
        #expect(try context.fetch(bounded).count == 4)
        context.rollback()
        #expect(try context.fetchCount(bounded) == 3)
        #expect(try context.fetchIdentifiers(bounded).count == 3)
        _ = asked()
        #expect(try context.fetchCount(some) == 4 && asked() == ["count"])
    }

    @Test func `a store that prefers filtering in memory is counted by the context`() throws {
        let container = try ModelContainer(
            for: Note.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.file("a.json")))
        let first = ModelContext(container)
        for number in 0..<6 { first.insert(Note(title: "n", number: number)) }
        try first.save()
        let context = ModelContext(container)
        var some = FetchDescriptor<Note>(
            predicate: #Predicate { $0.number > 1 }, sortBy: [SortDescriptor(\.number)])
        some.fetchOffset = 1
        #expect(try context.fetchCount(some) == 3)
        let ids = try context.fetchIdentifiers(some)
        #expect(ids.compactMap { context.model(for: $0) as? Note }.map(\.number) == [3, 4, 5])
        #expect(try context.fetchCount(FetchDescriptor<Note>()) == 6)
        var numbers: [Int] = []
        try context.enumerate(some) { numbers.append($0.number) }
        #expect(numbers == [3, 4, 5])
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.enumerate(some) { $0.text = "changed" }
        }
    }

    @Test func `a store's own history is asked`() throws {
        let container = try ModelContainer(
            for: Note.self,
            configurations: BatchConfiguration(
                schema: nil, url: folder.file("a.store"), log: StoreLog()))
        let context = ModelContext(container)
        context.author = "importer"
        for number in 0..<2 {
            context.insert(Note(title: "n", number: number))
            try context.save()
        }
        typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
        let all = try context.fetchHistory(Descriptor())
        #expect(all.map(\.author) == ["importer", "importer"])
        #expect(all.map(\.changes.count) == [1, 1])
        let token = all[0].token
        #expect(
            try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
                .count == 1)
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.fetchHistory(HistoryDescriptor<OtherTransaction>())
        }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.deleteHistory(HistoryDescriptor<OtherTransaction>())
        }
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= token }))
        #expect(try context.fetchHistory(Descriptor()).count == 1)

        let plain = ModelContext(
            try ModelContainer(
                for: Note.self,
                configurations: JSONConfiguration(
                    name: "json", schema: nil, url: folder.file("a.json"))))
        #expect(throws: DataStoreError.unsupportedFeature) {
            try plain.fetchHistory(Descriptor())
        }
        #expect(throws: DataStoreError.unsupportedFeature) {
            try plain.deleteHistory(Descriptor())
        }
    }

    @Test func `the default store used by itself`() throws {
        let store = try DefaultStore(
            ModelConfiguration("m", schema: Schema([Note.self]), url: TestStores.fresh()),
            migrationPlan: nil)
        #expect(store.name == "m" && store.schema.entities.count == 3)
        #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
        #expect(try store.fetchHistory(HistoryDescriptor()).isEmpty)
        try store.erase()
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try DefaultStore(ModelConfiguration(isStoredInMemoryOnly: true), migrationPlan: nil)
        }
        #expect(DataStoreSnapshotCodingKey(stringValue: "a")?.stringValue == "a")
        #expect(
            DataStoreSnapshotCodingKey(stringValue: "persistentIdentifier")?.stringValue
                == "persistentIdentifier")
    }
}
#endif
