import ArgumentParser
import PredicateCore
import RecordCore

/// `quarry query`: records of a store for which a predicate holds.
struct QueryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Show the records of a type for which a predicate holds.",
        discussion: """
            A table shows the first hundred unless --limit says otherwise; JSON lines and
            CSV give all.

            EXAMPLES
              quarry query City 'population > 1000000' --sort -population --limit 10
              quarry query City 'allTokens TOKENMATCHES[cdl] "zurich"' \\
                --fields name,population
              quarry query City 'country == %@' --arg ref:country-CH --format jsonl
              quarry query City 'distanceToLocation:fromLocation:(location, %@) < 50000' \\
                --arg location:47.37,8.54 --sort 'location@47.37;8.54'
              quarry query City --group-by country --select 'count(), sum(population)' \\
                --sort '-sum(population)'
              quarry query City --fields country --distinct
              quarry query Note 'creationDate > %@' --arg date:2026-01-01 --user ann \\
                --zone Notes

            \(Status.help)
            """)

    @OptionGroup var request: QueryRequest
    @OptionGroup var place: StoreOptions
    @OptionGroup var values: PredicateOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var summary: SummaryOptions

    @Option(help: "How to print.")
    var format: OutputFormat = .table

    func validate() throws { try place.validate(allZones: request.allZones) }

    func run() async throws {
        try await place.withStore { store in
            if try await run(on: store) == 0 { throw Failure(.nothing) }
        }
    }

    /// Prints what an open store answers; gives how many records or results that are.
    func run(on store: any RecordStore) async throws -> Int {
        let output = Output(selection.count ? nil : format)
        let count: Int
        if let calculated = try summary.request(selection) {
            count = try await show(calculated, store, output)
        } else if selection.count {
            count = try await store.count(
                try request.query(in: place, values, selection), in: place.scope)
            try output.line(String(count))
        } else {
            count = try await show(store, output)
        }
        try output.end()
        return count
    }

    private func show(
        _ summary: SummaryRequest, _ store: any RecordStore, _ output: Output
    ) async throws -> Int {
        var query = RecordSummaryQuery(
            try request.query(in: place, values, selection), columns: summary.columns,
            grouping: summary.grouping)
        query.records.limit = SummaryPrinter.limit(query.records.limit, format)
        let results = try await store.summarize(query, in: place.scope)
        return try SummaryPrinter(output, format, names: summary.names)
            .print(results, limit: selection.limit)
    }

    private func show(_ store: any RecordStore, _ output: Output) async throws -> Int {
        let type = try await store.schema()[request.type]
        let columns = try RecordColumns(
            selection.fields.map(SelectionOptions.names), of: type,
            zoneKeys: place.zoneKeys(allZones: request.allZones))
        var query = try request.query(
            in: place, values, selection,
            desiredKeys: selection.fields == nil ? nil : columns.desiredKeys)
        let printer = RecordPrinter(
            output, format, columns: columns, chosen: selection.fields != nil)
        let started = ContinuousClock.now
        guard format == .table else {
            try await store.forEach(query, in: place.scope) { record in
                try printer.print(record)
                return true
            }
            try printer.finish()
            return printer.count
        }
        query.limit = query.limit ?? 100
        let page = try await store.fetch(query, in: place.scope)
        let elapsed = (ContinuousClock.now - started).seconds
        for record in page.records { try printer.print(record) }
        try printer.finish()
        if Terminal.isError {
            var note =
                "\(Figures.count(page.records.count, "record")) · "
                + Figures.milliseconds(elapsed)
            if let next = page.next { note += " · more with --offset \(next)" }
            Terminal.note(Style.dim(note, Terminal.errorHasColour))
        } else if page.next != nil, selection.limit == nil {
            Terminal.note(
                "the first \(page.records.count) records; all with --format jsonl or --limit")
        }
        return page.records.count
    }
}
