import CloudKit
import Testing

@Suite struct `Zones by hand` {
    @Test func `has a name and the signed-in user for an owner`() {
        let zone = CKRecordZone(zoneName: "Notes")
        #expect(zone.zoneID.zoneName == "Notes")
        #expect(zone.zoneID.ownerName == CKCurrentUserDefaultName)
        let shared = CKRecordZone(zoneID: CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann"))
        #expect(shared.zoneID.ownerName == "_ann")
        #expect(zone != shared)
        #expect(zone == CKRecordZone(zoneName: "Notes"))
    }

    @Test func `of the default zone can neither be atomic nor track changes`() {
        #expect(CKRecordZone.default().capabilities == [])
        #expect(CKRecordZone.default().zoneID == .default)
    }

    @Test func `has capabilities with Apple's numbers`() {
        #expect(CKRecordZone.Capabilities.fetchChanges.rawValue == 1)
        #expect(CKRecordZone.Capabilities.atomic.rawValue == 2)
        #expect(CKRecordZone.Capabilities.sharing.rawValue == 4)
        #expect(CKRecordZone.Capabilities.zoneWideSharing.rawValue == 8)
    }

    @Test func `survives an archive`() throws {
        let zone = CKRecordZone(zoneID: CKRecordZone.ID(zoneName: "Notes", ownerName: "_ann"))
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: zone, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecordZone.self, from: data)
        #expect(read == zone)
        #expect(read?.zoneID.ownerName == "_ann")
    }

    // MARK: In a database

    @Test func `fetched, one that is shared as a whole has its share`() async throws {
        let cloud = TestCloud()
        let ann = cloud.privateDatabase
        let bob = cloud.container(user: "bob")
        let shared = CKRecordZone(zoneName: "Shared")
        let own = CKRecordZone(zoneName: "Own")
        _ = try await ann.modifyRecordZones(saving: [shared, own], deleting: [])
        #expect(try await ann.recordZone(for: shared.zoneID).share == nil)
        let share = CKShare(recordZoneID: shared.zoneID)
        share.publicPermission = .readOnly
        try await ann.save(share)

        let id = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: shared.zoneID)
        let fetched = try await ann.recordZone(for: shared.zoneID)
        #expect(fetched.share?.recordID == id)
        #expect(try await ann.record(for: try #require(fetched.share).recordID) is CKShare)
        #expect(try await ann.recordZone(for: own.zoneID).share == nil)
        let all = try await ann.allRecordZones()
        #expect(all.filter { $0.share != nil }.map(\.zoneID) == [shared.zoneID])
        let zones = Notes<CKRecordZone>()
        let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        operation.perRecordZoneResultBlock = { _, result in
            if let zone = try? result.get() { zones.add(zone) }
        }
        await ann.run(operation)
        #expect(zones.all.compactMap(\.share).map(\.recordID) == [id])
        #expect(try await ann.save(CKRecordZone(zoneID: shared.zoneID)).share?.recordID == id)

        // Participants see it under the owner's name.
        let url = try #require(share.url)
        _ = try await bob.accept(try await bob.shareMetadata(for: url))
        let seen = try await bob.sharedCloudDatabase.allRecordZones()
        #expect(
            seen.map { $0.share?.recordID } == [
                CKRecord.ID(
                    recordName: CKRecordNameZoneWideShare,
                    zoneID: CKRecordZone.ID(zoneName: "Shared", ownerName: "_ann"))
            ])

        try await ann.deleteRecord(withID: id)
        #expect(try await ann.recordZone(for: shared.zoneID).share == nil)
    }

    @Test func `a reference into another zone is refused`() async throws {
        let database = TestCloud().privateDatabase
        let zones = [CKRecordZone(zoneName: "A"), CKRecordZone(zoneName: "B")]
        _ = try await database.modifyRecordZones(saving: zones, deleting: [])
        func id(_ name: String, _ zone: CKRecordZone.ID) -> CKRecord.ID {
            CKRecord.ID(recordName: name, zoneID: zone)
        }
        for zone in [.default] + zones.map(\.zoneID) {
            try await database.save("Thing", in: zone, ["target": ["n": 1]])
        }
        let (a, b) = (zones[0].zoneID, zones[1].zoneID)
        for (from, to) in [(a, b), (b, a), (a, .default), (.default, a)] {
            for action in [CKRecord.ReferenceAction.none, .deleteSelf] {
                let reference = CKRecord.Reference(
                    recordID: id("target", to), action: action)
                let holders: [String: any CKRecordValueProtocol] = [
                    "one": reference, "many": [reference],
                ]
                for (field, value) in holders {
                    let record = CKRecord(recordType: "Holder", recordID: id("holder", from))
                    record[field] = value
                    let error = await cloudError { try await database.save(record) }
                    #expect(error?.code == .invalidArguments)
                    #expect(
                        error?.localizedDescription
                            == "ZoneId provided doesn't match target zone")
                    let missing = await cloudError {
                        try await database.record(for: record.recordID)
                    }
                    #expect(missing?.code == .unknownItem)
                }
            }
            let child = CKRecord(recordType: "Holder", recordID: id("child", from))
            child.setParent(id("target", to))
            let error = await cloudError { try await database.save(child) }
            #expect(error?.code == .invalidArguments)
        }
        // In its own zone a record points where it likes, by either name of the owner.
        let record = CKRecord(recordType: "Holder", recordID: id("holder", a))
        record["one"] = CKRecord.Reference(recordID: id("target", a), action: .deleteSelf)
        record["other"] = CKRecord.Reference(
            recordID: id("target", CKRecordZone.ID(zoneName: "A", ownerName: "_ann")),
            action: .none)
        try await database.save(record)
    }
}
