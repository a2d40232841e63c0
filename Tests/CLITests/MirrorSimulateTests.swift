import Foundation
import MirrorCore
import RecordCore
import RecordService
import TestFiles
import Testing

@testable import CLI

/// `quarry mirror simulate`.
@Suite struct `simulated devices at the terminal` {
    private let tool = Tool()

    private static let example = PackageFolder.file("Examples/Simulation/conflict.yaml").path
    private static let model = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel">
            <entity name="Note">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="isPinned" optional="YES" attributeType="Boolean"/>
            </entity>
        </model>
        """

    @Test func `a token that is none is refused, also where nothing was saved`() async {
        let cloud = SimulatedCloud(
            RecordService(store: MemoryStore(), container: "a"), device: "phone")
        let token = Data([1, 2, 3])
        for ask in [
            { _ = try await cloud.databaseChanges(since: token) },
            { _ = try await cloud.changes(in: ZoneID("Z"), since: token, limit: 1) },
        ] {
            let error = await #expect(throws: MirrorCloudError.self) { try await ask() }
            #expect(error?.code == 21)
        }
    }

    @Test func `the example shows the winning edit, field by field`() throws {
        let run = try tool.run("mirror", "simulate", Self.example)
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        let lines = run.output.split(separator: "\n").map {
            $0.split(separator: "  ", omittingEmptySubsequences: true).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        #expect(lines.first == ["object", "field", "phone", "tablet", "result", "won"])
        func row(_ field: String, _ result: String, _ winner: String) -> Bool {
            lines.contains { $0.contains(field) && Array($0.suffix(2)) == [result, winner] }
        }
        // The phone sends later; what only the tablet changed is the tablet's.
        #expect(row("title", "Oat milk", "phone"), "\(run.output)")
        #expect(row("text", "two litres", "tablet") && row("tags shop", "out", "tablet"))
        #expect(row("(object)", "deleted", "tablet"), "\(run.output)")
        #expect(run.output.contains("phone: An object of the entity 'Note' was deleted by another"))
        // Whole records: the phone's text comes with its title.
        let whole = try tool.run("mirror", "simulate", Self.example, "--merge", "record")
        #expect(whole.status == 0)
        #expect(
            whole.output.split(separator: "\n").contains {
                $0.contains(" text ") && $0.hasSuffix("one litre  phone")
            }, "\(whole.output)")
    }

    private struct Report: Decodable {
        struct Field: Decodable {
            struct Write: Decodable {
                var device: String
                var line: Int
                var value: String
            }
            var object: String
            var field: String
            var writes: [Write]
            var result: String
            var won: String?
            var differs: Bool
        }
        var devices: [String]
        var merge: String
        var fields: [Field]
    }

    @Test func `kills, lost answers and pairs come out the same`() throws {
        try tool.makeFolder("Tags.xcdatamodel")
        try tool.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Note">
                    <attribute name="title" optional="YES" attributeType="String"/>
                    <attribute name="due" optional="YES" attributeType="Date"/>
                    <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="notes"/>
                    <relationship name="cover" optional="YES" maxCount="1" destinationEntity="Cover" inverseName="note"/>
                </entity>
                <entity name="Tag">
                    <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tags"/>
                </entity>
                <entity name="Cover">
                    <relationship name="note" optional="YES" maxCount="1" destinationEntity="Note" inverseName="cover"/>
                </entity>
            </model>
            """, to: "Tags.xcdatamodel/contents")
        try tool.write(
            """
            ---
            devices:
            - phone
            - "tablet"   # quoted
            - laptop
            model: Tags.xcdatamodel
            steps:
            - phone new Note a: {title: 'one''s', due: 2026-01-02T03:04:05Z}
            - phone new Tag red
            - phone new Cover c: {note: a}
            - phone add a: {tags: red}
            - phone killed answered
            - phone sync
            - sync
            - tablet remove a: {tags: red}
            - laptop set a: {title: "two # words", cover: null}
            - laptop loses answer
            - laptop sync
            - tablet killed beforeSaving
            - tablet sync
            """, to: "script.yaml")
        let run = try tool.run("mirror", "simulate", "script.yaml", "--format", "json")
        #expect(run.status == 0, "\(run.errors)\(run.output)")
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(report.devices == ["phone", "tablet", "laptop"] && report.merge == "field")
        func field(_ object: String, _ name: String) -> Report.Field? {
            report.fields.first { $0.object == object && $0.field == name }
        }
        #expect(field("a", "title")?.result == "two # words")
        #expect(field("a", "title")?.won == "laptop")
        #expect(field("a", "title")?.writes.map(\.line) == [8, 16])
        #expect(field("a", "title")?.writes.first?.value == "one's")
        #expect(field("a", "due")?.result == "2026-01-02T03:04:05Z")
        #expect(field("a", "tags red")?.result == "out" && field("a", "tags red")?.won == "tablet")
        #expect(field("a", "cover")?.result == "nil")
        #expect(field("c", "note")?.result == "nil")
        #expect(report.fields.allSatisfy { !$0.differs })
    }

    @Test(arguments: [
        ("devices: [phone]", "script.yaml:1: the script has no steps"),
        ("steps:\n- sync", "script.yaml:1: the script names no devices"),
        ("device: [phone]", "script.yaml:1: 'device' is no part of a script"),
        ("devices: [phone\nsteps:", "script.yaml:1: the list has no ']'"),
        ("devices: [a]\nsteps:\n\t- sync", "script.yaml:3: a tab"),
        ("\u{FEFF}devices: [a]\r\nsteps:\r\n- b sync", "script.yaml:3: there is no device 'b'"),
        ("devices: [a]\nsteps:\n- b sync", "script.yaml:3: there is no device 'b'"),
        ("devices: [a]\nsteps:\n- a jump", "script.yaml:3: 'jump' is no step"),
        ("devices: [a]\nsteps:\n- a new Nte x", "script.yaml:3: there is no entity 'Nte'"),
        ("devices: [a]\nsteps:\n- a set x: {title: A}", "script.yaml:3: there is no object 'x'"),
        (
            "devices: [a]\nsteps:\n- a new Note x: {titel: A}",
            "script.yaml:3: 'Note' has no attribute and no relationship"
        ),
        (
            "devices: [a]\nsteps:\n- a new Note x: {isPinned: maybe}",
            "script.yaml:3: 'Note.isPinned' is Boolean, which 'maybe' is not"
        ),
        (
            "devices: [a]\nsteps:\n- a new Note x: {title: A",
            "script.yaml:3: the values have no '}'"
        ),
        (
            "devices: [a]\nsteps:\n- a new Note x: {title: \"A}",
            "script.yaml:3: the quote has no end"
        ),
        ("devices: [a]\nsteps:\n- a new Note x: {title: *b}", "script.yaml:3: '*' begins what"),
        ("devices: [a, b]\nsteps:\n- a new Note x\n- b delete x", "script.yaml:4: 'x' is not on b"),
        ("devices: [a]\nsteps:\n- a offline\n- a sync", "script.yaml:4: a is offline"),
        ("devices: [a]\nsteps:\n- a killed there", "script.yaml:3: there is no point 'there'"),
        ("devices: [a]\nmerge: both\nsteps:\n- sync", "script.yaml:2: merge is field or record"),
        ("devices: [a]\nsteps: now", "script.yaml:2: the steps stand below"),
        ("devices: [a]\nsteps:\n- a offline: {x: 1}", "script.yaml:3: expected new, set"),
        ("devices: [a]\nsteps:\n  - sync\n - sync", "script.yaml:4: the dashes"),
        ("devices: [a]\nsteps:\n- sync\n  title: A", "script.yaml:4: expected '- '"),
        ("devices: [a, a]\nsteps:\n- sync", "script.yaml:1: two devices are named 'a'"),
    ])
    func `mistakes are told with their line`(script: String, words: String) throws {
        try tool.write(script, to: "script.yaml")
        try tool.makeFolder("Notes.xcdatamodel")
        try tool.write(Self.model, to: "Notes.xcdatamodel/contents")
        let run = try tool.run("mirror", "simulate", "script.yaml", "--model", "Notes.xcdatamodel")
        #expect(run.status == 2 && run.output == "", "\(run.output)")
        #expect(run.errors.hasPrefix("error: \(words)"), "\(run.errors)")
    }

    @Test func `a model that is not there is told, and one that CloudKit refuses`() throws {
        try tool.write("model: Gone.mom\ndevices: [a]\nsteps:\n- sync\n", to: "script.yaml")
        let gone = try tool.run("mirror", "simulate", "script.yaml")
        #expect(gone.status == 2)
        #expect(gone.errors.contains("script.yaml:1: there is no model at Gone.mom"))
        try tool.makeFolder("Refused.xcdatamodel")
        try tool.write(
            """
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Note"><attribute name="title" attributeType="String"/></entity>
            </model>
            """, to: "Refused.xcdatamodel/contents")
        let refused = try tool.run(
            "mirror", "simulate", "script.yaml", "--model", "Refused.xcdatamodel")
        #expect(refused.status == 2 && refused.errors.contains("Note: title"), "\(refused.errors)")
        let none = try tool.run("mirror", "simulate", "nowhere.yaml")
        #expect(none.status == 3)
        #expect(
            none.errors.contains("nowhere.yaml: cannot be opened: No such file or directory"),
            "\(none.errors)")
        try Data([0x66, 0xFF]).write(to: tool.directory.appendingPathComponent("bytes.yaml"))
        let bytes = try tool.run("mirror", "simulate", "bytes.yaml")
        #expect(bytes.status == 2 && bytes.errors.contains("bytes.yaml: the file is not UTF-8"))
    }
}

extension Tool {
    fileprivate func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent(name), withIntermediateDirectories: true)
    }
}
