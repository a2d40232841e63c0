package import Foundation

extension FileManager {
    /// A directory for temporary files of this process, which is not made yet; after a crash
    /// ``removeLeftOver(_:in:)`` knows whose it was.
    ///
    /// - Parameter prefix: What the names of such directories begin with.
    package static func processDirectory(_ prefix: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(prefix)\(getpid())-\(UUID().uuidString)", isDirectory: true)
    }

    /// Removes directories of ``processDirectory(_:)`` whose processes ended without doing so.
    ///
    /// - Parameters:
    ///   - prefix: What their names begin with.
    ///   - parent: Where they are.
    package func removeLeftOver(_ prefix: String, in parent: String? = nil) {
        let parent = parent ?? temporaryDirectory.path
        // What cannot be listed or removed stays: it is another user's.
        for name in (try? contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" }),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? removeItem(atPath: "\(parent)/\(name)")
        }
    }
}
