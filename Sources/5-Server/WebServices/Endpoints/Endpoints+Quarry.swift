import RecordService

/// What only our own clients ask, under `…/quarry/`.
package enum QuarryEndpoint: String, CaseIterable, Sendable {
    /// Notifications that a device lacks.
    case news
    /// Keeps a mark for zones.
    case keep
    /// Reads the mark of a zone.
    case mark
    /// Says by what others find a user.
    case introduce
}

extension Endpoints {
    /// Answers what our own clients ask beyond CloudKit Web Services, under `…/quarry/`, where no
    /// other client looks; nil for what they never ask.
    ///
    ///     POST …/private/quarry/news      {"run": "…", "after": 12}
    ///     POST …/private/quarry/keep      {"zones": [{"zoneName": "Notes", …}], "mark": "…"}
    ///     POST …/private/quarry/mark      {"zone": {"zoneName": "Notes", …}}
    ///     POST …/public/quarry/introduce  {"user": "_ann", "emails": ["ann@example.org"], …}
    ///
    /// - Throws: ``WireError`` and ``ServiceError``.
    static func quarry(
        _ name: String, _ database: ServiceSession.Database, _ request: WireRequest,
        in context: EndpointContext
    ) async throws -> WireReply? {
        let session = context.session
        guard request.method == "POST", let endpoint = QuarryEndpoint(rawValue: name)
        else { return nil }
        switch endpoint {
        case .news:
            let wanted = try BacklogRequest(reading: request.bytes)
            guard session.user != nil else { throw ServiceError.notSignedIn }
            var backlog = await session.backlog(after: wanted.after, run: wanted.run)
            if !context.allowsPrivateData {
                // The user of a key may have private subscriptions too.
                backlog.notifications.removeAll { $0.database != .public }
            }
            return WireReply(json: backlog.bytes)
        case .keep:
            let kept = try KeepMarkRequest(reading: request.bytes)
            guard session.user != nil else { throw ServiceError.notSignedIn }
            let zones = Set(kept.zones)
            guard zones.count <= 400, kept.mark.count <= 100_000 else {
                throw WireError.badRequest("a mark is too long, or for too many zones")
            }
            try await session.keepMark(kept.mark, of: zones, in: database)
            return empty
        case .mark:
            let wanted = try MarkRequest(reading: request.bytes)
            guard session.user != nil else { throw ServiceError.notSignedIn }
            let mark = try await session.mark(of: wanted.zone, in: database)
            return WireReply(json: MarkReply(mark: mark).bytes)
        case .introduce:
            guard session.isAdministrator else {
                throw WireError(.accessDenied, "only an administrator introduces users")
            }
            let introduced = try IntroduceRequest(reading: request.bytes)
            try await session.service.setIdentity(introduced.identity)
            return empty
        }
    }

    private static var empty: WireReply { WireReply(json: Array("{}".utf8)) }
}
