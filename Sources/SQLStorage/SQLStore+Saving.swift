public import Foundation
public import RecordCore

extension SQLStore {
    /// Saves and deletes.
    ///
    /// Throws only when the whole request is refused; otherwise each part's fate is in the result.
    public func save(
        _ request: SaveRequest, in scope: DatabaseScope
    ) async throws -> SaveResult {
        guard request.saves.count + request.deletions.count <= limits.itemsPerRequest else {
            throw StoreError(.limitExceeded, ["limit": "\(limits.itemsPerRequest) items"])
        }
        // Files are copied before the transaction, which only gives them their names.
        var incoming: [String: AssetDirectory.Incoming] = [:]
        defer { for content in incoming.values { assets?.discard(content.temporary) } }
        let intake = try AssetIntake.run(request, limits: limits) { source in
            guard let assets else { throw StoreError(.assetNotAvailable) }
            let content = try assets.takeIn(source, limit: limits.assetBytes)
            if let known = incoming.updateValue(content, forKey: content.checksum) {
                assets.discard(known.temporary)
            }
            return Asset(checksum: content.checksum, size: content.size)
        }
        return try await save(intake, incoming, in: scope)
    }

    private func save(
        _ intake: AssetIntake, _ incoming: [String: AssetDirectory.Incoming],
        in scope: DatabaseScope
    ) async throws -> SaveResult {
        switch scope {
        case .public, .private:
            let names = OwnerNames(scope)
            let work = SaveOrder(
                request: names.stored(intake.request), refused: intake.refused,
                key: scope == .public ? .public : .private(names.owner), scope: scope,
                viewer: nil, incoming: incoming)
            return try await perform(work)
        case .shared(let user):
            var results: [(OwnedRequest, SaveResult)] = []
            for part in OwnedRequest.split(intake.request, viewer: user) {
                var refused: [Int: StoreError] = [:]
                for (place, whole) in part.saves.enumerated() {
                    refused[place] = intake.refused[whole]
                }
                let work = SaveOrder(
                    request: part.request, refused: refused, key: .private(part.owner),
                    scope: .private(user: part.owner), viewer: user, incoming: incoming)
                let result = try await perform(work)
                results.append((part, OwnerNames(viewer: user, owner: part.owner).seen(result)))
            }
            return OwnedRequest.merge(results)
        }
    }

    /// What is to be saved in one database, named as the database names it.
    struct SaveOrder: Sendable {
        let request: SaveRequest
        let refused: [Int: StoreError]
        let key: DatabaseKey
        let scope: DatabaseScope
        /// The participant who asks; nil for the owner.
        let viewer: String?
        let incoming: [String: AssetDirectory.Incoming]
    }

    /// What came of it, and the content that records gave up.
    private struct Saved: Sendable {
        let result: SaveResult
        let released: Set<String>
    }

    private func perform(_ order: SaveOrder) async throws -> SaveResult {
        // The schema grows first, in a step of its own: it stays even when the records do not.
        var seen: Int64?
        for _ in 0..<4 {
            if let catalogue = memory.catalogue {
                if growth(order.request, catalogue).isEmpty {
                    seen = catalogue.version
                } else {
                    try await grow(for: order.request)
                    seen = memory.catalogue?.version
                }
            }
            let known = seen
            let saved = try await write { [self] session -> Saved? in
                let catalogue = session.catalogue
                if catalogue.version != known, !growth(order.request, catalogue).isEmpty {
                    return nil
                }
                return try save(order, session)
            }
            if let saved {
                collect(saved.released)
                return saved.result
            }
            try await grow(for: order.request)
        }
        // Somebody keeps dropping what this request needs.
        throw StoreError(.busy)
    }

    private func growth(_ request: SaveRequest, _ catalogue: Catalogue) -> [SchemaChange] {
        SQLStore.additions(for: request, to: catalogue, in: environment, limits: limits)
    }

    private func save(_ order: SaveOrder, _ session: Session) throws -> Saved {
        let transaction = try SQLTransaction(
            session, key: order.key, isOwner: order.viewer == nil)
        var permissions: [ZoneID: ParticipantPermission]?
        if let viewer = order.viewer {
            permissions = [:]
            if let database = try session.database(order.key), viewer != order.key.owner {
                permissions = try session.permissions(of: viewer, in: database)
            }
        }
        let result = try SaveProcedure(
            order.request, in: order.scope, environment: environment, limits: limits,
            now: Date(), refused: lacking(order), permissions: permissions
        ).run(in: transaction)
        try transaction.finish()
        if let assets, !transaction.acquired.isEmpty {
            var directories: Set<String> = []
            for checksum in transaction.acquired {
                directories.formUnion(
                    try assets.place(checksum, from: order.incoming[checksum]))
            }
            // Before the commit, or a power failure could leave a record without its content.
            session.connection.beforeCommit { [directories] in try assets.sync(directories) }
        }
        return Saved(result: result, released: transaction.released)
    }

    /// Records whose assets are known by a checksum that the store does not have.
    ///
    /// Asked within the transaction: nobody removes content meanwhile.
    private func lacking(_ order: SaveOrder) -> [Int: StoreError] {
        var refused = order.refused
        for (place, item) in order.request.saves.enumerated() where refused[place] == nil {
            for checksum in item.record.assetChecksums where order.incoming[checksum] == nil {
                if assets?.has(checksum) != true {
                    refused[place] = StoreError(
                        .assetNotAvailable,
                        ["recordType": item.record.type, "recordName": item.record.id.name])
                }
            }
        }
        return refused
    }

    /// A file with the content of an asset that a record of this store holds.
    public func assetFile(_ asset: Asset) async throws -> URL {
        guard let checksum = asset.checksum, let assets,
            AssetDirectory.isChecksum(checksum), assets.has(checksum)
        else { throw StoreError(.assetNotAvailable) }
        return URL(fileURLWithPath: assets.file(checksum))
    }
}
