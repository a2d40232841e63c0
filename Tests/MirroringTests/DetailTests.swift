import CloudKit
import CoreData
import Foundation
import MirrorCore
import Synchronization
import TestFiles
import TestModels
import TestTime
import Testing

/// What programs see of a mirror: notifications, errors, authors, subscriptions.
@Suite struct `What programs are told` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()

    @Test func `each event is posted when it begins and when it ends, by its container`()
        async throws
    {
        struct Post: Sendable {
            var id: UUID
            var isEnded: Bool
            var succeeded: Bool
            var isOfContainer: Bool
        }
        let phone = try Device("phone", in: cloud)
        let other = try Device("other", in: cloud, user: "bob")
        let posts = Mutex<[Post]>([])
        let container = phone.container
        let observer = NotificationCenter.default.addObserver(
            forName: NSPersistentCloudKitContainer.eventChangedNotification, object: container,
            queue: nil
        ) { notification in
            let key = NSPersistentCloudKitContainer.eventNotificationUserInfoKey
            guard let event = notification.userInfo?[key] as? NSPersistentCloudKitContainer.Event
            else { return }
            let post = Post(
                id: event.identifier, isEnded: event.endDate != nil, succeeded: event.succeeded,
                isOfContainer: notification.object as AnyObject? === container)
            posts.withLock { $0.append(post) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try phone.insert("Note", "a")
        try other.insert("Note", "b")
        try await cloud.settle([phone, other])
        let all = posts.withLock { $0 }
        // A setup, imports and an export.
        #expect(Set(all.map(\.id)).count >= 3)
        #expect(all.allSatisfy { $0.isOfContainer })
        for (_, two) in Dictionary(grouping: all, by: \.id) {
            #expect(two.map(\.isEnded) == [false, true] && two.map(\.succeeded) == [false, true])
        }
    }

    @Test func `an import that cannot be saved is an error of Cocoa`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.update("Note", "a", ["title": "new"])
        try await cloud.settle([phone])
        tablet.kill(at: .saving)
        await #expect(throws: (any Error).self) { _ = try await tablet.container.synchronize() }
        let event = try #require(tablet.events.last { $0.type == .import && !$0.succeeded })
        let known = try #require(event.error as NSError?)
        #expect(known.domain == NSCocoaErrorDomain && known.code == 134421)
        #expect(known.localizedDescription.hasPrefix("What was fetched could not be saved: "))
        #expect(known.userInfo[NSUnderlyingErrorKey] is Device.Kill.Killed)
    }

    @Test func `a store that is removed ends what waits with an error of Cocoa`() async throws {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        let container = phone.container
        let stores = container.persistentStoreCoordinator.persistentStores
        defer { withExtendedLifetime(stores) {} }
        // The store goes while a request is on its way.
        phone.at(.answered) {
            for store in container.persistentStoreCoordinator.persistentStores {
                try container.persistentStoreCoordinator.remove(store)
            }
            throw Device.Kill.Killed()
        }
        _ = try? await container.synchronize()
        let event = try #require(phone.events.last { $0.type == .export })
        let error = try #require(event.error as NSError?)
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134407)
        #expect(
            error.localizedDescription
                == "Request '\(event.identifier)' was cancelled because the store was removed from "
                + "the coordinator.")
    }

    @Test func `an export that another one waits for is an error of Cocoa`() async throws {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let phone = try Device("phone", in: cloud)
        #expect(try await eventually { phone.events.contains { $0.type == .setup } })
        let isReached = Mutex(false)
        let isOpen = DispatchSemaphore(value: 0)
        phone.at(.beforeSending) {
            isReached.withLock { $0 = true }
            isOpen.wait()
        }
        try phone.insert("Note", "a")
        #expect(try await eventually { isReached.withLock { $0 } })
        func pending() -> NSPersistentCloudKitContainer.Event? {
            phone.events.first { ($0.error as NSError?)?.code == 134417 }
        }
        #expect(
            try await eventually {
                try phone.insert("Tag", UUID().uuidString)
                return pending() != nil
            })
        isOpen.signal()
        let event = try #require(pending())
        let error = try #require(event.error as NSError?)
        #expect(error.domain == NSCocoaErrorDomain && event.type == .export)
        #expect(
            error.localizedDescription
                == "Request '\(event.identifier)' was cancelled because there is already a pending "
                + "request of type 'NSCloudKitMirroringExportRequest'.")
        let tags = try phone.keys("Tag").count
        #expect(
            try await eventually { try await cloud.notebookRecordsOrNone().count == tags + 1 })
    }

    @Test func `an account that cannot be used now is named`() async throws {
        cloud.faults.add(.accountTemporarilyUnavailable, times: nil)
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        await #expect(throws: NSError.self) { try await cloud.settle([phone]) }
        let setup = try #require(phone.events.first { $0.type == .setup })
        #expect((setup.error as NSError?)?.code == 134400)
        #expect(
            setup.error?.localizedDescription
                == "Unable to initialize without an iCloud account "
                + "(CKAccountStatusTemporarilyUnavailable).")
        // It is no sign-out: what is here stays, and is sent later.
        cloud.faults.clear()
        try await cloud.settle([phone])
        #expect(try await cloud.record(key: "a") != nil)
    }

    @Test func `the history names the mirror as the author of what it saved`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        func transactions() throws -> [NSPersistentHistoryTransaction] {
            try tablet.perform { context in
                let result =
                    try context.execute(
                        NSPersistentHistoryChangeRequest.fetchHistory(
                            after: nil as NSPersistentHistoryToken?))
                    as? NSPersistentHistoryResult
                return result?.result as? [NSPersistentHistoryTransaction] ?? []
            }
        }
        let imported = try transactions()
        #expect(imported.map(\.author) == ["NSCloudKitMirroringDelegate.import"])
        #expect(imported.map(\.contextName) == ["NSCloudKitMirroringDelegate.import"])
        cloud.faults.add(.zoneDeleted(Notebook.zone))
        try await cloud.settle([tablet, phone])
        let last = try #require(try transactions().last)
        #expect(last.author == "NSCloudKitMirroringDelegate.reset")
        #expect(last.contextName == "NSCloudKitMirroringDelegate.reset")
        #expect(last.changes?.map(\.changeType) == [.delete])
    }

    @Test func `a device subscribes to its databases under Apple's names`() async throws {
        let two = try SharingCloud()
        try await two.cloud.settle([two.phone])
        let container = two.cloud.container(Notebook.identifier, user: "ann", device: "phone")
        let (own, shared) = (
            try await container.privateCloudDatabase.allSubscriptions(),
            try await container.sharedCloudDatabase.allSubscriptions()
        )
        #expect(own.map(\.subscriptionID) == ["com.apple.coredata.cloudkit.private.subscription"])
        #expect(
            shared.map(\.subscriptionID) == ["com.apple.coredata.cloudkit.shared.subscription"])
        #expect((own + shared).allSatisfy { $0 is CKDatabaseSubscription })
        try two.close()
    }

    @Test func `observers get the token of an import`() async throws {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        try await cloud.settle([phone])
        let container = NSPersistentCloudKitContainer(
            name: "Notebook", managedObjectModel: Notebook.model())
        let description = NSPersistentStoreDescription(
            url: folder.file("Notebook.sqlite"))
        description.setOption(
            NSNumber(value: true), forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            container: cloud.container(Notebook.identifier, user: "ann", device: "tablet"))
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let coordinator = container.persistentStoreCoordinator
        let tokens = Mutex<[NSPersistentHistoryToken]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { note in
            let token = note.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
            if let token { tokens.withLock { $0.append(token) } }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await cloud.settle([container])
        let current = coordinator.currentPersistentHistoryToken(
            fromStores: coordinator.persistentStores)
        #expect(current != nil && tokens.withLock { $0.last } == current)
        #expect(tokens.withLock { $0.count } == 1)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `purging a zone calls back once for each store, and once where there is none`()
        async throws
    {
        func calls(
            _ container: NSPersistentCloudKitContainer, _ zone: CKRecordZone.ID, expected: Int
        ) async throws -> [NSError?] {
            let calls = Mutex<[NSError?]>([])
            container.purgeObjectsAndRecordsInZone(with: zone, in: nil) { _, error in
                calls.withLock { $0.append(error.map { $0 as NSError }) }
            }
            #expect(try await eventually { calls.withLock { $0.count } == expected })
            return calls.withLock { $0 }
        }
        let device = try Device("public", in: cloud, scope: .public)
        let none = try await calls(device.container, Notebook.zone, expected: 1)
        #expect(none.first??.localizedDescription.contains("No store of the container") == true)
        await #expect(throws: NSError.self) {
            try await device.container.purgeObjectsAndRecordsInZone(with: Notebook.zone, in: nil)
        }
        // Of two stores, that of the shared database cannot have the zone.
        let two = try Device(
            "two", in: cloud, at: folder.file("a.sqlite"),
            shared: folder.file("a-shared.sqlite"))
        try two.insert("Note", "a")
        try await cloud.settle([two])
        let both = try await calls(two.container, Notebook.zone, expected: 1)
        #expect(both.count == 1 && both[0] == nil)
        #expect(try two.keys("Note").isEmpty)
        try two.close()
    }
}

