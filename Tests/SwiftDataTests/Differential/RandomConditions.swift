#if SwiftData
import Foundation
import SwiftData
import TestRandom

/// An expression within a predicate.
typealias Term<Value> = any StandardPredicateExpression<Value>

/// Makes predicates over a model at random: its terms, computed with, compared and combined.
struct RandomConditions<M: PersistentModel>: Sendable {
    typealias Variable = PredicateExpressions.Variable<M>

    /// Numbers of a model.
    let numbers: [@Sendable (Variable) -> Term<Int>]
    /// Texts of a model.
    let texts: [@Sendable (Variable) -> Term<String>]
    /// Conditions that only this model has.
    let others: [@Sendable (Variable, inout RandomNumbers) -> Term<Bool>]
    /// Texts that are compared with.
    let words: [String]

    /// A predicate whose operators are nested as deep as said.
    func predicate(_ random: inout RandomNumbers, depth: Int) -> Predicate<M> {
        Predicate<M> { model in condition(model, &random, depth) }
    }

    private func condition(
        _ model: Variable, _ random: inout RandomNumbers, _ depth: Int
    ) -> Term<Bool> {
        guard depth > 0 else { return leaf(model, &random, depth) }
        func next() -> Term<Bool> { condition(model, &random, depth - 1) }
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return Terms.and(next(), next())
        case 2, 3: return Terms.or(next(), next())
        case 4: return Terms.not(next())
        case 5: return Terms.choice(next(), next(), next())
        case 6: return Terms.equal(next(), Terms.constant(Bool.random(using: &random)))
        default: return leaf(model, &random, depth)
        }
    }

    private func leaf(
        _ model: Variable, _ random: inout RandomNumbers, _ depth: Int
    ) -> Term<Bool> {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let (a, b) = (number(model, &random, depth), number(model, &random, depth - 1))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return Terms.equal(a, b)
            case 1: return Terms.notEqual(a, b)
            case 2: return Terms.compare(a, .lessThan, b)
            case 3: return Terms.compare(a, .lessThanOrEqual, b)
            case 4: return Terms.compare(a, .greaterThan, b)
            default: return Terms.compare(a, .greaterThanOrEqual, b)
            }
        case 2:
            let text = text(model, &random, depth)
            let word = words.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<7, using: &random) {
            case 0: return Terms.equal(text, Terms.constant(word))
            case 1: return Terms.notEqual(text, Terms.constant(word))
            case 2: return Terms.contains(text, word)
            case 3: return Terms.starts(text, with: word)
            case 4: return Terms.standardContains(text, word)
            case 5: return Terms.isSameWithoutCase(text, word)
            default: return Terms.isOne(text, of: [word, "Lisbon", ""])
            }
        default:
            guard let other = others.randomElement(using: &random) else {
                return Terms.constant(true)
            }
            return other(model, &random)
        }
    }

    private func number(
        _ model: Variable, _ random: inout RandomNumbers, _ depth: Int
    ) -> Term<Int> {
        func plain() -> Term<Int> {
            if Int.random(in: 0...3, using: &random) > 0,
                let number = numbers.randomElement(using: &random)
            {
                return number(model)
            }
            return Terms.constant(Int.random(in: -3...6, using: &random))
        }
        guard depth > 0 else { return plain() }
        func next() -> Term<Int> { number(model, &random, depth - 1) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return Terms.arithmetic(next(), .add, next())
        case 1: return Terms.arithmetic(next(), .subtract, next())
        case 2:
            return Terms.arithmetic(
                next(), .multiply, Terms.constant(Int.random(in: -2...3, using: &random)))
        case 3: return Terms.divide(next(), by: [-2, 2, 3].randomElement(using: &random) ?? 2)
        case 4: return Terms.rest(next(), by: [-2, 2, 3].randomElement(using: &random) ?? 2)
        case 5: return Terms.choice(condition(model, &random, depth - 1), next(), next())
        default: return plain()
        }
    }

    private func text(
        _ model: Variable, _ random: inout RandomNumbers, _ depth: Int
    ) -> Term<String> {
        if depth > 0, Int.random(in: 0...3, using: &random) == 0 {
            return Terms.choice(
                condition(model, &random, depth - 1), text(model, &random, depth - 1),
                text(model, &random, depth - 1))
        }
        return texts.randomElement(using: &random)?(model) ?? Terms.constant("")
    }
}

/// The nodes that `#Predicate` writes, for terms whose types are not known.
enum Terms {
    typealias Node = StandardPredicateExpression

    static func constant<V: Codable & Sendable>(_ value: V) -> Term<V> {
        PredicateExpressions.build_Arg(value)
    }

    static func and(_ a: Term<Bool>, _ b: Term<Bool>) -> Term<Bool> {
        func open(_ a: some Node<Bool>, _ b: some Node<Bool>) -> Term<Bool> {
            PredicateExpressions.build_Conjunction(lhs: a, rhs: b)
        }
        return open(a, b)
    }

