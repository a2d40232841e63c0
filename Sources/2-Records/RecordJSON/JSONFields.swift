public import RecordCore

/// Finds the values of chosen keys in one object after the other, without building the rest.
///
///     let fields = JSONFields(["age", "name"])
///     try fields.scan(line)          // {"id": 7, "name": "Ann", "age": 42}
///     try fields.value(0)            // 42
///     fields.bytes(1)                // "Ann" with its quotes
///
/// What is found points into the bytes of the last scan. Not for use by two threads at once.
public final class JSONFields {
    private let keys: [UnsafeMutableBufferPointer<UInt8>]
    private let names: [String]
    private let found: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>>

    /// Looks for keys; the place of a key in the list is its slot.
    public init(_ keys: [String]) {
        names = keys
        self.keys = keys.map { key in
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: key.utf8.count)
            _ = buffer.initialize(from: key.utf8)
            return buffer
        }
        found = .allocate(capacity: keys.count)
        found.initialize(repeating: UnsafeBufferPointer(start: nil, count: 0))
    }

    deinit {
        for key in keys { key.deallocate() }
        found.deallocate()
    }

    /// How many keys are looked for.
    public var count: Int { names.count }

    /// Passes over a whole line or document, which is checked, and remembers where the chosen keys'
    /// values stand.
    ///
    /// Of a key that occurs twice the last value counts.
    ///
    /// Throws when the bytes are not one JSON value. A value that is not an object has no keys.
    public func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        var cursor = JSONCursor(bytes)
        cursor.skipWhitespace()
        try scan(&cursor)
        try cursor.expectEnd()
    }

    /// As ``scan(_:)-(UnsafeBufferPointer<UInt8>)``, of the value that begins at a cursor.
    public func scan(_ cursor: inout JSONCursor) throws(JSONError) {
        let slots = found.count
        for slot in 0..<slots { found[slot] = UnsafeBufferPointer(start: nil, count: 0) }
        guard cursor.position < cursor.end, cursor.position.pointee == UInt8(ascii: "{") else {
            return try cursor.skipValue()
        }
        guard try cursor.enterObject() else { return }
        repeat {
            let key = cursor.position
            let slot = try cursor.skipKey() ? escapedSlot(key, cursor) : plainSlot(key)
            let value = cursor.position
            try cursor.skipValue(depth: 1)
            if slot >= 0 {
                found[slot] = UnsafeBufferPointer(start: value, count: cursor.position - value)
            }
        } while try cursor.continuesObject()
    }

    /// The slot of the key whose opening quote is at a pointer; -1 when it is not wanted.
    @inline(__always)
    private func plainSlot(_ quote: UnsafePointer<UInt8>) -> Int {
        // The key is closed by a quote within the bytes, and wanted keys hold no quote that an
        // unescaped key could match: comparing byte by byte stops at the closing quote.
        let text = quote + 1
        for slot in 0..<keys.count {
            let key = keys[slot]
            var index = 0
            let length = key.count
            while index < length, key[index] == text[index], text[index] != UInt8(ascii: "\"") {
                index += 1
            }
            if index == length, text[index] == UInt8(ascii: "\"") { return slot }
        }
        return -1
    }

    private func escapedSlot(
        _ quote: UnsafePointer<UInt8>, _ cursor: JSONCursor
    ) throws(JSONError) -> Int {
        var reader = cursor
        reader.position = quote
        let name = try reader.readString()
        return names.firstIndex { $0.hasSameBytes(as: name) } ?? -1
    }

    /// The bytes of the value in a slot; empty when the key was not there.
    @inline(__always)
    public func bytes(_ slot: Int) -> UnsafeBufferPointer<UInt8> { found[slot] }

    /// The value in a slot; null when the key was not there.
    ///
    /// Throws only where a text is not UTF-8 or holds half a surrogate pair.
    public func value(_ slot: Int) throws(JSONError) -> Value {
        let bytes = found[slot]
        if bytes.count == 0 { return .null }
        var cursor = JSONCursor(bytes)
        return try cursor.readValue(depth: 1)
    }
}

extension JSONFields {
    /// The keys of an object in the order in which they stand; none of anything else.
    public static func keys(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [String] {
        var cursor = JSONCursor(bytes)
        cursor.skipWhitespace()
        guard cursor.kind == .object, try cursor.enterObject() else { return [] }
        var keys: [String] = []
        repeat {
            let key = try cursor.readKey()
            if !keys.contains(key) { keys.append(key) }
            try cursor.skipValue(depth: 1)
        } while try cursor.continuesObject()
        return keys
    }
}
