package import ObjectCore
import SQLLowering

extension ObjectFile {
    /// What keeps the tables from being those of a model: a table or a column; nil where they are.
    ///
    ///     file.misfit(model)   // "The column Z2MODIFIERS of ZCDCARTITEMMODIFIER is not the model's"
    package func misfit(_ model: ResolvedModel) -> String? {
        let names = Set(model.entities.map(\.name))
        if let missing = names.subtracting(schema.numbers.keys).min() {
            return "Z_PRIMARYKEY does not name the entity \(missing)"
        }
        if let more = Set(schema.numbers.keys).subtracting(names).min() {
            return "Z_PRIMARYKEY names the entity \(more), which the model does not have"
        }
        for entity in model.entities {
            let parent = entity.superentity.map { model.entities[$0].name }
            if parents[entity.name] != (parent.flatMap { schema.numbers[$0] } ?? 0) {
                return "The entity \(entity.name) inherits from another one in Z_PRIMARYKEY"
            }
        }
        let layout = AppleLayout(model, file: schema)
        var expected: [String: Set<String>] = [:]
        let own: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        for entity in model.entities {
            let table = layout.table(of: entity.number)
            guard let columns = schema.columns[table] else {
                return "The table \(table) of the entity \(entity.name) is missing"
            }
            if let missing = own.subtracting(columns).min() {
                return "The column \(missing) of \(table) is missing"
            }
            for attribute in entity.attributes {
                for column in layout.columns(ofAttribute: attribute.place, in: entity.number) {
                    let what = "The column \(column.name) of \(table)"
                    guard let declared = types[table]?[column.name] else {
                        return "\(what) is missing"
                    }
                    guard declared.uppercased() == column.storage.declaredType else {
                        return "\(what) is declared \(declared) and not "
                            + column.storage.declaredType
                    }
                    expected[table, default: own].insert(column.name)
                }
            }
            for relationship in entity.toOnes {
                let link = layout.link(ofToOne: relationship.place, in: entity.number)
                guard types[table]?[link.column] != nil else {
                    return "The column \(link.column) of \(table) is missing"
                }
                expected[table, default: own].formUnion(link.columns)
            }
            for relationship in entity.toManys {
                let members = layout.members(ofToMany: relationship.place, in: entity.number)
                guard schema.columns[members.table] != nil else {
                    return "The table \(members.table) of the relationship \(entity.name)."
                        + "\(relationship.name) is missing"
                }
                guard let link = members.ownerLink else { continue }
                guard types[members.table]?[link.column] != nil else {
                    return "The column \(link.column) of \(members.table) is missing"
                }
                expected[members.table, default: own].formUnion(link.columns)
            }
        }
        for (table, names) in expected.sorted(by: { $0.key < $1.key }) {
            if let more = (schema.columns[table] ?? []).first(where: { !names.contains($0) }) {
                return "The column \(more) of \(table) belongs to no property of the model"
            }
        }
        return nil
    }
}
