import RecordCore
import Stores
import Synchronization
import WebServices

/// Bytes that containers take on the disk, as they were counted last.
///
/// Counting goes through every asset, or every table of a database, so no request waits for it:
/// ``Sweeper`` counts periodically, and requests get the last result.
final class StorageMeter: Sendable {
    private let containers: ContainerRegistry
    /// The database that servers share, with a store of it; nil where there is none.
    private let shared: (database: ServerDatabase, store: any RecordStore)?
    /// Nil as long as the database has not said it.
    private let sizes: Mutex<[ContainerRegistry.Key: Int64]?>

    init(
        _ containers: ContainerRegistry,
        in shared: (database: ServerDatabase, store: any RecordStore)? = nil
    ) {
        self.containers = containers
        self.shared = shared
        sizes = Mutex(shared == nil ? [:] : nil)
    }

    /// Counts the bytes of every container.
    func measure() {
        let keys = containers.names.flatMap { name in
            containers.environments.map { ContainerRegistry.Key(name, $0) }
        }
        guard let shared else {
            let counted = keys.map { ($0, containers.bytes($0)) }.filter { $1 > 0 }
            return sizes.withLock { $0 = Dictionary(uniqueKeysWithValues: counted) }
        }
        let parts = keys.map { $0.part }
        // While the database does not answer, what was counted last stays.
        guard let counted = try? shared.database.sizes(of: parts, by: shared.store) else { return }
        sizes.withLock { sizes in
            var found: [ContainerRegistry.Key: Int64] = [:]
            for (key, part) in zip(keys, parts) {
                guard let bytes = counted[shared.database.schema(of: part)] else { continue }
                // As does that of a container with a locked table.
                found[key] = bytes ?? sizes?[key]
            }
            sizes = found
        }
    }

    /// Whether the bytes are known: not of a database that does not say them.
    var isKnown: Bool { sizes.withLock { $0 != nil } }

    /// Bytes of a container's database and assets; 0 in memory, and before it was counted.
    func bytes(_ key: ContainerRegistry.Key) -> Int64 { sizes.withLock { $0?[key] } ?? 0 }

    /// Bytes of all databases and assets.
    var total: Int64 { sizes.withLock { $0?.values.reduce(0, +) } ?? 0 }
}

extension ContainerRegistry.Key {
    /// What holds the container in a database that servers share.
    var part: ServerDatabase.Part { .container(container, environment: environment.rawValue) }
}
