import Foundation
import ObjectCore

/// The objects that one save concerns, each list sorted by row.
struct SavedObjects {
    let inserted: [NSManagedObject]
    let updated: [NSManagedObject]
    let deleted: [NSManagedObject]
}

extension SavedObjects {
    init(_ context: NSManagedObjectContext) {
        inserted = context.inserted.values.filter { !$0.state.contains(.deleted) }
            .sorted { $0.key.row > $1.key.row }
        updated = context.updated.values.filter {
            $0.state.isDisjoint(with: [.deleted, .inserted])
        }.sorted { $0.key.row < $1.key.row }
        deleted = context.deleted.values.filter { !$0.state.contains(.inserted) }
            .sorted { $0.key.row < $1.key.row }
    }

    /// What concerns some stores.
    func within(
        _ stores: Set<Int32>, _ keys: [(NSManagedObject, ObjectKey, NSPersistentStore)]
    ) -> SavedObjects {
        let new = Set(
            keys.filter { stores.contains($0.2.link.number) }.map { ObjectIdentifier($0.0) })
        func isThere(_ object: NSManagedObject) -> Bool {
            object.storeLink.map { stores.contains($0.number) } == true
        }
        return SavedObjects(
            inserted: inserted.filter { new.contains(ObjectIdentifier($0)) },
            updated: updated.filter(isThere), deleted: deleted.filter(isThere))
    }

    var objects: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [
            NSInsertedObjectsKey: Set(inserted), NSUpdatedObjectsKey: Set(updated),
            NSDeletedObjectsKey: Set(deleted),
        ]
        for (key, value) in info where (value as? Set<NSManagedObject>)?.isEmpty == true {
            info[key] = nil
        }
        return info
    }

    var ids: [AnyHashable: Any] {
        [
            NSInsertedObjectIDsKey: Set(inserted.map(\.objectID)),
            NSUpdatedObjectIDsKey: Set(updated.map(\.objectID)),
            NSDeletedObjectIDsKey: Set(deleted.map(\.objectID)),
        ]
    }
}
