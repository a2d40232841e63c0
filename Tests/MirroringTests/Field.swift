import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import TestModels
import Testing

/// Two stores, each of one device, and the cloud between them: files, and processes on them.
final class Field {
    struct Run {
        var lines: [String]
        var isKilled: Bool
        var isDone: Bool { !isKilled && lines.last == "done" }
    }

    private let folder = TemporaryFolder()
    /// What each note has at least, as a process said; nil for one that was deleted.
    private var saved: [String: Int?] = [:]

    static let program = Program.besideTests("MirrorWriter")

    func url(_ name: String) -> URL { folder.file(name) }

    /// A process on a device's store, which was not started.
    func process(
        _ device: String, rounds: Int, name: String, store: String? = nil, more: [String] = []
    ) -> (process: Process, output: Pipe) {
        let process = Process()
        process.executableURL = Self.program
        process.arguments =
            [
                url("\(store ?? device).sqlite").path, url("cloud.db").path, device,
                String(rounds), name,
            ] + more
        let output = Pipe()
        process.standardOutput = output
        return (process, output)
    }

    /// Runs a process to its end, and notes what it said.
    func run(
        _ device: String, rounds: Int, name: String, _ point: MirrorPoint? = nil, count: Int = 1,
        killedAfter milliseconds: Int? = nil
    ) throws -> Run {
        let (process, output) = process(
            device, rounds: rounds, name: name,
            more: point.map { [$0.rawValue, String(count)] } ?? [])
        try process.run()
        var text = Data()
        if let milliseconds {
            // While it saves and mirrors, not while it is loaded.
            text = output.fileHandleForReading.availableData
            usleep(UInt32(milliseconds) * 1_000)
            kill(process.processIdentifier, SIGKILL)
        }
        text += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let isKilled =
            process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        #expect(isKilled || process.terminationStatus == 0)
        let lines = text.wholeLines
        note(lines)
        return Run(lines: lines, isKilled: isKilled)
    }

    func note(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "saved", words.count == 3, let count = Int(words[2]) {
                saved[words[1]] = .some(count)
            } else if words[0] == "deleted" {
                saved[words[1]] = .some(nil)
            }
        }
    }

    /// Both devices come to an end, and have what was saved; then nothing is sent any more.
    func check() async throws {
        for device in ["phone", "tablet", "phone"] {
            #expect(try run(device, rounds: 0, name: "-").isDone)
        }
        #expect(saved.count > 20)
        let before = try await records()
        let notes = before.filter { $0.recordType == "CD_Note" }
        var counts: [String: Int] = [:]
        for note in notes {
            let key = try #require(note["CD_key"] as? String)
            #expect(counts[key] == nil, "\(key) has two records")
            counts[key] = note["CD_count"] as? Int
        }
        for (key, count) in saved {
            guard let count else {
                #expect(counts[key] == nil, "\(key) was deleted")
                continue
            }
            // A process may have saved more than it said.
            if let now = counts[key] {
                #expect(now >= count, "\(key)")
            } else {
                #expect(key.hasSuffix("-1"), "\(key) is lost")
            }
        }
        // Nothing goes out again: of every record the server has the version that it had.
        for device in ["phone", "tablet"] {
            let run = try run(device, rounds: 0, name: "-")
            #expect(run.isDone && !run.lines.contains { $0.hasPrefix("sending") })
        }
        let after = try await records()
        func versions(_ records: [CKRecord]) -> [String: String?] {
            Dictionary(
                records.map { ($0.recordID.recordName, $0.recordChangeTag) },
                uniquingKeysWith: { first, _ in first })
        }
        #expect(versions(before) == versions(after))
        for device in ["phone", "tablet"] {
            #expect(try content(of: device) == counts, "\(device)")
        }
    }

    private func records() async throws -> [CKRecord] {
        let cloud = LocalCloud(.file(url("cloud.db").path))
        let database = cloud.container(
            "iCloud.org.example.notes", user: "ann", device: "observer"
        ).privateCloudDatabase
        var records: [CKRecord] = []
        var token: CKServerChangeToken?
        var hasMore = true
        while hasMore {
            let page = try await database.recordZoneChanges(
                inZoneWith: Notebook.zone, since: token)
            for (_, result) in page.modificationResultsByID {
                records.append(try result.get().record)
            }
            token = page.changeToken
            hasMore = page.moreComing
        }
        try await cloud.close()
        return records
    }

    /// The notes of a device's store, read without a mirror.
    private func content(of device: String) throws -> [String: Int] {
        let model = try NSManagedObjectModel(recoveredFromStoreAt: url("\(device).sqlite"))
        let container = NSPersistentContainer(name: device, managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url("\(device).sqlite"))
        description.setOption(true as NSNumber, forKey: NSReadOnlyPersistentStoreOption)
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        let context = container.newBackgroundContext()
        let counts = try context.performAndWait {
            let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
            return Dictionary(
                notes.map {
                    (
                        $0.value(forKey: "key") as? String ?? "",
                        $0.value(forKey: "count") as? Int ?? 0
                    )
                }, uniquingKeysWith: { _, _ in -1 })
        }
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
        return counts
    }
}
