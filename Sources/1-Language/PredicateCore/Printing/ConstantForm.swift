import Foundation

/// How constants without a literal of their own are written, and how they are read again.
///
/// Each is a CAST of a literal: `CAST(712345.000000, "NSDate")`. Writing and reading stand side
/// by side, so that a change of one is a change of both.
enum ConstantForm {
    // MARK: - Reading

    /// The constant that `CAST(operand, type)` is the printed form of; nil when it is a
    /// conversion to be done when evaluated.
    static func value(of operand: QueryExpression, type: String) -> Value? {
        switch operand {
        case .constant(let number) where type == "NSDate":
            return number.nearestDouble.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .constant(.text(let text)): return value(of: text, type: type)
        case .aggregate(let members) where type == "NSDictionary": return dictionary(members)
        default: return nil  // Every other operand is converted when evaluated.
        }
    }

    private static func value(of text: String, type: String) -> Value? {
        switch type {
        case "NSNumber": return unwritableNumbers[text].map { .double($0) }
        case "NSDecimalNumber":
            if text == Decimal.nan.description { return .decimal(.nan) }
            guard let number = Decimal(string: text), number.description == text else { return nil }
            return .decimal(number)
        case "NSUUID": return UUID(uuidString: text).map { .uuid($0) }
        case "NSURL":
            guard let url = URL(string: text), url.absoluteString == text else { return nil }
            return .url(url)
        case "NSData": return Data(base64Encoded: text).map { .bytes($0) }
        case "CLLocation": return location(text)
        case "CKReference": return reference(text)
        case "CKAsset": return asset(text)
        default: return nil  // No other type has a constant of its own.
        }
    }

    private static let unwritableNumbers: [String: Double] = [
        "nan": .nan, "inf": .infinity, "-inf": -.infinity,
    ]

    private static func dictionary(_ members: [QueryExpression]) -> Value? {
        guard members.count.isMultiple(of: 2) else { return nil }
        var result: [String: Value] = [:]
        for index in stride(from: 0, to: members.count, by: 2) {
            guard case .constant(.text(let key)) = members[index],
                let value = constant(members[index + 1])
            else { return nil }
            result[key] = value
        }
        return .dictionary(result)
    }

    /// The value of an expression made of constants only.
    private static func constant(_ expression: QueryExpression) -> Value? {
        switch expression {
        case .constant(let value): return value
        case .aggregate(let members):
            var values: [Value] = []
            for member in members {
                guard let value = constant(member) else { return nil }
                values.append(value)
            }
            return .list(values)
        default: return nil  // Every other expression depends on what is asked.
        }
    }

    // MARK: - Numbers and dates

    /// A double in its shortest exact form, without `.0` unless `exact`; nil where no literal
    /// says it.
    static func literal(_ number: Double, exact: Bool) -> String? {
        guard number.isFinite else { return nil }
        let text = number.description
        // Without its fraction a negative zero would be read as the integer, which has no sign.
        if text == "-0.0" { return text }
        return !exact && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The text of a number that no literal says.
    static func text(unwritable number: Double) -> String {
        number.isNaN ? "nan" : number < 0 ? "-inf" : "inf"
    }

    /// A decimal number as a literal that reads as an equal number; nil where none does.
    static func literal(_ number: Decimal, exact: Bool) -> String? {
        let text = number.description
        if exact || number.isNaN { return nil }
        guard text.contains(".") else { return text }
        guard let double = Double(text), Value.double(double) == .decimal(number) else {
            return nil
        }
        return text
    }

    /// Seconds since 2001 with six decimals, more where that would name another microsecond.
    static func seconds(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.isFinite else {
            return seconds.isNaN ? "0.000000" : seconds < 0 ? "-1e13" : "1e13"
        }
        // Beyond some 290,000 years every date is the same microsecond.
        let bounded = min(max(seconds, -1e13), 1e13)
        let text = String(format: "%.6f", bounded)
        let again = Double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
        return again?.microseconds == date.microseconds ? text : bounded.description
    }

    // MARK: - Locations

    /// `48.8566,2.3522` and then what else is known, `;altitude=35.0`.
    static func text(_ location: Location) -> String {
        let numbers: [(String, Double?)] = [
            ("altitude", location.altitude),
            ("horizontalAccuracy", location.horizontalAccuracy),
            ("verticalAccuracy", location.verticalAccuracy),
            ("course", location.course), ("speed", location.speed),
            ("timestamp", location.timestamp?.timeIntervalSinceReferenceDate),
        ]
        let fields = numbers.compactMap { name, number in number.map { (name, $0.description) } }
        return "\(location.latitude),\(location.longitude)" + joined(fields)
    }

    private static func location(_ text: String) -> Value? {
        guard let (head, fields) = split(text) else { return nil }
        let degrees = head.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] else {
            return nil
        }
        var result = Location(latitude: latitude, longitude: longitude)
        for (name, text) in fields {
            guard let number = Double(text) else { return nil }
            switch name {
            case "altitude": result.altitude = number
            case "horizontalAccuracy": result.horizontalAccuracy = number
            case "verticalAccuracy": result.verticalAccuracy = number
            case "course": result.course = number
            case "speed": result.speed = number
            case "timestamp": result.timestamp = Date(timeIntervalSinceReferenceDate: number)
            default: return nil  // A name that the form does not have.
            }
        }
        return .location(result)
    }

