import RecordJSON
import ArgumentParser
import Foundation
import ObjectCore

/// `quarry coredata inspect`: what a store holds and what its model says.
struct CoreDataInspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the entities of a store, their attributes and relationships.",
        discussion: """
            A model file is shown too: .xcdatamodeld, .xcdatamodel, .momd or .mom.

            EXAMPLES
              quarry coredata inspect Recipes.sqlite
              quarry coredata inspect Recipes.sqlite --svg recipes.svg
              quarry coredata inspect Recipes.sqlite --format json | jq '.entities[].name'
              quarry coredata inspect Recipes.xcdatamodeld --svg recipes.svg

            \(Status.help)
            """)

    /// How it is printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// For people.
        case table
        /// One object for programs.
        case json
    }

    @OptionGroup var place: ObjectFileOptions

    @Argument(help: "Only these entities.")
    var entities: [String] = []

    @Option(help: "How to print.")
    var format: Format = .table

    @Option(
        help: ArgumentHelp(
            "Draw the entities into this file; - for the output.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var svg: String?

    func run() async throws {
        if ModelChoice.isModel(place.file), place.model == nil {
            guard let choice = try ModelChoice.versions(place.file).first else { return }
            try show(
                InspectionReport(
                    file: place.file, model: try ResolvedModel(choice.model), choice: choice,
                    store: nil, counts: nil))
            return
        }
        try await place.withStore { try show(InspectionReport($0, file: place.file)) }
    }

    private func show(_ report: InspectionReport) throws {
        var report = report
        if !entities.isEmpty { try report.choose(entities) }
        let output = Output()
        if let svg {
            let text = report.drawing
            if svg == "-" {
                try output.write(text)
                return try output.flush()
            }
            try Output.save(text, to: svg, inputs: place.files)
        }
        switch format {
        case .table: try output.write(report.text)
        case .json: try output.write(report.json.line)
        }
        try output.flush()
        if let svg { Terminal.note("drawn into \(svg)") }
    }
}
