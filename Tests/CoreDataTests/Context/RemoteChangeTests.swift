import CoreData
import TestKit
import Testing

struct RemoteChangeTests {
    @Test func `batches and other coordinators of the file are told of`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = TestStores.url(folder.appendingPathComponent("shop.sqlite"))
        let model = try Shop.model()
        let coordinators = try (0..<2).map { _ in
            let made = NSPersistentStoreCoordinator(managedObjectModel: model)
            try made.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url,
                options: [
                    NSPersistentHistoryTrackingKey: true,
                    NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
                ])
            return made
        }
        let heard = coordinators.map(Heard.init)
        let context = Shop.context(coordinators[0])
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        #expect(heard.map(\.tokens) == [1, 1])
        let update = NSBatchUpdateRequest(entityName: "Item")
        update.propertiesToUpdate = ["quantity": 4]
        try context.execute(update)
        #expect(heard.map(\.tokens) == [2, 2])
        let none = NSBatchUpdateRequest(entityName: "Item")
        none.predicate = NSPredicate(format: "name == 'none'")
        none.propertiesToUpdate = ["quantity": 5]
        try context.execute(none)
        #expect(heard.map(\.tokens) == [2, 2])
        try context.execute(
            NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Item")))
        #expect(heard.map(\.tokens) == [3, 3])
    }
}

/// Counts a coordinator's remote-change notifications with tokens.
private final class Heard: @unchecked Sendable {
    // Unchecked: told on the thread of the test.
    private(set) var tokens = 0
    private var observer: (any NSObjectProtocol)?

    init(_ coordinator: NSPersistentStoreCoordinator) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { [weak self] note in
            if note.userInfo?[NSPersistentHistoryTokenKey] is NSPersistentHistoryToken {
                self?.tokens += 1
            }
        }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
}
