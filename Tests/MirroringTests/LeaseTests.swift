import CloudKit
import CoreData
import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import PredicateCore
import Stores
import Synchronization
import TestFiles
import TestTime
import Testing

/// Several mirrors of one file: one at a time sends.
///
/// The time limit ends the wait for a lease that is not given back.
@Suite(.timeLimit(.minutes(30))) struct `Leases between processes` {
    let folder = TemporaryFolder()
    let cloud = Notebook.cloud()
    let model: ResolvedModel
    private let plan: MirrorPlan

    init() throws {
        let source = Notebook.model().objectModel
        model = try ResolvedModel(source)
        plan = MirrorPlan(source)
    }

    func store() throws -> any ObjectStore {
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        return try ObjectStoreOpener.open(
            .sqlite(path: folder.file("Notebook.sqlite").path), model: model,
            options: options)
    }

    /// A mirror as a process of its own has it.
    func mirror(
        _ store: any ObjectStore, _ settings: MirrorSettings,
        events: @escaping @Sendable (MirrorEvent) -> Void = { _ in }
    ) throws -> Mirror {
        let options = NSPersistentCloudKitContainerOptions(
            container: cloud.container(Notebook.identifier, user: "ann", device: "phone"))
        return Mirror(
            store, MirrorCodec(model, plan: plan), cloud: try #require(options.makeCloud()),
            settings: settings, events: events)
    }

    func insert(_ key: String, _ store: any ObjectStore) throws {
        let tag = try #require(model.entity(named: "Tag"))
        var changes = ObjectChanges()
        changes.inserted = try store.reserveKeys(entity: tag.number, count: 1).map {
            ObjectRow(key: $0, version: 0, attributes: [.text(key)], toOnes: [])
        }
        _ = try store.save(changes)
    }

    func keys() async throws -> [String] {
        try await cloud.notebookRecords().compactMap { $0["CD_key"] as? String }.sorted()
    }

    @Test func `two mirrors never send at the same moment, and send everything once`()
        async throws
    {
        let sending = Mutex((now: 0, most: 0, count: 0))
        var settings = MirrorSettings()
        // Longer than a busy machine may keep a task waiting.
        settings.leaseDuration = 600
        settings.reached = { point in
            switch point {
            case .beforeSending:
                sending.withLock {
                    $0.now += 1
                    $0.count += 1
                    $0.most = max($0.most, $0.now)
                }
                // So that another one that may send does.
                usleep(20_000)
            case .answered: sending.withLock { $0.now -= 1 }
            case .beforeSaving, .saving, .saved: return
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a", "b"] {
                let store = try store()
                let mirror = try mirror(store, settings)
                group.addTask {
                    for round in 0..<8 {
                        try insert("\(name)\(round)", store)
                        let report = await mirror.synchronize()
                        #expect(report.failure == nil, "\(report)")
                    }
                    await mirror.close()
                    try store.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(sending.withLock { $0.most } == 1 && sending.withLock { $0.count } > 1)
        let all = ["a", "b"].flatMap { name in (0..<8).map { "\(name)\($0)" } }
        #expect(try await keys() == all)
    }

    @Test func `while a process sends, the store tells which one it is`() async throws {
        let leases = Mutex<[MirrorLease?]>([])
        let reader = try store()
        var settings = MirrorSettings()
        settings.leaseDuration = 600
        settings.reached = { point in
            guard point == .beforeSending else { return }
            let lease = try MirrorStatus(reader)?.lease
            leases.withLock { $0.append(lease) }
        }
        let store = try store()
        try insert("a", store)
        let mirror = try mirror(store, settings)
        #expect(await mirror.synchronize().failure == nil)
        let seen = leases.withLock { $0 }
        #expect(seen.count == 1 && seen[0]?.process == .current)
        #expect(try MirrorStatus(reader)?.lease == nil)
        await mirror.close()
        try store.close()
        try reader.close()
    }

    /// The lease of a process that was killed.
    func leave(_ store: any ObjectStore, until end: Date) throws {
        try store.setMirrorEntries([MirrorLease.key: MirrorLease(holder: "killed", end: end).data])
    }

    @Test func `the lease of a killed process is taken when it ends, and not before`()
        async throws
    {
        let clock = TestClock()
        let asked = Mutex(0)
        var settings = MirrorSettings()
        settings.leaseDuration = 0.5
        settings.clock = {
            asked.withLock { $0 += 1 }
            return clock.now
        }
        let store = try store()
        try insert("a", store)
        try leave(store, until: clock.now.addingTimeInterval(0.4))
        let mirror = try mirror(store, settings)
        async let report = mirror.synchronize()
        #expect(try await eventually { asked.withLock { $0 } > 3 })
        #expect(try await cloud.notebookRecordsOrNone().isEmpty)
        clock.advance(0.45)
        #expect(await report.failure == nil)
        #expect(try await keys() == ["a"])
        // The lease is given back.
        #expect(try store.mirrorEntries([MirrorLease.key]).isEmpty)
        // A clock that is set back a little while another mirror runs ends nothing.
        let lease = MirrorLease(holder: "other", end: clock.now.addingTimeInterval(5.1))
        #expect(lease.wait(for: "mine", at: clock.now, duration: 5) > 5)
        // One that ends later than any can was taken before the clock was set back.
        try insert("b", store)
        try leave(store, until: clock.now.addingTimeInterval(3_600))
        #expect(await mirror.synchronize().failure == nil)
        #expect(try await keys() == ["a", "b"])
        try store.close()
    }

    @Test func `a mirror whose lease was taken commits nothing more, and sends nothing twice`()
        async throws
    {
        let clock = TestClock()
        let store = try store()
        let other = try self.store()
        try insert("a", store)
        let isDue = Mutex(true)
        var settings = MirrorSettings()
        settings.leaseDuration = 5
        settings.clock = { clock.now }
        settings.reached = { point in
            // The process was suspended while the server answered.
            guard point == .answered, isDue.withLock({ $0 }) else { return }
            isDue.withLock { $0 = false }
            try leave(other, until: clock.now.addingTimeInterval(5))
        }
        let mirror = try mirror(store, settings)
        let report = await mirror.synchronize()
        guard case .store(let error)? = report.failure else {
            Issue.record("\(report)")
            return
        }
        #expect(error is MirrorLeaseLost && report.retryAfter == 1)
        let before = try #require(try await cloud.notebookRecords().first)
        clock.advance(5)
        #expect(await mirror.synchronize().failure == nil)
        #expect(try await keys() == ["a"])
        let after = try #require(try await cloud.notebookRecords().first)
        #expect(after.recordID == before.recordID)
        #expect(after.recordChangeTag == before.recordChangeTag)
        try store.close()
        try other.close()
    }

    @Test func `a mirror that waits for the server keeps its lease`() async throws {
        let clock = TestClock()
        let isSending = Mutex(false)
        let (store, other) = (try store(), try self.store())
        var settings = MirrorSettings()
        settings.leaseDuration = 1
        settings.clock = { clock.now }
        settings.reached = { point in
            if point == .beforeSending { isSending.withLock { $0 = true } }
        }
        let mirror = try mirror(store, settings)
        #expect(await mirror.synchronize().failure == nil)
        try insert("a", store)
        cloud.faults.add(.slow(seconds: 3_600), on: .writes)
        let run = Task { await mirror.synchronize() }
        #expect(try await eventually { isSending.withLock { $0 } })
        for _ in 0..<4 {
            clock.advance(0.4)
            let end = clock.now.addingTimeInterval(1)
            #expect(
                try await eventually {
                    let data = try other.mirrorEntries([MirrorLease.key])[MirrorLease.key]
                    return try data.map(MirrorLease.init(data:))?.end == end
                })
        }
        run.cancel()
        #expect(await run.value.failure != nil)
        #expect(try other.mirrorEntries([MirrorLease.key]).isEmpty)
        await mirror.close()
        try store.close()
        try other.close()
    }

    @Test func `a container waits while another process mirrors its store`() async throws {
        let clock = TestClock()
        let seen = Mutex((asked: 0, sent: [Date]()))
        let store = try store()
        try insert("a", store)
        let end = clock.now.addingTimeInterval(4)
        try leave(store, until: end)
        let container = NSPersistentCloudKitContainer(
            name: "Notebook", managedObjectModel: Notebook.model())
        let description = NSPersistentStoreDescription(
            url: folder.file("Notebook.sqlite"))
        let options = NSPersistentCloudKitContainerOptions(
            container: cloud.container(Notebook.identifier, user: "ann", device: "phone"))
        options.settings.clock = {
            seen.withLock { $0.asked += 1 }
            return clock.now
        }
        options.settings.reached = { point in
            if point == .beforeSending { seen.withLock { $0.sent.append(clock.now) } }
        }
        description.cloudKitContainerOptions = options
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        async let run = container.synchronize()
        // More often than a run asks that does not wait.
        #expect(
            try await eventually { seen.withLock { $0.asked >= 10 || !$0.sent.isEmpty } })
        clock.advance(4)
        _ = try await run
        #expect(seen.withLock { $0.sent.count == 1 && $0.sent.allSatisfy { $0 >= end } })
        #expect(try await keys() == ["a"])
        try store.close()
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    @Test func `what a process without the container saves is sent by the one that has it`()
        async throws
    {
        let cloud = Notebook.cloud { $0.mirroring = .immediate }
        let container = NSPersistentCloudKitContainer(
            name: "Notebook", managedObjectModel: Notebook.model())
        let description = NSPersistentStoreDescription(
            url: folder.file("Notebook.sqlite"))
        description.setOption(
            true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            container: cloud.container(Notebook.identifier, user: "ann", device: "phone"))
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        func isSent(_ key: String) async throws -> Bool {
            try await cloud.notebookRecordsOrNone().contains { $0["CD_key"] as? String == key }
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
                .setValue("own", forKey: "key")
            try context.save()
        }
        #expect(try await eventually { try await isSent("own") })
        // A run that goes on would send it too: one after the other waits for its turn.
        for _ in 0..<2 { _ = try await container.synchronize() }
        // Saved beside Core Data, as another process does.
        let other = try store()
        try insert("other", other)
        #expect(try await eventually { try await isSent("other") })
        try other.close()
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    @Test func `two processes on one file send one after the other`() async throws {
        let field = Field()
        // A lease that ends while its holder waits for a core is another's, rightly.
        let runs = ["a", "b"].map {
            field.process("phone", rounds: 6, name: $0, more: ["-", "0", "600"])
        }
        for (process, _) in runs { try process.run() }
        var spans: [(start: Double, end: Double, process: Int)] = []
        for (number, (process, output)) in runs.enumerated() {
            let text = String(
                decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let lines = text.split(separator: "\n").map(String.init)
            #expect(lines.last == "done")
            field.note(lines)
            var start: Double?
            for line in lines {
                let words = line.split(separator: " ")
                if words[0] == "sending" { start = Double(words[1]) }
                if words[0] == "answered", let begun = start, let end = Double(words[1]) {
                    spans.append((begun, end, number))
                    start = nil
                }
            }
        }
        spans.sort { $0.start < $1.start }
        #expect(Set(spans.map(\.process)).count == 2)
        for (one, next) in zip(spans, spans.dropFirst()) where one.process != next.process {
            #expect(one.end <= next.start)
        }
        try await field.check()
    }
}
