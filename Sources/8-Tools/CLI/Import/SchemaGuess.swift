import PredicateCore
import RecordCore
import RecordJSON

/// The fields that the first records of a file need, beyond those that the schema has.
struct SchemaGuess {
    private var fields: [String: [String: Guess]] = [:]
    private var order: [String: [String]] = [:]
    /// The fields that a record says are kept encrypted.
    private var encrypted: [String: Set<String>] = [:]

    /// What a field has held so far.
    private enum Guess {
        /// `isText` says that the values stood as plain text: dates as `2026-12-21`, say; `isWide` that
        /// one was a whole number that no double is.
        case type(FieldType, isText: Bool, isWide: Bool)
        case mixed
    }

    /// Learns from a record; fields come in the order in which their keys first stand.
    mutating func add(_ record: Record, _ item: RecordSource.Item) {
        var known = fields[record.type] ?? [:]
        for name in item.names {
            guard let value = record.fields[name] else { continue }
            // An export writes dates and locations in their own forms: what is text there is text.
            let read = item.isExported ? value : PlainText.value(value, isRow: item.isRow)
            guard case .type(let type) = FieldType.infer(from: read) else { continue }
            let now = Guess.type(
                type, isText: PlainText.isText(value), isWide: PlainText.isWide(read))
            if let before = known[name] {
                known[name] = SchemaGuess.joined(before, now, isRow: item.isRow)
            } else {
                known[name] = now
                order[record.type, default: []].append(name)
            }
        }
        fields[record.type] = known
        encrypted[record.type, default: []].formUnion(record.encrypted)
    }

    /// The type that has room for both: whole numbers and others are doubles, one value among
    /// lists is a list of one, and what stood as text is text again beside other text.
    ///
    /// So is a column of whole numbers and others in which doubles would lose digits.
    private static func joined(_ a: Guess, _ b: Guess, isRow: Bool) -> Guess {
        guard case .type(let before, let wasText, let wasWide) = a,
            case .type(let now, let isText, let isNowWide) = b
        else { return .mixed }
        let isWide = wasWide || isNowWide
        if before == now { return .type(now, isText: wasText && isText, isWide: isWide) }
        let isList = before.isList || now.isList
        // A cell that is no list in a column of lists leaves all of them text.
        if isRow, before.isList != now.isList, wasText, isText {
            return .type(.single(.string), isText: true, isWide: false)
        }
        func type(_ scalar: ScalarType, isText: Bool) -> Guess {
            .type(isList ? .list(scalar) : .single(scalar), isText: isText, isWide: isWide)
        }
        let pair = [(before.scalar, wasText), (now.scalar, isText)]
        if before.scalar == now.scalar { return type(now.scalar, isText: wasText && isText) }
        if pair.allSatisfy({ $0.0 == .int64 || $0.0 == .double }) {
            if isRow, isWide, !isList { return type(.string, isText: true) }
            return type(.double, isText: false)
        }
        if pair.allSatisfy({ $0.1 || $0.0 == .int64 || $0.0 == .double }) {
            return type(.string, isText: true)
        }
        return .mixed
    }

    /// The fields of a schema's types that are doubles because the records have such numbers.
    func doubles(beyond schema: RecordSchema) -> [String: Set<String>] {
        var doubles: [String: Set<String>] = [:]
        for (name, guesses) in fields {
            let found = guesses.filter { field, guess in
                guard case .type(let type, _, _) = guess else { return false }
                return type.scalar == .double && schema[name]?.field(field) == nil
            }
            doubles[name] = Set(found.keys)
        }
        return doubles
    }

