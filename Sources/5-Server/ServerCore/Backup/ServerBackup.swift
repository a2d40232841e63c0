package import Foundation
import RecordCore
import Stores

/// Copies a server's directory while the server runs, and puts a copy back.
///
///     try ServerBackup.write("/var/lib/quarry", to: "/backup/monday")
///     try await ServerBackup.restore("/backup/monday", to: "/var/lib/quarry")   // server stopped
///
/// Each database is of one moment, and checked after it was copied; every asset that its records
/// need is there. A copy stands under its name when it is complete, and on the disk.
package enum ServerBackup {
    /// Why there is no copy.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// There is no server's directory.
        case noServer(String)
        /// This user may not look into a directory.
        case notAllowed(String)
        /// Something is in the way.
        case exists(String)
        /// The copy is not a server's, or not whole.
        case notBackup(String)
        /// The copy lacks databases that it had; what they are.
        case incomplete(String, lacking: String)
        /// What is there is no server's directory, and not replaced; a file in it that says so.
        case notServer(String, having: String)
        /// The copy would take its own place.
        case itself(String)
        /// No other directory can take the place of this one.
        case cannotReplace(String, isMountPoint: Bool)

        /// A sentence that names the path and the problem.
        package var description: String {
            switch self {
            case .noServer(let path): "\(path) is no directory of a server"
            case .notAllowed(let path): "\(path) may not be read by this user"
            case .exists(let path): "\(path) exists already"
            case .notBackup(let path): "\(path) is no backup of a server, or not a whole one"
            case .incomplete(let path, let lacking):
                "\(path) is not a whole backup of a server: it lacks \(lacking)"
            case .notServer(let path, let file):
                "\(path) is no directory of a server, which backups replace: it has \(file), and no "
                    + "server.db"
            case .itself(let path): "\(path) is the backup itself"
            case .cannotReplace(let path, let isMountPoint):
                isMountPoint
                    ? "\(path) is a mount point, which cannot be renamed to make room for the backup"
                    : "\(path) cannot be renamed to make room for the backup, as the directory in "
                        + "which it is may not be written"
            }
        }
    }

    /// How much a backup holds.
    package struct Summary: Hashable, Sendable {
        /// The number of databases that were copied.
        package var databases = 0
        /// The number of asset files that were copied.
        package var assets = 0
        /// The size of both, in bytes.
        package var bytes: Int64 = 0
        /// The number of asset files that records need and the copies lack.
        package var missing = 0
        /// Of those, the number that a copy which is put back says it had.
        package var lost = 0
        /// Asset files of a copy that is put back whose content is not what they are named by.
        package var damaged: [String] = []
    }

    /// Names of a directory's files that say what it is.
    private static let mark = "backup.json"

    /// How databases are copied with their assets.
    private struct CopyOptions {
        /// The owner of the copy; nil where it is that of the process, or of the content.
        var owner: stat?
        /// Whether the content of assets is compared with its name.
        var checksAssets = false
        /// Whether the copy is no longer wanted.
        var isStopped: @Sendable () -> Bool

        /// Throws `CancellationError` where the copy is no longer wanted.
        func checkStopped() throws { if isStopped() { throw CancellationError() } }
    }

    // MARK: Copying

    /// Copies a server's directory into a new one.
    ///
    /// - Parameters:
    ///   - directory: What is copied.
    ///   - target: The new directory.
    ///   - now: When the copy is made.
    ///   - isStopped: Asked between files whether the copy is no longer wanted.
    ///   - copy: Copies a database to a new file.
    ///   - sync: Waits until a file, or the names in a directory, are on the disk.
    /// - Throws: ``Failure``, `CancellationError`, and what the stores and the disk refuse; nothing
    ///   stands under the name then.
    @discardableResult
    package static func write(
        _ directory: String, to target: String, at now: Date = Date(),
        stopping isStopped: @escaping @Sendable () -> Bool = { false },
        copying copy: (String, String) throws -> Void = { try StoreFile($0).copy(to: $1) },
        syncing sync: (String) throws -> Void = { try StoreFile.sync($0) }
    ) throws -> Summary {
        let manager = FileManager.default
        let (directory, target) = (absolute(directory), absolute(target))
        try checkSearchable(directory)
        guard manager.fileExists(atPath: directory + "/server.db") else {
            throw Failure.noServer(directory)
        }
        guard !manager.fileExists(atPath: target) else { throw Failure.exists(target) }
        PartialDirectory.removeLeftovers(of: target)
        let place = try PartialDirectory(for: target)
        defer { place.end() }
        let partial = place.path
        let options = CopyOptions(isStopped: isStopped)
        var summary = Summary()
        try copyContainers(of: directory, to: partial)
        let files = try databases(directory)
        for file in files {
            try copyStore(
                "\(directory)/\(file)", to: "\(partial)/\(file)", options, &summary, copying: copy)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let text = [
            "madeAt": now.formatted(.iso8601), "databases": String(summary.databases),
            "assets": String(summary.assets), "bytes": String(summary.bytes),
            "missing": String(summary.missing), "version": "1",
            // Texts alone, as earlier versions read it; none of the names has a space.
            "files": files.joined(separator: " "),
        ]
        try encoder.encode(text).write(to: URL(fileURLWithPath: "\(partial)/\(mark)"))
        try syncAll(of: partial, skipsLinked: true, options, sync)
        try move(partial, to: target)
        try? sync(parent(of: target))
        return summary
    }

    /// What a copy says of itself.
    static func summary(of backup: String) throws -> (madeAt: Date, copied: Summary) {
        let text = try markText(of: backup)
        // The error thrown names the file.
        guard let madeAt = try? Date(text["madeAt"] ?? "", strategy: .iso8601) else {
            throw Failure.notBackup(backup)
        }
        let copied = Summary(
            databases: text["databases"].flatMap { Int($0) } ?? 0,
            assets: text["assets"].flatMap { Int($0) } ?? 0,
            bytes: text["bytes"].flatMap { Int64($0) } ?? 0,
            missing: text["missing"].flatMap { Int($0) } ?? 0)
        return (madeAt, copied)
    }

    private static func markText(of backup: String) throws -> [String: String] {
        try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: URL(fileURLWithPath: "\(backup)/\(mark)"))
        )
    }

    /// Throws where databases are not there that a copy says it has.
    private static func checkWhole(
        _ backup: String, having files: [String], _ text: [String: String]
    ) throws {
        let lacking = (text["files"] ?? "").split(separator: " ").map(String.init)
            .filter { !files.contains($0) }
        guard lacking.isEmpty else {
            throw Failure.incomplete(backup, lacking: lacking.joined(separator: ", "))
        }
        // Earlier versions say only how many there are.
        let count = text["databases"].flatMap { Int($0) } ?? 0
        guard files.count >= count else {
            let lack = count - files.count
            throw Failure.incomplete(
                backup, lacking: "\(lack) of \(count) \(count == 1 ? "database" : "databases")")
        }
    }

    /// The databases of a server, relative to its directory.
    private static func databases(_ directory: String) throws -> [String] {
        var files = ["server.db"]
        for name in try containers(directory) {
            // A container that was never used has a directory and no database.
            for environment in ["development", "production"] {
                let file = "containers/\(name)/\(environment).db"
                if FileManager.default.fileExists(atPath: "\(directory)/\(file)") {
                    files.append(file)
                }
            }
        }
        return files
    }

    /// The names of the directories of a server's containers.
    private static func containers(_ directory: String) throws -> [String] {
        let containers = directory + "/containers"
        guard FileManager.default.fileExists(atPath: containers) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: containers).sorted()
            .filter { ContainerName.unescaped($0) != nil }
    }

    /// Makes the directories of all containers: that of one that was never used says that it is there.
    private static func copyContainers(of source: String, to target: String) throws {
        for name in try containers(source) {
            try PrivateFiles.makeDirectory("\(target)/containers/\(name)")
        }
    }

    private static func copyStore(
        _ source: String, to target: String, _ options: CopyOptions, _ summary: inout Summary,
        copying copy: (String, String) throws -> Void
    ) throws {
        try PrivateFiles.makeDirectory(
            URL(fileURLWithPath: target).deletingLastPathComponent().path)
        var lost: Set<String>?
        for attempt in 1...3 {
            // What goes while the database is copied is taken before it, what comes, after it.
            try copyAssets(of: source, to: target, options, &summary)
            try options.checkStopped()
            try copy(source, target)
            try copyAssets(of: source, to: target, options, &summary)
            let missing = try StoreFile(target).missingAssets()
            // What came after the first look and went before the second is needed by this copy alone;
            // what two copies in turn lack the source lacks too. Where content is replaced all the time,
            // each copy lacks other content: the last is better than none.
            let isLost = lost.map { missing.isSubset(of: $0) } == true
            if missing.isEmpty || isLost || attempt == 3 {
                summary.missing += missing.count
                break
            }
            lost = missing
            StoreFile.removeCompanions(of: target)
            unlink(target)
        }
        try StoreFile(target).check()
        StoreFile.removeCompanions(of: target)
        summary.databases += 1
        summary.bytes += FileSize.of(target)
    }

    private static func copyAssets(
        of source: String, to target: String, _ options: CopyOptions, _ summary: inout Summary
    ) throws {
        let manager = FileManager.default
        let (from, to) = (
            StoreFile(source).assetDirectory, StoreFile(target).assetDirectory
        )
        guard let walk = manager.enumerator(atPath: from) else { return }
        while let part = walk.nextObject() as? String {
            try options.checkStopped()
            if part == "incoming" {
                walk.skipDescendants()
                continue
            }
            let (file, copy) = ("\(from)/\(part)", "\(to)/\(part)")
            var isDirectory: ObjCBool = false
            guard manager.fileExists(atPath: file, isDirectory: &isDirectory) else { continue }
            if isDirectory.boolValue {
                try PrivateFiles.makeDirectory(copy)
                continue
            }
            guard !manager.fileExists(atPath: copy) else { continue }
            // Content never changes under its name, so on one disk a second name is a copy. Both have one
            // owner: that of the backup stays.
            let isLinkable =
                options.owner.map { owner in
                    status(of: file).map { ($0.st_uid, $0.st_gid) == (owner.st_uid, owner.st_gid) }
                        ?? false
                } ?? true
            if !isLinkable || link(file, copy) != 0 {
                do {
                    try manager.copyItem(atPath: file, toPath: copy)
                } catch  where !manager.fileExists(atPath: file) {
                    continue  // It went with the last record that needed it.
                }
            }
            if options.checksAssets, !isIntact(copy, named: part) { summary.damaged.append(file) }
            summary.assets += 1
            summary.bytes += FileSize.of(copy)
        }
    }

    /// Whether content has the SHA-256 that it is named by: `2c/f24dba…`.
    private static func isIntact(_ path: String, named part: String) -> Bool {
        let name = part.replacing("/", with: "")
        // Other files are not a server's.
        guard name.utf8.count == 64 else { return true }
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        // It was only read.
        defer { try? file.close() }
        var hash = ContentHash()
        do {
            while let data = try file.read(upToCount: 1 << 20), !data.isEmpty { hash.add(data) }
        } catch {
            return false
        }
        return hash.finish() == name
    }

    /// Waits until everything below a directory is on the disk; not every file system syncs
    /// directories.
    ///
    /// - Parameter skipsLinked: Whether files with a second name are a server's, which has synced them
    ///   before a record needed them.
    private static func syncAll(
        of directory: String, skipsLinked: Bool, _ options: CopyOptions,
        _ sync: (String) throws -> Void
    ) throws {
        let walk = FileManager.default.enumerator(atPath: directory)
        while let part = walk?.nextObject() as? String {
            try options.checkStopped()
            let path = "\(directory)/\(part)"
            guard let status = status(of: path) else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try? sync(path)
            } else if status.st_nlink == 1 || !skipsLinked {
                try sync(path)
            }
        }
        try? sync(directory)
    }

    /// What the system says of a file; nil where there is none.
    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// A path from the root on without a slash at its end: names beside it are made of it.
    static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    static func parent(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    /// Gives a complete copy its name, which another process may have given to its own meanwhile.
    private static func move(_ partial: String, to target: String) throws {
        do { try FileManager.default.moveItem(atPath: partial, toPath: target) } catch
            where FileManager.default.fileExists(atPath: target)
        {
            throw Failure.exists(target)
        }
    }

    // MARK: Putting back

    /// Puts a copy in the place of a server's directory, which must not be in use.
    ///
    /// Every database gets a new identity: clients know of changes that the copy does not have,
    /// so their tokens are refused and their change tags conflict. Where root restores, everything
    /// belongs to the owner of the directory whose place it takes.
    ///
    /// - Parameters:
    ///   - replacing: Whether what is there may go; it is kept beside, under a name that is given back,
    ///     without the server's own backups, which stay.
    ///   - isStopped: Asked between files whether the copy is no longer wanted.
    ///   - sync: Waits until a file, or the names in a directory, are on the disk.
    /// - Returns: What was copied, and where the old directory is now.
    /// - Throws: ``Failure``, ``HostError`` where a server uses the directory, `CancellationError`.
    @discardableResult
    package static func restore(
        _ backup: String, to directory: String, replacing: Bool = false, at now: Date = Date(),
        stopping isStopped: @escaping @Sendable () -> Bool = { false },
        syncing sync: (String) throws -> Void = { try StoreFile.sync($0) }
    ) async throws -> (summary: Summary, old: String?) {
        let manager = FileManager.default
        let (backup, directory) = (absolute(backup), StoreFile.target(of: absolute(directory)))
        try checkSearchable(backup)
        guard manager.fileExists(atPath: "\(backup)/\(mark)"),
            manager.fileExists(atPath: "\(backup)/server.db")
        else { throw Failure.notBackup(backup) }
        let files = try databases(backup)
        guard let text = try? markText(of: backup) else { throw Failure.notBackup(backup) }
        try checkWhole(backup, having: files, text)
        let isThere = manager.fileExists(atPath: directory)
        let isEmpty =
            isThere ? try manager.contentsOfDirectory(atPath: directory).isEmpty : false
        guard !isThere || isEmpty || replacing else { throw Failure.exists(directory) }
        // Said before everything is copied.
        if isThere { try checkReplaceable(directory, by: backup) }
        let lock = isThere && !isEmpty ? try DirectoryLock(directory) : nil
        defer { lock?.release() }
        // Where there is no directory, leftovers tell a server that a restore was stopped between its
        // renames; they go when the directory is there again.
        if isThere { PartialDirectory.removeLeftovers(of: directory) }
        let place = try PartialDirectory(for: directory)
        defer { place.end() }
        let partial = place.path
        let options = CopyOptions(
            owner: geteuid() == 0 ? status(of: directory) : nil, checksAssets: true,
            isStopped: isStopped)
        var summary = Summary()
        try copyContainers(of: backup, to: partial)
        for file in files {
            try StoreFile("\(backup)/\(file)").check()
            try copyStore(
                "\(backup)/\(file)", to: "\(partial)/\(file)", options, &summary,
                copying: { try StoreFile($0).copy(to: $1) })
            try await StoreLocation.sqlite(path: "\(partial)/\(file)").renew()
        }
        // A mark that does not say it lays no blame on the copy.
        let said = text["missing"].flatMap { Int($0) } ?? summary.missing
        summary.lost = max(0, summary.missing - said)
        if let owner = options.owner { try give(partial, to: owner) }
        // A backup that was unpacked or copied need not be on the disk itself.
        try syncAll(of: partial, skipsLinked: false, options, sync)
        var old: String?
        if isEmpty { try manager.removeItem(atPath: directory) }
        if isThere, !isEmpty {
            let name = directory + ".before-\(Int(now.timeIntervalSince1970))"
            old = name
            // Exchanged where the file system can: there is a directory at every moment.
            try manager.moveItem(atPath: partial, toPath: name)
            if !exchange(name, directory) {
                try manager.moveItem(atPath: name, toPath: partial)
                try manager.moveItem(atPath: directory, toPath: name)
                try manager.moveItem(atPath: partial, toPath: directory)
            }
            // None where there were no backups, or where they are a disk of their own.
            try? manager.moveItem(atPath: name + "/backups", toPath: directory + "/backups")
            try? sync(directory)
        } else {
            try move(partial, to: directory)
        }
        try? sync(parent(of: directory))
        PartialDirectory.removeLeftovers(of: directory)
        return (summary, old)
    }
}
