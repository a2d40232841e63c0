import Foundation
import PredicateCore
import RecordCore
import Yams

/// Reads the values of a case file.
///
/// Plain scalars are integers, doubles, `true`, `false`, `null` or text; quoted ones are text.
/// Tags name the rest: `!date 2001-01-01T00:00:00Z`, `!seconds 0.000001` (since 2001),
/// `!ref name`, `!location [48.9, 2.4]`, `!bytes 00ff`, `!decimal 0.1`, `!double 1`,
/// `!bool true`, `!uuid`, `!url`.
enum CaseValue {
    static func read(_ node: Node) throws -> Value {
        switch node {
        case .mapping(let mapping):
            var fields: [String: Value] = [:]
            for (key, value) in mapping { fields[try CaseNode.text(key)] = try read(value) }
            return .dictionary(fields)
        case .sequence(let sequence):
            if sequence.tag.rawValue == "!location" { return try read(node, as: .location) }
            return .list(try sequence.map(read))
        case .scalar(let scalar):
            if let type = tagged(scalar.tag.rawValue) { return try read(node, as: type) }
            switch scalar.tag.rawValue {
            case "!decimal":
                guard let number = Decimal(string: scalar.string) else {
                    throw CaseError("not a decimal", node)
                }
                return .decimal(number)
            case "!bool": return .bool(scalar.string == "true")
            case "!uuid":
                guard let uuid = UUID(uuidString: scalar.string) else {
                    throw CaseError("not a UUID", node)
                }
                return .uuid(uuid)
            case "!url":
                guard let url = URL(string: scalar.string) else {
                    throw CaseError("not a URL", node)
                }
                return .url(url)
            default: return plain(scalar)
            }
        case .alias: throw CaseError("aliases are not read", node)
        }
    }

    private static func tagged(_ tag: String) -> ScalarType? {
        switch tag {
        case "!date", "!seconds": .timestamp
        case "!ref": .reference
        case "!bytes": .bytes
        case "!double": .double
        default: nil
        }
    }

    private static func plain(_ scalar: Node.Scalar) -> Value {
        guard scalar.style == .plain || scalar.style == .any else { return .text(scalar.string) }
        switch scalar.string {
        case "null", "~", "": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        if let whole = Int64(scalar.string) { return .int(whole) }
        if scalar.string.first.map({ "-.0123456789".contains($0) }) == true,
            let number = Double(scalar.string)
        {
            return .double(number)
        }
        return .text(scalar.string)
    }

    /// A value of a known type.
    static func read(_ node: Node, as type: ScalarType) throws -> Value {
        if type == .location {
            guard
                let parts = node.sequence?.compactMap({ $0.scalar.flatMap { Double($0.string) } }),
                parts.count == 2
            else { throw CaseError("expected [latitude, longitude]", node) }
            return .location(Location(latitude: parts[0], longitude: parts[1]))
        }
        guard let scalar = node.scalar else { throw CaseError("expected one value", node) }
        let text = scalar.string
        switch type {
        case .string: return .text(text)
        case .int64:
            if text == "true" || text == "false" { return .bool(text == "true") }
            guard let number = Int64(text) else { throw CaseError("not an integer", node) }
            return .int(number)
        case .double:
            guard let number = Double(text) else { throw CaseError("not a number", node) }
            return .double(number)
        case .timestamp:
            if scalar.tag.rawValue == "!seconds" {
                guard let seconds = Double(text) else { throw CaseError("not a number", node) }
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
            guard let microseconds = microseconds(text) else {
                throw CaseError("not a date", node)
            }
            return .date(Date(microseconds: microseconds))
        case .bytes:
            guard let data = bytes(text) else { throw CaseError("not hexadecimal", node) }
            return .bytes(data)
        case .reference: return .reference(Reference(RecordID(text)))
        case .asset: return .asset(Asset(content: Data(text.utf8)))
        case .location: throw CaseError("expected [latitude, longitude]", node)
        }
    }

    private static func bytes(_ text: String) -> Data? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return Data(
            stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        )
    }

    /// Microseconds since 2001 of `2001-01-01T00:00:00.000000Z`, by the Gregorian calendar.
    private static func microseconds(_ text: String) -> Int64? {
        let fields = text.split { "-T:.Z".contains($0) }
        let numbers = fields.compactMap { Int64($0) }
        guard text.hasSuffix("Z"), numbers.count == fields.count, 6...7 ~= numbers.count else {
            return nil
        }
        // Days from the civil date, counting years from March (Howard Hinnant's method).
        let year = numbers[0] - (numbers[1] <= 2 ? 1 : 0)
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let month = (numbers[1] + 9) % 12
        let dayOfYear = (153 * month + 2) / 5 + numbers[2] - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468 - 11_323
        let seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
        guard numbers.count == 7 else { return seconds * 1_000_000 }
        let digits = fields[6].prefix(6)
        let fraction = Int64(digits + String(repeating: "0", count: 6 - digits.count)) ?? 0
        return seconds * 1_000_000 + fraction
    }
}
