import Foundation
import PredicateCore
import RecordJSON

/// Runs a predicate over the elements of files, one after the other.
struct Filter {
    let predicate: QueryPredicate
    let variables: [String: Value]
    let ordering: [Ordering]
    let fields: [String]?
    let format: OutputFormat?
    let input: InputFormat?
    let limit: Int?
    let offset: Int
    let countsOnly: Bool
    let skipsInvalid: Bool
    let quotedNumbers: Bool
    let sortMemory: Int
    /// What is calculated from the elements that match, instead of printing them.
    var summary: SummaryRequest?

    /// How many elements matched, and how many were malformed and passed over.
    struct Outcome {
        var matched = 0
        var invalid = 0
        /// How many results or elements were printed; nil where they were only counted.
        var results: Int?
        /// The keys that are asked for and that no element had.
        var unseen = UnseenKeys([], ofPredicate: 0)
    }

    /// The keys of the predicate, then those to calculate with or to sort by.
    var keys: PredicateKeys {
        var keys = PredicateKeys(predicate)
        if let summary {
            for path in RowFold.paths(summary) { keys.add(path) }
        } else {
            for part in ordering {
                switch part.key {
                case .keyPath(let path), .distance(let path, _): keys.add(path)
                }
            }
        }
        return keys
    }

    /// Reads files and prints what matches.
    func run(_ paths: [String], to output: Output) throws -> Outcome {
        var outcome = Outcome()
        outcome.unseen = UnseenKeys(
            keys.names, ofPredicate: PredicateKeys(predicate).names.count)
        var stage: Stage?
        for path in paths {
            let reader = try ChunkReader(path: path)
            let format = try InputFormat.detect(reader, named: input)
            switch format {
            case .jsonl, .json:
                // A file without elements is of no kind.
                if stage != nil, try reader.isBlank() { continue }
                let stage = try next(&stage, .json, output, matched: outcome.matched)
                try run(json: reader, byLines: format == .jsonl, stage, &outcome)
            case .csv, .tsv:
                let csv = CSVReader(
                    separator: format == .tsv ? 0x09 : try CSVSeparator.detect(reader),
                    quotedNumbers: quotedNumbers)
                var rows = try CSVRows(reader, csv)
                let stage = try next(
                    &stage, .csv(csv, header: rows.header), output, rows.headerBytes,
                    matched: outcome.matched)
                var rewriter: CSVRewriter?
                if case .csv(let first, _) = stage.row.layout, first.separator != csv.separator {
                    rewriter = CSVRewriter(separator: first.separator)
                }
                try run(csv: &rows, rewriter, reader.name, stage, &outcome)
            }
            if stage?.isFull == true { break }
        }
        try stage?.finish()
        outcome.results = stage?.results
        return outcome
    }

    /// The stage of the files before, if this one has the same columns; `matched` is how many of their
    /// elements matched.
    private func next(
        _ stage: inout Stage?, _ layout: FilterRow.Layout, _ output: Output,
        _ header: [UInt8]? = nil, matched: Int
    ) throws -> Stage {
        if let stage {
            switch (stage.row.layout, layout) {
            case (.json, .json): return stage
            case (.csv(_, let old), .csv(_, let new)) where old == new: return stage
            default:  // Two kinds of file, or other columns: that matters once one is printed.
                if countsOnly || summary != nil || !ordering.isEmpty {
                    guard matched == 0 else {
                        throw Failure(
                            .usage, "Files of one kind, with the same columns, go together")
                    }
                } else if stage.hasPrinted {
                    // What matched in the files before is printed, whatever this one is.
                    try stage.finish()
                    try checkHeader(from: stage.row.layout, to: layout)
                }
            }
        }
        let made = try Stage(self, layout, output, header, after: stage)
        stage = made
        return made
    }

    /// How the elements of files of a layout are printed.
    func outputFormat(of layout: FilterRow.Layout) -> OutputFormat {
        switch layout {
        case .json: format ?? .jsonl
        case .csv: format ?? .csv
        }
    }

    /// Refuses to print elements of another layout as CSV, which has one header, unless the columns
    /// are named; where the first header is printed the others are not known.
    private func checkHeader(from old: FilterRow.Layout, to new: FilterRow.Layout) throws {
        let formats = [outputFormat(of: old), outputFormat(of: new)]
        guard formats.contains(.csv), fields == nil || formats[0] != formats[1] else { return }
        throw Failure(
            .usage, "CSV has one header: files of one kind, with the same columns, go together",
            advice: "Name the columns with --fields and --format csv, or use --format jsonl.")
    }

