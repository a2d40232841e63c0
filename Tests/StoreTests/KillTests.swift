import Foundation
import RecordCore
import Stores
import TestFiles
import Testing
import Synchronization

@Suite struct `Killed processes` {
    private let folder = TemporaryFolder()

    /// How many times more than usual: `QUARRY_SOAK=10 swift test`.
    static let soak = Int(ProcessInfo.processInfo.environment["QUARRY_SOAK"] ?? "") ?? 1

    /// The program beside the tests that saves batches until it is killed.
    private static let program = Program.besideTests("CrashWriter")

    /// Two writers on one file are killed at a random moment, 100 times over: everything that
    /// they said was saved is there, and nothing is there by halves.
    @Test func `lose no batch that was acknowledged and leave none half-done`() async throws {
        let path = folder.file("store.db").path
        let zone = ZoneID("Batches")
        let scope = DatabaseScope.private(user: "_crash")
        var acknowledged: Set<String> = []
        var kills = 0
        var random = SystemRandomNumberGenerator()

        let rounds = 100 * Self.soak
        let enough = rounds / 2
        for round in 0..<rounds * 5 {
            // On a slow machine few are acknowledged before they are killed: it goes on, and
            // leaves them more and more time.
            if round >= rounds, acknowledged.count > enough { break }
            let writers = try (0..<2).map { try Writer(path: path, name: "w\(round)-\($0)") }
            // At first also while the tables are being made.
            let pause = round < 10 ? 30_000 : 120_000 * max(1, round / rounds * 3)
            try await Task.sleep(
                nanoseconds: UInt64.random(in: 1_000...UInt64(pause), using: &random) * 1_000)
            for writer in writers {
                acknowledged.formUnion(writer.kill())
                kills += 1
            }
        }

        let store = try await StoreLocation.sqlite(path: path).open()
        let batches = Counts()
        let counters = Counts()
        try await store.forEach(RecordQuery("Item", in: .zone(zone)), in: scope) { record in
            if case .text(let batch) = record["batch"] { batches.add(batch) }
            return true
        }
        try await store.forEach(RecordQuery("Count", in: .zone(zone)), in: scope) { record in
            if case .int(let number) = record["batches"] {
                counters.add(String(record.id.name.dropFirst(6)), Int(number))
            }
            return true
        }
        try await store.close()
        let found = batches.all
        let lost = acknowledged.subtracting(found.keys)
        #expect(lost.isEmpty, "acknowledged but gone: \(lost.sorted())")
        let halves = found.filter { $0.value != 10 }
        #expect(halves.isEmpty, "half-applied: \(halves)")
        // The counter of each writer is of the same commit as its batches.
        var numbers: [String: Int] = [:]
        for batch in found.keys {
            let name = String(batch[..<(batch.lastIndex(of: "-") ?? batch.endIndex)])
            numbers[name, default: 0] += 1
        }
        #expect(numbers == counters.all)
        // At most one batch of each writer was saved and not yet said to be.
        #expect(found.count - acknowledged.count <= kills)
        #expect(acknowledged.count > enough, "too few batches to show anything")
    }

    /// A running writer and what it has said.
    private final class Writer {
        private let process = Process()
        private let output = Pipe()

        init(path: String, name: String) throws {
            process.executableURL = program
            process.arguments = [path, name]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        /// Kills the writer; gives the batches that it had acknowledged.
        func kill() -> [String] {
            #if canImport(Glibc)
            Glibc.kill(process.processIdentifier, SIGKILL)
            #else
            Darwin.kill(process.processIdentifier, SIGKILL)
            #endif
            process.waitUntilExit()
            return output.fileHandleForReading.readDataToEndOfFile().wholeLines
        }
    }

    /// Counts from several threads.
    private final class Counts: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func add(_ name: String, _ number: Int = 1) {
            counts.withLock { $0[name, default: 0] += number }
        }

        var all: [String: Int] { counts.withLock { $0 } }
    }
}
