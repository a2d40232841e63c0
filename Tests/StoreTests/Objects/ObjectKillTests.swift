import Foundation
import ObjectCore
import StoreOpener
import Testing

@Suite struct `Killed writers of objects` {
    /// The program beside the tests that saves graphs until it is killed.
    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("ObjectCrashWriter")

    /// A writer is killed at a random moment, again and again: what it said was saved is there,
    /// whole, in its order and in the history, and nothing is there by halves.
    @Test func `leave every graph whole or not there, and the file sound`() throws {
        try ObjectFixtures.inDirectory { directory in
            let path = directory + "/graphs.sqlite"
            var said: Set<String> = []
            let rounds = 40
            for round in 0..<rounds { said.formUnion(try run(path, "r\(round)", round)) }

            let model = try ResolvedModel(
                ObjectModel(entities: [
                    ObjectEntity(
                        "Folder", attributes: [ObjectAttribute("name", .string)],
                        relationships: [
                            ObjectRelationship(
                                "pages", to: "Page", inverse: "folder", isToMany: true,
                                isOrdered: true)
                        ]),
                    ObjectEntity(
                        "Page", attributes: [ObjectAttribute("text", .string)],
                        relationships: [
                            ObjectRelationship("folder", to: "Folder", inverse: "pages")
                        ]),
                ]))
            let store = try ObjectStoreOpener.open(.sqlite(path: path), model: model)
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
            #expect(authors.count - said.count <= rounds)
            #expect(history.allSatisfy { $0.changes.count == 11 || $0.changes.count == 22 })
            #expect(said.count > rounds, "too few graphs to show anything")
            try store.close()
            #expect(try `Objects in SQLite`.sqlite(path, "PRAGMA integrity_check") == "ok")
        }
    }

    private func run(_ path: String, _ name: String, _ round: Int) throws -> [String] {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [path, name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = Data()
        // At first at any moment, also while the tables are made; then while it saves.
        if round >= 5 { text = output.fileHandleForReading.availableData }
        usleep(UInt32.random(in: 1_000...40_000))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        text += output.fileHandleForReading.readDataToEndOfFile()
        let said = String(decoding: text, as: UTF8.self)
        // What was not said whole was not said.
        return said.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
