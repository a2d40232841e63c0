public import Foundation
import PredicateCore

/// Compares the values of two expressions with an operator.
///
///     NSComparisonPredicate(
///         leftExpression: NSExpression(forKeyPath: "age"),
///         rightExpression: NSExpression(forConstantValue: 18),
///         modifier: .direct, type: .greaterThanOrEqualTo).predicateFormat  // age >= 18
///
/// Source: [NSComparisonPredicate](https://developer.apple.com/documentation/foundation/nscomparisonpredicate).
open class NSComparisonPredicate: NSPredicate {
    /// How many members of a collection on the left must satisfy the comparison.
    ///
    ///     let any = NSComparisonPredicate(
    ///         leftExpression: NSExpression(forKeyPath: "ages"),
    ///         rightExpression: NSExpression(forConstantValue: 17), modifier: .any,
    ///         type: .greaterThan, options: [])
    ///     any.predicateFormat  // ANY ages > 17
    public enum Modifier: UInt, Sendable {
        /// No quantifier.
        case direct = 0
        /// `ALL`.
        case all = 1
        /// `ANY`.
        case any = 2
    }

    /// How the sides are compared.
    ///
    ///     let predicate = NSPredicate(format: "name BEGINSWITH 'A'") as? NSComparisonPredicate
    ///     predicate?.predicateOperatorType           // .beginsWith
    ///     predicate?.predicateOperatorType.rawValue  // 8, Apple's number
    public enum Operator: UInt, Sendable {
        /// `<`.
        case lessThan = 0
        /// `<=`.
        case lessThanOrEqualTo = 1
        /// `>`.
        case greaterThan = 2
        /// `>=`.
        case greaterThanOrEqualTo = 3
        /// `==`.
        case equalTo = 4
        /// `!=`.
        case notEqualTo = 5
        /// `MATCHES`.
        case matches = 6
        /// `LIKE`.
        case like = 7
        /// `BEGINSWITH`.
        case beginsWith = 8
        /// `ENDSWITH`.
        case endsWith = 9
        /// `IN`.
        case `in` = 10
        /// A method's name as the operator; also every operator without a number of its own.
        case customSelector = 11
        /// `CONTAINS`.
        case contains = 99
        /// `BETWEEN`.
        case between = 100
    }

    /// How text is compared.
    ///
    ///     let folded = NSPredicate(format: "name ==[cd] 'ZOE'") as? NSComparisonPredicate
    ///     folded?.options.contains(.diacriticInsensitive)  // true
    ///     folded?.evaluate(with: ["name": "Zoë"])          // true
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits of the options, with Apple's values.
        public let rawValue: UInt
        /// Options from raw bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// `[c]`: upper and lower case are the same.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: accents do not count.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: the text is already normalised.
        public static let normalized = Options(rawValue: 4)
    }

    private let comparison: Comparison
    private let given: (left: NSExpression, right: NSExpression)?

    /// A comparison of two expressions; text is compared exactly by default.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier,
        type: Operator, options: Options = []
    ) {
        given = (lhs, rhs)
        comparison = Comparison(
            lhs.queryExpression, PredicateCore.Operator(type), rhs.queryExpression,
            quantifier: Quantifier(modifier),
            options: ComparisonOptions(rawValue: options.rawValue))
        super.init(
            queryPredicate: .comparison(comparison), over: max(lhs.levels, rhs.levels))
    }

    /// Compares two expressions by a method's name.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression,
        customSelector selector: Selector
    ) {
        given = (lhs, rhs)
        comparison = Comparison(
            lhs.queryExpression, PredicateCore.Operator(named: selector), rhs.queryExpression)
        super.init(
            queryPredicate: .comparison(comparison), over: max(lhs.levels, rhs.levels))
    }

    init(_ comparison: Comparison) {
        self.comparison = comparison
        given = nil
        super.init(queryPredicate: .comparison(comparison))
    }

    /// The comparison for a format that is none: `NSComparisonPredicate(format: "a == 1 AND b == 2")`.
    init(standingFor query: QueryPredicate) {
        comparison = Comparison(standingFor: query)
        given = nil
        super.init(queryPredicate: query)
    }

    /// Reads a comparison from an archive that this package wrote.
    public required init?(coder: NSCoder) {
        guard let read = PredicateArchive.predicate(from: coder) else { return nil }
        comparison = Comparison(standingFor: read)
        given = nil
        super.init(queryPredicate: read)
    }

    /// The expression on the left of the operator.
    open var leftExpression: NSExpression { given?.left ?? NSExpression(comparison.left) }

    /// The expression on the right of the operator.
    open var rightExpression: NSExpression { given?.right ?? NSExpression(comparison.right) }

    /// How many members of a collection on the left must satisfy the comparison.
    open var comparisonPredicateModifier: Modifier {
        switch comparison.quantifier {
        case .direct: .direct
        case .any: .any
        case .all: .all
        }
    }

    /// How the sides are compared.
    open var predicateOperatorType: Operator { Operator(comparison.op) }

    /// How text is compared.
    open var options: Options { Options(rawValue: comparison.options.rawValue) }

    /// The method's name that compares; nil for the operators of the language.
    open var customSelector: Selector? {
        switch comparison.op {
        case .selector(let name): Selector(name)
        case .tokenMatches, .utiConformsTo, .utiEquals: Selector(comparison.op.spellings[0])
        default: nil  // Every operator with a number of its own.
        }
    }
}

extension Comparison {
    /// The comparison that a predicate is, or one whose sides say the same as the whole.
    init(standingFor query: QueryPredicate) {
        if case .comparison(let own) = query {
            self = own
        } else {
            self.init(.conditional(query, .constant(1), .constant(0)), .equal, .constant(1))
        }
    }
}

extension Quantifier {
    init(_ modifier: NSComparisonPredicate.Modifier) {
        switch modifier {
        case .direct: self = .direct
        case .all: self = .all
        case .any: self = .any
        }
    }
}

extension PredicateCore.Operator {
    init(_ type: NSComparisonPredicate.Operator) {
        // Several operators have that type, none of which is meant.
        let isCustom = type == .customSelector
        let found = isCustom ? nil : Self.all.first { NSComparisonPredicate.Operator($0) == type }
        self = found ?? .selector("")
    }

    /// The operator that ``NSComparisonPredicate/customSelector`` gives this name.
    init(named selector: Selector) {
        let name = NSStringFromSelector(selector)
        let unnumbered: [PredicateCore.Operator] = [.tokenMatches, .utiConformsTo, .utiEquals]
        self = unnumbered.first { $0.spellings.contains(name) } ?? .selector(name)
    }
}

extension NSComparisonPredicate.Operator {
    init(_ op: PredicateCore.Operator) {
        switch op {
        case .equal: self = .equalTo
        case .notEqual: self = .notEqualTo
        case .less: self = .lessThan
        case .lessOrEqual: self = .lessThanOrEqualTo
        case .greater: self = .greaterThan
        case .greaterOrEqual: self = .greaterThanOrEqualTo
        case .between: self = .between
        case .in: self = .in
        case .contains: self = .contains
        case .beginsWith: self = .beginsWith
        case .endsWith: self = .endsWith
        case .like: self = .like
        case .matches: self = .matches
        case .tokenMatches, .utiConformsTo, .utiEquals, .selector: self = .customSelector
        }
    }
}
