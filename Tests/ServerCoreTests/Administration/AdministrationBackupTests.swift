import Foundation
import RecordCore
import RecordService
import Synchronization
import TestFiles
import Testing
import WebServices

@testable import ServerCore

@Suite struct AdministrationBackupTests {
    private let folder = TemporaryFolder()
    private var root: String { folder.path }

    @Test func `a backup is made, unpacked from its archive and put back`() async throws {
        let directory = root + "/server"
        let host = try await AdministeredHost { $0.location = .directory(directory) }
        var record = Record("Photo", RecordID("kept"))
        record["image"] = .asset(Asset(content: Data(repeating: 7, count: 3_000_000)))
        _ = try await host.store.save(SaveRequest(saving: [record]), in: .public)
        #expect(try await host.ask("GET", "backups").json["backups"].items.isEmpty)
        let made = try await host.ask("POST", "backups")
        #expect(made.status == 200)
        let name = made.json["name"].string
        #expect(made.json["databases"] == .int(2))
        #expect(made.json["assets"] == .int(1))
        #expect(made.json["missing"] == .int(0))
        let list = try await host.ask("GET", "backups").json
        #expect(list["backups"].items.map { $0["name"].string } == [name])
        #expect(list["backups"].items[0]["madeAt"].number > 1_700_000_000_000)

        let archive = try await host.ask("GET", "backups/\(name)")
        #expect(archive.bytes.count % 512 == 0)
        try Data(archive.bytes).write(to: URL(fileURLWithPath: root + "/copy.tar"))
        let tar = try Program.run("tar", ["-xf", root + "/copy.tar", "-C", root])
        #expect(tar.status == 0)
        try await host.host.close()
        _ = try await ServerBackup.restore("\(root)/quarry-\(name)", to: directory, replacing: true)
        let again = try await AdministeredHost { $0.location = .directory(directory) }
        let found = try await again.store.records([RecordID("kept")], in: .public, desiredKeys: nil)
        guard case .asset(let asset)? = found[RecordID("kept")]?["image"] else {
            Issue.record("no asset")
            return
        }
        #expect(
            try Data(contentsOf: try await again.store.assetFile(asset, in: .public)).count
                == 3_000_000)
        try await again.host.close()
    }

    @Test(arguments: [100, 119, 150, 200])
    func `an archive has containers with long names`(length: Int) async throws {
        let host = try await AdministeredHost { $0.location = .directory(root + "/server") }
        let container = String(repeating: "c", count: length)
        try await host.host.containers.create(container)
        _ = try await host.host.containers.service(container, .development)
        let name = try await host.ask("POST", "backups").json["name"].string
        let archive = try await host.ask("GET", "backups/\(name)")
        #expect(archive.bytes.count % 512 == 0)
        try Data(archive.bytes).write(to: URL(fileURLWithPath: root + "/copy.tar"))
        let tar = try Program.run("tar", ["-xf", root + "/copy.tar", "-C", root])
        #expect(tar.status == 0)
        let file = "/containers/\(container)/development.db"
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: "\(root)/quarry-\(name)\(file)"))
                == Data(contentsOf: URL(fileURLWithPath: "\(root)/server/backups/\(name)\(file)")))
        try await host.host.close()
    }

    @Test func `a backup says what it lacks`() async throws {
        let host = try await AdministeredHost { $0.location = .directory(root + "/server") }
        var record = Record("Photo", RecordID("lost"))
        record["image"] = .asset(Asset(content: Data("a picture".utf8)))
        let saved = try await host.store.save(SaveRequest(saving: [record]), in: .public)
        guard case .asset(let asset) = try saved.saves[0].get()["image"] else {
            Issue.record("no asset")
            return
        }
        try FileManager.default.removeItem(
            at: try await host.store.assetFile(asset, in: .public))
        #expect(try await host.ask("POST", "backups").json["missing"] == .int(1))
        let list = try await host.ask("GET", "backups").json["backups"].items
        #expect(list.map { $0["missing"] } == [.int(1)])
        try await host.host.close()
    }

    private static func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

    @Test func `an archive is not read on the thread of the connection`() async throws {
        let host = try await AdministeredHost { $0.location = .directory(root + "/server") }
        let name = try await host.ask("POST", "backups").json["name"].string
        let reply = await host.host.answer(
            WireRequest(
                "GET", "/admin/1/backups/\(name)",
                headers: [("authorization", "Bearer \(host.token)")]))
        guard case .stream(let send) = reply.body else {
            Issue.record("The archive is in one piece.")
            return
        }
        let connection = WorkThreads(1)
        defer { connection.stop() }
        let senders = Mutex<Set<ObjectIdentifier>>([])
        let own = try await Task(executorPreference: connection) {
            let own = Self.thread()
            try await send { _ in
                let sender = Self.thread()
                senders.withLock { _ = $0.insert(sender) }
            }
            return own
        }.value
        #expect(senders.withLock { !$0.isEmpty && !$0.contains(own) })
        try await host.host.close()
    }

    @Test func `a backup is deleted, and no path leads elsewhere`() async throws {
        let host = try await AdministeredHost { $0.location = .directory(root + "/server") }
        let name = try await host.ask("POST", "backups").json["name"].string
        for path in ["..", "%2E%2E%2Fserver", "%2e%2e%2fcontainers", "none"] {
            #expect(try await host.ask("GET", "backups/\(path)").status == 404)
            #expect(try await host.ask("DELETE", "backups/\(path)").status == 404)
        }
        #expect(try await host.ask("DELETE", "backups/\(name)").status == 200)
        #expect(try await host.ask("GET", "backups/\(name)").status == 404)
        #expect(try await host.ask("GET", "backups").json["backups"].items.isEmpty)
        try await host.host.close()
    }

    @Test func `the next server removes what is left of a backup that was cut off`() async throws {
        let directory = root + "/server"
        let host = try await AdministeredHost { $0.location = .directory(directory) }
        let name = try await host.ask("POST", "backups").json["name"].string
        try await host.host.close()
        let manager = FileManager.default
        let place = directory + "/backups"
        // One that is named otherwise may be in the making by the tool.
        for left in ["\(name).partial-1A2B3C4D", "monday.partial-1A2B3C4D"] {
            try manager.copyItem(atPath: "\(place)/\(name)", toPath: "\(place)/\(left)")
        }
        let again = try await AdministeredHost { $0.location = .directory(directory) }
        #expect(
            try manager.contentsOfDirectory(atPath: place).sorted()
                == [name, "monday.partial-1A2B3C4D"])
        let list = try await again.ask("GET", "backups").json["backups"].items
        #expect(list.map { $0["name"].string } == [name])
        try await again.host.close()
    }

    @Test func `a server without a directory makes none, and says so`() async throws {
        let host = try await AdministeredHost()
        #expect(try await host.ask("GET", "backups").json["isPossible"] == .int(0))
        #expect(try await host.ask("POST", "backups").status == 400)
    }
}
