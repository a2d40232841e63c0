import Synchronization

extension NSManagedObjectContext {
    /// Adds a child, by a weak reference, to those that take over what changes here.
    func noteChild(_ child: NSManagedObjectContext) {
        // What is loaded under the lock must not go under it.
        let alive = children.withLock { children in
            let alive = children.compactMap(\.context).filter { $0 !== child }
            children = (alive + [child]).map { WeakContext(context: $0) }
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    /// Lets children know the permanent identifier of an object that they may have by its temporary one.
    ///
    /// - Returns: Whether there are any.
    @discardableResult
    func tellChildren(of identifier: NSManagedObjectID, since temporary: Int64) -> Bool {
        // As above: they may go once they are loaded.
        let alive = children.withLock { children in
            let alive = children.compactMap(\.context)
            if alive.isEmpty { children = [] }
            return alive
        }
        for child in alive { child.givenIdentifiers.withLock { $0[temporary] = identifier } }
        return !alive.isEmpty
    }

    /// Lets children that take over by themselves know what changed here.
    func tellChildren(
        _ changes: @autoclosure () -> MergedChanges, except saver: NSManagedObjectContext? = nil
    ) {
        let waiting = children.withLock { $0.compactMap(\.context) }
            .filter { $0 !== saver && $0.automaticallyMergesChangesFromParent }
        guard !waiting.isEmpty else { return }
        let told = changes()
        for child in waiting { child.enqueueMerge(told) }
    }
}

/// A context that others know without keeping it.
struct WeakContext {
    weak var context: NSManagedObjectContext?
}
