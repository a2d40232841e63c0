import Foundation
package import RecordCore

/// A summary as SQL, with the way to read its rows.
package struct LoweredRecordSummary: Sendable {
    /// The statement: a row for each result.
    package let sql: SQLText
    /// Decodes the columns of a row into values.
    package let reader: SummaryReader
    /// Whether the statement gives the page in order; the store sorts all results otherwise.
    package let isPage: Bool
}

extension QueryLowering {
    /// A summary as a statement; nil where only the evaluator can decide which records match, or
    /// where SQL has no form for what groups are made of.
    ///
    /// The store then reads the records that match and adds them to `CheckedSummary.fold`.
    ///
    /// - Parameters:
    ///   - checked: The summary.
    ///   - databases: The number of the database, or of its parts.
    ///   - zones: The zones that are looked at.
    /// - Throws: ``QueryProblem`` for what no store can answer.
    package func lower(
        _ checked: CheckedSummary, database databases: DatabaseNumbers, zones: [StoredZone]
    ) throws(QueryProblem) -> LoweredRecordSummary? {
        let parts = try analyse(checked.records, databases: databases, zones: zones)
        guard parts.recheck == nil else { return nil }
        let writer = SummaryWriter(
            checked: checked, layout: layout, dialect: dialect,
            isOneZone: parts.predicates.isOneZone)
        return writer.write(filter: parts.filter)
    }
}

/// Writes the statement of one summary.
private struct SummaryWriter {
    /// A value of the rows.
    private struct Input {
        /// The columns: two of a reference, one of everything else.
        var columns: [SQLText]
        var form: SummaryReader.Form
        var isNullable = true
    }

    let checked: CheckedSummary
    let layout: RecordLayout
    let dialect: any Dialect
    /// Whether a reference into the record's own zone is the same one for every record.
    let isOneZone: Bool

    func write(filter: SQLText) -> LoweredRecordSummary? {
        var groups: [Input] = []
        for key in checked.groups {
            guard let input = input(key), input.columns.count == 1 || isOneZone else { return nil }
            groups.append(input)
        }
        var inputs: [Input] = []
        for key in checked.inputs {
            guard let input = input(key) else { return nil }
            inputs.append(input)
        }
        var selection = groups.flatMap(\.columns)
        var columns: [SummaryReader.Column] = []
        /// What sorts a column; nil where SQL has no such order.
        var orders: [(sql: [SQLText], isNullable: Bool)?] = []
        for column in checked.columns {
            switch column {
            case .group(let place):
                columns.append(.group(place))
                orders.append(order(of: groups[place]))
            case .calculated(let function, let place, _):
                let input = place.map { inputs[$0] }
                guard let calculation = calculation(function, of: input) else { return nil }
                selection += calculation.sql
                columns.append(calculation.column)
                orders.append(calculation.order)
            }
        }
        let reader = SummaryReader(groups: groups.map(\.form), columns: columns)
        let keys = groups.flatMap(\.columns)
        var sql: SQLText =
            "SELECT \(selection.joined(", ")) FROM \(ident: layout.table) WHERE \(filter)"
        if !keys.isEmpty { sql += " GROUP BY \(keys.joined(", "))" }
        let isPage: Bool
        if let terms = terms(groups, orders) {
            isPage = true
            if !terms.isEmpty { sql += " ORDER BY \(terms.joined(", "))" }
            sql += QueryLowering.page(checked.query.records.limit, checked.query.records.offset)
        } else {
            isPage = false
        }
        return LoweredRecordSummary(sql: sql, reader: reader, isPage: isPage)
    }

    /// The terms of ORDER BY; nil where SQL has no such order.
    private func terms(
        _ groups: [Input], _ orders: [(sql: [SQLText], isNullable: Bool)?]
    ) -> [SQLText]? {
        var terms: [SQLText] = []
        var sorted: Set<SQLText> = []
        func add(_ order: (sql: [SQLText], isNullable: Bool)?, ascending: Bool) -> Bool {
            guard let order else { return false }
            for sql in order.sql where sorted.insert(sql).inserted {
                terms.append(
                    dialect.orderTerm(sql, ascending: ascending, isNullable: order.isNullable))
            }
            return true
        }
        for term in checked.ordering {
            let found =
                switch term.subject {
                case .column(let place): orders[place]
                case .group(let place): order(of: groups[place])
                }
            guard add(found, ascending: term.ascending) else { return nil }
        }
        for group in groups where !add(order(of: group), ascending: true) { return nil }
        return terms
    }