    // MARK: - References

    /// The record's name, and the zone and the action where they are not the usual ones.
    static func text(_ reference: Reference) -> String {
        var fields: [(String, String)] = []
        let zone = reference.recordID.zone
        if zone.name != ZoneID.defaultName { fields.append(("zone", zone.name)) }
        if zone.owner != ZoneID.currentOwner { fields.append(("owner", zone.owner)) }
        if reference.action != .none { fields.append(("action", "\(reference.action.rawValue)")) }
        return escape.escaped(reference.recordID.name) + joined(fields)
    }

    private static func reference(_ text: String) -> Value? {
        guard let (name, fields) = split(text) else { return nil }
        var result = Reference(RecordID(name))
        for (name, text) in fields {
            switch name {
            case "zone": result.recordID.zone.name = text
            case "owner": result.recordID.zone.owner = text
            case "action":
                guard let number = Int(text), let action = Reference.Action(rawValue: number)
                else { return nil }
                result.action = action
            default: return nil  // A name that the form does not have.
            }
        }
        return .reference(result)
    }

    // MARK: - Assets

    /// What is known of an asset; its content in base 64.
    static func text(_ asset: Asset) -> String {
        var fields: [(String, String)] = []
        if let checksum = asset.checksum { fields.append(("checksum", checksum)) }
        if let size = asset.size { fields.append(("size", size.description)) }
        if let url = asset.fileURL { fields.append(("url", url.absoluteString)) }
        if let content = asset.content { fields.append(("content", content.base64EncodedString())) }
        return "asset" + joined(fields)
    }

    private static func asset(_ text: String) -> Value? {
        guard let (head, fields) = split(text), head == "asset" else { return nil }
        var result = Asset(content: Data())
        result.content = nil
        for (name, text) in fields {
            switch name {
            case "checksum": result.checksum = text
            case "size":
                guard let size = Int64(text) else { return nil }
                result.size = size
            case "url":
                guard let url = URL(string: text) else { return nil }
                result.fileURL = url
            case "content":
                guard let content = Data(base64Encoded: text) else { return nil }
                result.content = content
            default: return nil  // A name that the form does not have.
            }
        }
        return .asset(result)
    }

    // MARK: - Fields in a text

    private static func joined(_ fields: [(String, String)]) -> String {
        fields.map { ";\($0)=\(escape.escaped($1))" }.joined()
    }

    private static let escape = MarkEscape(";")

    /// The text before the first semicolon, and the fields after it; nil when a field is none.
    private static func split(_ text: String) -> (String, [(String, String)])? {
        let parts = text.utf8.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let head = parts.first else { return nil }
        var fields: [(String, String)] = []
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let value = Substring(part[part.index(after: equals)...])
            fields.append((String(Substring(part[..<equals])), escape.unescaped(value)))
        }
        return (escape.unescaped(Substring(head)), fields)
    }
}
