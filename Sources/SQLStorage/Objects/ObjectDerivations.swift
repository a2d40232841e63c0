import Foundation
import ObjectCore
import RecordCore
import SQLLowering

/// Attributes that the store computes when objects are saved: `canonical:(name)`,
/// `items.@count`, `now()`.
struct ObjectDerivations {
    private struct Derivation {
        let place: Int
        let type: AttributeType
        let expression: QueryExpression
        /// Whether it is the moment of saving, which only a save of the object itself changes.
        let isMoment: Bool
    }

    private let derivations: [[Derivation]]
    let isEmpty: Bool

    init(_ model: ResolvedModel) {
        derivations = model.entities.map { entity in
            entity.attributes.compactMap { attribute in
                // A derivation that is no expression computes nothing.
                guard let text = attribute.source.derivation,
                    let expression = try? QueryExpression(parsing: text)
                else { return nil }
                let isMoment = if case .function(.now, _) = expression { true } else { false }
                return Derivation(
                    place: attribute.place, type: attribute.type, expression: expression,
                    isMoment: isMoment)
            }
        }
        isEmpty = derivations.allSatisfy(\.isEmpty)
    }

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
            let keys = Array(keys)
            let rows = try store.rows(keys, on: save.connection)
            for derivation in derivations[entity] {
                let evaluator = try evaluation.evaluator(derivation.expression)
                guard
                    let column = store.layout.column(ofAttribute: derivation.place, in: entity)
                else { continue }
                for row in rows {
                    guard let row, !derivation.isMoment || touched.contains(row.key) else {
                        continue
                    }
                    let value = derivation.type.normalized(
                        (try? evaluator.value(for: row)) ?? .null)
                    guard value != row.attributes[derivation.place] else { continue }
                    results[row.key, default: []].append((derivation.place, value))
                    let table = store.layout.table(of: entity)
                    try save.connection.run(
                        """
                        UPDATE \(ident: table) SET \(ident: column.name) =
                        \(column.storage.constant(value)) WHERE "Z_PK" = \(row.key.row)
                        """)
                }
            }
        }
        return results
    }
}
