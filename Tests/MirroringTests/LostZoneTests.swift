import CloudKit
import CoreData
import Foundation
import MirrorCore
import Synchronization
import Testing

/// Zones that the user's settings take, not a program.
@Suite struct `Zones that are lost` {
    private let cloud = Notebook.cloud()
    private var database: CKDatabase {
        cloud.container(Notebook.identifier, user: "ann", device: "observer").privateCloudDatabase
    }

    /// A cloud of two users, and a tablet of the one whose devices have a note with a tag.
    private func sharingCloud() async throws -> (SharingCloud, tablet: Device) {
        let two = try SharingCloud()
        let tablet = try SharingCloud.device("tablet", "ann", two.cloud, two.folder)
        try two.phone.insert("Note", "a")
        try two.phone.insert("Tag", "red")
        try two.phone.tag("a", "red", isOn: true)
        try await two.cloud.settle([two.phone, tablet])
        return (two, tablet)
    }

    @Test(arguments: [LocalCloud.Faults.Requests.reads, .writes])
    func `after keys were reset, what is here is kept and sent again`(
        first: LocalCloud.Faults.Requests
    ) async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone, tablet])
        try phone.update("Note", "a", ["title": "not sent"])
        try phone.insert("Note", "b")
        try tablet.update("Note", "a", ["text": "not sent"])
        cloud.faults.add(.keysReset(Notebook.zone), on: first, user: "ann")
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a", "b"], "\(device.name)")
            #expect(try device.text("Note", "a", "title") == "not sent")
            #expect(try device.text("Note", "a", "text") == "not sent")
            #expect(try device.members("Note", "a", "tags") == ["red"])
        }
        // Two notes, a tag, and what joins a note and the tag.
        #expect(try await cloud.notebookRecords().count == 4)
        try tablet.update("Note", "b", ["title": "later"])
        try await cloud.settle([phone, tablet])
        #expect(try phone.text("Note", "b", "title") == "later")
    }

    @Test(arguments: [true, false])
    func `a device that was away while keys were reset keeps what it alone has`(
        isAnswered: Bool
    ) async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try tablet.insert("Note", "b", ["title": "tablet's"])
        if isAnswered {
            try await cloud.settle([tablet])
        } else {
            tablet.kill(at: .answered)
            await #expect(throws: (any Error).self) { try await tablet.container.synchronize() }
        }
        #expect(try await cloud.notebookRecords().count == 2)
        // The phone does not know the note yet, and makes the zone again without it.
        cloud.faults.add(.keysReset(Notebook.zone), user: "ann")
        try await cloud.settle([phone])
        #expect(try await cloud.notebookRecords().count == 1)
        try await cloud.settle([tablet, phone])
        for device in [phone, tablet] { #expect(try device.keys("Note") == ["a", "b"]) }
        #expect(try phone.text("Note", "b", "title") == "tablet's")
    }

    @Test func `after keys were reset, what was shared stays with its owner, in no share`()
        async throws
    {
        let two = try SharingCloud()
        let (cloud, phone) = (two.cloud, two.phone)
        try phone.insert("Note", "a", ["title": "Ann's"])
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone])
        try await two.share("Note", "a")
        let id = try #require(phone.container.recordID(for: try phone.id("Note", "a")))
        try phone.update("Note", "a", ["text": "not sent"])
        cloud.faults.add(.keysReset(id.zoneID), user: "ann")
        try await cloud.settle([phone, two.bobs])
        #expect(try phone.keys("Note") == ["a"])
        #expect(try phone.knownShare("Note", "a") == nil)
        #expect(try phone.zone("Note", "a") == Notebook.zone.zoneName)
        let record = try #require(try await cloud.record(key: "a"))
        #expect(record["CD_title"] as? String == "Ann's")
        #expect(record["CD_text"] as? String == "not sent")
        #expect(try await cloud.notebookRecords().count == 3)
        #expect(try two.bobs.keys("Note").isEmpty)
        try two.close()
    }

    @Test func `what is sent again after another device moved it into a share is not left behind`()
        async throws
    {
        let (two, tablet) = try await sharingCloud()
        let (cloud, phone) = (two.cloud, two.phone)
        // The tablet meets the reset first, and sends what it has once the phone has moved it.
        cloud.faults.add(.keysReset(Notebook.zone), user: "ann")
        tablet.kill(at: .beforeSending)
        await #expect(throws: (any Error).self) { try await tablet.container.synchronize() }
        try await cloud.settle([phone])
        try await two.share("Note", "a")
        #expect(try await cloud.notebookRecords().isEmpty)
        try await cloud.settle([tablet, phone])
        #expect(try await cloud.notebookRecords().isEmpty)
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a"])
            #expect(try device.members("Note", "a", "tags") == ["red"])
            #expect(try device.zone("Note", "a") != Notebook.zone.zoneName)
        }
        try two.close([tablet])
    }

    @Test func `after keys were reset, an object that another device moves is not deleted`()
        async throws
    {
        let (two, tablet) = try await sharingCloud()
        let (cloud, phone) = (two.cloud, two.phone)
        cloud.faults.add(.keysReset(Notebook.zone), user: "ann")
        try await cloud.settle([phone, tablet])
        #expect(try await cloud.notebookRecords().count == 3)
        // The phone ends when the share has the copies, before it is to delete what they are of.
        _ = try await phone.share("Note", "a")
        phone.kill(at: .answered)
        await #expect(throws: (any Error).self) { try await phone.container.synchronize() }
        try await cloud.settle([tablet])
        try await cloud.settle([phone, tablet])
        #expect(try await cloud.notebookRecords().isEmpty)
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a"], "\(device.name)")
            #expect(try device.members("Note", "a", "tags") == ["red"], "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `what another device sent again is not left where this one moved it away`()
        async throws
    {
        let (two, tablet) = try await sharingCloud()
        let (cloud, phone) = (two.cloud, two.phone)
        // The phone learns of the reset, and has no network to make the zone again.
        cloud.faults.add(.keysReset(Notebook.zone), user: "ann")
        cloud.faults.add(.networkFailure, on: .writes, user: "ann")
        await #expect(throws: (any Error).self) { try await phone.container.synchronize() }
        try tablet.update("Note", "a", ["title": "tablet's"])
        try await cloud.settle([tablet])
        #expect(try await cloud.notebookRecords().count == 3)
        _ = try await phone.share("Note", "a")
        try await cloud.settle([phone, tablet])
        #expect(try await cloud.notebookRecords().isEmpty)
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "tablet's", "\(device.name)")
            #expect(try device.members("Note", "a", "tags") == ["red"], "\(device.name)")
        }
        try two.close([tablet])
    }

    @Test func `a zone that is made again is read under a higher number than before`() async throws
    {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        // The tablet has read the zone several times.
        cloud.faults.add(.tokensExpired, times: 6)
        try await cloud.settle([tablet, tablet, tablet])
        cloud.faults.clear()
        cloud.faults.add(.keysReset(Notebook.zone), user: "ann")
        _ = try await tablet.container.synchronize()
        #expect(try await cloud.notebookRecords().count == 1)
        try await cloud.settle([phone])
        try phone.delete("Note", "a")
        try await cloud.settle([phone])
        cloud.faults.add(.tokensExpired, times: 2)
        try await cloud.settle([tablet, phone])
        for device in [phone, tablet] { #expect(try device.keys("Note").isEmpty) }
    }

    @Test func `programs learn from the error and from the deletion that keys were reset`()
        async throws
    {
        _ = try await database.save(CKRecordZone(zoneID: Notebook.zone))
        let before = try await database.databaseChanges(since: nil)
        cloud.faults.add(.keysReset(Notebook.zone))
        let error = try await #require(throws: CKError.self) {
            try await database.recordZoneChanges(inZoneWith: Notebook.zone, since: nil)
        }
        #expect(error.code == .zoneNotFound && error.userDidResetEncryptedData)
        let after = try await database.databaseChanges(since: before.changeToken)
        #expect(after.deletions.map(\.zoneID) == [Notebook.zone])
        #expect(after.deletions.map(\.reason) == [.encryptedDataReset])
        for hasBlock in [true, false] {
            let found = Mutex((reset: 0, deleted: 0))
            let operation = CKFetchDatabaseChangesOperation(
                previousServerChangeToken: before.changeToken)
            operation.recordZoneWithIDWasDeletedBlock = { _ in found.withLock { $0.deleted += 1 } }
            if hasBlock {
                operation.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock = { _ in
                    found.withLock { $0.reset += 1 }
                }
            }
            await withCheckedContinuation { continuation in
                operation.completionBlock = { continuation.resume() }
                database.add(operation)
            }
            let counts = found.withLock { $0 }
            #expect(counts.reset == (hasBlock ? 1 : 0))
            #expect(counts.deleted == (hasBlock ? 0 : 1))
        }
        _ = try await database.save(CKRecordZone(zoneID: Notebook.zone))
        _ = try await database.recordZoneChanges(inZoneWith: Notebook.zone, since: nil)
        _ = try await database.deleteRecordZone(withID: Notebook.zone)
        let plain = try await #require(throws: CKError.self) {
            try await database.recordZoneChanges(inZoneWith: Notebook.zone, since: nil)
        }
        #expect(plain.code == .zoneNotFound && !plain.userDidResetEncryptedData)
        let last = try await database.databaseChanges(since: after.changeToken)
        #expect(last.deletions.map(\.reason) == [.deleted])
    }

    @Test func `a zone that the user deletes in the settings takes its objects`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.insert("Note", "b")
        cloud.faults.add(.zoneDeleted(Notebook.zone), on: .writes, user: "ann")
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] { #expect(try device.keys("Note").isEmpty) }
        try tablet.insert("Note", "c")
        try await cloud.settle([tablet, phone])
        #expect(try phone.keys("Note") == ["c"])
    }

    @Test func `after tokens expired everything is fetched again, and nothing is lost`()
        async throws
    {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.insert("Note", "gone")
        try await cloud.settle([phone, tablet])
        // What could not be sent waits.
        try phone.insert("Note", "b")
        try phone.update("Note", "a", ["text": "phone's"])
        cloud.faults.add(.quotaExceeded)
        await #expect(throws: (any Error).self) { try await phone.container.synchronize() }
        try tablet.update("Note", "a", ["title": "tablet's"])
        try tablet.delete("Note", "gone")
        try await cloud.settle([tablet])
        let requests = (phone.requests, tablet.requests)
        cloud.faults.add(.tokensExpired, times: 4)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a", "b"])
            #expect(try device.text("Note", "a", "title") == "tablet's")
            #expect(try device.text("Note", "a", "text") == "phone's")
        }
        #expect(phone.requests <= requests.0 + 2 && tablet.requests == requests.1)
        #expect(try await cloud.notebookRecords().count == 2)
    }
}
