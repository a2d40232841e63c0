import CloudKitQuery
import Foundation
import Testing

private struct Note: QueryableRecord {
    enum Attribute { case title, priority }
    var title: String
    var priority: Int
}

/// The programs of CloudKitQuery's article, as they stand there.
@Suite struct CloudKitQueryArticleTests {
    @Test func `notes are found, summed and refused`() async throws {
        let database = LocalCloud(.memory).container("iCloud.org.example.notes")
            .privateCloudDatabase
        for (title, priority) in [("Bread", 3), ("Dates", 1)] {
            let record = CKRecord(recordType: "Note")
            record["title"] = title
            record["priority"] = priority
            try await database.save(record)
        }

        let urgent = try await CKRecord.query(Note.self, in: database)
            .where(\.priority >= 2)
            .order(by: \.title)
            .limit(20)
            .all()
        #expect("\(urgent.count)" == #"1"#)

        let notes = CKRecord.query(Note.self, in: database).where(\.priority >= 2)
        #expect("\(try notes.ckQuery().predicate.predicateFormat)" == #"priority >= 2"#)
        #expect("\(try await notes.sum(\.priority))" == #"3"#)

        do {
            _ = try await notes.or("title == 'Dates'").all()
        } catch let error as CKError {
            #expect("\(error.code == .invalidArguments)" == #"true"#)
        }
        await #expect(throws: CKError.self) { try await notes.or("title == 'Dates'").all() }
    }
}
