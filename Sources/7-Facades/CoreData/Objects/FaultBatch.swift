/// Faults of one fetch that are read a batch at a time.
final class FaultBatch {
    private struct Weak { weak var object: NSManagedObject? }
    private var objects: [Weak] = []
    /// The relationships whose objects are read with it.
    let paths: [String]

    init(prefetching paths: [String]) { self.paths = paths }

    func add(_ object: NSManagedObject) {
        objects.append(Weak(object: object))
        object.batch = self
    }

    /// The members that still have no values.
    var waiting: [NSManagedObject] {
        objects.compactMap(\.object).filter { $0.isFault && $0.row == nil }
    }
}
