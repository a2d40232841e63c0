import CloudKit
import CoreData
import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import PredicateCore
import RecordCore
import Stores
import Synchronization
import TestFiles
import TestTime
import Testing

/// Stores of the public database, which is asked for what changed.
@Suite struct `The public database` {
    private let folder = TemporaryFolder()

    @Test func `objects reach every user, and each may change its own`() async throws {
        let cloud = Notebook.cloud()
        let ann = try Device("anns", in: cloud, user: "ann", scope: .public)
        let bob = try Device("bobs", in: cloud, user: "bob", scope: .public)
        try await cloud.settle([ann, bob])
        try ann.insert("Folder", "f")
        try ann.insert("Note", "a", ["title": "Ann's"])
        try ann.relate("Note", "a", "folder", to: ("Folder", "f"))
        try ann.insert("Tag", "red")
        try ann.tag("a", "red", isOn: true)
        #expect(ann.container.canUpdateRecord(forManagedObjectWith: try ann.id("Note", "a")))
        try await cloud.settle([ann, bob])
        #expect(try bob.text("Note", "a", "title") == "Ann's")
        #expect(try bob.target("Note", "a", "folder") == "f")
        #expect(try bob.members("Note", "a", "tags") == ["red"])
        #expect(ann.container.canUpdateRecord(forManagedObjectWith: try ann.id("Note", "a")))
        #expect(!bob.container.canUpdateRecord(forManagedObjectWith: try bob.id("Note", "a")))
        #expect(!bob.container.canDeleteRecord(forManagedObjectWith: try bob.id("Note", "a")))
        try ann.update("Note", "a", ["title": "Ann's later"])
        try bob.insert("Note", "b", ["title": "Bob's"])
        try await cloud.settle([ann, bob])
        #expect(try bob.text("Note", "a", "title") == "Ann's later")
        #expect(try ann.text("Note", "b", "title") == "Bob's")
        // Deletions never come.
        try ann.delete("Note", "a")
        try await cloud.settle([ann, bob])
        #expect(try bob.keys("Note") == ["a", "b"] && ann.keys("Note") == ["b"])
    }

