package import ObjectCore

/// The tables and columns in which Apple's Core Data keeps the objects of a model.
///
///     let layout = AppleLayout(model)
///     layout.table(of: employee.number)                       // ZEMPLOYEE
///     layout.columns(ofAttribute: 0, in: employee.number)     // [ZNAME VARCHAR]
///
/// One table for each tree of entities: `Z_PK`, `Z_ENT`, `Z_OPT`, and a column for every
/// attribute and every relationship to one object of the tree.
package struct AppleLayout: Sendable {
    /// The model that is laid out.
    package let model: ResolvedModel
    let numbers: [Int64]
    let entitiesByNumber: [Int64: Int]
    let tables: [String]
    let attributes: [[[AppleColumn]]]
    let toOnes: [[AppleLink]]
    let toManys: [[AppleMembers]]
    /// The columns of attributes that are in an index, by their tables.
    let indexed: [String: Set<String>]

    /// The name of the table of an entity: that of its tree's root.
    package func table(of entity: Int) -> String { tables[entity] }

    /// The number that an entity has in the file (`Z_ENT`).
    package func number(of entity: Int) -> Int64 { numbers[entity] }

    /// The entity that has a number in the file.
    package func entity(numbered number: Int64) -> Int? { entitiesByNumber[number] }

    /// The columns of an attribute: one, or one for each part of a composite.
    package func columns(ofAttribute place: Int, in entity: Int) -> [AppleColumn] {
        attributes[entity][place]
    }

    /// The column of an attribute, or of the part of a composite at the end of a path.
    package func column(
        ofAttribute place: Int, path: [String] = [], in entity: Int
    ) -> AppleColumn? {
        attributes[entity][place].first { $0.path == path }
    }

    /// Whether a column of an entity's table is in an index.
    package func isIndexed(_ column: String, in entity: Int) -> Bool {
        indexed[tables[entity]]?.contains(column) ?? false
    }

    /// Where a relationship to one object is kept.
    package func link(ofToOne place: Int, in entity: Int) -> AppleLink { toOnes[entity][place] }

    /// Where a relationship to many objects is kept.
    package func members(ofToMany place: Int, in entity: Int) -> AppleMembers {
        toManys[entity][place]
    }

    /// The columns whose values the history keeps when an object of an entity is deleted, in the
    /// order of `ZTOMBSTONE0`, `ZTOMBSTONE1` and so on: attributes go by their names.
    package func tombstone(of entity: Int) -> [(attribute: Int, column: AppleColumn)] {
        let kept = model.entities[entity].attributes
            .filter(\.source.preservesValueInHistoryOnDeletion)
        return kept.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .flatMap { attribute in
                attributes[entity][attribute.place].map { (attribute.place, $0) }
            }
    }

    /// The properties of an entity in the order of the history's bits (`ZCOLUMNS`).
    ///
    /// The first is the highest bit of the first byte. Relationships to one object come first, then
    /// attributes, then relationships to many, each by their names. A composite has a bit for each
    /// part.
    ///
    /// Read off the bits of two stores of Apple's and the values that changed with them.
    package func historyOrder(of entity: Int) -> [String] {
        func sorted(_ names: [String]) -> [String] {
            names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        let asked = model.entities[entity]
        let parts = Dictionary(
            first: asked.attributes.map { ($0.name, max(1, attributes[entity][$0.place].count)) })
        return sorted(asked.toOnes.map(\.name))
            + sorted(asked.attributes.map(\.name)).flatMap {
                Array(repeating: $0, count: parts[$0] ?? 1)
            } + sorted(asked.toManys.map(\.name))
    }

    /// The columns in the rows of an entity that say whose members its objects are: those of
    /// relationships to many without an inverse that point at the entity.
    package func ownerLinks(in entity: Int) -> [AppleLink] {
        var links: [AppleLink] = []
        for owner in model.entities {
            for relationship in owner.toManys
            where relationship.declaredBy == owner.number && relationship.destination == entity {
                if let link = toManys[owner.number][relationship.place].ownerLink {
                    links.append(link)
                }
            }
        }
        return links
    }

    /// The names of all tables and columns.
    package var names: Set<String> {
        var names = Set(tables)
        names.formUnion(attributes.joined().joined().map(\.name))
        for link in toOnes.joined() { names.formUnion(link.columns) }
        for members in toManys.joined() {
            names.formUnion(
                [members.table, members.orderColumn, members.inverseOrderColumn].compactMap { $0 })
            switch members.place {
            case .joinTable(let owner, let member): names.formUnion([owner, member])
            case .foreignKey(let link):
                names.formUnion([link.column, link.entityColumn].compactMap { $0 })
            }
        }
        return names
    }
}

/// What a file's own tables say, where they may differ from what Apple's rules give today.
package struct AppleFileSchema: Hashable, Sendable {
    /// The numbers of entities (`Z_PRIMARYKEY`), by name.
    package var numbers: [String: Int64]
    /// The columns of each table, by its name.
    package var columns: [String: [String]]

    /// Creates the description from the entities' numbers and the columns of each table.
    package init(numbers: [String: Int64], columns: [String: [String]]) {
        self.numbers = numbers
        self.columns = columns
    }
}
