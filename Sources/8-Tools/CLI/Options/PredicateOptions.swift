import ArgumentParser
import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// The values that stand in for `%@` and `$name`.
struct PredicateOptions: ParsableArguments {
    @Option(
        name: .customLong("arg"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The value of the next %@, %d or %K. A number is a number, anything else text; "
                + "a kind may be said: text: int: double: bool: date: uuid: bytes: "
                + "location: ref: list: json: null:; of a date also now, today, yesterday, -7d, "
                + "+2h, or seconds since 1970, in UTC",
            valueName: "value"))
    var arguments: [String] = []

    @Option(
        name: .customLong("var"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The value of $name, written as for --arg.", valueName: "name=value"))
    var variables: [String] = []

    /// The predicate that a format says with these values; a missing format is true of all.
    ///
    /// - Parameter zone: Where the records are that `ref:` names.
    func predicate(_ format: String?, zone: ZoneID = .default) throws -> QueryPredicate {
        guard let format else {
            if let argument = arguments.first ?? variables.first {
                throw Failure(.usage, "\"\(argument)\" is given, but there is no predicate")
            }
            return .constant(true)
        }
        let values = try arguments.map {
            FormatArgument.value(try ArgumentText.value($0).placed(in: zone))
        }
        let predicate = try QueryPredicate(parsing: format, arguments: values)
        // What reads as well without the last value has no place for it.
        if let last = arguments.last,
            (try? QueryPredicate(parsing: format, arguments: values.dropLast())) != nil
        {
            throw Failure(
                .usage, "--arg \(Shell.quoted(last)) is one value too many",
                advice: "Each --arg is the value of one %@, %d or %K of the predicate, in order.")
        }
        return predicate
    }

    /// The predicate that a format says, with values in place of its variables.
    func filled(_ format: String?, zone: ZoneID) throws -> QueryPredicate {
        let template = try predicate(format, zone: zone)
        return try template.substituting(
            try bindings(of: template).mapValues { $0.placed(in: zone) })
    }

    /// The values of a predicate's variables by name.
    ///
    /// Throws ``Failure`` for a value that the predicate has no variable for, and for a variable
    /// that has none.
    func bindings(of predicate: QueryPredicate) throws -> [String: Value] {
        var bindings: [String: Value] = [:]
        let names = predicate.freeVariables
        for text in variables {
            guard let split = text.firstIndex(of: "="), split != text.startIndex else {
                throw Failure(.usage, "--var \(text): write --var name=value")
            }
            let name = String(text[..<split].drop { $0 == "$" })
            guard names.contains(name) else {
                let near = Suggestions.nearest(to: name, among: names.sorted())
                throw Failure(
                    .usage, "The predicate has no $\(name)",
                    advice: near.map { "Did you mean --var \($0)=…?" }
                        ?? "Each --var is the value of a $name of the predicate.")
            }
            bindings[name] = try ArgumentText.value(
                String(text[text.index(after: split)...]))
        }
        if let name = names.subtracting(bindings.keys).min() {
            throw Failure(
                .usage, "The variable $\(name) has no value.",
                advice: "Give it one: --var \(name)=…")
        }
        return bindings
    }
}

/// A date written on a command line, in UTC.
///
///     DateText.date("2026-12-21T07:10:00Z")
///     DateText.date("today")       // when it began; yesterday and tomorrow as well
///     DateText.date("-7d")         // seven days ago; s, m, h, d and w, + for times to come
///     DateText.date("1766300000")  // seconds since 1970
enum DateText {
    static func date(_ text: String) -> Date? {
        let now = Date()
        let day = 86_400.0
        let today = Date(
            timeIntervalSince1970: (now.timeIntervalSince1970 / day).rounded(.down) * day)
        switch text {
        case "now": return now
        case "today": return today
        case "yesterday": return today.addingTimeInterval(-day)
        case "tomorrow": return today.addingTimeInterval(day)
        default: break
        }
        let units = ["s": 1, "m": 60, "h": 3600, "d": day, "w": 7 * day]
        if let sign = text.first, sign == "-" || sign == "+", let last = text.last,
            let unit = units[String(last)], let count = Double(text.dropLast())
        {
            return instant(now.timeIntervalSince1970 + count * unit)
        }
        if let date = ISODate.date(text) { return date }
        // Four digits are a year to people; more are seconds.
        return text.count > 4 ? Double(text).flatMap(instant) : nil
    }

    /// An instant of the years 1 to 9999; nil outside them, as for text.
    private static func instant(_ seconds: Double) -> Date? {
        (-62_135_596_800..<253_402_300_800).contains(seconds)
            ? Date(timeIntervalSince1970: seconds) : nil
    }
}

/// A value written on a command line.
///
///     ArgumentText.value("18")               // .int(18)
///     ArgumentText.value("text:18")          // .text("18")
///     ArgumentText.value("date:2026-01-01")  // and what DateText says
///     ArgumentText.value("json:[1, 2, 3]")
enum ArgumentText {
    static func value(_ text: String) throws -> Value {
        if let colon = text.firstIndex(of: ":") {
            let body = String(text[text.index(after: colon)...])
            if let value = try typed(String(text[..<colon]), body, text) { return value }
        }
        // What is no JSON is text.
        switch try? JSONReader.value(of: text) {
        case .int(let number)? where text.first?.isLetter == false: return .int(number)
        case .double(let number)?: return .double(number)
        case .decimal(let number)?: return .decimal(number)
        default: return .text(text)
        }
    }

    /// The value of a kind; nil when the word before the colon is not a kind.
    private static func typed(_ kind: String, _ body: String, _ whole: String) throws -> Value? {
        func wanted<T>(_ value: T?, _ what: String) throws -> T {
            guard let value else { throw Failure(.usage, "\"\(whole)\": expected \(what)") }
            return value
        }
        switch kind {
        case "text": return .text(body)
        case "int":
            let isLarge = Int64(body) == nil && Double(body).map { $0.magnitude >= 0x1p63 } == true
            return .int(
                try wanted(
                    Int64(body),
                    "a whole number"
                        + (isLarge
                            ? " from \(Int64.min) to \(Int64.max); double: takes larger ones" : ""))
            )
        case "double": return .double(try wanted(Double(body), "a number"))
        case "bool":
            let truth = [
                "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
            ]
            return .bool(try wanted(truth[body.lowercased()], "true or false"))
        case "date":
            return .date(
                try wanted(
                    DateText.date(body),
                    "a date such as 2026-12-21T07:10:00Z, today, -7d or seconds since 1970"))
        case "uuid": return .uuid(try wanted(UUID(uuidString: body), "a UUID"))
        case "bytes": return .bytes(try wanted(Data(base64Encoded: body), "base64"))
        case "location":
            let parts = body.split(separator: ",").map { Double($0.drop { $0 == " " }) }
            guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
                abs(latitude) <= 90, abs(longitude) <= 180
            else {
                return try wanted(
                    nil, "latitude,longitude in degrees, from -90 to 90 and from -180 to 180")
            }
            return .location(Location(latitude: latitude, longitude: longitude))
        case "ref": return .reference(Reference(RecordID(body)))
        case "list":
            // As update and CSV have lists; what is no JSON is divided at its commas.
            if body.hasPrefix("["), let list = try? JSONReader.value(of: body) { return list }
            return .list(try body.split(separator: ",").map { try value(String($0)) })
        case "json":
            do throws(JSONError) { return try JSONReader.value(of: body) } catch {
                throw Failure(.usage, "\"\(whole)\": \(error.message)")
            }
        case "null", "nil":
            guard body.isEmpty else { return nil }
            return .some(.null)
        default: return nil
        }
    }
}

extension Value {
    /// The value with its references in a zone, where they name none.
    func placed(in zone: ZoneID) -> Value {
        mapReferences { reference in
            var reference = reference
            if reference.recordID.zone == .default { reference.recordID.zone = zone }
            return .reference(reference)
        }
    }
}
