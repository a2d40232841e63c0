import Foundation
import TestFiles
import Testing

/// The builds take minutes; `QUARRY_PACKAGES=1` asks for them.
private let isAsked = ProcessInfo.processInfo.environment["QUARRY_PACKAGES"] != nil

@Suite(.enabled(if: isAsked, "asked for by QUARRY_PACKAGES"), .serialized) struct PluginTests {
    @Test(arguments: ["debug", "release"])
    func `a package needs one line`(configuration: String) throws {
        let package = try PluginPackage()
        defer { try? FileManager.default.removeItem(at: package.folder) }
        let built = try package.swift("build", "-c", configuration, "--product", "App")
        #expect(built.status == 0, "\(built.output)")
        #expect(!built.output.contains("warning:"), "\(built.output)")
        let ran = try package.swift("run", "-c", configuration, "--skip-build", "App")
        #expect(
            ran.output.contains(
                """
                ab 2 box 1 2
                ["addToParts(_:) 1"] ["addToNotes(_:) 1"] Folder
                ["App.Tag", "Notes [\\"Notes\\"] Notes Notes", "Notes.Folder", "Notes.Note"]
                title notes first
                ["Notes.mom", "VersionInfo.plist"]
                true notes_Notes.resources/Notes.momd
                """), "\(ran.output)")
    }

    @Test func `errors name file and line, and the build ends`() throws {
        let package = try PluginPackage()
        defer { try? FileManager.default.removeItem(at: package.folder) }
        let sources = try package.swift("build", "--product", "Broken")
        #expect(sources.status != 0)
        #expect(
            sources.output.contains(
                "Sources/Broken/main.swift:4: error: 'Note.done' is a closure"),
            "\(sources.output)")
        let model = try package.swift("build", "--product", "BrokenModel")
        #expect(model.status != 0)
        #expect(
            model.output.contains(
                "Sources/BrokenModel/Notes.xcdatamodel/contents:4: error: "
                    + "Nothing in the model has this name. (destinationEntity: Folder"),
            "\(model.output)")
    }
}
