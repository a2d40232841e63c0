import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `zones/list`: every zone, or, after a `syncToken`, those that changed.
    ///
    /// Apple's reference of 2016 has neither token nor pages; CloudKit JS reads `syncToken` and
    /// `moreComing` of its `RecordZonesResponse`. A reply without a limit has every zone, as ever.
    func listZones() async throws -> WireReply {
        let requested =
            request.method == "GET"
            ? DatabaseChangesRequest() : try read(DatabaseChangesRequest.self)
        let since = requested.token.flatMap { $0.isEmpty ? nil : $0 }
        guard database == .public || (since == nil && requested.limit == nil) else {
            return try await listZones(since: since, limit: requested.limit)
        }
        // The token comes first: what is written meanwhile is seen twice rather than never.
        let token = try await session.currentToken(in: database).map(WireTokens.text)
        let zones = try await session.zones(in: database)
        return reply(
            ZonesReply(
                zones.map { entry($0, token: token) }, token: token, moreComing: false,
                zoneOwner: zoneOwner))
    }

    /// A page of zones; the default zone, which has no changes, stands on the first.
    private func listZones(since: String?, limit: Int?) async throws -> WireReply {
        let changes = try await session.databaseChanges(
            in: database, since: try since.map { try WireTokens.token($0) },
            limit: try pageLimit(limit))
        let token = WireTokens.text(changes.token)
        var entries: [ZoneEntry] = []
        if since == nil {
            let zones = try await session.zones(in: database)
            entries = zones.filter { !$0.tracksChanges }.map { entry($0, token: nil) }
        }
        entries += changes.changed.map { .zone($0, token: token, isAtomic: true) }
        if since != nil { entries += changes.deleted.map { .deleted($0) } }
        return reply(
            ZonesReply(
                entries, token: token, moreComing: changes.moreComing, zoneOwner: zoneOwner))
    }

    /// Answers `zones/lookup`.
    func lookUpZones() async throws -> WireReply {
        let message = try read(ZoneLookupRequest.self)
        try checkCount(message.zones.count, isOurs: message.isExact)
        let token = try await session.currentToken(in: database).map(WireTokens.text)
        let found = try await session.zones(message.zones, in: database)
        let entries = message.zones.map { id -> ZoneEntry in
            switch found[id] {
            case .success(let zone): entry(zone, token: token)
            case .failure(let error): .failure(id, WireError(item: error))
            case nil:
                .failure(
                    id, WireError(.zoneNotFound, "Zone does not exist", concernsItem: true))
            }
        }
        return reply(ZonesReply(entries, zoneOwner: zoneOwner))
            .counting(entries.lazy.compactMap(\.error))
    }

    /// Answers `zones/modify`.
    func modifyZones() async throws -> WireReply {
        let message = try read(ZoneModifyRequest.self)
        try checkCount(message.operations.count, isOurs: message.isExact)
        var saved: [Result<Zone, ServiceError>] = []
        var deleted: [Result<ZoneID, ServiceError>] = []
        for step in message.steps {
            let result = try await session.modifyZones(
                saving: step.filter { !$0.isDeletion }.map(\.zone),
                deleting: step.filter(\.isDeletion).map(\.zone), in: database)
            saved += result.saves
            deleted += result.deletions
        }
        // What is done is reported as done, though the token cannot be read any more.
        let token = try? await session.currentToken(in: database).map(WireTokens.text)
        var saves = saved.makeIterator()
        var deletions = deleted.makeIterator()
        var entries: [ZoneEntry] = []
        for operation in message.operations {
            let result =
                operation.isDeletion
                ? deletions.next()?.map { ZoneEntry.deleted($0) }
                : saves.next()?.map { entry($0, token: token) }
            switch result {
            case .success(let entry): entries.append(entry)
            case .failure(let error):
                entries.append(.failure(operation.zone, WireError(item: error)))
            case nil: break  // Every operation has a result.
            }
        }
        return reply(ZonesReply(entries, zoneOwner: zoneOwner))
            .counting(entries.lazy.compactMap(\.error))
    }

    /// Answers `changes/database`, and the older `zones/changes`.
    func changesOfDatabase() async throws -> WireReply {
        let message = try read(DatabaseChangesRequest.self)
        let since = try message.token.flatMap { try $0.isEmpty ? nil : WireTokens.token($0) }
        let changes = try await session.databaseChanges(
            in: database, since: since, limit: try pageLimit(message.limit))
        let token = WireTokens.text(changes.token)
        let changed = changes.changed.map { ZoneEntry.zone($0, token: token, isAtomic: true) }
        return reply(
            ZonesReply(
                changed + changes.deleted.map { .deleted($0) }, token: token,
                moreComing: changes.moreComing, zoneOwner: zoneOwner))
    }

    private func entry(_ zone: Zone, token: String?) -> ZoneEntry {
        // The default zone has no changes to ask for.
        .zone(
            zone.id, token: zone.tracksChanges ? token : nil, isAtomic: zone.tracksChanges,
            isShared: zone.share != nil)
    }

    /// A reply that is in memory as a whole.
    func reply(_ message: some WireMessage) -> WireReply { WireReply(json: message.bytes) }
}

extension ZoneModifyRequest {
    /// The operations in parts that are done one after the other: zones are saved before others are
    /// deleted, and one that is deleted here may be made again.
    fileprivate var steps: [[Operation]] {
        var steps: [[Operation]] = []
        var step: [Operation] = []
        var deleted: Set<String> = []
        for operation in operations {
            if !operation.isDeletion, deleted.contains(operation.zone.name) {
                steps.append(step)
                step = []
                deleted = []
            }
            if operation.isDeletion { deleted.insert(operation.zone.name) }
            step.append(operation)
        }
        return steps + [step]
    }
}
