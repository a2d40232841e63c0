extension QueryPredicate {
    /// The names of the variables that must be given values before the predicate is asked.
    ///
    ///     try QueryPredicate(parsing: "a == $x AND SUBQUERY(b, $y, $y.c > $z).@count > 0")
    ///         .freeVariables  // x, z
    ///
    /// A variable of a `SUBQUERY`, and one that `:=` assigns, is not free.
    public var freeVariables: Set<String> {
        let search = VariableSearch(.predicate(self))
        return search.free.subtracting(search.assigned)
    }

    /// The predicate with values in place of its variables.
    ///
    ///     let template = try QueryPredicate(parsing: "age > $limit")
    ///     try template.substituting(["limit": 18])  // age > 18
    ///
    /// Throws ``EvaluationError/Code/unboundVariable`` when a free variable has no value. The
    /// variables of `SUBQUERY` are left alone.
    public func substituting(
        _ variables: [String: Value]
    ) throws(EvaluationError) -> QueryPredicate {
        try Substitution(of: .predicate(self), .values(variables))?.apply(self) ?? self
    }

    /// The predicate with expressions in place of its variables.
    ///
    ///     try template.substituting(expressions: ["limit": QueryExpression(parsing: "age * 2")])
    ///
    /// Throws as ``substituting(_:)`` does, unless variables without an expression are left
    /// as they are.
    public func substituting(
        expressions: [String: QueryExpression], leavingOthers: Bool = false
    ) throws(EvaluationError) -> QueryPredicate {
        if leavingOthers, expressions.isEmpty { return self }
        return try Substitution(
            of: .predicate(self), .expressions(expressions), leavesOthers: leavingOthers
        )?.apply(self) ?? self
    }
}

extension QueryExpression {
    /// The names of the variables that must be given values before the expression is asked.
    public var freeVariables: Set<String> {
        let search = VariableSearch(.expression(self))
        return search.free.subtracting(search.assigned)
    }

    /// The expression with values in place of its variables.
    ///
    /// Throws as ``QueryPredicate/substituting(_:)`` does.
    public func substituting(
        _ variables: [String: Value]
    ) throws(EvaluationError) -> QueryExpression {
        try Substitution(of: .expression(self), .values(variables))?.apply(self) ?? self
    }

    /// The expression with others in place of its variables.
    ///
    /// Throws as ``QueryPredicate/substituting(expressions:leavingOthers:)`` does.
    public func substituting(
        expressions: [String: QueryExpression], leavingOthers: Bool = false
    ) throws(EvaluationError) -> QueryExpression {
        if leavingOthers, expressions.isEmpty { return self }
        return try Substitution(
            of: .expression(self), .expressions(expressions), leavesOthers: leavingOthers
        )?.apply(self) ?? self
    }
}

/// Finds variables.
private struct VariableSearch {
    /// Variables outside the subqueries that bind them.
    var free: Set<String> = []
    /// Variables that `:=` gives values.
    var assigned: Set<String> = []
    /// Variables of the subqueries around this place.
    private var bound: [String] = []

    init(_ part: PredicatePart) { visit(part, DeepStack.room) }

    /// Continues on a larger stack once the room of this one is used up.
    private mutating func visit(_ part: PredicatePart, _ room: Int) {
        if room == 0 { return DeepStack.run { visit(part, DeepStack.largeRoom) } }
        if case .expression(.variable(let name)) = part, !bound.contains(name) {
            free.insert(name)
        }
        if case .expression(.assignment(let name, _)) = part { assigned.insert(name) }
        guard case .expression(.subquery(let collection, let variable, let predicate)) = part
        else {
            for child in part.children { visit(child, room - 1) }
            return
        }
        visit(.expression(collection), room - 1)
        bound.append(variable)
        visit(.predicate(predicate), room - 1)
        bound.removeLast()
    }
}

/// What stands in place of variables: values are made constants only where they are used.
private enum Replacements {
    case values([String: Value])
    case expressions([String: QueryExpression])

    subscript(_ name: String) -> QueryExpression? {
        switch self {
        case .values(let values): values[name].map(QueryExpression.constant)
        case .expressions(let expressions): expressions[name]
        }
    }
}

/// Puts values in place of variables.
///
/// The walks count down the levels that the stack at hand has room for, and go on on a larger one.
private struct Substitution {
    let replacements: Replacements
    /// Whether variables without a value stay.
    let leavesOthers: Bool
    /// Variables that are left alone here.
    var bound: Set<String>

    /// Nil for a part without variables: it stays as it is.
    init?(of part: PredicatePart, _ replacements: Replacements, leavesOthers: Bool = false) {
        let search = VariableSearch(part)
        if search.free.isEmpty { return nil }
        self.replacements = replacements
        self.leavesOthers = leavesOthers
        bound = search.assigned
    }

    func apply(
        _ predicate: QueryPredicate, room: Int = DeepStack.room
    ) throws(EvaluationError) -> QueryPredicate {
        if room == 0 {
            return try DeepStack.run { () throws(EvaluationError) in
                try apply(predicate, room: DeepStack.largeRoom)
            }
        }
        return try predicate.mapChildren(
            expressions: { part throws(EvaluationError) in try apply(part, room: room - 1) },
            predicates: { part throws(EvaluationError) in try apply(part, room: room - 1) })
    }

    func apply(
        _ expression: QueryExpression, room: Int = DeepStack.room
    ) throws(EvaluationError) -> QueryExpression {
        if case .variable(let name) = expression { return try value(of: name, or: expression) }
        if room == 0 {
            return try DeepStack.run { () throws(EvaluationError) in
                try apply(expression, room: DeepStack.largeRoom)
            }
        }
        var inner = self
        if case .subquery(_, let variable, _) = expression { inner.bound.insert(variable) }
        return try expression.mapChildren(
            expressions: { part throws(EvaluationError) in try apply(part, room: room - 1) },
            predicates: { [inner] part throws(EvaluationError) in
                try inner.apply(part, room: room - 1)
            })
    }

    private func value(
        of name: String, or expression: QueryExpression
    ) throws(EvaluationError) -> QueryExpression {
        if bound.contains(name) { return expression }
        guard let value = replacements[name] else {
            if leavesOthers { return expression }
            throw EvaluationError(.unboundVariable, "The variable $\(name) has no value.")
        }
        return value
    }
}
