import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `records/changes`.
    func changesOfRecords() async throws -> WireReply {
        let message = try read(RecordChangesRequest.self)
        let zone = message.zone ?? .default
        let page = try await changes(in: zone, message, limit: message.limit)
        let writer = try await writer(
            message.options, try await session.schema(), for: page.records)
        let token = WireTokens.text(page.token)
        return ReplyPieces.reply(page.entries, with: writer) { reply, entry in
            reply.append(entry)
        } finish: { reply in
            reply.finish(token: token, moreComing: page.moreComing, zone: zone)
        }
    }

    /// Answers `changes/zone`.
    ///
    /// Zone after zone is read and sent, so that the reply need never be in memory as a whole.
    func changesOfZones() async throws -> WireReply {
        let message = try read(ZoneChangesRequest.self)
        try checkCount(message.zones.count)
        let schema = try await session.schema()
        var reply = ZoneChangesWriter(RecordWriter(schema: schema))
        var bytes: [UInt8] = []
        // Of a long reply, the errors in what is sent first: the rest is read after it is counted.
        var errors: [WireError] = []
        var place = 0
        while place < message.zones.count, bytes.count < ReplyPieces.whole {
            let error = await write(
                message.zones[place], limit: message.limit, schema, to: &reply)
            if let error { errors.append(error) }
            place += 1
            if reply.isFull { ReplyPieces.add(reply.take(), to: &bytes) }
        }
        if place == message.zones.count {
            reply.finish()
            ReplyPieces.add(reply.take(), to: &bytes)
            return WireReply(json: bytes).counting(errors)
        }
        let seconds = TimeLimit.current?.seconds
        return ReplyPieces.stream { [reply, place, bytes] sink in
            var reply = reply
            try await sink(bytes)
            for zone in message.zones[place...] {
                // Sending takes as long as the client needs: each zone has the time of a request.
                await TimeLimit.$current.withValue(seconds.map { TimeLimit(seconds: $0) }) {
                    await write(zone, limit: message.limit, schema, to: &reply)
                }
                if reply.isFull { try await sink(reply.take()) }
            }
            reply.finish()
            try await sink(reply.take())
        }.counting(errors)
    }

    /// Writes what a reply of `changes/zone` says of one zone; gives the error that it says.
    @discardableResult
    private func write(
        _ message: RecordChangesRequest, limit: Int?, _ schema: RecordSchema,
        to reply: inout ZoneChangesWriter
    ) async -> WireError? {
        let zone = message.zone ?? .default
        do {
            let page = try await changes(in: zone, message, limit: message.limit ?? limit)
            let records = try await writer(message.options, schema, for: page.records)
            reply.append(
                page.entries, of: zone, token: WireTokens.text(page.token),
                moreComing: page.moreComing, records: records)
            return nil
        } catch {
            let named = message.options.isExact ? zone : zone.named(zoneOwner)
            let error = failure(WireError(item: error))
            reply.append(error, zone: named)
            return error
        }
    }

    /// What one reply says of a zone.
    private struct Page: Sendable {
        var entries: [RecordEntry]
        var token: ChangeToken
        var moreComing: Bool

        var records: [Record] { entries.compactMap(\.record) }
    }

    private func changes(
        in zone: ZoneID, _ message: RecordChangesRequest, limit: Int?
    ) async throws -> Page {
        guard zone.name != ZoneID.defaultName else {
            throw WireError(
                .badRequest, "cannot get changes in default zone", concernsItem: true)
        }
        let limit = try pageLimit(limit, isOurs: message.options.isExact)
        if message.isReverse { return try await reversed(in: zone, message, limit: limit) }
        let changes = try await session.changes(
            zone: zone, in: database, since: try message.since(), limit: limit,
            pageBytes: EndpointCall.pageBytes, desiredKeys: message.options.desiredKeys)
        return Page(
            entries: entries(of: changes, message), token: changes.token,
            moreComing: changes.moreComing)
    }

    private func entries(of changes: ZoneChanges, _ message: RecordChangesRequest) -> [RecordEntry]
    {
        var entries: [RecordEntry] = []
        entries.reserveCapacity(changes.changed.count + changes.deleted.count)
        for record in changes.changed where message.wants(record.type) {
            entries.append(.record(record))
        }
        for deletion in changes.deleted where message.wants(deletion.type) {
            entries.append(.deleted(deletion.id, type: deletion.type))
        }
        return entries
    }

    /// The latest changes, the newest first.
    ///
    /// The page is complete: a client that reads the newest changes goes on forwards from the
    /// token. Older changes are skipped in bounded memory.
    private func reversed(
        in zone: ZoneID, _ message: RecordChangesRequest, limit: Int
    ) async throws -> Page {
        guard database != .shared else {
            throw WireError(
                .badRequest, "Reverse sync of share db is unsupported", concernsItem: true)
        }
        let step = max(limit, EndpointCall.items)
        var starts: [ChangeToken?] = [try message.since()]
        var token = starts[0]
        while true {
            let page = try await session.changes(
                zone: zone, in: database, since: token, limit: step, desiredKeys: [])
            token = page.token
            guard page.moreComing else { break }
            starts.append(token)
            if starts.count > 2 { starts.removeFirst() }
        }
        var entries: [RecordEntry] = []
        var since = starts[0]
        while true {
            let page = try await session.changes(
                zone: zone, in: database, since: since, limit: step,
                pageBytes: EndpointCall.pageBytes, desiredKeys: message.options.desiredKeys)
            entries = (entries + self.entries(of: page, message)).suffix(limit)
            since = page.token
            guard page.moreComing else {
                return Page(
                    entries: entries.reversed(), token: page.token,
                    moreComing: false)
            }
        }
    }
}

extension RecordChangesRequest {
    /// Where the reader has got to.
    fileprivate func since() throws(WireError) -> ChangeToken? {
        guard let token, !token.isEmpty else { return nil }
        return try WireTokens.token(token)
    }

    fileprivate func wants(_ type: String) -> Bool { recordTypes?.contains(type) ?? true }
}
