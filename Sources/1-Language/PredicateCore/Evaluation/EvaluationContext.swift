public import Foundation

/// What evaluation needs to know beside the predicate and the object asked.
///
///     var context = EvaluationContext()
///     context.variables["limit"] = 18
///     try QueryPredicate(parsing: "age >= $limit").matches(person, context: context)
public struct EvaluationContext: Sendable {
    /// What `now()` gives; nil means the moment at which the evaluator is made.
    public var now: Date?
    /// The values of `$variables`.
    public var variables: [String: Value]
    /// The locale that `[l]` and the localized orders ask; nil means the user's own.
    public var locale: Locale?
    /// How long MATCHES may take for one text, in seconds.
    public var matchTimeLimit: TimeInterval
    /// Gives what a reference points at, when a key path goes on behind it; nil when nothing is
    /// there.
    ///
    /// Without it such a path is an error.
    public var resolve: (@Sendable (Reference) throws -> Value?)?
    /// Whether arithmetic with what is no number gives nil, as SQL has it, rather than an error,
    /// and so does arithmetic whose result is not a number, such as the root of -1.
    ///
    /// Arithmetic with nil, and a division by zero, give nil in any case.
    public var failedArithmeticIsNil = false
    /// How text is ordered and searched where the query leaves it open: the source's own way.
    public var textProfile = TextProfile.foundation
    /// What `FUNCTION(…)` and infix selectors can call.
    public var functions: FunctionRegistry
    /// Turns a value into the caller's own type for a block; nil gives Swift's types.
    public var externalize: (@Sendable (Value) -> Any?)?

    /// A context; everything has a default.
    public init(
        now: Date? = nil, variables: [String: Value] = [:], locale: Locale? = nil,
        matchTimeLimit: TimeInterval = 2,
        resolve: (@Sendable (Reference) throws -> Value?)? = nil,
        functions: FunctionRegistry = .standard,
        externalize: (@Sendable (Value) -> Any?)? = nil
    ) {
        self.now = now
        self.variables = variables
        self.locale = locale
        self.matchTimeLimit = matchTimeLimit
        self.resolve = resolve
        self.functions = functions
        self.externalize = externalize
    }
}

extension Value {
    /// The value in Swift's own types, for blocks.
    var swiftValue: Any? {
        switch self {
        case .null: nil
        case .int(let x): x
        case .double(let x): x
        case .decimal(let x): x
        case .text(let x): x
        case .date(let x): x
        case .bytes(let x): x
        case .uuid(let x): x
        case .url(let x): x
        case .reference(let x): x
        case .location(let x): x
        case .asset(let x): x
        case .list(let x): x.map(\.swiftValue)
        case .dictionary(let x): x.mapValues(\.swiftValue)
        case .object(let x): x.base
        }
    }
}
