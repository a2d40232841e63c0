#if SwiftData
import CoreData
import Foundation
import FoundationPredicates
import ObjectCore
import PredicateCore

/// Predicates over models as predicates over managed objects.
///
/// `QueryPredicate` says what a Swift predicate asks. What is different here: models and their
/// identifiers stand for managed objects, `is` and `as?` ask for the entity, enumerations are
/// elements of composites, and what a store keeps as JSON cannot be asked.
struct PredicateTranslator {
    let context: ModelContext
    let plan: EntityPlan

    /// - Throws: `unsupportedPredicate` with a sentence that names the part.
    func translate<T: PersistentModel>(_ predicate: Predicate<T>) throws -> NSPredicate {
        let query: QueryPredicate
        do {
            query = try QueryPredicate(predicate, casts: casts)
        } catch {
            throw SwiftDataError.unsupportedPredicate.because(error.description)
        }
        let scope = Scope(this: plan, variables: [:], depth: 0)
        return NSPredicate.from(try rewrite(query, scope))
    }

    /// Casts to models of the schema: `.cast` has the name of the entity until it is rewritten.
    private var casts: PredicateCasts {
        let plans = context.stores.plan
        func plan(_ type: any Any.Type) -> EntityPlan? {
            (type as? any PersistentModel.Type).flatMap(plans.entity)
        }
        return PredicateCasts(
            test: { object, type in
                // A property of that name would be read instead of the entity.
                guard let plan = plan(type), plan.properties["entity"] == nil else { return nil }
                let family = plan.entity.family.map { Value.object(ObjectValue($0)) }
                return .comparison(
                    Comparison(object.key("entity"), .in, .constant(.list(family))))
            },
            cast: { object, type in .cast(object, type: plan(type)?.name ?? "") })
    }

    /// What the names in a predicate stand for.
    private struct Scope {
        let this: EntityPlan
        var variables: [String: EntityPlan]
        var depth: Int

        func deeper() throws -> Scope {
            guard depth < Limits.objectDepth else {
                throw SwiftDataError.unsupportedPredicate.because(
                    "The predicate is nested deeper than \(Limits.objectDepth) levels.")
            }
            var scope = self
            scope.depth += 1
            return scope
        }
    }

    /// Where a key path leads.
    private enum Target {
        case property(PropertyPlan)
        /// What a store keeps as bytes, or not at all, by a sentence's subject.
        case opaque(String, isStored: Bool)
        case model(EntityPlan)
        case models(EntityPlan)
        case other
    }

    // MARK: Predicates

    private func rewrite(_ predicate: QueryPredicate, _ scope: Scope) throws -> QueryPredicate {
        let scope = try scope.deeper()
        if case .comparison(let comparison) = predicate { return try rewrite(comparison, scope) }
        return try predicate.mapChildren(
            expressions: { try rewrite($0, scope) }, predicates: { try rewrite($0, scope) })
    }

    private func rewrite(_ comparison: Comparison, _ scope: Scope) throws -> QueryPredicate {
        if comparison.quantifier == .direct,
            case .conditional(let test, let object, .constant(.null)) = comparison.left,
            object.isCast
        {
            // Both branches compared, so that each property is compared as it is stored.
            var (cast, other) = (comparison, comparison)
            cast.left = object
            other.left = .constant(.null)
            return .or([
                .and([try rewrite(test, scope), try rewrite(cast, scope)]),
                .and([.not(try rewrite(test, scope)), try rewrite(other, scope)]),
            ])
        }
        let left = target(of: comparison.left, scope)
        let right = target(of: comparison.right, scope)
        if let split = try elements(
            comparison.left.withoutCasts, left, comparison.op, comparison.right.withoutCasts,
            right, scope)
        {
            return split
        }
        if let test = nilTest(comparison, left, right) { return test }
        var made = comparison
        made.left = try rewrite(comparison.left, scope)
        made.right = try rewrite(comparison.right, scope)
        if [.equal, .notEqual, .in].contains(comparison.op) {
            if isUnsigned(left) { made.right = bits(of: made.right) }
            if isUnsigned(right) { made.left = bits(of: made.left) }
        }
        return .comparison(made)
    }

