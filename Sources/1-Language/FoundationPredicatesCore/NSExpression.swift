public import Foundation
public import PredicateCore

/// Something that has a value: one side of a comparison.
///
///     let total = NSExpression(format: "price * count")
///     total.expressionValue(with: ["price": 2, "count": 3], context: nil)  // 6
///
/// Foundation's class of the same name has no usable initialiser on Linux, so this one stands
/// on its own. An expression never changes once made.
///
/// Source: [NSExpression](https://developer.apple.com/documentation/foundation/nsexpression).
open class NSExpression: NSObject, NSSecureCoding, NSCopying {
    /// What kind of expression it is.
    ///
    ///     NSExpression(format: "price * 2").expressionType       // .function
    ///     NSExpression(format: "$name").expressionType           // .variable
    ///     NSExpression(forKeyPath: "owner.name").expressionType  // .keyPath
    public enum ExpressionType: UInt, Sendable {
        /// A literal or an argument.
        case constantValue = 0
        /// `SELF`.
        case evaluatedObject = 1
        /// `$name`.
        case variable = 2
        /// `a.b.@count`.
        case keyPath = 3
        /// A function, arithmetic, an index, a cast, a method.
        case function = 4
        /// `a UNION b`.
        case unionSet = 5
        /// `a INTERSECT b`.
        case intersectSet = 6
        /// `a MINUS b`.
        case minusSet = 7
        /// `SUBQUERY(…)`.
        case subquery = 13
        /// `{a, b}`.
        case aggregate = 14
        /// `ANYKEY`.
        case anyKey = 15
        /// A function of the program.
        case block = 19
        /// `TERNARY(…)`.
        case conditional = 20
    }

    /// What the expression says.
    public let queryExpression: QueryExpression
    /// The very object that a constant was made from.
    let original: Any?
    let evaluator = CachedExpressionEvaluator()
    /// How deep the expression is, where that is known without looking.
    private let countedLevels: Int?

    /// The expression that says something of the language.
    public init(_ queryExpression: QueryExpression) {
        self.queryExpression = queryExpression
        original = nil
        countedLevels = nil
        super.init()
    }

    /// The expression over parts of which the deepest has a number of levels.
    ///
    /// What is nested deeper than `Limits.depth` becomes an expression that says so when asked: no
    /// tree is made that a stack could not follow, be it to free it.
    init(_ queryExpression: QueryExpression, over levels: Int) {
        let isTooDeep = levels >= Limits.depth
        self.queryExpression = isTooDeep ? .block(.tooDeep, []) : queryExpression
        original = nil
        countedLevels = isTooDeep ? 1 : levels + 1
        super.init()
    }

    /// How deep the expression is, itself among the levels.
    var levels: Int {
        countedLevels ?? queryExpression.levels(atMost: Limits.depth) ?? Limits.depth + 1
    }

    /// An expression without content, for the two kinds that need none.
    ///
    /// Any other kind needs its own initialiser and stops the program here.
    public init(expressionType type: ExpressionType) {
        switch type {
        case .evaluatedObject: queryExpression = .this
        case .anyKey: queryExpression = .anyKey
        default:  // Every kind that has content.
            fatalError("An NSExpression of type \(type) needs its own initialiser.")
        }
        original = nil
        countedLevels = 1
        super.init()
    }

    /// A constant; nil and `NSNull` are the null constant.
    public init(forConstantValue obj: Any?) {
        queryExpression = QueryExpression(constant: obj)
        original = obj
        countedLevels = nil
        super.init()
    }

    // MARK: Printing, equality, copying

    /// The expression as a format string.
    open override var description: String { queryExpression.format }

    /// Whether both say the same in the same form.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSExpression else { return false }
        return self === other || queryExpression == other.queryExpression
    }

    /// A hash in accord with equality.
    open override var hash: Int { queryExpression.hashValue }

    /// The expression itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Querying

    /// The value for an object.
    ///
    ///     NSExpression(format: "name.length").expressionValue(with: ["name": "Ann"], context: nil)
    ///
    /// The context holds the values of `$variables`. Numbers come back as `NSNumber`, collections as
    /// arrays. Stops the program when there is no value;
    /// ``value(for:context:)`` throws instead.
    open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        do {
            return try value(for: object, context: context)
        } catch {
            fatalError(String(describing: error))  // As Apple's raises; value(for:) throws.
        }
    }

    /// Does nothing: a decoded expression may be asked at once.
    open func allowEvaluation() {}

    // MARK: Archives

    /// Expressions take part in secure archives.
    public class var supportsSecureCoding: Bool { true }

    /// Reads an expression from an archive that this package wrote.
    public required init?(coder: NSCoder) {
        guard let expression = PredicateArchive.expression(from: coder) else { return nil }
        queryExpression = expression
        original = nil
        countedLevels = nil
        super.init()
    }

    /// Writes the expression as its format with the objects in it.
    open func encode(with coder: NSCoder) {
        PredicateArchive.encode(queryExpression, to: coder)
    }
}
