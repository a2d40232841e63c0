package import RecordService

extension RemoteStore {
    /// The records of the given names; those that do not exist are absent.
    package func records(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record] {
        try await asking(scope) { session, database in
            var found: [RecordID: Record] = [:]
            for part in ids.batches(of: RemoteStore.batch) {
                let results = try await session.records(
                    part, in: database, desiredKeys: desiredKeys)
                for (id, result) in results {
                    switch result {
                    case .success(let record): found[id] = record
                    case .failure(let error)
                    where error.code == .unknownItem || error.code == .zoneNotFound:
                        continue
                    case .failure(let error): throw error
                    }
                }
            }
            return found
        }
    }

    /// The records of the given names, and the schema, read before them.
    package func recordsAndSchema(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (records: [RecordID: Record], schema: RecordSchema) {
        let schema = try await schema()
        return (try await records(ids, in: scope, desiredKeys: desiredKeys), schema)
    }

    /// Records and deletions in one request.
    private static let batch = 200
    /// Bytes of records in one request, well below what servers accept.
    private static let bytes = 1_500_000

    /// Why a part was not done that comes after one that failed.
    private static let unsent = StoreError(
        .batchFailed, engineMessage: "It was not sent, as a request before it failed.")

    /// Saves and deletes.
    ///
    /// What is not to be done all or nothing goes in several requests where it is much. Where one
    /// of them fails as a whole, its parts have that as their result; those after it, which were
    /// not sent, have ``StoreError/Code/batchFailed``.
    package func save(
        _ request: SaveRequest, in scope: DatabaseScope
    ) async throws -> SaveResult {
        let (session, database) = session(scope)
        var result = SaveResult()
        var isUnderWay = false
        for part in request.isAtomic ? [request] : RemoteStore.parts(of: request) {
            let saved: ServiceSaveResult
            do {
                saved = try await session.modify(part, in: database)
            } catch {
                // The parts before this one are saved and reported as saved; the rest is not.
                guard isUnderWay else { throw RemoteStore.failure(error) }
                let failure = StoreError(error)
                for _ in part.saves { result.saves.append(.failure(failure)) }
                for _ in part.deletions { result.deletions.append(.failure(failure)) }
                while result.saves.count < request.saves.count {
                    result.saves.append(.failure(RemoteStore.unsent))
                }
                while result.deletions.count < request.deletions.count {
                    result.deletions.append(.failure(RemoteStore.unsent))
                }
                return result
            }
            isUnderWay = true
            result.saves += saved.saves.map { $0.mapError { StoreError($0) } }
            result.deletions += saved.deletions.map { $0.mapError { StoreError($0) } }
            result.cascaded += saved.cascaded
        }
        return result
    }

    private static func parts(of request: SaveRequest) -> [SaveRequest] {
        var parts: [SaveRequest] = []
        var part = request
        part.saves = []
        part.deletions = []
        var size = 0
        func isFull(_ more: Int) -> Bool {
            let count = part.saves.count + part.deletions.count
            return count > 0 && (count >= batch || size + more > bytes)
        }
        func next() {
            parts.append(part)
            part.saves = []
            part.deletions = []
            size = 0
        }
        for item in request.saves {
            let more = item.record.storedSize
            if isFull(more) { next() }
            part.saves.append(item)
            size += more
        }
        for deletion in request.deletions {
            if isFull(0) { next() }
            part.deletions.append(deletion)
        }
        if parts.isEmpty || !part.saves.isEmpty || !part.deletions.isEmpty { next() }
        return parts
    }

    // MARK: Zones

    /// The zones of a database, the default zone first.
    package func zones(in scope: DatabaseScope) async throws -> [Zone] {
        try await asking(scope) { try await $0.zones(in: $1) }
    }

    /// Creates zones; one that exists is left as it is.
    @discardableResult
    package func createZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws -> [Zone] {
        try await asking(scope) { session, database in
            let result = try await session.modifyZones(saving: ids, deleting: [], in: database)
            return try result.saves.map { try $0.get() }
        }
    }

    /// Deletes zones with everything in them.
    ///
    /// The default zone cannot be deleted.
    package func deleteZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws {
        try await asking(scope) { session, database in
            let result = try await session.modifyZones(saving: [], deleting: ids, in: database)
            for deletion in result.deletions { _ = try deletion.get() }
        }
    }

    // MARK: Changes

    /// What happened in a zone after a token; everything there is when the token is nil.
    package func changes(
        in zone: ZoneID, of scope: DatabaseScope, since token: ChangeToken?, limit: Int?,
        pageBytes: Int?, desiredKeys: [String]?
    ) async throws -> ZoneChanges {
        try await asking(scope) {
            try await $0.changes(
                zone: zone, in: $1, since: token, limit: limit, desiredKeys: desiredKeys)
        }
    }

    /// Which zones changed after a token.
    package func databaseChanges(
        in scope: DatabaseScope, since token: ChangeToken?, limit: Int?
    ) async throws -> DatabaseChanges {
        try await asking(scope) {
            try await $0.databaseChanges(in: $1, since: token, limit: limit)
        }
    }

    /// What a session of a database answers; its errors are those of a store.
    private func asking<T: Sendable>(
        _ scope: DatabaseScope,
        _ body: (RemoteSession, ServiceSession.Database) async throws -> T
    ) async throws -> T {
        let (session, database) = session(scope)
        do {
            return try await body(session, database)
        } catch {
            throw RemoteStore.failure(ServiceError(error))
        }
    }
}

extension StoreError {
    /// A store's error for what a service says of one record: the store's own where the service
    /// passed it on, otherwise the nearest.
    init(_ error: ServiceError) {
        let code: Code
        if case .store(let own) = error.cause {
            code = own
        } else {
            switch error.code {
            case .serverRecordChanged: code = .recordChanged
            case .unknownItem: code = .unknownRecord
            case .referenceViolation: code = .missingReference
            case .batchRequestFailed: code = .batchFailed
            case .permissionFailure: code = .permissionDenied
            case .zoneNotFound, .userDeletedZone: code = .zoneNotFound
            case .limitExceeded: code = .limitExceeded
            case .quotaExceeded: code = .quotaExceeded
            case .notAuthenticated: code = .notSignedIn
            case .zoneBusy: code = .busy
            case .serverResponseLost: code = .outcomeUnknown
            case .operationCancelled: code = .cancelled
            case .assetFileNotFound: code = .assetFileNotFound
            case .assetFileModified: code = .assetFileChanged
            case .assetNotAvailable: code = .assetNotAvailable
            case .internalError, .partialFailure, .networkUnavailable, .networkFailure,
                .badContainer, .serviceUnavailable, .requestRateLimited, .missingEntitlement,
                .invalidArguments, .resultsTruncated, .serverRejectedRequest,
                .incompatibleVersion, .constraintViolation, .changeTokenExpired, .badDatabase,
                .tooManyParticipants, .alreadyShared, .managedAccountRestricted,
                .participantMayNeedVerification, .accountTemporarilyUnavailable,
                .participantAlreadyInvited:
                code = .engine
            }
        }
        self.init(
            code, error.context, saying: error.message,
            conflict: error.conflict.map { Conflict(client: $0.client, server: $0.server) })
    }

    /// An error with the server's words, where they are not the code's own.
    init(
        _ code: Code, _ context: [String: String], saying words: String,
        conflict: Conflict? = nil
    ) {
        let isOwn = StoreError(code, context).sentence == words
        self.init(code, context, engineMessage: isOwn ? nil : words, conflict: conflict)
    }
}
