/// The drawing of entities that have to do with each other.
struct DiagramComponent {
    /// Its boxes by number.
    let boxes: [Int]
    /// The place of each, in the same order.
    private(set) var places: [DiagramRectangle] = []
    /// The corners of its lines, by the line's number.
    private(set) var lines: [Int: [DiagramPoint]] = [:]
    private(set) var width = 0.0
    private(set) var height = 0.0
    /// Whether it is one box without any line.
    let isSingle: Bool

    private let diagram: ModelDiagram
    private let edges: [Int]
    private var columns: [Int]
    private var grid: DiagramGrid
    private var nodeOf: [Int: Int] = [:]
    private var channels: [DiagramChannel]
    /// The pieces of each line in the channels, from left to right.
    private var routes: [Int: [Step]] = [:]

    private struct Step {
        var channel: Int
        var piece: Int
        var from: DiagramGrid.Port
        var to: DiagramGrid.Port
    }

    /// Lays out some of a diagram's boxes and all lines between them.
    init(_ diagram: ModelDiagram, boxes: [Int]) {
        self.diagram = diagram
        self.boxes = boxes
        let members = Dictionary(
            uniqueKeysWithValues: boxes.enumerated().map { ($0.element, $0.offset) })
        edges = diagram.edges.indices.filter { members[diagram.edges[$0].from.box] != nil }
        isSingle = boxes.count == 1 && edges.isEmpty
        let widths = boxes.map { DiagramMetrics.width(diagram.boxes[$0]) }
        columns = DiagramColumns(
            heights: boxes.map { DiagramMetrics.height(diagram.boxes[$0]) },
            links: edges.compactMap { DiagramComponent.link(diagram.edges[$0], members) },
            columnWidth: (widths.max() ?? 0) + 90
        ).assign()
        let count = (columns.max() ?? 0) + 1
        grid = DiagramGrid(columnCount: count)
        channels = [DiagramChannel](repeating: DiagramChannel(), count: count)
        for (index, box) in boxes.enumerated() {
            nodeOf[box] = grid.add(
                DiagramGrid.Node(
                    column: columns[index], height: DiagramMetrics.height(diagram.boxes[box]),
                    box: box))
        }
        connect()
        grid.arrange()
        fillChannels()
        draw(widths)
    }

    private static func link(
        _ edge: ModelDiagram.Edge, _ members: [Int: Int]
    ) -> DiagramColumns.Link? {
        guard let from = members[edge.from.box], let to = members[edge.to.box] else { return nil }
        if edge.isInheritance {
            return DiagramColumns.Link(
                left: to, right: from, isDirected: true, isInheritance: true)
        }
        // The one stands on the left of the many.
        let isMany = [edge.from.marker, edge.to.marker].map {
            if case .many = $0 { true } else { false }
        }
        return DiagramColumns.Link(
            left: isMany[0] && !isMany[1] ? to : from,
            right: isMany[0] && !isMany[1] ? from : to,
            isDirected: isMany[0] != isMany[1], isInheritance: false)
    }

    // MARK: Lines

    private func column(of end: ModelDiagram.End) -> Int {
        nodeOf[end.box].map { grid.nodes[$0].column } ?? 0
    }

    /// Lines that end at a title stand apart there; those of one tree end in one point.
    private func titleOffsets() -> [Int: [Bool: Double]] {
        var slots: [[Int]: [(edge: Int, isTo: Bool, isTrunk: Bool)]] = [:]
        for edge in edges {
            let line = diagram.edges[edge]
            let (from, to) = (column(of: line.from), column(of: line.to))
            if line.from.row == nil {
                slots[[line.from.box, to < from ? 0 : 1], default: []]
                    .append((edge, false, false))
            }
            if line.to.row == nil {
                slots[[line.to.box, from < to ? 0 : 1], default: []]
                    .append((edge, true, line.isInheritance))
            }
        }
        var offsets: [Int: [Bool: Double]] = [:]
        for ends in slots.values {
            let apart = ends.filter { !$0.isTrunk }
            let hasTrunk = apart.count < ends.count
            let count = apart.count + (hasTrunk ? 1 : 0)
            let distance = min(9, (DiagramMetrics.titleHeight - 8) / Double(max(1, count - 1)))
            var slot = -Double(count - 1) / 2
            let middle = DiagramMetrics.titleHeight / 2
            if hasTrunk {
                for end in ends where end.isTrunk {
                    offsets[end.edge, default: [:]][end.isTo] = middle + slot * distance
                }
                slot += 1
            }
            for end in apart {
                offsets[end.edge, default: [:]][end.isTo] = middle + slot * distance
                slot += 1
            }
        }
        return offsets
    }

