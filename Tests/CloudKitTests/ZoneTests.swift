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
}
