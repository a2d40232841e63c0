import CloudKit
import Foundation
import Testing

/// Two users on one store share records.
@Suite struct `Sharing` {
    let cloud = TestCloud()
    let ann: CKContainer
    let bob: CKContainer
    let zone = CKRecordZone(zoneName: "Family")

    init() async throws {
        ann = cloud.container(user: "ann")
        bob = cloud.container(user: "bob")
        try await ann.privateCloudDatabase.save(zone)
    }

    private func share(
        with permission: CKShare.ParticipantPermission
    ) async throws -> (list: CKRecord, share: CKShare) {
        let list = CKRecord(
            recordType: "List",
            recordID: CKRecord.ID(
                recordName: "list", zoneID: zone.zoneID))
        list["title"] = "Groceries"
        let share = CKShare(rootRecord: list)
        share[CKShare.SystemFieldKey.title] = "Ann's list"
        let user = try await bob.userRecordID()
        let participant = try await ann.shareParticipant(forUserRecordID: user)
        participant.permission = permission
        share.addParticipant(participant)
        let (saved, _) = try await ann.privateCloudDatabase.modifyRecords(
            saving: [list, share], deleting: [])
        for result in saved.values { _ = try result.get() }
        return (list, share)
    }

    @Test func `a user that accepts sees the zone, and with readWrite may write`() async throws {
        let (list, share) = try await share(with: .readWrite)
        let url = try #require(share.url)
        #expect(try await bob.sharedCloudDatabase.allRecordZones().isEmpty)
        let metadata = try await bob.shareMetadata(for: url)
        #expect(metadata.participantStatus == .pending)
        #expect(metadata.hierarchicalRootRecordID?.recordName == "list")
        let accepted = try await bob.accept(metadata)
        #expect(accepted[CKShare.SystemFieldKey.title] == "Ann's list")
        let zones = try await bob.sharedCloudDatabase.allRecordZones()
        #expect(zones.map(\.zoneID.zoneName) == ["Family"])
        let seenZone = try #require(zones.first).zoneID
        #expect(seenZone.ownerName == "_ann")
        let seen = try await bob.sharedCloudDatabase.record(
            for: CKRecord.ID(recordName: list.recordID.recordName, zoneID: seenZone))
        #expect(seen["title"] == "Groceries")
        seen["title"] = "Groceries and bread"
        try await bob.sharedCloudDatabase.save(seen)
        let back = try await ann.privateCloudDatabase.record(for: list.recordID)
        #expect(back["title"] == "Groceries and bread")
        let changes = try await bob.sharedCloudDatabase.databaseChanges()
        #expect(changes.modifications.map(\.zoneID) == [seenZone])
    }

