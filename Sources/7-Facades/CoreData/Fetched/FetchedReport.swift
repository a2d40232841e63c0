import Foundation

/// Tells a delegate how results became others.
struct FetchedReport {
    private let changes: FetchedChanges
    private let deleted: [(object: AnyObject, path: IndexPath)]
    private let inserted: [(place: Int, object: AnyObject)]
    private let deletedSections: [FetchedSection]
    private let moved: [(object: AnyObject, path: IndexPath)]
    private let updated: [(object: AnyObject, path: IndexPath)]

    /// - Parameters:
    ///   - old: The results before, which may be changed after this.
    ///   - object: The object of a place after.
    init(_ changes: FetchedChanges, of old: FetchedResults, object: (Int) -> AnyObject?) {
        self.changes = changes
        inserted = changes.inserted.compactMap { place in object(place).map { (place, $0) } }
        func at(_ place: Int) -> (object: AnyObject, path: IndexPath) {
            (old.objects[place], old.path(place))
        }
        deleted = changes.deleted.map(at)
        moved = changes.moved.map { at($0.from) }
        updated = changes.updated.map { at($0.from) }
        // Their objects are gone, or in other sections.
        deletedSections = changes.deletedSections.map { section in
            FetchedSection(
                name: old.sections[section].name, indexTitle: old.sections[section].indexTitle,
                members: [])
        }
    }

    /// - Parameter adopt: Makes the new results those of the controller, and gives them.
    func tell(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ controller: FetchedResultsCore.Controller, adopt: () -> FetchedResults
    ) {
        delegate.controllerWillChangeContent(controller)
        let new = adopt()
        func tell(
            _ type: NSFetchedResultsChangeType, _ object: AnyObject, from: IndexPath?, to: Int?
        ) {
            delegate.controller(
                controller, didChange: object, at: from, for: type, newIndexPath: to.map(new.path))
        }
        for (object, path) in deleted { tell(.delete, object, from: path, to: nil) }
        for (place, section) in zip(changes.deletedSections, deletedSections) {
            delegate.controller(
                controller, didChange: section, atSectionIndex: place, for: .delete)
        }
        for section in changes.insertedSections {
            delegate.controller(
                controller, didChange: new.info(section), atSectionIndex: section, for: .insert)
        }
        for (place, object) in inserted { tell(.insert, object, from: nil, to: place) }
        for ((_, to), (object, path)) in zip(changes.moved, moved) {
            tell(.move, object, from: path, to: to)
        }
        for ((_, to), (object, path)) in zip(changes.updated, updated) {
            tell(.update, object, from: path, to: to)
        }
        delegate.controller(controller, didChangeContentWith: difference())
        delegate.controllerDidChangeContent(controller)
    }

    /// The change of the objects, sections left aside.
    private func difference() -> CollectionDifference<NSManagedObjectID> {
        typealias Change = CollectionDifference<NSManagedObjectID>.Change
        func id(_ object: AnyObject) -> NSManagedObjectID? {
            (object as? NSManagedObject)?.objectID
        }
        var steps: [Change] = []
        for (place, (object, _)) in zip(changes.deleted, deleted) {
            guard let id = id(object) else { continue }
            steps.append(.remove(offset: place, element: id, associatedWith: nil))
        }
        for (place, object) in inserted {
            guard let id = id(object) else { continue }
            steps.append(.insert(offset: place, element: id, associatedWith: nil))
        }
        for ((from, to), (object, _)) in zip(changes.moved, moved) {
            guard let id = id(object) else { continue }
            steps.append(.remove(offset: from, element: id, associatedWith: to))
            steps.append(.insert(offset: to, element: id, associatedWith: from))
        }
        guard let difference = CollectionDifference(steps) else {
            preconditionFailure("Each place is removed from or inserted at once.")
        }
        return difference
    }
}
