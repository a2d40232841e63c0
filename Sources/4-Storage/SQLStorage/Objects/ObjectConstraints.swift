import ObjectCore
import SQLLowering

/// The uniqueness constraints of a model by entity, inherited ones among them, with the
/// statements that watch over them.
struct ObjectConstraints: UniqueConstraints, Sendable {
    /// One constraint of an entity; it holds for all that inherit from it.
    struct Constraint: Sendable {
        let entity: ModelEntity
        let names: [String]
        /// Finds rows with given values; nil where a property has no column.
        let lookup: UniqueLookup?
        /// Takes the value of each property away from a row, by its name.
        let clear: [String: SQLTemplate]
    }

    let all: [Constraint]
    let ofEntity: [[Int]]

    init(_ layout: AppleLayout, _ plans: ObjectPlans, _ dialect: any Dialect) {
        let model = layout.model
        var all: [Constraint] = []
        var ofEntity = Array(repeating: [Int](), count: model.entities.count)
        for entity in model.entities {
            for names in entity.source.uniquenessConstraints {
                let isStored = names.allSatisfy { name in
                    switch entity.properties[name] {
                    case .attribute, .toOne: true
                    case .toMany, .transient, .fetched, nil: false
                    }
                }
                guard isStored, !names.isEmpty else { continue }
                for number in entity.family { ofEntity[number].append(all.count) }
                all.append(ObjectConstraints.constraint(entity, names, layout, plans, dialect))
            }
        }
        self.all = all
        self.ofEntity = ofEntity
    }

    private static func constraint(
        _ entity: ModelEntity, _ names: [String], _ layout: AppleLayout, _ plans: ObjectPlans,
        _ dialect: any Dialect
    ) -> Constraint {
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
        return Constraint(
            entity: entity, names: names,
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

    var isEmpty: Bool { all.isEmpty }

    func names(_ constraint: Int) -> [String] { all[constraint].names }

    /// The properties of a constraint that a change sets.
    func names(_ constraint: Int, in update: ObjectUpdate, _ model: ResolvedModel) -> [String] {
        let entity = model.entities[update.key.entity]
        return all[constraint].names.filter { name in
            switch entity.properties[name] {
            case .attribute(let place): update.attributes.contains { $0.place == place }
            case .toOne(let place): update.toOnes.contains { $0.place == place }
            case .toMany, .transient, .fetched, nil: false
            }
        }
    }

    /// Whether a change sets a property of a constraint.
    func touches(_ update: ObjectUpdate, _ model: ResolvedModel) -> Bool {
        ofEntity[update.key.entity].contains { !names($0, in: update, model).isEmpty }
    }

    /// The values of a row that occur once; nil where one of them is nil: nil occurs often.
    ///
    /// A relationship counts by the row it points at.
    func values(_ constraint: Int, of row: ObjectRow) -> [Value]? {
        var values: [Value] = []
        for name in all[constraint].names {
            switch all[constraint].entity.properties[name] {
            case .attribute(let place):
                let type = all[constraint].entity.attributes[place].type
                values.append(type.normalized(row.attributes[place]).withoutNulls)
            case .toOne(let place):
                guard let key = row.toOnes[place] else { return nil }
                values.append(.int(key.row))
            case .toMany, .transient, .fetched, nil: return nil
            }
        }
        return values.contains(where: \.isNull) ? nil : values
    }
}
