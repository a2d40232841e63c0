import PredicateCore
import RecordJSON

/// Prints calculated results in one of the formats.
struct SummaryPrinter {
    private let output: Output
    private let format: OutputFormat
    private let names: [String]
    /// The columns whose numbers are true or false.
    private let truths: Set<Int>

    /// The rows that a table shows where no limit is given.
    static let tableRows = 100

    init(
        _ output: Output, _ format: OutputFormat, names: [String], truths: Set<Int> = []
    ) {
        self.truths = truths
        self.output = output
        self.format = format
        self.names = names
    }

    /// The limit to ask for: one more than a table shows tells whether there are more.
    static func limit(_ limit: Int?, _ format: OutputFormat) -> Int? {
        format == .table ? limit ?? tableRows + 1 : limit
    }

    /// Prints results; gives how many.
    func print(_ results: [[Value]], limit: Int?) throws -> Int {
        let isCut = format == .table && limit == nil && results.count > SummaryPrinter.tableRows
        let rows = isCut ? results.prefix(SummaryPrinter.tableRows) : results[...]
        try print(rows)
        if isCut {
            Terminal.note("the first \(rows.count) results; all with --format jsonl or --limit")
        }
        return rows.count
    }

    /// Prints all of some results.
    func print(_ rows: ArraySlice<[Value]>) throws {
        switch format {
        case .table, .markdown:
            var writer = RowWriter(output, format, header: names)
            for row in rows {
                try writer.append(
                    cells: row.enumerated().map { place, value in
                        truth(value, in: place).map { Table.Cell(text: $0 ? "YES" : "NO") }
                            ?? CellText.cell(value)
                    })
            }
            try writer.finish(showsHeader: true)
        case .csv:
            var writer = RowWriter(output, format, header: names)
            for row in rows { try writer.append(row) }
            try writer.finish(showsHeader: true)
        case .jsonl, .json:
            for row in rows {
                var writer = JSONWriter(plain: true)
                writer.append(byte: UInt8(ascii: "{"))
                for (place, value) in row.enumerated() {
                    if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
                    writer.append(key: names[place])
                    if let truth = truth(value, in: place) {
                        writer.append(raw: truth ? "true" : "false")
                    } else {
                        writer.append(value)
                    }
                }
                writer.append(raw: "}\n")
                try output.write(writer.bytes)
            }
        }
        try output.flush()
    }

    /// Whether a value is true; nil where it is neither true nor false.
    private func truth(_ value: Value, in column: Int) -> Bool? {
        guard truths.contains(column), case .int(let number) = value else { return nil }
        return number != 0
    }
}
