import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import Testing
import WebServices

@testable import ServerCore

/// The permissions of the files in a server's directory.
@Suite struct `A server's directory` {
    private let folder = TemporaryFolder()

    private static func open(_ directory: String) async throws -> ServerCore.Host {
        var options = HostOptions(directory: directory)
        options.containers = ["iCloud.a"]
        options.requiresAuthentication = false
        options.durability = .off
        return try await ServerCore.Host(options)
    }

    private static func mode(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0 else { return "none" }
        return String(status.st_mode & 0o777, radix: 8)
    }

    /// The modes of all files below a directory, and of all directories.
    private static func modes(_ directory: String) throws -> (files: [String], folders: [String]) {
        var (files, folders): ([String], [String]) = ([], [])
        let walk = try #require(FileManager.default.enumerator(atPath: directory))
        while let part = walk.nextObject() as? String {
            let path = "\(directory)/\(part)"
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
                continue
            }
            let line = "\(mode(path)) \(part)"
            if isDirectory.boolValue { folders.append(line) } else { files.append(line) }
        }
        return (files, folders)
    }

    /// Saves a record with an asset.
    private static func save(_ host: ServerCore.Host) async throws {
        let service = try await host.containers.service("iCloud.a", .development)
        let record = Record(
            "Photo", RecordID("p"), ["image": .asset(Asset(content: Data("picture".utf8)))])
        let result = try await service.store.save(
            SaveRequest(saving: [record], policy: .changedKeys), in: .public)
        #expect(result.firstError == nil)
    }

    /// Makes a directory of uploads with a file in it that was changed so many seconds ago.
    private func makeUploads(_ name: String, isLocked: Bool, age: TimeInterval) throws {
        let path = folder.file(LeftUploads.prefix + name).path
        try PrivateFiles.makeDirectory(path)
        for file in isLocked ? ["incoming-1", DirectoryLock.fileName] : ["incoming-1"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }

    @Test func `of uploads is removed once its server was killed`() throws {
        try makeUploads("killed", isLocked: true, age: 120)
        try makeUploads("starting", isLocked: true, age: 0)
        try makeUploads("earlier", isLocked: false, age: 8 * 86_400)
        try makeUploads("idle", isLocked: false, age: 86_400)
        try makeUploads("running", isLocked: true, age: 0)
        let running = try DirectoryLock(folder.file(LeftUploads.prefix + "running").path)
        try makeUploads("running", isLocked: false, age: 120)
        let other = folder.file("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data().write(to: other.appendingPathComponent(DirectoryLock.fileName))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: other.path)
        try FileManager.default.createSymbolicLink(
            at: folder.file(LeftUploads.prefix + "link"), withDestinationURL: other)
        LeftUploads.remove(in: folder.path)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(
            left == ["other"]
                + ["earlier", "idle", "link", "running", "starting"].map { LeftUploads.prefix + $0 }
        )
        // A server of an earlier version may still need its own.
        let earlier = folder.file(LeftUploads.prefix + "earlier").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: earlier).isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: other.path)
                == [DirectoryLock.fileName])
        running.release()
    }

    @Test func `of uploads stays locked while its server runs`() async throws {
        let host = try await ServerCore.Host(HostOptions(.memory))
        let directory = host.assets.directory
        host.assets.sweep(at: Date(timeIntervalSinceNow: 86_400))
        #expect(throws: HostError.self) { _ = try DirectoryLock(directory) }
        try await host.close()
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func `that is new has its names on the disk`() throws {
        var synced: [String] = []
        for _ in 0..<2 {
            try PrivateFiles.makeDirectory(folder.path + "/a/b/c") {
                #expect(FileManager.default.fileExists(atPath: folder.path + "/a/b/c"))
                synced.append($0)
            }
        }
        #expect(synced == [folder.path + "/a/b", folder.path + "/a", folder.path])
    }

    @Test func `has files for its owner alone, though others may enter it`() async throws {
        chmod(folder.path, 0o755)
        let host = try await Self.open(folder.path)
        try await Self.save(host)
        // While everything is open, so that logs and their indexes are there.
        let (files, folders) = try Self.modes(folder.path)
        for end in ["server.db", "server.db-wal", "server.db-shm", "development.db-wal"] {
            #expect(files.contains { $0.hasSuffix(end) }, "\(files)")
        }
        #expect(files.contains { $0.contains(".assets/") }, "\(files)")
        #expect(files.filter { !$0.hasPrefix("600 ") }.isEmpty)
        #expect(folders.filter { !$0.hasPrefix("700 ") }.isEmpty)
        #expect(host.warnings.count == 1)
        #expect(host.warnings.first?.contains("mode 755") == true)
        #expect(host.warnings.first?.contains("chmod 700 \(folder.path)") == true)
        try await host.close()
        chmod(folder.path, 0o700)
        let again = try await Self.open(folder.path)
        #expect(again.warnings.isEmpty)
        try await again.close()
    }

    @Test func `of an older version is closed to others when it is opened`() async throws {
        let first = try await Self.open(folder.path)
        try await Self.save(first)
        try await first.close()
        // As older versions and careless copies leave it.
        let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
        while let part = walk.nextObject() as? String {
            let path = "\(folder.path)/\(part)"
            chmod(path, Self.mode(path).hasPrefix("7") ? 0o755 : 0o644)
        }
        // The target of a link belongs to another program.
        let outside = folder.path + "-outside"
        defer { unlink(outside) }
        _ = FileManager.default.createFile(atPath: outside, contents: Data())
        chmod(outside, 0o644)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: outside)
        let host = try await Self.open(folder.path)
        let (files, folders) = try Self.modes(folder.path)
        #expect(
            files.filter { !$0.hasPrefix("600 ") && !$0.hasSuffix(" link") }.isEmpty)
        #expect(folders.filter { !$0.hasPrefix("700 ") }.isEmpty)
        #expect(Self.mode(outside) == "644")
        try await host.close()
    }

    @Test func `is copied so that its owner alone reads the copy`() async throws {
        let host = try await Self.open(folder.path + "/server")
        try await Self.save(host)
        try ServerBackup.write(folder.path + "/server", to: folder.path + "/copy")
        let (files, folders) = try Self.modes(folder.path + "/copy")
        #expect(files.contains { $0.hasSuffix("development.db") })
        #expect(
            files.filter { !$0.hasPrefix("600 ") && !$0.hasSuffix("backup.json") }.isEmpty,
            "\(files)")
        #expect(folders.filter { !$0.hasPrefix("700 ") }.isEmpty, "\(folders)")
        try await host.close()
    }
}
