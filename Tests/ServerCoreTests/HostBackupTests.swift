import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import Testing
import WebServices

@testable import ServerCore

@Suite struct `A backup` {
    private let folder = TemporaryFolder()
    var root: String { folder.path }
    var directory: String { root + "/server" }
    /// Of a server in it with one container.
    var options: HostOptions {
        var options = HostOptions(directory: directory)
        options.containers = ["iCloud.a"]
        options.durability = .off
        return options
    }

    @Test func `is whole while the server writes, and can be put back`() async throws {
        let host = try await ServerCore.Host(options)
        let store = try await host.containers.service("iCloud.a", .development).store
        var first = Record("Photo", RecordID("kept"))
        first["image"] = .asset(Asset(content: Data("a picture".utf8)))
        _ = try await store.save(SaveRequest(saving: [first]), in: .public)
        _ = try await store.save(
            SaveRequest(saving: ["a", "b"].map { Record("Pair", RecordID("\($0)")) }),
            in: .public)
        // A writer writes all the while: two records at once, always both or none.
        let writer = Task {
            var number = 0
            while !Task.isCancelled {
                let pair = ["a", "b"].map { Record("Pair", RecordID("\($0)\(number)")) }
                _ = try await store.save(SaveRequest(saving: pair), in: .public)
                number += 1
            }
        }
        let summary = try ServerBackup.write(directory, to: root + "/copy")
        #expect(summary.databases == 2)
        #expect(summary.assets == 1)
        writer.cancel()
        _ = try? await writer.value
        #expect(throws: ServerBackup.Failure.exists(root + "/copy")) {
            try ServerBackup.write(directory, to: root + "/copy")
        }
        await #expect(throws: HostError.self) {
            try await ServerBackup.restore(root + "/copy", to: directory, replacing: true)
        }
        try await host.close()
        await #expect(throws: ServerBackup.Failure.exists(directory)) {
            try await ServerBackup.restore(root + "/copy", to: directory)
        }
        let (_, old) = try await ServerBackup.restore(
            root + "/copy", to: directory, replacing: true)
        #expect(old.map(FileManager.default.fileExists) == true)
        let again = try await ServerCore.Host(options)
        let restored = try await again.containers.service("iCloud.a", .development).store
        let records = try await restored.records([RecordID("kept")], in: .public, desiredKeys: nil)
        guard case .asset(let asset)? = records[RecordID("kept")]?["image"] else {
            Issue.record("the asset is gone")
            return
        }
        #expect(
            try Data(contentsOf: try await restored.assetFile(asset, in: .public))
                == Data("a picture".utf8))
        let pairs = try await restored.count(RecordQuery("Pair"), in: .public)
        #expect(pairs > 0 && pairs % 2 == 0)
        try await again.close()
    }

    @Test func `is made again where content came and went meanwhile`() async throws {
        let host = try await ServerCore.Host(options)
        let store = try await host.containers.service("iCloud.a", .development).store
        var record = Record("Photo", RecordID("kept"))
        record["image"] = .asset(Asset(content: Data("a picture".utf8)))
        let result = try await store.save(SaveRequest(saving: [record]), in: .public)
        guard case .asset(let asset) = try result.saves[0].get()["image"] else {
            Issue.record("the asset is gone")
            return
        }
        let file = try await store.assetFile(asset, in: .public).path
        try await host.close()
        let manager = FileManager.default
        // As if it had gone with the record; before the second copy another one needs it.
        try manager.moveItem(atPath: file, toPath: root + "/hidden")
        var copies = 0
        func write(to target: String) throws -> ServerBackup.Summary {
            copies = 0
            return try ServerBackup.write(
                directory, to: target,
                copying: { source, copy in
                    if source.hasSuffix("development.db") { copies += 1 }
                    if copies == 2, manager.fileExists(atPath: root + "/hidden") {
                        try manager.moveItem(atPath: root + "/hidden", toPath: file)
                    }
                    try StoreFile(source).copy(to: copy)
                })
        }
        #expect(try write(to: root + "/first").missing == 0)
        #expect(copies == 2)
        #expect(manager.fileExists(atPath: root + "/first" + file.dropFirst(directory.count)))
        // What is lost at the server is no reason against a copy of the rest.
        try manager.removeItem(atPath: file)
        #expect(try write(to: root + "/second").missing == 1)
        #expect(copies == 2)
        // The copy says so itself, to those that list it.
        #expect(try ServerBackup.summary(of: root + "/first").copied.missing == 0)
        #expect(try ServerBackup.summary(of: root + "/second").copied.missing == 1)
    }

    @Test func `is on the disk before it stands under its name`() async throws {
        let host = try await ServerCore.Host(options)
        let store = try await host.containers.service("iCloud.a", .development).store
        var record = Record("Photo", RecordID("kept"))
        record["image"] = .asset(Asset(content: Data("a picture".utf8)))
        _ = try await store.save(SaveRequest(saving: [record]), in: .public)
        // On another disk, where there is one, content is copied.
        let manager = FileManager.default
        let disk = manager.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : root
        let parent = "\(disk)/quarry-\(UUID().uuidString)"
        try manager.createDirectory(atPath: parent, withIntermediateDirectories: false)
        defer { try? manager.removeItem(atPath: parent) }
        let target = parent + "/copy"
        var synced: Set<String> = []
        try ServerBackup.write(
            directory, to: target,
            syncing: { path in
                #expect(manager.fileExists(atPath: target) == (path == parent))
                synced.insert(path)
            })
        #expect(synced.contains(parent))
        // By their names in the copy, which had another name until then.
        let names = Set(
            synced.filter { $0.hasPrefix(target + ".partial-") }
                .map { String($0.dropFirst(target.count + ".partial-12345678".count)) })
        #expect(names.contains(""))
        let parts = try manager.subpathsOfDirectory(atPath: target)
        #expect(parts.contains("backup.json"))
        for part in parts {
            let attributes = try manager.attributesOfItem(atPath: "\(target)/\(part)")
            let isLinked =
                attributes[.type] as? FileAttributeType == .typeRegular
                && attributes[.referenceCount] as? Int != 1
            #expect(isLinked || names.contains("/" + part), "\(part)")
        }
        try await host.close()
        // What is unpacked to be a backup need not be on the disk; content is linked to it.
        var restored: Set<String> = []
        _ = try await ServerBackup.restore(
            target, to: parent + "/again", syncing: { restored.insert($0) })
        let ends = Set(restored.map { ($0 as NSString).lastPathComponent })
        for part in try manager.subpathsOfDirectory(atPath: parent + "/again") {
            #expect(ends.contains((part as NSString).lastPathComponent), "\(part)")
        }
        #expect(restored.contains(parent))
    }

    @Test func `that was put back refuses tokens of what it does not have`() async throws {
        let ann = DatabaseScope.private(user: "_ann")
        let zone = ZoneID("Notes")
        let host = try await ServerCore.Host(options)
        let store = try await host.containers.service("iCloud.a", .production).store
        try await store.createZones([zone], in: ann)
        try ServerBackup.write(directory, to: root + "/copy")
        let token = try await store.changes(
            in: zone, of: ann, since: nil, limit: nil, desiredKeys: nil
        ).token
        try await host.close()
        _ = try await ServerBackup.restore(root + "/copy", to: directory, replacing: true)
        let again = try await ServerCore.Host(options)
        let restored = try await again.containers.service("iCloud.a", .production).store
        do {
            _ = try await restored.changes(
                in: zone, of: ann, since: token, limit: nil, desiredKeys: nil)
            Issue.record("the token was taken")
        } catch let error as StoreError { #expect(error.code == .changeTokenExpired) }
        try await again.close()
    }

    @Test func `that was stopped between its renames is told of by the next server`() async throws {
        let host = try await ServerCore.Host(options)
        try await host.close()
        try ServerBackup.write(directory, to: root + "/copy")
        let (_, old) = try await ServerBackup.restore(
            root + "/copy", to: directory, replacing: true)
        let before = try #require(old)
        let manager = FileManager.default
        try manager.moveItem(atPath: directory, toPath: directory + ".partial-1")
        await #expect(throws: HostError.restoreStopped(directory, before: before)) {
            _ = try await ServerCore.Host(options)
        }
        #expect(!manager.fileExists(atPath: directory))
        // Restoring again needs no more than the copy.
        try await ServerBackup.restore(root + "/copy", to: directory)
        try await ServerCore.Host(options).close()
    }

    @Test func `is put back where a symbolic link leads`() async throws {
        try await ServerCore.Host(options).close()
        try ServerBackup.write(directory, to: root + "/copy")
        let manager = FileManager.default
        let link = root + "/link"
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "server")
        let (_, old) = try await ServerBackup.restore(root + "/copy", to: link, replacing: true)
        #expect(try #require(old).contains("/server.before-"))
        #expect(try manager.destinationOfSymbolicLink(atPath: link) == "server")
        #expect(manager.fileExists(atPath: directory + "/server.db"))
        #expect(
            try manager.contentsOfDirectory(atPath: root).filter { $0.hasPrefix("link") } == [
                "link"
            ])
    }

    // A mount point in which nothing can be made.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func `is refused by a mount point before it is copied`() async throws {
        try await ServerCore.Host(options).close()
        try ServerBackup.write(directory, to: root + "/copy")
        await #expect(
            throws: ServerBackup.Failure.cannotReplace("/proc", isMountPoint: true)
        ) {
            try await ServerBackup.restore(root + "/copy", to: "/proc", replacing: true)
        }
    }

    @Test func `replaces no directory but a server's, nor itself`() async throws {
        try await ServerCore.Host(options).close()
        let (copy, manager) = (root + "/copy", FileManager.default)
        try ServerBackup.write(directory, to: copy)
        let home = root + "/home"
        try manager.createDirectory(atPath: home + "/backups", withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: home + "/notes.txt"))
        await #expect(throws: ServerBackup.Failure.notServer(home, having: "notes.txt")) {
            try await ServerBackup.restore(copy, to: home, replacing: true)
        }
        await #expect(throws: ServerBackup.Failure.itself(copy)) {
            try await ServerBackup.restore(copy, to: copy + "/", replacing: true)
        }
        #expect(try manager.contentsOfDirectory(atPath: home).sorted() == ["backups", "notes.txt"])
        #expect(try ServerBackup.summary(of: copy).copied.databases == 1)
        // What is left of a server's directory that was damaged is replaced.
        try manager.removeItem(atPath: home + "/notes.txt")
        let (_, old) = try await ServerBackup.restore(copy, to: home, replacing: true)
        #expect(old != nil && manager.fileExists(atPath: home + "/server.db"))
    }

    @Test func `knows mount points by the names that the kernel gives`() {
        #expect(ServerBackup.mountPoint(#"/srv/a\040b\134c"#) == #"/srv/a b\c"#)
        #expect(ServerBackup.mountPoint(#"/srv/Zürich\1"#) == #"/srv/Zürich\1"#)
    }

    @Test func `that a server uses is put back as it is, and keeps its log`() async throws {
        try await ServerCore.Host(options).close()
        let backup = root + "/copy"
        try ServerBackup.write(directory, to: backup)
        var used = options
        used.location = .directory(backup)
        let host = try await ServerCore.Host(used)
        let store = try await host.containers.service("iCloud.a", .production).store
        try await store.createZones([ZoneID("Notes")], in: .private(user: "_ann"))
        try await ServerBackup.restore(backup, to: root + "/restored")
        #expect(FileManager.default.fileExists(atPath: backup + "/server.db-wal"))
        try await host.close()
        used.location = .directory(root + "/restored")
        let restored = try await ServerCore.Host(used)
        let found = try await restored.containers.service("iCloud.a", .production).store
        let zones = try await found.zones(in: .private(user: "_ann"))
        #expect(zones.contains { $0.id.name == "Notes" })
        try await restored.close()
    }

    @Test func `that is put back leaves the server its backups`() async throws {
        try await ServerCore.Host(options).close()
        let backup = directory + "/backups/monday"
        try ServerBackup.write(directory, to: backup)
        let (_, old) = try await ServerBackup.restore(backup, to: directory, replacing: true)
        let before = try #require(old)
        let manager = FileManager.default
        #expect(manager.fileExists(atPath: backup + "/backup.json"))
        #expect(manager.fileExists(atPath: before + "/server.db"))
        #expect(!manager.fileExists(atPath: before + "/backups"))
        try await ServerCore.Host(options).close()
    }

    @Test(.enabled(if: geteuid() == 0, "Root alone may give files away."))
    func `that root puts back belongs to the owner of what it replaces`() async throws {
        let host = try await ServerCore.Host(options)
        let store = try await host.containers.service("iCloud.a", .development).store
        var record = Record("Photo", RecordID("kept"))
        record["image"] = .asset(Asset(content: Data("a picture".utf8)))
        _ = try await store.save(SaveRequest(saving: [record]), in: .public)
        try await host.close()
        try ServerBackup.write(directory, to: root + "/copy")
        let manager = FileManager.default
        // As if it were unpacked: its assets are no second names of the server's.
        try manager.copyItem(atPath: root + "/copy", toPath: root + "/unpacked")
        try #require(chown(directory, 4_242, 4_243) == 0)
        _ = try await ServerBackup.restore(root + "/unpacked", to: directory, replacing: true)
        func owners(of folder: String) throws -> Set<[Int?]> {
            Set(
                try (manager.subpathsOfDirectory(atPath: folder) + ["."]).map {
                    let attributes = try manager.attributesOfItem(atPath: "\(folder)/\($0)")
                    return [
                        attributes[.ownerAccountID] as? Int,
                        attributes[.groupOwnerAccountID] as? Int,
                    ]
                })
        }
        #expect(try owners(of: directory) == [[4_242, 4_243]])
        #expect(try !owners(of: root + "/unpacked").contains([4_242, 4_243]))
    }

    @Test func `has containers that were never used`() async throws {
        var options = options
        options.containers = ["iCloud.a", "iCloud.b"]
        let host = try await ServerCore.Host(options)
        _ = try await host.containers.service("iCloud.a", .development)
        #expect(try ServerBackup.write(directory, to: root + "/copy").databases == 2)
        try await host.close()
        _ = try await ServerBackup.restore(root + "/copy", to: directory, replacing: true)
        let again = try await ServerCore.Host(HostOptions(directory: directory))
        #expect(again.containers.names == ["iCloud.a", "iCloud.b"])
        try await again.close()
    }

    @Test func `is made and put back by paths with a slash at their end`() async throws {
        try await ServerCore.Host(options).close()
        try ServerBackup.write(directory + "/", to: root + "/copy/")
        let manager = FileManager.default
        #expect(try manager.contentsOfDirectory(atPath: root).sorted() == ["copy", "server"])
        #expect(throws: ServerBackup.Failure.exists(root + "/copy")) {
            try ServerBackup.write(directory, to: root + "/other/../copy/.")
        }
        let (_, old) = try await ServerBackup.restore(
            root + "/copy/", to: directory + "/", replacing: true)
        let before = try #require(old)
        #expect(before.hasPrefix(directory + ".before-"))
        #expect(manager.fileExists(atPath: before + "/server.db"))
        #expect(manager.fileExists(atPath: directory + "/server.db"))
        try manager.moveItem(atPath: directory, toPath: directory + ".partial-1")
        await #expect(throws: HostError.restoreStopped(directory + "/.", before: before)) {
            _ = try await ServerCore.Host(HostOptions(directory: directory + "/."))
        }
    }

    @Test func `says that another one took its name meanwhile`() async throws {
        try await ServerCore.Host(options).close()
        let target = root + "/copy"
        #expect(throws: ServerBackup.Failure.exists(target)) {
            try ServerBackup.write(
                directory, to: target,
                copying: { source, copy in
                    try StoreFile(source).copy(to: copy)
                    try FileManager.default.createDirectory(
                        atPath: target + "/other", withIntermediateDirectories: true)
                })
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: root).sorted() == [
                "copy", "server",
            ])
    }

    @Test func `of what is no server is refused`() async throws {
        #expect(throws: ServerBackup.Failure.self) {
            try ServerBackup.write("/nonexistent", to: "/tmp/never")
        }
        await #expect(throws: ServerBackup.Failure.self) {
            try await ServerBackup.restore("/nonexistent", to: "/tmp/never")
        }
    }
}
