import Foundation

/// Reads a binary property list.
///
/// Lengths, depth, the number of values and what is copied of them are bounded.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsets: [Int]
    private let referenceSize: Int
    private let top: Int
    private var budget = 2_000_000
    /// Bytes that texts and data may still have: each counts as often as it is referred to.
    private var room: Int

    init(_ data: Data) throws(ModelArchiveError) {
        bytes = [UInt8](data)
        room = 2 * bytes.count + (64 << 20)
        guard bytes.count >= 40 else { throw Self.damaged }
        let trailer = bytes.count - 32
        let offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, trailer + 8, 8),
            let top = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8),
            count > 0, top < count, table < trailer, count <= (trailer - table) / offsetSize
        else { throw Self.damaged }
        self.top = top
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        for place in 0..<count {
            guard let offset = Self.number(bytes, table + place * offsetSize, offsetSize),
                offset < table
            else { throw Self.damaged }
            offsets.append(offset)
        }
        self.offsets = offsets
    }

    mutating func read() throws(ModelArchiveError) -> PropertyTree { try object(top, depth: 0) }

    private static let damaged = ModelArchiveError("The property list is damaged.")
    /// What no archiver writes: it names an object by its number where it stands again.
    static let repeated = ModelArchiveError("The property list repeats its data too often.")

    /// Some bytes as a number, the highest first; of more than eight the last eight count.
    private static func bits(_ bytes: [UInt8], _ start: Int, _ size: Int) -> UInt64? {
        guard start >= 0, size >= 0, start <= bytes.count - size else { return nil }
        return bytes[start..<(start + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        bits(bytes, start, size).flatMap { Int(exactly: $0) }
    }

    private mutating func object(_ place: Int, depth: Int) throws(ModelArchiveError) -> PropertyTree
    {
        budget -= 1
        guard offsets.indices.contains(place), depth < 64, budget > 0 else { throw Self.damaged }
        let start = offsets[place]
        let marker = bytes[start]
        let low = Int(marker & 0x0f)
        switch marker >> 4 {
        case 0x0: return marker == 0x08 ? .bool(false) : marker == 0x09 ? .bool(true) : .null
        case 0x1:
            let size = 1 << low
            guard size <= 16, let value = Self.bits(bytes, start + 1, size) else {
                throw Self.damaged
            }
            return .int(Int64(bitPattern: value))
        case 0x2:
            let size = 1 << low
            guard size == 4 || size == 8, let value = Self.bits(bytes, start + 1, size) else {
                throw Self.damaged
            }
            if size == 4 { return .double(Double(Float(bitPattern: UInt32(value)))) }
            return .double(Double(bitPattern: value))
        case 0x3:
            guard let value = Self.bits(bytes, start + 1, 8) else { throw Self.damaged }
            return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: value)))
        case 0x4:
            let (count, begin) = try length(low, start)
            return .data(Data(try content(begin, count)))
        case 0x5:
            let (count, begin) = try length(low, start)
            return .text(String(decoding: try content(begin, count), as: UTF8.self))
        case 0x6:
            let (count, begin) = try length(low, start)
            guard count <= bytes.count / 2 else { throw Self.damaged }
            let halves = Array(try content(begin, count * 2))
            let units = (0..<count).map { (index: Int) -> UInt16 in
                let high = UInt16(halves[index * 2])
                return high << 8 | UInt16(halves[index * 2 + 1])
            }
            return .text(String(decoding: units, as: UTF16.self))
        case 0x8:
            guard let number = Self.number(bytes, start + 1, low + 1) else { throw Self.damaged }
            return .reference(number)
        case 0xa:
            let (count, begin) = try length(low, start)
            let members = try references(begin, count)
            return .list(
                try members.map { member throws(ModelArchiveError) in
                    try object(member, depth: depth + 1)
                })
        case 0xd:
            let (count, begin) = try length(low, start)
            let keys = try references(begin, count)
            let values = try references(begin + count * referenceSize, count)
            var entries: [String: PropertyTree] = [:]
            for (key, value) in zip(keys, values) {
                guard case .text(let name) = try object(key, depth: depth + 1) else {
                    throw Self.damaged
                }
                entries[name] = try object(value, depth: depth + 1)
            }
            return .dictionary(entries)
        default: throw Self.damaged  // Sets, which no archiver writes, and what is not defined.
        }
    }

    private func length(_ low: Int, _ start: Int) throws(ModelArchiveError) -> (Int, Int) {
        if low < 15 { return (low, start + 1) }
        guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1 else { throw Self.damaged }
        let size = 1 << Int(bytes[start + 1] & 0x0f)
        guard size <= 8, let count = Self.number(bytes, start + 2, size), count <= bytes.count
        else { throw Self.damaged }
        return (count, start + 2 + size)
    }

    /// Bytes that are copied.
    private mutating func content(
        _ start: Int, _ count: Int
    ) throws(ModelArchiveError) -> ArraySlice<UInt8> {
        guard start <= bytes.count, count <= bytes.count - start else { throw Self.damaged }
        room -= count
        guard room >= 0 else { throw Self.repeated }
        return bytes[start..<(start + count)]
    }

    private func references(_ start: Int, _ count: Int) throws(ModelArchiveError) -> [Int] {
        guard count <= bytes.count, start + count * referenceSize <= bytes.count else {
            throw Self.damaged
        }
        return try (0..<count).map { place throws(ModelArchiveError) in
            guard let number = Self.number(bytes, start + place * referenceSize, referenceSize)
            else { throw Self.damaged }
            return number
        }
    }
}

