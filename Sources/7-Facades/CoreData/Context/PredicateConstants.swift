import Foundation
import FoundationPredicates
import ObjectCore

/// Puts keys in the place of objects and identifiers inside a predicate.
struct PredicateConstants {
    /// The permanent places of objects whose temporary ones may still be in predicates.
    var aliases: [Int64: NSManagedObjectID] = [:]
    /// The numbers of stores whose objects match nothing in the store that is asked.
    var strangers: Set<Int32> = []
    /// The identifier of a store: tokens become places in its history, and other constants stay.
    var history: String?
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
            if let history {
                let token = value.bridged as? NSPersistentHistoryToken
                return token.map { .int($0.places[history] ?? 0) } ?? value
            }
            if let managed = object.base as? NSManagedObject {
                return stored(managed.key, managed.storeLink?.number ?? 0)
            }
            if let id = object.base as? NSManagedObjectID {
                return stored(id.key, id.storeLink?.number ?? 0)
            }
            if let entity = object.base as? NSEntityDescription,
                let runtime = entity.runtime ?? entity.inUse
            {
                return .object(ObjectValue(StoredEntity(runtime.number)))
            }
            if let constant = object.base as? StoredObject, constant.reader == nil {
                return stored(constant.key, constant.home)
            }
            return value
        case .list(let members):
            return .list(members.map(rewrite))
        case .dictionary(let members): return .dictionary(members.mapValues(rewrite))
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset:
            return value
        }
    }

    private func stored(_ key: ObjectKey, _ home: Int32) -> Value {
        var object = StoredObject(key, home: home)
        if strangers.contains(home) {
            // Each store counts its rows for itself, and none has a row 0.
            object = StoredObject(ObjectKey(entity: key.entity, row: 0))
        } else if key.isTemporary, let alias = aliases[key.row] {
            object = StoredObject(alias.key, home: alias.storeLink?.number ?? home)
        }
        return .object(ObjectValue(object))
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
