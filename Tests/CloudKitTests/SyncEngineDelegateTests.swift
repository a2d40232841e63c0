import CloudKit
import Foundation
import Synchronization
import TestRandom
import TestTime
import Testing

/// How engines call their delegates, and what delegates may ask of engines.
extension `Sync engines` {
    /// Keeps what is fetched as a database does whose writes end with the task that waits for them.
    private final class Keeper: FetchingDelegate {
        let began = Notes<Bool>()
        let kept = Notes<String>()

        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
            guard case .fetchedRecordZoneChanges(let changes) = event else { return }
            began.add(true)
            do { try await Task.sleep(for: .milliseconds(300)) } catch { return }
            for change in changes.modifications { kept.add(change.record.recordID.recordName) }
        }
    }

    @Test func `what is fetched while the fetch is cancelled is kept`() async throws {
        try await phone.save(zone)
        try await phone.save("Note", in: zone.zoneID, ["one": ["title": "One"]])
        let keeper = Keeper()
        var configuration = CKSyncEngine.Configuration(
            database: tablet, stateSerialization: nil, delegate: keeper)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        let fetching = Task { try await engine.fetchChanges() }
        _ = try await eventually { !keeper.began.all.isEmpty }
        fetching.cancel()
        _ = try? await fetching.value
        try await engine.fetchChanges()
        #expect(keeper.kept.all == ["one"])
    }

    @Test func `a delegate may wait for another engine, and that one's not for the first`()
        async throws
    {
        final class Neighbour: FetchingDelegate, Sendable {
            let other = Mutex<CKSyncEngine?>(nil)
            let codes = Notes<CKError.Code?>()
            func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
                guard case .willFetchChanges = event, let other = other.withLock({ $0 }) else {
                    return
                }
                codes.add(await cloudError { try await other.fetchChanges() }?.code)
            }
        }
        let (first, second) = (Neighbour(), Neighbour())
        let engines = [(phone, first), (tablet, second)].map { database, delegate in
            var configuration = CKSyncEngine.Configuration(
                database: database, stateSerialization: nil, delegate: delegate)
            configuration.automaticallySync = false
            return CKSyncEngine(configuration)
        }
        first.other.withLock { $0 = engines[1] }
        second.other.withLock { $0 = engines[0] }
        try await engines[0].fetchChanges()
        #expect(first.codes.all == [nil])
        #expect(second.codes.all == [.invalidArguments])
    }

    @Test func `waiting for the engine inside its delegate is refused, not for ever`() async throws
    {
        final class Impatient: FetchingDelegate, @unchecked Sendable {
            let codes = Notes<CKError.Code?>()
            let cancels: Bool
            init(cancels: Bool) { self.cancels = cancels }
            func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
                guard case .willFetchChanges = event else { return }
                if cancels { return await syncEngine.cancelOperations() }
                codes.add(await cloudError { try await syncEngine.sendChanges() }?.code)
            }
        }
        let delegate = Impatient(cancels: false)
        var configuration = CKSyncEngine.Configuration(
            database: phone, stateSerialization: nil, delegate: delegate)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        try await engine.fetchChanges()
        #expect(delegate.codes.all == [.invalidArguments])
        let other = Impatient(cancels: true)
        configuration.delegate = other
        let delegates: [any CKSyncEngineDelegate] = [configuration.delegate]
        #expect(delegates.first === other)
        let cancelled = CKSyncEngine(configuration)
        let error = await cloudError { try await cancelled.fetchChanges() }
        #expect(error?.code == .operationCancelled)
    }

    @Test func `the state is not handed over for each of many changes`() async throws {
        let a = Replica()
        a.start(phone)
        func updates() -> Int { a.events.count { $0 == "stateUpdate" } }
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - start < .milliseconds(400) {
            a.engine?.state.add(pendingRecordZoneChanges: [.saveRecord(id("\(count % 40)"))])
            count += 1
            // Time to hand it over.
            for _ in 0..<10 { await Task.yield() }
        }
        let told = updates()
        #expect(told <= 2 + Int((ContinuousClock.now - start) / .milliseconds(50)))
        let expected = (0..<min(count, 40)).map { number in
            CKSyncEngine.PendingRecordZoneChange.saveRecord(id("\(number)"))
        }
        func pending() throws -> [CKSyncEngine.PendingRecordZoneChange] {
            let state = try #require(a.state)
            var configuration = CKSyncEngine.Configuration(
                database: phone, stateSerialization: state, delegate: a)
            configuration.automaticallySync = false
            return CKSyncEngine(configuration).state.pendingRecordZoneChanges
        }
        // The last change is handed over too.
        _ = try await eventually { try pending() == expected }
        #expect(try pending() == expected)
    }

    @Test(arguments: 0..<10)
    func `pending changes stay in the order of their coming`(seed: UInt64) throws {
        var numbers = RandomNumbers(seed: seed)
        let a = Replica()
        a.start(phone)
        let state = try #require(a.engine).state
        var expected: [CKSyncEngine.PendingRecordZoneChange] = []
        for _ in 0..<400 {
            let id = id("\(numbers.number(0...60))")
            let change: CKSyncEngine.PendingRecordZoneChange =
                numbers.chance(70) ? .saveRecord(id) : .deleteRecord(id)
            if numbers.chance(50) {
                state.add(pendingRecordZoneChanges: [change])
                if !expected.contains(change) {
                    expected.removeAll { $0 == .saveRecord(id) || $0 == .deleteRecord(id) }
                    expected.append(change)
                }
            } else {
                state.remove(pendingRecordZoneChanges: [change])
                expected.removeAll { $0 == change }
            }
            if numbers.chance(30) { #expect(state.pendingRecordZoneChanges == expected) }
        }
        state.remove(pendingRecordZoneChanges: expected)
        #expect(state.pendingRecordZoneChanges.isEmpty)
    }

    @Test func `many pending changes cost little each`() throws {
        let a = Replica()
        a.start(phone)
        let state = try #require(a.engine).state
        let time = threadTime {
            for number in 0..<4000 {
                state.add(pendingRecordZoneChanges: [.saveRecord(id("\(number)"))])
                _ = state.pendingRecordZoneChanges.count
            }
        }
        #expect(time < .seconds(5))
    }
}
