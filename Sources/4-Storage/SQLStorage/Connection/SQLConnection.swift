package import RecordCore
package import SQLLowering

/// One connection to a SQL database, used by one thread at a time.
///
/// Statements are prepared once and kept: templates by their identity, other texts by their
/// words.
package protocol SQLConnection: AnyObject, SQLExecutor {
    /// A row of a result.
    associatedtype Row: SQLRow

    /// Runs a text without results; gives back how many rows it changed.
    @discardableResult
    func run(_ sql: SQLText) throws -> Int

    /// Runs a text and shows its rows until `body` returns false.
    func query(_ sql: SQLText, _ body: (Row) throws -> Bool) throws

    /// Runs words that were rendered before and shows their rows until `body` returns false.
    func query(_ sql: RenderedSQL, _ body: (Row) throws -> Bool) throws

    /// Runs a kept statement and shows its rows until `body` returns false.
    func query(
        _ template: SQLTemplate, _ bind: (inout Binder) throws -> Void,
        _ body: (Row) throws -> Bool) throws

    /// Runs a kept statement once for each element and shows the rows of each, in order, until `body`
    /// returns false.
    ///
    /// An engine that is far away is asked for many at once.
    func queryEach<Element>(
        _ template: SQLTemplate, _ elements: [Element],
        _ bind: (Element, inout Binder) throws -> Void,
        _ body: (Element, Row) throws -> Bool) throws

    /// Has `check` look at the two integers in the only row of a kept statement without values, before
    /// anything that is asked later is shown; what it throws is thrown there, or by ``confirm()``. Of
    /// a `PRAGMA`, which has one integer, the second one is 0.
    ///
    /// An engine that is far away is asked together with what comes next; one that knows that nothing
    /// was committed since it read the row does not read it again.
    func require(
        _ template: SQLTemplate, _ check: @escaping (Int64, Int64) throws -> Void) throws

    /// Waits for what was required and is not looked at yet.
    func confirm() throws

    /// Has a read begin again alone that shares its transaction; more than one statement follows.
    func leaveGroup() throws

    /// Runs a kept statement that inserts one row; gives the number that the row got.
    func insert(
        _ template: SQLTemplate, _ bind: (inout Binder) throws -> Void
    ) throws -> Int64

    /// Runs a kept statement once; gives how many rows it changed.
    ///
    /// A caller that ignores the result lets the engine go on before the statement ends.
    func change(
        _ template: SQLTemplate, _ bind: (inout Binder) throws -> Void
    ) throws -> Int

    /// Whether the database has a table of a name.
    func hasTable(_ name: String) throws -> Bool

    /// Every table of the database, with its columns in order and the types that they have.
    func tables() throws -> [String: [SQLColumn]]

    /// The names of the indexes of the database.
    func indexNames() throws -> Set<String>

    /// The engine's plan for a text.
    func plan(of sql: SQLText) throws -> EnginePlan

    /// How many rows the engine looks at to answer a query, which it runs to tell; nil where it
    /// does not say.
    func rowsLookedAt(by sql: SQLText) throws -> Int?

    /// Has statements fail that wait for others longer than some seconds, and take otherwise as long as
    /// they need; until the transaction ends.
    func giveUpOnLocks(after seconds: Double) throws

    /// Keeps others from writing to a table until the transaction ends.
    func keepWritersOut(of table: String) throws

    /// The tables that have grown by a tenth or more since the engine last made statistics of them; none
    /// where it plans without.
    func grownTables() throws -> [String]

    /// Makes statistics of a table, by which the engine plans queries.
    func analyze(_ table: String) throws

    /// Undoes what `body` did when it throws; within a transaction.
    func attempt<T>(_ body: () throws -> T) throws -> T

    /// Has something done right before the transaction commits; what throws undoes it.
    /// Forgotten when the part of the transaction that asked for it is undone.
    func beforeCommit(_ body: @escaping @Sendable () throws -> Void)

    /// Has something done after the transaction has committed.
    /// Forgotten when the part of the transaction that asked for it is undone.
    func afterCommit(_ body: @escaping @Sendable () -> Void)

    /// Has something done after the transaction has committed and the commit is on the disk; perhaps
    /// never, where it cannot be brought there.
    func afterDurableCommit(_ body: @escaping @Sendable () -> Void)

    /// Waits until what was committed before is on the disk; within a transaction that is about to
    /// remove files which records needed until then. It waits once in a transaction.
    ///
    /// - Parameter ofOthers: Whether to wait, too, where commits of this connection do so by themselves:
    ///   a process before it may not have waited.
    func syncCommits(ofOthers: Bool) throws

    /// Keeps what holds when the write has committed, for ``SQLEngine/rememberedAtLastCommit()``.
    func rememberAtCommit(_ object: any AnyObject & Sendable)
}

