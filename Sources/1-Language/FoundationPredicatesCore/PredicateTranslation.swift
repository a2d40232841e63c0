public import Foundation
public import PredicateCore

/// Why a Swift predicate has no form in the language of formats.
///
///     do {
///         _ = try NSPredicate(translating: swiftPredicate)
///     } catch let error as PredicateTranslationError {
///         print(error)  // which part has no form, and what to write instead
///     }
public struct PredicateTranslationError: Error, Hashable, Sendable, CustomStringConvertible,
    LocalizedError
{
    /// What cannot be said, and where it stands.
    public let description: String

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension QueryPredicate {
    /// What a Swift predicate asks.
    ///
    ///     try QueryPredicate(#Predicate<Person> { $0.age > 18 && $0.name.starts(with: "A") })
    ///     // age > 18 AND name BEGINSWITH "A"
    ///
    /// Throws for what the language cannot say: casts, regular expressions, ranges of indexes, more
    /// than one input, and properties that keep no name (see ``KeyPathNames``).
    public init<each Input>(
        _ predicate: Predicate<repeat each Input>
    ) throws(PredicateTranslationError) {
        try self.init(predicate, casts: nil)
    }

    /// What a Swift predicate asks, with casts where a module says what they mean.
    package init<each Input>(
        _ predicate: Predicate<repeat each Input>, casts: PredicateCasts?
    ) throws(PredicateTranslationError) {
        var scope = TranslationScope()
        scope.casts = casts
        var inputs = 0
        for variable in repeat each predicate.variable {
            inputs += 1
            scope.bind(variable.key, to: .this)
        }
        guard inputs == 1 else {
            throw PredicateTranslationError(
                description: "A predicate of \(inputs) inputs cannot be asked of one object.")
        }
        self = try scope.predicate(predicate.expression)
    }
}

extension QueryExpression {
    /// What a Swift expression computes.
    ///
    ///     try QueryExpression(#Expression<Order, Double> { $0.price * $0.amount })
    ///     // price * amount
    public init<Input, Output>(
        _ expression: Foundation.Expression<Input, Output>
    ) throws(PredicateTranslationError) {
        var scope = TranslationScope()
        scope.bind(expression.variable.key, to: .this)
        self = try scope.expression(expression.expression)
    }
}

extension FormattedPredicate {
    /// The predicate that a Swift predicate is; nil where the language cannot say it.
    ///
    ///     NSPredicate(#Predicate<Person> { $0.age > 18 })
    public init?<Input>(_ predicate: Predicate<Input>) {
        guard let query = try? QueryPredicate(predicate) else { return nil }
        self.init(query)
    }

    /// The predicate that a Swift predicate is, or the reason why the language cannot say it.
    public init<Input>(translating predicate: Predicate<Input>) throws(PredicateTranslationError) {
        self.init(try QueryPredicate(predicate))
    }
}

extension NSExpression {
    /// The expression that a Swift expression is; nil where the language cannot say it.
    public convenience init?<Input, Output>(_ expression: Foundation.Expression<Input, Output>) {
        guard let query = try? QueryExpression(expression) else { return nil }
        self.init(query)
    }
}

/// What `is`, `as?` and `as!` mean in predicates over objects of a model.
package struct PredicateCasts {
    /// The condition under which an expression gives an object of a type; nil for types that no
    /// object has.
    let test: (QueryExpression, any Any.Type) -> QueryPredicate?
    /// An expression as one of the type, which keys of the type may follow.
    let cast: (QueryExpression, any Any.Type) -> QueryExpression

    /// Casts as a module has them.
    package init(
        test: @escaping (QueryExpression, any Any.Type) -> QueryPredicate?,
        cast: @escaping (QueryExpression, any Any.Type) -> QueryExpression
    ) {
        self.test = test
        self.cast = cast
    }
}

/// What a node of a Swift predicate says: a condition, or something that has a value.
enum Translated {
    case predicate(QueryPredicate)
    case expression(QueryExpression)
}

/// A node of a Swift predicate that the language can say.
protocol TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated
}

