/// Whether the records that a save points at exist, and do not have too many pointers.
struct ReferenceCheck<Transaction: RecordTransaction> {
    let transaction: Transaction
    let limits: StoreLimits
    private var exists: [RecordID: Bool] = [:]
    private var owners: [RecordID: Int] = [:]

    init(transaction: Transaction, limits: StoreLimits) {
        self.transaction = transaction
        self.limits = limits
    }

    /// Forgets what was found: another zone has been written since.
    mutating func forget() {
        exists.removeAll(keepingCapacity: true)
        owners.removeAll(keepingCapacity: true)
    }

    /// Takes out the plans whose targets neither exist nor are planned themselves.
    ///
    /// One that goes may take others with it, so this runs until nothing more changes.
    ///
    /// - Parameter isSeen: Whether the user sees a record that exists; others are missing for it.
    mutating func refused(
        _ plans: inout [PlannedSave], isSeen: (RecordID) throws -> Bool
    ) throws -> [(Int, StoreError)] {
        var errors: [(Int, StoreError)] = []
        var requirements: [Int: [ReferenceRequirement]] = [:]
        for plan in plans {
            let needed = ReferenceRequirement.all(of: plan.record, beyond: plan.previous)
            if !needed.isEmpty { requirements[plan.place] = needed }
        }
        guard !requirements.isEmpty else { return [] }
        while true {
            let planned = Set(plans.map(\.record.id))
            var kept: [PlannedSave] = []
            for plan in plans {
                if let error = try problem(requirements[plan.place] ?? [], planned, isSeen) {
                    errors.append((plan.place, error))
                } else {
                    kept.append(plan)
                }
            }
            if kept.count == plans.count { break }
            plans = kept
        }
        // Counted after all deletions; the items of the request keep their order.
        plans = try plans.filter { plan in
            for requirement in requirements[plan.place] ?? [] where requirement.kind == .owner {
                let count =
                    try owners[requirement.target]
                    ?? transaction.holderCount(of: requirement.target, action: .deleteSelf)
                guard count < limits.owningReferences else {
                    errors.append((plan.place, StoreError(.tooManyReferences, requirement.context)))
                    return false
                }
                owners[requirement.target] = count + 1
            }
            return true
        }
        return errors
    }

    private mutating func problem(
        _ requirements: [ReferenceRequirement], _ planned: Set<RecordID>,
        _ isSeen: (RecordID) throws -> Bool
    ) throws -> StoreError? {
        for requirement in requirements where !planned.contains(requirement.target) {
            let found: Bool
            if let known = exists[requirement.target] {
                found = known
            } else {
                found =
                    try transaction.record(requirement.target) != nil
                    && isSeen(requirement.target)
                exists[requirement.target] = found
            }
            if !found {
                return StoreError(
                    requirement.kind == .parent ? .parentMissing : .missingReference,
                    requirement.context)
            }
        }
        return nil
    }
}

/// A record that must exist for another to be saved.
struct ReferenceRequirement {
    enum Kind { case owner, validated, parent }
    var kind: Kind
    var target: RecordID
    var context: [String: String]

    /// What a record newly points at; what the stored version points at already exists.
    static func all(of record: Record, beyond previous: Record?) -> [ReferenceRequirement] {
        var requirements: [ReferenceRequirement] = []
        if let parent = record.parent, parent != previous?.parent {
            requirements.append(
                ReferenceRequirement(
                    kind: .parent, target: parent,
                    context: ["recordType": record.type, "recordName": record.id.name]))
        }
        for (field, value) in record.fields {
            var seen: Set<RecordID> = []
            for reference in References.strong(in: value)
            where seen.insert(reference.recordID).inserted {
                let held = previous.map { References.strong(in: $0[field]) } ?? []
                if held.contains(where: {
                    $0.recordID == reference.recordID && $0.action == reference.action
                }) {
                    continue
                }
                requirements.append(
                    ReferenceRequirement(
                        kind: reference.action == .deleteSelf ? .owner : .validated,
                        target: reference.recordID,
                        context: [
                            "recordType": record.type, "recordName": record.id.name,
                            "field": field,
                        ]))
            }
        }
        return requirements
    }
}

/// The references of a record that mean something to the store.
///
///     let owner = Reference(RecordID("order-1"), action: .deleteSelf)
///     let link = Reference(RecordID("order-2"))
///     References.strong(in: .list([.reference(owner), .reference(link)]))  // [owner]
public enum References {
    /// The references within a value whose action is not `none`.
    public static func strong(in value: Value) -> [Reference] {
        value.heldReferences.filter { $0.action != .none }
    }

    /// The references of a record whose action is not `none`, each target and action once.
    public static func strong(in record: Record) -> [Reference] {
        var found: [Reference] = []
        for value in record.fields.values {
            for reference in strong(in: value)
            where !found.contains(where: {
                $0.recordID == reference.recordID && $0.action == reference.action
            }) {
                found.append(reference)
            }
        }
        return found
    }
}
