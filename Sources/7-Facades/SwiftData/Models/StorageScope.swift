#if SwiftData
import Foundation

/// Whether this thread is making an instance for a stored object.
enum StorageScope {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var isWrapping: Bool { pthread_getspecific(key) != nil }

    /// Makes an instance: what its initial values write is dropped.
    static func wrapping<T>(_ body: () -> T) -> T {
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, outer) }
        return body()
    }
}
#endif
