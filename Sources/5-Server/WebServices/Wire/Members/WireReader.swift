import Foundation
import PredicateCore
import RecordJSON

/// Reads the members of JSON that is known to be well formed, by name.
///
/// The text is checked once as a whole, so that what is malformed is found wherever it stands;
/// after that any part can be passed over and come back to.
package struct WireReader {
    /// How deep values may be nested.
    package static let depthLimit = 64

    var cursor: JSONCursor
    /// The bytes of the record name that zones may have as their owner's for ``ZoneID/currentOwner``;
    /// empty where none has.
    ///
    /// A reader is copied for each value: a text would be counted each time.
    var currentOwner = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Checks a whole text against the grammar and stands at its first value; no text at all
    /// stands for `{}`.
    ///
    /// - Throws: `BAD_REQUEST` with line, column and offset.
    package init(checking bytes: UnsafeBufferPointer<UInt8>) throws(WireError) {
        var cursor = JSONCursor(bytes, depthLimit: WireReader.depthLimit)
        cursor.skipWhitespace()
        let first = cursor
        self.cursor = cursor
        guard cursor.position < cursor.end else { return }
        do {
            try cursor.skipValue()
            try cursor.expectEnd()
        } catch {
            throw WireError(malformed: error, in: bytes)
        }
        self.cursor = first
    }

    /// Whether anything stands at the reader.
    var isAtEnd: Bool { cursor.position >= cursor.end }

    /// The error of a member that is not what it should be.
    func wrong(_ name: @autoclosure () -> String, _ expected: String) -> WireError {
        .badRequest("BadRequestException: '\(name())' must be \(expected)")
    }

    private func malformed(_ error: JSONError) -> WireError {
        WireError(
            malformed: error,
            in: UnsafeBufferPointer(start: cursor.start, count: cursor.end - cursor.start))
    }

    // MARK: Going on

    /// Passes over a value.
    @inline(__always)
    mutating func skip() throws(WireError) {
        do throws(JSONError) { try cursor.skipCheckedValue() } catch { throw malformed(error) }
    }

    /// Passes over a value and gives a reader that stands before it.
    @inline(__always)
    mutating func pass() throws(WireError) -> WireReader {
        let here = self
        try skip()
        return here
    }

    /// The bytes of a value, which is passed over.
    mutating func raw() throws(WireError) -> UnsafeBufferPointer<UInt8> {
        let from = cursor.position
        try skip()
        return UnsafeBufferPointer(start: from, count: cursor.position - from)
    }

    /// Passes over `null`; false, and nothing is passed over, when something else stands here.
    @inline(__always)
    mutating func null() throws(WireError) -> Bool {
        guard cursor.kind == .null else { return false }
        try skip()
        return true
    }

    // MARK: Objects and arrays

    /// Calls a function for each member of an object; it must pass over the value.
    ///
    /// `null`, and nothing at all, have no members.
    mutating func members(
        _ name: @autoclosure () -> String,
        _ body: (inout WireReader, JSONKey) throws(WireError) -> Void
    ) throws(WireError) {
        if isAtEnd { return }
        if try null() { return }
        guard cursor.kind == .object else { throw wrong(name(), "an object") }
        guard try step({ cursor throws(JSONError) in try cursor.enterObject() }) else { return }
        repeat {
            let key = try step { cursor throws(JSONError) in try cursor.nextKey() }
            try body(&self, key)
        } while try step { cursor throws(JSONError) in try cursor.continuesObject() }
    }

    /// Calls a function for each member of an array; it must pass over the value.
    ///
    /// `null` has no members.
    mutating func elements(
        _ name: @autoclosure () -> String, atMost limit: Int = .max,
        _ body: (inout WireReader) throws(WireError) -> Void
    ) throws(WireError) {
        if try null() { return }
        guard cursor.kind == .array else { throw wrong(name(), "an array") }
        guard try step({ cursor throws(JSONError) in try cursor.enterArray() }) else { return }
        var count = 0
        repeat {
            count += 1
            if count > limit { throw .tooMany(name(), limit: limit) }
            try body(&self)
        } while try step { cursor throws(JSONError) in try cursor.continuesArray() }
    }

    @inline(__always)
    private mutating func step<T>(
        _ body: (inout JSONCursor) throws(JSONError) -> T
    ) throws(WireError) -> T {
        do throws(JSONError) { return try body(&cursor) } catch { throw malformed(error) }
    }

    // MARK: Values

    /// A value of one kind or another; nil of `null`.
    ///
    /// - Parameter read: Passes over the value; nil of one that is not as expected.
    @inline(__always)
    private mutating func value<T>(
        _ name: @autoclosure () -> String, _ expected: String, of kind: JSONCursor.Kind,
        or other: JSONCursor.Kind? = nil, _ read: (inout JSONCursor) throws(JSONError) -> T?
    ) throws(WireError) -> T? {
        let found = cursor.kind
        if found == .null {
            try skip()
            return nil
        }
        guard found == kind || found == other, let value = try step(read) else {
            throw wrong(name(), expected)
        }
        return value
    }

    /// A text; nil of `null`.
    @inline(__always)
    mutating func text(_ name: @autoclosure () -> String) throws(WireError) -> String? {
        try value(name(), "a text", of: .text) { cursor throws(JSONError) in
            try cursor.readString()
        }
    }

    /// A text that is only compared; nil of `null`.
    @inline(__always)
    mutating func word(_ name: @autoclosure () -> String) throws(WireError) -> JSONKey? {
        try value(name(), "a text", of: .text) { cursor throws(JSONError) in
            try cursor.readWord()
        }
    }

    /// A truth value; nil of `null`.
    mutating func flag(_ name: @autoclosure () -> String) throws(WireError) -> Bool? {
        try value(name(), "true or false", of: .truth) { cursor throws(JSONError) in
            let truth = cursor.position.pointee == UInt8(ascii: "t")
            try cursor.skipValue()
            return truth
        }
    }

    /// A whole number, also as text; nil of `null`.
    mutating func integer(_ name: @autoclosure () -> String) throws(WireError) -> Int64? {
        try value(name(), "a whole number", of: .number, or: .text) { cursor throws(JSONError) in
            WireNumber.integer(try cursor.readValue())
        }
    }

    /// A number, also as text; nil of `null`.
    mutating func double(_ name: @autoclosure () -> String) throws(WireError) -> Double? {
        try value(name(), "a number", of: .number, or: .text) { cursor throws(JSONError) in
            WireNumber.double(try cursor.readValue())
        }
    }

    /// Texts; nil of `null`.
    mutating func texts(
        _ name: @autoclosure () -> String, atMost limit: Int = .max
    ) throws(WireError) -> [String]? {
        if try null() { return nil }
        var texts: [String] = []
        try elements(name(), atMost: limit) { reader throws(WireError) in
            if let text = try reader.text(name()) { texts.append(text) }
        }
        return texts
    }

    /// Any value, built.
    mutating func scalar() throws(WireError) -> Value {
        try step { cursor throws(JSONError) in try cursor.readValue() }
    }

    /// The name of a zone: `{"zoneName": "Notes", "ownerRecordName": "_ann"}`; nil of `null`.
    mutating func zone(_ name: @autoclosure () -> String) throws(WireError) -> ZoneID? {
        if try null() { return nil }
        var zone = ZoneID.default
        try members(name()) { reader, key throws(WireError) in
            switch key {
            case "zoneName":
                if let text = try reader.text("zoneName") { zone.name = text }
            case "ownerRecordName":
                if let text = try reader.text("ownerRecordName") {
                    // What the web services call the framework's `__defaultOwner__`.
                    let isCurrent =
                        text == "_defaultOwner"
                        || !text.isEmpty && text.utf8.elementsEqual(reader.currentOwner)
                    zone.owner = isCurrent ? ZoneID.currentOwner : text
                }
            default: try reader.skip()
            }
        }
        return zone
    }

    /// The name of a record, as an object or a text; nil of `null`.
    ///
    /// - Parameter zone: The zone where none is said.
    mutating func recordID(_ name: @autoclosure () -> String, zone: ZoneID) throws(WireError)
        -> RecordID?
    {
        if try null() { return nil }
        if cursor.kind == .text { return try text(name()).map { RecordID($0, zone: zone) } }
        var found: String?
        var place = zone
        try members(name()) { reader, key throws(WireError) in
            switch key {
            case "recordName": found = try reader.text("recordName")
            case "zoneID": place = try reader.zone("zoneID") ?? zone
            default: try reader.skip()
            }
        }
        guard let found else { throw .missing("recordName") }
        return RecordID(found, zone: place)
    }
}