    /// Leads each line through the columns.
    private mutating func connect() {
        let titles = titleOffsets()
        for edge in edges {
            let line = diagram.edges[edge]
            func port(_ end: ModelDiagram.End, isTo: Bool) -> DiagramGrid.Port {
                let offset =
                    end.row.map {
                        DiagramMetrics.middle(ofRow: $0, in: diagram.boxes[end.box])
                    } ?? titles[edge]?[isTo] ?? DiagramMetrics.titleHeight / 2
                return DiagramGrid.Port(node: nodeOf[end.box] ?? 0, offset: offset)
            }
            var ends = [port(line.from, isTo: false), port(line.to, isTo: true)]
            if column(of: line.from) > column(of: line.to) { ends.reverse() }
            let first = grid.nodes[ends[0].node].column
            let last = grid.nodes[ends[1].node].column
            if first == last {
                grid.loop(ends[0], ends[1])
                routes[edge] = [Step(channel: first, piece: 0, from: ends[0], to: ends[1])]
                continue
            }
            var here = ends[0]
            for column in first..<last {
                var next = ends[1]
                if column + 1 < last {
                    let bend = grid.add(
                        DiagramGrid.Node(
                            column: column + 1, height: DiagramMetrics.bendHeight, box: nil))
                    next = DiagramGrid.Port(node: bend, offset: DiagramMetrics.bendHeight / 2)
                }
                grid.join(here, next)
                routes[edge, default: []].append(
                    Step(channel: column, piece: 0, from: here, to: next))
                here = next
            }
        }
    }

    /// Gives each piece of line a track.
    private mutating func fillChannels() {
        /// The pieces of trees, by the box inherited from and the side of it.
        var trunks: [[Int]: Int] = [:]
        for edge in edges {
            guard var steps = routes[edge] else { continue }
            let line = diagram.edges[edge]
            for (index, step) in steps.enumerated() {
                let isLoop = column(of: line.from) == column(of: line.to)
                let (from, to) = (grid.height(of: step.from), grid.height(of: step.to))
                let lefts = isLoop ? [from, to] : [from]
                let rights = isLoop ? [] : [to]
                var trunk: [Int]?
                if line.isInheritance, let node = nodeOf[line.to.box] {
                    if step.from.node == node || isLoop { trunk = [node, step.channel, 1] }
                    if step.to.node == node, !isLoop { trunk = [node, step.channel, 0] }
                }
                if let trunk, let piece = trunks[trunk] {
                    channels[step.channel].extend(piece, lefts: lefts, rights: rights)
                    steps[index].piece = piece
                } else {
                    let piece = channels[step.channel].add(
                        DiagramChannel.Segment(lefts: lefts, rights: rights))
                    steps[index].piece = piece
                    if let trunk { trunks[trunk] = piece }
                }
            }
            routes[edge] = steps
        }
        for channel in channels.indices { channels[channel].route() }
    }

    // MARK: Places

    private mutating func draw(_ widths: [Double]) {
        let count = channels.count
        var columnWidths = [Double](repeating: 0, count: count)
        for (index, column) in columns.enumerated() {
            columnWidths[column] = max(columnWidths[column], widths[index])
        }
        var left = 0.0
        var lefts: [Double] = []
        for column in 0..<count {
            lefts.append(left)
            left += columnWidths[column]
            if column + 1 < count {
                left += channels[column].width
            } else if channels[column].trackCount > 0 {
                left += channels[column].width - DiagramMetrics.lead + 4
            }
        }
        width = left
        for box in boxes {
            guard let node = nodeOf[box] else { continue }
            let column = grid.nodes[node].column
            places.append(
                DiagramRectangle(
                    x: lefts[column], y: grid.tops[node], width: columnWidths[column],
                    height: grid.nodes[node].height))
        }
        height = grid.nodes.indices.map { grid.tops[$0] + grid.nodes[$0].height }.max() ?? 0
        for edge in edges {
            guard let steps = routes[edge], let first = steps.first else { continue }
            let line = diagram.edges[edge]
            let isLoop = column(of: line.from) == column(of: line.to)
            var points: [DiagramPoint] = []
            func add(_ x: Double, _ y: Double) { points.append(DiagramPoint(x: x, y: y)) }
            add(lefts[first.channel] + columnWidths[first.channel], grid.height(of: first.from))
            for step in steps {
                let start = lefts[step.channel] + columnWidths[step.channel]
                if let track = channels[step.channel].offset(of: step.piece) {
                    add(start + track, grid.height(of: step.from))
                    add(start + track, grid.height(of: step.to))
                }
                if isLoop {
                    add(start, grid.height(of: step.to))
                } else {
                    add(lefts[step.channel + 1], grid.height(of: step.to))
                }
            }
            if !isLoop, column(of: line.from) > column(of: line.to) { points.reverse() }
            lines[edge] = points
        }
    }
}
