import Foundation
import ObjectCore
import RecordCore
import SQLLowering

/// Attributes that the store computes when objects are saved: `canonical:(name)`,
/// `items.@count`, `now()`.
struct ObjectDerivations: Sendable {
    private struct Derivation: Sendable {
        let place: Int
        let type: AttributeType
        let expression: QueryExpression
        /// Whether it is the moment of saving, which only a save of the object itself changes.
        let isMoment: Bool
        let storage: AppleStorage
        /// Writes the value: the value, the row.
        let update: SQLTemplate
    }

    /// A relationship of an object to those that its derivations look at.
    private enum Link: Sendable {
        case toOne(column: String, table: String)
        case toMany(AppleMembers, table: String)
    }

    /// From a changed object back to those that compute something of it.
    private struct Chain: Sendable {
        /// The entities of the changed object.
        let destination: ClosedRange<Int>
        /// The relationships to go back, the last one first.
        let links: [Link]
    }

    private let derivations: [[Derivation]]
    private let chains: [Chain]
    let isEmpty: Bool

    init(_ layout: AppleLayout, _ dialect: any Dialect) {
        var chains: [Chain] = []
        derivations = layout.model.entities.map { entity in
            entity.attributes.compactMap { attribute in
                // A derivation that is no expression computes nothing.
                guard let text = attribute.source.derivation,
                    let expression = try? QueryExpression(parsing: text),
                    let column = layout.column(ofAttribute: attribute.place, in: entity.number)
                else { return nil }
                if attribute.declaredBy == entity.number {
                    chains += ObjectDerivations.chains(expression, entity, layout)
                }
                let isMoment = if case .function(.now, _) = expression { true } else { false }
                let update: SQLText = """
                    UPDATE \(ident: layout.table(of: entity.number)) \
                    SET \(ident: column.name) = \(.placeholder) WHERE "Z_PK" = \(.placeholder)
                    """
                return Derivation(
                    place: attribute.place, type: attribute.type, expression: expression,
                    isMoment: isMoment, storage: column.storage,
                    update: SQLTemplate(update, for: dialect))
            }
        }
        self.chains = chains
        isEmpty = derivations.allSatisfy(\.isEmpty)
    }

    // MARK: Which attributes depend on which objects

    private static func chains(
        _ expression: QueryExpression, _ entity: ModelEntity, _ layout: AppleLayout
    ) -> [Chain] {
        var chains: [Chain] = []
        var seen: Set<[String]> = []
        for steps in expression.stepsRead {
            var links: [Link] = []
            var names: [String] = []
            var here = entity
            for case .key(let name) in steps {
                let table = layout.table(of: here.number)
                switch here.properties[name] {
                case .toOne(let place):
                    let link = layout.link(ofToOne: place, in: here.number)
                    links.insert(.toOne(column: link.column, table: table), at: 0)
                    here = layout.model.entities[link.destination]
                case .toMany(let place):
                    let members = layout.members(ofToMany: place, in: here.number)
                    links.insert(.toMany(members, table: table), at: 0)
                    here = layout.model.entities[members.destination]
                case .attribute, .transient, .fetched, nil: continue
                }
                names.append(name)
                guard seen.insert(names).inserted else { continue }
                chains.append(Chain(destination: here.family, links: links))
            }
        }
        return chains
    }

    /// Objects with attributes to compute again after a change of some: themselves, and those
    /// that derive something from them.
    func affected<Engine>(
        by changed: Set<ObjectKey>, in save: ObjectSave<Engine>
    ) throws -> Set<ObjectKey> {
        var all = changed.filter { !derivations[$0.entity].isEmpty }
        for chain in chains {
            var rows = Array(
                Set(changed.filter { chain.destination.contains($0.entity) }.map(\.row)))
            for (place, link) in chain.links.enumerated() where !rows.isEmpty {
                let owners = try owners(link, rows, in: save)
                if place == chain.links.count - 1 {
                    all.formUnion(owners.filter { !derivations[$0.entity].isEmpty })
                } else {
                    rows = Array(Set(owners.map(\.row)))
                }
                if owners.isEmpty { break }
            }
        }
        return all
    }

    private func owners<Engine>(
        _ link: Link, _ rows: [Int64], in save: ObjectSave<Engine>
    ) throws -> [ObjectKey] {
        let store = save.store
        var owners: [ObjectKey] = []
        for part in rows.batches(of: 5_000) {
            let select: SQLText
            switch link {
            case .toOne(let column, let table):
                select = """
                    SELECT "Z_PK", "Z_ENT" FROM \(ident: table) \
                    WHERE \(store.plans.isAmong("\(ident: column)", part))
                    """
            case .toMany(let members, let table):
                let (owner, member) =
                    switch members.place {
                    case .foreignKey(let link): (link.column, "Z_PK")
                    case .joinTable(let owner, let member): (owner, member)
                    }
                select = """
                    SELECT DISTINCT o."Z_PK", o."Z_ENT" FROM \(ident: members.table) m \
                    JOIN \(ident: table) o ON o."Z_PK" = m.\(ident: owner) \
                    WHERE \(store.plans.isAmong("m.\(ident: member)", part))
                    """
            }
            try save.connection.query(select) { row in
                if let entity = store.layout.entity(numbered: row.int(1)) {
                    owners.append(ObjectKey(entity: entity, row: row.int(0)))
                }
                return true
            }
        }
        return owners
    }

    // MARK: Computing

    /// Computes the attributes of some objects; gives back those that changed.
    func derive<Engine>(
        _ keys: Set<ObjectKey>, touched: Set<ObjectKey>, in save: ObjectSave<Engine>
    ) throws -> [ObjectKey: [(place: Int, value: Value)]] {
        var results: [ObjectKey: [(place: Int, value: Value)]] = [:]
        let store = save.store
        let now = Date()
        for (entity, keys) in Dictionary(grouping: keys, by: \.entity) {
            guard !derivations[entity].isEmpty else { continue }
            var evaluation = store.evaluation(entity, save.connection)
            evaluation.context.now = now
            let rows = try store.rows(keys, on: save.connection)
            for derivation in derivations[entity] {
                let evaluator = try evaluation.evaluator(derivation.expression)
                for row in rows {
                    guard let row else { continue }
                    if derivation.isMoment, !touched.contains(row.key) { continue }
                    if save.isMigration, derivation.isMoment,
                        !row.attributes[derivation.place].isNull
                    {
                        continue
                    }
                    let value = derivation.type.normalized(
                        // A derivation that cannot be computed is nil, as in Core Data.
                        (try? evaluator.value(for: row)) ?? .null)
                    guard value != row.attributes[derivation.place] else { continue }
                    results[row.key, default: []].append((derivation.place, value))
                    try save.connection.perform(derivation.update) {
                        derivation.storage.bind(value, to: &$0, at: 0)
                        $0.bind(int: row.key.row, at: 1)
                    }
                }
            }
        }
        return results
    }
}
