import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `records/modify`.
    func modifyRecords() async throws -> WireReply {
        let asked = try read(ModifyRequest.self)
        try checkCount(asked.operations.count, isOurs: asked.options.isExact)
        let schema = try await store.schema()
        var batch = ModifyBatch(asked, schema: schema)
        batch.existing = try await existing(for: batch.needed, in: asked)
        try batch.prepare()
        for upload in batch.uploads {
            batch.settle(upload, with: await asset(of: upload))
        }
        batch.refuseSiblings()
        // Of our own client no more is taken than of a native one; the rest is held to the size
        // of a body, which whoever received it has checked.
        let result = try await session.modify(
            batch.request, in: database,
            requestBytes: asked.options.isExact ? service.options.requestBytes : Int.max)
        let entries = batch.entries(result)
        let grown = batch.mayGrowSchema ? try await store.schema() : schema
        let writer = try await writer(
            asked.options, grown, for: entries.compactMap(\.entry.record))
        let token = try await syncToken()
        let cascaded = result.cascaded
        return ReplyPieces.reply(entries, with: writer) { reply, entry in
            entry.append(to: &reply)
        } finish: { reply in
            reply.finish(token: token, cascaded: cascaded)
        }
    }

    /// The stored records that say what the request leaves unsaid: types of records, and assets
    /// that fields hold already.
    private func existing(
        for ids: [RecordID], in request: ModifyRequest
    ) async throws -> [RecordID: Record] {
        guard !ids.isEmpty else { return [:] }
        return try await session.records(ids, in: database, desiredKeys: nil)
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
