import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import Testing

/// What is sent together, and what becomes of what the server did not take.
@Suite struct `What is sent` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()

    private func insert(_ count: Int, _ phone: Device, text: String? = nil) throws {
        try phone.perform { context in
            for number in 0..<count {
                let note = NSEntityDescription.insertNewObject(
                    forEntityName: "Note", into: context)
                note.setValue("n\(number)", forKey: "key")
                note.setValue(text, forKey: "text")
            }
        }
    }

    @Test(arguments: [(400, 1), (401, 2), (800, 2)])
    func `a request has 400 records at most`(records: Int, requests: Int) async throws {
        let phone = try Device("phone", in: cloud)
        try insert(records, phone)
        try await cloud.settle([phone])
        #expect(phone.requests == requests)
        #expect(try await cloud.notebookRecords().count == records)
        try phone.close()
    }

    @Test(arguments: [(2, 1), (3, 2), (5, 3)])
    func `a request has 1.5 MB at most, without assets`(records: Int, requests: Int) async throws {
        let phone = try Device("phone", in: cloud)
        try insert(records, phone, text: String(repeating: "x", count: 600_000))
        try await cloud.settle([phone])
        #expect(phone.requests == requests)
        #expect(
            try await cloud.notebookRecords().count { $0["CD_text_ckAsset"] == nil } == records)
        try phone.close()
        // What is in assets takes no room in a request.
        let tablet = try Device("tablet", in: Notebook.cloud())
        try insert(records, tablet, text: String(repeating: "x", count: 800_000))
        _ = try await tablet.container.synchronize()
        #expect(tablet.requests == 1)
        try tablet.close()
    }

    @Test func `the assets of a request, and of what is applied at once, have a bound`()
        async throws
    {
        let phone = try Device("phone", in: cloud, contentBytes: 2_000_000)
        try insert(5, phone, text: String(repeating: "x", count: 800_000))
        try await cloud.settle([phone])
        #expect(phone.requests == 3)
        #expect(try await cloud.notebookRecords().count == 5)
        let tablet = try Device("tablet", in: cloud, contentBytes: 2_000_000)
        tablet.kill(at: .saved)
        await #expect(throws: (any Error).self) { try await tablet.container.synchronize() }
        #expect(try tablet.keys("Note").count == 2)
        try await cloud.settle([tablet])
        #expect(try tablet.keys("Note") == ["n0", "n1", "n2", "n3", "n4"])
        #expect(tablet.requests == 0)
        try phone.close()
        try tablet.close()
    }

    @Test func `what is edited while a request is under way joins what comes back from it`()
        async throws
    {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a", ["title": "title", "text": "text"])
        try await cloud.settle([phone, tablet])
        let id = try #require(phone.container.recordID(for: try phone.id("Note", "a")))
        try phone.update("Note", "a", ["title": "phone's"])
        cloud.faults.add(.conflictingWriter(on: id, changing: ["CD_title": "another's"]))
        phone.at(.answered) { [unowned phone] in
            try phone.update("Note", "a", ["text": "phone's too"])
        }
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.text("Note", "a", "title") == "phone's")
            #expect(try device.text("Note", "a", "text") == "phone's too")
        }
        try phone.close()
        try tablet.close()
    }

    @Test func `an edit that was taken back is not sent, and an edit sends nothing beside it`()
        async throws
    {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a", ["title": "title", "text": "text"])
        try await cloud.settle([phone])
        let id = try #require(phone.container.recordID(for: try phone.id("Note", "a")))
        let before = try #require(try await cloud.record(key: "a"))
        try phone.update("Note", "a", ["title": "other", "count": 5, "isDone": true])
        try phone.update("Note", "a", ["title": "title", "count": 0, "isDone": nil])
        try await cloud.settle([phone])
        #expect(phone.requests == 1)
        #expect(try await cloud.record(key: "a")?.recordChangeTag == before.recordChangeTag)
        // What is known of the record afterwards is the whole of it.
        try phone.update("Note", "a", ["count": 2])
        _ = try await phone.container.synchronize()
        let known = phone.container.record(for: try phone.id("Note", "a"))
        #expect(known?["CD_title"] as? String == "title" && known?["CD_count"] as? Int == 2)
        #expect(
            try await cloud.record(key: "a")?.recordChangeTag == known?.recordChangeTag)
        // Another device writes the field at the same moment.
        try phone.update("Note", "a", ["title": "other"])
        try phone.update("Note", "a", ["title": "title", "text": "edited"])
        cloud.faults.add(.conflictingWriter(on: id, changing: ["CD_title": "another's"]))
        try await cloud.settle([phone])
        let after = try #require(try await cloud.record(key: "a"))
        #expect(after["CD_title"] as? String == "another's")
        #expect(after["CD_text"] as? String == "edited")
        try phone.close()
    }

    @Test func `what is deleted while the answer of its save is lost is deleted at the server`()
        async throws
    {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "stays")
        try phone.insert("Tag", "red")
        try await cloud.settle([phone, tablet])
        try phone.insert("Note", "goes")
        try phone.tag("stays", "red", isOn: true)
        cloud.faults.add(.responseLost, on: .writes, user: "ann")
        _ = try? await phone.container.synchronize()
        try phone.delete("Note", "goes")
        try phone.tag("stays", "red", isOn: false)
        try await cloud.settle([phone, tablet])
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["stays"])
            #expect(try device.members("Note", "stays", "tags").isEmpty)
        }
        #expect(try await cloud.notebookRecords().count == 2)
        try phone.close()
        try tablet.close()
    }

    @Test func `where one of the refused records is taken, all are sent at once`() async throws {
        let production = try Notebook.productionWithoutText(in: folder)
        let phone = try Device("phone", in: production)
        try insert(6, phone, text: "withheld")
        await #expect(throws: CKError.self) { try await phone.container.synchronize() }
        #expect(try await production.notebookRecords().isEmpty)
        try await production.close()
        try Notebook.deploySchema(in: folder)
        let before = phone.requests
        _ = try await phone.container.synchronize()
        #expect(try await production.notebookRecords().count == 6)
        // One record is tried, and the others follow together.
        #expect(phone.requests == before + 2)
        try phone.close()
    }
}
