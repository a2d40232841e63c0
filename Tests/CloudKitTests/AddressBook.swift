import CloudKit
import Foundation

/// A device's copy of contacts with a sync engine: the later change wins a conflict, and what was
/// deleted elsewhere while it changed here is sent again.
final class AddressBook: CKSyncEngineDelegate, @unchecked Sendable {
    // Unchecked: everything is under the lock, but for the engine, which is set once.
    struct Entry: Hashable {
        var name: String
        var changed: Date
    }

    private let lock = NSLock()
    private var contacts: [CKRecord.ID: Entry] = [:]
    private var known: [CKRecord.ID: CKRecord] = [:]
    private var errors: [CKError] = []
    private var isAtomicByZone = false
    private var made: CKSyncEngine?

    init(_ database: CKDatabase, automatically: Bool = false) {
        var configuration = CKSyncEngine.Configuration(
            database: database, stateSerialization: nil, delegate: self)
        configuration.automaticallySync = automatically
        made = CKSyncEngine(configuration)
    }

    var engine: CKSyncEngine {
        guard let made else { preconditionFailure("init makes it") }
        return made
    }

    private func locked<T>(_ body: () throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    var entries: [CKRecord.ID: Entry] { locked { contacts } }
    var failures: [CKError] { locked { errors } }
    var isAtomic: Bool {
        get { locked { isAtomicByZone } }
        set { locked { isAtomicByZone = newValue } }
    }

    /// What the server is known to have; nil where it has nothing.
    func record(_ id: CKRecord.ID) -> CKRecord? { locked { known[id] } }

    func set(_ id: CKRecord.ID, _ name: String, at date: Date = Date()) {
        locked { contacts[id] = Entry(name: name, changed: date) }
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
    }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        switch event {
        case .fetchedRecordZoneChanges(let changes):
            for modification in changes.modifications { merge(modification.record) }
            for deletion in changes.deletions {
                locked {
                    contacts[deletion.recordID] = nil
                    known[deletion.recordID] = nil
                }
            }
        case .sentRecordZoneChanges(let sent):
            for record in sent.savedRecords { locked { known[record.recordID] = record } }
            for failed in sent.failedRecordSaves { settle(failed, syncEngine.state) }
        default: break
        }
    }

    private func settle(
        _ failed: CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave,
        _ state: CKSyncEngine.State
    ) {
        let id = failed.record.recordID
        locked { errors.append(failed.error) }
        switch failed.error.code {
        case .serverRecordChanged:
            if let server = failed.error.serverRecord { merge(server) }
        case .zoneNotFound:
            locked { known[id] = nil }
            state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: id.zoneID))])
        case .unknownItem: locked { known[id] = nil }
        default: return
        }
        state.add(pendingRecordZoneChanges: [.saveRecord(id)])
    }

    private func merge(_ record: CKRecord) {
        let theirs = Entry(
            name: record["name"] as? String ?? "",
            changed: record["changed"] as? Date ?? .distantPast)
        locked {
            known[record.recordID] = record
            if let mine = contacts[record.recordID], mine.changed > theirs.changed { return }
            contacts[record.recordID] = theirs
        }
    }

    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let pending = syncEngine.state.pendingRecordZoneChanges.filter {
            context.options.scope.contains($0)
        }
        var batch = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: pending) { id in
            self.locked {
                guard let entry = self.contacts[id] else { return nil }
                let record =
                    self.known[id] ?? CKRecord(recordType: "Contact", recordID: id)
                record["name"] = entry.name
                record["changed"] = entry.changed
                return record
            }
        }
        batch?.atomicByZone = isAtomic
        return batch
    }
}
