import PredicateCore

/// What an object was before the event that goes on.
struct EventSnapshot {
    var values: [Value]
    var extras: [String: Any]?
    var related: [Int: RelatedSnapshot]
    var wasUpdated: Bool

    enum RelatedSnapshot {
        case one(NSManagedObject?)
        case many([NSManagedObject])
    }
}
