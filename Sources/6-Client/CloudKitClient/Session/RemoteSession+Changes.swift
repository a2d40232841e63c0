package import RecordService
import WebServices

extension RemoteSession {
    /// What happened in a zone after a token; everything there is when the token is nil.
    package func changes(
        zone: ZoneID, in database: Database, since token: ChangeToken?, limit: Int?,
        desiredKeys: [String]?
    ) async throws(ServiceError) -> ZoneChanges {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            try checkToken(token)
            let asked = RecordChangesRequest(
                zone: zone, token: token.map { WireTokens.text($0) },
                limit: limit.flatMap { $0 > 0 ? $0 : nil }, options: records(desiredKeys))
            let reply: ZoneChangesReply = try await post(
                ZoneChangesRequest([asked]), .changesZone, in: database, isWrite: false)
            switch reply.zones.first {
            case .changes(_, let reply)?: return try await changes(reply)
            case .failure(_, let error)?: throw error.serviceError
            case nil:
                throw ServiceError(.malformed("One zone asked, no answer"), isWrite: false)
            }
        }
    }

    private func changes(_ reply: RecordsReply) async throws(ServiceError) -> ZoneChanges {
        var changed: [Record] = []
        var deleted: [ZoneChanges.Deletion] = []
        for entry in reply.entries {
            switch entry {
            case .record(let record): changed.append(record)
            case .deleted(let id, let type):
                deleted.append(ZoneChanges.Deletion(id, type: type ?? ""))
            case .failure(_, let error): throw error.serviceError
            }
        }
        return ZoneChanges(
            changed: try await withFiles(changed), deleted: deleted,
            token: try place(reply.token), moreComing: reply.moreComing)
    }

    /// Which zones changed after a token.
    package func databaseChanges(
        in database: Database, since token: ChangeToken?, limit: Int?
    ) async throws(ServiceError) -> DatabaseChanges {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            try checkToken(token)
            let reply: ZonesReply = try await post(
                DatabaseChangesRequest(
                    token: token.map { WireTokens.text($0) },
                    limit: limit.flatMap { $0 > 0 ? $0 : nil }),
                .changesDatabase, in: database, isWrite: false)
            var changes = DatabaseChanges(
                changed: [], deleted: [], token: try place(reply.token),
                moreComing: reply.moreComing ?? false)
            for entry in reply.entries {
                switch entry {
                case .zone(let id, _, _, _): changes.changed.append(own(id))
                case .deleted(let id): changes.deleted.append(own(id))
                case .failure(_, let error): throw error.serviceError
                }
            }
            if database == .private {
                changes = service.faults.explained(changes, to: user, since: token)
            }
            return changes
        }
    }

    /// Refuses a token where a fault says that it has expired.
    private func checkToken(_ token: ChangeToken?) throws(ServiceError) {
        guard token != nil, service.faults.takeExpiredToken(of: user) else { return }
        throw ServiceError(StoreError(.changeTokenExpired))
    }

    private func place(_ token: String?) throws(ServiceError) -> ChangeToken {
        guard let token else {
            throw ServiceError(.malformed("Changes without a token"), isWrite: false)
        }
        return try ServiceError.reading { () throws(WireError) in try WireTokens.token(token) }
    }
}