/// Values and saves of other kinds, on two devices.
@Suite struct `What else is sent` {
    private let cloud = Notebook.cloud()

    @Test func `batch requests are sent`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.perform { context in
            _ = try context.execute(
                NSBatchInsertRequest(
                    entityName: "Note",
                    objects: (0..<5).map { ["key": "n\($0)", "count": $0] as [String: Any] }))
        }
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["a", "n0", "n1", "n2", "n3", "n4"])
        #expect(try tablet.value("Note", "n3", "count") as? Int == 3)
        try phone.perform { context in
            let update = NSBatchUpdateRequest(entityName: "Note")
            update.predicate = NSPredicate(format: "count >= 3")
            update.propertiesToUpdate = ["title": "many"]
            _ = try context.execute(update)
            let some = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
            some.predicate = NSPredicate(format: "count < 2")
            _ = try context.execute(NSBatchDeleteRequest(fetchRequest: some))
        }
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["n2", "n3", "n4"])
        #expect(try tablet.text("Note", "n2", "title") == nil)
        #expect(try tablet.text("Note", "n4", "title") == "many")
        #expect(try await cloud.notebookRecords().count == 3)
    }

    @Test func `derived and transformable attributes are the same on two devices`() async throws {
        func model() -> NSManagedObjectModel {
            let upper = NSDerivedAttributeDescription()
            upper.name = "upper"
            upper.attributeType = .stringAttributeType
            upper.isOptional = true
            upper.derivationExpression = NSExpression(format: "uppercase:(title)")
            let list = attribute("list", .transformableAttributeType)
            return NSManagedObjectModel(
                of: entity("Item", [attribute("key"), attribute("title"), list, upper]))
        }
        let phone = try Device("phone", in: cloud, model: model())
        let tablet = try Device("tablet", in: cloud, model: model())
        try phone.insert(
            "Item", "a", ["title": "milk", "list": NSArray(array: ["one", "two"])])
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Item", "a", "upper") == "MILK")
            #expect(try device.value("Item", "a", "list") as? NSArray == ["one", "two"] as NSArray)
        }
        let record = try #require(try await cloud.record(key: "a"))
        #expect(record["CD_upper"] == nil && (record["CD_list"] as? Data)?.isEmpty == false)
        try tablet.update("Item", "a", ["title": "bread", "list": NSArray(array: ["three"])])
        try await cloud.settle([tablet, phone])
        #expect(try phone.text("Item", "a", "upper") == "BREAD")
        #expect(try phone.value("Item", "a", "list") as? NSArray == ["three"] as NSArray)
    }

    @Test func `records under the names of Apple's article are joined as well`() async throws {
        let database = cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase
        _ = try await database.save(CKRecordZone(zoneID: Notebook.zone))
        func record(_ type: String, _ name: String, _ values: [String: String]) -> CKRecord {
            let record = CKRecord(
                recordType: type,
                recordID: CKRecord.ID(recordName: name, zoneID: Notebook.zone))
            for (key, value) in values { record[key] = value }
            return record
        }
        let note = "CD_Note_\(UUID().uuidString)"
        let tag = "CD_Tag_\(UUID().uuidString)"
        let records = [
            record("CD_Note", note, ["CD_entityName": "Note", "CD_key": "a"]),
            record("CD_Tag", tag, ["CD_entityName": "Tag", "CD_key": "red"]),
            record(
                "CDMR", UUID().uuidString,
                [
                    "CD_entityNames": "Note:Tag", "CD_recordNames": "\(note):\(tag)",
                    "CD_relationships": "tags:tagged",
                ]),
        ]
        _ = try await database.modifyRecords(saving: records, deleting: [])
        let phone = try Device("phone", in: cloud)
        try await cloud.settle([phone])
        #expect(try phone.members("Note", "a", "tags") == ["red"])
        #expect(phone.container.recordID(for: try phone.id("Note", "a"))?.recordName == note)
        try phone.update("Note", "a", ["title": "edited"])
        try phone.tag("a", "red", isOn: false)
        try await cloud.settle([phone])
        let left = try await cloud.notebookRecords()
        #expect(left.count == 2 && !left.contains { $0.recordType == "CDMR" })
        #expect(try await cloud.record(key: "a")?["CD_title"] as? String == "edited")
    }
}

