public import PredicateCore
import Foundation

extension ObjectEvaluation {
    /// Calculated results of rows for which the predicate holds.
    ///
    /// Without grouping, a result for each row, or one of them all where every column is an
    /// aggregate; aggregates beside columns of each row are those of all rows. Groups come in the order of their first rows unless the question says more;
    /// a sort key is the name of a column, or a key path of the first row of the group.
    ///
    /// - Parameter rows: The rows that match, in the order of their numbers.
    public func summarize(
        _ rows: [ObjectRow], _ query: SummaryQuery
    ) throws(EvaluationError) -> [[Value]] {
        var groups: [[ObjectRow]]
        let isAggregate =
            query.columns.contains { $0.expression.hasAggregate }
            || query.having?.hasAggregate == true
        var query = query
        if !query.grouping.isEmpty {
            groups = try grouped(rows, by: query.groupedBy(reader.model))
        } else if isAggregate, query.columns.allSatisfy({ $0.expression.isAlike(in: []) }) {
            groups = [rows]
        } else {
            if isAggregate { query = try filled(query, of: rows) }
            groups = rows.map { [$0] }
        }
        let names = Dictionary(first: query.columns.enumerated().map { ($1.name, $0) })
        let plain = try plainEvaluators(query.columns)
        var results: [(values: [Value], group: [ObjectRow])] = []
        results.reserveCapacity(groups.count)
        for group in groups {
            var values: [Value] = []
            values.reserveCapacity(query.columns.count)
            for (place, column) in query.columns.enumerated() {
                var value: Value
                if let evaluator = plain[place] {
                    value =
                        try group.first.map { row throws(EvaluationError) in
                            try evaluator.value(for: row)
                        } ?? .null
                } else if let counted = column.distinctlyCounted {
                    let members = try members(of: counted, group).map(\.distinct)
                    value = .int(Int64(Set(members).count))
                } else {
                    value = try self.value(of: column.expression, for: group)
                }
                if let type = column.type { value = type.normalized(value) }
                if column.type == .date, case .double(let seconds) = value {
                    value = .date(Date(timeIntervalSinceReferenceDate: seconds))
                }
                values.append(value.detached)
            }
            if let having = query.having {
                let test = try having.replacing { expression throws(EvaluationError) in
                    try replacement(expression, for: group, names: names, values: values)
                }
                let holds =
                    if let first = group.first {
                        try evaluator(test).matches(first)
                    } else { try test.matches(.null, context: context) }
                guard holds else { continue }
            }
            results.append((values, group))
        }
        results = try ordered(results, by: query.objects.ordering, names: names)
        var answers = results.map(\.values)
        if query.isDistinct {
            var seen: Set<[Value]> = []
            answers = answers.filter { seen.insert($0.map(\.distinct)).inserted }
        }
        return answers.page(limit: query.objects.limit, offset: query.objects.offset)
    }

    /// The question with the values of all rows in the place of aggregates.
    private func filled(
        _ query: SummaryQuery, of rows: [ObjectRow]
    ) throws(EvaluationError) -> SummaryQuery {
        let replace: (QueryExpression) throws(EvaluationError) -> QueryExpression? = { part in
            try replacement(part, for: rows, names: [:], values: [])
        }
        var filled = query
        for (place, column) in query.columns.enumerated() {
            if let counted = column.distinctlyCounted {
                let count = Set(try members(of: counted, rows).map(\.distinct)).count
                filled.columns[place].expression = .constant(.int(Int64(count)))
            } else {
                filled.columns[place].expression = try column.expression.replacing(replace)
            }
        }
        filled.having = try query.having?.replacing(replace)
        return filled
    }

    private func plainEvaluators(
        _ columns: [SummaryQuery.Column]
    ) throws(EvaluationError) -> [ExpressionEvaluator<ObjectRow>?] {
        try columns.map { column throws(EvaluationError) in
            column.expression.hasAggregate ? nil : try evaluator(column.expression)
        }
    }

    private func grouped(
        _ rows: [ObjectRow], by expressions: [QueryExpression]
    ) throws(EvaluationError) -> [[ObjectRow]] {
        let keys = try expressions.map { expression throws(EvaluationError) in
            try evaluator(expression)
        }
        var places: [[Value]: Int] = [:]
        var groups: [[ObjectRow]] = []
        for row in rows {
            let values = try keys.map { key throws(EvaluationError) in
                try key.value(for: row).distinct
            }
            if let place = places[values] {
                groups[place].append(row)
            } else {
                places[values] = groups.count
                groups.append([row])
            }
        }
        return groups
    }

