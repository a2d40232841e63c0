import Foundation
import RecordJSON

/// The rows of a CSV file, one after the other.
struct CSVRows {
    /// The bytes that a column's name may have.
    private static let longestName = 1000

    private let source: ChunkReader
    private let reader: CSVReader
    private var pending = 0
    private(set) var fields: [CSVField] = []
    /// The names of the columns.
    private(set) var header: [String] = []
    /// The bytes of the header row, without the line end.
    private(set) var headerBytes: [UInt8] = []
    /// The bytes of the last row, without the line end; they stay until the next call.
    private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The line on which the last row began, counted from 1.
    private(set) var line = 0
    private var linesAhead = 1

    /// Reads the header.
    init(_ source: ChunkReader, _ reader: CSVReader) throws {
        self.source = source
        self.reader = reader
        guard try next() else { throw Failure(.failed, "\(source.name): the file is empty") }
        var names: Set<String> = []
        for field in fields {
            let name: String
            do throws(JSONError) { name = try reader.text(field, in: bytes) } catch {
                throw Failure(.failed, "\(source.name), line \(line): \(error.message)")
            }
            guard name.utf8.count <= CSVRows.longestName else {
                throw Failure(
                    .failed,
                    "\(source.name): the first line is no header, with a name of "
                        + Figures.count(name.utf8.count, "byte"),
                    advice: "--input says how a file is written: jsonl, json, csv or tsv.")
            }
            guard !name.contains("\r") else {
                throw Failure(
                    .failed, "\(source.name): its lines end with a carriage return alone",
                    advice: "Write other line ends: tr '\\r' '\\n' < FILE | quarry …")
            }
            guard !header.isEmpty || !name.hasPrefix("sep=") else {
                throw Failure(
                    .failed, "\(source.name): the first line names a separator and is no header",
                    advice: "Leave it out; the separator is found without it.")
            }
            guard names.insert(name).inserted else {
                throw Failure(
                    .failed, "\(source.name): two columns are called \"\(name)\"",
                    advice: "Give one of them another name in the first line.")
            }
            header.append(name)
        }
        headerBytes = Array(bytes)
    }

    /// Goes to the next row; false at the end.
    ///
    /// Lines that hold nothing are passed over.
    mutating func next() throws -> Bool {
        while true {
            source.consume(pending)
            pending = 0
            line += linesAhead
            linesAhead = 0
            if source.bytes.isEmpty, try !source.fill() { return false }
            let next: Int?
            do throws(JSONError) {
                next = try reader.row(
                    in: source.bytes, at: 0, isLast: source.isAtEnd, into: &fields)
            } catch {
                let lines = source.bytes.prefix(error.offset).reduce(0) { $1 == 10 ? $0 + 1 : $0 }
                throw Failure(.failed, "\(source.name), line \(line + lines): \(error.message)")
            }
            guard let next else {
                try source.fill(atLeast: source.bytes.count * 2)
                continue
            }
            pending = next
            var end = next
            let all = source.bytes
            for index in 0..<next where all[index] == 0x0A { linesAhead += 1 }
            if end > 0, all[end - 1] == 0x0A { end -= 1 }
            if end > 0, all[end - 1] == 0x0D { end -= 1 }
            if end == 0, header.count != 1 { continue }
            bytes = UnsafeBufferPointer(rebasing: all[..<end])
            if !header.isEmpty, fields.count > header.count {
                throw Failure(
                    .failed,
                    "\(source.name), line \(line): \(fields.count) fields under "
                        + "\(header.count) columns", isOfOneItem: true)
            }
            return true
        }
    }
}
