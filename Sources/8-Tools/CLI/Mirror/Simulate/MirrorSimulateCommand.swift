import ArgumentParser
import CoreDataModel
import Foundation
import MirrorCore
import RecordJSON

/// `quarry mirror`: what `NSPersistentCloudKitContainer` does with objects.
struct MirrorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Try what mirroring in CloudKit does with edits.",
        subcommands: [MirrorSimulateCommand.self])
}

/// `quarry mirror simulate`: devices of a script, and which of their edits counted.
struct MirrorSimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a script of devices that edit and sync: which edit counted, field by field.",
        discussion: """
            The devices have stores and a cloud in memory, and the engine of
            NSPersistentCloudKitContainer. After the last step all come online and sync.

            SCRIPT, in YAML: keys of one level, values in braces or a line each
              model: Notes.xcdatamodeld   # beside the script; or --model
              devices: [phone, tablet]
              steps:
                - phone new Note milk: {title: Milk}
                - phone new Folder shopping
                - sync                    # all that are online, until nothing is left
                - phone offline
                - phone set milk: {title: Oat milk, folder: shopping}
                - tablet set milk: {title: Soy milk}
                - tablet sync             # once
                - phone online

            OTHER STEPS
              DEVICE add NAME: {tags: red}      DEVICE remove NAME: {tags: red}
              DEVICE delete NAME
              DEVICE loses answer               the next save is done, its answer lost
              DEVICE killed POINT               its next sync ends there: beforeSending,
                                                answered, beforeSaving, saving or saved

            OTHER KEYS
              merge: record                     in place of field; or --merge
              configuration: NAME               the mirrored one; else all entities

            EXAMPLES
              quarry mirror simulate Examples/Simulation/conflict.yaml
              quarry mirror simulate script.yaml --merge record --format json

            EXIT CODES
              0  done                    2  wrong command line, or a mistake in the script
              1  the devices differ      3  a file cannot be read
            """)

    @Argument(help: "The script.", completion: .file(extensions: ["yaml", "yml"]))
    var script: String

    @Option(
        help: ArgumentHelp("The model, in place of the script's.", valueName: "file"),
        completion: .file())
    var model: String?

    @Option(help: "What is merged: field or record; the script's, or field.")
    var merge: MirrorMerge?

    @Option(help: "How to print: table, markdown or json.")
    var format: OutputFormat = .table

    func validate() throws {
        guard [.table, .markdown, .json].contains(format) else {
            throw ValidationError("--format is table, markdown or json.")
        }
    }

    func run() async throws {
        let script = try MirrorScript(self.script)
        let file = try modelFile(of: script)
        let refused = MirrorRules.violations(of: file.model, configuration: script.configuration)
        if let reason = MirrorRules.reason(for: refused) {
            throw Failure(
                .usage, "\(file.path): \(reason)",
                advice: "quarry model lint --cloudkit says the same with lines.")
        }
        // Refuses a configuration that is not there, and the model's own mistakes.
        _ = try file.plan(configuration: script.configuration)
        let merge = try self.merge ?? scriptMerge(of: script)
        let simulation = try MirrorSimulation(
            script, file.model, configuration: script.configuration, merge: merge.setting)
        try await simulation.run()
        let outcomes = try simulation.outcomes()
        let output = Output()
        if format == .json {
            try output.write(json(outcomes, simulation.notes, script, merge).line)
        } else {
            try print(outcomes, script, to: output)
            for note in simulation.notes { try output.line("\(note.device): \(note.text)") }
        }
        try output.flush()
        if outcomes.contains(where: \.differs) { throw ExitCode(Status.nothing.rawValue) }
    }

    private func modelFile(of script: MirrorScript) throws -> ModelFile {
        if let model { return try ModelFile(model) }
        guard let model = script.model else {
            throw Failure(
                .usage, "The script names no model",
                advice: "Write 'model: Notes.xcdatamodeld' into it, or give --model.")
        }
        let folder = URL(fileURLWithPath: script.path).deletingLastPathComponent()
        let url = URL(fileURLWithPath: model.path, relativeTo: folder)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw script.failure(model.line, "there is no model at \(model.path)")
        }
        return try ModelFile(ModelFile.shortened(url.standardizedFileURL.path))
    }

    private func scriptMerge(of script: MirrorScript) throws -> MirrorMerge {
        guard let named = script.merge else { return .field }
        guard let merge = MirrorMerge(rawValue: named.name) else {
            throw script.failure(named.line, "merge is field or record, not '\(named.name)'")
        }
        return merge
    }

    // MARK: Printing

    private func print(
        _ outcomes: [MirrorSimulation.Outcome], _ script: MirrorScript, to output: Output
    ) throws {
        let names = script.devices.names
        var table = Table(
            header: ["object", "field"] + names + ["result", "won"],
            isMarkdown: format == .markdown)
        var last: String?
        for outcome in outcomes {
            let writes = names.map { name in
                outcome.writes.filter { $0.device == name }.map(\.value).joined(separator: ", ")
            }
            let cells =
                [outcome.object == last ? "" : outcome.object, outcome.field] + writes
                + [outcome.result, outcome.winner ?? (outcome.differs ? "they differ" : "none")]
            table.append(cells.map { Table.Cell(text: DisplayWidth.printable($0)) })
            last = outcome.object
        }
        try output.write(table.flush())
    }

    private func json(
        _ outcomes: [MirrorSimulation.Outcome], _ notes: [(device: String, text: String)],
        _ script: MirrorScript, _ merge: MirrorMerge
    ) -> OrderedJSON {
        [
            "devices": .texts(script.devices.names),
            "merge": .text(merge.rawValue),
            "fields": .list(
                outcomes.map { outcome in
                    [
                        "object": .text(outcome.object), "entity": .text(outcome.entity),
                        "field": .text(outcome.field),
                        "writes": .list(
                            outcome.writes.map { write in
                                [
                                    "device": .text(write.device), "line": .number(write.line),
                                    "value": .text(write.value),
                                ]
                            }),
                        "result": .text(outcome.result), "won": .text(outcome.winner),
                        "differs": .bool(outcome.differs),
                    ]
                }),
            "notes": .list(
                notes.map { ["device": .text($0.device), "text": .text($0.text)] }),
        ]
    }
}

/// What is merged where two devices edited one object.
enum MirrorMerge: String, CaseIterable, ExpressibleByArgument {
    /// Each field by itself.
    case field
    /// The whole object.
    case record

    var setting: MirrorSettings.Merge {
        switch self {
        case .field: .field
        case .record: .record
        }
    }
}
