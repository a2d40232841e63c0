/// The room between two columns, in which lines go up and down.
///
/// Each line has a track of its own there; the order of the tracks is one in which few cross.
struct DiagramChannel {
    /// A line in the channel: where it comes from the column on the left and from that on the
    /// right.
    ///
    /// Lines of one tree of inheritance share a track.
    struct Segment {
        var lefts: [Double]
        var rights: [Double]

        var range: ClosedRange<Double> {
            let all = lefts + rights
            return (all.min() ?? 0)...(all.max() ?? 0)
        }

        /// Whether it needs no track; a slant of two pixels is not seen.
        var isStraight: Bool { range.upperBound - range.lowerBound < 2.1 }
    }

    private(set) var segments: [Segment] = []
    /// The track of each piece, from the left; nil where it is straight.
    private(set) var tracks: [Int?] = []
    /// How many tracks there are.
    private(set) var trackCount = 0

    /// Adds a line and says its number.
    mutating func add(_ segment: Segment) -> Int {
        segments.append(segment)
        return segments.count - 1
    }

    /// Adds further ends to a line.
    mutating func extend(_ number: Int, lefts: [Double] = [], rights: [Double] = []) {
        segments[number].lefts += lefts
        segments[number].rights += rights
    }

    /// How wide the channel must be.
    var width: Double {
        2 * DiagramMetrics.lead + Double(max(0, trackCount - 1)) * DiagramMetrics.track
    }

    /// The place of a piece's track, from the left side of the channel.
    func offset(of number: Int) -> Double? {
        tracks[number].map { DiagramMetrics.lead + Double($0) * DiagramMetrics.track }
    }

    /// Gives each line its track.
    mutating func route() {
        var order = segments.indices.filter { !segments[$0].isStraight }
        order.sort { key($0) < key($1) }
        improve(&order)
        tracks = [Int?](repeating: nil, count: segments.count)
        trackCount = 0
        for (place, number) in order.enumerated() {
            var track = 0
            for before in order[..<place] where touches(before, number) {
                track = max(track, (tracks[before] ?? 0) + 1)
            }
            tracks[number] = track
            trackCount = max(trackCount, track + 1)
        }
    }

    /// A first order: lines that go down from the lowest on, then those that go up.
    private func key(_ number: Int) -> Double {
        let segment = segments[number]
        guard let left = segment.lefts.min(), let right = segment.rights.max() else {
            // Loops of the left column stay near it, short ones nearest.
            return -1e6 + segment.range.upperBound - segment.range.lowerBound
        }
        return right > left ? -left : 1e6 + left
    }

    private func touches(_ a: Int, _ b: Int) -> Bool {
        let (a, b) = (segments[a].range, segments[b].range)
        return a.lowerBound < b.upperBound + 8 && b.lowerBound < a.upperBound + 8
    }

    /// Moves lines to other places of the order while fewer cross.
    private func improve(_ order: inout [Int]) {
        guard order.count > 1, order.count < 200 else { return }
        var costs = [[Double]](
            repeating: [Double](repeating: 0, count: segments.count), count: segments.count)
        for a in order { for b in order where a != b { costs[a][b] = cost(a, before: b) } }
        for _ in 0..<20 {
            var hasChanged = false
            for from in order.indices {
                let number = order[from]
                var best = (gain: -1e-9, place: from)
                var gain = 0.0
                for place in (0..<from).reversed() {
                    gain += costs[number][order[place]] - costs[order[place]][number]
                    if gain < best.gain { best = (gain, place) }
                }
                gain = 0
                for place in order.indices.dropFirst(from + 1) {
                    gain += costs[order[place]][number] - costs[number][order[place]]
                    if gain < best.gain { best = (gain, place) }
                }
                if best.place != from {
                    order.remove(at: from)
                    order.insert(number, at: best.place)
                    hasChanged = true
                }
            }
            if !hasChanged { break }
        }
    }

    /// How often two lines cross, or lie on each other, when the first is on the left.
    private func cost(_ first: Int, before second: Int) -> Double {
        let (a, b) = (segments[first], segments[second])
        var cost = 0.0
        for left in b.lefts where a.range.contains(left) { cost += 1 }
        for right in a.rights where b.range.contains(right) { cost += 1 }
        for left in b.lefts {
            for right in a.rights where abs(left - right) < 4 { cost += 8 }
        }
        return cost
    }
}
