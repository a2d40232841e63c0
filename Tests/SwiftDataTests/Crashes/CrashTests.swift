#if SwiftData
import CrashModels
import Foundation
import SwiftData
import TestFiles
import TestKit
import TestRandom
import Testing

/// Programs that are killed, and disks whose power is cut, while they save and migrate.
///
/// `QUARRY_SOAK=10` tries that many times as many moments.
@Suite(
    .serialized,
    .enabled(
        if: TestStores.current != .postgres,
        "Files of SQLite; PostgreSQL is asked for by QUARRY_TEST_OBJECTS."))
struct `Programs that end while they save or migrate` {
    private let folder = TemporaryFolder()
    private var directory: String { folder.url.resolvingSymlinksInPath().path }

    private static let soak = Int(ProcessInfo.processInfo.environment["QUARRY_SOAK"] ?? "") ?? 1

    // MARK: Saving

    @Test func `a save is whole or not there after SIGKILL, and what was acknowledged stays`()
        throws
    {
        func save(_ number: Int, killedBefore kill: Int) throws -> Run {
            try run(["save", directory + "/\(number)/ledger.store", "6", "\(kill)"])
        }
        let whole = try save(0, killedBefore: -1)
        #expect(whole.said.contains("saved 6"))
        let count = try #require(whole.operations)
        var found: Set<Int> = []
        for kill in moments(of: count, 8, seed: 1) {
            let run = try save(1, killedBefore: kill)
            // A run has some operations more or less than another.
            #expect(run.isKilled || run.saved == 6, "before operation \(kill)")
            let path = directory + "/1/ledger.store"
            found.insert(try checkLedger(path, acknowledged: run.saved, "operation \(kill)"))
            try FileManager.default.removeItem(atPath: directory + "/1")
        }
        #expect(found.count > 2, "\(found)")
    }

    @Test func `a power cut takes no save that was acknowledged, and leaves none in parts`() throws
    {
        let log = directory + "/log"
        let path = directory + "/a/ledger.store"
        #expect(try run(["save", path, "6", "-1", log]).said.contains("saved 6"))
        let replay = try DiskReplay(log, of: directory + "/a")
        try checkReplay(replay, of: directory + "/a", in: directory + "/b", before: nil)
        var found: Set<Int> = []
        for (number, cut) in moments(of: replay.count, 8, seed: 2).enumerated() {
            try FileManager.default.createDirectory(
                atPath: directory + "/b", withIntermediateDirectories: true)
            try replay.restore(cutBefore: cut, into: directory + "/b", seed: UInt64(number))
            let saved = Run(said: replay.notes(before: cut)).saved
            found.insert(
                try checkLedger(
                    directory + "/b/ledger.store", acknowledged: saved, "cut \(cut)"))
            try FileManager.default.removeItem(atPath: directory + "/b")
        }
        #expect(found.count > 2, "\(found)")
        // The same test must see what a disk loses that does not wait.
        #expect(try losses(of: replay, directory) > 0)
    }

    /// How many of some cuts lose something on a disk that does not wait.
    private func losses(of replay: DiskReplay, _ directory: String) throws -> Int {
        var losses = 0
        for seed in 0..<6 {
            try FileManager.default.createDirectory(
                atPath: directory + "/c", withIntermediateDirectories: true)
            try replay.restore(
                cutBefore: replay.count, into: directory + "/c", seed: UInt64(seed), waits: false)
            let lines = try? Ledger.lines(
                in: ModelContext(Ledger.container(directory + "/c/ledger.store")))
            waitUntilClosed(directory + "/c/ledger.store")
            if lines != Ledger.lines(after: 6) { losses += 1 }
            try FileManager.default.removeItem(atPath: directory + "/c")
        }
        return losses
    }

    /// Checks that a store holds the rounds that were acknowledged or one more, and takes another.
    private func checkLedger(
        _ path: String, acknowledged: Int, _ moment: String
    ) throws -> Int {
        // The file need not be there before the first save; its directory must.
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let rounds: Int
        do {
            let context = ModelContext(try Ledger.container(path))
            rounds = try Ledger.rounds(in: context)
            #expect((acknowledged...acknowledged + 1).contains(rounds), "\(moment)")
            #expect(try Ledger.lines(in: context) == Ledger.lines(after: rounds), "\(moment)")
            try Ledger.save(context)
        }
        waitUntilClosed(path)
        do {
            let context = ModelContext(try Ledger.container(path))
            #expect(try Ledger.lines(in: context) == Ledger.lines(after: rounds + 1), "\(moment)")
        }
        waitUntilClosed(path)
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok", "\(moment)")
        return rounds
    }

    // MARK: Migrating

    @Test func `a migration has taken place or has not after SIGKILL`() throws {
        try makeShelf(directory + "/before")
        func migrate(killedBefore kill: Int) throws -> Run {
            try FileManager.default.copyItem(
                atPath: directory + "/before", toPath: directory + "/a")
            return try run(["migrate", directory + "/a/shelf.store", "-", "\(kill)"])
        }
        let whole = try migrate(killedBefore: -1)
        #expect(whole.said.contains("migrated"))
        let count = try #require(whole.operations)
        var found: [Int] = []
        try FileManager.default.removeItem(atPath: directory + "/a")
        for kill in moments(of: count, 8, seed: 3) {
            let run = try migrate(killedBefore: kill)
            let isMigrated = run.said.contains("migrated")
            #expect(run.isKilled || isMigrated, "before operation \(kill)")
            found.append(
                try checkShelf(
                    directory + "/a/shelf.store", isMigrated: isMigrated,
                    "operation \(kill)"))
            try FileManager.default.removeItem(atPath: directory + "/a")
        }
        // They come in their order.
        #expect(found == found.sorted() && Set(found) == [1, 2, 3], "\(found)")
    }

