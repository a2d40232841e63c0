import CloudKit
import Foundation
import Testing

/// A user whose address is not known is invited by a URL of the participant's own.
@Suite struct `One-time URLs` {
    let cloud = TestCloud()
    let ann: CKContainer
    let bob: CKContainer
    let list: CKRecord
    let share: CKShare
    let guest: CKShare.Participant

    init() async throws {
        ann = cloud.container(user: "ann")
        bob = cloud.container(user: "bob")
        let zone = CKRecordZone(zoneName: "Family")
        try await ann.privateCloudDatabase.save(zone)
        list = CKRecord(
            recordType: "List", recordID: CKRecord.ID(recordName: "list", zoneID: zone.zoneID))
        share = CKShare(rootRecord: list)
        guest = CKShare.Participant.oneTimeURLParticipant()
        guest.permission = .readWrite
        share.addParticipant(guest)
        #expect(share.oneTimeURL(for: guest.participantID) == nil)
        let (saved, _) = try await ann.privateCloudDatabase.modifyRecords(
            saving: [list, share], deleting: [])
        for result in saved.values { _ = try result.get() }
    }

    @Test func `a one-time URL makes the user that opens it the participant`() async throws {
        #expect(guest.userIdentity.lookupInfo == nil)
        #expect(guest.userIdentity.nameComponents == nil)
        let url = try #require(share.oneTimeURL(for: guest.participantID))
        #expect(share.__oneTimeURL(forParticipantID: guest.participantID) == url)
        #expect(url != share.url)
        #expect(share.oneTimeURL(for: share.owner.participantID) == nil)
        let metadata = try await bob.shareMetadata(for: url)
        #expect(metadata.participantRole == .privateUser)
        #expect(metadata.participantStatus == .pending)
        #expect(metadata.participantPermission == .readWrite)
        #expect(metadata.share.url == share.url)
        let accepted = try await bob.accept(metadata)
        #expect(accepted.url == share.url)
        #expect(accepted.currentUserParticipant?.participantID == guest.participantID)
        // Participants do not see each other's URLs, nor their own.
        #expect(accepted.oneTimeURL(for: guest.participantID) == nil)
        #expect(try await bob.sharedCloudDatabase.allRecordZones().count == 1)
        let carol = cloud.container(user: "carol")
        let late = await cloudError { _ = try await carol.shareMetadata(for: url) }
        #expect(late?.code == .unknownItem)
        // The URL stays the participant's.
        let mine = try #require(
            try await ann.privateCloudDatabase.record(for: share.recordID) as? CKShare)
        #expect(mine.oneTimeURL(for: guest.participantID) == url)
        let joined = try #require(mine.participants.last)
        #expect(joined.participantID == guest.participantID)
        #expect(joined.acceptanceStatus == .accepted)
        #expect(joined.userIdentity.userRecordID == (try await bob.userRecordID()))
    }

    @Test func `a participant that is removed is not to be had by its URL`() async throws {
        let url = try #require(share.oneTimeURL(for: guest.participantID))
        let metadata = try await bob.shareMetadata(for: url)
        share.removeParticipant(guest)
        try await ann.privateCloudDatabase.save(share)
        #expect(share.oneTimeURL(for: guest.participantID) == nil)
        let error = await cloudError { try await bob.accept(metadata) }
        #expect(error?.code == .unknownItem)
    }

    @Test func `archives keep one-time URLs`() async throws {
        let url = try #require(share.oneTimeURL(for: guest.participantID))
        let archived = try NSKeyedArchiver.archivedData(
            withRootObject: share, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKShare.self, from: archived)
        #expect(read?.oneTimeURL(for: guest.participantID) == url)
        // And metadata the URL that led to it, by which the share is accepted.
        let metadata = try NSKeyedArchiver.archivedData(
            withRootObject: try await bob.shareMetadata(for: url), requiringSecureCoding: true)
        let found = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: CKShare.Metadata.self, from: metadata)
        try await bob.accept(try #require(found))
        #expect(try await bob.sharedCloudDatabase.allRecordZones().count == 1)
    }

    @Test func `operations take one-time URLs`() async throws {
        let url = try #require(share.oneTimeURL(for: guest.participantID))
        let fetch = CKFetchShareMetadataOperation(shareURLs: [url])
        let metadata = Notes<CKShare.Metadata>()
        await withCheckedContinuation { continuation in
            fetch.perShareMetadataResultBlock = { asked, result in
                #expect(asked == url)
                if let found = try? result.get() { metadata.add(found) }
            }
            fetch.completionBlock = { continuation.resume() }
            bob.add(fetch)
        }
        let accept = CKAcceptSharesOperation(shareMetadatas: metadata.all)
        let accepted = Notes<CKShare>()
        await withCheckedContinuation { continuation in
            accept.perShareResultBlock = { _, result in
                if let share = try? result.get() { accepted.add(share) }
            }
            accept.completionBlock = { continuation.resume() }
            bob.add(accept)
        }
        #expect(accepted.all.map(\.url) == [share.url])
    }
}
