import Foundation
import RecordCore
import RecordService

extension CKSyncEngine {
    /// Sends zones first, then records in batches, until the delegate has no more.
    func send(_ context: SendChangesContext) async throws {
        guard state.hasPending || state.hasPendingUntrackedChanges else { return }
        await tell(.willSendChanges(Event.WillSendChanges(context: context)))
        do {
            let moment = try await sendZones(context)
            try await sendRecords(context, zonesSentAt: moment)
        } catch {
            await tell(.didSendChanges(Event.DidSendChanges(context: context)))
            throw error
        }
        await tell(.didSendChanges(Event.DidSendChanges(context: context)))
    }

    /// Sends the zones that were added after a moment; gives the moment after which others may be.
    private func sendZones(
        _ context: SendChangesContext, after last: Int = .min
    ) async throws -> Int {
        let moment = state.moment
        let pending = state.pendingDatabaseChanges(after: last).filter {
            context.options.scope.contains($0)
        }
        guard !pending.isEmpty else { return moment }
        var zones: [CKRecordZone] = []
        var ids: [CKRecordZone.ID] = []
        for change in pending {
            switch change {
            case .saveZone(let zone): zones.append(zone)
            case .deleteZone(let id): ids.append(id)
            }
        }
        let results = try await ownDatabase.modifyZones(saving: zones, deleting: ids)
        var sent = Event.SentDatabaseChanges()
        var done: [PendingDatabaseChange] = []
        for (zone, result) in zip(zones, results.saves) {
            switch result {
            case .success(let saved): sent.savedZones.append(saved)
            case .failure(let error):
                sent.failedZoneSaves.append(.init(zone: zone, error: error))
                if error.isPassing { continue }
            }
            done.append(.saveZone(zone))
        }
        for (id, result) in zip(ids, results.deletions) {
            switch result {
            case .success: sent.deletedZoneIDs.append(id)
            case .failure(let error):
                sent.failedZoneDeletes[id] = error
                if error.isPassing { continue }
            }
            done.append(.deleteZone(id))
        }
        state.finish(done, deleted: sent.deletedZoneIDs, upTo: moment)
        await tell(.sentDatabaseChanges(sent))
        await tellState()
        return moment
    }

    private func sendRecords(
        _ context: SendChangesContext, zonesSentAt moment: Int
    ) async throws {
        var zonesSentAt = moment
        var fruitless = 0
        while true {
            try Task.checkCancellation()
            // What is added from here on may not be in the batch.
            let moment = state.moment
            guard
                let batch = await callDelegate({
                    await $0.nextRecordZoneChangeBatch(context, syncEngine: self)
                }) ?? nil,
                !batch.recordsToSave.isEmpty || !batch.recordIDsToDelete.isEmpty
            else { return }
            // Zones that were added meanwhile: the records may be in them.
            zonesSentAt = try await sendZones(context, after: zonesSentAt)
            for zone in batch.zones { try await begin(zone) }
            let sent = try await send(batch, takenAt: moment)
            await tell(.sentRecordZoneChanges(sent))
            await tellState()
            if let error = sent.passingError { throw error }
            // A delegate that offers again and again what cannot be saved has to wait.
            fruitless =
                sent.savedRecords.isEmpty && sent.deletedRecordIDs.isEmpty
                ? fruitless + 1 : 0
            if fruitless >= 10 { return }
        }
    }

    /// Sends a batch, in halves where it is too large.
    private func send(
        _ batch: RecordZoneChangeBatch, takenAt moment: Int
    ) async throws -> Event.SentRecordZoneChanges {
        let records = batch.recordsToSave
        let ids = batch.recordIDsToDelete
        var sent = Event.SentRecordZoneChanges()
        let results: ModifyResults
        do {
            results = try await ownDatabase.modify(
                saving: records, deleting: ids, policy: .ifServerRecordUnchanged,
                atomically: batch.atomicByZone)
        } catch let error as CKError
            where error.code == .limitExceeded
            && records.count + ids.count > 1
        {
            let (first, second) = batch.halves
            sent = try await send(first, takenAt: moment)
            let rest = try await send(second, takenAt: moment)
            sent.add(rest)
            return sent
        } catch let error as CKError where !error.isPassing && error.code != .operationCancelled {
            // The whole request is wrong: every part of it is.
            results = ModifyResults(
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

extension CKSyncEngine.RecordZoneChangeBatch {
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
