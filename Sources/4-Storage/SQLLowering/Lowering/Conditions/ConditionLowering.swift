import RecordCore

/// What turning predicates into conditions takes, whatever the rows are: records or objects.
///
/// What a comparison of values means in SQL is said once, in the extensions; where the values
/// come from, and what collections and pointers are, each conformer says.
protocol ConditionLowering {
    /// The engine's words.
    var dialect: any Dialect { get }
    /// Whether arithmetic without an answer is an error that the evaluator reports, rather than
    /// nil.
    var reportsArithmetic: Bool { get }
    /// How text is ordered and searched.
    var textProfile: TextProfile { get }
    /// Rows of which one of some conditions holds.
    func any(_ parts: [Condition]) -> Condition
    /// An expression that reads the row; nil where only the evaluator understands it.
    func leaf(_ expression: QueryExpression, depth: Int) -> Operand?
    /// Sides that are more than single values and constants.
    func others(
        _ left: Operand, _ right: Operand, _ comparison: Comparison
    ) throws(QueryProblem) -> Condition
    /// ANY or ALL.
    func quantified(
        _ comparison: Comparison, _ left: Operand, _ right: Operand, all: Bool
    ) throws(QueryProblem) -> Condition
    /// What ANY asks of one operand: conditions of which one holds.
    func alternatives(
        _ asked: [Comparison], _ left: Operand
    ) throws(QueryProblem) -> [Condition]
    /// A pointer that is one of some constants or, for `!=`, is not the one.
    func pointers(_ scalar: ScalarOperand, _ op: Operator, _ values: [Value]) -> Condition
    /// A field has every one of some words.
    func tokens(of storage: FieldStorage, _ words: [Value]) -> Condition
    /// A column of the row by name.
    func column(_ name: String) -> SQLText
    /// The same, without the use of indexes.
    func withoutIndexes() -> Self
}

extension ConditionLowering {
    /// How what asks nothing of the row is calculated.
    var constantContext: EvaluationContext {
        var context = EvaluationContext()
        context.textProfile = textProfile
        return context
    }

    /// A predicate, or its opposite.
    ///
    /// Opposites are pushed down to the comparisons, where two-valued logic is brought about.
    func lower(
        _ predicate: QueryPredicate, negated: Bool = false, depth: Int = 0
    ) throws(QueryProblem) -> Condition {
        guard depth < 400 else {
            throw QueryProblem(
                .unsupported, "The predicate is nested too deeply.",
                advice: "Write long chains of AND or OR without parentheses.")
        }
        switch predicate {
        case .constant(let truth): return truth != negated ? .holds : .fails
        case .not(let part): return try lower(part, negated: !negated, depth: depth + 1)
        case .and(let parts):
            let conditions = try lower(parts, areAll: true, negated: negated, depth: depth + 1)
            return negated ? any(conditions) : .all(conditions)
        case .or(let parts):
            let conditions = try lower(parts, areAll: false, negated: negated, depth: depth + 1)
            return negated ? .all(conditions) : any(conditions)
        case .comparison(let comparison):
            if negated, let opposite = opposite(comparison) { return try lower(opposite) }
            let condition = try lower(comparison)
            return negated ? condition.negated() : condition
        case .block:
            throw QueryProblem(
                .unsupported, "A store cannot ask a block.",
                advice: "Fetch with another predicate and filter the records.")
        }
    }

    /// The parts of a compound; what ANY asks of the same path is asked together, and what many comparisons
    /// ask of the same value.
    ///
    /// `ANY tags.name == "a" OR ANY tags.name BEGINSWITH "b"`, or NONE of both, reads the table below the row
    /// once, not once for each of them: SQLite takes for n of them the time of n² for each row.
    private func lower(
        _ parts: [QueryPredicate], areAll: Bool, negated: Bool, depth: Int
    ) throws(QueryProblem) -> [Condition] {
        var conditions: [Condition] = []
        var paths: [QueryExpression] = []
        var asked: [QueryExpression: [Comparison]] = [:]
        for part in try listed(parts, areAll: areAll) {
            var alternative: QueryPredicate? = areAll ? nil : part
            if areAll, case .not(let inner) = part { alternative = inner }
            guard case .comparison(let comparison)? = alternative, comparison.quantifier == .any
            else {
                conditions.append(try lower(part, negated: negated, depth: depth))
                continue
            }
            if asked[comparison.left] == nil { paths.append(comparison.left) }
            asked[comparison.left, default: []].append(comparison)
        }
        for path in paths {
            var found = [Condition.unknown]
            if let left = operand(path) {
                found = try alternatives(listed(asked[path] ?? []), left)
            }
            conditions += areAll == negated ? found : found.map { $0.negated() }
        }
        return conditions
    }

