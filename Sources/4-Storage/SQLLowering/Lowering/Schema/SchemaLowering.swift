import RecordCore

/// Schemas as SQL: the statements that make the tables fit a layout.
///
///     SchemaLowering(SQLiteDialect()).steps(from: nil, to: layout)
///     // CREATE TABLE "City" (…), CREATE INDEX "City.name queryable" ON "City" (…), …
package struct SchemaLowering: Sendable {
    private let dialect: any Dialect

    /// A lowering for a dialect.
    package init(_ dialect: any Dialect) { self.dialect = dialect }

    /// The steps, in order, from one layout of a record type to another; nil is no table.
    ///
    /// A field that is dropped and added again must be two calls, or its values stay.
    ///
    /// - Parameter defersIndexes: Whether all indexes of ``newIndexes(from:to:)`` are left to be made
    ///   later, not only those on demand.
    package func steps(
        from old: RecordLayout?, to new: RecordLayout?, defersIndexes: Bool = false
    ) -> [SchemaStep] {
        let steps: [SchemaStep] =
            switch (old, new) {
            case (nil, nil): []
            case (nil, let new?): create(new)
            case (let old?, nil): drop(old)
            case (let old?, let new?): change(old, new)
            }
        guard let new, !defersIndexes else { return steps }
        // Rows are filled in before the indexes stand, which is faster.
        return steps
            + newIndexes(from: old, to: new).filter { !$0.isOnDemand }.map {
                .sql(create($0, isPatient: false))
            }
    }

    /// The indexes that the second layout has and the first has not, but for those that say which
    /// rows there may be.
    package func newIndexes(from old: RecordLayout?, to new: RecordLayout) -> [IndexDefinition] {
        new.indexes.filter { index in
            !index.isUnique && old?.indexes.contains { isKept($0, as: index) } != true
        }
    }

    private func create(_ layout: RecordLayout) -> [SchemaStep] {
        var columns = SystemColumn.allCases.map { system in
            system == .row
                ? "\(system.sql) \(raw: dialect.rowKeyType)" as SQLText
                : definition(system.column)
        }
        columns += layout.fields.flatMap(\.columns).map(definition)
        if let key = dialect.numberedKey(RecordLayout.key) { columns.append(key) }
        var steps = dialect.createTable(
            layout.table, columns.joined(", "), by: SystemColumn.database.rawValue,
            isKeyed: false)
        for side in layout.sideTables { steps += create(side) }
        if let tokens = layout.tokensTable { steps += dialect.createTokens(tokens) }
        steps += layout.indexes.filter(\.isUnique).map { create($0, isPatient: false) }
        return steps.map(SchemaStep.sql)
    }

    private func drop(_ layout: RecordLayout) -> [SchemaStep] {
        let tables = [layout.tokensTable, layout.table].compactMap(\.self)
        return (layout.sideTables.map(\.name) + tables).map { .sql(drop($0)) }
    }

    private func drop(_ table: String) -> SQLText { "DROP TABLE \(ident: table)" }

    private func change(_ old: RecordLayout, _ new: RecordLayout) -> [SchemaStep] {
        var steps: [SQLText] = []
        var backfills: [SchemaStep] = []
        let table = SQLText.identifier(new.table)
        let type = new.type.name
        for index in old.indexes where !new.indexes.contains(where: { isKept(index, as: $0) }) {
            // One that no query used may be gone.
            steps.append("DROP INDEX IF EXISTS \(ident: index.name)")
        }
        for side in old.sideTables where !new.sideTables.contains(side) {
            steps.append(drop(side.name))
        }

        let oldColumns = old.fields.flatMap(\.columns)
        let newColumns = new.fields.flatMap(\.columns)
        for column in oldColumns where !newColumns.contains(column) {
            steps.append("ALTER TABLE \(table) DROP COLUMN \(ident: column.name)")
        }
        for column in newColumns where !oldColumns.contains(column) {
            steps.append("ALTER TABLE \(table) ADD COLUMN \(definition(column))")
        }

        for storage in new.fields {
            let name = storage.field.name
            let before = old.storage(of: name)
            if let side = storage.side, before?.side != side {
                steps += create(side)
                if before != nil {
                    backfills.append(
                        .backfill(Backfill(type: type, part: .members(field: name))))
                }
            }
            if let folded = storage.foldedColumn, let before, before.foldedColumn == nil {
                let value = SQLText.identifier(storage.column)
                if let call = dialect.call(.fold, [value]) {
                    backfills.append(
                        .sql(
                            """
                            UPDATE \(table) SET \(ident: folded) = \(call) \
                            WHERE \(value) IS NOT NULL
                            """))
                } else {
                    backfills.append(
                        .backfill(Backfill(type: type, part: .folded(field: name))))
                }
            }
        }

        let (tokenSteps, fills) = changeTokens(old, new)
        steps += tokenSteps
        if fills { backfills.append(.backfill(Backfill(type: type, part: .tokens))) }

        return steps.map(SchemaStep.sql) + backfills
    }

    /// Steps for the words, and whether the rows' words must be rewritten.
    ///
    /// A field that no record has yet brings no words with it.
    private func changeTokens(_ old: RecordLayout, _ new: RecordLayout) -> ([SQLText], Bool) {
        let before = Set(old.searchableFields.map { old.fields[$0].field.name })
        let after = Set(new.searchableFields.map { new.fields[$0].field.name })
        let lost = before.subtracting(after)
        let gained = after.subtracting(before).filter { old.storage(of: $0) != nil }
        switch (old.tokensTable, new.tokensTable) {
        case (nil, nil): return ([], false)
        case (let table?, nil): return ([drop(table)], false)
        case (nil, let table?): return (dialect.createTokens(table), !gained.isEmpty)
        case (let oldTable?, let newTable?):
            if lost.isEmpty && gained.isEmpty { return ([], false) }
            return ([drop(oldTable)] + dialect.createTokens(newTable), true)
        }
    }

    /// Whether an index of the old layout is one of the new; for what it is used does not matter.
    ///
    /// One on demand may not be there, and is made where it no longer is.
    private func isKept(_ old: IndexDefinition, as new: IndexDefinition) -> Bool {
        old.name == new.name && old.columns == new.columns && old.beginnings == new.beginnings
            && (new.isOnDemand || !old.isOnDemand)
    }

    private func create(_ side: SideTable) -> [SQLText] {
        let columns = side.columns.map(definition).joined(", ")
        let key = side.key.map(SQLText.identifier).joined(", ")
        var steps = dialect.createTable(
            side.name, "\(columns), PRIMARY KEY (\(key))", by: SystemColumn.database.rawValue,
            isKeyed: true)
        if let index = side.foldedIndex {
            let columns = index.columns.map(SQLText.identifier).joined(", ")
            steps.append(
                "CREATE INDEX \(ident: index.name) ON \(ident: side.name) (\(columns))")
        }
        return steps
    }

    /// Rebuilds the table of a list's members from one that lacked the records' names.
    package func addNames(to side: SideTable, of layout: RecordLayout) -> [SQLText] {
        let old = side.name + " before"
        let columns = side.columns.map(\.name)
        let values = columns.map { name -> SQLText in
            let holder = name == SystemColumn.name.rawValue ? layout.table : old
            return "\(ident: holder).\(ident: name)"
        }
        let row = SystemColumn.row.sql
        var steps: [SQLText] = ["ALTER TABLE \(ident: side.name) RENAME TO \(ident: old)"]
        if let index = side.foldedIndex { steps.append("DROP INDEX \(ident: index.name)") }
        return steps + create(side) + [
            """
            INSERT INTO \(ident: side.name) (\(columns.map(SQLText.identifier).joined(", "))) \
            SELECT \(values.joined(", ")) FROM \(ident: old) JOIN \(ident: layout.table) \
            ON \(ident: layout.table).\(row) = \(ident: old).\(row)
            """,
            drop(old),
        ]
    }

    /// Adds the columns that a table of an older layout does not have.
    package func addColumns(to layout: RecordLayout, having columns: Set<String>) -> [SQLText] {
        layout.fields.flatMap(\.columns).filter { !columns.contains($0.name) }.map { column in
            "ALTER TABLE \(ident: layout.table) ADD COLUMN \(definition(column))"
        }
    }

    /// Makes an index.
    ///
    /// - Parameter isPatient: Whether one of the same name may be there already.
    package func create(_ index: IndexDefinition, isPatient: Bool) -> SQLText {
        let columns = index.columns.map { name -> SQLText in
            let column = SQLText.identifier(name)
            let key = index.beginnings[name].flatMap { dialect.indexed(column, kind: $0) } ?? column
            // In the order in which queries ask for it; what the store keeps of each record is
            // never absent.
            return dialect.orderTerm(
                key, ascending: true, isNullable: SystemColumn(rawValue: name) == nil)
        }.joined(", ")
        return """
            CREATE \(raw: index.isUnique ? "UNIQUE " : "")INDEX \
            \(raw: isPatient ? "IF NOT EXISTS " : "")\(ident: index.name) \
            ON \(ident: index.table) (\(columns))
            """
    }

    private func definition(_ column: Column) -> SQLText {
        """
        \(ident: column.name) \(raw: dialect.columnType(column.kind))\
        \(raw: column.isNullable ? "" : " NOT NULL")
        """
    }
}
