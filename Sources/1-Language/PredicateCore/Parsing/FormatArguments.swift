import Foundation

/// What a caller passes for one specifier of a format.
///
///     try QueryPredicate(parsing: "%K == %@", arguments: [.value("name"), .value(nil)])
public enum FormatArgument: Sendable, Hashable {
    /// A constant; `.value(.null)` is nil.
    case value(Value)
    /// An expression, embedded where `%@` stands.
    case expression(QueryExpression)
}

/// The arguments of a format, taken one by one or by their position.
struct FormatArguments {
    let values: [FormatArgument]
    private var next = 0

    init(_ values: [FormatArgument]) { self.values = values }

    /// The argument at a position counted from one, or the next; nil when there is none.
    mutating func take(_ position: Int?) -> FormatArgument? {
        if let position {
            return position >= 1 && position <= values.count ? values[position - 1] : nil
        }
        guard next < values.count else { return nil }
        next += 1
        return values[next - 1]
    }
}

/// What a specifier asks of its argument.
struct FormatSpecifier {
    /// The kinds of specifier.
    enum Kind {
        /// `%@`: anything.
        case anything
        /// `%K`: a key path, given as text.
        case keyPath
        /// `%d` and its family, `%lud` among them; fractions are cut off.
        case integer
        /// `%f` and its family.
        case double
        /// `%c`: a number, or a text of one character.
        case character
        /// `%s`: text.
        case text
    }

    var kind: Kind
    /// Counted from one; nil takes the next argument.
    var position: Int?

    /// Reads `%2$ld`; nil when the language has no such specifier.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.dropFirst()
        let digits = rest.prefix { FormatLexer.isDigit($0) }
        if !digits.isEmpty {
            rest = rest.dropFirst(digits.count)
            // Nine digits are more arguments than anyone has.
            guard rest.first == UInt8(ascii: "$"), digits.count <= 9 else { return nil }
            rest = rest.dropFirst()
            position = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        let length = rest.prefix { FormatLexer.isLength($0) }
        rest = rest.dropFirst(length.count)
        guard let letter = rest.first, length.count <= 2 else { return nil }
        // `%lud`, which C reads as `%lu` and a letter, stands in shipped formats for a number.
        guard rest.count == 1 || letter == UInt8(ascii: "u") && Self.isInteger(rest.dropFirst())
        else { return nil }
        switch letter {
        case UInt8(ascii: "@") where length.isEmpty: kind = .anything
        case UInt8(ascii: "K") where length.isEmpty: kind = .keyPath
        case UInt8(ascii: "s") where length.isEmpty: kind = .text
        case UInt8(ascii: "c") where length.isEmpty: kind = .character
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "x"),
            UInt8(ascii: "X"), UInt8(ascii: "o"):
            kind = .integer
        case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "g"), UInt8(ascii: "G"),
            UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "a"), UInt8(ascii: "A"):
            kind = .double
        default: return nil
        }
    }

    private static func isInteger(_ letters: ArraySlice<UInt8>) -> Bool {
        letters.count == 1
            && (letters.first == UInt8(ascii: "d") || letters.first == UInt8(ascii: "i"))
    }

    /// The expression that an argument makes; nil when it is of the wrong kind.
    func expression(_ argument: FormatArgument) -> QueryExpression? {
        if case .expression(let expression) = argument {
            switch (kind, expression) {
            case (.anything, _), (.keyPath, .keyPath), (.keyPath, .this): return expression
            case (_, .constant(let value)): return self.expression(.value(value))
            default: return nil
            }
        }
        guard case .value(let value) = argument else { return nil }
        switch kind {
        case .anything: return .constant(value)
        case .keyPath: return Self.keyPath(value)
        case .integer: return Self.integer(value).map { .constant(.int($0)) }
        case .double: return value.nearestDouble.map { .constant(.double($0)) }
        case .character:
            if case .text(let text) = value {
                return text.count == 1 ? .constant(value) : nil
            }
            return Self.integer(value).map { .constant(.int($0)) }
        case .text:
            guard case .text = value else { return nil }
            return .constant(value)
        }
    }

    /// What the specifier wants, for messages.
    var wanted: String {
        switch kind {
        case .anything: "anything"
        case .keyPath: "a key path as text"
        case .integer, .double: "a number"
        case .character: "a number or one character"
        case .text: "text"
        }
    }

    /// The key path that a text names.
    ///
    /// A leading `SELF` is the object asked.
    private static func keyPath(_ value: Value) -> QueryExpression? {
        guard case .text(let text) = value, !text.isEmpty else { return nil }
        var path = QueryKeyPath(text)
        for step in path.steps { if case .key("") = step { return nil } }
        if case .key(let first) = path.steps[0], first == "SELF" || first == "self" {
            path.steps.removeFirst()
            if path.steps.isEmpty { return .this }
        }
        return .keyPath(path)
    }

    private static func integer(_ value: Value) -> Int64? {
        switch value.kind {
        case .number(.int(let number)): return number
        case .number(.double(let number)): return Int64(exactly: number.rounded(.towardZero))
        case .number(.decimal(var number)):
            var whole = Decimal()
            NSDecimalRound(&whole, &number, 0, number.isSignMinus ? .up : .down)
            return NumberOrder.exactInteger(whole)
        case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            return nil
        }
    }
}