extension WireError {
    /// How many operations, records and tokens of a request are read at all; what an endpoint
    /// takes is less.
    package static let itemLimit = 1000

    init(malformed error: JSONError, in text: UnsafeBufferPointer<UInt8>) {
        let place = error.place(in: text)
        self.init(
            .badRequest,
            "BadRequestException: malformed JSON: \(error.message) "
                + "(line \(place.line), column \(place.column), offset \(error.offset))")
    }

    static func missing(_ name: String) -> WireError {
        .badRequest("BadRequestException: missing required field '\(name)'")
    }

    static func tooMany(_ name: String, limit: Int) -> WireError {
        .badRequest("BadRequestException: limit exceeded: '\(name)' holds \(limit) at most")
    }
}

/// Numbers that may have been written as text.
enum WireNumber {
    static func integer(_ value: Value) -> Int64? {
        switch value.kind {
        case .number(.int(let number)): number
        case .number(.double(let number)): Int64(exactly: number)
        case .text(let text): Int64(text)
        case .null, .number(.decimal), .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            nil
        }
    }

    static func double(_ value: Value) -> Double? {
        switch value.kind {
        case .number(.int(let number)): Double(number)
        case .number(.double(let number)): number.isFinite ? number : nil
        case .number(.decimal(let number)): number.nearestDouble
        case .text(let text): number(text)
        case .null, .date, .bytes, .scalar, .reference, .location, .asset, .list, .dictionary,
            .object:
            nil
        }
    }

    /// The number that a text is; also what JSON cannot write as a number.
    static func number(_ text: String) -> Double? {
        switch text {
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        case "NaN": .nan
        default:
            // Not the hexadecimal forms and the words that Swift reads, nor what no double can be.
            text.utf8.allSatisfy {
                ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
                    || $0 | 0x20 == 0x65
            } ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        }
    }
}
