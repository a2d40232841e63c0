import CloudKit
import Foundation
import TestTime
import Testing
import TestRandom

@Suite struct `Sync engines` {
    let cloud = TestCloud()
    let phone: CKDatabase
    let tablet: CKDatabase
    let zone = CKRecordZone(zoneName: "Notes")

    init() {
        phone = cloud.container(user: "ann", device: "phone").privateCloudDatabase
        tablet = cloud.container(user: "ann", device: "tablet").privateCloudDatabase
    }

    func id(_ name: String) -> CKRecord.ID {
        CKRecord.ID(recordName: name, zoneID: zone.zoneID)
    }

    func waitUntil(_ isTrue: () -> Bool) async { _ = try? await eventually(isTrue) }

    @Test func `pending changes are sent, and another device fetches them`() async throws {
        let a = Replica()
        let b = Replica()
        a.start(phone)
        b.start(tablet)
        let first = try #require(a.engine)
        first.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        a.set(id("two"), "title", "Two")
        #expect(
            first.state.pendingRecordZoneChanges == [
                .saveRecord(id("one")), .saveRecord(id("two")),
            ])
        try await first.sendChanges()
        #expect(first.state.pendingRecordZoneChanges.isEmpty)
        #expect(first.state.pendingDatabaseChanges.isEmpty)
        #expect(
            a.events.filter { $0 != "stateUpdate" } == [
                "accountChange", "signIn _ann", "willSendChanges", "sentDatabaseChanges",
                "sentRecordZoneChanges", "didSendChanges",
            ])
        let sent = try #require(a.events.firstIndex(of: "sentRecordZoneChanges"))
        #expect(a.events.dropFirst(sent + 1).first == "stateUpdate")
        try await b.engine?.fetchChanges()
        #expect(b.content == ["one": ["title": "One"], "two": ["title": "Two"]])
        #expect(
            b.events.suffix(8) == [
                "willFetchChanges", "fetchedDatabaseChanges", "stateUpdate",
                "willFetchRecordZoneChanges", "fetchedRecordZoneChanges", "stateUpdate",
                "didFetchRecordZoneChanges", "didFetchChanges",
            ])
        b.remove(id("one"))
        b.set(id("two"), "title", "Two, changed")
        try await b.engine?.sendChanges()
        try await first.fetchChanges()
        #expect(a.content == ["two": ["title": "Two, changed"]])
    }

    @Test func `a conflict is told with the server's record, and sent with the next call`()
        async throws
    {
        let a = Replica()
        let b = Replica()
        a.start(phone)
        b.start(tablet)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        try await a.engine?.sendChanges()
        try await b.engine?.fetchChanges()
        a.set(id("one"), "title", "A's")
        try await a.engine?.sendChanges()
        b.set(id("one"), "body", "B's")
        b.set(id("one"), "title", "B's")
        let error = await cloudError { try await b.engine?.sendChanges() }
        #expect(error?.code == .partialFailure)
        #expect(b.errors.map(\.code) == [.serverRecordChanged])
        #expect(b.engine?.state.pendingRecordZoneChanges == [.saveRecord(id("one"))])
        try await b.engine?.sendChanges()
        #expect(b.engine?.state.pendingRecordZoneChanges.isEmpty == true)
        #expect(b.errors.count == 1)
        try await a.engine?.fetchChanges()
        #expect(a.content == ["one": ["title": "B's", "body": "B's"]])
        #expect(b.content == a.content)
    }

    @Test func `the state survives being encoded, with what is pending`() async throws {
        let a = Replica()
        a.start(phone)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        cloud.cloud.faults.add(.networkUnavailable)
        await #expect(throws: CKError.self) { try await a.engine?.sendChanges() }
        let updates = a.events.filter { $0 == "stateUpdate" }.count
        a.remove(id("two"))
        // Handed over although nothing was sent or fetched.
        await waitUntil { a.events.filter { $0 == "stateUpdate" }.count > updates }
        let state = try #require(a.state)
        let data = try JSONEncoder().encode(state)
        let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data)
        let engine = CKSyncEngine(
            {
                var configuration = CKSyncEngine.Configuration(
                    database: phone, stateSerialization: read, delegate: a)
                configuration.automaticallySync = false
                return configuration
            }())
        #expect(
            engine.state.pendingRecordZoneChanges == [
                .saveRecord(id("one")), .deleteRecord(id("two")),
            ])
        #expect(engine.state.pendingDatabaseChanges == [.saveZone(zone)])
        try await engine.sendChanges()
        #expect(try await phone.record(for: id("one"))["title"] == "One")
    }

    @Test func `a record that is changed while it is sent is sent again`() async throws {
        let a = Replica()
        a.start(phone)
        let id = id("one")
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id, "title", "First")
        a.afterBatch { a.set(id, "title", "Second") }
        try await a.engine?.sendChanges()
        #expect(try await phone.record(for: id)["title"] == "Second")
        #expect(a.engine?.state.pendingRecordZoneChanges.isEmpty == true)
        #expect(a.errors.isEmpty)
    }

    @Test func `a zone that is added together with a record while others are sent comes first`()
        async throws
    {
        let other = CKRecordZone(zoneName: "Other")
        let far = CKRecord.ID(recordName: "far", zoneID: other.zoneID)
        let a = Replica()
        a.start(phone)
        a.engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        a.afterBatch {
            a.engine?.state.add(pendingDatabaseChanges: [.saveZone(other)])
            a.set(far, "title", "Far")
        }
        try await a.engine?.sendChanges()
        #expect(try await phone.record(for: far)["title"] == "Far")
        #expect(a.errors.isEmpty)
    }

    @Test func `a zone that is deleted while its records are sent stays deleted`() async throws {
        let a = Replica()
        a.start(phone)
        let engine = try #require(a.engine)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "title", "One")
        try await engine.sendChanges()
        a.set(id("one"), "title", "Two")
        let gone = zone.zoneID
        a.afterBatch { engine.state.add(pendingDatabaseChanges: [.deleteZone(gone)]) }
        try await engine.sendChanges()
        #expect(a.errors.isEmpty)
        #expect(engine.state.pendingDatabaseChanges.isEmpty)
        #expect(engine.state.pendingRecordZoneChanges.isEmpty)
        try await a.send()
        #expect(try await phone.allRecordZones().map(\.zoneID) == [.default])
    }

    @Test func `a zone that is added when no record is left is sent in the same call`()
        async throws
    {
        let a = Replica()
        a.start(phone)
        let engine = try #require(a.engine)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        let other = CKRecordZone(zoneName: "Other")
        a.afterBatch { engine.state.add(pendingDatabaseChanges: [.saveZone(other)]) }
        try await engine.sendChanges()
        #expect(engine.state.pendingDatabaseChanges.isEmpty)
        #expect(try await phone.allRecordZones().count == 3)
    }

    @Test func `what is added to a zone while its deletion is sent stays to be sent`() async throws
    {
        let a = Replica()
        a.start(phone)
        let state = try #require(a.engine).state
        state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("old"), "title", "Old")
        try await a.engine?.sendChanges()
        state.add(pendingDatabaseChanges: [.deleteZone(zone.zoneID)])
        a.set(id("old"), "title", "Goes with the zone")
        cloud.cloud.faults.add(.slow(seconds: 1), on: .writes)
        async let sending: Void? = a.engine?.sendChanges()
        await waitUntil { a.events.last == "willSendChanges" }
        try await Task.sleep(for: .milliseconds(200))
        state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("new"), "title", "New")
        _ = try await sending
        // On a busy machine they may come when the deletion is done.
        try await a.engine?.sendChanges()
        #expect(try await phone.record(for: id("new"))["title"] == "New")
        #expect(a.errors.isEmpty)
    }

    @Test func `what is added to a zone that is made again stays where its deletion is fetched`()
        async throws
    {
        let a = Replica()
        a.start(phone)
        let engine = try #require(a.engine)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("old"), "title", "Old")
        try await engine.sendChanges()
        try await engine.fetchChanges()
        engine.state.add(pendingDatabaseChanges: [.deleteZone(zone.zoneID)])
        try await engine.sendChanges()
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("new"), "title", "New")
        try await engine.fetchChanges()
        #expect(engine.state.pendingDatabaseChanges == [.saveZone(zone)])
        #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(id("new"))])
    }

    @Test func `scopes choose what is sent and what is fetched`() async throws {
        let other = CKRecordZone(zoneName: "Other")
        let far = CKRecord.ID(recordName: "far", zoneID: other.zoneID)
        let a = Replica()
        a.start(phone)
        let engine = try #require(a.engine)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone), .saveZone(other)])
        a.set(id("one"), "title", "One")
        a.set(far, "title", "Far")
        try await engine.sendChanges(
            CKSyncEngine.SendChangesOptions(scope: .zoneIDs([other.zoneID])))
        #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(id("one"))])
        #expect(engine.state.pendingDatabaseChanges == [.saveZone(zone)])
        try await engine.sendChanges()
        let b = Replica()
        b.start(tablet)
        try await b.engine?.fetchChanges(
            CKSyncEngine.FetchChangesOptions(scope: .zoneIDs([zone.zoneID])))
        #expect(b.content.keys.sorted() == ["one"])
        #expect(b.engine?.state.zoneIDsWithUnfetchedServerChanges == [other.zoneID])
        try await b.engine?.fetchChanges()
        #expect(b.content.keys.sorted() == ["far", "one"])
    }

    @Test func `a batch with changes outside of the scope is refused`() async throws {
        final class Careless: CKSyncEngineDelegate, Sendable {
            func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}
            func nextRecordZoneChangeBatch(
                _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
            ) async -> CKSyncEngine.RecordZoneChangeBatch? {
                await .init(pendingChanges: syncEngine.state.pendingRecordZoneChanges) {
                    CKRecord(recordType: "Contact", recordID: $0)
                }
            }
        }
        let delegate = Careless()
        var configuration = CKSyncEngine.Configuration(
            database: phone, stateSerialization: nil, delegate: delegate)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        let changes = [id("one"), id("two")].map {
            CKSyncEngine.PendingRecordZoneChange.saveRecord($0)
        }
        engine.state.add(pendingRecordZoneChanges: changes)
        let error = await cloudError {
            try await engine.sendChanges(
                CKSyncEngine.SendChangesOptions(scope: .recordIDs([id("one")])))
        }
        #expect(error?.code == .invalidArguments)
        #expect(error?.localizedDescription.contains("context.options.scope.contains(_:)") == true)
        #expect(engine.state.pendingRecordZoneChanges == changes)
        try await engine.sendChanges()
        #expect(engine.state.pendingRecordZoneChanges.isEmpty)
    }

    @Test func `the delegate chooses what is fetched, before each zone`() async throws {
        final class Chooser: FetchingDelegate, @unchecked Sendable {
            let fetched = Notes<String>()
            let reasons = Notes<CKSyncEngine.SyncReason>()
            func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
                if case .willFetchRecordZoneChanges(let event) = event {
                    fetched.add(event.zoneID.zoneName)
                }
            }
            func nextFetchChangesOptions(
                _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
            ) async -> CKSyncEngine.FetchChangesOptions {
                reasons.add(context.reason)
                var options = context.options
                options.scope = .allExcluding([CKRecordZone.ID(zoneName: "A")])
                let first = fetched.all.isEmpty ? "D" : "C"
                options.prioritizedZoneIDs = [CKRecordZone.ID(zoneName: first)]
                return options
            }
        }
        for name in ["A", "B", "C", "D"] {
            try await phone.save(CKRecordZone(zoneName: name))
        }
        let delegate = Chooser()
        var configuration = CKSyncEngine.Configuration(
            database: tablet, stateSerialization: nil, delegate: delegate)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        try await engine.fetchChanges()
        #expect(delegate.fetched.all == ["D", "C", "B"])
        #expect(delegate.reasons.all.allSatisfy { $0 == .manual })
        let left = engine.state.zoneIDsWithUnfetchedServerChanges
        #expect(left == [CKRecordZone.ID(zoneName: "A")])
    }

    @Test func `adding and removing pending changes keeps one for each record`() throws {
        let a = Replica()
        a.start(phone)
        let state = try #require(a.engine).state
        state.add(pendingRecordZoneChanges: [.saveRecord(id("a")), .saveRecord(id("b"))])
        state.add(pendingRecordZoneChanges: [.saveRecord(id("a")), .deleteRecord(id("b"))])
        #expect(state.pendingRecordZoneChanges == [.saveRecord(id("a")), .deleteRecord(id("b"))])
        state.remove(pendingRecordZoneChanges: [.saveRecord(id("b")), .saveRecord(id("a"))])
        #expect(state.pendingRecordZoneChanges == [.deleteRecord(id("b"))])
    }

    @Test(arguments: 0..<4)
    func `two devices end with the same after random edits, conflicts and kills`(
        seed: Int
    ) async throws {
        var random = RandomNumbers(seed: UInt64(seed + 1))
        let replicas = [Replica(), Replica()]
        let databases = [phone, tablet]
        for (replica, database) in zip(replicas, databases) { replica.start(database) }
        replicas[0].engine?.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        try await replicas[0].engine?.sendChanges()
        for step in 0..<150 {
            let which = Int(random.next() % 2)
            let replica = replicas[which]
            let name = "n\(random.next() % 12)"
            switch random.next() % 10 {
            case 0...4: replica.set(id(name), "k\(random.next() % 3)", "v\(step)")
            case 5: replica.remove(id(name))
            case 6:
                // Killed in the middle of a request, with what the state says.
                cloud.cloud.faults.add(.responseLost, on: .writes)
                try? await replica.engine?.sendChanges()
                cloud.cloud.faults.clear()
                let pending = replica.engine?.state.pendingRecordZoneChanges ?? []
                replica.start(databases[which])
                replica.engine?.state.add(pendingRecordZoneChanges: pending)
            case 7, 8: try await replica.send()
            default: try await replica.engine?.fetchChanges()
            }
        }
        for _ in 0..<4 {
            for replica in replicas {
                try await replica.send()
                try await replica.engine?.fetchChanges()
            }
        }
        #expect(replicas[0].content == replicas[1].content)
        #expect(!replicas[0].content.isEmpty)
        let zoneChanges = try await phone.recordZoneChanges(inZoneWith: zone.zoneID)
        let stored = Set(zoneChanges.modificationResultsByID.keys.map(\.recordName))
        #expect(stored == Set(replicas[0].content.keys))
    }
}
