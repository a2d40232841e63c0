#if Postgres
import CPostgres
package import Foundation
import RecordCore
import SQLLowering

/// The values of a statement on their way to PostgreSQL, kept in one piece of memory that is
/// used again for the next statement.
final class PostgresParameters {
    /// What stands for a value that could not be bound; nil while all could.
    private(set) var failure: String?
    private var bytes: [UInt8] = []
    /// Where each value stands among ``bytes``; nil is NULL.
    private var places: [Range<Int>?] = []
    private var formats: [Int32] = []
    /// The types that the statement takes.
    private var types: [Oid] = []

    /// Makes ready for a statement that takes some types.
    func begin(_ types: [Oid]) {
        failure = nil
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        self.types.removeAll(keepingCapacity: true)
        beginRow(types)
    }

    /// Makes ready for another row of the same types behind those that are bound.
    func beginRow(_ rowTypes: [Oid]) {
        types += rowTypes
        for _ in rowTypes {
            places.append(nil)
            formats.append(1)
        }
    }

    /// The values from one position on, without those before it.
    func removeFirst(_ count: Int) {
        types.removeFirst(count)
        places.removeFirst(count)
        formats.removeFirst(count)
    }

    /// The first values alone; their bytes stay those of all.
    func prefix(_ count: Int) -> PostgresParameters {
        let first = PostgresParameters()
        first.failure = failure
        first.bytes = bytes
        first.types = Array(types.prefix(count))
        first.places = Array(places.prefix(count))
        first.formats = Array(formats.prefix(count))
        return first
    }

    /// How many values are bound.
    var count: Int { types.count }

    func type(at position: Int) -> Oid? {
        guard types.indices.contains(position) else {
            failure = "There is no parameter \(position + 1)."
            return nil
        }
        return types[position]
    }

    func setNull(_ position: Int) {
        if type(at: position) != nil { places[position] = nil }
    }

    /// Binds a number in the order of bytes of the network.
    func set(_ number: some FixedWidthInteger, at position: Int) {
        withUnsafeBytes(of: number.bigEndian) { set($0, at: position) }
    }

    /// Binds bytes as they are.
    func set(_ raw: UnsafeRawBufferPointer, at position: Int) {
        let start = bytes.count
        bytes.append(contentsOf: raw)
        places[position] = start..<bytes.count
        formats[position] = 1
    }

    /// Binds what PostgreSQL reads from its text.
    func set(words: String, at position: Int) {
        let start = bytes.count
        bytes.append(contentsOf: words.utf8)
        places[position] = start..<bytes.count
        // Texts end with a zero there.
        bytes.append(0)
        formats[position] = 0
    }

    func fail(_ position: Int, _ reason: String) {
        if failure == nil { failure = "Parameter \(position + 1): \(reason)" }
    }

    /// How many bytes are bound.
    var size: Int { bytes.count }

    /// The integers that are bound, by the numbers of their parameters, from 1 on.
    var integers: [Int: Int64] {
        var found: [Int: Int64] = [:]
        for (position, place) in places.enumerated() where types[position] == PostgresType.int8 {
            guard let place, place.count == 8, formats[position] == 1 else { continue }
            found[position + 1] = bytes[place].reduce(0) { $0 << 8 | Int64($1) }
        }
        return found
    }

    /// Shows what libpq takes.
    func withValues<T>(
        _ body: (
            _ count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?,
            _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
        ) -> T
    ) -> T {
        bytes.append(0)  // An address for the empty value at the end.
        let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
        return bytes.withUnsafeBytes { raw in
            let start = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = places.map { place in
                place.flatMap { start?.advanced(by: $0.lowerBound) }
            }
            return values.withUnsafeBufferPointer { values in
                body(Int32(places.count), values.baseAddress, lengths, formats)
            }
        }
    }
}

/// Gives a statement of PostgreSQL its values, each as the type that the statement takes.
package struct PostgresBinder: SQLBinder {
    let parameters: PostgresParameters
    /// Where the values of a row begin, where rows before it are bound too.
    var start = 0

    /// Binds NULL to the parameter at a position, counted from 0.
    package mutating func bindNull(at position: Int) { parameters.setNull(start + position) }

    /// Binds an integer, converted to the type that the server expects.
    package mutating func bind(int value: Int64, at position: Int) {
        switch parameters.type(at: start + position) {
        case nil: return
        case PostgresType.int8: parameters.set(value, at: start + position)
        case PostgresType.int4:
            guard let small = Int32(exactly: value) else {
                return parameters.fail(start + position, "The number does not fit.")
            }
            parameters.set(small, at: start + position)
        case PostgresType.float8: parameters.set(Double(value).bitPattern, at: start + position)
        case PostgresType.bool:
            parameters.set(value == 0 ? 0 as UInt8 : 1, at: start + position)
        default: parameters.set(words: String(value), at: start + position)
        }
    }

    /// Binds a floating-point number.
    package mutating func bind(double value: Double, at position: Int) {
        switch parameters.type(at: start + position) {
        case nil: return
        case PostgresType.float8: parameters.set(value.bitPattern, at: start + position)
        default: parameters.set(words: "\(value)", at: start + position)
        }
    }

    /// Binds a decimal number with all its digits.
    package mutating func bind(decimal value: Decimal, at position: Int) {
        guard value.isFinite else { return bindNull(at: position) }
        switch parameters.type(at: start + position) {
        case nil: return
        case PostgresType.float8, PostgresType.int8:
            bind(double: value.nearestDouble, at: position)
        default: parameters.set(words: "\(value)", at: start + position)
        }
    }

    /// Binds a text, converted to the type that the server expects.
    package mutating func bind(text value: String, at position: Int) {
        switch parameters.type(at: start + position) {
        case nil: return
        case PostgresType.text, PostgresType.varchar:
            var value = value
            value.withUTF8 { utf8 in
                if PostgresText.needsEscape(utf8) {
                    PostgresText.escaped(utf8).withUnsafeBytes {
                        parameters.set($0, at: start + position)
                    }
                } else {
                    parameters.set(UnsafeRawBufferPointer(utf8), at: start + position)
                }
            }
        default: parameters.set(words: value, at: start + position)
        }
    }

    /// Binds bytes to a parameter, without conversion.
    package mutating func bind(bytes value: Data, at position: Int) {
        guard parameters.type(at: start + position) != nil else { return }
        value.withUnsafeBytes { parameters.set($0, at: start + position) }
    }
}
#endif
