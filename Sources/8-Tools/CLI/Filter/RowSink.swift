import Foundation
import PredicateCore
import RecordJSON

/// Takes the rows that match, one after the other, each as it is loaded.
protocol RowSink: AnyObject {
    /// Prints the row.
    func emit(_ row: FilterRow) throws
    /// Prints what is still to be printed.
    func finish() throws
}

/// Prints elements as they stand in the file.
final class EchoSink: RowSink {
    private let output: Output
    private let oneLine: Bool
    /// The header, until it is printed: a file in which nothing matches leaves it to the next.
    private var header: [UInt8]?

    /// `oneLine` makes one line of elements that stand on several.
    init(_ output: Output, oneLine: Bool, header: [UInt8]? = nil) {
        self.output = output
        self.oneLine = oneLine
        self.header = header
    }

    private func printHeader() throws {
        guard let header else { return }
        self.header = nil
        try output.write(header + [0x0A])
    }

    func emit(_ row: FilterRow) throws {
        try printHeader()
        if oneLine, JSONLine.isNeeded(row.bytes) {
            var line: [UInt8] = []
            JSONLine.append(row.bytes, to: &line)
            try output.write(line)
        } else {
            try output.write(row.bytes)
        }
        output.write(byte: 0x0A)
    }

    func finish() throws {
        try printHeader()
        try output.flush()
    }
}

/// JSON on one line.
enum JSONLine {
    /// Whether the bytes stand on several lines.
    @inline(__always)
    static func isNeeded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.baseAddress.map { memchr($0, 0x0A, bytes.count) != nil } ?? false
    }

    /// Appends checked JSON without the white space between its parts.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) {
        var inText = false
        var isEscaped = false
        for byte in bytes {
            if inText {
                line.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inText = false
                }
            } else if byte > 0x20 {
                line.append(byte)
                inText = byte == UInt8(ascii: "\"")
            }
        }
    }
}

/// Which of the columns that were asked for any element had.
struct SeenColumns {
    private let names: [String]
    var have: [Bool]
    var rows = 0

    init(_ names: [String]) {
        self.names = names
        have = names.map { _ in false }
    }

    /// Says which columns no element had: their names are perhaps misspelt.
    func report() {
        let missing = zip(names, have).filter { !$1 }.map { $0.0 }
        guard rows > 0, !missing.isEmpty else { return }
        Terminal.note("no element has \(missing.joined(separator: ", "))")
    }
}

/// Prints chosen parts of elements as JSON objects.
final class ObjectSink: RowSink {
    private let output: Output
    private let columns: [(name: String, path: RowPath)]
    private var seen: SeenColumns
    private let areChosen: Bool

    /// Prints columns, chosen by name or those of a header, which are there however few have values.
    init(_ output: Output, _ columns: [(name: String, path: RowPath)], areChosen: Bool = true) {
        self.output = output
        self.columns = columns
        self.areChosen = areChosen
        seen = SeenColumns(columns.map(\.name))
    }

    func emit(_ row: FilterRow) throws {
        var writer = JSONWriter(plain: true)
        writer.append(byte: UInt8(ascii: "{"))
        seen.rows += 1
        for (index, (name, path)) in columns.enumerated() {
            if let raw = path.rawJSON(row) {
                if raw.isEmpty { continue }
                writer.beginMember()
                writer.append(key: name)
                if !JSONLine.isNeeded(raw) {
                    writer.append(raw: raw)
                } else {
                    var line: [UInt8] = []
                    JSONLine.append(raw, to: &line)
                    line.withUnsafeBufferPointer { writer.append(raw: $0) }
                }
            } else {
                let value = try path.written(row)
                if value.isNull { continue }
                writer.beginMember()
                writer.append(key: name)
                writer.append(value)
            }
            seen.have[index] = true
        }
        writer.append(raw: "}\n")
        try output.write(writer.bytes)
    }

