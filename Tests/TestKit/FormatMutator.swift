import TestRandom

/// Makes formats that are almost, or not at all, predicates.
package struct FormatMutator: Sendable {
    private var random: RandomNumbers

    private static let scraps = [
        "(", ")", "{", "}", "[", "]", "'", "\"", "\\", "%@", "%K", "%d", "%", "$x", "$", "#", "@",
        "@count", "@sum", ".", ",", ":", ";", "-", "+", "*", "**", "/", "&", "|", "^", "~", "<<",
        ">>", "!", "!=", "<>", "==", "===", "=", ":=", "0x", "0x1F", "1e9", "1e999", "1.", ".5",
        "99999999999999999999", "AND", "OR", "NOT", "ANY", "ALL", "NONE", "SOME", "IN", "BETWEEN",
        "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH[cd]", "[c]", "[xyz]", "SELF", "nil", "TRUE",
        "TRUEPREDICATE", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "sum:(", "now()",
        "UNION", "MINUS", "\\u00e9", "\u{e9}", "\u{1f600}", "\u{301}", "\u{0}", "\n", " ",
        "[FIRST]", "[0]", "[-1]", "'(((a+)+)+)$'", "'['",
    ]

    /// A mutator that depends on nothing but the seed.
    package init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    /// A format with a few things changed in it.
    package mutating func mutate(_ format: String) -> String {
        var bytes = Array(format.utf8)
        for _ in 0..<random.number(1...4) {
            let place = random.number(0...bytes.count)
            switch random.number(0...6) {
            case 0 where place < bytes.count: bytes.remove(at: place)
            case 1 where place < bytes.count:
                bytes[place] = UInt8(random.number(1...255))
            case 2...3:
                bytes.insert(contentsOf: Array(random.pick(FormatMutator.scraps).utf8), at: place)
            case 4 where place < bytes.count:
                let end = Swift.min(bytes.count, place + random.number(1...20))
                bytes.removeSubrange(place..<end)
            case 5 where place < bytes.count:
                let end = Swift.min(bytes.count, place + random.number(1...20))
                bytes.insert(contentsOf: bytes[place..<end], at: random.number(0...bytes.count))
            case 6 where bytes.count < 400 && random.chance(5):
                let open = random.pick(["(", "NOT (", "{", "a[", "-"])
                bytes.insert(
                    contentsOf: Array(String(repeating: open, count: 300).utf8), at: place)
            default: bytes.insert(contentsOf: Array(" ".utf8), at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
