import Foundation
import RecordCore

/// Reads the content of an asset in pieces, its checksum taken on the way.
struct AssetReader {
    /// Bytes read so far.
    private(set) var size = 0
    private var hash = ContentHash()
    private var rest: Data
    private let file: FileHandle?
    private let path: String
    private let limit: Int

    /// Begins to read.
    ///
    /// - Throws: `assetFileNotFound`.
    init(_ source: AssetIntake.Source, limit: Int) throws {
        self.limit = limit
        switch source {
        case .content(let content):
            rest = content
            file = nil
            path = ""
        case .file(let url):
            rest = Data()
            path = url.path
            guard AssetIntake.size(of: url) != nil, let file = FileHandle(forReadingAtPath: path)
            else { throw StoreError(.assetFileNotFound, ["path": path]) }
            self.file = file
        }
    }

    /// The next bytes, as many as asked for except at the end; nil behind it.
    ///
    /// - Throws: `assetTooLarge`, and `assetFileChanged` when the file cannot be read on.
    mutating func next(_ count: Int) throws -> Data? {
        let bytes: Data
        if let file {
            do {
                bytes = try file.read(upToCount: count) ?? Data()
            } catch {
                throw StoreError(
                    .assetFileChanged, ["path": path], engineMessage: String(describing: error))
            }
        } else {
            bytes = rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        guard !bytes.isEmpty else { return nil }
        size += bytes.count
        guard size <= limit else { throw StoreError(.assetTooLarge, ["limit": String(limit)]) }
        hash.add(bytes)
        return bytes
    }

    /// SHA-256 of everything that was read, in lower-case hexadecimal.
    mutating func checksum() -> String { hash.finish() }

    /// Lets go of the file.
    func close() { try? file?.close() }
}