    /// The value of an expression with aggregates in it.
    private func value(
        of expression: QueryExpression, for group: [ObjectRow]
    ) throws(EvaluationError) -> Value {
        let filled = try expression.replacing { part throws(EvaluationError) in
            try replacement(part, for: group, names: [:], values: [])
        }
        if case .constant(let value) = filled { return value }
        guard let first = group.first else {
            return try filled.value(for: .null, context: context)
        }
        return try evaluator(filled).value(for: first)
    }

    /// What stands in the place of an aggregate, of a column's name or of a variable.
    private func replacement(
        _ expression: QueryExpression, for group: [ObjectRow], names: [String: Int],
        values: [Value]
    ) throws(EvaluationError) -> QueryExpression? {
        switch expression {
        case .variable(let name): return names[name].map { .constant(values[$0]) }
        case .keyPath(let path):
            guard let key = path.singleKey, let place = names[key],
                reader.model.entities[entity].properties[key] == nil
            else { return nil }
            return .constant(values[place])
        case .function(let function, let arguments) where expression.isAggregate:
            guard let argument = arguments.first else { return nil }
            let members = try members(of: argument, group)
            if function == .count { return .constant(.int(Int64(members.count))) }
            if let extreme = members.extreme(function) { return .constant(extreme) }
            let isCalculated = [.sum, .average, .median, .stddev].contains(function)
            let stored = isCalculated ? members.map(\.distinct) : members
            let whole = QueryExpression.function(function, [.constant(.list(stored))])
            return .constant(try whole.value(for: .null, context: context))
        default: return nil  // Everything else is looked into.
        }
    }

    /// The values of an expression in a group, without nil; those of lists one by one.
    private func members(
        of expression: QueryExpression, _ group: [ObjectRow]
    ) throws(EvaluationError) -> [Value] {
        let inner = try evaluator(expression)
        var members: [Value] = []
        for row in group {
            switch try inner.value(for: row) {
            case .null: break
            case .list(let several): members += several.filter { !$0.isNull }
            case let value: members.append(value)
            }
        }
        return members
    }

    private func ordered(
        _ results: [(values: [Value], group: [ObjectRow])], by ordering: [Ordering],
        names: [String: Int]
    ) throws(EvaluationError) -> [(values: [Value], group: [ObjectRow])] {
        if ordering.isEmpty { return results }
        var keyed: [(keys: [Value], place: Int)] = []
        var evaluators: [ExpressionEvaluator<ObjectRow>?] = []
        for term in ordering {
            guard case .keyPath(let path) = term.key else {
                throw EvaluationError(.unsupported, "Results are not sorted by distance.")
            }
            let isName = path.singleKey.map { names[$0] != nil } ?? false
            evaluators.append(isName || term.isByRow ? nil : try evaluator(.keyPath(path)))
        }
        for (place, result) in results.enumerated() {
            var keys: [Value] = []
            for (term, evaluator) in zip(ordering, evaluators) {
                if let evaluator {
                    keys.append(
                        try result.group.first.map { row throws(EvaluationError) in
                            try evaluator.value(for: row)
                        } ?? .null)
                } else if case .keyPath(let path) = term.key, let name = path.singleKey {
                    let row = result.group.first.map { Value.int($0.key.place) }
                    keys.append(names[name].map { result.values[$0] } ?? row ?? .null)
                }
            }
            keyed.append((keys, place))
        }
        let (locale, profile) = (context.locale, context.textProfile)
        keyed.sort { a, b in
            for (place, term) in ordering.enumerated() {
                let order = ValueComparison.sortOrder(
                    a.keys[place], b.keys[place], term.textOrder, locale: locale,
                    profile: profile)
                if order != .equal { return order == (term.ascending ? .less : .greater) }
            }
            return a.place < b.place
        }
        return keyed.map { results[$0.place] }
    }
}

extension Value {
    /// What tells groups and results apart, and what is added up: of a date its seconds, as in the
    /// columns of SQL.
    fileprivate var distinct: Value {
        if case .date(let date) = self { return .double(date.timeIntervalSinceReferenceDate) }
        return self
    }

    /// The value without the means to read further: objects as identifiers.
    var detached: Value {
        switch kind {
        case .object(let object):
            guard let stored = object.base as? StoredObject, stored.reader != nil else {
                return self
            }
            return .object(ObjectValue(StoredObject(stored.key)))
        case .list(let members): return .list(members.map(\.detached))
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset,
            .dictionary:
            return self
        }
    }
}

extension [Value] {
    /// The first or the last of bytes, which predicates do not order and the columns of SQL do;
    /// nil for other values and functions.
    fileprivate func extreme(_ function: Function) -> Value? {
        let isBytes = allSatisfy { if case .bytes = $0 { true } else { false } }
        guard isBytes, !isEmpty, function == .min || function == .max else { return nil }
        let sorted = self.sorted { ValueComparison.sortOrder($0, $1) == .less }
        return function == .min ? sorted.first : sorted.last
    }
}
