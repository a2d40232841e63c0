import TestRandom
import PredicateCore
import RecordCore

// Every function alike often.
extension RandomPredicates {
    /// A comparison that calls a function, each as likely as any other.
    mutating func showcase() -> String {
        let whole = field(.int64, dense: true)
        let broken = field(.double, dense: true)
        let text = field(.string, dense: true)
        let op = comparison()
        let number = random.number(-4...12)
        let small = random.number(0...3)
        let list = random.chance(40) ? field(.int64, list: true, dense: true) : "{\(whole), 3, 5}"
        switch random.pick(Function.allCases) {
        case .sum: return "sum:(\(list)) \(op) \(number)"
        case .count: return "count:(\(list)) \(op) \(small)"
        case .min: return "min({\(whole), \(broken)}) \(op) \(number)"
        case .max: return "max({\(whole), \(broken)}) \(op) \(number)"
        case .average: return "average:({\(whole), \(broken)}) \(op) \(number)"
        case .median: return "median:({\(whole), \(broken), \(number)}) \(op) \(small)"
        case .mode: return "\(number) IN mode:({\(whole), \(whole), \(number)})"
        case .stddev: return "stddev:({\(whole), \(broken)}) \(op) \(small)"
        case .add: return "add:to:(\(whole), \(number)) \(op) \(small)"
        case .subtract: return "from:subtract:(\(whole), \(small)) \(op) \(number)"
        case .multiply: return "multiply:by:(\(whole), \(small)) \(op) \(number)"
        case .divide: return "\(whole) / \(small + 1) \(op) \(small)"
        case .modulus: return "modulus:by:(\(whole), \(small + 1)) \(op) \(small)"
        case .sqrt: return "sqrt(abs(\(broken))) \(op) \(small)"
        case .log: return "log(abs(\(broken)) + 1) \(op) \(random.pick(["0.3", "0.5", "1"]))"
        case .ln: return "ln:(abs(\(broken)) + 1) \(op) \(small)"
        case .raise: return "\(whole) ** \(small) \(op) \(number)"
        case .exp: return "exp:(min({\(broken), 8})) \(op) \(number)"
        case .ceiling: return "ceiling(\(broken)) \(op) \(number)"
        case .abs: return "abs(\(broken)) \(op) \(number)"
        case .trunc: return "trunc(\(broken)) \(op) \(number)"
        case .floor: return "floor:(\(broken)) \(op) \(number)"
        case .negate: return "-\(broken) \(op) \(number)"
        case .now: return "\(field(.timestamp)) \(op) now()"
        case .uppercase: return "uppercase(\(text)) BEGINSWITH 'A'"
        case .lowercase: return "lowercase(\(text)) \(op) 'eclair'"
        case .canonical: return "canonical:(\(text)) IN {'eclair', 'apple', 'red'}"
        case .length: return "length(\(text)) \(op) \(small + 3)"
        case .bitwiseAnd: return "\(whole) & \(small + 1) \(op) \(small)"
        case .bitwiseOr: return "\(whole) | \(small) \(op) \(number)"
        case .bitwiseXor: return "bitwiseXor:with:(\(whole), \(small)) \(op) \(number)"
        case .leftShift: return "\(whole) << \(small) \(op) \(number)"
        case .rightShift: return "rightshift:by:(\(whole), \(small)) \(op) \(small)"
        case .onesComplement: return "~\(whole) \(op) \(number)"
        case .noIndex: return "noindex(\(whole)) \(op) \(number)"
        case .distance: return distances()
        case .objectFrom:
            let list = field(.int64, list: true)
            return "(\(list).@count > 0 AND objectFrom:withIndex:(\(list), 0) \(op) \(number))"
        case .valueForKeyPath:
            // Stores refuse it, so it comes more rarely than the others.
            return random.chance(20)
                ? "\(whole) \(op) \(number)" : "valueForKeyPath:(SELF, 'name') == 'r\(small)'"
        case .tokenize:
            return "allTokens TOKENMATCHES[cdl] tokenize:using:('red apple', 'cdl')"
        }
    }
}
