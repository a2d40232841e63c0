import ArgumentParser
import PredicateCore
import RecordCore

/// `quarry get`: records by name.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show records by name, with everything that is stored of them.",
        discussion: """
            Where a name is no record's, none is shown and the exit code is 3.

            EXAMPLES
              quarry get city-2950159
              quarry get ann bob --zone Notes --user ann --format jsonl

            \(Status.help)
            """)

    @Argument(help: "The names of records.")
    var names: [String]

    @OptionGroup var place: StoreOptions

    @Option(help: ArgumentHelp("Only these fields: name,age", valueName: "keys"))
    var fields: String?

    @Option(help: "How to print.")
    var format: OutputFormat = .table

    func validate() throws { try SelectionOptions.validate(fields: fields) }

    func run() async throws {
        try await place.withStore { store in
            let ids = names.map { RecordID($0, zone: place.zoneID) }
            let found = try await store.records(ids, in: place.scope, desiredKeys: nil)
            if let missing = ids.first(where: { found[$0] == nil }) {
                throw RecordPart.missing(missing, place)
            }
            let part = RecordPart(
                schema: try await store.schema(), format: format,
                fields: fields.map(SelectionOptions.names))
            try part.print(ids.compactMap { found[$0] })
        }
    }
}

/// Prints records that were asked for by name.
struct RecordPart {
    let schema: RecordSchema
    let format: OutputFormat
    var fields: [String]?

    /// That there is no record of a name.
    static func missing(_ id: RecordID, _ place: StoreOptions) -> Failure {
        Failure(
            .failed, "There is no record \(id.name)",
            advice: "Names are given without a type"
                + (place.zone == nil && place.database == .public
                    ? "; private databases need --database private or --zone, and --user." : "."))
    }

    /// Prints records; those of one type follow each other in one table, and those of all types
    /// stand under the one header of CSV.
    func print(_ records: [Record]) throws {
        let output = Output(format)
        if format == .csv {
            let printer = RecordPrinter(
                output, format, columns: try commonColumns(of: records), chosen: fields != nil)
            for record in records { try printer.print(record) }
            try printer.finish()
            return try output.end()
        }
        var start = records.startIndex
        while start < records.endIndex {
            let type = records[start].type
            let end = records[start...].firstIndex { $0.type != type } ?? records.endIndex
            let columns = try RecordColumns(fields, of: schema[type])
            if format == .table {
                for record in records[start..<end] { try output.write(table(record, columns)) }
            } else {
                let printer = RecordPrinter(
                    output, format, columns: columns, chosen: fields != nil)
                for record in records[start..<end] { try printer.print(record) }
                try printer.finish()
            }
            start = end
        }
        try output.end()
    }

    /// The columns that were asked for, or those of every type, each once.
    private func commonColumns(of records: [Record]) throws -> RecordColumns {
        guard fields != nil else {
            return RecordColumns(of: records.compactMap { schema[$0.type] })
        }
        // What was asked for is read from records of any type in the same way.
        let columns = try records.map { try RecordColumns(fields, of: schema[$0.type]) }
        return try columns.first ?? RecordColumns(fields, of: nil)
    }

    /// One record, a line for each field.
    private func table(_ record: Record, _ columns: RecordColumns) throws -> String {
        var table = Table(header: [record.type, record.id.name])
        // The record's own name stands above.
        let rows = zip(columns.names, try columns.values(record)).dropFirst(fields == nil ? 1 : 0)
        for (name, value) in rows {
            table.append([Table.Cell(text: name), CellText.cell(value)])
        }
        if fields == nil, let system = record.system {
            table.append([
                Table.Cell(text: "modified", isDim: true),
                Table.Cell(text: "\(CellText.cell(.date(system.modified)).text)", isDim: true),
            ])
        }
        return table.flush() + "\n"
    }
}
