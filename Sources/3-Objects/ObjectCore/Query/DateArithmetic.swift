import Foundation
import PredicateCore

/// Questions that calculate with dates or compare them with numbers, which are seconds since 2001 there,
/// as in the tables of Core Data's stores.
///
///     // end - start > 60       CAST(end, "NSNumber") - CAST(start, "NSNumber") > 60
///     // start > now() - 60     start > CAST(CAST(now(), "NSNumber") - 60, "NSDate")
///     let asked = DateArithmetic(model, entity: trip.number).rewritten(query.predicate)
///
/// Where the model says nothing of a part, it stays as it is.
package struct DateArithmetic {
    private enum Kind {
        case date, number, other
    }

    /// What a path leads to.
    private struct Place {
        var entity: Int?
        var attribute: ObjectAttribute?
        var isMany = false
    }

    private let model: ResolvedModel
    private let entity: Int
    /// The entities of the objects that variables stand for.
    private var variables: [String: Int] = [:]

    /// For questions about the objects of an entity.
    package init(_ model: ResolvedModel, entity: Int) {
        self.model = model
        self.entity = entity
    }

    /// The predicate with dates and numbers as values of one kind.
    package func rewritten(_ predicate: QueryPredicate) -> QueryPredicate {
        let predicate = predicate.mapChildren(expressions: rewritten, predicates: rewritten)
        guard case .comparison(var comparison) = predicate else { return predicate }
        switch comparison.op.family {
        case .equality, .order, .range, .membership: break
        case .substring, .pattern, .token, .custom: return predicate
        }
        let (left, right) = (kind(of: comparison.left), kind(of: comparison.right))
        if left == .date {
            comparison.right = date(comparison.right)
        } else if right == .date || isDates(comparison.right) {
            comparison.left = date(comparison.left)
        } else {
            return predicate
        }
        return .comparison(comparison)
    }

    /// The expression with the dates that it calculates with as numbers.
    package func rewritten(_ expression: QueryExpression) -> QueryExpression {
        var inner = self
        if case .subquery(let collection, let variable, _) = expression {
            inner.variables[variable] = destination(of: collection)
        }
        let expression = expression.mapChildren(
            expressions: rewritten, predicates: inner.rewritten)
        guard case .function(let function, let parts) = expression, function.isArithmetic else {
            return expression
        }
        return .function(
            function,
            parts.map {
                kind(of: $0) == .date && !isMany($0) ? .cast($0, type: "NSNumber") : $0
            })
    }

    private func isMany(_ expression: QueryExpression) -> Bool {
        switch expression {
        case .keyPath(let path), .path(.this, let path): follow(path, from: entity).isMany
        case .path(.variable(let name), let path):
            variables[name].map { follow(path, from: $0).isMany } ?? false
        default: false  // One value, or nothing that is known.
        }
    }

    /// The numbers in an expression as dates.
    private func date(_ expression: QueryExpression) -> QueryExpression {
        switch expression {
        case .constant(.list(let members)):
            return .constant(
                .list(
                    members.map { member in
                        guard let seconds = member.seconds else { return member }
                        return .date(Date(timeIntervalSinceReferenceDate: seconds))
                    }))
        case .constant(let value):
            guard let seconds = value.seconds else { return expression }
            return .constant(.date(Date(timeIntervalSinceReferenceDate: seconds)))
        case .aggregate(let parts): return .aggregate(parts.map(date))
        default:  // What has a value of its own.
            return kind(of: expression) == .number
                ? .cast(expression, type: "NSDate") : expression
        }
    }

    /// Whether it is a list in which dates are.
    private func isDates(_ expression: QueryExpression) -> Bool {
        switch expression {
        case .constant(.list(let members)):
            members.contains { if case .date = $0 { true } else { false } }
        case .aggregate(let parts): parts.contains { kind(of: $0) == .date }
        default: false  // No list.
        }
    }

    private func kind(of expression: QueryExpression) -> Kind {
        switch expression {
        case .constant(.date), .function(.now, _), .cast(_, "NSDate"): return .date
        case .constant(let value): return value.seconds == nil ? .other : .number
        case .cast(_, "NSNumber"): return .number
        case .function(let function, let parts):
            if function.isArithmetic { return .number }
            switch function {
            case .min, .max, .noIndex: return parts.first.map(kind) ?? .other
            default: return .other  // Functions of text and of collections.
            }
        case .conditional(_, let a, let b):
            let kinds = (kind(of: a), kind(of: b))
            return kinds.0 == .other ? kinds.1 : kinds.0
        case .keyPath(let path): return kind(of: path, from: entity)
        case .path(.this, let path): return kind(of: path, from: entity)
        case .path(.variable(let name), let path):
            return variables[name].map { kind(of: path, from: $0) } ?? .other
        case .this, .variable, .path, .index, .call, .cast, .aggregate, .subquery, .set,
            .assignment, .anyKey, .fetch, .block:
            return .other
        }
    }

    /// The kind of the values at the end of a path; of a collection, what its members are.
    private func kind(of path: QueryKeyPath, from entity: Int) -> Kind {
        guard let attribute = follow(path, from: entity).attribute else { return .other }
        switch attribute.type {
        case .date: return .date
        case .integer16, .integer32, .integer64, .double, .float, .decimal: return .number
        case .boolean, .string, .undefined, .binary, .uuid, .uri, .transformable, .objectID,
            .composite:
            return .other
        }
    }

    /// The entity of the objects in a collection; nil where the model does not say.
    private func destination(of collection: QueryExpression) -> Int? {
        switch collection {
        case .keyPath(let path), .path(.this, let path): follow(path, from: entity).entity
        case .path(.variable(let name), let path):
            variables[name].flatMap { follow(path, from: $0).entity }
        case .subquery(let inner, _, _): destination(of: inner)
        default: nil  // No path.
        }
    }

    private func follow(_ path: QueryKeyPath, from entity: Int) -> Place {
        var place = Place(entity: entity)
        for step in path.steps {
            switch step {
            case .key("self"), .key("objectID"): break
            case .key(let name):
                if let number = place.entity {
                    let isMany = place.isMany
                    place = property(name, of: number)
                    place.isMany = place.isMany || isMany
                } else {
                    place.attribute = place.attribute?.elements.first { $0.name == name }
                }
            case .collection(.count): return Place(attribute: ObjectAttribute("", .integer64))
            case .collection(.sum), .collection(.avg):
                return Place(attribute: ObjectAttribute("", .double))
            case .collection(.min), .collection(.max): place.isMany = false
            case .collection(.unionOfObjects), .collection(.distinctUnionOfObjects): break
            case .collection: return Place()
            }
        }
        return place
    }

    private func property(_ name: String, of entity: Int) -> Place {
        for number in model.entities[entity].family {
            let owner = model.entities[number]
            switch owner.properties[name] {
            case .attribute(let place)?: return Place(attribute: owner.attributes[place].source)
            case .toOne(let place)?: return Place(entity: owner.toOnes[place].destination)
            case .toMany(let place)?:
                return Place(entity: owner.toManys[place].destination, isMany: true)
            case .transient?, .fetched?: return Place()
            case nil: break
            }
        }
        return Place()
    }
}

extension Value {
    /// The number as seconds; nil of what is no number.
    fileprivate var seconds: Double? {
        switch kind {
        case .number(.int(let x)): Double(x)
        case .number(.double(let x)): x.isNaN ? nil : x
        case .number(.decimal(let x)): NSDecimalNumber(decimal: x).doubleValue
        case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            nil
        }
    }
}
