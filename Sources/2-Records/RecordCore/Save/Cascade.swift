/// What goes when records are deleted: they, and whatever belongs to them.
///
/// A record belongs to another when it holds a `deleteSelf` reference to it. Belonging may be
/// a chain or a circle: everything is looked at once, and nothing recurses.
struct Cascade {
    /// Everything that goes: those asked for first, in the order asked.
    private(set) var records: [Record] = []
    /// Deletions that cannot be done, by their place among those asked for.
    private(set) var refused: [(Int, StoreError)] = []

    init(of roots: [Record], in transaction: some RecordTransaction) throws {
        var closures: [[RecordID]] = []
        var known: [RecordID: Record] = [:]
        for root in roots { known[root.id] = root }
        for root in roots {
            closures.append(try Cascade.closure(of: root.id, &known, transaction))
        }
        var standing = Array(roots.indices)
        // A deletion that cannot be done may hinder others, so this runs until all agree.
        while true {
            let going = Set(standing.flatMap { closures[$0] })
            var kept: [Int] = []
            for index in standing {
                if let error = try Cascade.problem(closures[index], going, known, transaction) {
                    refused.append((index, error))
                } else {
                    kept.append(index)
                }
            }
            if kept.count == standing.count { break }
            standing = kept
        }
        var listed: Set<RecordID> = []
        for index in standing where listed.insert(roots[index].id).inserted {
            records.append(roots[index])
        }
        for id in standing.flatMap({ closures[$0] }) where listed.insert(id).inserted {
            if let record = known[id] { records.append(record) }
        }
    }

    private static func closure(
        of root: RecordID, _ known: inout [RecordID: Record],
        _ transaction: some RecordTransaction
    ) throws -> [RecordID] {
        var found = [root]
        var seen: Set<RecordID> = [root]
        var next = 0
        while next < found.count {
            for id in try transaction.referrers(of: found[next], action: .deleteSelf)
            where seen.insert(id).inserted {
                if known[id] == nil { known[id] = try transaction.record(id) }
                found.append(id)
            }
            next += 1
        }
        return found
    }

    /// Why a closure cannot go while only `going` goes.
    private static func problem(
        _ closure: [RecordID], _ going: Set<RecordID>, _ known: [RecordID: Record],
        _ transaction: some RecordTransaction
    ) throws -> StoreError? {
        for id in closure {
            var context = ["recordName": id.name]
            context["recordType"] = known[id]?.type
            if try transaction.children(of: id).contains(where: { !going.contains($0) }) {
                return StoreError(.parentHasChildren, context)
            }
            let holder = try transaction.referrers(of: id, action: .validate)
                .first { !going.contains($0) }
            if let holder {
                context["field"] = try transaction.record(holder)?.field(validating: id)
                return StoreError(.referencedByOthers, context)
            }
        }
        return nil
    }
}

extension Record {
    /// The first of the fields by name that hold a reference which keeps `target` from going.
    fileprivate func field(validating target: RecordID) -> String? {
        func holds(_ value: Value) -> Bool {
            switch value.kind {
            case .reference(let reference):
                reference.recordID == target && reference.action == .validate
            case .list(let members): members.contains(where: holds)
            case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary,
                .object:
                false
            }
        }
        return fields.filter { holds($0.value) }.keys.min()
    }
}