    /// Whether a column has the bits of the numbers of a property, as those above `Int64` do not fit.
    private func isUnsigned(_ target: Target) -> Bool {
        guard case .property(let property) = target else { return false }
        let type = property.valueType
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        return plain == UInt64.self || plain == UInt.self
    }

    /// A constant with numbers above `Int64` as columns have them.
    private func bits(of expression: QueryExpression) -> QueryExpression {
        func inColumn(_ value: Value) -> Value {
            switch value {
            case .decimal(let number):
                UInt64("\(number)").map { Value.int(Int64(bitPattern: $0)) } ?? value
            case .list(let members): .list(members.map(inColumn))
            default: value  // No number, or one that fits.
            }
        }
        guard case .constant(let value) = expression else { return expression }
        return .constant(inColumn(value))
    }

    /// A test whether there are any bytes of what a store keeps as bytes, or whether there is a
    /// relationship to many, which every model has; nil for every other comparison.
    private func nilTest(
        _ comparison: Comparison, _ left: Target, _ right: Target
    ) -> QueryPredicate? {
        guard comparison.quantifier == .direct, [.equal, .notEqual].contains(comparison.op) else {
            return nil
        }
        let (path, target): (QueryExpression, Target)
        switch (comparison.left, comparison.right) {
        case (let value, .constant(.null)): (path, target) = (value.withoutCasts, left)
        case (.constant(.null), let value): (path, target) = (value.withoutCasts, right)
        default: return nil  // No test of nil.
        }
        switch target {
        case .opaque(_, isStored: true):
            return .comparison(Comparison(path, comparison.op, .constant(.null)))
        case .models:
            guard let owner = path.withoutLastKey else {
                return .constant(comparison.op == .notEqual)
            }
            return .comparison(Comparison(owner, comparison.op, .constant(.null)))
        case .property, .opaque, .model, .other: return nil
        }
    }

    /// A comparison of a composite of several elements, taken element by element; nil for every
    /// other one.
    private func elements(
        _ left: QueryExpression, _ leftTarget: Target, _ op: PredicateCore.Operator,
        _ right: QueryExpression, _ rightTarget: Target, _ scope: Scope
    ) throws -> QueryPredicate? {
        if case .property(let property) = rightTarget, isSplit(property),
            case .constant = left, op == .equal || op == .notEqual
        {
            return try elements(right, rightTarget, op, left, leftTarget, scope)
        }
        guard case .property(let property) = leftTarget, isSplit(property),
            let coder = property.form.coder
        else { return nil }
        guard case .constant(let constant) = right else {
            throw unsupported(
                "A comparison of '\(property.name)' with something that is not "
                    + "captured from outside the predicate")
        }
        func test(_ value: Value) throws -> QueryPredicate {
            if value.isNull {
                // Nothing is chosen: every element is nil.
                let names = coder.description().composite.map(\.name)
                return .and(
                    names.map { .comparison(Comparison(left.key($0), .equal, .constant(.null))) })
            }
            guard let cases = coder as? CaseCoder, let any = value.bridged else {
                throw unsupported(
                    "A comparison of the whole of '\(property.name)': compare its members")
            }
            let name = cases.name(of: any)
            return .comparison(Comparison(left.key(name), .equal, .constant(.text(name))))
        }
        switch op {
        case .equal: return try test(constant)
        case .notEqual: return .not(try test(constant))
        case .in:
            guard case .list(let members) = constant else { return nil }
            return .or(try members.map(test))
        default: throw unsupported("An order of the values of '\(property.name)'")
        }
    }

    private func isSplit(_ property: PropertyPlan) -> Bool {
        property.form.coder is CaseCoder || property.form.coder is CompositeCoder
    }

