/// The smallest part of a format that has a meaning: a word, a number, an operator.
///
/// Holds places only; text is made when the parser asks for it.
struct Token {
    /// What the token is.
    ///
    /// Keywords and operators have a kind each.
    enum Kind: UInt8 {
        case end
        /// A key or the short name of a function.
        case word
        /// A name with colons: `add:to:`.
        case selector
        case number
        /// Quoted text.
        case text
        /// `$name`, or `$"any text"`.
        case variable
        /// `%@`, `%2$d`, and whatever else follows a percent sign.
        case specifier
        /// `@count`.
        case collection
        /// `#name`, or `#"any text"`: a key whatever it says.
        case key
        // Marks.
        case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace, comma, dot
        case assign
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case plus, minus, star, slash, power
        case ampersand, bar, caret, shiftLeft, shiftRight, tilde
        // Keywords that are also marks: `&&`, `||`, `!`.
        case and, or, not
        // Keywords.
        case any, all, some, none
        case `in`, between, contains, beginsWith, endsWith, like, matches, tokenMatches
        case null, yes, no, this, first, last, size, anyKey
        case subquery, fetch, cast, ternary, function
        case union, intersect, minusSet
        case truePredicate, falsePredicate
        // What the language does not have.
        /// A character without a meaning here.
        case invalid
        /// A quote that is not closed.
        case unclosed
        /// Digits that run into letters: `12abc`, `0x`, `1e`.
        case badNumber
    }

    var kind: Kind
    /// The first byte.
    var start: Int
    /// The byte after the last.
    var end: Int
    /// Whether quoted text has a backslash in it.
    var isEscaped = false
}

extension Token.Kind {
    /// The comparison that the token stands for.
    ///
    /// A selector has a name, which the parser reads.
    var comparison: Operator? {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        case .in: .in
        case .between: .between
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        case .tokenMatches: .tokenMatches
        default: nil  // Every other token; the operators are the closed set above.
        }
    }

    /// The tokens of operators that are words.
    static var wordOperators: [Token.Kind] {
        (Token.Kind.in.rawValue...Token.Kind.tokenMatches.rawValue)
            .compactMap(Token.Kind.init(rawValue:))
    }

    /// Whether the token is a reserved word or stands where one could.
    var isKeyword: Bool {
        rawValue >= Self.and.rawValue && rawValue <= Self.falsePredicate.rawValue
    }
}
