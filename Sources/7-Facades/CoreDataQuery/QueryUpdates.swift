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
/// that came about: edits in the context, saves that it merges, undo. After a reset of the context
/// its objects are found again. Changes that follow each other quickly give one element. The
/// sequence keeps the context, and ends when its task is cancelled.
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
        /// Nil once the task is cancelled.
        public mutating func next() async throws -> [Element]? {
            let query = query
            if last == nil {
                let found = try await query.context.perform { try query.all() }
                last = found.map(\.objectID)
                return found
            }
            while await changes.next() != nil {
                let news = news.take()
                let found = try await query.context.perform { try query.all() }
                let ids = found.map(\.objectID)
                if ids == last, !news.isReset, news.touched.isDisjoint(with: ids) { continue }
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

/// What changed in a context, gathered until the sequence takes it.
private final class ChangeNews: @unchecked Sendable {
    // Unchecked: the observer is set once, before the object is shared.

    struct News {
        /// The identifiers of objects that changed.
        var touched: Set<NSManagedObjectID> = []
        /// Whether the context has forgotten the objects that it had.
        var isReset = false
    }

    let stream: AsyncStream<Void>
    private let signals: AsyncStream<Void>.Continuation
    private let gathered = Mutex(News())
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
    func take() -> News {
        gathered.withLock { gathered in
            defer { gathered = News() }
            return gathered
        }
    }

    private func note(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        var ids: Set<NSManagedObjectID> = []
        for value in info.values {
            guard let objects = value as? Set<NSManagedObject> else { continue }
            for object in objects { ids.insert(object.objectID) }
        }
        let isReset = info[NSInvalidatedAllObjectsKey] != nil
        gathered.withLock { gathered in
            gathered.touched.formUnion(ids)
            if isReset { gathered.isReset = true }
        }
        signals.yield()
    }
}
