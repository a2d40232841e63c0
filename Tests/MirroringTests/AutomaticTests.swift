import CloudKit
import CoreData
import Foundation
import MirrorCore
import Synchronization
import TestFiles
import TestTime
import Testing

/// Containers that fetch and send by themselves.
@Suite struct `Mirroring by itself` {
    private let folder = TemporaryFolder()

    @Test func `a save reaches another device, whose contexts and observers are told`()
        async throws
    {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let (phone, tablet) = try Notebook.devices(in: cloud)
        let context = tablet.container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        try phone.insert("Note", "a", ["title": "one"])
        #expect(try await eventually { try tablet.keys("Note") == ["a"] })
        let note = try #require(
            try context.performAndWait { try Device.find("Note", "a", context) })
        #expect(context.performAndWait { note.value(forKey: "title") as? String } == "one")
        try phone.update("Note", "a", ["title": "two"])
        #expect(
            try await eventually {
                context.performAndWait { note.value(forKey: "title") as? String == "two" }
            })
        // Changes of one device go through another that only listens.
        try tablet.delete("Note", "a")
        #expect(try await eventually { try phone.keys("Note").isEmpty })
    }

    @Test func `a lost push costs nothing once another one comes, and a doubled one does nothing`()
        async throws
    {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let (phone, tablet) = try Notebook.devices(in: cloud)
        try phone.insert("Note", "a")
        #expect(try await eventually { try tablet.keys("Note") == ["a"] })
        // The tablet listens, as a change of the phone's comes without a save of its own.
        try phone.insert("Note", "b")
        #expect(try await eventually { try tablet.keys("Note") == ["a", "b"] })
        cloud.faults.add(.notificationsLost)
        cloud.faults.add(.notificationsDoubled)
        try phone.insert("Note", "lost")
        #expect(try await eventually { try await cloud.record(key: "lost") != nil })
        try phone.insert("Note", "c")
        #expect(try await eventually { try tablet.keys("Note") == ["a", "b", "c", "lost"] })
        for device in [phone, tablet] {
            #expect(try device.keys("Note") == ["a", "b", "c", "lost"])
        }
        #expect(tablet.requests == 0)
        #expect(try await cloud.notebookRecords().count == 4)
    }

    @Test func `a mirror runs once more when its notices begin, for what changed before`()
        async throws
    {
        let cloud = Notebook.cloud()
        let phone = cloud.container(Notebook.identifier, user: "ann", device: "phone")
        let options = NSPersistentCloudKitContainerOptions(container: phone)
        let mirrored = try #require(options.makeCloud(.private))
        try await mirrored.subscribe()
        let count = Mutex(0)
        let notices = mirrored.notices()
        let listening = Task {
            for await _ in notices { count.withLock { $0 += 1 } }
        }
        defer { listening.cancel() }
        #expect(try await eventually { count.withLock { $0 } == 1 })
        // Whatever comes from now on is a notice of its own.
        let tablet = cloud.container(Notebook.identifier, user: "ann", device: "tablet")
        let zone = CKRecordZone.ID(zoneName: "zone")
        _ = try await tablet.privateCloudDatabase.save(CKRecordZone(zoneID: zone))
        _ = try await tablet.privateCloudDatabase.save(
            CKRecord(recordType: "Page", recordID: CKRecord.ID(recordName: "page", zoneID: zone)))
        #expect(try await eventually { count.withLock { $0 } > 1 })
    }

    @Test func `notices begin when the container can be opened, where it could not be at first`()
        async throws
    {
        let cloud = Notebook.cloud(.file(folder.file("cloud.db").path)) {
            $0.schema = folder.file("notebook.ckdb").path
        }
        let options = NSPersistentCloudKitContainerOptions(
            container: cloud.container(Notebook.identifier, user: "ann", device: "phone"))
        let mirrored = try #require(options.makeCloud(.private))
        let count = Mutex(0)
        let notices = mirrored.notices()
        let listening = Task {
            for await _ in notices { count.withLock { $0 += 1 } }
        }
        defer { listening.cancel() }
        // The file of the schema is not there yet.
        for _ in 0..<10 { #expect(await mirrored.account() == .unknown) }
        try Notebook.deploySchema(in: folder)
        #expect(try await eventually { count.withLock { $0 } == 1 })
        listening.cancel()
        try await cloud.close()
    }

    @Test func `an accepted share arrives, and changes of either user reach the other`()
        async throws
    {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let phone = try SharingCloud.device("phone", "ann", cloud, folder)
        let bobs = try SharingCloud.device("bobs", "bob", cloud, folder)
        try phone.insert("Note", "a", ["title": "one"])
        let (_, share, _) = try await phone.share("Note", "a")
        share.publicPermission = .readWrite
        try await phone.container.persistUpdatedShare(share, in: phone.store(.private))
        try await bobs.accept(share, in: cloud)
        #expect(try await eventually { try bobs.text("Note", "a", "title") == "one" })
        try bobs.update("Note", "a", ["title": "two"])
        #expect(try await eventually { try phone.text("Note", "a", "title") == "two" })
        try phone.update("Note", "a", ["title": "three"])
        #expect(try await eventually { try bobs.text("Note", "a", "title") == "three" })
        try await phone.container.purgeObjectsAndRecordsInZone(
            with: share.recordID.zoneID, in: nil)
        #expect(try await eventually { try bobs.keys("Note").isEmpty })
        for device in [phone, bobs] { try device.close() }
    }

    @Test func `saves join one export, and failures are tried again when the server says`()
        async throws
    {
        let waits = Mutex<[Double]>([])
        let runs = Mutex(0)
        let now = Mutex(0.0)
        var timing = MirrorTiming(delay: 1)
        timing.sleep = { seconds in
            waits.withLock { $0.append(seconds) }
            now.withLock { $0 += seconds }
        }
        let schedule = MirrorSchedule(timing, now: { now.withLock { $0 } }) {
            let run = runs.withLock { runs -> Int in
                runs += 1; return runs
            }
            var report = Mirror.Report()
            if run <= 3 {
                report.failure = .account(.unknown)
                report.retryAfter = run == 2 ? 45 : nil
            }
            return report
        }
        schedule.saved()
        #expect(try await eventually { runs.withLock { $0 } == 4 })
        // A second for other saves to join; 1 s, what the server said, 4 s.
        #expect(waits.withLock { $0 } == [1, 1, 45, 4])
        schedule.stop()
        schedule.saved()
        #expect(runs.withLock { $0 } == 4)
        // One record that is refused for good holds up no save: the next one is not as late as the retry.
        let refused = MirrorCloudError(
            code: 12, description: "refused", underlying: CancellationError())
        timing.sleep = { if $0 > 1 { try? await Task.sleep(for: .seconds(3600)) } }
        let partial = Mutex(0)
        let others = MirrorSchedule(timing, now: { 0 }) {
            partial.withLock { $0 += 1 }
            var report = Mirror.Report()
            report.failure = .partial(["a": refused], refused)
            return report
        }
        others.saved()
        // The second one a second after the first, the third later.
        #expect(try await eventually { partial.withLock { $0 } == 2 })
        others.saved()
        #expect(try await eventually { partial.withLock { $0 } == 3 })
        others.stop()
        #expect(timing.wait(afterFailures: 60, wanted: nil) == timing.longestWait)
        #expect(timing.wait(afterFailures: 0, wanted: 5_000) == 5_000)
    }

    @Test func `while a run goes on one more waits, and further saves join it`() async throws {
        let gate = Mutex<[CheckedContinuation<Void, Never>]>([])
        let runs = Mutex(0)
        let told = Mutex<[MirrorPostponement]>([])
        let schedule = MirrorSchedule(
            MirrorTiming(delay: 0), postponed: { reason in told.withLock { $0.append(reason) } },
            run: {
                runs.withLock { $0 += 1 }
                await withCheckedContinuation { one in gate.withLock { $0.append(one) } }
                return Mirror.Report()
            })
        schedule.saved()
        #expect(try await eventually { runs.withLock { $0 } == 1 })
        schedule.saved()
        #expect(try await eventually { runs.withLock { $0 } == 2 })
        #expect(told.withLock { $0 }.isEmpty)
        schedule.saved()
        #expect(try await eventually { told.withLock { $0 } == [.alreadyPending] })
        for one in gate.withLock({ $0 }) { one.resume() }
        #expect(
            try await eventually {
                schedule.saved()
                return runs.withLock { $0 } == 3
            })
        for one in gate.withLock({ $0.dropFirst(2) }) { one.resume() }
        schedule.stop()
    }

    @Test func `a save that has to wait for the server is an event, once and not kept`()
        async throws
    {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let phone = try Device("phone", in: cloud)
        try phone.insert("Note", "a")
        #expect(try await eventually { try await cloud.record(key: "a") != nil })
        cloud.faults.add(.throttled(retryAfter: 3_600), times: nil)
        try phone.insert("Note", "b")
        #expect(
            try await eventually {
                phone.events.contains { ($0.error as? CKError)?.code == .requestRateLimited }
            })
        func deferred() -> [NSPersistentCloudKitContainer.Event] {
            phone.events.filter { ($0.error as NSError?)?.code == 134419 }
        }
        #expect(
            try await eventually {
                try phone.insert("Tag", UUID().uuidString)
                return !deferred().isEmpty
            })
        // A run that a tag asked for early may end meanwhile, after which it is said again.
        #expect(
            try await eventually {
                let before = deferred().count
                try phone.insert("Note", UUID().uuidString)
                return deferred().count == before
            })
        #expect(deferred().allSatisfy { $0.type == .export })
        let kept = try phone.perform { context in
            let result =
                try context.execute(
                    NSPersistentCloudKitContainerEventRequest.fetchEvents(after: Date.distantPast))
                as? NSPersistentCloudKitContainerEventResult
            return result?.result as? [NSPersistentCloudKitContainer.Event] ?? []
        }
        #expect(!kept.isEmpty && !kept.contains { ($0.error as NSError?)?.code == 134419 })
    }

    @Test func `the first store is mirrored in the default container that is configured`() {
        LocalCloud.use(.memory)
        let container = NSPersistentCloudKitContainer(
            name: "Notebook", managedObjectModel: Notebook.model())
        let options = container.persistentStoreDescriptions.first?.cloudKitContainerOptions
        #expect(options?.containerIdentifier == CKContainer.default().containerIdentifier)
        #expect(options?.databaseScope == .private)
        let plain = NSPersistentContainer(name: "Notebook", managedObjectModel: Notebook.model())
        #expect(plain.persistentStoreDescriptions.first?.cloudKitContainerOptions == nil)
    }
}
