import ArgumentParser
import ObjectCore
import PredicateCore
import RecordJSON

/// `quarry coredata query`: objects of a store for which a predicate holds.
struct CoreDataQueryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Show the objects of an entity for which a predicate holds.",
        discussion: """
            The predicate is one of fetch requests; key paths go through relationships. A
            table shows the first hundred unless --limit says otherwise; JSON lines and CSV
            give all.

            EXAMPLES
              quarry coredata query Staff.sqlite Employee 'salary > 50000' --sort -salary
              quarry coredata query Staff.sqlite Employee \\
                'department.name BEGINSWITH[cd] %@' --arg sal \\
                --fields name,department.name,projects.@count
              quarry coredata query Staff.sqlite Department 'ANY employees.age > 60' \\
                --count
              quarry coredata query Staff.sqlite Employee --group-by department.name \\
                --select 'count(), average(salary)'
              quarry coredata query Staff.sqlite Employee 'department == %@' \\
                --arg ref:Department/p3 --format jsonl

            \(Status.help)
            """)

    @OptionGroup var place: ObjectFileOptions

    @Argument(help: "The entity asked for.")
    var entity: String

    @Argument(help: "Which objects, as a predicate format; all when there is none.")
    var predicate: String?

    @OptionGroup var values: PredicateOptions
    @OptionGroup var selection: SelectionOptions

    @OptionGroup var summary: SummaryOptions

    @Option(help: "How to print.")
    var format: OutputFormat = .table

    @Flag(help: "Without the objects of entities that inherit from it.")
    var withoutSubentities = false

    func run() async throws {
        try await place.withStore { opened in
            let asked = try opened.entity(entity)
            let calculated = try summary.request(selection)
            let query = ObjectQuery(
                entity: asked.number, includesSubentities: !withoutSubentities,
                where: try opened.predicate(predicate, values), ordering: selection.ordering,
                limit: selection.count ? nil : selection.limit,
                offset: selection.count ? 0 : selection.offset)
            let output = Output(selection.count ? nil : format)
            let count: Int
            if let calculated {
                let summary = try ObjectSummary(calculated, query, opened)
                let results = try summary.results(
                    opened, limit: SummaryPrinter.limit(selection.limit, format))
                let printer = SummaryPrinter(
                    output, format, names: calculated.names, truths: summary.truths)
                count = try printer.print(results, limit: selection.limit)
            } else {
                try ObjectQueryChecker(opened.model).check(query)
                if selection.count {
                    count = try opened.store.count(query)
                    try output.line(String(count))
                } else {
                    count = try show(query, asked, opened, output)
                }
            }
            try output.end()
            if count == 0 { throw Failure(.nothing) }
        }
    }

    private func show(
        _ query: ObjectQuery, _ asked: ModelEntity, _ opened: OpenedObjects, _ output: Output
    ) throws -> Int {
        let started = ContinuousClock.now
        let pages = ObjectPages(opened.store)
        let isJSON = format == .jsonl || format == .json
        let names =
            selection.fieldNames
            ?? ObjectColumns.names(of: asked, withToManys: isJSON, byParts: !isJSON)
        let columns = try ObjectColumns(names, of: asked, opened, pages)
        var query = query
        let isCut = format == .table && query.limit == nil
        // One more than is shown tells whether there are more.
        if isCut { query.limit = 101 }
        var keys = try opened.store.fetchKeys(query)
        let hasMore = isCut && keys.count > 100
        if hasMore { keys.removeLast() }
        let printer = ObjectPrinter(output, format, columns)
        try pages.forEach(keys) { rows in
            try columns.prepare(rows)
            for row in rows { try printer.print(row) }
        }
        try printer.finish()
        if format == .table, Terminal.isError {
            var note =
                "\(Figures.count(printer.count, "object")) · "
                + Figures.milliseconds((ContinuousClock.now - started).seconds)
            if hasMore { note += " · more with --offset \(query.offset + 100)" }
            Terminal.note(Style.dim(note, Terminal.errorHasColour))
        } else if hasMore {
            Terminal.note("the first 100 objects; all with --format jsonl or --limit")
        }
        return printer.count
    }
}

/// Prints objects one after the other in one of the formats.
final class ObjectPrinter {
    private let output: Output
    private let format: OutputFormat
    private let columns: ObjectColumns
    private var rows: RowWriter
    /// Objects printed so far.
    private(set) var count = 0

    init(_ output: Output, _ format: OutputFormat, _ columns: ObjectColumns) {
        self.output = output
        self.format = format
        self.columns = columns
        rows = RowWriter(output, format, header: columns.columns.map(\.name))
    }

    /// Prints one; `head` are further members of JSON.
    func print(_ row: ObjectRow, head: [(String, OrderedJSON)] = []) throws {
        count += 1
        switch format {
        case .table, .markdown: try rows.append(cells: try columns.cells(row))
        case .csv: try rows.append(try columns.values(row))
        case .jsonl, .json: try output.write(try columns.json(row, head: head).line)
        }
    }

    /// Prints the rows that are still buffered.
    func finish() throws { try rows.finish(showsHeader: false) }
}
