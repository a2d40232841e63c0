import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import Testing

/// What happens without a network or an account, and where the server refuses.
@Suite struct `Failures of the cloud` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()
    private var url: URL { folder.file("Notebook.sqlite") }

    @Test func `what is saved offline is sent later, in order and once`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try await cloud.settle([phone, tablet])
        cloud.faults.add(.networkUnavailable, times: nil)
        try phone.insert("Note", "a", ["title": "offline"])
        let error = try await #require(throws: CKError.self) {
            try await cloud.settle([phone])
        }
        #expect(error.code == .networkUnavailable)
        #expect(phone.container.recordID(for: try phone.id("Note", "a")) == nil)
        cloud.faults.clear()
        // The server does it, and the answer is lost.
        cloud.faults.add(.responseLost, on: .writes)
        try await cloud.settle([phone, tablet])
        #expect(try tablet.text("Note", "a", "title") == "offline")
        #expect(try await cloud.notebookRecords().count == 1)
        #expect(
            phone.container.record(for: try phone.id("Note", "a"))?["CD_title"] as? String
                == "offline")
    }

    @Test(arguments: [LocalCloud.Faults.Requests.all, .writes])
    func `a network that fails once does not keep a mirror from its setup`(
        requests: LocalCloud.Faults.Requests
    ) async throws {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        cloud.faults.add(.networkFailure, on: requests)
        let error = await #expect(throws: CKError.self) {
            try await phone.container.synchronize()
        }
        #expect(error?.code == .networkFailure)
        _ = try await phone.container.synchronize()
        #expect(try await cloud.notebookRecords().count == 1)
    }

    @Test func `an edit after a lost answer is not undone by what was lost`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a", ["title": "first"])
        try await cloud.settle([phone, tablet])
        try phone.update("Note", "a", ["title": "second"])
        cloud.faults.add(.responseLost, on: .writes, user: "ann")
        _ = try? await phone.container.synchronize()
        // Another device has seen it and writes the last word.
        try await cloud.settle([tablet])
        #expect(try tablet.text("Note", "a", "title") == "second")
        try tablet.update("Note", "a", ["title": "third"])
        try await cloud.settle([tablet])
        try await cloud.settle([phone, tablet])
        #expect(try phone.text("Note", "a", "title") == "third")
        #expect(try tablet.text("Note", "a", "title") == "third")
    }

    @Test(arguments: [false, true])
    func `what another device deleted after a lost answer does not come back`(
        isForgotten: Bool
    ) async throws {
        // Where the server forgets deletions at once, the phone's token has expired.
        let cloud = Notebook.cloud { if isForgotten { $0.deletionLifetime = 0 } }
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "stays")
        try await cloud.settle([phone, tablet])
        try phone.insert("Note", "goes")
        cloud.faults.add(.responseLost, on: .writes, user: "ann")
        _ = try? await phone.container.synchronize()
        try await cloud.settle([tablet])
        #expect(try tablet.keys("Note") == ["goes", "stays"])
        try tablet.delete("Note", "goes")
        try await cloud.settle([tablet])
        // The phone asks for the answer that it did not get, and saves nothing again.
        try await cloud.settle([phone, tablet])
        #expect(try phone.keys("Note") == ["stays"])
        #expect(try tablet.keys("Note") == ["stays"])
        #expect(try await cloud.notebookRecords().map { $0["CD_key"] as? String } == ["stays"])
        // The save was done before: no edit of the phone met the deletion.
        #expect(phone.events.flatMap(\.notes).isEmpty)
        try phone.close()
        try tablet.close()
    }

    @Test func `without an account the store opens, and events say why`() async throws {
        let cloud = LocalCloud(.memory, settings: Notebook.cloud().settings, user: nil)
        let phone = try Device("phone", in: cloud, user: nil)
        try phone.insert("Note", "a")
        await #expect(throws: (any Error).self) { try await cloud.settle([phone]) }
        let setup = try #require(phone.events.first { $0.type == .setup })
        let error = try #require(setup.error as NSError?)
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134400)
        #expect(
            error.localizedDescription
                == "Unable to initialize without an iCloud account (CKAccountStatusNoAccount).")
        let export = try #require(phone.events.first { $0.type == .export })
        #expect((export.error as NSError?)?.code == 134406)
        #expect(phone.container.canUpdateRecord(forManagedObjectWith: try phone.id("Note", "a")))
        let store = try #require(
            phone.container.persistentStoreCoordinator.persistentStores.first)
        #expect(phone.container.canModifyManagedObjects(in: store))
        cloud.signIn("ann", device: "phone")
        let tablet = try Device("tablet", in: cloud)
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["a"])
    }

    @Test func `another user's objects replace those of the user before`() async throws {
        let phone = try Device("phone", in: cloud, at: url)
        try phone.insert("Note", "anns")
        try await cloud.settle([phone])
        let tablet = try Device("tablet", in: cloud, user: "bob")
        try tablet.insert("Note", "bobs")
        try await cloud.settle([tablet])
        cloud.signIn("bob", device: "phone")
        try await cloud.settle([phone])
        #expect(try phone.keys("Note") == ["bobs"])
        // Nothing is left of what was known of the other user's records.
        let status = try #require(try Notebook.status(url))
        #expect(status.user == "_bob" && status.orphans.isEmpty)
        #expect(try await cloud.notebookRecords(user: "bob").count == 1)
        #expect(try await cloud.notebookRecords(user: "ann").count == 1)
        cloud.signIn("ann", device: "phone")
        try await cloud.settle([phone])
        #expect(try phone.keys("Note") == ["anns"])
        try phone.close()
        try tablet.close()
    }

    @Test func `a zone that its user deletes takes its objects, and is made again`() async throws {
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a")
        try await cloud.settle([phone, tablet])
        let database = cloud.container(Notebook.identifier, user: "ann", device: "observer")
            .privateCloudDatabase
        _ = try await database.deleteRecordZone(withID: Notebook.zone)
        try await cloud.settle([phone, tablet])
        #expect(try phone.keys("Note").isEmpty && tablet.keys("Note").isEmpty)
        try phone.insert("Note", "b")
        try await cloud.settle([phone, tablet])
        #expect(try tablet.keys("Note") == ["b"])
    }

    @Test func `a server that lost everything gets everything again`() async throws {
        let phone = try Device("phone", in: cloud, at: url)
        try phone.insert("Note", "a", ["title": "kept"])
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone])
        try phone.close()
        let other = Notebook.cloud()
        let again = try Device("phone", in: other, at: url)
        let tablet = try Device("tablet", in: other)
        try await other.settle([again, tablet])
        #expect(try again.text("Note", "a", "title") == "kept")
        #expect(try tablet.text("Note", "a", "title") == "kept")
        #expect(try tablet.members("Note", "a", "tags") == ["red"])
        try again.close()
    }

    @Test func `after a token expired, what is gone is deleted and what waits stays`()
        async throws
    {
        // Deletions are forgotten at once: a token from before one has expired.
        let cloud = Notebook.cloud { $0.deletionLifetime = 0 }
        let (phone, tablet) = try Notebook.devices(in: cloud)
        for key in ["a", "b", "c"] { try phone.insert("Note", key) }
        try await cloud.settle([phone, tablet])
        try phone.delete("Note", "b")
        try await cloud.settle([phone])
        try tablet.insert("Note", "d")
        try phone.delete("Note", "c")
        try await cloud.settle([phone])
        try await cloud.settle([tablet, phone])
        #expect(try tablet.keys("Note") == ["a", "d"])
        #expect(try phone.keys("Note") == ["a", "d"])
    }

    @Test func `a field that Production lacks is named, the rest is sent, and deploying heals`()
        async throws
    {
        let production = try Notebook.productionWithoutText(in: folder)
        let phone = try Device("phone", in: production)
        try phone.insert("Note", "a", ["title": "fine"])
        try phone.insert("Note", "b", ["text": "withheld"])
        await #expect(throws: CKError.self) { try await production.settle([phone]) }
        #expect(try await production.record(key: "a") != nil)
        #expect(try await production.record(key: "b") == nil)
        let event = try #require(phone.events.last { $0.type == .export && !$0.succeeded })
        let error = try #require(event.error as? CKError)
        #expect(error.code == .partialFailure)
        let item = try #require(error.partialErrorsByItemID?.values.first as? CKError)
        #expect(item.code == .invalidArguments)
        #expect(error.localizedDescription.contains("CD_text"), "\(error.localizedDescription)")
        // Deployed, without a relaunch of the app.
        try await production.close()
        try Notebook.deploySchema(in: folder)
        try await production.settle([phone])
        #expect(try await production.record(key: "b")?["CD_text"] as? String == "withheld")
    }

    @Test func `one store is mirrored once in a process`() async throws {
        let first = try Device("phone", in: cloud, at: url)
        let second = try Device("phone", in: cloud, at: url)
        let event = try #require(second.events.first)
        #expect(event.type == .setup && !event.succeeded)
        #expect((event.error as NSError?)?.code == 134410)
        try second.insert("Note", "a")
        try await cloud.settle([first])
        #expect(try await cloud.notebookRecords().count == 1)
        try second.close()
        try first.close()
    }

    @Test func `a container that goes leaves the mirror of a later one alone`() async throws {
        var first: Device? = try Device("phone", in: cloud, at: url)
        try first?.close()
        let second = try Device("phone", in: cloud, at: url)
        first = nil
        let third = try Device("phone", in: cloud, at: url)
        let event = try #require(third.events.first)
        #expect(event.type == .setup && !event.succeeded)
        #expect((event.error as NSError?)?.code == 134410)
        try third.close()
        try second.close()
    }

    @Test func `events are kept and can be asked for`() async throws {
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        try await cloud.settle([phone])
        typealias Request = NSPersistentCloudKitContainerEventRequest
        func ask(_ request: Request) throws -> [NSPersistentCloudKitContainer.Event] {
            try phone.perform { context in
                let result =
                    try context.execute(request)
                    as? NSPersistentCloudKitContainerEventResult
                return result?.result as? [NSPersistentCloudKitContainer.Event] ?? []
            }
        }
        let all = try ask(.fetchEvents(after: Date.distantPast))
        #expect(all.map(\.type) == [.setup, .export])
        #expect(all.allSatisfy { $0.succeeded && $0.endDate != nil })
        #expect(try ask(.fetchEvents(after: all[0])).map(\.identifier) == [all[1].identifier])
        let wanted = Request.fetchForEvents()
        wanted.predicate = NSPredicate(format: "type == 2 AND succeeded == YES")
        #expect(try ask(.fetchEvents(matchingFetch: wanted)).map(\.type) == [.export])
        let counting = Request.fetchEvents(after: Date.distantPast)
        counting.resultType = .countEvents
        let count = try phone.perform {
            (try $0.execute(counting) as? NSPersistentCloudKitContainerEventResult)?.result
        }
        #expect(count as? [NSNumber] == [2])
    }
}