/// A column of a table as the engine describes it.
package struct SQLColumn: Hashable, Sendable {
    /// The column's name, not quoted.
    package let name: String
    /// The name of its type, as the engine spells it.
    package let type: String

    /// Creates a column as an engine describes it.
    package init(name: String, type: String) {
        self.name = name
        self.type = type
    }
}

/// A text as the engine takes it, with its bound values.
package struct RenderedSQL: Sendable {
    /// The words, with placeholders.
    package var text: String { statement.words }
    /// The words as a connection finds their prepared statement by.
    package let statement: StatementWords
    /// The values of the placeholders, in order.
    package let parameters: [Value]

    /// Whether there may be more rows than memory is wanted for.
    package let isUnbounded: Bool

    init(_ sql: SQLText, for dialect: any Dialect, isUnbounded: Bool = false) {
        let (text, parameters) = sql.rendered(for: dialect)
        statement = StatementWords(text)
        self.parameters = parameters
        self.isUnbounded = isUnbounded
    }
}

/// The words of a statement, hashed once: where a query is asked again, to hash its hundreds of bytes
/// costs as much as to look its row up.
package struct StatementWords: Hashable, Sendable {
    /// The words, with placeholders.
    package let words: String
    private let hash: Int

    package init(_ words: String) {
        self.words = words
        hash = words.hashValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension SQLConnection {
    /// Nil: the engine does not count the rows that a plan reads.
    package func rowsLookedAt(by sql: SQLText) throws -> Int? { nil }

    /// Does nothing: reads share no transaction.
    package func leaveGroup() throws {}

    /// Does nothing: the engine does not say whether others have committed since.
    package func rememberAtCommit(_ object: any AnyObject & Sendable) {}

    /// After the commit: the engine says by itself when it is acknowledged.
    package func afterDurableCommit(_ body: @escaping @Sendable () -> Void) { afterCommit(body) }

    /// Does nothing: the engine says by itself when a commit is acknowledged.
    package func syncCommits(ofOthers: Bool) throws {}

    /// Does nothing: the engine has one writer at a time.
    package func giveUpOnLocks(after seconds: Double) throws {}

    /// Does nothing: the engine has one writer at a time.
    package func keepWritersOut(of table: String) throws {}

    /// None: the store says which index is used.
    package func grownTables() throws -> [String] { [] }

    /// Does nothing: the store says which index is used.
    package func analyze(_ table: String) throws {}

    /// Runs a kept statement once for each element, one after the other.
    package func queryEach<Element>(
        _ template: SQLTemplate, _ elements: [Element],
        _ bind: (Element, inout Binder) throws -> Void,
        _ body: (Element, Row) throws -> Bool
    ) throws {
        for element in elements {
            var goesOn = true
            try query(template, { try bind(element, &$0) }) { row in
                goesOn = try body(element, row)
                return goesOn
            }
            guard goesOn else { return }
        }
    }

    /// The first row of rendered words as `body` reads it, or nil.
    func first<T>(_ sql: RenderedSQL, _ body: (Row) throws -> T) throws -> T? {
        var found: T?
        try query(sql) { row in
            found = try body(row)
            return false
        }
        return found
    }

    /// The first row of a text's result as `body` reads it, or nil.
    package func first<T>(_ sql: SQLText, _ body: (Row) throws -> T) throws -> T? {
        var found: T?
        try query(sql) { row in
            found = try body(row)
            return false
        }
        return found
    }

    /// The first row of a kept statement's result as `body` reads it, or nil.
    package func first<T>(
        _ template: SQLTemplate, _ bind: (inout Binder) throws -> Void, _ body: (Row) throws -> T
    ) throws -> T? {
        var found: T?
        try query(template, bind) { row in
            found = try body(row)
            return false
        }
        return found
    }

    /// Whether a text gives any row.
    package func hasRow(_ sql: SQLText) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// Whether a PostgreSQL database is one of a Citus cluster.
    package func hasCitus() throws -> Bool {
        try hasRow("SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'citus'")
    }

    /// The first row of a kept statement's result as `body` reads it, or nil.
    ///
    /// Not for what is asked with every request: the list of values is made each time.
    func first<T>(
        _ template: SQLTemplate, _ values: [Value], _ body: (Row) throws -> T
    ) throws -> T? {
        try first(template, { binder in _ = binder.bind(values) }, body)
    }

    /// Runs a kept statement once with values in their order.
    ///
    /// Not for what is written with every record: the list of values is made each time.
    func perform(_ template: SQLTemplate, _ values: [Value]) throws {
        try perform(template) { binder in _ = binder.bind(values) }
    }

    /// Runs a kept statement once.
    func perform(_ template: SQLTemplate, _ bind: (inout Binder) throws -> Void) throws {
        var connection = self
        try connection.run(template, bind)
    }

    /// Every row of a text's result as `body` reads it.
    package func all<T>(_ sql: SQLText, _ body: (Row) throws -> T) throws -> [T] {
        var found: [T] = []
        try query(sql) { row in
            found.append(try body(row))
            return true
        }
        return found
    }
}

/// A database that gives out connections: what a ``SQLStore`` runs on.
package protocol SQLEngine: AnyObject, Sendable {
    /// What the engine gives out.
    associatedtype Connection: SQLConnection

    /// How the engine's SQL is written.
    var dialect: any Dialect { get }

    /// Where the content of assets is kept beside the database; nil where it has no place.
    var assetDirectory: String? { get }

    /// Reads on the calling thread. Everything read within `body` is of one moment.
    func read<T>(_ body: (Connection) throws -> T) throws -> T

    /// Reads as ``read(_:)`` does. `body` may run again from its beginning after it was shown rows, so
    /// it must do nothing that cannot be repeated.
    ///
    /// An engine that is far away is asked together with other reads of the moment.
    func readTogether<T>(_ body: (Connection) throws -> T) throws -> T

    /// Runs `body` in a transaction that may share its commit with others, and comes back when
    /// that commit is durable. What throws is undone. `body` may run again when the commit of
    /// the others fails, so it must do nothing outside the connection that cannot be repeated.
    ///
    /// A write that comes `first` sees only what is committed.
    func write<T: Sendable>(
        first: Bool, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T

    /// Does a write without waiting for it; failures are passed over.
    func enqueue(first: Bool, _ body: @escaping @Sendable (Connection) throws -> Void)

    /// Waits until every write has ended that may not know of what is committed now, in whatever
    /// process it runs.
    func settle() async throws

    /// What the last write remembered, where that is known to be the last commit of any process; else
    /// nil.
    func rememberedAtLastCommit() -> (any AnyObject & Sendable)?

    /// A number that stands as long as nothing is committed to the database, by whatever process; nil
    /// where the engine cannot tell at little cost.
    func commitMark() -> UInt64?

    /// Finishes pending writes and closes the database. Later calls throw.
    func close() async throws
}

extension SQLEngine {
    /// Reads alone.
    package func readTogether<T>(_ body: (Connection) throws -> T) throws -> T { try read(body) }

    /// Nil: the engine does not say whether others have committed.
    package func rememberedAtLastCommit() -> (any AnyObject & Sendable)? { nil }

    /// Nil: the engine does not say whether others have committed.
    package func commitMark() -> UInt64? { nil }
}

extension StoreError {
    /// Whether numbers came to more than their kind holds: SQLite's message of a `sum` of integers
    /// (https://sqlite.org/lang_aggfunc.html#sumunc), PostgreSQL's `numeric_value_out_of_range`.
    var isOverflow: Bool {
        code == .engine && (engineMessage == "integer overflow" || context["state"] == "22003")
    }

    /// Whether a statement was of tables that look otherwise by now: PostgreSQL's `undefined_table`,
    /// `undefined_column`, and `feature_not_supported` of a plan that was kept for other types.
    var isOfChangedTables: Bool {
        guard code == .engine, let state = context["state"] else { return false }
        return ["42P01", "42703", "0A000"].contains(state)
    }

    /// Whether a statement gave up waiting for others' locks: PostgreSQL's `lock_not_available`.
    package var isLockTimeout: Bool { code == .busy && context["state"] == "55P03" }
}
