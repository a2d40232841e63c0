import Foundation
import FoundationPredicates
import ObjectCore

/// What a controller of fetched results does, whatever the type of its results.
final class FetchedResultsCore {
    typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    let cacheName: String?
    weak var controller: Controller?
    weak var delegate: (any NSFetchedResultsControllerDelegate)?
    private(set) var results: FetchedResults?
    private let request: any AnyFetchRequest
    private let fetch: () throws -> [AnyObject]
    private var observer: (any NSObjectProtocol)?
    // Whether changes were passed over while there was no delegate.
    private var isStale = false

    init(
        _ request: any AnyFetchRequest, _ context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName: String?, fetch: @escaping () throws -> [AnyObject]
    ) {
        self.request = request
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
        self.fetch = fetch
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    static func problem(_ text: String) -> NSError { NSError.coreData(NSCoreDataError, text) }

    func performFetch() throws {
        // No order at all has to be said: an empty array.
        guard request.sortDescriptors != nil else {
            throw FetchedResultsCore.problem(
                "An instance of NSFetchedResultsController requires a fetch request with sort "
                    + "descriptors")
        }
        results = try arranged(try fetch())
        isStale = false
        guard observer == nil, request.resultType == .managedObjectResultType else {
            return
        }
        let core = Transfer(WeakCore(self))
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { notification in
            core.value.core?.follow(ObjectsChange(notification))
        }
    }

    func indexTitle(_ name: String) -> String? {
        if let delegate, let controller {
            return delegate.controller(controller, sectionIndexTitleForSectionName: name)
        }
        return name.first.map { $0.uppercased() } ?? ""
    }

    // MARK: Arranging

    private func arranged(_ objects: [AnyObject]) throws -> FetchedResults {
        try FetchedResults(
            objects, names: objects.map(sectionName), isSectioned: sectionNameKeyPath != nil,
            indexTitle: indexTitle)
    }

    private func sectionName(_ object: AnyObject) -> String {
        guard let path = sectionNameKeyPath else { return "" }
        let value: Any? =
            if let object = object as? NSManagedObject {
                object.value(forKeyPath: path)
            } else {
                (object as? NSDictionary)?.object(forKey: path)
            }
        guard let value = NSManagedObject.unwrap(value) else { return "" }
        let name = value as? String ?? "\(value)"
        // Foundation on Linux writes 4.0 where Apple's writes 4.
        return name.hasSuffix(".0") && value is NSNumber ? String(name.dropLast(2)) : name
    }

    // MARK: Following

    private func follow(_ change: ObjectsChange) {
        guard let old = results else { return }
        // A reset calls no method of the delegate: the program fetches again, as on Apple's systems.
        guard let delegate, let controller, !change.isEverything else {
            isStale = true
            return
        }
        let entity = request.entity?.name ?? request.entityName
        let mine = change.touched.filter { object in
            old.place(of: object) != nil || isKind(object, of: entity)
        }
        guard !mine.isEmpty || isStale else { return }
        let arranged: FetchedResults
        do {
            arranged = try context.reading { try self.arranged(try updated(old, mine, change)) }
        } catch {
            // No caller waits for the error here; the next performFetch() throws it.
            isStale = true
            return
        }
        let touched = Set(change.changed.map { ObjectIdentifier($0) })
        let changes = FetchedChanges(from: old, to: arranged) {
            touched.contains(ObjectIdentifier($0))
        }
        isStale = false
        guard !changes.isEmpty else { return }
        FetchedReport(changes: changes, old: old, new: arranged).tell(delegate, controller) {
            results = arranged
        }
    }

    private func isKind(_ object: NSManagedObject, of name: String?) -> Bool {
        var entity: NSEntityDescription? = object.entity
        while let current = entity {
            if current.name == name { return true }
            entity = request.includesSubentities ? current.superentity : nil
        }
        return false
    }

    /// The objects after a change: worked out from the changed ones where that is certain to give
    /// what fetching would, else fetched.
    private func updated(
        _ old: FetchedResults, _ mine: [NSManagedObject], _ change: ObjectsChange
    ) throws -> [AnyObject] {
        guard !isStale, request.fetchLimit == 0, request.fetchOffset == 0,
            request.includesPendingChanges, request.affectedStores == nil
        else { return try fetch() }
        let runtime = try context.runtime(of: request)
        let query = try context.query(request, runtime)
        if query.ordering.sortsByRow { return try fetch() }
        let reader = LiveReader(context)
        let order = try OrderingComparator<Value>(
            query.ordering, context: reader.evaluationContext)
        var tests: [Int32: Evaluator<ObjectRow>] = [:]
        let entity = request.entity?.name ?? request.entityName
        let touched = Set(mine.map { ObjectIdentifier($0) })
        var objects = old.objects.filter { !touched.contains(ObjectIdentifier($0)) }
        do {
            for object in mine where !change.deleted.contains(object) {
                guard isKind(object, of: entity), object.managedObjectContext === context,
                    try reader.matches(object, query, &tests)
                else { continue }
                objects.insert(object, at: try place(of: object, in: objects, old, order))
            }
        } catch {
            return try fetch()
        }
        return objects
    }

    /// Where an object belongs; among equals it stays where it was.
    private func place(
        of object: NSManagedObject, in objects: [AnyObject], _ old: FetchedResults,
        _ order: OrderingComparator<Value>
    ) throws -> Int {
        let value = Value.object(ObjectValue(object))
        let earlier = old.place(of: object) ?? .max
        return try objects.partitioningIndex { other in
            guard let other = other as? NSManagedObject else { return true }
            switch try order.order(.object(ObjectValue(other)), value) {
            case .less: return false
            case .greater: return true
            case .equal: return old.place(of: other).map { $0 >= earlier } ?? false
            }
        }
    }
}

private final class WeakCore {
    weak var core: FetchedResultsCore?
    init(_ core: FetchedResultsCore) { self.core = core }
}

/// What a notification says of changed objects.
struct ObjectsChange {
    /// Objects that may have come, moved, changed or gone.
    let touched: [NSManagedObject]
    /// Objects whose values may have changed.
    let changed: Set<NSManagedObject>
    /// Objects that are gone.
    let deleted: Set<NSManagedObject>
    /// Whether nothing is known to be as it was.
    let isEverything: Bool

    init(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        func objects(_ key: String) -> Set<NSManagedObject> {
            info[key] as? Set<NSManagedObject> ?? []
        }
        let inserted = objects(NSInsertedObjectsKey)
        changed = objects(NSUpdatedObjectsKey).union(objects(NSRefreshedObjectsKey))
        deleted = objects(NSDeletedObjectsKey).union(objects(NSInvalidatedObjectsKey))
        isEverything = info[NSInvalidatedAllObjectsKey] != nil
        // In the order of their identifiers, so that equals always come in one order.
        touched = inserted.union(changed).union(deleted).map { ($0, $0.objectID.key.row) }
            .sorted { abs($0.1) < abs($1.1) }.map(\.0)
    }
}
