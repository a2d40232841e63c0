import Foundation
import TestFiles
import Testing
import WebServices

@testable import RecordTransfer

/// The file that says how far a transfer came, and those of names that wait.
@Suite struct `Progress of a transfer` {
    private let folder = TemporaryFolder()

    #if os(Linux)
    @Test func `progress that cannot be written is named`() async {
        await #expect(processExitsWith: .success) {
            let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).json"
            let file = try ProgressFile(path, transfer: "test", restart: false)
            // No file may get a byte, as on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var none = rlimit()
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none)
            do { try file.save() } catch let error as TransferError {
                exit(error.message.hasPrefix(path) ? 0 : 1)
            }
            exit(1)
        }
    }
    #endif

    @Test func `names behind a line that was cut off are tried too`() throws {
        let names = DeferredNames(path: folder.path + "/p.waiting")
        for name in ["a", "b"] {
            try names.add([DeferredName(zone: "Z", type: "T", name: name)])
            // A run that was killed while it wrote another.
            let file = try FileHandle(forWritingTo: folder.file("p.waiting"))
            try file.seekToEnd()
            try file.write(contentsOf: Data(#"["Z","T","cu"#.utf8))
            try file.close()
        }
        let reader = try #require(try names.take())
        #expect(try reader.next(10).map(\.name) == ["a", "b"])
    }

    @Test func `names that wait are on the disk before the progress beyond them is`() throws {
        var synced: [String] = []
        let path = folder.file("progress.json").path
        let file = try ProgressFile(path, transfer: "test", restart: false) {
            // What is synced under its last name was renamed too early.
            #expect($0 != path)
            try DeferredNames.sync($0)
            synced.append($0)
        }
        try file.deferred.add([DeferredName(zone: "Z", type: "T", name: "a")])
        #expect(synced == [path + ".waiting", folder.path])
        try file.save()
        #expect(synced.count == 4)
        #expect(synced.dropFirst(2).first?.hasPrefix(path) == true)
        #expect(synced.last == folder.path)
    }

    @Test func `the newest token of a user is kept with each page`() throws {
        let path = folder.file("progress.json").path
        let file = try ProgressFile(path, transfer: "test", restart: false)
        file.newestToken = { "second" }
        try file.save()
        let next = try ProgressFile(path, transfer: "test", restart: false)
        #expect(next.progress.webAuthToken == "second")
        // Without a new one the last stays.
        try next.save()
        let last = try ProgressFile(path, transfer: "test", restart: false)
        #expect(last.progress.webAuthToken == "second")
    }

    @Test func `progress of an earlier version goes on, and its passwords are not shown`() throws {
        let path = folder.file("progress.json").path
        let former = "pull into postgres://ann:secret@db/n?password=secret&schema=a"
        let transfer = "pull into postgres://db/n?schema=a"
        try ProgressFile(path, transfer: former, restart: false).save()
        let refused = #expect(throws: TransferError.self) {
            try ProgressFile(path, transfer: transfer, restart: false)
        }
        let advice = try #require(refused?.advice)
        #expect(advice.contains("postgres://db/n?password=…&schema=a"))
        try ProgressFile(path, transfer: transfer, former: former, restart: false).save()
        _ = try ProgressFile(path, transfer: transfer, restart: false)
    }

    @Test func `another token that is given takes the place of the one that was kept`() throws {
        let path = folder.file("progress.json").path
        func open(restart: Bool = false) throws -> ProgressFile {
            try ProgressFile(path, transfer: "test", restart: restart)
        }
        let first = try open()
        #expect(first.webAuthToken(given: "a") == "a")
        first.newestToken = { "a2" }
        try first.save()
        #expect(try open().webAuthToken(given: "a") == "a2")
        #expect(try open().webAuthToken(given: nil) == "a2")
        #expect(try open().webAuthToken(given: "b") == "b")
        #expect(try open(restart: true).webAuthToken(given: "a") == "a")
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains(#""a""#))
        // Files of earlier versions do not say which one was given.
        first.progress.givenToken = nil
        try first.save()
        let earlier = try open()
        #expect(earlier.webAuthToken(given: "a") == "a")
        let ended = WireError(.authenticationFailed, "ended")
        #expect(earlier.advice(on: TransferError(ended))?.contains(path) == true)
        #expect(earlier.advice(on: WireError(.notFound, "none")) == nil)
        #expect(try open().webAuthToken(given: nil) == "a2")
        // Once it is written over there is none to go back to.
        try earlier.save()
        #expect(earlier.advice(on: ended) == nil)
    }

    @Test func `a token is kept without the counts of a page that failed`() throws {
        let path = folder.file("progress.json").path
        let file = try ProgressFile(path, transfer: "test", restart: false)
        let place = file.progress.place(zone: "Z", type: "T")
        file.progress.parts[place].read = 10
        try file.save()
        file.progress.parts[place].read = 20
        try file.saveToken()
        file.newestToken = { "second" }
        try file.saveToken()
        let next = try ProgressFile(path, transfer: "test", restart: false)
        #expect(next.progress.webAuthToken == "second")
        #expect(next.progress.parts.map(\.read) == [10])
    }
}
