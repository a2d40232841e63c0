import CloudKit
import Foundation
import Testing

/// The operations that tell what has changed in zones and databases, page by page.
@Suite struct `Operations of changes` {
    let cloud = TestCloud()
    var database: CKDatabase { cloud.privateDatabase }

    @Test func `what is wanted of a zone survives an archive`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let token = try await database.recordZoneChanges(inZoneWith: zone).changeToken
        for keys in [nil, [], ["title", "text"]] as [[String]?] {
            let wanted = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
                previousServerChangeToken: keys == nil ? nil : token, resultsLimit: 7,
                desiredKeys: keys)
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: wanted, requiringSecureCoding: true)
            let read = try #require(
                try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: CKFetchRecordZoneChangesOperation.ZoneConfiguration.self, from: data))
            #expect(read.previousServerChangeToken == wanted.previousServerChangeToken)
            #expect(read.resultsLimit == 7)
            #expect(read.desiredKeys == keys)
        }
    }

    @Test func `changes of zones come page by page, with tokens to keep`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save(
            "Note", in: zone,
            Dictionary(uniqueKeysWithValues: (0..<5).map { ("n\($0)", ["n": $0]) }))
        try await database.deleteRecord(withID: CKRecord.ID(recordName: "n0", zoneID: zone))
        let notes = Notes<String>()
        let tokens = Notes<CKServerChangeToken>()
        func operation(since token: CKServerChangeToken?, limit: Int)
            -> CKFetchRecordZoneChangesOperation
        {
            let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
            configuration.previousServerChangeToken = token
            configuration.resultsLimit = limit
            configuration.desiredKeys = []
            let operation = CKFetchRecordZoneChangesOperation(
                recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: configuration])
            // Ignored where the newer block is set, as Apple's header says.
            operation.recordChangedBlock = { _ in notes.add("older") }
            operation.recordWasChangedBlock = { id, result in
                let keys = (try? result.get())?.allKeys().count
                notes.add("changed \(id.recordName) \(keys ?? -1)")
            }
            operation.recordWithIDWasDeletedBlock = { id, type in
                notes.add("deleted \(id.recordName) \(type)")
            }
            operation.recordZoneChangeTokensUpdatedBlock = { _, token, _ in
                if token != nil { notes.add("token") }
            }
            operation.recordZoneFetchCompletionBlock = { _, token, _, more, error in
                if let token { tokens.add(token) }
                notes.add("zone \(more) \(error == nil)")
            }
            operation.recordZoneFetchResultBlock = { _, result in
                notes.add("zone result \((try? result.get())?.moreComing == false)")
            }
            operation.fetchRecordZoneChangesCompletionBlock = { notes.add("all \($0 == nil)") }
            operation.fetchRecordZoneChangesResultBlock = { result in
                if case .success = result { notes.add("result") }
            }
            return operation
        }
        let first = operation(since: nil, limit: 2)
        #expect(first.fetchAllChanges)
        await database.run(first)
        #expect(
            notes.all.filter { $0.hasPrefix("changed") }.map { $0.dropFirst(8) }
                == ["n1 0", "n2 0", "n3 0", "n4 0"])
        #expect(!notes.all.contains("older"))
        #expect(notes.all.contains("token"))
        #expect(Set(notes.all.suffix(2)) == ["all true", "result"])
        #expect(Set(notes.all.suffix(4).prefix(2)) == ["zone false true", "zone result true"])

        let before = notes.all.count
        try await database.deleteRecord(withID: CKRecord.ID(recordName: "n1", zoneID: zone))
        await database.run(operation(since: tokens.all.last, limit: 0))
        let second = notes.all.dropFirst(before)
        #expect(second.contains("deleted n1 Note"))
        #expect(!second.contains { $0.hasPrefix("changed") })

        let one = operation(since: nil, limit: 1)
        one.fetchAllChanges = false
        let last = Notes<Bool>()
        one.recordZoneFetchCompletionBlock = { _, _, _, more, _ in last.add(more) }
        await database.run(one)
        #expect(last.all == [true])
    }

    @Test func `what a device left with its changes it finds with the changes`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let new = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "a", zoneID: zone))
        let save = CKModifyRecordsOperation(recordsToSave: [new], recordIDsToDelete: nil)
        save.clientChangeTokenData = Data("mark 7".utf8)
        await database.run(save)
        func marks(_ database: CKDatabase) async -> [Data?] {
            let found = Notes<Data?>()
            let fetch = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zone])
            fetch.recordZoneFetchCompletionBlock = { _, _, mark, _, _ in found.add(mark) }
            fetch.recordZoneFetchResultBlock = { _, result in
                found.add((try? result.get())?.clientChangeTokenData)
            }
            await database.run(fetch)
            return found.all
        }
        #expect(await marks(database) == [Data("mark 7".utf8), Data("mark 7".utf8)])
        // What is refused leaves nothing that says that it was saved.
        let again = CKRecord(recordType: "Note", recordID: new.recordID)
        let refused = CKModifyRecordsOperation(recordsToSave: [again], recordIDsToDelete: nil)
        refused.clientChangeTokenData = Data("mark 8".utf8)
        await database.run(refused)
        #expect(await marks(database) == [Data("mark 7".utf8), Data("mark 7".utf8)])
        let other = cloud.container(user: "ann", device: "tablet").privateCloudDatabase
        #expect(await marks(other) == [nil, nil])
    }

    @Test func `a zone that is named twice is fetched once`() async throws {
        let work = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save("Note", in: work, ["n": ["n": 1]])
        let operation = CKFetchRecordZoneChangesOperation(recordZoneIDs: [work, work])
        let notes = Notes<String>()
        operation.recordWasChangedBlock = { id, _ in notes.add(id.recordName) }
        operation.recordZoneFetchResultBlock = { zone, _ in notes.add(zone.zoneName) }
        await database.run(operation)
        #expect(notes.all == ["n", "Work"])
    }

    @Test func `a zone whose token is foreign fails alone`() async throws {
        let work = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let home = try await database.save(CKRecordZone(zoneName: "Home")).zoneID
        try await database.save("Note", in: home, ["h": ["n": 1]])
        let foreign = try await TestCloud().privateDatabase.databaseChanges().changeToken
        let options = CKFetchRecordZoneChangesOperation.ZoneOptions()
        options.previousServerChangeToken = foreign
        let operation = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: [work, home], optionsByRecordZoneID: [work: options])
        let changed = Notes<String>()
        let failed = Notes<CKError.Code?>()
        let whole = Notes<CKError>()
        operation.recordChangedBlock = { changed.add($0.recordID.recordName) }
        operation.recordZoneFetchCompletionBlock = { zone, _, _, _, error in
            if zone == work { failed.add(code(error)) }
        }
        operation.fetchRecordZoneChangesCompletionBlock = { error in
            if let error = error as? CKError { whole.add(error) }
        }
        await database.run(operation)
        #expect(changed.all == ["h"])
        #expect(failed.all == [.changeTokenExpired])
        #expect(whole.all.first?.code == .partialFailure)
        #expect(code(whole.all.first?.partialErrorsByItemID?[work]) == .changeTokenExpired)
    }

    @Test func `changes of a database come zone by zone, with a token to keep`() async throws {
        let work = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let notes = Notes<String>()
        let tokens = Notes<CKServerChangeToken>()
        func operation(_ token: CKServerChangeToken?) -> CKFetchDatabaseChangesOperation {
            let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
            operation.recordZoneWithIDChangedBlock = { notes.add("changed \($0.zoneName)") }
            operation.recordZoneWithIDWasDeletedBlock = { notes.add("deleted \($0.zoneName)") }
            operation.changeTokenUpdatedBlock = { tokens.add($0) }
            operation.fetchDatabaseChangesCompletionBlock = { token, more, error in
                notes.add("all \(token != nil) \(more) \(error == nil)")
            }
            operation.fetchDatabaseChangesResultBlock = { result in
                if let found = try? result.get() { tokens.add(found.serverChangeToken) }
            }
            return operation
        }
        await database.run(operation(nil))
        #expect(notes.all == ["changed Work", "all true false true"])
        #expect(tokens.all.count == 2)
        try await database.deleteRecordZone(withID: work)
        await database.run(operation(tokens.all.last))
        #expect(notes.all.dropFirst(2) == ["deleted Work", "all true false true"])
    }

    @Test(arguments: [false, true])
    func `a zone that the settings take says why in each answer until it is made again`(
        isReset: Bool
    ) async throws {
        let work = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let token = try await database.databaseChanges().changeToken
        cloud.cloud.faults.add(isReset ? .keysReset(work) : .zoneDeleted(work))
        let note = CKRecord(
            recordType: "Note", recordID: CKRecord.ID(recordName: "n", zoneID: work))
        func why(_ result: (some Any)?) -> String {
            guard case .failure(let error as CKError)? = result as? Result<CKRecord, any Error>
            else { return (result as? CKError).map(sentence) ?? "done" }
            return sentence(error)
        }
        func sentence(_ error: CKError) -> String {
            "\(error.code) \(error.localizedDescription) \(error.userDidResetEncryptedData)"
        }
        let said =
            isReset
            ? "zoneNotFound Zone does not exist true"
            : "userDeletedZone Zone was purged by user false"
        let saves = try await database.modifyRecords(saving: [note], deleting: []).saveResults
        #expect(why(saves[note.recordID]) == said)
        #expect(why(try await database.records(for: [note.recordID])[note.recordID]) == said)
        #expect(why(await cloudError { try await database.recordZone(for: work) }) == said)
        #expect(why(await cloudError { try await database.record(for: note.recordID) }) == said)
        let deletions = try await database.databaseChanges(since: token).deletions
        #expect(deletions.map(\.reason) == [isReset ? .encryptedDataReset : .purged])
        let notes = Notes<String>()
        for hasBlocks in [true, false] {
            let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
            operation.recordZoneWithIDWasDeletedBlock = { _ in notes.add("deleted") }
            if hasBlocks {
                operation.recordZoneWithIDWasPurgedBlock = { _ in notes.add("purged") }
                operation.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock = { _ in
                    notes.add("reset")
                }
            }
            await database.run(operation)
        }
        #expect(notes.all == [isReset ? "reset" : "purged", "deleted"])
        try await database.save(CKRecordZone(zoneID: work))
        #expect(why(await cloudError { try await database.save(note) }) == "done")
    }
}