    func finish() throws {
        try output.flush()
        if areChosen { seen.report() }
    }
}

/// Prints elements in columns, as CSV or as a table.
///
/// Where no columns are named they are those of the first hundred rows, which wait until then.
final class ColumnSink: RowSink {
    private let output: Output
    private let format: OutputFormat
    private let layout: FilterRow.Layout
    private var columns: [(name: String, path: RowPath)]
    private var seen = SeenColumns([])
    private let chosen: FilterRow?
    private var waiting: [[UInt8]] = []
    private var dropped: Set<String> = []
    private var rows: RowWriter?
    private var own: FilterRow?

    /// Prints named columns; `isFirst` is false where rows of CSV with the same header came before.
    init(
        _ output: Output, _ format: OutputFormat, columns: [(name: String, path: RowPath)],
        isFirst: Bool
    ) {
        self.output = output
        self.format = format
        self.columns = columns
        layout = .json
        chosen = nil
        let names = columns.map(\.name)
        seen = SeenColumns(names)
        rows = RowWriter(output, format, header: names, continuesCSV: !isFirst)
    }

    /// Prints the columns that the first rows have.
    init(_ output: Output, _ format: OutputFormat, sampling row: FilterRow) {
        self.output = output
        self.format = format
        columns = []
        layout = row.layout
        chosen = row
    }

    func emit(_ row: FilterRow) throws {
        if chosen != nil, own == nil {
            // What cannot be read is a fault of this row, not of a later one.
            _ = try row.whole()
            waiting.append(Array(row.bytes))
            if waiting.count == 100 { try chooseColumns() }
            return
        }
        if let own {
            try own.reload(row.bytes)
            if case .json = layout {
                for name in try own.names() where !own.keys.contains(name) { dropped.insert(name) }
            }
            try print(own)
        } else {
            try print(row)
        }
    }

    private func chooseColumns() throws {
        guard let chosen else { return }
        var names: [String] = []
        for bytes in waiting {
            try bytes.withUnsafeBufferPointer { bytes in
                let probe = FilterRow(chosen.layout, keys: [])
                try probe.reload(bytes)
                for name in try probe.names() where !names.contains(name) { names.append(name) }
            }
        }
        if names.isEmpty, !waiting.isEmpty {
            throw Failure(.usage, "These elements have no fields: use --format jsonl")
        }
        let row = FilterRow(chosen.layout, keys: names)
        columns = try names.compactMap { name in
            try RowPath(QueryKeyPath(steps: [.key(name)]), in: row).map { (name, $0) }
        }
        own = row
        rows = RowWriter(output, format, header: columns.map(\.name))
        for bytes in waiting {
            try bytes.withUnsafeBufferPointer { bytes in
                try row.reload(bytes)
                try print(row)
            }
        }
        waiting = []
    }

    private func print(_ row: FilterRow) throws {
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        var cells: [Int: String] = [:]
        for (index, column) in columns.enumerated() {
            let value = try column.path.written(row)
            if case .csv = format, case .csv = row.layout, value.isNumber {
                cells[index] = try column.path.cell(row)
            }
            values.append(RecordJSON.tagged(value) ?? value)
        }
        if chosen == nil {
            seen.rows += 1
            for (index, value) in values.enumerated() where !value.isNull {
                seen.have[index] = true
            }
        }
        try rows?.append(values, asWritten: cells)
    }

    func finish() throws {
        if chosen != nil, own == nil, !waiting.isEmpty { try chooseColumns() }
        try rows?.finish(showsHeader: own == nil)
        try output.flush()
        seen.report()
        if dropped.isEmpty { return }
        let message =
            "left out, since the first rows do not have them: "
            + dropped.sorted().prefix(8).joined(separator: ", ")
        if case .csv = format {
            // A program that reads it would take it for the whole.
            throw Failure(.failed, message, advice: "Name the columns with --fields.")
        }
        Terminal.note(message + " (name the columns with --fields)")
    }
}
