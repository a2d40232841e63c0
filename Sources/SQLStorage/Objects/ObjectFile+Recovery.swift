public import ObjectCore
import SQLLowering

extension ObjectFile {
    /// A model made from the tables alone, for files that keep none.
    ///
    /// Names are in lower case, since tables have them in upper case. A column of whole numbers
    /// that has an index of its own is taken for a relationship to one object; its destination is
    /// the entity that the column's name fits best. What cannot be told stays a number.
    public func recoveredModel() -> ObjectModel {
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
                linkIndexes.contains("\(table)_\(column)_INDEX"),
                let destination = destination(of: name, among: names)
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

    /// The entity whose name is a relationship's, ends with it, or has it in it.
    private func destination(of name: String, among names: [String]) -> String? {
        names.first { $0.lowercased() == name }
            ?? names.first { $0.lowercased().hasSuffix(name) }
            ?? names.first { name.hasSuffix($0.lowercased()) }
            ?? names.first { $0.lowercased().contains(name) }
    }

    /// Gives every relationship an inverse: each other where two entities point at each other,
    /// else a new one to many.
    private func pair(_ entities: inout [ObjectEntity]) {
        let places = Dictionary(
            entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for place in entities.indices {
            for link in entities[place].relationships.indices
            where !entities[place].relationships[link].isToMany {
                let relationship = entities[place].relationships[link]
                guard relationship.inverse == nil,
                    let other = relationship.destination.flatMap({ places[$0] })
                else { continue }
                let source = entities[place].name
                let back = entities[other].relationships.firstIndex {
                    $0.destination == source && $0.inverse == nil && !$0.isToMany
                }
                if other != place, let back {
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
                        name, to: source, inverse: relationship.name, isToMany: true))
            }
        }
    }
}
