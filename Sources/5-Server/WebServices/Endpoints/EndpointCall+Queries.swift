import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `records/query`.
    func queryRecords() async throws -> WireReply {
        let asked = try read(QueryRequest.self)
        let limit = try pageLimit(asked.limit, isOurs: asked.options.isExact)
        let schema = try await session.schema()
        // Before the records: what is written meanwhile is seen twice rather than never.
        let token = try await syncToken()
        let page: ServicePage
        if let marker = asked.marker, !marker.isEmpty {
            page = try await session.query(
                continuing: try WireTokens.cursor(marker),
                desiredKeys: asked.options.desiredKeys, limit: limit,
                pageBytes: EndpointCall.pageBytes, isRestricted: true, in: database)
        } else {
            page = try await session.query(
                try query(of: asked, limit: limit, schema), pageBytes: EndpointCall.pageBytes,
                in: database)
        }
        let writer = try await writer(asked.options, schema, for: page.records)
        let marker = page.cursor.map(WireTokens.text)
        return ReplyPieces.reply(page.records, with: writer) { reply, record in
            reply.append(record)
        } finish: { reply in
            reply.finish(marker: marker, token: token)
        }
    }

    private func query(
        of asked: QueryRequest, limit: Int, _ schema: Schema
    ) throws(WireError) -> RecordQuery {
        guard let wire = asked.query else { throw .missing("query") }
        // Queries without an index are for administrators, by endpoints of their own.
        guard wire.profile != .everything else {
            throw .badRequest("BadRequestException: Unexpected input")
        }
        var query = try wire.recordQuery(
            type: schema[wire.recordType], in: asked.isZoneWide ? nil : asked.zone,
            limit: limit, options: asked.options)
        query.profile = wire.profile ?? .webServices
        if asked.isZoneWide { query.zones = .all }
        return query
    }

    /// Answers `records/lookup`.
    func lookUpRecords() async throws -> WireReply {
        let asked = try read(LookupRequest.self)
        try checkCount(asked.items.count, isOurs: asked.options.isExact)
        let zone = asked.zone ?? .default
        let ids = asked.items.map { RecordID($0.name, zone: $0.zone ?? zone) }
        let token = try await syncToken()
        let found = try await session.records(
            ids, in: database, desiredKeys: LookedUp.keys(of: asked))
        var entries: [LookedUp] = []
        entries.reserveCapacity(ids.count)
        for (id, item) in zip(ids, asked.items) {
            switch found[id] {
            case .success(let record):
                entries.append(LookedUp(.record(record), desiredKeys: item.desiredKeys))
            case .failure(let error):
                entries.append(LookedUp(.failure(name: id.name, WireError(item: error))))
            case nil:
                let error = WireError(.notFound, "Record not found", concernsItem: true)
                entries.append(LookedUp(.failure(name: id.name, error)))
            }
        }
        let writer = try await writer(
            asked.options, try await session.schema(), for: entries.compactMap(\.entry.record))
        return ReplyPieces.reply(entries, with: writer) { reply, entry in
            entry.append(to: &reply)
        } finish: { reply in
            reply.finish(token: token)
        }
    }
}

/// A record of a reply with the fields that are wanted of it.
struct LookedUp: Sendable {
    var entry: RecordEntry
    /// Nil where the whole request says it.
    var desiredKeys: [String]?

    init(_ entry: RecordEntry, desiredKeys: [String]? = nil) {
        self.entry = entry
        self.desiredKeys = desiredKeys
    }

    func append(to reply: inout RecordsWriter) {
        if let desiredKeys, case .record(let record) = entry {
            reply.append(record, desiredKeys: desiredKeys)
        } else {
            reply.append(entry)
        }
    }

    /// The fields that are wanted of any record; nil when all are wanted of one.
    static func keys(of request: LookupRequest) -> [String]? {
        var keys: [String] = []
        var isGeneral = false
        for item in request.items {
            if let own = item.desiredKeys { keys += own } else { isGeneral = true }
        }
        guard isGeneral else { return Array(Set(keys)) }
        guard let general = request.options.desiredKeys else { return nil }
        return keys.isEmpty ? general : Array(Set(keys + general))
    }
}

extension RecordEntry {
    /// The record, where it is one.
    var record: Record? {
        if case .record(let record) = self { record } else { nil }
    }
}
