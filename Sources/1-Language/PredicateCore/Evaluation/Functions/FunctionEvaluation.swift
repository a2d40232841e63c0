import Foundation

/// What the functions of the language give.
enum FunctionEvaluation {
    /// Applies a function to the values of its arguments.
    ///
    /// `now` and `valueForKeyPath:` need
    /// more than values and are compiled elsewhere.
    static func apply(
        _ function: Function, _ arguments: [Value], _ profile: TextProfile = .foundation
    ) throws(EvaluationError) -> Value {
        guard function.arity.contains(arguments.count), let first = arguments.first else {
            throw EvaluationError(
                .incompatibleValues,
                "The function \(function.rawValue) does not take \(arguments.count) arguments.")
        }
        let name = function.rawValue
        switch function {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
            return try aggregate(function, arguments, profile)
        case .add, .subtract, .multiply, .divide, .modulus, .raise, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .leftShift, .rightShift, .distance, .objectFrom, .tokenize:
            return try binary(function, first, arguments[1])
        case .sqrt: return try real(first, name) { $0.squareRoot() }
        case .log: return try real(first, name) { log10($0) }
        case .ln: return try real(first, name) { Foundation.log($0) }
        case .exp: return try real(first, name) { Foundation.exp($0) }
        case .ceiling: return try rounded(first, .up, name)
        case .floor: return try rounded(first, .down, name)
        case .trunc: return try rounded(first, .towardZero, name)
        case .abs: return try magnitude(first, name)
        case .negate: return try Arithmetic.apply(.subtract, .int(0), first)
        case .uppercase: return try mapText(first, name) { $0.uppercased() }
        case .lowercase: return try mapText(first, name) { $0.lowercased() }
        case .canonical:
            return try mapText(first, name) {
                TextMatching.composed(
                    TextMatching.fold($0, [.caseInsensitive, .diacriticInsensitive]))
            }
        case .length: return try length(first, name)
        case .onesComplement:
            return try Arithmetic.bits(first, name).map { .int(~$0) } ?? .null
        case .noIndex: return first
        case .now, .valueForKeyPath:
            throw EvaluationError(.unsupported, "The function \(name) cannot be called here.")
        }
    }

    static func binary(
        _ function: Function, _ a: Value, _ b: Value, _ profile: TextProfile = .foundation
    ) throws(EvaluationError) -> Value {
        let name = function.rawValue
        switch function {
        case .add: return try Arithmetic.apply(.add, a, b)
        case .subtract: return try Arithmetic.apply(.subtract, a, b)
        case .multiply: return try Arithmetic.apply(.multiply, a, b)
        case .divide: return try Arithmetic.apply(.divide, a, b)
        case .modulus: return try Arithmetic.apply(.remainder, a, b)
        case .raise: return try Arithmetic.apply(.power, a, b)
        case .bitwiseAnd:
            return try bits(a, b, name) { $0 & $1 }
        case .bitwiseOr:
            return try bits(a, b, name) { $0 | $1 }
        case .bitwiseXor:
            return try bits(a, b, name) { $0 ^ $1 }
        // Swift's shifts by 64 and more, or by less than nothing, have an answer.
        case .leftShift:
            return try bits(a, b, name) { $0 << $1 }
        case .rightShift:
            return try bits(a, b, name) { $0 >> $1 }
        case .distance: return try distance(a, b, name)
        case .objectFrom: return try member(of: a, at: b)
        case .tokenize: return try tokens(a, b, name)
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .sqrt, .log, .ln,
            .exp, .ceiling, .abs, .trunc, .floor, .negate, .now, .uppercase, .lowercase,
            .canonical, .length, .onesComplement, .noIndex, .valueForKeyPath:
            return try apply(function, [a, b], profile)
        }
    }

    private static func aggregate(
        _ function: Function, _ arguments: [Value], _ profile: TextProfile
    ) throws(EvaluationError) -> Value {
        let name = function.rawValue
        let members: [Value]
        if arguments.count == 1 {
            if arguments[0].isNull { return .null }
            members = try CollectionEvaluation.members(arguments[0], name)
        } else {
            members = arguments
        }
        switch function {
        case .sum: return try CollectionEvaluation.sum(members, name)
        case .count: return .int(Int64(members.count))
        case .min: return try CollectionEvaluation.extreme(members, .less, profile)
        case .max: return try CollectionEvaluation.extreme(members, .greater, profile)
        case .average: return try CollectionEvaluation.average(members, name)
        case .median: return try CollectionEvaluation.median(members, name)
        case .mode: return CollectionEvaluation.mode(members)
        default: return try CollectionEvaluation.deviation(members, name)  // stddev, the last.
        }
    }

