import CloudKit
import Testing

@Suite struct `Encrypted values` {
    @Test func `come back as what they were, apart from the others`() async throws {
        let database = TestCloud().privateDatabase
        let record = CKRecord(recordType: "Visit")
        record["place"] = "Paris"
        record.encryptedValues["diagnosis"] = "well"
        record.encryptedValues["weight"] = 70.5
        try await database.save(record)
        let fetched = try await database.record(for: record.recordID)
        #expect(fetched.encryptedValues["diagnosis"] as? String == "well")
        #expect(fetched.encryptedValues["weight"] as? Double == 70.5)
        #expect(Set(fetched.encryptedValues.allKeys()) == ["diagnosis", "weight"])
        #expect(fetched["diagnosis"] == nil)
        #expect(fetched.encryptedValues["place"] == nil)
        #expect(fetched["place"] as? String == "Paris")
        #expect(Set(fetched.allKeys()) == ["place", "diagnosis", "weight"])

        fetched.encryptedValues["diagnosis"] = "better"
        fetched.encryptedValues["weight"] = nil
        try await database.save(fetched)
        let again = try await database.record(for: record.recordID)
        #expect(again.encryptedValues["diagnosis"] as? String == "better")
        #expect(again.encryptedValues.allKeys() == ["diagnosis"])
    }

    @Test func `cannot be asked for, nor be public`() async throws {
        let cloud = TestCloud()
        let record = CKRecord(recordType: "Visit")
        record.encryptedValues["diagnosis"] = "well"
        try await cloud.privateDatabase.save(record)
        let query = CKQuery(
            recordType: "Visit", predicate: NSPredicate(format: "diagnosis == 'well'"))
        await #expect(throws: CKError.self) {
            try await cloud.privateDatabase.records(matching: query)
        }
        let other = CKRecord(recordType: "Visit")
        other.encryptedValues["diagnosis"] = "well"
        await #expect(throws: CKError.self) { try await cloud.publicDatabase.save(other) }
    }

    @Test func `are refused by a field that is plain`() async throws {
        let database = TestCloud().privateDatabase
        let record = CKRecord(recordType: "Visit")
        record["place"] = "Paris"
        try await database.save(record)
        let other = CKRecord(recordType: "Visit")
        other.encryptedValues["place"] = "Rome"
        let error = await #expect(throws: CKError.self) { try await database.save(other) }
        #expect(error?.code == .invalidArguments)
    }

    @Test func `stand beside a parent, which can be taken away`() async throws {
        let database = TestCloud().privateDatabase
        let zone = CKRecordZone(zoneName: "Notes")
        try await database.save(zone)
        let folder = CKRecord(recordType: "Folder", zoneID: zone.zoneID)
        let note = CKRecord(recordType: "Note", zoneID: zone.zoneID)
        note.setParent(folder)
        _ = try await database.modifyRecords(saving: [folder, note], deleting: [])
        let fetched = try await database.record(for: note.recordID)
        #expect(fetched.parent?.recordID == folder.recordID)
        fetched["text"] = "changed"
        try await database.save(fetched)
        #expect(try await database.record(for: note.recordID).parent != nil)
        // Another device moves the note; what changes a field of before leaves it there.
        let stale = try await database.record(for: note.recordID)
        let moved = try await database.record(for: note.recordID)
        let other = CKRecord(recordType: "Folder", zoneID: zone.zoneID)
        moved.setParent(other)
        _ = try await database.modifyRecords(saving: [other, moved], deleting: [])
        stale["text"] = "changed again"
        _ = try await database.modifyRecords(
            saving: [stale], deleting: [], savePolicy: .changedKeys)
        let kept = try await database.record(for: note.recordID)
        #expect(kept.parent?.recordID == other.recordID && kept["text"] == "changed again")
        // That it was taken away is kept in an archive.
        kept.parent = nil
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: kept, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: archive))
        try await database.save(read)
        #expect(try await database.record(for: note.recordID).parent == nil)
    }
}
