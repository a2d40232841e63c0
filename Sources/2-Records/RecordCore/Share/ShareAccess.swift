/// What a participant may do with each record of a zone from which records are shared.
struct ShareAccess<Transaction: RecordTransaction> {
    private let transaction: Transaction
    private let zone: ZoneID
    private let user: String
    private var permissions: [String: ParticipantPermission?] = [:]

    init(_ transaction: Transaction, zone: ZoneID, user: String) {
        self.transaction = transaction
        self.zone = zone
        self.user = user
    }

    /// What the user may do with a record; nil when the user does not see it.
    mutating func permission(of id: RecordID) throws -> ParticipantPermission? {
        guard id.zone == zone else { return nil }
        var best: ParticipantPermission?
        for entry in try transaction.shareEntries(ShareEntry.Key(.record, id.name), in: zone)
        where entry.isPresent {
            switch try permission(in: entry.share) {
            case .readWrite: return .readWrite
            case .readOnly: best = .readOnly
            case .byShares, nil: continue
            }
        }
        return best
    }

    private mutating func permission(in share: String) throws -> ParticipantPermission? {
        if let known = permissions[share] { return known }
        let record = try transaction.record(RecordID(share, zone: zone))
        let found = record.flatMap { Share($0)?.permission(of: user) }
        permissions[share] = .some(found)
        return found
    }

    /// Takes out the plans that would put a record where the user may not write.
    ///
    /// A new record, or one that is given another parent, must hang below something that the
    /// user may write, be it by way of other new records.
    mutating func refused(
        _ plans: inout [PlannedSave]
    ) throws -> [(Int, StoreError)] {
        var errors: [(Int, StoreError)] = []
        while true {
            let planned = Dictionary(first: plans.map { ($0.record.id, $0) })
            var kept: [PlannedSave] = []
            for plan in plans {
                if try isConfined(plan, planned) {
                    kept.append(plan)
                } else {
                    let needed: Grant.Permission = plan.previous == nil ? .create : .write
                    let context = [
                        "recordType": plan.record.type, "recordName": plan.record.id.name,
                    ]
                    errors.append((plan.place, .denied(needed, context)))
                }
            }
            if kept.count == plans.count { return errors }
            plans = kept
        }
    }

    private mutating func isConfined(
        _ plan: PlannedSave,
        _ planned: [RecordID: PlannedSave]
    ) throws -> Bool {
        if let previous = plan.previous, previous.parent == plan.record.parent { return true }
        var seen: Set<RecordID> = []
        var next = plan.record.parent
        while let id = next, seen.insert(id).inserted {
            let moves = planned[id].map { $0.previous?.parent != $0.record.parent } ?? false
            guard let parent = planned[id], parent.previous == nil || moves else {
                return try permission(of: id) == .readWrite
            }
            next = parent.record.parent
        }
        return false
    }
}