    private func order(of group: Input) -> (sql: [SQLText], isNullable: Bool)? {
        guard group.columns.count == 1 else { return nil }
        // Behind ORDER BY the name alone may also be a result: PostgreSQL calls that of count(*)
        // "count", as a field may be called.
        return (
            group.columns.map { "\(ident: layout.table).\($0)" }, group.isNullable
        )
    }

    /// The columns of a key.
    private func input(_ key: CheckedSummary.Key) -> Input? {
        switch key.key {
        case .tokens: return nil
        case .system(let field):
            guard let column = field.column else { return nil }
            let form: SummaryReader.Form =
                switch field {
                case .createTime, .modTime: .date
                case .recordID, .createdBy, .modifiedBy, .etag: .text
                }
            return Input(columns: [column.sql], form: form, isNullable: false)
        case .field(let field):
            guard let storage = layout.storage(of: field.name) else { return nil }
            let column = SQLText.identifier(storage.presenceColumn)
            guard case .single(let scalar) = field.type else {
                return Input(columns: [column], form: .bytes)
            }
            switch scalar {
            case .int64: return Input(columns: [column], form: .int)
            case .double: return Input(columns: [column], form: .double)
            case .string: return Input(columns: [column], form: .text)
            case .timestamp: return Input(columns: [column], form: .date)
            case .bytes, .location, .asset: return Input(columns: [column], form: .bytes)
            case .reference:
                return Input(
                    columns: [column, .identifier(storage.zoneColumn)], form: .reference)
            }
        }
    }

    private struct Calculation {
        var sql: [SQLText]
        var column: SummaryReader.Column
        var order: (sql: [SQLText], isNullable: Bool)?
    }

    private func calculation(_ function: SummaryFunction, of input: Input?) -> Calculation? {
        guard let input, let value = input.columns.first else {
            return Calculation(sql: ["count(*)"], column: .count, order: (["count(*)"], false))
        }
        let count: SQLText = "count(\(value))"
        switch (function, input.form) {
        case (.count, _):
            return Calculation(sql: [count], column: .count, order: ([count], false))
        case (.countDistinct, .reference): return nil
        case (.countDistinct, _):
            let different: SQLText = "count(DISTINCT \(value))"
            return Calculation(sql: [different], column: .count, order: ([different], false))
        case (.sum, .int):
            let (sql, order) = sum(ofIntegers: value)
            return Calculation(
                sql: sql, column: .wholeSum(isHalved: sql.count == 2), order: (order, false))
        case (.average, .int):
            let (sql, _) = sum(ofIntegers: value)
            // Engines divide in ways of their own: the store does it for all alike.
            return Calculation(
                sql: sql + [count], column: .wholeAverage(isHalved: sql.count == 2), order: nil)
        case (.sum, .double):
            let sum: SQLText = "sum(\(value))"
            return Calculation(
                sql: [sum, count], column: .realSum, order: (["coalesce(\(sum), 0.0)"], false))
        case (.average, .double):
            return Calculation(sql: ["sum(\(value))", count], column: .realAverage, order: nil)
        case (.min, .int), (.min, .double), (.min, .text), (.min, .date),
            (.max, .int), (.max, .double), (.max, .text), (.max, .date):
            let extreme: SQLText = "\(raw: function == .min ? "min" : "max")(\(value))"
            return Calculation(
                sql: [extreme], column: .extreme(input.form), order: ([extreme], true))
        case (.sum, .text), (.sum, .date), (.sum, .bytes), (.sum, .reference),
            (.average, .text), (.average, .date), (.average, .bytes), (.average, .reference),
            (.min, .bytes), (.min, .reference), (.max, .bytes), (.max, .reference):
            return nil  // Refused by the check.
        }
    }

