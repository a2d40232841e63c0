import RecordJSON
import ArgumentParser
import CoreDataModel
import MirrorCore
import RecordCore

/// `quarry schema diff`: how two schemas differ.
struct SchemaDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say how a schema differs from another one.",
        discussion: """
            Each is a .ckdb, a store or a container at a server (quarry help stores), or a
            model of Core Data, which stands for the schema that it needs.

            With --additive, only what Production refuses is said: types and fields that
            are dropped, and fields that change their type or encryption.

            EXAMPLES
              quarry schema diff production.ckdb development.ckdb
              quarry schema diff production.ckdb development.ckdb --additive
              quarry schema diff Notes.xcdatamodeld schema.ckdb --format json

            EXIT CODES
              0  no difference           2  wrong command line, or a schema with mistakes
              1  there is a difference   3  a file, a store or a server cannot be read
            """)

    @Argument(help: "The schema before.", completion: .file())
    var before: String

    @Argument(help: "The schema after.", completion: .file())
    var after: String

    @Flag(help: "Only what cannot be deployed from the second to the first.")
    var additive = false

    @Flag(help: "Of a model, with the type of shares.")
    var sharing = false

    @Option(help: "Of a model, the indexes that its fields have.")
    var indexes: MirrorIndexes = .apple

    @Option(help: ArgumentHelp("Of a model, the mirrored configuration.", valueName: "name"))
    var configuration: String?

    @Option(help: "How to print: a line for each difference, one object, or annotations.")
    var format: ProblemFormat = .text

    @OptionGroup var place: SchemaPlaceOptions

    func run() async throws {
        do { try await compare() } catch { throw Annotation.note(error, as: format) }
    }

    private func compare() async throws {
        let old = try await schema(before)
        let new = try await schema(after)
        let all = SchemaDifference.list(from: old, to: new)
        let differences = additive ? all.filter(\.isRefused) : all
        let output = Output()
        switch format {
        case .text: for one in differences { try output.line(one.text) }
        case .json:
            try output.write(
                OrderedJSON.object([("differences", .list(differences.map(\.json)))]).line)
        case .github:
            for one in differences {
                let note = Annotation(
                    severity: one.isRefused ? .error : .note, title: one.kind.rawValue,
                    message: one.sentence, file: after)
                try output.line(note.text)
            }
        }
        try output.flush()
        guard !differences.isEmpty else {
            return Terminal.note(
                additive ? "everything can be deployed" : "the schemas are the same")
        }
        throw ExitCode(Status.nothing.rawValue)
    }

    private func schema(_ path: String) async throws -> RecordSchema {
        guard ModelChoice.isModel(path) else { return try await place.schema(path) }
        let plan = try ModelFile(path).plan(configuration: configuration)
        return RecordSchema(mirroring: plan, indexes: indexes, sharing: sharing)
    }
}
