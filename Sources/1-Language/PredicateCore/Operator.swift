/// How two expressions are compared.
///
///     Operator.notEqual.spellings  // ["!=", "<>"]
///
/// The table of spellings is the only one: lexer, parser and printer read it.
///
/// Each operator names the SQL that a record store on SQLite runs for it, as
/// `RecordStore.explain(_:in:)` shows it. What begins with `quarry_` is a function of the evaluator
/// that SQLite calls. The article "Operators in SQL" of the module Stores has the indexes, the
/// options of text and PostgreSQL.
public enum Operator: Hashable, Sendable {
    /// `a == b`; both nil is equal.
    ///
    /// `age == 31` is in SQL `"age" = ?`, and `age == nil` is in SQL `"age" IS NULL`.
    case equal
    /// `a != b`; exactly one nil is unequal.
    ///
    /// `age != 31` is in SQL `"age" IS NOT ?`, which no index serves.
    case notEqual
    /// `a < b`; false when either is nil.
    ///
    /// `age < 31` is in SQL `"age" < ?`.
    case less
    /// `a <= b`; true when both are nil.
    ///
    /// `age <= 31` is in SQL `"age" <= ?`.
    case lessOrEqual
    /// `a > b`; false when either is nil.
    ///
    /// `age > 31` is in SQL `"age" > ?`.
    case greater
    /// `a >= b`; true when both are nil.
    ///
    /// `age >= 31` is in SQL `"age" >= ?`.
    case greaterOrEqual
    /// `age BETWEEN {18, 65}`, both ends included; false where the first is the greater one.
    ///
    /// `age BETWEEN {18, 65}` is in SQL `"age" >= ? AND "age" <= ?`.
    case between
    /// `x IN collection`, or `x IN text` when both are text (x is found inside).
    ///
    /// `age IN {3, 18}` is in SQL `"age" IN (?, ?)`, and
    /// `name IN "Anna"` is in SQL `"name" <> '' AND instr(?, "name") > 0`.
    case `in`
    /// `collection CONTAINS x`, or text that contains text.
    ///
    /// `name CONTAINS "n"` is in SQL `instr("name", ?) > 0`. The members of a list are in a table
    /// of their own: `tags CONTAINS "tea"` is in SQL
    /// `"_row" IN (SELECT "_row" FROM "Person.tags" WHERE "_database" = ? AND "_zone" = ? AND "value" = ?`.
    case contains
    /// `name BEGINSWITH "A"`; false for an empty beginning.
    ///
    /// `name BEGINSWITH "A"` is in SQL `"name" >= ? AND "name" < ?`, with "A" and "B".
    case beginsWith
    /// `name ENDSWITH "a"`; false for an empty ending.
    ///
    /// `name ENDSWITH "n"` is in SQL `quarry_ends_with("name", ?, ?)`, which no index serves.
    case endsWith
    /// `name LIKE "A*n?"`: `*` any run, `?` one scalar, `\` escapes.
    ///
    /// What stands before the first wildcard is looked up: `name LIKE "A*n?"` is in SQL
    /// `"name" >= ? AND "name" < ? AND quarry_like("name", ?, ?)`.
    case like
    /// `name MATCHES "[a-z]+"`: the whole text matches an ICU regular expression.
    ///
    /// `name MATCHES "[A-Z].*"` is in SQL `quarry_matches("name", ?, ?)`, which no index serves.
    case matches
    /// `allTokens TOKENMATCHES[cdl] "bob smith"`: every token is present.
    ///
    /// `allTokens TOKENMATCHES[cdl] "oslo"` is in SQL
    /// `"_row" IN (SELECT rowid FROM "Person._tokens" WHERE "Person._tokens" MATCH ?)`.
    case tokenMatches
    /// `UTI-CONFORMS-TO`; parses, has no meaning outside Apple's type database.
    case utiConformsTo
    /// `UTI-EQUALS`.
    case utiEquals
    /// An infix selector such as `isKindOfClass:`; parses, unknown ones fail when evaluated.
    case selector(String)

    /// Every operator with a spelling of its own.
    public static let all: [Operator] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in,
        .contains, .beginsWith, .endsWith, .like, .matches, .tokenMatches, .utiConformsTo,
        .utiEquals,
    ]

    /// Every way the operator may be written, in upper case; the first is how it is printed.
    public var spellings: [String] {
        switch self {
        case .equal: ["==", "="]
        case .notEqual: ["!=", "<>"]
        case .less: ["<"]
        case .lessOrEqual: ["<=", "=<"]
        case .greater: [">"]
        case .greaterOrEqual: [">=", "=>"]
        case .between: ["BETWEEN"]
        case .in: ["IN"]
        case .contains: ["CONTAINS"]
        case .beginsWith: ["BEGINSWITH"]
        case .endsWith: ["ENDSWITH"]
        case .like: ["LIKE"]
        case .matches: ["MATCHES"]
        case .tokenMatches: ["TOKENMATCHES"]
        case .utiConformsTo: ["UTI-CONFORMS-TO"]
        case .utiEquals: ["UTI-EQUALS"]
        case .selector(let name): [name]
        }
    }
}

