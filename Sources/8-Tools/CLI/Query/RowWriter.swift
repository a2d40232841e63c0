import PredicateCore
import RecordJSON

/// Prints rows of values under names, as a table or as CSV.
///
/// A table is as wide as its first 200 rows need.
struct RowWriter {
    private let output: Output
    private var table: Table?
    private var csv = CSVWriter()

    /// Rows under a header; with `continuesCSV` CSV goes on below the header that it has.
    init(
        _ output: Output, _ format: OutputFormat, header: [String], continuesCSV: Bool = false
    ) {
        self.output = output
        switch format {
        case .table, .markdown: table = Table(header: header, isMarkdown: format == .markdown)
        case .csv: if !continuesCSV { csv.append(header: header) }
        case .jsonl, .json: break
        }
    }

    /// Adds a row, of a record in the zone `holder` where it is one.
    mutating func append(_ values: [Value], holder: ZoneID = .default) throws {
        if table != nil { return try append(cells: values.map(CellText.cell)) }
        csv.append(values, holder: holder)
        if csv.bytes.count > 1 << 16 { try flush() }
    }

    /// Adds a row; in CSV `cells` stand for the values at their places as they are.
    mutating func append(_ values: [Value], asWritten cells: [Int: String]) throws {
        if cells.isEmpty || table != nil { return try append(values) }
        for (index, value) in values.enumerated() {
            if index > 0 { csv.bytes.append(csv.separator) }
            if let cell = cells[index] {
                csv.bytes += cell.utf8
            } else {
                csv.append([value])
                csv.bytes.removeLast()
            }
        }
        csv.bytes.append(0x0A)
        if csv.bytes.count > 1 << 16 { try flush() }
    }

    /// Adds a row to a table.
    mutating func append(cells: [Table.Cell]) throws {
        table?.append(cells)
        if let count = table?.rows.count, count >= 200 { try flush() }
    }

    private mutating func flush() throws {
        if let text = table?.flush() { try output.write(text) }
        try output.write(csv.bytes)
        csv.bytes.removeAll(keepingCapacity: true)
    }

    /// Prints the rows that are still buffered, and where `showsHeader` says so the header of a
    /// table without rows.
    mutating func finish(showsHeader: Bool) throws {
        if showsHeader || table?.rows.isEmpty != true { try flush() }
        try output.flush()
    }
}
