import Foundation
import RecordCore

/// Comparisons of lists, and of their members one by one.
extension PredicateLowering {
    // MARK: A list as a whole

    func compare(
        _ storage: FieldStorage, _ op: Operator, _ value: Value, _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        let list = SQLText.identifier(storage.column)
        switch op.family {
        case .equality(.equal) where value.isNull: return Condition(sql: "\(list) IS NULL")
        case .equality(.notEqual) where value.isNull: return Condition(sql: "\(list) IS NOT NULL")
        case .membership(.contains):
            if value.isNull { return .fails }
            return try anyMember(
                of: storage,
                where: Comparison(
                    .variable(Self.memberName), .equal, .constant(value), options: options))
        case .equality, .order, .range, .membership(.in), .substring, .pattern, .token, .custom:
            return .unknown
        }
    }

    /// A list and a list of constants: the encoded forms are the same where the lists are.
    func compare(
        _ storage: FieldStorage, _ op: Operator, _ values: [Value],
        _ options: ComparisonOptions
    ) -> Condition {
        switch storage.field.type.scalar {
        case .string: guard options.isEmpty else { return .unknown }
        case .int64, .timestamp, .bytes: break
        // Numbers have several forms of nothing, places several parts.
        case .double, .location, .reference, .asset: return .unknown
        }
        let list = SQLText.identifier(storage.column)
        let scalar = storage.field.type.scalar
        let encoded = ListCoding.encode(values, of: scalar, holder: .default)
        let fits = ListCoding.count(encoded) == values.count
        switch op.family {
        case .equality(.equal):
            guard fits else { return .fails }
            if case .timestamp = scalar { return instants(list, values, areEqual: true) }
            return Condition(sql: "\(list) = \(Value.bytes(encoded))", isNullable: true)
        case .equality(.notEqual):
            guard fits else { return .holds }
            if case .timestamp = scalar { return instants(list, values, areEqual: false) }
            return Condition(sql: dialect.different(list, .value(.bytes(encoded))))
        case .order, .range, .membership, .substring, .pattern, .token, .custom:
            return .unknown
        }
    }

    /// A list of instants, which are equal by the microsecond: what microseconds lose stands behind
    /// all members, so that equal lists are those that begin with the bytes of whole microseconds.
    private func instants(_ list: SQLText, _ values: [Value], areEqual: Bool) -> Condition {
        let whole = values.map { value -> Value in
            guard case .date(let date) = value else { return value }
            return .date(Date(microseconds: date.microseconds))
        }
        let start = ListCoding.encode(whole, of: .timestamp, holder: .default)
        var end = start
        while let last = end.popLast() {
            if last < 0xff {
                end.append(last + 1)
                break
            }
        }
        let (low, high) = (SQLText.value(.bytes(start)), SQLText.value(.bytes(end)))
        return areEqual
            ? Condition(sql: "(\(list) >= \(low) AND \(list) < \(high))", isNullable: true)
            : Condition(sql: "(\(list) < \(low) OR \(list) >= \(high) OR \(list) IS NULL)")
    }

    // MARK: ANY and ALL

    func quantified(
        _ comparison: Comparison, _ left: Operand, _ right: Operand, all: Bool
    ) throws(QueryProblem) -> Condition {
        var single = comparison
        single.quantifier = .direct
        switch (left, right) {
        case (.list(let storage), .constant), (.list(let storage), .constants),
            (.constant, .list(let storage)):
            if case .list = left {
                single.left = .variable(Self.memberName)
            } else {
                single.right = .variable(Self.memberName)
            }
            return all
                ? try everyMember(of: storage, where: single)
                : try anyMember(of: storage, where: single)
        case (.constants(let values), .scalar):
            var parts: [Condition] = []
            if !all, case .equal = comparison.op, case .scalar(let scalar) = right {
                return try compare(scalar, .in, values, comparison.options)
            }
            guard values.count <= 500 else { return .unknown }
            for value in values {
                single.left = .constant(value)
                parts.append(try lower(single))
            }
            return all ? .all(parts) : any(parts)
        default: return .unknown  // Two collections, or none.
        }
    }

