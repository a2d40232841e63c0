import Foundation
import PredicateCore

/// The compiled form of a predicate, made when it is first asked.
final class CachedEvaluator: Sendable {
    private let compiled = Locked<Evaluator?>(nil)

    func evaluator(for predicate: QueryPredicate) throws -> Evaluator {
        try compiled.withLock { compiled in
            if let compiled { return compiled }
            let made = try Evaluator(predicate)
            compiled = made
            return made
        }
    }
}

/// The compiled form of an expression, made when its value is first asked.
final class CachedExpressionEvaluator: Sendable {
    private let compiled = Locked<Evaluator?>(nil)

    func value(
        _ expression: QueryExpression, for object: Any?, variables: [String: Any]
    ) throws -> Value {
        .null
    }
}

extension NSPredicate {
    func answer(_ object: Any?, _ bindings: [String: Any]?) throws -> Bool { false }
}

extension NSExpression {
    public func value(for object: Any?, context: NSMutableDictionary? = nil) throws -> Any? { nil }
}
