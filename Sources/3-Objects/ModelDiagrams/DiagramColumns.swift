/// Puts boxes into columns: what belongs together side by side, no column much higher than others.
struct DiagramColumns {
    /// A wish of two boxes; `isDirected` wants the first one on the left.
    struct Link {
        var left: Int
        var right: Int
        var isDirected: Bool
        var isInheritance: Bool
    }

    let heights: [Double]
    let links: [Link]
    let count: Int
    private let target: Double
    private let linksOf: [[Int]]

    /// Boxes by their heights; `ratio` is the width of a column to what the drawing's height
    /// should be of its width.
    init(heights: [Double], links: [Link], columnWidth: Double) {
        self.heights = heights
        self.links = links.filter { $0.left != $0.right }
        let total = heights.reduce(0, +) + DiagramMetrics.boxGap * Double(heights.count)
        let best = (1.5 * total / columnWidth).squareRoot().rounded()
        count = min(heights.count, max(heights.count > 1 ? 2 : 1, Int(best)))
        target = max(heights.max() ?? 0, total / Double(count) * 1.08)
        var linksOf = [[Int]](repeating: [], count: heights.count)
        for (index, link) in self.links.enumerated() {
            linksOf[link.left].append(index)
            linksOf[link.right].append(index)
        }
        self.linksOf = linksOf
    }

    /// The column of each box; every column from 0 on has one.
    func assign() -> [Int] {
        let roots = heights.indices.sorted {
            (linksOf[$1].count, $0) < (linksOf[$0].count, $1)
        }
        var best: (cost: Double, columns: [Int])?
        for root in roots.prefix(heights.count > 120 ? 1 : 6) {
            for isMirrored in [false, true] {
                let columns = improved(filled(from: root, isMirrored: isMirrored))
                let cost = cost(of: columns)
                if cost < (best?.cost ?? .infinity) - 1e-9 { best = (cost, columns) }
            }
        }
        return DiagramColumns.compacted(best?.columns ?? [])
    }

    /// Boxes in the order in which they are met from a first one, column after column.
    private func filled(from root: Int, isMirrored: Bool) -> [Int] {
        var order = [root]
        var isMet = [Bool](repeating: false, count: heights.count)
        isMet[root] = true
        var next = 0
        while next < order.count {
            for index in linksOf[order[next]] {
                for other in [links[index].left, links[index].right] where !isMet[other] {
                    isMet[other] = true
                    order.append(other)
                }
            }
            next += 1
        }
        order += heights.indices.filter { !isMet[$0] }
        var columns = [Int](repeating: 0, count: heights.count)
        var column = 0
        var height = 0.0
        for box in order {
            if height > 0, height + heights[box] > target, column < count - 1 {
                column += 1
                height = 0
            }
            columns[box] = isMirrored ? count - 1 - column : column
            height += heights[box] + DiagramMetrics.boxGap
        }
        return columns
    }

    /// Moves boxes, and exchanges pairs, while that makes the drawing better.
    private func improved(_ start: [Int]) -> [Int] {
        var columns = start
        var sums = self.sums(columns)
        for _ in 0..<30 {
            var hasChanged = false
            for box in heights.indices {
                let before = columns[box]
                var best = (cost: 0.0, column: before)
                for column in 0..<count where column != before {
                    let gain = moved(box, to: column, &columns, &sums)
                    if gain < best.cost - 1e-9 { best = (gain, column) }
                    _ = moved(box, to: before, &columns, &sums)
                }
                if best.column != before {
                    _ = moved(box, to: best.column, &columns, &sums)
                    hasChanged = true
                }
            }
            if heights.count <= 120 {
                for a in heights.indices {
                    for b in heights.indices.dropFirst(a + 1) where columns[a] != columns[b] {
                        let (ca, cb) = (columns[a], columns[b])
                        let gain =
                            moved(a, to: cb, &columns, &sums) + moved(b, to: ca, &columns, &sums)
                        if gain < -1e-9 {
                            hasChanged = true
                        } else {
                            _ = moved(b, to: cb, &columns, &sums)
                            _ = moved(a, to: ca, &columns, &sums)
                        }
                    }
                }
            }
            if !hasChanged { break }
        }
        return columns
    }

    private func sums(_ columns: [Int]) -> [Double] {
        var sums = [Double](repeating: 0, count: count)
        for (box, column) in columns.enumerated() {
            sums[column] += heights[box] + DiagramMetrics.boxGap
        }
        return sums
    }

    /// Moves a box and says by how much the cost rose.
    private func moved(
        _ box: Int, to column: Int, _ columns: inout [Int], _ sums: inout [Double]
    ) -> Double {
        let old = columns[box]
        guard old != column else { return 0 }
        let height = heights[box] + DiagramMetrics.boxGap
        var gain = 0.0
        for index in linksOf[box] { gain -= cost(links[index], columns) }
        gain -= excess(sums[old]) + excess(sums[column])
        columns[box] = column
        sums[old] -= height
        sums[column] += height
        for index in linksOf[box] { gain += cost(links[index], columns) }
        gain += excess(sums[old]) + excess(sums[column])
        return gain
    }

    private func cost(of columns: [Int]) -> Double {
        links.reduce(0) { $0 + cost($1, columns) } + sums(columns).reduce(0) { $0 + excess($1) }
    }

    private func excess(_ height: Double) -> Double {
        let over = max(0, height - target) / target
        // Each further part of the height weighs more; a little keeps columns alike.
        return 12 * over * over + 3 * over + 0.4 * (height / target) * (height / target)
    }

    private func cost(_ link: Link, _ columns: [Int]) -> Double {
        let distance = columns[link.right] - columns[link.left]
        let span = Double(abs(distance))
        if link.isInheritance {
            if distance == 0 { return 2 }
            return distance > 0 ? span : span + 0.9
        }
        if distance == 0 { return 1.5 }
        return span * span * 0.3 + span * 0.7 + (link.isDirected && distance < 0 ? 0.15 : 0)
    }

    private static func compacted(_ columns: [Int]) -> [Int] {
        let used = Set(columns).sorted()
        return columns.map { used.firstIndex(of: $0) ?? 0 }
    }
}
