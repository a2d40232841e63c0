import CloudKit
import CoreData
import Foundation
import MirrorCore
import Testing

/// Two devices that edit the same objects.
@Suite struct `Edits that meet` {
    private let cloud = Notebook.cloud()

    @Test func `edits of different fields are both kept`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.update("Note", "a", ["title": "phone's"])
        try tablet.update("Note", "a", ["text": "tablet's"])
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "phone's")
            #expect(try device.text("Note", "a", "text") == "tablet's")
        }
    }

    @Test func `of two edits of one field, the one that is sent later counts`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.update("Note", "a", ["title": "phone's", "count": 2])
        try tablet.update("Note", "a", ["title": "tablet's"])
        try await cloud.settle([phone])
        try await cloud.settle([tablet, phone])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "tablet's")
            #expect(try device.value("Note", "a", "count") as? Int == 2)
        }
    }

    @Test func `whole records are merged where that is set`() async throws {
        let phone = try Device("phone", in: cloud, merge: .record)
        let tablet = try Device("tablet", in: cloud, merge: .record)
        try phone.insert("Note", "a", ["title": "title", "text": "text"])
        try await cloud.settle([phone, tablet])
        try phone.update("Note", "a", ["title": "phone's"])
        try tablet.update("Note", "a", ["text": "tablet's"])
        try await cloud.settle([phone])
        try await cloud.settle([tablet, phone])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "title")
            #expect(try device.text("Note", "a", "text") == "tablet's")
        }
    }

    @Test func `a device that meets a conflict while it sends merges and sends again`()
        async throws
    {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        let id = try #require(phone.container.recordID(for: try phone.id("Note", "a")))
        try phone.update("Note", "a", ["title": "phone's"])
        cloud.faults.add(.conflictingWriter(on: id, changing: ["CD_text": "another's"]))
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "phone's")
            #expect(try device.text("Note", "a", "text") == "another's")
        }
    }

    @Test func `a deletion that reaches the server first deletes an edited object, which is said`()
        async throws
    {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try tablet.delete("Note", "a")
        try phone.update("Note", "a", ["title": "lost"])
        try await cloud.settle([tablet])
        try await cloud.settle([phone, tablet])
        #expect(try phone.keys("Note").isEmpty && tablet.keys("Note").isEmpty)
        #expect(try await cloud.notebookRecords().isEmpty)
        let notes = phone.events.flatMap(\.notes)
        #expect(notes.count == 1 && notes[0].contains("'Note' was deleted by another device"))
    }

    @Test func `an edit that reaches the server first keeps the object`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try tablet.delete("Note", "a")
        try phone.update("Note", "a", ["title": "kept"])
        try await cloud.settle([phone])
        try await cloud.settle([tablet, phone])
        #expect(try phone.text("Note", "a", "title") == "kept")
        #expect(try tablet.text("Note", "a", "title") == "kept")
        #expect(try tablet.text("Note", "a", "text") == "text")
        #expect(try await cloud.notebookRecords().count == 1)
    }

    @Test func `of two covers for one note, both devices show the same one`() async throws {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        try phone.insert("Cover", "p")
        try tablet.insert("Cover", "t")
        try phone.relate("Note", "a", "cover", to: ("Cover", "p"))
        try tablet.relate("Note", "a", "cover", to: ("Cover", "t"))
        try await cloud.settle([phone, tablet])
        let shown = try phone.target("Note", "a", "cover")
        #expect(try tablet.target("Note", "a", "cover") == shown)
        for cover in ["p", "t"] {
            let note = try phone.target("Cover", cover, "note")
            #expect(try tablet.target("Cover", cover, "note") == note)
            #expect((note == "a") == (shown == cover))
        }
    }

    @Test func `contexts see imports, and unsaved edits meet them by their merge policy`()
        async throws
    {
        let (phone, tablet) = try await Notebook.pair(in: cloud)
        let context = tablet.container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let note = try #require(
            try context.performAndWait { try Device.find("Note", "a", context) })
        context.performAndWait { note.setValue("unsaved", forKey: "title") }
        try phone.update("Note", "a", ["title": "imported", "text": "imported"])
        try await cloud.settle([phone, tablet])
        try context.performAndWait { try context.save() }
        try await cloud.settle([phone, tablet])
        #expect(try phone.text("Note", "a", "title") == "unsaved")
        #expect(try phone.text("Note", "a", "text") == "imported")
    }
}
