#if SwiftData
public import Foundation

/// Which models, in what order and how many.
///
///     var descriptor = FetchDescriptor<Trip>(
///         predicate: #Predicate { $0.start > today }, sortBy: [SortDescriptor(\.start)])
///     descriptor.fetchLimit = 10
///     let next = try context.fetch(descriptor)
///
/// Source: [FetchDescriptor](https://developer.apple.com/documentation/swiftdata/fetchdescriptor).
public struct FetchDescriptor<T: PersistentModel>: Equatable, @unchecked Sendable {
    // Unchecked: predicates and key paths do not change.
    /// What holds of the models; nil for all.
    public var predicate: Predicate<T>?
    /// The order; without one, none is promised.
    public var sortBy: [SortDescriptor<T>]
    /// How many at most; nil for all.
    public var fetchLimit: Int?
    /// How many are passed over.
    public var fetchOffset: Int?
    /// Whether changes that are not saved are considered: those of the models that are asked for.
    ///
    /// As in Core Data, a predicate or an order by a related model, `$0.owner.name == "x"`, considers what
    /// is not saved of that one where the model itself has changes. For the others the store decides: save
    /// first, or filter what was fetched.
    public var includePendingChanges = true
    /// The properties that are read at once; all of them here.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// Relationships whose models are read at once.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// The models for which a predicate holds, in an order.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }

    /// Whether both ask for the same; predicates are compared by what they say.
    public static func == (a: FetchDescriptor, b: FetchDescriptor) -> Bool {
        PredicateComparison.isEqual(a.predicate, b.predicate) && a.sortBy == b.sortBy
            && a.fetchLimit == b.fetchLimit && a.fetchOffset == b.fetchOffset
            && a.includePendingChanges == b.includePendingChanges
            && a.propertiesToFetch == b.propertiesToFetch
            && a.relationshipKeyPathsForPrefetching == b.relationshipKeyPathsForPrefetching
    }
}
#endif
