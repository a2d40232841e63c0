public import CoreData
import Foundation
import Synchronization

/// What a query finds, now and after each change.
///
///     for try await notes in Note.query(in: context).where("done == NO").updates {
///         show(notes)
///     }
///
/// The first element comes at once, the next ones when objects come, go, move or change, however
/// that came about: edits in the context, saves that it merges, undo. Changes that follow each
/// other quickly give one element. The sequence ends when its task is cancelled or the context
/// goes.
///
/// A query that cannot be answered (see ``QueryBuilder``) makes the iteration throw.
public struct QueryUpdates<Element: NSManagedObject>: AsyncSequence {
    let query: Query<Element>

    /// One walk through the results.
    ///
    ///     var updates = Note.query(in: context).where("title BEGINSWITH 'M'").updates
    ///         .makeAsyncIterator()
    ///     try await updates.next()?.count  // 1 now; the next call waits for a change
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let query: Query<Element>
        private let news: ChangeNews
        private var changes: AsyncStream<Void>.Iterator
        private var last: [NSManagedObjectID]?

        init(_ query: Query<Element>) {
            self.query = query
            news = ChangeNews(query.context)
            changes = news.stream.makeAsyncIterator()
        }

        /// The results after the next change of them; the first call gives those of now.
        ///
        /// Nil when the context is gone or the task was cancelled.
        public mutating func next() async throws -> [Element]? {
            let query = query
            if last == nil {
                let found = try await query.context.perform { try query.all() }
                last = found.map(\.objectID)
                return found
            }
            while await changes.next() != nil {
                let touched = news.take()
                let found = try await query.context.perform { try query.all() }
                let ids = found.map(\.objectID)
                if ids == last, touched.isDisjoint(with: ids) { continue }
                last = ids
                return found
            }
            return nil
        }
    }

    /// Begins with what the query finds now.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query) }
}

extension Query {
    /// What the query finds, now and after each change.
    public var updates: QueryUpdates<Element> { QueryUpdates(query: self) }
}

/// The identifiers of objects that changed in a context, gathered until the sequence takes them.
private final class ChangeNews: @unchecked Sendable {
    // Unchecked: the observer is set once, before the object is shared.
    let stream: AsyncStream<Void>
    private let signals: AsyncStream<Void>.Continuation
    private let touched = Mutex<Set<NSManagedObjectID>>([])
    private var observer: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
        (stream, signals) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { [weak self] notification in
            self?.note(notification)
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        signals.finish()
    }

    /// What was gathered.
    func take() -> Set<NSManagedObjectID> {
        touched.withLock { touched in
            defer { touched = [] }
            return touched
        }
    }

    private func note(_ notification: Notification) {
        var ids: Set<NSManagedObjectID> = []
        for value in (notification.userInfo ?? [:]).values {
            guard let objects = value as? Set<NSManagedObject> else { continue }
            for object in objects { ids.insert(object.objectID) }
        }
        touched.withLock { $0.formUnion(ids) }
        signals.yield()
    }
}