extension Operator {
    /// What operators of one kind have in common: the sides that they take, and how stores find
    /// the records.
    ///
    /// A switch names families, and members only where it tells them apart, so that an operator of
    /// a family that exists changes few of them:
    ///
    ///     switch op.family {
    ///     case .equality(.equal): "="
    ///     case .equality(.notEqual): "<>"
    ///     case .order, .range, .membership, .substring, .pattern, .token, .custom: nil
    ///     }
    public enum Family: Hashable, Sendable {
        /// Whether both sides are the same: any two values.
        case equality(Equality)
        /// Which side is first: two values that have an order.
        case order(Inequality)
        /// `BETWEEN`: a value and a list of two bounds.
        case range
        /// Whether one side is in the other: a value and a collection, or two texts.
        case membership(Membership)
        /// Whether a text begins or ends with another.
        case substring(Affix)
        /// Whether a text has a form.
        case pattern(Pattern)
        /// Whether a text has words.
        case token
        /// What has no meaning of the language's own: selectors, and Apple's types of content.
        case custom

        /// Which of the two an equality is: `==` or `!=`.
        ///
        ///     Operator.notEqual.family  // .equality(.notEqual)
        public enum Equality: Hashable, Sendable { case equal, notEqual }
        /// Which side an order asks to be first, and whether equals count.
        ///
        ///     Operator.lessOrEqual.family  // .order(.lessOrEqual)
        public enum Inequality: Hashable, Sendable {
            case less, lessOrEqual, greater, greaterOrEqual
        }
        /// Which side is the collection: the right one of `IN`, the left one of `CONTAINS`.
        ///
        ///     Operator.contains.family  // .membership(.contains)
        public enum Membership: Hashable, Sendable { case `in`, contains }
        /// At which end of the text the other stands.
        ///
        ///     Operator.beginsWith.family  // .substring(.beginsWith)
        public enum Affix: Hashable, Sendable { case beginsWith, endsWith }
        /// The language of the pattern: wildcards of `LIKE`, regular expressions of `MATCHES`.
        ///
        ///     Operator.matches.family  // .pattern(.matches)
        public enum Pattern: Hashable, Sendable { case like, matches }
    }

    /// The family of the operator.
    ///
    ///     Operator.like.family  // .pattern(.like)
    @inlinable @inline(__always)
    public var family: Family {
        switch self {
        case .equal: .equality(.equal)
        case .notEqual: .equality(.notEqual)
        case .less: .order(.less)
        case .lessOrEqual: .order(.lessOrEqual)
        case .greater: .order(.greater)
        case .greaterOrEqual: .order(.greaterOrEqual)
        case .between: .range
        case .in: .membership(.in)
        case .contains: .membership(.contains)
        case .beginsWith: .substring(.beginsWith)
        case .endsWith: .substring(.endsWith)
        case .like: .pattern(.like)
        case .matches: .pattern(.matches)
        case .tokenMatches: .token
        case .utiConformsTo, .utiEquals, .selector: .custom
        }
    }
}

/// The letters in brackets after an operator: `name ==[cd] "élan"`.
///
///     let options: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
///     options.letters                              // "cd"
///     TextMatching.equal("Élan", "elan", options)  // true
public struct ComparisonOptions: OptionSet, Hashable, Sendable {
    /// The raw bits; the values of `NSComparisonPredicate.Options` on Apple's systems.
    public let rawValue: UInt
    /// Options from raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `[c]`: upper and lower case are the same.
    public static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`: accents do not count.
    public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: the text is already normalised; compared literally.
    public static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`: the user's locale decides.
    public static let localeSensitive = ComparisonOptions(rawValue: 8)

    /// The letters, in the order in which they are printed.
    public var letters: String {
        (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
            + (contains(.normalized) ? "n" : "") + (contains(.localeSensitive) ? "l" : "")
    }
}

/// What a comparison asks of the members of a collection.
///
///     let pupil = Value.dictionary(["grades": [2, 5]])
///     try QueryPredicate(parsing: "ANY grades > 3").matches(pupil)  // true
///     try QueryPredicate(parsing: "ALL grades > 3").matches(pupil)  // false
public enum Quantifier: Hashable, Sendable {
    /// No quantifier: the two sides are compared as they are.
    case direct
    /// `ANY`, `SOME`: at least one member; false of nothing.
    case any
    /// `ALL`: every member; true of nothing.
    case all
}
