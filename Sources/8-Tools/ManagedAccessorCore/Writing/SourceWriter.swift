/// A Swift source that is being written, with `#if` around the parts that need it.
struct SourceWriter {
    /// The text so far.
    private(set) var text = ""

    /// Adds a line.
    mutating func line(_ line: String = "", indent: Int = 0) {
        if !line.isEmpty { text += String(repeating: "    ", count: indent) + line }
        text += "\n"
    }

    /// Adds lines that are compiled under a condition only.
    mutating func under(_ condition: String?, _ write: (inout SourceWriter) -> Void) {
        if let condition { line("#if \(condition)") }
        write(&self)
        if condition != nil { line("#endif") }
    }

    /// Adds an extension of a class.
    mutating func extend(
        _ path: [String], condition: String?, isDeprecated: Bool, lines: [String]
    ) {
        under(condition) { writer in
            if isDeprecated { writer.line(deprecation) }
            writer.line("extension \(path.map(quotedIfNeeded).joined(separator: ".")) {")
            for one in lines { writer.line(one, indent: 1) }
            writer.line("}")
        }
    }
}
