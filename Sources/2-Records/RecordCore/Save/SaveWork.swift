/// A save that has passed every check of its own.
///
/// Beside the generic types that use it and not in one: the runtime would look it up by the type of the
/// transaction at each use.
struct PlannedSave {
    var place: Int
    var record: Record
    var previous: Record?
}

/// A request while it is carried out.
struct SaveWork<Transaction: RecordTransaction> {
    let procedure: SaveProcedure
    let transaction: Transaction
    var result: SaveResult
    private var fieldCheck: FieldCheck
    private var references: ReferenceCheck<Transaction>
    private let schema: RecordSchema
    /// What was written in the zone at hand, before and after.
    var changes: [ShareRegistryChange] = []
    /// What a participant may do with each record; nil where the zone as a whole decides.
    var access: ShareAccess<Transaction>?
    /// The shares that the zone at hand is to get.
    var newShares: [Share] = []
    /// The shares of the zone at hand that the request deletes; nil until a new share asks.
    var deletedShares: Set<String>?

    /// Thrown through ``RecordTransaction/attempt(_:)`` to undo a zone.
    private struct Undo: Error {}

    init(procedure: SaveProcedure, transaction: Transaction) {
        self.procedure = procedure
        self.transaction = transaction
        schema = transaction.schema
        fieldCheck = FieldCheck(
            environment: procedure.environment, isPublic: procedure.isPublic,
            limits: procedure.limits)
        references = ReferenceCheck(transaction: transaction, limits: procedure.limits)
        let request = procedure.request
        result = SaveResult(
            saves: request.saves.map { _ in .failure(StoreError(.batchFailed)) },
            deletions: request.deletions.map { .success($0.id) })
    }

    mutating func run(
        _ part: SaveProcedure.ZonePart, zone: Zone?, duplicates: Set<RecordID>
    ) throws {
        guard let zone, let permission = permission(in: part.id) else {
            fail(part, StoreError(.zoneNotFound, ["zone": part.id.name]))
            return
        }
        changes = []
        access = nil
        newShares = []
        deletedShares = nil
        switch permission {
        case .readWrite: break
        case .readOnly:
            // An administrator of the zone's share changes its participants all the same.
            guard savesSharesAlone(part) else {
                fail(part, .denied(.write))
                return
            }
        case .byShares:
            access = ShareAccess(transaction, zone: part.id, user: procedure.request.user)
        }
        let isAtomic = procedure.request.isAtomic && zone.tracksChanges
        references.forget()

        var plans: [PlannedSave] = []
        var failed = false
        for place in part.saves {
            do {
                plans.append(try plan(place, duplicates: duplicates))
            } catch let error as StoreError {
                result.saves[place] = .failure(error)
                failed = true
            }
        }
        let strays = try access?.refused(&plans) ?? []
        var others: [ZoneID: ShareAccess<Transaction>] = [:]
        let (procedure, transaction) = (procedure, transaction)
        let missing = try references.refused(&plans) { target in
            guard let permissions = procedure.permissions else { return true }
            switch permissions[target.zone] {
            case nil: return false
            case .readOnly, .readWrite: return true
            case .byShares:
                var access =
                    others[target.zone]
                    ?? ShareAccess(
                        transaction, zone: target.zone, user: procedure.request.user)
                defer { others[target.zone] = access }
                return try access.permission(of: target) != nil
            }
        }
        for (place, error) in strays + missing {
            result.saves[place] = .failure(error)
            failed = true
        }
        if isAtomic, failed {
            failRest(of: part, plans: plans)
            return
        }
        guard isAtomic, !part.deletions.isEmpty else {
            try put(plans, in: zone)
            _ = try delete(part, in: zone, duplicates: duplicates)
            try keepShares()
            return
        }
        // Whether a deletion is allowed shows only when the saves stand.
        let before = result
        do {
            try transaction.attempt {
                try put(plans, in: zone)
                if try delete(part, in: zone, duplicates: duplicates) { throw Undo() }
                try keepShares()
                if plans.contains(where: { result.saves[$0.place].isFailure }) { throw Undo() }
            }
        } catch is Undo {
            let undone = result
            result = before
            for place in part.deletions where undone.deletions[place].isFailure {
                result.deletions[place] = undone.deletions[place]
            }
            failRest(of: part, plans: plans)
            for plan in plans where undone.saves[plan.place].isFailure {
                result.saves[plan.place] = undone.saves[plan.place]
            }
        }
    }

