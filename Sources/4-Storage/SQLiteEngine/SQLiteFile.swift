import CSQLite
import Foundation
import RecordCore
import SQLLowering
import SQLStorage

/// A database's file before SQLite has seen it: whether it is ours, and whether we may write.
package struct SQLiteFile {
    /// Says in the file's header that a file is one of ours: "Qrry".
    static let applicationID: UInt32 = 0x5172_7279

    /// The absolute path.
    let path: String
    /// Whether the file may only be read.
    let isReadOnly: Bool
    /// Whether SQLite opens it for writing.
    ///
    /// Of a file that is only read it then makes a log, by which others may write meanwhile, and takes it
    /// away at the end; what may not be written would keep the log.
    let opensForWriting: Bool
    /// Whether SQLite reads the file as one that nothing changes, without locks and without a log beside it.
    private let isImmutable: Bool

    /// Looks at a path.
    ///
    /// A file that is not a database of ours is refused and not touched.
    /// One that is not there is created where it is to be private: SQLite gives the files beside it
    /// the mode that it has.
    init(
        _ path: String, isReadOnly: Bool, isForeign: Bool = false, isPrivate: Bool = false
    ) throws {
        let absolute = SystemFiles.target(of: URL(fileURLWithPath: path).standardizedFileURL.path)
        self.path = absolute
        let directory = URL(fileURLWithPath: absolute).deletingLastPathComponent().path
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isDirectory) else {
            self.isReadOnly = isReadOnly
            opensForWriting = !isReadOnly
            isImmutable = false
            guard !isReadOnly else {
                throw StoreError(
                    .cannotOpen, ["path": absolute], engineMessage: "There is no such file.")
            }
            guard FileManager.default.fileExists(atPath: directory) else {
                throw StoreError(
                    .cannotOpen, ["path": absolute],
                    engineMessage: "The directory does not exist.")
            }
            if let reason = SQLiteFile.refusal(of: directory, to: W_OK | X_OK) {
                throw StoreError(.cannotOpen, ["path": absolute], engineMessage: reason)
            }
            if isPrivate { try SQLiteFile.create(absolute) }
            return
        }
        guard !isDirectory.boolValue else {
            throw StoreError(
                .cannotOpen, ["path": absolute], engineMessage: "This is a directory.")
        }
        let mayWrite = access(absolute, W_OK) == 0
        self.isReadOnly = isReadOnly || !mayWrite
        func stands(_ suffix: String) -> Bool {
            FileManager.default.fileExists(atPath: absolute + suffix)
        }
        var log = stat()
        let hasLog = stat(absolute + "-wal", &log) == 0 && log.st_size > 0
        let header = try SQLiteFile.header(of: absolute)
        let isFixed = access(directory, W_OK) != 0 || !SQLiteFile.hasRoom(directory)
        if self.isReadOnly, isFixed, hasLog, !stands("-shm") {
            throw StoreError(
                .cannotOpen, ["path": absolute],
                engineMessage:
                    "Its log can only be read in a directory that may be written: copy the "
                    + "file and its -wal to one.")
        }
        // A file without a log may have a write that was cut off: SQLite locks it. Where nothing can be made
        // beside a file with one, or it would keep others from writing, it is read without locks.
        let isLogged = header.count == 100 && header[18] == 2 && !stands("-journal")
        let isAlone = !stands("-wal") || isFixed && !hasLog && !stands("-shm")
        isImmutable =
            self.isReadOnly && isAlone && (isForeign ? isLogged && (isFixed || !mayWrite) : isFixed)
        opensForWriting = !self.isReadOnly || isLogged && mayWrite && !isFixed && !stands("-wal")
        try SQLiteFile.inspect(header, absolute, isForeign: isForeign)
    }

    /// Why the process may not use a path so, which SQLite does not say; nil where it may.
    private static func refusal(of path: String, to mode: Int32) -> String? {
        access(path, mode) == 0 ? nil : String(cString: strerror(errno))
    }

    /// Whether a log and its index can be made in a directory; where that cannot be asked, it is tried.
    private static func hasRoom(_ directory: String) -> Bool {
        var status = statvfs()
        guard statvfs(directory, &status) == 0, status.f_blocks > 0 else { return true }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= 1 << 18
    }

    /// Creates an empty file that only its owner may read, which is as good as none.
    private static func create(_ path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StoreError(
                errno == ENOSPC || errno == EDQUOT ? .full : .cannotOpen, ["path": path],
                engineMessage: String(cString: strerror(errno)))
        }
        close(file)
    }

    /// Which file stands at a path.
    struct Identity: Hashable, Sendable {
        private let device: UInt64
        private let number: UInt64

        /// - Throws: `cannotOpen` where there is none.
        init(_ path: String) throws {
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw StoreError(
                    .cannotOpen, ["path": path], engineMessage: String(cString: strerror(errno)))
            }
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
        }

        /// Refuses a path where another file stands by now, or none: SQLite would write the one and
        /// create the other.
        func check(_ path: String) throws {
            guard try Identity(path) != self else { return }
            throw SQLiteFile.replacedError(path)
        }
    }

    /// The error where another file stands at the path of the one that is open, or none.
    static func replacedError(_ path: String?) -> StoreError {
        StoreError(
            .cannotOpen, path.map { ["path": $0] } ?? [:],
            engineMessage: "Another file took the place of the one that was opened; restart the "
                + "process to use it.")
    }

    /// What SQLite is to open.
    func location(vfs: String?) -> String {
        var options: [String] = []
        if let vfs { options.append("vfs=\(vfs)") }
        if isImmutable { options.append("immutable=1") }
        guard !options.isEmpty else { return path }
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "?#%;")
        let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
        return "file:\(escaped)?" + options.joined(separator: "&")
    }

    /// The first 100 bytes of a file, or what there is of them.
    private static func header(of path: String) throws -> [UInt8] {
        _ = SQLiteConnection.prepareLibrary
        var count: Int32 = 0
        let header = [UInt8](unsafeUninitializedCapacity: 100) { buffer, size in
            count = quarry_sqlite_read_header(path, buffer.baseAddress, 100)
            size = max(0, Int(count))
        }
        guard count >= 0 else {
            throw StoreError(
                .cannotOpen, ["path": path], engineMessage: refusal(of: path, to: R_OK))
        }
        return header
    }

    /// Refuses a file whose header is not that of a database of ours.
    private static func inspect(_ header: [UInt8], _ path: String, isForeign: Bool) throws {
        // An empty file is as good as none.
        if header.isEmpty { return }
        // A journal means that a write was cut off: the header may be half-written. SQLite
        // mends it; `claim` looks at what comes out.
        if FileManager.default.fileExists(atPath: path + "-journal") { return }
        let identifier =
            header.count == 100 ? header[68..<72].reduce(0) { $0 << 8 | UInt32($1) } : 0
        guard header.starts(with: Array("SQLite format 3\0".utf8)),
            isForeign || identifier == applicationID
        else { throw StoreError(.notADatabase, ["path": path]) }
    }

    /// Makes an empty database ours and turns on its write-ahead log.
    ///
    /// The identifier is written before the log exists, so that it stands in the file itself,
    /// where ``inspect(_:)`` finds it whatever becomes of the log.
    static func claim(_ connection: SQLiteConnection, path: String) throws {
        let identifier = try connection.first("PRAGMA application_id") { $0.int(0) } ?? 0
        if identifier != Int64(applicationID) {
            let objects = try connection.first("SELECT count(*) FROM sqlite_master") {
                $0.int(0)
            }
            guard identifier == 0, objects == 0 else {
                throw StoreError(.notADatabase, ["path": path])
            }
            try connection.run("PRAGMA application_id = \(raw: String(applicationID))")
        }
        let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else {
            throw StoreError(
                .cannotOpen, ["path": path], engineMessage: "no write-ahead log (\(mode ?? "?"))")
        }
    }

    /// Sets the journal of a file that others lay out.
    ///
    /// - Throws: `busy` where the journal needs that nothing else has the file open.
    static func adopt(_ connection: SQLiteConnection, journal: String?) throws {
        let known = ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "WAL", "OFF"]
        // Reading the schema is what finds a damaged file, before anything is written.
        let objects = try connection.first("SELECT count(*) FROM sqlite_master") { $0.int(0) }
        if objects == 0 { try connection.run("PRAGMA auto_vacuum = INCREMENTAL") }
        guard let mode = journal?.uppercased(), known.contains(mode) else { return }
        _ = try connection.first("PRAGMA journal_mode = \(raw: mode)") { $0.text(0) }
    }

    // MARK: Files that are moved over others

    /// Opens a file while no program moves another over it.
    ///
    /// SQLite finds the log by the file's name: it would take that of the new file for the old one's,
    /// write into it, or remove it. What has a log is locked, and no file is moved over it.
    static func whileNoneMoves<T>(_ path: String, _ open: () throws -> T) throws -> T {
        try withDirectory(of: path, LOCK_SH, open)
    }

    /// Moves a file over another, or removes it, while no program opens it.
    package static func whileNoneOpens<T>(_ path: String, _ move: () throws -> T) throws -> T {
        try withDirectory(of: path, LOCK_EX, move)
    }

    private static func withDirectory<T>(
        of path: String, _ lock: Int32, _ body: () throws -> T
    ) throws -> T {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
        // Not every file system has locks of directories, and not every user may read them.
        defer { if descriptor >= 0 { close(descriptor) } }
        while flock(descriptor, lock) != 0, errno == EINTR {}
        return try body()
    }
}
