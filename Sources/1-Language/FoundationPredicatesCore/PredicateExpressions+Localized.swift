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
        var container = try decoder.unkeyedContainer()
        root = try container.decode(Root.self)
        other = try container.decode(Other.self)
    }

    /// Writes the two texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(root)
        try container.encode(other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
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
