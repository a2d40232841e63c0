package import ObjectCore

extension AppleLayout {
    /// Lays out a model as Apple's rules do, or as a file says where it has its own spelling.
    ///
    /// - Parameters:
    ///   - file: What stands in an existing file; nil for a new one.
    ///   - form: Whether names of the earlier form are taken from the file.
    package init(
        _ model: ResolvedModel, file: AppleFileSchema? = nil, form: AppleForm = .found
    ) {
        let maker = AppleLayoutMaker(model, file, form)
        self.model = model
        numbers = maker.numbers
        entitiesByNumber = Dictionary(first: zip(maker.numbers, model.entities.indices))
        tables = maker.tables
        attributes = maker.attributes
        toOnes = maker.toOnes
        toManys = model.entities.map { entity in
            entity.toManys.map { maker.members($0) }
        }
        var indexed: [String: Set<String>] = [:]
        for entity in model.entities {
            var names = Set(entity.source.uniquenessConstraints.joined())
            names.formUnion(entity.source.indexes.flatMap(\.elements).compactMap(\.property))
            for attribute in entity.attributes
            where attribute.source.isIndexed || names.contains(attribute.name) {
                indexed[maker.tables[entity.number], default: []].formUnion(
                    maker.attributes[entity.number][attribute.place].map(\.name))
            }
        }
        self.indexed = indexed
    }
}

/// Which of two ways of naming a layout follows.
///
/// Older files of ours keep the parts of composites in prefixed columns (`ZAUTHOR_PERSON`), and
/// relationships to many without an inverse in tables of pairs.
package enum AppleForm: Hashable, Sendable {
    /// What the file has, and Apple's way where it has neither.
    case found
    /// Apple's way, whatever the file has.
    case apple
    /// The earlier way.
    case earlier
}

private struct AppleLayoutMaker {
    let model: ResolvedModel
    let file: AppleFileSchema?
    let form: AppleForm
    let numbers: [Int64]
    let tables: [String]
    var attributes: [[[AppleColumn]]] = []
    var toOnes: [[AppleLink]] = []
    /// Names that a tree's table has already, by its root.
    private var taken: [Int: Set<String>] = [:]
    /// The columns that attributes and relationships of a tree have by their own names.
    private var plain: [Int: Set<String>] = [:]

    init(_ model: ResolvedModel, _ file: AppleFileSchema?, _ form: AppleForm) {
        self.model = model
        self.file = file
        self.form = form
        var used = Set((file?.numbers ?? [:]).values)
        var next = Int64(1)
        numbers = model.entities.map { entity in
            if let number = file?.numbers[entity.name] { return number }
            if file == nil { return Int64(entity.number + 1) }
            while !used.insert(next).inserted { next += 1 }
            return next
        }
        tables = model.entities.map { "Z" + model.entities[$0.root].name.uppercased() }
        for entity in model.entities {
            let names = entity.attributes.map(\.name) + entity.toOnes.map(\.name)
            plain[entity.root, default: []].formUnion(names.map { "Z" + $0.uppercased() })
        }
        for entity in model.entities {
            if entity.root == entity.number {
                taken[entity.number] = ["Z_PK", "Z_ENT", "Z_OPT"]
            }
            let parent = entity.superentity
            attributes.append(parent.map { attributes[$0] } ?? [])
            toOnes.append(parent.map { toOnes[$0] } ?? [])
            // Names are given in the order of the attributes' names, composites in their places:
            // of two parts called `id` the one that comes first has ZID, the other ZID1.
            let own = entity.attributes.filter { $0.declaredBy == entity.number }
            var made: [Int: [AppleColumn]] = [:]
            for attribute in own.sorted(by: { precedes(($0.name, 0), ($1.name, 0)) }) {
                made[attribute.place] = columns(
                    of: attribute.source, path: [], earlier: "Z", in: entity)
            }
            attributes[entity.number] += own.map { made[$0.place] ?? [] }
            for relationship in entity.toOnes where relationship.declaredBy == entity.number {
                toOnes[entity.number].append(link(relationship, in: entity))
            }
        }
    }

    // MARK: Columns