    /// The name of the member in comparisons made here; no user can write it.
    private static var memberName: String { "member of the list" }

    /// The lowering of the condition on a member.
    private func members(
        of side: SideTable, named name: String
    ) -> PredicateLowering? {
        guard let member = member(of: side) else { return nil }
        var inner = self
        inner.variable = (name, member)
        inner.avoidsIndexes = false
        return inner
    }

    private func anyMember(
        of storage: FieldStorage, where comparison: Comparison
    ) throws(QueryProblem) -> Condition {
        try anyMember(of: storage, named: Self.memberName, where: .comparison(comparison))
    }

    /// Some member has a property; false of no members and of nil.
    private func anyMember(
        of storage: FieldStorage, named name: String, where predicate: QueryPredicate
    ) throws(QueryProblem) -> Condition {
        guard let side = storage.side, let inner = members(of: side, named: name),
            !asksTheRecord(predicate)
        else {
            return Condition(
                sql: "\(SQLText.identifier(storage.column)) IS NOT NULL", isExact: false)
        }
        let condition = try inner.lower(predicate)
        if condition.constant == false { return .fails }
        let rows = rowsOfMembers(side, condition.sql)
        var found = listed(rows, isExact: condition.isExact)
        if condition.drivers.contains(where: \.isEquality), isOnePlace {
            // Members that differ in case or accents may be of one record.
            let isFolded = condition.drivers.contains { $0.column == SideTable.folded }
            found.byName =
                isFolded
                ? "\(rows) GROUP BY \(SystemColumn.name.sql), \(SystemColumn.row.sql)" : rows
        }
        return found
    }

    /// No member lacks a property; true of no members and of nil.
    private func everyMember(
        of storage: FieldStorage, where comparison: Comparison
    ) throws(QueryProblem) -> Condition {
        guard let side = storage.side, let inner = members(of: side, named: Self.memberName)
        else { return .unknown }
        let opposite = try inner.lower(.comparison(comparison), negated: true)
        guard opposite.isExact else { return .unknown }
        if opposite.constant == false { return .holds }
        return Condition(sql: rows(in: rowsOfMembers(side, opposite.sql), negated: true))
    }

    private func rowsOfMembers(_ side: SideTable, _ condition: SQLText) -> SQLText {
        """
        SELECT \(selectedKey) FROM \(ident: side.name) \
        WHERE \(place) AND \(condition)
        """
    }

    // MARK: SUBQUERY(list, $x, predicate).@count

    func subquery(
        _ storage: FieldStorage, _ variable: String, _ predicate: QueryPredicate,
        _ op: Operator, _ count: Value
    ) throws(QueryProblem) -> Condition {
        guard case .int(let number) = count else { return .unknown }
        let asksForSome: Bool
        let isExact: Bool
        switch op.family {
        case .order(.greater): (asksForSome, isExact) = (number >= 0, number == 0)
        case .order(.greaterOrEqual), .equality(.equal):
            (asksForSome, isExact) = (number >= 1, number == 1 && op == .greaterOrEqual)
        case .equality(.notEqual), .order(.less), .order(.lessOrEqual), .range, .membership,
            .substring, .pattern, .token, .custom:
            (asksForSome, isExact) = (false, false)
        }
        guard asksForSome else { return .unknown }
        // The table has equal members once, so it can say whether there are any, not how many.
        let some = try anyMember(of: storage, named: variable, where: predicate)
        return isExact ? some : some.asSuperset()
    }

    /// Whether a predicate about a member also asks for fields of the record.
    private func asksTheRecord(_ predicate: QueryPredicate) -> Bool {
        let collector = KeyCollector(.predicate(predicate))
        return !collector.keys.isEmpty || collector.asksForMore
    }
}