    @Test func `readOnly may not write, and a removed participant sees nothing more`() async throws
    {
        let (list, share) = try await share(with: .readOnly)
        let url = try #require(share.url)
        try await bob.accept(try await bob.shareMetadata(for: url))
        let zone = try #require(try await bob.sharedCloudDatabase.allRecordZones().first).zoneID
        let id = CKRecord.ID(recordName: list.recordID.recordName, zoneID: zone)
        let seen = try await bob.sharedCloudDatabase.record(for: id)
        seen["title"] = "changed"
        let refused = await cloudError { try await bob.sharedCloudDatabase.save(seen) }
        #expect(refused?.code == .permissionFailure)
        #expect(refused?.localizedDescription == "WRITE operation not permitted")
        let mine = try #require(
            try await ann.privateCloudDatabase.record(for: share.recordID) as? CKShare)
        let participant = try #require(mine.participants.first { $0.role != .owner })
        mine.removeParticipant(participant)
        try await ann.privateCloudDatabase.save(mine)
        #expect(try await bob.sharedCloudDatabase.allRecordZones().isEmpty)
    }

    @Test func `a new share is saved together with its root record`() async throws {
        let list = CKRecord(
            recordType: "List", recordID: CKRecord.ID(recordName: "list", zoneID: zone.zoneID))
        try await ann.privateCloudDatabase.save(list)
        let share = CKShare(rootRecord: list)
        let error = await cloudError { try await ann.privateCloudDatabase.save(share) }
        #expect(error?.code == .invalidArguments)
        #expect(error?.localizedDescription.contains("root record, list") == true)
        let (saved, _) = try await ann.privateCloudDatabase.modifyRecords(
            saving: [share, list], deleting: [])
        for result in saved.values { _ = try result.get() }
        // One that is stored changes alone.
        share.publicPermission = .readOnly
        try await ann.privateCloudDatabase.save(share)
    }

    @Test func `a participant that is added again stays the same one`() async throws {
        let (_, share) = try await share(with: .readOnly)
        let url = try #require(share.url)
        try await bob.accept(try await bob.shareMetadata(for: url))
        let database = ann.privateCloudDatabase
        let mine = try #require(try await database.record(for: share.recordID) as? CKShare)
        let before = try #require(mine.participants.last)
        let again = try await ann.shareParticipant(forUserRecordID: try await bob.userRecordID())
        again.permission = .readWrite
        mine.addParticipant(again)
        try await database.save(mine)
        let stored = try #require(try await database.record(for: share.recordID) as? CKShare)
        let after = try #require(stored.participants.last)
        #expect(after.participantID == before.participantID)
        #expect(after.permission == .readWrite)
        #expect(after.acceptanceStatus == .accepted)
        #expect(stored.participants.count == 2)
    }

    @Test(arguments: [CKModifyRecordsOperation.RecordSavePolicy.changedKeys, .allKeys])
    func `a title that is saved keeps users that joined meanwhile`(
        policy: CKModifyRecordsOperation.RecordSavePolicy
    ) async throws {
        let (_, share) = try await share(with: .readOnly)
        let url = try #require(share.url)
        try await bob.accept(try await bob.shareMetadata(for: url))
        let database = ann.privateCloudDatabase
        let mine = try #require(try await database.record(for: share.recordID) as? CKShare)
        mine.publicPermission = .readOnly
        try await database.save(mine)
        let stale = try #require(try await database.record(for: share.recordID) as? CKShare)
        let carol = cloud.container(user: "carol")
        try await carol.accept(try await carol.shareMetadata(for: url))
        stale[CKShare.SystemFieldKey.title] = "Groceries"
        // A share replaces no version that was not seen, whatever the policy of the operation.
        let (refused, _) = try await database.modifyRecords(
            saving: [stale], deleting: [], savePolicy: policy)
        let error = await cloudError { try refused[share.recordID]?.get() }
        #expect(error?.code == .serverRecordChanged)
        let server = try #require(error?.serverRecord as? CKShare)
        server[CKShare.SystemFieldKey.title] = "Groceries"
        let (saves, _) = try await database.modifyRecords(
            saving: [server], deleting: [], savePolicy: policy)
        let saved = try #require(try saves[share.recordID]?.get() as? CKShare)
        #expect(saved[CKShare.SystemFieldKey.title] == "Groceries")
        #expect(saved.participants.map(\.role) == [.owner, .privateUser, .publicUser])
        #expect(try await carol.sharedCloudDatabase.allRecordZones().count == 1)
        // What the owner changes of the participants is sent, by way of an archive too.
        saved.publicPermission = .none
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        saved.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        let read = CKShare(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
        #expect(read.changedKeys().isEmpty)
        try await database.save(read)
        #expect(try await carol.sharedCloudDatabase.allRecordZones().isEmpty)
        let last = try #require(try await database.record(for: share.recordID) as? CKShare)
        #expect(last.participants.map(\.role) == [.owner])
        #expect(try await bob.sharedCloudDatabase.allRecordZones().isEmpty)
    }

    @Test func `a change of the public permission removes pending participants, none all`()
        async throws
    {
        let (_, share) = try await share(with: .readOnly)
        let database = ann.privateCloudDatabase
        let url = try #require(share.url)
        share.publicPermission = .none
        #expect(share.participants.count == 2)
        share.publicPermission = .readWrite
        #expect(share.participants.map(\.role) == [.owner])
        try await database.save(share)
        #expect(share.participants.map(\.role) == [.owner])
        try await bob.accept(try await bob.shareMetadata(for: url))
        let open = try #require(try await database.record(for: share.recordID) as? CKShare)
        open.publicPermission = .readOnly
        #expect(open.participants.map(\.role) == [.owner, .publicUser])
        open.publicPermission = .none
        #expect(open.participants.map(\.role) == [.owner])
        // What is added after the change stays.
        let carol = cloud.container(user: "carol")
        let invited = try await ann.shareParticipant(
            forUserRecordID: try await carol.userRecordID())
        open.addParticipant(invited)
        try await database.save(open)
        #expect(try await bob.sharedCloudDatabase.allRecordZones().isEmpty)
        let stored = try #require(try await database.record(for: share.recordID) as? CKShare)
        let kept = try #require(stored.participants.last)
        #expect(stored.participants.map(\.role) == [.owner, .privateUser])
        // One that was there before, too.
        stored.publicPermission = .readOnly
        stored.addParticipant(kept)
        try await database.save(stored)
        let last = try #require(try await database.record(for: share.recordID) as? CKShare)
        #expect(last.participants.last?.participantID == kept.participantID)
    }

    @Test func `the root record of metadata has the files of its assets`() async throws {
        let (list, share) = try await share(with: .readOnly)
        let url = try #require(share.url)
        let content = Data("a picture".utf8)
        let source = FileManager.default.temporaryDirectory
            .appendingPathComponent("asset-\(UUID().uuidString)")
        try content.write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        list["file"] = CKAsset(fileURL: source)
        try await ann.privateCloudDatabase.save(list)
        let found = Notes<CKShare.Metadata>()
        let fetch = CKFetchShareMetadataOperation(shareURLs: [url])
        fetch.shouldFetchRootRecord = true
        await withCheckedContinuation { continuation in
            fetch.perShareMetadataBlock = { _, metadata, _ in
                if let metadata { found.add(metadata) }
            }
            fetch.completionBlock = { continuation.resume() }
            bob.add(fetch)
        }
        let root = try #require(found.all.first?.rootRecord)
        let file = try #require((root["file"] as? CKAsset)?.fileURL)
        #expect(try Data(contentsOf: file) == content)
    }

    @Test func `an administrator adds and removes participants`() async throws {
        let (_, share) = try await share(with: .readOnly)
        let url = try #require(share.url)
        try await bob.accept(try await bob.shareMetadata(for: url))
        let carol = cloud.container(user: "carol")
        let shared = bob.sharedCloudDatabase
        let zone = try #require(try await shared.allRecordZones().first).zoneID
        let id = CKRecord.ID(recordName: share.recordID.recordName, zoneID: zone)
        let seen = try #require(try await shared.record(for: id) as? CKShare)
        let invited = try await bob.shareParticipant(
            forUserRecordID: try await carol.userRecordID())
        seen.addParticipant(invited)
        let refused = await cloudError { try await shared.save(seen) }
        #expect(refused?.code == .permissionFailure)
        let database = ann.privateCloudDatabase
        let mine = try #require(try await database.record(for: share.recordID) as? CKShare)
        mine.participants.last?.role = .administrator
        try await database.save(mine)
        let bobs = try #require(try await shared.record(for: id) as? CKShare)
        #expect(bobs.currentUserParticipant?.role == .administrator)
        bobs.addParticipant(invited)
        try await shared.save(bobs)
        #expect(bobs.participants.map(\.role) == [.owner, .administrator, .privateUser])
        try await carol.accept(try await carol.shareMetadata(for: url))
        #expect(try await carol.sharedCloudDatabase.allRecordZones().count == 1)
        let last = try #require(try await shared.record(for: id) as? CKShare)
        let entry = try #require(last.participants.last)
        last.removeParticipant(entry)
        try await shared.save(last)
        #expect(try await carol.sharedCloudDatabase.allRecordZones().isEmpty)
    }

    @Test func `the ancestor of a share's conflict is the share as it was fetched`() async throws {
        let (_, share) = try await share(with: .readOnly)
        let database = ann.privateCloudDatabase
        let stale = try #require(try await database.record(for: share.recordID) as? CKShare)
        share[CKShare.SystemFieldKey.title] = "Theirs"
        try await database.save(share)
        stale.publicPermission = .readWrite
        let read = try archived(stale)
        let copy = try #require(stale.copy() as? CKShare)
        for mine in [stale, copy, read] {
            #expect(mine.participants.count == 1)
            let error = await cloudError { try await database.save(mine) }
            #expect(error?.code == .serverRecordChanged)
            let ancestor = try #require(error?.ancestorRecord as? CKShare)
            #expect(ancestor.publicPermission == .none)
            #expect(ancestor.participants.count == 2)
        }
    }

    private func archived(_ share: CKShare) throws -> CKShare {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        share.encode(with: archiver)
        archiver.finishEncoding()
        return CKShare(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
    }

    @Test func `a participant that was found has its name in the saved share and its copies`()
        async throws
    {
        try await cloud.cloud.introduce("bob", givenName: "Bob")
        let (_, share) = try await share(with: .readWrite)
        share[CKShare.SystemFieldKey.title] = "Other"
        try await ann.privateCloudDatabase.save(share)
        let copy = try #require(share.copy() as? CKShare)
        for share in [share, copy, try archived(share)] {
            #expect(share.participants.last?.userIdentity.nameComponents?.givenName == "Bob")
        }
    }

    @Test func `a share has the names of its users wherever it comes from`() async throws {
        try await cloud.cloud.introduce("ann", givenName: "Ann")
        try await cloud.cloud.introduce("bob", givenName: "Bob", familyName: "Brown")
        let (_, saved) = try await share(with: .readWrite)
        let url = try #require(saved.url)
        let metadata = try await bob.shareMetadata(for: url)
        let accepted = try await bob.accept(metadata)
        let zone = saved.recordID.zoneID
        let changes = try await ann.privateCloudDatabase.recordZoneChanges(
            inZoneWith: zone, since: nil)
        let changed = try changes.modificationResultsByID[saved.recordID]?.get().record
        var found = [
            saved, metadata.share, accepted,
            try await ann.privateCloudDatabase.record(for: saved.recordID) as? CKShare,
            try await bob.sharedCloudDatabase.record(for: accepted.recordID) as? CKShare,
            changed as? CKShare,
        ]
        found += try found.map { try $0.map(archived) }
        for share in found {
            let share = try #require(share)
            #expect(share.owner.userIdentity.nameComponents?.givenName == "Ann")
            let participant = share.participants.last
            #expect(participant?.userIdentity.nameComponents?.givenName == "Bob")
            #expect(participant?.userIdentity.nameComponents?.familyName == "Brown")
        }
    }

    @Test func `the server's share of a conflict has its URL`() async throws {
        let (_, share) = try await share(with: .readOnly)
        let database = ann.privateCloudDatabase
        let stale = try #require(try await database.record(for: share.recordID) as? CKShare)
        share[CKShare.SystemFieldKey.title] = "Theirs"
        try await database.save(share)
        stale[CKShare.SystemFieldKey.title] = "Mine"
        let error = await cloudError { try await database.save(stale) }
        let server = try #require(error?.serverRecord as? CKShare)
        #expect(server[CKShare.SystemFieldKey.title] == "Theirs")
        #expect(server.url != nil && server.url == share.url)
        #expect(server.owner.userIdentity.userRecordID?.recordName == "_ann")
    }

    @Test func `operations find participants, metadata, and accept`() async throws {
        try await cloud.cloud.introduce(
            "bob", givenName: "Bob", emails: ["bob@example.org"])
        let found = Notes<CKShare.Participant>()
        let participants = CKFetchShareParticipantsOperation(userIdentityLookupInfos: [
            CKUserIdentity.LookupInfo(emailAddress: "bob@example.org")
        ])
        await withCheckedContinuation { continuation in
            participants.shareParticipantFetchedBlock = { found.add($0) }
            participants.fetchShareParticipantsCompletionBlock = { #expect($0 == nil) }
            participants.completionBlock = { continuation.resume() }
            ann.add(participants)
        }
        #expect(found.all.first?.userIdentity.userRecordID?.recordName == "_bob")
        #expect(found.all.first?.userIdentity.nameComponents?.givenName == "Bob")
        let newer = CKFetchShareParticipantsOperation(
            userIdentityLookupInfos: participants.userIdentityLookupInfos ?? [])
        await withCheckedContinuation { continuation in
            // Ignored where the newer block is set, as Apple's header says.
            newer.shareParticipantFetchedBlock = { _ in Issue.record("the older block was called") }
            newer.perShareParticipantResultBlock = { _, result in
                if let participant = try? result.get() { found.add(participant) }
            }
            newer.completionBlock = { continuation.resume() }
            ann.add(newer)
        }
        #expect(found.all.map(\.userIdentity.userRecordID?.recordName) == ["_bob", "_bob"])

        let (_, share) = try await share(with: .readWrite)
        let url = try #require(share.url)
        let wrong = try #require(URL(string: "https://www.icloud.com/share/nothing"))
        let metadata = Notes<CKShare.Metadata>()
        let errors = Notes<CKError>()
        let fetch = CKFetchShareMetadataOperation(shareURLs: [url, wrong])
        fetch.shouldFetchRootRecord = true
        await withCheckedContinuation { continuation in
            fetch.perShareMetadataBlock = { _, found, _ in
                if let found { metadata.add(found) }
            }
            fetch.fetchShareMetadataCompletionBlock = { error in
                if let error = error as? CKError { errors.add(error) }
            }
            fetch.completionBlock = { continuation.resume() }
            bob.add(fetch)
        }
        #expect(metadata.all.first?.rootRecord?["title"] == "Groceries")
        #expect(errors.all.first?.code == .partialFailure)
        let wrongs = errors.all.first?.partialErrorsByItemID?[wrong] as? CKError
        #expect(wrongs?.code == .unknownItem)
        #expect(wrongs?.localizedDescription == "Share not found")

        let accepted = Notes<CKShare>()
        let accept = CKAcceptSharesOperation(shareMetadatas: metadata.all)
        await withCheckedContinuation { continuation in
            accept.perShareResultBlock = { _, result in
                if let share = try? result.get() { accepted.add(share) }
            }
            accept.acceptSharesResultBlock = { result in
                if case .failure = result { Issue.record("accepting failed") }
            }
            accept.completionBlock = { continuation.resume() }
            bob.add(accept)
        }
        #expect(accepted.all.count == 1)
        #expect(try await bob.sharedCloudDatabase.allRecordZones().count == 1)

        try await ann.privateCloudDatabase.deleteRecord(withID: share.recordID)
        let late = CKAcceptSharesOperation(shareMetadatas: metadata.all)
        let refusals = Notes<CKError>()
        await withCheckedContinuation { continuation in
            late.acceptSharesCompletionBlock = { error in
                if let error = error as? CKError { refusals.add(error) }
            }
            late.completionBlock = { continuation.resume() }
            bob.add(late)
        }
        #expect(code(refusals.all.first?.partialErrorsByItemID?[url]) == .unknownItem)

        let known = Notes<String?>()
        let discover = CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: [
            CKUserIdentity.LookupInfo(emailAddress: "bob@example.org"),
            CKUserIdentity.LookupInfo(emailAddress: "nobody@example.org"),
        ])
        await withCheckedContinuation { continuation in
            discover.userIdentityDiscoveredBlock = { identity, _ in
                known.add(identity.nameComponents?.givenName)
            }
            discover.completionBlock = { continuation.resume() }
            ann.add(discover)
        }
        #expect(known.all == ["Bob"])
    }
}
