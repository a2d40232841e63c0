package import PredicateCore

/// JSON whose members stand in the order in which they are given.
package indirect enum OrderedJSON {
    case value(Value)
    case bool(Bool)
    case list([OrderedJSON])
    case object([(String, OrderedJSON)])

    package static func text(_ text: String?) -> OrderedJSON {
        .value(text.map(Value.text) ?? .null)
    }
    package static func number(_ number: Int) -> OrderedJSON { .value(.int(Int64(number))) }

    /// Whether nothing is said.
    package var isNull: Bool { if case .value(.null) = self { true } else { false } }

    /// Appends the text; members that are null are left out.
    package func append(to writer: inout JSONWriter) {
        switch self {
        case .value(let value): writer.append(value)
        case .bool(let truth): truth ? writer.append(raw: "true") : writer.append(raw: "false")
        case .list(let members):
            writer.append(byte: UInt8(ascii: "["))
            for (index, member) in members.enumerated() {
                if index > 0 { writer.append(byte: UInt8(ascii: ",")) }
                member.append(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "]"))
        case .object(let members):
            writer.append(byte: UInt8(ascii: "{"))
            var isFirst = true
            for (key, member) in members where !member.isNull {
                if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
                isFirst = false
                writer.append(key: key)
                member.append(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
    }

    /// The text as a line of its own.
    package var line: [UInt8] {
        var writer = JSONWriter(plain: true)
        append(to: &writer)
        writer.append(byte: 0x0A)
        return writer.bytes
    }
}
