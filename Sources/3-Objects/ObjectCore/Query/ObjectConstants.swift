import PredicateCore

/// Puts other keys in the place of those of the objects that are constants of a question.
struct ObjectConstants {
    let key: (ObjectKey) -> ObjectKey

    func rewrite(_ predicate: QueryPredicate) -> QueryPredicate {
        switch predicate {
        case .constant, .block: return predicate
        case .comparison(var comparison):
            comparison.left = rewrite(comparison.left)
            comparison.right = rewrite(comparison.right)
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map(rewrite))
        case .or(let parts): return .or(parts.map(rewrite))
        case .not(let part): return .not(rewrite(part))
        }
    }

    func rewrite(_ expression: QueryExpression) -> QueryExpression {
        switch expression {
        case .constant(let value): .constant(rewrite(value))
        case .this, .keyPath, .variable, .anyKey, .fetch: expression
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
        case .block(let block, let arguments): .block(block, arguments.map(rewrite))
        }
    }

    func rewrite(_ value: Value) -> Value {
        switch value.kind {
        case .object(let object):
            if let entity = object.base as? StoredEntity {
                let number = key(ObjectKey(entity: entity.number, row: 0)).entity
                return .object(ObjectValue(StoredEntity(number)))
            }
            guard let stored = object.base as? StoredObject else { return value }
            return .object(ObjectValue(StoredObject(key(stored.key))))
        case .list(let members): return .list(members.map(rewrite))
        case .dictionary(let members): return .dictionary(members.mapValues(rewrite))
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset:
            return value
        }
    }
}