    static func or(_ a: Term<Bool>, _ b: Term<Bool>) -> Term<Bool> {
        func open(_ a: some Node<Bool>, _ b: some Node<Bool>) -> Term<Bool> {
            PredicateExpressions.build_Disjunction(lhs: a, rhs: b)
        }
        return open(a, b)
    }

    static func not(_ a: Term<Bool>) -> Term<Bool> {
        func open(_ a: some Node<Bool>) -> Term<Bool> { PredicateExpressions.build_Negation(a) }
        return open(a)
    }

    static func choice<V>(_ test: Term<Bool>, _ a: Term<V>, _ b: Term<V>) -> Term<V> {
        func open(_ test: some Node<Bool>, _ a: some Node<V>, _ b: some Node<V>) -> Term<V> {
            PredicateExpressions.build_Conditional(test, a, b)
        }
        return open(test, a, b)
    }

    static func equal<V: Equatable>(_ a: Term<V>, _ b: Term<V>) -> Term<Bool> {
        func open(_ a: some Node<V>, _ b: some Node<V>) -> Term<Bool> {
            PredicateExpressions.build_Equal(lhs: a, rhs: b)
        }
        return open(a, b)
    }

    static func notEqual<V: Equatable>(_ a: Term<V>, _ b: Term<V>) -> Term<Bool> {
        func open(_ a: some Node<V>, _ b: some Node<V>) -> Term<Bool> {
            PredicateExpressions.build_NotEqual(lhs: a, rhs: b)
        }
        return open(a, b)
    }

    static func compare<V: Comparable>(
        _ a: Term<V>, _ op: PredicateExpressions.ComparisonOperator, _ b: Term<V>
    ) -> Term<Bool> {
        func open(_ a: some Node<V>, _ b: some Node<V>) -> Term<Bool> {
            PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: op)
        }
        return open(a, b)
    }

    static func arithmetic(
        _ a: Term<Int>, _ op: PredicateExpressions.ArithmeticOperator, _ b: Term<Int>
    ) -> Term<Int> {
        func open(_ a: some Node<Int>, _ b: some Node<Int>) -> Term<Int> {
            PredicateExpressions.build_Arithmetic(lhs: a, rhs: b, op: op)
        }
        return open(a, b)
    }

    static func divide(_ a: Term<Int>, by number: Int) -> Term<Int> {
        func open(_ a: some Node<Int>) -> Term<Int> {
            PredicateExpressions.build_Division(
                lhs: a, rhs: PredicateExpressions.build_Arg(number))
        }
        return open(a)
    }

    static func rest(_ a: Term<Int>, by number: Int) -> Term<Int> {
        func open(_ a: some Node<Int>) -> Term<Int> {
            PredicateExpressions.build_Remainder(
                lhs: a, rhs: PredicateExpressions.build_Arg(number))
        }
        return open(a)
    }

    static func contains(_ text: Term<String>, _ word: String) -> Term<Bool> {
        func open(_ text: some Node<String>) -> Term<Bool> {
            PredicateExpressions.build_contains(text, PredicateExpressions.build_Arg(word))
        }
        return open(text)
    }

    static func starts(_ text: Term<String>, with word: String) -> Term<Bool> {
        func open(_ text: some Node<String>) -> Term<Bool> {
            PredicateExpressions.build_starts(text, with: PredicateExpressions.build_Arg(word))
        }
        return open(text)
    }

    static func standardContains(_ text: Term<String>, _ word: String) -> Term<Bool> {
        func open(_ text: some Node<String>) -> Term<Bool> {
            PredicateExpressions.build_localizedStandardContains(
                text, PredicateExpressions.build_Arg(word))
        }
        return open(text)
    }

    static func isSameWithoutCase(_ text: Term<String>, _ word: String) -> Term<Bool> {
        func open(_ text: some Node<String>) -> Term<Bool> {
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_caseInsensitiveCompare(
                    text, PredicateExpressions.build_Arg(word)),
                rhs: PredicateExpressions.build_Arg(ComparisonResult.orderedSame))
        }
        return open(text)
    }

    /// Whether a value is nil, or whether it is not.
    static func nilTest<V: Equatable>(
        _ term: some Node<V?>, _ random: inout RandomNumbers
    ) -> Term<Bool> {
        if Bool.random(using: &random) {
            return PredicateExpressions.build_Equal(
                lhs: term, rhs: PredicateExpressions.NilLiteral<V>())
        }
        return PredicateExpressions.build_NotEqual(
            lhs: term, rhs: PredicateExpressions.NilLiteral<V>())
    }

    static func isOne<V: Equatable & Codable & Sendable>(
        _ term: Term<V>, of list: [V]
    ) -> Term<Bool> {
        func open(_ term: some Node<V>) -> Term<Bool> {
            PredicateExpressions.build_contains(PredicateExpressions.build_Arg(list), term)
        }
        return open(term)
    }
}
#endif
