import CoreData
import Testing

/// What contexts post, and what is left of their objects after a reset.
struct NotificationTests {
    /// The information of the notifications of a name that a context posts.
    private final class Posted: @unchecked Sendable {
        // Unchecked: the context posts on the thread of the test.
        private(set) var infos: [[AnyHashable: Any]] = []
        private var token: (any NSObjectProtocol)?

        init(_ name: Notification.Name, _ context: NSManagedObjectContext) {
            token = NotificationCenter.default.addObserver(
                forName: name, object: context, queue: nil
            ) { [weak self] in self?.infos.append($0.userInfo ?? [:]) }
        }

        deinit { if let token { NotificationCenter.default.removeObserver(token) } }
    }

    @Test func `a save without changes is told`() throws {
        let context = try Shop.context()
        let (will, did, ids) = (
            Posted(.NSManagedObjectContextWillSave, context),
            Posted(.NSManagedObjectContextDidSave, context),
            Posted(.NSManagedObjectContextDidSaveObjectIDs, context)
        )
        try context.save()
        #expect(will.infos.count == 1 && did.infos.count == 1 && ids.infos.count == 1)
        #expect(did.infos.first?[NSInsertedObjectsKey] == nil)
    }

    @Test func `a reset names what is no longer valid, and leaves faults without values`() throws {
        let context = try Shop.context()
        let item = Item(context: context)
        (item.name, item.quantity) = ("Lamp", 3)
        try context.save()
        let new = Shop.insert("Shop", ["name": "New"], into: context)
        let changes = Posted(.NSManagedObjectContextObjectsDidChange, context)
        let ids = Set([item.objectID, new.objectID])
        context.reset()
        let told = changes.infos.last?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID]
        #expect(told.map(Set.init) == ids)
        #expect(item.isFault && item.managedObjectContext == nil)
        #expect(!new.isInserted && !context.hasChanges)
        #expect(item.name == nil && item.quantity == 0)
        #expect(!item.isFault)
        #expect(
            try context.existingObject(with: item.objectID).value(forKey: "name") as? String
                == "Lamp")
    }

    @Test func `merging tells which objects were refreshed`() throws {
        let coordinator = try Shop.coordinator()
        let (mine, other) = (Shop.context(coordinator), Shop.context(coordinator))
        let item = Item(context: mine)
        try mine.save()
        let merged = Posted(.NSManagedObjectContextDidMergeChangesObjectIDs, mine)
        (try other.existingObject(with: item.objectID) as? Item)?.name = "Lamp"
        let saved = Merged(of: other)
        try other.save()
        mine.mergeChanges(fromContextDidSave: try #require(saved.notes.first))
        for key in [NSUpdatedObjectIDsKey, NSRefreshedObjectIDsKey] {
            #expect(merged.infos.first?[key] as? Set<NSManagedObjectID> == [item.objectID])
        }
    }
}
