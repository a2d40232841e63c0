/// A point of a drawing, in pixels from its upper left corner.
struct DiagramPoint: Hashable {
    var x: Double
    var y: Double
}

/// A rectangle of a drawing.
struct DiagramRectangle: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Whether the two have room in common, or stand nearer than `gap`.
    func touches(_ other: DiagramRectangle, gap: Double = 0) -> Bool {
        x < other.x + other.width + gap && other.x < x + width + gap
            && y < other.y + other.height + gap && other.y < y + height + gap
    }
}

/// Where everything of a diagram is drawn.
///
/// Entities that have to do with each other stand in columns side by side; lines run in the
/// channels between them. Boxes never overlap, and no line runs through a box.
struct DiagramLayout {
    /// The place of each box.
    private(set) var boxes: [DiagramRectangle]
    /// The corners of each line, from its first end to its second.
    private(set) var lines: [[DiagramPoint]]
    /// How large the drawing is.
    private(set) var width = 0.0
    private(set) var height = 0.0

    /// Gives everything its place.
    init(_ diagram: ModelDiagram) {
        let nothing = DiagramRectangle(x: 0, y: 0, width: 0, height: 0)
        boxes = [DiagramRectangle](repeating: nothing, count: diagram.boxes.count)
        lines = [[DiagramPoint]](repeating: [], count: diagram.edges.count)
        var components = DiagramLayout.components(diagram).map {
            DiagramComponent(diagram, boxes: $0)
        }
        components.sort {
            ($1.isSingle ? 0 : 1, $1.width * $1.height, $0.boxes[0])
                < ($0.isSingle ? 0 : 1, $0.width * $0.height, $1.boxes[0])
        }
        var packing = DiagramPacking(
            area: components.reduce(0) {
                $0 + ($1.width + DiagramMetrics.componentGap)
                    * ($1.height + DiagramMetrics.componentGap)
            }, widest: components.map(\.width).max() ?? 0)
        for component in components {
            let place = packing.place(
                width: component.width, height: component.height, isSingle: component.isSingle)
            for (index, box) in component.boxes.enumerated() {
                boxes[box] = component.places[index]
                boxes[box].x += place.x
                boxes[box].y += place.y
            }
            for (edge, points) in component.lines {
                lines[edge] = points.map {
                    DiagramPoint(x: $0.x + place.x, y: $0.y + place.y)
                }
            }
        }
        width = packing.width
        height = packing.height
    }

    /// Boxes that lines connect, each group in the order of its numbers.
    private static func components(_ diagram: ModelDiagram) -> [[Int]] {
        var group = Array(diagram.boxes.indices)
        func root(_ box: Int) -> Int {
            var box = box
            while group[box] != box { box = group[box] }
            return box
        }
        for edge in diagram.edges {
            let (a, b) = (root(edge.from.box), root(edge.to.box))
            if a != b { group[max(a, b)] = min(a, b) }
        }
        var members: [Int: [Int]] = [:]
        for box in diagram.boxes.indices { members[root(box), default: []].append(box) }
        return members.keys.sorted().compactMap { members[$0] }
    }
}

/// Puts rectangles onto a page about half as wide again as high.
struct DiagramPacking {
    private let room: Double
    private var taken: [DiagramRectangle] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    init(area: Double, widest: Double) { room = max(widest, (area * 1.5).squareRoot()) }

    /// A place for a rectangle, as high up and as far left as there is room.
    mutating func place(width: Double, height: Double, isSingle: Bool) -> DiagramPoint {
        // Boxes that stand alone may stand closer.
        let gap = isSingle ? DiagramMetrics.boxGap : DiagramMetrics.componentGap
        var best: DiagramRectangle?
        let recent = taken.suffix(60)
        for x in [0] + recent.map({ $0.x + $0.width + gap }) where x + width <= room + 0.5 {
            for y in [0] + recent.map({ $0.y + $0.height + gap }) {
                let place = DiagramRectangle(x: x, y: y, width: width, height: height)
                guard (best.map { (y, x) < ($0.y, $0.x) }) ?? true,
                    !taken.contains(where: { $0.touches(place, gap: gap - 0.5) })
                else { continue }
                best = place
            }
        }
        let below = (taken.map { $0.y + $0.height + gap }.max() ?? 0)
        let place = best ?? DiagramRectangle(x: 0, y: below, width: width, height: height)
        taken.append(place)
        self.width = max(self.width, place.x + width)
        self.height = max(self.height, place.y + height)
        return DiagramPoint(x: place.x, y: place.y)
    }
}
