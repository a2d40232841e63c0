#if SwiftData
import Foundation
import SwiftData
import Synchronization

/// A snapshot of the program's own.
struct Row: DataStoreSnapshot {
    let persistentIdentifier: PersistentIdentifier
    var values: [String: String] = [:]

    init(_ id: PersistentIdentifier, _ values: [String: String]) {
        persistentIdentifier = id
        self.values = values
    }

    init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        func read<B: BackingData>(_ data: B) -> (PersistentIdentifier?, [String: String]) {
            guard let data = data as? any BackingData<Label> else { return (nil, [:]) }
            return (data.persistentModelID, ["text": data.getValue(forKey: \.text)])
        }
        let (id, values) = read(backingData)
        guard let id else { fatalError("Only labels are kept.") }
        self.init(id, values)
    }

    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Row { Row(persistentIdentifier, values) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        persistentIdentifier = try container.decode(
            PersistentIdentifier.self, forKey: .persistentIdentifier)
        for key in container.allKeys {
            guard case .modeledProperty(let name) = key else { continue }
            values[name] = try container.decode(String.self, forKey: key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (name, value) in values { try container.encode(value, forKey: .modeledProperty(name)) }
    }
}

struct RowsConfiguration: DataStoreConfiguration {
    struct Nameless: Error {}
    typealias Store = RowStore
    var name: String
    var schema: Schema?
    func validate() throws { if name.isEmpty { throw Nameless() } }
    static func == (a: RowsConfiguration, b: RowsConfiguration) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Labels in memory, in capitals.
final class RowStore: DataStore {
    typealias Configuration = RowsConfiguration
    typealias Snapshot = Row
    let configuration: RowsConfiguration
    var schema: Schema { configuration.schema ?? Schema() }
    var identifier: String { configuration.name }
    private var rows: [PersistentIdentifier: Row] = [:]
    private(set) var states: [EditingState] = []
    /// The states of all contexts that use such a store.
    static let open = Mutex<Set<UUID>>([])

    init(_ configuration: RowsConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
    {
        self.configuration = configuration
    }

    func initializeState(for editingState: EditingState) {
        states.append(editingState)
        RowStore.open.withLock { _ = $0.insert(editingState.id) }
    }
    func invalidateState(for editingState: EditingState) {
        states.removeAll { $0.id == editingState.id }
        RowStore.open.withLock { _ = $0.remove(editingState.id) }
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, Row> {
        guard states.contains(where: { $0.id == request.editingState.id }) else {
            throw DataStoreError.unsupportedFeature
        }
        if request.descriptor.predicate != nil { throw DataStoreError.invalidPredicate }
        return DataStoreFetchResult(
            descriptor: request.descriptor, fetchedSnapshots: Array(rows.values),
            relatedSnapshots: [:])
    }

    func save(
        _ request: DataStoreSaveChangesRequest<Row>
    ) throws -> DataStoreSaveChangesResult<Row> {
        guard states.contains(where: { $0.id == request.editingState.id }) else {
            throw DataStoreError.unsupportedFeature
        }
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        var changed: [PersistentIdentifier: Row] = [:]
        for row in request.inserted {
            let old = row.persistentIdentifier
            let id = try PersistentIdentifier.identifier(
                for: identifier, entityName: old.entityName, primaryKey: rows.count)
            remapped[old] = id
            var copy = row.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
            copy.values["text"] = copy.values["text"]?.uppercased()
            rows[id] = copy
            changed[id] = copy
        }
        return DataStoreSaveChangesResult(
            for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: changed)
    }
}
#endif
