import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// Prints records one after the other in one of the formats.
///
/// Unchecked: a store calls back one record after the other and is done before anyone else
/// looks.
final class RecordPrinter: @unchecked Sendable {
    private let output: Output
    private let format: OutputFormat
    private let columns: RecordColumns
    private let chosen: Bool
    private let json: RecordJSON
    private let fieldOrder: [String]
    private var rows: RowWriter
    /// Records printed so far.
    private(set) var count = 0
    /// Called after each record.
    var onRecord: (Int) throws -> Void = { _ in }

    /// `chosen` are the columns that were asked for by name.
    init(
        _ output: Output, _ format: OutputFormat, columns: RecordColumns, chosen: Bool,
        json: RecordJSON = RecordJSON()
    ) {
        self.output = output
        self.format = format
        self.columns = columns
        self.chosen = chosen
        self.json = json
        fieldOrder = columns.desiredKeys
        rows = RowWriter(
            output, format, header: format == .csv ? columns.csvHeader : columns.names)
    }

    func print(_ record: Record) throws {
        count += 1
        switch format {
        case .table, .markdown, .csv:
            try rows.append(try columns.values(record), holder: record.id.zone)
        case .jsonl, .json:
            var writer = JSONWriter(plain: json.isPlain)
            if chosen {
                writer.append(byte: UInt8(ascii: "{"))
                for (name, value) in zip(columns.names, try columns.values(record))
                where !value.isNull {
                    writer.beginMember()
                    writer.append(key: name)
                    writer.append(value, relativeTo: record.id.zone)
                }
                writer.append(byte: UInt8(ascii: "}"))
            } else {
                json.append(record, fieldOrder: fieldOrder, to: &writer)
            }
            writer.append(byte: 0x0A)
            try output.write(writer.bytes)
        }
        try onRecord(count)
    }

    /// Prints what waits.
    func finish() throws { try rows.finish(showsHeader: chosen) }
}
