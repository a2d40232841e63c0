import Foundation
package import RecordCore

/// What is to be saved in one database, named as the database names it.
///
/// Beside the generic store, as ``ResolvedZone``.
struct SaveOrder: Sendable {
    let request: SaveRequest
    let refused: [Int: StoreError]
    let key: DatabaseKey
    let scope: DatabaseScope
    /// The participant who asks; nil for the owner.
    let viewer: String?
    let incoming: [IncomingAsset.Key: IncomingAsset]
}

/// What came of it, and the content that records gave up and took up.
private struct Saved: Sendable {
    let result: SaveResult
    let released: Set<StoredContent>
    let acquired: Set<String>
}

extension SQLStore {
    /// Saves and deletes.
    ///
    /// Throws only when the whole request is refused; otherwise each part's outcome is in the result.
    package func save(
        _ request: SaveRequest, in scope: DatabaseScope
    ) async throws -> SaveResult {
        guard request.saves.count + request.deletions.count <= limits.itemsPerRequest else {
            throw StoreError(.limitExceeded, ["limit": "\(limits.itemsPerRequest) items"])
        }
        // Content comes before the transaction, which only gives it its name.
        var incoming: [IncomingAsset.Key: IncomingAsset] = [:]
        var needed: Set<IncomingAsset.Key> = []
        defer {
            // A file that a record took is not where it waited any more; one that waits there had
            // content that was in the store already.
            for (key, content) in incoming
            where content.isFile || !needed.contains(key) {
                discard(content, key)
            }
        }
        let intake = try await ingest(request, in: scope, &incoming)
        return try await save(intake, incoming, in: scope, &needed)
    }

    private func save(
        _ intake: AssetIntake, _ incoming: [IncomingAsset.Key: IncomingAsset],
        in scope: DatabaseScope, _ needed: inout Set<IncomingAsset.Key>
    ) async throws -> SaveResult {
        switch scope {
        case .public, .private:
            let names = OwnerNames(scope)
            let work = SaveOrder(
                request: names.stored(intake.request), refused: intake.refused,
                key: scope == .public ? .public : .private(names.owner), scope: scope,
                viewer: nil, incoming: incoming)
            return try await perform(work, &needed)
        case .shared(let user):
            var results: [(OwnedRequest, SaveResult)] = []
            for part in OwnedRequest.split(intake.request, viewer: user) {
                let work = SaveOrder(
                    request: part.request, refused: part.intake(of: intake).refused,
                    key: .private(part.owner),
                    scope: .private(user: part.owner), viewer: user, incoming: incoming)
                do {
                    let result = try await perform(work, &needed)
                    results.append(
                        (part, OwnerNames(viewer: user, owner: part.owner).seen(result)))
                } catch {
                    guard !results.isEmpty else { throw error }
                    // What other owners' databases have committed stays.
                    results.append((part, part.refused(by: error)))
                }
            }
            return OwnedRequest.merge(results)
        }
    }

    private func perform(
        _ order: SaveOrder, _ needed: inout Set<IncomingAsset.Key>
    ) async throws -> SaveResult {
        // The schema grows first, in a step of its own: it stays even when the records do not.
        var seen: Int64?
        for _ in 0..<4 {
            if let catalogue = memory.catalogue {
                if growth(order, catalogue).isEmpty {
                    seen = catalogue.version
                } else {
                    try await grow(for: order)
                    seen = memory.catalogue?.version
                }
            }
            let known = seen
            let saved = try await write { [self] session -> Saved? in
                let catalogue = session.catalogue
                if catalogue.version != known, !growth(order, catalogue).isEmpty {
                    return nil
                }
                return try save(order, session)
            }
            if let saved {
                for checksum in saved.acquired {
                    needed.insert(IncomingAsset.Key(database: order.key, checksum: checksum))
                }
                collect(saved.released)
                return saved.result
            }
            try await grow(for: order)
        }
        // Other writers keep dropping what this request needs.
        throw StoreError(.busy)
    }

    /// What a participant may do in each zone; nil for the owner of the database.
    func permissions(
        of order: SaveOrder, _ session: Session
    ) throws -> [ZoneID: ParticipantPermission]? {
        guard let viewer = order.viewer else { return nil }
        guard let database = try session.database(order.key),
            !viewer.hasSameBytes(as: order.key.owner)
        else { return [:] }
        return try session.permissions(of: viewer, in: database)
    }

    private func save(_ order: SaveOrder, _ session: Session) throws -> Saved {
        let transaction = try SQLTransaction(
            session, key: order.key, isOwner: order.viewer == nil)
        let permissions = try permissions(of: order, session)
        if permissions?.isEmpty != true {
            try transaction.takeTurn(
                for: order.request.saves.map(\.record.id.zone)
                    + order.request.deletions.map(\.id.zone))
        }
        let result = try SaveProcedure(
            order.request, in: order.scope, environment: environment, limits: limits,
            now: Date(),
            refused: order.request.refusing(order.refused) {
                try !has($0, in: transaction.database, order, session)
            },
            permissions: permissions
        ).run(in: transaction)
        try transaction.finish()
        try keepContent(of: transaction, order, session)
        let released = transaction.released.map {
            StoredContent(
                database: session.home(ofContent: $0, in: transaction.database), checksum: $0)
        }
        return Saved(
            result: result, released: Set(released), acquired: transaction.acquired)
    }
}
