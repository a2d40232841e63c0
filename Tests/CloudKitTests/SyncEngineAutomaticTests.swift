import CloudKit
import Foundation
import TestTime
import Testing

// Engines that work by themselves, and accounts that change meanwhile.
extension `Sync engines` {
    @Test func `by themselves, engines send what is pending and fetch what others sent`()
        async throws
    {
        let a = Replica()
        let b = Replica()
        b.start(tablet, automatically: true)
        a.start(phone, automatically: true)
        await waitUntil {
            a.events.contains("didFetchChanges") && b.events.contains("didFetchChanges")
        }
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        await waitUntil { b.content == ["one": ["title": "One"]] }
        #expect(b.content == ["one": ["title": "One"]])
        b.set(id("one"), "title", "Changed")
        await waitUntil { a.content == ["one": ["title": "Changed"]] }
        #expect(a.content == ["one": ["title": "Changed"]])
        await a.engine?.cancelOperations()
    }

    @Test func `an engine tries again by itself after a passing error`() async throws {
        let a = Replica()
        a.start(phone, automatically: true)
        await waitUntil { a.events.contains("didFetchChanges") }
        cloud.cloud.faults.add(.throttled(retryAfter: 0.05), times: 2, on: .writes)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        await waitUntil { a.engine?.state.pendingRecordZoneChanges.isEmpty == true }
        #expect(try await phone.record(for: id("one"))["title"] == "One")
    }

    @Test func `what is pending is sent while others' changes cannot be fetched`() async throws {
        let a = Replica()
        a.start(phone)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        // Hands over the state, with what is pending.
        try await a.engine?.fetchChanges()
        cloud.cloud.faults.add(.zoneBusy(retryAfter: 3600), on: .reads)
        a.start(phone, automatically: true)
        await waitUntil { a.engine?.state.pendingRecordZoneChanges.isEmpty == true }
        #expect(try await tablet.record(for: id("one"))["title"] == "One")
    }

    @Test func `what becomes pending is sent while a zone waits to be fetched`() async throws {
        let a = Replica()
        cloud.cloud.faults.add(.zoneBusy(retryAfter: 3600), on: .reads)
        a.start(phone, automatically: true)
        await waitUntil { a.events.contains("didFetchChanges") }
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        await waitUntil { a.engine?.state.pendingRecordZoneChanges.isEmpty == true }
        #expect(try await tablet.record(for: id("one"))["title"] == "One")
    }

    @Test(arguments: [true, false])
    func `what could not be fetched again and again keeps nothing from being sent again`(
        isConflict: Bool
    ) async throws {
        let a = Replica()
        a.start(phone, automatically: true)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        // The engine's only other write is its subscription.
        _ = try await eventually {
            try await !tablet.allSubscriptions().isEmpty
                && a.engine?.state.pendingRecordZoneChanges.isEmpty == true
        }
        func fetches() -> Int { a.events.count { $0 == "didFetchChanges" } }
        // What is scheduled by now is done.
        try await a.engine?.fetchChanges()
        let before = fetches()
        // 18, and the one that waits, are one attempt less than an engine makes.
        let times = isConflict ? 6 : 18
        cloud.cloud.faults.add(.zoneBusy(retryAfter: 0.01), times: times, on: .reads)
        cloud.cloud.faults.add(.zoneBusy(retryAfter: 3600), on: .reads)
        try await tablet.save(CKRecordZone(zoneName: "Other"))
        await waitUntil { fetches() > before + times }
        cloud.cloud.faults.add(
            isConflict
                ? .conflictingWriter(on: id("one"), changing: ["title": "Theirs"])
                : .throttled(retryAfter: 0.05), on: .writes)
        a.set(id("one"), "title", "Mine")
        let isSent = try await eventually(within: 10) {
            // A fetch that read nothing leaves the last fault to this read.
            (try? await tablet.record(for: id("one")))?["title"] == "Mine"
        }
        #expect(isSent)
        #expect(a.errors.map(\.code) == (isConflict ? [.serverRecordChanged] : []))
        await a.engine?.cancelOperations()
    }

    @Test func `another user's changes do not wait for a zone of the user before`() async throws {
        let bob = cloud.container(user: "bob", device: "desk").privateCloudDatabase
        try await bob.save(zone)
        try await bob.save("Note", in: zone.zoneID, ["one": ["title": "One"]])
        let a = Replica()
        cloud.cloud.faults.add(.zoneBusy(retryAfter: 3600), on: .reads)
        a.start(phone, automatically: true)
        await waitUntil { a.events.contains("didFetchChanges") }
        // What is sent after that is sent when the engine has begun to wait.
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        await waitUntil { a.engine?.state.pendingDatabaseChanges.isEmpty == true }
        cloud.cloud.signIn("bob", device: "phone")
        await waitUntil { a.content == ["one": ["title": "One"]] }
        #expect(a.content == ["one": ["title": "One"]])
    }

