package import RecordCore
import Synchronization

extension SQLFunction {
    /// The function applied to values as a database has them: null, integer, double, text,
    /// bytes.
    ///
    ///     try SQLFunction.contains.evaluate([.text("Paris"), .text("AR"), .text("c")])  // 1
    ///
    /// Arithmetic that has no answer gives null; the evaluator, which is asked about such rows,
    /// says why.
    ///
    /// - Throws: The error of a pattern that takes too long.
    package func evaluate(_ arguments: [Value]) throws(EvaluationError) -> Value {
        guard arguments.count == arity else { return .null }
        switch self {
        case .equal: return .bool(match(.equal, arguments))
        case .beginsWith: return .bool(match(.beginsWith, arguments))
        case .endsWith: return .bool(match(.endsWith, arguments))
        case .contains: return .bool(match(.contains, arguments))
        case .like:
            guard let (text, pattern, options) = texts(arguments) else { return .bool(false) }
            return .bool(TextMatching.like(text, pattern, options))
        case .matches:
            guard let (text, pattern, options) = texts(arguments) else { return .bool(false) }
            return .bool(try TextMatching.matches(text, pattern, options))
        case .order, .objectOrder:
            guard let (a, b, options) = texts(arguments) else { return .null }
            let profile: TextProfile = self == .order ? .records : .objects
            switch TextMatching.order(a, b, options, profile: profile) {
            case .less: return .int(-1)
            case .equal: return .int(0)
            case .greater: return .int(1)
            }
        case .fold:
            guard case .text(let text) = arguments[0] else { return .null }
            return .text(TextForm.folded(text))
        case .distance:
            var degrees: [Double] = []
            for argument in arguments {
                switch argument {
                case .double(let number): degrees.append(number)
                case .int(let number): degrees.append(Double(number))
                default: return .null  // No number, no place.
                }
            }
            let a = Location(latitude: degrees[0], longitude: degrees[1])
            let b = Location(latitude: degrees[2], longitude: degrees[3])
            return .double(a.distance(to: b))
        case .listCount:
            guard case .bytes(let bytes) = arguments[0] else { return .null }
            return .int(Int64(ListCoding.count(bytes)))
        case .language(let function):
            guard let compiled = SQLFunction.compiled[function] else { return .null }
            // An argument of another kind gives NULL, as SQL's own functions do.
            return (try? compiled.value(for: .list(arguments))) ?? .null
        }
    }

    private func texts(_ arguments: [Value]) -> (String, String, ComparisonOptions)? {
        guard case .text(let a) = arguments[0], case .text(let b) = arguments[1] else {
            return nil
        }
        guard case .text(let letters) = arguments[2] else { return (a, b, []) }
        return (a, b, ComparisonOptions(letters: letters))
    }

    private func match(_ kind: TextPattern.Kind, _ arguments: [Value]) -> Bool {
        guard let (text, wanted, options) = texts(arguments) else { return false }
        return PatternCache.pattern(kind, wanted, options).matches(text)
    }

    /// The evaluator's own functions, compiled once over a list of arguments.
    private static let compiled: [Function: ExpressionEvaluator<Value>] = {
        var table: [Function: ExpressionEvaluator<Value>] = [:]
        for function in SQLFunction.calculations {
            let arguments = (0..<function.arity.lowerBound).map { place in
                QueryExpression.index(.this, .value(.constant(.int(Int64(place)))))
            }
            // The functions of this table all compile.
            table[function] = try? ExpressionEvaluator(.function(function, arguments))
        }
        return table
    }()
}

extension ComparisonOptions {
    /// The options that letters stand for: `"cd"`.
    init(letters: String) {
        self = []
        for letter in letters.utf8 {
            switch letter {
            case UInt8(ascii: "c"): insert(.caseInsensitive)
            case UInt8(ascii: "d"): insert(.diacriticInsensitive)
            case UInt8(ascii: "n"): insert(.normalized)
            case UInt8(ascii: "l"): insert(.localeSensitive)
            default: break
            }
        }
    }
}

/// The pattern that was asked for last: a statement asks for the same one row by row.
enum PatternCache {
    private struct Entry: Sendable {
        let kind: TextPattern.Kind
        let wanted: String
        let options: ComparisonOptions
        let pattern: TextPattern
    }

    private static let entries = Mutex<[Entry]>([])

    static func pattern(
        _ kind: TextPattern.Kind, _ wanted: String, _ options: ComparisonOptions
    ) -> TextPattern {
        entries.withLock { entries in
            if let known = entries.first(where: {
                $0.kind == kind && $0.options == options
                    && $0.wanted.hasSameBytes(as: wanted)
            }) {
                return known.pattern
            }
            // Records and objects search alike.
            let made = TextPattern(kind, wanted, options, .records)
            if entries.count >= 8 { entries.removeFirst() }
            entries.append(Entry(kind: kind, wanted: wanted, options: options, pattern: made))
            return made
        }
    }
}
