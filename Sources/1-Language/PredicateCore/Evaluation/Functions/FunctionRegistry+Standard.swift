import Foundation

extension FunctionRegistry {
    /// The selectors of Foundation's classes that predicates use.
    public static let standard: FunctionRegistry = {
        var table = FunctionRegistry()
        table.addTextFunctions()
        table.addNumberFunctions()
        table.addIdentifierFunctions()
        table.addCollectionFunctions()
        table.addDateFunctions()
        table.addTests()
        table.addComparisons()
        table.addParts()
        table.register("description") { receiver, _ throws(EvaluationError) in
            .text(try Casting.text(receiver, "description"))
        }
        return table
    }()

    private mutating func addTextFunctions() {
        onText("uppercaseString") { .text($0.uppercased()) }
        onText("lowercaseString") { .text($0.lowercased()) }
        onText("capitalizedString") { .text($0.capitalized) }
        onPath("pathExtension", { NSString(string: $0).pathExtension }, { $0.pathExtension })
        onPath("lastPathComponent", { NSString(string: $0).lastPathComponent }) {
            $0.lastPathComponent
        }
        onText("stringByDeletingPathExtension") {
            .text(NSString(string: $0).deletingPathExtension)
        }
        register("length") { receiver, _ throws(EvaluationError) in
            try FunctionEvaluation.length(receiver, "length")
        }
        register("stringByAppendingString:") { receiver, arguments throws(EvaluationError) in
            let tail = try Self.text(arguments[0], "stringByAppendingString:")
            return .text(try Self.text(receiver, "stringByAppendingString:") + tail)
        }
        register("substringFromIndex:") { receiver, arguments throws(EvaluationError) in
            let units = Array(try Self.text(receiver, "substringFromIndex:").utf16)
            let index = try Self.index(arguments[0], units.count + 1, "substringFromIndex:")
            return .text(String(decoding: units[index...], as: UTF16.self))
        }
        register("substringToIndex:") { receiver, arguments throws(EvaluationError) in
            let units = Array(try Self.text(receiver, "substringToIndex:").utf16)
            let index = try Self.index(arguments[0], units.count + 1, "substringToIndex:")
            return .text(String(decoding: units[..<index], as: UTF16.self))
        }
    }

    private mutating func addNumberFunctions() {
        register("stringValue") { receiver, _ throws(EvaluationError) in
            guard receiver.isNumber else {
                throw Self.mismatch("stringValue", "a number", receiver)
            }
            return .text(try Casting.text(receiver, "stringValue"))
        }
        register("intValue") { receiver, _ throws(EvaluationError) in
            .int(Int64(Int32(clamping: try Casting.wholeNumber(receiver, "intValue"))))
        }
        register("integerValue") { receiver, _ throws(EvaluationError) in
            .int(try Casting.wholeNumber(receiver, "integerValue"))
        }
        register("longLongValue") { receiver, _ throws(EvaluationError) in
            .int(try Casting.wholeNumber(receiver, "longLongValue"))
        }
        register("doubleValue") { receiver, _ throws(EvaluationError) in
            .double(try Self.double(receiver, "doubleValue"))
        }
        register("floatValue") { receiver, _ throws(EvaluationError) in
            .double(Double(Float(try Self.double(receiver, "floatValue"))))
        }
        register("boolValue") { receiver, _ throws(EvaluationError) in
            if case .text(let text) = receiver { return .bool(Casting.truth(text)) }
            return .bool(try Arithmetic.double(receiver, "boolValue") != 0)
        }
    }

    private mutating func addIdentifierFunctions() {
        onURL("absoluteString") { $0.absoluteString }
        onURL("scheme") { $0.scheme }
        onURL("host") { $0.host }
        onURL("path") { $0.path }
        register("UUIDString") { receiver, _ throws(EvaluationError) in
            guard case .uuid(let uuid) = receiver else {
                throw Self.mismatch("UUIDString", "a UUID", receiver)
            }
            return .text(uuid.uuidString)
        }
    }

