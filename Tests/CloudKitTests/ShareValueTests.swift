import CloudKit
import Testing

@Suite struct `Shares by hand` {
    private let zone = CKRecordZone.ID(zoneName: "Notes")

    @Test func `shares a record and is a record itself`() {
        let root = CKRecord(recordType: "Folder", zoneID: zone)
        let share = CKShare(rootRecord: root)
        #expect(share.recordType == CKRecordTypeShare)
        #expect(share.recordID.zoneID == zone)
        #expect(root.share?.recordID == share.recordID)
        #expect(share.publicPermission == .none)
        #expect(share.url == nil)
        #expect(share.allKeys() == [])
        let named = CKShare(
            rootRecord: root, shareID: CKRecord.ID(recordName: "mine", zoneID: zone))
        #expect(named.recordID.recordName == "mine")
        #expect(root.share?.recordID.recordName == "mine")
    }

    @Test func `shares a whole zone`() {
        let share = CKShare(recordZoneID: zone)
        #expect(share.recordID.recordName == CKRecordNameZoneWideShare)
        #expect(share.recordID.zoneID == zone)
    }

    @Test func `has a title under Apple's key`() {
        let share = CKShare(recordZoneID: zone)
        share[CKShare.SystemFieldKey.title] = "Holidays"
        share[CKShare.SystemFieldKey.thumbnailImageData] = Data([1])
        #expect(share[CKShareTitleKey] as? String == "Holidays")
        #expect(Set(share.allKeys()) == ["cloudkit.title", "cloudkit.thumbnailImageData"])
    }

    @Test func `begins with its owner for a participant`() {
        let share = CKShare(recordZoneID: zone)
        #expect(share.participants.count == 1)
        #expect(share.owner.role == .owner)
        #expect(share.owner.permission == .readWrite)
        #expect(share.owner.acceptanceStatus == .accepted)
        #expect(share.currentUserParticipant?.role == .owner)
    }

    @Test func `survives an archive of its system fields`() throws {
        let share = CKShare(recordZoneID: zone)
        share.publicPermission = .readOnly
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        share.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let read = CKShare(coder: unarchiver)
        #expect(read.recordID == share.recordID)
        #expect(read.publicPermission == .readOnly)
    }

    /// Apple's cannot fail, and sources are written so.
    @Test func `is empty of an archive that holds none`() throws {
        for write in [CKRecord(recordType: "Note").encodeSystemFields, { _ in }] {
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            write(archiver)
            archiver.finishEncoding()
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
            let read: CKShare = CKShare(coder: unarchiver)
            #expect(read.recordType == CKRecord.SystemType.share)
            #expect(read.publicPermission == .none)
        }
    }

    @Test func `keeps a participant's address and telephone number`() throws {
        let lookup: CKUserIdentity.LookupInfo = try read([
            "EmailAddress": "bob@example.org" as NSString, "PhoneNumber": "+15550100" as NSString,
        ])
        let identity: CKUserIdentity = try read(["LookupInfo": lookup])
        let bob: CKShare.Participant = try read([
            "UserIdentity": identity, "ParticipantID": "bob" as NSString,
        ])
        let share = CKShare(recordZoneID: zone)
        share.addParticipant(bob)
        // The user counts, not what the participant may do.
        let invited: CKShare.Participant = try read([
            "UserIdentity": identity, "ParticipantID": "other" as NSString,
        ])
        invited.permission = .readWrite
        #expect(invited == bob && share.participants.contains(invited))
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        share.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let copy = CKShare(coder: unarchiver)
        let found = try #require(copy.participants.last)
        #expect(found.userIdentity.lookupInfo?.emailAddress == "bob@example.org")
        #expect(found.userIdentity.lookupInfo?.phoneNumber == "+15550100")
        // An entry for one of the two addresses takes the place of that for both.
        let byAddress: CKUserIdentity.LookupInfo = try read([
            "PhoneNumber": "+15550100" as NSString
        ])
        let again: CKUserIdentity = try read(["LookupInfo": byAddress])
        copy.addParticipant(
            try read(["UserIdentity": again, "ParticipantID": "again" as NSString]))
        #expect(copy.participants.map(\.participantID).dropFirst() == ["again"])
    }

