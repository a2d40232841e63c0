public import RecordCore

/// Reads JSON into values, exactly.
///
///     try JSONReader.value(of: #"{"age": 42, "tags": ["a", null]}"#)
///     // .dictionary(["age": 42, "tags": ["a", nil]])
///
/// - A number without point and exponent is an integer; beyond 64 bits a decimal of up to 38
///   digits, beyond that a double. Any other number is the nearest double; one beyond the greatest
///   double (`1e400`) is refused, as Foundation's `JSONDecoder` does.
/// - `true` and `false` are the integers 1 and 0, as everywhere in the language.
/// - Of a key that occurs twice the last value counts.
public enum JSONReader {
    /// How deep values may be nested.
    public static let depthLimit = 512

    /// The value of a whole text.
    ///
    /// Throws ``JSONError`` with the place in bytes.
    public static func value(of text: String) throws(JSONError) -> Value {
        try value(of: Array(text.utf8))
    }

    /// The value of a whole run of bytes.
    public static func value(of bytes: [UInt8]) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try value(in: buffer) }
    }

    /// The value of a whole run of bytes; white space may stand around it.
    public static func value(in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Value {
        var cursor = JSONCursor(bytes)
        cursor.skipWhitespace()
        let value = try cursor.readValue(depth: 0)
        try cursor.expectEnd()
        return value
    }
}

extension JSONCursor {
    /// Builds the value that begins at the cursor and passes over it.
    public mutating func readValue() throws(JSONError) -> Value { try readValue(depth: 0) }

    /// Passes over white space and throws if anything else remains.
    public mutating func expectEnd() throws(JSONError) {
        skipWhitespace()
        if position < end {
            throw JSONError(
                .trailingCharacters,
                "Expected nothing more, found \(JSONCursor.show(position.pointee))",
                offset: offset)
        }
    }

    mutating func readValue(depth: Int) throws(JSONError) -> Value {
        guard position < end else { throw unexpected("a value") }
        switch position.pointee {
        case UInt8(ascii: "\""): return .text(try readString())
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "t"):
            try skipWord("true")
            return .int(1)
        case UInt8(ascii: "f"):
            try skipWord("false")
            return .int(0)
        case UInt8(ascii: "n"):
            try skipWord("null")
            return .null
        default: return try readNumber()
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> Value {
        try enter(depth)
        var members: [String: Value] = [:]
        guard try enterObject() else { return .dictionary(members) }
        repeat {
            let key = try readKey()
            members[key] = try readValue(depth: depth + 1)
        } while try continuesObject()
        return .dictionary(members)
    }

    /// Reads a key and passes over the colon and the space around it.
    mutating func readKey() throws(JSONError) -> String {
        try expectKey()
        let key = try readString()
        try skipColon()
        return key
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> Value {
        try enter(depth)
        var members: [Value] = []
        guard try enterArray() else { return .list(members) }
        repeat { members.append(try readValue(depth: depth + 1)) } while try continuesArray()
        return .list(members)
    }

    /// Reads the text that begins at the cursor.
    public mutating func readString() throws(JSONError) -> String {
        let from = position
        let escaped = try skipString()
        let body = UnsafeBufferPointer(start: from + 1, count: position - from - 2)
        if !escaped {
            // Checking UTF-8 is slow where there is nothing to check.
            if JSONCursor.isASCII(body) { return String(decoding: body, as: UTF8.self) }
            guard let text = String(validating: body, as: UTF8.self) else {
                throw JSONError(
                    .invalidUTF8, "A text is not UTF-8", offset: from - start)
            }
            return text
        }
        return try unescape(body)
    }

    @inline(__always)
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        var high: UInt64 = 0
        let count = bytes.count
        guard let base = bytes.baseAddress else { return true }
        while count - index >= 8 {
            high |= UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
            index += 8
        }
        while index < count {
            high |= UInt64(base[index])
            index += 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }

    /// The text that an already checked run of bytes between quotes stands for.
    private func unescape(_ body: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count)
        var index = 0
        while index < body.count {
            let byte = body[index]
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                index += 1
                continue
            }
            // The scan before this has seen that every escape is whole.
            switch body[index + 1] {
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "u"):
                var unit = JSONCursor.hexUnit(body, at: index + 2)
                if unit & 0xFC00 == 0xD800, index + 11 < body.count,
                    body[index + 6] == UInt8(ascii: "\\"), body[index + 7] == UInt8(ascii: "u")
                {
                    let low = JSONCursor.hexUnit(body, at: index + 8)
                    if low & 0xFC00 == 0xDC00 {
                        unit = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
                        index += 6
                    }
                }
                guard let scalar = UnicodeScalar(unit) else {
                    let place = (body.baseAddress.map { $0 - start } ?? 0) + index
                    throw JSONError(
                        .invalidEscape, "Half of a surrogate pair", offset: place)
                }
                bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
                index += 4
            case let plain: bytes.append(plain)
            }
            index += 2
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let place = body.baseAddress.map { $0 - start } ?? 0
            throw JSONError(.invalidUTF8, "A text is not UTF-8", offset: place)
        }
        return text
    }

    private static func hexUnit(_ body: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
        var unit: UInt32 = 0
        for place in index..<index + 4 { unit = unit << 4 | (hexDigit(body[place]) ?? 0) }
        return unit
    }

    /// Reads the number that begins at the cursor.
    public mutating func readNumber() throws(JSONError) -> Value {
        let from = position
        let whole = try skipNumber()
        let digits = UnsafeBufferPointer(start: from, count: position - from)
        let value = NumberText.value(digits, whole)
        if case .double(let double) = value, !double.isFinite {
            throw JSONError(
                .invalidNumber,
                "A number is greater than a double can be, which is 1.7976931348623157e308",
                offset: from - start)
        }
        return value
    }
}
