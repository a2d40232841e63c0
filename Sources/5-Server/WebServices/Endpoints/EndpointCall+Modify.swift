import Foundation
import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `records/modify`.
    func modifyRecords() async throws -> WireReply {
        // Before the request is read: a client that is not signed in learns where to sign in.
        if !session.isAdministrator { _ = try signedIn() }
        var message = try read(ModifyRequest.self)
        if let zoneOwner, !message.options.isExact { message.nameOwnZones(of: zoneOwner) }
        try checkCount(message.operations.count, isOurs: message.options.isExact)
        let (entries, cascaded, schema) = try await modified(message, once: try onceKey())
        // Saved records are reported as saved, though the schema or the token cannot be read any
        // more.
        var unshared: Set<RecordID> = []
        // By index: what is taken of an operation otherwise is a copy.
        for (place, entry) in zip(message.operations.indices, entries)
        where message.operations[place].record.createsShortGUID {
            if let id = entry.entry.record?.id { unshared.insert(id) }
        }
        let writer = await writerAfterWrite(
            message.options, schema, for: entries.compactMap(\.entry.record),
            withShortGUID: unshared)
        let token = try? await syncToken()
        return ReplyPieces.reply(entries, with: writer) { reply, entry in
            entry.append(to: &reply)
        } finish: { reply in
            reply.finish(token: token, cascaded: cascaded)
        }.counting(entries.lazy.compactMap(\.entry.error))
    }

    /// What became of the operations, what else was deleted, and the schema after it.
    private func modified(
        _ message: ModifyRequest, once: String?
    ) async throws -> ([LookedUp], cascaded: [RecordID], RecordSchema) {
        let runs = message.runs
        guard runs.count > 1 else {
            let run = try await modified(message, try await session.schema(), once)
            return (run.entries, run.cascaded, run.schema)
        }
        // Errors of the request as a whole are thrown before any operation is done.
        var schema = try await session.schema()
        var whole = ModifyBatch(message, in: database, schema: schema)
        whole.existing = try await existing(for: whole.needed)
        // A repeated request was right the first time, whatever became of its records since.
        let isRepeated = try await isDone(whole, runs.indices.map { runKey(once, $0) })
        if !isRepeated { try whole.prepare() }
        var entries: [LookedUp] = []
        var cascaded: [RecordID] = []
        for (number, run) in runs.enumerated() {
            do {
                let done = try await modified(run, schema, runKey(once, number))
                entries += done.entries
                cascaded += done.cascaded
                schema = done.schema
            } catch {
                // The runs before this one are saved and reported as saved.
                guard !entries.isEmpty else { throw error }
                let error = WireError(any: error)
                entries += run.operations.map {
                    LookedUp(entry: .failure(name: $0.record.name, error))
                }
            }
        }
        return (entries, cascaded, schema)
    }

    /// What became of operations that name each record once.
    private func modified(
        _ message: ModifyRequest, _ schema: RecordSchema, _ once: String?
    ) async throws -> (entries: [LookedUp], cascaded: [RecordID], schema: RecordSchema) {
        var batch = ModifyBatch(message, in: database, schema: schema)
        batch.existing = try await existing(for: batch.needed)
        if let once, batch.lacksTypes {
            batch.savesBefore = try await session.saveCount(
                ofRequest: once, zones: batch.zones, in: database)
        }
        try batch.prepare()
        for upload in batch.uploads {
            batch.settle(upload, with: await asset(of: upload))
        }
        batch.refuseSiblings()
        batch.request.once = once
        // Of our own client no more is taken than of a native one; the rest is held to the size
        // of a body, which the carrier of the request has checked.
        let result = try await session.modify(
            batch.request, in: database,
            requestBytes: message.options.isExact ? service.options.requestBytes : Int.max)
        return (
            batch.entries(result), result.cascaded,
            // The records are saved: they are shown by the schema known before.
            batch.mayGrowSchema ? (try? await session.schema()) ?? schema : schema
        )
    }

    /// The key of one of a request's runs.
    private func runKey(_ key: String?, _ run: Int) -> String? { key.map { "\($0)/\(run)" } }

    /// Whether any of a request's runs was done before; asked only where that explains what is missing.
    private func isDone(_ batch: ModifyBatch, _ keys: [String?]) async throws -> Bool {
        guard batch.lacksTypes else { return false }
        for case let key? in keys {
            let count = try await session.saveCount(
                ofRequest: key, zones: batch.zones, in: database)
            if count != nil { return true }
        }
        return false
    }

    /// The key under which is kept what becomes of a request that has a name; nil where it has
    /// none.
    ///
    /// The same name with another body, or of another user, is another request.
    private func onceKey() throws(WireError) -> String? {
        guard let name = request.header("x-quarry-idempotency-key") else { return nil }
        guard 1...200 ~= name.utf8.count else {
            throw .badRequest("X-Quarry-Idempotency-Key has 1 to 200 characters")
        }
        var hash = ContentHash()
        for text in [session.user ?? "", database.pathName, name] {
            hash.add(Data("\(text.utf8.count) \(text)".utf8))
        }
        hash.add(Data(request.bytes))
        return "\(RecordService.oncePrefix)\(hash.finish())"
    }

    /// The stored records that say what the request leaves unsaid: types of records, and assets
    /// that fields hold already.
    private func existing(for ids: [RecordID]) async throws -> [RecordID: Record] {
        guard !ids.isEmpty else { return [:] }
        return try await session.records(ids, in: database, desiredKeys: nil)
            // A record that is not there says nothing; saving it reports that.
            .compactMapValues { try? $0.get() }
    }

    /// The asset of a receipt, or why there is none.
    private func asset(of upload: ModifyBatch.Upload) async -> Result<Asset, ServiceError> {
        do {
            let slot = AssetSlot(
                upload.field, of: upload.record, type: upload.type, in: database)
            return .success(
                try await context.services.asset(
                    receipt: upload.receipt, for: slot, of: session))
        } catch {
            return .failure(error)
        }
    }
}

extension ModifyRequest {
    /// Names the zones of a user in one way, of the two that clients have.
    ///
    /// What is done all or nothing, and what is done in order, is found by the zone's name.
    fileprivate mutating func nameOwnZones(of user: String) {
        func named(_ zone: ZoneID?) -> ZoneID? {
            zone.map { $0.owner.hasSameBytes(as: user) ? ZoneID($0.name) : $0 }
        }
        zone = named(zone)
        for place in operations.indices {
            operations[place].record.zone = named(operations[place].record.zone)
        }
    }

    /// The request in consecutive parts, each of which names a record once.
    ///
    /// Operations are done in order, so that a record may be deleted and made again. What is done
    /// all or nothing stays in one piece, in which the second mention of a record is refused; so
    /// does what our own client sends, as in a native request.
    fileprivate var runs: [ModifyRequest] {
        let zone = zone ?? .default
        let isOneStep =
            isAtomic ?? operations.contains { ($0.record.zone ?? zone).name != ZoneID.defaultName }
        guard !isOneStep, !options.isExact else { return [self] }
        var runs: [ModifyRequest] = []
        var start = 0
        var seen: Set<RecordID> = []
        func end(at place: Int) {
            var run = self
            run.operations = Array(operations[start..<place])
            runs.append(run)
            start = place
        }
        for (place, operation) in operations.enumerated() {
            guard let name = operation.record.name else { continue }
            let id = RecordID(name, zone: operation.record.zone ?? zone)
            if seen.contains(id) {
                end(at: place)
                seen = []
            }
            seen.insert(id)
        }
        end(at: operations.count)
        return runs
    }
}
