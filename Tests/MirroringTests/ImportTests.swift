import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import TestModels
import TestTime
import Testing

/// How what was fetched meets what is here.
@Suite struct `What is fetched` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()
    private var database: CKDatabase {
        cloud.container(Notebook.identifier, user: "ann", device: "observer").privateCloudDatabase
    }

    private func close(_ devices: Device...) throws { for device in devices { try device.close() } }

    @Test func `a relationship that waits to be sent is kept`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        for key in ["f", "g"] { try phone.insert("Folder", key) }
        try await cloud.settle([phone, tablet])
        try tablet.relate("Note", "a", "folder", to: ("Folder", "f"))
        try phone.relate("Note", "a", "folder", to: ("Folder", "g"))
        try await cloud.settle([phone])
        try await cloud.settle([tablet, phone])
        for device in [phone, tablet] {
            #expect(try device.target("Note", "a", "folder") == "f")
            #expect(try device.members("Folder", "g", "notes").isEmpty)
        }
        try close(phone, tablet)
    }

    @Test func `an object that comes later is joined with those that point at it`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        let record = try #require(try await cloud.record(key: "a"))
        let folder = CKRecord(
            recordType: "CD_Folder",
            recordID: CKRecord.ID(recordName: UUID().uuidString, zoneID: Notebook.zone))
        record["CD_folder"] = folder.recordID.recordName
        _ = try await database.save(record)
        try await cloud.settle([phone, tablet])
        #expect(try tablet.target("Note", "a", "folder") == nil)
        // What is edited meanwhile does not take the relationship apart.
        try tablet.update("Note", "a", ["title": "edited"])
        try await cloud.settle([tablet, phone])
        folder["CD_entityName"] = "Folder"
        folder["CD_key"] = "f"
        _ = try await database.save(folder)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.target("Note", "a", "folder") == "f")
            #expect(try device.text("Note", "a", "title") == "edited")
        }
        try close(phone, tablet)
    }

    @Test func `lists of a context have what other devices put in and took out`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        for key in ["f", "g"] { try phone.insert("Folder", key) }
        try phone.relate("Note", "a", "folder", to: ("Folder", "f"))
        try await cloud.settle([phone, tablet])
        let context = tablet.container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        let folders = try context.performAndWait {
            try ["f", "g"].compactMap { try Device.find("Folder", $0, context) }
        }
        func lists() -> [[String]] {
            context.performAndWait {
                folders.map { folder in
                    let notes = folder.value(forKey: "notes") as? NSSet
                    return (notes?.allObjects ?? []).compactMap {
                        ($0 as? NSManagedObject)?.value(forKey: "key") as? String
                    }.sorted()
                }
            }
        }
        #expect(lists() == [["a"], []])
        try phone.insert("Note", "b")
        try phone.relate("Note", "b", "folder", to: ("Folder", "f"))
        try phone.relate("Note", "a", "folder", to: ("Folder", "g"))
        try await cloud.settle([phone, tablet])
        #expect(try await eventually { lists() == [["b"], ["a"]] })
        try phone.delete("Note", "b")
        try await cloud.settle([phone, tablet])
        #expect(try await eventually { lists() == [[], ["a"]] })
        try close(phone, tablet)
    }

    @Test func `a value that the server has already waits no longer`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.update("Note", "a", ["title": "same"])
        try tablet.update("Note", "a", ["title": "same"])
        try await cloud.settle([phone])
        tablet.kill(at: .saved)
        await #expect(throws: Device.Kill.Killed.self) {
            try await tablet.container.synchronize()
        }
        try phone.update("Note", "a", ["title": "newer"])
        try await cloud.settle([phone])
        try await cloud.settle([tablet, phone])
        #expect(try phone.text("Note", "a", "title") == "newer")
        #expect(try tablet.text("Note", "a", "title") == "newer")
        try close(phone, tablet)
    }

    @Test func `an attribute that is not optional keeps its value where the field is gone`()
        async throws
    {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        let record = try #require(try await cloud.record(key: "a"))
        record["CD_count"] = nil as Int?
        record["CD_text"] = nil as String?
        _ = try await database.save(record)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.value("Note", "a", "count") as? Int == 1)
            #expect(try device.value("Note", "a", "text") == nil)
        }
        // The object can be saved.
        try tablet.update("Note", "a", ["title": "edited"])
        try await cloud.settle([tablet, phone])
        #expect(try phone.text("Note", "a", "title") == "edited")
        try close(phone, tablet)
    }

    @Test func `what was edited here is made again where the server forgot that it was deleted`()
        async throws
    {
        let cloud = Notebook.cloud { $0.deletionLifetime = 0 }
        let (phone, tablet) = try Notebook.devices(in: cloud)
        for key in ["edited", "not"] { try phone.insert("Note", key, ["text": "text"]) }
        try await cloud.settle([phone, tablet])
        try tablet.delete("Note", "edited")
        try tablet.delete("Note", "not")
        try await cloud.settle([tablet])
        try phone.update("Note", "edited", ["title": "phone's"])
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["edited"])
            #expect(try device.text("Note", "edited", "title") == "phone's")
            #expect(try device.text("Note", "edited", "text") == "text")
        }
        try close(phone, tablet)
    }

    /// Edits a note, makes another one and deletes a third, and forgets the history of it.
    private func editAndForget(_ device: Device) throws {
        try device.update("Note", "a", ["title": "forgotten"])
        try device.insert("Note", "b")
        try device.delete("Note", "goes")
        try device.perform {
            _ = try $0.execute(
                NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
        try device.insert("Tag", "red")
    }

    @Test func `a forgotten history costs what it had where that is set, as on Apple's systems`()
        async throws
    {
        let cloud = Notebook.cloud { $0.resetsForgottenHistory = true }
        let tablet = try Device("tablet", in: cloud)
        let phone = try Device("phone", in: cloud)
        for key in ["a", "goes"] { try tablet.insert("Note", key, ["title": "title"]) }
        try await cloud.settle([tablet, phone])
        try editAndForget(phone)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a", "goes"] && device.keys("Tag").isEmpty)
            #expect(try device.text("Note", "a", "title") == "title")
        }
        // What is saved from now on is sent.
        try phone.update("Note", "a", ["title": "new"])
        try await cloud.settle([phone, tablet])
        #expect(try tablet.text("Note", "a", "title") == "new")
        try close(phone, tablet)
    }

    @Test func `edits whose history was forgotten are sent all the same`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.insert("Note", "goes")
        try await cloud.settle([phone, tablet])
        try editAndForget(phone)
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["a", "b"] && tablet.keys("Tag") == ["red"])
        #expect(try tablet.text("Note", "a", "title") == "forgotten")
        #expect(try await cloud.notebookRecords().count == 3)
        try close(phone, tablet)
    }

    @Test func `a relationship that was emptied is sent where everything is compared`()
        async throws
    {
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, at: url)
        let tablet = try Device("tablet", in: cloud)
        for key in ["a", "b"] {
            try phone.insert("Note", key)
            try phone.insert("Folder", key)
            try phone.insert("Cover", key)
            try phone.relate("Note", key, "folder", to: ("Folder", key))
            try phone.relate("Note", key, "cover", to: ("Cover", key))
        }
        try await cloud.settle([phone, tablet])
        try phone.relate("Note", "a", "folder", to: nil)
        try phone.relate("Note", "a", "cover", to: nil)
        try phone.close()
        // With another model every object is compared with its last known record.
        let later = try Device("phone", in: cloud, at: url, model: Notebook.model(extra: true))
        try await cloud.settle([later, tablet])
        for device in [later, tablet] {
            #expect(try device.target("Note", "a", "folder") == nil)
            #expect(try device.target("Note", "a", "cover") == nil)
            #expect(try device.target("Cover", "a", "note") == nil)
            #expect(try device.target("Note", "b", "folder") == "b")
            #expect(try device.target("Note", "b", "cover") == "b")
        }
        let record = try #require(
            try await cloud.notebookRecords().first {
                $0.recordType == "CD_Note" && $0["CD_key"] as? String == "a"
            })
        #expect(record["CD_folder"] == nil && record["CD_cover"] == nil)
        // The note and its cover, in one request.
        #expect(later.requests == 1)
        try close(tablet, later)
    }

    @Test func `what a later model has comes with its first import`() async throws {
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, model: Notebook.model(extra: true))
        let tablet = try Device("tablet", in: cloud, at: url)
        try phone.insert("Note", "a", ["extra": "later"])
        try await cloud.settle([phone, tablet])
        try tablet.close()
        let later = try Device("tablet", in: cloud, at: url, model: Notebook.model(extra: true))
        _ = try await later.container.synchronize()
        #expect(try later.text("Note", "a", "extra") == "later")
        #expect(later.requests == 0)
        try close(phone, later)
    }

    @Test func `pairs of a relationship that a later model has come with that model`() async throws
    {
        func model(isRelated: Bool) -> NSManagedObjectModel {
            let (note, tag) = (entity("Note"), entity("Tag"))
            let toTags = relationship("tags", tag, isToMany: true)
            let toTagged = relationship("tagged", note, isToMany: true)
            join(toTags, toTagged)
            note.properties = [attribute("key")] + (isRelated ? [toTags] : [])
            tag.properties = [attribute("key")] + (isRelated ? [toTagged] : [])
            return NSManagedObjectModel(of: note, tag)
        }
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, model: model(isRelated: true))
        let tablet = try Device("tablet", in: cloud, at: url, model: model(isRelated: false))
        try phone.insert("Note", "a")
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone, tablet])
        try tablet.close()
        let later = try Device("tablet", in: cloud, at: url, model: model(isRelated: true))
        try await cloud.settle([later, phone])
        for device in [later, phone] { #expect(try device.members("Note", "a", "tags") == ["red"]) }
        #expect(later.requests == 0)
        try close(phone, later)
    }

    @Test func `a page that was fetched before the model changed is not taken for the whole zone`()
        async throws
    {
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud)
        let tablet = try Device("tablet", in: cloud, at: url)
        for key in ["a", "b", "c"] { try phone.insert("Note", key) }
        try await cloud.settle([phone, tablet])
        try tablet.close()
        // The page has this alone.
        try phone.update("Note", "b", ["title": "new"])
        try await cloud.settle([phone])
        let later = try Device("tablet", in: cloud, at: url, model: Notebook.model(extra: true))
        try await cloud.settle([later, phone])
        #expect(
            try later.keys("Note") == ["a", "b", "c"] && phone.keys("Note") == ["a", "b", "c"])
        #expect(try later.text("Note", "b", "title") == "new")
        try close(phone, later)
    }
}
