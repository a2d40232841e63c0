import CloudKit
import Foundation
import Synchronization
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
}
