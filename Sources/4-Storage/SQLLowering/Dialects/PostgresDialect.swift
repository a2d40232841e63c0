package import RecordCore

/// PostgreSQL 14 or later, and what speaks its dialect.
///
/// It has none of the functions of ``SQLFunction``: what needs them is lowered to more rows
/// than match, and the evaluator decides.
package struct PostgresDialect: Dialect {
    /// Which of the servers that speak it.
    package let server: PostgresServerKind
    /// How tables are spread by the database.
    package let spread: TableSpread
    /// How words are stored.
    package let tokenStorage: TokenStorage

    /// The dialect of a server.
    package init(
        _ server: PostgresServerKind = .postgres, spread: TableSpread = .none,
        tokens: TokenStorage = .table
    ) {
        self.server = server
        self.spread = spread
        tokenStorage = tokens
    }

    /// The name by which people know the engine.
    package var name: String { server.name }

    /// A name between quotes.
    package func quoted(_ identifier: String) -> String { kept(identifier).inQuotes }

    /// The sign of a parameter.
    package func parameter(_ number: Int) -> String { "$\(number)" }

    /// The SQL type of a column of a kind.
    package func columnType(_ kind: ColumnKind) -> String {
        switch kind {
        case .integer: "BIGINT"
        case .real: "DOUBLE PRECISION"
        // By bytes, whatever the database's own locale.
        case .text: server.comparesTextByBytes ? "TEXT" : "TEXT COLLATE \"C\""
        case .bytes: "BYTEA"
        }
    }

    /// The type of the column that numbers rows.
    package var rowKeyType: String { "BIGINT NOT NULL" }
    /// Microseconds since 2001 and twelve bits of chance: numbers that no server need ask
    /// another about, and that grow, so that new rows stand together.
    ///
    /// A transaction that meets a number in use is rolled back and repeated.
    package var ownNumberType: String {
        """
        BIGINT NOT NULL DEFAULT \
        (CAST((extract(epoch FROM clock_timestamp()) - 978307200) * 1000000 AS BIGINT) * 4096 \
        + CAST(floor(random() * 4096) AS BIGINT))
        """
    }
    /// The database comes first in every key, so that tables can be spread by it.
    package func numberedKey(_ columns: [String]) -> SQLText? {
        "PRIMARY KEY (\(columns.map(SQLText.identifier).joined(", ")))"
    }
    /// A number as the column would make it, so that an insertion needs no answer.
    package func newRowNumber() -> Int64? { RowNumbers.shared.next() }
    /// A name as it is kept: the beginning of a long one, with a mark of the whole.
    ///
    /// PostgreSQL cuts names after 63 bytes, and would take two for one.
    package func kept(_ identifier: String) -> String {
        guard identifier.utf8.count > 63 else { return identifier }
        var start = ""
        for character in identifier.unicodeScalars {
            guard start.utf8.count + String(character).utf8.count <= 46 else { break }
            start.unicodeScalars.append(character)
        }
        return start + "~" + identifier.shortMark
    }
    /// Creates a table and distributes it where the server (Citus) asks for that.
    package func createTable(
        _ table: String, _ definition: SQLText, by column: String?, isKeyed: Bool
    ) -> [SQLText] {
        spread.create("CREATE TABLE \(ident: table) (\(definition))", table, by: column)
    }
    /// Everybody writes at once.
    package var writersQueue: Bool { false }

    /// A primary that was paused continues where it stopped.
    package var mayBeReplaced: Bool { server.mayBeReplaced }

    /// Content is in tables, so that servers have nothing that others have not.
    package var keepsContent: Bool { true }

    /// Equality, NULL being the same as NULL.
    package func same(_ a: SQLText, _ b: SQLText) -> SQLText { "\(a) IS NOT DISTINCT FROM \(b)" }
    /// Inequality, NULL being the same as NULL.
    package func different(_ a: SQLText, _ b: SQLText) -> SQLText { "\(a) IS DISTINCT FROM \(b)" }
    /// A column that no index is used for.
    package func unindexed(_ column: SQLText) -> SQLText { column }

    /// Membership of many constants in one parameter.
    package func isMember(_ operand: SQLText, of values: [Value], kind: ColumnKind) -> SQLText? {
        switch kind {
        case .integer, .text: break
        case .real, .bytes: return nil
        }
        guard let json = JSONList.text(values, above: 1) else { return nil }
        let type = kind == .integer ? "::bigint" : ""
        return """
            \(operand) IN (SELECT jsonb_array_elements_text(CAST(\(json) AS jsonb))\(raw: type))
            """
    }

    /// Of a join with ranges it believes that a good part of the table comes out, and reads all of
    /// it; of ranges that are said one by one it knows how many rows they have.
    package func isWithin(_ operand: SQLText, _ ranges: [ClosedRange<Int64>]) -> SQLText? {
        func lies(_ range: ClosedRange<Int64>) -> SQLText {
            "(\(operand) >= \(range.lowerBound) AND \(operand) <= \(range.upperBound))"
        }
        guard let first = ranges.map(\.lowerBound).min(),
            let last = ranges.map(\.upperBound).max()
        else { return "1 = 0" }
        // Each costs time to plan.
        if ranges.count > 64 { return lies(first...last) }
        let all = ranges.map(lies).joined(" OR ")
        return ranges.count == 1 ? all : "(\(all))"
    }

    /// Its B-trees hold no keys of more than 2,700 bytes.
    package func indexed(_ value: SQLText, kind: ColumnKind) -> SQLText? {
        switch kind {
        case .text: "left(\(value), \(raw: String(IndexedBeginning.length)))"
        case .bytes: "substr(\(value), 1, \(raw: String(IndexedBeginning.length)))"
        case .integer, .real: nil
        }
    }

    /// A registered function applied to arguments.
    package func call(_ function: SQLFunction, _ arguments: [SQLText]) -> SQLText? { nil }

    /// Text found within text.
    package func containsLiterally(_ text: SQLText, _ part: SQLText) -> SQLText {
        "strpos(\(text), \(part)) > 0"
    }

    /// It rounds integers to floating point.
    package var comparesNumbersExactly: Bool { false }

    /// A sum of integers is a NUMERIC.
    package var sumsIntegersExactly: Bool { true }

    /// What the wire protocol's 16-bit count allows.
    package var maximumParameters: Int { 65_535 }

    /// A term of ORDER BY.
    package func orderTerm(_ sql: SQLText, ascending: Bool, isNullable: Bool) -> SQLText {
        switch (ascending, isNullable) {
        case (true, true): "\(sql) NULLS FIRST"
        case (false, true): "\(sql) DESC NULLS LAST"
        case (true, false): sql
        case (false, false): "\(sql) DESC"
        }
    }

    /// A text as it is ordered.
    package func ordered(
        _ text: SQLText, by order: Ordering.TextOrder, profile: TextProfile
    ) -> SQLText? {
        switch order {
        case .literal: text
        case .caseInsensitive, .localized, .localizedCaseInsensitive, .localizedStandard: nil
        }
    }

    /// A name between quotes: PostgreSQL would write others in lower case.
    package func declared(_ name: String) -> String { quoted(name) }
    /// A column keeps what its type has.
    package var hasTypedColumns: Bool { true }
    /// The type of an attribute's column.
    package func attributeType(_ storage: AppleStorage) -> String {
        switch storage {
        // Every digit of a decimal number stays.
        case .decimal: "NUMERIC"
        case .integer, .real, .timestamp, .text, .url, .bytes, .uuid: columnType(storage.kind)
        }
    }
    /// A column in an index, nil where ``orderTerm(_:ascending:isNullable:)`` has it.
    package func indexTerm(_ column: String, ascending: Bool, kind: ColumnKind?) -> SQLText {
        let whole = SQLText.identifier(column)
        let term = kind.flatMap { indexed(whole, kind: $0) } ?? whole
        return "\(term) \(raw: ascending ? "ASC NULLS FIRST" : "DESC NULLS LAST")"
    }
    /// A digest of the whole.
    package func uniqueMark(_ column: String, kind: ColumnKind) -> SQLText? {
        indexed(.identifier(column), kind: kind).map { _ in "md5(\(ident: column))" }
    }
    /// The nearest whole number; PostgreSQL's own `round` takes halves to even numbers.
    package func rounded(_ number: SQLText) -> SQLText {
        """
        (trunc(\(number)) + CASE WHEN abs(\(number) - trunc(\(number))) >= 0.5 \
        THEN sign(\(number)) ELSE 0 END)
        """
    }

    /// Creates the table of words.
    package func createTokens(_ table: String) -> [SQLText] {
        if tokenStorage == .inverted { return createInvertedTokens(table) }
        let columns = TokenTable.columns.map { column -> SQLText in
            "\(ident: column.name) \(raw: columnType(column.kind)) NOT NULL"
        }
        let key = TokenTable.columns.map { SQLText.identifier($0.name) }.joined(", ")
        return createTable(
            table, "\(columns.joined(", ")), PRIMARY KEY (\(key))",
            by: SystemColumn.database.rawValue, isKeyed: true)
    }

    /// Citus does so only with `citus.subquery_pushdown`, with which it refuses other statements
    /// (`NOT IN`, `INTERSECT`) over several servers.
    package var joinsLaterally: Bool { spread != .citus }

    /// The rows that have every one of some words.
    package func rows(
        withTokens tokens: [String], in table: String, databases: DatabaseNumbers, zones: [Int64]
    ) -> SQLText {
        let place: SQLText = """
            \(databases.contain(SystemColumn.database.sql)) AND \(ident: "_zone") IN \
            (\(zones.map { .value(.int($0)) }.joined(", ")))
            """
        let row: SQLText =
            databases.isOne ? "\(ident: "_row")" : "\(ident: "_database"), \(ident: "_row")"
        if tokenStorage == .inverted {
            return """
                SELECT \(row) FROM \(ident: table) WHERE \(place) \
                AND \(inverted(tokens, zones: zones))
                """
        }
        return tokens.map { word -> SQLText in
            """
            SELECT \(row) FROM \(ident: table) WHERE \(place) \
            AND \(ident: "token") = \(TokenTable.kept(word))
            """
        }.joined(" INTERSECT ")
    }

    /// Citus is an extension of PostgreSQL itself.
    package var mayBeSpreadByHalves: Bool { server == .postgres }

    /// The database's own way, whatever was asked for.
    package func keeping(_ storage: TokenStorage?, _ spread: TableSpread?) -> any Dialect {
        PostgresDialect(server, spread: spread ?? self.spread, tokens: storage ?? .table)
    }
}

