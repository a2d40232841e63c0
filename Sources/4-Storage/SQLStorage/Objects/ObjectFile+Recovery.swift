package import ObjectCore
import SQLLowering

extension ObjectFile {
    /// A model made from the tables alone, for files that keep none.
    ///
    /// Names are in lower case, since tables have them in upper case. A column of whole numbers
    /// that has an index of its own is taken for a relationship to one object; its destination is
    /// the entity that a column beside it names (`Z7_OWNER`), or the one that the column's name
    /// fits best. Columns that name an owner (`Z2ITEMS`) are relationships to many without an
    /// inverse, tables of pairs those with one. What cannot be told stays a number.
    package func recoveredModel() -> ObjectModel {
        let names = schema.numbers.sorted { $0.value < $1.value }.map(\.key)
        var entities: [ObjectEntity] = []
        for name in names {
            let parent = parents[name].flatMap { number in
                schema.numbers.first { $0.value == number }?.key
            }
            var entity = ObjectEntity(name, superentity: parent)
            // The columns of a tree cannot be told apart: its root has them all.
            if parent == nil { fill(&entity, among: names) }
            entities.append(entity)
        }
        pair(&entities)
        addOwners(&entities, names)
        addPairs(&entities)
        return ObjectModel(entities: entities)
    }

    private func fill(_ entity: inout ObjectEntity, among names: [String]) {
        let table = "Z" + entity.name.uppercased()
        for column in schema.columns[table] ?? [] where !column.hasPrefix("Z_") {
            guard column.hasPrefix("Z"), let first = column.dropFirst().first, !first.isNumber
            else {
                continue
            }
            let name = column.dropFirst().lowercased()
            let declared = types[table]?[column]?.uppercased() ?? ""
            if declared == "INTEGER" || declared == "BIGINT",
                let destination = companion(of: column, in: table)
                    ?? (linkIndexes.contains("\(table)_\(column)_INDEX")
                        ? destination(of: name, among: names) : nil)
            {
                entity.relationships.append(ObjectRelationship(name, to: destination))
                continue
            }
            let type: AttributeType =
                switch declared {
                case "INTEGER", "BIGINT": .integer64
                case "FLOAT", "DOUBLE PRECISION": .double
                case "TIMESTAMP": .date
                case "DECIMAL", "NUMERIC": .decimal
                case "VARCHAR", "TEXT": .string
                default: .binary  // BLOB, and whatever else there is.
                }
            entity.attributes.append(ObjectAttribute(name, type))
        }
    }

    /// The entity that the column beside a relationship's names: `Z7_OWNER` says 7 of `ZOWNER`.
    private func companion(of column: String, in table: String) -> String? {
        let rest = "_" + column.dropFirst()
        for other in schema.columns[table] ?? [] {
            guard let (number, tail) = ObjectFile.numbered(other.dropFirst()), tail == rest else {
                continue
            }
            if let name = entity(number) { return name }
        }
        return nil
    }

    /// A number, and what stands behind it.
    private static func numbered(_ text: Substring) -> (number: Int64, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return Int64(digits).map { ($0, text.dropFirst(digits.count)) }
    }

    private func entity(_ number: Int64) -> String? {
        schema.numbers.first { $0.value == number }?.key
    }

    /// Adds relationships to many without an inverse: `Z2ITEMS` in the members' table.
    private func addOwners(_ entities: inout [ObjectEntity], _ names: [String]) {
        for name in names where parents[name] ?? 0 == 0 {
            let columns = schema.columns["Z" + name.uppercased()] ?? []
            for column in columns {
                guard let (number, rest) = ObjectFile.numbered(column.dropFirst()),
                    let first = rest.first, first != "_",
                    let owner = entities.firstIndex(where: { $0.name == entity(number) })
                else { continue }
                entities[owner].relationships.append(
                    ObjectRelationship(
                        rest.lowercased(), to: name, isToMany: true,
                        isOrdered: columns.contains("Z_FOK_" + column.dropFirst())))
            }
        }
    }

