import Foundation
import TestFiles
import Testing

/// The commands of `Documentation/BeforeYouShip.md`, run as printed in `Examples/MirroredNotes`.
@Suite struct BeforeYouShipTests {
    private let tool = Tool()

    /// The tool works in a copy of the example.
    init() throws {
        let example = PackageFolder.file("Examples/MirroredNotes")
        for name in try FileManager.default.contentsOfDirectory(atPath: example.path) {
            try FileManager.default.copyItem(
                at: example.appendingPathComponent(name),
                to: tool.directory.appendingPathComponent(name))
        }
    }

    private func page() throws -> String {
        try PackageFolder.text("Documentation/BeforeYouShip.md")
    }

    @Test func `each command answers as the page prints it`() throws {
        let blocks = try page().matches(of: /```console\n\$ (quarry [^\n]*)\n((?s:.*?))```/)
        #expect(blocks.count == 5)
        for block in blocks {
            let run = try tool.shell("\(block.1) 2>&1")
            #expect(run.output == String(block.2), "\(block.1)\n\(run.output)")
            #expect(run.status == 1, "\(block.1)")
        }
    }

    @Test func `each line of the workflow ends with an error, as an annotation`() throws {
        let lines = try page().matches(of: /- run: (quarry [^\n]*)/).map { String($0.1) }
        #expect(lines.count == 3)
        let runs = try lines.map { try tool.shell($0) }
        for run in runs {
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.output.hasPrefix("::error file="), "\(run.output)")
        }
        for (run, titles) in zip(
            runs,
            [
                ["requiredAttribute"], ["missingField", "missingTwin", "missingShare"],
                ["changeField"],
            ])
        {
            for title in titles {
                #expect(run.output.contains("title=\(title)::"), "\(run.output)")
            }
        }
    }

    @Test func `what the page generates mends the check`() throws {
        let made = try tool.shell(
            "quarry schema generate --model Notes.xcdatamodeld --sharing "
                + "--onto CloudKit/production.ckdb > schema.ckdb")
        #expect(made.status == 0, "\(made.errors)")
        let check = try tool.run(
            "schema", "check", "--model", "Notes.xcdatamodeld", "--against", "schema.ckdb",
            "--sharing", "--strict")
        #expect(check.status == 0, "\(check.output)")
    }
}
