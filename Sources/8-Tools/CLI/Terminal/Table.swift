/// Rows of text in aligned columns.
///
///     name    population
///     ──────  ──────────
///     Zürich     415,367
struct Table {
    /// One cell: its text, and whether it is a number, which stands right.
    struct Cell {
        var text: String
        var isNumber = false
        var isDim = false

        /// A count for people, on the right of its column.
        static func number(_ number: Int) -> Cell {
            Cell(text: Figures.grouped(number), isNumber: true)
        }
    }

    /// The columns' names.
    let header: [String]
    /// The widest that the table may be; nil means as wide as it needs.
    let width: Int?
    private(set) var rows: [[Cell]] = []
    private var widths: [Int]?
    /// How many columns there was no room for.
    private(set) var hidden = 0

    /// Whether it is written as Markdown has tables, whole and without colours.
    private let isMarkdown: Bool

    init(header: [String], width: Int? = Terminal.columns(), isMarkdown: Bool = false) {
        self.header = header
        self.width = isMarkdown ? nil : width
        self.isMarkdown = isMarkdown
    }

    mutating func append(_ row: [Cell]) { rows.append(row) }

    /// The text of the rows appended since the last time; the header comes first of all.
    ///
    /// Column widths are those of the first part: what comes later is cut to them.
    mutating func flush(colour: Bool = Terminal.hasColour) -> String {
        if isMarkdown { return flushMarkdown() }
        var text = ""
        let widths = self.widths ?? fittingWidths()
        if self.widths == nil {
            self.widths = widths
            let cells = header.map { Cell(text: $0) }
            text += line(cells, widths, style: { Style.bold($0, colour) })
            text += (hidden > 0 ? Style.dim("  +\(hidden)", colour) : "") + "\n"
            text += Style.dim(
                widths.map { String(repeating: "─", count: $0) }.joined(separator: "  "), colour)
            text += "\n"
        }
        for row in rows {
            text += line(row, widths, dim: { Style.dim($0, colour) }) + "\n"
        }
        rows.removeAll(keepingCapacity: true)
        return text
    }

    private mutating func flushMarkdown() -> String {
        var text = ""
        if widths == nil {
            widths = fittingWidths()
            text += Table.markdown(header)
            text += Table.markdown(header.indices.map { isNumeric($0) ? "---:" : "---" })
        }
        for row in rows { text += Table.markdown(row.map(\.text)) }
        rows.removeAll(keepingCapacity: true)
        return text
    }

    private static func markdown(_ cells: [String]) -> String {
        let escaped = cells.map {
            $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
        }
        return "| " + escaped.joined(separator: " | ") + " |\n"
    }

    private func line(
        _ cells: [Cell], _ widths: [Int], style: (String) -> String = { $0 },
        dim: (String) -> String = { $0 }
    ) -> String {
        var text = ""
        var padding = 0
        for (index, width) in widths.enumerated() {
            let cell = index < cells.count ? cells[index] : Cell(text: "")
            let shown = DisplayWidth.truncated(cell.text, to: width)
            let room = width - DisplayWidth.of(shown)
            let isRight = cell.isNumber || isNumeric(index)
            if isRight { padding += room }
            if !shown.isEmpty {
                // Padding is written when something follows it, so no line ends in spaces.
                text += String(repeating: " ", count: padding)
                text += cell.isDim ? dim(shown) : style(shown)
                padding = 0
            }
            if !isRight { padding += room }
            padding += 2
        }
        return text
    }

    private func isNumeric(_ column: Int) -> Bool {
        numericColumns.indices.contains(column) && numericColumns[column]
    }

    private var numericColumns: [Bool] = []

    private mutating func fittingWidths() -> [Int] {
        numericColumns = header.indices.map { column in
            !rows.isEmpty
                && rows.allSatisfy {
                    $0.count <= column || $0[column].isNumber || $0[column].text.isEmpty
                        || $0[column].isDim
                }
                && rows.contains { $0.count > column && $0[column].isNumber }
        }
        var widths = header.enumerated().map { column, name in
            rows.reduce(DisplayWidth.of(name)) {
                max($0, column < $1.count ? DisplayWidth.of($1[column].text) : 0)
            }
        }
        guard let width else { return widths.map { min($0, 200) } }
        hidden = Table.overflow(widths, width, isNumeric)
        widths.removeLast(hidden)
        // The widest text column gives way first.
        var total = Table.total(widths) + (hidden > 0 ? 4 : 0)
        while total > width {
            guard
                let widest = widths.indices
                    .filter({ !isNumeric($0) && widths[$0] > 4 })
                    .max(by: { widths[$0] < widths[$1] })
            else { break }
            let second =
                widths.indices
                .filter { $0 != widest && !isNumeric($0) }.map { widths[$0] }.max() ?? 4
            let cut = max(1, min(total - width, widths[widest] - max(second, 4)))
            widths[widest] -= cut
            total -= cut
        }
        return widths
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + 2 * max(0, widths.count - 1)
    }

    /// How many of the last columns are left out, because otherwise texts would be cut to less than
    /// 12 columns.
    ///
    /// Two columns are always shown.
    private static func overflow(
        _ widths: [Int], _ width: Int, _ isNumeric: (Int) -> Bool
    ) -> Int {
        var least = widths.enumerated().map { isNumeric($0) ? $1 : min($1, 12) }
        var hidden = 0
        while least.count > 2, total(least) + (hidden > 0 ? 4 : 0) > width {
            least.removeLast()
            hidden += 1
        }
        return hidden
    }
}
