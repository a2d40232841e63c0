import CloudKit
import CoreData
import Foundation
import Stores
import TestFiles
import TestKit
import Testing

/// What reaches another device, and how.
@Suite struct `Two devices` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()

    @Test func `every type of attribute reaches another device, and nil too`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        let date = Date(timeIntervalSince1970: 1_700_000_000.1234567)
        let id = UUID()
        try phone.insert(
            "Note", "a",
            [
                "title": "Milk", "small": -7, "count": Int64.max, "ratio": 0.1,
                "weight": Float(0.5),
                "price": NSDecimalNumber(string: "12345.678"), "isDone": true, "date": date,
                "data": Data([0, 1, 255]), "id": id, "link": URL(string: "https://example.org/a?b"),
                "secret": "hidden",
            ])
        try phone.insert("Note", "b")
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["a", "b"])
        #expect(try tablet.text("Note", "a", "title") == "Milk")
        #expect(try tablet.value("Note", "a", "small") as? Int == -7)
        #expect(try tablet.value("Note", "a", "count") as? Int64 == .max)
        #expect(try tablet.value("Note", "a", "ratio") as? Double == 0.1)
        #expect(try tablet.value("Note", "a", "weight") as? Float == 0.5)
        #expect(
            try tablet.value("Note", "a", "price") as? NSDecimalNumber
                == NSDecimalNumber(string: "12345.678"))
        #expect(try tablet.value("Note", "a", "isDone") as? Bool == true)
        let got = try #require(try tablet.value("Note", "a", "date") as? Date)
        #expect(abs(got.timeIntervalSince(date)) <= 0.0005)
        #expect(try tablet.value("Note", "a", "data") as? Data == Data([0, 1, 255]))
        #expect(try tablet.value("Note", "a", "id") as? UUID == id)
        #expect(
            try tablet.value("Note", "a", "link") as? URL == URL(string: "https://example.org/a?b"))
        #expect(try tablet.text("Note", "a", "secret") == "hidden")
        #expect(try tablet.value("Note", "b", "title") == nil)
        // The phone keeps what it has, in its own precision.
        #expect(try phone.value("Note", "a", "date") as? Date == date)
        let record = try #require(try await cloud.record(key: "a"))
        #expect(record.recordType == "CD_Note" && record["CD_entityName"] as? String == "Note")
        #expect(record["CD_id"] as? String == id.uuidString)
        #expect(record.encryptedValues["CD_secret"] as? String == "hidden")
        #expect(record.recordID.recordName == record.recordID.recordName.uppercased())
        // Nil reaches it as well.
        try tablet.update("Note", "a", ["title": nil, "date": nil])
        try await cloud.settle([phone, tablet])
        #expect(try phone.value("Note", "a", "title") == nil)
        #expect(try phone.value("Note", "a", "date") == nil)
        #expect(try phone.value("Note", "a", "ratio") as? Double == 0.1)
    }

    @Test func `what is imported does not go out again`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Folder", "f")
        try phone.insert(
            "Note", "a", ["date": Date(timeIntervalSinceReferenceDate: 1.00049), "price": 1.1])
        try phone.relate("Note", "a", "folder", to: ("Folder", "f"))
        try await cloud.settle([phone, tablet])
        let tags = Set(try await cloud.notebookRecords().map(\.recordChangeTag))
        try await cloud.settle([tablet, phone, tablet])
        #expect(Set(try await cloud.notebookRecords().map(\.recordChangeTag)) == tags)
        #expect(tablet.events.filter { $0.type == .export }.isEmpty)
    }

    @Test func `relationships reach another device, whatever comes first`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a")
        try await cloud.settle([phone])
        try phone.insert("Folder", "f")
        try phone.relate("Note", "a", "folder", to: ("Folder", "f"))
        try phone.insert("Cover", "c")
        try phone.relate("Note", "a", "cover", to: ("Cover", "c"))
        try phone.insert("Tag", "red")
        try phone.insert("Tag", "blue")
        try phone.tag("a", "red", isOn: true)
        try phone.tag("a", "blue", isOn: true)
        try await cloud.settle([phone, tablet])
        #expect(try tablet.target("Note", "a", "folder") == "f")
        #expect(try tablet.members("Folder", "f", "notes") == ["a"])
        #expect(try tablet.target("Note", "a", "cover") == "c")
        #expect(try tablet.target("Cover", "c", "note") == "a")
        #expect(try tablet.members("Note", "a", "tags") == ["blue", "red"])
        #expect(try tablet.members("Tag", "red", "tagged") == ["a"])
        let links = try await cloud.notebookRecords().filter { $0.recordType == "CDMR" }
        #expect(links.count == 2)
        #expect(links.allSatisfy { $0["CD_entityNames"] as? String == "Note:Tag" })
        #expect(links.allSatisfy { $0["CD_relationships"] as? String == "tags:tagged" })
        // And what is taken apart.
        try tablet.tag("a", "red", isOn: false)
        try tablet.relate("Note", "a", "cover", to: nil)
        try tablet.relate("Note", "a", "folder", to: nil)
        try await cloud.settle([phone, tablet])
        #expect(try phone.members("Note", "a", "tags") == ["blue"])
        #expect(try phone.target("Note", "a", "cover") == nil)
        #expect(try phone.target("Cover", "c", "note") == nil)
        #expect(try phone.members("Folder", "f", "notes").isEmpty)
        #expect(
            try await cloud.notebookRecords().filter { $0.recordType == "CDMR" }.count == 1)
    }

    @Test func `a pair that two devices joined has one link, and taking it apart removes both`()
        async throws
    {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a")
        try phone.insert("Tag", "red")
        try await cloud.settle([phone, tablet])
        try phone.tag("a", "red", isOn: true)
        try tablet.tag("a", "red", isOn: true)
        try await cloud.settle([phone, tablet])
        // The tablet takes the phone's record; a device that sends at the same moment makes another one.
        let links = try await cloud.notebookRecords().filter { $0.recordType == "CDMR" }
        #expect(links.count == 1)
        let link = try #require(links.first)
        let second = CKRecord(
            recordType: "CDMR",
            recordID: CKRecord.ID(recordName: UUID().uuidString, zoneID: Notebook.zone))
        for key in ["CD_entityNames", "CD_recordNames", "CD_relationships"] {
            second[key] = link[key] as? String
        }
        _ = try await cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase.save(second)
        try await cloud.settle([phone, tablet])
        #expect(
            try await cloud.notebookRecords().filter { $0.recordType == "CDMR" }.count == 2)
        #expect(try phone.members("Note", "a", "tags") == ["red"])
        try tablet.tag("a", "red", isOn: false)
        try await cloud.settle([phone, tablet])
        #expect(try phone.members("Note", "a", "tags").isEmpty)
        #expect(
            try await cloud.notebookRecords().filter { $0.recordType == "CDMR" }.isEmpty)
    }

    @Test func `subentities share a record type`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Sketch", "s", ["title": "Cat", "strokes": 12])
        try phone.insert("Folder", "f")
        try phone.relate("Sketch", "s", "folder", to: ("Folder", "f"))
        try await cloud.settle([phone, tablet])
        #expect(try tablet.value("Sketch", "s", "strokes") as? Int == 12)
        #expect(try tablet.members("Folder", "f", "notes") == ["s"])
        let record = try #require(try await cloud.record(key: "s"))
        #expect(record.recordType == "CD_Note" && record["CD_entityName"] as? String == "Sketch")
        // A cascade deletes on the device that deletes, and reaches the other.
        try tablet.delete("Folder", "f")
        try await cloud.settle([phone, tablet])
        #expect(try phone.keys("Sketch").isEmpty && phone.keys("Folder").isEmpty)
        #expect(try await cloud.notebookRecords().isEmpty)
    }

    @Test func `large values are in assets, and come back when they shrink`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        let large = String(repeating: "ä", count: 600_000)
        let bytes = Data(repeating: 7, count: 500_000)
        try phone.insert("Note", "a", ["text": large, "data": bytes, "title": "short"])
        try await cloud.settle([phone, tablet])
        let record = try #require(try await cloud.record(key: "a"))
        #expect(record["CD_text"] as? String == "" && record["CD_text_ckAsset"] is CKAsset)
        #expect(record["CD_data"] as? Data == bytes && record["CD_data_ckAsset"] == nil)
        #expect(try tablet.text("Note", "a", "text") == large)
        #expect(try tablet.value("Note", "a", "data") as? Data == bytes)
        try tablet.update("Note", "a", ["text": "small"])
        try await cloud.settle([phone, tablet])
        let later = try #require(try await cloud.record(key: "a"))
        #expect(later["CD_text"] as? String == "small" && later["CD_text_ckAsset"] == nil)
        #expect(try phone.text("Note", "a", "text") == "small")
        #expect(try phone.text("Note", "a", "title") == "short")
        // Two values together are too large.
        try phone.update("Note", "a", ["text": String(repeating: "b", count: 300_000)])
        try await cloud.settle([phone, tablet])
        let both = try #require(try await cloud.record(key: "a"))
        #expect(both["CD_data_ckAsset"] is CKAsset && both["CD_text_ckAsset"] == nil)
        #expect(try tablet.value("Note", "a", "data") as? Data == bytes)
        #expect(tablet.events.allSatisfy { $0.succeeded })
    }

    @Test func `keys of others stay, and fields of a later model come when it does`() async throws {
        let phone = try Device("phone", in: cloud)
        let url = folder.file("Notebook.sqlite")
        let tablet = try Device("tablet", in: cloud, at: url)
        try phone.insert("Note", "a", ["title": "one"])
        try await cloud.settle([phone, tablet])
        let record = try #require(try await cloud.record(key: "a"))
        record["CD_extra"] = "later"
        record["CD_moveReceipt"] = Data([1, 2, 3])
        _ = try await cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase.save(record)
        try await cloud.settle([phone, tablet])
        try phone.update("Note", "a", ["title": "two"])
        try await cloud.settle([phone, tablet])
        let saved = try #require(try await cloud.record(key: "a"))
        #expect(saved["CD_title"] as? String == "two")
        #expect(saved["CD_extra"] as? String == "later")
        #expect(saved["CD_moveReceipt"] as? Data == Data([1, 2, 3]))
        try tablet.close()
        let later = try Device("tablet", in: cloud, at: url, model: Notebook.model(extra: true))
        try later.insert("Note", "b", ["extra": "mine"])
        try await cloud.settle([later, phone])
        #expect(try later.text("Note", "a", "extra") == "later")
        #expect(try later.keys("Note") == ["a", "b"] && phone.keys("Note") == ["a", "b"])
        #expect(try await cloud.notebookRecords().count == 2)
        try later.close()
    }

    @Test func `what is written into fields of a later model before it is mirrored is sent`()
        async throws
    {
        let phone = try Device("phone", in: cloud)
        let url = folder.file("Notebook.sqlite")
        let tablet = try Device("tablet", in: cloud, at: url)
        try phone.insert("Note", "a", ["title": "one"])
        try await cloud.settle([phone, tablet])
        try tablet.close()
        let later = try Device("tablet", in: cloud, at: url, model: Notebook.model(extra: true))
        try later.update("Note", "a", ["extra": "mine"])
        try await cloud.settle([later, phone])
        #expect(try later.text("Note", "a", "extra") == "mine")
        let record = try #require(try await cloud.record(key: "a"))
        #expect(record["CD_extra"] as? String == "mine")
        #expect(record["CD_title"] as? String == "one")
        try later.close()
        try phone.close()
    }

    @Test(arguments: ObjectDatabase.available)
    func `stores in every database are mirrored`(database: ObjectDatabase) async throws {
        let devices = try ["phone", "tablet"].map { name in
            let place = try #require(database.location(name, in: folder.path).place)
            return try Device(
                name, in: cloud,
                at: place.hasPrefix("postgres") ? URL(string: place) : URL(fileURLWithPath: place))
        }
        try devices[0].insert("Note", "a", ["title": "one"])
        try devices[1].insert("Tag", "red")
        try await cloud.settle(devices)
        try devices[1].tag("a", "red", isOn: true)
        try devices[0].update("Note", "a", ["title": "two"])
        try await cloud.settle(devices)
        for device in devices {
            #expect(try device.text("Note", "a", "title") == "two")
            #expect(try device.members("Note", "a", "tags") == ["red"])
        }
        try devices[0].delete("Note", "a")
        try await cloud.settle(devices)
        #expect(try devices[1].keys("Note").isEmpty && devices[1].keys("Tag") == ["red"])
        #expect(try await cloud.notebookRecords().count == 1)
        for device in devices { try device.close() }
    }

    @Test func `objects from before mirroring are sent, and a store goes on where it was`()
        async throws
    {
        let url = folder.file("Notebook.sqlite")
        let plain = NSPersistentContainer(
            name: "Notebook", managedObjectModel: Notebook.model())
        plain.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        plain.loadPersistentStores { _, error in #expect(error == nil) }
        let context = plain.newBackgroundContext()
        try context.performAndWait {
            for place in 0..<900 {
                let note = NSEntityDescription.insertNewObject(
                    forEntityName: "Note", into: context)
                note.setValue("n\(place)", forKey: "key")
            }
            try context.save()
        }
        for store in plain.persistentStoreCoordinator.persistentStores {
            try plain.persistentStoreCoordinator.remove(store)
        }
        let phone = try Device("phone", in: cloud, at: url)
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note").count == 900)
        try phone.close()
        let again = try Device("phone", in: cloud, at: url)
        try again.delete("Note", "n0")
        try again.update("Note", "n1", ["title": "new"])
        try tablet.update("Note", "n2", ["title": "newer"])
        try await cloud.settle([again, tablet])
        #expect(try tablet.keys("Note").count == 899)
        #expect(try tablet.text("Note", "n1", "title") == "new")
        #expect(try again.text("Note", "n2", "title") == "newer")
        #expect(try await cloud.notebookRecords().count == 899)
        try again.close()
    }
}