/// Writes a binary property list.
struct BinaryPropertyListWriter {
    private var objects: [[UInt8]] = []
    private var texts: [String: Int] = [:]

    /// The bytes of a list; references are four bytes wide throughout.
    static func write(_ tree: PropertyTree) -> Data {
        var writer = BinaryPropertyListWriter()
        let top = writer.add(tree)
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in writer.objects {
            offsets += big(UInt64(bytes.count), 4)
            bytes += object
        }
        let table = bytes.count
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 4, 4]
        bytes += big(UInt64(writer.objects.count), 8) + big(UInt64(top), 8) + big(UInt64(table), 8)
        return Data(bytes)
    }

    private static func big(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }

    private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
        if count < 15 { return [kind << 4 | UInt8(count)] }
        return [kind << 4 | 0x0f, 0x12] + big(UInt64(count), 4)
    }

    private mutating func add(_ tree: PropertyTree) -> Int {
        if case .text(let text) = tree, let known = texts[text] { return known }
        let place = objects.count
        objects.append([])
        var bytes: [UInt8]
        switch tree {
        case .null: bytes = [0]
        case .bool(let truth): bytes = [truth ? 9 : 8]
        case .int(let number): bytes = [0x13] + Self.big(UInt64(bitPattern: number), 8)
        case .double(let number): bytes = [0x23] + Self.big(number.bitPattern, 8)
        case .date(let date):
            bytes = [0x33] + Self.big(date.timeIntervalSinceReferenceDate.bitPattern, 8)
        case .data(let data): bytes = Self.header(4, data.count) + data
        case .text(let text):
            texts[text] = place
            if text.utf8.allSatisfy({ $0 < 128 }) {
                bytes = Self.header(5, text.utf8.count) + text.utf8
            } else {
                bytes = Self.header(6, text.utf16.count)
                for unit in text.utf16 { bytes += Self.big(UInt64(unit), 2) }
            }
        case .reference(let number): bytes = [0x83] + Self.big(UInt64(number), 4)
        case .list(let members):
            bytes = Self.header(0xa, members.count)
            for member in members { bytes += Self.big(UInt64(add(member)), 4) }
        case .dictionary(let entries):
            let sorted = entries.sorted { $0.key < $1.key }
            bytes = Self.header(0xd, sorted.count)
            for entry in sorted { bytes += Self.big(UInt64(add(.text(entry.key))), 4) }
            for entry in sorted { bytes += Self.big(UInt64(add(entry.value)), 4) }
        }
        objects[place] = bytes
        return place
    }
}
