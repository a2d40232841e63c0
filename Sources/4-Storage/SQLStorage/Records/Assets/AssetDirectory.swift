import Foundation
import RecordCore

/// The content of assets, each a file named by its SHA-256, beside the database.
///
///     notes.db.assets/2c/f24dba5fb0a3…
///
/// A file is on the disk under its name before a record that needs it is committed, and goes
/// only in a transaction that sees no committed record that needs it, when what it sees is on the
/// disk. What a crash leaves over is removed by ``sweep(isUsed:)``.
final class AssetDirectory: Sendable {
    /// Content that was taken in and waits for its record to be committed.
    struct Incoming: Sendable {
        /// SHA-256 in lower-case hexadecimal.
        let checksum: String
        /// Bytes.
        let size: Int64
        /// Where the bytes are until they get their name.
        let temporary: String
    }

    private let path: String
    private let files: any FileLayer
    private static let chunk = 1 << 20

    init(_ path: String, files: any FileLayer) {
        self.path = path
        self.files = files
    }

    private var incoming: String { path + "/incoming" }

    /// Where the content of a checksum is, or would be.
    func file(_ checksum: String) -> String {
        "\(path)/\(checksum.prefix(2))/\(checksum.dropFirst(2))"
    }

    /// Whether a text may be the name of content: it becomes part of a path.
    static func isChecksum(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Whether the store has the content of a checksum.
    func has(_ checksum: String) -> Bool {
        AssetDirectory.isChecksum(checksum) && files.size(file(checksum)) != nil
    }

    // MARK: Taking in

    /// Copies an asset's content to a file of the store's, in pieces.
    ///
    /// - Throws: `assetFileNotFound`, `assetTooLarge`, `full`; nothing is left behind then.
    func ingest(_ source: AssetIntake.Source, limit: Int) throws -> Incoming {
        try files.makeDirectory(incoming)
        let temporary = "\(incoming)/\(UUID().uuidString)"
        do {
            let writer = try files.create(temporary)
            var reader = try AssetReader(source, limit: limit)
            defer { reader.close() }
            while let bytes = try reader.next(AssetDirectory.chunk) {
                try bytes.withUnsafeBytes(writer.write)
            }
            try writer.finish()
            return Incoming(
                checksum: reader.checksum(), size: Int64(reader.size), temporary: temporary)
        } catch {
            discard(temporary)
            throw error
        }
    }

    /// Puts content under its name, unless it is there; call it while holding the write
    /// transaction.
    ///
    /// Gives the directories to sync before the commit.
    func place(_ checksum: String, from incoming: Incoming?) throws -> [String] {
        let destination = file(checksum)
        let directory = URL(fileURLWithPath: destination).deletingLastPathComponent().path
        if let incoming, files.size(destination) != incoming.size {
            try files.makeDirectory(directory)
            try files.move(incoming.temporary, to: destination)
        }
        // Also where the content existed: its writer may not have synced the directories yet.
        return [directory, path, URL(fileURLWithPath: path).deletingLastPathComponent().path]
    }

    /// Waits until the names in some directories are on the disk.
    func sync(_ directories: Set<String>) throws {
        for directory in directories.sorted(by: { $0.count > $1.count }) {
            try files.syncDirectory(directory)
        }
    }

    /// Removes what was taken in and is not needed.
    func discard(_ temporary: String) {
        // It is only garbage; the next sweep removes what cannot be removed now.
        try? files.remove(temporary)
    }

    // MARK: Letting go

    /// Removes content; call it in a transaction that sees that no committed record needs it, when the
    /// commits that it sees are on the disk.
    func remove(_ checksum: String) throws { try files.remove(file(checksum)) }

    /// Removes files that no record needs and what was left of interrupted saves; call it in
    /// a transaction that no other write has part in.
    ///
    /// Files that were taken in within the last hour stay: another process may be saving them.
    func sweep(isUsed: (String) throws -> Bool) throws {
        for name in files.names(in: incoming) {
            let file = "\(incoming)/\(name)"
            if AssetDirectory.age(file) > 3600 { try files.remove(file) }
        }
        for prefix in files.names(in: path) where prefix.utf8.count == 2 {
            for rest in files.names(in: "\(path)/\(prefix)") {
                if try !isUsed(prefix + rest) { try files.remove("\(path)/\(prefix)/\(rest)") }
            }
        }
    }

    private static func age(_ path: String) -> TimeInterval {
        // A file that went meanwhile has no age.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let date = attributes?[.modificationDate] as? Date else { return 0 }
        return -date.timeIntervalSinceNow
    }
}
