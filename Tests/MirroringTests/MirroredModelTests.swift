import CloudKit
import CoreData
import Foundation
import Testing

/// A server that reads and writes what devices mirror, without a store.
@Suite struct `Mirrored records as objects` {
    private let cloud = Notebook.cloud()
    private let model: MirroredModel
    private var database: CKDatabase {
        cloud.container(Notebook.identifier, user: "ann", device: "server").privateCloudDatabase
    }

    init() throws { model = try MirroredModel(Notebook.model()) }

    private func objects() async throws -> [String: MirroredObject] {
        let all = try model.objects(from: try await cloud.notebookRecords())
        return Dictionary(
            all.compactMap { one in (one["key"] as? String).map { ($0, one) } },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func `what a device saved has its values on a server`() async throws {
        let phone = try Device("phone", in: cloud)
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        let id = UUID()
        let long = String(repeating: "long ", count: 200_000)
        try phone.insert(
            "Note", "a",
            [
                "title": "Milk", "text": long, "small": 7, "count": 8, "ratio": 0.5,
                "weight": 1.25, "price": NSDecimalNumber(string: "2.75"), "isDone": true,
                "date": date, "data": Data([1, 2]), "id": id,
                "link": URL(string: "https://example.org")!, "secret": "s",
            ])
        try phone.insert("Sketch", "b", ["strokes": 3])
        try phone.insert("Folder", "f", ["name": "Shopping"])
        try phone.insert("Tag", "red")
        try phone.insert("Tag", "blue")
        try phone.insert("Cover", "c")
        try phone.relate("Note", "a", "folder", to: ("Folder", "f"))
        try phone.relate("Sketch", "b", "folder", to: ("Folder", "f"))
        try phone.relate("Note", "a", "cover", to: ("Cover", "c"))
        try phone.tag("a", "red", isOn: true)
        try phone.tag("a", "blue", isOn: true)
        try await cloud.settle([phone])

        let objects = try await objects()
        let note = try #require(objects["a"])
        #expect(note.entityName == "Note" && note.problems.isEmpty)
        #expect(
            note.recordName == phone.container.recordID(for: try phone.id("Note", "a"))?.recordName)
        #expect(note["title"] as? String == "Milk")
        #expect(note["text"] as? String == long)
        #expect(note["small"] as? Int == 7 && note["count"] as? Int == 8)
        #expect(note["ratio"] as? Double == 0.5 && note["weight"] as? Float == 1.25)
        #expect(note["price"] as? NSDecimalNumber == NSDecimalNumber(string: "2.75"))
        #expect(note["isDone"] as? Bool == true && note["date"] as? Date == date)
        #expect(note["data"] as? Data == Data([1, 2]) && note["id"] as? UUID == id)
        #expect(note["link"] as? URL == URL(string: "https://example.org"))
        #expect(note["secret"] as? String == "s")
        #expect(note["strokes"] == nil && note["nothing"] == nil)
        let sketch = try #require(objects["b"])
        #expect(sketch.entityName == "Sketch" && sketch["strokes"] as? Int == 3)
        let folder = try #require(objects["f"])
        #expect(note["folder"] as? String == folder.recordName)
        #expect(folder["notes"] as? Set<String> == [note.recordName, sketch.recordName])
        let tags = Set(try ["red", "blue"].map { try #require(objects[$0]).recordName })
        #expect(note["tags"] as? Set<String> == tags)
        #expect(objects["red"]?["tagged"] as? Set<String> == [note.recordName])
        #expect(objects["c"]?["note"] as? String == note.recordName)
        #expect(note.values["title"] as? String == "Milk" && note.values["tags"] != nil)

        // What did not change is not written.
        for record in try await cloud.notebookRecords() {
            if record.recordType == "CDMR" {
                let link = try model.link(from: record)
                let again = try model.record(from: link)
                #expect(again["CD_recordNames"] as? String == record["CD_recordNames"] as? String)
                continue
            }
            let same = try model.record(from: try model.object(from: record), updating: record)
            #expect(same === record && same.changedKeys().isEmpty, "\(same.changedKeys())")
        }
    }

    @Test func `what a server writes comes to the devices, and what is not the model's stays`()
        async throws
    {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a", ["title": "Milk", "text": "two litres", "secret": "s"])
        try phone.insert("Tag", "red")
        try await cloud.settle([phone])
        let record = try #require(try await cloud.record(key: "a"))
        record["CD_later"] = "of a later version"
        var note = try model.object(from: record)
        let large = String(repeating: "x", count: 900_000)
        try note.setValue("Oat milk", forKey: "title")
        try note.setValue(large, forKey: "text")
        try note.setValue("t", forKey: "secret")
        try note.setValue(4, forKey: "count")
        try note.setValue(nil, forKey: "small")
        try model.record(from: note, updating: record)
        #expect(
            record.changedKeys() == [
                "CD_count", "CD_later", "CD_secret", "CD_text", "CD_text_ckAsset", "CD_title",
            ])
        #expect(record["CD_text"] as? String == "")
        #expect(record.encryptedValues["CD_secret"] as? String == "t")
        var sketch = try model.newObject("Sketch")
        try sketch.setValue("new", forKey: "key")
        try sketch.setValue(note.recordName, forKey: "folder")
        try sketch.setValue(nil, forKey: "folder")
        let red = try #require(try await objects()["red"])
        let pair = try model.link(red, "tagged", to: sketch)
        #expect(pair == (try model.link(sketch, "tags", to: red, recordName: pair.recordName)))
        let saved = try await database.modifyRecords(
            saving: [
                record, try model.record(from: sketch), try model.record(from: pair),
            ], deleting: [])
        for (_, result) in saved.saveResults { _ = try result.get() }
        try await cloud.settle([phone])
        #expect(try phone.text("Note", "a", "title") == "Oat milk")
        #expect(try phone.text("Note", "a", "text") == large)
        #expect(try phone.text("Note", "a", "secret") == "t")
        #expect(try phone.value("Note", "a", "count") as? Int == 4)
        #expect(try phone.value("Sketch", "new", "count") as? Int == 0)
        #expect(try phone.members("Note", "new", "tags") == ["red"])
        let again = try #require(try await cloud.record(key: "a"))
        #expect(again["CD_later"] as? String == "of a later version")
        // A value that is small again goes back into its field.
        try note.setValue("short", forKey: "text")
        try model.record(from: note, updating: again)
        #expect(
            again["CD_text"] as? String == "short" && again["CD_text_ckAsset"] as? CKAsset == nil)
    }

    @Test func `what cannot be read is a sentence, and stays as it is`() throws {
        let record = CKRecord(
            recordType: "CD_Note",
            recordID: CKRecord.ID(recordName: "N", zoneID: MirroredModel.zoneID))
        record["CD_entityName"] = "Note"
        record["CD_title"] = 7
        record["CD_small"] = 100_000
        record["CD_text"] = "fine"
        let note = try model.object(from: record)
        #expect(note["title"] == nil && note["text"] as? String == "fine")
        // A value that is not optional and has no field has its default.
        #expect(note["count"] as? Int == 0)
        #expect(
            note.problems == [
                "The field CD_title of a record of the type CD_Note holds no value that "
                    + "'Note.title' can have.",
                "The field CD_small of a record of the type CD_Note holds no value that "
                    + "'Note.small' can have.",
            ])
        try model.record(from: note, updating: record)
        #expect(record["CD_title"] as? Int == 7 && record["CD_small"] as? Int == 100_000)
    }

