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
    /// Whether objects that did not change may be in other sections.
    private var isRenamed = false

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
        (isStale, isRenamed) = (false, false)
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
        if !isRenamed { isRenamed = mayRename(change) }
        let entity = request.entity?.name ?? request.entityName
        let mine = change.touched.filter { object in
            isKind(object, of: entity) || old.place(of: object) != nil
        }
        guard !mine.isEmpty || isStale else { return }
        do {
            let update = try context.reading { try self.update(old, mine, change) }
            (isStale, isRenamed) = (false, false)
            guard !update.changes.isEmpty else { return }
            FetchedReport(update.changes, of: old, object: update.object)
                .tell(delegate, controller) {
                    let new = update.adopt()
                    results = new
                    return new
                }
        } catch {
            // No caller waits for the error here; the next performFetch() throws it.
            isStale = true
        }
    }

    /// Whether a change may put objects in other sections that did not change themselves.
    ///
    /// Attributes of an object change with it. Those at the end of relationships do so with other
    /// objects, and what the model does not have may change at any time.
    private func mayRename(_ change: ObjectsChange) -> Bool {
        guard let path = sectionNameKeyPath else { return false }
        guard var runtime = try? context.runtime(of: request) else { return true }
        var crossed: [NSEntityDescription] = []
        for step in path.split(separator: ".") {
            switch runtime.slots[String(step)] {
            case .attribute, .transient: continue
            case .toOne(let place):
                let target = runtime.entity.toOnes[place].destination
                guard let next = context.runtime(target) else { return true }
                crossed.append(next.description)
                runtime = next
            case .toMany, .fetched, nil: return true
            }
        }
        return change.touched.contains { object in
            crossed.contains(where: object.entity.isKindOf(entity:))
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

    /// A change of the results, and what makes it.
    private struct Update {
        let changes: FetchedChanges
        /// The object of a place after.
        let object: (Int) -> AnyObject?
        /// Gives the results after.
        let adopt: () -> FetchedResults
    }

    /// The results after a change: computed from the changed objects where that is certain to give what
    /// fetching would, else fetched.
    private func update(
        _ old: FetchedResults, _ mine: [NSManagedObject], _ change: ObjectsChange
    ) throws -> Update {
        guard !isStale, request.fetchLimit == 0, request.fetchOffset == 0,
            request.includesPendingChanges, request.affectedStores == nil
        else { return try update(old, to: try fetch(), change) }
        let runtime = try context.runtime(of: request)
        let query = try context.query(request, runtime)
        if query.ordering.sortsByRow || isDerived(in: runtime) {
            return try update(old, to: try fetch(), change)
        }
        var placer = try FetchedPlacer(query, context)
        let entity = request.entity?.name ?? request.entityName
        let present = mine.filter {
            !change.deleted.contains($0) && isKind($0, of: entity)
                && $0.managedObjectContext === context
        }
        var arranged: FetchedUpdate?
        var objects: [AnyObject] = []
        do {
            if mine.count <= max(32, old.objects.count / 32) {
                arranged = try placer.place(present, of: mine, in: old)
            } else {
                objects = try placer.placeAmongAll(present, of: mine, in: old)
            }
        } catch {
            return try update(old, to: try fetch(), change)
        }
        guard var arranged else { return try update(old, to: objects, change) }
        let isOfChanged = arranged.placed.allSatisfy { placed in
            placed.origin == nil
                || (placed.object as? NSManagedObject).map(change.changed.contains) == true
        }
        guard isOfChanged, !isRenamed, arranged.finish(name: sectionName, indexTitle: indexTitle)
        else { return try update(old, to: arranged.objects(), change) }
        return update(old, by: arranged)
    }

    /// Whether the order or the sections follow derived attributes, which a save sets without a change of
    /// their objects.
    private func isDerived(in runtime: EntityRuntime) -> Bool {
        let paths = (request.sortDescriptors ?? []).map(\.key) + [sectionNameKeyPath]
        return paths.contains { path in
            var runtime = runtime
            for step in path?.split(separator: ".") ?? [] {
                switch runtime.slots[String(step)] {
                case .attribute(let place):
                    return runtime.entity.attributes[place].source.derivation != nil
                case .toOne(let place):
                    guard let next = context.runtime(runtime.entity.toOnes[place].destination)
                    else { return false }
                    runtime = next
                case .transient, .toMany, .fetched, nil: return false
                }
            }
            return false
        }
    }

    /// The change to other results, which looks at all objects.
    private func update(
        _ old: FetchedResults, to objects: [AnyObject], _ change: ObjectsChange
    ) throws -> Update {
        let new = try arranged(objects)
        let changed = Set(change.changed.map { ObjectIdentifier($0) })
        let changes = FetchedChanges(from: old, to: new) { changed.contains(ObjectIdentifier($0)) }
        return Update(changes: changes, object: { new.objects[$0] }, adopt: { new })
    }

    /// The change of the results by a few objects.
    private func update(_ old: FetchedResults, by update: FetchedUpdate) -> Update {
        var placed: [Int: AnyObject] = [:]
        for object in update.placed { placed[object.place] = object.object }
        let version = old.version
        return Update(changes: update.changes, object: { placed[$0] }) {
            // A delegate may have changed the context, and the results with it, before this.
            if old.version == version {
                old.apply(update.changes, objects: placed, sections: update.sections)
            } else {
                self.isStale = true
            }
            return old
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
