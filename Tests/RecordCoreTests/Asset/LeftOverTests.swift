import Foundation
import RecordCore
import Testing

@Suite struct `Temporary directories` {
    @Test func `of processes that ended are removed, and no others`() throws {
        let manager = FileManager.default
        let parent = manager.temporaryDirectory
            .appendingPathComponent("left-over-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: parent) }
        // No process has the greatest number.
        let names = [
            "quarry-test-\(Int32.max)-a", "quarry-test-x-b", "quarry-other-\(Int32.max)-c",
            FileManager.processDirectory("quarry-test-").lastPathComponent,
        ]
        for name in names {
            let directory = parent.appendingPathComponent(name)
            try manager.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data("content".utf8).write(to: directory.appendingPathComponent("file"))
        }
        manager.removeLeftOver("quarry-test-", in: parent.path)
        let rest = try manager.contentsOfDirectory(atPath: parent.path)
        #expect(Set(rest) == Set(names.dropFirst()))
    }
}
