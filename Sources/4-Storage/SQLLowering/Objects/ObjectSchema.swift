package import ObjectCore

/// The statements that make an empty database one of Apple's layout.
package struct ObjectSchema: Sendable {
    /// The layout of the tables, as Core Data names them.
    package let layout: AppleLayout
    private let dialect: any Dialect

    /// The schema of a layout, as an engine says it.
    package init(_ layout: AppleLayout, for dialect: any Dialect) {
        self.layout = layout
        self.dialect = dialect
    }

    /// Everything: the tables of objects and of pairs, their indexes, and what Core Data keeps
    /// beside them.
    package var statements: [SQLText] { objectStatements + systemTables }

    /// The tables of objects and of pairs with their indexes.
    package var objectStatements: [SQLText] {
        var all: [SQLText] = []
        for entity in layout.model.entities where entity.root == entity.number {
            all += tree(entity)
        }
        var tables: [(name: String, pairs: AppleMembers)] = []
        for entity in layout.model.entities {
            for relationship in entity.toManys where relationship.declaredBy == entity.number {
                let members = layout.members(ofToMany: relationship.place, in: entity.number)
                guard members.usesJoinTable else { continue }
                // Of the two sides, the one that names the table says which column comes first.
                let own = "Z_\(layout.number(of: entity.number))\(relationship.name.uppercased())"
                if let place = tables.firstIndex(where: { $0.name == members.table }) {
                    if own == members.table { tables[place].pairs = members }
                } else {
                    tables.append((members.table, members))
                }
            }
        }
        for table in tables { all += pairs(table.pairs) }
        var names = IndexNames()
        for entity in layout.model.entities { all += indexes(entity, &names) }
        return all
    }

    /// `Z_PRIMARYKEY`, `Z_METADATA` and `Z_MODELCACHE`.
    package var systemTables: [SQLText] {
        let number = dialect.attributeType(.integer)
        let text = dialect.attributeType(.text)
        let bytes = dialect.attributeType(.bytes)
        return [
            """
            CREATE TABLE \(name("Z_PRIMARYKEY")) (\(name("Z_ENT")) \(raw: number) PRIMARY KEY, \
            \(name("Z_NAME")) \(raw: text), \(name("Z_SUPER")) \(raw: number), \
            \(name("Z_MAX")) \(raw: number))
            """,
            """
            CREATE TABLE \(name("Z_METADATA")) (\(name("Z_VERSION")) \(raw: number) PRIMARY KEY, \
            \(name("Z_UUID")) VARCHAR(255), \(name("Z_PLIST")) \(raw: bytes))
            """,
            "CREATE TABLE \(name("Z_MODELCACHE")) (\(name("Z_CONTENT")) \(raw: bytes))",
        ]
    }

    /// The rows of `Z_PRIMARYKEY`, with the numbers given out so far.
    package func primaryKeys(lastRows: [Int: Int64] = [:]) -> [SQLText] {
        layout.model.entities.map { entity in
            let number = layout.number(of: entity.number)
            let parent = entity.superentity.map(layout.number(of:)) ?? 0
            let last = lastRows[entity.number] ?? 0
            return """
                INSERT INTO "Z_PRIMARYKEY" ("Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX")
                VALUES (\(number), \(entity.name), \(parent), \(last))
                """
        }
    }

    /// The names of the history's tables.
    package static let historyNames = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

    /// The columns of `ACHANGE` that keep values of deleted objects: as many as the entity has
    /// that keeps most.
    ///
    /// Where columns take only values of their type, one keeps a property list of them all.
    package var tombstones: [String] {
        let most = layout.model.entities.map { layout.tombstone(of: $0.number).count }.max() ?? 0
        return (0..<(dialect.hasTypedColumns ? min(1, most) : most)).map { "ZTOMBSTONE\($0)" }
    }

    /// The tables of a store's history.
    package var historyTables: [SQLText] {
        func table(_ table: String, _ columns: [(String, AppleStorage)]) -> SQLText {
            let rest = columns.map { column -> SQLText in
                "\(name(column.0)) \(raw: dialect.attributeType(column.1))"
            }
            return """
                CREATE TABLE IF NOT EXISTS \(name(table)) ( \
                \(name("Z_PK")) \(raw: dialect.attributeType(.integer)) PRIMARY KEY, \
                \(rest.joined(", ")) )
                """
        }
        func index(_ index: String, _ table: String, _ column: String) -> SQLText {
            "CREATE INDEX IF NOT EXISTS \(name(index)) ON \(name(table)) (\(name(column)))"
        }
        let unique = [
            dialect.indexTerm("ZNAME", ascending: true, kind: .text),
            dialect.uniqueMark("ZNAME", kind: .text),
        ].compactMap { $0 }.joined(", ")
        return [
            table(
                "ACHANGE",
                [
                    ("Z_ENT", .integer), ("Z_OPT", .integer), ("ZCHANGETYPE", .integer),
                    ("ZENTITY", .integer), ("ZENTITYPK", .integer), ("ZTRANSACTIONID", .integer),
                    ("ZCOLUMNS", .bytes),
                ] + tombstones.map { ($0, .bytes) }),
            table(
                "ATRANSACTION",
                [
                    ("Z_ENT", .integer), ("Z_OPT", .integer), ("ZAUTHORTS", .integer),
                    ("ZBUNDLEIDTS", .integer), ("ZCONTEXTNAMETS", .integer),
                    ("ZPROCESSIDTS", .integer), ("ZTIMESTAMP", .real), ("ZAUTHOR", .text),
                    ("ZBUNDLEID", .text), ("ZCONTEXTNAME", .text), ("ZPROCESSID", .text),
                    ("ZQUERYGEN", .bytes),
                ]),
            table(
                "ATRANSACTIONSTRING",
                [("Z_ENT", .integer), ("Z_OPT", .integer), ("ZNAME", .text)]),
            index("ACHANGE_ZTRANSACTIONID_INDEX", "ACHANGE", "ZTRANSACTIONID"),
            index("ATRANSACTION_ZAUTHORTS_INDEX", "ATRANSACTION", "ZAUTHORTS"),
            index("ATRANSACTION_ZBUNDLEIDTS_INDEX", "ATRANSACTION", "ZBUNDLEIDTS"),
            index("ATRANSACTION_ZCONTEXTNAMETS_INDEX", "ATRANSACTION", "ZCONTEXTNAMETS"),
            index("ATRANSACTION_ZPROCESSIDTS_INDEX", "ATRANSACTION", "ZPROCESSIDTS"),
            index("Z_TRANSACTION_TransactionTimestampIndex", "ATRANSACTION", "ZTIMESTAMP"),
            """
            CREATE UNIQUE INDEX IF NOT EXISTS \(name("Z_TRANSACTIONSTRING_UNIQUE_NAME")) \
            ON \(name("ATRANSACTIONSTRING")) (\(unique))
            """,
        ]
            + ["CHANGE", "TRANSACTION", "TRANSACTIONSTRING"].enumerated().map { place, entity in
                """
                INSERT INTO "Z_PRIMARYKEY" ("Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX") \
                VALUES (\(16_001 + place), \(entity), 0, 0) ON CONFLICT DO NOTHING
                """
            }
    }

    // MARK: Tables

    private struct Definition {
        let name: String
        let type: String
        /// Whole numbers, links, other numbers, text, bytes.
        let rank: Int
    }

    private func tree(_ root: ModelEntity) -> [SQLText] {
        var links: [AppleLink] = []
        var definitions: [Definition] = []
        for number in root.family {
            let entity = layout.model.entities[number]
            var own: [Definition] = []
            for attribute in entity.attributes where attribute.declaredBy == number {
                for column in layout.columns(ofAttribute: attribute.place, in: number) {
                    own.append(
                        Definition(
                            name: column.name, type: dialect.attributeType(column.storage),
                            rank: rank(column)))
                }
            }
            let toOnes = entity.toOnes.filter { $0.declaredBy == number }
                .map { layout.link(ofToOne: $0.place, in: number) }
            for link in toOnes + layout.ownerLinks(in: number) {
                links.append(link)
                own += link.columns.map {
                    Definition(name: $0, type: dialect.attributeType(.integer), rank: 1)
                }
            }
            definitions += own.enumerated().sorted {
                let a = $0.element
                let b = $1.element
                if a.rank != b.rank { return a.rank < b.rank }
                // Links keep their companions behind them.
                return a.rank == 1 ? $0.offset < $1.offset : a.name < b.name
            }.map(\.element)
        }
        let table = layout.table(of: root.number)
        let number = dialect.attributeType(.integer)
        let columns: [SQLText] =
            [
                "\(name("Z_PK")) \(raw: number) PRIMARY KEY", "\(name("Z_ENT")) \(raw: number)",
                "\(name("Z_OPT")) \(raw: number)",
            ] + definitions.map { "\(name($0.name)) \(raw: $0.type)" }
        var all: [SQLText] = ["CREATE TABLE \(name(table)) ( \(columns.joined(", ")) )"]
        for link in links {
            let index = name("\(table)_\(link.column)_INDEX")
            all.append("CREATE INDEX \(index) ON \(name(table)) (\(name(link.column)))")
        }
        if root.family.count > 1 {
            let index = name("\(table)_Z_ENT_INDEX")
            all.append("CREATE INDEX \(index) ON \(name(table)) (\(name("Z_ENT")))")
        }
        return all
    }

    private func rank(_ column: AppleColumn) -> Int {
        switch column.storage {
        case .integer: 0
        case .real, .timestamp, .decimal: 2
        case .text, .url: 3
        case .uuid: 4
        case .bytes: column.type == .transformable ? 4 : 5
        }
    }

    private func pairs(_ members: AppleMembers) -> [SQLText] {
        guard case .joinTable(let owner, let member) = members.place else { return [] }
        let table = name(members.table)
        let all = [owner, member, members.orderColumn, members.inverseOrderColumn]
        let columns = all.compactMap { $0 }.map { column -> SQLText in
            "\(name(column)) \(raw: dialect.attributeType(.integer))"
        }
        let index = name("\(members.table)_\(member)_INDEX")
        return [
            """
            CREATE TABLE \(table) ( \(columns.joined(", ")), \
            PRIMARY KEY (\(name(owner)), \(name(member))) )
            """,
            "CREATE INDEX \(index) ON \(table) (\(name(member)), \(name(owner)))",
        ]
    }

    // MARK: Indexes

    /// The names of a model's indexes, which are of the whole database.
    ///
    /// An old compound index is named by its properties, as a fetch index may be; SQLite does not tell
    /// capitals from small letters. The first has the name as Apple's files do, and others a number.
    private struct IndexNames {
        private var contents: [String: String] = [:]

        /// A name of its own for an index of other contents; nil where there is the same one by that name.
        mutating func name(_ wanted: String, _ content: String) -> String? {
            var name = wanted
            var number = 1
            while let other = contents[name.lowercased()] {
                if other == content { return nil }
                number += 1
                name = "\(wanted)_\(number)"
            }
            contents[name.lowercased()] = content
            return name
        }
    }

    private func indexes(_ entity: ModelEntity, _ names: inout IndexNames) -> [SQLText] {
        var all: [SQLText] = []
        func add(_ wanted: String, _ parts: [(String, Bool)], isUnique: Bool = false) {
            let content =
                "\(layout.table(of: entity.number)) \(isUnique) "
                + parts.map { "\($0) \($1)" }.joined(separator: ", ")
            guard let name = names.name(wanted, content) else { return }
            all.append(index(name, entity, parts, isUnique: isUnique))
        }
        for properties in entity.source.uniquenessConstraints {
            guard let columns = columns(properties, entity), !columns.isEmpty,
                isEnforced(properties, entity)
            else { continue }
            add(
                "Z_\(entity.name)_UNIQUE_\(properties.joined(separator: "_"))",
                columns.map { ($0, true) }, isUnique: true)
        }
        for definition in entity.source.indexes {
            let parts = definition.elements.compactMap { element -> (String, Bool)? in
                guard let property = element.property, !element.isSpatial,
                    let column = columns([property], entity)?.first
                else { return nil }
                return (column, element.isAscending)
            }
            guard parts.count == definition.elements.count, !parts.isEmpty else { continue }
            add("Z_\(entity.name)_\(definition.name)", parts)
        }
        for attribute in entity.attributes
        where attribute.declaredBy == entity.number && attribute.source.isIndexed {
            guard let column = columns([attribute.name], entity)?.first else { continue }
            add("Z_\(entity.name)_\(attribute.name)", [(column, true)])
        }
        return all
    }

    /// Whether SQL can keep a constraint: it holds for a whole table, so every property must be
    /// the entity's own, or the entity the top of its tree.
    package func isEnforced(_ names: [String], _ entity: ModelEntity) -> Bool {
        if entity.root == entity.number { return true }
        return names.allSatisfy { name in
            entity.source.attributes.contains { $0.name == name }
                || entity.source.relationships.contains { $0.name == name }
        }
    }

    /// The columns of properties; nil where one has none.
    package func columns(_ names: [String], _ entity: ModelEntity) -> [String]? {
        var columns: [String] = []
        for name in names {
            switch entity.properties[name] {
            case .attribute(let place):
                columns += layout.columns(ofAttribute: place, in: entity.number).map(\.name)
            case .toOne(let place):
                columns.append(layout.link(ofToOne: place, in: entity.number).column)
            case .toMany, .transient, .fetched, nil: return nil
            }
        }
        return columns
    }

    private func index(
        _ index: String, _ entity: ModelEntity, _ parts: [(String, Bool)], isUnique: Bool
    ) -> SQLText {
        let table = layout.table(of: entity.number)
        let kinds = kinds(entity)
        var terms = parts.map {
            dialect.indexTerm($0.0, ascending: $0.1, kind: kinds[$0.0])
        }
        if isUnique {
            terms += parts.compactMap { column, _ in
                kinds[column].flatMap { dialect.uniqueMark(column, kind: $0) }
            }
        }
        return """
            CREATE \(raw: isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name(index)) \
            ON \(name(table)) (\(terms.joined(", ")))
            """
    }

    /// What an entity's columns hold whose values may be long.
    private func kinds(_ entity: ModelEntity) -> [String: ColumnKind] {
        var kinds: [String: ColumnKind] = [:]
        for attribute in entity.attributes {
            for column in layout.columns(ofAttribute: attribute.place, in: entity.number) {
                kinds[column.name] = column.storage.longKind
            }
        }
        return kinds
    }

    private func name(_ name: String) -> SQLText { "\(raw: dialect.declared(name))" }
}
