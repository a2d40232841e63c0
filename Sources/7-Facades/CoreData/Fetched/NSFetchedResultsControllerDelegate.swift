public import Foundation

/// What became of a section or a result.
///
///     wash.note = "warm"      // .update
///     sweep.room = "Kitchen"  // .move, to the section "Kitchen"
///     cook.done = true        // .delete, where the request asks for "done == NO"
///     cook.done = false       // .insert
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It is new.
    case insert = 1
    /// It is gone.
    case delete = 2
    /// Its values changed, and its place among those that did not change; no update comes beside it.
    case move = 3
    /// Its values changed, and its place among the others did not.
    case update = 4
}

/// Receives the changes of a controller's results.
///
/// All of it is optional. For each change of the context, the calls come in this order: will
/// change; objects that go; sections that go and come; objects that come, move and change; the
/// difference; did change. Places of what goes, moves from or changes count before the change, all others
/// after it.
///
///     func controllerDidChangeContent(
///         _ controller: NSFetchedResultsController<any NSFetchRequestResult>
///     ) {
///         show(controller.fetchedObjects ?? [])
///     }
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// Results are about to change.
    func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// A section came or went.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)
    /// A result came, went, moved or changed.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?)
    /// The change of all results at once, sections left aside.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
    /// Results have changed.
    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// The title of a section in an index.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

extension NSFetchedResultsControllerDelegate {
    /// Does nothing, as the method is optional.
    public func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
    /// Does nothing, as the method is optional.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}
    /// Does nothing, as the method is optional.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {}
    /// Does nothing, as the method is optional.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {}
    /// Does nothing, as the method is optional.
    public func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}
    /// The first letter as a capital.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        sectionName.first.map { $0.uppercased() } ?? ""
    }
}

// Methods of Objective-C that are optional are called with a question mark, by delegates that pass
// calls on: `next?.controllerDidChangeContent?(controller)`. That finds these properties.
extension NSFetchedResultsControllerDelegate {
    /// The method of this name, for a call with a question mark.
    public var controllerWillChangeContent:
        ((NSFetchedResultsController<any NSFetchRequestResult>) -> Void)?
    { { self.controllerWillChangeContent($0) } }
    /// The method of this name, for a call with a question mark.
    public var controllerDidChangeContent:
        ((NSFetchedResultsController<any NSFetchRequestResult>) -> Void)?
    { { self.controllerDidChangeContent($0) } }
    /// The methods of this name, for calls with a question mark.
    public var controller: OptionalFetchedResultsCalls? { OptionalFetchedResultsCalls(self) }
}

/// The methods `controller(_:…)` of a delegate, as they are called with a question mark.
///
///     next.controller?(controller, didChangeContentWith: difference)
public struct OptionalFetchedResultsCalls {
    private let delegate: any NSFetchedResultsControllerDelegate

    init(_ delegate: any NSFetchedResultsControllerDelegate) { self.delegate = delegate }

    /// A section came or went.
    public func callAsFunction(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {
        delegate.controller(
            controller, didChange: sectionInfo, atSectionIndex: sectionIndex, for: type)
    }
    /// A result came, went, moved or changed.
    public func callAsFunction(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {
        delegate.controller(
            controller, didChange: anObject, at: indexPath, for: type, newIndexPath: newIndexPath)
    }
    /// The change of all results at once.
    public func callAsFunction(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        delegate.controller(controller, didChangeContentWith: diff)
    }
    /// The title of a section in an index.
    public func callAsFunction(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        delegate.controller(controller, sectionIndexTitleForSectionName: sectionName)
    }
}

/// A section of results.
///
///     for section in controller.sections ?? [] { print(section.name, section.numberOfObjects) }
public protocol NSFetchedResultsSectionInfo: AnyObject {
    /// Its name: what the section's key path gives as text.
    var name: String { get }
    /// Its title in an index.
    var indexTitle: String? { get }
    /// How many results it has.
    var numberOfObjects: Int { get }
    /// Its results in order.
    var objects: [Any]? { get }
}

/// A section of results as a controller keeps it: an object, as on Apple's systems, so that it
/// equals itself within a dictionary or an array.
final class FetchedSection: NSObject, NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    let members: ArraySlice<AnyObject>
    /// Tables ask for it at each row.
    private lazy var allMembers: [Any] = Array(members)

    init(name: String, indexTitle: String?, members: ArraySlice<AnyObject>) {
        self.name = name
        self.indexTitle = indexTitle
        self.members = members
    }

    var numberOfObjects: Int { members.count }
    var objects: [Any]? { allMembers }
}