    /// A function of a floating-point number; nil of nil.
    private static func real(
        _ value: Value, _ name: String, _ body: (Double) -> Double
    ) throws(EvaluationError) -> Value {
        value.isNull ? .null : .double(body(try Arithmetic.double(value, name)))
    }

    /// A function of two whole numbers; nil where either is nil or a fraction.
    private static func bits(
        _ a: Value, _ b: Value, _ name: String, _ body: (Int64, Int64) -> Int64
    ) throws(EvaluationError) -> Value {
        let x = try Arithmetic.bits(a, name)
        let y = try Arithmetic.bits(b, name)
        guard let x, let y else { return .null }
        return .int(body(x, y))
    }

    private static func rounded(
        _ value: Value, _ rule: FloatingPointRoundingRule, _ name: String
    ) throws(EvaluationError) -> Value {
        switch value {
        case .int, .null: return value
        case .decimal(let x):
            let mode: NSDecimalNumber.RoundingMode =
                rule == .up || (rule == .towardZero && x.isSignMinus) ? .up : .down
            return .decimal(Arithmetic.round(x, mode))
        default: return .double(try Arithmetic.double(value, name).rounded(rule))
        }
    }

    private static func magnitude(_ value: Value, _ name: String) throws(EvaluationError) -> Value {
        switch value {
        case .null, .int(.min): .null  // No 64-bit integer is the magnitude of the least.
        case .int(let x): .int(Swift.abs(x))
        case .decimal(let x): .decimal(x.magnitude)
        default: .double(try Arithmetic.double(value, name).magnitude)
        }
    }

    private static func mapText(
        _ value: Value, _ name: String, _ body: (String) -> String
    ) throws(EvaluationError) -> Value {
        switch value {
        case .null: return .null
        case .text(let text): return .text(body(text))
        default: throw FunctionRegistry.mismatch(name, "text", value)
        }
    }

    /// UTF-16 units of text, bytes of data, members of a collection; nil of nil.
    static func length(_ value: Value, _ name: String) throws(EvaluationError) -> Value {
        switch value {
        case .null: return .null
        case .text(let text): return .int(Int64(text.utf16.count))
        case .bytes(let data): return .int(Int64(data.count))
        case .list(let members): return .int(Int64(members.count))
        case .dictionary(let entries): return .int(Int64(entries.count))
        default: throw FunctionRegistry.mismatch(name, "text or a collection", value)
        }
    }

    private static func distance(
        _ a: Value, _ b: Value, _ name: String
    ) throws(EvaluationError) -> Value {
        switch (a, b) {
        case (.location(let x), .location(let y)): return .double(x.distance(to: y))
        case (.null, .location), (.location, .null), (.null, .null): return .null
        case (.location, _), (.null, _): throw FunctionRegistry.mismatch(name, "locations", b)
        default: throw FunctionRegistry.mismatch(name, "locations", a)
        }
    }

    private static func tokens(
        _ value: Value, _ options: Value, _ name: String
    ) throws(EvaluationError) -> Value {
        switch value {
        case .null: return .null
        case .text(let text): return .list(Tokenizer.tokens(of: text).map { .text($0) })
        case .list(let members):
            var all: [Value] = []
            for member in members {
                if case .list(let tokens) = try tokens(member, options, name) { all += tokens }
            }
            return .list(all)
        default: throw FunctionRegistry.mismatch(name, "text", value)
        }
    }

    /// The member of a list at an index, or the value of a dictionary under a key.
    static func member(of base: Value, at index: Value) throws(EvaluationError) -> Value {
        switch base {
        case .null: return .null
        case .dictionary(let entries):
            return entries[try Casting.text(index, "The key in the brackets of an index")] ?? .null
        case .list(let members):
            let wanted = try Arithmetic.integer(index, "An index")
            guard wanted >= 0, wanted < Int64(members.count) else {
                throw EvaluationError(
                    .indexOutOfRange,
                    "The index \(wanted) is out of range; the collection has \(members.count) "
                        + "members.")
            }
            return members[Int(wanted)]
        default:
            throw EvaluationError(
                .notACollection, "An index needs a collection and met \(base.kindPhrase).")
        }
    }
}
