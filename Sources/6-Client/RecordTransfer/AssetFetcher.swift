import Foundation
import PredicateCore
import RecordCore
import RecordService

/// Brings the content of assets to files, for as long as one page needs them.
final class AssetFetcher {
    private let cloud: CloudDatabase
    private let base: URL

    init(_ cloud: CloudDatabase) throws {
        self.cloud = cloud
        base = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-transfer-\(UUID().uuidString)")
    }

    deinit { finish() }

    /// A new directory for the files of one page; made when the first of them comes.
    func directory() throws -> URL { base.appendingPathComponent(UUID().uuidString) }

    /// Removes the files of a page.
    func clear(_ directory: URL) { try? FileManager.default.removeItem(at: directory) }

    /// Removes everything.
    func finish() { try? FileManager.default.removeItem(at: base) }

    /// The record, its assets with content on this machine.
    nonisolated(nonsending) func fetch(
        _ record: Record, into directory: URL
    ) async throws -> Record {
        var fetched = record
        try await fetched.fields.replaceAssets { field, asset in
            try await fetch(asset, field, of: record, into: directory)
        }
        return fetched
    }

    private nonisolated(nonsending) func fetch(
        _ asset: Asset, _ field: String, of record: Record, into directory: URL
    ) async throws -> Asset {
        guard let source = asset.fileURL.flatMap(AssetFetcher.named) else {
            throw TransferError(
                "\(record.type) \(record.id.name): \(field) says not where its file is")
        }
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let file = directory.appendingPathComponent(UUID().uuidString)
        try await cloud.download(source, to: file)
        guard asset.size == nil || asset.size == AssetIntake.size(of: file) else {
            throw TransferError(
                "\(record.type) \(record.id.name): \(field) did not arrive whole")
        }
        return Asset(fileURL: file)
    }

    /// The address with a file name, where it leaves a place for one.
    private static func named(_ url: URL) -> URL? {
        let text = url.absoluteString
        guard text.contains("%7Bf%7D") || text.contains("{f}") else { return url }
        return URL(
            string: text.replacingOccurrences(of: "$%7Bf%7D", with: "asset")
                .replacingOccurrences(of: "${f}", with: "asset"))
    }
}
