import Foundation
import ObjectCore
import TestRandom

/// Questions about the objects of a random graph.
struct RandomObjectQuestions {
    let graph: RandomGraph
    var random: RandomNumbers
    /// How often each kind of term occurred.
    private(set) var census: [String: Int] = [:]
    var variableCount = 0

    init(_ graph: RandomGraph, random: RandomNumbers) {
        self.graph = graph
        self.random = random
    }

    var model: ResolvedModel { graph.model }

    /// The next question.
    mutating func next() -> ObjectQuery {
        let entity = random.pick(model.entities)
        var query = ObjectQuery(
            entity: entity.number, includesSubentities: random.chance(85),
            where: predicate(Subject(entity.number), depth: 2))
        for _ in 0..<random.number(0...2) { query.ordering.append(ordering(entity.number)) }
        if random.chance(30) { query.limit = random.number(0...8) }
        if random.chance(20) { query.offset = random.number(0...5) }
        return query
    }

    /// What keys are followed from: the object asked, or a variable.
    struct Subject {
        var entity: Int
        var variable: String?
        var outer: Int?

        init(_ entity: Int, variable: String? = nil, outer: Int? = nil) {
            self.entity = entity
            self.variable = variable
            self.outer = outer
        }

        func path(_ keys: [String]) -> QueryExpression {
            let path = QueryKeyPath(keys.joined(separator: "."))
            if keys.isEmpty { return variable.map { .variable($0) } ?? .this }
            return variable.map { .path(.variable($0), path) } ?? .keyPath(path)
        }
    }

    mutating func note(_ kind: String) { census[kind, default: 0] += 1 }

    // MARK: Predicates

    mutating func predicate(_ subject: Subject, depth: Int) -> QueryPredicate {
        if depth > 0, random.chance(40) {
            let parts = (0..<random.number(2...3)).map { _ in
                predicate(subject, depth: depth - 1)
            }
            return random.chance(50) ? .and(parts) : .or(parts)
        }
        if depth > 0, random.chance(20) { return .not(predicate(subject, depth: depth - 1)) }
        switch random.number(0...15) {
        case 0...4: return attributeTerm(subject)
        case 5: return objectTerm(subject)
        case 6, 7, 8: return quantifiedTerm(subject) ?? attributeTerm(subject)
        case 9, 10: return subqueryTerm(subject, depth: depth) ?? attributeTerm(subject)
        case 11: return countTerm(subject) ?? attributeTerm(subject)
        case 12: return aggregateTerm(subject) ?? attributeTerm(subject)
        case 13: return pairTerm(subject)
        case 14: return calculatedTerm(subject)
        default: return membershipTerm(subject) ?? objectTerm(subject)
        }
    }

    /// A path to an attribute, across relationships to one.
    mutating func attributePath(
        _ entity: Int, where fits: (AttributeType) -> Bool = { _ in true }
    ) -> (keys: [String], attribute: ObjectAttribute) {
        var keys: [String] = []
        var entity = entity
        for _ in 0..<2 where random.chance(35) {
            guard let hop = model.entities[entity].toOnes.randomElement(using: &random) else {
                break
            }
            keys.append(hop.name)
            entity = hop.destination
        }
        var owner = model.entities[entity]
        if random.chance(15) {
            // A property of an entity that inherits.
            owner = model.entities[Int.random(in: owner.family, using: &random)]
            note("property of a subentity")
        }
        let choices = owner.attributes.filter {
            $0.type != .composite ? fits($0.type) : fits(.string)
        }
        let attribute =
            choices.randomElement(using: &random)?.source ?? owner.attributes[0].source
        if attribute.type == .composite {
            note("composite")
            let part = fits(.string) ? attribute.elements[0] : attribute.elements[1]
            return (keys + [attribute.name, part.name], part)
        }
        if !keys.isEmpty { note("path to one") }
        return (keys + [attribute.name], attribute)
    }

    mutating func attributeTerm(_ subject: Subject) -> QueryPredicate {
        let (keys, attribute) = attributePath(subject.entity)
        return term(subject.path(keys), attribute, quantifier: .direct)
    }

