import Foundation
import PredicateCore
import Synchronization

/// Something compiled when it is first asked for, and again only when the variables change.
///
/// A filter evaluates one predicate with the same variables many times.
final class Compiled<Form: Sendable>: Sendable {
    private struct Cached: Sendable {
        var variables: [String: Value]
        var form: Form
        var isLasting: Bool
    }

    private let cached = Mutex<Cached?>(nil)

    /// The compiled form.
    ///
    /// What may change though the variables stay is compiled each time, because compiling fixes it.
    ///
    /// - Parameter compile: Given what takes the place of some variables, and the values of others.
    private func form(
        _ bindings: Bindings, mayChange: @autoclosure () -> Bool,
        compile: ([String: QueryExpression], EvaluationContext) throws(EvaluationError) -> Form
    ) throws -> Form {
        try cached.withLock { cached in
            if let cached, cached.isLasting, bindings.mean(cached.variables) {
                return cached.form
            }
            let form = try compile(
                bindings.expressions,
                EvaluationContext(
                    variables: bindings.values, functions: .foundation,
                    externalize: { $0.bridged ?? NSNull() }))
            cached = Cached(
                variables: bindings.values, form: form,
                isLasting: bindings.expressions.isEmpty && !mayChange())
            return form
        }
    }
}

extension FunctionRegistry {
    /// The selectors of the language, and those that ask an object for its class.
    fileprivate static let foundation: FunctionRegistry = {
        var table = FunctionRegistry.standard
        table.register("isKindOfClass:") { receiver, arguments throws(EvaluationError) in
            .bool(isKind(receiver.bridged, of: try type(arguments[0], "isKindOfClass:")))
        }
        table.register("isMemberOfClass:") { receiver, arguments throws(EvaluationError) in
            let wanted = try type(arguments[0], "isMemberOfClass:")
            return .bool(receiver.bridged.map { Swift.type(of: $0) == wanted } ?? false)
        }
        return table
    }()

    private static func isKind<Class>(_ object: Any?, of type: Class.Type) -> Bool {
        object is Class
    }

    private static func type(
        _ value: Value, _ selector: String
    ) throws(EvaluationError) -> Any.Type {
        guard let type = value.bridged as? Any.Type else {
            throw EvaluationError(
                .incompatibleValues, "\(selector) needs a class or another type, as %@.")
        }
        return type
    }
}

/// What variables stand for: values, and expressions that are asked of the object in their turn.
struct Bindings {
    private(set) var values: [String: Value] = [:]
    private(set) var expressions: [String: QueryExpression] = [:]

    init(_ variables: [String: Any]?) {
        guard let variables else { return }
        for (name, any) in variables {
            if let expression = NSExpression.cast(any) {
                expressions[name] = expression.queryExpression
            } else {
                values[name] = Value(bridging: any)
            }
        }
    }

    /// Whether they are some values and mean the same for certain.
    func mean(_ others: [String: Value]) -> Bool {
        expressions.isEmpty && values.count == others.count
            && values.allSatisfy { name, value in
                others[name].map { value.means($0) } ?? false
            }
    }
}

extension Value {
    /// Whether both mean the same for certain, at any time and in a calculation: numbers that are
    /// equal are of one kind, and objects of the program may have changed.
    fileprivate func means(_ other: Value) -> Bool {
        switch (self, other) {
        case (.double(let x), .double(let y)): x.bitPattern == y.bitPattern
        case (.date(let x), .date(let y)): x == y
        case (.reference(let x), .reference(let y)): x == y
        case (.list(let x), .list(let y)):
            x.count == y.count && zip(x, y).allSatisfy { $0.means($1) }
        case (.dictionary(let x), .dictionary(let y)):
            x.count == y.count
                && x.allSatisfy { key, value in y[key].map { value.means($0) } ?? false }
        case (.null, .null), (.int, .int), (.decimal, .decimal), (.text, .text), (.bytes, .bytes),
            (.uuid, .uuid), (.url, .url), (.location, .location), (.asset, .asset):
            self == other
        default: false  // Objects, and pairs of different kinds.
        }
    }
}

/// The compiled form of a predicate.
typealias CachedEvaluator = Compiled<Evaluator<AskedObject>>

extension CachedEvaluator {
    func matches(
        _ predicate: QueryPredicate, _ object: Any?, variables: [String: Any]?
    ) throws -> Bool {
        let evaluator = try form(
            Bindings(variables), mayChange: PredicatePart.predicate(predicate).mayChange
        ) { expressions, context throws(EvaluationError) in
            let filled = try predicate.substituting(
                expressions: expressions, leavingOthers: true)
            return try Evaluator(
                filled, context: context, self: AskedObject.this,
                field: { try AskedObject.field($0, context) })
        }
        return try evaluator.matches(AskedObject(object))
    }
}

/// The compiled form of an expression.
typealias CachedExpressionEvaluator = Compiled<ExpressionEvaluator<AskedObject>>

extension CachedExpressionEvaluator {
    func value(
        _ expression: QueryExpression, for object: Any?, variables: [String: Any]
    ) throws -> Value {
        let evaluator = try form(
            Bindings(variables), mayChange: PredicatePart.expression(expression).mayChange
        ) { expressions, context throws(EvaluationError) in
            let filled = try expression.substituting(
                expressions: expressions, leavingOthers: true)
            return try ExpressionEvaluator(
                filled, context: context, self: AskedObject.this,
                field: { try AskedObject.field($0, context) })
        }
        return try evaluator.value(for: AskedObject(object))
    }
}

extension NSPredicate {
    /// Whether an object meets the condition, or the reason why there is no answer.
    ///
    ///     try NSPredicate(format: "age < 18").matches(["age": 7])   // true
    ///     try NSPredicate(format: "age < 18").matches(["age": "x"]) // throws
    public func matches(
        _ object: Any?, substitutionVariables bindings: [String: Any]? = nil
    ) throws -> Bool {
        if decidesForItself { return evaluate(with: object, substitutionVariables: bindings) }
        return try answer(object, bindings)
    }

    /// The answer of the compiled predicate; an `evaluate` that a subclass overrides is not called.
    func answer(_ object: Any?, _ bindings: [String: Any]?) throws -> Bool {
        guard let storage else {
            throw EvaluationError(
                .unsupported, "\(type(of: self)) does not override evaluate(with:).")
        }
        return try evaluator.matches(storage, object, variables: bindings)
    }
}

extension NSExpression {
    /// The value for an object, or the reason why there is none.
    ///
    ///     try NSExpression(format: "price * 2").value(for: ["price": 3])  // 6
    public func value(for object: Any?, context: NSMutableDictionary? = nil) throws -> Any? {
        if case .constant = queryExpression { return constantValue }
        if queryExpression.isNullObject { return NSNull() }
        return try evaluator.value(
            queryExpression, for: object, variables: context.map(variables(in:)) ?? [:]
        ).bridged
    }
}