/// The variables that a node may use.
struct TranslationScope {
    private var bindings: [PredicateExpressions.VariableID: QueryExpression] = [:]
    /// The variables whose values are captured, and known before an object is asked.
    private var captures = PredicateBindings()
    private var depth = 0
    private var evaluations = 0
    /// What casts mean; nil where they mean nothing.
    var casts: PredicateCasts?

    mutating func bind(_ id: PredicateExpressions.VariableID, to expression: QueryExpression) {
        bindings[id] = expression
    }

    mutating func bind<Value>(_ variable: PredicateExpressions.Variable<Value>, to value: Value) {
        bindings[variable.key] = .constant(PredicateCore.Value(bridging: value))
        captures[variable] = value
    }

    /// Binds an input of a predicate to the operand of its evaluation.
    mutating func bind<Operand: PredicateExpression>(
        _ variable: PredicateExpressions.Variable<Operand.Output>, to operand: Operand,
        in outer: TranslationScope
    ) throws(PredicateTranslationError) {
        if let value = outer.capturedValue(of: operand) {
            bind(variable, to: value)
        } else {
            bindings[variable.key] = try outer.expression(operand)
        }
    }

    func binding(_ id: PredicateExpressions.VariableID) -> QueryExpression? { bindings[id] }

    /// The value of a node that is computed from captured values alone; nil where the node needs an
    /// input of the predicate.
    ///
    ///     #Predicate<Note> { $0.title == settings.title }  // title == "Today"
    func capturedValue<Node: PredicateExpression>(of node: Node) -> Node.Output? {
        // A variable that is not bound throws.
        try? node.evaluate(captures)
    }

    /// The scope of a predicate that is evaluated inside another, whose variables it cannot use.
    func evaluation() throws(PredicateTranslationError) -> TranslationScope {
        guard evaluations < Limits.objectDepth else {
            throw PredicateTranslationError(
                description: "Predicates evaluate one another deeper than \(Limits.objectDepth) "
                    + "levels: join a list of them by Predicate(all:) or Predicate(any:).")
        }
        var inner = TranslationScope()
        inner.casts = casts
        inner.depth = depth
        inner.evaluations = evaluations + 1
        return inner
    }

    /// Translates a predicate that is evaluated inside another, on a stack that is large enough.
    func withStack<R>(
        _ body: () throws(PredicateTranslationError) -> R
    ) throws(PredicateTranslationError) -> R {
        // A level takes up to 5 KB in a debug build.
        evaluations == 30 ? try DeepStack.run(body) : try body()
    }

    /// The scope of a closure over members, and the name that stands for a member in it.
    func nested(_ id: PredicateExpressions.VariableID) -> (scope: TranslationScope, name: String) {
        var inner = self
        inner.depth += 1
        let name = "member\(inner.depth)"
        inner.bind(id, to: .variable(name))
        return (inner, name)
    }

    func translated(_ node: Any) throws(PredicateTranslationError) -> Translated {
        guard let translatable = node as? any TranslatableNode else {
            let name = String(describing: type(of: node)).prefix { $0 != "<" }
            throw PredicateTranslationError(
                description: "\(name) has no form in the language of predicates: \(node)")
        }
        return try translatable.translated(in: self)
    }

    /// A node as a condition; a value of truth holds when it is true.
    func predicate(_ node: Any) throws(PredicateTranslationError) -> QueryPredicate {
        switch try translated(node) {
        case .predicate(let predicate): predicate
        case .expression(let expression):
            expression.truth
                ?? .comparison(Comparison(expression, .equal, .constant(.bool(true))))
        }
    }

    /// A node as something that has a value; a condition is 1 or 0.
    func expression(_ node: Any) throws(PredicateTranslationError) -> QueryExpression {
        switch try translated(node) {
        case .expression(let expression): expression
        case .predicate(let predicate):
            .conditional(predicate, .constant(.bool(true)), .constant(.bool(false)))
        }
    }

    /// Whether a node is equal to another; what is asked to be true is simply asked.
    func equality(_ left: Any, _ right: Any) throws(PredicateTranslationError) -> Translated {
        let (left, right) = (try expression(left), try expression(right))
        if case .constant(.int(1)) = right, let truth = left.truth { return .predicate(truth) }
        if case .constant(.null) = right, let test = left.castTest { return .predicate(.not(test)) }
        if let outcome = left.outcome(.equal, right) { return .predicate(outcome) }
        return .predicate(.comparison(Comparison(left, .equal, right)))
    }

