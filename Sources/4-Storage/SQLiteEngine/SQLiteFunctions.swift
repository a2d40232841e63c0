import CSQLite
import Foundation
import GRDB
import GRDBSQLite
import PredicateCore
import SQLLowering

/// Registers the language's own functions and orders of text, so that SQLite and the evaluator
/// agree by construction.
enum SQLiteFunctions {
    /// Adds every function and collation to a connection.
    static func register(in database: Database) {
        for function in SQLFunction.allCases { register(function, in: database.sqliteConnection) }
        quarry_sqlite_add_sums(database.sqliteConnection)
        for name in triggerFunctions {
            sqlite3_create_function_v2(
                database.sqliteConnection, name, -1, SQLITE_UTF8, nil,
                { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
        }
        for (name, order, profile) in SQLFunction.collations {
            database.add(
                collation: DatabaseCollation(name) { a, b in
                    TextMatching.order(a, b, order, profile: profile).comparisonResult
                })
        }
    }

    /// Functions by which the triggers of Apple's stores report what they changed.
    ///
    /// They do nothing here: the store computes derived values itself and reports them.
    private static let triggerFunctions = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue",
        "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ]

    /// A function on its way through the C library.
    private final class Box {
        let function: SQLFunction
        init(_ function: SQLFunction) { self.function = function }
    }

    /// Functions go to the C library directly: GRDB's would wrap every argument once more.
    private static func register(_ function: SQLFunction, in connection: OpaquePointer?) {
        sqlite3_create_function_v2(
            connection, function.name, Int32(function.arity),
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
            Unmanaged.passRetained(Box(function)).toOpaque(),
            { context, count, values in
                guard let context, let values, let box = sqlite3_user_data(context) else { return }
                let function = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().function
                if function == .equal, count == 3, let answer = SQLiteFunctions.areEqual(values) {
                    return sqlite3_result_int64(context, answer ? 1 : 0)
                }
                let arguments = (0..<Int(count)).map { SQLiteFunctions.value(values[$0]) }
                do {
                    SQLiteFunctions.give(try function.evaluate(arguments), to: context)
                } catch {
                    let isLate = (error as? EvaluationError)?.code == .patternTimeout
                    sqlite3_result_error(
                        context,
                        (isLate ? SQLiteErrors.timeLimit : "\(function.name): ") + "\(error)", -1)
                }
            }, nil, nil,
            { box in if let box { Unmanaged<Box>.fromOpaque(box).release() } })
    }

    /// Whether two texts are the same under options that may be `c` and `d`; nil where that is
    /// not to be seen from bytes, since one of them is not ASCII.
    ///
    /// Most texts are ASCII, and this runs for every row that an index finds.
    private static func areEqual(
        _ values: UnsafeMutablePointer<OpaquePointer?>
    ) -> Bool? {
        guard sqlite3_value_type(values[0]) == SQLITE_TEXT,
            sqlite3_value_type(values[1]) == SQLITE_TEXT,
            sqlite3_value_type(values[2]) == SQLITE_TEXT,
            let a = sqlite3_value_text(values[0]), let b = sqlite3_value_text(values[1]),
            let options = sqlite3_value_text(values[2])
        else { return nil }
        var ignoresCase = false
        for place in 0..<Int(sqlite3_value_bytes(values[2])) {
            switch options[place] {
            case UInt8(ascii: "c"): ignoresCase = true
            case UInt8(ascii: "d"): break
            default: return nil
            }
        }
        let count = Int(sqlite3_value_bytes(values[0]))
        let isSameLength = count == Int(sqlite3_value_bytes(values[1]))
        guard isSameLength else {
            // Texts of different lengths may be the same only where there is more than ASCII.
            let others = Int(sqlite3_value_bytes(values[1]))
            let isASCII =
                (0..<count).allSatisfy { a[$0] < 0x80 } && (0..<others).allSatisfy { b[$0] < 0x80 }
            return isASCII ? false : nil
        }
        var isEqual = true
        for place in 0..<count {
            let (one, other) = (a[place], b[place])
            guard one < 0x80, other < 0x80 else { return nil }
            guard one != other else { continue }
            let lower: UInt8 = one | 0x20
            let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
            if !(ignoresCase && isLetter && one ^ other == 0x20) { isEqual = false }
        }
        return isEqual
    }

    private static func value(_ value: OpaquePointer?) -> Value {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .int(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
        case SQLITE_TEXT:
            guard let start = sqlite3_value_text(value) else { return .null }
            let count = Int(sqlite3_value_bytes(value))
            return .text(
                String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let start = sqlite3_value_blob(value) else { return .bytes(Data()) }
            return .bytes(Data(bytes: start, count: Int(sqlite3_value_bytes(value))))
        default: return .null
        }
    }

    private static func give(_ value: Value, to context: OpaquePointer) {
        // SQLite copies what it is given. The C header defines this as a cast of -1.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value.kind {
        case .number(.int(let number)): sqlite3_result_int64(context, number)
        case .number(.double(let number)): sqlite3_result_double(context, number)
        case .text(var text):
            text.withUTF8 { utf8 in
                guard let start = utf8.baseAddress else {
                    return sqlite3_result_text(context, "", 0, nil)
                }
                start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    sqlite3_result_text64(
                        context, $0, UInt64(utf8.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .bytes(let bytes):
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else {
                    sqlite3_result_zeroblob(context, 0)
                    return
                }
                sqlite3_result_blob64(context, start, UInt64(bytes.count), transient)
            }
        case .null, .number(.decimal), .date, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            sqlite3_result_null(context)
        }
    }
}
