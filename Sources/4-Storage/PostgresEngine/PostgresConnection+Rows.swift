#if Postgres
package import SQLLowering

/// Rows of one table on their way into a statement for several.
final class PostgresRows {
    let insertion: RowInsertion
    /// The types of a row's values.
    let types: [UInt32]
    /// The values of all rows, row by row.
    let parameters = PostgresParameters()
    var count = 0

    /// Bytes of rows that are sent without waiting for more.
    static let most = 1 << 18

    init(_ insertion: RowInsertion, types: [UInt32]) {
        self.insertion = insertion
        self.types = types
    }
}

/// Rows that are inserted together.
///
/// A batch of 200 records is a few statements of 64 rows for each table instead of hundreds of one:
/// PostgreSQL spends more on a statement than on a row, and where another server has the table, each
/// is a round trip of that server.
extension PostgresConnection {
    /// Inserts a row, together with those of the same table that come before any other statement.
    ///
    /// Rows of different tables do not depend on each other's order. What fails is thrown as by
    /// ``run(_:_:)``.
    package func insertRow(
        _ insertion: RowInsertion, _ bind: (inout PostgresBinder) throws -> Void
    ) throws {
        let rows: PostgresRows
        if let known = waitingRows.first(where: { $0.insertion === insertion }) {
            rows = known
        } else {
            rows = PostgresRows(insertion, types: try entry(insertion.single).types)
            waitingRows.append(rows)
        }
        var binder = PostgresBinder(parameters: rows.parameters, start: rows.parameters.count)
        rows.parameters.beginRow(rows.types)
        try bind(&binder)
        rows.count += 1
        if rows.count >= insertion.greatestSize || rows.parameters.size >= PostgresRows.most {
            waitingRows.removeAll { $0 === rows }
            try send(rows)
        }
    }

    /// Sends the rows that wait for others, without waiting for what becomes of them.
    func sendRows() throws {
        // A read that has no connection of its own asks one statement and nothing else.
        if let refusal { throw refusal }
        guard !waitingRows.isEmpty else { return }
        let all = waitingRows
        waitingRows = []
        for rows in all { try send(rows) }
    }

    private func send(_ rows: PostgresRows) throws {
        while rows.count > 0 {
            let size = rows.insertion.size(of: rows.count)
            let values = size * rows.types.count
            let entry = try rowsEntry(rows.insertion, size, rows.types)
            let isLast = size == rows.count
            try link.send(entry, isLast ? rows.parameters : rows.parameters.prefix(values))
            try link.settleIfFull()
            rows.count -= size
            if !isLast { rows.parameters.removeFirst(values) }
        }
    }
}
#endif
