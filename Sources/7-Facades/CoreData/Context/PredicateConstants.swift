import Foundation
import FoundationPredicates
import ObjectCore

/// Puts keys in the place of objects and identifiers inside a predicate.
struct PredicateConstants {
    /// The permanent places of objects whose temporary ones may still be in predicates.
    var aliases: [Int64: NSManagedObjectID] = [:]
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
        try predicate.mapChildren(expressions: rewrite, predicates: rewrite)
    }

    func rewrite(_ expression: QueryExpression) throws -> QueryExpression {
        if let value = try answered(expression) { return .constant(rewrite(value)) }
        switch expression {
        case .constant(let value): return .constant(rewrite(value))
        case .fetch(let request, _, let countOnly):
            return try answer(request, countOnly) ?? expression
        case .this, .keyPath, .variable, .path, .index, .function, .call, .cast, .aggregate,
            .subquery, .conditional, .set, .assignment, .anyKey, .block:
            return try expression.mapChildren(expressions: rewrite, predicates: rewrite)
        }
    }

    /// What a path, a place or a subquery gives that begins at a constant: the object that
    /// `$X` of `$X.name` stood for is asked here, since a store knows of it no more than which it is.
    private func answered(_ expression: QueryExpression) throws -> Value? {
        switch expression {
        case .path(let inner, _), .index(let inner, _), .subquery(let inner, _, _):
            guard PredicatePart.expression(inner).isClosed(),
                PredicatePart.expression(expression).isClosed()
            else { return nil }
            return try expression.value(for: .null, context: .objects(.foundation))
        case .constant, .this, .keyPath, .variable, .anyKey, .function, .call, .cast, .aggregate,
            .conditional, .set, .assignment, .fetch, .block:
            return nil
        }
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
                return .object(ObjectValue(StoredObject(current(managed.key))))
            }
            if let id = object.base as? NSManagedObjectID {
                return .object(ObjectValue(StoredObject(current(id.key))))
            }
            if let entity = object.base as? NSEntityDescription,
                let runtime = entity.runtime ?? entity.inUse
            {
                return .object(ObjectValue(StoredEntity(runtime.number)))
            }
            if let stored = object.base as? StoredObject, stored.key.isTemporary {
                return .object(ObjectValue(StoredObject(current(stored.key))))
            }
            return value
        case .list(let members):
            return .list(members.map(rewrite))
        case .dictionary(let members): return .dictionary(members.mapValues(rewrite))
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset:
            return value
        }
    }

    private func current(_ key: ObjectKey) -> ObjectKey {
        key.isTemporary ? aliases[key.row]?.key ?? key : key
    }
}

extension PredicatePart {
    /// Whether it says the same of every object: nothing in it is read from the object asked.
    fileprivate func isClosed(_ bound: Set<String> = []) -> Bool {
        switch self {
        case .expression(.variable(let name)): bound.contains(name)
        case .predicate(.block), .expression(.this), .expression(.keyPath), .expression(.anyKey),
            .expression(.fetch), .expression(.block), .expression(.assignment):
            false
        case .expression(.subquery(let collection, let variable, let predicate)):
            PredicatePart.expression(collection).isClosed(bound)
                && PredicatePart.predicate(predicate).isClosed(bound.union([variable]))
        case .predicate(.constant), .predicate(.comparison), .predicate(.and), .predicate(.or),
            .predicate(.not), .expression(.constant), .expression(.path), .expression(.index),
            .expression(.function), .expression(.call), .expression(.cast),
            .expression(.aggregate), .expression(.conditional), .expression(.set):
            children.allSatisfy { $0.isClosed(bound) }
        }
    }
}
