import CloudKit
import Foundation
import TestTime
import Testing

/// Subscriptions in a database, and the notifications that come of them.
@Suite struct `Subscriptions` {
    let cloud = TestCloud()
    let phone: CKContainer
    let tablet: CKContainer

    init() {
        phone = cloud.container(user: "ann", device: "phone")
        tablet = cloud.container(user: "ann", device: "tablet")
    }

    @Test func `operations save, fetch and delete them`() async throws {
        let database = phone.privateCloudDatabase
        let subscription = CKDatabaseSubscription(subscriptionID: "all")
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        info.alertBody = "News"
        subscription.notificationInfo = info
        let notes = Notes<String>()
        let save = CKModifySubscriptionsOperation(
            subscriptionsToSave: [subscription], subscriptionIDsToDelete: ["nobody"])
        save.perSubscriptionSaveBlock = { id, result in
            notes.add("saved \(id) \((try? result.get()) != nil)")
        }
        save.perSubscriptionDeleteBlock = { id, result in
            if case .failure(let error) = result {
                notes.add("deleted \(id) \(code(error) == .unknownItem)")
            }
        }
        save.modifySubscriptionsCompletionBlock = { saved, deleted, error in
            notes.add(
                "all \(saved?.count ?? 0) \(deleted?.count ?? 0) \(code(error) == .partialFailure)")
        }
        save.modifySubscriptionsResultBlock = { result in
            if case .success = result { notes.add("result") }
        }
        await database.run(save)
        #expect(
            notes.all.prefix(2) == ["saved all true", "deleted nobody true"])
        #expect(Set(notes.all.suffix(2)) == ["all 1 0 true", "result"])

        let found = Notes<CKSubscription>()
        let fetch = CKFetchSubscriptionsOperation(subscriptionIDs: ["all"])
        fetch.perSubscriptionResultBlock = { _, result in
            if let subscription = try? result.get() { found.add(subscription) }
        }
        fetch.fetchSubscriptionCompletionBlock = { subscriptions, error in
            if error == nil, let one = subscriptions?["all"] { found.add(one) }
        }
        await database.run(fetch)
        #expect(found.all.count == 2)
        #expect(found.all.first?.notificationInfo?.alertBody == "News")
        #expect(found.all.first?.subscriptionType == .database)

