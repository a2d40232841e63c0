import CloudKit
import Foundation
import TestTime
import Testing

/// What `sendChanges` does about records and zones that fail: the failures that an app has to
/// settle by itself, as Apple's sample app for CKSyncEngine does.
@Suite struct `Failures of sync engines` {
    let cloud = TestCloud()
    let phone: CKDatabase
    let tablet: CKDatabase
    let zone = CKRecordZone(zoneName: "Contacts")

    init() {
        phone = cloud.container(user: "ann", device: "phone").privateCloudDatabase
        tablet = cloud.container(user: "ann", device: "tablet").privateCloudDatabase
    }

    private func id(_ name: String) -> CKRecord.ID {
        CKRecord.ID(recordName: name, zoneID: zone.zoneID)
    }

    /// A device that has sent a zone with records.
    private func sender(_ names: [String]) async throws -> AddressBook {
        let book = AddressBook(phone)
        book.engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        for name in names { book.set(id(name), "first") }
        try await book.engine.sendChanges()
        #expect(book.engine.state.pendingRecordZoneChanges.isEmpty)
        #expect(book.failures.isEmpty)
        return book
    }

    private func errors(_ error: CKError?) -> [AnyHashable: CKError.Code?] {
        (error?.partialErrorsByItemID ?? [:]).mapValues { code($0) }
    }

    @Test(arguments: [1, 10, 444])
    func `what one device sends another fetches, dates and all`(count: Int) async throws {
        let names = (0..<count).map { "c\($0)" }
        let a = try await sender(names)
        let b = AddressBook(tablet)
        #expect(b.entries.isEmpty)
        try await b.engine.fetchChanges()
        #expect(b.entries == a.entries)
        #expect(b.entries.count == count)
    }

    @Test func `a rename goes from one device to the other and back`() async throws {
        let a = try await sender(["one"])
        let b = AddressBook(tablet)
        try await b.engine.fetchChanges()
        b.set(id("one"), "second")
        try await b.engine.sendChanges()
        try await a.engine.fetchChanges()
        #expect(a.entries == b.entries)
        a.set(id("one"), "third")
        try await a.engine.sendChanges()
        try await b.engine.fetchChanges()
        #expect(b.entries[id("one")]?.name == "third")
        #expect(a.entries == b.entries)
    }

    @Test func `zoneNotFound is thrown, and the next call makes the zone and sends`()
        async throws
    {
        let a = try await sender(["one", "two"])
        let created = try #require(a.record(id("one"))?.creationDate)
        try await tablet.deleteRecordZone(withID: zone.zoneID)
        a.set(id("one"), "renamed")
        a.set(id("two"), "renamed too")
        let error = await cloudError { try await a.engine.sendChanges() }
        #expect(error?.code == .partialFailure)
        #expect(errors(error) == [id("one"): .zoneNotFound, id("two"): .zoneNotFound])
        #expect(a.failures.map(\.code) == [.zoneNotFound, .zoneNotFound])
        // What the delegate has added is still to be sent.
        #expect(a.engine.state.pendingDatabaseChanges == [.saveZone(zone)])
        #expect(
            Set(a.engine.state.pendingRecordZoneChanges)
                == [.saveRecord(id("one")), .saveRecord(id("two"))])
        #expect(a.record(id("one")) == nil)
        #expect(try await tablet.allRecordZones().count == 1)

