/// The order in which records are saved that point at each other.
///
/// A record is refused until those exist at which it points with an action, or that is its parent, unless the
/// same request saves them.
package enum ReferenceGroups {
    /// The requests that save all records at the first attempt, one after the other.
    ///
    ///     ReferenceGroups.requests(of: ["a", "b", "c"], limit: 2) { $0 == "a" ? ["c"] : [] }
    ///     // [["c", "a"], ["b"]]
    ///
    /// Those of a ring, in which each leads to the others, are in one request, as far as it takes them.
    /// The work grows with the number of records and targets, in whatever order they are given.
    ///
    /// - Parameters:
    ///   - waiting: What is to be saved; where nothing else decides, in this order.
    ///   - limit: How many records a request has at most.
    ///   - isolatesRings: Whether a ring has a request of its own, which is the smallest that can save it.
    ///   - targets: The records without which one is refused.
    package static func requests<ID: Hashable>(
        of waiting: [ID], limit: Int, isolatesRings: Bool = false, targets: (ID) -> [ID]
    ) -> [[ID]] {
        var requests: [[ID]] = []
        var request: [ID] = []
        func close() {
            requests += request.batches(of: limit)
            request = []
        }
        for group in groups(of: waiting, targets) {
            let isIsolated = isolatesRings && group.count > 1
            if isIsolated || request.count + group.count > limit { close() }
            request += group
            if isIsolated { close() }
        }
        close()
        return requests
    }

    /// A record whose targets are being visited.
    private struct Visit<ID> {
        let id: ID
        let number: Int
        /// The least number of a record to which this one leads, and which leads to it.
        var least: Int
        var targets: [ID]
    }

    /// The strongly connected components of the records, each behind those to which it leads: Tarjan's
    /// algorithm, without recursion.
    ///
    /// https://en.wikipedia.org/wiki/Tarjan's_strongly_connected_components_algorithm
    private static func groups<ID: Hashable>(of waiting: [ID], _ targets: (ID) -> [ID]) -> [[ID]] {
        let all = Set(waiting)
        var found: [[ID]] = []
        // The number of a visited record; that of one in a group is greater than all others.
        var numbers: [ID: Int] = [:]
        var open: [ID] = []
        var path: [Visit<ID>] = []
        func visit(_ id: ID) {
            let number = numbers.count
            numbers[id] = number
            open.append(id)
            path.append(
                Visit(
                    id: id, number: number, least: number,
                    targets: targets(id).filter(all.contains).reversed()))
        }
        for id in waiting where numbers[id] == nil {
            visit(id)
            while let last = path.indices.last {
                if let target = path[last].targets.popLast() {
                    if let number = numbers[target] {
                        path[last].least = min(path[last].least, number)
                    } else {
                        visit(target)
                    }
                    continue
                }
                let visited = path.removeLast()
                if let above = path.indices.last {
                    path[above].least = min(path[above].least, visited.least)
                }
                guard visited.least == visited.number,
                    let start = open.lastIndex(of: visited.id)
                else { continue }
                let group = Array(open[start...])
                open.removeSubrange(start...)
                for id in group { numbers[id] = Int.max }
                found.append(group)
            }
        }
        return found
    }
}

extension Record {
    /// The records without which this one is refused, each once: those at which it points with an action, and
    /// its parent.
    package var requiredRecords: Set<RecordID> {
        Set(References.strong(in: self).map(\.recordID) + (parent.map { [$0] } ?? []))
    }
}
