import ArgumentParser
import Foundation
import PredicateCore

/// `quarry filter`: a predicate over JSON lines, JSON arrays, CSV, as they stream by.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Print the elements of JSON or CSV files for which a predicate holds.",
        discussion: """
            Reads JSON lines, JSON arrays and CSV from files or standard input, as large as
            they come, in constant memory. Matching lines are printed as they stand, in
            their format. CSV has one header: of CSV files with different columns, print
            the ones that --fields names, or JSON lines. Of files with the same columns
            and different separators the first file's separator is printed. JSON as CSV or
            as a table has the fields of the first hundred elements; CSV from which others
            are left out ends with 3.

            EXAMPLES
              quarry filter 'age >= 18 AND name BEGINSWITH[cd] "a"' people.jsonl
              quarry filter 'ANY tags == %@' --arg red --fields name,tags \\
                --format table items.json
              quarry filter 'population > $n' --var n=1e6 --sort -population \\
                --limit 10 cities.csv
              curl -s https://example.org/log.jsonl | quarry filter 'status >= 500' --count
              quarry filter 'address.city MATCHES "[A-M].*"' --skip-invalid *.jsonl
              quarry filter TRUEPREDICATE --group-by country \\
                --select 'count(), max(age)' people.csv

            FIELDS
              A missing key and null are nil; true and false are 1 and 0; a.b looks into
              objects.
              {"latitude":…,"longitude":…} is a location, {"date":"…"} a date.
              In CSV an empty field is nil, what JSON would call a number is a number, true
              and false are 1 and 0, a field in quotes is text (--quoted-numbers: like the
              others), and a.b is the column of that name, where there is no column a.

            SORTING
              --sort keeps what matches, with --limit the first of it; beyond --sort-memory
              it is kept in a temporary file, and standard error says so.

            \(Status.help)
            """)

    @Argument(help: "What must hold, as a predicate format.")
    var predicate: String

    @Argument(help: "Files; standard input when there are none.", completion: .file())
    var files: [String] = []

    @OptionGroup var values: PredicateOptions
    @OptionGroup var selection: SelectionOptions

    @OptionGroup var summary: SummaryOptions

    @Option(help: "How to print; as the input when not given.")
    var format: OutputFormat?

    @Option(help: "How the files are written; by name and content when not given.")
    var input: InputFormat?

    @Flag(help: "Pass over lines that are malformed or cannot be asked, and say how many.")
    var skipInvalid = false

    @Flag(help: "CSV: read fields in quotes like those without.")
    var quotedNumbers = false

    @Option(help: ArgumentHelp("Megabytes that --sort may hold.", valueName: "MB"))
    var sortMemory = 256

    func validate() throws {
        guard (1...1_048_576).contains(sortMemory) else {
            throw ValidationError("--sort-memory is a number of megabytes from 1 to 1048576.")
        }
    }

    func run() throws {
        let template = try values.predicate(predicate)
        var filter = Filter(
            predicate: template, variables: try values.bindings(of: template),
            ordering: SelectionOptions.ordering(selection.sort),
            fields: selection.fields.map(SelectionOptions.names), format: format,
            input: input, limit: selection.limit, offset: selection.offset,
            countsOnly: selection.count, skipsInvalid: skipInvalid, quotedNumbers: quotedNumbers,
            sortMemory: sortMemory << 20)
        filter.summary = try summary.request(selection, keepsKeys: true)
        let output = Output(selection.count ? nil : format)
        let outcome: Filter.Outcome
        do {
            outcome = try filter.run(files.isEmpty ? ["-"] : files, to: output)
        } catch {
            // What matched before the mistake was read is printed all the same.
            try? output.end()
            throw error
        }
        if selection.count { try output.line(String(outcome.matched)) }
        try output.end()
        if outcome.invalid > 0 {
            Terminal.note(
                "passed over \(Figures.count(outcome.invalid, "line")) that cannot be asked")
        }
        outcome.unseen.report(matched: outcome.matched > 0)
        if outcome.results ?? outcome.matched == 0 { throw Failure(.nothing) }
    }
}