    private func run(
        json reader: ChunkReader, byLines: Bool, _ stage: Stage, _ outcome: inout Outcome
    ) throws {
        var elements = JSONElements(reader, byLines: byLines)
        while let bytes = try elements.next() {
            let isEnough: Bool
            do {
                do throws(JSONError) { try stage.row.load(json: bytes) } catch {
                    throw Excerpt.failure(error, in: bytes, reader.name, line: elements.line)
                }
                outcome.unseen.look(at: stage.row)
                guard try stage.accepts() else { continue }
                isEnough = try !stage.take()
            } catch {
                try pass(over: error, reader.name, elements.line, &outcome)
                continue
            }
            outcome.matched += 1
            if isEnough { return }
        }
    }

    /// `rewriter` writes the rows with the separator of the files before, where theirs is another.
    private func run(
        csv rows: inout CSVRows, _ rewriter: CSVRewriter?, _ name: String, _ stage: Stage,
        _ outcome: inout Outcome
    ) throws {
        while true {
            let isEnough: Bool
            do {
                guard try rows.next() else { return }
                let answer: Bool?
                if let rewriter {
                    rewriter.write(rows.fields, in: rows.bytes)
                    answer = try rewriter.bytes.withUnsafeBufferPointer { bytes in
                        try take(bytes, rewriter.fields, in: stage)
                    }
                } else {
                    answer = try take(rows.bytes, rows.fields, in: stage)
                }
                outcome.unseen.look(at: stage.row)
                guard let wantsMore = answer else { continue }
                isEnough = !wantsMore
            } catch {
                try pass(over: error, name, rows.line, &outcome)
                continue
            }
            outcome.matched += 1
            if isEnough { return }
        }
    }

    /// Asks a row, and takes it in where it matches; whether more are wanted, nil where it does not match.
    @inline(__always)
    private func take(
        _ bytes: UnsafeBufferPointer<UInt8>, _ fields: [CSVField], in stage: Stage
    ) throws -> Bool? {
        stage.row.load(csv: bytes, fields)
        return try stage.accepts() ? stage.take() : nil
    }

    private static let dateAdvice =
        "A date of JSON or CSV is text: compare it with text of its form, --arg 2026-12-21 without date:."

    private func pass(
        over error: any Error, _ name: String, _ line: Int, _ outcome: inout Outcome
    ) throws {
        let message = (error as? EvaluationError)?.message ?? (error as? JSONError)?.message
        // What is written to may fail too, which is no fault of the line.
        guard message != nil || (error as? Failure)?.isOfOneItem == true else { throw error }
        if skipsInvalid {
            outcome.invalid += 1
            return
        }
        guard let message else { throw error }
        let isOfDate = message.contains("a date") && message.contains("text")
        throw Failure(
            .failed, "\(name), line \(line): \(message)",
            advice: (isOfDate ? Filter.dateAdvice + "\n" : "")
                + "--skip-invalid passes over lines that cannot be asked.")
    }
}

/// The part of a malformed line around the place, with a caret.
enum Excerpt {
    static func failure(
        _ error: JSONError, in bytes: UnsafeBufferPointer<UInt8>, _ name: String, line: Int
    ) -> Failure {
        let place = min(error.offset, bytes.count)
        var start = max(0, place - 50)
        while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var end = min(bytes.count, place + 30)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        let shown = DisplayWidth.printable(String(decoding: bytes[start..<end], as: UTF8.self))
        let before = DisplayWidth.printable(
            String(decoding: bytes[start..<place], as: UTF8.self))
        let dots = start > 0 ? "…" : ""
        var failure = Failure(
            .failed,
            """
            \(name), line \(line): \(error.message)
              \(dots)\(shown)\(end < bytes.count ? "…" : "")
              \(String(repeating: " ", count: DisplayWidth.of(dots + before)))^
            """)
        failure.isOfOneItem = true
        return failure
    }
}

/// The separator of a file that may use another than the comma.
enum CSVSeparator {
    /// A semicolon or a tab where the header has one and no comma.
    static func detect(_ reader: ChunkReader) throws -> UInt8 {
        try reader.fill(atLeast: 1 << 12)
        let header = reader.bytes.prefix { $0 != 0x0A }
        if header.contains(UInt8(ascii: ",")) { return UInt8(ascii: ",") }
        if header.contains(0x09) { return 0x09 }
        return header.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }
}
