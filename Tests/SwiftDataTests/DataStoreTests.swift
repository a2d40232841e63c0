#if SwiftData
import Foundation
import SwiftData
import Synchronization
import TestFiles
import TestKit
import Testing

struct JSONConfiguration: DataStoreConfiguration {
    typealias Store = JSONStore
    var name: String
    var schema: Schema?
    var url: URL
    static func == (a: JSONConfiguration, b: JSONConfiguration) -> Bool { a.url == b.url }
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

/// Models in a file of JSON, as in the documentation of custom stores.
final class JSONStore: DataStore {
    typealias Configuration = JSONConfiguration
    typealias Snapshot = DefaultSnapshot
    let configuration: JSONConfiguration
    let schema: Schema
    var identifier: String { configuration.name }

    init(_ configuration: JSONConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
    {
        self.configuration = configuration
        schema = configuration.schema ?? Schema()
    }

    func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard let data = try? Data(contentsOf: configuration.url) else { return [:] }
        let all = try JSONDecoder().decode([DefaultSnapshot].self, from: data)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.persistentIdentifier, $0) })
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let name = Schema.entityName(for: T.self)
        let all = try read().values.filter { $0.persistentIdentifier.entityName == name }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: Array(all))
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var all = try read()
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            let old = snapshot.persistentIdentifier
            remapped[old] = try PersistentIdentifier.identifier(
                for: identifier, entityName: old.entityName, primaryKey: UUID().uuidString)
        }
        for snapshot in request.inserted + request.updated {
            let old = snapshot.persistentIdentifier
            let id = remapped[old] ?? old
            all[id] = snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
        }
        for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
        try JSONEncoder().encode(Array(all.values)).write(to: configuration.url)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }
}

/// A model that keeps identifiers as values.
@Model final class Bookmark {
    var page: PersistentIdentifier?
    var seen: [PersistentIdentifier] = []
    init() {}
}

/// What a store was asked for.
final class StoreLog: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

struct BatchConfiguration: DataStoreConfiguration {
    typealias Store = BatchStore
    var name = "batches"
    var schema: Schema?
    var url: URL
    let log: StoreLog
    static func == (a: BatchConfiguration, b: BatchConfiguration) -> Bool { a.url == b.url }
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

/// A store that deletes batches, counts and has a history, over the default one.
final class BatchStore: DataStoreBatching, HistoryProviding {
    typealias HistoryType = DefaultHistoryTransaction
    typealias Configuration = BatchConfiguration
    typealias Snapshot = DefaultSnapshot
    let configuration: BatchConfiguration
    let schema: Schema
    private let inner: DefaultStore
    var identifier: String { inner.identifier }

    init(
        _ configuration: BatchConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema()
        inner = try DefaultStore(ModelConfiguration(schema: schema, url: configuration.url))
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        try inner.fetch(request)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        configuration.log.add(
            "save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
        return try inner.save(request)
    }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        configuration.log.add(
            "delete \(Schema.entityName(for: T.self)) \(request.includeSubclasses)"
                + (request.predicate == nil ? "" : " where"))
        try inner.delete(request)
    }

    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        configuration.log.add("count")
        return try inner.fetchCount(request)
    }

    func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        configuration.log.add("identifiers")
        return try inner.fetchIdentifiers(request)
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        configuration.log.add("cached \(persistentIdentifiers.count)")
        return [:]
    }

    func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] { try inner.fetchHistory(descriptor) }

    func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try inner.deleteHistory(descriptor)
    }
}

/// A transaction of a type that no store here has.
struct OtherTransaction: HistoryTransaction {
    typealias TokenType = DefaultHistoryToken
    let timestamp: Date
    let changes: [HistoryChange]
    let token: DefaultHistoryToken
    let transactionIdentifier: Int64
    let storeIdentifier: String
    let author: String?
    var id: Int64 { transactionIdentifier }
    static func == (a: OtherTransaction, b: OtherTransaction) -> Bool { a.id == b.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A model of numbers that a `Double` rounds.
@Model final class Tally {
    var large: UInt64
    var amount: Decimal
    var rate = 0.1
    init(large: UInt64, amount: Decimal) {
        self.large = large
        self.amount = amount
    }
}

@Suite struct DataStoreTests {
    private let folder = TemporaryFolder()

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
        #expect(log.lines.withLock { $0.suffix(2) } == ["delete Note true", "save 0 0 0"])
        #expect(try numbers(ModelContext(container)).isEmpty)
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
