import Foundation
import PredicateCore
import RecordCore
import Synchronization

@testable import MirrorCore

/// A private database that answers as a test says.
final class ScriptedCloud: MirrorCloud {
    enum Answer: Sendable {
        /// The request is refused as a whole.
        case failure(code: Int)
        /// The answer has so many of the saves, and of the deletions.
        case first(Int)
    }

    private struct State {
        var answers: [Answer] = []
        var fails: @Sendable (Record) -> Bool = { _ in false }
        var failure = 1
        var requests = 0
        var saved: Set<String> = []
        var deleted: Set<String> = []
        var records: [String: Record] = [:]
        var isTokenExpired = false
        var isInConflict = false
        var isFull = false
        var largest = Int.max
        var page: (@Sendable () throws -> MirrorPage)?
        var reads = 0
        var contents: [String: Data] = [:]
        var fetches = 0
    }

    private let state = Mutex(State())

    /// What becomes of the next requests, one each; later ones are done.
    func answer(_ answers: Answer...) { state.withLock { $0.answers += answers } }

    /// From now on a request that saves such a record ends with an error: an internal one, unless the
    /// code is another.
    func fail(code: Int = 1, _ isSo: @escaping @Sendable (Record) -> Bool) {
        state.withLock { ($0.fails, $0.failure) = (isSo, code) }
    }

    /// The zone has changed, and the next change token is too old.
    func expireToken() { state.withLock { $0.isTokenExpired = true } }

    /// From now on the zone has changed, and this is what its changes are; nil for those that there are.
    func answerChanges(_ page: (@Sendable () throws -> MirrorPage)?) {
        state.withLock { $0.page = page }
    }

    /// Whether every save from now on is a conflict with the record that there is.
    func refuseAsConflicts(_ isSo: Bool) { state.withLock { $0.isInConflict = isSo } }

    /// Whether there is no room for saves from now on, with which the rest of a request falls.
    func refuseAsFull(_ isSo: Bool) { state.withLock { $0.isFull = isSo } }

    /// From now on a request that saves more records is too large.
    func refuse(above count: Int) { state.withLock { $0.largest = count } }

    /// The server has a file of this content.
    func keep(_ content: Data) {
        state.withLock { $0.contents[ContentHash.hex(of: content)] = content }
    }

    /// A record that was saved.
    func record(where isWanted: (Record) -> Bool) -> Record? {
        state.withLock { $0.records.values.first(where: isWanted) }
    }

    /// How often a file was asked for.
    var fetches: Int { state.withLock { $0.fetches } }
    /// How often changes of the zone were asked for.
    var reads: Int { state.withLock { $0.reads } }
    /// How many requests came.
    var requests: Int { state.withLock { $0.requests } }
    /// The names of records that were saved, as an answer said.
    var saved: Set<String> { state.withLock { $0.saved } }
    /// The names of records that were deleted, as an answer said.
    var deleted: Set<String> { state.withLock { $0.deleted } }

    func modify(_ request: SaveRequest) async throws -> MirrorSaveResult {
        try state.withLock { state in
            state.requests += 1
            if request.saves.count > state.largest {
                throw MirrorCloudError(
                    code: 27, description: "too large", underlying: StoreError(.engine))
            }
            if request.saves.contains(where: { state.fails($0.record) }) {
                throw MirrorCloudError(
                    code: state.failure, description: "failed", underlying: StoreError(.engine))
            }
            if state.isInConflict {
                return MirrorSaveResult(
                    saves: request.saves.map { item in
                        .failure(
                            MirrorCloudError(
                                code: 14, description: "conflict",
                                server: state.records[item.record.id.name],
                                underlying: StoreError(.engine)))
                    }, deletions: request.deletions.map { _ in nil })
            }
            if state.isFull, !request.saves.isEmpty {
                func refusal(_ code: Int) -> MirrorCloudError {
                    MirrorCloudError(
                        code: code, description: "full", underlying: StoreError(.engine))
                }
                return MirrorSaveResult(
                    saves: request.saves.map { _ in .failure(refusal(25)) },
                    deletions: request.deletions.map { _ in refusal(22) })
            }
            var count = Int.max
            switch state.answers.isEmpty ? nil : state.answers.removeFirst() {
            case .failure(let code)?:
                throw MirrorCloudError(
                    code: code, description: "refused", underlying: StoreError(.engine))
            case .first(let some)?: count = some
            case nil: break
            }
            let records = request.saves.prefix(count).map { item -> Record in
                var record = item.record
                let now = Date(timeIntervalSinceReferenceDate: 0)
                record.system = SystemFields(
                    created: now, createdBy: "_ann", modified: now, modifiedBy: "_ann",
                    changeTag: "1")
                return record
            }
            let deletions = request.deletions.prefix(count)
            state.saved.formUnion(records.map(\.id.name))
            for record in records { state.records[record.id.name] = record }
            state.deleted.formUnion(deletions.map(\.id.name))
            return MirrorSaveResult(
                saves: records.map { .success($0) }, deletions: deletions.map { _ in nil })
        }
    }

    // MARK: The rest

    let scope = MirrorScope.private
    var timing: MirrorTiming { MirrorTiming(delay: nil) }
    var resetsForgottenHistory: Bool { false }
    var accountChanges: Int { 0 }

    func account() async -> MirrorAccount { .available(user: "_ann") }
    func makeZone(_ zone: ZoneID) async throws {}
    func deleteZone(_ zone: ZoneID) async throws {}
    func url(of share: Record) async throws -> URL? { nil }
    func subscribe() async throws {}

    func databaseChanges(since token: Data?) async throws -> MirrorDatabaseChanges {
        let isChanged = state.withLock { $0.isTokenExpired || $0.page != nil }
        let changed = isChanged ? [ZoneID(Mirror.zoneName)] : []
        return MirrorDatabaseChanges(changed: changed, deleted: [], token: Data([1]))
    }

    func changes(in zone: ZoneID, since token: Data?, limit: Int) async throws -> MirrorPage {
        try state.withLock { state in
            state.reads += 1
            if let page = state.page { return try page() }
            guard state.isTokenExpired else {
                return MirrorPage(
                    changed: token == nil ? Array(state.records.values) : [], deleted: [],
                    token: Data([1]), moreComing: false)
            }
            guard token == nil else {
                throw MirrorCloudError(
                    code: 21, description: "expired", underlying: StoreError(.engine))
            }
            state.isTokenExpired = false
            return MirrorPage(
                changed: Array(state.records.values), deleted: [], token: Data([2]),
                moreComing: false)
        }
    }

    func pages(
        ofType type: String, changedAfter date: Date?, limit: Int
    ) -> AsyncThrowingStream<[Record], any Error> { AsyncThrowingStream { $0.finish() } }

    func content(of asset: Asset, in record: RecordID) async throws -> Data {
        try state.withLock { state in
            state.fetches += 1
            if let content = asset.checksum.flatMap({ state.contents[$0] }) { return content }
            throw MirrorCloudError(code: 35, description: "lost", underlying: StoreError(.engine))
        }
    }

    func partialError(_ errors: [RecordID: MirrorCloudError]) -> any Error {
        StoreError(.batchFailed)
    }

    func refusal(_ text: String) -> MirrorCloudError {
        MirrorCloudError(code: 12, description: text, underlying: StoreError(.engine))
    }

    func notices() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
