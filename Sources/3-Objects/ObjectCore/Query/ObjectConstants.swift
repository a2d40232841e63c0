import PredicateCore

/// Puts other keys in the place of those of the objects that are constants of a question.
struct ObjectConstants {
    let key: (ObjectKey) -> ObjectKey

    func rewrite(_ predicate: QueryPredicate) -> QueryPredicate {
        predicate.mapChildren(expressions: rewrite, predicates: rewrite)
    }

    func rewrite(_ expression: QueryExpression) -> QueryExpression {
        switch expression {
        case .constant(let value): .constant(rewrite(value))
        case .fetch: expression
        case .this, .keyPath, .variable, .path, .index, .function, .call, .cast, .aggregate,
            .subquery, .conditional, .set, .assignment, .anyKey, .block:
            expression.mapChildren(expressions: rewrite, predicates: rewrite)
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