    /// Adds relationships from many to many: `Z_2USERS (Z_2BLUEPRINTS, Z_16USERS)`.
    private func addPairs(_ entities: inout [ObjectEntity]) {
        let ends = schema.columns.filter { $0.key.hasPrefix("Z_") }.sorted { $0.key < $1.key }
        for (table, columns) in ends {
            guard ObjectFile.numbered(table.dropFirst(2)) != nil else { continue }
            let pair = columns.filter { !$0.hasPrefix("Z_FOK_") }.compactMap {
                column -> (entity: Int, name: String, isOrdered: Bool)? in
                guard let (number, rest) = ObjectFile.numbered(column.dropFirst(2)),
                    let place = entities.firstIndex(where: { $0.name == entity(number) })
                else { return nil }
                return (
                    place, rest.lowercased(), columns.contains("Z_FOK_" + column.dropFirst(2))
                )
            }
            if pair.count == 1, columns.contains("REFLEXIVE") {
                let name = entities[pair[0].entity].name
                entities[pair[0].entity].relationships.append(
                    ObjectRelationship(
                        pair[0].name, to: name, inverse: pair[0].name, isToMany: true,
                        isOrdered: pair[0].isOrdered))
            }
            guard pair.count == 2 else { continue }
            // A column is named for the entity that it points at and the relationship to it.
            for (from, to) in [(0, 1), (1, 0)] {
                let owner = pair[from].entity
                guard !entities[owner].relationships.contains(where: { $0.name == pair[to].name })
                else { continue }
                entities[owner].relationships.append(
                    ObjectRelationship(
                        pair[to].name, to: entities[pair[to].entity].name,
                        inverse: pair[from].name, isToMany: true, isOrdered: pair[to].isOrdered))
            }
        }
    }

    /// The entity whose name is a relationship's, ends with it, or has it in it.
    private func destination(of name: String, among names: [String]) -> String? {
        let name = String(name.trimmingSuffix { $0.isASCII && $0.isNumber })
        return names.first { $0.lowercased() == name }
            ?? names.first { $0.lowercased().hasSuffix(name) }
            ?? names.first { name.hasSuffix($0.lowercased()) }
            ?? names.first { $0.lowercased().contains(name) }
    }

    /// Gives every relationship an inverse: each other where two entities point at each other,
    /// else a new one to many.
    private func pair(_ entities: inout [ObjectEntity]) {
        let places = Dictionary(first: entities.enumerated().map { ($1.name, $0) })
        for place in entities.indices {
            for link in entities[place].relationships.indices
            where !entities[place].relationships[link].isToMany {
                let relationship = entities[place].relationships[link]
                guard relationship.inverse == nil,
                    let other = relationship.destination.flatMap({ places[$0] })
                else { continue }
                let source = entities[place].name
                let columns = schema.columns["Z" + source.uppercased()] ?? []
                // A column with the places among others says that the inverse has many, in order.
                let isOrdered = columns.contains("Z_FOK_" + relationship.name.uppercased())
                let back = entities[other].relationships.firstIndex {
                    $0.destination == source && $0.inverse == nil && !$0.isToMany
                }
                if other != place, !isOrdered, let back {
                    entities[other].relationships[back].inverse = relationship.name
                    entities[place].relationships[link].inverse =
                        entities[other].relationships[back].name
                    continue
                }
                let taken = Set(
                    entities[other].attributes.map(\.name)
                        + entities[other].relationships.map(\.name))
                var name = source.lowercased() + "s"
                while taken.contains(name) { name += "_" + relationship.name }
                entities[place].relationships[link].inverse = name
                entities[other].relationships.append(
                    ObjectRelationship(
                        name, to: source, inverse: relationship.name, isToMany: true,
                        isOrdered: isOrdered))
            }
        }
    }
}

extension StringProtocol {
    /// What is left without the characters at the end that meet a condition; all of it where every
    /// one does.
    fileprivate func trimmingSuffix(_ isLeftOut: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, isLeftOut(self[index(before: end)]) { end = index(before: end) }
        return end == startIndex ? self[...] : self[..<end]
    }
}
