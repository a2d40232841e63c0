import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// The zones of a database, the default zone first.
    package func zones(in database: Database) async throws(ServiceError) -> [Zone] {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            let reply: ZonesReply = try await get(.zonesList, in: database)
            return try reply.entries.map { entry throws(ServiceError) in try zone(entry).get() }
        }
    }

    /// The zones of the given names, each or why not.
    package func zones(
        _ ids: [ZoneID], in database: Database
    ) async throws(ServiceError) -> [ZoneID: Result<Zone, ServiceError>] {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            let reply: ZonesReply = try await post(
                ZoneLookupRequest(ids, isExact: true), .zonesLookup, in: database,
                isWrite: false)
            try RemoteSession.check(reply.entries.count, of: ids.count)
            var zones: [ZoneID: Result<Zone, ServiceError>] = [:]
            for (id, entry) in zip(ids, reply.entries) { zones[id] = zone(entry) }
            return zones
        }
    }

    /// Creates and deletes zones; in the shared database deleting a zone is leaving it.
    package func modifyZones(
        saving saves: [ZoneID], deleting deletions: [ZoneID], in database: Database
    ) async throws(ServiceError) -> ServiceZoneResult {
        try await request(isWrite: true, in: database) { () async throws(ServiceError) in
            let operations =
                saves.map { ZoneModifyRequest.Operation($0) }
                + deletions.map { ZoneModifyRequest.Operation($0, isDeletion: true) }
            let reply: ZonesReply = try await post(
                ZoneModifyRequest(operations, isExact: true), .zonesModify, in: database,
                isWrite: true)
            try RemoteSession.check(reply.entries.count, of: operations.count)
            var result = ServiceZoneResult()
            result.saves = reply.entries.prefix(saves.count).map { zone($0) }
            result.deletions = zip(deletions, reply.entries.dropFirst(saves.count)).map {
                id, entry in
                switch entry {
                case .zone, .deleted: .success(id)
                case .failure(_, let error): .failure(error.serviceError)
                }
            }
            if database == .private {
                service.faults.noteMade(
                    zip(saves, result.saves).filter { $1.isSuccess }.map { $0.0 }, of: user)
            }
            return result
        }
    }

    package func lose(_ zone: ZoneID, isKeysReset: Bool) async throws {
        guard let user else { return }
        // Without faults, so that no other one applies.
        let quiet = RemoteService(
            options, transport: service.transport, credentials: service.credentials)
        let session = RemoteSession(service: quiet, user: user, device: "the user's settings")
        let result = try await session.modifyZones(saving: [], deleting: [zone], in: .private)
        // It is not there.
        if case .failure? = result.deletions.first { return }
        var page = try await session.databaseChanges(in: .private, since: nil, limit: nil)
        while page.moreComing {
            page = try await session.databaseChanges(in: .private, since: page.token, limit: nil)
        }
        service.faults.noteLost(zone, of: user, isKeysReset: isKeysReset, at: page.token)
    }

    private func zone(_ entry: ZoneEntry) -> Result<Zone, ServiceError> {
        switch entry {
        case .zone(let id, let token, let isAtomic, let isShared):
            // Another server's token has no counter.
            let counter = token.flatMap { try? WireTokens.token($0) }?.counters.values.max()
            var zone = Zone(own(id), tracksChanges: isAtomic, token: counter ?? 0)
            if isShared { zone.share = RecordID(Share.zoneWideName, zone: zone.id) }
            return .success(zone)
        case .deleted(let id):
            return .failure(ServiceError(StoreError(.zoneNotFound, ["zone": id.name])))
        case .failure(_, let error): return .failure(error.serviceError)
        }
    }

    /// A zone by the name that programs have for its owner, where that is the user.
    func own(_ zone: ZoneID) -> ZoneID {
        zone.owner == user ? ZoneID(zone.name) : zone
    }

    /// Refuses a reply that has more or fewer entries than were asked for.
    static func check(_ count: Int, of asked: Int) throws(ServiceError) {
        guard count == asked else {
            throw ServiceError(
                .malformed("\(asked) things asked, \(count) answers"), isWrite: false)
        }
    }
}
