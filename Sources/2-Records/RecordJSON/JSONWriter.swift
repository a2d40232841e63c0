public import Foundation
public import RecordCore

/// Writes values as JSON into a growing run of bytes.
///
///     var writer = JSONWriter()
///     writer.append(.dictionary(["age": 42]))
///     writer.bytes   // {"age":42}
///
/// Keys of dictionaries come in the order of their bytes, so that equal values give equal text.
/// The types that JSON lacks are written in the tagged forms of ``RecordJSON``.
public struct JSONWriter: Sendable {
    /// What was written, and room behind it.
    ///
    /// An array that is appended to looks for room, owners and overlap each time, which costs more
    /// than most of the parts that JSON is written in.
    private var storage: [UInt8] = []
    /// How many bytes were written.
    public private(set) var count = 0
    /// Whether dates and bytes are written as bare text, without a tag.
    public var isPlain: Bool

    /// A writer that has written nothing.
    public init(plain: Bool = false) { isPlain = plain }

    /// What was written so far: a copy, without the room behind it.
    ///
    /// Only to be read, as each change through it would copy everything: append instead.
    public var bytes: [UInt8] { Array(storage[..<count]) }

    /// The byte that was written last; nil where nothing was.
    public var last: UInt8? { count > 0 ? storage[count - 1] : nil }

    /// Takes back bytes that were written last.
    public mutating func removeLast(_ number: Int = 1) { count -= min(number, count) }

    /// Gives what was written; after this nothing was.
    public mutating func take() -> [UInt8] {
        defer { count = 0 }
        return bytes
    }

    /// Makes room for more bytes.
    @inline(__always)
    public mutating func reserve(_ number: Int) {
        if storage.count - count < number { grow(number) }
    }

    @inline(never)
    private mutating func grow(_ number: Int) {
        let size = count + max(number, storage.count, 256)
        storage = Array(unsafeUninitializedCapacity: size) { [storage] bytes, initialized in
            bytes.initialize(repeating: 0)
            storage.withUnsafeBufferPointer { written in
                guard let source = written.baseAddress else { return }
                bytes.baseAddress?.update(from: source, count: written.count)
            }
            initialized = size
        }
    }

    /// Appends bytes as they are.
    public mutating func append(raw: StaticString) {
        append(raw: UnsafeBufferPointer(start: raw.utf8Start, count: raw.utf8CodeUnitCount))
    }

    /// Appends bytes as they are.
    @inline(__always)
    public mutating func append(raw: UnsafeBufferPointer<UInt8>) {
        guard let source = raw.baseAddress else { return }
        reserve(raw.count)
        storage.withUnsafeMutableBufferPointer { storage in
            (storage.baseAddress.unsafelyUnwrapped + count).update(from: source, count: raw.count)
        }
        count += raw.count
    }

    /// Appends one byte without escaping it.
    @inline(__always)
    public mutating func append(byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Appends a value; an object of the running program is written as `null`.
    public mutating func append(_ value: Value) {
        switch value {
        case .null, .object: append(raw: "null")
        case .int(let number): append(integer: number)
        case .double(let number): append(double: number)
        case .decimal(let number): append(unescaped: number.description)
        case .text(let text): append(text: text)
        case .date(let date): append(date: date)
        case .bytes(let data): append(data: data)
        case .uuid(let uuid): append(text: uuid.uuidString)
        case .url(let url): append(text: url.absoluteString)
        case .reference(let reference): append(reference, relativeTo: .default)
        case .location(let location): append(location)
        case .asset(let asset): append(asset)
        case .list(let members): append(array: members) { $0.append($1) }
        case .dictionary(let members):
            append(byte: UInt8(ascii: "{"))
            for key in members.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                beginMember()
                append(key: key)
                append(members[key] ?? .null)
            }
            append(byte: UInt8(ascii: "}"))
        }
    }

    /// Appends a value of a record's field; references, also those in lists, name a zone where it
    /// is not the record's.
    package mutating func append(_ value: Value, relativeTo holder: ZoneID) {
        switch value {
        case .reference(let reference): append(reference, relativeTo: holder)
        case .list(let members):
            append(array: members) { $0.append($1, relativeTo: holder) }
        default:  // Every other value is written without knowing its holder.
            append(value)
        }
    }

    /// Appends an array, each of its members by a closure.
    @inlinable
    package mutating func append<T>(array: [T], _ body: (inout JSONWriter, T) -> Void) {
        append(byte: UInt8(ascii: "["))
        for (place, member) in array.enumerated() {
            if place > 0 { append(byte: UInt8(ascii: ",")) }
            body(&self, member)
        }
        append(byte: UInt8(ascii: "]"))
    }

    /// Appends a comma, but for the first member of an object.
    package mutating func beginMember() {
        if last != UInt8(ascii: "{") { append(byte: UInt8(ascii: ",")) }
    }

    /// Appends a key with its colon.
    public mutating func append(key: String) {
        append(text: key)
        append(byte: UInt8(ascii: ":"))
    }

