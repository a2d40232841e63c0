extension CKSyncEngine {
    /// Sends zones first, then records in batches, until the delegate has no more.
    ///
    /// The delegate learns of each item that fails. The engine does not send it again in this call:
    /// what the delegate adds stays pending for the next one. Everything else is sent.
    ///
    /// - Throws: `partialFailure` with the error of each item that failed; a passing error at once.
    func send(_ context: SendChangesContext) async throws {
        guard state.hasPending || state.hasPendingUntrackedChanges else { return }
        await tell(.willSendChanges(Event.WillSendChanges(context: context)))
        do {
            var failures = SendFailures()
            try await sendChanges(context, &failures)
            if let error = failures.error { throw error }
        } catch {
            await tell(.didSendChanges(Event.DidSendChanges(context: context)))
            throw error
        }
        await tell(.didSendChanges(Event.DidSendChanges(context: context)))
    }

    /// Sends the zones that were added after a moment; gives the moment after which others may be.
    ///
    /// A zone in which something has failed is not made in the same call: its records would be
    /// sent to a zone that is not the one that the delegate knows.
    ///
    /// - Parameter savesOnly: Whether deletions are left for later.
    @discardableResult
    private func sendZones(
        _ context: SendChangesContext, after last: Int, savesOnly: Bool = false,
        _ failures: inout SendFailures
    ) async throws -> Int {
        let moment = state.moment
        let pending = state.pendingDatabaseChanges(after: last).filter {
            if savesOnly, case .deleteZone = $0 { return false }
            return context.options.scope.contains($0) && !failures.zones.contains($0.id)
        }
        guard !pending.isEmpty else { return moment }
        try await send(pending, takenAt: moment, &failures)
        return moment
    }

    /// Sends zones, in halves where they are too many for one request.
    private func send(
        _ pending: [PendingDatabaseChange], takenAt moment: Int, _ failures: inout SendFailures
    ) async throws {
        var zones: [CKRecordZone] = []
        var ids: [CKRecordZone.ID] = []
        for change in pending {
            switch change {
            case .saveZone(let zone): zones.append(zone)
            case .deleteZone(let id): ids.append(id)
            }
        }
        let results: ModificationResults<CKRecordZone>
        do {
            results = try await ownDatabase.modifyZones(saving: zones, deleting: ids)
        } catch let error as CKError where error.code == .limitExceeded && pending.count > 1 {
            let middle = pending.count / 2
            try await send(Array(pending[..<middle]), takenAt: moment, &failures)
            return try await send(Array(pending[middle...]), takenAt: moment, &failures)
        }
        var sent = Event.SentDatabaseChanges()
        var done: [PendingDatabaseChange] = []
        for (zone, result) in zip(zones, results.saves) {
            switch result {
            case .success(let saved): sent.savedZones.append(saved)
            case .failure(let error):
                sent.failedZoneSaves.append(.init(zone: zone, error: error))
                failures.add(error, zone: zone.zoneID)
                if error.isPassing { continue }
            }
            done.append(.saveZone(zone))
        }
        for (id, result) in zip(ids, results.deletions) {
            switch result {
            case .success: sent.deletedZoneIDs.append(id)
            case .failure(let error):
                sent.failedZoneDeletes[id] = error
                failures.add(error, zone: id)
                if error.isPassing { continue }
            }
            done.append(.deleteZone(id))
        }
        state.finish(done, deleted: sent.deletedZoneIDs, upTo: moment)
        await tell(.sentDatabaseChanges(sent))
        await tellState()
    }

    /// Sends zones, and a batch of records, until the delegate has no more.
    private func sendChanges(
        _ context: SendChangesContext, _ failures: inout SendFailures
    ) async throws {
        var zonesSentAt = Int.min
        while true {
            try Task.checkCancellation()
            zonesSentAt = try await sendZones(context, after: zonesSentAt, &failures)
            // What is added from here on may not be in the batch.
            let moment = state.moment
            let offered = await callDelegate {
                await $0.nextRecordZoneChangeBatch(context, syncEngine: self)
            }
            guard let offered = offered ?? nil else { break }
            try offered.check(within: context.options.scope)
            let batch = offered.without(failures.records)
            // Nothing is left but what has failed.
            guard !batch.isEmpty else { break }
            // The records may be in zones that were made meanwhile. One that was deleted meanwhile goes
            // after the batch, which would be of a zone that is gone.
            try await sendZones(context, after: zonesSentAt, savesOnly: true, &failures)
            for zone in batch.zones { try await begin(zone) }
            let sent = try await send(batch, takenAt: moment)
            failures.add(sent)
            await tell(.sentRecordZoneChanges(sent))
            await tellState()
            if let error = sent.passingError { throw error }
        }
        try await sendZones(context, after: zonesSentAt, &failures)
    }

    /// Sends a batch, in halves where it is too large and its zones are not all or nothing.
    private func send(
        _ batch: RecordZoneChangeBatch, takenAt moment: Int
    ) async throws -> Event.SentRecordZoneChanges {
        let records = batch.recordsToSave
        let ids = batch.recordIDsToDelete
        var sent = Event.SentRecordZoneChanges()
        let results: ModificationResults<CKRecord>
        do {
            results = try await ownDatabase.modify(
                saving: records, deleting: ids, policy: .ifServerRecordUnchanged,
                atomically: batch.atomicByZone)
        } catch let error as CKError
            where error.code == .limitExceeded && !batch.atomicByZone
            && records.count + ids.count > 1
        {
            let (first, second) = batch.halves
            sent = try await send(first, takenAt: moment)
            do {
                sent.add(try await send(second, takenAt: moment))
            } catch {
                // The first half is at the server and not pending any more: the delegate hears of it.
                await tell(.sentRecordZoneChanges(sent))
                await tellState()
                throw error
            }
            return sent
        } catch let error as CKError where !error.isPassing && error.code != .operationCancelled {
            // The whole request is wrong: every part of it is.
            results = ModificationResults(
                saves: records.map { _ in .failure(error) },
                deletions: ids.map { _ in .failure(error) })
        }
        var done: [PendingRecordZoneChange] = []
        for (record, result) in zip(records, results.saves) {
            switch result {
            case .success(let saved): sent.savedRecords.append(saved)
            case .failure(let error):
                sent.failedRecordSaves.append(.init(record: record, error: error))
                if error.isPassing || error.code == .batchRequestFailed { continue }
            }
            done.append(.saveRecord(record.recordID))
        }
        for (id, result) in zip(ids, results.deletions) {
            switch result {
            case .success: sent.deletedRecordIDs.append(id)
            case .failure(let error):
                sent.failedRecordDeletes[id] = error
                if error.isPassing || error.code == .batchRequestFailed { continue }
            }
            done.append(.deleteRecord(id))
        }
        state.finish(done, upTo: moment)
        return sent
    }
}