    @Test func `another user's changes do not wait for what the user before may not send`()
        async throws
    {
        let bob = cloud.container(user: "bob", device: "desk").privateCloudDatabase
        try await bob.save(zone)
        try await bob.save("Note", in: zone.zoneID, ["one": ["title": "One"]])
        let a = Replica()
        a.start(phone, automatically: true)
        // The engine's subscription is a write too.
        _ = try await eventually { try await !tablet.allSubscriptions().isEmpty }
        cloud.cloud.faults.add(.throttled(retryAfter: 3600), on: .writes)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        await waitUntil { a.events.contains("didSendChanges") }
        cloud.cloud.signIn("bob", device: "phone")
        await waitUntil { a.content == ["one": ["title": "One"]] }
        #expect(a.content == ["one": ["title": "One"]])
    }

    @Test func `another user may sign in while a zone is not fetched`() async throws {
        final class Switcher: FetchingDelegate, Sendable {
            let cloud: LocalCloud
            let ends = Notes<Bool>()
            let fetched = Notes<String>()
            init(_ cloud: LocalCloud) { self.cloud = cloud }
            func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
                if case .didFetchChanges = event {
                    // The first fetch has failed, which its engine has not seen yet.
                    if ends.all.isEmpty { cloud.signIn("bob", device: "phone") }
                    ends.add(true)
                } else if case .fetchedRecordZoneChanges(let event) = event {
                    for change in event.modifications {
                        fetched.add(change.record.recordID.recordName)
                    }
                }
            }
        }
        let bob = cloud.container(user: "bob", device: "desk").privateCloudDatabase
        try await bob.save(zone)
        try await bob.save("Note", in: zone.zoneID, ["one": ["title": "One"]])
        let delegate = Switcher(cloud.cloud)
        cloud.cloud.faults.add(.zoneBusy(retryAfter: 3600), on: .reads)
        let engine = CKSyncEngine(
            CKSyncEngine.Configuration(
                database: phone, stateSerialization: nil, delegate: delegate))
        await waitUntil { delegate.fetched.all == ["one"] }
        #expect(delegate.fetched.all == ["one"])
        await engine.cancelOperations()
    }

    @Test func `an engine that could not subscribe at first listens as soon as it can`()
        async throws
    {
        let a = Replica()
        // Only the subscription is a write: everything else goes well.
        cloud.cloud.faults.add(.networkUnavailable, times: 2, on: .writes)
        a.start(phone, automatically: true)
        var subscriptions: [CKSubscription] = []
        _ = try await eventually {
            subscriptions = try await tablet.allSubscriptions()
            return !subscriptions.isEmpty
        }
        #expect(subscriptions.map(\.subscriptionID) == ["CKSyncEngine-PrivateDB"])
        try #require(!subscriptions.isEmpty)
        try await tablet.save(zone)
        try await tablet.save("Note", in: zone.zoneID, ["one": ["title": "One"]])
        await waitUntil { a.content == ["one": ["title": "One"]] }
        #expect(a.content == ["one": ["title": "One"]])
    }

    @Test func `what others change between the first fetch and the subscription is fetched`()
        async throws
    {
        try await tablet.save(zone)
        let a = Replica()
        // Only the subscription is a write, and on its way while the others go on.
        cloud.cloud.faults.add(.slow(seconds: 2), times: nil, on: .writes)
        a.start(phone, automatically: true)
        await waitUntil { a.events.contains("didFetchChanges") }
        try await Task.sleep(for: .milliseconds(200))
        cloud.cloud.faults.clear()
        try await tablet.save("Note", in: zone.zoneID, ["one": ["title": "One"]])
        await waitUntil { a.content == ["one": ["title": "One"]] }
        #expect(a.content == ["one": ["title": "One"]])
    }

    @Test func `cancelling ends what is under way, and what is pending stays`() async throws {
        let a = Replica()
        a.start(phone)
        let engine = try #require(a.engine)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        cloud.cloud.faults.add(.slow(seconds: 3_600))
        async let sending: CKError? = cloudError { try await engine.sendChanges() }
        await waitUntil { a.events.contains("willSendChanges") }
        await engine.cancelOperations()
        #expect(await sending?.code == .operationCancelled)
        #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(id("one"))])
    }

    @Test func `another account is told of, and nothing of the last one is kept`() async throws {
        let a = Replica()
        a.start(phone)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "Ann's")
        try await a.engine?.sendChanges()
        cloud.cloud.signIn("bob", device: "phone")
        try await a.engine?.fetchChanges()
        #expect(a.content.isEmpty)
        #expect(a.events.filter { $0 == "accountChange" }.count == 2)
    }

    @Test func `what is taken for one user is not sent for the next`() async throws {
        let bobs = cloud.container(user: "bob", device: "bob's").privateCloudDatabase
        try await bobs.save(zone)
        let a = Replica()
        a.start(phone)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "Ann's")
        let cloud = cloud.cloud
        a.afterBatch { cloud.signIn("bob", device: "phone") }
        let error = await cloudError { try await a.engine?.sendChanges() }
        #expect(error?.code == .notAuthenticated)
        #expect(
            try await bobs.recordZoneChanges(inZoneWith: zone.zoneID)
                .modificationResultsByID.isEmpty)
        // The delegate gets the event with the next send.
        try await a.engine?.sendChanges()
        #expect(a.content.isEmpty)
        #expect(a.engine?.state.pendingRecordZoneChanges.isEmpty == true)
    }
}
