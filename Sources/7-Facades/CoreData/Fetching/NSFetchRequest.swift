public import Foundation
public import FoundationPredicates

/// What a fetch request may give: objects, their identifiers, dictionaries, numbers.
///
/// Methods of an extension of it know the class that they are called on:
///
///     extension NSFetchRequestResult where Self: NSManagedObject {
///         static func all(in context: NSManagedObjectContext) throws -> [Self] {
///             try context.fetch(NSFetchRequest<Self>(entityName: String(describing: Self.self)))
///         }
///     }
///     try Plant.all(in: context)  // [Plant]
///
/// A marker protocol: without Objective-C it alone conforms to itself, as
/// `NSFetchRequest<NSFetchRequestResult>` needs. The compiler therefore refuses `as? NSFetchRequestResult`.
@_marker public protocol NSFetchRequestResult: AnyObject {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// In which form results are given.
///
///     let request = NSFetchRequest<NSDictionary>(entityName: "Plant")
///     request.resultType = .dictionaryResultType
///     let tallest = NSExpressionDescription()
///     tallest.name = "tallest"
///     tallest.expression = NSExpression(
///         forFunction: "max:", arguments: [NSExpression(forKeyPath: "height")])
///     tallest.expressionResultType = .doubleAttributeType
///     request.propertiesToFetch = ["bed.title", tallest]
///     request.propertiesToGroupBy = ["bed.title"]
///     try context.fetch(request)  // [{ bed.title = South; tallest = 0.6; }]
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
    /// The bits of the result type, with Apple's values.
    public let rawValue: UInt
    /// A form by Apple's number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Results are managed objects, as by default.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// Results are `NSManagedObjectID` values without the objects.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of properties and calculated values.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// How many objects there are.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// Which objects, in what order and in which form.
///
///     let request = NSFetchRequest<Item>(entityName: "Item")
///     request.predicate = NSPredicate(format: "price < %d", 10)
///     request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
///     let items = try context.fetch(request)
///     items.compactMap(\.name)  // ["Pen", "Ruler"]
///
/// Predicate, order, offset and limit run in SQL, over Apple's tables:
///
/// | predicate | condition in SQLite |
/// |---|---|
/// | `age > 30` | `t0."ZAGE" > 30` |
/// | `name BEGINSWITH 'ab'` | `t0."ZNAME" >= 'ab' AND t0."ZNAME" < 'ac'` |
/// | `reports.@count > 0` | `EXISTS (SELECT 1 FROM "ZPERSON" t1 WHERE t1."ZBOSS" = t0."Z_PK")` |
///
/// The article "Operators in SQL" of the module Stores has more. What SQL cannot decide is checked
/// on the rows while they stream; changes of the context that are not saved are considered too,
/// unless ``includesPendingChanges`` says otherwise.
///
/// A request is no `Sendable` value: make it where it is run. What the store cannot ask is thrown
/// when it runs, in Apple's words.
///
/// Source: [NSFetchRequest](https://developer.apple.com/documentation/coredata/nsfetchrequest).
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest
where ResultType: NSFetchRequestResult {
    var given: String?

    /// A request whose entity is set later.
    public override init() { super.init() }

    /// A request for the objects of an entity.
    public convenience init(entityName: String) {
        self.init()
        given = entityName
    }

    /// The entity whose objects the request fetches; nil until it is set.
    open var entity: NSEntityDescription?
    /// The name of ``entity``; without one, the name with which the request was made.
    open var entityName: String? { entity?.name ?? given }
    /// What holds of the objects.
    open var predicate: NSPredicate?
    /// The order of the results, the first descriptor deciding first; nil for none.
    open var sortDescriptors: [NSSortDescriptor]?
    /// How many at most; 0 for all.
    open var fetchLimit = 0
    /// How many are passed over.
    open var fetchOffset = 0
    /// The form of the results.
    open var resultType: NSFetchRequestResultType = .managedObjectResultType
    /// Whether objects of entities that inherit from it are looked at too.
    open var includesSubentities = true
    /// Whether values are read with the objects.
    open var includesPropertyValues = true
    /// Whether objects come as faults.
    open var returnsObjectsAsFaults = true
    /// Relationships whose objects are read at once.
    open var relationshipKeyPathsForPrefetching: [String]?
    /// Whether changes that are not saved are considered: those of the objects that are asked for.
    ///
    /// What is not saved of a related object counts, in a predicate such as `owner.name == "x"`, where
    /// the object itself has changes; for the others the store decides.
    open var includesPendingChanges = true
    /// Whether equal dictionaries are given once.
    open var returnsDistinctResults = false
    /// Properties of dictionaries: names, descriptions of properties and of expressions.
    ///
    /// Where ``entity`` is set, the names of its properties become their descriptions.
    open var propertiesToFetch: [Any]? {
        didSet { propertiesToFetch = described(propertiesToFetch) }
    }
    /// How many objects are read at a time; 0 for all.
    open var fetchBatchSize = 0
    /// Whether objects in memory take over the store's values.
    open var shouldRefreshRefetchedObjects = false
    /// Properties by which objects are grouped.
    ///
    /// What is fetched is one of these, or calculated of the group. Names become descriptions as in ``propertiesToFetch``.
    open var propertiesToGroupBy: [Any]? {
        didSet { propertiesToGroupBy = described(propertiesToGroupBy) }
    }
    /// What holds of a group.
    open var havingPredicate: NSPredicate?

    private func described(_ properties: [Any]?) -> [Any]? {
        guard let known = entity?.propertiesByName else { return properties }
        return properties?.map { ($0 as? String).flatMap { known[$0] } ?? $0 }
    }

    /// The kind of the request: `.fetchRequestType`.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// Runs the request in the context whose block runs.
    open func execute() throws -> [ResultType] {
        guard let context = NSManagedObjectContext.current else {
            throw NSError.coreData(
                NSCoreDataError, "-[NSFetchRequest execute:] may only be called within a block.")
        }
        return try context.fetch(self)
    }

    /// A copy with the same settings, which can be changed on its own.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy: NSFetchRequest<ResultType> = copied()
        return copy
    }

