#if Server
import Foundation

/// How many files and connections the process may have open at once.
enum OpenFileLimit {
    /// Raises the limit in effect to the most that the process may have.
    ///
    /// Shells and systemd start programs with 1,024, so that those that call `select` go on working
    /// (https://0pointer.net/blog/file-descriptor-limits.html). A server waits with `epoll` and `poll`, and
    /// has seven files open for each container.
    static func raise() {
        #if canImport(Glibc)
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let kind = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        #if canImport(Darwin)
        // More is refused.
        let most = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #else
        let most = limit.rlim_max
        #endif
        guard limit.rlim_cur < most else { return }
        limit.rlim_cur = most
        // Where it is refused, the limit stays as it was.
        _ = setrlimit(kind, &limit)
    }
}
#endif
