/// The numbers of the databases that a statement looks into: one, or all parts of the public
/// database.
package struct DatabaseNumbers: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The first, which for most is the only one.
    package let first: Int64
    /// The others.
    package let others: [Int64]

    /// The column of another table that says the one; nil where its number does.
    private let column: SQLText?

    /// How many there are.
    package var count: Int { 1 + others.count }
    /// Whether there is only one.
    package var isOne: Bool { others.isEmpty }

    /// The database that a row of another table says.
    static func said(by column: SQLText) -> DatabaseNumbers {
        DatabaseNumbers(0, [], column: column)
    }

    /// One database.
    package init(_ number: Int64) { self.init(number, []) }

    /// One database.
    package init(integerLiteral number: Int64) { self.init(number) }

    /// Some databases.
    package init(_ first: Int64, _ others: [Int64]) {
        self.init(first, others, column: nil)
    }

    private init(_ first: Int64, _ others: [Int64], column: SQLText?) {
        self.first = first
        self.others = others
        self.column = column
    }

    /// What holds of rows of the databases.
    ///
    /// Several are written as words: the numbers of a store's parts never change, and a statement
    /// with a hundred values more each time would be felt.
    package func contain(_ column: SQLText) -> SQLText {
        if let number = self.column { return "\(column) = \(number)" }
        if isOne { return "\(column) = \(first)" }
        let list = ([first] + others).map(String.init).joined(separator: ", ")
        return "\(column) IN (\(raw: list))"
    }
}
