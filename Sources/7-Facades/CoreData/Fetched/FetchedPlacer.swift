import FoundationPredicates
import ObjectCore

/// Finds which changed objects belong to results, and where.
struct FetchedPlacer {
    private let query: ObjectQuery
    private let reader: LiveReader
    private let order: OrderingComparator<Value>
    private var tests: [Int32: Evaluator<ObjectRow>] = [:]

    init(_ query: ObjectQuery, _ context: NSManagedObjectContext) throws {
        self.query = query
        reader = LiveReader(context)
        order = try OrderingComparator<Value>(query.ordering, context: reader.evaluationContext)
    }

    /// Puts objects where they belong among the results that did not change.
    ///
    /// - Parameters:
    ///   - objects: Those that belong to the results if the request's condition holds for them.
    ///   - changed: All that changed, which loses its place.
    mutating func place(
        _ objects: [NSManagedObject], of changed: [NSManagedObject], in old: FetchedResults
    ) throws -> FetchedUpdate {
        var origins: [ObjectIdentifier: Int] = [:]
        for object in changed { origins[ObjectIdentifier(object)] = old.place(of: object) }
        var update = FetchedUpdate(old, taken: origins.values.sorted())
        for object in objects where try reader.matches(object, query, &tests) {
            let origin = origins[ObjectIdentifier(object)]
            let place = try update.place(behind(object, origin))
            update.insert(object, at: place, origin: origin)
        }
        return update
    }

    /// As ``place(_:of:in:)`` for many objects: all results in order.
    mutating func placeAmongAll(
        _ candidates: [NSManagedObject], of changed: [NSManagedObject], in old: FetchedResults
    ) throws -> [AnyObject] {
        let changed = Set(changed.map { ObjectIdentifier($0) })
        var objects = old.objects.filter { !changed.contains(ObjectIdentifier($0)) }
        for object in candidates where try reader.matches(object, query, &tests) {
            let isBehind = behind(object, old.place(of: object))
            let place = try objects.partitioningIndex { try isBehind($0, old.place(of: $0)) }
            objects.insert(object, at: place)
        }
        return objects
    }

    /// Whether an object belongs behind one that is put in its place; among equals that one stays where
    /// it was.
    private func behind(
        _ object: NSManagedObject, _ origin: Int?
    ) -> (AnyObject, Int?) throws -> Bool {
        let value = Value.object(ObjectValue(object))
        let earlier = origin ?? .max
        return { other, place in
            guard let other = other as? NSManagedObject else { return true }
            switch try order.order(.object(ObjectValue(other)), value) {
            case .less: return false
            case .greater: return true
            case .equal: return place.map { $0 >= earlier } ?? false
            }
        }
    }
}
