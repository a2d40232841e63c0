import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine

/// The file of a store as a whole.
///
///     try StoreFile("notes.db").copy(to: "backup/notes.db")   // while others use it
///     try StoreFile("backup/notes.db").check()
public struct StoreFile: Hashable, Sendable {
    /// The database file; its assets are in the directory of the same name and `.assets`.
    public let path: String

    /// The file at a path.
    public init(_ path: String) { self.path = path }

    /// The directory with the content of assets, beside the file to which a symbolic link leads.
    public var assetDirectory: String { SystemFiles.target(of: path) + ".assets" }

    /// Writes the database of one moment into a new file; programs that use it go on.
    ///
    /// Assets are not copied. Only the owner of the process may read the new file.
    ///
    /// - Throws: `notADatabase` and what the disk refuses; nothing is left of the new file then.
    public func copy(to target: String) throws {
        try StoreFile.create(target)
        do {
            try withDatabase { database in
                try database.copy(to: target)
            }
            try StoreFile.sync(target)
            let directory = URL(fileURLWithPath: target).deletingLastPathComponent().path
            // Not every file system syncs directories.
            try? StoreFile.sync(directory)
        } catch {
            // Half a copy is none, and the next one could not be made.
            unlink(target)
            throw error
        }
    }

    /// Creates an empty file that only its owner may read, or with the rights of another file, which may be
    /// one that is only read; SQLite writes into it as into none.
    package static func create(_ path: String, like model: String? = nil) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StoreError(
                .cannotOpen, ["path": path], engineMessage: String(cString: strerror(errno)))
        }
        close(file)
        if let model { SystemFiles.makeAlike(path, model, and: 0o600) }
    }

    /// Reads all of the database and looks whether it is sound.
    ///
    /// - Throws: `corrupt` with what was found.
    public func check() throws {
        try withDatabase { database in
            let found = try database.read { connection in
                try connection.first("PRAGMA integrity_check(1)") { $0.text(0) }
            }
            guard found == "ok" else {
                throw StoreError(.corrupt, ["path": path], engineMessage: found)
            }
        }
    }

    /// The checksums of assets that records in the file need and that are not beside it.
    package func missingAssets() throws -> Set<String> {
        var missing: Set<String> = []
        try withDatabase { database in
            try database.read { connection in
                guard try connection.hasTable("_asset_uses") else { return }
                try connection.query("SELECT DISTINCT checksum FROM _asset_uses") { row in
                    let name = row.text(0)
                    let path = "\(assetDirectory)/\(name.prefix(2))/\(name.dropFirst(2))"
                    if access(path, F_OK) != 0 { missing.insert(name) }
                    return true
                }
            }
        }
        return missing
    }

    private func withDatabase(_ body: (SQLiteDatabase) throws -> Void) throws {
        var options = SQLiteOptions()
        options.isReadOnly = true
        let database = try SQLiteDatabase(path: path, options: options)
        defer { database.closeNow() }
        try body(database)
    }

    /// The file or directory to which a symbolic link leads.
    package static func target(of path: String) -> String { SystemFiles.target(of: path) }

    /// What SQLite keeps beside a file; it need not be there.
    package static func companions(of path: String) -> [String] {
        ["-wal", "-shm", "-journal"].map { path + $0 }
    }

    /// Removes what SQLite keeps beside a file; it need not be there.
    package static func removeCompanions(of path: String) {
        for path in companions(of: path) { unlink(path) }
    }

    /// Waits until a file, or the names in a directory, are on the disk.
    package static func sync(_ path: String) throws { try SystemFiles().sync(path) }
}
