import Foundation
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `Killed writers of objects` {
    private let folder = TemporaryFolder()
    private var directory: String { folder.path }

    /// The program beside the tests that saves graphs until it is killed.
    private static let program = Program.besideTests("ObjectCrashWriter")

    /// A writer is killed at a random moment, again and again: what it said was saved is there,
    /// whole, in its order and in the history, and nothing is there by halves.
    @Test(arguments: ObjectDatabase.available)
    func `leave every graph whole or not there, and the file sound`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("graphs", in: directory)
        let path = try #require(location.place)
        var said: Set<String> = []
        let rounds = database == .sqlite ? 40 : 25
        var kills = 0
        // On a slow machine few are saved between the first words and the end.
        while kills < rounds || said.count <= rounds && kills < rounds * 10 {
            said.formUnion(try run(path, "r\(kills)", kills, pause: 40_000))
            kills += 1
        }

        let model = try Self.model(isNew: false)
        let store = try ObjectStoreOpener.open(location, model: model)
        let folders = try store.fetch(ObjectQuery(entity: 0))
        let members = try store.members(0, of: folders.map(\.key))
        for (folder, pages) in zip(folders, members) {
            #expect(pages.count == 10)
            #expect(pages == pages.sorted { $0.row > $1.row })
            for page in try store.rows(pages) {
                #expect(page?.attributes == folder.attributes)
                #expect(page?.toOnes == [folder.key])
            }
        }
        #expect(try store.count(ObjectQuery(entity: 1)) == folders.count * 10)
        // The history has every graph that was saved, the ones that went again too.
        let history = try store.history(after: 0, limit: nil)
        let authors = Set(history.compactMap(\.author))
        #expect(said.subtracting(authors).isEmpty)
        #expect(authors.count - said.count <= kills)
        #expect(history.allSatisfy { $0.changes.count == 11 || $0.changes.count == 22 })
        #expect(said.count > rounds, "too few graphs to show anything")
        try store.close()
        guard case .sqlite = location else { return }
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
    }

    #if Postgres
    /// The same of PostgreSQL, where the server undoes what was begun.
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `leave the old tables or the new ones of a migration in PostgreSQL`() throws {
        let location = ObjectDatabase.postgres.location("graphs", in: directory)
        let path = try #require(location.place)
        let models = [try Self.model(isNew: false), try Self.model(isNew: true)]
        var store = try ObjectStoreOpener.open(location, model: models[0])
        try insert(400, [.text("first")], into: store)
        try store.close()
        var migrations = 0
        var found = [0, 0]
        for round in 0..<300 {
            // On a slow machine few migrations come to their end.
            if round >= 10, migrations > 2, found.allSatisfy({ $0 > 0 }) { break }
            let pause = max(150_000, round * 10_000)
            let said = try run(path, "m", 9, ["migrate"], pause: pause)
            migrations += max(0, said.count - 1)
            let now = try ObjectStoreOpener.fits(models[0], at: path) ? 0 : 1
            found[now] += 1
            store = try ObjectStoreOpener.open(location, model: models[now])
            let rows = try store.fetch(ObjectQuery(entity: 1))
            #expect(rows.count == 400, "round \(round)")
            #expect(rows.allSatisfy { !$0.attributes.contains(.null) }, "round \(round)")
            try store.close()
        }
        #expect(migrations > 2, "too few migrations to show anything")
        #expect(found.allSatisfy { $0 > 0 }, "\(found)")
    }
    #endif

    /// A migration is killed at a random moment, again and again: the store is the old one or
    /// the new one, with everything that is in it, also what stood in its log alone.
    @Test func `leave the old store or the new one of a migration`() throws {
        let path = directory + "/graphs.sqlite"
        let models = [try Self.model(isNew: false), try Self.model(isNew: true)]
        var store = try ObjectStoreOpener.open(.sqlite(path: path), model: models[0])
        try insert(400, [.text("first")], into: store)
        try store.close()
        var count = 400
        var migrations = 0
        var found = [0, 0]
        for round in 0..<300 {
            // On a slow machine few migrations come to their end.
            if round >= 20, migrations > 5, found.allSatisfy({ $0 > 0 }) { break }
            let pause = max(150_000, round * 10_000)
            migrations += try run(path, "m", 9, ["migrate"], pause: pause).count - 1
            ObjectStoreOpener.undoCutOffWrite(at: path)
            let now = try ObjectStoreOpener.fits(models[0], at: path) ? 0 : 1
            found[now] += 1
            store = try ObjectStoreOpener.open(.sqlite(path: path), model: models[now])
            let rows = try store.fetch(ObjectQuery(entity: 1))
            #expect(rows.count == count, "round \(round)")
            if now == 1 {
                #expect(rows.allSatisfy { !$0.attributes.contains(.null) }, "round \(round)")
            }
            // One more, in a log that is never checkpointed.
            try insert(1, [.text("more")] + (now == 1 ? [.int(1)] : []), into: store)
            count += 1
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: path + suffix, toPath: directory + "/copy" + suffix)
            }
            try store.close()
            for suffix in ["", "-wal"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
                try FileManager.default.moveItem(
                    atPath: directory + "/copy" + suffix, toPath: path + suffix)
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: directory)
            where name.contains("migrating") {
                try FileManager.default.removeItem(atPath: directory + "/" + name)
            }
            #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
        }
        #expect(migrations > 5, "too few migrations to show anything")
        #expect(found.allSatisfy { $0 > 0 }, "\(found)")
    }

    /// Saves pages with the same values.
    private func insert(_ count: Int, _ values: [Value], into store: any ObjectStore) throws {
        var changes = ObjectChanges()
        changes.inserted = try store.reserveKeys(entity: 1, count: count).map {
            ObjectRow(key: $0, version: 0, attributes: values, toOnes: [nil])
        }
        _ = try store.save(changes)
    }

    private static func model(isNew: Bool) throws -> ResolvedModel {
        let number = ObjectAttribute("number", .integer32, defaultValue: .int(7))
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Folder", attributes: [ObjectAttribute("name", .string)],
                    relationships: [
                        ObjectRelationship(
                            "pages", to: "Page", inverse: "folder", isToMany: true,
                            isOrdered: true)
                    ]),
                ObjectEntity(
                    "Page",
                    attributes: [ObjectAttribute("text", .string)] + (isNew ? [number] : []),
                    relationships: [ObjectRelationship("folder", to: "Folder", inverse: "pages")]),
            ]))
    }

    /// Runs a writer and kills it within microseconds, at most; gives what it said.
    private func run(
        _ path: String, _ name: String, _ round: Int, _ more: [String] = [], pause: Int
    ) throws -> [String] {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [path, name] + more
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = Data()
        // At first at any moment, also while the tables are made; then while it saves.
        if round >= 5 { text = output.fileHandleForReading.availableData }
        usleep(UInt32.random(in: 1_000...UInt32(pause)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return (text + output.fileHandleForReading.readDataToEndOfFile()).wholeLines
    }
}
