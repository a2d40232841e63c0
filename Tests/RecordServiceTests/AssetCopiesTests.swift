import Foundation
import Testing

@testable import RecordService

@Suite struct `Copies of asset files` {
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm")))
    func `are whole where threads copy one file at one time`() async throws {
        let manager = FileManager.default
        // On another file system, where no clone can be made.
        let source = URL(fileURLWithPath: "/dev/shm/quarry-\(UUID().uuidString)")
        let content = Data(repeating: 7, count: 1 << 22)
        try content.write(to: source)
        defer { try? manager.removeItem(at: source) }
        let copies = AssetCopies()
        defer { copies.removeAll() }
        let names = try await withThrowingTaskGroup(of: URL.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let name = copies.copy(source, checksum: "abc")
                    let copy = try Data(contentsOf: name)
                    #expect(copy.count == 1 << 22)
                    return name
                }
            }
            return try await group.reduce(into: Set<URL>()) { $0.insert($1) }
        }
        let name = try #require(names.first)
        #expect(names.count == 1 && name != source)
        let files = try manager.contentsOfDirectory(atPath: name.deletingLastPathComponent().path)
        #expect(files == ["abc"])
    }

    @Test func `may be written into, which changes neither the store's file nor a later fetch`()
        throws
    {
        let source = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-\(UUID().uuidString)")
        try Data("stored".utf8).write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        let copies = AssetCopies()
        defer { copies.removeAll() }
        let name = copies.copy(source, checksum: "abc")
        #expect(copies.copy(source, checksum: "abc") == name)
        let writer = try FileHandle(forWritingTo: name)
        try writer.write(contentsOf: Data("change".utf8))
        try writer.close()
        #expect(try Data(contentsOf: source) == Data("stored".utf8))
        #expect(try Data(contentsOf: copies.copy(source, checksum: "abc")) == Data("stored".utf8))
    }
}
