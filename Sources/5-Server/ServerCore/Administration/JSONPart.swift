import RecordCore
import RecordJSON

/// A value of JSON to be written, its members in the order given.
enum JSONPart: Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A number.
    case double(Double)
    /// A text.
    case text(String)
    /// Values in order.
    case list([JSONPart])
    /// Values by name.
    case object([(String, JSONPart)])
    /// JSON that is written already.
    case written([UInt8])
    /// A whole reply that is plain text and no JSON.
    case plain(String)

    /// A text, or `null`.
    static func text(_ text: String?) -> JSONPart { text.map { .text($0) } ?? .null }

    /// A number, or `null`.
    static func double(_ number: Double?) -> JSONPart { number.map { .double($0) } ?? .null }

    /// A list of texts.
    static func texts(_ texts: [String]) -> JSONPart { .list(texts.map { .text($0) }) }

    /// As bytes.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.append(raw: "null")
        case .bool(true): writer.append(raw: "true")
        case .bool(false): writer.append(raw: "false")
        case .int(let number): writer.append(integer: number)
        case .double(let number): writer.append(double: number)
        case .text(let text), .plain(let text): writer.append(text: text)
        case .list(let parts):
            writer.append(byte: UInt8(ascii: "["))
            for (place, part) in parts.enumerated() {
                if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
                part.write(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "]"))
        case .object(let members):
            writer.append(byte: UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
                writer.append(text: member.0)
                writer.append(byte: UInt8(ascii: ":"))
                member.1.write(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "}"))
        case .written(let bytes):
            bytes.withUnsafeBufferPointer { writer.append(raw: $0) }
        }
    }
}
