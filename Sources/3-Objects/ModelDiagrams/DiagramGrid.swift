/// Boxes of one component in columns, each with its height above the ground.
///
/// A line over more than two columns passes between the boxes of those in the middle: there it
/// has a bend of its own, which stands in the column as a box does.
struct DiagramGrid {
    /// What stands in a column.
    struct Node {
        var column: Int
        var height: Double
        /// The box; nil for a bend.
        var box: Int?
    }

    /// One end of a piece of line: how far below the top of a node.
    struct Port: Hashable {
        var node: Int
        var offset: Double
    }

    /// A piece of line from a column to the next one.
    struct Joint {
        var left: Port
        var right: Port
    }

    /// Two places of the same column that a line connects.
    struct Loop {
        var a: Port
        var b: Port
    }

    private(set) var nodes: [Node] = []
    private(set) var columns: [[Int]]
    /// The top of each node.
    private(set) var tops: [Double] = []
    private(set) var joints: [Joint] = []
    private(set) var loops: [Loop] = []

    init(columnCount: Int) { columns = [[Int]](repeating: [], count: columnCount) }

    /// Adds a node at the end of its column.
    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        columns[node.column].append(nodes.count - 1)
        tops.append(0)
        return nodes.count - 1
    }

    /// Adds a piece of line.
    mutating func join(_ left: Port, _ right: Port) {
        joints.append(Joint(left: left, right: right))
    }

    /// Adds a line within a column.
    mutating func loop(_ a: Port, _ b: Port) { loops.append(Loop(a: a, b: b)) }

    /// Where a port is.
    func height(of port: Port) -> Double { tops[port.node] + port.offset }

    // MARK: Order

    /// Finds an order within each column in which few lines cross, then the heights.
    mutating func arrange() {
        stack()
        var best = (cost: cost(), columns: columns)
        for round in 0..<14 {
            let isForward = round % 2 == 0
            let order = isForward ? Array(columns.indices) : columns.indices.reversed()
            for column in order { sort(column, byLeft: round < 10 ? isForward : nil) }
            let now = cost()
            if now < best.cost { best = (now, columns) }
        }
        columns = best.columns
        exchange()
        settle()
    }

    /// Puts the nodes of each column one below the other.
    private mutating func stack() {
        for column in columns {
            var top = 0.0
            for node in column {
                tops[node] = top
                top += nodes[node].height + gap
            }
            for node in column { tops[node] -= (top - gap) / 2 }
        }
    }

    private var gap: Double { DiagramMetrics.boxGap }

    /// Orders a column by the mean of what its nodes are joined to.
    private mutating func sort(_ column: Int, byLeft isLeft: Bool?) {
        var sums: [Int: (sum: Double, count: Double)] = [:]
        func add(_ node: Int, _ height: Double, _ weight: Double) {
            let old = sums[node] ?? (0, 0)
            sums[node] = (old.sum + height * weight, old.count + weight)
        }
        for joint in joints {
            if nodes[joint.right.node].column == column, isLeft != false {
                add(joint.right.node, height(of: joint.left) - joint.right.offset, 1)
            }
            if nodes[joint.left.node].column == column, isLeft != true {
                add(joint.left.node, height(of: joint.right) - joint.left.offset, 1)
            }
        }
        for loop in loops where nodes[loop.a.node].column == column {
            add(loop.a.node, tops[loop.b.node], 0.5)
            add(loop.b.node, tops[loop.a.node], 0.5)
        }
        let wishes = columns[column].map { node in
            (sums[node].map { $0.sum / $0.count } ?? tops[node]) + nodes[node].height / 2
        }
        let order = columns[column].indices.sorted { (wishes[$0], $0) < (wishes[$1], $1) }
        columns[column] = order.map { columns[column][$0] }
        var top = 0.0
        let height = columns[column].reduce(-gap) { $0 + nodes[$1].height + gap }
        for node in columns[column] {
            tops[node] = top - height / 2
            top += nodes[node].height + gap
        }
    }

    /// Moves single nodes within their columns while fewer lines cross.
    private mutating func exchange() {
        // Bounds the work for models of hundreds of entities.
        var budget = 3_000_000 / max(1, joints.count * joints.count + loops.count)
        var best = cost()
        var hasChanged = true
        while hasChanged, budget > 0 {
            hasChanged = false
            for column in columns.indices where columns[column].count > 1 {
                for from in columns[column].indices {
                    for to in columns[column].indices where to != from && budget > 0 {
                        budget -= 1
                        let before = columns[column]
                        let node = columns[column].remove(at: from)
                        columns[column].insert(node, at: to)
                        stack()
                        let now = cost()
                        if now < best - 1e-9 {
                            best = now
                            hasChanged = true
                        } else {
                            columns[column] = before
                        }
                    }
                }
            }
        }
        stack()
    }

    /// What is ugly: crossings, and lines that go far up or down.
    private func cost() -> Double {
        var places = [Double](repeating: 0, count: nodes.count)
        for column in columns {
            for (place, node) in column.enumerated() { places[node] = Double(place) }
        }
        var crossings = 0
        for (index, a) in joints.enumerated() {
            let column = nodes[a.left.node].column
            for b in joints.dropFirst(index + 1) where nodes[b.left.node].column == column {
                let left = before(a.left, b.left, places)
                let right = before(a.right, b.right, places)
                if left * right < 0 { crossings += 1 }
            }
        }
        var length = 0.0
        for joint in joints { length += abs(height(of: joint.left) - height(of: joint.right)) }
        var jumps = 0.0
        for loop in loops {
            jumps += max(0, abs(places[loop.a.node] - places[loop.b.node]) - 1)
        }
        return Double(crossings) + 0.7 * jumps + length / 400
    }

    private func before(_ a: Port, _ b: Port, _ places: [Double]) -> Double {
        a.node == b.node ? a.offset - b.offset : places[a.node] - places[b.node]
    }

    // MARK: Heights

    /// Moves nodes up and down, in their order, until lines are as straight as can be.
    private mutating func settle() {
        for round in 0..<24 {
            let order =
                round % 2 == 0 ? Array(columns.indices) : Array(columns.indices.reversed())
            for column in order { level(column, from: round < 16 ? round % 2 == 0 : nil) }
        }
        let top = tops.min() ?? 0
        for node in tops.indices { tops[node] = (tops[node] - top).rounded() }
    }

    private mutating func level(_ column: Int, from isLeft: Bool?) {
        var wishes: [Int: (sum: Double, weight: Double)] = [:]
        func add(_ port: Port, _ other: Port) {
            let weight = nodes[port.node].box == nil || nodes[other.node].box == nil ? 3.0 : 1.0
            let old = wishes[port.node] ?? (0, 0)
            wishes[port.node] = (
                old.sum + weight * (height(of: other) - port.offset), old.weight + weight
            )
        }
        for joint in joints {
            if nodes[joint.right.node].column == column, isLeft != false {
                add(joint.right, joint.left)
            }
            if nodes[joint.left.node].column == column, isLeft != true {
                add(joint.left, joint.right)
            }
        }
        // Least squares under "each below the one before": pools of neighbours that touch.
        var pools: [(sum: Double, weight: Double, members: [Int])] = []
        var shift = 0.0
        var shifts: [Int: Double] = [:]
        for node in columns[column] {
            shifts[node] = shift
            let wish = wishes[node] ?? (tops[node] * 0.05, 0.05)
            pools.append((wish.sum - wish.weight * shift, wish.weight, [node]))
            while pools.count > 1 {
                let (a, b) = (pools[pools.count - 2], pools[pools.count - 1])
                guard a.sum / a.weight > b.sum / b.weight else { break }
                pools.removeLast(2)
                pools.append((a.sum + b.sum, a.weight + b.weight, a.members + b.members))
            }
            shift += nodes[node].height + gap
        }
        for pool in pools {
            for node in pool.members {
                tops[node] = pool.sum / pool.weight + (shifts[node] ?? 0)
            }
        }
    }
}
