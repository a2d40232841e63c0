extension Evaluator where Element == Value {
    /// Compiles a predicate over values: dictionaries, parsed JSON, anything.
    public init(
        _ predicate: QueryPredicate, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            predicate, context: context, self: .value { $0 }, field: { .key($0, context) })
    }
}

extension Evaluator where Element == [String: Value] {
    /// Compiles a predicate over dictionaries; a missing key is nil.
    public init(
        _ predicate: QueryPredicate, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            predicate, context: context, self: .value { .dictionary($0) },
            field: { key in .value { $0[key] ?? .null } })
    }
}

extension Evaluator where Element: PredicateQueryable {
    /// Compiles a predicate over a Swift type that says its fields.
    ///
    /// - Throws: `undefinedKey` for a field that the type does not have, and as above.
    public init(
        _ predicate: QueryPredicate, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            predicate, context: context, self: .reflected, field: Element.predicateField)
    }
}

extension Evaluator where Element == Any {
    /// Compiles a predicate over anything, read by reflection: the slow fallback.
    public init(
        reflecting predicate: QueryPredicate, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            predicate, context: context, self: .value { Value(reflecting: $0) },
            field: { key in
                let path = KeyPathEvaluation([.key(key)], context)
                return .value { element throws(EvaluationError) in
                    try path.follow(Value(reflecting: element))
                }
            })
    }
}

extension ExpressionEvaluator where Element == Value {
    /// Compiles an expression over values.
    public init(
        _ expression: QueryExpression, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            expression, context: context, self: .value { $0 }, field: { .key($0, context) })
    }
}

extension ExpressionEvaluator where Element: PredicateQueryable {
    /// Compiles an expression over a Swift type that says its fields.
    public init(
        _ expression: QueryExpression, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) {
        try self.init(
            expression, context: context, self: .reflected, field: Element.predicateField)
    }
}

extension FieldAccessor {
    /// The element itself, as a value.
    static var reflected: FieldAccessor { .value { Value(reflecting: $0) } }
}

extension FieldAccessor where Element == Value {
    /// The value under a key, looked up in a dictionary without a detour.
    static func key(_ key: String, _ context: EvaluationContext) -> FieldAccessor<Value> {
        let path = KeyPathEvaluation([.key(key)], context)
        return .value { value throws(EvaluationError) in
            if case .dictionary(let entries) = value { return entries[key] ?? .null }
            return try path.follow(value)
        }
    }
}

extension QueryPredicate {
    /// Whether the predicate holds of a value.
    ///
    /// To ask many values make an ``Evaluator``.
    ///
    ///     try QueryPredicate(parsing: "age >= 18").matches(.dictionary(["age": 30]))  // true
    public func matches(
        _ value: Value, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> Bool {
        try Evaluator(self, context: context).matches(value)
    }
}

extension QueryExpression {
    /// The value of the expression for an object.
    ///
    ///     try QueryExpression(parsing: "1 + 2").value(for: .null)  // 3
    public func value(
        for value: Value, context: EvaluationContext = EvaluationContext()
    ) throws(EvaluationError) -> Value {
        try ExpressionEvaluator(self, context: context).value(for: value)
    }
}
