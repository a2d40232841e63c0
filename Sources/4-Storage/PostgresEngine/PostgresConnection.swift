#if Postgres
import CPostgres
import RecordCore
package import SQLLowering
package import SQLStorage

/// A connection to a PostgreSQL database.
package final class PostgresConnection: SQLConnection {
    /// What takes the values of a statement.
    package typealias Binder = PostgresBinder
    /// A row of a result.
    package typealias Row = PostgresRow

    let link: PostgresPipeline
    let statements = PostgresStatements()
    private let parameters = PostgresParameters()
    /// What is asked in place of a connection of its own; nil where it has one.
    private let grouped: PostgresGroupedRead?
    let dialect: any Dialect
    /// Which results are fetched in portions, as the database's connections have seen them.
    private let large: PostgresLargeResults
    private var before: [@Sendable () throws -> Void] = []
    private var after: [@Sendable () -> Void] = []
    private var cursors = 0
    /// Milliseconds that a statement may take.
    let statementTimeout: Int
    /// Rows of a long result that are fetched first, enough for a page as most ask for it, and
    /// then at a time: where an index is walked each costs others that are passed over.
    private static let portions = (first: 128, next: 512)
    /// Bytes that are fetched at a time, about, once it is known how large the rows are.
    private static let portionBytes = 8 << 20

    /// How many rows to fetch next, where some had so many bytes.
    package static func portion(after rows: Int, bytes: Int) -> Int {
        min(portions.next, max(1, portionBytes * rows / max(1, bytes)))
    }

    /// Connects; the tables are those of a schema, which need not be there yet.
    init(
        _ url: String, options: PostgresOptions, dialect: any Dialect,
        large: PostgresLargeResults = PostgresLargeResults()
    ) throws {
        self.dialect = dialect
        self.large = large
        grouped = nil
        link = try PostgresPipeline(url, options: options)
        statementTimeout = max(1, Int(options.statementTimeout * 1_000))
        try link.send("SET search_path = \(dialect.quoted(options.schema))")
        try link.send("SET statement_timeout = \(statementTimeout)")
        let idleTimeout = statementTimeout * 2
        try link.send("SET idle_in_transaction_session_timeout = \(idleTimeout)")
        // Statements here are short: to compile them takes longer than to run them.
        if server != .cockroach {
            try link.send("SET jit = off")
            // What holds for a transaction holds at the servers of a Citus cluster too. Elsewhere
            // it is a setting that nothing reads.
            if server == .postgres { try link.send("SET citus.propagate_set_commands = 'local'") }
            // Somewhat more than the tenth of its rows for which a cursor is planned else: an
            // order's index is walked past too many rows for the few that match.
            try link.send("SET cursor_tuple_fraction = 0.25")
        }
        try link.settle()
    }

    /// Stands for a connection in a read that shares one with others.
    init(
        _ read: PostgresGroupedRead, options: PostgresOptions, dialect: any Dialect,
        large: PostgresLargeResults
    ) {
        self.dialect = dialect
        self.large = large
        grouped = read
        link = PostgresPipeline(options: options)
        statementTimeout = 0
    }

    /// The error of what a read cannot do that shares a connection; nil where it has its own.
    var refusal: NeedsTransaction? { grouped?.refuse() }

    /// Which of the servers that speak PostgreSQL's dialect it is.
    var server: PostgresServerKind {
        PostgresServerKind(
            version: link.parameter("server_version"),
            cockroach: link.parameter("crdb_version"))
    }

    /// The encoding of the database where it is another one than UTF-8.
    var otherEncoding: String? {
        link.parameter("server_encoding").flatMap { $0 == "UTF8" ? nil : $0 }
    }

    // MARK: Running

    /// Rows that wait for others of their tables.
    var waitingRows: [PostgresRows] = []

    /// Runs a text without results; gives back how many rows it changed.
    @discardableResult
    package func run(_ sql: SQLText) throws -> Int {
        let (text, values) = sql.rendered(for: dialect)
        return PostgresConnection.changes(try result(text, values))
    }

    /// Sends a kept statement, without waiting for what becomes of it.
    ///
    /// What fails is thrown by the next statement that is waited for, or by the commit.
    package func run(
        _ template: SQLTemplate, _ bind: (inout PostgresBinder) throws -> Void
    ) throws {
        try sendRows()
        let entry = try entry(template)
        try self.bind(entry, bind)
        try link.send(entry, parameters)
        try link.settleIfFull()
    }

    /// Runs a kept statement once; gives how many rows it changed.
    package func change(
        _ template: SQLTemplate, _ bind: (inout PostgresBinder) throws -> Void
    ) throws -> Int {
        PostgresConnection.changes(try result(template, bind))
    }

    /// How many rows a statement changed; clears its result.
    private static func changes(_ result: OpaquePointer) -> Int {
        defer { PQclear(result) }
        return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Runs a text and shows its rows until `body` returns false.
    package func query(_ sql: SQLText, _ body: (PostgresRow) throws -> Bool) throws {
        let (text, values) = sql.rendered(for: dialect)
        _ = try show(try result(text, values), body)
    }

    /// Runs a text and shows its rows until `body` returns false.
    package func query(_ sql: RenderedSQL, _ body: (PostgresRow) throws -> Bool) throws {
        let known = sql.isUnbounded ? nil : large.portion(of: sql.statement)
        guard sql.isUnbounded || known != nil else {
            let result = try result(sql.text, sql.parameters)
            let bytes = PQresultMemorySize(result)
            if bytes > Self.portionBytes {
                let rows = Int(PQntuples(result))
                large.note(Self.portion(after: rows, bytes: bytes), for: sql.statement)
            }
            _ = try show(result, body)
            return
        }
        try sendRows()
        // The cursor ends with its transaction.
        cursors += 1
        let name = "c\(cursors)"
        let types = sql.parameters.map(PostgresType.of)
        PostgresConnection.bind(sql.parameters, types, parameters)
        try link.send(
            "DECLARE \(name) NO SCROLL CURSOR FOR \(sql.text)", types: types, parameters)
        var portion = known ?? Self.portions.first
        while true {
            parameters.begin([])
            let result = try link.run("FETCH FORWARD \(portion) FROM \(name)", parameters)
            let isLast = PQntuples(result) < portion
            let next = Self.portion(after: portion, bytes: PQresultMemorySize(result))
            if known != nil, !isLast {
                large.note(next < Self.portions.next ? next : nil, for: sql.statement)
            }
            guard try show(result, body), !isLast else {
                // A walk over many pages has one for each, and each keeps what it has sorted.
                if known != nil { try link.send("CLOSE \(name)") }
                return
            }
            portion = next
        }
    }

    /// Runs a kept statement and shows its rows until `body` returns false.
    package func query(
        _ template: SQLTemplate, _ bind: (inout PostgresBinder) throws -> Void,
        _ body: (PostgresRow) throws -> Bool
    ) throws {
        _ = try show(try result(template, bind), body)
    }

    /// Sends a kept statement without values; `check` looks at its row when the answer to what is
    /// asked next is read.
    package func require(
        _ template: SQLTemplate, _ check: @escaping (Int64, Int64) throws -> Void
    ) throws {
        func inspect(_ row: PostgresRow?) throws {
            guard let row else { throw StoreError(.corrupt) }
            try check(row.int(0), row.int(1))
        }
        if let grouped { return try grouped.require(template, inspect) }
        try sendRows()
        // It has no values: their types need not be waited for.
        let entry = try entry(template, types: [])
        parameters.begin(entry.types)
        try link.send(entry, parameters, check: inspect)
    }

    /// Waits for what was required and is not looked at yet.
    package func confirm() throws {
        if let grouped { return try grouped.confirm() }
        if link.waiting.hasCheck { try link.settle() }
    }

    /// Runs a kept statement once for each element and shows the rows of each, in order, until `body`
    /// returns false; as many as wait well are sent before the first is answered.
    package func queryEach<Element>(
        _ template: SQLTemplate, _ elements: [Element],
        _ bind: (Element, inout PostgresBinder) throws -> Void,
        _ body: (Element, PostgresRow) throws -> Bool
    ) throws {
        try sendRows()
        var rest = elements[...]
        while !rest.isEmpty {
            let entry = try entry(template)
            var sent: [Element] = []
            // Where sending fails, the rows of what was sent are discarded.
            defer { link.waiting.hush(to: .failure) }
            while let element = rest.first, sent.isEmpty || !link.waiting.isFull {
                try self.bind(entry) { try bind(element, &$0) }
                try link.send(entry, parameters, .rows)
                sent.append(element)
                rest.removeFirst()
            }
            var results = try link.answers()[...]
            defer { for result in results { PQclear(result) } }
            for element in sent {
                guard let result = results.popFirst() else { throw StoreError(.engine) }
                guard try show(result, { try body(element, $0) }) else { return }
            }
        }
    }

    /// Runs a kept statement that inserts one row; gives the number that the row got.
    package func insert(
        _ template: SQLTemplate, _ bind: (inout PostgresBinder) throws -> Void
    ) throws -> Int64 {
        let result = try result(template, bind)
        defer { PQclear(result) }
        guard PQntuples(result) == 1 else { throw StoreError(.engine) }
        return PostgresRow(result: result, row: 0).int(0)
    }

    /// Shows rows until `body` returns false, which is then given back; clears the result.
    private func show(
        _ result: OpaquePointer, _ body: (PostgresRow) throws -> Bool
    ) throws -> Bool {
        defer { PQclear(result) }
        for row in 0..<PQntuples(result)
        where try !body(PostgresRow(result: result, row: row)) { return false }
        return true
    }

    private func result(
        _ template: SQLTemplate, _ bind: (inout PostgresBinder) throws -> Void
    ) throws -> OpaquePointer {
        if let grouped {
            return try grouped.result(.template(template)) { parameters, types in
                parameters.begin(types)
                var binder = PostgresBinder(parameters: parameters)
                try bind(&binder)
            }
        }
        try sendRows()
        let entry = try entry(template)
        try self.bind(entry, bind)
        return try link.run(entry, parameters)
    }

    /// The prepared statement of a template.
    func entry(_ template: SQLTemplate) throws -> PostgresStatements.Entry {
        if let known = statements.entry(template) {
            return known.isVoid ? try self.entry(template, types: known.types) : known
        }
        let name = statements.newName()
        let entry = PostgresStatements.Entry(
            name: name, text: template.text, types: try link.prepare(name, template.text),
            template: template)
        statements.keep(entry, for: template)
        return entry
    }

    /// The prepared statement for some rows of a table, whose types are those of one row.
    func rowsEntry(
        _ insertion: RowInsertion, _ size: Int, _ types: [UInt32]
    ) throws -> PostgresStatements.Entry {
        try entry(
            insertion.template(rows: size),
            types: Array(repeatElement(types, count: size).joined()))
    }

    /// The prepared statement of a template whose types are known.
    func entry(
        _ template: SQLTemplate, types: [UInt32]
    ) throws -> PostgresStatements.Entry {
        if let known = statements.entry(template), !known.isVoid { return known }
        let entry = PostgresStatements.Entry(
            name: statements.newName(), text: template.text, types: types, template: template)
        try link.prepare(entry)
        statements.keep(entry, for: template)
        return entry
    }

    private func bind(
        _ entry: PostgresStatements.Entry, _ bind: (inout PostgresBinder) throws -> Void
    ) throws {
        parameters.begin(entry.types)
        var binder = PostgresBinder(parameters: parameters)
        try bind(&binder)
    }

    private func result(_ text: String, _ values: [Value]) throws -> OpaquePointer {
        let key = PostgresStatements.Key(text: text, types: values.map(PostgresType.of))
        if let grouped {
            return try grouped.result(.text(key)) { parameters, types in
                PostgresConnection.bind(values, types, parameters)
            }
        }
        try sendRows()
        PostgresConnection.bind(values, key.types, parameters)
        try ask(.text(key), types: key.types, parameters)
        return try link.answer()
    }

    /// Binds values as the types that they are.
    private static func bind(
        _ values: [Value], _ types: [UInt32], _ parameters: PostgresParameters
    ) {
        parameters.begin(types)
        var binder = PostgresBinder(parameters: parameters)
        if let position = binder.bind(values) {
            parameters.fail(position, "A value of this kind has no form in SQL.")
        }
    }

    // MARK: Transactions

    /// Has statements fail that wait for others' locks longer than some seconds, and take otherwise as
    /// long as they need; until the transaction ends.
    package func giveUpOnLocks(after seconds: Double) throws {
        let day = 86_400_000
        link.patience = Double(day) / 1_000
        try link.send("SET LOCAL lock_timeout = \(Int(seconds * 1_000))")
        try link.send("SET LOCAL statement_timeout = \(day)")
        try link.send("SET LOCAL idle_in_transaction_session_timeout = \(day)")
    }

    /// Keeps others from writing to a table until the transaction ends.
    package func keepWritersOut(of table: String) throws {
        try run("LOCK TABLE \(ident: table) IN SHARE MODE")
    }

    /// Undoes what `body` did when it throws.
    package func attempt<T>(_ body: () throws -> T) throws -> T {
        let marks = (before.count, after.count)
        try sendRows()
        // What failed before is not a failure of this part.
        try link.settle()
        try link.send("SAVEPOINT attempt")
        do {
            let result = try body()
            try sendRows()
            try link.execute("RELEASE attempt")
            return result
        } catch {
            before.removeSubrange(marks.0...)
            after.removeSubrange(marks.1...)
            waitingRows = []
            if link.isInTransaction { try link.rollBack(to: "attempt") }
            throw error
        }
    }

    /// Has something done right before the transaction commits.
    package func beforeCommit(_ body: @escaping @Sendable () throws -> Void) {
        before.append(body)
    }

    /// Has something done after the transaction has committed.
    package func afterCommit(_ body: @escaping @Sendable () -> Void) { after.append(body) }

    /// Opens a transaction.
    ///
    /// - Parameter isDurable: Whether its commit waits for the disk.
    func begin(isReading: Bool, isDurable: Bool = true) throws {
        forgetHooks()
        if statements.isFull { forgetStatements() }
        try link.begin(
            isReading
                ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                : "BEGIN ISOLATION LEVEL SERIALIZABLE")
        if !isDurable { try link.send("SET LOCAL synchronous_commit = off") }
    }

    /// When the connection was last given back; nil where it is used for the first time.
    var idleSince: ContinuousClock.Instant?

    /// Whether the connection was lost while it was idle, as far as one can tell: it answered
    /// nothing in its transaction.
    var isUnread: Bool { idleSince != nil && link.isBroken && !link.hasAnswered }

    /// Does what is due before the commit.
    func prepareToCommit() throws {
        for body in before { try body() }
        try sendRows()
    }

    /// Makes a transaction durable.
    func commit() throws {
        try sendRows()
        guard try link.commit() else { throw link.reason ?? StoreError(.busy) }
        let after = self.after
        forgetHooks()
        for body in after { body() }
    }

    /// Undoes a transaction, if one is still open.
    func rollBack() {
        forgetHooks()
        waitingRows = []
        cursors = 0
        link.rollBack()
        // Statements that do not fit their tables any more would fail each time.
        if link.failedState == "0A000" { forgetStatements() }
    }

    /// Lets go of the statements that were prepared: tables may look otherwise now.
    func forgetStatements() {
        statements.removeAll()
        if !link.isBroken { link.discard("DEALLOCATE ALL") }
    }

    private func forgetHooks() {
        before.removeAll(keepingCapacity: true)
        after.removeAll(keepingCapacity: true)
    }
}
#endif
