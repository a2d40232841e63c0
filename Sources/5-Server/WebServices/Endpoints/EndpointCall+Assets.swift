import Foundation
import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `assets/upload`.
    func placesForAssets() async throws -> WireReply {
        let message = try read(AssetUploadRequest.self)
        try checkCount(message.items.count)
        // Anonymous callers could not save the record.
        _ = try session.userRecordID()
        if database == .shared {
            // The content goes into the database of the zone's owner, which few may see and fewer write to.
            let zone = message.zone ?? .default
            _ = try await session.zones([zone], in: database)[zone]?.get()
            guard try await session.mayWrite(to: zone) else {
                throw StoreError(.permissionDenied, ["permission": "WRITE"])
            }
        }
        let schema = try await store.schema()
        for item in message.items { try check(item, schema) }
        var items: [AssetUploadReply.Item] = []
        for item in message.items {
            // What is sent for no record may go into any: CloudKit JS says no name of a new record,
            // and does not save it by the one in the reply.
            let record = RecordID(item.recordName ?? "", zone: message.zone ?? .default)
            let slot = AssetSlot(item.field, of: record, type: item.recordType, in: database)
            let url = try await context.services.uploadURL(for: slot, of: session)
            items.append(
                AssetUploadReply.Item(
                    recordName: item.recordName ?? UUID().uuidString, field: item.field, url: url))
        }
        return reply(AssetUploadReply(items))
    }

    /// Refuses a field that cannot hold a file, as far as the schema says.
    ///
    /// In development the schema grows: what it does not have may come with the record.
    private func check(_ item: AssetUploadRequest.Item, _ schema: RecordSchema) throws(WireError) {
        guard let type = schema[item.recordType] else { return }
        guard let field = type.field(item.field) else {
            guard path.environment == .production else { return }
            throw .badRequest("Did not find field: '\(item.field)' in type: '\(type.name)'")
        }
        guard field.type.scalar == .asset else {
            throw .badRequest(
                "BadRequestException: field '\(item.field)' in type '\(type.name)' is "
                    + "\(WireType(field).name), expected type ASSETID or ASSETID_LIST")
        }
    }

    /// Answers `assets/rereference`.
    func rereferenceAssets() async throws -> WireReply {
        let requested = try read(AssetRereferenceRequest.self)
        try checkCount(requested.items.count)
        // A receipt is made out to a user.
        _ = try session.userRecordID()
        let zone = requested.zone ?? .default
        let ids = Set(requested.items.map { RecordID($0.recordName, zone: zone) })
        let found = try await session.records(Array(ids), in: database)
        let home = session.home(of: zone, in: database)
        var entries: [AssetRereferenceReply.Entry] = []
        for item in requested.items {
            do {
                let id = RecordID(item.recordName, zone: zone)
                guard let record = try found[id]?.get() else {
                    throw WireError(.notFound, "Record not found")
                }
                guard case .asset(let asset) = record[item.field], let checksum = asset.checksum,
                    let size = asset.size
                else { throw WireError(.notFound, "Asset not found") }
                let slot = AssetSlot(item.field, of: id, type: record.type, in: database)
                let receipt = try await context.services.receipt(
                    for: asset, from: slot, of: session)
                entries.append(
                    .asset(
                        AssetReceipt(checksum: checksum, size: size, receipt: receipt),
                        downloadURL: context.services.downloadURL(of: asset, in: home)))
            } catch {
                entries.append(
                    .failure(
                        recordName: item.recordName, field: item.field, WireError(item: error)))
            }
        }
        return reply(AssetRereferenceReply(entries)).counting(entries.lazy.compactMap(\.error))
    }
}
