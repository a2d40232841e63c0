import CloudKit
import Testing

/// The programs of Documentation/LocalCloud.md, as they stand there.
@Suite struct GuideTests {
    @Test func `a note that another device changed is a conflict`() async throws {
        let cloud = LocalCloud(.memory)
        let phone = cloud.container("iCloud.org.example.notes", user: "ann", device: "phone")
        let laptop = cloud.container("iCloud.org.example.notes", user: "ann", device: "laptop")

        let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "first"))
        note["title"] = "Milk"
        try await phone.privateCloudDatabase.save(note)

        let seen = try await laptop.privateCloudDatabase.record(for: note.recordID)
        seen["title"] = "Bread"
        try await laptop.privateCloudDatabase.save(seen)

        note["title"] = "Butter"
        let error = await #expect(throws: CKError.self) {
            try await phone.privateCloudDatabase.save(note)
        }
        #expect(error?.code == .serverRecordChanged)
        #expect(error?.serverRecord?["title"] == "Bread")
    }
}
