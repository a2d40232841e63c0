import Foundation

/// The name of a member, as it stands in the text; compared without building a string.
///
///     switch key {
///     case "recordName": …
///     default: try cursor.skipValue()
///     }
public struct JSONKey {
    /// The bytes between the quotes, escapes resolved; valid as long as the cursor's text.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// The name, where escapes had to be resolved.
    private let unescaped: String?

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        unescaped = nil
    }

    init(unescaped: String) {
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        self.unescaped = unescaped
    }

    /// Whether the name is a given one.
    @inline(__always)
    public static func ~= (name: StaticString, key: JSONKey) -> Bool {
        if let text = key.unescaped {
            return text.utf8.elementsEqual(
                UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
        guard key.bytes.count == name.utf8CodeUnitCount else { return false }
        guard let base = key.bytes.baseAddress else { return true }
        return memcmp(base, name.utf8Start, name.utf8CodeUnitCount) == 0
    }

    /// The name as text; nil where its bytes are not UTF-8.
    public var text: String? {
        if let unescaped { return unescaped }
        return JSONCursor.isASCII(bytes)
            ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
}

extension JSONCursor {
    /// What stands at the cursor, by its first byte.
    ///
    ///     Array("[1]".utf8).withUnsafeBufferPointer { JSONCursor($0).kind }  // .array
    public enum Kind: Sendable {
        case object, array, text, number, truth, null
        /// Nothing that begins a value.
        case other
    }

    /// What stands at the cursor.
    @inline(__always)
    public var kind: Kind {
        guard position < end else { return .other }
        switch position.pointee {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .truth
        case UInt8(ascii: "n"): return .null
        default: return .other
        }
    }

    /// Steps to the first member of the object at the cursor, or past an empty object.
    ///
    ///     guard try cursor.enterObject() else { return }
    ///     repeat {
    ///         let key = try cursor.nextKey()
    ///         try cursor.skipValue()
    ///     } while try cursor.continuesObject()
    ///
    /// - Returns: Whether there is a member.
    @inline(__always)
    public mutating func enterObject() throws(JSONError) -> Bool {
        try enter(UInt8(ascii: "{"), UInt8(ascii: "}"), "an object")
    }

    /// Steps to the next member, or past the object.
    @inline(__always)
    public mutating func continuesObject() throws(JSONError) -> Bool {
        try goOn(UInt8(ascii: "}"), "\",\" or \"}\"")
    }

    /// Steps to the first member of the array at the cursor, or past an empty array.
    @inline(__always)
    public mutating func enterArray() throws(JSONError) -> Bool {
        try enter(UInt8(ascii: "["), UInt8(ascii: "]"), "an array")
    }

    /// Steps to the next member, or past the array.
    @inline(__always)
    public mutating func continuesArray() throws(JSONError) -> Bool {
        try goOn(UInt8(ascii: "]"), "\",\" or \"]\"")
    }

    /// Reads a key, the colon and the space around.
    @inline(__always)
    public mutating func nextKey() throws(JSONError) -> JSONKey {
        try expectKey()
        let key = try word()
        try skipColon()
        return key
    }

    /// Reads the text at the cursor without building it, to be compared.
    @inline(__always)
    public mutating func readWord() throws(JSONError) -> JSONKey {
        guard position < end, position.pointee == UInt8(ascii: "\"") else {
            throw unexpected("a text")
        }
        return try word()
    }

    @inline(__always)
    private mutating func word() throws(JSONError) -> JSONKey {
        let from = position
        if try skipString() { return JSONKey(unescaped: try reread(from)) }
        return JSONKey(bytes: UnsafeBufferPointer(start: from + 1, count: position - from - 2))
    }

    private func reread(_ from: UnsafePointer<UInt8>) throws(JSONError) -> String {
        var copy = self
        copy.position = from
        return try copy.readString()
    }

    @inline(__always)
    private mutating func enter(
        _ open: UInt8, _ close: UInt8, _ what: StaticString
    ) throws(JSONError) -> Bool {
        guard position < end, position.pointee == open else { throw unexpected("\(what)") }
        position += 1
        skipWhitespace()
        if position < end, position.pointee == close {
            position += 1
            return false
        }
        return true
    }

    @inline(__always)
    private mutating func goOn(
        _ close: UInt8, _ expected: StaticString
    ) throws(JSONError) -> Bool {
        skipWhitespace()
        guard position < end else { throw unexpected("\(expected)") }
        let byte = position.pointee
        position += 1
        if byte == close { return false }
        guard byte == UInt8(ascii: ",") else {
            position -= 1
            throw unexpected("\(expected)")
        }
        skipWhitespace()
        return true
    }
}

extension JSONError {
    /// The line and the column of the place, both counted from one; columns are bytes.
    public func place(in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var begin = 0
        for index in 0..<min(offset, text.count) where text[index] == UInt8(ascii: "\n") {
            line += 1
            begin = index + 1
        }
        return (line, offset - begin + 1)
    }
}
