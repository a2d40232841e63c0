/// Managed objects in order, each of them once.
///
///     var list = ObjectList([a, b])
///     list.append(a)  // is there
///     list.remove(b)
///     list.all        // [a]
///
/// A short list is searched. A longer one has a set of its members, and when several are removed
/// one after the other also their positions: to add or to remove one takes the same time in a list
/// of any length, but for reading it in between.
struct ObjectList: ~Copyable {
    /// The objects, unless the index has them with gaps.
    private var objects: [NSManagedObject] = []
    /// Of a list that is, or was, longer than ``shortCount``.
    private var index: Index?

    /// Up to here, to search is as fast as to look up, and the memory of a set is saved.
    private static let shortCount = 12
    /// How many objects of a long list are searched for until their positions are noted: a program
    /// that reads the list after each removal goes through it anyway.
    private static let searchCount = 4

    private final class Index {
        var members: Set<ObjectIdentifier>
        /// How many objects were searched for since the list was last read.
        var searches = 0
        /// The objects, with gaps where some were removed; empty while there are no ``positions``.
        var gapped: [NSManagedObject?] = []
        /// The positions in ``gapped``.
        var positions: [ObjectIdentifier: Int]?

        init(_ objects: [NSManagedObject]) { members = Set(objects.map(ObjectIdentifier.init)) }
    }

    init() {}

    /// The objects of an array; of those that occur twice, the first.
    init(_ array: [NSManagedObject]) {
        objects.reserveCapacity(array.count)
        for object in array { append(object) }
    }

    /// The objects in order.
    var all: [NSManagedObject] {
        mutating get {
            closeGaps()
            index?.searches = 0
            return objects
        }
    }

    var count: Int { index?.members.count ?? objects.count }

    func contains(_ object: NSManagedObject) -> Bool {
        index?.members.contains(ObjectIdentifier(object)) ?? objects.contains { $0 === object }
    }

    /// Whether an array has the same objects in the same order, and perhaps more after them.
    mutating func isStart(of array: [NSManagedObject]) -> Bool {
        closeGaps()
        return objects.count <= array.count && zip(objects, array).allSatisfy { $0 === $1 }
    }

    /// Adds an object at the end, unless it is there.
    mutating func append(_ object: NSManagedObject) {
        guard isAdded(object) else { return }
        guard let index, index.positions != nil else { return objects.append(object) }
        index.positions?[ObjectIdentifier(object)] = index.gapped.count
        index.gapped.append(object)
        // Where objects come and go, the gaps must not become more than the objects.
        if index.gapped.count > 2 * index.members.count + ObjectList.shortCount { closeGaps() }
    }

    /// Adds an object at a position, unless it is there; at the end for one beyond it.
    mutating func insert(_ object: NSManagedObject, at position: Int) {
        guard isAdded(object) else { return }
        closeGaps()
        objects.insert(object, at: min(max(0, position), objects.count))
    }

    /// Adds an object to the members.
    ///
    /// - Returns: Whether it was none.
    private mutating func isAdded(_ object: NSManagedObject) -> Bool {
        if let index { return index.members.insert(ObjectIdentifier(object)).inserted }
        if contains(object) { return false }
        if objects.count == ObjectList.shortCount {
            let made = Index(objects)
            made.members.insert(ObjectIdentifier(object))
            index = made
        }
        return true
    }

    /// Removes an object, if it is there.
    mutating func remove(_ object: NSManagedObject) {
        guard let index else { return objects.removeAll { $0 === object } }
        let id = ObjectIdentifier(object)
        guard index.members.remove(id) != nil else { return }
        if objects.last === object {
            objects.removeLast()
            return
        }
        if index.positions == nil, index.searches < ObjectList.searchCount {
            index.searches += 1
            if let position = objects.firstIndex(where: { $0 === object }) {
                objects.remove(at: position)
            }
            return
        }
        openGaps(index)
        if let position = index.positions?.removeValue(forKey: id) { index.gapped[position] = nil }
    }

    private mutating func openGaps(_ index: Index) {
        guard index.positions == nil else { return }
        var positions = [ObjectIdentifier: Int](minimumCapacity: objects.count)
        for (position, object) in objects.enumerated() {
            positions[ObjectIdentifier(object)] = position
        }
        index.positions = positions
        index.gapped = objects
        objects = []
    }

    private mutating func closeGaps() {
        guard let index, index.positions != nil else { return }
        objects = index.gapped.compactMap { $0 }
        index.gapped = []
        index.positions = nil
    }
}
