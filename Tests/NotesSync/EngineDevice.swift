import CloudKit

/// A device that leaves the work to a sync engine.
final class EngineDevice: Device, CKSyncEngineDelegate, @unchecked Sendable {
    // Unchecked: the engine tells its delegate one thing at a time, and edits come between.
    let folder: URL
    var mirror: Mirror
    private let database: CKDatabase
    private var engine: CKSyncEngine?

    init(_ container: CKContainer, folder: URL) throws {
        self.folder = folder
        database = container.privateCloudDatabase
        mirror = try Mirror(at: folder.appendingPathComponent("mirror.json"))
    }

    func start() async throws {
        let state = try mirror.progress.map {
            try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0)
        }
        var configuration = CKSyncEngine.Configuration(
            database: database, stateSerialization: state, delegate: self)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        self.engine = engine
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: Mirror.zoneID))])
        // A kill may have come between an edit and the state of the engine.
        edited(
            saved: mirror.entries.filter(\.value.isDirty).map(\.key),
            deleted: Array(mirror.deleted))
    }

    func edited(saved: [String], deleted: [String]) {
        engine?.state.add(
            pendingRecordZoneChanges: saved.map { .saveRecord(Mirror.id($0)) }
                + deleted.map { .deleteRecord(Mirror.id($0)) })
    }

    func send() async throws {
        for _ in 0..<100 {
            do {
                return try await engine?.sendChanges() ?? ()
            } catch let error as CKError where error.code == .partialFailure {
                // What failed was told and merged: it goes with the next call.
            }
        }
    }

    func fetch() async throws {
        try await engine?.fetchChanges()
    }

    // MARK: CKSyncEngineDelegate

    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let pending = syncEngine.state.pendingRecordZoneChanges.filter {
            context.options.scope.contains($0)
        }
        return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: pending) { id in
            let record = try? self.mirror.record(id.recordName, pictures: self.folder)
            if record == nil {
                syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
            }
            return record
        }
    }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        do {
            switch event {
            case .stateUpdate(let update):
                mirror.progress = try JSONEncoder().encode(update.stateSerialization)
            case .fetchedRecordZoneChanges(let changes):
                for change in changes.modifications { try mirror.receive(change.record) }
                for deletion in changes.deletions { mirror.drop(deletion.recordID.recordName) }
            case .sentRecordZoneChanges(let sent):
                for record in sent.savedRecords { try mirror.settle(record) }
                for id in sent.deletedRecordIDs { mirror.drop(id.recordName) }
                for failure in sent.failedRecordSaves { try refuse(failure, syncEngine) }
            default: break
            }
        } catch { fatalError("an event that cannot be taken in: \(error)") }
    }

    private func refuse(
        _ failure: CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave,
        _ syncEngine: CKSyncEngine
    ) throws {
        let id = failure.record.recordID
        switch failure.error.code {
        case .serverRecordChanged:
            guard let theirs = failure.error.serverRecord else { throw failure.error }
            try mirror.receive(theirs)
            if mirror.entries[id.recordName]?.isDirty == true {
                syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
            } else {
                syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
            }
        case .unknownItem:
            mirror.drop(id.recordName)
            syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
        case .batchRequestFailed: break
        default: throw failure.error
        }
    }
}
