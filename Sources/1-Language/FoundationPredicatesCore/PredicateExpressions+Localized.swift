public import Foundation
import PredicateCore

// Nodes that `#Predicate` writes and that Foundation on Linux lacks.
#if !canImport(Darwin)
extension PredicateExpressions {
    /// `$0.name.localizedStandardContains("lis")`: case and accents do not count.
    public struct StringLocalizedStandardContains<
        Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression, CustomStringConvertible
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Whether the text contains the other one.
        public typealias Output = Bool
        /// The text that is searched.
        public let root: Root
        /// The text that is looked for.
        public let other: Other

        /// A search of a text for another.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Whether the text contains the other one.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try String(root.evaluate(bindings))
                .localizedStandardContains(String(other.evaluate(bindings)))
        }

        /// The node as Foundation prints its own.
        public var description: String { "StringLocalizedStandardContains(\(root), \(other))" }
    }

    /// What `#Predicate` calls for `localizedStandardContains`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {
    /// Reads the two texts.
    public init(from decoder: any Decoder) throws {
        (root, other) = try decoder.texts()
    }

    /// Writes the two texts.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(texts: root, other)
    }
}

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
    public struct StringLocalizedCompare<
        Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression, CustomStringConvertible
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Which of both texts comes first.
        public typealias Output = ComparisonResult
        /// The text on the left.
        public let root: Root
        /// The text on the right.
        public let other: Other

        /// A comparison of two texts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Which of both texts comes first.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try String(root.evaluate(bindings))
                .localizedCompare(String(other.evaluate(bindings)))
        }

        /// The node as Foundation prints its own.
        public var description: String { "StringLocalizedCompare(\(root), \(other))" }
    }

    /// What `#Predicate` calls for `localizedCompare`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
        StringLocalizedCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedCompare: Codable
where Root: Codable, Other: Codable {
    /// Reads the two texts.
    public init(from decoder: any Decoder) throws {
        (root, other) = try decoder.texts()
    }

    /// Writes the two texts.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(texts: root, other)
    }
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
    >: PredicateExpression, CustomStringConvertible
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// Which of both texts comes first.
        public typealias Output = ComparisonResult
        /// The text on the left.
        public let root: Root
        /// The text on the right.
        public let other: Other

        /// A comparison of two texts.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Which of both texts comes first.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try String(root.evaluate(bindings))
                .caseInsensitiveCompare(String(other.evaluate(bindings)))
        }

        /// The node as Foundation prints its own.
        public var description: String { "StringCaseInsensitiveCompare(\(root), \(other))" }
    }

    /// What `#Predicate` calls for `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {
    /// Reads the two texts.
    public init(from decoder: any Decoder) throws {
        (root, other) = try decoder.texts()
    }

    /// Writes the two texts.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(texts: root, other)
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

// As Foundation's own nodes are written: a list of the operands.
extension Decoder {
    fileprivate func texts<A: Decodable, B: Decodable>() throws -> (A, B) {
        var container = try unkeyedContainer()
        return (try container.decode(A.self), try container.decode(B.self))
    }
}

extension Encoder {
    fileprivate func encode(texts a: some Encodable, _ b: some Encodable) throws {
        var container = unkeyedContainer()
        try container.encode(a)
        try container.encode(b)
    }
}
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
