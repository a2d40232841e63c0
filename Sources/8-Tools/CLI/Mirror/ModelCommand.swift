import ArgumentParser
import CoreDataModel

/// `quarry model`: model files of Core Data.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Check models of Core Data.",
        subcommands: [ModelLintCommand.self])
}

/// `quarry model lint`: what a model cannot mean, and what CloudKit refuses of it.
struct ModelLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Say what is wrong with a model, with file and line.",
        discussion: """
            Names of nothing, also in the predicates of fetch requests and of fetched
            properties, inverses that do not lead back, derivations and predicates that
            cannot be read, and default values that an attribute cannot have; those that
            its bounds refuse are warnings, as an object with one cannot be saved.

            With --cloudkit: what NSPersistentCloudKitContainer refuses when it loads, and
            what fails or loses something later. Without --configuration, those marked as
            "Used with CloudKit" count, or all entities where none is marked.

            EXAMPLES
              quarry model lint Notes.xcdatamodeld
              quarry model lint --cloudkit Notes.xcdatamodeld --format github
              quarry model lint --cloudkit default.store

            \(ProblemOptions.exitCodes)
            """)

    @Argument(
        help: "An .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store that keeps its model.",
        completion: .file())
    var model: String

    @Flag(help: "Check what CloudKit demands.")
    var cloudkit = false

    @Option(help: ArgumentHelp("The configuration whose store is mirrored.", valueName: "name"))
    var configuration: String?

    @Option(help: ArgumentHelp("The version; the current one without it.", valueName: "name"))
    var modelVersion: String?

    @OptionGroup var options: ProblemOptions

    func run() throws {
        do { try check() } catch { throw Annotation.note(error, as: options.format) }
    }

    private func check() throws {
        let file = try ModelFile(model, version: modelVersion)
        try file.check(configuration)
        var problems = file.mistakes + file.misfits
        if cloudkit {
            let marked = file.source.map(MirrorRules.markedConfigurations) ?? []
            let configurations = configuration.map { [$0] } ?? (marked.isEmpty ? [nil] : marked)
            var seen = Set(problems)
            for configuration in configurations {
                problems += file.problems(configuration: configuration)
                    .filter { seen.insert($0).inserted }
            }
        }
        try options.report(problems, of: model)
    }
}
