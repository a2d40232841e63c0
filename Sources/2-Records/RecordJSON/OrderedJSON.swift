package import Foundation
package import PredicateCore

/// JSON whose members stand in the order in which they are given.
///
///     let json: OrderedJSON = ["name": .text("Ann"), "email": .text(nil)]
///     json.line   // {"name":"Ann"}
///     json.bytes  // {"name":"Ann","email":null}
package indirect enum OrderedJSON: Sendable {
    /// A value of the language.
    case value(PredicateCore.Value)
    /// `true` or `false`.
    case bool(Bool)
    /// Values in order.
    case list([OrderedJSON])
    /// Values by name.
    case object([(String, OrderedJSON)])
    /// JSON that is written already.
    case written([UInt8])

    /// `null`.
    package static var null: OrderedJSON { .value(.null) }
    /// A text, or `null`.
    package static func text(_ text: String?) -> OrderedJSON {
        .value(text.map(PredicateCore.Value.text) ?? .null)
    }
    /// A whole number.
    package static func number(_ number: Int) -> OrderedJSON { .value(.int(Int64(number))) }
    /// A whole number.
    package static func int(_ number: Int64) -> OrderedJSON { .value(.int(number)) }
    /// A number, or `null`.
    package static func double(_ number: Double?) -> OrderedJSON {
        .value(number.map(PredicateCore.Value.double) ?? .null)
    }
    /// Milliseconds since 1970, as everywhere in the web services; `null` where there is no date.
    package static func milliseconds(_ date: Date?) -> OrderedJSON {
        guard let date else { return .null }
        return .int(Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0)
    }
    /// A list of texts.
    package static func texts(_ texts: [String]) -> OrderedJSON { .list(texts.map { .text($0) }) }

    /// Values by name, without those that are null.
    package static func present(_ members: KeyValuePairs<String, OrderedJSON>) -> OrderedJSON {
        .object(members.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    }

    /// Whether nothing is said.
    package var isNull: Bool { if case .value(.null) = self { true } else { false } }

    /// Appends the text.
    ///
    /// - Parameter keepsNull: Whether members that are null are written, or left out.
    package func append(to writer: inout JSONWriter, keepsNull: Bool = false) {
        switch self {
        case .value(let value): writer.append(value)
        case .bool(let truth): truth ? writer.append(raw: "true") : writer.append(raw: "false")
        case .written(let bytes): bytes.withUnsafeBufferPointer { writer.append(raw: $0) }
        case .list(let members):
            writer.append(array: members) { $1.append(to: &$0, keepsNull: keepsNull) }
        case .object(let members):
            writer.append(byte: UInt8(ascii: "{"))
            for (key, member) in members where keepsNull || !member.isNull {
                writer.beginMember()
                writer.append(key: key)
                member.append(to: &writer, keepsNull: keepsNull)
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
    }

    /// The text as a line of its own, without members that are null.
    package var line: [UInt8] {
        var writer = JSONWriter(plain: true)
        append(to: &writer)
        writer.append(byte: 0x0A)
        return writer.bytes
    }

    /// The text, with members that are null.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        append(to: &writer, keepsNull: true)
        return writer.bytes
    }
}

extension OrderedJSON: ExpressibleByDictionaryLiteral {
    /// Values by name, in the order in which they are written.
    package init(dictionaryLiteral members: (String, OrderedJSON)...) { self = .object(members) }
}
