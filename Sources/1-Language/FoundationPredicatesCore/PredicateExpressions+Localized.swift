public import Foundation
import PredicateCore

// Nodes that `#Predicate` writes and that Foundation on Linux lacks.
#if !canImport(Darwin)
extension PredicateExpressions {
    /// A node of `#Predicate` over two texts: the types of this file that Foundation on Linux lacks.
    ///
    ///     let same = ComparisonResult.orderedSame
    ///     let ann = #Predicate<Person> { $0.name.caseInsensitiveCompare("ann") == same }
    ///     try ann.evaluate(Person(name: "ANN"))  // true
    ///
    /// Evaluation throws what the expressions of the two texts throw.
    public protocol TextNode: PredicateExpression, CustomStringConvertible {
        /// What gives the text on the left.
        associatedtype Root: PredicateExpression where Root.Output: StringProtocol
        /// What gives the text on the right.
        associatedtype Other: PredicateExpression where Other.Output: StringProtocol
        /// The text on the left.
        var root: Root { get }
        /// The text on the right.
        var other: Other { get }
        /// A node over two texts.
        init(root: Root, other: Other)
        /// What the node makes of two texts.
        static func value(_ root: String, _ other: String) -> Output
    }
}

extension PredicateExpressions.TextNode {
    /// What the node makes of its texts.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
        Self.value(String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }

    /// The node as Foundation prints its own.
    public var description: String {
        "\("\(Self.self)".prefix { $0 != "<" })(\(root), \(other))"
    }
}

// As Foundation's own nodes are written: a list of the operands.
extension PredicateExpressions.TextNode where Root: Codable, Other: Codable {
    /// Reads the two texts.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init(
            root: try container.decode(Root.self), other: try container.decode(Other.self))
    }

    /// Writes the two texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(root)
        try container.encode(other)
    }
}

extension PredicateExpressions {
    /// `$0.name.localizedStandardContains("lis")`: case and accents do not count.
    ///
    ///     try #Predicate<City> { $0.name.localizedStandardContains("sao") }
    ///         .evaluate(City(name: "São Paulo"))  // true
    public struct StringLocalizedStandardContains<
        Root: PredicateExpression, Other: PredicateExpression
    >: TextNode
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Whether the text contains the other one.
        public typealias Output = Bool
        /// The text on the left.
        public let root: Root
        /// The text on the right.
        public let other: Other

        /// A node over two texts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Whether the text contains the other one.
        public static func value(_ root: String, _ other: String) -> Bool {
            root.localizedStandardContains(other)
        }
    }

    /// What `#Predicate` calls for `localizedStandardContains`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions {
    /// `$0.name.localizedCompare(other) == same`: by the user's language.
    ///
    /// Its value is compared with one that is captured from outside the predicate, as a macro cannot
    /// name a case of an enumeration:
    ///
    ///     let same = ComparisonResult.orderedSame
    ///     #Predicate<Person> { $0.name.localizedCompare("ann") == same }
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>:
        TextNode
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Which of both texts comes first.
        public typealias Output = ComparisonResult
        /// The text on the left.
        public let root: Root
        /// The text on the right.
        public let other: Other

        /// A node over two texts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Which of both texts comes first.
        public static func value(_ root: String, _ other: String) -> ComparisonResult {
            root.localizedCompare(other)
        }
    }

    /// What `#Predicate` calls for `localizedCompare`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
        StringLocalizedCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {
}
extension PredicateExpressions.StringLocalizedCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions {
    /// `$0.name.caseInsensitiveCompare(other) == same`: without case.
    ///
    /// Its value is compared with one that is captured from outside the predicate, as a macro cannot
    /// name a case of an enumeration:
    ///
    ///     let same = ComparisonResult.orderedSame
    ///     #Predicate<Person> { $0.name.caseInsensitiveCompare("ann") == same }
    public struct StringCaseInsensitiveCompare<
        Root: PredicateExpression, Other: PredicateExpression
    >: TextNode
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Which of both texts comes first.
        public typealias Output = ComparisonResult
        /// The text on the left.
        public let root: Root
        /// The text on the right.
        public let other: Other

        /// A node over two texts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Which of both texts comes first.
        public static func value(_ root: String, _ other: String) -> ComparisonResult {
            root.caseInsensitiveCompare(other)
        }
    }

    /// What `#Predicate` calls for `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif

extension PredicateExpressions.StringLocalizedStandardContains: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        .predicate(
            .comparison(
                Comparison(
                    try scope.expression(root), .contains, try scope.expression(other),
                    options: [.caseInsensitive, .diacriticInsensitive])))
    }
}

extension PredicateExpressions.StringLocalizedCompare: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.textOrder(root, other, [.localeSensitive])
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: TranslatableNode {
    func translated(in scope: TranslationScope) throws(PredicateTranslationError) -> Translated {
        try scope.textOrder(root, other, [.caseInsensitive])
    }
}

extension TranslationScope {
    /// 0 for texts that options hold equal, -1 where the first comes first, otherwise 1: the raw
    /// values of `ComparisonResult`.
    fileprivate func textOrder(
        _ a: Any, _ b: Any, _ options: ComparisonOptions
    ) throws(PredicateTranslationError) -> Translated {
        let (a, b) = (try expression(a), try expression(b))
        let less = QueryExpression.conditional(
            .comparison(Comparison(a, .less, b, options: options)), .constant(.int(-1)),
            .constant(.int(1)))
        return .expression(
            .conditional(
                .comparison(Comparison(a, .equal, b, options: options)), .constant(.int(0)), less))
    }
}