    @Test func `takes no open invitation for the signed-in user`() throws {
        let lookup: CKUserIdentity.LookupInfo = try read([
            "EmailAddress": "bob@example.org" as NSString
        ])
        let identity: CKUserIdentity = try read(["LookupInfo": lookup])
        let share = CKShare(
            recordZoneID: CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann"))
        share.addParticipant(
            try read(["UserIdentity": identity, "ParticipantID": "bob" as NSString]))
        #expect(share.participants.count == 2)
        #expect(share.currentUserParticipant === share.owner)
    }

    @Test(arguments: [CKCurrentUserDefaultName, "_ann"])
    func `is owned by the user that made it, until it is saved`(zoneOwner: String) throws {
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: zoneOwner)
        let root = CKRecord(
            recordType: "Folder", recordID: CKRecord.ID(recordName: "folder", zoneID: zone))
        for share in [CKShare(rootRecord: root), CKShare(recordZoneID: zone)] {
            let user = try #require(share.currentUserParticipant)
            #expect(user === share.owner && user.role == .owner)
            #expect(user.userIdentity.userRecordID?.recordName == CKCurrentUserDefaultName)
            #expect(share.participants.count == 1)
            // What is changed of it stays, in copies and archives too.
            user.permission = .readOnly
            #expect(share.owner.permission == .readOnly)
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            share.encodeSystemFields(with: archiver)
            archiver.finishEncoding()
            let read = CKShare(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
            let copy = try #require(share.copy() as? CKShare)
            for other in [read, copy] {
                let same = try #require(other.currentUserParticipant)
                #expect(same == user && same !== user && same === other.owner)
                #expect(same.permission == .readOnly)
            }
        }
    }

    /// Under the keys of Apple's frameworks, with the objects that they have there.
    @Test func `is read of archives of Apple's frameworks`() throws {
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann")
        func participant(_ user: String, _ type: Int, isViewer: Bool) throws
            -> CKShare.Participant
        {
            let id = CKRecord.ID(recordName: user)
            let lookup: CKUserIdentity.LookupInfo = try read(["RecordID": id])
            #expect(lookup.userRecordID == id)
            let identity: CKUserIdentity = try read([
                "UserRecordID": id, "LookupInfo": lookup, "HasICloudAccount": NSNumber(value: true),
            ])
            return try read([
                "UserIdentity": identity, "ParticipantID": "\(user)-id" as NSString,
                "Type": NSNumber(value: type), "Permission": NSNumber(value: 3),
                "AcceptanceStatus": NSNumber(value: 2), "IsCurrentUser": NSNumber(value: isViewer),
            ])
        }
        let ann = try participant("_ann", 1, isViewer: false)
        let bob = try participant("_bob", 3, isViewer: true)
        #expect(ann.role == .owner && bob.role == .privateUser)
        let share: CKShare = try read([
            "RecordType": "cloudkit.share" as NSString, "ETag": "1" as NSString,
            "RecordID": CKRecord.ID(recordName: "share", zoneID: zone),
            "Participants": NSArray(array: [ann, bob]), "PublicPermission": NSNumber(value: 2),
        ])
        #expect(share.participants.map(\.participantID) == ["_ann-id", "_bob-id"])
        #expect(share.owner.permission == .readWrite && share.publicPermission == .readOnly)
        #expect(share.currentUserParticipant?.participantID == "_bob-id")
        let again = try #require(share.copy() as? CKShare)
        #expect(again.participants == share.participants)
        let root = CKRecord.ID(recordName: "note", zoneID: zone)
        let metadata: CKShare.Metadata = try read([
            "ContainerID": "iCloud.app" as NSString,
            "Share": try #require(share.copy() as? CKShare), "RootRecordID": root,
            "OwnerIdentity": ann.userIdentity, "ParticipantType": NSNumber(value: 3),
        ])
        #expect(metadata.containerIdentifier == "iCloud.app")
        #expect(metadata.hierarchicalRootRecordID == root)
        #expect(metadata.participantRole == .privateUser)
    }

    /// Reads a value from an archive with the given keys.
    private func read<T: NSObject & NSSecureCoding>(_ values: [String: NSObject]) throws -> T {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        for (key, value) in values {
            if let number = value as? NSNumber {
                // As a number of the archive's own, no object.
                ["c", "B"].contains(String(cString: number.objCType))
                    ? archiver.encode(number.boolValue, forKey: key)
                    : archiver.encode(number.intValue, forKey: key)
            } else {
                archiver.encode(value, forKey: key)
            }
        }
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        return try #require(T(coder: unarchiver))
    }

    @Test func `numbers rights as Apple does`() {
        #expect(CKShare.ParticipantPermission.readWrite.rawValue == 3)
        #expect(CKShare.ParticipantAcceptanceStatus.accepted.rawValue == 2)
        #expect(CKShare.ParticipantRole.privateUser.rawValue == 3)
        #expect(CKShare.Participant.Permission.readOnly == CKShare.ParticipantPermission.readOnly)
    }
}
