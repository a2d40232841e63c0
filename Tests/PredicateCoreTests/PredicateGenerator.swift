import Foundation
import PredicateCore
import TestRandom

/// Makes predicates of every shape that the parser makes.
///
///     var generator = PredicateGenerator(seed: 1)
///     generator.predicate(4)  // up to four levels of AND, OR and NOT
///
/// Covers each operator, option, function, index, quantifier and kind of constant, and counts
/// what it has made.
struct PredicateGenerator {
    var random: RandomNumbers
    /// How often each kind of part was made.
    private(set) var counts: [String: Int] = [:]

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    private mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    // MARK: - Conditions

    /// A predicate of at most so many levels of conditions.
    mutating func predicate(_ room: Int) -> QueryPredicate {
        guard room > 0 else { return .comparison(comparison(1)) }
        switch below(10) {
        case 0:
            count("not")
            return .not(predicate(room - 1))
        case 1, 2:
            count("and")
            return .and(
                parts(room) { part in if case .and = part { .not(part) } else { part } })
        case 3, 4:
            count("or")
            return .or(parts(room) { part in if case .or = part { .not(part) } else { part } })
        case 5:
            count("constant")
            return .constant(below(2) == 0)
        default: return .comparison(comparison(below(8) == 0 ? 3 : 2))
        }
    }

    /// Two to four parts that no chain would swallow.
    private mutating func parts(
        _ room: Int, _ apart: (QueryPredicate) -> QueryPredicate
    ) -> [QueryPredicate] {
        (0..<2 + below(3)).map { _ in apart(predicate(room - 1)) }
    }

    private mutating func comparison(_ room: Int) -> Comparison {
        var op = pick(Operator.all)
        if below(20) == 0 { op = .selector(pick(["isKindOfClass:", "compare:", "a:b:"])) }
        count("operator \(op.spellings[0])")
        var options: ComparisonOptions = []
        if below(3) == 0 { options = ComparisonOptions(rawValue: UInt(below(16))) }
        count("options [\(options.letters)]")
        let quantifier: Quantifier = pick([.direct, .direct, .direct, .any, .all])
        count("quantifier \(quantifier)")
        let left = expression(room)
        let right: QueryExpression
        switch op {
        case .between: right = .aggregate([expression(room - 1), expression(room - 1)])
        case .in where below(2) == 0: right = .constant(.list((0..<below(4)).map { _ in value(1) }))
        default: right = expression(room)  // Any operator may stand before any value.
        }
        return Comparison(left, op, right, quantifier: quantifier, options: options)
    }

    // MARK: - Values

    /// An expression of at most so many levels.
    mutating func expression(_ room: Int) -> QueryExpression {
        guard room > 0 else { return leaf() }
        switch below(24) {
        case 0...7: return leaf()
        case 8...12: return function(room)
        case 13:
            count("path")
            return .path(base(room), keyPath())
        case 14, 15: return index(room)
        case 16:
            count("call")
            let arguments = (0..<below(3)).map { _ in expression(room - 1) }
            return .call(
                expression(room - 1), selector: pick(["pow:", "uppercaseString", "a:\"b\":"]),
                arguments)
        case 17:
            count("cast")
            return .cast(
                expression(room - 1),
                type: pick(["NSDate", "NSNumber", "NSString", "NSURL", "NSDictionary", "NSUUID"]))
        case 18:
            count("aggregate")
            return .aggregate((0..<below(4)).map { _ in expression(room - 1) })
        case 19:
            count("subquery")
            return .subquery(
                expression(room - 1), variable: pick(["x", "y"]), predicate(room - 2))
        case 20:
            count("conditional")
            return .conditional(predicate(room - 2), expression(room - 1), expression(room - 1))
        case 21:
            let op = pick(SetOperator.allCases)
            count("set \(op.rawValue)")
            return .set(op, expression(room - 1), expression(room - 1))
        case 22:
            count("assignment")
            return .assignment(variable: pick(["x", "y"]), expression(room - 1))
        default:
            count("fetch")
            return .fetch(
                expression(room - 1), expression(room - 1), countOnly: below(2) == 0)
        }
    }

    private mutating func leaf() -> QueryExpression {
        switch below(12) {
        case 0:
            count("self")
            return .this
        case 1:
            count("variable")
            return .variable(pick(["x", "name", "self", "1st", "two words", "é", "in"]))
        case 2:
            count("any key")
            return .anyKey
        case 3...6:
            count("key path")
            return .keyPath(keyPath())
        default: return .constant(value(2))
        }
    }

    /// An expression whose keys the parser keeps apart from those that follow.
    private mutating func base(_ room: Int) -> QueryExpression {
        let expression = expression(room - 1)
        switch expression {
        case .this, .keyPath, .path: return .variable("x")
        default: return expression  // Every other expression is a base.
        }
    }

    private mutating func function(_ room: Int) -> QueryExpression {
        let function = pick(Function.allCases)
        count("function \(function.rawValue)")
        let most = min(function.arity.upperBound, function.arity.lowerBound + 2)
        let arguments = (0..<Int.random(in: function.arity.lowerBound...most, using: &random))
        return .function(function, arguments.map { _ in expression(room - 1) })
    }

    private mutating func index(_ room: Int) -> QueryExpression {
        let index: ExpressionIndex
        switch below(6) {
        case 0: index = .first
        case 1: index = .last
        case 2: index = .size
        case 3: index = .value(.keyPath(QueryKeyPath(pick(["first", "Last", "SIZE", "key"]))))
        default: index = .value(expression(room - 1))
        }
        if case .value = index { count("index value") } else { count("index \(index)") }
        return .index(expression(room - 1), index)
    }

