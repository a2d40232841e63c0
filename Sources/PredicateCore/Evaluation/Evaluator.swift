import Foundation

/// A predicate compiled for one kind of element: made once, asked many times, from any thread.
///
///     let adults = try Evaluator<Value>(QueryPredicate(parsing: "age >= 18"))
///     try adults.matches(["age": 30])  // true
///
/// Key paths are resolved, text is folded, patterns are compiled and lists become sets when
/// the evaluator is made; `now()` is fixed then too.
public struct Evaluator<Element>: Sendable {
    private let test: Test<Element>
    private let slotCount: Int

    /// Compiles a predicate.
    ///
    /// - Parameters:
    ///   - predicate: What is asked.
    ///   - context: The variables, the clock and what else it needs.
    ///   - this: How `SELF` is read.
    ///   - field: How the field of a name is read; nil when there is none.
    /// - Throws: An ``EvaluationError`` for what can never be answered: an unknown field or
    ///   selector, a variable without a value, a wrong pattern or list of bounds.
    public init(
        _ predicate: QueryPredicate, context: EvaluationContext = EvaluationContext(),
        self this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) {
        var compiler = PredicateCompiler(context, this: this, field: field)
        test = try compiler.compile(predicate)
        slotCount = compiler.slotCount
    }

    /// Whether the predicate holds of an element.
    ///
    /// - Throws: Why there is no answer: text ordered against a number, an undefined key, an
    ///   overflow.
    public func matches(_ element: Element) throws(EvaluationError) -> Bool {
        try test(element, slotCount == 0 ? .empty : Frame(slotCount))
    }
}

/// An expression compiled for one kind of element.
///
///     let double = try ExpressionEvaluator<Value>(QueryExpression(parsing: "age * 2"))
///     try double.value(for: ["age": 21])  // 42
public struct ExpressionEvaluator<Element>: Sendable {
    private let compute: Compute<Element>
    private let slotCount: Int

    /// Compiles an expression; see ``Evaluator``.
    public init(
        _ expression: QueryExpression, context: EvaluationContext = EvaluationContext(),
        self this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) {
        var compiler = PredicateCompiler(context, this: this, field: field)
        compute = try compiler.operand(expression).compute
        slotCount = compiler.slotCount
    }

    /// The value for an element.
    ///
    /// - Throws: Why there is no value.
    public func value(for element: Element) throws(EvaluationError) -> Value {
        try compute(element, slotCount == 0 ? .empty : Frame(slotCount))
    }
}
