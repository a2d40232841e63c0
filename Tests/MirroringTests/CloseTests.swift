import CloudKit
import Foundation
import MirrorCore
import ObjectCore
import RecordCore
import Synchronization
import TestTime
import Testing

/// A mirror that is closed while it waits for another one, or for its turn.
extension `Leases between processes` {
    /// Calls of a mirror that wait for the lease of another one.
    enum Work: String, CaseIterable {
        case synchronize, share, keepShare, deleteZone

        func run(_ mirror: Mirror, _ keys: [ObjectKey]) async throws {
            let zone = ZoneID(Mirror.shareZonePrefix + "A")
            switch self {
            case .synchronize:
                if let failure = await mirror.synchronize().failure { throw failure }
            case .share: _ = try await mirror.share(keys, in: nil)
            case .keepShare:
                try await mirror.keep(MirrorShare(record: Share(of: zone).record, url: nil))
            case .deleteZone: try await mirror.deleteZone(zone)
            }
        }
    }

    /// What ended, in order.
    private final class Order: Sendable {
        private let names = Mutex<[String]>([])
        var all: [String] { names.withLock { $0 } }
        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    private func entries(_ store: any ObjectStore) throws -> [String: Data] {
        Dictionary(
            uniqueKeysWithValues: try store.mirrorEntries(prefix: "", after: nil, limit: nil).map {
                ($0.key, $0.value)
            })
    }

    private func isClosed(_ error: (any Error)?) -> Bool {
        if case MirrorFailure.closed? = error { true } else { false }
    }

    @Test(arguments: Work.allCases)
    func `a mirror that is closed while it waits for another one does nothing more`(work: Work)
        async throws
    {
        let clock = TestClock()
        let asked = Mutex(0)
        let store = try store()
        var settings = MirrorSettings()
        settings.leaseDuration = 600
        settings.clock = {
            asked.withLock { $0 += 1 }
            return clock.now
        }
        let mirror = try mirror(store, settings)
        #expect(await mirror.synchronize().failure == nil)
        try insert("a", store)
        let keys = try store.fetchKeys(
            ObjectQuery(entity: try #require(model.entity(named: "Tag")).number))
        try leave(store, until: clock.now.addingTimeInterval(590))
        let before = try entries(store)
        let known = asked.withLock { $0 }
        let run = Task { try await work.run(mirror, keys) }
        // It waits once it has asked how long the other one may run.
        #expect(try await eventually { asked.withLock { $0 } > known })
        let order = Order()
        let closing = Task {
            await mirror.close()
            order.add("closed")
        }
        #expect(try await eventually { !order.all.isEmpty })
        // So that a mirror that waits on is no test that hangs.
        run.cancel()
        await closing.value
        switch (work, await run.result) {
        case (.synchronize, .success): break
        case (.synchronize, .failure(let error)): Issue.record(error)
        case (.share, let result), (.keepShare, let result), (.deleteZone, let result):
            let error = #expect(throws: (any Error).self) { try result.get() }
            #expect(isClosed(error), "\(String(describing: error))")
        }
        // Nor later, when the other one has ended.
        clock.advance(600)
        #expect(await mirror.synchronize().failure == nil)
        #expect(try entries(store) == before)
        #expect(try await cloud.notebookRecordsOrNone().isEmpty)
        try store.close()
    }

    @Test
    func `runs that wait for their turn when a mirror is closed do nothing, and it ends last`()
        async throws
    {
        // One store of one process: there is no lease to wait for.
        let isSending = Mutex(false)
        let order = Order()
        let store = try store()
        var settings = MirrorSettings()
        settings.reached = { point in
            if point == .beforeSending { isSending.withLock { $0 = true } }
        }
        // Said during the first run's turn, where what comes after it cannot be earlier.
        let events: @Sendable (MirrorEvent) -> Void = { event in
            let isExported = event.kind == .export && event.end != nil
            if isExported, isSending.withLock({ $0 }) { order.add("first") }
        }
        let mirror = try mirror(store, settings, events: events)
        #expect(await mirror.synchronize().failure == nil)
        try insert("a", store)
        cloud.faults.add(.slow(seconds: 3_600), on: .writes)
        let first = Task { await mirror.synchronize() }
        #expect(try await eventually { isSending.withLock { $0 } })
        let closing = Task {
            await mirror.close()
            order.add("closed")
        }
        let waiting = Task { await mirror.synchronize() }
        #expect(try await eventually { await mirror.isClosed })
        // The other one has come as far as it can.
        for _ in 0..<1_000 {
            await Task.yield()
            await mirror.accountChanged()
        }
        #expect(order.all.isEmpty)
        cloud.faults.clear()
        first.cancel()
        #expect(await first.value.failure != nil)
        let second = await waiting.value
        #expect(second.failure == nil && !second.didChange)
        await closing.value
        #expect(order.all == ["first", "closed"])
        let share = ZoneID(Mirror.shareZonePrefix + "A")
        let error = await #expect(throws: (any Error).self) { try await mirror.deleteZone(share) }
        #expect(isClosed(error))
        #expect(try await cloud.notebookRecordsOrNone().isEmpty)
        try store.close()
    }
}
