public import ObjectCore

/// The tables and columns in which Apple's Core Data keeps the objects of a model.
///
///     let layout = AppleLayout(model)
///     layout.table(of: employee.number)                       // ZEMPLOYEE
///     layout.columns(ofAttribute: 0, in: employee.number)     // [ZNAME VARCHAR]
///
/// One table for each tree of entities: `Z_PK`, `Z_ENT`, `Z_OPT`, and a column for every
/// attribute and every relationship to one object of the tree.
public struct AppleLayout: Sendable {
    /// The model that is laid out.
    public let model: ResolvedModel
    let numbers: [Int64]
    let entitiesByNumber: [Int64: Int]
    let tables: [String]
    let attributes: [[[AppleColumn]]]
    let toOnes: [[AppleLink]]
    let toManys: [[AppleMembers]]
    /// The columns of attributes that are in an index, by their tables.
    let indexed: [String: Set<String>]

    /// The name of the table of an entity: that of its tree's root.
    public func table(of entity: Int) -> String { tables[entity] }

    /// The number that an entity has in the file (`Z_ENT`).
    public func number(of entity: Int) -> Int64 { numbers[entity] }

    /// The entity that has a number in the file.
    public func entity(numbered number: Int64) -> Int? { entitiesByNumber[number] }

    /// The numbers in the file of an entity and all that inherit from it, smallest first.
    public func familyNumbers(of entity: Int) -> [Int64] {
        model.entities[entity].family.map { numbers[$0] }.sorted()
    }

    /// Whether every row of the entity's table is of the entity or inherits from it.
    public func coversTable(_ entity: Int) -> Bool {
        model.entities[entity].root == entity
    }

    /// The columns of an attribute: one, or one for each part of a composite.
    public func columns(ofAttribute place: Int, in entity: Int) -> [AppleColumn] {
        attributes[entity][place]
    }

    /// The column of an attribute, or of the part of a composite at the end of a path.
    public func column(
        ofAttribute place: Int, path: [String] = [], in entity: Int
    ) -> AppleColumn? {
        attributes[entity][place].first { $0.path == path }
    }

    /// Whether a column of an entity's table is in an index.
    public func isIndexed(_ column: String, in entity: Int) -> Bool {
        indexed[tables[entity]]?.contains(column) ?? false
    }

    /// Where a relationship to one object is kept.
    public func link(ofToOne place: Int, in entity: Int) -> AppleLink { toOnes[entity][place] }

    /// Where a relationship to many objects is kept.
    public func members(ofToMany place: Int, in entity: Int) -> AppleMembers {
        toManys[entity][place]
    }

    /// The names of all tables and columns.
    public var names: Set<String> {
        var names = Set(tables)
        names.formUnion(attributes.joined().joined().map(\.name))
        for link in toOnes.joined() {
            names.formUnion([link.column, link.entityColumn, link.orderColumn].compactMap { $0 })
        }
        for members in toManys.joined() {
            names.formUnion(
                [members.table, members.orderColumn, members.inverseOrderColumn].compactMap { $0 })
            if case .joinTable(let owner, let member) = members.place {
                names.formUnion([owner, member])
            }
        }
        return names
    }

    /// The names of the tables of objects and of pairs, each once.
    public var tableNames: Set<String> { Set(tables).union(joinTables) }

    /// The names of the tables of pairs, each once, in order.
    public var joinTables: [String] {
        var names: [String] = []
        for members in toManys.joined() where members.usesJoinTable {
            if !names.contains(members.table) { names.append(members.table) }
        }
        return names
    }
}

/// What a file's own tables say, where they may differ from what Apple's rules give today.
public struct AppleFileSchema: Hashable, Sendable {
    /// The numbers of entities (`Z_PRIMARYKEY`), by name.
    public var numbers: [String: Int64]
    /// The columns of each table, by its name.
    public var columns: [String: [String]]

    /// A file's tables.
    public init(numbers: [String: Int64], columns: [String: [String]]) {
        self.numbers = numbers
        self.columns = columns
    }
}