    /// The schema with the fields that it lacks, each with those of its type's indexes that are
    /// wanted.
    func extending(
        _ schema: RecordSchema, indexes wanted: FieldIndexes
    ) -> RecordSchema {
        var schema = schema
        for (name, guesses) in fields where NameRule.type.allows(name) {
            var type = schema[name] ?? RecordType(name)
            for field in order[name] ?? [] {
                guard case .type(let found, _, _)? = guesses[field], type.field(field) == nil,
                    NameRule.field.allows(field)
                else { continue }
                let isEncrypted = encrypted[name]?.contains(field) == true
                // The store says of a record what cannot be encrypted.
                if isEncrypted, !found.scalar.canBeEncrypted { continue }
                type.fields.append(
                    Field(
                        field, found,
                        isEncrypted ? [] : FieldIndexes.allowed(for: found).intersection(wanted),
                        isEncrypted: isEncrypted))
            }
            if !type.fields.isEmpty || schema[name] != nil { schema[name] = type }
        }
        return schema
    }
}

/// What plain text stands for where nothing says what it is.
enum PlainText {
    /// The date, the location, or in a row the list or the tagged form that a text is; other
    /// values as they are.
    static func value(_ value: Value, isRow: Bool) -> Value {
        switch value {
        case .text(let text): return read(text, isRow: isRow)
        case .list(let members) where !members.isEmpty:
            let dates = members.map { date($0) }
            return dates.contains(nil) ? value : .list(dates.compactMap { $0 })
        default: return value  // Everything else says itself what it is.
        }
    }

    /// Whether a number is whole and has more digits than 64 bits hold.
    static func isTooLong(_ number: String) -> Bool {
        Int64(number) == nil && number.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
    }

    /// The double of a number beyond 64 bits; nil for every other value.
    static func long(_ value: Value) -> Double? {
        switch value {
        case .double, .decimal: value.nearestDouble.flatMap { $0.magnitude >= 0x1p63 ? $0 : nil }
        default: nil  // Whole numbers of 64 bits, and what is no number.
        }
    }

    /// Whether a number of more digits than 64 bits hold has others as a double.
    static func losesDigits(_ number: String, as double: Double) -> Bool {
        func digits(_ text: Substring) -> ArraySlice<Character> {
            var digits = Array(text).filter(\.isNumber)[...]
            while digits.last == "0" { digits.removeLast() }
            return digits
        }
        return isTooLong(number) && digits(number[...]) != digits("\(double)".prefix { $0 != "e" })
    }

    /// Whether a value is a whole number that no double is, or has such a member.
    static func isWide(_ value: Value) -> Bool {
        switch value {
        case .int(let number): Int64(exactly: Double(number)) != number
        case .list(let members): members.contains(where: isWide)
        default: false  // The others are no whole numbers.
        }
    }

    /// Why a number cannot be the value of a field that holds doubles.
    static func lostDigits(of field: String) -> JSONError {
        JSONError(
            .wrongShape,
            "\"\(field)\" has more digits than a DOUBLE holds; --field '\(field) STRING' keeps them",
            offset: 0)
    }

    /// Whether a value stands as text.
    static func isText(_ value: Value) -> Bool {
        switch value {
        case .text: return true
        case .list(let members):
            return members.allSatisfy { if case .text = $0 { true } else { false } }
        default: return false  // Numbers and tagged forms.
        }
    }

    private static func date(_ value: Value) -> Value? {
        guard case .text(let text) = value else { return nil }
        return ISODate.date(text).map { .date($0) }
    }

    private static func read(_ text: String, isRow: Bool) -> Value {
        if isRow, text.hasPrefix("{") || text.hasPrefix("["),
            // What is no JSON is text.
            let json = try? JSONReader.value(of: text)
        {
            if case .list = json {
                return value(RecordJSON().value(json, of: nil), isRow: false)
            }
            return RecordJSON.tagged(json) ?? .text(text)
        }
        if let date = ISODate.date(text) { return .date(date) }
        // Degrees have decimals; "3,4" is a number of some countries.
        if text.utf8.filter({ $0 == UInt8(ascii: ".") }).count == 2,
            let location = RecordJSON.location(text)
        {
            return location
        }
        return .text(text)
    }
}
