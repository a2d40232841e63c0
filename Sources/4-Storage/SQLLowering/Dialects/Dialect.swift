package import RecordCore

/// What the engines say differently, each as a question with a name.
///
/// There are no default answers: each dialect is a complete page.
package protocol Dialect: Sendable {
    /// The name by which people know the engine.
    var name: String { get }

    // MARK: Words

    /// A name between quotes, with quotes inside it doubled.
    func quoted(_ identifier: String) -> String
    /// The parameter of a number that begins at 1: `?` or `$1`.
    func parameter(_ number: Int) -> String
    /// The name of a column's type.
    func columnType(_ kind: ColumnKind) -> String
    /// A name as the engine keeps it, where names have a length.
    func kept(_ identifier: String) -> String
    /// The type and constraint of the column that numbers the rows of a record type.
    var rowKeyType: String { get }
    /// The type and constraint of a column that numbers the rows of its table by itself.
    var ownNumberType: String { get }
    /// The primary key of a table whose rows have numbers; nil where the number's column says so.
    func numberedKey(_ columns: [String]) -> SQLText?
    /// A number for a new row, which no other row has or will have; nil where the engine gives
    /// one and says so at once.
    func newRowNumber() -> Int64?
    /// Creates a table from what stands between its parentheses.
    ///
    /// - Parameters:
    ///   - column: The column that says to which database a row belongs, by which the table may
    ///     be spread; nil where the table is small and of all databases.
    ///   - isKeyed: Whether it is read by its primary key only.
    func createTable(_ table: String, _ definition: SQLText, by column: String?, isKeyed: Bool)
        -> [SQLText]
    /// Whether who writes waits for who writes already, in whichever database.
    ///
    /// Where not, a save takes its database's counter before it looks at anything, so that who
    /// comes later waits there.
    var writersQueue: Bool { get }

    /// Whether the server that answers a read may be a former primary that does not know of its
    /// successor yet, so that it misses acknowledged commits. A former primary cannot commit.
    var mayBeReplaced: Bool { get }

    /// Whether the content of assets is kept in tables, not in files beside the database.
    var keepsContent: Bool { get }

    // MARK: Conditions

    /// Both are the same, NULL being the same as NULL.
    func same(_ a: SQLText, _ b: SQLText) -> SQLText
    /// Not both are the same, NULL being the same as NULL.
    func different(_ a: SQLText, _ b: SQLText) -> SQLText
    /// A column that no index should be used for.
    func unindexed(_ column: SQLText) -> SQLText
    /// `operand IN` many constants of one kind, given as one parameter; nil where the values
    /// cannot be given exactly.
    func isMember(_ operand: SQLText, of values: [Value], kind: ColumnKind) -> SQLText?
    /// `operand` lies in one of some ranges, or between them where they are many, as the engine
    /// finds such rows best; nil where it does so by a join with the ranges.
    func isWithin(_ operand: SQLText, _ ranges: [ClosedRange<Int64>]) -> SQLText?
    /// The beginning of a text or of bytes that an index keeps, where the engine's indexes cannot
    /// keep long ones whole; nil where they can.
    func indexed(_ value: SQLText, kind: ColumnKind) -> SQLText?
    /// A registered function applied to arguments; nil where the engine has none.
    func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText?
    /// Text found within text, byte by byte.
    func containsLiterally(_ text: SQLText, _ part: SQLText) -> SQLText
    /// Whether integers and floating-point numbers compare by their true values.
    var comparesNumbersExactly: Bool { get }
    /// Whether a sum of integers is exact beyond 64 bits.
    var sumsIntegersExactly: Bool { get }
    /// How many parameters a statement may have.
    var maximumParameters: Int { get }

    // MARK: Order

    /// One term of ORDER BY, nil values first when ascending and last when descending.
    func orderTerm(_ sql: SQLText, ascending: Bool, isNullable: Bool) -> SQLText
    /// A text as it is to be ordered; nil where the engine cannot order so.
    func ordered(_ text: SQLText, by order: Ordering.TextOrder, profile: TextProfile) -> SQLText?

    // MARK: Objects

    /// A name in the statements that make the tables of objects.
    func declared(_ name: String) -> String
    /// The type of a column that keeps an attribute of objects.
    func attributeType(_ storage: AppleStorage) -> String
    /// Whether a column takes only values of the type that it was declared with.
    var hasTypedColumns: Bool { get }
    /// How a column stands in an index over objects.
    ///
    /// - Parameter kind: What a column holds whose values may be long; nil for others.
    func indexTerm(_ column: String, ascending: Bool, kind: ColumnKind?) -> SQLText
    /// What tells values apart in an index that is unique, where it keeps their beginnings only; nil
    /// where it keeps them whole.
    func uniqueMark(_ column: String, kind: ColumnKind) -> SQLText?
    /// A floating-point number as the nearest whole one, halves away from zero.
    func rounded(_ number: SQLText) -> SQLText

    // MARK: Tokens

    /// Creates what keeps the words of a record type.
    func createTokens(_ table: String) -> [SQLText]
    /// Whether a subquery in FROM may look at rows of the tables before it (LATERAL).
    var joinsLaterally: Bool { get }
    /// The numbers of the rows that have every one of some tokens in any of some zones.
    func rows(
        withTokens tokens: [String], in table: String, databases: DatabaseNumbers, zones: [Int64]
    ) -> SQLText
    /// How the words of a row are stored.
    var tokenStorage: TokenStorage { get }
    /// How tables are spread by the database.
    var spread: TableSpread { get }
    /// Whether tables may be there that another way of opening the database did not spread.
    var mayBeSpreadByHalves: Bool { get }
    /// The dialect of a database that was made with a way of storing words and of spreading
    /// tables; nil where it does not say: it knew one way to store words, and its tables are
    /// spread as this dialect says.
    func keeping(_ storage: TokenStorage?, _ spread: TableSpread?) -> any Dialect
}

extension String {
    /// The name between quotes, with quotes inside it doubled.
    var inQuotes: String { quoted(UInt8(ascii: "\"")) }

    /// The text as a constant of SQL, for statements that take no values.
    package var asConstant: String { quoted(UInt8(ascii: "'")) }

    /// By bytes: a quote and the accent after it are one character of Swift, which is no quote.
    private func quoted(_ mark: UInt8) -> String {
        let doubled =
            utf8.contains(mark)
            ? utf8.flatMap { $0 == mark ? [mark, mark] : [$0] } : Array(utf8)
        return String(decoding: [mark] + doubled + [mark], as: UTF8.self)
    }
}

/// What a column holds.
package enum ColumnKind: Hashable, Sendable, CaseIterable {
    /// A 64-bit integer.
    case integer
    /// A binary floating-point number.
    case real
    /// Text, compared by its bytes.
    case text
    /// Bytes.
    case bytes
}
