import ArgumentParser
import CoreDataModel
import MirrorCore
import RecordCore

/// `quarry schema generate`: the schema into which a model's objects are mirrored.
struct SchemaGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write the CloudKit schema of a Core Data model (.ckdb).",
        discussion: """
            What NSPersistentCloudKitContainer needs of CloudKit: a record type for each
            root entity, with the fields for values that are too large for a record, and
            CDMR for relationships from many to many. cktool import-schema takes it.

            With --onto, types and fields are added to a schema that is there, and what it
            has stays: the way in which Production grows.

            EXAMPLES
              quarry schema generate --model Notes.xcdatamodeld > schema.ckdb
              quarry schema generate --model Notes.xcdatamodeld --sharing --indexes none
              quarry schema generate --model default.store --onto production.ckdb

            EXIT CODES
              0  written
              2  wrong command line, or a model and a schema that contradict each other
              3  a file cannot be read
            """)

    @OptionGroup var options: ModelOptions

    @Option(
        help: ArgumentHelp(
            "Indexes: those of Apple's development containers, those and what the public "
                + "database is polled by, or none."))
    var indexes: MirrorIndexes = .apple

    @Flag(help: "Add the type of shares.")
    var sharing = false

    @Option(
        help: ArgumentHelp("A schema to which all is added.", valueName: "file"),
        completion: .file(extensions: ["ckdb"]))
    var onto: String?

    func run() throws {
        let file = try options.file()
        let plan = try file.plan(configuration: options.configuration)
        let errors = file.placed(plan.problems).filter { $0.severity == .error }
        guard errors.isEmpty else {
            throw Failure(.usage, errors.map(\.description).joined(separator: "\n"))
        }
        var schema = RecordSchema(mirroring: plan, indexes: indexes, sharing: sharing)
        if let onto { schema = try SchemaFile.read(onto).extended(by: schema) }
        try Output.print(schema.text.utf8)
        let refused = MirrorRules.violations(
            of: file.model, configuration: options.configuration)
        if !refused.isEmpty {
            Terminal.note(
                "warning: CloudKit refuses this model; quarry model lint --cloudkit "
                    + "\(Shell.quoted(options.model)) says why")
        }
    }
}
