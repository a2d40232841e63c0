/// A predicate compiled for one kind of element: made once, asked many times, from any thread.
///
///     let adults = try Evaluator<Value>(QueryPredicate(parsing: "age >= 18"))
///     try adults.matches(.dictionary(["age": 30]))  // true
///
/// Key paths are resolved, text is folded, patterns are compiled and lists become sets when
/// the evaluator is made; `now()` is fixed then too.
public struct Evaluator<Element>: Sendable {
    // Plain fields, open to inlining: the caller's loop must not look up generic metadata.
    @usableFromInline let test: @Sendable (Element, Frame) throws(EvaluationError) -> Bool
    @usableFromInline let frames: FrameSource

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
        (test, frames) = try PredicateCompiler.compiled(
            predicate, context, this: this, field: field)
    }

    /// Whether the predicate holds of an element.
    ///
    /// - Throws: Why there is no answer: text ordered against a number, an undefined key, an
    ///   overflow.
    @inlinable
    public func matches(_ element: Element) throws(EvaluationError) -> Bool {
        if let frame = frames.shared { return try test(element, frame) }
        return try frames.run { frame throws(EvaluationError) in try test(element, frame) }
    }
}

/// An expression compiled for one kind of element.
///
///     let double = try ExpressionEvaluator<Value>(QueryExpression(parsing: "age * 2"))
///     try double.value(for: .dictionary(["age": 21]))  // 42
public struct ExpressionEvaluator<Element>: Sendable {
    @usableFromInline let compute: @Sendable (Element, Frame) throws(EvaluationError) -> Value
    @usableFromInline let frames: FrameSource

    /// Compiles an expression; see ``Evaluator``.
    public init(
        _ expression: QueryExpression, context: EvaluationContext = EvaluationContext(),
        self this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) {
        (compute, frames) = try PredicateCompiler.compiled(
            expression, context, this: this, field: field)
    }

    /// The value for an element.
    ///
    /// - Throws: Why there is no value.
    @inlinable
    public func value(for element: Element) throws(EvaluationError) -> Value {
        if let frame = frames.shared { return try compute(element, frame) }
        return try frames.run { frame throws(EvaluationError) in try compute(element, frame) }
    }
}

extension Evaluator {
    /// The elements for which the predicate holds, in their order.
    ///
    ///     let adults = try evaluator.filter(people)
    ///
    /// - Throws: As ``matches(_:)``, at the first element without an answer.
    @inlinable
    public func filter(_ elements: [Element]) throws(EvaluationError) -> [Element] {
        var found: [Element] = []
        for place in elements.indices where try matches(elements[place]) {
            found.append(elements[place])
        }
        return found
    }
}
