/// What goes when records are deleted: they, and whatever belongs to them.
///
/// A record belongs to another when it holds a `deleteSelf` reference to it. Belonging may be
/// a chain or a circle: everything is looked at once, and nothing recurses.
struct Cascade {
    /// Everything that goes: those asked for first, in the order asked.
    private(set) var records: [Record] = []
    /// Deletions that cannot be done, by their place among those asked for.
    private(set) var refused: [(Int, StoreError)] = []

    /// A record that may go, with what was asked about it, once.
    private struct Candidate {
        var record: Record?
        /// What belongs to it.
        var belongings: [RecordID]
        /// What it belongs to, of those that may go.
        var owners: [RecordID] = []
        /// What keeps it: its children, and what holds a `validate` reference to it.
        var children: [RecordID]
        var holders: [RecordID]
    }

    /// - Parameter isOwner: Whether the owner of the database deletes; the root of a share, and the
    ///   share's own record, do not go by what participants delete.
    init(
        of roots: [Record], isOwner: Bool, in transaction: some RecordTransaction
    ) throws {
        var candidates: [RecordID: Candidate] = [:]
        var known: [RecordID: Record] = [:]
        for root in roots { known[root.id] = root }
        var waiting = roots.map(\.id)
        while let id = waiting.popLast() {
            guard candidates[id] == nil else { continue }
            let belongings = try transaction.referrers(of: id, action: .deleteSelf)
            candidates[id] = Candidate(
                record: try known[id] ?? transaction.record(id), belongings: belongings,
                children: try transaction.children(of: id),
                holders: try transaction.referrers(of: id, action: .validate))
            waiting += belongings
        }
        for (id, candidate) in candidates {
            for belonging in candidate.belongings { candidates[belonging]?.owners.append(id) }
        }
        var standing = Array(roots.indices)
        var going: [RecordID] = []
        // A deletion that cannot be done may hinder others, so this runs until all agree.
        while true {
            going = Cascade.closure(of: standing.map { roots[$0].id }, candidates)
            let obstacles = Cascade.obstacles(among: going, candidates, isOwner: isOwner)
            var kept: [Int] = []
            for index in standing {
                guard let obstacle = obstacles[roots[index].id] else {
                    kept.append(index)
                    continue
                }
                let type = candidates[obstacle.id]?.record?.type
                let error =
                    obstacle.isOwners
                    ? StoreError.denied(.write, ["recordName": roots[index].id.name])
                    : try obstacle.error(type: type, transaction)
                refused.append((index, error))
            }
            if kept.count == standing.count { break }
            standing = kept
        }
        var listed: Set<RecordID> = []
        for index in standing where listed.insert(roots[index].id).inserted {
            records.append(roots[index])
        }
        for id in going where listed.insert(id).inserted {
            if let record = candidates[id]?.record { records.append(record) }
        }
    }

    /// What goes with some records.
    private static func closure(
        of roots: [RecordID], _ candidates: [RecordID: Candidate]
    ) -> [RecordID] {
        var found: [RecordID] = []
        var seen: Set<RecordID> = []
        var next = 0
        for root in roots where seen.insert(root).inserted {
            found.append(root)
            while next < found.count {
                for id in candidates[found[next]]?.belongings ?? []
                where seen.insert(id).inserted {
                    found.append(id)
                }
                next += 1
            }
        }
        return found
    }

    /// A record that cannot go.
    private struct Obstacle {
        let id: RecordID
        /// Whether only the owner of the database deletes it.
        let isOwners: Bool
        /// What holds a `validate` reference to it; nil where it has children.
        let holder: RecordID?

        func error(
            type: String?, _ transaction: some RecordTransaction
        ) throws -> StoreError {
            var context = ["recordName": id.name]
            context["recordType"] = type
            guard let holder else { return StoreError(.parentHasChildren, context) }
            context["field"] = try transaction.record(holder)?.field(validating: id)
            return StoreError(.referencedByOthers, context)
        }
    }

    /// What keeps records from going while only `going` goes: they themselves, or something that belongs
    /// to them, the nearest first.
    private static func obstacles(
        among going: [RecordID], _ candidates: [RecordID: Candidate], isOwner: Bool
    ) -> [RecordID: Obstacle] {
        let all = Set(going)
        var obstacles: [RecordID: Obstacle] = [:]
        var kept: [RecordID] = []
        for id in going {
            guard let candidate = candidates[id] else { continue }
            let holder = candidate.holders.first { !all.contains($0) }
            let hasChildren = !candidate.children.allSatisfy(all.contains)
            let isOwners = !isOwner && candidate.record?.isOwners == true
            guard isOwners || hasChildren || holder != nil else { continue }
            obstacles[id] = Obstacle(
                id: id, isOwners: isOwners, holder: hasChildren ? nil : holder)
            kept.append(id)
        }
        var next = 0
        while next < kept.count {
            for owner in candidates[kept[next]]?.owners ?? []
            where all.contains(owner) && obstacles[owner] == nil {
                obstacles[owner] = obstacles[kept[next]]
                kept.append(owner)
            }
            next += 1
        }
        return obstacles
    }
}

extension Record {
    /// Whether it is the root of a share, or a share.
    fileprivate var isOwners: Bool { share != nil || type == Share.recordType }

    /// The first of the fields by name that hold a reference which keeps `target` from going.
    fileprivate func field(validating target: RecordID) -> String? {
        fields.filter { _, value in
            value.heldReferences.contains { $0.recordID == target && $0.action == .validate }
        }.keys.min()
    }
}