    private mutating func columns(
        of attribute: ObjectAttribute, path: [String], earlier: String, in entity: ModelEntity
    ) -> [AppleColumn] {
        let own = "Z" + attribute.name.uppercased()
        let prefixed = path.isEmpty ? own : earlier + "_" + attribute.name.uppercased()
        guard let storage = AppleStorage(attribute.type) else {
            var columns: [AppleColumn] = []
            for element in attribute.elements where path.count < 16 {
                columns += self.columns(
                    of: element, path: path + [element.name], earlier: prefixed, in: entity)
            }
            return columns
        }
        let name = freeName(isEarlier(prefixed, entity) ? prefixed : own, in: entity.root)
        return [AppleColumn(name: name, storage: storage, type: attribute.type, path: path)]
    }

    /// Whether a part of a composite is in the column of a name of the earlier form.
    private func isEarlier(_ name: String, _ entity: ModelEntity) -> Bool {
        switch form {
        case .earlier: true
        case .apple: false
        case .found:
            fileColumns(tables[entity.number]).contains(name)
                && plain[entity.root]?.contains(name) != true
        }
    }

    private mutating func link(
        _ relationship: ModelRelationship, in entity: ModelEntity
    ) -> AppleLink {
        let name = freeName("Z" + relationship.name.uppercased(), in: entity.root)
        let rest = name.dropFirst()
        let destination = model.entities[relationship.destination]
        var entityColumn: String?
        if file != nil {
            // The number in the name is that of the model version that made the file.
            entityColumn = fileColumns(tables[entity.number]).first {
                isNumbered($0, prefix: "Z", suffix: "_" + rest)
            }
        } else if destination.family.count > 1 {
            entityColumn = "Z\(numbers[destination.number])_\(rest)"
        }
        var orderColumn: String?
        if let inverse = relationship.inverse, inverse.isToMany, inverse.isOrdered {
            orderColumn = "Z_FOK_\(rest)"
        }
        return AppleLink(
            column: name, entityColumn: entityColumn, orderColumn: orderColumn,
            destination: relationship.destination)
    }

    /// A column's name, with a number behind it where the tree's table has the name already.
    private mutating func freeName(_ wanted: String, in root: Int) -> String {
        var name = wanted
        var count = 0
        while !(taken[root, default: []].insert(name).inserted) {
            count += 1
            name = wanted + String(count)
        }
        return name
    }

    // MARK: Pairs

    func members(_ relationship: ModelRelationship) -> AppleMembers {
        let destination = relationship.destination
        if let inverse = relationship.inverse, !inverse.isToMany,
            let place = model.entities[inverse.entity].toOnes
                .first(where: { $0.name == inverse.name })?.place
        {
            let link = toOnes[inverse.entity][place]
            return AppleMembers(
                table: tables[inverse.entity], place: .foreignKey(link),
                orderColumn: relationship.isOrdered ? link.orderColumn : nil,
                inverseOrderColumn: nil, destination: destination,
                memberTable: tables[destination])
        }
        if relationship.inverse == nil, let found = ownerColumn(relationship) { return found }
        if let found = fileTable(relationship) { return found }
        let isReflexive =
            relationship.inverse?.entity == relationship.declaredBy
            && relationship.inverse?.name == relationship.name
        let mine = "\(numbers[relationship.declaredBy])"
        let name = relationship.name.uppercased()
        let inverse = relationship.inverse
        // The side whose name comes last names the table.
        let isNaming =
            inverse.map {
                precedes(($0.name, $0.entity), (relationship.name, relationship.declaredBy))
            } ?? true
        let otherName = inverse?.name.uppercased() ?? name + "OWNER"
        let theirs = "\(numbers[inverse?.entity ?? destination])"
        let table = isNaming || isReflexive ? "Z_\(mine)\(name)" : "Z_\(theirs)\(otherName)"
        let memberColumn = "Z_\(theirs)\(name)"
        let ownerColumn = isReflexive ? "REFLEXIVE" : "Z_\(mine)\(otherName)"
        return AppleMembers(
            table: table,
            place: .joinTable(
                owner: ownerColumn, member: memberColumn),
            orderColumn: relationship.isOrdered ? "Z_FOK_\(theirs)\(name)" : nil,
            inverseOrderColumn: inverse?.isOrdered == true && !isReflexive
                ? "Z_FOK_\(mine)\(otherName)" : nil,
            destination: destination, memberTable: tables[destination])
    }

