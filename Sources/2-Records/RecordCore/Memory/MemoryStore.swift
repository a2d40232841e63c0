public import Foundation
import Synchronization

/// A record store in memory: what tests and short-lived programs use, and the measure for the
/// others.
///
///     let store = MemoryStore()
///     try await store.save(SaveRequest(saving: [city]), in: .public)
///
/// Every decision is the one that all stores share: ``QueryChecker``, ``SaveProcedure`` and the
/// evaluator. Nothing outlives the store.
public final class MemoryStore: RecordStore {
    /// Whether the schema is fixed.
    public let environment: StoreEnvironment
    /// Sizes beyond which requests are refused.
    public let limits: StoreLimits
    let clock: @Sendable () -> Date
    private let state: Mutex<State>

    /// What changes.
    struct State: @unchecked Sendable {
        // Unchecked: the databases in it are reached under the store's mutex alone.
        let id = UUID().uuidString.lowercased()
        var schema: RecordSchema
        var isClosed = false
        let publicDatabase = MemoryDatabase(owner: "")
        var databases: [ExactText: MemoryDatabase] = [:]
        var assets = MemoryAssets()
        var serviceData: [ServicePlace: [String: Data]] = [:]

        /// The private database of a user; made when it is first asked for.
        mutating func database(of user: String) -> MemoryDatabase {
            let name = ExactText(user)
            if let database = databases[name] { return database }
            let database = MemoryDatabase(owner: user)
            databases[name] = database
            return database
        }
    }

    /// An empty store.
    ///
    /// - Parameters:
    ///   - environment: Whether saving makes types and fields.
    ///   - schema: The schema to begin with; `Users` is added where it is missing.
    ///   - limits: Sizes beyond which requests are refused.
    ///   - clock: What time it is.
    public init(
        environment: StoreEnvironment = .development, schema: RecordSchema = .initial,
        limits: StoreLimits = StoreLimits(), clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.environment = environment
        self.limits = limits
        self.clock = clock
        var schema = schema
        if schema[RecordType.users.name] == nil { schema[RecordType.users.name] = .users }
        state = Mutex(State(schema: schema))
    }

    deinit { state.withLock { $0.assets.removeFiles() } }

    /// Runs with the state to itself.
    func locked<T: Sendable>(_ body: (inout State) throws -> T) throws -> T {
        try state.withLock { state in
            guard !state.isClosed else {
                throw StoreError(.cannotOpen, ["reason": "the store is closed"])
            }
            return try body(&state)
        }
    }

    /// Lets go of everything; later calls throw.
    public func close() async throws {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.assets.removeFiles()
            state.databases.removeAll()
        }
    }

    // MARK: Schema

    /// The schema as it stands.
    public func schema() async throws -> RecordSchema { try locked { $0.schema } }

    /// Changes the schema at once; dropped types and fields go from the records.
    @discardableResult
    public func updateSchema(
        _ change: @escaping @Sendable (_ current: RecordSchema) throws -> [RecordSchema]
    ) async throws -> [SchemaChange] {
        try locked { state in
            var schema = state.schema
            var changes: [SchemaChange] = []
            for target in try change(schema) {
                let steps = schema.changes(to: target)
                try SchemaEvolution.check(steps, from: schema, in: environment, limits: limits)
                schema = schema.applying(steps)
                changes += steps
            }
            state.schema = schema
            for step in changes { MemoryStore.apply(step, in: &state) }
            return changes
        }
    }

    /// Takes dropped types and fields out of the records.
    private static func apply(_ change: SchemaChange, in state: inout State) {
        var zones: [(MemoryDatabase, MemoryZone)] = []
        for database in [state.publicDatabase] + Array(state.databases.values) {
            zones += database.zones.values.map { (database, $0) }
        }
        switch change {
        case .dropType(let type):
            for (database, zone) in zones.sorted(by: { $0.1.created < $1.1.created }) {
                let records = zone.tables[type] ?? [:]
                for record in records.values {
                    database.index(record, isHeld: false)
                    zone.remove(record.id.name)
                    for checksum in record.assetChecksums { state.assets.count(checksum, -1) }
                }
                zone.tables[type] = nil
                // No change token from before a deletion that is forgotten stays valid.
                database.purged = max(
                    database.purged, zone.forgetTombstones { $0.type == type })
                // Of records that go with their type there is no deletion: the zone is read again.
                if zone.zone.tracksChanges, !records.isEmpty {
                    zone.zone.token = database.nextToken()
                    database.purged = zone.zone.token
                }
            }
        case .dropField(let type, let field):
            for (database, zone) in zones {
                for (name, record) in zone.tables[type] ?? [:] where record.fields[field] != nil {
                    var changed = record
                    changed.fields[field] = nil
                    database.index(record, isHeld: false)
                    zone.tables[type]?[name] = changed
                    database.index(changed, isHeld: true)
                    for checksum in record.assetChecksums { state.assets.count(checksum, -1) }
                    for checksum in changed.assetChecksums { state.assets.count(checksum, 1) }
                }
            }
        case .addType, .addField, .setIndexes, .setSystemIndexes, .setGrants, .setRoles: return
        }
        state.assets.purge()
    }

    // MARK: Assets

    /// A file with the content of an asset, written when it is first asked for.
    public func assetFile(_ asset: Asset, in scope: DatabaseScope) async throws -> URL {
        try locked { try $0.assets.file(of: asset) }
    }

    /// Content comes with its record.
    public func ingest(
        _ source: AssetIntake.Source, for seconds: TimeInterval, in scope: DatabaseScope
    ) async throws -> Asset? { nil }
}

/// The content of assets, by checksum.
struct MemoryAssets {
    private var contents: [String: Data] = [:]
    private var uses: [String: Int] = [:]
    private var directory: ProcessDirectory?

    func holds(_ checksum: String) -> Bool { contents[checksum] != nil }

    mutating func keep(_ content: Data, as checksum: String) { contents[checksum] = content }

    mutating func count(_ checksum: String, _ step: Int) { uses[checksum, default: 0] += step }

    /// Lets go of contents that no record needs.
    mutating func purge() {
        for checksum in contents.keys where (uses[checksum] ?? 0) <= 0 {
            contents[checksum] = nil
            uses[checksum] = nil
            if let directory {
                // A file that stays goes with the directory.
                try? FileManager.default.removeItem(
                    at: directory.url.appendingPathComponent(checksum))
            }
        }
    }

    /// A file with the content, written when it is first asked for.
    mutating func file(of asset: Asset) throws -> URL {
        guard let checksum = asset.checksum, let content = contents[checksum] else {
            throw StoreError(.assetNotAvailable)
        }
        let files = FileManager.default
        let directory = self.directory ?? ProcessDirectory("quarry-memory-")
        let file = directory.url.appendingPathComponent(checksum)
        do {
            try directory.make()
            self.directory = directory
            if !files.fileExists(atPath: file.path) {
                try content.write(to: file, options: .atomic)
            }
        } catch {
            throw StoreError(
                .engine, ["path": file.path], engineMessage: error.localizedDescription)
        }
        return file
    }

    mutating func removeFiles() {
        directory?.remove()
        directory = nil
    }
}
