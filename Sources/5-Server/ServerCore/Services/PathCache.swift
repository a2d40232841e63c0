import Synchronization
import WebServices

/// The paths of CloudKit Web Services that were read last.
///
/// Clients ask the same few paths again and again, and looking one up is cheaper than splitting it.
final class PathCache: Sendable {
    /// Past this number of paths the cache begins empty again, so that invented paths do not grow it.
    private static let capacity = 1_024
    /// Longer paths, in bytes, are read each time.
    private static let longest = 512

    private let paths = Mutex<[String: EndpointPath]>([:])

    /// What a path says; nil when it is none of CloudKit Web Services.
    subscript(_ text: String) -> EndpointPath? {
        if let path = cached(text) { return path }
        guard let path = EndpointPath(text) else { return nil }
        guard text.utf8.count <= PathCache.longest else { return path }
        paths.withLock { paths in
            if paths.count >= PathCache.capacity { paths = [:] }
            paths[text] = path
        }
        return path
    }

    /// What a path says that was read before.
    func cached(_ text: String) -> EndpointPath? { paths.withLock { $0[text] } }

    /// How many paths are cached.
    var count: Int { paths.withLock { $0.count } }
}
