import Foundation

extension MemoryStore {
    /// Saves and deletes records in one transaction.
    ///
    /// - Throws: `limitExceeded` when the request has more items than ``limits`` allow.
    public func save(
        _ request: SaveRequest, in scope: DatabaseScope
    ) async throws -> SaveResult {
        guard request.saves.count + request.deletions.count <= limits.itemsPerRequest else {
            throw StoreError(.limitExceeded, ["limit": "\(limits.itemsPerRequest) items"])
        }
        // Files are read before the lock is taken.
        var contents: [String: Data] = [:]
        let intake = try await AssetIntake.run(request, limits: limits) { source, _ in
            let content = try AssetIntake.content(of: source, limits: limits)
            let checksum = ContentHash.hex(of: content)
            contents[checksum] = content
            return Asset(checksum: checksum, size: Int64(content.count))
        }
        return try locked { state in
            for (checksum, content) in contents where !state.assets.holds(checksum) {
                state.assets.keep(content, as: checksum)
            }
            defer { if !contents.isEmpty { state.assets.purge() } }
            switch scope {
            case .public:
                let database = state.publicDatabase
                return try save(intake, in: database, viewer: "", scope, &state)
            case .private(let user):
                let database = state.database(of: user)
                return try save(intake, in: database, viewer: user, scope, &state)
            case .shared(let user): return try saveShared(intake, user: user, &state)
            }
        }
    }

    private func saveShared(
        _ intake: AssetIntake, user: String, _ state: inout State
    ) throws -> SaveResult {
        var results: [(OwnedRequest, SaveResult)] = []
        for part in OwnedRequest.split(intake.request, viewer: user) {
            let database = state.databases[ExactText(part.owner)]
            var permissions: [ZoneID: ParticipantPermission] = [:]
            for zone in database?.zones.values ?? [:].values
            where !part.owner.hasSameBytes(as: user) {
                permissions[zone.zone.id] = zone.permission(of: user)
            }
            do {
                let result = try save(
                    part.intake(of: intake),
                    in: database ?? MemoryDatabase(owner: part.owner), viewer: user,
                    .private(user: part.owner), permissions: permissions, &state)
                results.append((part, result))
            } catch {
                guard !results.isEmpty else { throw error }
                // What other owners' databases have taken stays.
                results.append((part, part.refused(by: error)))
            }
        }
        return OwnedRequest.merge(results)
    }

    private func save(
        _ intake: AssetIntake, in database: MemoryDatabase, viewer: String,
        _ scope: DatabaseScope, permissions: [ZoneID: ParticipantPermission]? = nil,
        _ state: inout State
    ) throws -> SaveResult {
        let names = OwnerNames(viewer: viewer, owner: database.owner)
        let request = permissions == nil ? names.stored(intake.request) : intake.request
        let now = clock()
        let refused = request.refusing(intake.refused) { !state.assets.holds($0) }

        // Growth is a step of its own: it stays even when the records do not.
        let growth = SchemaEvolution.additions(
            for: request, to: state.schema, in: environment, limits: limits,
            isPublic: scope == .public, permissions: permissions)
        state.schema = state.schema.applying(growth)

        let place: ServicePlace =
            scope == .public ? .public : .private(user: database.owner)
        let transaction = MemoryTransaction(
            database, schema: state.schema, now: now, notes: state.serviceData[place] ?? [:])
        do {
            let result = try SaveProcedure(
                request, in: scope, environment: environment, limits: limits, now: now,
                refused: refused, permissions: permissions
            ).run(in: transaction)
            state.serviceData[place, default: [:]].merge(transaction.kept) { $1 }
            for (checksum, step) in transaction.assetUses {
                state.assets.count(checksum, step)
            }
            if transaction.assetUses.values.contains(where: { $0 < 0 }) { state.assets.purge() }
            if !request.deletions.isEmpty {
                database.purge(before: now.addingTimeInterval(-limits.tombstoneLifetime))
            }
            return names.seen(result)
        } catch {
            transaction.rollBack()
            throw error
        }
    }
}
