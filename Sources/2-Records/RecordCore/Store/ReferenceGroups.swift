/// Records that wait for others, in groups that one request can save.
///
/// Of records that point at each other with an action, none is saved without the others: two of different
/// types that name each other, or a ring of more.
package enum ReferenceGroups {
    /// Forms a group of each record and of those that wait and at which it points, on and on, and has groups
    /// saved that are a request together.
    ///
    /// - Parameters:
    ///   - waiting: What waits; the groups begin in this order.
    ///   - limit: How many records a request has at most.
    ///   - fetch: The records of some names, without those that are gone.
    package static func form(
        _ waiting: [RecordID], limit: Int, fetch: ([RecordID]) async throws -> [Record],
        save: ([Record]) async throws -> Void
    ) async throws {
        var left = Set(waiting)
        var request: [Record] = []
        for id in waiting where left.contains(id) {
            var group: [Record] = []
            var wanted = [id]
            while !wanted.isEmpty, group.count < limit {
                wanted = Array(wanted.prefix(limit - group.count))
                left.subtract(wanted)
                let found = try await fetch(wanted)
                group += found
                wanted = left.intersection(found.flatMap(targets)).sorted { $0.name < $1.name }
            }
            if request.count + group.count > limit {
                try await save(request)
                request = []
            }
            request += group
        }
        if !request.isEmpty { try await save(request) }
    }

    /// The records without which one is refused.
    private static func targets(of record: Record) -> [RecordID] {
        References.strong(in: record).map(\.recordID) + (record.parent.map { [$0] } ?? [])
    }
}
