import TestRandom
import Foundation
import PredicateCore
import RecordCore

// Values that are computed: arithmetic, functions, conditions.
extension RandomPredicates {
    /// A comparison of something computed.
    mutating func computed() -> String {
        switch random.number(0...19) {
        case 0...9: return "\(number(2)) \(comparison()) \(small())"
        case 10: return "\(number(1)) BETWEEN {\(random.number(-5...2)), \(random.number(2...9))}"
        case 11: return "\(number(1)) IN {\(small()), \(small()), \(field(.int64, dense: true))}"
        case 12: return "length(\(field(.string, dense: true))) \(comparison()) \(small())"
        case 13:
            let set = random.pick(["UNION", "INTERSECT", "MINUS"])
            let left = field(.int64)
            let one = constant(values(.int64, 1...4))
            return "\(left) IN \(one) \(set) \(constant(values(.int64, 1...4)))"
        case 14: return "\(field(.int64, dense: true)) IN mode:(\(numberList()))"
        case 15: return ternary()
        case 16: return call()
        case 17: return "CAST(\(field(.int64, dense: true)), 'NSString') == '\(small())'"
        case 18: return "noindex:(\(field(.int64))) \(comparison()) \(small())"
        default: return guarded()
        }
    }

    private mutating func small() -> Int { random.number(-4...12) }

    /// Arithmetic on a field that may be nil, behind a test for nil.
    private mutating func guarded() -> String {
        let name = field(.int64)
        let op = random.pick(["+", "-", "*"])
        if random.chance(50) {
            return "(\(name) != nil AND \(name) \(op) 2 \(comparison()) \(small()))"
        }
        return "(\(name) == nil OR \(name) \(op) 2 \(comparison()) \(small()))"
    }

    private mutating func ternary() -> String {
        let test = "\(field(.int64)) \(comparison()) \(small())"
        if random.chance(50) {
            let one = field(.string)
            return "TERNARY(\(test), \(one), 'apple') BEGINSWITH[c] 'a'"
        }
        let one = field(.int64)
        return "TERNARY(\(test), \(one), 3) \(comparison()) \(small())"
    }

    private mutating func call() -> String {
        let name = field(.string, dense: true)
        switch random.number(0...3) {
        case 0: return "FUNCTION(\(name), 'uppercaseString') == 'APPLE'"
        case 1: return "FUNCTION(\(name), 'length') \(comparison()) \(small())"
        case 2: return "FUNCTION(\(name), 'stringByAppendingString:', '!') ENDSWITH 'e!'"
        default: return "FUNCTION(\(name), 'lowercaseString') BEGINSWITH 'a'"
        }
    }

    private mutating func numberList() -> String {
        if random.chance(40) { return field(.int64, list: true, dense: true) }
        let one = field(.int64, dense: true)
        let other = field(.int64, dense: true)
        return "{\(one), \(other), \(small())}"
    }

