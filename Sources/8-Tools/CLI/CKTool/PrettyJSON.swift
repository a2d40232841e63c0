#if Server
import PredicateCore
import RecordJSON

extension OrderedJSON {
    /// The text over several lines, members one below the other, as Apple's tool prints it.
    var lines: [UInt8] {
        var writer = JSONWriter(plain: true)
        append(to: &writer, indent: 0)
        writer.append(byte: 0x0A)
        return writer.bytes
    }

    private func append(to writer: inout JSONWriter, indent: Int) {
        switch self {
        case .value(.list(let members)):
            OrderedJSON.list(members.map { .value($0) }).append(to: &writer, indent: indent)
        case .value(.dictionary(let members)):
            OrderedJSON.object(
                members.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value)) }
            )
            .append(to: &writer, indent: indent)
        case .value, .bool, .written: append(to: &writer)
        case .list(let members):
            guard !members.isEmpty else { return writer.append(raw: "[]") }
            writer.append(byte: UInt8(ascii: "["))
            for (place, member) in members.enumerated() {
                if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
                OrderedJSON.newLine(indent + 1, &writer)
                member.append(to: &writer, indent: indent + 1)
            }
            OrderedJSON.newLine(indent, &writer)
            writer.append(byte: UInt8(ascii: "]"))
        case .object(let all):
            let members = all.filter { !$0.1.isNull }
            guard !members.isEmpty else { return writer.append(raw: "{}") }
            writer.append(byte: UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { writer.append(byte: UInt8(ascii: ",")) }
                OrderedJSON.newLine(indent + 1, &writer)
                writer.append(text: member.0)
                writer.append(raw: " : ")
                member.1.append(to: &writer, indent: indent + 1)
            }
            OrderedJSON.newLine(indent, &writer)
            writer.append(byte: UInt8(ascii: "}"))
        }
    }

    private static func newLine(_ indent: Int, _ writer: inout JSONWriter) {
        writer.append(byte: 0x0A)
        for _ in 0..<indent { writer.append(raw: "  ") }
    }
}

extension OrderedJSON: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .text(text) }
}
#endif
