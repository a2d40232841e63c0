import ObjectCore
import SQLLowering

/// The statements that watch over the uniqueness constraints of a model.
struct ObjectConstraints: Sendable {
    /// Those of one constraint.
    struct Statements: Sendable {
        /// Finds rows with given values; nil where a property has no column.
        let lookup: UniqueLookup?
        /// Takes the value of each property away from a row, by its name.
        let clear: [String: SQLTemplate]
    }

    let unique: UniqueConstraints
    let statements: [Statements]

    init(_ layout: AppleLayout, _ plans: ObjectPlans, _ dialect: any Dialect) {
        unique = UniqueConstraints(layout.model)
        statements = unique.all.map {
            ObjectConstraints.statements($0.entity, $0.names, layout, plans, dialect)
        }
    }

    private static func statements(
        _ entity: ModelEntity, _ names: [String], _ layout: AppleLayout, _ plans: ObjectPlans,
        _ dialect: any Dialect
    ) -> Statements {
        var all: [UniqueLookup.Column] = []
        var clear: [String: SQLTemplate] = [:]
        let table = layout.table(of: entity.number)
        for (position, name) in names.enumerated() {
            let columns: [(name: String, attribute: AppleColumn?)]
            switch entity.properties[name] {
            case .attribute(let place):
                columns = layout.columns(ofAttribute: place, in: entity.number).map {
                    ($0.name, $0)
                }
            case .toOne(let place):
                columns = [(layout.link(ofToOne: place, in: entity.number).column, nil)]
            case .toMany, .transient, .fetched, nil: continue
            }
            for (column, attribute) in columns {
                all.append(
                    .init(
                        name: column, place: position, attribute: attribute,
                        beginning: attribute?.storage.longKind.flatMap { kind in
                            beginning(column, kind, dialect)
                        }))
            }
            // Where one column is NULL, no unique index holds the row to its value.
            guard let first = columns.first?.name else { continue }
            clear[name] = SQLTemplate(
                """
                UPDATE \(ident: table) SET \(ident: first) = NULL \
                WHERE "Z_PK" = \(.placeholder)
                """, for: dialect)
        }
        let select = plans.reader(entity.number).select
        return Statements(
            lookup: clear.count == Set(names).count ? UniqueLookup(select, all, dialect) : nil,
            clear: clear)
    }

    /// A value begins as another does: what an index has of it.
    private static func beginning(
        _ column: String, _ kind: ColumnKind, _ dialect: any Dialect
    ) -> SQLText? {
        let value: SQLText = kind == .bytes ? "CAST(\(.placeholder) AS BYTEA)" : .placeholder
        guard let start = dialect.indexed(.identifier(column), kind: kind),
            let wanted = dialect.indexed(value, kind: kind)
        else { return nil }
        return "\(start) = \(wanted)"
    }

    /// The properties of a constraint that a change sets.
    func names(_ constraint: Int, in update: ObjectUpdate, _ model: ResolvedModel) -> [String] {
        let entity = model.entities[update.key.entity]
        return unique.all[constraint].names.filter { name in
            switch entity.properties[name] {
            case .attribute(let place): update.attributes.contains { $0.place == place }
            case .toOne(let place): update.toOnes.contains { $0.place == place }
            case .toMany, .transient, .fetched, nil: false
            }
        }
    }

    /// Whether a change sets a property of a constraint.
    func touches(_ update: ObjectUpdate, _ model: ResolvedModel) -> Bool {
        unique.ofEntity[update.key.entity].contains { !names($0, in: update, model).isEmpty }
    }
}