    /// Appends an integer in decimal digits.
    public mutating func append(integer: Int64) {
        if integer < 0 { append(byte: UInt8(ascii: "-")) }
        var length = 1
        var power: UInt64 = 10
        while length < 19, integer.magnitude >= power {
            length += 1
            power *= 10
        }
        reserve(length)
        storage.withUnsafeMutableBufferPointer { storage in
            var rest = integer.magnitude
            for place in stride(from: count + length - 1, through: count, by: -1) {
                storage[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
                rest /= 10
            }
        }
        count += length
    }

    /// Appends a double in its shortest exact form, always with a point or an exponent so that it
    /// reads back as a double.
    ///
    /// What is not finite is tagged: `{"double":"NaN"}`.
    public mutating func append(double: Double) {
        if double.isFinite {
            append(unescaped: double.description)
        } else if double.isNaN {
            append(raw: #"{"double":"NaN"}"#)
        } else if double > 0 {
            append(raw: #"{"double":"Infinity"}"#)
        } else {
            append(raw: #"{"double":"-Infinity"}"#)
        }
    }

    private mutating func append(unescaped text: String) {
        var text = text
        text.withUTF8 { append(raw: $0) }
    }

    /// Appends a text with its quotes.
    public mutating func append(text: String) {
        var text = text
        text.withUTF8 { utf8 in append(text: utf8) }
    }

    /// Appends a text, given as UTF-8, with its quotes.
    public mutating func append(text utf8: UnsafeBufferPointer<UInt8>) {
        let plain = JSONWriter.plainCount(of: utf8)
        reserve(utf8.count + 2)
        storage.withUnsafeMutableBufferPointer { storage in
            let place = storage.baseAddress.unsafelyUnwrapped + count
            place[0] = UInt8(ascii: "\"")
            if let text = utf8.baseAddress { (place + 1).update(from: text, count: plain) }
            place[plain + 1] = UInt8(ascii: "\"")
        }
        guard plain < utf8.count else { return count += plain + 2 }
        count += plain + 1
        var rest = utf8[plain...]
        while let special = rest.popFirst() {
            append(escaped: special)
            let part = UnsafeBufferPointer(rebasing: rest)
            let plain = JSONWriter.plainCount(of: part)
            append(raw: UnsafeBufferPointer(rebasing: part[..<plain]))
            rest = rest.dropFirst(plain)
        }
        append(byte: UInt8(ascii: "\""))
    }

    /// How many bytes there are before the first that has to be escaped.
    private static func plainCount(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        while utf8.count - index >= 8 {
            let word = UnsafeRawPointer(utf8.baseAddress.unsafelyUnwrapped + index)
                .loadUnaligned(as: UInt64.self)
            let hits = JSONCursor.special(word.littleEndian)
            guard hits == 0 else { return index + hits.trailingZeroBitCount &>> 3 }
            index += 8
        }
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    private mutating func append(escaped byte: UInt8) {
        append(byte: UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte: byte)
        case 0x08: append(byte: UInt8(ascii: "b"))
        case 0x09: append(byte: UInt8(ascii: "t"))
        case 0x0A: append(byte: UInt8(ascii: "n"))
        case 0x0C: append(byte: UInt8(ascii: "f"))
        case 0x0D: append(byte: UInt8(ascii: "r"))
        default:
            append(raw: "u00")
            append(byte: byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(byte: Array("0123456789abcdef".utf8)[Int(byte & 15)])
        }
    }

    /// Appends an instant: `{"date":"…Z"}`, or the bare text when plain.
    ///
    /// Years outside 0000 to 9999 are written as `{"date":microseconds since 2001}`.
    public mutating func append(date: Date) {
        let text = ISODate.text(date)
        if isPlain, let text { return append(text: text) }
        append(raw: #"{"date":"#)
        if let text { append(text: text) } else { append(integer: date.microseconds) }
        append(byte: UInt8(ascii: "}"))
    }

    /// Appends bytes: `{"bytes":"base64"}`, or the bare base64 text when plain.
    public mutating func append(data: Data) {
        if isPlain { return append(text: data.base64EncodedString()) }
        append(raw: #"{"bytes":"#)
        append(text: data.base64EncodedString())
        append(byte: UInt8(ascii: "}"))
    }

    /// Appends a pointer to a record; a zone is written where it is not the holder's.
    public mutating func append(_ reference: Reference, relativeTo holder: ZoneID) {
        append(raw: #"{"recordName":"#)
        append(text: reference.recordID.name)
        let zone = reference.recordID.zone
        if zone != holder {
            append(raw: #","zone":"#)
            append(text: zone.name)
            if zone.owner != ZoneID.currentOwner {
                append(raw: #","owner":"#)
                append(text: zone.owner)
            }
        }
        switch reference.action {
        case .none: break
        case .deleteSelf: append(raw: #","action":"deleteSelf""#)
        case .validate: append(raw: #","action":"validate""#)
        }
        append(byte: UInt8(ascii: "}"))
    }

    /// Appends a point: latitude and longitude, then what else is known.
    public mutating func append(_ location: Location) {
        append(raw: #"{"latitude":"#)
        append(double: location.latitude)
        append(raw: #","longitude":"#)
        append(double: location.longitude)
        let rest: [(String, Double?)] = [
            ("altitude", location.altitude), ("horizontalAccuracy", location.horizontalAccuracy),
            ("verticalAccuracy", location.verticalAccuracy), ("course", location.course),
            ("speed", location.speed),
        ]
        for case (let name, let number?) in rest {
            append(byte: UInt8(ascii: ","))
            append(key: name)
            append(double: number)
        }
        if let timestamp = location.timestamp {
            append(raw: #","timestamp":"#)
            append(date: timestamp)
        }
        append(byte: UInt8(ascii: "}"))
    }

    /// Appends a file: where it is, else its content, else its checksum.
    public mutating func append(_ asset: Asset) {
        append(raw: #"{"asset":{"#)
        if let checksum = asset.checksum {
            beginMember()
            append(raw: #""checksum":"#)
            append(text: checksum)
        }
        if let size = asset.size {
            beginMember()
            append(raw: #""size":"#)
            append(integer: size)
        }
        // Where a server has it is of no use to others, and the address ends.
        if let file = asset.fileURL, file.isFileURL {
            beginMember()
            append(raw: #""file":"#)
            append(text: file.relativePath)
        } else if let content = asset.content {
            beginMember()
            append(raw: #""content":"#)
            append(text: content.base64EncodedString())
        }
        append(raw: "}}")
    }
}
