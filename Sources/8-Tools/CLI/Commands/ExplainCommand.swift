import ArgumentParser
import RecordCore

/// `quarry explain`: how a query would be answered.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show the SQL, the plan and the index of a query, and the index it lacks.",
        discussion: """
            EXAMPLES
              quarry explain City 'population > 1000000 AND timeZone == "Europe/Zurich"'
              quarry explain City 'allTokens TOKENMATCHES[cdl] "zurich"' --format jsonl

            \(Status.help)
            """)

    @OptionGroup var request: QueryRequest
    @OptionGroup var place: StoreOptions
    @OptionGroup var values: PredicateOptions
    @OptionGroup var selection: SelectionOptions

    @Option(help: "How to print: table for people, jsonl for programs.")
    var format: OutputFormat = .table

    func validate() throws {
        try place.validate(allZones: request.allZones)
        guard format != .csv, format != .markdown else {
            throw ValidationError("--format is table, jsonl or json.")
        }
    }

    func run() async throws {
        try await place.withStore { try await run(on: $0) }
    }

    /// Prints how an open store answers.
    func run(on store: any RecordStore) async throws {
        let query = try request.query(in: place, values, selection)
        let explanation = try await store.explain(query, in: place.scope)
        let output = Output()
        switch format {
        case .table, .csv, .markdown:
            try output.line(ExplanationText.text(query, explanation))
        case .jsonl, .json: try output.write(ExplanationText.json(query, explanation))
        }
        try output.flush()
    }
}
