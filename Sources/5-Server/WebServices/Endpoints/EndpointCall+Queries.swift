import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `records/query`.
    func queryRecords() async throws -> WireReply {
        let message = try read(QueryRequest.self)
        let limit = try pageLimit(message.limit, isOurs: message.options.isExact)
        let schema = try await session.schema()
        // Before the records: what is written meanwhile is seen twice rather than never.
        let token = try await syncToken()
        let page: ServicePage
        if let marker = message.marker, !marker.isEmpty {
            page = try await session.query(
                continuing: try WireTokens.cursor(marker),
                desiredKeys: message.options.desiredKeys, limit: limit,
                pageBytes: EndpointCall.pageBytes, isRestricted: true, in: database)
        } else {
            page = try await session.query(
                try query(of: message, limit: limit, schema), pageBytes: EndpointCall.pageBytes,
                in: database)
        }
        let writer = try await writer(message.options, schema, for: page.records)
        let marker = page.cursor.map(WireTokens.text)
        return ReplyPieces.reply(page.records, with: writer) { reply, record in
            reply.append(record)
        } finish: { reply in
            reply.finish(marker: marker, token: token)
        }
    }

    private func query(
        of message: QueryRequest, limit: Int, _ schema: RecordSchema
    ) throws(WireError) -> RecordQuery {
        guard let wire = message.query else { throw .missing("query") }
        // Queries without an index are for administrators, by endpoints of their own.
        guard wire.profile != .everything else {
            throw .badRequest("BadRequestException: Unexpected input")
        }
        var query = try wire.recordQuery(
            type: schema[wire.recordType], in: message.isZoneWide ? nil : message.zone,
            limit: limit, options: message.options)
        query.profile = wire.profile ?? .webServices
        if message.isZoneWide { query.zones = .all }
        return query
    }

    /// Answers `records/lookup`.
    func lookUpRecords() async throws -> WireReply {
        let message = try read(LookupRequest.self)
        try checkCount(message.items.count, isOurs: message.options.isExact)
        let zone = message.zone ?? .default
        let ids = message.items.map { RecordID($0.name, zone: $0.zone ?? zone) }
        let token = try await syncToken()
        if ids.count == 1 {
            return try await lookUp(ids[0], message.items[0], message.options, token: token)
        }
        let found = try await session.records(
            ids, in: database, desiredKeys: LookedUp.keys(of: message))
        var entries: [LookedUp] = []
        entries.reserveCapacity(ids.count)
        for (id, item) in zip(ids, message.items) {
            switch found[id] {
            case .success(let record):
                entries.append(LookedUp(entry: .record(record), desiredKeys: item.desiredKeys))
            case .failure(let error):
                entries.append(LookedUp(entry: .failure(name: id.name, WireError(item: error))))
            case nil:
                let error = WireError(.notFound, "Record not found", concernsItem: true)
                entries.append(LookedUp(entry: .failure(name: id.name, error)))
            }
        }
        let writer = try await writer(
            message.options, try await session.schema(), for: entries.compactMap(\.entry.record))
        return ReplyPieces.reply(entries, with: writer) { reply, entry in
            entry.append(to: &reply)
        } finish: { reply in
            reply.finish(token: token)
        }
    }

    /// Answers a lookup of one record as ``lookUpRecords()`` does: the most frequent request.
    ///
    /// Without lists and dictionaries of one, and from the cache where the record is there: reading
    /// and encoding a record is more than half of a get.
    private func lookUp(
        _ id: RecordID, _ item: LookupRequest.Item, _ options: RecordOptions, token: String?
    ) async throws -> WireReply {
        // The cache has whole records in the plain form.
        let isPlain = token == nil && item.desiredKeys == nil && options == RecordOptions()
        let commits = isPlain ? session.commitCount(in: database) : nil
        if let commits,
            let bytes = try await session.encodedRecord(id, in: database, after: commits)
        {
            return WireReply(json: bytes)
        }
        let result = try await session.record(
            named: id, in: database, desiredKeys: item.desiredKeys ?? options.desiredKeys)
        let schema = try await session.schema()
        switch result {
        case .success(let record):
            // The names of participants are read for shares alone.
            let shares = record.type == Share.recordType ? [record] : []
            var reply = RecordsWriter(try await writer(options, schema, for: shares))
            reply.append(record, desiredKeys: item.desiredKeys)
            reply.finish(token: token)
            let bytes = reply.take()
            if let commits {
                session.cache(bytes, of: record, schema, as: id, in: database, after: commits)
            }
            return WireReply(json: bytes)
        case .failure(let error):
            var reply = RecordsWriter(try await writer(options, schema, for: []))
            reply.append(WireError(item: error), name: id.name)
            reply.finish(token: token)
            return WireReply(json: reply.take())
        }
    }
}

/// A record of a reply with the fields that are wanted of it.
struct LookedUp: Sendable {
    var entry: RecordEntry
    /// Nil where the whole request says it.
    var desiredKeys: [String]?

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
