package import Foundation
package import RecordCore

/// A row of a result, as an engine's cursor shows it, read by position.
///
/// Positions begin at 0. The row is valid only until the cursor moves; what is read is a copy.
/// Readers are generic over the row, so an engine's row should be a small struct.
package protocol SQLRow {
    /// Whether the column holds NULL.
    func isNull(_ column: Int) -> Bool
    /// The column as an integer; 0 where it is not a number.
    func int(_ column: Int) -> Int64
    /// The column as a number; 0 where it is none.
    func double(_ column: Int) -> Double
    /// The column as text, embedded zero characters included; empty where it is NULL.
    func text(_ column: Int) -> String
    /// The column as bytes; empty where it is NULL.
    func bytes(_ column: Int) -> Data
}

/// Takes the values of a statement's parameters, by position.
///
/// Positions begin at 0. Every position of the statement is bound each time it runs. A failure
/// to bind (a value too big) shows when the statement runs.
package protocol SQLBinder {
    /// Binds NULL.
    mutating func bindNull(at position: Int)
    /// Binds an integer.
    mutating func bind(int value: Int64, at position: Int)
    /// Binds a floating-point number.
    mutating func bind(double value: Double, at position: Int)
    /// Binds a decimal number; what the engine has no form for as near to it as it comes.
    mutating func bind(decimal value: Decimal, at position: Int)
    /// Binds a text.
    mutating func bind(text value: String, at position: Int)
    /// Binds bytes.
    mutating func bind(bytes value: Data, at position: Int)
}

extension SQLBinder {
    /// Binds values in their order; gives the position of the first of a kind that SQL does not have,
    /// which lowering turns into another, or nil where there is none.
    @inlinable
    package mutating func bind(_ values: [Value]) -> Int? {
        for (position, value) in values.enumerated() {
            switch value.kind {
            case .null: bindNull(at: position)
            case .number(.int(let number)): bind(int: number, at: position)
            case .number(.double(let number)): bind(double: number, at: position)
            case .text(let text): bind(text: text, at: position)
            case .bytes(let bytes): bind(bytes: bytes, at: position)
            case .number(.decimal), .date, .scalar, .reference, .location, .asset, .list,
                .dictionary, .object:
                return position
            }
        }
        return nil
    }

    /// Binds an integer, or NULL.
    @inline(__always)
    package mutating func bind(int value: Int64?, at position: Int) {
        if let value { bind(int: value, at: position) } else { bindNull(at: position) }
    }
    /// Binds a text, or NULL.
    @inline(__always)
    package mutating func bind(text value: String?, at position: Int) {
        if let value { bind(text: value, at: position) } else { bindNull(at: position) }
    }
    /// Binds bytes, or NULL.
    @inline(__always)
    package mutating func bind(bytes value: Data?, at position: Int) {
        if let value { bind(bytes: value, at: position) } else { bindNull(at: position) }
    }
}

/// A statement whose parameters are bound by position each time it runs.
///
/// An engine may keep the prepared statement under the identity of this object; it must then
/// keep the object too.
package final class SQLTemplate: Sendable {
    /// The text for the dialect that the template was made for.
    package let text: String
    /// How many parameters the text has.
    package let parameterCount: Int

    /// A statement of a dialect; its parameters are placeholders.
    package init(_ sql: SQLText, for dialect: some Dialect) {
        let (text, parameters) = sql.rendered(for: dialect)
        self.text = text
        parameterCount = parameters.count
    }
}

/// Runs statements without results: what a ``RowWriter`` needs from a connection.
package protocol SQLExecutor {
    /// What takes the values.
    associatedtype Binder: SQLBinder
    /// Runs a statement once with the values that `bind` gives.
    mutating func run(_ template: SQLTemplate, _ bind: (inout Binder) throws -> Void) throws
    /// Inserts a row, now or together with others before the next statement runs.
    mutating func insertRow(
        _ insertion: RowInsertion, _ bind: (inout Binder) throws -> Void) throws
}

extension SQLExecutor {
    /// Inserts the row now.
    package mutating func insertRow(
        _ insertion: RowInsertion, _ bind: (inout Binder) throws -> Void
    ) throws { try run(insertion.single, bind) }
}
