/// Something that holds of an object or does not.
///
///     let adults = try QueryPredicate(parsing: "age >= 18 AND name BEGINSWITH 'A'")
///
/// One value for every way of asking: a format string, `NSPredicate`, a fluent builder, a
/// filter of the web services.
public indirect enum QueryPredicate: Sendable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    /// `left operator right`.
    case comparison(Comparison)
    /// Every part holds; true of no parts.
    case and([QueryPredicate])
    /// At least one part holds; false of no parts.
    case or([QueryPredicate])
    /// The part does not hold.
    case not(QueryPredicate)
    /// A function of the running program decides. Cannot be printed, stored or lowered.
    case block(PredicateBlock)
}

/// Two expressions, the operator between them, and how it compares.
///
///     let predicate = try QueryPredicate(parsing: "name BEGINSWITH[c] 'a'")
///     if case .comparison(let comparison) = predicate {
///         comparison.left.format       // name
///         comparison.op                // .beginsWith
///         comparison.options.letters   // c
///     }
public struct Comparison: Sendable {
    /// The expression on the left of the operator.
    public var left: QueryExpression
    /// How the sides are compared.
    public var op: Operator
    /// The expression on the right of the operator.
    public var right: QueryExpression
    /// Whether members of a collection are asked one by one.
    public var quantifier: Quantifier
    /// How text is compared.
    public var options: ComparisonOptions

    /// Creates a comparison; by default members are not quantified and text is compared exactly.
    public init(
        _ left: QueryExpression, _ op: Operator, _ right: QueryExpression,
        quantifier: Quantifier = .direct, options: ComparisonOptions = []
    ) {
        self.left = left
        self.op = op
        self.right = right
        self.quantifier = quantifier
        self.options = options
    }
}

/// Something that has a value.
///
///     let double = try QueryExpression(parsing: "age * 2")
///     double.format  // age * 2
///     try ExpressionEvaluator<Value>(double).value(for: .dictionary(["age": 21]))  // 42
public indirect enum QueryExpression: Sendable {
    /// A literal or an argument.
    case constant(Value)
    /// `SELF`: the object asked.
    case this
    /// `a.b.@count`: keys followed from the object asked.
    case keyPath(QueryKeyPath)
    /// `$name`: bound when a template is filled in, or by `SUBQUERY` and `:=`.
    case variable(String)
    /// Keys followed from another expression: `$x.name`, `(a[0]).b`, `SUBQUERY(…).@count`.
    case path(QueryExpression, QueryKeyPath)
    /// `x[0]`, `x[FIRST]`, `x[key]`.
    case index(QueryExpression, ExpressionIndex)
    /// A function of the language.
    case function(Function, [QueryExpression])
    /// `FUNCTION(receiver, "selector:", …)`.
    case call(QueryExpression, selector: String, [QueryExpression])
    /// `CAST(x, "NSDate")`.
    case cast(QueryExpression, type: String)
    /// `{1, age, "x"}`.
    case aggregate([QueryExpression])
    /// `SUBQUERY(collection, $x, predicate)`: the members for which the predicate holds.
    case subquery(QueryExpression, variable: String, QueryPredicate)
    /// `TERNARY(predicate, a, b)`.
    case conditional(QueryPredicate, QueryExpression, QueryExpression)
    /// `a UNION b`.
    case set(SetOperator, QueryExpression, QueryExpression)
    /// `$x := expression`.
    case assignment(variable: String, QueryExpression)
    /// `ANYKEY`: any key of the object asked.
    case anyKey
    /// `FETCH(request, context, countOnly)`; only an object context can answer.
    case fetch(QueryExpression, QueryExpression, countOnly: Bool)
    /// A function of the running program gives the value. Cannot be printed or lowered.
    case block(ExpressionBlock, [QueryExpression])
}

extension QueryExpression {
    /// `<null>`: the object of Foundation's that stands for nil in collections.
    ///
    /// Its value is null; it prints otherwise than `nil` does, as on Apple's systems.
    public static let nullObject = QueryExpression.cast(
        .constant(.null), type: Casting.Target.null.rawValue)

    /// Whether this is ``nullObject``.
    public var isNullObject: Bool {
        if case .cast(.constant(.null), Casting.Target.null.rawValue) = self { true } else { false }
    }
}

/// What stands between the brackets of an index.
///
///     let colors = Value.dictionary(["tags": ["red", "green"]])
///     try QueryExpression(parsing: "tags[FIRST]").value(for: colors)  // "red"
///     try QueryExpression(parsing: "tags[SIZE]").value(for: colors)   // 2
///     try QueryExpression(parsing: "tags[2]").value(for: colors)      // throws indexOutOfRange
public enum ExpressionIndex: Sendable {
    /// `[FIRST]`.
    case first
    /// `[LAST]`.
    case last
    /// `[SIZE]`.
    case size
    /// A number, a key, or anything that has such a value.
    case value(QueryExpression)
}

