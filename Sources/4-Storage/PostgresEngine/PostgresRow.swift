#if Postgres
import CPostgres
package import Foundation
import SQLLowering

/// A row of a result, in PostgreSQL's binary form.
package struct PostgresRow: SQLRow {
    let result: OpaquePointer
    let row: Int32

    private func bytes(at column: Int) -> UnsafeBufferPointer<UInt8>? {
        let column = Int32(truncatingIfNeeded: column)
        let count = Int(PQgetlength(result, row, column))
        // The length of NULL is 0.
        guard count > 0 || PQgetisnull(result, row, column) == 0,
            let start = PQgetvalue(result, row, column)
        else { return nil }
        return UnsafeRawBufferPointer(start: start, count: count)
            .assumingMemoryBound(to: UInt8.self)
    }

    /// Whether the column holds NULL.
    package func isNull(_ column: Int) -> Bool {
        PQgetisnull(result, row, Int32(truncatingIfNeeded: column)) != 0
    }

    /// The column as an integer.
    package func int(_ column: Int) -> Int64 {
        guard let bytes = bytes(at: column) else { return 0 }
        switch PQftype(result, Int32(truncatingIfNeeded: column)) {
        case PostgresType.float8:
            return Int64(
                exactly: Double(bitPattern: PostgresRow.word(bytes)).rounded(.towardZero))
                ?? 0
        case PostgresType.int8: return Int64(bitPattern: PostgresRow.word(bytes))
        case PostgresType.int4:
            return Int64(Int32(truncatingIfNeeded: PostgresRow.word(bytes)))
        case PostgresType.int2:
            return Int64(Int16(truncatingIfNeeded: PostgresRow.word(bytes)))
        case PostgresType.bool: return bytes.first == 0 ? 0 : 1
        case PostgresType.numeric: return Int64(PostgresNumeric.text(bytes)) ?? 0
        case PostgresType.text, PostgresType.varchar:
            return Int64(String(decoding: bytes, as: UTF8.self)) ?? 0
        default: return 0
        }
    }

    /// The column as a number.
    package func double(_ column: Int) -> Double {
        guard let bytes = bytes(at: column) else { return 0 }
        switch PQftype(result, Int32(truncatingIfNeeded: column)) {
        case PostgresType.float8: return Double(bitPattern: PostgresRow.word(bytes))
        case PostgresType.float4:
            return Double(
                Float(bitPattern: UInt32(truncatingIfNeeded: PostgresRow.word(bytes))))
        case PostgresType.numeric: return Double(PostgresNumeric.text(bytes)) ?? 0
        default: return Double(int(column))
        }
    }

    /// The column as text.
    package func text(_ column: Int) -> String {
        guard let bytes = bytes(at: column) else { return "" }
        switch PQftype(result, Int32(truncatingIfNeeded: column)) {
        case PostgresType.int8, PostgresType.int4, PostgresType.int2:
            return String(int(column))
        case PostgresType.float8, PostgresType.float4: return "\(double(column))"
        case PostgresType.numeric: return PostgresNumeric.text(bytes)
        default: return PostgresText.text(bytes)
        }
    }

    /// The column as bytes.
    package func bytes(_ column: Int) -> Data { bytes(at: column).map { Data($0) } ?? Data() }

    /// A number in the order of bytes of the network.
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if bytes.count == 8, let start = bytes.baseAddress {
            return UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        }
        return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
#endif
