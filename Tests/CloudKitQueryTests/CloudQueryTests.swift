import CloudKitQuery
import Foundation
import Testing

/// Stands for the record type, so that the compiler knows the fields.
private struct Note: QueryableRecord {
    enum Attribute { case title, priority, due }
    var title: String
    var priority: Int
    var due: Date?
}

private enum Level: Int {
    case high = 8
}

struct CloudQueryTests {
    let database: CKDatabase

    init() async throws {
        let cloud = LocalCloud(.memory, user: "ann")
        database = cloud.container("iCloud.org.example.query").privateCloudDatabase
        let notes: [(String, Int, Double?)] = [
            ("Apples", 1, 10), ("Bread", 3, nil), ("Cheese", 2, 30), ("Dates", 3, 40),
        ]
        let records = notes.map { title, priority, due in
            let record = CKRecord(
                recordType: "Note", recordID: CKRecord.ID(recordName: title))
            record["title"] = title
            record["priority"] = priority
            if let due { record["due"] = Date(timeIntervalSinceReferenceDate: due) }
            return record
        }
        let (saved, _) = try await database.modifyRecords(saving: records, deleting: [])
        for result in saved.values { _ = try result.get() }
    }

    private func titles(_ query: CloudQuery<CKRecord>) async throws -> [String] {
        try await query.order(by: "title").all().compactMap { $0["title"] }
    }