    private mutating func keyPath() -> QueryKeyPath {
        let steps = (0..<1 + below(3)).map { _ -> QueryKeyPath.Step in
            if below(4) == 0 {
                let op = pick(CollectionOperator.allCases)
                count("collection \(op.rawValue)")
                return .collection(op)
            }
            return .key(key())
        }
        return QueryKeyPath(steps: steps)
    }

    private mutating func key() -> String {
        if below(4) == 0 {
            count("reserved key")
            return pick([
                "and", "or", "NOT", "in", "self", "SELF", "first", "Last", "size", "true", "nil",
                "between", "cast", "SUBQUERY", "union", "function", "minus", "anykey", "like",
            ])
        }
        if below(4) == 0 {
            count("odd key")
            return pick([
                "two words", "a.b", "", "1st", "@custom", "@count", "#x", "a-b", "q\"q", "b\\s",
                "naïve", "名前", "😀", "a\nb", "$x", "“", "a:b", "%@", "null>",
            ])
        }
        return pick(["a", "b", "name", "age", "items", "max", "count", "UTI", "_x", "a1", "e5"])
    }

    // MARK: - Constants

    /// A constant; lists and dictionaries of at most so many levels.
    mutating func value(_ room: Int) -> Value {
        switch below(room > 0 ? 17 : 15) {
        case 0, 1:
            count("int")
            return .int(pick([0, 1, -1, 42, .max, .min, Int64(truncatingIfNeeded: random.next())]))
        case 2, 3:
            count("double")
            return .double(double())
        case 4:
            count("decimal")
            return .decimal(decimal())
        case 5, 6, 7:
            count("text")
            return .text(text())
        case 8:
            count("date")
            return .date(date())
        case 9:
            count("bytes")
            return .bytes(Data((0..<below(9)).map { _ in UInt8(below(256)) }))
        case 10:
            count("uuid")
            let high = random.next()
            return .uuid(
                UUID(
                    uuidString: pick([
                        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
                        "00000000-0000-0000-0000-"
                            + String(format: "%012X", high & 0xFFFF_FFFF_FFFF),
                    ])) ?? UUID())
        case 11:
            count("url")
            let text = pick(["https://example.org/a?b=c%20d#e", "mailto:a@b.c", "x", "/a/b"])
            return URL(string: text).map { .url($0) } ?? .null
        case 12:
            count("reference")
            let zone = ZoneID(
                pick(["_defaultZone", "A;B=%3B"]), owner: pick(["_me", "__defaultOwner__"]))
            return .reference(
                Reference(RecordID(text(), zone: zone), action: pick(Reference.Action.allCases)))
        case 13: return place()
        case 14:
            count("null")
            return .null
        case 15:
            count("list")
            return .list((0..<below(4)).map { _ in value(room - 1) })
        default:
            count("dictionary")
            var members: [String: Value] = [:]
            for _ in 0..<below(4) { members[text()] = value(room - 1) }
            return .dictionary(members)
        }
    }

    private mutating func place() -> Value {
        if below(4) == 0 {
            count("asset")
            var asset = Asset(checksum: "ab;%=", size: 7, fileURL: URL(string: "file:///tmp/x%20y"))
            if below(2) == 0 { asset.content = Data([1, 2, 3]) }
            return .asset(asset)
        }
        count("location")
        var location = Location(
            latitude: .random(in: -90...90, using: &random),
            longitude: .random(in: -180...180, using: &random))
        if below(2) == 0 { location.altitude = 35 }
        if below(4) == 0 { location.speed = 1e-9 }
        if below(4) == 0 { location.timestamp = Date(timeIntervalSinceReferenceDate: 12345.25) }
        return .location(location)
    }

    private mutating func double() -> Double {
        switch below(6) {
        case 0:
            pick([
                0, -0.0, 1, 2, -3, 1e15, 1e16, 1e300, .leastNonzeroMagnitude,
                .greatestFiniteMagnitude,
            ])
        case 1: pick([.nan, .infinity, -.infinity])
        case 2: Double(bitPattern: random.next())
        case 3: Double(Int64.random(in: -1000...1000, using: &random))
        default: Double.random(in: -100...100, using: &random)
        }
    }

    private mutating func decimal() -> Decimal {
        let digits = pick([
            "0", "0.1", "-2.5", "18446744073709551616", "12345678901234567890123456789012345678",
            "0.123456789012345678901234567890", "-1000000000000000000000", "3",
        ])
        return Decimal(string: digits) ?? 0
    }

    private mutating func date() -> Date {
        switch below(4) {
        case 0:
            Date(timeIntervalSinceReferenceDate: pick([0, 712345, -1e9, 0.000001, 1e12, -1e300]))
        case 1: Date(microseconds: Int64(truncatingIfNeeded: random.next()))
        default:
            Date(timeIntervalSinceReferenceDate: Double.random(in: -4e9...4e9, using: &random))
        }
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "Z", "0", " ", "\"", "'", "\\", "\n", "\t", "\r", "\u{0}", "\u{7F}", "é",
            "e\u{301}",
            "😀", "%@", "%%", "$x", "{", "}", "*", "?", "\u{FEFF}", "”", "//", ";", "=", "%3B",
        ]
        return (0..<below(6)).map { _ in pick(pieces) }.joined()
    }
}
