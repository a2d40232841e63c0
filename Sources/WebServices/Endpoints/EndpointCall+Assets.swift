import Foundation
import RecordCore
import RecordService

extension EndpointCall {
    /// Answers `assets/upload`.
    func placesForAssets() async throws -> WireReply {
        let asked = try read(AssetUploadRequest.self)
        try checkCount(asked.items.count)
        // Nobody without a name could save the record.
        _ = try session.userRecordID()
        var items: [AssetUploadReply.Item] = []
        for item in asked.items {
            let record = RecordID(
                item.recordName ?? UUID().uuidString, zone: asked.zone ?? .default)
            let slot = AssetSlot(item.field, of: record, type: item.recordType, in: database)
            let url = try await context.services.uploadURL(for: slot, of: session)
            items.append(
                AssetUploadReply.Item(recordName: record.name, field: item.field, url: url))
        }
        return reply(AssetUploadReply(items))
    }

    /// Answers `assets/rereference`.
    func rereferenceAssets() async throws -> WireReply {
        let asked = try read(AssetRereferenceRequest.self)
        try checkCount(asked.items.count)
        let zone = asked.zone ?? .default
        let ids = Set(asked.items.map { RecordID($0.existingRecordName, zone: zone) })
        let found = try await session.records(Array(ids), in: database)
        var entries: [AssetRereferenceReply.Entry] = []
        for item in asked.items {
            do {
                let holder = RecordID(item.existingRecordName, zone: zone)
                guard let record = try found[holder]?.get(),
                    case .asset(let asset) = record[item.existingField],
                    let checksum = asset.checksum, let size = asset.size
                else { throw WireError(.notFound, "Asset not found") }
                let slot = AssetSlot(
                    item.field, of: RecordID(item.recordName, zone: zone),
                    type: item.recordType, in: database)
                let receipt = try await context.services.receipt(
                    for: asset, in: slot, of: session)
                entries.append(
                    .asset(
                        recordName: item.recordName, field: item.field,
                        AssetReceipt(checksum: checksum, size: size, receipt: receipt)))
            } catch {
                entries.append(
                    .failure(recordName: item.recordName, WireError(item: error)))
            }
        }
        return reply(AssetRereferenceReply(entries))
    }
}