/// How two collections are combined.
///
///     try QueryExpression(parsing: "{1, 2} UNION {2, 3}").value(for: .null)  // [1, 2, 3]
///     try QueryExpression(parsing: "{1, 2} MINUS {2, 3}").value(for: .null)  // [1]
public enum SetOperator: String, CaseIterable, Hashable, Sendable {
    /// Members of either.
    case union = "UNION"
    /// Members of both.
    case intersect = "INTERSECT"
    /// Members of the first that are not in the second.
    case minus = "MINUS"
}

/// Keys to follow, with collection operators among them.
///
///     QueryKeyPath("department.employees.@count")
public struct QueryKeyPath: Hashable, Sendable {
    /// One part of a key path.
    ///
    ///     QueryKeyPath("staff.@max.age").steps  // [.key("staff"), .collection(.max), .key("age")]
    public enum Step: Hashable, Sendable {
        /// The value under a key; of a collection, of each member.
        case key(String)
        /// An operator on the collection reached so far, applied to what the rest of the path
        /// gives of its members.
        case collection(CollectionOperator)
    }

    /// The parts, from the object outward; never empty.
    public var steps: [Step]

    /// A path of given parts.
    public init(steps: [Step]) { self.steps = steps }

    /// A path of plain keys and `@` operators, written with dots; an unknown `@name` is a key.
    public init(_ text: String) {
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            if part.first == "@", let op = CollectionOperator(rawValue: String(part.dropFirst())) {
                .collection(op)
            } else {
                .key(String(part))
            }
        }
    }

    /// The single plain key, or nil when the path has more than that.
    public var singleKey: String? {
        if steps.count == 1, case .key(let name) = steps[0] { name } else { nil }
    }

    /// The plain text of the path, unescaped: `a.b.@count`.
    public var text: String {
        steps.map { step in
            switch step {
            case .key(let name): name
            case .collection(let op): "@" + op.rawValue
            }
        }.joined(separator: ".")
    }
}

/// An operator on a collection inside a key path, written with `@`.
///
///     let team: Value = [.dictionary(["age": 31]), .dictionary(["age": 29])]
///     try QueryExpression(parsing: "@avg.age").value(for: team)  // 30.0
public enum CollectionOperator: String, CaseIterable, Hashable, Sendable {
    /// The number of members; nil of nil.
    case count
    /// The sum; 0 of nothing.
    case sum
    /// The mean; nil of nothing.
    case avg
    /// The smallest; nil of nothing.
    case min
    /// The largest; nil of nothing.
    case max
    /// The members' values as one collection.
    case unionOfObjects
    /// The members' values as one collection, each once.
    case distinctUnionOfObjects
    /// The members' collections as one collection.
    case unionOfArrays
    /// The members' collections as one collection, each value once.
    case distinctUnionOfArrays
    /// The members' sets as one collection, each value once.
    case distinctUnionOfSets
    /// The keys of a dictionary.
    case allKeys
    /// The values of a dictionary.
    case allValues
}

/// A condition written as a function of the program, held by identity.
///
///     let isEven = PredicateBlock { object, _ in
///         (object as? Int64)?.isMultiple(of: 2) ?? false
///     }
///     try QueryPredicate.block(isEven).matches(4)  // true
public final class PredicateBlock: Hashable, @unchecked Sendable {
    // Unchecked: the body is the caller's; stores refuse blocks before they cross a thread.
    /// The function: the object asked and the variables' values, as the caller's types.
    public let body: (Any?, [String: Any]?) throws -> Bool
    /// Wraps a condition; the block receives the object and the variable bindings.
    public init(_ body: @escaping (Any?, [String: Any]?) throws -> Bool) { self.body = body }
    /// Stands for a predicate that was nested deeper than ``Limits/depth``; asked, it says so.
    public static let tooDeep = PredicateBlock { _, _ in throw EvaluationError.tooDeep }
    /// Whether both are the same block.
    public static func == (a: PredicateBlock, b: PredicateBlock) -> Bool { a === b }
    /// Hashes the block's identity; two blocks with the same code differ.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A value computed by a function of the program, held by identity.
///
///     let reversed = ExpressionBlock { object, _, _ in
///         .text(String((object as? String ?? "").reversed()))
///     }
///     try QueryExpression.block(reversed, []).value(for: "abc")  // "cba"
public final class ExpressionBlock: Hashable, @unchecked Sendable {
    // Unchecked: as PredicateBlock.
    /// The function: the object asked, the arguments' values and the variables' values.
    public let body: (Any?, [Value], [String: Any]?) throws -> Value
    /// Wraps a function; the block receives the object, the arguments and the variable bindings.
    public init(_ body: @escaping (Any?, [Value], [String: Any]?) throws -> Value) {
        self.body = body
    }
    /// Stands for an expression that was nested deeper than ``Limits/depth``; asked, it says so.
    public static let tooDeep = ExpressionBlock { _, _, _ in throw EvaluationError.tooDeep }
    /// Whether both are the same block.
    public static func == (a: ExpressionBlock, b: ExpressionBlock) -> Bool { a === b }
    /// Hashes the block's identity; two blocks with the same code differ.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
