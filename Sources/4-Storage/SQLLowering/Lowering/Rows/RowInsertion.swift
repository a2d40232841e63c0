import Synchronization

/// The statement that inserts rows into a table: one at a time, or several at once.
///
///     let insertion = RowInsertion(into: "City", columns: ["_row", "name"], for: dialect)
///     try executor.insertRow(insertion) { binder in … }
///
/// An engine far away may keep a row until others of the same table have come, or until any other
/// statement runs: what a batch costs there is the number of its statements.
package final class RowInsertion: Sendable {
    /// The statement for one row.
    package let single: SQLTemplate
    /// How many values a row has.
    package let columnCount: Int
    private let several = Mutex<[Int: SQLTemplate]>([:])
    private let make: @Sendable (Int) -> SQLTemplate

    /// How many rows statements have, the most first.
    private static let sizes = [64, 16, 4, 1]
    /// Values of a statement, at most; PostgreSQL takes 65,535.
    private static let most = 8_000

    /// - Parameter ignoringSame: Whether a row that is there already is passed over.
    package init(
        into table: String, columns: [String], ignoringSame: Bool = false, for dialect: some Dialect
    ) {
        columnCount = columns.count
        make = { rows in
            SQLTemplate(
                WriteLowering.insert(
                    into: table, columns: columns, rows: rows, ignoringSame: ignoringSame),
                for: dialect)
        }
        single = make(1)
    }

    /// An insertion that is written out, in the dialect.
    ///
    /// - Parameters:
    ///   - columnCount: How many values a row has.
    ///   - make: The statement for a number of rows; a row's placeholders stand together.
    package init(
        columnCount: Int, for dialect: some Dialect,
        _ make: @escaping @Sendable (_ rows: Int) -> SQLText
    ) {
        self.columnCount = columnCount
        self.make = { SQLTemplate(make($0), for: dialect) }
        single = self.make(1)
    }

    /// How many of some rows one statement inserts.
    package func size(of rows: Int) -> Int {
        RowInsertion.sizes.first {
            $0 <= rows && ($0 == 1 || $0 * columnCount <= RowInsertion.most)
        } ?? 1
    }

    /// The most rows that one statement inserts.
    package var greatestSize: Int { size(of: RowInsertion.sizes[0]) }

    /// The statement for as many rows as ``size(of:)`` gives.
    package func template(rows: Int) -> SQLTemplate {
        guard rows > 1 else { return single }
        return several.withLock { several in
            if let known = several[rows] { return known }
            let made = make(rows)
            several[rows] = made
            return made
        }
    }
}
