import Foundation

/// How files begin.
enum FileHead {
    /// The first 16 bytes, or as many as there are.
    static func bytes(of path: String) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
        // It was only read.
        defer { try? handle.close() }
        // A file that cannot be read begins like no known form.
        return (try? handle.read(upToCount: 16)).flatMap { $0 }.map(Array.init) ?? []
    }
}