    private func unsupported(_ part: String, _ advice: String = "") -> SwiftDataError {
        .unsupportedPredicate.because("\(part) cannot be asked of a store.\(advice)")
    }

    // MARK: Expressions

    private func rewrite(_ expression: QueryExpression, _ scope: Scope) throws -> QueryExpression {
        let scope = try scope.deeper()
        switch expression {
        case .constant(let value): return .constant(constant(value))
        case .keyPath, .path(.this, _), .path(.variable, _):
            return try stored(expression, target(of: expression, scope))
        case .path(.cast(let object, _), let path):
            return try stored(
                try rewrite(object, scope).following(path), target(of: expression, scope))
        case .cast(let inner, let type):
            let object = try rewrite(inner, scope)
            return context.stores.plan.entities[type] == nil
                ? .cast(object, type: type) : object
        case .subquery(let collection, let variable, let condition):
            var inner = scope
            if case .models(let plan) = target(of: collection, scope) {
                inner.variables[variable] = plan
            }
            return .subquery(
                try rewrite(collection, scope), variable: variable, try rewrite(condition, inner))
        case .this, .variable, .path, .index, .function, .call, .aggregate, .conditional, .set,
            .assignment, .anyKey:
            return try expression.mapChildren(
                expressions: { try rewrite($0, scope) }, predicates: { try rewrite($0, scope) })
        case .fetch, .block: return expression
        }
    }

    /// A key path as it is stored.
    private func stored(_ expression: QueryExpression, _ target: Target) throws -> QueryExpression {
        if case .opaque(let subject, let isStored) = target {
            throw unsupported(
                subject,
                isStored
                    ? " Filter the models that were fetched, or keep what is asked for in a property of "
                        + "its own." : "")
        }
        guard case .property(let property) = target else { return expression }
        switch property.form {
        case .value(let coder) where coder is RawCoder: return expression.key(property.name)
        case .value(let coder) where coder is CompositeCoder || coder is CaseCoder:
            throw unsupported("'\(property.name)' as a whole")
        case .value, .array, .transformable, .ephemeral, .toOne, .toMany: return expression
        }
    }

    /// What a property is where a store has no parts of it to ask for; nil for every other one.
    private func opaque(_ property: PropertyPlan) -> Target? {
        let name = property.name
        // In conditions it stands for the object itself.
        if name == "objectID" {
            return .opaque("'\(name)', the name of what tells objects apart,", isStored: false)
        }
        switch property.form {
        case .ephemeral: return .opaque("'\(name)', which lives in memory alone,", isStored: false)
        case .transformable: return .opaque("'\(name)', which is transformed,", isStored: true)
        case .array:
            return .opaque("'\(name)', whose members are kept in an archive,", isStored: true)
        case .value(let coder) where coder is JSONCoder:
            return .opaque(
                "'\(name)', whose values of the type \(property.valueType) are kept as JSON,",
                isStored: true)
        case .value, .toOne, .toMany: return nil
        }
    }

    /// What the keys after a struct lead to, where that is kept as JSON.
    private func opaque(
        _ composite: CompositeCoder, _ name: String, _ steps: ArraySlice<QueryKeyPath.Step>
    ) -> Target? {
        guard case .key(let member) = steps.first, let coder = composite.coder(of: member) else {
            return nil
        }
        let path = name + "." + member
        if coder is JSONCoder {
            return .opaque("'\(path)', whose values are kept as JSON,", isStored: true)
        }
        return (coder as? CompositeCoder).flatMap { opaque($0, path, steps.dropFirst()) }
    }