/// What failed in one call of `sendChanges`.
private struct SendFailures {
    /// Records that are not sent again in the call.
    private(set) var records: Set<CKRecord.ID> = []
    /// Zones that are not sent again in the call.
    private(set) var zones: Set<CKRecordZone.ID> = []
    private var errors: [AnyHashable: any Error] = [:]

    /// The errors in one; nil when nothing failed.
    var error: CKError? {
        errors.isEmpty ? nil : .partial(errors, "Failed to send some changes")
    }

    mutating func add(_ error: CKError, zone: CKRecordZone.ID) {
        zones.insert(zone)
        errors[zone] = error
    }

    mutating func add(_ sent: CKSyncEngine.Event.SentRecordZoneChanges) {
        for failed in sent.failedRecordSaves { add(failed.error, failed.record.recordID) }
        for (id, error) in sent.failedRecordDeletes { add(error, id) }
    }

    private mutating func add(_ error: CKError, _ id: CKRecord.ID) {
        records.insert(id)
        errors[id] = error
        if error.code == .zoneNotFound || error.code == .userDeletedZone {
            zones.insert(id.zoneID)
        }
    }
}

extension CKSyncEngine.RecordZoneChangeBatch {
    fileprivate var isEmpty: Bool { recordsToSave.isEmpty && recordIDsToDelete.isEmpty }

    /// Refuses changes that were not asked for, as Apple documents for `nextRecordZoneChangeBatch`.
    fileprivate func check(within scope: CKSyncEngine.SendChangesOptions.Scope) throws {
        let all = recordsToSave.map(\.recordID) + recordIDsToDelete
        guard let stray = all.first(where: { !scope.contains($0) }) else { return }
        throw CKError(
            .invalidArguments,
            "The batch has \(stray.recordName) of the zone \(stray.zoneID.zoneName), which is not in the "
                + "scope of what is sent: filter the pending changes by "
                + "context.options.scope.contains(_:)")
    }

    /// The batch without some records and, where zones are all or nothing, without what else it
    /// has in their zones.
    fileprivate func without(_ ids: Set<CKRecord.ID>) -> Self {
        if ids.isEmpty { return self }
        let all = recordsToSave.map(\.recordID) + recordIDsToDelete
        let withheld = Set(all.filter { ids.contains($0) }.map(\.zoneID))
        if withheld.isEmpty { return self }
        func isSent(_ id: CKRecord.ID) -> Bool {
            atomicByZone ? !withheld.contains(id.zoneID) : !ids.contains(id)
        }
        var rest = self
        rest.recordsToSave = recordsToSave.filter { isSent($0.recordID) }
        rest.recordIDsToDelete = recordIDsToDelete.filter { isSent($0) }
        return rest
    }

    fileprivate var zones: Set<CKRecordZone.ID> {
        Set(recordsToSave.map(\.recordID.zoneID) + recordIDsToDelete.map(\.zoneID))
    }

    fileprivate var halves: (Self, Self) {
        var first = self
        var second = self
        if recordsToSave.count + recordIDsToDelete.count > 1, recordsToSave.count > 1 {
            let middle = recordsToSave.count / 2
            first.recordsToSave = Array(recordsToSave[..<middle])
            first.recordIDsToDelete = []
            second.recordsToSave = Array(recordsToSave[middle...])
        } else if recordsToSave.isEmpty {
            let middle = recordIDsToDelete.count / 2
            first.recordIDsToDelete = Array(recordIDsToDelete[..<middle])
            second.recordIDsToDelete = Array(recordIDsToDelete[middle...])
        } else {
            first.recordIDsToDelete = []
            second.recordsToSave = []
        }
        return (first, second)
    }
}

extension CKSyncEngine.Event.SentRecordZoneChanges {
    /// The first error that is worth another try later.
    fileprivate var passingError: CKError? {
        let errors = failedRecordSaves.map(\.error) + Array(failedRecordDeletes.values)
        return errors.first { $0.isPassing }
    }

    fileprivate mutating func add(_ other: Self) {
        savedRecords += other.savedRecords
        failedRecordSaves += other.failedRecordSaves
        deletedRecordIDs += other.deletedRecordIDs
        failedRecordDeletes.merge(other.failedRecordDeletes) { $1 }
    }
}

extension CKError {
    /// Whether the same may succeed later: what is pending stays so.
    var isPassing: Bool {
        switch code {
        case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited,
            .notAuthenticated, .zoneBusy, .serverResponseLost, .operationCancelled,
            .accountTemporarilyUnavailable:
            true
        default: false  // Trying again changes nothing.
        }
    }
}
