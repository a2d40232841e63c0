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
    ///
    /// Of many records some are read and sent, then the next, so that large ones need never be in
    /// memory together.
    func lookUpRecords() async throws -> WireReply {
        let message = try read(LookupRequest.self)
        try checkCount(message.items.count, isOurs: message.options.isExact)
        // A container may allow fewer.
        try checkCount(message.items.count, isOurs: true)
        let token = try await syncToken()
        if message.items.count == 1 {
            let item = message.items[0]
            let id = RecordID(item.name, zone: item.zone ?? message.zone ?? .default)
            return try await lookUp(id, item, message.options, token: token)
        }
        var lookup = Lookup(message)
        var reply = RecordsWriter(try await writer(message.options, RecordSchema(), for: []))
        var bytes: [UInt8] = []
        // Of a long reply, the errors in what is sent first: the rest is read after it is counted.
        var errors: [WireError] = []
        var isFirst = true
        while bytes.count < ReplyPieces.whole {
            guard let entry = try await next(of: &lookup, for: &reply) else {
                reply.finish(token: token)
                ReplyPieces.add(reply.take(), to: &bytes)
                return WireReply(json: bytes).counting(errors)
            }
            if let error = entry.entry.error { errors.append(error) }
            entry.append(to: &reply)
            if isFirst { reply.reserve(message.items.count - 1) }
            isFirst = false
            if reply.isFull { ReplyPieces.add(reply.take(), to: &bytes) }
        }
        let seconds = TimeLimit.current?.seconds
        return ReplyPieces.stream { [reply, lookup, bytes] sink in
            var (reply, lookup) = (reply, lookup)
            try await sink(bytes)
            while true {
                // Sending takes as long as the client needs: each read has the time of a request.
                let limit = seconds.map { TimeLimit(seconds: $0) }
                guard
                    let entry = try await TimeLimit.$current.withValue(
                        limit, operation: { try await next(of: &lookup, for: &reply) })
                else { break }
                entry.append(to: &reply)
                if reply.isFull { try await sink(reply.take()) }
            }
            reply.finish(token: token)
            try await sink(reply.take())
        }.counting(errors)
    }

    /// The next entry of a lookup's reply, whose writer is set for it; nil after the last.
    private func next(
        of lookup: inout Lookup, for reply: inout RecordsWriter
    ) async throws -> LookedUp? {
        if let entry = lookup.found.popFirst() { return entry }
        guard let rest = lookup.rest else { return nil }
        // What was written is released before more is read.
        lookup.found = []
        let items = rest.prefix(lookup.step)
        lookup.rest = items.count < rest.count ? rest.dropFirst(items.count) : nil
        let zone = lookup.message.zone ?? .default
        let ids = items.map { RecordID($0.name, zone: $0.zone ?? zone) }
        let found = try await session.records(ids, in: database, desiredKeys: lookup.keys)
        var entries: [LookedUp] = []
        entries.reserveCapacity(ids.count)
        for (id, item) in zip(ids, items) {
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
        let records = entries.compactMap(\.entry.record)
        reply.records = try await writer(
            lookup.message.options, try await session.schema(), for: records)
        if lookup.rest != nil {
            let bytes = records.reduce(0) { $0 + $1.storedSize }
            let step = EndpointCall.pageBytes * ids.count / max(1, bytes)
            lookup.step = min(Lookup.most, max(1, step))
        }
        lookup.found = entries[...]
        return lookup.found.popFirst()
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
            // Names and URLs are read for shares and their roots alone.
            let isShared = record.type == Share.recordType || record.share != nil
            var reply = RecordsWriter(
                try await writer(options, schema, for: isShared ? [record] : []))
            reply.append(record, desiredKeys: item.desiredKeys)
            reply.finish(token: token)
            let bytes = reply.take()
            if let commits {
                session.cache(bytes, of: record, schema, as: id, in: database, after: commits)
            }
            return WireReply(json: bytes)
        case .failure(let error):
            let error = WireError(item: error)
            var reply = RecordsWriter(try await writer(options, schema, for: []))
            reply.append(error, name: id.name)
            reply.finish(token: token)
            return WireReply(json: reply.take()).counting([error])
        }
    }
}

/// How far a lookup has got.
private struct Lookup: Sendable {
    let message: LookupRequest
    /// The fields that are wanted of any record.
    let keys: [String]?
    /// What is still to be read; nil where everything was.
    var rest: ArraySlice<LookupRequest.Item>?
    /// What was read and is still to be written.
    var found: ArraySlice<LookedUp> = []
    /// How many records are read next: as many as one page has bytes for, if they are as large as the
    /// last ones.
    var step = Lookup.most

    /// How many are read at once, at most: small ones may come before large ones.
    static let most = 64

    init(_ message: LookupRequest) {
        self.message = message
        keys = LookedUp.keys(of: message)
        rest = message.items[...]
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
