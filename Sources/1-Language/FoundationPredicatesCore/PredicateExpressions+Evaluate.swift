public import Foundation
import PredicateCore

// Predicates and expressions inside others. Foundation on Linux lacks the node of a predicate, the
// initializers that join predicates, and what lets nodes capture a predicate or an expression.
#if !canImport(Darwin)
extension PredicateExpressions {
    /// `adult.evaluate($0)`: another predicate, asked of what the operands give.
    ///
    ///     let adult = #Predicate<Person> { $0.age >= 18 }
    ///     let wanted = Predicate<Person> {
    ///         PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(adult), $0)
    ///     }
    ///     try wanted.evaluate(Person(age: 30))  // true
    ///
    /// The module `SwiftData` has macros that write it: `#Predicate<Person> { adult.evaluate($0) }`.
    /// Evaluation throws what the other predicate and the operands throw.
    public struct PredicateEvaluate<
        Condition: PredicateExpression, each Input: PredicateExpression
    >: PredicateExpression, CustomStringConvertible
    where Condition.Output == Predicate<repeat (each Input).Output> {
        /// Whether the predicate holds.
        public typealias Output = Bool
        /// What gives the predicate.
        public let predicate: Condition
        /// What gives the inputs of the predicate.
        public let input: (repeat each Input)

        /// A node that asks a predicate.
        public init(predicate: Condition, input: repeat each Input) {
            self.predicate = predicate
            self.input = (repeat each input)
        }

        /// Whether the predicate holds of the operands' values.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            let condition = try predicate.evaluate(bindings)
            return try condition.evaluate(repeat (each input).evaluate(bindings))
        }

        /// The node as Foundation prints its own.
        public var description: String {
            var operands = ["\(predicate)"]
            for operand in repeat each input { operands.append("\(operand)") }
            return "PredicateEvaluate(\(operands.joined(separator: ", ")))"
        }
    }

    /// What `#Predicate` calls for `evaluate` of a predicate.
    public static func build_evaluate<Condition, each Input>(
        _ predicate: Condition, _ input: repeat each Input
    ) -> PredicateEvaluate<Condition, repeat each Input> {
        PredicateEvaluate(predicate: predicate, input: repeat each input)
    }

    /// What `#Predicate` calls for a predicate's subscript, which is another form of `evaluate`.
    public static func build_subscript<Condition, Input>(
        _ predicate: Condition, _ input: Input
    ) -> PredicateEvaluate<Condition, Input> {
        PredicateEvaluate(predicate: predicate, input: input)
    }

    /// What `#Predicate` calls for an expression's subscript, which is another form of `evaluate`.
    public static func build_subscript<Transformation, Input, Output>(
        _ expression: Transformation, _ input: Input
    ) -> ExpressionEvaluate<Transformation, Input, Output> {
        ExpressionEvaluate(expression: expression, input: input)
    }
}

// As Foundation's own nodes are written: a list of the operands.
extension PredicateExpressions.PredicateEvaluate: Codable
where Condition: Codable, repeat each Input: Codable {
    /// Reads the predicate and the operands.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(
            predicate: try container.decode(Condition.self),
            input: repeat try container.decode((each Input).self))
    }

    /// Writes the predicate and the operands.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(predicate)
        for operand in repeat each input { try container.encode(operand) }
    }
}

extension PredicateExpressions.PredicateEvaluate: Sendable
where Condition: Sendable, repeat each Input: Sendable {}
extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
where
    Condition: StandardPredicateExpression, repeat each Input: StandardPredicateExpression
{}

extension Predicate {
    /// A predicate that holds where all of some predicates hold, and always where there are none.
    ///
    ///     var filters = [#Predicate<Person> { $0.age >= 18 }]
    ///     if !text.isEmpty { filters.append(#Predicate { $0.name.contains(text) }) }
    ///     let wanted = Predicate(all: filters)
    public init(all subpredicates: some BidirectionalCollection<Self>) {
        let list = Array(subpredicates)
        self.init { (input: repeat PredicateExpressions.Variable<each Input>) in
            PredicateExpressions.build_allSatisfy(PredicateExpressions.build_Arg(list)) {
                PredicateExpressions.build_evaluate($0, repeat each input)
            }
        }
    }

    /// A predicate that holds where any of some predicates holds, and never where there are none.
    ///
    ///     let wanted = Predicate(any: [adult, guest])
    public init(any subpredicates: some BidirectionalCollection<Self>) {
        let list = Array(subpredicates)
        self.init { (input: repeat PredicateExpressions.Variable<each Input>) in
            PredicateExpressions.build_contains(PredicateExpressions.build_Arg(list)) {
                PredicateExpressions.build_evaluate($0, repeat each input)
            }
        }
    }

