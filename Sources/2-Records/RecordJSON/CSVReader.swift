public import RecordCore

/// One field of a row of CSV: where its text stands and how it was written.
///
///     try Array("Ann,\"a, b\"\n".utf8).withUnsafeBufferPointer { bytes in
///         var fields: [CSVField] = []
///         _ = try CSVReader().row(in: bytes, at: 0, isLast: true, into: &fields)
///         fields[1].isQuoted                          // true
///         fields[1].start                             // 5: after the quote
///         try CSVReader().text(fields[1], in: bytes)  // "a, b"
///     }
public struct CSVField: Hashable, Sendable {
    /// The first byte of the text in the row's bytes, inside the quotes if there are any.
    public var start: Int
    /// One past the last byte of the text.
    public var end: Int
    /// Whether it stood in quotes.
    public var isQuoted: Bool
    /// Whether doubled quotes occur in it.
    public var hasQuotes: Bool
}

/// Reads CSV as RFC 4180 has it, from bytes that stay where they are.
///
///     let reader = CSVReader()
///     let rows = try reader.rows(of: "name,age\nAnn,42\n")
///     // [[.text("name"), .text("age")], [.text("Ann"), .int(42)]]
///
/// A field in quotes may hold separators, line ends and doubled quotes. What a field means:
/// - without quotes: nothing is null; what JSON would call a number is a number; `true` and
///   `false` are 1 and 0; the rest is text, white space included (`007` is text);
/// - in quotes: text, always, so that `""` is the empty text and `"42"` is a text.
///
/// ``quotedNumbers`` reads fields in quotes like the others, for files that quote everything.
public struct CSVReader: Sendable {
    /// The separator; a comma.
    public var separator: UInt8
    /// Whether a field in quotes may also be a number or null.
    public var quotedNumbers: Bool

    /// Creates a reader; `quotedNumbers` also reads numbers that stand in quotes.
    public init(separator: UInt8 = UInt8(ascii: ","), quotedNumbers: Bool = false) {
        self.separator = separator
        self.quotedNumbers = quotedNumbers
    }

    /// Finds the fields of the row that begins at an offset.
    ///
    /// Returns the offset of the next row, or nil when the bytes end inside this row and
    /// `isLast` is false, that is, when more bytes must be read first. Throws ``JSONError`` when
    /// a quote is not closed or something follows a closing quote.
    public func row(
        in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isLast: Bool,
        into fields: inout [CSVField]
    ) throws(JSONError) -> Int? {
        fields.removeAll(keepingCapacity: true)
        let count = bytes.count
        var index = offset
        while true {
            var field = CSVField(start: index, end: index, isQuoted: false, hasQuotes: false)
            if index < count, bytes[index] == UInt8(ascii: "\"") {
                field.isQuoted = true
                field.start = index + 1
                index += 1
                while true {
                    guard index < count else {
                        if !isLast { return nil }
                        throw JSONError(
                            .unexpectedEnd, "A quoted field is not closed", offset: field.start - 1)
                    }
                    if bytes[index] == UInt8(ascii: "\"") {
                        guard index + 1 < count else {
                            if !isLast { return nil }
                            break
                        }
                        guard bytes[index + 1] == UInt8(ascii: "\"") else { break }
                        field.hasQuotes = true
                        index += 1
                    }
                    index += 1
                }
                field.end = index
                index += 1
            } else {
                while index < count, bytes[index] != separator, bytes[index] != 0x0A {
                    index += 1
                }
                field.end = index
                if index == count, !isLast { return nil }
                if field.end > field.start, index == count || bytes[index] == 0x0A,
                    bytes[field.end - 1] == 0x0D
                {
                    field.end -= 1
                }
            }
            fields.append(field)
            if index == count {
                if isLast { return count }
                return nil
            }
            switch bytes[index] {
            case separator: index += 1
            case 0x0A: return index + 1
            case 0x0D where index + 1 < count && bytes[index + 1] == 0x0A: return index + 2
            case 0x0D where index + 1 == count:
                return isLast ? count : nil
            default:
                throw JSONError(
                    .unexpectedCharacter, "Expected a separator after the closing quote",
                    offset: index)
            }
        }
    }

    /// The text of a field.
    public func text(
        _ field: CSVField, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) -> String {
        let body = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
        let text: String?
        if field.hasQuotes {
            var plain: [UInt8] = []
            plain.reserveCapacity(body.count)
            var skip = false
            for byte in body {
                if byte == UInt8(ascii: "\""), !skip {
                    skip = true
                    continue
                }
                skip = false
                plain.append(byte)
            }
            text = String(validating: plain, as: UTF8.self)
        } else {
            text = String(validating: body, as: UTF8.self)
        }
        guard let text else {
            throw JSONError(
                .invalidUTF8,
                "A field is not UTF-8: if it is Latin 1, iconv -f LATIN1 -t UTF-8 FILE converts it",
                offset: field.start)
        }
        return text
    }

    /// What a field means.
    public func value(
        _ field: CSVField, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) -> Value {
        if !field.isQuoted || quotedNumbers {
            let body = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
            if let value = CSVReader.inferred(body) { return value }
        }
        return .text(try text(field, in: bytes))
    }

    /// Null, a number or a truth value, or nil where the bytes are text.
    static func inferred(_ body: UnsafeBufferPointer<UInt8>) -> Value? {
        guard let first = body.first else { return .null }
        if JSONCursor.isDigit(first) || first == UInt8(ascii: "-") {
            var cursor = JSONCursor(body)
            do throws(JSONError) {
                let value = try cursor.readNumber()
                guard cursor.position == cursor.end else { return nil }
                return value
            } catch { return nil }
        }
        if body.elementsEqual("true".utf8) { return .int(1) }
        if body.elementsEqual("false".utf8) { return .int(0) }
        return nil
    }

    /// Every row of a text that is small enough to be held, the header row too.
    public func rows(of text: String) throws(JSONError) -> [[Value]] {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { buffer throws(JSONError) -> [[Value]] in
            var rows: [[Value]] = []
            var fields: [CSVField] = []
            var offset = 0
            while offset < buffer.count,
                let next = try row(in: buffer, at: offset, isLast: true, into: &fields)
            {
                rows.append(
                    try fields.map { field throws(JSONError) in try value(field, in: buffer) })
                offset = next
            }
            return rows
        }
    }
}
