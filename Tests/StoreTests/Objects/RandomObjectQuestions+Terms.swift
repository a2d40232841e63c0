import TestRandom
import Foundation
import ObjectCore

/// Terms about relationships to many, numbers, and lists.
extension RandomObjectQuestions {
    /// A path to a relationship to many.
    mutating func collection(
        _ entity: Int
    ) -> (keys: [String], destination: Int)? {
        var keys: [String] = []
        var entity = entity
        if random.chance(20), let hop = model.entities[entity].toOnes.randomElement(using: &random)
        {
            keys.append(hop.name)
            entity = hop.destination
        }
        var owner = model.entities[entity]
        if random.chance(10) {
            owner = model.entities[Int.random(in: owner.family, using: &random)]
        }
        guard let many = owner.toManys.randomElement(using: &random) else { return nil }
        keys.append(many.name)
        if random.chance(15),
            let second = model.entities[many.destination].toManys.randomElement(using: &random)
        {
            note("two relationships to many")
            return (keys + [second.name], second.destination)
        }
        return (keys, many.destination)
    }

    mutating func quantifiedTerm(_ subject: Subject) -> QueryPredicate? {
        guard let (keys, destination) = collection(subject.entity) else { return nil }
        let quantifier: Quantifier = random.chance(60) ? .any : .all
        note(quantifier == .any ? "ANY" : "ALL")
        if random.chance(20) {
            let list = random.chance(50)
            return .comparison(
                Comparison(
                    subject.path(keys), list ? .in : .equal,
                    .constant(list ? objects(destination) : object(destination)),
                    quantifier: quantifier))
        }
        let (rest, attribute) = attributePath(destination)
        let path = subject.path(keys + rest)
        var alternatives = [term(path, attribute, quantifier: quantifier)]
        while random.chance(30) {
            note("alternatives of one path")
            alternatives.append(term(path, attribute, quantifier: quantifier))
        }
        let asked = alternatives.count == 1 ? alternatives[0] : .or(alternatives)
        if random.chance(30) { return .not(asked) }
        return random.chance(10) ? .and(alternatives.map { .not($0) }) : asked
    }

    mutating func subqueryTerm(_ subject: Subject, depth: Int) -> QueryPredicate? {
        guard subject.variable == nil || random.chance(50),
            let (keys, destination) = collection(subject.entity)
        else { return nil }
        note(subject.variable == nil ? "SUBQUERY" : "SUBQUERY within SUBQUERY")
        variableCount += 1
        let name = "v\(variableCount)"
        let inner = Subject(destination, variable: name, outer: subject.outer ?? subject.entity)
        var asked = predicate(inner, depth: depth > 0 ? 1 : 0)
        if random.chance(30) {
            // The object outside can be asked too.
            note("SUBQUERY that asks outside")
            let (a, first) = attributePath(destination, where: \.isNumber)
            let (b, second) = attributePath(inner.outer ?? 0, where: \.isNumber)
            if first.type.isNumber, second.type.isNumber {
                asked = .and([
                    asked,
                    .comparison(
                        Comparison(
                            inner.path(a), .lessOrEqual, Subject(inner.outer ?? 0).path(b))),
                ])
            }
        }
        return count(
            .path(
                .subquery(subject.path(keys), variable: name, asked),
                QueryKeyPath(steps: [.collection(.count)])))
    }

    mutating func count(_ left: QueryExpression) -> QueryPredicate {
        .comparison(
            Comparison(
                left,
                random.pick([
                    .equal, .notEqual, .greater, .greater, .less, .greaterOrEqual, .lessOrEqual,
                ]), .constant(.int(Int64(random.pick([0, 0, 1, 1, 2, 3]))))))
    }

    mutating func countTerm(_ subject: Subject) -> QueryPredicate? {
        guard let (keys, _) = collection(subject.entity) else { return nil }
        note("@count")
        if random.chance(20) {
            return count(.function(.count, [subject.path(keys)]))
        }
        return count(subject.path(keys + ["@count"]))
    }