    func comparison(
        _ left: Any, _ op: PredicateCore.Operator, _ right: Any
    ) throws(PredicateTranslationError) -> Translated {
        let (left, right) = (try expression(left), try expression(right))
        if case .constant(.null) = right, op == .notEqual, let test = left.castTest {
            return .predicate(test)
        }
        if let outcome = left.outcome(op, right) { return .predicate(outcome) }
        return .predicate(.comparison(Comparison(left, op, right)))
    }

    /// A search for a text.
    ///
    /// Every text contains the empty one and begins with it, as Swift has it;
    /// `CONTAINS ""` and `BEGINSWITH ""` hold of none.
    func search(
        _ text: Any, _ op: PredicateCore.Operator, _ part: Any
    ) throws(PredicateTranslationError) -> Translated {
        let (text, part) = (try expression(text), try expression(part))
        let found = QueryPredicate.comparison(Comparison(text, op, part))
        switch part {
        case .constant(.text("")):
            return .predicate(text.isPresent)
        case .constant: return .predicate(found)
        default:  // What is empty for some objects, perhaps.
            return .predicate(
                .or([
                    found,
                    .and([
                        text.isPresent, .comparison(Comparison(part, .equal, .constant(.text("")))),
                    ]),
                ]))
        }
    }

    func call(
        _ function: PredicateCore.Function, _ arguments: Any...
    ) throws(PredicateTranslationError) -> Translated {
        .expression(.function(function, try arguments.map(expression)))
    }
}

extension QueryExpression {
    /// That it is not nil.
    var isPresent: QueryPredicate { .comparison(Comparison(self, .notEqual, .constant(.null))) }

    /// Its value, or another where it is nil.
    func orElse(_ other: QueryExpression) -> QueryExpression {
        switch self {
        case .constant(.null): other
        case .constant, .conditional(_, .constant(.int), .constant(.int)): self
        default: .conditional(isPresent, self, other)  // Anything that may be nil.
        }
    }

    /// Of a cast that may give nil, the condition under which it does not.
    fileprivate var castTest: QueryPredicate? {
        if case .conditional(let test, .cast, .constant(.null)) = self { test } else { nil }
    }

    /// Of a choice between numbers, the condition under which a comparison of the chosen one with a
    /// number holds; nil for every other expression.
    fileprivate func outcome(
        _ op: PredicateCore.Operator, _ other: QueryExpression
    ) -> QueryPredicate? {
        guard case .conditional = self, case .constant(.int(let number)) = other else { return nil }
        return outcome(op, number)
    }

    private func outcome(_ op: PredicateCore.Operator, _ number: Int64) -> QueryPredicate? {
        guard op.isComparison else { return nil }
        switch self {
        case .constant(.int(let chosen)):
            return NumberOrder.compare(.int(chosen), .int(number)).map {
                .constant(op.accepts($0))
            }
        case .constant(.null): return .constant(op == .notEqual)
        case .conditional(let condition, let a, let b):
            guard let a = a.outcome(op, number), let b = b.outcome(op, number) else { return nil }
            if a == b { return a }
            if a == .constant(true) {
                return b == .constant(false) ? condition : .or([condition, b])
            }
            if b == .constant(false) { return .and([condition, a]) }
            if a == .constant(false) {
                return b == .constant(true) ? .not(condition) : .and([.not(condition), b])
            }
            return .or([.and([condition, a]), .and([.not(condition), b])])
        default: return nil  // Anything whose value is not known.
        }
    }

    /// The condition under which the expression is 1, where it is only ever 1, 0 or nil.
    fileprivate var truth: QueryPredicate? {
        switch self {
        case .constant(.int(1)): return .constant(true)
        case .constant(.int(0)), .constant(.null): return .constant(false)
        case .conditional(let condition, let a, let b):
            guard let a = a.truth, let b = b.truth else { return nil }
            if b == .constant(false) {
                return a == .constant(true) ? condition : .and([condition, a])
            }
            return .or([.and([condition, a]), .and([.not(condition), b])])
        default: return nil  // Anything whose value is not known to be a truth.
        }
    }
}
