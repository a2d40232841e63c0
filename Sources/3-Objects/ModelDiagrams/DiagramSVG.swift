package import ObjectCore

/// The drawing of a model as SVG.
///
///     let text = DiagramSVG(model, title: "Recipes.sqlite").text
///
/// The same model gives the same text.
package struct DiagramSVG {
    private let diagram: ModelDiagram
    private let layout: DiagramLayout
    private let title: String
    private let note: String

    /// A drawing under a title, with a note in smaller type behind it.
    package init(_ model: ResolvedModel, title: String, note: String) {
        diagram = ModelDiagram(model)
        self.title = title
        self.note = note
        layout = DiagramLayout(diagram)
    }

    private static let headRoom = 52.0
    private static let legendRoom = 40.0

    /// The text of the file.
    package var text: String {
        let margin = DiagramMetrics.margin
        let width = max(layout.width, DiagramSVG.legendWidth, titleWidth) + 2 * margin
        let height =
            layout.height + 2 * margin + DiagramSVG.headRoom + DiagramSVG.legendRoom
        let size = "\(number(width)) \(number(height))"
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" \
            width="\(number(width))" height="\(number(height))" role="img">
            <title>\(escaped(title))</title>
            <style>\(DiagramSVG.style)</style>
            <rect width="100%" height="100%" fill="#fff"/>
            <text class="head" x="\(number(margin))" y="\(number(margin + 14))">\
            \(escaped(title))<tspan class="note" dx="10">\(escaped(note))</tspan></text>
            <g transform="translate(\(number(margin)) \(number(margin + DiagramSVG.headRoom)))">

            """
        for edge in diagram.edges.indices { text += line(edge) }
        for box in diagram.boxes.indices { text += self.box(box) }
        text += "</g>\n"
        text += legend(y: height - margin - 4)
        return text + "</svg>\n"
    }

    private var titleWidth: Double {
        TextWidth.of(title, size: 18, isBold: true) + TextWidth.of(note, size: 12) + 24
    }

    private static let style = """

        text{font:11.5px "Inter","Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif;fill:#253041}
        .head{font-size:18px;font-weight:600}
        .note{font-size:12px;font-weight:400;fill:#6b7688}
        .box{fill:#fff;stroke:#aeb9c7}
        .abstract{stroke-dasharray:5 3}
        .name{font-size:13px;font-weight:600}
        .class{font-size:11.5px;font-weight:400;fill:#5d6879}
        .italic{font-style:italic}
        .type{fill:#6b7688;text-anchor:end}
        .to{fill:#2f5d9b}
        .dim{fill:#9aa5b4;font-style:italic}
        .rule{stroke:#e3e8ee}
        .line{fill:none;stroke-width:1.4;stroke-linejoin:round}
        .mark{stroke-width:1.4;fill:none}
        .open{fill:#fff}
        .unique{fill:#e0a92e;stroke:none}
        .legend{stroke:#6b7a90}
        .edge:hover .line{stroke-width:3}

        """

    // MARK: Boxes

    /// Light colours of titles, one for each tree.
    private static let fills = [
        "#dbe9fb", "#dff3e4", "#fdeed3", "#ece3fa", "#fbe0e4", "#d9f1f2", "#f1eedd", "#e6eaf0",
    ]

    private func box(_ index: Int) -> String {
        let box = diagram.boxes[index]
        let place = layout.boxes[index]
        let (x, y, w, h) = (
            number(place.x), number(place.y), number(place.width), number(place.height)
        )
        let fill = DiagramSVG.fills[box.tree % DiagramSVG.fills.count]
        let side = DiagramMetrics.side
        let top = DiagramMetrics.titleHeight
        var text = "<g>"
        text += #"<rect class="box\#(box.isAbstract ? " abstract" : "")" x="\#(x)" y="\#(y)" "#
        text += #"width="\#(w)" height="\#(h)" rx="7"/>"#
        let band = number(place.width - 1)
        text += #"<path fill="\#(fill)" d="M\#(number(place.x + 0.5)) \#(number(place.y + top))"#
        text += #"v-\#(number(top - 7))a6.5 6.5 0 0 1 6.5-6.5h\#(number(place.width - 14))"#
        text += #"a6.5 6.5 0 0 1 6.5 6.5v\#(number(top - 7))h-\#(band)z"/>"#
        let room = place.width - 2 * side
        let name = TextWidth.fitted(box.title, size: DiagramMetrics.titleSize * 1.1, to: room)
        text += #"<text class="name\#(box.isAbstract ? " italic" : "")" "#
        text += #"x="\#(number(place.x + side))" y="\#(number(place.y + 19.5))">\#(escaped(name))"#
        let left = room - TextWidth.of(name, size: DiagramMetrics.titleSize, isBold: true) - 8
        if let subtitle = box.subtitle, left > 40 {
            let fitted = TextWidth.fitted(subtitle, size: DiagramMetrics.textSize, to: left)
            text += #"<tspan class="class" dx="7">\#(escaped(fitted))</tspan>"#
        }
        text += "</text>"
        var wasRelationship = true
        for (number, row) in box.rows.enumerated() {
            if row.isRelationship, !wasRelationship {
                text += divider(place, DiagramMetrics.middle(ofRow: number, in: box))
            }
            wasRelationship = row.isRelationship
            text += self.row(
                row, place, place.y + DiagramMetrics.middle(ofRow: number, in: box) + 4)
        }
        return text + "</g>\n"
    }

    private func divider(_ place: DiagramRectangle, _ middle: Double) -> String {
        let y = number(
            place.y + middle - DiagramMetrics.rowHeight / 2 - DiagramMetrics.padding / 2)
        return #"<path class="rule" d="M\#(number(place.x + 0.5)) \#(y)"#
            + #"h\#(number(place.width - 1))"/>"#
    }

    private func row(_ row: ModelDiagram.Row, _ place: DiagramRectangle, _ y: Double) -> String {
        let size = DiagramMetrics.textSize
        let room = place.width - 2 * DiagramMetrics.side
        let type = TextWidth.fitted(row.type, size: size, to: room * 0.62)
        let name = TextWidth.fitted(
            row.name, size: size, to: room - TextWidth.of(type, size: size) - 6)
        let style = row.isDim ? " dim" : row.isRelationship ? " to" : ""
        var text = ""
        if row.isUnique {
            text += #"<circle class="unique" r="2.6" cx="\#(number(place.x + 5.5))" "#
            text += #"cy="\#(number(y - 4))"/>"#
        }
        text += #"<text class="row\#(style)" x="\#(number(place.x + DiagramMetrics.side))" "#
        text += #"y="\#(number(y))">\#(escaped(name))</text>"#
        text += #"<text class="type\#(style)" "#
        text += #"x="\#(number(place.x + place.width - DiagramMetrics.side))" "#
        return text + #"y="\#(number(y))">\#(escaped(type))</text>"#
    }

    // MARK: Lines

    /// Distinct colours; neighbouring lines have different ones.
    private static let strokes = [
        "#3d7cc9", "#2f9e62", "#c77d1d", "#8a5cc7", "#c9485b", "#1f97a0", "#8a8433", "#6b7a90",
    ]

    private func line(_ index: Int) -> String {
        let edge = diagram.edges[index]
        let points = layout.lines[index]
        guard let first = points.first, let last = points.last, points.count > 1 else { return "" }
        let colour =
            edge.isInheritance ? "#7d8999" : DiagramSVG.strokes[index % DiagramSVG.strokes.count]
        var text = #"<g class="edge" stroke="\#(colour)"><title>\#(escaped(edge.words))</title>"#
        text += #"<path class="line" d="\#(path(points))"/>"#
        text += mark(edge.from.marker, at: first, towards: points[1])
        text += mark(edge.to.marker, at: last, towards: points[points.count - 2])
        return text + "</g>\n"
    }

    /// A line with round corners.
    private func path(_ points: [DiagramPoint]) -> String {
        var text = "M\(number(points[0].x)) \(number(points[0].y))"
        for index in points.indices.dropFirst().dropLast() {
            let (before, here, after) = (points[index - 1], points[index], points[index + 1])
            let radius = min(
                DiagramMetrics.corner, distance(before, here) / 2, distance(here, after) / 2)
            let start = between(here, before, radius)
            let end = between(here, after, radius)
            text += "L\(number(start.x)) \(number(start.y))"
            text += "Q\(number(here.x)) \(number(here.y)) \(number(end.x)) \(number(end.y))"
        }
        let last = points[points.count - 1]
        return text + "L\(number(last.x)) \(number(last.y))"
    }

    private func distance(_ a: DiagramPoint, _ b: DiagramPoint) -> Double {
        abs(a.x - b.x) + abs(a.y - b.y)  // Lines run straight along or straight down.
    }

    private func between(
        _ a: DiagramPoint, _ b: DiagramPoint, _ length: Double
    ) -> DiagramPoint {
        let whole = distance(a, b)
        guard whole > 0 else { return a }
        let part = length / whole
        return DiagramPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }

    private func mark(
        _ mark: ModelDiagram.Marker, at end: DiagramPoint, towards next: DiagramPoint
    ) -> String {
        let step = next.x >= end.x ? 1.0 : -1.0
        func x(_ distance: Double) -> String { number(end.x + step * distance) }
        func y(_ distance: Double) -> String { number(end.y + distance) }
        func bar(_ distance: Double) -> String {
            "M\(x(distance)) \(y(-5))V\(y(5))"
        }
        func ring(_ distance: Double) -> String {
            #"<circle class="mark open" r="3.4" cx="\#(x(distance))" cy="\#(y(0))"/>"#
        }
        switch mark {
        case .none: return ""
        case .one(let isOptional):
            return #"<path class="mark" d="\#(bar(7))\#(isOptional ? "" : bar(11))"/>"#
                + (isOptional ? ring(14.5) : "")
        case .many(let isOptional):
            let foot = "M\(x(0)) \(y(-5.5))L\(x(11)) \(y(0))L\(x(0)) \(y(5.5))"
            return #"<path class="mark" d="\#(foot)\#(isOptional ? "" : bar(14))"/>"#
                + (isOptional ? ring(14.5) : "")
        case .inherited:
            return #"<path class="mark open" d="M\#(x(0)) \#(y(0))"#
                + #"L\#(x(11)) \#(y(-6))V\#(y(6))z"/>"#
        }
    }

    // MARK: Legend

    private static let legend: [(ModelDiagram.Marker, String)] = [
        (.one(isOptional: false), "one"), (.one(isOptional: true), "none or one"),
        (.many(isOptional: false), "one or more"), (.many(isOptional: true), "any number"),
        (.inherited, "is a"),
    ]

    private static let legendWidth = legend.reduce(70.0) {
        $0 + 57 + TextWidth.of($1.1, size: 12)
    }

    private func legend(y: Double) -> String {
        var x = DiagramMetrics.margin
        var text = #"<g class="legend">"#
        for (mark, words) in DiagramSVG.legend {
            let end = DiagramPoint(x: x, y: y - 4)
            text += #"<path class="line" d="M\#(number(x)) \#(number(y - 4))h30"/>"#
            text += self.mark(mark, at: end, towards: DiagramPoint(x: x + 1, y: y - 4))
            text += #"<text class="note" stroke="none" x="\#(number(x + 37))" "#
            text += #"y="\#(number(y))">\#(words)</text>"#
            x += 37 + TextWidth.of(words, size: 12) + 20
        }
        text += #"<circle class="unique" r="2.6" cx="\#(number(x + 3))" "#
        text += #"cy="\#(number(y - 4))"/><text class="note" stroke="none" "#
        text += #"x="\#(number(x + 12))" y="\#(number(y))">unique</text>"#
        return text + "</g>\n"
    }

    // MARK: Text

    private func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        return tenths.truncatingRemainder(dividingBy: 10) == 0
            ? String(Int(tenths / 10)) : String(tenths / 10)
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // What XML cannot say at all.
            case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
