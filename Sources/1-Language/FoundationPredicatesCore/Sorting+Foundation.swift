public import Foundation

// Foundation's own methods of these names work with our descriptors too, but read both objects for
// each comparison, which copies every dictionary. These read each object and each key once.

extension NSArray {
    /// The members in the order that the descriptors say, the first deciding first.
    ///
    ///     (people as NSArray).sortedArray(using: [NSSortDescriptor(key: "name", ascending: true)])
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        SortRun(sortDescriptors).sorted(map { $0 })
    }
}

extension NSMutableArray {
    /// Puts the members in the order that the descriptors say.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        setArray(sortedArray(using: sortDescriptors))
    }
}

extension NSSet {
    /// The members in the order that the descriptors say, the first deciding first.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        SortRun(sortDescriptors).sorted(allObjects)
    }
}

extension NSOrderedSet {
    /// The members in the order that the descriptors say, the first deciding first.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        SortRun(sortDescriptors).sorted(array)
    }
}

extension NSMutableOrderedSet {
    /// Puts the members in the order that the descriptors say.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        let sorted = sortedArray(using: sortDescriptors)
        removeAllObjects()
        addObjects(from: sorted)
    }
}

/// One sort: what each descriptor looks at is read once for each object.
private struct SortRun {
    private let descriptors: [NSSortDescriptor]

    init(_ descriptors: [NSSortDescriptor]) { self.descriptors = descriptors }

    /// The objects in order; those that nothing tells apart stay as they were.
    func sorted(_ objects: [Any]) -> [Any] {
        guard !descriptors.isEmpty else { return objects }
        let comparisons = descriptors.map { $0.comparison(of: objects) }
        return objects.indices.sorted { a, b in
            for compare in comparisons {
                switch compare(a, b) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                case .orderedSame: continue
                }
            }
            return a < b
        }.map { objects[$0] }
    }
}
