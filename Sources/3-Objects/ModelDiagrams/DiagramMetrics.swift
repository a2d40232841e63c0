/// Sizes of a drawing, in pixels.
enum DiagramMetrics {
    static let titleHeight = 30.0
    static let rowHeight = 19.0
    /// Above and below the rows, and around the line between attributes and relationships.
    static let padding = 6.0
    static let side = 11.0
    /// Between the boxes of a column.
    static let boxGap = 26.0
    /// What a line that passes between boxes takes.
    static let bendHeight = 10.0
    /// From a box to the first line of a channel: room for the marks.
    static let lead = 26.0
    /// Between two lines of a channel.
    static let track = 9.0
    static let corner = 6.0
    static let margin = 28.0
    static let componentGap = 48.0
    static let widestBox = 330.0
    static let titleSize = 13.0
    static let textSize = 11.5

    /// The height of a box.
    static func height(_ box: ModelDiagram.Box) -> Double {
        guard !box.rows.isEmpty else { return titleHeight + 8 }
        let isDivided =
            box.rows.contains { $0.isRelationship }
            && box.rows.contains { !$0.isRelationship }
        return titleHeight + Double(box.rows.count) * rowHeight + 2 * padding
            + (isDivided ? padding : 0)
    }

    /// The middle of a row, from the top of its box.
    static func middle(ofRow row: Int, in box: ModelDiagram.Box) -> Double {
        let isBelowLine = box.rows[row].isRelationship && !(box.rows[0].isRelationship)
        return titleHeight + padding + (Double(row) + 0.5) * rowHeight
            + (isBelowLine ? padding : 0)
    }

    /// The width of a box that shows all of its text, within bounds.
    static func width(_ box: ModelDiagram.Box) -> Double {
        var width = TextWidth.of(title(box), size: titleSize, isBold: true) + 2 * side
        for row in box.rows {
            width = max(
                width,
                TextWidth.of(row.name, size: textSize) + TextWidth.of(row.type, size: textSize)
                    + 2 * side + 26)
        }
        return min(widestBox, max(130, width)).rounded(.up)
    }

    /// The title with what stands behind it.
    static func title(_ box: ModelDiagram.Box) -> String {
        box.title + (box.subtitle.map { "  " + $0 } ?? "")
    }
}

/// Widths of text in the usual sans-serif faces, on the wide side.
enum TextWidth {
    /// The width of a text.
    static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
        text.unicodeScalars.reduce(0) { $0 + em($1) } * size * (isBold ? 1.1 : 1)
    }

    /// A text cut to a width, with an ellipsis where something is missing.
    static func fitted(_ text: String, size: Double, to width: Double) -> String {
        guard of(text, size: size) > width else { return text }
        var room = width - 0.9 * size
        var kept = ""
        for character in text {
            room -= of(String(character), size: size)
            guard room > 0 else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func em(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "'", ".", ",", ":", ";", "|", "!", " ": 0.33
        case "f", "t", "r", "I", "(", ")", "[", "]", "{", "}", "-", "/": 0.42
        case "m", "w", "M", "W", "@", "%": 0.97
        case "A"..."Z", "0"..."9", "_": 0.69
        case "\u{1100}"..."\u{FFFF}", "\u{10000}"...: 1.05
        default: 0.62
        }
    }
}
