#if SwiftData
import Foundation
import SwiftData
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

@Suite struct DataStoreTests {
    @Test func `models in a store of the program's own`() throws {
        try withFolder { folder in
            let url = folder.appendingPathComponent("notes.json")
            func container() throws -> ModelContainer {
                try ModelContainer(
                    for: Note.self,
                    configurations: JSONConfiguration(name: "json", schema: nil, url: url))
            }
            let context = ModelContext(try container())
            let folder = Folder(name: "f")
            for number in 0..<4 {
                let note = Note(title: "n", number: number)
                note.folder = folder
                context.insert(note)
            }
            #expect(try context.fetchCount(FetchDescriptor<Note>()) == 4)
            try context.save()
            #expect(folder.persistentModelID.storeIdentifier == "json")
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
