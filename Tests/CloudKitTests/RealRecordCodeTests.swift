import CloudKit
import Testing

/// The ways in which public apps write and read records and errors.
@Suite struct `Records and errors as apps use them` {
    private enum Key: String { case title, count, tags, done, parent }
    private struct Note: Equatable {
        var title: String
        var count: Int?
        var tags: [String]
        var isDone: Bool
        var modified: Date?
    }

    private func record(for note: Note) -> CKRecord {
        let record = CKRecord(recordType: "Note")
        record[Key.title.rawValue] = note.title as CKRecordValue
        record[Key.count.rawValue] = note.count
        record[Key.tags.rawValue] = note.tags as CKRecordValue
        record.setObject(note.isDone as CKRecordValue, forKey: Key.done.rawValue)
        record["modified"] = note.modified
        return record
    }

    private func note(from record: CKRecord) -> Note? {
        guard let title = record[Key.title.rawValue] as? String,
            let tags = record[Key.tags.rawValue] as? [String],
            let isDone = record.object(forKey: Key.done.rawValue) as? Bool
        else { return nil }
        return Note(
            title: title, count: record[Key.count.rawValue] as? Int, tags: tags, isDone: isDone,
            modified: record["modified"] as? Date)
    }

    @Test(arguments: [3, nil])
    func `a model goes into a record and comes back`(count: Int?) {
        let note = Note(
            title: "Milk", count: count, tags: ["home"], isDone: true,
            modified: count.map { Date(timeIntervalSinceReferenceDate: Double($0)) })
        #expect(self.note(from: record(for: note)) == note)
    }

    @Test func `a record's fields are copied into another one`() {
        let source = record(for: Note(title: "Milk", count: 3, tags: ["home"], isDone: false))
        let target = CKRecord(recordType: "Note")
        for key in source.allKeys() { target[key] = source[key] }
        #expect(note(from: target) == note(from: source))
        let merged = CKRecord(recordType: "Note")
        source.changedKeys().forEach { merged.setObject(source.object(forKey: $0), forKey: $0) }
        #expect(Set(merged.allKeys()) == Set(source.allKeys()))
        let again = CKRecord(recordType: "Note")
        again.setValuesForKeys(["title": "Milk", "count": 3, "tags": NSNull()])
        #expect(again["title"] as? String == "Milk")
        #expect(again.allKeys().count == 2)
        let values = again.dictionaryWithValues(forKeys: ["count", "tags"])
        #expect(values["count"] as? Int == 3)
        #expect(values["tags"] is NSNull)
    }

    @Test func `values are told apart by their kinds`() {
        func kind(_ value: CKRecordValueProtocol?) -> String {
            switch value {
            case nil: "none"
            case is CKRecord.Reference: "reference"
            case is CKAsset: "asset"
            case is CLLocation: "place"
            case is [String]: "texts"
            case is String: "text"
            case is Date: "date"
            case is Data: "bytes"
            case is NSNumber: "number"
            default: "other"
            }
        }
        let record = record(
            for: Note(title: "Milk", count: 3, tags: ["home"], isDone: false, modified: Date()))
        record["parent"] = CKRecord.Reference(record: record, action: .none)
        record["place"] = CLLocation(latitude: 1, longitude: 2)
        record["bytes"] = Data([1])
        record["file"] = CKAsset(fileURL: URL(fileURLWithPath: "/tmp/x"))
        let kinds = Dictionary(uniqueKeysWithValues: record.map { ($0.0, kind($0.1)) })
        #expect(
            kinds == [
                "title": "text", "count": "number", "tags": "texts", "done": "number",
                "modified": "date", "parent": "reference", "place": "place", "bytes": "bytes",
                "file": "asset",
            ])
        #expect((record["count"] as? NSNumber)?.intValue == 3)
        #expect(record["title"] as? NSString == "Milk")
        #expect((record["modified"] as? NSDate) != nil)
        #expect((record["tags"] as? NSArray)?.count == 1)
    }

    @Test func `partial errors are looked into in every way`() throws {
        let id = CKRecord.ID(recordName: "a")
        let zone = CKRecordZone.ID(zoneName: "z")
        let error: any Error = CKError(
            .partialFailure,
            userInfo: [
                CKPartialErrorsByItemIDKey: [
                    id: CKError(.serverRecordChanged), zone: CKError(.zoneNotFound),
                ] as [AnyHashable: any Error]
            ])
        let cloud = try #require(error as? CKError)
        let items = try #require(cloud.partialErrorsByItemID)
        #expect(items.values.compactMap { $0 as? CKError }.count == 2)
        #expect((items[zone] as? CKError)?.code == .zoneNotFound)
        let object = error as NSError
        #expect(object.code == CKError.Code.partialFailure.rawValue)
        let dictionary = object.userInfo[CKPartialErrorsByItemIDKey] as? NSDictionary
        #expect(dictionary?.count == 2)
        #expect((dictionary?[id] as? NSError)?.code == CKError.serverRecordChanged.rawValue)
        let hashed = object.userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
        #expect((hashed?[id] as? CKError)?.code == .serverRecordChanged)
    }

    @Test func `errors decide what to do next`() {
        enum Step: Equatable { case retry(Double), merge, refetch, giveUp }
        func step(_ error: (any Error)?) -> Step {
            guard let error = error as? CKError else { return .giveUp }
            switch error.code {
            case .zoneBusy, .serviceUnavailable, .requestRateLimited:
                return .retry(error.userInfo[CKErrorRetryAfterKey] as? Double ?? 1)
            case .serverRecordChanged: return .merge
            case .changeTokenExpired: return .refetch
            default: return .giveUp
            }
        }
        #expect(step(CKError(.zoneBusy, userInfo: [CKErrorRetryAfterKey: 2.5])) == .retry(2.5))
        #expect(step(CKError(.requestRateLimited)) == .retry(1))
        #expect(step(CKError(.serverRecordChanged)) == .merge)
        #expect(step(CKError(.changeTokenExpired)) == .refetch)
        #expect(step(CKError(.quotaExceeded)) == .giveUp)
        #expect(step(NSError(domain: "other", code: 23)) == .giveUp)
        #expect(step(nil) == .giveUp)
        #expect(CKError.Code(rawValue: 23) == .zoneBusy)
    }

    @Test func `system fields are kept in a model as data`() throws {
        struct Model { var systemFields: Data }
        func encoded(_ record: CKRecord) -> Data {
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            record.encodeSystemFields(with: archiver)
            archiver.finishEncoding()
            return archiver.encodedData
        }
        func decoded(_ data: Data) -> CKRecord? {
            guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
            unarchiver.requiresSecureCoding = true
            defer { unarchiver.finishDecoding() }
            return CKRecord(coder: unarchiver)
        }
        let record = record(for: Note(title: "Milk", count: 3, tags: [], isDone: false))
        let model = Model(systemFields: encoded(record))
        let again = try #require(decoded(model.systemFields))
        #expect(again.recordID == record.recordID)
        #expect(again["title"] == nil)
        #expect(decoded(Data()) == nil)
        let old = NSMutableData()
        let archiver = NSKeyedArchiver(forWritingWith: old)
        archiver.requiresSecureCoding = true
        record.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        let reader = NSKeyedUnarchiver(forReadingWith: old as Data)
        reader.requiresSecureCoding = true
        #expect(CKRecord(coder: reader)?.recordID == record.recordID)
    }
}
