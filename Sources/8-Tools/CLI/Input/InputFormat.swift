import ArgumentParser
import Foundation

/// How the records of a file are written.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
    /// One JSON value a line.
    case jsonl
    /// A JSON array, or JSON values one after the other over any lines.
    case json
    /// Rows with a header.
    case csv
    /// Rows with a header, separated by tabs.
    case tsv

    /// The format that was named, else the one by the file's name, else by how the content begins.
    ///
    /// Passes over a byte order mark.
    ///
    /// - Throws: ``Failure`` for a compressed file, one of UTF-16 and a database, where no format was named.
    static func detect(_ reader: ChunkReader, named: InputFormat?) throws -> InputFormat {
        try reader.fill(atLeast: 1)
        if reader.bytes.first == 0xEF { try reader.fill(atLeast: 3) }
        reader.passByteOrderMark()
        // More is not waited for: a pipe may be slow.
        if let named { return named }
        while reader.bytes.count < 1 << 16, try reader.fill() {}
        for (head, what, command) in otherForms where reader.bytes.starts(with: head) {
            throw Failure(
                .failed, "\(reader.name) is \(what)", advice: "Write \(command) FILE | quarry …")
        }
        if reader.bytes.starts(with: "SQLite format 3\0".utf8) {
            throw Failure(
                .failed, "\(reader.name) is a database of SQLite",
                advice: "quarry export --store FILE and quarry coredata export FILE read some.")
        }
        let suffix = URL(fileURLWithPath: reader.name).pathExtension.lowercased()
        switch suffix {
        case "jsonl", "ndjson", "jsonlines", "ldjson": return .jsonl
        case "csv": return .csv
        case "tsv", "tab": return .tsv
        default: break  // `.json` is either of two; the content says.
        }
        let head = reader.bytes.prefix(1 << 16)
        guard let first = head.first(where: { $0 > 0x20 }) else { return .jsonl }
        switch first {
        case UInt8(ascii: "["): return .json
        case UInt8(ascii: "{"): return isWholeObject(firstLine(of: head)) ? .jsonl : .json
        case _ where suffix == "json": return .json
        default:
            let line = firstLine(of: head)
            return line.contains(0x09) && !line.contains(UInt8(ascii: ",")) ? .tsv : .csv
        }
    }

    /// How files begin that another program makes readable, and its command.
    private static let otherForms: [(head: [UInt8], what: String, command: String)] = [
        ([0x1F, 0x8B], "compressed", "gunzip -c"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "compressed", "unxz -c"),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed", "unzstd -c"),
        ([0xFF, 0xFE], "UTF-16", "iconv -f UTF-16 -t UTF-8"),
        ([0xFE, 0xFF], "UTF-16", "iconv -f UTF-16 -t UTF-8"),
    ]

    private static func firstLine(
        of head: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        let text = head.drop { $0 <= 0x20 }
        return text.prefix { $0 != 0x0A }
    }

    /// Whether an object that begins on the line may also end there.
    private static func isWholeObject(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        // A line that is longer than what was looked at is taken as whole.
        if line.endIndex == 1 << 16 { return true }
        return line.last { $0 > 0x20 } == UInt8(ascii: "}")
    }
}
