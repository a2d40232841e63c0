public import ObjectCore

/// The statements that make an empty database one of Apple's layout.
public struct ObjectSchema: Sendable {
    /// The layout.
    public let layout: AppleLayout

    /// The schema of a layout.
    public init(_ layout: AppleLayout) { self.layout = layout }

    /// Everything: the tables of objects and of pairs, their indexes, and what Core Data keeps
    /// beside them.
    public var statements: [SQLText] { objectStatements + ObjectSchema.systemTables }

    /// The tables of objects and of pairs with their indexes.
    public var objectStatements: [SQLText] {
        var all: [SQLText] = []
        for entity in layout.model.entities where entity.root == entity.number {
            all += tree(entity)
        }
        var made: Set<String> = []
        for entity in layout.model.entities {
            for relationship in entity.toManys where relationship.declaredBy == entity.number {
                let members = layout.members(ofToMany: relationship.place, in: entity.number)
                if members.usesJoinTable, made.insert(members.table).inserted {
                    all += pairs(members)
                }
            }
        }
        for entity in layout.model.entities { all += indexes(entity) }
        return all
    }

    /// `Z_PRIMARYKEY`, `Z_METADATA` and `Z_MODELCACHE`.
    public static let systemTables: [SQLText] = [
        """
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, \
        Z_MAX INTEGER)
        """,
        """
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), \
        Z_PLIST BLOB)
        """,
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]

    /// The rows of `Z_PRIMARYKEY`, with the numbers given out so far.
    public func primaryKeys(lastRows: [Int: Int64] = [:]) -> [SQLText] {
        layout.model.entities.map { entity in
            let number = layout.number(of: entity.number)
            let parent = entity.superentity.map(layout.number(of:)) ?? 0
            let last = lastRows[entity.number] ?? 0
            return """
                INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX)
                VALUES (\(number), \(entity.name), \(parent), \(last))
                """
        }
    }

    /// The tables of a store's history.
    public static let historyTables: [SQLText] = [
        """
        CREATE TABLE IF NOT EXISTS ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
        Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, \
        ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB )
        """,
        """
        CREATE TABLE IF NOT EXISTS ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
        Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, \
        ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, \
        ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        """,
        """
        CREATE TABLE IF NOT EXISTS ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, \
        Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
        """,
        """
        CREATE INDEX IF NOT EXISTS ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)
        """,
        """
        CREATE INDEX IF NOT EXISTS ATRANSACTION_ZTIMESTAMP_INDEX ON ATRANSACTION (ZTIMESTAMP)
        """,
        """
        CREATE UNIQUE INDEX IF NOT EXISTS Z_TRANSACTIONSTRING_UNIQUE_NAME \
        ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)
        """,
        "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0)",
        "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16002, 'TRANSACTION', 0, 0)",
        "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (16003, 'TRANSACTIONSTRING', 0, 0)",
    ]

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
                            name: column.name, type: column.storage.declaredType,
                            rank: rank(column)))
                }
            }
            for relationship in entity.toOnes where relationship.declaredBy == number {
                let link = layout.link(ofToOne: relationship.place, in: number)
                links.append(link)
                for name in [link.column, link.entityColumn, link.orderColumn].compactMap({ $0 }) {
                    own.append(Definition(name: name, type: "INTEGER", rank: 1))
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
        let columns =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + definitions.map { "\(spelled($0.name)) \($0.type)" }
        var all: [SQLText] = [
            "CREATE TABLE \(raw: spelled(table)) ( \(raw: columns.joined(separator: ", ")) )"
        ]
        for link in links {
            let name = spelled("\(table)_\(link.column)_INDEX")
            all.append(
                """
                CREATE INDEX \(raw: name) ON \(raw: spelled(table)) (\(raw: spelled(link.column)))
                """)
        }
        if root.family.count > 1 {
            let name = spelled("\(table)_Z_ENT_INDEX")
            all.append("CREATE INDEX \(raw: name) ON \(raw: spelled(table)) (Z_ENT)")
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
        let table = spelled(members.table)
        var columns = [owner, member].map { "\(spelled($0)) INTEGER" }
        columns += [members.orderColumn, members.inverseOrderColumn].compactMap { $0 }
            .map { "\(spelled($0)) INTEGER" }
        let index = spelled("\(members.table)_\(member)_INDEX")
        return [
            """
            CREATE TABLE \(raw: table) ( \(raw: columns.joined(separator: ", ")), \
            PRIMARY KEY (\(raw: spelled(owner)), \(raw: spelled(member))) )
            """,
            """
            CREATE INDEX \(raw: index) ON \(raw: table) \
            (\(raw: spelled(member)), \(raw: spelled(owner)))
            """,
        ]
    }

    // MARK: Indexes

    private func indexes(_ entity: ModelEntity) -> [SQLText] {
        let table = layout.table(of: entity.number)
        var all: [SQLText] = []
        for names in entity.source.uniquenessConstraints {
            guard let columns = columns(names, entity), !columns.isEmpty,
                isEnforced(names, entity)
            else { continue }
            let name = "Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))"
            all.append(index(name, table, columns.map { ($0, true) }, isUnique: true))
        }
        for definition in entity.source.indexes {
            let parts = definition.elements.compactMap { element -> (String, Bool)? in
                guard let property = element.property, !element.isSpatial,
                    let column = columns([property], entity)?.first
                else { return nil }
                return (column, element.isAscending)
            }
            guard parts.count == definition.elements.count, !parts.isEmpty else { continue }
            all.append(
                index("Z_\(entity.name)_\(definition.name)", table, parts, isUnique: false))
        }
        for attribute in entity.attributes
        where attribute.declaredBy == entity.number && attribute.source.isIndexed {
            guard let column = columns([attribute.name], entity)?.first else { continue }
            all.append(
                index(
                    "Z_\(entity.name)_\(attribute.name)", table, [(column, true)], isUnique: false))
        }
        return all
    }

    /// Whether SQL can keep a constraint: it holds for a whole table, so every property must be
    /// the entity's own, or the entity the top of its tree.
    public func isEnforced(_ names: [String], _ entity: ModelEntity) -> Bool {
        if entity.root == entity.number { return true }
        return names.allSatisfy { name in
            entity.source.attributes.contains { $0.name == name }
                || entity.source.relationships.contains { $0.name == name }
        }
    }

    /// The columns of properties; nil where one has none.
    public func columns(_ names: [String], _ entity: ModelEntity) -> [String]? {
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
        _ name: String, _ table: String, _ parts: [(String, Bool)], isUnique: Bool
    ) -> SQLText {
        let terms = parts.map { "\(spelled($0.0)) COLLATE BINARY \($0.1 ? "ASC" : "DESC")" }
        return """
            CREATE \(raw: isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(raw: spelled(name)) \
            ON \(raw: spelled(table)) (\(raw: terms.joined(separator: ", ")))
            """
    }

    /// A name as Apple's stores spell it: quoted only where it must be.
    private func spelled(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil)
        }
        return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }
}
