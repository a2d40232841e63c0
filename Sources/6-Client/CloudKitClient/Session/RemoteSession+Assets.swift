package import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// A file with the content of an asset that a record holds.
    package func assetFile(
        _ asset: Asset, of record: RecordID, in database: Database
    ) async throws(ServiceError) -> URL {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            try await service.files.file(of: asset)
        }
    }

    // MARK: From the server

    /// A record of a save that the server has answered, whose assets say where their content can be
    /// read, on this machine.
    ///
    /// The answer counts: an asset that is not at hand, or cannot be fetched now, has no file.
    ///
    /// - Parameter fetches: Whether the server is asked for what is not at hand.
    func withFilesAtHand(_ record: Record, fetches: Bool) async -> Record {
        var record = record
        guard record.fields.haveAssets else { return record }
        await record.fields.replaceAssets { (_: String, asset: Asset) async -> Asset in
            // The next fetch of the record says why.
            if fetches, let held = try? await service.files.withFile(asset) { return held }
            return await service.files.withFileAtHand(asset)
        }
        return record
    }

    /// Records whose assets say where their content can be read, on this machine.
    ///
    /// Content that the server does not have, or cannot read, has no file: the other records come all the
    /// same.
    func withFiles(_ records: [Record]) async throws(ServiceError) -> [Record] {
        var records = records
        for place in records.indices where records[place].fields.haveAssets {
            try await records[place].fields.replaceAssets {
                (_: String, asset: Asset) async throws(ServiceError) -> Asset in
                try await withFile(asset)
            }
        }
        return records
    }

    private func withFile(_ asset: Asset) async throws(ServiceError) -> Asset {
        do {
            return try await service.files.withFile(asset)
        } catch  where [.assetNotAvailable, .serverRejectedRequest].contains(error.code) {
            var asset = asset
            asset.fileURL = nil
            return asset
        }
    }

    // MARK: To the server

    /// What became of the assets of a request.
    struct Intake: Sendable {
        /// The records with assets, by their place among the saves, as they are to be sent.
        var records: [Int: WireRecord] = [:]
        /// Why records cannot be saved, by their place among the saves.
        var refused: [Int: ServiceError] = [:]
    }

    /// Sends the content of new assets, before the records that are to hold them.
    ///
    /// - Throws: What concerns the whole request: the network, the account.
    func sendAssets(
        of request: SaveRequest, in database: Database
    ) async throws(ServiceError) -> Intake {
        var intake = Intake()
        for (place, item) in request.saves.enumerated()
        where item.record.fields.values.contains(where: AssetIntake.hasNew) {
            do {
                intake.records[place] = try await sendAssets(of: item.record, in: database)
            } catch {
                switch error.code {
                case .assetFileNotFound, .assetFileModified, .assetNotAvailable,
                    .limitExceeded, .invalidArguments, .zoneNotFound, .permissionFailure:
                    intake.refused[place] = error
                default: throw error
                }
            }
        }
        return intake
    }

    private func sendAssets(
        of record: Record, in database: Database
    ) async throws(ServiceError) -> WireRecord {
        var sent = record
        var receipts: [String: String] = [:]
        try await sent.fields.replaceAssets {
            (field: String, asset: Asset) async throws(ServiceError) -> Asset in
            guard asset.isNew else { return asset }
            return try await send(asset, field, of: record, in: database, &receipts)
        }
        var wire = WireRecord(sent)
        wire.receipts = receipts
        return wire
    }

    /// Sends the content of one asset; gives the asset as the server has it, and its receipt.
    private func send(
        _ asset: Asset, _ field: String, of record: Record, in database: Database,
        _ receipts: inout [String: String]
    ) async throws(ServiceError) -> Asset {
        let body = try body(of: asset, field, of: record)
        let places: AssetUploadReply = try await post(
            AssetUploadRequest(
                [
                    AssetUploadRequest.Item(
                        recordName: record.id.name, recordType: record.type, field: field)
                ], zone: record.id.zone), .assetsUpload, in: database, isWrite: false)
        guard let place = places.items.first else {
            throw ServiceError(.malformed("No place for an asset"), isWrite: false)
        }
        let reply: RemoteReply
        do {
            // Nothing is saved yet: a lost answer leaves nothing behind that anybody sees.
            reply = try await service.transport.send(
                WireRequest(
                    "POST", place.url, headers: [("content-type", "application/octet-stream")],
                    body: body), within: options.assetSeconds)
        } catch {
            throw ServiceError(error, isWrite: false)
        }
        guard reply.status == 200 else { throw ServiceError(reply) }
        let receipt: AssetReceipt = try read(reply)
        receipts[receipt.checksum] = receipt.receipt
        await service.files.keep(body, checksum: receipt.checksum)
        return Asset(checksum: receipt.checksum, size: receipt.size)
    }

    /// What of an asset is to be sent, its size known.
    private func body(
        of asset: Asset, _ field: String, of record: Record
    ) throws(ServiceError) -> WireRequest.Body {
        let context = [
            "recordType": record.type, "recordName": record.id.name, "field": field,
        ]
        let size: Int64
        let body: WireRequest.Body
        if let content = asset.content {
            size = Int64(content.count)
            body = .bytes(Array(content))
        } else if let file = asset.fileURL {
            guard let bytes = AssetIntake.size(of: file) else {
                throw ServiceError(
                    StoreError(
                        .assetFileNotFound, context.merging(["path": file.path]) { old, _ in old }))
            }
            size = bytes
            // The copy that is kept would be one of the link.
            body = .file(path: file.resolvingSymlinksInPath().path, size: size)
        } else {
            throw ServiceError(StoreError(.assetNotAvailable, context))
        }
        guard size <= Int64(options.assetBytes) else {
            throw ServiceError(
                StoreError(
                    .assetTooLarge,
                    context.merging(["limit": "\(options.assetBytes) bytes"]) { old, _ in old }))
        }
        return body
    }
}

extension Asset {
    /// Whether no server has taken it in.
    fileprivate var isNew: Bool { checksum == nil || size == nil }
}