    /// The same as `evaluate(_:)`, for predicates inside of `#Predicate` and `#Expression`.
    ///
    /// Foundation's macros on Linux refuse `evaluate` by its name. The module `SwiftData` has macros
    /// that take it; without that module:
    ///
    ///     #Predicate<Person> { adult[$0] && $0.name.starts(with: "A") }
    public subscript(_ input: repeat each Input) -> Bool {
        get throws { try evaluate(repeat each input) }
    }
}

extension Foundation.Expression {
    /// The same as `evaluate(_:)`, for expressions inside of `#Predicate` and `#Expression`.
    ///
    ///     #Predicate<Order> { total[$0] > 100 }
    public subscript(_ input: repeat each Input) -> Output {
        get throws { try evaluate(repeat each input) }
    }
}

// `#Predicate` captures only what is `Codable`.
extension Predicate: @retroactive Codable {
    /// Throws, since a predicate of Swift cannot be written.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.unwritten(decoder.codingPath))
    }

    /// Throws, since a predicate of Swift cannot be written; `NSPredicate(translating:)` can be archived.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .unwritten(encoder.codingPath))
    }
}

extension Foundation.Expression: @retroactive Codable {
    /// Throws, since an expression of Swift cannot be written.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.unwritten(decoder.codingPath))
    }

    /// Throws, since an expression of Swift cannot be written; `NSExpression(_:)` can be archived.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .unwritten(encoder.codingPath))
    }
}

private let unwritten =
    "Swift's predicates and expressions cannot be encoded: archive NSPredicate(translating:) or "
    + "NSExpression(_:) of it."

extension DecodingError.Context {
    fileprivate static func unwritten(_ path: [any CodingKey]) -> Self {
        Self(codingPath: path, debugDescription: FoundationPredicatesCore.unwritten)
    }
}

extension EncodingError.Context {
    fileprivate static func unwritten(_ path: [any CodingKey]) -> Self {
        Self(codingPath: path, debugDescription: FoundationPredicatesCore.unwritten)
    }
}
#endif

// MARK: Translation

private typealias Failure = PredicateTranslationError

/// What nodes evaluate: a captured list of it stands for its members.
private protocol Evaluable {}
extension Predicate: Evaluable {}
extension Foundation.Expression: Evaluable {}
extension Optional: Evaluable where Wrapped: Evaluable {}
extension Array: Evaluable where Element: Evaluable {}

extension PredicateExpressions.PredicateEvaluate: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        let condition = try scope.evaluated(predicate)
        var inner = try scope.evaluation()
        for (variable, operand) in repeat (each condition.variable, each input) {
            try inner.bind(variable, to: operand, in: scope)
        }
        return .predicate(
            try inner.withStack { () throws(Failure) in
                try inner.predicate(condition.expression)
            })
    }
}

extension PredicateExpressions.ExpressionEvaluate: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        let transformation = try scope.evaluated(expression)
        var inner = try scope.evaluation()
        for (variable, operand) in repeat (each transformation.variable, each input) {
            try inner.bind(variable, to: operand, in: scope)
        }
        return try inner.withStack { () throws(Failure) in
            try inner.translated(transformation.expression)
        }
    }
}

extension TranslationScope {
    /// The predicate or expression that a node gives.
    fileprivate func evaluated<Node: PredicateExpression>(
        _ node: Node
    ) throws(PredicateTranslationError) -> Node.Output {
        guard let value = capturedValue(of: node) else {
            // Without the node: Foundation stops the program where it prints some captured predicates.
            throw Failure(
                description: "What is evaluated must be captured from outside the predicate, as a "
                    + "constant of its own: join conditions by && and || of several evaluations.")
        }
        return value
    }

    /// The conditions that a closure gives for the members of a captured list of predicates or
    /// expressions; nil for every other sequence.
    func conditions<Sequence: PredicateExpression, Members: Swift.Sequence>(
        _ sequence: Sequence, _ variable: PredicateExpressions.Variable<Members.Element>,
        _ test: Any
    ) throws(PredicateTranslationError) -> [QueryPredicate]? where Sequence.Output == Members {
        guard Members.Element.self is any Evaluable.Type,
            let members = capturedValue(of: sequence)
        else { return nil }
        var conditions: [QueryPredicate] = []
        for member in members {
            var inner = self
            inner.bind(variable, to: member)
            conditions.append(try inner.predicate(test))
        }
        return conditions
    }
}
