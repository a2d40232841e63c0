import Foundation
import FoundationPredicates
import ObjectCore

/// Puts keys in the place of objects and identifiers inside a predicate.
struct PredicateConstants {
    /// The permanent places of objects whose temporary ones may still be in predicates.
    var aliases: [Int64: NSManagedObjectID] = [:]
    /// Answers `FETCH(…)`; nil where it cannot be asked.
    var fetch: ((Any, Bool) throws -> Value)?

    func rewrite(_ predicate: QueryPredicate) -> QueryPredicate {
        switch predicate {
        case .constant, .block: predicate
        case .comparison(var comparison):
            {
                comparison.left = rewrite(comparison.left)
                comparison.right = rewrite(comparison.right)
                return .comparison(comparison)
            }()
        case .and(let parts): .and(parts.map(rewrite))
        case .or(let parts): .or(parts.map(rewrite))
        case .not(let part): .not(rewrite(part))
        }
    }

    func rewrite(_ expression: QueryExpression) -> QueryExpression {
        switch expression {
        case .constant(let value): .constant(rewrite(value))
        case .this, .keyPath, .variable, .anyKey: expression
        case .path(let inner, let path): .path(rewrite(inner), path)
        case .index(let inner, let index): .index(rewrite(inner), index)
        case .function(let function, let arguments): .function(function, arguments.map(rewrite))
        case .call(let receiver, let selector, let arguments):
            .call(rewrite(receiver), selector: selector, arguments.map(rewrite))
        case .cast(let inner, let type): .cast(rewrite(inner), type: type)
        case .aggregate(let parts): .aggregate(parts.map(rewrite))
        case .subquery(let collection, let variable, let predicate):
            .subquery(rewrite(collection), variable: variable, rewrite(predicate))
        case .conditional(let predicate, let a, let b):
            .conditional(rewrite(predicate), rewrite(a), rewrite(b))
        case .set(let op, let a, let b): .set(op, rewrite(a), rewrite(b))
        case .assignment(let variable, let inner): .assignment(variable: variable, rewrite(inner))
        case .fetch(let request, _, let countOnly): answer(request, countOnly) ?? expression
        case .block(let block, let arguments): .block(block, arguments.map(rewrite))
        }
    }

    private func answer(_ request: QueryExpression, _ countOnly: Bool) -> QueryExpression? {
        guard case .constant(let value) = request, let any = value.bridged, let fetch,
            let found = try? fetch(any, countOnly)
        else { return nil }
        return .constant(rewrite(found))
    }

    func rewrite(_ value: Value) -> Value {
        switch value {
        case .object(let object):
            if let managed = object.base as? NSManagedObject {
                return .object(ObjectValue(StoredObject(current(managed.key))))
            }
            if let id = object.base as? NSManagedObjectID {
                return .object(ObjectValue(StoredObject(current(id.key))))
            }
            if let stored = object.base as? StoredObject, stored.key.isTemporary {
                return .object(ObjectValue(StoredObject(current(stored.key))))
            }
            return value
        case .list(let members):
            return .list(members.map(rewrite))
        case .dictionary(let members): return .dictionary(members.mapValues(rewrite))
        case .null, .int, .double, .decimal, .text, .date, .bytes, .uuid, .url, .reference,
            .location, .asset:
            return value
        }
    }

    private func current(_ key: ObjectKey) -> ObjectKey {
        key.isTemporary ? aliases[key.row]?.key ?? key : key
    }
}