    @Test(arguments: [true, false])
    func `what every user reads stays where the account goes`(isSignedOut: Bool) async throws {
        let cloud = Notebook.cloud()
        let device = try Device("device", in: cloud, user: "ann", scope: .public)
        try device.insert("Note", "a", ["title": "Ann's"])
        try await cloud.settle([device])
        try device.insert("Note", "b")
        if isSignedOut {
            cloud.signOut(device: "device")
            await #expect(throws: (any Error).self) { try await cloud.settle([device]) }
            #expect(try device.keys("Note") == ["a", "b"])
            let store = try #require(
                device.container.persistentStoreCoordinator.persistentStores.first)
            #expect(!device.container.canModifyManagedObjects(in: store))
        }
        cloud.signIn("bob", device: "device")
        try await cloud.settle([device])
        #expect(try device.keys("Note") == ["a", "b"])
        #expect(!device.container.canUpdateRecord(forManagedObjectWith: try device.id("Note", "a")))
        // What was not sent before is sent by the user that is signed in.
        #expect(device.container.canUpdateRecord(forManagedObjectWith: try device.id("Note", "b")))
        let other = try Device("other", in: cloud, user: "cid", scope: .public)
        try await cloud.settle([other])
        #expect(try other.keys("Note") == ["a", "b"])
    }

    // MARK: Polling

    /// A clock that a test sets.
    private final class Clock: Sendable {
        let now = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))
        func move(_ seconds: Double) { now.withLock { $0 += seconds } }
    }

    private func cloud(_ clock: Clock) -> LocalCloud {
        Notebook.cloud { $0.clock = { clock.now.withLock { $0 } } }
    }

    @Test func `a record comes whose date lies up to two minutes before the newest known one`()
        async throws
    {
        let clock = Clock()
        let cloud = cloud(clock)
        let url = folder.file("Notebook.sqlite")
        let ann = try Device("anns", in: cloud, user: "ann", scope: .public)
        var bob = try Device("bobs", in: cloud, user: "bob", at: url, scope: .public)
        try ann.insert("Note", "a")
        try await cloud.settle([ann, bob])
        // As if a server whose clock is ahead had saved the newest record; the next save is earlier.
        for (key, seconds) in [("late", 110), ("too late", 130)] {
            try bob.close()
            let store = try ObjectStoreOpener.open(
                .sqlite(path: url.path), model: try ResolvedModel(Notebook.model().objectModel))
            let state = MirrorState(store)
            #expect(try state.number("polled/CD_Note") != nil)
            let newest = clock.now.withLock { $0.addingTimeInterval(Double(seconds)) }
            state.set("polled/CD_Note", newest.microseconds)
            try state.flush()
            try store.close()
            bob = try Device("bobs", in: cloud, user: "bob", at: url, scope: .public)
            try ann.insert("Note", key)
            try await cloud.settle([ann, bob])
        }
        #expect(try bob.keys("Note") == ["a", "late"])
        try bob.close()
    }

    @Test func `values of a property that a later model has come with that model`() async throws {
        let clock = Clock()
        let cloud = cloud(clock)
        let url = folder.file("Notebook.sqlite")
        let model = Notebook.model(extra: true)
        let ann = try Device("anns", in: cloud, user: "ann", model: model, scope: .public)
        try ann.insert("Note", "a", ["extra": "of a later version"])
        try await cloud.settle([ann])
        clock.move(600)
        try ann.insert("Note", "b")
        let bob = try Device("bobs", in: cloud, user: "bob", at: url, scope: .public)
        try await cloud.settle([ann, bob])
        #expect(try bob.keys("Note") == ["a", "b"])
        try bob.close()
        let later = try Device(
            "bobs", in: cloud, user: "bob", at: url, model: model, scope: .public)
        try await cloud.settle([later])
        #expect(try later.text("Note", "a", "extra") == "of a later version")
        #expect(later.requests == 0)
        try later.close()
        let store = try ObjectStoreOpener.open(
            .sqlite(path: url.path), model: try ResolvedModel(model.objectModel))
        #expect(try MirrorStatus(store)?.isReadAnew == false)
        try store.close()
    }

    @Test func `records that come again are neither changes nor sent`() async throws {
        let clock = Clock()
        let cloud = cloud(clock)
        let ann = try Device("anns", in: cloud, user: "ann", scope: .public)
        let bob = try Device("bobs", in: cloud, user: "bob", scope: .public)
        for key in ["a", "b", "c"] { try ann.insert("Note", key) }
        try await cloud.settle([ann, bob])
        #expect(try bob.keys("Note").count == 3 && bob.requests == 0 && ann.requests == 1)
        for _ in 0..<3 {
            clock.move(10)
            #expect(try await !bob.container.synchronize())
            #expect(try await !ann.container.synchronize())
        }
        #expect(bob.requests == 0 && ann.requests == 1)
        #expect(bob.events.filter { $0.type == .export }.isEmpty)
    }

    @Test(arguments: [MirrorPoint.beforeSaving, .saving, .saved])
    func `a program that is killed while it polls loses nothing`(point: MirrorPoint) async throws {
        let cloud = Notebook.cloud()
        let url = folder.file("Notebook.sqlite")
        let ann = try Device("anns", in: cloud, user: "ann", scope: .public)
        try ann.insert("Note", "a", ["title": "one"])
        try ann.insert("Tag", "red")
        try ann.tag("a", "red", isOn: true)
        try await cloud.settle([ann])
        var bob = try Device("bobs", in: cloud, user: "bob", at: url, scope: .public)
        for _ in 0..<3 {
            bob.kill(at: point)
            await #expect(throws: (any Error).self) { _ = try await bob.container.synchronize() }
            try bob.close()
            bob = try Device("bobs", in: cloud, user: "bob", at: url, scope: .public)
        }
        try await cloud.settle([bob])
        #expect(try bob.keys("Note") == ["a"] && bob.keys("Tag") == ["red"])
        #expect(try bob.text("Note", "a", "title") == "one")
        #expect(try bob.members("Note", "a", "tags") == ["red"])
        #expect(bob.requests == 0)
        try bob.close()
    }

    @Test func `a record that is saved between two pages leaves out no other`() async throws {
        let clock = Clock()
        let cloud = cloud(clock)
        let ann = cloud.container(Notebook.identifier, user: "ann", device: "anns")
        let names = ["a", "b", "c", "d", "e"]
        var saved: [CKRecord] = []
        for name in names {
            clock.move(1)
            let record = CKRecord(
                recordType: "CD_Note", recordID: CKRecord.ID(recordName: name))
            record["CD_title"] = "first"
            saved.append(try await ann.publicCloudDatabase.save(record))
        }
        let bob = cloud.container(Notebook.identifier, user: "bob", device: "bobs")
        let source = try #require(
            NSPersistentCloudKitContainerOptions(container: bob).makeCloud(.public))
        var found: Set<String> = []
        for try await page in source.pages(ofType: "CD_Note", changedAfter: nil, limit: 2) {
            if found.isEmpty {
                clock.move(1)
                saved[0]["CD_title"] = "second"
                try await ann.publicCloudDatabase.save(saved[0])
            }
            found.formUnion(page.map(\.id.name))
        }
        #expect(found == Set(names))
    }

    @Test func `a page is queried once the one before it is saved`() async throws {
        let cloud = Notebook.cloud()
        let ann = cloud.container(Notebook.identifier, user: "ann", device: "anns")
        for number in 0..<10 {
            _ = try await ann.publicCloudDatabase.save(
                CKRecord(
                    recordType: "CD_Note", recordID: CKRecord.ID(recordName: "note\(number)")))
        }
        let bob = cloud.container(Notebook.identifier, user: "bob", device: "bobs")
        let source = try #require(
            NSPersistentCloudKitContainerOptions(container: bob).makeCloud(.public))
        let count = LocalCloud.Faults.Fault.slow(seconds: 0.001)
        cloud.faults.add(count, times: 20, on: .reads, user: "bob")
        for try await page in source.pages(ofType: "CD_Note", changedAfter: nil, limit: 1) {
            #expect(page.count == 1)
            // Long enough for all pages.
            try await Task.sleep(for: .seconds(0.5))
            break
        }
        #expect(cloud.faults.remaining(count) >= 18)
    }

    @Test func `the schedule asks again after the time between polls, and after a failure earlier`()
        async throws
    {
        let waits = Mutex<[Double]>([])
        let now = Mutex(0.0)
        let runs = Mutex(0)
        var timing = MirrorTiming(delay: 1)
        timing.polling = 1_800
        timing.sleep = { seconds in
            waits.withLock { $0.append(seconds) }
            now.withLock { $0 += seconds }
        }
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let schedule = MirrorSchedule(timing, now: { now.withLock { $0 } }) {
            let run = runs.withLock { runs -> Int in
                runs += 1; return runs
            }
            var report = Mirror.Report()
            if run == 3 { report.failure = .account(.unknown) }
            if run == 5 { stop.withLock { $0 }?() }
            return report
        }
        stop.withLock { $0 = { schedule.stop() } }
        schedule.noticed()
        #expect(try await eventually { runs.withLock { $0 } == 5 })
        #expect(waits.withLock { $0 } == [1_800, 1_800, 1, 1_800])
        stop.withLock { $0 = nil }
    }

    @Test func `a store of the public database is polled, and others are not`() {
        let cloud = Notebook.cloud { $0.mirroring = .soon }
        let container = cloud.container(Notebook.identifier, user: "ann", device: "device")
        let options = NSPersistentCloudKitContainerOptions(container: container)
        #expect(options.makeCloud(.public)?.timing.polling == 1_800)
        #expect(options.makeCloud(.private)?.timing.polling == nil)
        #expect(options.makeCloud(.shared)?.timing.polling == nil)
    }

    @Test func `a type that Production lets no program poll is named in the event`()
        async throws
    {
        func cloud(_ indexes: MirrorIndexes) throws -> LocalCloud {
            let schema = RecordSchema(
                mirroring: MirrorPlan(Notebook.model().objectModel), indexes: indexes)
            let file = folder.file("notebook.ckdb")
            try Data(schema.text.utf8).write(to: file)
            return Notebook.cloud(.file(folder.file("cloud.db").path)) {
                $0.environment = .production
                $0.schema = file.path
            }
        }
        let production = try cloud(.none)
        let device = try Device("device", in: production, user: "ann", scope: .public)
        try device.insert("Note", "a")
        await #expect(throws: CKError.self) { try await production.settle([device]) }
        // The query is refused before anything is sent.
        let event = try #require(device.events.last { $0.type == .import })
        let error = try #require(event.error as? CKError)
        #expect(error.code == .invalidArguments)
        #expect(error.localizedDescription == "Type is not marked indexable: CD_Cover")
        try device.close()
        try await production.close()
        let indexed = try cloud(.public)
        let other = try Device("device", in: indexed, user: "ann", scope: .public)
        try other.insert("Note", "a")
        try await indexed.settle([other])
        #expect(other.container.recordID(for: try other.id("Note", "a")) != nil)
        try other.close()
        try await indexed.close()
    }

    @Test(arguments: [true, false])
    func `without an account it is read, and what is saved waits for one`(
        wasSignedIn: Bool
    ) async throws {
        let cloud = Notebook.cloud()
        let ann = try Device("anns", in: cloud, user: "ann", scope: .public)
        try ann.insert("Note", "a", ["title": "Ann's"])
        try await cloud.settle([ann])
        if !wasSignedIn { cloud.signOut(device: "guests") }
        let guest = try Device(
            "guests", in: cloud, user: wasSignedIn ? "bob" : nil, scope: .public)
        if wasSignedIn {
            try await cloud.settle([guest])
            cloud.signOut(device: "guests")
            try ann.update("Note", "a", ["title": "later"])
            try await cloud.settle([ann])
            // The first run may begin before the mirror knows that the account is gone.
            _ = try? await guest.container.synchronize()
        }
        // Nothing is left to do.
        let before = guest.events.count
        try await cloud.settle([guest])
        #expect(try guest.text("Note", "a", "title") == (wasSignedIn ? "later" : "Ann's"))
        #expect(guest.events.dropFirst(before).allSatisfy { $0.error == nil })
        let store = try #require(
            guest.container.persistentStoreCoordinator.persistentStores.first)
        #expect(!guest.container.canModifyManagedObjects(in: store))
        try guest.insert("Note", "b")
        try ann.insert("Note", "c")
        try await cloud.settle([ann])
        let error = await #expect(throws: NSError.self) {
            try await guest.container.synchronize()
        }
        #expect(error?.code == 134400)
        #expect(try guest.keys("Note") == ["a", "b", "c"])
        let unsent = try #require(guest.events.first { $0.type == .export }?.error as NSError?)
        #expect(unsent.code == 134406)
        // It is asked for an account each time, and said once that there is none.
        _ = try? await guest.container.synchronize()
        #expect(guest.events.filter { $0.type == .export }.count == 1)
        #expect(guest.events.filter { $0.type == .setup }.count == (wasSignedIn ? 2 : 1))
        #expect(guest.events.filter { $0.type == .setup }.allSatisfy { $0.succeeded })
        cloud.signIn("cat", device: "guests")
        try await cloud.settle([guest, ann])
        #expect(try ann.keys("Note") == ["a", "b", "c"])
    }

    @Test(arguments: [true, false])
    func `what a request has that was not answered stays while it is read without an account`(
        isDone: Bool
    ) async throws {
        let cloud = Notebook.cloud()
        let device = try Device("device", in: cloud, user: "ann", scope: .public)
        let other = try Device("other", in: cloud, user: "ann", scope: .public)
        try device.insert("Note", "a", ["title": "one", "text": "one"])
        try await cloud.settle([device, other])
        try device.update("Note", "a", ["title": "two"])
        try device.insert("Note", "b")
        cloud.faults.add(isDone ? .responseLost : .networkUnavailable, on: .writes)
        await #expect(throws: (any Error).self) { try await device.container.synchronize() }
        cloud.signOut(device: "device")
        try other.update("Note", "a", ["text": "theirs"])
        if !isDone { try other.update("Note", "a", ["title": "theirs"]) }
        try await cloud.settle([other])
        // The first run may begin before the mirror knows that the account is another one.
        _ = try? await device.container.synchronize()
        for _ in 0..<2 {
            await #expect(throws: (any Error).self) { try await device.container.synchronize() }
            #expect(try device.text("Note", "a", "title") == "two")
            #expect(try device.text("Note", "a", "text") == "theirs")
        }
        cloud.signIn("ann", device: "device")
        try await cloud.settle([device, other])
        for one in [device, other] {
            #expect(try one.keys("Note") == ["a", "b"])
            #expect(try one.text("Note", "a", "title") == "two")
            #expect(try one.text("Note", "a", "text") == "theirs")
        }
    }

    @Test func `an account that may not be used fails the setup after none was there`() async throws
    {
        let cloud = Notebook.cloud()
        let device = try Device("device", in: cloud, user: nil, scope: .public)
        cloud.signOut(device: "device")
        try await cloud.settle([device])
        #expect(device.events.filter { $0.type == .setup }.map(\.succeeded) == [true])
        cloud.signIn("ann", device: "device")
        cloud.faults.add(.managedAccountRestricted, times: nil)
        await #expect(throws: (any Error).self) { try await device.container.synchronize() }
        #expect(device.events.filter { $0.type == .setup }.map(\.succeeded) == [true, false])
        cloud.faults.clear()
        try await cloud.settle([device])
        #expect(device.events.last { $0.type == .setup }?.succeeded == true)
    }

    @Test func `without an account nothing may be changed`() async throws {
        let cloud = LocalCloud(.memory, settings: Notebook.cloud().settings, user: nil)
        let device = try Device("device", in: cloud, user: nil, scope: .public)
        let store = try #require(
            device.container.persistentStoreCoordinator.persistentStores.first)
        #expect(!device.container.canModifyManagedObjects(in: store))
    }
}
