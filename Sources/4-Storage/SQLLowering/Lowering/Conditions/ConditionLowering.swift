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
            let parts = joined(parts, areNone: true)
            let conditions = try lower(parts, negated: negated, depth: depth + 1)
            return negated ? any(conditions) : .all(conditions)
        case .or(let parts):
            let parts = joined(parts, areNone: false)
            let conditions = try lower(parts, negated: negated, depth: depth + 1)
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

    /// Alternatives with one list for the values that ANY compares the same path with; or what all must hold
    /// with one list for those that NONE does.
    ///
    /// `ANY tags.name == "a" OR ANY tags.name == "b"` asks one table below the row, not one for each value:
    /// SQLite takes for n of them the time of n² for each row.
    private func joined(_ parts: [QueryPredicate], areNone: Bool) -> [QueryPredicate] {
        var joined: [QueryPredicate] = []
        var places: [Comparison: (place: Int, values: [Value])] = [:]
        for part in parts {
            var asked: QueryPredicate? = areNone ? nil : part
            if areNone, case .not(let inner) = part { asked = inner }
            guard case .comparison(var comparison)? = asked, comparison.quantifier == .any,
                comparison.op == .equal, case .constant(let value) = comparison.right,
                value.isListed
            else {
                joined.append(part)
                continue
            }
            comparison.right = .constant(.null)
            if places[comparison] == nil { joined.append(part) }
            places[comparison, default: (joined.count - 1, [])].values.append(value)
        }
        for (comparison, (place, values)) in places where values.count > 1 {
            var list = comparison
            list.op = .in
            list.right = .constant(.list(values))
            joined[place] = areNone ? .not(.comparison(list)) : .comparison(list)
        }
        return joined
    }

    private func lower(
        _ parts: [QueryPredicate], negated: Bool, depth: Int
    ) throws(QueryProblem) -> [Condition] {
        var conditions: [Condition] = []
        for part in parts {
            conditions.append(try lower(part, negated: negated, depth: depth))
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
