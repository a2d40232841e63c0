import Foundation

/// The relationships of objects that are deallocated.
///
/// An object may be the only one that keeps the next, and that the one after it: each would be
/// deallocated within the deallocation of the one before, and a long chain would overflow the stack.
/// So those that come while a thread releases one wait until it is done.
enum ReleasedRelationships {
    private typealias Waiting = [[Related]]

    /// Where the thread keeps what waits: in the frame of the call that releases it.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Empties the relationships of an object.
    static func release(_ related: inout [Related]) {
        if let place = pthread_getspecific(key) {
            place.assumingMemoryBound(to: Waiting.self).pointee.append(related)
            related = []
            return
        }
        var waiting: Waiting = []
        withUnsafeMutablePointer(to: &waiting) { place in
            pthread_setspecific(key, place)
            related = []
            while place.pointee.popLast() != nil {}
            pthread_setspecific(key, nil)
        }
    }
}
