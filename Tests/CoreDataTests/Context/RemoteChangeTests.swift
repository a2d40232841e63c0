import CoreData
import Synchronization
import TestFiles
import TestKit
import TestTime
import Testing

struct RemoteChangeTests {
    private let folder = TemporaryFolder()

    @Test func `batches and other coordinators of the file are told of`() throws {
        let url = TestStores.url(folder.file("shop.sqlite"))
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

    @Test func `changes of another coordinator of the file are merged`() throws {
        let url = TestStores.url(folder.file("shop.sqlite"))
        let model = try Shop.model()
        let coordinators = try (0..<2).map { _ in
            let made = NSPersistentStoreCoordinator(managedObjectModel: model)
            try made.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
            return made
        }
        let (mine, theirs) = (Shop.context(coordinators[0]), Shop.context(coordinators[1]))
        let saves = Merged(of: theirs)
        func merge() throws {
            try theirs.save()
            mine.mergeChanges(fromContextDidSave: try #require(saves.notes.last))
        }
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: theirs)
        try merge()
        let copy = try #require(try Shop.fetch("Item", in: mine).first)
        #expect(copy.objectID.persistentStore === coordinators[0].persistentStores.first)
        #expect(copy.value(forKey: "name") as? String == "Lamp")
        lamp.setValue("Desk", forKey: "name")
        try merge()
        #expect(copy.value(forKey: "name") as? String == "Desk")
        theirs.delete(lamp)
        try merge()
        #expect(copy.isDeleted)
    }

    @Test func `what another process saves is told of`() async throws {
        // The other one is sqlite3: a transaction of the history is what tells of a save.
        guard TestStores.current == nil || TestStores.current == .sqlite else { return }
        let url = folder.file("shop.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [
                NSPersistentHistoryTrackingKey: true,
                NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
            ])
        let heard = HeardElsewhere(coordinator)
        let context = Shop.context(coordinator)
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        #expect(heard.tokens.count == 1)
        let foreign = """
            BEGIN IMMEDIATE;
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (2, 16002, 5);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_ENT = 16002;
            COMMIT;
            """
        try sqlite(url.path, foreign)
        #expect(try await eventually { heard.tokens.count == 2 })
        let token = coordinator.currentPersistentHistoryToken(fromStores: [store])
        #expect(heard.tokens.last == token)
        // A save of this process is posted once.
        _ = Shop.insert("Item", ["name": "Chair"], into: context)
        try context.save()
        #expect(heard.tokens.count == 3)
        #expect(heard.tokens.last != token)
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

/// Keeps the tokens of a coordinator's remote-change notifications, from whatever thread.
private final class HeardElsewhere: Sendable {
    private let all = Mutex<[NSPersistentHistoryToken]>([])
    var tokens: [NSPersistentHistoryToken] { all.withLock { $0 } }

    init(_ coordinator: NSPersistentStoreCoordinator) {
        _ = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { [weak self] note in
            guard
                let token = note.userInfo?[NSPersistentHistoryTokenKey]
                    as? NSPersistentHistoryToken
            else { return }
            self?.all.withLock { $0.append(token) }
        }
    }
}
