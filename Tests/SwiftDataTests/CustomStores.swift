#if SwiftData
import Foundation
import SwiftData
import Synchronization

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
    /// The first words of the lines at which the store throws.
    let refused = Mutex<Set<String>>([])
    struct Refusal: Error {}
    /// The entities that were fetched, with the limit and how many models were given.
    let fetches = Mutex<[String]>([])
    func takeFetches() -> [String] {
        fetches.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func check(_ word: String) throws {
        if refused.withLock({ $0.contains(word) }) { throw Refusal() }
    }
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
        let (log, descriptor) = (configuration.log, request.descriptor)
        let refuses = log.refused.withLock { $0.contains("predicate") }
        if refuses, descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        let result = try inner.fetch(request)
        log.fetches.withLock {
            $0.append(
                "\(Schema.entityName(for: T.self)) \(descriptor.fetchLimit ?? 0): "
                    + "\(result.fetchedSnapshots.count)")
        }
        return result
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        configuration.log.add(
            "save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
        try configuration.log.check("save")
        return try inner.save(request)
    }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        configuration.log.add(
            "delete \(Schema.entityName(for: T.self)) \(request.includeSubclasses)"
                + (request.predicate == nil ? "" : " where"))
        try configuration.log.check("delete")
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

/// A model of values that may be numbers which JSON does not have, or look like them.
@Model final class Probe {
    var label: String
    var depth: Double
    var levels: [String: Double]
    init(label: String, depth: Double, levels: [String: Double]) {
        self.label = label
        self.depth = depth
        self.levels = levels
    }
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
#endif