    /// The column of the members' own table that says whose they are: how a relationship without
    /// an inverse is kept; nil where the file has a table of pairs.
    private func ownerColumn(_ relationship: ModelRelationship) -> AppleMembers? {
        let destination = relationship.destination
        let name = relationship.name.uppercased()
        let columns = fileColumns(tables[destination])
        let made = "Z\(numbers[relationship.declaredBy])\(name)"
        let found =
            columns.first { $0 == made }
            ?? columns.first { isNumbered($0, prefix: "Z", suffix: name) }
        switch form {
        case .earlier: return nil
        case .apple: break
        case .found: if found == nil, fileTable(relationship) != nil { return nil }
        }
        let column = found ?? made
        let rest = column.dropFirst()
        var entityColumn: String?
        var orderColumn: String? = relationship.isOrdered ? "Z_FOK_\(rest)" : nil
        if found != nil {
            entityColumn = columns.first { isNumbered($0, prefix: "Z", suffix: "_" + rest) }
            orderColumn = orderColumn.flatMap { columns.contains($0) ? $0 : nil }
        } else if model.entities[relationship.declaredBy].family.count > 1 {
            entityColumn = "Z\(numbers[relationship.declaredBy])_\(rest)"
        }
        let link = AppleLink(
            column: column, entityColumn: entityColumn, orderColumn: orderColumn,
            destination: relationship.declaredBy)
        return AppleMembers(
            table: tables[destination], place: .foreignKey(link), orderColumn: orderColumn,
            inverseOrderColumn: nil, destination: destination, memberTable: tables[destination],
            hasInverse: false)
    }

    private func precedes(_ a: (String, Int), _ b: (String, Int)) -> Bool {
        if a.0 == b.0 { return a.1 < b.1 }
        return a.0.unicodeScalars.lexicographicallyPrecedes(b.0.unicodeScalars)
    }

    /// The table of pairs that a file has for a relationship, whichever side named it.
    private func fileTable(_ relationship: ModelRelationship) -> AppleMembers? {
        guard let file else { return nil }
        let name = relationship.name.uppercased()
        let inverse = relationship.inverse
        let otherName = inverse?.name.uppercased() ?? name + "OWNER"
        let mine = numbers[relationship.declaredBy]
        let theirs = numbers[inverse?.entity ?? relationship.destination]
        let candidates = ["Z_\(mine)\(name)", "Z_\(theirs)\(otherName)"]
        let others = file.columns.keys.sorted().filter {
            isNumbered($0, prefix: "Z_", suffix: name)
                || isNumbered($0, prefix: "Z_", suffix: otherName)
        }
        let isReflexive = inverse?.entity == relationship.declaredBy && name == otherName
        for table in candidates + others {
            guard let columns = file.columns[table] else { continue }
            let member =
                columns.first { $0 == "Z_\(theirs)\(name)" }
                ?? columns.first { isNumbered($0, prefix: "Z_", suffix: name) }
            guard let member else { continue }
            let rest = columns.filter { $0 != member && !$0.hasPrefix("Z_FOK_") }
            let owner =
                isReflexive
                ? rest.first { $0 == "REFLEXIVE" } ?? rest.first
                : rest.first { $0 == "Z_\(mine)\(otherName)" }
                    ?? rest.first { isNumbered($0, prefix: "Z_", suffix: otherName) }
            guard let owner else { continue }
            let order = "Z_FOK_" + member.dropFirst(2)
            let inverseOrder = "Z_FOK_" + owner.dropFirst(2)
            return AppleMembers(
                table: table, place: .joinTable(owner: owner, member: member),
                orderColumn: columns.contains(order) ? order : nil,
                inverseOrderColumn: columns.contains(inverseOrder) && owner != "REFLEXIVE"
                    ? inverseOrder : nil,
                destination: relationship.destination,
                memberTable: tables[relationship.destination])
        }
        return nil
    }

    // MARK: The file

    private func fileColumns(_ table: String) -> [String] { file?.columns[table] ?? [] }

    /// Whether a name is a prefix, digits (with a digit behind for a name used twice), a suffix.
    private func isNumbered(
        _ name: String, prefix: String, suffix: some StringProtocol
    ) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.dropFirst(prefix.count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return false }
        var tail = rest.dropFirst(digits.count)
        if tail == suffix { return true }
        while let last = tail.last, last.isASCII, last.isNumber { tail.removeLast() }
        return tail == suffix
    }
}