/// Users that come and go.
@Suite struct `Accounts of private stores` {
    @Test func `signing out takes the objects, and signing in brings them back`() async throws {
        let cloud = Notebook.cloud()
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a", ["title": "Ann's"])
        try await cloud.settle([phone])
        cloud.signOut(device: "phone")
        await #expect(throws: NSError.self) { try await cloud.settle([phone]) }
        #expect(try phone.keys("Note").isEmpty)
        let setup = try #require(phone.events.last { $0.type == .setup })
        #expect((setup.error as NSError?)?.code == 134400)
        cloud.signIn("ann", device: "phone")
        try await cloud.settle([phone])
        #expect(try phone.text("Note", "a", "title") == "Ann's")
        #expect(try await cloud.notebookRecords().count == 1)
    }

    @Test func `what a user left unsent never reaches the next user`() async throws {
        let two = try SharingCloud()
        let (cloud, phone) = (two.cloud, two.phone)
        try phone.insert("Note", "a", ["title": "Ann's"])
        try await cloud.settle([phone])
        try await two.share("Note", "a")
        // Bob's phone has objects of both databases, and edits that were not sent.
        try two.bobs.insert("Note", "bobs")
        try two.bobs.update("Note", "a", ["title": "not sent"])
        #expect(try two.bobs.keys("Note") == ["a", "bobs"])
        cloud.signIn("cid", device: "bobs")
        try await cloud.settle([two.bobs])
        #expect(try two.bobs.keys("Note").isEmpty)
        #expect(try await cloud.notebookRecords(user: "cid").isEmpty)
        try await cloud.settle([phone])
        #expect(try phone.text("Note", "a", "title") == "Ann's")
        cloud.signOut(device: "bobs")
        await #expect(throws: NSError.self) { try await cloud.settle([two.bobs]) }
        cloud.signIn("bob", device: "bobs")
        try await cloud.settle([two.bobs])
        #expect(try two.bobs.keys("Note") == ["a"])
        try two.close()
    }