    private mutating func addCollectionFunctions() {
        register("count") { receiver, _ throws(EvaluationError) in
            .int(Int64(try CollectionEvaluation.members(receiver, "count").count))
        }
        register("firstObject") { receiver, _ throws(EvaluationError) in
            try Self.list(receiver, "firstObject").first ?? .null
        }
        register("lastObject") { receiver, _ throws(EvaluationError) in
            try Self.list(receiver, "lastObject").last ?? .null
        }
        register("objectAtIndex:") { receiver, arguments throws(EvaluationError) in
            let list = try Self.list(receiver, "objectAtIndex:")
            return list[try Self.index(arguments[0], list.count, "objectAtIndex:")]
        }
        for operation in [CollectionOperator.allKeys, .allValues] {
            register(operation.rawValue) { receiver, _ throws(EvaluationError) in
                try KeyPathEvaluation([.collection(operation)], EvaluationContext())
                    .follow(receiver)
            }
        }
        register("objectForKey:") { receiver, arguments throws(EvaluationError) in
            guard case .dictionary(let entries) = receiver else {
                throw Self.mismatch("objectForKey:", "a dictionary", receiver)
            }
            return entries[try Casting.text(arguments[0], "objectForKey:")] ?? .null
        }
        // With a context these two follow references too; see the compiler.
        register("valueForKey:") { receiver, arguments throws(EvaluationError) in
            let key = try Self.text(arguments[0], "valueForKey:")
            return try KeyPathEvaluation([.key(key)], EvaluationContext()).follow(receiver)
        }
        register("valueForKeyPath:") { receiver, arguments throws(EvaluationError) in
            let path = QueryKeyPath(try Self.text(arguments[0], "valueForKeyPath:"))
            return try KeyPathEvaluation(path.steps, EvaluationContext()).follow(receiver)
        }
    }

    private mutating func addDateFunctions() {
        register("dateByAddingTimeInterval:") { receiver, arguments throws(EvaluationError) in
            let date = try Self.date(receiver, "dateByAddingTimeInterval:")
            return .date(
                date.addingTimeInterval(
                    try Arithmetic.double(arguments[0], "dateByAddingTimeInterval:")))
        }
        register("timeIntervalSinceDate:") { receiver, arguments throws(EvaluationError) in
            let other = try Self.date(arguments[0], "timeIntervalSinceDate:")
            return .double(
                try Self.date(receiver, "timeIntervalSinceDate:").timeIntervalSince(other))
        }
        register("timeIntervalSinceReferenceDate") { receiver, _ throws(EvaluationError) in
            .double(
                try Self.date(receiver, "timeIntervalSinceReferenceDate")
                    .timeIntervalSinceReferenceDate)
        }
        register("timeIntervalSince1970") { receiver, _ throws(EvaluationError) in
            .double(try Self.date(receiver, "timeIntervalSince1970").timeIntervalSince1970)
        }
    }

    private mutating func onText(
        _ selector: String, _ body: @escaping @Sendable (String) -> Value
    ) {
        register(selector) { receiver, _ throws(EvaluationError) in
            body(try Self.text(receiver, selector))
        }
    }

    private mutating func onURL(
        _ selector: String, _ body: @escaping @Sendable (URL) -> String?
    ) {
        register(selector) { receiver, _ throws(EvaluationError) in
            guard case .url(let url) = receiver else {
                throw Self.mismatch(selector, "a URL", receiver)
            }
            return body(url).map { .text($0) } ?? .null
        }
    }

    /// A part of a path, which a text or a URL is.
    private mutating func onPath(
        _ selector: String, _ ofText: @escaping @Sendable (String) -> String,
        _ ofURL: @escaping @Sendable (URL) -> String
    ) {
        register(selector) { receiver, _ throws(EvaluationError) in
            if case .url(let url) = receiver { return .text(ofURL(url)) }
            return .text(ofText(try Self.text(receiver, selector)))
        }
    }

    static func text(_ value: Value, _ part: String) throws(EvaluationError) -> String {
        guard case .text(let text) = value else { throw mismatch(part, "text", value) }
        return text
    }

    /// A number, or the one that a text begins with.
    private static func double(_ value: Value, _ part: String) throws(EvaluationError) -> Double {
        if case .text(let text) = value { return Casting.leadingDouble(text) }
        return try Arithmetic.double(value, part)
    }

    static func date(_ value: Value, _ part: String) throws(EvaluationError) -> Date {
        guard case .date(let date) = value else { throw mismatch(part, "a date", value) }
        return date
    }

    static func list(_ value: Value, _ part: String) throws(EvaluationError) -> [Value] {
        guard case .list(let list) = value else { throw mismatch(part, "a collection", value) }
        return list
    }

    private static func index(
        _ value: Value, _ count: Int, _ part: String
    ) throws(EvaluationError) -> Int {
        let wanted = try Arithmetic.integer(value, part)
        guard wanted >= 0, wanted < Int64(count) else {
            throw EvaluationError(.indexOutOfRange, "The index of \(part) is out of range.")
        }
        return Int(wanted)
    }

    static func mismatch(_ part: String, _ expected: String, _ value: Value) -> EvaluationError {
        EvaluationError(
            .incompatibleValues, "\(part) needs \(expected) and met \(value.kindPhrase).")
    }
}
