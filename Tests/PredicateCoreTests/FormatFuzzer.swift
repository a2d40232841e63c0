import TestRandom
import Foundation
import PredicateCore

/// Changes formats at random and asks the parser for them.
struct FormatFuzzer {
    /// How many formats were asked for.
    private(set) var count = 0
    /// How many were predicates.
    private(set) var accepted = 0
    /// A format that was accepted and does not survive printing.
    private(set) var problem: String?

    private var generator: PredicateGenerator
    private var corpus: [[UInt8]]
    private let arguments: [FormatArgument] = [
        .value("name"), .value(1), .value(nil), .value([1, "a"]), .value(2.5), .value("a.b"),
        .expression(.function(.add, [.variable("x"), .constant(1)])),
        .value(.date(Date(microseconds: 1))),
    ]

    init(seed: UInt64) {
        generator = PredicateGenerator(seed: seed)
        corpus = Self.seeds.map { Array($0.utf8) }
        for _ in 0..<200 { corpus.append(Array(generator.predicate(2).format.utf8)) }
    }

    /// Changes one format and parses it.
    mutating func step() {
        var bytes = corpus[Int.random(in: 0..<corpus.count, using: &generator.random)]
        for _ in 0..<Int.random(in: 1...4, using: &generator.random) { change(&bytes) }
        let format = String(decoding: bytes, as: UTF8.self)
        count += 1
        do {
            let predicate = try QueryPredicate(parsing: format, arguments: arguments)
            accepted += 1
            check(predicate, format)
            if bytes.count < 300 {
                corpus[Int.random(in: 0..<corpus.count, using: &generator.random)] = bytes
            }
        } catch {
            // The sentence is made too: it must not crash either.
            if error.description.isEmpty || error.offset > format.utf8.count { problem = format }
        }
    }

    private mutating func check(_ predicate: QueryPredicate, _ format: String) {
        let printed = predicate.format
        let again = try? QueryPredicate(parsing: printed)
        if again != predicate { problem = "\(format)\nprints\n\(printed)" }
        let names = predicate.freeVariables
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, Value.int(1)) })
        let filled = try? predicate.substituting(values)
        if filled?.freeVariables.isEmpty != true { problem = "\(format)\nkeeps a variable" }
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator.random)
        let length = min(bytes.count - place, Int.random(in: 0...8, using: &generator.random))
        switch Int.random(in: 0..<8, using: &generator.random) {
        case 0: bytes.removeSubrange(place..<place + length)
        case 1: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator.random), at: place)
        case 3:
            let other = corpus[Int.random(in: 0..<corpus.count, using: &generator.random)]
            let start = Int.random(in: 0...other.count, using: &generator.random)
            bytes.insert(contentsOf: other[start..<min(other.count, start + 30)], at: place)
        default:
            let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator.random)]
            bytes.replaceSubrange(place..<place + length / 2, with: piece.utf8)
        }
    }

    private static let pieces = [
        " ", "(", ")", "[", "]", "{", "}", ",", ".", "'", "\"", "\\", "$", "$x", "@", "@count", "#",
        "%",
        "%@", "%K", "%d", "%2$@", "%%", "==", "=", "!=", "<>", "<", ">=", "=<", "<<", "&&", "||",
        "!", "&",
        "|", "^", "~", "+", "-", "*", "/", "**", ":=", ":", " AND ", " OR ", " NOT ", "ANY ",
        "ALL ", "NONE ",
        " IN ", " BETWEEN ", " CONTAINS ", " LIKE[cd] ", " UNION ", " MINUS ", "SELF", "nil",
        "<null>",
        "FIRST", "[LAST]", "[0]", "0x1F", "1e5", "1.5", "9223372036854775808", "-", "TRUEPREDICATE",
        "SUBQUERY(", "TERNARY(", "FUNCTION(", "CAST(", "FETCH(", "sum:(", "count(", "now()",
        "add:to:(", "\\u00e9", "\\x4", "\\777", "é", "“", "\u{0}", "\n", "UTI-EQUALS", " isEqual: ",
        "((((((((((", "NOT NOT NOT ", "----", "~~~", "\"NSDate\"", "\"nan\"",
        "CAST(\"inf\", \"NSNumber\")",
    ]

    private static let seeds = [
        "age >= 18 AND name BEGINSWITH[cd] 'a' OR NOT (x IN {1, 2, 3})",
        "ANY items.price BETWEEN {1, $max} AND items.@count > 0",
        "SUBQUERY(items, $x, $x.price > 10 AND ANY $x.tags == 'a').@count > 2",
        "TERNARY(a == 1, b[FIRST], c[0].d) == FUNCTION(a, 'pow:', 3)",
        "%K CONTAINS %@ && b == %d", "x UNION {1, 2} == y MINUS z", "-a ** 2 + ~b & 3 << 1 == 0x1f",
        "CAST(712345.000000, \"NSDate\") < now()", "x IN (1, 2) AND y BETWEEN (1, 3)",
        "#\"two words\".#in == $\"v w\"", "$x := 5 == $x", "a UTI-CONFORMS-TO 'b'",
    ]
}