    /// A number: fields without gaps, constants, operators, functions.
    private mutating func number(_ depth: Int) -> String {
        guard depth > 0 else {
            return random.chance(65)
                ? field(random.pick([.int64, .int64, .double]), dense: true) : "\(small())"
        }
        switch random.number(0...29) {
        case 0...3:
            let left = number(depth - 1)
            return "(\(left) \(random.pick(["+", "-", "*"])) \(number(depth - 1)))"
        case 4: return "(\(number(depth - 1)) / \(random.pick(["2", "3", "2.0", "-2"])))"
        case 5: return "(\(number(depth - 1)) ** \(random.pick(["2", "0", "1"])))"
        case 6: return "(-\(field(.int64, dense: true)))"
        case 7...9:
            let left = field(.int64, dense: true)
            return "(\(left) \(random.pick(["&", "|", "^"])) \(random.number(0...7)))"
        case 10: return "(\(field(.int64, dense: true)) \(random.pick(["<<", ">>"])) 1)"
        case 11: return "(~\(field(.int64, dense: true)))"
        case 12...13:
            let name = random.pick([
                "add:to:", "from:subtract:", "multiply:by:", "bitwiseAnd:with:",
                "bitwiseOr:with:", "bitwiseXor:with:",
            ])
            let left = field(.int64, dense: true)
            return "\(name)(\(left), \(random.number(0...5)))"
        case 14:
            let name = random.pick(["divide:by:", "modulus:by:"])
            return "\(name)(\(field(.int64, dense: true)), \(random.number(1...4)))"
        case 15:
            let name = random.pick(["leftshift:by:", "rightshift:by:", "raise:toPower:"])
            return "\(name)(\(field(.int64, dense: true)), \(random.number(0...2)))"
        case 16: return "onesComplement:(\(field(.int64, dense: true)))"
        case 17...20:
            let name = random.pick([
                "abs", "ceiling", "floor", "trunc", "abs:", "ceiling:", "floor:", "trunc:",
            ])
            return "\(name)(\(number(depth - 1)))"
        case 21...22:
            let name = random.pick(["sqrt", "ln", "log"])
            // The magnitude, and one more, is always in the function's domain.
            return "\(name)(abs(\(field(.double, dense: true))) + 1)"
        case 23: return "exp(\(random.pick(["0", "1"])) * \(field(.double, dense: true)) / 16)"
        case 24...27:
            let name = random.pick([
                "sum", "count", "min", "max", "average", "median:", "stddev:", "min:", "max:",
            ])
            return name.hasPrefix("sum") || name == "count"
                ? "\(name)(\(numberList()))"
                : "\(name)({\(field(.int64, dense: true)), \(field(.double, dense: true)), 3})"
        case 28: return "noindex:(\(number(depth - 1)))"
        default: return "length(\(field(.string, dense: true)))"
        }
    }

    /// What a rival of the nineties can say.
    mutating func plainLeaf() -> String {
        let kind = random.pick([ScalarType.string, .string, .int64, .double])
        let left = field(kind)
        switch random.number(0...11) {
        case 0...2:
            // It has no order of texts; a few keep the rule about that in use.
            let op =
                kind == .string && random.chance(95) ? random.pick(["==", "!="]) : comparison()
            return "\(left) \(op) \(constant(value(kind)))"
        case 3: return "\(left) \(random.pick(["==", "!="])) \(field(kind))"
        case 4: return "\(left) \(random.pick(["==", "!="])) nil"
        case 5...6 where kind == .string:
            let word = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"])
            let place: Place =
                word == "BEGINSWITH" ? .start : word == "ENDSWITH" ? .end : .middle
            return "\(left) \(word)\(random.pick(["", "[c]"])) \(constant(piece(place)))"
        case 7 where kind == .string:
            return
                "\(left) LIKE\(random.pick(["", "[c]"])) '\(random.pick(["a*", "*e", "r?d", "*p*"]))'"
        case 8 where kind == .string:
            return
                "\(left) MATCHES\(random.pick(["", "[c]"])) '\(random.pick(["a.*", "[a-z]+", "r.d"]))'"
        case 9:
            let kind = random.pick([ScalarType.string, .int64])
            let list = field(kind, list: true)
            return "ANY \(list) \(random.pick(["==", "!="])) \(constant(value(kind)))"
        case 10:
            let list = field(.int64, list: true)
            return "\(random.pick(["ALL", "ANY", "NONE"])) \(list) \(comparison()) \(small())"
        case 11:
            let kind = random.pick([ScalarType.string, .int64])
            let value = constant(value(kind))
            return "\(value) IN \(field(kind, list: true))"
        default:
            if kind == .string { return "\(left) == \(constant(value(kind)))" }
            return "\(left) \(random.pick(["+", "-", "*"])) 2 \(comparison()) \(small())"
        }
    }

    /// What CloudKit accepts, as a rule.
    mutating func simpleLeaf() -> String {
        switch random.number(0...9) {
        case 0...1: return numbers()
        case 2...3:
            let left = field(.string)
            return random.chance(40)
                ? "\(left) BEGINSWITH \(constant(piece(.start)))"
                : "\(left) \(comparison()) \(constant(value(.string)))"
        case 4: return "\(field(.string)) IN \(constant(values(.string)))"
        case 5: return dates()
        case 6: return references()
        case 7: return members()
        case 8:
            let words = random.pick(["bob", "red green", "ECLAIR", "apple pie", "the"])
            return random.chance(50)
                ? "self CONTAINS '\(words)'" : "allTokens TOKENMATCHES[cdl] '\(words)'"
        default: return distances()
        }
    }
}
