import Foundation
import PredicateCore

/// Attributes that a store computes: `canonical:(name)`, `items.@count`, `now()`.
struct DerivedAttributes: Sendable {
    private struct Derivation: Sendable {
        let place: Int
        let type: AttributeType
        let expression: QueryExpression
        /// Whether it is the moment of saving, which only a save of the object itself changes.
        let isMoment: Bool
    }

    private let model: ResolvedModel
    /// By the entity's number.
    private let derivations: [[Derivation]]
    /// To-one relationships that a derivation of an entity begins with and whose referring objects
    /// are not indexed.
    private let unseen: [(entity: ModelEntity, place: Int)]
    /// Entities whose derivations read what is behind more than one relationship: all of their objects
    /// are computed at each save.
    private let distant: [ModelEntity]
    let isEmpty: Bool
    /// Whether an expression cannot be compiled, as one with a variable: ``derive(_:touched:in:)``
    /// throws where it comes to that entity.
    let mayThrow: Bool

    init(_ model: ResolvedModel) {
        self.model = model
        let derivations: [[Derivation]] = model.entities.map { entity in
            entity.attributes.compactMap { attribute in
                // A derivation that is no expression computes nothing.
                guard let text = attribute.source.derivation,
                    let expression = try? QueryExpression(parsing: text)
                else { return nil }
                let isMoment =
                    if case .function(.now, _) = expression { true } else { false }
                return Derivation(
                    place: attribute.place, type: attribute.type, expression: expression,
                    isMoment: isMoment)
            }
        }
        self.derivations = derivations
        isEmpty = derivations.allSatisfy(\.isEmpty)
        let reader = SourceReader(MemoryObjects(model), model: model)
        mayThrow = model.entities.contains { entity in
            let evaluation = ObjectEvaluation(
                reader, entity: entity.number, context: .objects(.foundation))
            return derivations[entity.number].contains { derivation in
                (try? evaluation.evaluator(derivation.expression)) == nil
            }
        }
        unseen = model.entities.flatMap { entity in
            entity.toOnes.compactMap { relationship in
                guard relationship.inverse?.isToMany != true, !derivations[entity.number].isEmpty
                else { return nil }
                return (entity, relationship.place)
            }
        }
        distant = model.entities.filter { entity in
            derivations[entity.number].contains { derivation in
                derivation.expression.stepsRead.contains {
                    DerivedAttributes.relationships(in: $0, from: entity, of: model) > 1
                }
            }
        }
    }

    /// How many relationships a path of an entity leads over.
    private static func relationships(
        in steps: [QueryKeyPath.Step], from entity: ModelEntity, of model: ResolvedModel
    ) -> Int {
        var here = entity
        var count = 0
        for case .key(let name) in steps {
            switch here.properties[name] {
            case .toOne(let place): here = model.entities[here.toOnes[place].destination]
            case .toMany(let place): here = model.entities[here.toManys[place].destination]
            case .attribute, .transient, .fetched, nil: continue
            }
            count += 1
        }
        return count
    }

    /// Objects whose derivations may read the given ones over a relationship that is not indexed, or
    /// over several.
    func pointing(at keys: Set<ObjectKey>, in objects: MemoryObjects) -> [ObjectKey] {
        unseen.flatMap { entity, place in
            objects.rows(of: entity.number, includingSubentities: false)
                .filter { row in row.toOnes[place].map(keys.contains) ?? false }.map(\.key)
        }
            + distant.flatMap { entity in
                objects.rows(of: entity.number, includingSubentities: false).map(\.key)
            }
    }

    /// Computes the attributes of some objects; gives back those that changed.
    func derive(
        _ keys: Set<ObjectKey>, touched: Set<ObjectKey>, in objects: inout MemoryObjects
    ) throws -> [ObjectKey: [(place: Int, value: Value)]] {
        var context = EvaluationContext.objects(.foundation)
        context.now = Date()
        var results: [ObjectKey: [(place: Int, value: Value)]] = [:]
        let source = SourceReader(objects, model: model)
        for (entity, keys) in Dictionary(grouping: keys, by: \.entity) {
            let evaluation = ObjectEvaluation(source, entity: entity, context: context)
            for derivation in derivations[entity] {
                let evaluator = try evaluation.evaluator(derivation.expression)
                for key in keys where !derivation.isMoment || touched.contains(key) {
                    guard let row = objects.row(key) else { continue }
                    let value = derivation.type.normalized(
                        // A derivation that cannot be computed is nil, as in Core Data.
                        (try? evaluator.value(for: row)) ?? .null)
                    guard value != row.attributes[derivation.place] else { continue }
                    results[key, default: []].append((derivation.place, value))
                }
            }
        }
        for (key, values) in results {
            objects.change(key) { row in
                for (place, value) in values { row.attributes[place] = value }
            }
        }
        return results
    }
}
