public import Foundation

/// Takes the content of new assets in before a save, so that the transaction only sees
/// checksums.
///
///     let intake = try await AssetIntake.run(request, limits: limits) { source, record in
///         try await keep(source)
///     }
///     // intake.request has assets with checksum and size; intake.refused says what failed
public struct AssetIntake: Sendable {
    /// Where the content of a new asset is.
    ///
    ///     let intake = try await AssetIntake.run(request, limits: StoreLimits()) { source, _ in
    ///         switch source {
    ///         case .file(let url): try keep(Data(contentsOf: url))
    ///         case .content(let data): try keep(data)
    ///         }
    ///     }
    public enum Source: Sendable {
        /// In a file of the caller's.
        case file(URL)
        /// In memory.
        case content(Data)
    }

    /// The request with every new asset known by checksum and size.
    public var request: SaveRequest
    /// Why records cannot be saved, by their place among the saves.
    public var refused: [Int: StoreError]

    /// Whether a request has content to take in.
    public static func isNeeded(for request: SaveRequest) -> Bool {
        request.saves.indices.contains {
            request.saves[$0].record.fields.values.contains(where: hasNew)
        }
    }

    /// Takes the content of new assets in.
    ///
    /// `keep` stores the content for a record durably and gives the asset as the store holds it.
    /// What it throws refuses the record, except that a failure of the engine refuses the whole
    /// request.
    public static func run(
        _ request: SaveRequest, limits: StoreLimits,
        keep: (Source, RecordID) async throws -> Asset
    ) async throws -> AssetIntake {
        var intake = AssetIntake(request: request, refused: [:])
        guard isNeeded(for: request) else { return intake }
        for place in request.saves.indices {
            for (field, value) in request.saves[place].record.fields where hasNew(value) {
                do {
                    intake.request.saves[place].record.fields[field] =
                        try await taken(
                            value, of: request.saves[place].record.id, limits: limits, keep: keep)
                } catch let error as StoreError {
                    switch error.code {
                    case .assetFileNotFound, .assetFileChanged, .assetTooLarge,
                        .assetNotAvailable:
                        let record = request.saves[place].record
                        var context = error.context
                        context["recordType"] = record.type
                        context["recordName"] = record.id.name
                        context["field"] = field
                        intake.refused[place] = StoreError(
                            error.code, context, engineMessage: error.engineMessage)
                    default: throw error  // Of the engine: nothing was saved.
                    }
                }
            }
        }
        return intake
    }

    /// Whether a value is, or has among its members, an asset that no store has taken in.
    package static func hasNew(_ value: Value) -> Bool {
        value.heldAssets.contains { $0.checksum == nil || $0.size == nil }
    }

    private static func taken(
        _ value: Value, of record: RecordID, limits: StoreLimits,
        keep: (Source, RecordID) async throws -> Asset
    ) async throws -> Value {
        if case .list(let members) = value {
            var kept: [Value] = []
            for member in members {
                kept.append(try await taken(member, of: record, limits: limits, keep: keep))
            }
            return .list(kept)
        }
        guard case .asset(let asset) = value, hasNew(value) else { return value }
        let source: Source
        if let content = asset.content {
            source = .content(content)
        } else if let file = asset.fileURL {
            source = .file(file)
        } else {
            throw StoreError(.assetNotAvailable)
        }
        let kept = try await keep(source, record)
        guard (kept.size ?? 0) <= limits.assetBytes else {
            throw StoreError(.assetTooLarge, ["limit": "\(limits.assetBytes) bytes"])
        }
        return .asset(kept)
    }

    /// The bytes of a file of the caller's, also where a symbolic link leads to it; nil where it is no
    /// regular file.
    ///
    /// A server takes in files of its own names only, never a path that a client sent.
    package static func size(of file: URL) -> Int64? {
        var status = stat()
        guard file.isFileURL, stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int64(status.st_size)
    }

    /// The content of a source, read whole; for stores that keep assets in memory.
    ///
    /// - Throws: `assetFileNotFound`, and `assetTooLarge` before anything is read.
    public static func content(of source: Source, limits: StoreLimits) throws -> Data {
        switch source {
        case .content(let data): return data
        case .file(let url):
            let path = url.path
            guard let size = size(of: url) else {
                throw StoreError(.assetFileNotFound, ["path": path])
            }
            guard size <= Int64(limits.assetBytes) else {
                throw StoreError(.assetTooLarge, ["limit": "\(limits.assetBytes) bytes"])
            }
            do {
                return try Data(contentsOf: url)
            } catch {
                throw StoreError(
                    .assetFileNotFound, ["path": path],
                    engineMessage: error.localizedDescription)
            }
        }
    }
}

extension SaveRequest {
    /// Why saves are refused: those that are already, and those of assets that are known by a checksum
    /// which the store does not have.
    package func refusing(
        _ refused: [Int: StoreError], where isLacking: (String) throws -> Bool
    ) rethrows -> [Int: StoreError] {
        var refused = refused
        for place in saves.indices where refused[place] == nil {
            for checksum in saves[place].record.assetChecksums where try isLacking(checksum) {
                let record = saves[place].record
                refused[place] = StoreError(
                    .assetNotAvailable,
                    ["recordType": record.type, "recordName": record.id.name])
            }
        }
        return refused
    }
}
