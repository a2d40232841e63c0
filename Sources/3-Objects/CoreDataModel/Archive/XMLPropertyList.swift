import Foundation

/// Reads a property list in XML: the few elements that such files have, without entities of
/// their own.
struct XMLPropertyList {
    private let bytes: [UInt8]
    private var place = 0

    init(_ data: Data) { bytes = [UInt8](data) }

    private static let damaged = ModelArchiveError("The file is no property list.")

    mutating func read() throws(ModelArchiveError) -> PropertyTree {
        guard let tag = nextTag(), tag.name == "plist" else { throw Self.damaged }
        guard let first = nextTag() else { throw Self.damaged }
        return try value(first, depth: 0)
    }

    private struct Tag {
        let name: String
        let isClosing: Bool
        let isEmpty: Bool
    }

    /// The next tag, whatever stands before it passed over; declarations and comments too.
    private mutating func nextTag() -> Tag? {
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                place += 1
                continue
            }
            if bytes[place...].starts(with: Array("<!--".utf8)) {
                guard skip(past: "-->") else { return nil }
                continue
            }
            guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let inner = bytes[(place + 1)..<end]
            place = end + 1
            guard let first = inner.first else { return nil }
            if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { continue }
            let isClosing = first == UInt8(ascii: "/")
            let isEmpty = inner.last == UInt8(ascii: "/")
            let name = inner.drop { $0 == UInt8(ascii: "/") }
                .prefix { $0 != UInt8(ascii: "/") && $0 > 32 }
            return Tag(
                name: String(decoding: name, as: UTF8.self), isClosing: isClosing,
                isEmpty: isEmpty)
        }
        return nil
    }

    private mutating func skip(past text: String) -> Bool {
        let wanted = Array(text.utf8)
        while place + wanted.count <= bytes.count {
            if bytes[place...].starts(with: wanted) {
                place += wanted.count
                return true
            }
            place += 1
        }
        return false
    }

    private mutating func content() -> String {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard text.contains("&") else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&apos;", with: "'")
            .replacing("&#10;", with: "\n").replacing("&amp;", with: "&")
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(ModelArchiveError) -> PropertyTree {
        guard depth < 64, !tag.isClosing else { throw Self.damaged }
        switch tag.name {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "string", "integer", "real", "date", "data":
            if tag.isEmpty { return tag.name == "data" ? .data(Data()) : .text("") }
            let text = content()
            guard let end = nextTag(), end.isClosing, end.name == tag.name else {
                throw Self.damaged
            }
            return try leaf(tag.name, text)
        case "array":
            var members: [PropertyTree] = []
            if tag.isEmpty { return .list([]) }
            while let next = nextTag() {
                if next.isClosing { return .list(members) }
                members.append(try value(next, depth: depth + 1))
            }
        case "dict":
            var entries: [String: PropertyTree] = [:]
            if tag.isEmpty { return .dictionary([:]) }
            while let next = nextTag() {
                if next.isClosing {
                    // This is how XML spells a reference.
                    if entries.count == 1, case .int(let number)? = entries["CF$UID"] {
                        return .reference(Int(clamping: number))
                    }
                    return .dictionary(entries)
                }
                guard next.name == "key" else { throw Self.damaged }
                let key = next.isEmpty ? "" : content()
                if !next.isEmpty { _ = nextTag() }
                guard let tag = nextTag() else { throw Self.damaged }
                entries[key] = try value(tag, depth: depth + 1)
            }
        default: break  // No other element has a value.
        }
        throw Self.damaged
    }

    private func leaf(_ name: String, _ text: String) throws(ModelArchiveError) -> PropertyTree {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "integer":
            guard let number = Int64(trimmed) else { throw Self.damaged }
            return .int(number)
        case "real": return .double(Double(trimmed) ?? 0)
        case "date":
            // The error thrown says more than the one of the date.
            guard let date = try? Date(trimmed, strategy: .iso8601) else { throw Self.damaged }
            return .date(date)
        case "data":
            guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
                throw Self.damaged
            }
            return .data(data)
        default: return .text(text)  // Only strings are left.
        }
    }
}
