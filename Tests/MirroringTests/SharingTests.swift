import CloudKit
import CoreData
import Foundation
import Testing

/// Objects that a user shares with another one.
@Suite struct `Sharing objects` {
    private let two: SharingCloud
    private var cloud: LocalCloud { two.cloud }
    private var phone: Device { two.phone }
    private var bobs: Device { two.bobs }

    init() throws { two = try SharingCloud() }

    @Test func `a graph moves into a zone of its own, and another user sees and changes it`()
        async throws
    {
        try phone.insert("Folder", "home", ["name": "Home"])
        for key in ["a", "b"] {
            try phone.insert("Note", key, ["title": key.uppercased()])
            try phone.relate("Note", key, "folder", to: ("Folder", "home"))
        }
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try phone.insert("Note", "mine", ["title": "not shared"])
        try await cloud.settle([phone, bobs])
        let before = try phone.id("Note", "a")
        let (ids, share, container) = try await phone.share("Note", "a")
        #expect(
            try ids
                == Set(
                    [("Note", "a"), ("Note", "b"), ("Folder", "home"), ("Tag", "red")].map {
                        try phone.id($0.0, $0.1)
                    }))
        #expect(container.containerIdentifier == Notebook.identifier)
        let zone = share.recordID.zoneID
        #expect(zone.zoneName.hasPrefix("com.apple.coredata.cloudkit.share."))
        #expect(share.recordID.recordName == CKRecordNameZoneWideShare && share.url != nil)
        share[CKShare.SystemFieldKey.title] = "Home"
        let bob = CKUserIdentity.LookupInfo(userRecordID: CKRecord.ID(recordName: "_bob"))
        let participant = try #require(
            try await phone.container.fetchParticipants(
                matching: [bob], into: phone.store(.private)
            ).first)
        participant.permission = .readWrite
        share.addParticipant(participant)
        let saved = try await phone.container.persistUpdatedShare(share, in: phone.store(.private))
        try await cloud.settle([phone, bobs])
        // Nothing of it stays in the zone where it was, and the objects are the ones they were.
        #expect(
            try await cloud.notebookRecords().map { $0["CD_key"] as? String } == ["mine"])
        // Four objects, one pair, and the share.
        #expect(try await cloud.notebookRecords(zone: zone).count == 6)
        #expect(try phone.id("Note", "a") == before)
        #expect(try phone.zone("Note", "a") == zone.zoneName)
        #expect(try bobs.keys("Note").isEmpty)

        try await bobs.accept(saved, in: cloud)
        try await cloud.settle([bobs])
        #expect(try bobs.keys("Note") == ["a", "b"] && bobs.keys("Tag") == ["red"])
        #expect(try bobs.members("Folder", "home", "notes") == ["a", "b"])
        #expect(try bobs.members("Note", "a", "tags") == ["red"])
        #expect(try bobs.scope("Note", "a") == .shared && phone.scope("Note", "a") == .private)
        #expect(try bobs.knownShare("Note", "a")?[CKShare.SystemFieldKey.title] == "Home")
        #expect(try phone.knownShare("Note", "b")?.url == saved.url)
        #expect(try phone.knownShare("Note", "mine") == nil)
        #expect(try bobs.container.fetchShares(in: nil).count == 1)
        #expect(try bobs.container.fetchShares(in: bobs.store(.private)).isEmpty)

        #expect(bobs.container.canUpdateRecord(forManagedObjectWith: try bobs.id("Note", "a")))
        try bobs.update("Note", "a", ["title": "Bob's"])
        try bobs.delete("Note", "b")
        try await cloud.settle([bobs, phone])
        #expect(try phone.text("Note", "a", "title") == "Bob's")
        #expect(try phone.keys("Note") == ["a", "mine"])
        try two.close()
    }

    @Test func `a participant with read access is refused, and the owner keeps what is there`()
        async throws
    {
        try phone.insert("Note", "a", ["title": "Ann's"])
        try await cloud.settle([phone])
        try await two.share("Note", "a", .readOnly)
        let id = try bobs.id("Note", "a")
        #expect(!bobs.container.canUpdateRecord(forManagedObjectWith: id))
        #expect(!bobs.container.canDeleteRecord(forManagedObjectWith: id))
        #expect(try bobs.container.canModifyManagedObjects(in: bobs.store(.shared)))
        #expect(phone.container.canUpdateRecord(forManagedObjectWith: try phone.id("Note", "a")))
        try bobs.insert("Note", "own", ["title": "in the private store"])
        try bobs.update("Note", "a", ["title": "Bob's"])
        await #expect(throws: CKError.self) { try await cloud.settle([bobs]) }
        let event = try #require(bobs.events.last { $0.type == .export && $0.error != nil })
        let error = try #require(event.error as? CKError)
        #expect(error.code == .partialFailure)
        let refused = error.partialErrorsByItemID?.values.compactMap { $0 as? CKError }
        #expect(refused?.map(\.code) == [.permissionFailure])
        #expect(error.localizedDescription.contains("WRITE operation not permitted"))
        // What is in the private store went all the same.
        #expect(try await cloud.notebookRecords(user: "bob").count == 1)
        try await cloud.settle([phone])
        #expect(try phone.text("Note", "a", "title") == "Ann's")
        // Once the owner lets Bob write, what was refused is sent.
        let share = try #require(try phone.knownShare("Note", "a"))
        share.participants.first { $0.role != .owner }?.permission = .readWrite
        try await phone.container.persistUpdatedShare(share, in: phone.store(.private))
        try await cloud.settle([bobs, phone])
        #expect(bobs.container.canUpdateRecord(forManagedObjectWith: id))
        #expect(try phone.text("Note", "a", "title") == "Bob's")
        try two.close()
    }

    @Test func `what is related to a shared object later joins its share`() async throws {
        try phone.insert("Folder", "home")
        try phone.insert("Note", "old", ["title": "in the private zone"])
        try phone.insert("Tag", "blue")
        try phone.tag("old", "blue", isOn: true)
        try await cloud.settle([phone])
        let share = try await two.share("Folder", "home")
        // A new object, and one that was sent into the private zone, with what it reaches.
        try phone.insert("Note", "new")
        try phone.relate("Note", "new", "folder", to: ("Folder", "home"))
        try phone.relate("Note", "old", "folder", to: ("Folder", "home"))
        // The participant adds one too.
        try bobs.perform { context in
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            context.assign(note, to: try bobs.store(.shared))
            note.setValue("bobs", forKey: "key")
            note.setValue(try Device.find("Folder", "home", context), forKey: "folder")
        }
        try await cloud.settle([phone, bobs])
        for device in [phone, bobs] {
            #expect(try device.members("Folder", "home", "notes") == ["bobs", "new", "old"])
            #expect(try device.members("Note", "old", "tags") == ["blue"])
            for key in ["bobs", "new", "old"] {
                #expect(try device.zone("Note", key) == share.recordID.zoneID.zoneName)
            }
        }
        #expect(try await cloud.notebookRecords().isEmpty)
        #expect(try bobs.knownShare("Note", "bobs")?.recordID.recordName == "cloudkit.zoneshare")
        try two.close()
    }

    @Test func `an object in a shared store that is in no share is named, and waits`() async throws
    {
        try phone.insert("Folder", "home")
        try await cloud.settle([phone])
        try await two.share("Folder", "home")
        try bobs.perform { context in
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            context.assign(note, to: try bobs.store(.shared))
            note.setValue("lost", forKey: "key")
        }
        let error = try await #require(throws: CKError.self) { try await cloud.settle([bobs]) }
        #expect(error.localizedDescription.contains("'Note' is in a store of the shared database"))
        #expect(bobs.container.canUpdateRecord(forManagedObjectWith: try bobs.id("Note", "lost")))
        try bobs.relate("Note", "lost", "folder", to: ("Folder", "home"))
        try await cloud.settle([bobs, phone])
        #expect(try phone.members("Folder", "home", "notes") == ["lost"])
        try two.close()
    }

    @Test func `a participant that is removed loses the objects, and the owner keeps them`()
        async throws
    {
        try phone.insert("Note", "a")
        try bobs.insert("Note", "bobs")
        try await cloud.settle([phone, bobs])
        try await two.share("Note", "a")
        #expect(try bobs.keys("Note") == ["a", "bobs"])
        let share = try #require(try phone.knownShare("Note", "a"))
        let bob = try #require(share.participants.first { $0.role != .owner })
        #expect(bob.acceptanceStatus == .accepted)
        share.removeParticipant(bob)
        try await phone.container.persistUpdatedShare(share, in: phone.store(.private))
        try await cloud.settle([bobs, phone])
        #expect(try bobs.keys("Note") == ["bobs"] && phone.keys("Note") == ["a"])
        #expect(try bobs.container.fetchShares(in: nil).isEmpty)
        #expect(try phone.knownShare("Note", "a")?.participants.count == 1)
        try two.close()
    }

    @Test func `a share that ends leaves the owner's objects, which can be shared again`()
        async throws
    {
        try phone.insert("Note", "a")
        try await cloud.settle([phone])
        let share = try await two.share("Note", "a")
        _ = try await cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase.deleteRecord(withID: share.recordID)
        try await cloud.settle([phone, bobs])
        #expect(try bobs.keys("Note").isEmpty && phone.keys("Note") == ["a"])
        #expect(try phone.knownShare("Note", "a") == nil)
        try phone.update("Note", "a", ["title": "later"])
        try await cloud.settle([phone])
        let again = try await two.share("Note", "a")
        #expect(again.recordID == share.recordID)
        #expect(try bobs.text("Note", "a", "title") == "later")
        try two.close()
    }

    @Test func `purging a zone deletes its objects everywhere, and leaving a share only here`()
        async throws
    {
        for key in ["a", "b", "mine"] { try phone.insert("Note", key) }
        try await cloud.settle([phone])
        let first = try await two.share("Note", "a")
        let second = try await two.share("Note", "b")
        #expect(try bobs.keys("Note") == ["a", "b"])
        // Bob leaves the first.
        let left = try #require(try bobs.knownShare("Note", "a")).recordID.zoneID
        #expect(left.ownerName == "_ann")
        let purged = try await bobs.container.purgeObjectsAndRecordsInZone(
            with: left, in: bobs.store(.shared))
        #expect(purged == left)
        #expect(try bobs.keys("Note") == ["b"])
        try await cloud.settle([phone, bobs])
        #expect(try phone.keys("Note") == ["a", "b", "mine"] && bobs.keys("Note") == ["b"])
        // Ann deletes the second, in whichever store it is.
        try await phone.container.purgeObjectsAndRecordsInZone(
            with: second.recordID.zoneID, in: nil)
        #expect(try phone.keys("Note") == ["a", "mine"])
        try await cloud.settle([phone, bobs])
        #expect(try phone.keys("Note") == ["a", "mine"] && bobs.keys("Note").isEmpty)
        #expect(try phone.container.fetchShares(in: nil).map(\.recordID) == [first.recordID])
        // The zone of what is in no share.
        try await phone.container.purgeObjectsAndRecordsInZone(
            with: Notebook.zone, in: phone.store(.private))
        #expect(try phone.keys("Note") == ["a"])
        try phone.insert("Note", "next")
        try await cloud.settle([phone])
        #expect(try await cloud.notebookRecords().count == 1)
        try two.close()
    }

    @Test func `what cannot be shared is refused with a sentence`() async throws {
        try phone.insert("Folder", "home")
        try phone.insert("Note", "a")
        try phone.relate("Note", "a", "folder", to: ("Folder", "home"))
        try phone.insert("Note", "other")
        try await cloud.settle([phone])
        let share = try await two.share("Note", "a")
        func refusal(_ body: () async throws -> Void) async throws -> String {
            try await #require(throws: NSError.self) { try await body() }.localizedDescription
        }
        #expect(
            try await refusal { _ = try await phone.share("Folder", "home") }.contains(
                "'Folder' that is in another share"))
        #expect(
            try await refusal { _ = try await bobs.share("Note", "a") }.contains(
                "mirrored in a private database"))
        let context = phone.container.newBackgroundContext()
        let unsaved = context.performAndWait {
            NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        }
        #expect(
            try await refusal { _ = try await phone.container.share([unsaved], to: nil) }.contains(
                "not saved"))
        // Into the share that there is.
        let (ids, _, _) = try await phone.share("Note", "other", to: share)
        #expect(ids == [try phone.id("Note", "other")])
        try await cloud.settle([phone, bobs])
        #expect(try bobs.keys("Note") == ["a", "other"])
        // Invitations go into the shared store alone.
        let url = try #require(share.url)
        let metadata = try await cloud.container(Notebook.identifier, user: "bob", device: "bobs")
            .shareMetadata(for: url)
        #expect(
            try await refusal {
                _ = try await bobs.container.acceptShareInvitations(
                    from: [metadata], into: bobs.store(.private))
            }.contains("mirrored in the shared database"))
        cloud.signOut(device: "phone")
        let error = try await #require(throws: NSError.self) {
            _ = try await phone.share("Note", "a", to: share)
        }
        #expect(error.domain == NSCocoaErrorDomain || error.domain == CKErrorDomain)
        try two.close()
    }

    @Test func `a zone of another program is left alone`() async throws {
        let ann = cloud.container(Notebook.identifier, user: "ann", device: "observer")
        let bob = cloud.container(Notebook.identifier, user: "bob", device: "observer")
        let zone = CKRecordZone(zoneName: "Family")
        try await ann.privateCloudDatabase.save(zone)
        let record = CKRecord(
            recordType: "CD_Note",
            recordID: CKRecord.ID(recordName: UUID().uuidString, zoneID: zone.zoneID))
        record["CD_entityName"] = "Note"
        record["CD_key"] = "another program's"
        let share = CKShare(recordZoneID: zone.zoneID)
        share.publicPermission = .readWrite
        try await ann.privateCloudDatabase.modifyRecords(saving: [record, share], deleting: [])
        let metadata = try await bob.shareMetadata(for: try #require(share.url))
        try await bob.accept(metadata)
        try phone.insert("Note", "a")
        try await cloud.settle([phone, bobs])
        #expect(try phone.keys("Note") == ["a"] && bobs.keys("Note").isEmpty)
        let error = try await #require(throws: NSError.self) {
            try await phone.container.purgeObjectsAndRecordsInZone(
                with: zone.zoneID, in: phone.store(.private))
        }
        #expect(error.localizedDescription.contains("'Family'"))
        await #expect(throws: NSError.self) {
            try await bobs.container.acceptShareInvitations(
                from: [metadata], into: bobs.store(.shared))
        }
        await #expect(throws: NSError.self) {
            try await phone.container.persistUpdatedShare(share, in: phone.store(.private))
        }
        try await cloud.settle([phone, bobs])
        #expect(try phone.keys("Note") == ["a"] && bobs.keys("Note").isEmpty)
        #expect(
            try await ann.privateCloudDatabase.record(for: record.recordID)["CD_key"]
                == "another program's")
        try two.close()
    }

    @Test func `completions are called with what the async forms give`() async throws {
        try phone.insert("Note", "a", ["title": "Ann's"])
        try await cloud.settle([phone])
        let store = try phone.store(.private)
        let context = phone.container.newBackgroundContext()
        let note = try #require(
            try context.performAndWait { try Device.find("Note", "a", context) })
        let share: CKShare = try await withCheckedThrowingContinuation { continuation in
            phone.container.share([note], to: nil) { ids, share, container, error in
                #expect(ids == [note.objectID] && container != nil && error == nil)
                continuation.resume(with: Result { try #require(share) })
            }
        }
        let bob = CKUserIdentity.LookupInfo(userRecordID: CKRecord.ID(recordName: "_bob"))
        let found: [CKShare.Participant] = try await withCheckedThrowingContinuation {
            continuation in
            phone.container.fetchParticipants(matching: [bob], into: store) { found, error in
                continuation.resume(with: Result { try #require(found) })
            }
        }
        for participant in found { share.addParticipant(participant) }
        let saved: CKShare = try await withCheckedThrowingContinuation { continuation in
            phone.container.persistUpdatedShare(share, in: store) { saved, error in
                continuation.resume(with: Result { try #require(saved) })
            }
        }
        try await cloud.settle([phone])
        let metadata = try await cloud.container(Notebook.identifier, user: "bob", device: "bobs")
            .shareMetadata(for: try #require(saved.url))
        let shared = try bobs.store(.shared)
        let accepted: [CKShare.Metadata] = try await withCheckedThrowingContinuation {
            continuation in
            bobs.container.acceptShareInvitations(from: [metadata], into: shared) { done, error in
                continuation.resume(with: Result { try #require(done) })
            }
        }
        #expect(accepted == [metadata])
        try await cloud.settle([bobs])
        #expect(try bobs.text("Note", "a", "title") == "Ann's")
        let purged: CKRecordZone.ID = try await withCheckedThrowingContinuation { continuation in
            phone.container.purgeObjectsAndRecordsInZone(with: saved.recordID.zoneID, in: nil) {
                id, error in
                continuation.resume(with: Result { try #require(id) })
            }
        }
        #expect(purged == saved.recordID.zoneID)
        let refused: (any Error)? = await withCheckedContinuation { continuation in
            bobs.container.persistUpdatedShare(saved, in: shared) { saved, error in
                continuation.resume(returning: error)
            }
        }
        #expect(refused is CKError)
        try two.close()
    }

    @Test func `objects of a share that the server lost are sent again, in no share`()
        async throws
    {
        try phone.insert("Note", "a", ["title": "Ann's"])
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone])
        try await two.share("Note", "a")
        try phone.update("Note", "a", ["title": "not sent"])
        try phone.close()
        // The server that knew the share is gone: the objects are there, in no share.
        let other = Notebook.cloud()
        let again = try SharingCloud.device("phone", "ann", other, two.folder)
        let tablet = try SharingCloud.device("tablet", "ann", other, two.folder)
        try await other.settle([again, tablet])
        #expect(try again.text("Note", "a", "title") == "not sent")
        #expect(try tablet.text("Note", "a", "title") == "not sent")
        #expect(try tablet.members("Note", "a", "tags") == ["red"])
        #expect(try again.knownShare("Note", "a") == nil)
        #expect(try await other.notebookRecords().count == 3)
        try again.close()
        try two.close([tablet])
    }
}