    private func savesSharesAlone(_ part: SaveProcedure.ZonePart) -> Bool {
        part.deletions.isEmpty
            && part.saves.allSatisfy {
                procedure.request.saves[$0].record.type == Share.recordType
            }
    }

    /// What the user may do in a zone; nil when the user does not see it.
    private func permission(in zone: ZoneID) -> ParticipantPermission? {
        guard let permissions = procedure.permissions else { return .readWrite }
        return permissions[zone]
    }

    private mutating func fail(_ part: SaveProcedure.ZonePart, _ error: StoreError) {
        for place in part.saves { result.saves[place] = .failure(error) }
        for place in part.deletions { result.deletions[place] = .failure(error) }
    }

    /// What would have been done, had others of the zone not failed.
    private mutating func failRest(of part: SaveProcedure.ZonePart, plans: [PlannedSave]) {
        for plan in plans { result.saves[plan.place] = .failure(StoreError(.batchFailed)) }
        for place in part.deletions {
            if case .success = result.deletions[place] {
                result.deletions[place] = .failure(StoreError(.batchFailed))
            }
        }
    }

    // MARK: Saving

    private mutating func plan(_ place: Int, duplicates: Set<RecordID>) throws -> PlannedSave {
        if let error = procedure.refused[place] { throw error }
        let item = procedure.request.saves[place]
        // Made when something is wrong only.
        var context: [String: String] {
            ["recordType": item.record.type, "recordName": item.record.id.name]
        }
        if duplicates.contains(item.record.id) { throw StoreError(.duplicateItem, context) }
        // User records are named by the service, with an underscore.
        let name = item.record.id.name
        try NameRule.record.check(
            item.record.type == RecordType.users.name && name.hasPrefix("_")
                ? String(name.dropFirst()) : name,
            maximumLength: procedure.limits.nameLength,
            ["recordType": item.record.type, "recordName": String(name.prefix(80))])
        let previous = try transaction.record(item.record.id)
        let newShare = try checkShare(item.record, against: previous, context)
        // Rights are checked before anything else about the stored record: a user without write
        // permission learns nothing of it. The stored type decides, not the type in the request.
        if let previous { try checkRights(of: previous.type, previous: previous, context) }
        try check(item, against: previous, context)
        var record = item.record
        // Before the fields: the schema did not grow by a record that the user may not create.
        if previous == nil { try checkRights(of: record.type, previous: nil, context) }
        let isPartial = item.isPartial || (item.policy ?? procedure.request.policy) == .changedKeys
        record.fields = try fieldCheck.checked(item, replacing: previous, schema: schema)
        if isPartial, let previous {
            record.fields.merge(previous.fields) { new, _ in new }
            if item.keepsParent { record.parent = previous.parent }
            record.share = record.share ?? previous.share
        }
        if procedure.request.settlesShares, let previous = previous.flatMap({ Share($0) }),
            var share = Share(record)
        {
            // Participants that the owner sends are those that stay.
            if item.record.fields[Share.participantsField] == nil {
                share.removeParticipants(publicBefore: previous.publicPermission)
            }
            // A participant that accepted while the owner was writing is kept.
            share.settle(with: previous)
            record = share.written(to: record)
        }
        // A root keeps its share until that is deleted, and participants make no roots. A copy from before
        // the record was shared again names a share that is gone.
        let isOld = try procedure.request.settlesShares && !isShared(record, before: previous)
        if record.share == nil || procedure.permissions != nil || isOld {
            record.share = previous?.share
        }
        if record.fields.values.contains(where: \.isNull) {
            record.fields = record.fields.filter { !$0.value.isNull }
        }
        record.encrypted = try fieldCheck.encrypted(
            among: record.fields, of: record.type, schema: schema)
        guard FieldCheck.size(of: record.fields) <= procedure.limits.recordBytes else {
            throw StoreError(
                .recordTooLarge,
                context.merging(["limit": "\(procedure.limits.recordBytes) bytes"]) { $1 })
        }
        if let newShare { newShares.append(newShare) }
        return PlannedSave(place: place, record: record, previous: previous)
    }

