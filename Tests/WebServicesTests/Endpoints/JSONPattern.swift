import Foundation

/// JSON as it came, or a pattern for it.
///
/// A text `"$int"`, `"$number"`, `"$text"`, `"$bool"`, `"$object"`, `"$list"` or `"$any"` stands
/// for anything of its kind, `"$absent"` for a member that is not there; `"$any as tag"` keeps
/// what it finds under a name, and `"$tag"` in a later request says it again.
enum JSON: Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(_ bytes: [UInt8]) throws {
        let any = try JSONSerialization.jsonObject(
            with: Data(bytes), options: [.fragmentsAllowed])
        self = JSON.converted(any)
    }

    init(_ text: String) throws { try self.init(Array(text.utf8)) }

    private static func converted(_ any: Any) -> JSON {
        switch any {
        case is NSNull: .null
        case let text as String: .text(text)
        case let list as [Any]: .list(list.map(converted))
        case let members as [String: Any]: .object(members.mapValues(converted))
        case let number as NSNumber:
            if CFGetTypeIDIsBool(number) {
                .bool(number.boolValue)
            } else if number.objCType.pointee == 0x64 {
                .double(number.doubleValue)
            } else {
                .int(number.int64Value)
            }
        default: .null
        }
    }

    subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    subscript(place: Int) -> JSON? {
        if case .list(let members) = self, members.indices.contains(place) {
            members[place]
        } else {
            nil
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var count: Int {
        switch self {
        case .list(let members): members.count
        case .object(let members): members.count
        case .null, .bool, .int, .double, .text: 0
        }
    }

    var isNumber: Bool {
        switch self {
        case .int, .double: true
        case .null, .bool, .text, .list, .object: false
        }
    }
}

private func CFGetTypeIDIsBool(_ number: NSNumber) -> Bool {
    // Foundation on Linux tells a Boolean by the type it was made with.
    number.objCType.pointee == 0x63
        || type(of: number) == type(of: NSNumber(value: true))
            && number.objCType.pointee == 0x42
}

/// Compares JSON to a pattern; what differs, by path.
struct JSONMatch {
    private(set) var problems: [String] = []
    private(set) var kept: [String: String] = [:]

    init(_ found: JSON, to pattern: JSON) { compare(found, pattern, "") }

    private mutating func compare(_ found: JSON?, _ pattern: JSON, _ path: String) {
        if case .text(let text) = pattern, text.hasPrefix("$") {
            let words = text.split(separator: " ")
            if words[0] == "$absent" {
                if found != nil { problems.append("\(path): should not be there") }
                return
            }
            guard let found else { return problems.append("\(path): is missing") }
            if !isKind(found, String(words[0])) {
                problems.append("\(path): \(found) is not \(words[0])")
            }
            if words.count == 3, words[1] == "as" { kept[String(words[2])] = found.text }
            return
        }
        guard let found else { return problems.append("\(path): is missing") }
        switch (found, pattern) {
        case (.object(let members), .object(let wanted)):
            for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
                compare(members[name], value, "\(path).\(name)")
            }
        case (.list(let members), .list(let wanted)):
            guard members.count == wanted.count else {
                return problems.append("\(path): \(members.count) members: \(members)")
            }
            for (place, value) in wanted.enumerated() {
                compare(members[place], value, "\(path)[\(place)]")
            }
        default:
            if found != pattern { problems.append("\(path): \(found) is not \(pattern)") }
        }
    }

    private func isKind(_ found: JSON, _ kind: String) -> Bool {
        switch (kind, found) {
        case ("$any", _), ("$text", .text), ("$int", .int), ("$bool", .bool), ("$list", .list),
            ("$object", .object):
            true
        case ("$number", let found): found.isNumber
        default: false
        }
    }
}
