import Foundation
import ObjectCore
import RecordCore
import SQLStorage
import SQLiteEngine

extension ObjectStoreOpener {
    /// Moves a finished file over a store's.
    ///
    /// The store there is locked meanwhile, its log written into it before: whenever the program
    /// ends, the path holds the whole old store or the whole new one.
    ///
    /// - Parameter prepare: Called right before, when no other program has the old one open.
    /// - Throws: `ObjectStoreError.Code.busy` where another program has the old one open.
    static func swap(
        _ file: String, into path: String, prepare: () throws -> Void = {}
    ) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            try prepare()
            // A log without its file belongs to no store.
            StoreFile.removeCompanions(of: path)
            return try move(file, to: path)
        }
        let old: SQLiteDatabase
        do {
            old = try SQLiteDatabase(path: path, options: ObjectMigration.inPlace)
        } catch let error as StoreError
            where error.code == .notADatabase || error.code == .corrupt
        {
            try prepare()
            // What is damaged already is replaced as it is.
            StoreFile.removeCompanions(of: path)
            return try move(file, to: path)
        }
        defer { old.closeNow() }
        try writeAlone(old) {
            try prepare()
            try move(file, to: path)
        }
    }

    /// Writes where no other program has opened the file with a log since it was opened here.
    static func writeAlone(_ file: SQLiteDatabase, _ body: () throws -> Void) throws {
        try file.writeNow { connection in
            guard try !connection.hasLog() else { throw StoreError(.busy) }
            try body()
        }
    }

    /// Moves a file with everything of it on the disk before, and its new name after.
    static func move(_ file: String, to path: String) throws {
        let files = SystemFiles()
        do {
            SystemFiles.makeAlike(file, path)
            try files.sync(file)
            try SQLiteFile.whileNoneOpens(path) { try files.move(file, to: path) }
        } catch let error as StoreError {
            throw ObjectStoreError(.cannotOpen, error.engineMessage ?? "", path: path)
        }
        // The new name stands already; a directory that cannot be written through is no error.
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? files.syncDirectory(directory)
    }
}
