/// What `FUNCTION(receiver, "selector:", …)` can call: a table of selectors, open for more.
///
///     var functions = FunctionRegistry.standard
///     functions.register("reversed") { receiver, _ throws(EvaluationError) in
///         guard case .text(let text) = receiver else { return .null }
///         return .text(String(text.reversed()))
///     }
///
/// The same table answers infix selectors (`a reversed b`) and keys of text, numbers and dates
/// (`name.length`). A nil receiver gives nil and is never passed on.
public struct FunctionRegistry: Sendable {
    /// A function: the receiver, then as many arguments as the selector has colons.
    public typealias Body = @Sendable (Value, [Value]) throws(EvaluationError) -> Value

    private var bodies: [String: Body]

    /// A table without functions.
    public init() { bodies = [:] }

    /// Adds a function, or replaces one.
    public mutating func register(_ selector: String, _ body: @escaping Body) {
        bodies[selector] = body
    }

    /// The function of a selector; nil when there is none.
    public subscript(selector: String) -> Body? { bodies[selector] }

    /// The selectors known, in alphabetical order.
    public var selectors: [String] { bodies.keys.sorted() }

    /// Calls a function.
    ///
    /// - Throws: `unknownSelector`, naming it; `incompatibleValues` for a wrong number of
    ///   arguments; what the function throws.
    public func call(
        _ selector: String, on receiver: Value, _ arguments: [Value]
    ) throws(EvaluationError) -> Value {
        guard let body = bodies[selector] else { throw Self.unknown(selector) }
        let expected = selector.utf8.count { $0 == UInt8(ascii: ":") }
        guard arguments.count == expected else {
            throw EvaluationError(
                .incompatibleValues,
                "The selector \"\(selector)\" takes \(expected) argument\(expected == 1 ? "" : "s"), not "
                    + "\(arguments.count)."
            )
        }
        return receiver.isNull ? .null : try body(receiver, arguments)
    }

    static func unknown(_ selector: String) -> EvaluationError {
        EvaluationError(
            .unknownSelector,
            "The selector \"\(selector)\" is not known; it can be added to a FunctionRegistry.")
    }
}
