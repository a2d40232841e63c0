import Crypto
import Foundation
import WebServices

extension WireRequest {
    /// SHA-256 over the body as it was sent; nil when there was none.
    ///
    /// - Throws: When a body that was kept in a file cannot be read.
    func bodyHash() throws -> [UInt8]? {
        switch body {
        case .bytes(let bytes):
            return bytes.isEmpty ? nil : Array(SHA256.hash(data: bytes))
        case .file(let path, let size):
            guard size > 0 else { return nil }
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            var hash = SHA256()
            while let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty {
                hash.update(data: piece)
            }
            return Array(hash.finalize())
        }
    }
}
