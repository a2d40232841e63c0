import TestRandom
import Foundation
import PredicateCore
import RecordCore

// Comparisons of one field with constants.
extension RandomPredicates {
    mutating func numbers() -> String {
        let kind = random.pick([ScalarType.int64, .int64, .double])
        let left = field(kind)
        switch random.number(0...9) {
        case 0...4: return "\(left) \(comparison()) \(constant(value(kind)))"
        case 5:
            let right = constant(value(kind))
            return "\(right) \(comparison()) \(left)"
        case 6...7: return "\(left) BETWEEN \(constant(bounds(kind)))"
        case 8: return "\(left) \(random.pick(["IN", "NOT IN"])) \(constant(values(kind)))"
        default: return "\(constant(values(kind, 1...4))) CONTAINS \(left)"
        }
    }

    mutating func texts() -> String {
        let left = random.chance(12) ? folded() : field(.string)
        switch random.number(0...15) {
        case 0...3: return "\(left) \(comparison())\(options()) \(constant(value(.string)))"
        case 4: return "\(left) BETWEEN\(options()) \(constant(bounds(.string)))"
        case 5...6: return "\(left) IN\(options()) \(constant(values(.string)))"
        case 7...8: return "\(left) BEGINSWITH\(options()) \(constant(piece(.start)))"
        case 9...10: return "\(left) ENDSWITH\(options()) \(constant(piece(.end)))"
        case 11: return "\(left) CONTAINS\(options()) \(constant(piece(.middle)))"
        case 12: return "\(constant(piece(.middle))) IN\(options()) \(left)"
        case 13...14: return "\(left) LIKE\(options()) \(constant(.text(wildcard())))"
        default: return "\(left) MATCHES\(options()) \(constant(.text(pattern())))"
        }
    }

    private mutating func folded() -> String {
        let name = random.pick(["lowercase", "uppercase", "canonical"])
        return random.chance(50) ? "\(name)(\(field(.string)))" : "\(name):(\(field(.string)))"
    }

    enum Place { case start, middle, end }

    /// A part of one of the texts.
    mutating func piece(_ place: Place) -> Value {
        let scalars = Array(random.pick(RandomRows.texts).unicodeScalars)
        guard !scalars.isEmpty, !random.chance(4) else { return .text("") }
        let count = random.number(1...Swift.min(3, scalars.count))
        let start =
            switch place {
            case .start: 0
            case .middle: random.number(0...(scalars.count - count))
            case .end: scalars.count - count
            }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<(start + count)])
        return .text(text)
    }

    private mutating func wildcard() -> String {
        var result = ""
        for scalar in random.pick(RandomRows.texts).unicodeScalars {
            switch random.number(0...9) {
            case 0: result += "?"
            case 1: result += "*"
            case 2: continue
            default:
                if "*?\\".unicodeScalars.contains(scalar) { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
        return random.chance(50) ? result + "*" : random.chance(30) ? "*" + result : result
    }

    private mutating func pattern() -> String {
        random.pick([
            "a.*", ".*e", "[a-z]+", "[A-Z].*", "\\w+", "(app|pine).*", "\\p{L}+", ".*\\s.*", "",
            "..?.?", "[^a]*", "(?i)red.*", ".*[*?.%_].*", "b(ob)?.*", ".*clair", "stra.*",
        ])
    }

    mutating func dates() -> String {
        let left = field(.timestamp)
        switch random.number(0...7) {
        case 0...3: return "\(left) \(comparison()) \(constant(value(.timestamp)))"
        case 4: return "\(left) BETWEEN \(constant(bounds(.timestamp)))"
        case 5: return "\(left) IN \(constant(values(.timestamp)))"
        case 6: return "\(left) \(random.pick(["<", ">", "!="])) now()"
        default:
            let right = constant(value(.timestamp))
            return "\(right) \(comparison()) \(left)"
        }
    }

    mutating func references() -> String {
        let left = field(.reference)
        switch random.number(0...3) {
        case 0: return "\(left) \(random.pick(["==", "!="])) \(constant(value(.reference)))"
        case 1: return "\(left) IN \(constant(values(.reference, 1...5)))"
        case 2: return "\(left) == \(constant(value(.reference)))"
        default: return "\(constant(value(.reference))) IN \(field(.reference, list: true))"
        }
    }

    mutating func bytes() -> String {
        let left = field(.bytes)
        if random.chance(30) { return "\(left) IN \(constant(values(.bytes, 1...4)))" }
        return "\(left) \(random.pick(["==", "!="])) \(constant(value(.bytes)))"
    }

    mutating func distances() -> String {
        let place = random.pick(RandomRows.places)
        let radius = random.pick(["500", "1500.0", "20000", "400000", "3e6", "1.1e7", "20016000"])
        let left = field(.location)
        arguments.append(.location(place))
        let arguments = random.chance(85) ? "(\(left), %@)" : "(%@, \(left))"
        let op = random.pick(["<", "<", "<=", ">", ">="])
        return "distanceToLocation:fromLocation:\(arguments) \(op) \(radius)"
    }

    mutating func nils() -> String {
        let scalar = random.pick(ScalarType.allCases.filter { $0 != .asset })
        let list = random.chance(25) && !rows.names(scalar, list: true).isEmpty
        let left = field(scalar, list: list)
        if list || scalar == .location || scalar == .bytes || scalar == .reference {
            return "\(left) \(random.pick(["==", "!="])) nil"
        }
        if scalar == .string, random.chance(30) {
            let word = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"])
            return "\(left) \(word)\(options()) nil"
        }
        return random.chance(70) ? "\(left) \(comparison()) nil" : "nil \(comparison()) \(left)"
    }

    mutating func twoFields() -> String {
        let scalar = random.pick([
            ScalarType.string, .string, .int64, .double, .timestamp, .reference,
        ])
        let left = field(scalar)
        let right = field(scalar == .int64 && random.chance(40) ? .double : scalar)
        switch scalar {
        case .reference: return "\(left) \(random.pick(["==", "!="])) \(right)"
        case .string where random.chance(60):
            let word = random.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "IN", "LIKE", "=="])
            return "\(left) \(word)\(options()) \(right)"
        case .string, .int64, .double, .timestamp, .bytes, .location, .asset:
            return "\(left) \(comparison()) \(right)"
        }
    }

    mutating func tokens() -> String {
        let words = random.pick([
            "bob", "BOB smith", "apple", "red green", "\u{e9}clair", "ECLAIR", "pie", "the red",
            "nothing", "one two", "strasse",
        ])
        let right =
            random.chance(50)
            ? constant(.text(words)) : "tokenize:using:(\(constant(.text(words))), 'cdl')"
        return "allTokens TOKENMATCHES\(random.pick(["[cdl]", "[cd]", ""])) \(right)"
    }

    mutating func oddities() -> String {
        switch random.number(0...11) {
        case 0...1: "\(field(.string)) UTI-CONFORMS-TO 'public.text'"
        case 2...3: "\(field(.string)) UTI-EQUALS 'public.text'"
        case 4...5: "\(field(.string)) isKindOfClass: 'NSString'"
        case 6...7: "TRUEPREDICATE"
        case 8: "FALSEPREDICATE"
        case 9: "\(field(.string)) < 5"
        case 10: "\(field(.string, list: true)) == 'red'"
        default: "nowhere == \(random.number(0...9))"
        }
    }
}
