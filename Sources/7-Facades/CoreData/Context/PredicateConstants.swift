import Foundation
import FoundationPredicates
import ObjectCore

/// Puts keys in the place of objects and identifiers inside a predicate.
struct PredicateConstants {
    /// The permanent places of objects whose temporary ones may still be in predicates.
    var aliases: [Int64: NSManagedObjectID] = [:]
    /// The numbers of stores that are not asked: their objects are none of those that are.
    var strangers: Set<Int32> = []
    /// Answers `FETCH(…)`; nil where it cannot be asked.
    var fetch: ((Any, Bool) throws -> Value)?

    /// The predicate rewritten; what is nested more deeply than a thread's stack is sure to hold is refused.
    func bounded(_ predicate: QueryPredicate) throws -> QueryPredicate {
        try check(predicate.levels(atMost: Limits.objectDepth), "predicate")
        return try rewrite(predicate)
    }

    /// The expression rewritten; what is nested more deeply than a thread's stack is sure to hold is refused.
    func bounded(_ expression: QueryExpression) throws -> QueryExpression {
        try check(expression.levels(atMost: Limits.objectDepth), "expression")
        return try rewrite(expression)
    }

    private func check(_ levels: Int?, _ noun: String) throws {
        guard levels == nil else { return }
        throw NSError.coreData(
            NSCoreDataError,
            "The \(noun) is nested deeper than \(Limits.objectDepth) levels; a chain of AND or of OR is "
                + "one level when it is one compound.")
    }

    func rewrite(_ predicate: QueryPredicate) throws -> QueryPredicate {
        try rewrite(predicate, nil)
    }

    func rewrite(_ expression: QueryExpression) throws -> QueryExpression {
        try rewrite(expression, nil)
    }

    /// `known` is what was found of the parts where a part around them has been looked through.
    private func rewrite(
        _ predicate: QueryPredicate, _ known: ConstantPart?
    ) throws -> QueryPredicate {
        var parts = (known?.children ?? [])[...]
        return try predicate.mapChildren(
            expressions: { try rewrite($0, parts.popFirst()) },
            predicates: { try rewrite($0, parts.popFirst()) })
    }

    private func rewrite(
        _ expression: QueryExpression, _ known: ConstantPart?
    ) throws -> QueryExpression {
        var known = known
        switch expression {
        case .constant(let value): return .constant(rewrite(value))
        case .fetch(let request, _, let countOnly):
            return try answer(request, countOnly) ?? expression
        case .path, .index, .subquery:
            // What a path, a place or a subquery gives that begins at a constant: the object that `$X`
            // of `$X.name` stood for is asked here, since a store knows of it no more than which it is.
            let found = known ?? ConstantPart(.expression(expression))
            if found.isConstant {
                return .constant(
                    rewrite(try expression.value(for: .null, context: .objects(.foundation))))
            }
            known = found
        case .this, .keyPath, .variable, .function, .call, .cast, .aggregate, .conditional, .set,
            .assignment, .anyKey, .block:
            break
        }
        var parts = (known?.children ?? [])[...]
        return try expression.mapChildren(
            expressions: { try rewrite($0, parts.popFirst()) },
            predicates: { try rewrite($0, parts.popFirst()) })
    }

    private func answer(_ request: QueryExpression, _ countOnly: Bool) throws -> QueryExpression? {
        guard case .constant(let value) = request, let any = value.bridged, let fetch
        else { return nil }
        return .constant(rewrite(try fetch(any, countOnly)))
    }

    func rewrite(_ value: Value) -> Value {
        switch value.kind {
        case .object(let object):
            if let managed = object.base as? NSManagedObject {
                return .object(ObjectValue(StoredObject(current(managed.key, managed.storeLink))))
            }
            if let id = object.base as? NSManagedObjectID {
                return .object(ObjectValue(StoredObject(current(id.key, id.storeLink))))
            }
            if let entity = object.base as? NSEntityDescription,
                let runtime = entity.runtime ?? entity.inUse
            {
                return .object(ObjectValue(StoredEntity(runtime.number)))
            }
            if let stored = object.base as? StoredObject, stored.key.isTemporary {
                return .object(ObjectValue(StoredObject(current(stored.key, nil))))
            }
            return value
        case .list(let members):
            return .list(members.map(rewrite))
        case .dictionary(let members): return .dictionary(members.mapValues(rewrite))
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset:
            return value
        }
    }

    private func current(_ key: ObjectKey, _ store: StoreLink?) -> ObjectKey {
        // Another store counts its rows for itself, and no store has a row 0.
        if let store, strangers.contains(store.number) {
            return ObjectKey(entity: key.entity, row: 0)
        }
        return key.isTemporary ? aliases[key.row]?.key ?? key : key
    }
}

/// Whether a part of a predicate, and each part in it, says the same of every object.
///
/// Found in one walk: to ask each part by itself takes time in proportion to the square of the depth.
private struct ConstantPart {
    /// Those of the part's ``PredicatePart/children``, in their order.
    let children: [ConstantPart]
    /// Whether something in it is read from the object asked.
    private let readsObject: Bool
    /// The variables in it that are of subqueries around it.
    private let variables: Set<String>

    /// Whether it says the same of every object.
    var isConstant: Bool { !readsObject && variables.isEmpty }

    init(_ part: PredicatePart) {
        let parts = part.children.map { ConstantPart($0) }
        children = parts
        var readsObject = parts.contains { $0.readsObject }
        var variables = parts.reduce(into: Set<String>()) { $0.formUnion($1.variables) }
        switch part {
        case .expression(.variable(let name)): variables.insert(name)
        case .predicate(.block), .expression(.this), .expression(.keyPath), .expression(.anyKey),
            .expression(.fetch), .expression(.block), .expression(.assignment):
            readsObject = true
        case .expression(.subquery(_, let variable, _)):
            // The collection is outside of what the variable stands for.
            variables = parts[1].variables.subtracting([variable]).union(parts[0].variables)
        case .predicate(.constant), .predicate(.comparison), .predicate(.and), .predicate(.or),
            .predicate(.not), .expression(.constant), .expression(.path), .expression(.index),
            .expression(.function), .expression(.call), .expression(.cast),
            .expression(.aggregate), .expression(.conditional), .expression(.set):
            break
        }
        self.readsObject = readsObject
        self.variables = variables
    }
}
