#if Postgres

/// Sees every statement before it runs; for tests of what is sent.
package struct PostgresObserver: Sendable {
    /// A statement as it is sent.
    package struct Statement {
        /// The connection that sends it; a transaction is what stands between its BEGIN and
        /// its end.
        package let connection: ObjectIdentifier
        /// The words, with the signs of parameters.
        package let text: String
        /// The integers among the values, by the numbers of their parameters, from 1 on.
        package let integers: [Int: Int64]
        /// The server's plan for it with the values that it has.
        package let plan: () throws -> [String]
    }

    private let body: @Sendable (Statement) throws -> Void
    private let waits: @Sendable () -> Void

    /// An observer that does something with each statement; what it throws fails the
    /// statement.
    ///
    /// - Parameter waits: Called each time that a connection waits for answers.
    package init(
        waits: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (Statement) throws -> Void
    ) {
        self.body = body
        self.waits = waits
    }

    func see(_ statement: Statement) throws { try body(statement) }

    func wait() { waits() }
}
#endif
