public import Foundation
import PredicateCore

// Asking an expression for a part that its kind does not have stops the program, as it does on
// Apple's systems; `expressionType` says which parts there are.
extension NSExpression {
    /// What kind of expression it is.
    public var expressionType: ExpressionType {
        switch queryExpression {
        case .constant: .constantValue
        case .cast where queryExpression.isNullObject: .constantValue
        case .this: .evaluatedObject
        case .keyPath: .keyPath
        case .variable: .variable
        case .path, .index, .function, .call, .cast, .assignment, .fetch: .function
        case .aggregate: .aggregate
        case .subquery: .subquery
        case .conditional: .conditional
        case .set(.union, _, _): .unionSet
        case .set(.intersect, _, _): .intersectSet
        case .set(.minus, _, _): .minusSet
        case .anyKey: .anyKey
        case .block: .block
        }
    }

    /// The object of a constant.
    public var constantValue: Any? {
        if queryExpression.isNullObject { return NSNull() }
        guard case .constant(let value) = queryExpression else { missing("constant value") }
        return original ?? value.bridged
    }

    /// The text of a key path.
    public var keyPath: String {
        guard case .keyPath(let path) = queryExpression else { missing("key path") }
        return path.text
    }

    /// The name of a variable, without `$`.
    public var variable: String {
        switch queryExpression {
        case .variable(let name), .subquery(_, let name, _), .assignment(let name, _): return name
        default: missing("variable")  // Every other kind.
        }
    }

    /// The selector of a function.
    ///
    /// Keys followed from another expression are `valueForKeyPath:`, an index is
    /// `objectFrom:withIndex:`, a cast `castObject:toType:`.
    public var function: String {
        switch queryExpression {
        case .function(let function, _): return function.rawValue
        case .call(_, let selector, _): return selector
        case .path: return "valueForKeyPath:"
        case .index: return "objectFrom:withIndex:"
        case .cast: return "castObject:toType:"
        case .assignment: return "assignVariable:"
        case .fetch: return "fetch:context:countOnly:"
        default: missing("function")  // Every other kind.
        }
    }

    /// The expressions that a function, an aggregate's function or a block takes.
    public var arguments: [NSExpression]? {
        switch queryExpression {
        case .function(_, let arguments), .call(_, _, let arguments), .block(_, let arguments):
            return arguments.map(NSExpression.init)
        case .path(_, let path): return [NSExpression(.keyPath(path))]
        case .index(let base, let index):
            let place =
                switch index {
                case .first: NSExpression(forConstantValue: "FIRST")
                case .last: NSExpression(forConstantValue: "LAST")
                case .size: NSExpression(forConstantValue: "SIZE")
                case .value(let place): NSExpression(place)
                }
            return [NSExpression(base), place]
        case .cast(let operand, let type):
            return [NSExpression(operand), NSExpression(forConstantValue: type)]
        case .assignment(_, let value): return [NSExpression(value)]
        case .fetch(let request, let context, let countOnly):
            return [
                NSExpression(request), NSExpression(context),
                NSExpression(forConstantValue: countOnly),
            ]
        default: missing("arguments")  // Every other kind.
        }
    }

    /// The receiver of a method or a key path; `SELF` where none is written.
    ///
    /// A function of the language has a constant for a receiver, as on Apple's systems. With it
    /// ``init(forFunction:selectorName:arguments:)`` makes the function again:
    ///
    ///     let sum = NSExpression(format: "a + 1")
    ///     NSExpression(
    ///         forFunction: sum.operand, selectorName: sum.function,
    ///         arguments: [sum.arguments![0], NSExpression(format: "2")])  // a + 2
    public var operand: NSExpression {
        switch queryExpression {
        case .call(let target, _, _), .path(let target, _): return NSExpression(target)
        case .keyPath: return NSExpression(.this)
        case .function, .index, .cast, .assignment, .fetch:
            return NSExpression(forConstantValue: LanguageFunctions.receiver)
        default: missing("operand")  // Every other kind.
        }
    }

    /// The members of an aggregate as `[NSExpression]`, or the collection of a subquery as an
    /// `NSExpression`.
    public var collection: Any {
        switch queryExpression {
        case .aggregate(let members): return members.map(NSExpression.init)
        case .subquery(let collection, _, _): return NSExpression(collection)
        default: missing("collection")  // Every other kind.
        }
    }

    /// The condition of a subquery or of `TERNARY`.
    public var predicate: NSPredicate {
        switch queryExpression {
        case .subquery(_, _, let condition), .conditional(let condition, _, _):
            return NSPredicate.from(condition)
        default: missing("predicate")  // Every other kind.
        }
    }

    /// The first of two collections.
    public var left: NSExpression {
        guard case .set(_, let left, _) = queryExpression else { missing("left expression") }
        return NSExpression(left)
    }

    /// The second of two collections.
    public var right: NSExpression {
        guard case .set(_, _, let right) = queryExpression else { missing("right expression") }
        return NSExpression(right)
    }

    /// The value of `TERNARY` where its condition holds.
    public var `true`: NSExpression {
        guard case .conditional(_, let value, _) = queryExpression else {
            missing("true expression")
        }
        return NSExpression(value)
    }

    /// The value of `TERNARY` where its condition does not hold.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let value) = queryExpression else {
            missing("false expression")
        }
        return NSExpression(value)
    }

    /// The value of `TERNARY` where its condition holds.
    public var trueExpression: NSExpression { self.true }

    /// The value of `TERNARY` where its condition does not hold.
    public var falseExpression: NSExpression { self.false }

    /// The function of a block.
    public var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
        guard case .block(let block, _) = queryExpression else { missing("block") }
        return { object, arguments, context in
            do {
                return try block.body(
                    object, arguments.map { Value(bridging: $0) }, context.map(variables(in:))
                ).bridged ?? NSNull()
            } catch {
                fatalError(String(describing: error))  // A block of this class throws nothing.
            }
        }
    }

    private func missing(_ part: String) -> Never {
        fatalError("An NSExpression of type \(expressionType) has no \(part): \(self)")
    }
}

/// The entries of a context whose keys are text.
func variables(in context: NSMutableDictionary) -> [String: Any] {
    var variables: [String: Any] = [:]
    for (key, value) in context {
        if let name = key as? String { variables[name] = value }
    }
    return variables
}

/// What the functions of the language are methods of.
final class LanguageFunctions: NSObject, Sendable {
    static let receiver = LanguageFunctions()

    override var description: String { "the functions of the language" }

    /// The parts of ``NSExpression/arguments`` as the function that they were taken from; nil where
    /// a selector names it as it is.
    static func call(_ selector: String, _ arguments: [QueryExpression]) -> QueryExpression? {
        switch (selector, arguments.count) {
        case ("objectFrom:withIndex:", 2):
            let index: ExpressionIndex =
                switch arguments[1] {
                case .constant(.text("FIRST")): .first
                case .constant(.text("LAST")): .last
                case .constant(.text("SIZE")): .size
                default: .value(arguments[1])  // A number, a key, or what has such a value.
                }
            return .index(arguments[0], index)
        case ("fetch:context:countOnly:", 3):
            guard case .constant(.int(let flag)) = arguments[2] else { return nil }
            return .fetch(arguments[0], arguments[1], countOnly: flag != 0)
        default: return nil  // Every other selector is that of a function.
        }
    }
}

extension NSExpression {
    /// Whether it is the ``operand`` of a function of the language.
    var isLanguage: Bool {
        guard case .constant(.object) = queryExpression else { return false }
        return constantValue is LanguageFunctions
    }
}
