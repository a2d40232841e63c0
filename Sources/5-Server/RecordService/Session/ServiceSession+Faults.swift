/// A session whose user's data faults can change.
package protocol FaultySession: Sendable {
    /// Saves fields of a record as another device of the same user.
    func write(_ fields: [String: Value], to id: RecordID) async throws
    /// Deletes a zone of the user's private database, as the system does and not a program.
    func lose(_ zone: ZoneID, isKeysReset: Bool) async throws
}

extension ServiceSession: FaultySession {
    package func lose(_ zone: ZoneID, isKeysReset: Bool) async throws {
        guard let user else { return }
        let scope = DatabaseScope.private(user: user)
        // A zone that is not there has no participants; deleting it says so.
        let participants = (try? await store.participants(of: zone, in: scope)) ?? [:]
        do {
            try await delete(zone, in: scope)
        } catch let error as StoreError where error.code == .zoneNotFound {
            return
        }
        let token = try await store.databaseChanges(
            in: scope, since: nil, limit: Int(Int32.max)
        ).token
        service.faults.noteLost(zone, of: user, isKeysReset: isKeysReset, at: token)
        await service.hub.zonesChanged(
            of: user, for: Set(participants.keys),
            by: ServiceSession(service: service, user: user, device: "the user's settings"))
    }

    package func write(_ fields: [String: Value], to id: RecordID) async throws {
        var scopes: [DatabaseScope] = [.public]
        if let user { scopes = [.private(user: user), .shared(user: user), .public] }
        for scope in scopes {
            guard let record = try await store.records([id], in: scope, desiredKeys: nil)[id]
            else { continue }
            var changed = Record(record.type, id, fields)
            changed.parent = record.parent
            changed.share = record.share
            let writer = scope == .public ? record.system?.createdBy : user
            let result = try await store.save(
                SaveRequest(
                    saving: [changed], policy: .changedKeys,
                    user: writer ?? SaveRequest.defaultUser, isAdministrator: true), in: scope)
            if let error = result.firstError { throw error }
            let other = ServiceSession(
                service: service, user: user, device: "the conflicting writer")
            await service.hub.recordsChanged(result, in: scope, by: other)
            return
        }
    }
}

extension ServiceFaults.Fault {
    /// Makes the fault happen: waits, fails, or changes something before the request.
    ///
    /// A response is lost by the caller that makes the request.
    package func strike(in session: some FaultySession) async throws {
        switch self {
        case .conflictingWriter(let id, let fields): try await session.write(fields, to: id)
        case .zoneDeleted(let zone): try await session.lose(zone, isKeysReset: false)
        case .keysReset(let zone): try await session.lose(zone, isKeysReset: true)
        case .networkUnavailable:
            throw ServiceError.fault(
                .networkUnavailable, nil, "The Internet connection appears to be offline.",
                urlError: -1009)
        case .networkFailure:
            throw ServiceError.fault(
                .networkFailure, nil, "The network connection was lost.", urlError: -1005)
        case .responseLost, .tokensExpired, .burst, .notificationsLost, .notificationsDoubled:
            return
        case .serviceUnavailable(let delay):
            throw ServiceError.fault(
                .serviceUnavailable, 2022, "Service Unavailable", retryAfter: delay)
        case .throttled(let delay):
            throw ServiceError.fault(
                .requestRateLimited, 2061,
                "The request was rate limited; Retry after \(delay) seconds", retryAfter: delay)
        case .zoneBusy(let delay):
            throw ServiceError.fault(.zoneBusy, 2022, "Zone is busy", retryAfter: delay)
        case .notAuthenticated:
            throw ServiceError.fault(
                .notAuthenticated, 1002, "This request requires an authenticated account")
        case .accountTemporarilyUnavailable:
            throw ServiceError.fault(
                .accountTemporarilyUnavailable, 1028,
                "Account temporarily unavailable due to bad or missing auth token")
        case .managedAccountRestricted:
            throw ServiceError.fault(
                .managedAccountRestricted, 2011, "The account is restricted by its manager")
        case .quotaExceeded:
            throw ServiceError.fault(.quotaExceeded, 2035, "Quota exceeded")
        case .slow(let seconds):
            // At most a day, so that no number of seconds overflows.
            let wait = seconds.isFinite ? min(max(0, seconds), 86_400) : 0
            try await Task.sleep(nanoseconds: UInt64(wait * 1_000_000_000))
        }
    }
}

extension ServiceError {
    static func fault(
        _ code: Code, _ serverCode: Int?, _ message: String, retryAfter: Double? = nil,
        urlError: Int? = nil
    ) -> ServiceError {
        var error = ServiceError(code, serverCode, message, retryAfter: retryAfter, cause: .fault)
        error.urlError = urlError
        return error
    }

    package static let responseLost = fault(
        .serverResponseLost, nil, "The response of the server was lost", urlError: -1005)
}
