import Synchronization

/// Bytes that containers take on the disk, as they were counted last.
///
/// Counting goes through every asset, so no request waits for it: ``Sweeper`` counts periodically,
/// and requests get the last result.
final class StorageMeter: Sendable {
    private let containers: ContainerRegistry
    private let sizes = Mutex<[ContainerRegistry.Key: Int64]>([:])

    init(_ containers: ContainerRegistry) { self.containers = containers }

    /// Counts the bytes of every container.
    func measure() {
        var found: [ContainerRegistry.Key: Int64] = [:]
        for name in containers.names {
            for environment in containers.environments {
                let key = ContainerRegistry.Key(name, environment)
                let bytes = containers.bytes(key)
                if bytes > 0 { found[key] = bytes }
            }
        }
        sizes.withLock { $0 = found }
    }

    /// Bytes of a container's database and assets; 0 in memory, and before it was counted.
    func bytes(_ key: ContainerRegistry.Key) -> Int64 { sizes.withLock { $0[key] } ?? 0 }

    /// Bytes of all databases and assets.
    var total: Int64 { sizes.withLock { $0.values.reduce(0, +) } }
}