    @Test func `a migration has taken place or has not after a power cut`() throws {
        let (log, before) = (directory + "/log", directory + "/before")
        try makeShelf(before)
        try FileManager.default.copyItem(atPath: before, toPath: directory + "/a")
        let arguments = ["migrate", directory + "/a/shelf.store", "-", "-1", log]
        #expect(try run(arguments).said.contains("migrated"))
        let replay = try DiskReplay(log, of: directory + "/a")
        try checkReplay(replay, of: directory + "/a", in: directory + "/b", before: before)
        var found: Set<Int> = []
        for (number, cut) in moments(of: replay.count, 8, seed: 4).enumerated() {
            try FileManager.default.copyItem(atPath: before, toPath: directory + "/b")
            try replay.restore(cutBefore: cut, into: directory + "/b", seed: UInt64(number))
            let isMigrated = replay.notes(before: cut).contains("migrated")
            found.insert(
                try checkShelf(
                    directory + "/b/shelf.store", isMigrated: isMigrated, "cut \(cut)"))
            try FileManager.default.removeItem(atPath: directory + "/b")
        }
        #expect(found == [1, 2, 3])
        // The same test must see what a disk loses that does not wait.
        var losses = 0
        for seed in 0..<6 {
            try FileManager.default.copyItem(atPath: before, toPath: directory + "/c")
            try replay.restore(
                cutBefore: replay.count, into: directory + "/c", seed: UInt64(seed),
                waits: false)
            let state = try? Shelf.state(of: directory + "/c/shelf.store")
            waitUntilClosed(directory + "/c/shelf.store")
            if state?.lines != Shelf.lines(of: 3) { losses += 1 }
            try FileManager.default.removeItem(atPath: directory + "/c")
        }
        #expect(losses > 0)
    }

    /// Makes a store of the first version of which a part stands in its log.
    private func makeShelf(_ directory: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        #expect(try run(["make", directory + "/shelf.store"]).isKilled)
        #expect(FileManager.default.fileExists(atPath: directory + "/shelf.store-wal"))
    }

    /// Checks that a store is whole, of one of the versions, and is migrated when it is opened again.
    private func checkShelf(_ path: String, isMigrated: Bool, _ moment: String) throws -> Int {
        let state = try Shelf.state(of: path)
        waitUntilClosed(path)
        #expect(state.lines == Shelf.lines(of: state.version), "\(moment)")
        #expect(!isMigrated || state.version == 3, "\(moment)")
        _ = try Shelf.migrate(path)
        waitUntilClosed(path)
        let end = try Shelf.state(of: path)
        waitUntilClosed(path)
        #expect(end.version == 3 && end.lines == Shelf.lines(of: 3), "\(moment)")
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok", "\(moment)")
        return state.version
    }

    // MARK: Tools

    /// What a program said, and how it ended.
    private struct Run {
        let said: [String]
        var isKilled = false

        init(said: [String], isKilled: Bool = false) {
            self.said = said
            self.isKilled = isKilled
        }

        private func last(_ word: String) -> Int? {
            said.last { $0.hasPrefix(word + " ") }.flatMap { Int($0.dropFirst(word.count + 1)) }
        }
        var saved: Int { last("saved") ?? 0 }
        var operations: Int? { last("operations") }
    }

    private func run(_ arguments: [String]) throws -> Run {
        try FileManager.default.createDirectory(
            atPath: (arguments[1] as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        let run = try Program.run(Program.besideTests("ModelWriter").path, arguments)
        #expect(run.status == (run.isKilled ? SIGKILL : 0))
        return Run(said: run.bytes.wholeLines, isKilled: run.isKilled)
    }

    /// Some of the moments of a run, in their order, the first and the last ones among them; with
    /// enough of `QUARRY_SOAK` each.
    private func moments(of count: Int, _ wanted: Int, seed: UInt64) -> [Int] {
        var random = RandomNumbers(seed: seed)
        let chosen = (0..<count).shuffled(using: &random).prefix(wanted * Self.soak)
        return Set(chosen).union(0..<min(3, count)).union(max(0, count - 3)..<count).sorted()
    }

    /// Checks that a replay of everything makes the files that the program left.
    private func checkReplay(
        _ replay: DiskReplay, of directory: String, in other: String, before: String?
    ) throws {
        let files = FileManager.default
        if let before {
            try files.copyItem(atPath: before, toPath: other)
        } else {
            try files.createDirectory(atPath: other, withIntermediateDirectories: true)
        }
        try replay.restore(cutBefore: replay.count, into: other, seed: nil)
        func content(_ directory: String) throws -> [String: Data?] {
            var content: [String: Data?] = [:]
            for name in files.enumerator(atPath: directory)?.compactMap({ $0 as? String }) ?? []
            // SQLite makes its index from the log.
            where !name.hasSuffix("-shm") {
                content[name] = files.contents(atPath: directory + "/" + name)
            }
            return content
        }
        var made = try content(other)
        let left = try content(directory)
        // A program may end when its thread has removed SQLite's log and not noted so.
        for name in made.keys where name.hasSuffix("-wal") && left[name] == nil { made[name] = nil }
        #expect(made.keys.sorted() == left.keys.sorted())
        for (name, bytes) in left { #expect(made[name] == bytes, "\(name)") }
        try files.removeItem(atPath: other)
    }

    /// Waits until a store is closed that nothing refers to any more: its writing thread closes it,
    /// and SQLite removes the log then.
    ///
    /// A store of which much is lost need not be closed so; those are not opened again.
    private func waitUntilClosed(_ path: String) {
        var rest = 2_000
        while FileManager.default.fileExists(atPath: path + "-wal"), rest > 0 {
            usleep(2_000)
            rest -= 1
        }
    }
}
#endif
