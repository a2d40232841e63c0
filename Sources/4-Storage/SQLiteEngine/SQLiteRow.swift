package import Foundation
import GRDBSQLite
import RecordCore
import SQLLowering

/// The current row of a statement that SQLite is stepping through.
package struct SQLiteRow: SQLRow {
    let statement: OpaquePointer

    /// Whether the column holds NULL.
    package func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
    }

    /// The column as an integer.
    package func int(_ column: Int) -> Int64 {
        sqlite3_column_int64(statement, Int32(truncatingIfNeeded: column))
    }

    /// The column as a number.
    package func double(_ column: Int) -> Double {
        sqlite3_column_double(statement, Int32(truncatingIfNeeded: column))
    }

    /// The column as text.
    package func text(_ column: Int) -> String {
        // The value of the column is looked for once: one thread at a time uses the connection, as what
        // asks the value itself needs.
        let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
        guard let start = sqlite3_value_text(value) else { return "" }
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The column as bytes.
    package func bytes(_ column: Int) -> Data {
        let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
        guard let start = sqlite3_value_blob(value) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_value_bytes(value)))
    }
}

/// Gives a statement of SQLite its values.
package struct SQLiteBinder: SQLBinder {
    let statement: OpaquePointer
    /// The first result code that was not SQLITE_OK.
    var failure = SQLITE_OK

    init(_ statement: OpaquePointer) { self.statement = statement }

    /// Binds NULL to the parameter at a position, counted from 0.
    package mutating func bindNull(at position: Int) {
        note(sqlite3_bind_null(statement, Int32(truncatingIfNeeded: position + 1)))
    }

    /// Binds an integer to the parameter at a position, counted from 0.
    package mutating func bind(int value: Int64, at position: Int) {
        note(sqlite3_bind_int64(statement, Int32(truncatingIfNeeded: position + 1), value))
    }

    /// Binds a floating-point number.
    package mutating func bind(double value: Double, at position: Int) {
        note(sqlite3_bind_double(statement, Int32(truncatingIfNeeded: position + 1), value))
    }

    /// Binds a decimal number as an integer, or as the floating-point number next to it.
    package mutating func bind(decimal value: Decimal, at position: Int) {
        switch AppleStorage.number(value) {
        case .int(let number): bind(int: number, at: position)
        case .double(let number): bind(double: number, at: position)
        default: bindNull(at: position)  // It is one of the two.
        }
    }

    /// Binds a text; SQLite copies it.
    package mutating func bind(text value: String, at position: Int) {
        let index = Int32(truncatingIfNeeded: position + 1)
        let statement = statement
        var value = value
        note(
            value.withUTF8 { utf8 in
                guard let start = utf8.baseAddress, !utf8.isEmpty else {
                    return sqlite3_bind_text(statement, index, "", 0, nil)
                }
                return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    sqlite3_bind_text64(
                        statement, index, $0, UInt64(utf8.count), Self.transient,
                        UInt8(SQLITE_UTF8))
                }
            })
    }

    /// Binds bytes; SQLite copies them.
    package mutating func bind(bytes value: Data, at position: Int) {
        let index = Int32(truncatingIfNeeded: position + 1)
        let statement = statement
        note(
            value.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(statement, index, 0)
                }
                return sqlite3_bind_blob64(
                    statement, index, start, UInt64(bytes.count), Self.transient)
            })
    }

    private mutating func note(_ result: Int32) {
        if result != SQLITE_OK, failure == SQLITE_OK { failure = result }
    }

    /// SQLite copies what it is given.
    ///
    /// The C header defines this as a cast of -1.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
