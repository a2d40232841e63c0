import ArgumentParser
import CoreDataModel
import MirrorCore
import RecordCore

/// `quarry schema check`: what a schema lacks for a model.
struct SchemaModelCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what a CloudKit schema lacks for a Core Data model.",
        discussion: """
            The schema is a .ckdb, as cktool export-schema --environment production writes
            it, or a store or a container at a server (quarry help stores). Each error has
            the sentence that Production answers to a device.

            EXAMPLES
              quarry schema check --model Notes.xcdatamodeld --against production.ckdb
              quarry schema check --model Notes.xcdatamodeld --against schema.ckdb \\
                --sharing --format github
              quarry schema check --model Notes.momd --production \\
                --against https://host/iCloud.org.example.notes

            \(ProblemOptions.exitCodes)
            """)

    @OptionGroup var options: ModelOptions

    @Option(
        help: ArgumentHelp(
            "The schema: a .ckdb, - for standard input, or a store.", valueName: "schema"),
        completion: .file(extensions: ["ckdb"]))
    var against: String

    @Flag(help: "Demand what sharing objects needs.")
    var sharing = false

    @Flag(help: "Demand the indexes that the public database is polled by.")
    var `public` = false

    @OptionGroup var place: SchemaPlaceOptions

    @OptionGroup var report: ProblemOptions

    func run() async throws {
        do { try await check() } catch { throw Annotation.note(error, as: report.format) }
    }

    private func check() async throws {
        let file = try options.file()
        let plan = try file.plan(configuration: options.configuration)
        let schema = try await place.schema(against)
        let problems = plan.problems(
            in: schema, MirrorDemands(sharing: sharing, isPublic: `public`))
        // What the model has is shown there, what it does not have in the schema.
        let placed = problems.map { problem in
            guard problem.entity == nil else { return file.placed([problem])[0] }
            var problem = problem
            problem.file = against
            return problem
        }
        try report.report(placed, of: "\(options.model) in \(against)")
    }
}
