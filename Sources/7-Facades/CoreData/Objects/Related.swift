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
    /// The members; those that were added while the others are not known.
    private var objects = ObjectList()
    /// Those that were removed while the members are not known.
    private var removals = ObjectList()
    /// What the store has; nil for new objects and while it was not asked.
    var stored: [ObjectKey]?
    /// Whether `list` is complete; before that only what was added and removed is known.
    var isLoaded: Bool
    /// Another number after each change of the members that are known.
    private(set) var version = 0

    init(isLoaded: Bool) { self.isLoaded = isLoaded }

    /// In order; what was added comes last.
    var list: [NSManagedObject] { isLoaded ? objects.all : [] }
    /// The length of ``list``.
    var count: Int { isLoaded ? objects.count : 0 }
    var added: [NSManagedObject] { isLoaded ? [] : objects.all }
    var removed: [NSManagedObject] { removals.all }

    func contains(_ object: NSManagedObject) -> Bool { isLoaded && objects.contains(object) }

    /// Whether the list is complete, and an array has the same objects first.
    func isStart(of array: [NSManagedObject]) -> Bool { isLoaded && objects.isStart(of: array) }

    func load(_ objects: [NSManagedObject], stored: [ObjectKey]?) {
        let late = added
        version += 1
        self.stored = stored
        isLoaded = true
        self.objects = ObjectList(objects.filter { !removals.contains($0) } + late)
        removals = ObjectList()
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
        // What cannot be read is not replaced; the enclosing `reading(_:)` throws the error.
        guard isLoaded else { return }
        version += 1
        self.objects = ObjectList(objects)
    }

    func add(_ object: NSManagedObject, at place: Int? = nil) {
        version += 1
        if !isLoaded { removals.remove(object) }
        if isLoaded, let place {
            objects.insert(object, at: place)
        } else {
            objects.append(object)
        }
    }

    func remove(_ object: NSManagedObject) {
        version += 1
        if !isLoaded { removals.append(object) }
        objects.remove(object)
    }

    /// After a save: what is here is what the store has.
    func commit() {
        if isLoaded { stored = list.map(\.key) } else { objects = ObjectList() }
        removals = ObjectList()
    }
}