    @Test func `errors have a code, a sentence and the particulars`() throws {
        func error(_ body: () throws -> Void) throws -> MirroredModelError {
            try #require(throws: MirroredModelError.self) { try body() }
        }
        let other = CKRecord(recordType: "CD_Note")
        #expect(
            try error { _ = try model.object(from: other) }.description
                == "No entity of the model that is mirrored has such records. "
                + "(recordType: CD_Note)")
        #expect(try error { _ = try model.link(from: other) }.code == .noPair)
        let pair = CKRecord(recordType: "CDMR")
        pair["CD_entityNames"] = "Note:Tag"
        #expect(try error { _ = try model.link(from: pair) }.code == .noPair)
        #expect(try model.objects(from: [other, pair]).isEmpty)
        #expect(try error { _ = try model.newObject("Nothing") }.entityName == "Nothing")
        var note = try model.newObject("Note")
        #expect(try error { try note.setValue("x", forKey: "nothing") }.code == .unknownProperty)
        #expect(try error { try note.setValue("x", forKey: "tags") }.code == .unknownProperty)
        #expect(try error { try note.setValue("x", forKey: "count") }.code == .wrongValue)
        #expect(try error { try note.setValue(7, forKey: "folder") }.code == .wrongValue)
        let prices: Set<Decimal> = [1.5]
        #expect(try error { try note.setValue(prices, forKey: "folder") }.code == .wrongValue)
        #expect(try error { _ = try model.link(note, "folder", to: note) }.code == .unknownProperty)
        #expect(
            try error { try model.record(from: note, updating: other) }.code == .otherRecord)
        let large = CKRecord(recordType: "CD_Note")
        large["CD_entityName"] = "Note"
        large["CD_text"] = ""
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("gone")
        large["CD_text_ckAsset"] = CKAsset(fileURL: file)
        #expect(throws: (any Error).self) { _ = try model.object(from: large) }
        let refused = Notebook.model()
        refused.entitiesByName["Note"]?.attributesByName["title"]?.isOptional = false
        let refusal = try #require(throws: NSError.self) { _ = try MirroredModel(refused) }
        #expect(refusal.code == 134060)
        #expect(refusal.localizedFailureReason?.hasSuffix("Note: title\nSketch: title") == true)
    }
}
