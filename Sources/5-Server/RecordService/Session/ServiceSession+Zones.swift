extension ServiceSession {
    /// The zones of a database, the default zone first.
    package func zones(in database: Database) async throws(ServiceError) -> [Zone] {
        try await request(isWrite: false, in: database) {
            let scope = try scope(database)
            return try await withShares(try await store.zones(in: scope), in: scope)
        }
    }

    /// The zones of the given names, each or why not.
    package func zones(
        _ ids: [ZoneID], in database: Database
    ) async throws(ServiceError) -> [ZoneID: Result<Zone, ServiceError>] {
        try await request(isWrite: false, in: database) {
            guard ids.count <= store.limits.itemsPerRequest else {
                throw ServiceError.tooMany(ids.count, limit: store.limits.itemsPerRequest)
            }
            let scope = try scope(database)
            let names = OwnerNames(scope)
            let asked = Set(ids.map { names.stored($0) })
            let zones = try await store.zones(in: scope).filter {
                asked.contains(names.stored($0.id))
            }
            let found = Dictionary(
                first: try await withShares(zones, in: scope).map { (names.stored($0.id), $0) })
            var results: [ZoneID: Result<Zone, ServiceError>] = [:]
            for id in ids {
                results[id] =
                    found[names.stored(id)].map { .success($0) } ?? .failure(.zoneNotFound(id))
            }
            return results
        }
    }

    /// Zones with the share of each that is shared as a whole.
    private func withShares(_ zones: [Zone], in scope: DatabaseScope) async throws -> [Zone] {
        let ids = zones.filter(\.tracksChanges).map {
            RecordID(Share.zoneWideName, zone: $0.id)
        }
        guard !ids.isEmpty else { return zones }
        let shares = try await store.records(ids, in: scope, desiredKeys: [])
        guard !shares.isEmpty else { return zones }
        return zones.map { zone in
            var zone = zone
            zone.share = shares[RecordID(Share.zoneWideName, zone: zone.id)]?.id
            return zone
        }
    }

    /// Creates and deletes zones; in the shared database deleting a zone is leaving it.
    ///
    /// Saving a zone that exists succeeds and changes nothing.
    package func modifyZones(
        saving saves: [ZoneID] = [], deleting deletions: [ZoneID] = [], in database: Database
    ) async throws(ServiceError) -> ServiceZoneResult {
        try await request(isWrite: true, in: database) {
            let scope = try scope(database)
            let count = saves.count + deletions.count
            guard count <= store.limits.itemsPerRequest else {
                throw ServiceError.tooMany(count, limit: store.limits.itemsPerRequest)
            }
            var result = ServiceZoneResult()
            let names = OwnerNames(scope)
            var existing: Set<ZoneID> = []
            if database == .private, !saves.isEmpty {
                // Where they cannot be read, a notification too many is sent.
                let zones = (try? await store.zones(in: scope)) ?? []
                existing = Set(zones.map { names.stored($0.id) })
            }
            for id in saves {
                result.saves.append(
                    await outcome {
                        try refuseZones(in: database)
                        guard let zone = try await store.createZones([id], in: scope).first else {
                            throw ServiceError.zoneNotFound(id)
                        }
                        // The zone is there: without its share it is shown all the same.
                        return (try? await withShares([zone], in: scope))?.first ?? zone
                    })
            }
            var participants: Set<String> = []
            for id in deletions {
                if database == .private,
                    // A zone that is not there has none; deleting it says so.
                    let users = try? await store.participants(of: id, in: scope)
                {
                    participants.formUnion(users.keys)
                }
                result.deletions.append(
                    await outcome {
                        if database == .shared {
                            try await leave(id)
                        } else {
                            try refuseZones(in: database)
                            let tokens = await tokens(ofSharesIn: id, scope)
                            try await delete(id, in: scope)
                            await removeTokens(tokens)
                        }
                        return id
                    })
            }
            // A zone that exists stays as it is: no device has anything to fetch.
            let isChanged =
                zip(saves, result.saves).contains {
                    $1.isSuccess && !existing.contains(names.stored($0))
                } || result.deletions.contains { $0.isSuccess }
            if database == .private {
                service.faults.noteMade(
                    zip(saves, result.saves).filter { $1.isSuccess }.map { $0.0 }, of: user)
            }
            if database == .private, isChanged, let user {
                await service.hub.zonesChanged(of: user, for: participants, by: self)
            }
            return result
        }
    }

    func delete(_ id: ZoneID, in scope: DatabaseScope) async throws {
        guard OwnerNames(scope).stored(id) != .default else {
            throw ServiceError(
                .invalidArguments, nil, "The default zone cannot be deleted",
                context: ["zone": id.name])
        }
        do {
            try await store.deleteZones([id], in: scope)
        } catch let error as StoreError where error.code == .outcomeUnknown {
            // What is there is counted when it is next needed.
            if let user { service.usage.forget(user) }
            throw error
        }
        if let user {
            service.usage.forget(user)
            // The zone is deleted, whatever becomes of what was kept beside it.
            try? await forgetMarks(of: id, owner: user)
            if id.isMirrored {
                try? await service.mirrorDevices.forget(owner: user, zone: id.name)
            }
        }
    }

    private func refuseZones(in database: Database) throws(ServiceError) {
        switch database {
        case .private: return
        case .public:
            throw ServiceError(
                .invalidArguments, nil, "Custom zones are not allowed in the public database")
        case .shared:
            throw ServiceError(
                .invalidArguments, 1010, "Only shared zones can be accessed in the shared DB")
        }
    }

    /// What comes of a part of a request.
    func outcome<T: Sendable>(_ body: () async throws -> T) async -> Result<T, ServiceError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(ServiceError(error))
        }
    }

}

extension Result {
    package var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
