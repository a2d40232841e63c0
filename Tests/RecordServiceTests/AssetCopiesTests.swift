import Foundation
import RecordCore
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
                    let name = try #require(copies.file(of: source, "abc").fileURL)
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
        let name = try #require(copies.file(of: source, "abc").fileURL)
        #expect(copies.file(of: source, "abc").fileURL == name)
        let writer = try FileHandle(forWritingTo: name)
        try writer.write(contentsOf: Data("change".utf8))
        try writer.close()
        #expect(try Data(contentsOf: source) == Data("stored".utf8))
        let later = try #require(copies.file(of: source, "abc").fileURL)
        #expect(try Data(contentsOf: later) == Data("stored".utf8))
    }

    @Test func `stay while an asset is in memory, and go when others take their place`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quarry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func source(_ name: String) throws -> URL {
            let file = folder.appendingPathComponent(name)
            try Data(repeating: 7, count: 15).write(to: file)
            return file
        }
        let copies = AssetCopies(capacity: 20, patience: 0)
        defer { copies.removeAll() }
        func isThere(_ name: String, beside file: URL?) throws -> Bool {
            let directory = try #require(file).deletingLastPathComponent()
            return FileManager.default.fileExists(
                atPath: directory.appendingPathComponent(name).path)
        }
        var held: Asset? = copies.file(of: try source("a"), "a")
        let second = copies.file(of: try source("b"), "b").fileURL
        #expect(try isThere("a", beside: second) && isThere("b", beside: second))
        let third = copies.file(of: try source("c"), "c").fileURL
        #expect(try isThere("a", beside: third) && !isThere("b", beside: third))
        #expect(held?.fileURL != nil)
        held = nil
        let fourth = copies.file(of: try source("d"), "d").fileURL
        #expect(try !isThere("a", beside: fourth) && !isThere("c", beside: fourth))
        #expect(try isThere("d", beside: fourth))
    }

    @Test func `are no files of the store where none can be made`() {
        let copies = AssetCopies()
        defer { copies.removeAll() }
        let gone = URL(fileURLWithPath: "/quarry-\(UUID().uuidString)")
        let asset = copies.file(of: gone, "abc")
        #expect(asset.fileURL == nil && asset.checksum == "abc")
    }
}

extension AssetCopies {
    fileprivate func file(of file: URL, _ checksum: String) -> Asset {
        withCopy(of: file, Asset(checksum: checksum, size: 0), checksum: checksum)
    }
}
