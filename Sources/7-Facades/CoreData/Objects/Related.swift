import Foundation
import ObjectCore

/// What is known of a relationship of one object.
enum Related {
    /// Nothing was asked yet.
    case unloaded
    /// The object that it points at.
    case one(NSManagedObject?)
    /// The objects that it points at.
    case many(Members)
}

/// The objects of a relationship to many.
final class Members {
    /// In order; what was added comes last.
    private(set) var list: [NSManagedObject] = []
    private var present: Set<ObjectIdentifier> = []
    /// What the store has; nil for new objects and while it was not asked.
    var stored: [ObjectKey]?
    /// Whether `list` is complete; before that only what was added and removed is known.
    var isLoaded: Bool
    private(set) var added: [NSManagedObject] = []
    private(set) var removed: [NSManagedObject] = []

    init(isLoaded: Bool) { self.isLoaded = isLoaded }

    func contains(_ object: NSManagedObject) -> Bool { present.contains(ObjectIdentifier(object)) }

    func load(_ objects: [NSManagedObject], stored: [ObjectKey]?) {
        self.stored = stored
        isLoaded = true
        let gone = Set(removed.map(ObjectIdentifier.init))
        let late = added
        list = []
        present = []
        for object in objects where !gone.contains(ObjectIdentifier(object)) { append(object) }
        for object in late { append(object) }
        added = []
        removed = []
    }

    /// Whether the list has another order than the store's, with what is new at its end.
    var isRearranged: Bool {
        let (before, now) = (stored ?? [], list.map(\.key))
        let (was, present) = (Set(before), Set(now))
        return now != before.filter(present.contains) + now.filter { !was.contains($0) }
    }

    /// Whether others are members than in the store, in whatever order.
    ///
    /// - Parameter wasMember: Whether the store has an object as a member, of those that are not read; nil
    ///   where that is not known.
    func haveChanged(_ wasMember: (NSManagedObject) -> Bool?) -> Bool {
        guard isLoaded else {
            return added.contains { wasMember($0) != true }
                || removed.contains { wasMember($0) != false }
        }
        let now = list.filter { !$0.state.contains(.deleted) }.map(\.key)
        let before = stored ?? []
        return now != before && Set(now) != Set(before)
    }

    /// Replaces the members of the list; `stored` is unchanged.
    func replace(_ objects: [NSManagedObject]) {
        list = []
        present = []
        for object in objects { append(object) }
    }

    private func append(_ object: NSManagedObject) {
        if present.insert(ObjectIdentifier(object)).inserted { list.append(object) }
    }

    func add(_ object: NSManagedObject, at place: Int? = nil) {
        guard isLoaded else {
            removed.removeAll { $0 === object }
            if !added.contains(where: { $0 === object }) { added.append(object) }
            return
        }
        guard present.insert(ObjectIdentifier(object)).inserted else { return }
        if let place, place < list.count {
            list.insert(object, at: max(0, place))
        } else {
            list.append(object)
        }
    }

    func remove(_ object: NSManagedObject) {
        guard isLoaded else {
            added.removeAll { $0 === object }
            if !removed.contains(where: { $0 === object }) { removed.append(object) }
            return
        }
        guard present.remove(ObjectIdentifier(object)) != nil else { return }
        if list.last === object { list.removeLast() } else { list.removeAll { $0 === object } }
    }

    /// After a save: what is here is what the store has.
    func commit() {
        if isLoaded { stored = list.map(\.key) }
        added = []
        removed = []
    }
}
