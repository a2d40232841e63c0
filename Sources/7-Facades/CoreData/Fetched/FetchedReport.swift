import Foundation

/// Tells a delegate how results became others.
struct FetchedReport {
    let changes: FetchedChanges
    let old: FetchedResults
    let new: FetchedResults

    /// - Parameter adopt: Makes the new results those of the controller.
    func tell(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ controller: FetchedResultsCore.Controller, adopt: () -> Void
    ) {
        delegate.controllerWillChangeContent(controller)
        adopt()
        func tell(_ type: NSFetchedResultsChangeType, from: Int?, to: Int?) {
            guard let object = to.map({ new.objects[$0] }) ?? from.map({ old.objects[$0] }) else {
                return
            }
            delegate.controller(
                controller, didChange: object, at: from.map(old.path), for: type,
                newIndexPath: to.map(new.path))
        }
        for place in changes.deleted { tell(.delete, from: place, to: nil) }
        for section in changes.deletedSections {
            // Its objects are gone, or in other sections.
            let emptied = FetchedSection(
                name: old.sections[section].name, indexTitle: old.sections[section].indexTitle,
                members: [])
            delegate.controller(
                controller, didChange: emptied, atSectionIndex: section, for: .delete)
        }
        for section in changes.insertedSections {
            delegate.controller(
                controller, didChange: new.sections[section], atSectionIndex: section,
                for: .insert)
        }
        for place in changes.inserted { tell(.insert, from: nil, to: place) }
        for (from, to) in changes.moved { tell(.move, from: from, to: to) }
        for (from, to) in changes.updated { tell(.update, from: from, to: to) }
        if let before = identifiers(old), let after = identifiers(new) {
            delegate.controller(
                controller, didChangeContentWith: changes.difference(from: before, to: after))
        }
        delegate.controllerDidChangeContent(controller)
    }

    private func identifiers(_ results: FetchedResults) -> [NSManagedObjectID]? {
        let objects = results.objects.compactMap { ($0 as? NSManagedObject)?.objectID }
        return objects.count == results.objects.count ? objects : nil
    }
}
