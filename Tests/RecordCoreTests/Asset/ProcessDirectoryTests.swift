import Foundation
import RecordCore
import Testing

@Suite struct `Temporary directories` {
    private let manager = FileManager.default

    /// Calls a function with an empty directory.
    private func withParent(_ body: (URL) throws -> Void) throws {
        let parent = manager.temporaryDirectory
            .appendingPathComponent("left-over-\(UUID().uuidString)")
        try manager.createDirectory(at: parent, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: parent) }
        try body(parent)
    }

    @Test func `of processes that ended are removed, and no others`() throws {
        try withParent { parent in
            let id = UUID().uuidString
            // No process has the greatest number.
            let names = [
                "quarry-test-\(Int32.max)-\(id)", "quarry-test-x-\(id)", "quarry-test-1-b",
                "quarry-other-\(Int32.max)-\(id)",
            ]
            for name in names {
                let directory = parent.appendingPathComponent(name)
                try manager.createDirectory(at: directory, withIntermediateDirectories: true)
                try Data("content".utf8).write(to: directory.appendingPathComponent("file"))
            }
            let used = ProcessDirectory("quarry-test-", in: parent)
            try used.make()
            let other = ProcessDirectory("quarry-test-", in: parent)
            try other.make()
            let rest = try manager.contentsOfDirectory(atPath: parent.path)
            let directories = [used, other].map(\.url.lastPathComponent)
            #expect(Set(rest) == Set(names.dropFirst() + directories))
            used.remove()
            other.remove()
        }
    }

    @Test func `in use stay, whatever their process id means here`() throws {
        try withParent { parent in
            // As a process in another Linux container would have it.
            let path = "\(parent.path)/quarry-test-\(Int32.max)-\(UUID().uuidString)"
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
            let file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
            let first = ProcessDirectory("quarry-test-", in: parent)
            defer { first.remove() }
            try first.make()
            #expect(manager.fileExists(atPath: path))
            // That process ends.
            close(file)
            let second = ProcessDirectory("quarry-test-", in: parent)
            defer { second.remove() }
            try second.make()
            #expect(!manager.fileExists(atPath: path))
            #expect(manager.fileExists(atPath: first.path))
        }
    }

    @Test func `are made again where they were tidied away, and go when removed`() throws {
        try withParent { parent in
            let directory = ProcessDirectory("quarry-test-", in: parent)
            try directory.make()
            try manager.removeItem(at: directory.url)
            try directory.make()
            #expect(manager.fileExists(atPath: directory.path))
            directory.remove()
            #expect(try manager.contentsOfDirectory(atPath: parent.path) == [])
        }
    }
}
