package import ObjectCore

/// Writes the objects of one entity into Apple's tables: statements that are kept, and how
/// their parameters are bound.
package struct ObjectWriter: Sendable {
    /// The number of the entity in the model.
    package let entity: Int
    /// Inserts a row: its number, its entity's, its version, then every column.
    package let insert: SQLTemplate
    /// Deletes a row by its number.
    package let delete: SQLTemplate
    /// Deletes a row by its number and version.
    package let deleteVersion: SQLTemplate
    /// The version of a row by its number, if the row is of the entity.
    package let version: SQLTemplate
    /// Takes an object out of each table of pairs, and its members from it, by its number.
    package let unlink: [SQLTemplate]

    private let layout: AppleLayout
    private let number: Int64
    private let attributes: [[AppleColumn]]
    private let toOnes: [AppleLink]

    /// A writer of an entity.
    package init(_ layout: AppleLayout, entity: Int, for dialect: some Dialect) {
        self.layout = layout
        self.entity = entity
        number = layout.number(of: entity)
        let asked = layout.model.entities[entity]
        attributes = asked.attributes.map { layout.columns(ofAttribute: $0.place, in: entity) }
        toOnes = asked.toOnes.map { layout.link(ofToOne: $0.place, in: entity) }
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        for all in attributes { columns += all.map(\.name) }
        for link in toOnes { columns += [link.column] + (link.entityColumn.map { [$0] } ?? []) }
        let table = layout.table(of: entity)
        let names = columns.map(SQLText.identifier).joined(", ")
        let values = columns.map { _ in SQLText.placeholder }.joined(", ")
        insert = SQLTemplate(
            "INSERT INTO \(ident: table) (\(names)) VALUES (\(values))", for: dialect)
        delete = SQLTemplate(
            "DELETE FROM \(ident: table) WHERE \"Z_PK\" = \(.placeholder)", for: dialect)
        deleteVersion = SQLTemplate(
            """
            DELETE FROM \(ident: table) WHERE "Z_PK" = \(.placeholder)
            AND "Z_OPT" = \(.placeholder)
            """, for: dialect)
        version = SQLTemplate(
            "SELECT \"Z_OPT\" FROM \(ident: table) WHERE \"Z_PK\" = \(.placeholder)",
            for: dialect)
        var seen: Set<[String]> = []
        var unlink: [SQLTemplate] = []
        for relationship in asked.toManys {
            let members = layout.members(ofToMany: relationship.place, in: entity)
            if let link = members.ownerLink, seen.insert([members.table, link.column]).inserted {
                let terms = link.columns.map { "\(ident: $0) = NULL" as SQLText }
                unlink.append(
                    SQLTemplate(
                        """
                        UPDATE \(ident: members.table) SET \(terms.joined(", ")) \
                        WHERE \(ident: link.column) = \(.placeholder)
                        """, for: dialect))
            }
            guard case .joinTable(let owner, let member) = members.place else { continue }
            for column in owner == "REFLEXIVE" ? [owner, member] : [owner]
            where seen.insert([members.table, column]).inserted {
                unlink.append(
                    SQLTemplate(
                        "DELETE FROM \(ident: members.table) WHERE \(ident: column) = \(.placeholder)",
                        for: dialect))
            }
        }
        self.unlink = unlink
    }

    /// Gives ``insert`` its values.
    package func bind(_ row: ObjectRow, to binder: inout some SQLBinder) {
        binder.bind(int: row.key.row, at: 0)
        binder.bind(int: number, at: 1)
        binder.bind(int: 1, at: 2)
        var position = 3
        for (place, columns) in attributes.enumerated() {
            let value = place < row.attributes.count ? row.attributes[place] : .null
            for column in columns {
                column.bind(value, to: &binder, at: position)
                position += 1
            }
        }
        for (place, link) in toOnes.enumerated() {
            let key = place < row.toOnes.count ? row.toOnes[place] : nil
            bind(key, link, to: &binder, at: &position)
        }
    }

    /// Gives the columns of a relationship their values.
    private func bind(
        _ key: ObjectKey?, _ link: AppleLink, to binder: inout some SQLBinder,
        at position: inout Int
    ) {
        binder.bind(int: key?.row, at: position)
        position += 1
        guard link.entityColumn != nil else { return }
        binder.bind(int: key.map { layout.number(of: $0.entity) }, at: position)
        position += 1
    }

    /// Which columns a change sets: the key under which its statement is kept.
    package struct UpdateShape: Hashable, Sendable {
        let attributes: [Int]
        let toOnes: [Int]
        let checksVersion: Bool

        /// The shape of a change.
        package init(_ update: ObjectUpdate) {
            attributes = update.attributes.map(\.place)
            toOnes = update.toOnes.map(\.place)
            checksVersion = update.version != nil
        }
    }

    /// The statement of a change: values, then the row's number, then the version if it has one.
    package func update(_ shape: UpdateShape, for dialect: some Dialect) -> SQLTemplate {
        var terms: [SQLText] = ["\"Z_OPT\" = \"Z_OPT\" + 1"]
        for place in shape.attributes {
            terms += attributes[place].map { "\(ident: $0.name) = \(.placeholder)" }
        }
        for place in shape.toOnes {
            let link = toOnes[place]
            terms.append("\(ident: link.column) = \(.placeholder)")
            if let column = link.entityColumn {
                terms.append("\(ident: column) = \(.placeholder)")
            }
            // Its place in the order is no longer known; the caller orders the members afterwards.
            if let column = link.orderColumn { terms.append("\(ident: column) = NULL") }
        }
        let table = layout.table(of: entity)
        var sql: SQLText =
            "UPDATE \(ident: table) SET \(terms.joined(", ")) WHERE \"Z_PK\" = \(.placeholder)"
        if shape.checksVersion { sql += " AND \"Z_OPT\" = \(.placeholder)" }
        return SQLTemplate(sql, for: dialect)
    }

    /// Gives an ``update(_:for:)`` its values.
    package func bind(_ update: ObjectUpdate, to binder: inout some SQLBinder) {
        var position = 0
        for (place, value) in update.attributes {
            for column in attributes[place] {
                column.bind(value, to: &binder, at: position)
                position += 1
            }
        }
        for (place, key) in update.toOnes {
            bind(key, toOnes[place], to: &binder, at: &position)
        }
        binder.bind(int: update.key.row, at: position)
        if let version = update.version { binder.bind(int: version, at: position + 1) }
    }
}