    /// The parts of a compound with `a IN {1, 2, …}` in place of `a == 1 OR a == 2 …`, or its opposite in
    /// place of `a != 1 AND a != 2 …`, where there are many.
    ///
    /// A set is looked up once for each row; 20,000 comparisons took 11 seconds, most of it to read the
    /// statement. A few stay as they are: an index serves each of them.
    func listed(
        _ parts: [QueryPredicate], areAll: Bool
    ) throws(QueryProblem) -> [QueryPredicate] {
        guard parts.count > 32 else { return parts }
        let singles = parts.map { single($0, areAll: areAll) }
        var values: [Comparison: [Value]] = [:]
        for case (let key, let value)? in singles { values[key, default: []].append(value) }
        for (key, members) in values {
            var list = key
            list.right = .constant(.list(members))
            // What only the evaluator could decide is better asked one by one.
            let isDecided =
                if members.count > 32, case .scalar? = operand(key.left) {
                    try lower(list).isExact
                } else { false }
            if !isDecided { values[key] = nil }
        }
        if values.isEmpty { return parts }
        var listed: [QueryPredicate] = []
        var written: Set<Comparison> = []
        for (part, single) in zip(parts, singles) {
            guard var key = single?.key, let members = values[key] else {
                listed.append(part)
                continue
            }
            guard written.insert(key).inserted else { continue }
            key.right = .constant(.list(members))
            listed.append(areAll ? .not(.comparison(key)) : .comparison(key))
        }
        return listed
    }

    /// A value that a part compares for equality, or for its opposite in an AND; the key says of what.
    private func single(
        _ part: QueryPredicate, areAll: Bool
    ) -> (key: Comparison, value: Value)? {
        var wanted = Operator.equal
        var part = part
        if areAll, case .not(let inner) = part {
            part = inner
        } else if areAll {
            wanted = .notEqual
        }
        guard case .comparison(var key) = part, key.op == wanted, key.quantifier == .direct,
            case .constant(let value) = key.right, value.isListed
        else { return nil }
        key.op = .in
        key.right = .constant(.null)
        return (key, value)
    }

    /// Comparisons of the same path with ANY; those for equality with one value have one list of them.
    private func listed(_ asked: [Comparison]) -> [Comparison] {
        var listed: [Comparison] = []
        var places: [ComparisonOptions: (place: Int, values: [Value])] = [:]
        for comparison in asked {
            guard comparison.op == .equal, case .constant(let value) = comparison.right,
                value.isListed
            else {
                listed.append(comparison)
                continue
            }
            if places[comparison.options] == nil { listed.append(comparison) }
            places[comparison.options, default: (listed.count - 1, [])].values.append(value)
        }
        for (place, values) in places.values where values.count > 1 {
            listed[place].op = .in
            listed[place].right = .constant(.list(values))
        }
        return listed
    }

    func alternatives(
        _ asked: [Comparison], _ left: Operand
    ) throws(QueryProblem) -> [Condition] {
        var conditions: [Condition] = []
        for comparison in asked {
            guard let right = operand(comparison.right) else {
                conditions.append(.unknown)
                continue
            }
            conditions.append(try quantified(comparison, left, right, all: false))
        }
        return conditions
    }

    /// The comparison that holds exactly where another does not, where one operator says it.
    private func opposite(_ comparison: Comparison) -> Comparison? {
        guard case .direct = comparison.quantifier else { return nil }
        var opposite = comparison
        switch comparison.op.family {
        case .equality(.equal): opposite.op = .notEqual
        case .equality(.notEqual): opposite.op = .equal
        case .order, .range, .membership, .substring, .pattern, .token, .custom:
            return nil  // With nil on a side, `<` and `>=` both fail.
        }
        return opposite
    }
}

extension Value {
    /// Whether the value compares in a list as it does by itself.
    fileprivate var isListed: Bool {
        switch kind {
        case .text, .number, .date, .scalar, .reference, .object: true
        case .null, .bytes, .location, .asset, .list, .dictionary: false
        }
    }
}
