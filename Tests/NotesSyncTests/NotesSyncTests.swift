import CloudKit
import Testing

/// Two devices of a notes app, each a process of its own, on one database file.
@Suite(.serialized) struct `Notes on two devices` {
    /// How many records there are, and how often devices are killed; more with
    /// `QUARRY_SOAK=10 swift test`.
    private static let soak = Int(ProcessInfo.processInfo.environment["QUARRY_SOAK"] ?? "") ?? 1
    private static let count = 10_000

    private static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("NotesSync")
    }

    private static func start(_ kind: String, in folder: URL, seed: Int, rounds: Int) throws
        -> Process
    {
        let process = Process()
        process.executableURL = program
        process.arguments = [
            folder.appendingPathComponent("cloud.db").path, kind,
            folder.appendingPathComponent(kind == "engine" ? "laptop" : "phone").path,
            String(seed), String(rounds),
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func finish(_ process: Process) throws {
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// The mirror of a device, in words.
    private static func content(_ device: String, in folder: URL) throws -> [String: String] {
        struct Mirror: Decodable {
            struct Entry: Decodable {
                var type: String
                var fields: [String: Field]
                var isDirty: Bool
            }
            enum Field: Decodable, Hashable {
                case text(String)
                case number(Int)
                case reference(String)
                case references([String])
                case picture(Data)
            }
            var entries: [String: Entry]
            var deleted: Set<String>
        }
        let file = folder.appendingPathComponent(device).appendingPathComponent("mirror.json")
        let mirror = try JSONDecoder().decode(Mirror.self, from: Data(contentsOf: file))
        #expect(mirror.deleted.isEmpty)
        let dirty = mirror.entries.values.count(where: \.isDirty)
        #expect(dirty == 0, "\(device) has records that it did not send")
        return mirror.entries.mapValues { entry in
            "\(entry.type) "
                + entry.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: " ")
        }
    }

    @Test func `end with the same notes after edits, conflicts and kills`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-notes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        try Self.finish(Self.start("tokens", in: folder, seed: 1, rounds: -Self.count))
        try Self.finish(Self.start("engine", in: folder, seed: 2, rounds: 0))
        #expect(try Self.content("phone", in: folder).count == Self.count)
        let isSame = try Self.content("phone", in: folder) == Self.content("laptop", in: folder)
        #expect(isSame)

        var random = SystemRandomNumberGenerator()
        for round in 0..<(3 * Self.soak) {
            let phone = try Self.start("tokens", in: folder, seed: 100 + round, rounds: 4)
            let laptop = try Self.start("engine", in: folder, seed: 200 + round, rounds: 4)
            // One of the two is killed somewhere on the way, now and then both.
            let victims = round % 3 == 2 ? [phone, laptop] : round % 2 == 0 ? [phone] : [laptop]
            for victim in victims {
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...3000, using: &random)))
                kill(victim.processIdentifier, SIGKILL)
            }
            phone.waitUntilExit()
            laptop.waitUntilExit()
            for process in [phone, laptop] where !victims.contains(process) {
                #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            }
        }
        // What was left over is said; then both have everything.
        for kind in ["tokens", "engine", "tokens"] {
            try Self.finish(Self.start(kind, in: folder, seed: 9, rounds: 0))
        }
        let phone = try Self.content("phone", in: folder)
        let laptop = try Self.content("laptop", in: folder)
        let differing =
            phone.keys.filter { phone[$0] != laptop[$0] }
            + laptop.keys.filter { phone[$0] == nil }
        #expect(differing.isEmpty, "\(differing.sorted().prefix(5))")

        // And both have what the cloud has, edited in the meantime.
        let cloud = try await LocalCloud(at: folder.appendingPathComponent("cloud.db").path)
        let container = cloud.container("iCloud.org.quarry.notes", user: "ann", device: "judge")
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: CKCurrentUserDefaultName)
        var token: CKServerChangeToken?
        var titles: [String: String] = [:]
        var more = true
        while more {
            let page = try await container.privateCloudDatabase.recordZoneChanges(
                inZoneWith: zone, since: token)
            for (id, change) in page.modificationResultsByID {
                let record = try change.get().record
                titles[id.recordName] =
                    record["text"] as? String ?? record["label"] as? String
                    ?? record["title"] as? String
            }
            token = page.changeToken
            more = page.moreComing
        }
        #expect(Set(titles.keys) == Set(phone.keys))
        for (name, text) in titles { #expect(phone[name]?.contains(text) == true) }
        #expect(titles.values.contains { $0.hasPrefix("phone ") })
        #expect(titles.values.contains { $0.hasPrefix("laptop ") })
        try await cloud.close()
    }
}
