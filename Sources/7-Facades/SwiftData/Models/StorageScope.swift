#if SwiftData
import Foundation

/// Which instance for a stored object this thread is making.
enum StorageScope {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Whether the instance is of a class, or of one that inherits from it: models of other classes
    /// are values of its properties.
    static func isWrapping(_ type: any PersistentModel.Type) -> Bool {
        guard let made = pthread_getspecific(key) else { return false }
        var next: AnyClass? = unsafeBitCast(made, to: AnyClass.self)
        while let current = next {
            if ObjectIdentifier(current) == ObjectIdentifier(type) { return true }
            next = _getSuperclass(current)
        }
        return false
    }

    /// Makes an instance: what its initial values write is dropped.
    static func wrapping<T>(_ type: any PersistentModel.Type, _ body: () -> T) -> T {
        let outer = pthread_getspecific(key)
        let made: AnyClass = type
        pthread_setspecific(key, unsafeBitCast(made, to: UnsafeMutableRawPointer.self))
        defer { pthread_setspecific(key, outer) }
        return body()
    }
}
#endif
