public import Foundation

// Foundation on Linux has no asynchronous sequence of notifications.

extension NotificationCenter {
    /// Notifications as they are posted.
    ///
    ///     for await note in center.notifications(named: .NSPersistentStoreRemoteChange) {
    ///         read(from: note.userInfo?[NSPersistentHistoryTokenKey])
    ///     }
    ///
    /// Each iterator observes from the moment when it is made until it goes or its task is
    /// cancelled, which ends the loop. Notifications that are posted while the loop is busy wait
    /// for it, however many they are: to lose one may be to lose what a save changed. Apple's
    /// documentation does not state a limit; its systems were seen to keep
    /// [eight](https://developer.apple.com/forums/thread/808800).
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        // Unchecked: nothing changes, and the object is compared by identity only.
        /// What the sequence gives.
        public typealias Element = Notification
        /// The sequence does not throw.
        public typealias Failure = Never

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: AnyObject?

        fileprivate init(
            _ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?
        ) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Gives notifications in the order in which they were posted.
        public struct Iterator: AsyncIteratorProtocol {
            // Unchecked: the poster hands it over, as to every observer.
            fileprivate struct Posted: @unchecked Sendable {
                let notification: Notification
            }

            fileprivate var base: AsyncStream<Posted>.Iterator

            /// The next notification; nil when the task is cancelled.
            public mutating func next() async -> Notification? { await base.next()?.notification }

            /// The next notification, for a loop on an actor; nil when the task is cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> Notification? { await base.next(isolation: actor)?.notification }
        }

        /// An iterator over what is posted from now on.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Iterator.Posted.self)
            nonisolated(unsafe) let observer = center.addObserver(
                forName: name, object: object, queue: nil
            ) { continuation.yield(Iterator.Posted(notification: $0)) }
            continuation.onTermination = { [center] _ in center.removeObserver(observer) }
            return Iterator(base: stream.makeAsyncIterator())
        }
    }

    /// The notifications of a name, of one object or of any, as an asynchronous sequence.
    @_disfavoredOverload
    public func notifications(
        named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications { Notifications(self, name, object) }
}
