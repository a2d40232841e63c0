import CloudKit
import CoreData
import Foundation
import MirrorCore
import ObjectCore
import Stores
import TestFiles
import Testing

/// What a server or a file has that no mirror of this model wrote.
@Suite struct `Input that is not the mirror's own` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()
    private var database: CKDatabase {
        cloud.container(Notebook.identifier, user: "ann", device: "observer").privateCloudDatabase
    }

    private func record(_ type: String, _ values: [String: any CKRecordValueProtocol]) -> CKRecord {
        let record = CKRecord(
            recordType: type,
            recordID: CKRecord.ID(recordName: UUID().uuidString, zoneID: Notebook.zone))
        for (name, value) in values { record[name] = value }
        return record
    }

    @Test func `fields of wrong types are sentences, and the rest of the record arrives`()
        async throws
    {
        _ = try await database.save(CKRecordZone(zoneID: Notebook.zone))
        let wrong = record(
            "CD_Note",
            [
                "CD_entityName": "Note", "CD_key": "a", "CD_title": 7, "CD_text": "fine",
                "CD_small": 100_000, "CD_id": "none", "CD_date": "yesterday", "CD_price": "7.5",
                "CD_count": 1.5, "CD_folder": 3, "CD_isDone": 1,
            ])
        _ = try await database.save(wrong)
        let phone = try Device("phone", in: cloud)
        try await cloud.settle([phone])
        #expect(try phone.keys("Note") == ["a"])
        #expect(try phone.text("Note", "a", "text") == "fine")
        #expect(try phone.value("Note", "a", "isDone") as? Bool == true)
        for name in ["title", "small", "id", "date", "price"] {
            #expect(try phone.value("Note", "a", name) == nil, "\(name)")
        }
        // It is not optional, and has its default.
        #expect(try phone.value("Note", "a", "count") as? Int == 0)
        #expect(try phone.target("Note", "a", "folder") == nil)
        let notes = phone.events.flatMap(\.notes)
        for name in ["title", "small", "id", "date", "price", "count"] {
            let sentence =
                "The field CD_\(name) of a record of the type CD_Note holds no value that "
                + "'Note.\(name)' can have; the attribute keeps its value."
            #expect(notes.filter { $0 == sentence }.count == 1, "\(name): \(notes)")
        }
        #expect(phone.events.allSatisfy { $0.succeeded })
        // What could not be read stays as it is, whatever else of the object changes.
        try phone.update("Note", "a", ["text": "edited"])
        try await cloud.settle([phone])
        let after = try await database.record(for: wrong.recordID)
        #expect(after["CD_text"] as? String == "edited")
        #expect(after["CD_title"] as? Int == 7 && after["CD_small"] as? Int == 100_000)
        #expect(after["CD_id"] as? String == "none" && after["CD_folder"] as? Int == 3)
        #expect(after["CD_count"] as? Double == 1.5 && after["CD_date"] as? String == "yesterday")
        try phone.close()
    }

    @Test func `what could not be read stays as it is where everything is compared`() async throws {
        _ = try await database.save(CKRecordZone(zoneID: Notebook.zone))
        let cover = record(
            "CD_Cover", ["CD_entityName": "Cover", "CD_key": "c", "CD_note": "another"])
        let wrong = record(
            "CD_Note",
            [
                "CD_entityName": "Note", "CD_key": "a", "CD_title": 7, "CD_small": 100_000,
                "CD_id": "none", "CD_date": "yesterday", "CD_price": "7.5", "CD_count": 1.5,
                "CD_folder": 3, "CD_cover": cover.recordID.recordName,
            ])
        _ = try await database.modifyRecords(saving: [wrong, cover], deleting: [])
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone])
        try phone.close()
        let later = try Device("phone", in: cloud, at: url, model: Notebook.model(extra: true))
        try await cloud.settle([later])
        #expect(later.requests == 0)
        #expect(try later.target("Note", "a", "cover") == nil)
        let after = try await database.record(for: wrong.recordID)
        #expect(after["CD_title"] as? Int == 7 && after["CD_small"] as? Int == 100_000)
        #expect(after["CD_id"] as? String == "none" && after["CD_folder"] as? Int == 3)
        #expect(after["CD_count"] as? Double == 1.5 && after["CD_date"] as? String == "yesterday")
        #expect(after["CD_cover"] as? String == cover.recordID.recordName)
        try later.close()
    }

    @Test func `an edit of what could not be read is sent where everything is compared`()
        async throws
    {
        _ = try await database.save(CKRecordZone(zoneID: Notebook.zone))
        let wrong = record(
            "CD_Note",
            ["CD_entityName": "Note", "CD_key": "a", "CD_small": 100_000, "CD_date": "yesterday"])
        _ = try await database.modifyRecords(saving: [wrong], deleting: [])
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, at: url)
        try await cloud.settle([phone])
        try phone.update("Note", "a", ["small": 5])
        try phone.close()
        let later = try Device("phone", in: cloud, at: url, model: Notebook.model(extra: true))
        try await cloud.settle([later])
        let after = try await database.record(for: wrong.recordID)
        #expect(after["CD_small"] as? Int == 5)
        #expect(after["CD_date"] as? String == "yesterday")
        try later.close()
    }

    @Test func `records of no entity, and pairs of none, are left as they are`() async throws {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        try phone.insert("Tag", "red")
        try await cloud.settle([phone])
        let note = try #require(phone.container.recordID(for: try phone.id("Note", "a"))).recordName
        let tag = try #require(phone.container.recordID(for: try phone.id("Tag", "red"))).recordName
        let foreign = [
            record("CD_Note", ["CD_key": "of no entity"]),
            record("CD_Note", ["CD_entityName": "Gone", "CD_key": "of another version"]),
            record("CD_Note", ["CD_entityName": "Tag", "CD_key": "of another type"]),
            record("CD_Later", ["CD_entityName": "Later", "CD_key": "of a later version"]),
            record("Plain", ["key": "of another program"]),
            record("CDMR", ["CD_recordNames": "\(note):\(tag)"]),
            record(
                "CDMR",
                [
                    "CD_entityNames": "Note:Tag", "CD_recordNames": "\(note)",
                    "CD_relationships": "tags:tagged",
                ]),
            record(
                "CDMR",
                [
                    "CD_entityNames": "Note:Tag", "CD_recordNames": "\(note):\(tag)",
                    "CD_relationships": "labels:labelled",
                ]),
        ]
        _ = try await database.modifyRecords(saving: foreign, deleting: [])
        try phone.insert("Note", "b")
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a", "b"] && device.keys("Tag") == ["red"])
            #expect(try device.members("Note", "a", "tags").isEmpty)
            #expect(device.events.allSatisfy { $0.succeeded })
            // One for each record of the mirror's types.
            let notes = device.events.flatMap(\.notes)
            #expect(notes.count >= 7 && Set(notes).count >= 4, "\(notes)")
        }
        for one in foreign {
            #expect(try await database.record(for: one.recordID).recordType == one.recordType)
        }
        // A relationship to one of them is empty, and what it says stays.
        let changed = try await database.record(
            for: CKRecord.ID(recordName: note, zoneID: Notebook.zone))
        changed["CD_folder"] = tag
        _ = try await database.save(changed)
        try await cloud.settle([phone, tablet])
        #expect(try phone.target("Note", "a", "folder") == nil)
        #expect(phone.events.flatMap(\.notes).contains { $0.contains("CD_folder") })
        try phone.update("Note", "a", ["title": "edited"])
        try await cloud.settle([phone, tablet])
        #expect(try await database.record(for: changed.recordID)["CD_folder"] as? String == tag)
        try phone.close()
        try tablet.close()
    }

    /// Sets entries of a mirror in a store that is closed, to those of another one or to bytes.
    private func set(_ keys: [String], in url: URL, from other: URL?) throws {
        func open(_ url: URL) throws -> any ObjectStore {
            try ObjectStoreOpener.open(
                .sqlite(path: url.path), model: try ResolvedModel(Notebook.model().objectModel))
        }
        let target = try open(url)
        defer { try? target.close() }
        var entries: [String: Data?] = [:]
        if let other {
            let source = try open(other)
            defer { try? source.close() }
            for (key, data) in try source.mirrorEntries(keys) { entries[key] = data }
        } else {
            for key in keys {
                guard key == "zone" else {
                    entries[key] = Data([1, 2, 3])
                    continue
                }
                var zone = try MirrorZone(data: try #require(target.mirrorEntries([key])[key]))
                zone.token = Data([1, 2, 3])
                entries[key] = zone.data
            }
        }
        #expect(entries.count == keys.count)
        try target.setMirrorEntries(entries)
    }

    @Test func `a damaged state of the mirror is a sentence, and costs no object`() async throws {
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, at: url)
        try phone.insert("Note", "a", ["title": "here"])
        try await cloud.settle([phone])
        try phone.close()
        try set(["sending"], in: url, from: nil)
        let again = try Device("phone", in: cloud, at: url)
        try again.update("Note", "a", ["title": "edited"])
        await #expect(throws: NSError.self) { try await cloud.settle([again]) }
        let error = try #require(again.events.compactMap { $0.error as NSError? }.last)
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(
            error.localizedDescription.contains("in the table QUARRYMIRROR, is damaged"), "\(error)"
        )
        #expect(try again.text("Note", "a", "title") == "edited")
        #expect(try await cloud.record(key: "a")?["CD_title"] as? String == "here")
        try again.close()
    }

    @Test(arguments: [true, false])
    func `tokens of another account, and none at all, have everything fetched again`(
        isOfAnother: Bool
    ) async throws {
        let (anns, bobs) = (
            folder.file("ann.sqlite"), folder.file("bob.sqlite")
        )
        let phone = try Device("phone", in: cloud, at: anns)
        let other = try Device("other", in: cloud, user: "bob", at: bobs)
        let tablet = try Device("tablet", in: cloud)
        for key in ["a", "b"] { try phone.insert("Note", key, ["title": "phone's"]) }
        for key in ["x", "y", "z"] { try other.insert("Note", key) }
        try await cloud.settle([phone, other, tablet])
        // Bob's database has seen more than Ann's.
        for round in 0..<5 {
            try other.update("Note", "x", ["title": "\(round)"])
            try await cloud.settle([other])
        }
        try phone.close()
        try other.close()
        try set(["zone", "zones", "database"], in: anns, from: isOfAnother ? bobs : nil)
        try tablet.update("Note", "a", ["title": "tablet's"])
        try tablet.delete("Note", "b")
        try tablet.insert("Note", "c")
        try await cloud.settle([tablet])
        let again = try Device("phone", in: cloud, at: anns)
        try again.insert("Note", "d")
        try again.update("Note", "a", ["text": "phone's"])
        try await cloud.settle([again, tablet])
        for device in [again, tablet] {
            #expect(try device.keys("Note") == ["a", "c", "d"])
            #expect(try device.text("Note", "a", "title") == "tablet's")
            #expect(try device.text("Note", "a", "text") == "phone's")
        }
        #expect(try await cloud.notebookRecords().count == 3)
        #expect(try await cloud.notebookRecords(user: "bob").count == 3)
        try again.close()
        try tablet.close()
    }
}