    override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult<ResultType>(context, self)
        result.finalResult = try context.fetch(self)
        return result
    }

    /// The entity, the predicate and the order.
    open override var description: String {
        "<NSFetchRequest> (entity: \(entityName ?? "(null)"); predicate: "
            + "(\(predicate?.predicateFormat ?? "(null)")); sortDescriptors: "
            + "(\(sortDescriptors.map { "\($0)" } ?? "(null)")); limit: \(fetchLimit))"
    }
}

/// A fetch request whose result type is not known.
protocol AnyFetchRequest: NSPersistentStoreRequest {
    var untyped: NSFetchRequest<any NSFetchRequestResult> { get }
    var entity: NSEntityDescription? { get }
    var entityName: String? { get }
    var predicate: NSPredicate? { get }
    var sortDescriptors: [NSSortDescriptor]? { get }
    var fetchLimit: Int { get }
    var fetchOffset: Int { get }
    var resultType: NSFetchRequestResultType { get }
    var includesSubentities: Bool { get }
    var includesPropertyValues: Bool { get }
    var returnsObjectsAsFaults: Bool { get }
    var relationshipKeyPathsForPrefetching: [String]? { get }
    var includesPendingChanges: Bool { get }
    var returnsDistinctResults: Bool { get }
    var propertiesToFetch: [Any]? { get }
    var fetchBatchSize: Int { get }
    var shouldRefreshRefetchedObjects: Bool { get }
    var propertiesToGroupBy: [Any]? { get }
    var havingPredicate: NSPredicate? { get }
}

extension AnyFetchRequest {
    /// What a request for what is no object of a store leaves of it.
    func chosen<Part: NSObject>(of all: [Part]) throws -> [Part] {
        var found = all
        if let predicate {
            found = try found.filter { try predicate.matches($0) }
        }
        if let sortDescriptors, !sortDescriptors.isEmpty {
            found = (found as NSArray).sortedArray(using: sortDescriptors) as? [Part] ?? found
        }
        found = Array(found.dropFirst(max(0, fetchOffset)))
        return fetchLimit > 0 ? Array(found.prefix(fetchLimit)) : found
    }
}

extension NSFetchRequest: AnyFetchRequest {
    /// The request as one of unknown type.
    var untyped: NSFetchRequest<any NSFetchRequestResult> { copied() }

    /// A copy whose results are of a type.
    func copied<Other>() -> NSFetchRequest<Other> {
        let copy = NSFetchRequest<Other>()
        // A subclass may say the name itself.
        copy.given = entity == nil ? entityName : given
        copy.affectedStores = affectedStores
        copy.entity = entity
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.fetchLimit = fetchLimit
        copy.fetchOffset = fetchOffset
        copy.resultType = resultType
        copy.includesSubentities = includesSubentities
        copy.includesPropertyValues = includesPropertyValues
        copy.returnsObjectsAsFaults = returnsObjectsAsFaults
        copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
        copy.includesPendingChanges = includesPendingChanges
        copy.returnsDistinctResults = returnsDistinctResults
        copy.propertiesToFetch = propertiesToFetch
        copy.fetchBatchSize = fetchBatchSize
        copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
        copy.propertiesToGroupBy = propertiesToGroupBy
        copy.havingPredicate = havingPredicate
        return copy
    }
}
