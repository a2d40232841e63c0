import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import Testing

/// Whose transactions of the history are sent: those of every author but the mirror itself.
@Suite struct `Authors in the history` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()

    /// Works with a context whose saves have an author.
    private func perform(
        _ device: Device, by author: String?, _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let context = device.container.newBackgroundContext()
        context.transactionAuthor = author
        try context.performAndWait {
            try body(context)
            try context.save()
        }
    }

    @Test(
        arguments: [
            nil, "", "app", "NSCloudKitMirroring", "NSCloudKitMirroringDelegate",
            "com.example.NSCloudKitMirroringDelegate.import",
        ])
    func `what a program saves is sent, by any author`(author: String?) async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "changes", ["title": "before"])
        try phone.insert("Note", "goes")
        try await cloud.settle([phone, tablet])
        try perform(phone, by: author) { context in
            NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                .setValue("comes", forKey: "key")
            try Device.find("Note", "changes", context)?.setValue("after", forKey: "title")
            if let note = try Device.find("Note", "goes", context) { context.delete(note) }
        }
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["changes", "comes"])
        #expect(try tablet.text("Note", "changes", "title") == "after")
    }

    @Test func `what was fetched is no edit of the device, where it ended before it sent`()
        async throws
    {
        let url = folder.file("Notebook.sqlite")
        let phone = try Device("phone", in: cloud)
        let tablet = try Device("tablet", in: cloud, at: url)
        try phone.insert("Note", "a", ["title": "first", "text": "text"])
        try phone.insert("Tag", "red")
        try phone.insert("Note", "goes")
        try await cloud.settle([phone, tablet])
        try phone.update("Note", "a", ["title": "second"])
        try phone.tag("a", "red", isOn: true)
        try phone.delete("Note", "goes")
        try await cloud.settle([phone])
        tablet.kill(at: .saved)
        await #expect(throws: Device.Kill.Killed.self) {
            try await tablet.container.synchronize()
        }
        #expect(try tablet.text("Note", "a", "title") == "second")
        // The history has the transaction of the import, and nothing of it is to be sent.
        let fetched = try #require(try Notebook.status(url))
        #expect(fetched.newTransactions == 0 && fetched.changes.isEmpty)
        // Were it an edit, it would be the later one, and undo this.
        try phone.update("Note", "a", ["title": "third"])
        try phone.tag("a", "red", isOn: false)
        try await cloud.settle([phone])
        try perform(tablet, by: "app") {
            try Device.find("Note", "a", $0)?.setValue("tablet's", forKey: "text")
        }
        let edited = try #require(try Notebook.status(url))
        #expect(edited.newTransactions == 1 && edited.changes.map(\.properties) == [["text"]])
        try await cloud.settle([tablet, phone])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "third")
            #expect(try device.text("Note", "a", "text") == "tablet's")
            #expect(try device.members("Note", "a", "tags").isEmpty)
            #expect(try device.keys("Note") == ["a"])
        }
        try phone.close()
        try tablet.close()
    }
}
