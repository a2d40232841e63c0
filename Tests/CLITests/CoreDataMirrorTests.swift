import Foundation
import MirrorCore
import ObjectCore
import Stores
import TestTime
import Testing

/// `quarry coredata mirror`.
@Suite struct `the mirror of a store at the terminal` {
    private static func event(_ kind: MirrorEvent.Kind, count: Int, _ error: NSError? = nil)
        -> MirrorLogEntry
    {
        var event = MirrorEvent(kind, start: Date(timeIntervalSinceReferenceDate: 0))
        event.end = event.start
        event.count = count
        return MirrorLogEntry(event, error: error)
    }

    /// A store as a program keeps it that mirrors it.
    private func store(_ tool: Tool) throws -> any ObjectStore {
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path), keepsModel: true)
        let store = try ObjectStoreOpener.open(
            .sqlite(path: path), model: try ResolvedModel(CoreDataSample.model))
        try store.setMirrorEntries(["account": Data("_ann".utf8)])
        try MirrorEventLog(store).add(Self.event(.setup, count: 0))
        return store
    }

    @Test func `a store that is not mirrored is told`() throws {
        let tool = try Tool()
        defer { tool.clean() }
        let path = tool.directory.appendingPathComponent("staff.sqlite").path
        try CoreDataSample.make(at: .sqlite(path: path), keepsModel: true)
        let run = try tool.run("coredata", "mirror", "staff.sqlite", "--watch")
        #expect(run.status == 3 && run.errors.contains("is not mirrored by Quarry"))
        let wrong = try tool.run("coredata", "mirror", "staff.sqlite", "--interval", "0")
        #expect(wrong.status == 2)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `events are printed as they happen, until a signal ends it`(signal: Int32) async throws {
        let tool = try Tool()
        defer { tool.clean() }
        let store = try store(tool)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Tool.path)
        process.arguments = [
            "coredata", "mirror", "staff.sqlite", "--watch", "--interval", "0.05",
        ]
        process.currentDirectoryURL = tool.directory
        for name in ["out", "err"] { try tool.write("", to: name) }
        process.standardOutput = try FileHandle(
            forWritingTo: tool.directory.appendingPathComponent("out"))
        process.standardError = try FileHandle(
            forWritingTo: tool.directory.appendingPathComponent("err"))
        try process.run()
        #expect(try await eventually { try tool.read("err").contains("watching staff.sqlite") })
        #expect(try tool.read("out").contains("2001-01-01 00:00:00 +0000 setup: 0\n"))
        try MirrorEventLog(store).add(Self.event(.export, count: 7))
        #expect(try await eventually { try tool.read("out").hasSuffix("export: 7\n") })
        try MirrorEventLog(store).add(
            Self.event(
                .import, count: 0,
                NSError(
                    domain: "CKErrorDomain", code: 4,
                    userInfo: [NSLocalizedDescriptionKey: "The network failed"])))
        #expect(
            try await eventually {
                try tool.read("out").hasSuffix("import: CKErrorDomain 4: The network failed\n")
            })
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try tool.read("err") == "watching staff.sqlite; Ctrl-C ends\n")
        let lines = try tool.read("out").split(separator: "\n")
        #expect(lines.suffix(3).map { $0.contains("+0000 ") } == [true, true, true])
        #expect(lines.filter { $0.contains("export: 7") }.count == 1)
        try store.close()
    }
}
