import CoreData

/// Notes the calls as text.
final class Recorder: NSObject, NSFetchedResultsControllerDelegate {
    private var calls: [String] = []
    /// How many objects the deleted sections have.
    private(set) var deletedCounts: [Int] = []
    private(set) var last: NSFetchedResultsController<any NSFetchRequestResult>?

    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        last = controller
        calls.append("will")
    }

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        calls.append("did")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        calls.append("section \(sign(type)) \(sectionInfo.name) \(sectionIndex)")
        if type == .delete { deletedCounts.append(sectionInfo.numberOfObjects) }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {
        let places = [indexPath, newIndexPath].compactMap { path in
            path.map { "\($0.section).\($0.row)" }
        }
        let title = (anObject as? Chore)?.title ?? "?"
        calls.append("\(sign(type)) \(title) \(places.joined(separator: " "))")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        let parts = diff.map { change in
            switch change {
            case .insert(let offset, _, _): "+\(offset)"
            case .remove(let offset, _, _): "-\(offset)"
            }
        }
        calls.append((["difference"] + parts.sorted()).joined(separator: " "))
    }

    private func sign(_ type: NSFetchedResultsChangeType) -> String {
        switch type {
        case .insert: "+"
        case .delete: "-"
        case .move: ">"
        case .update: "="
        }
    }
}

/// Gives every call to another delegate, as sources do whose methods are optional.
final class Forwarder: NSObject, NSFetchedResultsControllerDelegate {
    private weak var next: (any NSFetchedResultsControllerDelegate)?

    init(_ next: any NSFetchedResultsControllerDelegate) { self.next = next }

    func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        next?.controllerWillChangeContent?(controller)
    }

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        next?.controllerDidChangeContent?(controller)
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        next?.controller?(
            controller, didChange: sectionInfo, atSectionIndex: sectionIndex, for: type)
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {
        next?.controller?(
            controller, didChange: anObject, at: indexPath, for: type, newIndexPath: newIndexPath)
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        next?.controller?(controller, didChangeContentWith: diff)
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        next?.controller?(controller, sectionIndexTitleForSectionName: sectionName) ?? nil
    }
}

/// A table view as far as it follows the calls: rows of titles in sections.
final class Table: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var rows: [[NSManagedObjectID]]
    private(set) var flat: [NSManagedObjectID]
    private var removals: [IndexPath] = []
    private var insertions: [(IndexPath, NSManagedObjectID)] = []
    private var goneSections: IndexSet = []
    private var newSections: IndexSet = []

    init(_ controller: NSFetchedResultsController<Chore>) {
        rows = Table.rows(controller)
        flat = rows.flatMap { $0 }
    }

    static func rows(_ controller: NSFetchedResultsController<Chore>) -> [[NSManagedObjectID]] {
        (controller.sections ?? []).map { section in
            (section.objects as? [Chore] ?? []).map(\.objectID)
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        if type == .insert {
            newSections.insert(sectionIndex)
        } else {
            goneSections.insert(sectionIndex)
        }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {
        guard type != .update, let object = anObject as? Chore else { return }
        if let indexPath { removals.append(indexPath) }
        if let newIndexPath { insertions.append((newIndexPath, object.objectID)) }
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        flat = flat.applying(diff) ?? []
    }

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        for path in removals.sorted().reversed() { rows[path.section].remove(at: path.row) }
        for section in goneSections.reversed() { rows.remove(at: section) }
        for section in newSections { rows.insert([], at: section) }
        for (path, id) in insertions.sorted(by: { $0.0 < $1.0 }) {
            rows[path.section].insert(id, at: path.row)
        }
        (removals, insertions, goneSections, newSections) = ([], [], [], [])
    }
}