        try await a.engine.sendChanges()
        #expect(a.failures.count == 2)
        let b = AddressBook(tablet)
        try await b.engine.fetchChanges()
        #expect(b.entries == a.entries)
        #expect(b.entries[id("one")]?.name == "renamed")
        #expect(try #require(b.record(id("one"))?.creationDate) != created)
    }

    @Test func `unknownItem is thrown, and the next call sends the record as a new one`()
        async throws
    {
        let a = try await sender(["one"])
        let created = try #require(a.record(id("one"))?.creationDate)
        try await tablet.deleteRecord(withID: id("one"))
        a.set(id("one"), "renamed")
        let error = await cloudError { try await a.engine.sendChanges() }
        #expect(error?.code == .partialFailure)
        #expect(errors(error) == [id("one"): .unknownItem])
        #expect(a.engine.state.pendingRecordZoneChanges == [.saveRecord(id("one"))])
        #expect(a.record(id("one")) == nil)

        try await a.engine.sendChanges()
        let b = AddressBook(tablet)
        try await b.engine.fetchChanges()
        #expect(b.entries == a.entries)
        #expect(try #require(b.record(id("one"))?.creationDate) != created)
    }

    @Test(arguments: [true, false])
    func `a conflict is thrown to the second sender, and both end with the later change`(
        laterIsFirst: Bool
    ) async throws {
        let a = try await sender(["one"])
        let b = AddressBook(tablet)
        try await b.engine.fetchChanges()
        let now = Date()
        a.set(id("one"), "later", at: now + 1)
        b.set(id("one"), "earlier", at: now)
        let later = try #require(a.entries[id("one")])
        let earlier = try #require(b.entries[id("one")])
        let (first, second) = laterIsFirst ? (a, b) : (b, a)
        try await first.engine.sendChanges()
        let error = await cloudError { try await second.engine.sendChanges() }
        #expect(error?.code == .partialFailure)
        #expect(errors(error) == [id("one"): .serverRecordChanged])
        #expect(first.engine.state.pendingRecordZoneChanges.isEmpty)
        #expect(second.engine.state.pendingRecordZoneChanges == [.saveRecord(id("one"))])
        // The second one has merged, the first one knows nothing of it yet.
        #expect(second.entries[id("one")] == later)
        #expect(first.entries[id("one")] == (laterIsFirst ? later : earlier))

        try await second.engine.sendChanges()
        try await first.engine.fetchChanges()
        #expect(a.entries[id("one")] == later)
        #expect(b.entries[id("one")] == later)
        #expect(second.failures.count == 1)
    }

    @Test func `others are sent in the call in which one fails`() async throws {
        let a = try await sender(["one"])
        try await tablet.deleteRecord(withID: id("one"))
        a.set(id("one"), "renamed")
        for number in 0..<500 { a.set(id("more \(number)"), "new") }
        let error = await cloudError { try await a.engine.sendChanges() }
        #expect(errors(error) == [id("one"): .unknownItem])
        #expect(a.engine.state.pendingRecordZoneChanges == [.saveRecord(id("one"))])
        let b = AddressBook(tablet)
        try await b.engine.fetchChanges()
        #expect(b.entries.count == 500)
        try await a.engine.sendChanges()
        #expect(a.engine.state.pendingRecordZoneChanges.isEmpty)
    }

    @Test func `of a zone that is all or nothing, nothing is sent beside what fails`() async throws
    {
        let a = try await sender(["one", "two"])
        a.isAtomic = true
        try await tablet.deleteRecord(withID: id("one"))
        a.set(id("one"), "renamed")
        a.set(id("two"), "renamed")
        let error = await cloudError { try await a.engine.sendChanges() }
        #expect(errors(error) == [id("one"): .unknownItem, id("two"): .batchRequestFailed])
        #expect(
            Set(a.engine.state.pendingRecordZoneChanges)
                == [.saveRecord(id("one")), .saveRecord(id("two"))])
        #expect(try await tablet.record(for: id("two"))["name"] == "first")
        try await a.engine.sendChanges()
        #expect(try await tablet.record(for: id("one"))["name"] == "renamed")
        #expect(try await tablet.record(for: id("two"))["name"] == "renamed")
    }

    @Test func `a delegate that offers the same failure again and again ends the call`()
        async throws
    {
        final class Stubborn: CKSyncEngineDelegate, @unchecked Sendable {
            let id: CKRecord.ID
            let told = Notes<CKError.Code>()
            /// A call that goes on sending is given nothing more to send, so that the test fails
            /// and does not hang.
            var isTooMany: Bool { told.all.count > 10 }
            init(_ id: CKRecord.ID) { self.id = id }
            func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
                guard case .sentRecordZoneChanges(let sent) = event else { return }
                for failed in sent.failedRecordSaves { told.add(failed.error.code) }
                if isTooMany { return }
                syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
            }
            func nextRecordZoneChangeBatch(
                _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
            ) async -> CKSyncEngine.RecordZoneChangeBatch? {
                if isTooMany { return nil }
                return .init(recordsToSave: [CKRecord(recordType: "Contact", recordID: id)])
            }
        }
        let nowhere = CKRecord.ID(
            recordName: "a", zoneID: CKRecordZone.ID(zoneName: "Nowhere"))
        let delegate = Stubborn(nowhere)
        var configuration = CKSyncEngine.Configuration(
            database: phone, stateSerialization: nil, delegate: delegate)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(nowhere)])
        for call in 1...2 {
            let error = await cloudError { try await engine.sendChanges() }
            #expect(errors(error) == [nowhere: .zoneNotFound])
            #expect(delegate.told.all == Array(repeating: .zoneNotFound, count: call))
        }
    }

    @Test func `of a batch that is too large, the half that was sent is told`() async throws {
        let small = TestCloud { $0.itemsPerRequest = 4 }
        let book = AddressBook(
            small.container(user: "ann", device: "phone").privateCloudDatabase)
        book.engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        try await book.engine.sendChanges()
        let ids = (0..<6).map { id("c\($0)") }
        for id in ids { book.set(id, "first") }
        // All six are refused as too many; of the halves the second finds the service out of order.
        small.cloud.faults.add(.burst(records: 8, refill: 0), times: 1)
        let error = await cloudError { try await book.engine.sendChanges() }
        #expect(error?.code == .serviceUnavailable)
        #expect(ids.prefix(3).allSatisfy { book.record($0) != nil })
        #expect(
            Set(book.engine.state.pendingRecordZoneChanges)
                == Set(ids.suffix(3).map { .saveRecord($0) }))
        for id in ids { book.set(id, "second") }
        try await book.engine.sendChanges()
        #expect(book.failures.isEmpty)
        #expect(ids.allSatisfy { book.record($0)?["name"] as? String == "second" })
    }

    @Test func `zones that are too many for one request are sent in several`() async throws {
        let small = TestCloud { $0.itemsPerRequest = 4 }
        let database = small.container(user: "ann", device: "phone").privateCloudDatabase
        let book = AddressBook(database)
        for number in 0..<6 {
            book.engine.state.add(pendingDatabaseChanges: [
                .saveZone(CKRecordZone(zoneName: "Zone\(number)"))
            ])
        }
        try await book.engine.sendChanges()
        #expect(book.engine.state.pendingDatabaseChanges.isEmpty)
        #expect(try await database.allRecordZones().count == 7)
    }

    @Test func `a batch that is all or nothing and too large fails as a whole`() async throws {
        let small = TestCloud { $0.itemsPerRequest = 4 }
        let database = small.container(user: "ann", device: "phone").privateCloudDatabase
        let book = AddressBook(database)
        book.isAtomic = true
        book.engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        let ids = (0..<6).map { id("c\($0)") }
        for id in ids { book.set(id, "first") }
        let error = await cloudError { try await book.engine.sendChanges() }
        #expect(error?.code == .partialFailure)
        let codes = errors(error)
        #expect(Set(codes.keys) == Set(ids.map { AnyHashable($0) }))
        #expect(codes.values.allSatisfy { $0 == .limitExceeded })
        #expect(book.failures.map(\.code) == Array(repeating: .limitExceeded, count: 6))
        for id in ids {
            #expect(await cloudError { try await database.record(for: id) }?.code == .unknownItem)
        }
    }

    /// Has the first zones that are fetched fail, each in its way.
    private final class Saboteur: FetchingDelegate {
        let faults: LocalCloud.Faults
        let ways: [LocalCloud.Faults.Fault]
        let told = Notes<CKError.Code?>()

        init(_ faults: LocalCloud.Faults, _ ways: LocalCloud.Faults.Fault...) {
            self.faults = faults
            self.ways = ways
        }

        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
            switch event {
            case .willFetchRecordZoneChanges where told.all.count < ways.count:
                faults.add(ways[told.all.count], on: .reads)
            case .didFetchRecordZoneChanges(let event): told.add(event.error?.code)
            default: break
            }
        }
    }

    @Test func `a zone that cannot be fetched keeps no other waiting`() async throws {
        try await phone.save(zone)
        try await phone.save(CKRecordZone(zoneName: "Other"))
        let delegate = Saboteur(cloud.cloud.faults, .zoneBusy(retryAfter: 3_600))
        var configuration = CKSyncEngine.Configuration(
            database: tablet, stateSerialization: nil, delegate: delegate)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        let error = await cloudError { try await engine.fetchChanges() }
        #expect(error?.code == .zoneBusy)
        #expect(delegate.told.all == [.zoneBusy, nil])
        #expect(engine.state.zoneIDsWithUnfetchedServerChanges.count == 1)
        try await engine.fetchChanges()
        #expect(engine.state.zoneIDsWithUnfetchedServerChanges.isEmpty)
    }

    @Test func `by itself an engine fetches what changes while a zone waits`() async throws {
        let delegate = Saboteur(cloud.cloud.faults, .zoneBusy(retryAfter: 3_600))
        let engine = CKSyncEngine(
            CKSyncEngine.Configuration(
                database: tablet, stateSerialization: nil, delegate: delegate))
        _ = try await eventually { try await !phone.allSubscriptions().isEmpty }
        try await phone.save(zone)
        _ = try await eventually { delegate.told.all == [.zoneBusy] }
        try await phone.save(CKRecordZone(zoneName: "Other"))
        _ = try await eventually { delegate.told.all.count > 1 }
        #expect(delegate.told.all == [.zoneBusy, nil])
        #expect(engine.state.zoneIDsWithUnfetchedServerChanges == [zone.zoneID])
        // The program does not wait.
        try await engine.fetchChanges()
        #expect(engine.state.zoneIDsWithUnfetchedServerChanges.isEmpty)
    }

    @Test func `zones after a busy one are fetched once the network is back`() async throws {
        try await phone.save(zone)
        try await phone.save(CKRecordZone(zoneName: "Other"))
        // The subscription never gets through, and no second fetch hides the failure.
        cloud.cloud.faults.add(.slow(seconds: 3_600), on: .writes)
        let delegate = Saboteur(
            cloud.cloud.faults, .zoneBusy(retryAfter: 3_600), .networkUnavailable)
        let engine = CKSyncEngine(
            CKSyncEngine.Configuration(
                database: tablet, stateSerialization: nil, delegate: delegate))
        _ = try await eventually { delegate.told.all.count == 3 }
        #expect(delegate.told.all == [.zoneBusy, .networkUnavailable, nil])
        await engine.cancelOperations()
    }

    @Test func `by itself an engine sends what was merged after a conflict`() async throws {
        let a = AddressBook(phone, automatically: true)
        a.engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        a.set(id("one"), "first")
        // The engine's only other write is its subscription.
        _ = try await eventually {
            try await !tablet.allSubscriptions().isEmpty && a.record(id("one")) != nil
        }
        cloud.cloud.faults.add(
            .conflictingWriter(
                on: id("one"), changing: ["name": "theirs", "changed": Date.distantPast]),
            on: .writes)
        // That somewhere in the process another user signs in is no reason to write anything.
        NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
        a.set(id("one"), "mine")
        _ = try await eventually {
            try await tablet.record(for: id("one"))["name"] == "mine"
        }
        #expect(a.failures.map(\.code) == [.serverRecordChanged])
        #expect(try await tablet.record(for: id("one"))["name"] == "mine")
        await a.engine.cancelOperations()
    }
}
