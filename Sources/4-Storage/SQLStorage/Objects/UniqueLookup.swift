import ObjectCore
import SQLLowering
import Synchronization

/// Finds the rows that have given values of a uniqueness constraint.
///
/// A composite counts as a whole: what it has nothing in is compared too, though the unique indexes of SQL
/// take each NULL for another value.
final class UniqueLookup: Sendable {
    /// One column of a constraint.
    struct Column: Sendable {
        let name: String
        /// The place of its value among those of the constraint.
        let place: Int
        /// The column of an attribute, or of a part of it; nil for a relationship.
        let attribute: AppleColumn?
        /// A value begins as another does: what an index has of it.
        let beginning: SQLText?
    }

    /// A statement, and what its parameters take.
    struct Statement: Sendable {
        let template: SQLTemplate
        let parameters: [Column]
    }

    private let select: SQLText
    private let columns: [Column]
    private let dialect: any Dialect
    private let complete: Statement
    /// The statements for composites without some of their parts, by the columns that are NULL.
    private let incomplete = Mutex<[[Bool]: Statement]>([:])

    /// - Parameter select: `SELECT … FROM …` of the table.
    init(_ select: SQLText, _ columns: [Column], _ dialect: any Dialect) {
        self.select = select
        self.columns = columns
        self.dialect = dialect
        complete = UniqueLookup.statement(
            select, columns, columns.map { _ in false }, dialect)
    }

    /// The statement that finds the rows with given values, none of which is null.
    func statement(for values: [Value]) -> Statement {
        let isNull = columns.map { column in
            guard let attribute = column.attribute, !attribute.path.isEmpty else { return false }
            return values[column.place].part(at: attribute.path).isNull
        }
        guard isNull.contains(true) else { return complete }
        return incomplete.withLock { statements in
            if let known = statements[isNull] { return known }
            let made = UniqueLookup.statement(select, columns, isNull, dialect)
            if statements.count >= 64 { statements.removeAll() }
            statements[isNull] = made
            return made
        }
    }

    private static func statement(
        _ select: SQLText, _ columns: [Column], _ isNull: [Bool], _ dialect: any Dialect
    ) -> Statement {
        var terms: [SQLText] = []
        var parameters: [Column] = []
        for (column, isNull) in zip(columns, isNull) {
            if isNull {
                terms.append("\(ident: column.name) IS NULL")
                continue
            }
            if let beginning = column.beginning {
                terms.append(beginning)
                parameters.append(column)
            }
            terms.append("\(ident: column.name) = \(.placeholder)")
            parameters.append(column)
        }
        return Statement(
            template: SQLTemplate("\(select) WHERE \(terms.joined(" AND "))", for: dialect),
            parameters: parameters)
    }
}

extension UniqueLookup.Column {
    /// Gives a statement the value of the column.
    func bind(_ values: [Value], to binder: inout some SQLBinder, at position: Int) {
        let value = values[place]
        if let attribute {
            attribute.bind(value, to: &binder, at: position)
        } else if case .int(let row) = value {
            binder.bind(int: row, at: position)
        } else {
            binder.bindNull(at: position)
        }
    }
}
