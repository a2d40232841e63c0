import Foundation
import MirrorCore
import RecordCore
import RecordService
import Synchronization

/// The private database of one user, in memory, as one device reaches it.
final class SimulatedCloud: MirrorCloud {
    private let session: any CloudSession
    private let network = Mutex(Network())

    private struct Network {
        var isOnline = true
        var losesAnswer = false
    }

    init(_ service: RecordService, device: String) {
        session = service.session(user: "_user", device: device)
    }

    /// Whether the device has a network.
    var isOnline: Bool {
        get { network.withLock { $0.isOnline } }
        set { network.withLock { $0.isOnline = newValue } }
    }

    /// The next request that saves is done, and its answer lost.
    func loseAnswer() { network.withLock { $0.losesAnswer = true } }

    // MARK: MirrorCloud

    let scope = MirrorScope.private
    var timing: MirrorTiming { MirrorTiming(delay: nil) }
    var resetsForgottenHistory: Bool { false }

    var accountChanges: Int { 0 }

    func account() async -> MirrorAccount { .available(user: "_user") }

    func makeZone(_ zone: ZoneID) async throws {
        try await ask { session in
            let result = try await session.modifyZones(saving: [zone], deleting: [], in: .private)
            for save in result.saves { _ = try save.get() }
        }
    }

    func deleteZone(_ zone: ZoneID) async throws {
        try await ask { session in
            _ = try await session.modifyZones(saving: [], deleting: [zone], in: .private)
        }
    }

    func url(of share: Record) async throws -> URL? {
        try await ask { $0.shareURL(of: share) }
    }

    func subscribe() async throws {}

    func databaseChanges(since token: Data?) async throws -> MirrorDatabaseChanges {
        try await ask { session in
            let page = try await session.databaseChanges(
                in: .private, since: try SimulatedCloud.place(token), limit: nil)
            var changes = MirrorDatabaseChanges(
                changed: page.changed, deleted: page.deleted, token: page.token.data)
            changes.keysReset = page.keysReset
            return changes
        }
    }

    func changes(in zone: ZoneID, since token: Data?, limit: Int) async throws -> MirrorPage {
        try await ask { session in
            let page = try await session.changes(
                zone: zone, in: .private, since: try SimulatedCloud.place(token),
                limit: limit, desiredKeys: nil)
            return MirrorPage(
                changed: page.changed, deleted: page.deleted.map(\.id.name),
                token: page.token.data, moreComing: page.moreComing)
        }
    }

    func pages(
        ofType type: String, changedAfter date: Date?, limit: Int
    ) -> AsyncThrowingStream<[Record], any Error> {
        AsyncThrowingStream { $0.finish() }  // Of public databases only.
    }

    func modify(_ request: SaveRequest) async throws -> MirrorSaveResult {
        let result = try await ask { session in
            try await session.modify(request, in: .private)
        }
        let isLost = network.withLock { network in
            defer { network.losesAnswer = false }
            return network.losesAnswer
        }
        if isLost { throw SimulatedCloud.error(.serverResponseLost, "The answer was lost.") }
        return MirrorSaveResult(
            saves: result.saves.map { $0.mapError { SimulatedCloud.error($0) } },
            deletions: result.deletions.map { deletion in
                if case .failure(let error) = deletion { SimulatedCloud.error(error) } else { nil }
            })
    }

    func content(of asset: Asset, in record: RecordID) async throws -> Data {
        if let content = asset.content { return content }
        return try await ask { session in
            try Data(contentsOf: try await session.assetFile(asset, of: record, in: .private))
        }
    }

    func partialError(_ errors: [RecordID: MirrorCloudError]) -> any Error {
        errors.sorted { $0.key.name < $1.key.name }.first?.value ?? CancellationError()
    }

    func refusal(_ text: String) -> MirrorCloudError {
        SimulatedCloud.error(.invalidArguments, text)
    }

    func notices() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    // MARK: Errors

    /// The place among changes that a token stands for; one that is damaged is refused as an old one.
    private static func place(_ token: Data?) throws -> ChangeToken? {
        try token.map { data in
            guard let place = ChangeToken(data: data) else {
                throw ServiceError(StoreError(.changeTokenExpired))
            }
            return place
        }
    }

    private func ask<T: Sendable>(_ body: (any CloudSession) async throws -> T) async throws -> T {
        guard isOnline else {
            throw SimulatedCloud.error(.networkUnavailable, "The device is offline.")
        }
        do {
            return try await body(session)
        } catch let error as ServiceError {
            throw SimulatedCloud.error(error)
        }
    }

    private static func error(_ error: ServiceError) -> MirrorCloudError {
        MirrorCloudError(
            code: error.code.rawValue, description: error.message, retryAfter: error.retryAfter,
            server: error.conflict?.server, field: error.context["field"], underlying: error)
    }

    private static func error(_ code: ServiceError.Code, _ text: String) -> MirrorCloudError {
        MirrorCloudError(code: code.rawValue, description: text, underlying: Failure(.failed, text))
    }
}
