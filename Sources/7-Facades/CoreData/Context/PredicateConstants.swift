import Foundation
import FoundationPredicates
import ObjectCore

/// Puts keys in the place of objects and identifiers inside a predicate.
struct PredicateConstants {
    /// The permanent places of objects whose temporary ones may still be in predicates.
    var aliases: [Int64: NSManagedObjectID] = [:]
    /// Answers `FETCH(…)`; nil where it cannot be asked.
    var fetch: ((Any, Bool) throws -> Value)?

    func rewrite(_ predicate: QueryPredicate) throws -> QueryPredicate {
        switch predicate {
        case .constant, .block: return predicate
        case .comparison(var comparison):
            comparison.left = try rewrite(comparison.left)
            comparison.right = try rewrite(comparison.right)
            return .comparison(comparison)
        case .and(let parts): return .and(try parts.map(rewrite))
        case .or(let parts): return .or(try parts.map(rewrite))
        case .not(let part): return .not(try rewrite(part))
        }
    }

    func rewrite(_ expression: QueryExpression) throws -> QueryExpression {
        if let value = try answered(expression) { return .constant(rewrite(value)) }
        switch expression {
        case .constant(let value): return .constant(rewrite(value))
        case .this, .keyPath, .variable, .anyKey: return expression
        case .path(let inner, let path): return .path(try rewrite(inner), path)
        case .index(let inner, let index): return .index(try rewrite(inner), index)
        case .function(let function, let arguments):
            return .function(function, try arguments.map(rewrite))
        case .call(let receiver, let selector, let arguments):
            return .call(try rewrite(receiver), selector: selector, try arguments.map(rewrite))
        case .cast(let inner, let type): return .cast(try rewrite(inner), type: type)
        case .aggregate(let parts): return .aggregate(try parts.map(rewrite))
        case .subquery(let collection, let variable, let predicate):
            return .subquery(try rewrite(collection), variable: variable, try rewrite(predicate))
        case .conditional(let predicate, let a, let b):
            return .conditional(try rewrite(predicate), try rewrite(a), try rewrite(b))
        case .set(let op, let a, let b): return .set(op, try rewrite(a), try rewrite(b))
        case .assignment(let variable, let inner):
            return .assignment(variable: variable, try rewrite(inner))
        case .fetch(let request, _, let countOnly):
            return try answer(request, countOnly) ?? expression
        case .block(let block, let arguments): return .block(block, try arguments.map(rewrite))
        }
    }

    /// What a path, a place or a subquery gives that begins at a constant: the object that
    /// `$X` of `$X.name` stood for is asked here, since a store knows of it no more than which it is.
    private func answered(_ expression: QueryExpression) throws -> Value? {
        switch expression {
        case .path(let inner, _), .index(let inner, _), .subquery(let inner, _, _):
            guard inner.isClosed(), expression.isClosed() else { return nil }
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

extension QueryExpression {
    /// Whether it says the same of every object: nothing in it is read from the object asked.
    fileprivate func isClosed(_ bound: Set<String> = []) -> Bool {
        switch self {
        case .constant: true
        case .variable(let name): bound.contains(name)
        case .this, .keyPath, .anyKey, .fetch, .block, .assignment: false
        case .path(let inner, _), .cast(let inner, _): inner.isClosed(bound)
        case .index(let inner, let index):
            switch index {
            case .value(let place): inner.isClosed(bound) && place.isClosed(bound)
            case .first, .last, .size: inner.isClosed(bound)
            }
        case .function(_, let parts), .aggregate(let parts):
            parts.allSatisfy { $0.isClosed(bound) }
        case .call(let receiver, _, let parts):
            receiver.isClosed(bound) && parts.allSatisfy { $0.isClosed(bound) }
        case .subquery(let collection, let variable, let predicate):
            collection.isClosed(bound) && predicate.isClosed(bound.union([variable]))
        case .conditional(let predicate, let a, let b):
            predicate.isClosed(bound) && a.isClosed(bound) && b.isClosed(bound)
        case .set(_, let a, let b): a.isClosed(bound) && b.isClosed(bound)
        }
    }
}

extension QueryPredicate {
    fileprivate func isClosed(_ bound: Set<String>) -> Bool {
        switch self {
        case .constant: true
        case .block: false
        case .comparison(let comparison):
            comparison.left.isClosed(bound) && comparison.right.isClosed(bound)
        case .and(let parts), .or(let parts): parts.allSatisfy { $0.isClosed(bound) }
        case .not(let part): part.isClosed(bound)
        }
    }
}