    /// Whether the share that a record names is one of that record, or becomes one by this request.
    private func isShared(_ record: Record, before previous: Record?) throws -> Bool {
        guard let share = record.share, share != previous?.share else { return true }
        func isOne(_ other: Record) -> Bool {
            other.id == share && Share(other)?.root == record.id
        }
        if procedure.request.saves.contains(where: { isOne($0.record) }) { return true }
        return try transaction.record(share).map(isOne) == true
    }

    /// Whether the policy lets the record replace what is there.
    private func check(
        _ item: SaveRequest.Item, against previous: Record?,
        _ context: @autoclosure () -> [String: String]
    ) throws(StoreError) {
        var conflict: StoreError.Conflict {
            StoreError.Conflict(client: item.record, server: previous)
        }
        if let previous, previous.type != item.record.type {
            throw StoreError(.recordExists, context(), conflict: conflict)
        }
        switch item.policy ?? procedure.request.policy {
        case .changedKeys, .allKeys: return
        case .ifServerRecordUnchanged: break
        }
        switch (item.record.system?.changeTag, previous) {
        case (nil, nil): return
        case (nil, .some): throw StoreError(.recordExists, context(), conflict: conflict)
        case (.some, nil): throw StoreError(.recordDeleted, context(), conflict: conflict)
        case (.some(let client), .some(let server)):
            guard client == server.system?.changeTag else {
                throw StoreError(
                    .recordChanged,
                    context().merging([
                        "clientEtag": client, "serverEtag": server.system?.changeTag ?? "",
                    ]) { $1 }, conflict: conflict)
            }
        }
    }

    /// In the public database the type's grants decide; a private one is its owner's.
    private func checkRights(
        of type: String, previous: Record?, _ context: @autoclosure () -> [String: String]
    ) throws(StoreError) {
        guard procedure.isPublic, !procedure.request.isAdministrator else { return }
        let needed: Grant.Permission = previous == nil ? .create : .write
        let roles = GrantRoles(user: procedure.request.user, procedure.request.roles)
        // The creator of a record may do with it what `_creator` may.
        guard
            (schema[type] ?? RecordType(type)).allows(needed, to: roles, of: previous)
                || type == RecordType.users.name
        else {
            throw StoreError.denied(needed, context())
        }
    }

    private mutating func put(_ plans: [PlannedSave], in zone: Zone) throws {
        for plan in plans {
            let token = zone.tracksChanges ? try transaction.nextToken() : nil
            var record = plan.record
            let user = procedure.request.user
            let before = plan.previous?.system
            record.system = SystemFields(
                created: before?.created ?? procedure.now,
                createdBy: before?.createdBy ?? user, modified: procedure.now, modifiedBy: user,
                changeTag: token.map(ChangeTag.text(of:))
                    ?? ChangeTag.following(before?.changeTag, now: procedure.now))
            try transaction.put(record, replacing: plan.previous, token: token)
            result.saves[plan.place] = .success(record)
            if let previous = plan.previous { result.replaced[record.id] = previous }
            note(ShareRegistryChange(old: plan.previous, new: record))
        }
    }

    /// Notes what was written, where there may be shares.
    private mutating func note(_ change: @autoclosure () -> ShareRegistryChange) {
        if !procedure.isPublic { changes.append(change()) }
    }

    // MARK: Deleting

