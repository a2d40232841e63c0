public import Foundation
import RecordCore

/// Saves and deletes records in one go.
///
///     let operation = CKModifyRecordsOperation(recordsToSave: [note], recordIDsToDelete: [old])
///     operation.savePolicy = .changedKeys
///     operation.perRecordSaveBlock = { id, result in … }
///     operation.modifyRecordsResultBlock = { result in … }
///     database.add(operation)
///
/// What was saved is as the database keeps it, with its new change tag, when the blocks run.
///
/// Source: [CKModifyRecordsOperation](https://developer.apple.com/documentation/cloudkit/ckmodifyrecordsoperation).
open class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// When a save may replace what the database has.
    ///
    ///     operation.savePolicy = .changedKeys   // whatever version the server has
    ///     operation.savePolicy = .ifServerRecordUnchanged
    ///     // CKError.serverRecordChanged where another device has saved the record since
    public enum RecordSavePolicy: Int, Sendable {
        /// Only when the server's record has not changed since it was fetched.
        case ifServerRecordUnchanged = 0
        /// Always; only the fields that were set are written.
        case changedKeys = 1
        /// Always; all fields of the record are written.
        case allKeys = 2
    }

    /// The records to save.
    open var recordsToSave: [CKRecord]?
    /// The names of the records to delete.
    open var recordIDsToDelete: [CKRecord.ID]?
    /// When a save may replace what the database has.
    open var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
    /// What the program wants to find again, from this device, when it fetches the changes of the
    /// zones.
    open var clientChangeTokenData: Data?
    /// Whether all records of a zone succeed or fail together, but in the default zone.
    open var isAtomic = true

    /// Takes how much of a record is saved, from 0 to 1.
    open var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
    /// Takes each record that was saved, or why it was not.
    open var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Takes each record that was deleted, or why it was not.
    open var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
    /// Takes each record that was saved, or why it was not; the block of the first generation, not
    /// called where ``perRecordSaveBlock`` is set.
    open var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)?
    /// Says that all is done, or why all of it failed; blocks before it tell which items failed.
    open var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Takes what was saved and deleted, and why some or all was not; the block of the first
    /// generation.
    open var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?

    /// A change of what ``recordsToSave`` and ``recordIDsToDelete`` will say.
    public override init() { super.init() }

    /// Saves and deletes records.
    public convenience init(
        recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil
    ) {
        self.init()
        self.recordsToSave = recordsToSave
        self.recordIDsToDelete = recordIDsToDelete
    }

    override func plan(in database: CKDatabase?) -> OperationPlan {
        let target = target(database)
        let records = recordsToSave ?? []
        let ids = recordIDsToDelete ?? []
        let policy = SavePolicy(rawValue: savePolicy.rawValue) ?? .ifServerRecordUnchanged
        let items = records.map { $0.saveItem(policy) }
        let isAtomic = isAtomic
        let mark = clientChangeTokenData
        let progress = perRecordProgressBlock
        let saved = perRecordSaveBlock
        let savedOld = perRecordCompletionBlock
        // Results come in the order of the records, of which two may have one name.
        var untold = records[...]
        // The blocks get the results even when the operation was cancelled meanwhile.
        return modifyPlan(
            saving: records.map(\.recordID), deleting: ids,
            { (id: CKRecord.ID, result: Result<CKRecord, any Error>) in
                if let record = untold.popFirst() {
                    if case .success = result { progress?(record, 1) }
                    // By Apple's header it is not called where perRecordSaveBlock is set.
                    if saved == nil { savedOld?(record, result.error) }
                }
                saved?(id, result)
            }, perRecordDeleteBlock, modifyRecordsResultBlock, modifyRecordsCompletionBlock,
            "Failed to modify some records"
        ) {
            let results = try await target.modify(
                records, items: items, deleting: ids, policy: policy, atomically: isAtomic)
            if let mark {
                var zones = Set(records.map(\.recordID.zoneID) + ids.map(\.zoneID))
                // In a zone where a part failed it would say that everything was saved.
                for (record, result) in zip(records, results.saves) {
                    if case .failure = result { zones.remove(record.recordID.zoneID) }
                }
                for (id, result) in zip(ids, results.deletions) {
                    if case .failure = result { zones.remove(id.zoneID) }
                }
                // The records are saved; a client token that is not kept only makes the next fetch
                // longer.
                try? await target.keep(mark, for: zones)
            }
            return results
        }
    }
}

/// When a save may replace what the database has; the name of the first generation.
public typealias CKRecordSavePolicy = CKModifyRecordsOperation.RecordSavePolicy
