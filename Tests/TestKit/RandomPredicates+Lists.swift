import TestRandom
import Foundation
import PredicateCore
import RecordCore

// Questions about lists.
extension RandomPredicates {
    mutating func member(_ scalar: ScalarType) -> Value {
        scalar == .string ? value(.string) : RandomRows.value(scalar, using: &random)
    }

    private mutating func listKind() -> ScalarType {
        random.pick([.string, .string, .int64, .int64, .double, .timestamp, .reference, .bytes])
    }

    mutating func members() -> String {
        let kind = listKind()
        let options = kind == .string ? options() : ""
        switch random.number(0...4) {
        case 0...1:
            let list = field(kind, list: true)
            return "\(list) CONTAINS\(options) \(constant(member(kind)))"
        case 2...3:
            let left = constant(member(kind))
            return "\(left) IN\(options) \(field(kind, list: true))"
        default: return "\(field(kind)) IN\(options) \(field(kind, list: true))"
        }
    }

    mutating func quantified() -> String {
        let quantifier = random.pick(["ANY", "ANY", "SOME", "ALL", "ALL", "NONE"])
        let kind = listKind()
        if random.chance(8) {
            let left = constant(values(kind, 0...3))
            return "\(quantifier) \(left) == \(field(kind))"
        }
        let list = field(kind, list: true)
        if kind == .bytes || kind == .reference {
            if random.chance(40) {
                return "\(quantifier) \(list) IN \(constant(values(kind, 1...4)))"
            }
            return "\(quantifier) \(list) \(random.pick(["==", "!="])) \(constant(member(kind)))"
        }
        switch random.number(0...9) {
        case 0...3:
            let options = kind == .string ? options() : ""
            return "\(quantifier) \(list) \(comparison())\(options) \(constant(member(kind)))"
        case 4: return "\(quantifier) \(list) BETWEEN \(constant(bounds(kind)))"
        case 5: return "\(quantifier) \(list) IN \(constant(values(kind, 1...4)))"
        case 6...7 where kind == .string:
            let word = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"])
            let place: Place =
                word == "BEGINSWITH" ? .start : word == "ENDSWITH" ? .end : .middle
            return "\(quantifier) \(list) \(word)\(options()) \(constant(piece(place)))"
        case 8 where kind == .string:
            return
                "\(quantifier) \(list) LIKE\(options()) '\(random.pick(["*a*", "?*", "r*", "a?p*"]))'"
        case 9 where kind == .string:
            return "\(quantifier) \(list) MATCHES\(options()) '\(random.pick([".*a.*", "[a-z]+"]))'"
        default: return "\(quantifier) \(list) == \(constant(member(kind)))"
        }
    }

    mutating func counted() -> String {
        let kind = listKind()
        let list = field(kind, list: true)
        if random.chance(50) {
            return "\(list).@count \(comparison()) \(random.number(0...4))"
        }
        let numeric = field(random.pick([.int64, .double]), list: true)
        let operation = random.pick(["sum", "avg", "min", "max"])
        return "\(numeric).@\(operation).self \(comparison()) \(random.number(-2...8))"
    }

    mutating func subquery() -> String {
        let kind = random.pick([ScalarType.string, .int64, .double, .timestamp])
        let list = field(kind, list: true, dense: true)
        if random.chance(15), kind != .timestamp {
            return "SUBQUERY(\(list), $m, $m == \(field(kind))).@count > 0"
        }
        var inner = "$m \(comparison()) \(constant(member(kind)))"
        if random.chance(30) {
            let word = random.pick(["AND", "OR"])
            inner += " \(word) $m != \(constant(member(kind)))"
        } else if random.chance(20) {
            inner = "NOT (\(inner))"
        }
        return "SUBQUERY(\(list), $m, \(inner)).@count \(comparison()) \(random.number(0...2))"
    }

    mutating func indexed() -> String {
        let kind = random.pick([ScalarType.string, .int64, .double])
        let list = field(kind, list: true)
        switch random.number(0...6) {
        case 0...2:
            let place = random.pick(["FIRST", "LAST"])
            let op = kind == .string ? random.pick(["==", "!=", "BEGINSWITH"]) : comparison()
            return "\(list)[\(place)] \(op) \(constant(member(kind)))"
        case 3: return "\(list)[SIZE] \(comparison()) \(random.number(0...4))"
        case 4...5:
            return "(\(list).@count > 1 AND \(list)[1] == \(constant(member(kind))))"
        default:
            let value = constant(member(kind))
            return "(\(list).@count > 0 AND objectFrom:withIndex:(\(list), 0) == \(value))"
        }
    }
}
