import Foundation

/// A place in a run of bytes that are JSON; moves forward over values without building them.
///
///     try Array(#"{"name": "Bern", "population": 134591}"#.utf8).withUnsafeBufferPointer {
///         var cursor = JSONCursor($0)
///         guard try cursor.enterObject() else { return }
///         repeat {
///             let key = try cursor.nextKey()
///             print(key.text ?? "", cursor.kind)  // name text, then population number
///             try cursor.skipValue()
///         } while try cursor.continuesObject()
///     }
///
/// Everything is checked against the grammar of RFC 8259 as it is passed over, except that the
/// bytes of a text that is only skipped are not checked to be UTF-8.
///
/// The bytes must stay where they are as long as the cursor is used.
public struct JSONCursor {
    /// The first byte of the text.
    public let start: UnsafePointer<UInt8>
    /// One past the last byte.
    public let end: UnsafePointer<UInt8>
    /// The byte that is read next.
    public var position: UnsafePointer<UInt8>
    /// How deep values may be nested.
    public let depthLimit: Int

    /// A cursor on the first byte.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = JSONReader.depthLimit) {
        // An empty buffer may have no address; any non-null pointer stands for "nothing".
        let base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        start = base
        position = base
        end = base + bytes.count
        self.depthLimit = depthLimit
    }

    /// Bytes from the start.
    public var offset: Int { position - start }

    /// Passes over spaces, tabs and line ends.
    @inline(__always)
    public mutating func skipWhitespace() {
        while position < end {
            let byte = position.pointee
            if byte > 0x20 { return }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    /// Passes over one value, which must begin at the cursor.
    public mutating func skipValue() throws(JSONError) { try skipValue(depth: 0) }

    /// Passes over one value of a text that ``skipValue()`` has passed over as a whole.
    ///
    /// Of objects and arrays only texts and brackets are looked at, a third of the work. What is
    /// malformed all the same is an error where the text ends before its brackets do.
    ///
    ///     var again = cursor         // before a value
    ///     try cursor.skipValue()
    ///     try again.skipCheckedValue()
    ///     again.position == cursor.position  // true
    package mutating func skipCheckedValue() throws(JSONError) {
        guard position < end, position.pointee | 0x20 == UInt8(ascii: "{") else {
            return try skipValue()
        }
        var depth = 0
        repeat {
            guard position < end else { throw unexpected("a closing bracket") }
            switch position.pointee {
            case UInt8(ascii: "\""):
                _ = try skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
        } while depth > 0
    }

    mutating func skipValue(depth: Int) throws(JSONError) {
        guard position < end else { throw unexpected("a value") }
        switch position.pointee {
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "{"): try skipObject(depth: depth)
        case UInt8(ascii: "["): try skipArray(depth: depth)
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: _ = try skipNumber()
        }
    }

    /// Passes over a text with its quotes; returns whether it has escapes.
    @inline(__always)
    mutating func skipString() throws(JSONError) -> Bool {
        var p = position + 1
        let end = end
        var escaped = false
        while true {
            // Eight bytes at a time, as long as none is a quote, a backslash or a control.
            while end - p >= 8 {
                let word = UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)
                let hits = JSONCursor.special(word.littleEndian)
                if hits != 0 {
                    p += hits.trailingZeroBitCount &>> 3
                    break
                }
                p += 8
            }
            guard p < end else {
                position = end
                throw JSONError(.unexpectedEnd, "A text is not closed", offset: offset)
            }
            let byte = p.pointee
            if byte == UInt8(ascii: "\"") {
                position = p + 1
                return escaped
            }
            if byte == UInt8(ascii: "\\") {
                escaped = true
                position = p
                try skipEscape()
                p = position
            } else if byte < 0x20 {
                position = p
                throw JSONError(
                    .controlCharacter, "A text holds an unescaped control character",
                    offset: offset)
            } else {
                p += 1
            }
        }
    }

    /// The high bit of every byte that is a quote, a backslash or below 0x20; bits above the
    /// lowest one set may be wrong.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let hits =
            ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
            | ((word &- ones &* 0x20) & ~word)
        return hits & (ones &* 0x80)
    }

    private mutating func skipEscape() throws(JSONError) {
        guard end - position >= 2 else {
            position = end
            throw JSONError(.unexpectedEnd, "A text is not closed", offset: offset)
        }
        switch position[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            for index in 2..<6 {
                guard end - position > index else {
                    position = end
                    throw JSONError(.unexpectedEnd, "A text is not closed", offset: offset)
                }
                guard JSONCursor.hexDigit(position[index]) != nil else {
                    throw JSONError(
                        .invalidEscape, "\\u needs four hexadecimal digits", offset: offset)
                }
            }
            position += 6
        default:
            throw JSONError(
                .invalidEscape, "JSON has no escape \\\(JSONCursor.show(position[1]))",
                offset: offset)
        }
    }

    @inline(__always)
    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }

    private mutating func skipObject(depth: Int) throws(JSONError) {
        try enter(depth)
        guard try enterObject() else { return }
        repeat {
            _ = try skipKey()
            try skipValue(depth: depth + 1)
        } while try continuesObject()
    }

    /// Passes over a key, the colon and the space around; returns whether the key has escapes.
    @inline(__always)
    mutating func skipKey() throws(JSONError) -> Bool {
        try expectKey()
        let escaped = try skipString()
        try skipColon()
        return escaped
    }

    @inline(__always)
    func expectKey() throws(JSONError) {
        guard position < end, position.pointee == UInt8(ascii: "\"") else {
            throw unexpected("a key in double quotes")
        }
    }

    /// Passes over the colon after a key and the space around it.
    @inline(__always)
    mutating func skipColon() throws(JSONError) {
        skipWhitespace()
        guard position < end, position.pointee == UInt8(ascii: ":") else {
            throw unexpected("\":\"")
        }
        position += 1
        skipWhitespace()
    }

    private mutating func skipArray(depth: Int) throws(JSONError) {
        try enter(depth)
        guard try enterArray() else { return }
        repeat { try skipValue(depth: depth + 1) } while try continuesArray()
    }

    func enter(_ depth: Int) throws(JSONError) {
        if depth >= depthLimit {
            throw JSONError(.tooDeep, "Nested deeper than \(depthLimit) levels", offset: offset)
        }
    }

    mutating func skipWord(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard end - position >= length else {
            guard memcmp(position, word.utf8Start, end - position) == 0 else {
                throw unexpected("a value")
            }
            position = end
            throw unexpected("a value")
        }
        guard memcmp(position, word.utf8Start, length) == 0 else { throw unexpected("a value") }
        position += length
    }

    /// Passes over a number; returns whether it is written as a whole number.
    @inline(__always)
    mutating func skipNumber() throws(JSONError) -> Bool {
        var p = position
        let end = end
        if p < end, p.pointee == UInt8(ascii: "-") { p += 1 }
        guard p < end else {
            position = p
            throw unexpected("a digit")
        }
        if p.pointee == UInt8(ascii: "0") {
            p += 1
            if p < end, JSONCursor.isDigit(p.pointee) { throw badNumber("a leading zero") }
        } else if JSONCursor.isDigit(p.pointee) {
            while p < end, JSONCursor.isDigit(p.pointee) { p += 1 }
        } else {
            throw unexpected("a value")
        }
        var whole = true
        if p < end, p.pointee == UInt8(ascii: ".") {
            whole = false
            p += 1
            guard p < end, JSONCursor.isDigit(p.pointee) else {
                throw missingDigit(at: p, "a point without digits")
            }
            while p < end, JSONCursor.isDigit(p.pointee) { p += 1 }
        }
        if p < end, p.pointee | 0x20 == UInt8(ascii: "e") {
            whole = false
            p += 1
            if p < end, p.pointee == UInt8(ascii: "+") || p.pointee == UInt8(ascii: "-") { p += 1 }
            guard p < end, JSONCursor.isDigit(p.pointee) else {
                throw missingDigit(at: p, "an exponent without digits")
            }
            while p < end, JSONCursor.isDigit(p.pointee) { p += 1 }
        }
        position = p
        return whole
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private func badNumber(_ what: String) -> JSONError {
        JSONError(.invalidNumber, "A number has \(what)", offset: offset)
    }

    /// The error of a number that lacks a digit; at the end of the bytes more of them may come.
    private mutating func missingDigit(
        at place: UnsafePointer<UInt8>, _ what: String
    ) -> JSONError {
        guard place == end else { return badNumber(what) }
        position = end
        return unexpected("a digit")
    }

    /// The error of finding something else than what was expected at the cursor.
    func unexpected(_ expected: String) -> JSONError {
        guard position < end else {
            return JSONError(
                .unexpectedEnd, "Expected \(expected), found the end", offset: offset)
        }
        return JSONError(
            .unexpectedCharacter,
            "Expected \(expected), found \(JSONCursor.show(position.pointee))", offset: offset)
    }

    static func show(_ byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7F
            ? "\"\(Character(UnicodeScalar(byte)))\"" : "byte 0x" + String(byte, radix: 16)
    }
}
