import Foundation
import CoreDataModel
import TestFiles
import Testing

@Suite struct ModelBundleTests {
    private let folder = TemporaryFolder()

    /// A `.xcdatamodeld` in a folder of its own.
    private func bundle(versions: [String: String], current: String?) throws -> URL {
        let folder = self.folder.file("\(UUID().uuidString)/Notes.xcdatamodeld")
        for (name, entity) in versions {
            let version = folder.appendingPathComponent(name + ".xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try modelFile("<entity name=\"\(entity)\"/>")
                .write(to: version.appendingPathComponent("contents"))
        }
        if let current {
            let list = ["_XCCurrentVersionName": current]
            try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                .write(to: folder.appendingPathComponent(".xccurrentversion"))
        }
        return folder
    }

    @Test func `the current version is the one that the folder names`() throws {
        let folder = try bundle(
            versions: ["Notes": "A", "Notes 2": "B"], current: "Notes 2.xcdatamodel")
        let read = try ModelBundle(contentsOf: folder)
        #expect(read.name == "Notes")
        #expect(read.versions.map(\.name) == ["Notes", "Notes 2"])
        #expect(read.current?.model.entities.map(\.name) == ["B"])
    }

    @Test func `without a name the only version is current`() throws {
        let read = try ModelBundle(contentsOf: bundle(versions: ["V1": "A"], current: nil))
        #expect(read.currentName == "V1")
        let both = try ModelBundle(
            contentsOf: bundle(versions: ["Notes": "A", "Zed": "B"], current: nil))
        #expect(both.currentName == "Notes")
    }

    @Test func `one version or its file can be read alone`() throws {
        let folder = try bundle(versions: ["V1": "A"], current: nil)
        let version = folder.appendingPathComponent("V1.xcdatamodel")
        #expect(try ModelBundle(contentsOf: version).name == "V1")
        let file = version.appendingPathComponent("contents")
        #expect(try ModelBundle(contentsOf: file).name == "V1")
        #expect(try ModelBundle(contentsOf: file).current?.model.entities.count == 1)
    }

    // Foundation on Linux stops the program at a set in a property list.
    @Test func `a name that stands in a set is none`() throws {
        let folder = try bundle(versions: ["V1": "A"], current: nil)
        let set = "YnBsaXN0MDDRAQJRYcIDBFF4UXkICw0QEgAAAAAAAAEBAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAU"
        try (Data(base64Encoded: set) ?? Data())
            .write(to: folder.appendingPathComponent(".xccurrentversion"))
        let error = try #require(throws: ModelFileError.self) {
            try ModelBundle(contentsOf: folder)
        }
        #expect(error.code == .malformed)
    }

    @Test func `errors name the file`() throws {
        let folder = try bundle(versions: ["V1": "A"], current: "V9.xcdatamodel")
        let unknown = try #require(throws: ModelFileError.self) {
            try ModelBundle(contentsOf: folder)
        }
        #expect(unknown.code == .unknownName)
        #expect(unknown.file?.hasSuffix("Notes.xcdatamodeld/.xccurrentversion") == true)
        let file = folder.appendingPathComponent("V1.xcdatamodel/contents")
        try modelFile("<entity/>").write(to: file)
        let broken = try #require(throws: ModelFileError.self) {
            try ModelBundle(contentsOf: file)
        }
        #expect(broken.description.hasPrefix(file.path + ":4: "))
        let missing = URL(fileURLWithPath: "/nowhere/Notes.xcdatamodeld")
        let gone = try #require(throws: ModelFileError.self) {
            try ModelBundle(contentsOf: missing)
        }
        #expect(gone.code == .unreadable)
    }
}
