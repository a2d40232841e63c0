import CloudKit
import Foundation
import Testing

/// Users that were not invited ask to take part in a share.
@Suite struct `Access requests` {
    let cloud = TestCloud()
    let ann: CKContainer
    let bob: CKContainer
    let share: CKShare

    init() async throws {
        ann = cloud.container(user: "ann")
        bob = cloud.container(user: "bob")
        let zone = CKRecordZone(zoneName: "Family")
        try await ann.privateCloudDatabase.save(zone)
        share = CKShare(recordZoneID: zone.zoneID)
        #expect(!share.allowsAccessRequests)
        share.allowsAccessRequests = true
        try await ann.privateCloudDatabase.save(share)
    }

    private func stored() async throws -> CKShare {
        try #require(try await ann.privateCloudDatabase.record(for: share.recordID) as? CKShare)
    }

    @Test func `a requester is let in by the participant that it is looked up as`() async throws {
        let url = try #require(share.url)
        let asked = try await bob.requestShareAccess(for: [url])
        try asked[url]?.get()
        let mine = try await stored()
        #expect(mine.allowsAccessRequests)
        let requester = try #require(mine.requesters.first)
        #expect(requester.userIdentity.userRecordID == (try await bob.userRecordID()))
        let found = try await ann.shareParticipants(for: [requester.participantLookupInfo])
        let participant = try #require(try found[requester.participantLookupInfo]?.get())
        #expect(!participant.isApprovedRequester)
        #expect(participant.dateAddedToShare == nil)
        participant.permission = .readWrite
        mine.addParticipant(participant)
        try await ann.privateCloudDatabase.save(mine)
        #expect(mine.requesters.isEmpty)
        let added = try #require(mine.participants.last)
        #expect(added.isApprovedRequester)
        #expect(abs(added.dateAddedToShare?.timeIntervalSinceNow ?? -1000) < 600)
        try await bob.accept(try await bob.shareMetadata(for: url))
        #expect(try await bob.sharedCloudDatabase.allRecordZones().count == 1)
    }

    @Test func `requesters are denied, blocked and unblocked`() async throws {
        let url = try #require(share.url)
        try await bob.requestShareAccess(for: [url])[url]?.get()
        var mine = try await stored()
        mine.denyRequesters(mine.requesters)
        try await ann.privateCloudDatabase.save(mine)
        #expect(try await stored().requesters.isEmpty)
        try await bob.requestShareAccess(for: [url])[url]?.get()
        mine = try await stored()
        mine.blockRequesters(mine.requesters)
        #expect(mine.requesters.isEmpty)
        #expect(mine.blockedIdentities.count == 1)
        try await ann.privateCloudDatabase.save(mine)
        let refused = try await bob.requestShareAccess(for: [url])
        #expect(await cloudError { try refused[url]?.get() }?.code == .unknownItem)
        mine = try await stored()
        let blocked = mine.blockedIdentities.map(\.userIdentity.userRecordID)
        #expect(blocked == [try await bob.userRecordID()])
        mine.unblockIdentities(mine.blockedIdentities)
        try await ann.privateCloudDatabase.save(mine)
        try await bob.requestShareAccess(for: [url])[url]?.get()
        #expect(try await stored().requesters.count == 1)
    }

    @Test func `an operation asks for several shares`() async throws {
        let url = try #require(share.url)
        let nowhere = try #require(URL(string: "https://www.icloud.com/share/none"))
        let operation = CKShareRequestAccessOperation(shareURLs: [url, nowhere])
        let errors = Notes<(URL, CKError.Code?)>()
        let end = Notes<CKError?>()
        await withCheckedContinuation { continuation in
            operation.perShareAccessRequestResultBlock = { url, result in
                if case .failure(let error as CKError) = result {
                    errors.add((url, error.code))
                } else {
                    errors.add((url, nil))
                }
            }
            operation.shareAccessRequestResultBlock = { result in
                if case .failure(let error) = result { end.add(error as? CKError) }
                continuation.resume()
            }
            bob.add(operation)
        }
        #expect(errors.all.map(\.0) == [url, nowhere])
        #expect(errors.all.map(\.1) == [nil, .unknownItem])
        #expect(end.all.isEmpty)
        #expect(try await stored().requesters.count == 1)
    }

    @Test func `a share that stops allowing requests keeps those that wait`() async throws {
        let url = try #require(share.url)
        try await bob.requestShareAccess(for: [url])[url]?.get()
        let mine = try await stored()
        mine.allowsAccessRequests = false
        let archived = try NSKeyedArchiver.archivedData(
            withRootObject: mine, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKShare.self, from: archived))
        #expect(read.requesters == mine.requesters)
        try await ann.privateCloudDatabase.save(read)
        let carol = cloud.container(user: "carol")
        let refused = try await carol.requestShareAccess(for: [url])
        #expect(await cloudError { try refused[url]?.get() }?.code == .unknownItem)
        #expect(try await stored().requesters.count == 1)
        #expect(try await !stored().allowsAccessRequests)
    }

    @Test func `options of a sharing window keep what it offers`() throws {
        let options = CKAllowedSharingOptions.standard.copy() as? CKAllowedSharingOptions
        options?.allowsAccessRequests = true
        options?.allowsParticipantsToInviteOthers = true
        let archived = try NSKeyedArchiver.archivedData(
            withRootObject: try #require(options), requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: CKAllowedSharingOptions.self, from: archived)
        #expect(read?.allowsAccessRequests == true)
        #expect(read?.allowsParticipantsToInviteOthers == true)
        #expect(!CKAllowedSharingOptions.standard.allowsAccessRequests)
    }
}