    @Test func `another account is noticed without a call of the program`() async throws {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        #expect(try await eventually { try await !cloud.notebookRecordsOrNone().isEmpty })
        cloud.signIn("bob", device: "phone")
        #expect(try await eventually { try phone.keys("Note").isEmpty })
        try phone.insert("Note", "b")
        #expect(
            try await eventually {
                try await cloud.notebookRecordsOrNone(user: "bob")
                    .map { $0["CD_key"] as? String } == ["b"]
            })
        #expect(try await cloud.notebookRecords().map { $0["CD_key"] as? String } == ["a"])
        cloud.signIn("ann", device: "phone")
        #expect(try await eventually { try phone.keys("Note") == ["a"] })
    }

    @Test func `what other devices of a new account save comes by itself`() async throws {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        #expect(try await eventually { try await !cloud.notebookRecordsOrNone().isEmpty })
        cloud.signIn("bob", device: "phone")
        #expect(try await eventually { try phone.keys("Note").isEmpty })
        try phone.insert("Note", "b")
        #expect(
            try await eventually {
                try await cloud.notebookRecordsOrNone(user: "bob").count == 1
            })
        let tablet = try Device("tablet", in: cloud, user: "bob")
        // The phone begins to listen at some time: it hears of one of them.
        #expect(
            try await eventually {
                try tablet.insert("Note", UUID().uuidString)
                return try phone.keys("Note").count > 1
            })
    }

    @Test func `accounts of other devices are no news to a mirror`() async throws {
        let cloud = Notebook.cloud()
        let phone = try Device("phone", in: cloud)
        try await cloud.settle([phone])
        let elsewhere = Notebook.cloud()
        for user in ["ann", "bob", "ann", "bob"] {
            elsewhere.signIn(user, device: "phone")
            try await cloud.settle([phone])
        }
        let setups = phone.events.filter { $0.type == .setup }
        #expect(setups.count == 1)
    }
}