    /// The exact sum of integers, and what puts such sums in order.
    private func sum(ofIntegers value: SQLText) -> (sql: [SQLText], order: [SQLText]) {
        if dialect.sumsIntegersExactly {
            return (["sum(\(value))"], ["coalesce(sum(\(value)), 0)"])
        }
        // The upper and the lower 32 bits on their own: no sum of them leaves 64 bits, whereas
        // a sum of everything fails by the order in which rows come.
        let upper: SQLText = "coalesce(sum(\(value) >> 32), 0)"
        let lower: SQLText = "coalesce(sum(\(value) & 4294967295), 0)"
        return (
            [upper, lower],
            ["\(upper) + (\(lower) >> 32)", "\(lower) & 4294967295"]
        )
    }
}

/// Reads the rows of a summary: first what the group has in common, then what was calculated.
package struct SummaryReader: Hashable, Sendable {
    /// How a value is kept.
    enum Form: Hashable, Sendable {
        case int, double, text, date, bytes
        /// A name, and a zone where it is not the record's own.
        case reference
    }

    /// How the value of a result is made.
    enum Column: Hashable, Sendable {
        case group(Int)
        case count
        /// A sum of integers; halved, the sums of the upper and of the lower 32 bits.
        case wholeSum(isHalved: Bool)
        /// The same, with how many there are.
        case wholeAverage(isHalved: Bool)
        /// A sum of floating-point numbers, and how many there are.
        case realSum, realAverage
        case extreme(Form)
    }

    let groups: [Form]
    let columns: [Column]

    /// A row as a result.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - zone: The one zone that was looked at, for references into it.
    /// - Throws: `EvaluationError` for a sum that is too large for its kind of number.
    package func result(
        from row: borrowing some SQLRow, zone: ZoneID
    ) throws(EvaluationError) -> SummaryFold.Result {
        var place = 0
        var group: [Value] = []
        group.reserveCapacity(groups.count)
        for form in groups {
            group.append(SummaryReader.value(row, place, form, zone: zone))
            place += form == .reference ? 2 : 1
        }
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        for column in columns {
            switch column {
            case .group(let number): values.append(group[number])
            case .count:
                values.append(.int(row.int(place)))
                place += 1
            case .wholeSum(let isHalved):
                values.append(
                    try SummaryFold.sum(SummaryReader.whole(row, place, isHalved: isHalved)))
                place += isHalved ? 2 : 1
            case .wholeAverage(let isHalved):
                let total = SummaryReader.whole(row, place, isHalved: isHalved)
                place += isHalved ? 2 : 1
                values.append(try SummaryFold.average(total, of: row.int(place)))
                place += 1
            case .realSum:
                values.append(try SummaryFold.sum(SummaryReader.real(row, place)))
                place += 2
            case .realAverage:
                let count = row.int(place + 1)
                values.append(
                    try SummaryFold.average(SummaryReader.real(row, place), of: count))
                place += 2
            case .extreme(let form):
                values.append(SummaryReader.value(row, place, form, zone: zone))
                place += 1
            }
        }
        return SummaryFold.Result(group: group, values: values)
    }

    private static func value(
        _ row: borrowing some SQLRow, _ place: Int, _ form: Form, zone: ZoneID
    ) -> Value {
        if row.isNull(place) { return .null }
        switch form {
        case .int: return .int(row.int(place))
        case .double: return Value.double(row.double(place)).grouped
        case .text: return .text(row.text(place))
        case .date: return .date(Date(microseconds: row.int(place)))
        case .bytes: return .bytes(row.bytes(place))
        case .reference:
            let other = row.isNull(place + 1) ? nil : row.text(place + 1)
            return .reference(
                Reference(
                    RecordID(row.text(place), zone: ZoneCoding.decode(other, from: zone))))
        }
    }

    /// A sum of integers; what does not fit into the row's integers comes as text.
    private static func whole(
        _ row: borrowing some SQLRow, _ place: Int, isHalved: Bool
    ) -> Int128 {
        if isHalved { return Int128(row.int(place)) << 32 + Int128(row.int(place + 1)) }
        return row.isNull(place) ? 0 : Int128(row.text(place)) ?? .max
    }

    /// A sum of floating-point numbers; not a number where the engine has none of some.
    private static func real(_ row: borrowing some SQLRow, _ place: Int) -> Double {
        guard row.isNull(place) else { return row.double(place) }
        return row.int(place + 1) == 0 ? 0 : .nan
    }
}
