import Foundation

/// A predicate compiled for one kind of element: made once, asked many times, from any thread.
///
///     let adults = try Evaluator<Value>(QueryPredicate(parsing: "age >= 18"))
///     try adults.matches(.dictionary(["age": 30]))  // true
///
/// Key paths are resolved, text is folded, patterns are compiled and lists become sets when
/// the evaluator is made; `now()` is fixed then too.
public struct Evaluator<Element>: Sendable {
    private let program: PredicateCompiler<Element>.Program<Test<Element>>

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
        program = try PredicateCompiler.program(context, this: this, field: field) {
            compiler throws(EvaluationError) in try compiler.compile(predicate)
        }
    }

    /// Whether the predicate holds of an element.
    ///
    /// - Throws: Why there is no answer: text ordered against a number, an undefined key, an
    ///   overflow.
    public func matches(_ element: Element) throws(EvaluationError) -> Bool {
        try program.run { test, frame throws(EvaluationError) in try test(element, frame) }
    }
}

/// An expression compiled for one kind of element.
///
///     let double = try ExpressionEvaluator<Value>(QueryExpression(parsing: "age * 2"))
///     try double.value(for: .dictionary(["age": 21]))  // 42
public struct ExpressionEvaluator<Element>: Sendable {
    private let program: PredicateCompiler<Element>.Program<Compute<Element>>

    /// Compiles an expression; see ``Evaluator``.
    public init(
        _ expression: QueryExpression, context: EvaluationContext = EvaluationContext(),
        self this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) {
        program = try PredicateCompiler.program(context, this: this, field: field) {
            compiler throws(EvaluationError) in try compiler.operand(expression).compute
        }
    }

    /// The value for an element.
    ///
    /// - Throws: Why there is no value.
    public func value(for element: Element) throws(EvaluationError) -> Value {
        try program.run { compute, frame throws(EvaluationError) in try compute(element, frame) }
    }
}
