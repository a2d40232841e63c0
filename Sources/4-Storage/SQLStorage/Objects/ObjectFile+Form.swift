import ObjectCore
import SQLLowering

extension ObjectFile {
    /// Brings tables of an earlier form of ours into Apple's, within a transaction.
    ///
    /// - The parts of composites lose what stood before their names: `ZAUTHOR_PERSON` becomes
    ///   `ZPERSON`, a second part of the name `ZPERSON1`.
    /// - A relationship to many without an inverse becomes a column of the members' table. Where
    ///   a member has several owners, which Apple's layout cannot say, the table of pairs stays.
    /// - A history gets the columns that the model's attributes want.
    /// - Values that may be kept outside get the mark that says whether they are.
    ///
    /// - Parameter marking: Whether the store keeps large values outside.
    /// - Returns: Whether something changed.
    func bringOver(
        _ model: ResolvedModel, for dialect: any Dialect, marking: Bool,
        on connection: some SQLConnection
    ) throws -> Bool {
        let old = AppleLayout(model, file: self, for: dialect)
        let new = AppleLayout(model, file: self, for: dialect, form: .apple)
        var changed = try rename(old, new, on: connection)
        if marking, !unmarked(new).isEmpty {
            try mark(new, on: connection)
            changed = true
        }
        for entity in model.entities {
            for relationship in entity.toManys where relationship.declaredBy == entity.number {
                let was = old.members(ofToMany: relationship.place, in: entity.number)
                let wanted = new.members(ofToMany: relationship.place, in: entity.number)
                guard case .joinTable(let owner, let member) = was.place,
                    let link = wanted.ownerLink
                else { continue }
                let several = try connection.first(
                    """
                    SELECT \(ident: member) FROM \(ident: was.table) \
                    GROUP BY \(ident: member) HAVING count(*) > 1 LIMIT 1
                    """
                ) { $0.int(0) }
                guard several == nil else { continue }
                try point(
                    (was, owner, member), wanted.table, link,
                    owners: new.table(of: entity.number), for: dialect, on: connection)
                changed = true
            }
        }
        if hasHistory {
            let columns = schema.columns["ACHANGE"] ?? []
            for name in ObjectSchema(new, for: dialect).tombstones where !columns.contains(name) {
                try connection.run(
                    """
                    ALTER TABLE "ACHANGE" ADD COLUMN \(raw: dialect.declared(name)) \
                    \(raw: dialect.attributeType(.bytes))
                    """)
                changed = true
            }
        }
        return changed
    }

    /// Gives columns their new names; by way of names that no column has, since what one is to
    /// be called another may be called now.
    private func rename(
        _ old: AppleLayout, _ new: AppleLayout, on connection: some SQLConnection
    ) throws -> Bool {
        var renamed: [(table: String, old: String, new: String)] = []
        for entity in old.model.entities {
            for attribute in entity.attributes where attribute.declaredBy == entity.number {
                let columns = zip(
                    old.columns(ofAttribute: attribute.place, in: entity.number),
                    new.columns(ofAttribute: attribute.place, in: entity.number))
                for (was, wanted) in columns where was.name != wanted.name {
                    renamed.append((old.table(of: entity.number), was.name, wanted.name))
                }
            }
        }
        func rename(_ table: String, _ old: String, to new: String) throws {
            try connection.run(
                "ALTER TABLE \(ident: table) RENAME COLUMN \(ident: old) TO \(ident: new)")
        }
        for (place, step) in renamed.enumerated() {
            try rename(step.table, step.old, to: "Z_RENAMED_\(place)")
        }
        for (place, step) in renamed.enumerated() {
            try rename(step.table, "Z_RENAMED_\(place)", to: step.new)
        }
        return !renamed.isEmpty
    }

    /// Writes the owners of a table of pairs into the members' rows.
    private func point(
        _ pairs: (members: AppleMembers, owner: String, member: String), _ table: String,
        _ link: AppleLink, owners: String, for dialect: any Dialect,
        on connection: some SQLConnection
    ) throws {
        for column in link.columns {
            try connection.run(
                """
                ALTER TABLE \(ident: table) ADD COLUMN \(raw: dialect.declared(column)) \
                \(raw: dialect.attributeType(.integer))
                """)
        }
        func found(_ column: String) -> SQLText {
            """
            (SELECT p.\(ident: column) FROM \(ident: pairs.members.table) p \
            WHERE p.\(ident: pairs.member) = \(ident: table)."Z_PK")
            """
        }
        var terms: [SQLText] = ["\(ident: link.column) = \(found(pairs.owner))"]
        if let order = link.orderColumn, let was = pairs.members.orderColumn {
            terms.append("\(ident: order) = \(found(was))")
        }
        try connection.run(
            """
            UPDATE \(ident: table) SET \(terms.joined(", ")) WHERE "Z_PK" IN \
            (SELECT \(ident: pairs.member) FROM \(ident: pairs.members.table))
            """)
        if let column = link.entityColumn {
            try connection.run(
                """
                UPDATE \(ident: table) SET \(ident: column) = (SELECT o."Z_ENT" \
                FROM \(ident: owners) o WHERE o."Z_PK" = \(ident: table).\(ident: link.column)) \
                WHERE \(ident: link.column) IS NOT NULL
                """)
        }
        try connection.run("DROP TABLE \(ident: pairs.members.table)")
        try connection.run(
            """
            CREATE INDEX IF NOT EXISTS \(raw: dialect.declared("\(table)_\(link.column)_INDEX")) \
            ON \(ident: table) (\(ident: link.column))
            """)
    }

    /// Whether something of the file may be of an earlier form.
    func isEarlier(
        _ model: ResolvedModel, for dialect: any Dialect, marking: Bool
    ) -> Bool {
        let old = AppleLayout(model, file: self, for: dialect)
        let new = AppleLayout(model, file: self, for: dialect, form: .apple)
        if old.names != new.names || (marking && !unmarked(new).isEmpty) { return true }
        guard hasHistory else { return false }
        let columns = schema.columns["ACHANGE"] ?? []
        return ObjectSchema(new, for: dialect).tombstones.contains { !columns.contains($0) }
    }
}