    /// A comparison of something with the type of an attribute.
    mutating func term(
        _ left: QueryExpression, _ attribute: ObjectAttribute, quantifier: Quantifier
    ) -> QueryPredicate {
        func comparison(
            _ op: Operator, _ right: Value, _ options: ComparisonOptions = []
        ) -> QueryPredicate {
            .comparison(
                Comparison(left, op, .constant(right), quantifier: quantifier, options: options))
        }
        if random.chance(10) {
            note("nil")
            return comparison(random.chance(50) ? .equal : .notEqual, .null)
        }
        let value = RandomValues.value(attribute, using: &random)
        if random.chance(15) {
            note("IN")
            var values = (0..<random.number(0...4)).map { _ in
                RandomValues.value(attribute, using: &random)
            }
            if random.chance(15) { values.append(.null) }
            if random.chance(10) { values = Array(repeating: values, count: 30).flatMap { $0 } }
            return comparison(.in, .list(values))
        }
        switch attribute.type {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal, .date:
            if random.chance(15) {
                note("BETWEEN")
                return comparison(
                    .between, .list([value, RandomValues.value(attribute, using: &random)]))
            }
            var right = value
            if random.chance(15), case .int(let number) = value {
                note("number of another kind")
                right =
                    random.chance(50) ? .double(Double(number) + 0.5) : .decimal(Decimal(number))
            }
            note("number or date")
            return comparison(
                random.pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]),
                right)
        case .string, .undefined:
            note("text")
            let op: Operator = random.pick([
                .equal, .notEqual, .less, .greaterOrEqual, .beginsWith, .endsWith, .contains,
                .like, .matches,
            ])
            var right = value
            if op == .matches { right = .text(random.pick(["a.*", "[a-zé]+", ".*2", ""])) }
            if op == .like {
                right = .text(random.pick(["a*", "*l*", "?b", "item*", "a\\*b", ""]))
            }
            let options: ComparisonOptions = random.pick([
                [], [], .caseInsensitive, .diacriticInsensitive,
                [.caseInsensitive, .diacriticInsensitive], .normalized,
            ])
            // ANY … CONTAINS asks for membership and for text.
            return comparison(op, right, options)
        case .uuid, .uri, .binary, .transformable, .composite, .objectID:
            note("identifier or data")
            return comparison(random.chance(50) ? .equal : .notEqual, value)
        }
    }

    mutating func object(_ entity: Int) -> Value {
        let candidates = graph.candidates(entity)
        guard !candidates.isEmpty else { return .null }
        return .object(ObjectValue(StoredObject(random.pick(candidates))))
    }

    mutating func objects(_ entity: Int) -> Value {
        var members: [Value] = []
        for _ in 0..<random.number(0...6) {
            let object = object(entity)
            if !object.isNull { members.append(object) }
        }
        return .list(members)
    }

    /// `SELF == x`, `owner == x`, `owner IN {…}`, `owner == nil`.
    mutating func objectTerm(_ subject: Subject) -> QueryPredicate {
        note("object")
        var keys: [String] = []
        var entity = subject.entity
        for _ in 0..<2 where random.chance(70) {
            guard let hop = model.entities[entity].toOnes.randomElement(using: &random) else {
                break
            }
            keys.append(hop.name)
            entity = hop.destination
        }
        if random.chance(15) { keys.append("objectID") }
        let left = subject.path(keys)
        switch random.number(0...4) {
        case 0: return .comparison(Comparison(left, .in, .constant(objects(entity))))
        case 1: return .comparison(Comparison(left, .equal, .constant(.null)))
        case 2: return .comparison(Comparison(left, .notEqual, .constant(object(entity))))
        default: return .comparison(Comparison(left, .equal, .constant(object(entity))))
        }
    }

    // MARK: Orders

    mutating func ordering(_ entity: Int) -> Ordering {
        if random.chance(10), let many = model.entities[entity].toManys.first {
            return Ordering("\(many.name).@count", ascending: random.chance(50))
        }
        let (keys, attribute) = attributePath(entity)
        let textOrder: Ordering.TextOrder =
            attribute.type == .string
            ? random.pick([.literal, .caseInsensitive, .localizedStandard, .localized]) : .literal
        return Ordering(
            keys.joined(separator: "."), ascending: random.chance(60), textOrder: textOrder)
    }
}

extension AttributeType {
    var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
        case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
            .composite:
            false
        }
    }
}
