import CloudKit
import Foundation
import Testing

/// What a program sets while a record is being saved.
@Suite struct `Saves under way` {
    let cloud = TestCloud()
    var database: CKDatabase { cloud.privateDatabase }

    private func note(_ name: String, in zone: CKRecordZone.ID = .default) -> CKRecord {
        CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zone))
    }

    /// Saves records, and sets something while they are under way.
    private func save(_ records: [CKRecord], meanwhile set: () -> Void) async {
        cloud.cloud.faults.add(.slow(seconds: 0.2), on: .writes)
        let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            database.add(operation)
            set()
        }
    }

    @Test func `what is encrypted during a save stays encrypted`() async throws {
        let record = note("a")
        await save([record]) { record.encryptedValues["diagnosis"] = "well" }
        #expect(record.encryptedValues["diagnosis"] as? String == "well")
        #expect(record["diagnosis"] == nil)
        #expect(record.changedKeys() == ["diagnosis"])
        try await database.save(record)
        let kept = try await database.record(for: record.recordID)
        #expect(kept.encryptedValues["diagnosis"] as? String == "well")
        #expect(kept["diagnosis"] == nil)
    }

    @Test func `what is set after a call with a handler is not sent`() async throws {
        for name in ["a", "b", "c", "d"] {
            let record = note(name)
            record["title"] = "before"
            await withCheckedContinuation { continuation in
                database.modifyRecords(saving: [record], deleting: []) { _ in
                    continuation.resume()
                }
                record["title"] = "after"
            }
            #expect(record.changedKeys() == ["title"])
            #expect(try await database.record(for: record.recordID)["title"] == "before")
        }
        let subscription = CKDatabaseSubscription(subscriptionID: "notes")
        await withCheckedContinuation { continuation in
            database.modifySubscriptions(saving: [subscription], deleting: []) { _ in
                continuation.resume()
            }
            subscription.recordType = "Note"
        }
        let kept = try await database.subscription(for: "notes") as? CKDatabaseSubscription
        #expect(kept != nil && kept?.recordType == nil)
    }

    @Test func `a parent set during a save is still to be saved`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let folder = note("folder", in: zone)
        let other = note("other", in: zone)
        let record = note("a", in: zone)
        try await database.modifyRecords(saving: [folder, other, record], deleting: [])
        record["title"] = "changed"
        await save([record]) { record.setParent(folder) }
        #expect(record.parent?.recordID == folder.recordID)
        try await database.save(record)
        #expect(try await database.record(for: record.recordID).parent == record.parent)
        record.setParent(other)
        await save([record]) { record.parent = nil }
        #expect(try await database.record(for: record.recordID).parent != nil)
        #expect(record.parent == nil)
        try await database.save(record)
        #expect(try await database.record(for: record.recordID).parent == nil)
    }

    @Test func `a record shared during a save is the root of its share`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let root = note("root", in: zone)
        let shares = Notes<CKShare>()
        await save([root]) { shares.add(CKShare(rootRecord: root)) }
        let share = try #require(shares.all.first)
        #expect(root.share?.recordID == share.recordID)
        try await database.modifyRecords(saving: [root, share], deleting: [])
        #expect(try await database.record(for: root.recordID).share == root.share)
        share[CKShare.SystemFieldKey.title] = "Holidays"
        await save([share]) { share.publicPermission = .readOnly }
        #expect(share.publicPermission == .readOnly)
        try await database.save(share)
        let kept = try await database.record(for: share.recordID) as? CKShare
        #expect(kept?.publicPermission == .readOnly)
    }
}