// MARK: Words in an inverted index

extension PostgresDialect {
    /// A table with a row for each record that has words, and GIN over the words.
    ///
    /// Each word stands there with its zone before it, so that a search costs by what the searcher
    /// owns, without any extension that would let GIN have columns of numbers. What was written last
    /// waits on a list, which every search reads, and goes into the index many words at a time; the
    /// list is a short one (in kilobytes).
    private func createInvertedTokens(_ table: String) -> [SQLText] {
        let columns = InvertedTokens.key.map { column -> SQLText in
            "\(ident: column) \(raw: columnType(.integer)) NOT NULL"
        }
        let texts = server.comparesTextByBytes ? "TEXT[]" : "TEXT[] COLLATE \"C\""
        let key = InvertedTokens.key.map(SQLText.identifier).joined(", ")
        return createTable(
            table,
            """
            \(columns.joined(", ")), \(ident: InvertedTokens.column) \(raw: texts) NOT NULL, \
            PRIMARY KEY (\(key))
            """, by: SystemColumn.database.rawValue, isKeyed: true) + [
                """
                CREATE INDEX \(ident: table + " gin") ON \(ident: table) \
                USING gin (\(ident: InvertedTokens.column)) WITH (gin_pending_list_limit = 256)
                """
            ]
    }

    /// A row is in one zone, so of every word one of its forms there must be found.
    private func inverted(_ tokens: [String], zones: [Int64]) -> SQLText {
        let words = SQLText.identifier(InvertedTokens.column)
        if zones.count == 1 {
            let all = InvertedTokens.text(tokens, zone: zones[0])
            return "\(words) @> string_to_array(\(all), ' ')"
        }
        return tokens.map { word -> SQLText in
            let forms = zones.map { InvertedTokens.text([word], zone: $0) }.joined(separator: " ")
            return "\(words) && string_to_array(\(forms), ' ')"
        }.joined(" AND ")
    }
}
