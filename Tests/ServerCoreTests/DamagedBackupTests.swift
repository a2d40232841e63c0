import Foundation
import RecordCore
import Stores
import TestFiles
import Testing

@testable import ServerCore

@Suite struct `A damaged backup` {
    private let folder = TemporaryFolder()
    private var root: String { folder.path }
    private var directory: String { root + "/server" }
    /// Of a server in it with one container.
    private var options: HostOptions {
        var options = HostOptions(directory: directory)
        options.containers = ["iCloud.a"]
        options.durability = .off
        return options
    }

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
}
