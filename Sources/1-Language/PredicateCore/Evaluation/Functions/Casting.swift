import Foundation

/// Values as other kinds: `CAST(x, "NSDate")` and the conversions of `FUNCTION`.
enum Casting {
    /// What a cast makes of a value.
    enum Target: String, CaseIterable, Sendable {
        case text = "NSString"
        case number = "NSNumber"
        case date = "NSDate"
        case decimal = "NSDecimalNumber"
        case url = "NSURL"
        case uuid = "NSUUID"
        case null = "NSNull"
    }

    static func target(_ name: String) throws(EvaluationError) -> Target {
        guard let target = Target(rawValue: name) else {
            let known = Target.allCases.map(\.rawValue).joined(separator: ", ")
            throw EvaluationError(
                .unknownSelector, "CAST does not know the type \"\(name)\"; it knows \(known).")
        }
        return target
    }

    /// The value as another kind; nil for text that is not one.
    static func cast(_ value: Value, to target: Target) throws(EvaluationError) -> Value {
        let part = "CAST to \(target.rawValue)"
        switch (target, value) {
        case (_, .null): return .null
        case (.text, _): return .text(try text(value, part))
        case (.number, .int), (.number, .double), (.number, .decimal), (.decimal, .decimal),
            (.date, .date), (.url, .url), (.uuid, .uuid):
            return value
        case (.number, .text(let text)): return number(text)
        case (.number, .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
        case (.decimal, .int(let x)): return .decimal(Decimal(x))
        case (.decimal, .double(let x)):
            return .decimal(Decimal(shortest: x) ?? .nan)
        case (.decimal, .text(let text)):
            // Of "2024-01-15" Foundation reads the beginning.
            guard isNumber(text), Double(text) != nil, let decimal = Decimal(string: text) else {
                return .null
            }
            return .decimal(decimal)
        case (.decimal, .date(let date)):
            return try cast(.double(date.timeIntervalSinceReferenceDate), to: .decimal)
        case (.date, .int), (.date, .double), (.date, .decimal):
            return .date(
                Date(timeIntervalSinceReferenceDate: try Arithmetic.double(value, part)))
        case (.date, .text(let text)): return date(text)
        case (.url, .text(let text)): return URL(string: text).map { .url($0) } ?? .null
        case (.uuid, .text(let text)): return UUID(uuidString: text).map { .uuid($0) } ?? .null
        default:  // A kind that the target cannot be made of.
            throw EvaluationError(
                .incompatibleValues, "\(part) cannot be made of \(value.kindPhrase).")
        }
    }

    /// The value written out.
    static func text(_ value: Value, _ part: String) throws(EvaluationError) -> String {
        switch value {
        case .text(let text): return text
        case .int(let x): return String(x)
        case .double(let x):
            return x.magnitude < 1e15 ? Int64(exactly: x).map(String.init) ?? "\(x)" : "\(x)"
        case .decimal(let x): return x.description
        case .date(let date): return date.description
        case .uuid(let x): return x.uuidString
        case .url(let x): return x.absoluteString
        case .null, .bytes, .reference, .location, .asset, .list, .dictionary, .object:
            throw EvaluationError(
                .incompatibleValues, "\(part) cannot be made of \(value.kindPhrase).")
        }
    }

    /// The number that a text names; nil when it names none.
    static func number(_ text: String) -> Value {
        if let whole = Int64(text) { return .int(whole) }
        guard isNumber(text), let number = Double(text) else { return .null }
        return .double(number)
    }

    /// Whether a text has only what decimal numbers are written with.
    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte &- 48 < 10 || byte == 43 || byte == 45 || byte == 46 || byte | 0x20 == 101
            }
    }

    private static func date(_ text: String) -> Value {
        // Of a text in no such form there is no date, which is null as with numbers.
        if text.utf8.count == 10 {
            // A day, which begins in UTC. Foundation also reads the 30th of February.
            let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
            guard let day = try? style.parse(text), style.format(day) == text else { return .null }
            return .date(day)
        }
        if let date = try? Date(text, strategy: .iso8601) { return .date(date) }
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        if let date = try? fractional.parse(text) { return .date(date) }
        return .null
    }

    /// The whole part of a number, or of the number that a text begins with, as close as 64
    /// bits come.
    static func wholeNumber(_ value: Value, _ part: String) throws(EvaluationError) -> Int64 {
        switch value {
        case .int(let x): return x
        case .text(let text):
            let trimmed = text.drop { $0.isWhitespace }
            var digits = trimmed.prefix(1).filter { $0 == "-" || $0 == "+" }
            digits += trimmed.dropFirst(digits.count).prefix { $0.isASCII && $0.isWholeNumber }
            if let whole = Int64(digits) { return whole }
            return digits.count < 2 ? 0 : digits.hasPrefix("-") ? .min : .max
        case .decimal(let x) where !x.isNaN:
            // A floating-point number has fewer digits.
            return Int64(Arithmetic.round(x, x.isSignMinus ? .up : .down).description)
                ?? clamp(x.nearestDouble)
        default: return clamp(try Arithmetic.double(value, part))
        }
    }

    private static func clamp(_ x: Double) -> Int64 {
        x.isNaN ? 0 : x >= 0x1p63 ? .max : x <= -0x1p63 ? .min : Int64(x)
    }

    /// The number that a text begins with; 0 when it begins with none.
    ///
    /// Foundation on Linux traps at some texts that name none.
    static func leadingDouble(_ text: String) -> Double {
        let bytes = Array(text.drop { $0.isWhitespace }.utf8)
        var place = 0
        func skip(_ signs: String) {
            if place < bytes.count, signs.utf8.contains(bytes[place]) { place += 1 }
        }
        func digits() -> Int {
            let start = place
            while place < bytes.count, bytes[place] &- 48 < 10 { place += 1 }
            return place - start
        }
        skip("+-")
        var count = digits()
        skip(".")
        count += digits()
        guard count > 0 else { return 0 }
        var end = place
        if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            skip("+-")
            if digits() > 0 { end = place }
        }
        return Double(String(decoding: bytes[..<end], as: UTF8.self)) ?? 0
    }

    /// Whether a text says yes: it begins with Y, T or a number other than zero.
    static func truth(_ text: String) -> Bool {
        var rest = text.drop { $0.isWhitespace }
        if let sign = rest.first, sign == "-" || sign == "+" { rest = rest.dropFirst() }
        guard let first = rest.drop(while: { $0 == "0" }).first else { return false }
        return "YyTt123456789".contains(first)
    }
}