    /// Deletes what may be deleted; true when something may not.
    private mutating func delete(
        _ part: SaveProcedure.ZonePart, in zone: Zone, duplicates: Set<RecordID>
    ) throws -> Bool {
        var failed = false
        var wanted: [(place: Int, record: Record)] = []
        for place in part.deletions {
            do {
                if let record = try deletable(place, duplicates: duplicates) {
                    wanted.append((place, record))
                }
            } catch let error as StoreError {
                result.deletions[place] = .failure(error)
                failed = true
            }
        }
        guard !wanted.isEmpty else { return failed }
        let cascade = try Cascade(
            of: wanted.map(\.record), isOwner: procedure.permissions == nil, in: transaction)
        for (index, error) in cascade.refused {
            result.deletions[wanted[index].place] = .failure(error)
            failed = true
        }
        // An atomic zone is going to be undone: nothing need be removed first.
        if failed, procedure.request.isAtomic, zone.tracksChanges { return true }
        let asked = Set(wanted.map(\.record.id))
        var saved: [RecordID: Int] = [:]
        for place in result.saves.indices {
            if case .success(let record) = result.saves[place] { saved[record.id] = place }
        }
        var tracking: [ZoneID: Bool] = [zone.id: zone.tracksChanges]
        for record in cascade.records {
            let id = record.id.zone
            if tracking[id] == nil {
                tracking[id] = try transaction.zone(id)?.tracksChanges ?? false
            }
            let token = tracking[id] == true ? try transaction.nextToken() : nil
            try transaction.remove(record, token: token)
            if asked.contains(record.id) {
                result.replaced[record.id] = record
            } else {
                result.note(cascaded: record, savedAt: saved[record.id])
            }
            note(ShareRegistryChange(old: record, new: nil))
        }
        return failed
    }

    /// The record that a deletion concerns; nil when there is none.
    mutating func deletable(_ place: Int, duplicates: Set<RecordID>) throws -> Record? {
        let deletion = procedure.request.deletions[place]
        if duplicates.contains(deletion.id) {
            throw StoreError(.duplicateItem, ["recordName": deletion.id.name])
        }
        guard let record = try transaction.record(deletion.id) else { return nil }
        let context = ["recordType": record.type, "recordName": record.id.name]
        var isDenied = procedure.permissions != nil && record.type == Share.recordType
        if access != nil {
            // A record that the user does not see counts as absent; only the owner deletes the
            // root.
            guard let permission = try access?.permission(of: record.id) else { return nil }
            isDenied = isDenied || permission != .readWrite || record.share != nil
        }
        if isDenied { throw StoreError.denied(.write, context) }
        try checkRights(of: record.type, previous: record, context)
        if let tag = deletion.changeTag, tag != record.system?.changeTag {
            throw StoreError(
                .recordChanged,
                context.merging([
                    "clientEtag": tag, "serverEtag": record.system?.changeTag ?? "",
                ]) { $1 },
                conflict: StoreError.Conflict(
                    client: Record(record.type, record.id), server: record))
        }
        return record
    }
}

extension SaveResult {
    /// Notes a record that went because one that it belongs to was deleted.
    ///
    /// A record that the same request saved fails as if it were saved after the deletion; what went is
    /// the version before the request.
    mutating func note(cascaded record: Record, savedAt place: Int?) {
        if let place {
            saves[place] = .failure(
                StoreError(
                    .missingReference,
                    ["recordType": record.type, "recordName": record.id.name]))
            if replaced[record.id] == nil { return }
        } else {
            replaced[record.id] = record
        }
        cascaded.append(record.id)
    }

    /// Where the request saved a record.
    func place(ofSaved id: RecordID) -> Int? {
        saves.firstIndex { if case .success(let saved) = $0 { saved.id == id } else { false } }
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}

extension StoreError {
    /// The refusal of something that a user may not do.
    static func denied(
        _ permission: Grant.Permission, _ context: [String: String] = [:]
    ) -> StoreError {
        StoreError(
            .permissionDenied, context.merging(["permission": permission.rawValue]) { $1 })
    }
}
