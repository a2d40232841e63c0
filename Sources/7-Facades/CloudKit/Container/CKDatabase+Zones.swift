import PredicateCore
import RecordCore
import RecordService

extension CKDatabase {
    /// The zones of the database, the default zone first.
    ///
    ///     try await database.save(CKRecordZone(zoneName: "Notes"))
    ///     try await database.allRecordZones().map(\.zoneID.zoneName)  // ["_defaultZone", "Notes"]
    public func allRecordZones() async throws -> [CKRecordZone] {
        try await ask { try await $0.zones(in: $1).map { CKRecordZone($0) } }
    }

    /// The zone of a name.
    ///
    /// - Throws: `zoneNotFound` when there is none.
    public func recordZone(for recordZoneID: CKRecordZone.ID) async throws -> CKRecordZone {
        guard let zone = try await fetchZones([recordZoneID]).first else {
            throw CKError(.zoneNotFound, "Zone not found", serverCode: 2036)
        }
        return try zone.1.get()
    }

    /// The zones of the given names, each or why not.
    public func recordZones(
        for ids: [CKRecordZone.ID]
    ) async throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
        try await fetchZones(ids).byID()
    }

    /// Makes a zone; one that exists stays as it is.
    ///
    ///     let zone = try await database.save(CKRecordZone(zoneName: "Notes"))
    ///     zone.capabilities.contains(.fetchChanges)  // true
    ///
    /// - Throws: `invalidArguments` in the public database, which has the default zone only.
    @discardableResult
    public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
        guard let saved = try await modifyZones(saving: [zone], deleting: []).saves.first else {
            return zone
        }
        return try saved.get()
    }

    /// Deletes a zone with all its records; in the shared database, leaves it.
    ///
    ///     try await database.deleteRecordZone(withID: zoneID).zoneName  // "Notes"
    ///
    /// - Throws: `zoneNotFound` when there is none, `invalidArguments` for the default zone.
    @discardableResult
    public func deleteRecordZone(
        withID zoneID: CKRecordZone.ID
    ) async throws -> CKRecordZone.ID {
        try await modifyZones(saving: [], deleting: [zoneID]).deletions.first?.get()
        return zoneID
    }

    /// Makes and deletes zones.
    @discardableResult
    public func modifyRecordZones(
        saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID]
    ) async throws -> Modifications<CKRecordZone.ID, CKRecordZone> {
        try await modifyZones(saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
            .byID(saving: recordZonesToSave.map(\.zoneID), deleting: recordZoneIDsToDelete)
    }

    // MARK: What operations use too

    func fetchZones(
        _ ids: [CKRecordZone.ID]
    ) async throws -> [(CKRecordZone.ID, Result<CKRecordZone, CKError>)] {
        try await ask { session, place in
            let found = try await session.zones(ids.map(\.id), in: place)
            return ids.map { id in
                switch found[id.id] {
                case .success(let zone): (id, .success(CKRecordZone(zone)))
                case .failure(let error): (id, .failure(CKError(error)))
                case nil:
                    (id, .failure(CKError(.zoneNotFound, "Zone not found", serverCode: 2036)))
                }
            }
        }
    }

    func modifyZones(
        saving zones: [CKRecordZone], deleting ids: [CKRecordZone.ID]
    ) async throws -> ModificationResults<CKRecordZone> {
        try await ask { session, place in
            let results = try await session.modifyZones(
                saving: zones.map(\.zoneID.id), deleting: ids.map(\.id), in: place)
            return ModificationResults(
                saves: results.saves.map { $0.map { CKRecordZone($0) }.mapError { CKError($0) } },
                deletions: results.deletions.map { $0.map { _ in }.mapError { CKError($0) } })
        }
    }
}
