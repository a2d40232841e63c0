import CloudKit

/// A device that follows the zone by its change token, in the callback style.
final class TokenDevice: Device {
    let database: CKDatabase
    let folder: URL
    var mirror: Mirror

    init(_ container: CKContainer, folder: URL) throws {
        database = container.privateCloudDatabase
        self.folder = folder
        mirror = try Mirror(at: folder.appendingPathComponent("mirror.json"))
    }

    func start() async throws {
        _ = try await database.save(CKRecordZone(zoneID: Mirror.zoneID))
    }

    func edited(saved: [String], deleted: [String]) {}

    func send() async throws {
        while true {
            let names = mirror.entries.filter(\.value.isDirty).map(\.key).sorted().prefix(300)
            let gone = mirror.deleted.sorted().prefix(100)
            if names.isEmpty && gone.isEmpty { return }
            let records = try names.compactMap { try mirror.record($0, pictures: folder) }
            let answer = try await modify(records, gone.map(Mirror.id))
            for (id, result) in answer.saves {
                switch result {
                case .success(let record): try mirror.settle(record)
                case .failure(let error): try refuse(id, error)
                }
            }
            for id in answer.deletions { mirror.drop(id.recordName) }
        }
    }

    /// What is to be done about a record that could not be saved.
    private func refuse(_ id: CKRecord.ID, _ error: any Error) throws {
        guard let error = error as? CKError else { throw error }
        switch error.code {
        case .serverRecordChanged:
            guard let theirs = error.serverRecord else { throw error }
            try mirror.receive(theirs)
        case .unknownItem: mirror.drop(id.recordName)
        case .batchRequestFailed: break
        default: throw error
        }
    }

    private struct Answer: Sendable {
        var saves: [(CKRecord.ID, Result<CKRecord, any Error>)] = []
        var deletions: [CKRecord.ID] = []
    }

    private func modify(
        _ records: [CKRecord], _ ids: [CKRecord.ID]
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let operation = CKModifyRecordsOperation(
                recordsToSave: records, recordIDsToDelete: ids)
            operation.isAtomic = false
            let answer = Box(Answer())
            operation.perRecordSaveBlock = { id, result in
                answer.value.saves.append((id, result))
            }
            operation.perRecordDeleteBlock = { id, result in
                if case .success = result { answer.value.deletions.append(id) }
            }
            operation.modifyRecordsResultBlock = { result in
                switch result {
                case .success: continuation.resume(returning: answer.value)
                case .failure(let error): continuation.resume(throwing: error)
                }
            }
            database.add(operation)
        }
    }

    func fetch() async throws {
        var token: CKServerChangeToken?
        if let data = mirror.progress {
            token = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKServerChangeToken.self, from: data)
        }
        let changes = try await changes(since: token)
        for record in changes.records { try mirror.receive(record) }
        for id in changes.deleted { mirror.drop(id.recordName) }
        mirror.progress = try changes.token.map {
            try NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true)
        }
    }

    private struct Changes: @unchecked Sendable {
        var records: [CKRecord] = []
        var deleted: [CKRecord.ID] = []
        var token: CKServerChangeToken?
    }

    private func changes(since token: CKServerChangeToken?) async throws -> Changes {
        try await withCheckedThrowingContinuation { continuation in
            let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
                previousServerChangeToken: token)
            let operation = CKFetchRecordZoneChangesOperation(
                recordZoneIDs: [Mirror.zoneID],
                configurationsByRecordZoneID: [Mirror.zoneID: configuration])
            let found = Box(Changes())
            operation.recordWasChangedBlock = { _, result in
                if case .success(let record) = result { found.value.records.append(record) }
            }
            operation.recordWithIDWasDeletedBlock = { id, _ in found.value.deleted.append(id) }
            operation.recordZoneFetchResultBlock = { _, result in
                if case .success(let end) = result { found.value.token = end.serverChangeToken }
            }
            operation.fetchRecordZoneChangesResultBlock = { result in
                continuation.resume(with: result.map { found.value })
            }
            database.add(operation)
        }
    }
}

/// A value that callbacks of one operation fill, one after the other.
final class Box<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}
