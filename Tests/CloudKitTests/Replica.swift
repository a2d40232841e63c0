import CloudKit
import Foundation
import Testing

/// A device's own copy of its records, as an app keeps it, with a sync engine.
final class Replica: CKSyncEngineDelegate, @unchecked Sendable {
    // Unchecked: everything is under the lock.
    private let lock = NSLock()
    private var fields: [CKRecord.ID: [String: String]] = [:]
    private var system: [CKRecord.ID: Data] = [:]
    private var kept: CKSyncEngine.State.Serialization?
    private var told: [String] = []
    private var failures: [CKError] = []
    private var current: CKSyncEngine?
    private var interruption: (@Sendable () -> Void)?

    private func locked<T>(_ body: () throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    var engine: CKSyncEngine? { locked { current } }
    var events: [String] { locked { told } }
    var errors: [CKError] { locked { failures } }
    var state: CKSyncEngine.State.Serialization? { locked { kept } }
    var content: [String: [String: String]] {
        locked {
            Dictionary(uniqueKeysWithValues: fields.map { ($0.key.recordName, $0.value) })
        }
    }

    /// Starts, or restarts with the state that was kept: what a kill leaves.
    func start(_ database: CKDatabase, automatically: Bool = false) {
        var configuration = CKSyncEngine.Configuration(
            database: database, stateSerialization: state, delegate: self)
        configuration.automaticallySync = automatically
        let made = CKSyncEngine(configuration)
        locked { current = made }
    }

    /// Sends, and leaves for the next time what has failed and was told.
    func send() async throws {
        do {
            try await engine?.sendChanges()
        } catch let error as CKError where error.code == .partialFailure {}
    }

    func set(_ id: CKRecord.ID, _ key: String, _ value: String) {
        locked { fields[id, default: [:]][key] = value }
        engine?.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
    }

    /// Does something as soon as the next batch is taken, once.
    func afterBatch(_ body: @escaping @Sendable () -> Void) { locked { interruption = body } }

    func remove(_ id: CKRecord.ID) {
        locked {
            fields[id] = nil
            system[id] = nil
        }
        engine?.state.add(pendingRecordZoneChanges: [.deleteRecord(id)])
    }

    private func record(_ id: CKRecord.ID) -> CKRecord? {
        locked {
            guard let values = fields[id] else { return nil }
            var record = CKRecord(recordType: "Note", recordID: id)
            if let data = system[id],
                let reader = try? NSKeyedUnarchiver(forReadingFrom: data),
                let old = CKRecord(coder: reader)
            {
                record = old
            }
            for (key, value) in values { record[key] = value }
            return record
        }
    }

    private func keep(_ record: CKRecord, content: Bool) {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        locked {
            system[record.recordID] = archiver.encodedData
            if content {
                var values: [String: String] = [:]
                for key in record.allKeys() { values[key] = record[key] as? String }
                fields[record.recordID] = values
            }
        }
    }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        locked { told.append(event.description) }
        switch event {
        case .stateUpdate(let update): locked { kept = update.stateSerialization }
        case .accountChange(let change):
            switch change.changeType {
            case .signIn(let user): locked { told.append("signIn \(user.recordName)") }
            case .signOut, .switchAccounts:
                locked {
                    fields = [:]
                    system = [:]
                }
            @unknown default: break
            }
        case .fetchedDatabaseChanges(let changes):
            let gone = Set(changes.deletions.map(\.zoneID))
            locked {
                fields = fields.filter { !gone.contains($0.key.zoneID) }
                system = system.filter { !gone.contains($0.key.zoneID) }
            }
        case .fetchedRecordZoneChanges(let changes):
            for modification in changes.modifications {
                let id = modification.record.recordID
                let isPending = syncEngine.state.pendingRecordZoneChanges.contains {
                    $0 == .saveRecord(id) || $0 == .deleteRecord(id)
                }
                // What is pending here is decided when it is sent.
                if !isPending { keep(modification.record, content: true) }
            }
            for deletion in changes.deletions {
                let id = deletion.recordID
                guard !syncEngine.state.pendingRecordZoneChanges.contains(.saveRecord(id)) else {
                    locked { system[id] = nil }
                    continue
                }
                locked {
                    fields[id] = nil
                    system[id] = nil
                }
            }
        case .sentRecordZoneChanges(let changes):
            for record in changes.savedRecords { keep(record, content: false) }
            for failed in changes.failedRecordSaves {
                locked { failures.append(failed.error) }
                let id = failed.record.recordID
                switch failed.error.code {
                case .serverRecordChanged:
                    guard let server = failed.error.serverRecord else { continue }
                    // Ours wins, on top of theirs.
                    let mine = locked { fields[id] ?? [:] }
                    for key in server.allKeys() where mine[key] == nil {
                        locked { fields[id]?[key] = server[key] as? String }
                    }
                    keep(server, content: false)
                    syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
                case .unknownItem:
                    locked { system[id] = nil }
                    syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
                case .zoneNotFound:
                    locked { system[id] = nil }
                    syncEngine.state.add(pendingDatabaseChanges: [
                        .saveZone(CKRecordZone(zoneID: id.zoneID))
                    ])
                    syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
                default: break
                }
            }
        case .sentDatabaseChanges, .willFetchChanges, .willFetchRecordZoneChanges,
            .didFetchRecordZoneChanges, .didFetchChanges, .willSendChanges, .didSendChanges:
            break
        @unknown default: break
        }
    }

    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let pending = syncEngine.state.pendingRecordZoneChanges.filter {
            context.options.scope.contains($0)
        }
        let batch = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: pending) { id in
            if let record = self.record(id) { return record }
            syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
            return nil
        }
        let body = locked {
            defer { interruption = nil }
            return interruption
        }
        body?()
        return batch
    }
}
