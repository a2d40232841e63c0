/// Writes predicates as formats that parse back to equal predicates.
///
///     PredicatePrinter.format(.not(predicate))  // NOT name == nil
///
/// Blocks and opaque objects have no such form; they are written for people to read.
struct PredicatePrinter {
    /// How tightly what is printed binds, loosest first.
    enum Level: Int8, Comparable {
        case assignment, set, bitwise, additive, multiplicative, power, unary
        /// A number: it binds like a term, but a key after it could be read as a fraction.
        case number
        case term

        static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

        /// The next tighter level.
        var next: Level { Level(rawValue: rawValue + 1) ?? .term }
    }

    /// What is printed so far.
    private(set) var text = ""
    /// Whether a double must not look like an integer: inside arithmetic the kind of a number
    /// decides the answer.
    var isExact = false

    /// The levels that the stack at hand has room for.
    private var room = DeepStack.room

    init() {}

    /// The printed form of a predicate.
    static func format(_ predicate: QueryPredicate) -> String {
        var printer = PredicatePrinter()
        printer.print(predicate)
        return printer.text
    }

    /// The printed form of an expression.
    static func format(_ expression: QueryExpression, isExact: Bool = false) -> String {
        var printer = PredicatePrinter()
        printer.isExact = isExact
        printer.print(expression, .assignment)
        return printer.text
    }

    mutating func write(_ more: String) { text += more }

    /// Prints one level further in, on a larger stack when this one is used up.
    mutating func deeper(_ body: (inout PredicatePrinter) -> Void) {
        let saved = room
        defer { room = saved }
        if room > 0 {
            room -= 1
            body(&self)
        } else {
            room = DeepStack.largeRoom
            DeepStack.run { body(&self) }
        }
    }

    // MARK: - Conditions

    /// Prints a condition that stands alone.
    mutating func print(_ predicate: QueryPredicate) {
        deeper { $0.bare(predicate) }
    }

    private mutating func bare(_ predicate: QueryPredicate) {
        switch predicate {
        case .constant(let truth): text += truth ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): print(comparison)
        case .and(let parts): chain(parts, " AND ", empty: "TRUEPREDICATE")
        case .or(let parts): chain(parts, " OR ", empty: "FALSEPREDICATE")
        case .not(let part):
            text += "NOT "
            negated(part)
        case .block: text += "BLOCKPREDICATE(…)"
        }
    }

    private mutating func chain(_ parts: [QueryPredicate], _ connective: String, empty: String) {
        if parts.isEmpty { text += empty }
        if parts.count == 1 { return print(parts[0]) }
        for (place, part) in parts.enumerated() {
            if place > 0 { text += connective }
            self.part(part, connective)
        }
    }

    /// Prints one part of a chain: chains of the same connective flow together, other compounds
    /// stand in parentheses.
    private mutating func part(_ predicate: QueryPredicate, _ connective: String) {
        switch predicate {
        case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
            deeper { $0.part(parts[0], connective) }
        case .and(let parts) where parts.isEmpty, .or(let parts) where parts.isEmpty:
            print(predicate)
        case .and(let parts) where connective == " AND ":
            deeper { $0.chain(parts, connective, empty: "") }
        case .or(let parts) where connective == " OR ":
            deeper { $0.chain(parts, connective, empty: "") }
        case .and, .or, .not: parenthesised(predicate)
        case .constant, .comparison, .block: print(predicate)
        }
    }

    private mutating func negated(_ predicate: QueryPredicate) {
        switch predicate {
        case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
            deeper { $0.negated(parts[0]) }
        case .and(let parts), .or(let parts):
            if parts.isEmpty { print(predicate) } else { parenthesised(predicate) }
        case .constant, .comparison, .not, .block: print(predicate)
        }
    }

    private mutating func parenthesised(_ predicate: QueryPredicate) {
        text += "("
        print(predicate)
        text += ")"
    }

    private mutating func print(_ comparison: Comparison) {
        let saved = isExact
        isExact = false
        switch comparison.quantifier {
        case .direct: break
        case .any: text += "ANY "
        case .all: text += "ALL "
        }
        print(comparison.left, .set)
        text += " "
        text += comparison.op.spellings[0]
        if !comparison.options.isEmpty {
            text += "["
            text += comparison.options.letters
            text += "]"
        }
        text += " "
        print(comparison.right, .set)
        isExact = saved
    }
}

extension QueryPredicate: CustomStringConvertible {
    /// The printed form, which parses back to an equal predicate.
    ///
    ///     try QueryPredicate(parsing: "a = 1 or not b <> yes").format
    ///     // a == 1 OR (NOT b != 1)
    ///
    /// What Apple calls `predicateFormat`. A predicate with a block or an opaque object in it
    /// prints for people only. Keys that are no words are quoted: `#"a key" == 1`.
    public var format: String { PredicatePrinter.format(self) }

    /// The printed form, which parses back to an equal predicate.
    public var description: String { format }
}

extension QueryExpression: CustomStringConvertible {
    /// The printed form, which parses back to an equal expression.
    public var format: String { PredicatePrinter.format(self) }

    /// The printed form whose numbers are read as numbers of the same kind: `5.0`, not `5`.
    package var exactFormat: String { PredicatePrinter.format(self, isExact: true) }

    /// The printed form, which parses back to an equal expression.
    public var description: String { format }
}
