import CloudKit
import Foundation
import Testing

/// Saves of records that were changed elsewhere meanwhile.
@Suite struct `Conflicts` {
    let cloud = TestCloud()
    var database: CKDatabase { cloud.privateDatabase }

    private func note(_ name: String, _ title: String) -> CKRecord {
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name))
        record["title"] = title
        return record
    }

    @Test func `a stale save fails with the three records`() async throws {
        let mine = note("a", "start")
        try await database.save(mine)
        let theirs = try await database.record(for: mine.recordID)
        theirs["title"] = "theirs"
        try await database.save(theirs)
        mine["title"] = "mine"
        let error = await cloudError { try await database.save(mine) }
        #expect(error?.code == .serverRecordChanged)
        #expect(error?.localizedDescription == "client oplock error updating record")
        #expect(error?.serverRecord?["title"] == "theirs")
        #expect(error?.clientRecord?["title"] == "mine")
        #expect(error?.ancestorRecord?["title"] == "start")
        // The documented way out: put the change on the server's record.
        let merged = try #require(error?.serverRecord)
        merged["title"] = "both"
        try await database.save(merged)
        #expect(try await database.record(for: mine.recordID)["title"] == "both")
    }

    @Test func `a new record whose name exists is a conflict`() async throws {
        try await database.save(note("a", "one"))
        let error = await cloudError { try await database.save(note("a", "two")) }
        #expect(error?.code == .serverRecordChanged)
        #expect(error?.localizedDescription == "record to insert already exists")
        #expect(error?.serverRecord?["title"] == "one")
    }

    @Test func `save policies decide which write wins`() async throws {
        let mine = note("a", "start")
        mine["other"] = 1
        try await database.save(mine)
        let theirs = try await database.record(for: mine.recordID)
        theirs["other"] = 2
        try await database.save(theirs)
        mine["title"] = "mine"
        let (changed, _) = try await database.modifyRecords(
            saving: [mine], deleting: [], savePolicy: .changedKeys)
        #expect(try changed[mine.recordID]?.get()["other"] == 2)
        let stale = note("a", "all")
        stale["other"] = 9
        let (all, _) = try await database.modifyRecords(
            saving: [stale], deleting: [], savePolicy: .allKeys)
        #expect(try all[stale.recordID]?.get()["other"] == 9)
    }

    @Test(arguments: [CKModifyRecordsOperation.RecordSavePolicy.changedKeys, .allKeys])
    func `a parent that was not set here is for a record that was deleted meanwhile`(
        policy: CKModifyRecordsOperation.RecordSavePolicy
    ) async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let records = ["first", "second", "child"].map {
            CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: $0, zoneID: zone))
        }
        let child = records[2]
        child.setParent(records[0])
        try await database.modifyRecords(saving: records, deleting: [])
        func parent(saving record: CKRecord, title: String) async throws -> String? {
            record["title"] = title
            let (saved, _) = try await database.modifyRecords(
                saving: [record], deleting: [], savePolicy: policy)
            return try saved[record.recordID]?.get().parent?.recordID.recordName
        }
        let stale = try await database.record(for: child.recordID)
        let known = try await database.record(for: child.recordID)
        // Another device moves the record, and later deletes it.
        child.setParent(records[1])
        try await database.save(child)
        #expect(try await parent(saving: stale, title: "kept") == "second")
        try await database.deleteRecord(withID: child.recordID)
        #expect(try await parent(saving: known, title: "made again") == "first")
    }
}
