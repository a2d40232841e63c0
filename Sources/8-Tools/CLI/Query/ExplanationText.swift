import PredicateCore
import RecordCore
import RecordJSON

/// How a query is answered, in words.
enum ExplanationText {
    /// The whole explanation, for people.
    static func text(_ query: RecordQuery, _ explanation: QueryExplanation) -> String {
        var lines: [String] = []
        func part(_ title: String, _ text: String) {
            let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
            let margin = String(repeating: " ", count: max(0, 11 - title.count))
            for (index, row) in rows.enumerated() {
                lines.append(
                    index == 0
                        ? Style.bold(title) + margin + row
                        : String(repeating: " ", count: 11) + row)
            }
        }
        part("predicate", query.predicate.format)
        if let sql = explanation.sql { part("sql", broken(sql)) }
        if !explanation.parameters.isEmpty {
            part("values", explanation.parameters.map(value).joined(separator: ", "))
        }
        if !explanation.plan.isEmpty { part("plan", explanation.plan.joined(separator: "\n")) }
        let indexes = explanation.indexes.joined(separator: ", ")
        switch (explanation.indexes.isEmpty, explanation.scans) {
        case (true, _): part("index", Style.yellow("none"))
        case (false, true): part("index", indexes)
        case (false, false): part("index", Style.green(indexes))
        }
        if explanation.scans {
            part("scan", Style.yellow("every record of the zone is looked at"))
        }
        if let recheck = explanation.recheck {
            part("recheck", "rows are asked again: \(recheck)")
        }
        for suggestion in explanation.suggestions {
            part("advice", Style.yellow("add the index \(suggestion)"))
        }
        if !explanation.unused.isEmpty {
            part("unused", explanation.unused.joined(separator: "\n"))
        }
        return lines.joined(separator: "\n")
    }

    /// The explanation as one JSON object.
    static func json(_ query: RecordQuery, _ explanation: QueryExplanation) -> [UInt8] {
        let json: OrderedJSON = [
            "predicate": .text(query.predicate.format), "sql": .text(explanation.sql),
            "values": .value(.list(explanation.parameters)), "plan": .texts(explanation.plan),
            "indexes": .texts(explanation.indexes), "scans": .bool(explanation.scans),
            "recheck": .text(explanation.recheck), "suggestions": .texts(explanation.suggestions),
            "unused": .texts(explanation.unused),
        ]
        var writer = JSONWriter(plain: true)
        json.append(to: &writer, keepsNull: true)
        writer.append(byte: 0x0A)
        return writer.bytes
    }

    private static func value(_ value: Value) -> String {
        var writer = JSONWriter(plain: true)
        writer.append(value)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return DisplayWidth.truncated(DisplayWidth.printable(text), to: 60)
    }

    /// The statement with a new line before its main parts, outside of parentheses and quotes.
    static func broken(_ sql: String) -> String {
        let parts = [" FROM ", " WHERE ", " AND ", " ORDER BY ", " LIMIT ", " JOIN "]
        let bytes = Array(sql.utf8)
        var result: [UInt8] = []
        var depth = 0
        var quote: UInt8?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case 0x20 where depth == 0:
                    if let part = parts.first(where: { bytes[index...].starts(with: $0.utf8) }) {
                        result.append(0x0A)
                        if part == " AND " { result += Array("  ".utf8) }
                        index += 1
                        continue
                    }
                default: break
                }
            }
            result.append(byte)
            index += 1
        }
        return wrapped(String(decoding: result, as: UTF8.self))
    }

    /// Lines of more than 88 characters, broken after commas.
    private static func wrapped(_ text: String) -> String {
        text.split(separator: "\n").flatMap { (line: Substring) -> [String] in
            var lines = [""]
            for piece in line.split(separator: ", ", omittingEmptySubsequences: false) {
                let last = lines[lines.count - 1]
                if last.isEmpty {
                    lines[lines.count - 1] = String(piece)
                } else if last.count + piece.count > 86 {
                    lines[lines.count - 1] += ","
                    lines.append("  " + piece)
                } else {
                    lines[lines.count - 1] += ", " + piece
                }
            }
            return lines
        }.joined(separator: "\n")
    }
}