    /// Where an expression leads from the model asked.
    private func target(of expression: QueryExpression, _ scope: Scope) -> Target {
        let start: EntityPlan
        let path: QueryKeyPath
        switch expression {
        case .this: return .model(scope.this)
        case .variable(let name): return scope.variables[name].map { .model($0) } ?? .other
        case .keyPath(let keys): (start, path) = (scope.this, keys)
        case .path(.this, let keys): (start, path) = (scope.this, keys)
        case .path(.variable(let name), let keys):
            guard let plan = scope.variables[name] else { return .other }
            (start, path) = (plan, keys)
        case .cast(_, let type):
            return context.stores.plan.entities[type].map { .model($0) } ?? .other
        case .path(.cast(_, let type), let keys):
            guard let plan = context.stores.plan.entities[type] else { return .other }
            (start, path) = (plan, keys)
        case .subquery(let collection, _, _): return target(of: collection, scope)
        default: return .other  // Anything that is no path to a property.
        }
        var current = start
        for (place, step) in path.steps.enumerated() {
            guard case .key(let name) = step, let property = current.properties[name] else {
                return .other
            }
            let isLast = place == path.steps.count - 1
            switch property.form {
            case .toOne(let destination), .toMany(let destination):
                guard let next = context.stores.plan.entities[destination] else { return .other }
                if isLast {
                    if case .toMany = property.form { return .models(next) }
                    return .model(next)
                }
                current = next
            case .value, .array, .transformable, .ephemeral:
                if let opaque = opaque(property) { return opaque }
                if let coder = property.form.coder as? CompositeCoder,
                    let opaque = opaque(coder, name, path.steps[(place + 1)...])
                {
                    return opaque
                }
                return isLast ? .property(property) : .other
            }
        }
        return .other
    }

    // MARK: Constants

    /// Models and identifiers as the managed objects that they stand for.
    private func constant(_ value: Value) -> Value {
        switch value.kind {
        case .object:
            switch value.bridged {
            case let id as PersistentIdentifier: return object(id)
            case let model as any PersistentModel:
                return model._$storage.object.map { .object(ObjectValue($0)) }
                    ?? PredicateTranslator.nothing
            default: return value  // Something that no model is equal to.
            }
        case .list(let members): return .list(members.map(constant))
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset,
            .dictionary:
            return value
        }
    }

    private func object(_ id: PersistentIdentifier) -> Value {
        if id.isTemporary {
            return context.registry.object(temporary: id.id.primaryKey)
                .map { .object(ObjectValue($0)) } ?? PredicateTranslator.nothing
        }
        return context.objectID(id).map { .object(ObjectValue($0)) } ?? PredicateTranslator.nothing
    }

    /// An object that no store has.
    private static let nothing = Value.object(
        ObjectValue(StoredObject(ObjectKey(entity: 0, row: .max))))
}

extension QueryExpression {
    /// The key after a key path.
    fileprivate func key(_ name: String) -> QueryExpression {
        following(QueryKeyPath(steps: [.key(name)]))
    }

    /// The expression whose key the last one is; nil where that is the model asked.
    fileprivate var withoutLastKey: QueryExpression? {
        switch self {
        case .keyPath(let path) where path.steps.count > 1:
            .keyPath(QueryKeyPath(steps: Array(path.steps.dropLast())))
        case .path(let base, let path) where path.steps.count > 1:
            .path(base, QueryKeyPath(steps: Array(path.steps.dropLast())))
        case .path(.keyPath(let path), _): .keyPath(path)
        default: nil  // One key of a model that is there, or no path.
        }
    }

    /// Whether it is a cast object, or a property of one.
    fileprivate var isCast: Bool {
        switch self {
        case .cast, .path(.cast, _): true
        default: false  // Anything else that has a value.
        }
    }

    /// The path without the casts that it begins with.
    fileprivate var withoutCasts: QueryExpression {
        switch self {
        case .cast(let object, _): object.withoutCasts
        case .path(.cast(let object, _), let path): object.withoutCasts.following(path)
        default: self  // No path, or none with a cast.
        }
    }
}

extension NSEntityDescription {
    /// The entity, and all that inherit from it.
    var family: [NSEntityDescription] { [self] + subentities.flatMap(\.family) }
}

extension NSAttributeDescription {
    /// The elements of a composite.
    fileprivate var composite: [NSAttributeDescription] {
        (self as? NSCompositeAttributeDescription)?.elements ?? []
    }
}
#endif
