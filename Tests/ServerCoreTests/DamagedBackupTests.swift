import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import Testing
import WebServices

@testable import ServerCore

// What a copy lost after it was made.
extension `A backup` {
    @Test func `is refused where it lost a container's database`() async throws {
        let host = try await ServerCore.Host(options)
        _ = try await host.containers.service("iCloud.a", .development)
        try await host.close()
        let copy = root + "/copy"
        try ServerBackup.write(directory, to: copy)
        let file = "containers/iCloud.a/development.db"
        try FileManager.default.moveItem(atPath: "\(copy)/\(file)", toPath: root + "/aside")
        await #expect(throws: ServerBackup.Failure.incomplete(copy, lacking: file)) {
            try await ServerBackup.restore(copy, to: root + "/restored")
        }
        // Earlier versions wrote how many there are, and not which.
        let mark = URL(fileURLWithPath: copy + "/backup.json")
        var text = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: mark))
        #expect(text.removeValue(forKey: "files") == "server.db \(file)")
        try JSONEncoder().encode(text).write(to: mark)
        await #expect(
            throws: ServerBackup.Failure.incomplete(copy, lacking: "1 of 2 databases")
        ) {
            try await ServerBackup.restore(copy, to: root + "/restored")
        }
        #expect(!FileManager.default.fileExists(atPath: root + "/restored"))
        try FileManager.default.moveItem(atPath: root + "/aside", toPath: "\(copy)/\(file)")
        #expect(try await ServerBackup.restore(copy, to: root + "/restored").summary.databases == 2)
    }

    @Test func `says which assets it has lost and which are damaged`() async throws {
        let host = try await ServerCore.Host(options)
        let store = try await host.containers.service("iCloud.a", .development).store
        let contents = ["lost", "damaged", "whole", "lost at the server"].map { Data($0.utf8) }
        let names = contents.map {
            let name = ContentHash.hex(of: $0)
            return "\(name.prefix(2))/\(name.dropFirst(2))"
        }
        let records = contents.enumerated().map { number, content in
            var record = Record("Photo", RecordID("\(number)"))
            record["image"] = .asset(Asset(content: content))
            return record
        }
        _ = try await store.save(SaveRequest(saving: records), in: .public)
        try await host.close()
        let assets = "/containers/iCloud.a/development.db.assets/"
        let manager = FileManager.default
        try manager.removeItem(atPath: directory + assets + names[3])
        // As if it were unpacked: its assets are no second names of the server's.
        try ServerBackup.write(directory, to: root + "/linked")
        let copy = root + "/copy"
        try manager.copyItem(atPath: root + "/linked", toPath: copy)
        let sound = try await ServerBackup.restore(copy, to: root + "/sound").summary
        #expect(sound.missing == 1 && sound.lost == 0 && sound.damaged.isEmpty)
        try manager.removeItem(atPath: copy + assets + names[0])
        try Data("Damaged".utf8).write(to: URL(fileURLWithPath: copy + assets + names[1]))
        let summary = try await ServerBackup.restore(copy, to: root + "/restored").summary
        #expect(summary.missing == 2)
        #expect(summary.lost == 1)
        #expect(summary.damaged == [copy + assets + names[1]])
    }

    @Test func `leaves nothing where it is stopped, and removes what is left of others`()
        async throws
    {
        let host = try await ServerCore.Host(options)
        _ = try await host.containers.service("iCloud.a", .development)
        try await host.close()
        let manager = FileManager.default
        let names = { try manager.contentsOfDirectory(atPath: root).sorted() }
        #expect(throws: CancellationError.self) {
            try ServerBackup.write(directory, to: root + "/copy", stopping: { true })
        }
        #expect(try names() == ["server"])
        try manager.createDirectory(
            atPath: root + "/copy.partial-0123ABCD", withIntermediateDirectories: false)
        for name in ["copy.partial-1", "other.partial-0123ABCD"] {
            try manager.createDirectory(
                atPath: "\(root)/\(name)", withIntermediateDirectories: false)
        }
        let used = try PartialDirectory(for: root + "/copy")
        try ServerBackup.write(directory, to: root + "/copy")
        let others = ["copy.partial-1", (used.path as NSString).lastPathComponent]
        #expect(
            try names() == (["copy", "other.partial-0123ABCD", "server"] + others).sorted())
        used.end()
        await #expect(throws: CancellationError.self) {
            try await ServerBackup.restore(
                root + "/copy", to: directory, replacing: true, stopping: { true })
        }
        #expect(
            try names() == ["copy", "copy.partial-1", "other.partial-0123ABCD", "server"])
        // A restore that was killed between its renames leaves the directory under another name, which
        // stays until it is there again.
        try manager.moveItem(atPath: directory, toPath: directory + ".partial-89ABCDEF")
        try await ServerBackup.restore(root + "/copy", to: directory)
        #expect(
            try names() == ["copy", "copy.partial-1", "other.partial-0123ABCD", "server"])
    }
}