    @Test func `asks a database with the words of collections`() async throws {
        let notes = CKRecord.query("Note", in: database)
        #expect(try await titles(notes) == ["Apples", "Bread", "Cheese", "Dates"])
        #expect(
            try await titles(notes.where("priority > %d", 1).where("title != 'Bread'"))
                == ["Cheese", "Dates"])
        #expect(try await titles(notes.where(["priority": 3])) == ["Bread", "Dates"])
        #expect(try await titles(notes.where(["priority": lt(3)])) == ["Apples", "Cheese"])
        #expect(try await titles(notes.where("title BEGINSWITH %@", "D")) == ["Dates"])
    }

    @Test func `a type stands for a record type`() async throws {
        let notes = CKRecord.query(Note.self, in: database)
        #expect(try await notes.where([.priority: 3]).count() == 2)
        #expect(try await notes.where(\.priority >= 2 && \.title == "Dates").count() == 1)
        #expect(
            try await notes.order(by: .priority, .descending).order(by: \.title).first()?["title"]
                == "Bread")
    }

    @Test func `limit and offset are kept over pages`() async throws {
        let notes = CKRecord.query("Note", in: database)
        #expect(try await titles(notes.limit(2)) == ["Apples", "Bread"])
        #expect(try await titles(notes.offset(1).limit(2)) == ["Bread", "Cheese"])
        #expect(try await notes.limit(0).count() == 0)
        let more = (0..<450).map { number in
            let record = CKRecord(recordType: "Many")
            record["number"] = number
            return record
        }
        for start in [0, 225] {
            let part = Array(more[start..<(start + 225)])
            _ = try await database.modifyRecords(saving: part, deleting: [])
        }
        let many = CKRecord.query("Many", in: database)
        #expect(try await many.count() == 450)
        #expect(try await many.sum("number", as: Int.self) == 450 * 449 / 2)
        #expect(try await many.order(by: "number").offset(440).all().count == 10)
        #expect(try await many.where("number < 420").delete() == 420)
        #expect(try await many.count() == 30)
    }

    @Test func `sums and the like`() async throws {
        let notes = CKRecord.query(Note.self, in: database)
        #expect(try await notes.sum(\.priority) == 9)
        #expect(try await notes.average(.priority) == 2.25)
        #expect(try await notes.maximum(\.title) == "Dates")
        #expect(try await notes.distinctValues(of: \.priority) == [1, 2, 3])
        #expect(try await notes.minimum("due", as: Date.self)?.timeIntervalSinceReferenceDate == 10)
    }

    @Test func `updates and makes records`() async throws {
        let notes = CKRecord.query(Note.self, in: database)
        #expect(try await notes.where([.priority: 3]).update([.priority: 7]) == 2)
        #expect(try await notes.where([.priority: 7]).count() == 2)
        // As conditions do: enumerations by their raw values, optionals by what is in them.
        let level: Level? = .high
        #expect(try await notes.where([.priority: 7]).update([.priority: level, .due: nil]) == 2)
        #expect(try await notes.where([.priority: Level.high, .due: nil]).count() == 2)
        let found = try await notes.where([.title: "Apples"]).firstOrInsert()
        #expect(found.recordID.recordName == "Apples")
        let made = try await notes.where([.title: "Eggs", .priority: 4]).firstOrInsert()
        #expect(made["title"] == "Eggs" && made["priority"] == 4 && made.recordType == "Note")
        #expect(try await notes.where([.title: "Eggs"]).count() == 0)
        await #expect(throws: QueryError.tooComplex) {
            try await notes.where("title == 'Eggs'").firstOrInsert()
        }
    }

    @Test func `conditions on the record's name name a new record`() async throws {
        let notes = CKRecord.query("Note", in: database)
        let id = CKRecord.ID(recordName: "zz")
        let record = try await notes.where(["recordID": id, "priority": 4]).firstOrInsert()
        #expect(record.recordID == id && record.allKeys() == ["priority"])
        try await database.save(record)
        #expect(
            try await notes.where(["recordID": id]).firstOrInsert().recordChangeTag
                == record.recordChangeTag)
        let zone = try await database.save(CKRecordZone(zoneName: "Drafts")).zoneID
        let drafts = notes.inZone(zone)
        #expect(
            try await drafts.where(["recordName": "zz"]).firstOrInsert().recordID
                == CKRecord.ID(recordName: "zz", zoneID: zone))
        for (key, value) in [("recordID", id), ("creationDate", Date())] as [(String, Any)] {
            await #expect(throws: QueryError.tooComplex) {
                try await drafts.where([key: value]).firstOrInsert()
            }
        }
    }

    @Test func `an update keeps encrypted fields encrypted`() async throws {
        let record = CKRecord(recordType: "Diary", recordID: CKRecord.ID(recordName: "d"))
        record.encryptedValues["secret"] = "a"
        record["day"] = 1
        try await database.save(record)
        let diary = CKRecord.query("Diary", in: database)
        #expect(try await diary.update(["secret": "x", "day": 2]) == 1)
        let updated = try await database.record(for: record.recordID)
        #expect(updated.encryptedValues["secret"] == "x" && updated["day"] == 2)
        await #expect(
            throws: QueryError.unexpectedValue(
                key: "secret", expected: "a value that can be encrypted", found: "CKReference")
        ) {
            try await diary.update(
                ["secret": CKRecord.Reference(recordID: record.recordID, action: .none)])
        }
        #expect(try await diary.update(["secret": nil]) == 1)
        #expect(try await database.record(for: record.recordID).allKeys() == ["day"])
    }

    @Test func `an update throws for what no field holds`() async throws {
        let notes = CKRecord.query("Note", in: database)
        for value: Any in [[["a"]], NSArray(array: ["a", 1]), NSArray(array: [NSArray()]), notes] {
            do {
                try await notes.update(["title": value])
                Issue.record("\(value) was kept")
            } catch QueryError.unexpectedValue(let key, _, _) {
                #expect(key == "title")
            }
        }
        #expect(try await titles(notes) == ["Apples", "Bread", "Cheese", "Dates"])
    }

    @Test func `an update throws the conflict, not what fell with it`() async throws {
        let cloud = LocalCloud(.memory, user: "ann")
        let database = cloud.container("iCloud.org.example.conflicts").privateCloudDatabase
        let zone = try await database.save(CKRecordZone(zoneName: "Notes")).zoneID
        let ids = (0..<40).map { CKRecord.ID(recordName: "n\($0)", zoneID: zone) }
        let records = ids.map { id in
            let record = CKRecord(recordType: "Note", recordID: id)
            record["priority"] = 1
            return record
        }
        try await database.modifyRecords(saving: records, deleting: [])
        cloud.faults.add(.conflictingWriter(on: ids[7], changing: ["priority": 2]))
        do {
            try await CKRecord.query("Note", in: database).inZone(zone).update(["priority": 3])
            Issue.record("a conflict was no error")
        } catch let error as CKError {
            #expect(error.code == .serverRecordChanged)
        }
    }

    @Test func `the shared database needs a zone`() async throws {
        let shared = LocalCloud(.memory, user: "ann").container("iCloud.org.example.query")
            .sharedCloudDatabase
        let error = try await #require(throws: CKError.self) {
            try await CKRecord.query("Note", in: shared).all()
        }
        #expect(error.code == .invalidArguments)
    }

    @Test func `mistakes come out of the terminal call`() async throws {
        let notes = CKRecord.query("Note", in: database)
        await #expect(throws: (any Error).self) { try await notes.where("title ==").all() }
        await #expect(throws: CKError.self) {
            try await notes.where("title == 'a'").or("title == 'b'").all()
        }
    }

    @Test func `collections and databases give the same answers`() async throws {
        let stored = try await CKRecord.query("Note", in: database).all()
        for format in [
            "priority > 1", "priority BETWEEN {2, 3}", "title BEGINSWITH 'B'", "title < 'C'",
            "priority IN {1, 3} AND title != 'Dates'", "due > %@",
        ] {
            let bound = Date(timeIntervalSinceReferenceDate: 20)
            let here = stored.query().where(format, bound).order(by: "priority", .descending)
                .order(by: "title")
            let there = CKRecord.query("Note", in: database).where(format, bound)
                .order(by: "priority", .descending).order(by: "title")
            #expect(
                try await there.all().map(\.recordID) == here.all().map(\.recordID), "\(format)")
            #expect(try await there.sum("priority", as: Int.self) == here.sum("priority"))
        }
    }
}