        #expect(try await database.allSubscriptions().map(\.subscriptionID) == ["all"])
        #expect(try await database.subscription(for: "all").subscriptionID == "all")
        try await database.deleteSubscription(withID: "all")
        #expect(try await database.allSubscriptions().isEmpty)
        let gone = await cloudError { try await database.subscription(for: "all") }
        #expect(gone?.code == .unknownItem)
    }

    @Test func `the callback style saves, fetches and deletes them`() async throws {
        let database = phone.privateCloudDatabase
        let saved: CKSubscription? = await withCheckedContinuation { continuation in
            database.save(CKDatabaseSubscription(subscriptionID: "all")) { saved, _ in
                continuation.resume(returning: saved)
            }
        }
        #expect(saved?.subscriptionID == "all")
        let one: CKSubscription? = await withCheckedContinuation { continuation in
            database.fetch(withSubscriptionID: "all") { found, _ in
                continuation.resume(returning: found)
            }
        }
        #expect(one?.subscriptionID == "all")
        let all: Int? = await withCheckedContinuation { continuation in
            database.fetchAllSubscriptions { found, _ in
                continuation.resume(returning: found?.count)
            }
        }
        #expect(all == 1)
        let gone: String? = await withCheckedContinuation { continuation in
            database.delete(withSubscriptionID: "all") { id, _ in
                continuation.resume(returning: id)
            }
        }
        #expect(gone == "all")
        let counts: [Int] = await withCheckedContinuation { continuation in
            database.modifySubscriptions(
                saving: [CKDatabaseSubscription(subscriptionID: "new")], deleting: ["all"]
            ) { result in
                let found = try? result.get()
                continuation.resume(
                    returning: [
                        found?.saveResults.count ?? 0, found?.deleteResults.count ?? 0,
                        found?.deleteResults["all"].map { (try? $0.get()) == nil } == true ? 1 : 0,
                    ])
            }
        }
        #expect(counts == [1, 1, 1])
        let some = try await database.subscriptions(for: ["new"])
        #expect(try some["new"]?.get().subscriptionType == .database)
    }

    /// The next notifications of a sequence.
    private func next(
        _ count: Int, of stream: AsyncStream<CKNotification>
    ) async -> [CKNotification] {
        await withTaskGroup(of: [CKNotification]?.self) { group in
            group.addTask {
                var found: [CKNotification] = []
                for await notification in stream {
                    found.append(notification)
                    if found.count == count { return found }
                }
                return found
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(600))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? []
        }
    }

    @Test(arguments: [true, false])
    func `a record entering, changing in and leaving a query notifies once each`(
        saysOptions: Bool
    ) async throws {
        let predicate = NSPredicate(format: "size > 10")
        let subscription =
            saysOptions
            ? CKQuerySubscription(
                recordType: "Town", predicate: predicate, subscriptionID: "large",
                options: [
                    .firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion,
                ])
            : CKQuerySubscription(
                recordType: "Town", predicate: predicate, subscriptionID: "large")
        let database = phone.publicCloudDatabase
        let town = CKRecord(recordType: "Town", recordID: CKRecord.ID(recordName: "t"))
        town["size"] = 1
        try await tablet.publicCloudDatabase.save(town)
        try await database.save(subscription)
        let stream = phone.remoteNotifications()
        for size in [20, 30, 2, 3] {
            town["size"] = size
            try await tablet.publicCloudDatabase.save(town)
        }
        let news = await next(3, of: stream)
        let reasons = news.compactMap { ($0 as? CKQueryNotification)?.queryNotificationReason }
        #expect(reasons == [.recordCreated, .recordUpdated, .recordDeleted])
        #expect(news.allSatisfy { $0.subscriptionID == "large" })
        #expect((news.first as? CKQueryNotification)?.recordID == town.recordID)
        #expect(news.first?.containerIdentifier == TestCloud.identifier)
    }

    @Test func `the writer's own device is not told, others are`() async throws {
        let zone = try await phone.privateCloudDatabase.save(CKRecordZone(zoneName: "Work")).zoneID
        try await phone.privateCloudDatabase.save(
            CKRecordZoneSubscription(zoneID: zone, subscriptionID: "work"))
        let onPhone = phone.remoteNotifications()
        let onTablet = tablet.remoteNotifications()
        _ = try await tablet.userRecordID()
        let record = CKRecord(recordType: "Note", zoneID: zone)
        try await phone.privateCloudDatabase.save(record)
        let told = await next(1, of: onTablet)
        #expect((told.first as? CKRecordZoneNotification)?.recordZoneID == zone)
        record["title"] = "from the tablet"
        try await tablet.privateCloudDatabase.save(
            try await tablet.privateCloudDatabase.record(for: record.recordID))
        let other = CKRecord(recordType: "Note", zoneID: zone)
        try await tablet.privateCloudDatabase.save(other)
        let back = await next(1, of: onPhone)
        // The first that the phone hears of is the tablet's change, not its own.
        #expect(back.count == 1)
        #expect(back.first?.notificationType == .recordZone)
    }

    @Test func `notifications end when the user signs out`() async throws {
        _ = try await phone.userRecordID()
        let stream = phone.remoteNotifications()
        let ended = Notes<Bool>()
        let listener = Task {
            for await _ in stream {}
            ended.add(true)
        }
        // Another device's account is another's.
        cloud.cloud.signOut(device: "tablet")
        cloud.cloud.signOut(device: "phone")
        #expect(try await eventually { !ended.all.isEmpty })
        listener.cancel()
    }

    @Test func `missed notifications can be fetched, and a token goes on from there`() async throws
    {
        let database = phone.privateCloudDatabase
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
        _ = try await tablet.userRecordID()
        try await database.save(CKRecord(recordType: "Note", zoneID: zone))
        let found = Notes<CKNotification>()
        let tokens = Notes<CKServerChangeToken>()
        func fetch(_ token: CKServerChangeToken?) async {
            let operation = CKFetchNotificationChangesOperation(previousServerChangeToken: token)
            operation.notificationChangedBlock = { found.add($0) }
            await withCheckedContinuation { continuation in
                operation.fetchNotificationChangesCompletionBlock = { token, error in
                    #expect(error == nil)
                    if let token { tokens.add(token) }
                }
                operation.completionBlock = { continuation.resume() }
                tablet.add(operation)
            }
        }
        _ = try await eventually {
            await fetch(nil)
            return !found.all.isEmpty
        }
        #expect(found.all.first?.notificationType == .database)
        let count = found.all.count
        await fetch(tokens.all.last)
        #expect(found.all.count == count)
        let ids = found.all.compactMap(\.notificationID)
        let marked: Int = await withCheckedContinuation { continuation in
            let operation = CKMarkNotificationsReadOperation(notificationIDsToMarkRead: ids)
            operation.markNotificationsReadCompletionBlock = { ids, _ in
                continuation.resume(returning: ids?.count ?? 0)
            }
            tablet.add(operation)
        }
        #expect(marked == ids.count)
        let badge: Bool = await withCheckedContinuation { continuation in
            let operation = CKModifyBadgeOperation(badgeValue: 3)
            operation.modifyBadgeCompletionBlock = { continuation.resume(returning: $0 == nil) }
            tablet.add(operation)
        }
        #expect(badge)
    }
}