    mutating func aggregateTerm(_ subject: Subject) -> QueryPredicate? {
        guard let (keys, destination) = collection(subject.entity) else { return nil }
        let operation = random.pick(["@sum", "@avg", "@min", "@max"])
        note(operation)
        let (rest, attribute) = attributePath(destination, where: \.isNumber)
        guard attribute.type.isNumber else { return nil }
        return .comparison(
            Comparison(
                subject.path(keys + [operation] + rest),
                random.pick([.equal, .less, .greater, .greaterOrEqual, .notEqual]),
                .constant(.int(Int64(random.number(-2...9))))))
    }

    /// Two values of one kind.
    mutating func pairTerm(_ subject: Subject) -> QueryPredicate {
        let (a, first) = attributePath(subject.entity)
        let (b, second) = attributePath(subject.entity) {
            $0 == first.type || ($0.isNumber && first.type.isNumber)
        }
        let fits =
            first.type == second.type || (first.type.isNumber && second.type.isNumber)
        note("two paths")
        let hasOrder = first.type.isNumber || first.type == .date || first.type == .string
        let op: Operator =
            fits && hasOrder
            ? random.pick([.equal, .notEqual, .less, .lessOrEqual, .greater]) : .notEqual
        return .comparison(Comparison(subject.path(a), op, subject.path(b)))
    }

    mutating func calculatedTerm(_ subject: Subject) -> QueryPredicate {
        let (keys, attribute) = attributePath(subject.entity) {
            $0.isNumber || $0 == .string || $0 == .date
        }
        let path = subject.path(keys)
        let number = QueryExpression.constant(.int(Int64(random.number(0...5))))
        if attribute.type == .string {
            note("function of text")
            switch random.number(0...1) {
            case 0: return .comparison(Comparison(.function(.length, [path]), .greater, number))
            default:
                return .comparison(
                    Comparison(
                        .function(.uppercase, [path]), .equal,
                        .constant(RandomValues.value(attribute, using: &random))))
            }
        }
        if attribute.type == .date {
            note("arithmetic of dates")
            let date = QueryExpression.constant(RandomValues.value(attribute, using: &random))
            let sides: (QueryExpression, QueryExpression) =
                switch random.number(0...3) {
                case 0: (.function(.subtract, [path, date]), number)
                case 1: (.function(.add, [path, number]), date)
                case 2: (path, number)
                default: (path, .function(.subtract, [date, number]))
                }
            return .comparison(
                Comparison(
                    sides.0, random.pick([.less, .equal, .notEqual, .greaterOrEqual]), sides.1))
        }
        guard attribute.type.isNumber else { return attributeTerm(subject) }
        note("arithmetic")
        switch random.number(0...2) {
        case 0:
            return .comparison(Comparison(.function(.add, [path, number]), .less, number))
        case 1:
            return .comparison(
                Comparison(
                    .function(.multiply, [path, number]), .equal, .constant(.int(4))))
        default:
            return .comparison(
                Comparison(
                    .conditional(
                        .comparison(Comparison(path, .greater, number)), .constant(.int(1)),
                        .constant(.int(0))), .equal, .constant(.int(1))))
        }
    }

    /// `items CONTAINS x`, `x IN items`, `items.name CONTAINS "a"`.
    mutating func membershipTerm(_ subject: Subject) -> QueryPredicate? {
        guard let (keys, destination) = collection(subject.entity) else { return nil }
        note("membership")
        let collection = subject.path(keys)
        switch random.number(0...3) {
        case 0:
            return .comparison(Comparison(collection, .contains, .constant(object(destination))))
        case 1: return .comparison(Comparison(.constant(object(destination)), .in, collection))
        case 2:
            if let variable = subject.variable {
                return .comparison(Comparison(.variable(variable), .in, collection))
            }
            return .comparison(Comparison(.this, .in, collection))
        default:
            let (rest, attribute) = attributePath(destination)
            return .comparison(
                Comparison(
                    subject.path(keys + rest), .contains,
                    .constant(RandomValues.value(attribute, using: &random))))
        }
    }
}
