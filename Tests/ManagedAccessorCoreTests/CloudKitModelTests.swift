import Foundation
import Testing

@testable import ManagedAccessorCore

/// Models that are marked "Used with CloudKit".
@Suite struct CloudKitModelTests {
    private let broken = """
        <entity name="Note">
        <attribute name="id" attributeType="UUID"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        </entity>
        <entity name="Cache"><attribute name="key" attributeType="String"/></entity>
        """

    /// Runs the tool for a model; gives what it says without the folder's path.
    private func run(_ attributes: String, _ rest: String = "") throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("CloudKitModelTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = folder.appendingPathComponent("Notes.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data("<model \(attributes)>\n\(broken)\n\(rest)</model>".utf8)
            .write(to: model.appendingPathComponent("contents"))
        let request = try #require(
            ToolRequest([
                "--module", "App", "--output", folder.path + "/App.swift", "--model", model.path,
                folder.path + "/Notes.mom",
            ]))
        let said = AccessorTool.run(request).map {
            $0.text.replacingOccurrences(of: folder.path + "/", with: "")
        }
        // An error ends the build, and nothing is written.
        #expect(
            FileManager.default.fileExists(atPath: folder.path + "/App.swift") == said.isEmpty)
        return said
    }

    @Test func `what CloudKit refuses is an error with its line`() throws {
        #expect(
            try run(#"usedWithCloudKit="YES""#) == [
                "Notes.xcdatamodel/contents:6: error: 'Cache.key' is neither optional nor has a "
                    + "default value; CloudKit integration requires one of them",
                "Notes.xcdatamodel/contents:3: error: 'Note.id' is neither optional nor has a "
                    + "default value; CloudKit integration requires one of them",
            ])
    }

    @Test func `a model that is not marked is left alone`() throws {
        #expect(try run("") == [])
        #expect(try run(#"usedWithCloudKit="NO""#) == [])
    }

    @Test func `a marked configuration counts alone`() throws {
        let configuration = """
            <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Note"/>
            </configuration>
            """
        let said = try run("", configuration)
        #expect(said.count == 1 && said.first?.contains(":3: error: 'Note.id' ") == true)
    }
}
