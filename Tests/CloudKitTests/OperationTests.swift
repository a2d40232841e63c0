import CloudKit
import Foundation
import Testing

/// The operations that are neither searches nor changes, with the blocks of both generations.
@Suite struct `Operations` {
    let cloud = TestCloud()
    var database: CKDatabase { cloud.privateDatabase }

    private func note(_ name: String, in zone: CKRecordZone.ID = .default) -> CKRecord {
        let record = CKRecord(
            recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zone))
        record["title"] = name
        return record
    }

    // MARK: Saving and deleting

    @Test func `modifying records tells of each, then of all, then ends`() async throws {
        try await database.save(note("old"))
        let notes = Notes<String>()
        let operation = CKModifyRecordsOperation(
            recordsToSave: [note("a"), note("b")],
            recordIDsToDelete: [CKRecord.ID(recordName: "old")])
        #expect(operation.savePolicy == .ifServerRecordUnchanged)
        #expect(operation.isAtomic)
        operation.perRecordProgressBlock = { record, progress in
            notes.add("progress \(record.recordID.recordName) \(progress)")
        }
        operation.perRecordCompletionBlock = { record, error in
            notes.add("completed \(record.recordID.recordName) \(error == nil)")
        }
        operation.perRecordSaveBlock = { id, result in
            notes.add("saved \(id.recordName) \((try? result.get())?.recordChangeTag != nil)")
        }
        operation.perRecordDeleteBlock = { id, result in
            if case .success = result { notes.add("deleted \(id.recordName)") }
        }
        operation.modifyRecordsCompletionBlock = { saved, deleted, error in
            notes.add("all \(saved?.count ?? 0) \(deleted?.count ?? 0) \(error == nil)")
        }
        operation.modifyRecordsResultBlock = { result in
            if case .success = result { notes.add("result") }
        }
        operation.completionBlock = { notes.add("finished") }
        await database.run(operation)
        let all = notes.all
        #expect(
            all.filter { !$0.hasPrefix("all") && $0 != "result" } == [
                "progress a 1.0", "saved a true", "progress b 1.0", "saved b true", "deleted old",
                "finished",
            ])
        #expect(Set(all.suffix(3)) == ["all 2 1 true", "result", "finished"])
        #expect(all.last == "finished")
    }

    @Test func `some failing is a partial failure with an error for each`() async throws {
        try await database.save(note("taken"))
        let notes = Notes<CKError.Code?>()
        let partial = Notes<CKError>()
        let saved = Notes<[String]>()
        let operation = CKModifyRecordsOperation(
            recordsToSave: [note("new"), note("taken")], recordIDsToDelete: nil)
        operation.isAtomic = false
        operation.perRecordCompletionBlock = { notes.add(code($1)) }
        operation.modifyRecordsCompletionBlock = { records, _, error in
            saved.add(records?.map(\.recordID.recordName) ?? [])
            if let error = error as? CKError { partial.add(error) }
        }
        await database.run(operation)
        #expect(notes.all == [nil, .serverRecordChanged])
        #expect(saved.all == [["new"]])
        let error = try #require(partial.all.first)
        #expect(error.code == .partialFailure)
        #expect(error.localizedDescription == "Failed to modify some records")
        let each = try #require(error.partialErrorsByItemID)
        #expect(each.count == 1)
        #expect(code(each[note("taken").recordID]) == .serverRecordChanged)
    }

    @Test func `with two records of one name nothing is saved`() async throws {
        let told = Notes<String>()
        let operation = CKModifyRecordsOperation(
            recordsToSave: [note("single"), note("twin"), note("twin")], recordIDsToDelete: nil)
        operation.isAtomic = false
        operation.perRecordSaveBlock = { id, _ in told.add(id.recordName) }
        operation.modifyRecordsResultBlock = { result in
            if case .failure(let error as CKError) = result {
                told.add("\(error.code.rawValue): \(error.localizedDescription)")
            }
        }
        await database.run(operation)
        #expect(told.all == ["12: You can't save the same record twice: twin"])
        let single = await cloudError {
            try await database.record(for: note("single").recordID)
        }
        #expect(single?.code == .unknownItem)
    }

    @Test(arguments: [
        (
            ["twin"], ["other", "twin"],
            "You can't save and delete the same record (twin) in a single operation"
        ),
        (
            ["single"], ["twin", "twin"],
            "You can't delete the same record (twin) twice in a single operation"
        ),
    ])
    func `with a record that is deleted as well nothing is done`(
        saved: [String], deleted: [String], text: String
    ) async throws {
        _ = try await database.modifyRecords(
            saving: ["twin", "other"].map { note($0) }, deleting: [])
        let error = await cloudError {
            _ = try await database.modifyRecords(
                saving: saved.map { note($0) }, deleting: deleted.map { note($0).recordID },
                atomically: false)
        }
        #expect(error?.code == .invalidArguments)
        #expect(error?.localizedDescription == text)
        _ = try await database.record(for: note("twin").recordID)
        _ = try await database.record(for: note("other").recordID)
    }

    @Test func `an atomic batch that fails leaves the others untouched, and says why`() async throws
    {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save(note("taken", in: zone))
        let partial = Notes<CKError>()
        let operation = CKModifyRecordsOperation()
        operation.recordsToSave = [note("new", in: zone), note("taken", in: zone)]
        operation.modifyRecordsCompletionBlock = { _, _, error in
            if let error = error as? CKError { partial.add(error) }
        }
        let result = Notes<Bool>()
        operation.modifyRecordsResultBlock = { result.add((try? $0.get()) != nil) }
        await database.run(operation)
        // What failed has been told by then.
        #expect(result.all == [true])
        let each = try #require(partial.all.first?.partialErrorsByItemID)
        #expect(code(each[note("new", in: zone).recordID]) == .batchRequestFailed)
        #expect(each[note("new", in: zone).recordID]?.localizedDescription == "Atomic failure")
        #expect(code(each[note("taken", in: zone).recordID]) == .serverRecordChanged)
    }

    /// Apple's header of `isAtomic`: "if a record is malformed, and cannot be sent to the server, the
    /// client will forcibly fail all other records-to-be-modified in that zone".
    @Test(arguments: [true, false])
    func `a record without its file fails the others of its zone`(isAtomic: Bool) async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save(note("old"))
        let bad = note("bad")
        bad["file"] = CKAsset(fileURL: URL(fileURLWithPath: "/nowhere/at/all"))
        let (saves, deletions) = try await database.modifyRecords(
            saving: [note("good"), bad, note("elsewhere", in: zone)],
            deleting: [note("old").recordID], atomically: isAtomic)
        func failure<T>(_ result: Result<T, any Error>?) -> CKError.Code? {
            if case .failure(let error)? = result { code(error) } else { nil }
        }
        #expect(failure(saves[bad.recordID]) == .assetFileNotFound)
        let atomic: CKError.Code? = isAtomic ? .batchRequestFailed : nil
        #expect(failure(saves[note("good").recordID]) == atomic)
        #expect(failure(deletions[note("old").recordID]) == atomic)
        #expect((try? saves[note("elsewhere", in: zone).recordID]?.get()) != nil)
        let left = await cloudError { try await database.record(for: note("old").recordID) }
        #expect((left == nil) == isAtomic)
    }

    @Test func `what is set after submission has no effect on a save`() async throws {
        cloud.cloud.faults.add(.slow(seconds: 0.1))
        let record = note("a")
        let operation = CKModifyRecordsOperation(recordsToSave: [record], recordIDsToDelete: nil)
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            database.add(operation)
            operation.recordsToSave = [note("b")]
            record["title"] = "set later"
        }
        let kept = try await database.record(for: record.recordID)
        #expect(kept["title"] == "a")
        // What was set meanwhile is still there to be saved.
        #expect(record["title"] == "set later")
        #expect(record.changedKeys() == ["title"])
        try await database.save(record)
        #expect(try await database.record(for: record.recordID)["title"] == "set later")
    }

    @Test(arguments: 0..<24)
    func `operations cancelled at random points leave all or nothing`(seed: Int) async throws {
        let file = temporaryFile("cancel.db")
        let cloud = TestCloud(file: file)
        let database = cloud.privateDatabase
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let records = (0..<40).map { note("n\($0)", in: zone) }
        let told = Notes<Bool>()
        let ends = Notes<String>()
        let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
        operation.modifyRecordsCompletionBlock = { saved, _, error in
            told.add(error == nil)
            ends.add("completion")
            if error != nil { #expect(code(error) == .operationCancelled) }
        }
        await withCheckedContinuation { continuation in
            operation.completionBlock = {
                ends.add("end")
                continuation.resume()
            }
            database.add(operation)
            Thread.sleep(forTimeInterval: Double(seed) * 0.0004)
            operation.cancel()
        }
        #expect(ends.all == ["completion", "end"])
        let stored = try await database.recordZoneChanges(inZoneWith: zone)
            .modificationResultsByID.count
        #expect(stored == 0 || stored == 40)
        if told.all == [true] { #expect(stored == 40) }
        // The database goes on working.
        try await database.save(note("after", in: zone))
        try await cloud.cloud.close()
    }

    // MARK: Fetching

    @Test func `fetching records tells of each, then of all`() async throws {
        try await database.save("Note", ["a": ["title": "A", "n": 1], "b": ["title": "B"]])
        let notes = Notes<String>()
        let fetched = Notes<[CKRecord.ID: CKRecord]>()
        let partial = Notes<CKError>()
        let operation = CKFetchRecordsOperation(
            recordIDs: ["b", "missing", "a"].map { CKRecord.ID(recordName: $0) })
        operation.desiredKeys = ["title"]
        operation.perRecordProgressBlock = { id, progress in
            notes.add("progress \(id.recordName) \(progress)")
        }
        operation.perRecordCompletionBlock = { record, id, error in
            notes.add("completed \(id?.recordName ?? "") \(record != nil) \(error == nil)")
        }
        operation.perRecordResultBlock = { id, result in
            notes.add("result \(id.recordName) \((try? result.get()) != nil)")
        }
        operation.fetchRecordsCompletionBlock = { records, error in
            fetched.add(records ?? [:])
            if let error = error as? CKError { partial.add(error) }
        }
        operation.fetchRecordsResultBlock = { result in
            if case .success = result { notes.add("result") }
        }
        await database.run(operation)
        #expect(
            notes.all == [
                "progress b 1.0", "completed b true true", "result b true",
                "completed missing false false", "result missing false", "progress a 1.0",
                "completed a true true", "result a true", "result",
            ])
        #expect(fetched.all.first?.count == 2)
        #expect(fetched.all.first?[CKRecord.ID(recordName: "a")]?.allKeys() == ["title"])
        let each = partial.all.first?.partialErrorsByItemID
        #expect(code(each?[CKRecord.ID(recordName: "missing")]) == .unknownItem)
    }

    @Test func `the user's own record is fetched`() async {
        let found = Notes<CKRecord>()
        let operation = CKFetchRecordsOperation.fetchCurrentUserRecordOperation()
        operation.perRecordCompletionBlock = { record, _, _ in
            if let record { found.add(record) }
        }
        await database.run(operation)
        #expect(found.all.first?.recordType == CKRecord.SystemType.userRecord)
    }

    // MARK: Zones

    @Test func `zones are made, fetched and deleted by operations`() async throws {
        let work = CKRecordZone(zoneName: "Work")
        let notes = Notes<String>()
        let make = CKModifyRecordZonesOperation(
            recordZonesToSave: [work], recordZoneIDsToDelete: nil)
        make.perRecordZoneSaveBlock = { id, result in
            notes.add("saved \(id.zoneName) \((try? result.get()) != nil)")
        }
        make.modifyRecordZonesCompletionBlock = { saved, deleted, error in
            notes.add("all \(saved?.count ?? 0) \(deleted?.count ?? 0) \(error == nil)")
        }
        await database.run(make)
        #expect(notes.all == ["saved Work true", "all 1 0 true"])

        let fetched = Notes<Int>()
        let all = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        all.fetchRecordZonesCompletionBlock = { zones, _ in fetched.add(zones?.count ?? 0) }
        await database.run(all)
        let missing = CKRecordZone.ID(zoneName: "Missing")
        let some = CKFetchRecordZonesOperation(recordZoneIDs: [work.zoneID, missing])
        let errors = Notes<CKError.Code?>()
        some.perRecordZoneResultBlock = { id, result in
            if case .failure(let error) = result { errors.add(code(error)) }
        }
        some.fetchRecordZonesCompletionBlock = { zones, error in
            fetched.add(zones?.count ?? 0)
            errors.add(code(error))
        }
        some.fetchRecordZonesResultBlock = { result in
            if case .failure(let error) = result { errors.add(code(error)) }
        }
        await database.run(some)
        #expect(fetched.all == [2, 1])
        #expect(errors.all == [.zoneNotFound, .partialFailure])

        let gone = Notes<String>()
        let remove = CKModifyRecordZonesOperation(
            recordZonesToSave: nil, recordZoneIDsToDelete: [work.zoneID])
        remove.perRecordZoneDeleteBlock = { id, _ in gone.add(id.zoneName) }
        remove.modifyRecordZonesResultBlock = { result in
            if case .success = result { gone.add("done") }
        }
        await database.run(remove)
        #expect(gone.all == ["Work", "done"])
        #expect(try await database.allRecordZones().count == 1)
    }

    // MARK: Configurations

    @Test func `adding an operation twice stops the program, as Foundation's queues do`() async {
        await #expect(processExitsWith: .failure) {
            let database = TestCloud().privateDatabase
            let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
            database.add(operation)
            database.add(operation)
        }
    }

    @Test func `configuration, group and old properties are the same thing`() {
        let operation = CKFetchRecordsOperation()
        let configuration = CKOperation.Configuration()
        operation.configuration = configuration
        operation.configuration.timeoutIntervalForRequest = 7
        operation.isLongLived = true
        #expect(operation.timeoutIntervalForRequest == 7)
        #expect(operation.configuration.isLongLived)
        let group = CKOperationGroup()
        group.name = "first"
        group.defaultConfiguration.timeoutIntervalForResource = 9
        let other = CKFetchRecordsOperation()
        other.group = group
        #expect(other.configuration.timeoutIntervalForResource == 9)
        #expect(other.operationID != operation.operationID)
        operation.qualityOfService = .userInitiated
        #expect(operation.qualityOfService == .userInitiated)
        #expect(operation.isAsynchronous)
        #expect(CKOperationGroupTransferSize.gigabytes.rawValue == 5)
    }

    @Test func `a configuration is an object, which operations and groups copy`() throws {
        let configuration = CKOperation.Configuration()
        configuration.timeoutIntervalForRequest = 7
        let copy = try #require(configuration.copy() as? CKOperation.Configuration)
        let same = configuration
        same.timeoutIntervalForRequest = 8
        #expect(configuration.timeoutIntervalForRequest == 8)
        #expect(copy.timeoutIntervalForRequest == 7)
        let operation = CKFetchRecordsOperation()
        operation.configuration = configuration
        configuration.timeoutIntervalForRequest = 9
        #expect(operation.configuration.timeoutIntervalForRequest == 8)
        operation.configuration = nil
        #expect(operation.configuration.timeoutIntervalForRequest == 60)
        let group = CKOperationGroup()
        group.defaultConfiguration = copy
        copy.allowsCellularAccess = false
        #expect(group.defaultConfiguration.allowsCellularAccess)
        group.defaultConfiguration = nil
        #expect(group.defaultConfiguration.timeoutIntervalForRequest == 60)
    }

    @Test func `what an operation does not set is as its group says`() {
        let group = CKOperationGroup()
        group.defaultConfiguration.allowsCellularAccess = false
        group.defaultConfiguration.timeoutIntervalForRequest = 5
        let operation = CKFetchRecordsOperation()
        operation.configuration.timeoutIntervalForRequest = 6
        operation.group = group
        #expect(!operation.configuration.allowsCellularAccess)
        #expect(operation.configuration.timeoutIntervalForRequest == 6)
        operation.configuration.allowsCellularAccess = true
        #expect(operation.allowsCellularAccess)
        #expect(!group.defaultConfiguration.allowsCellularAccess)
        // Its own configuration may become the group's; it does not then ask itself.
        group.defaultConfiguration = operation.configuration
        #expect(operation.configuration.timeoutIntervalForRequest == 6)
    }

    @Test func `an operation gives up after its time`() async {
        cloud.cloud.faults.add(.slow(seconds: 600))
        let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        operation.configuration.timeoutIntervalForRequest = 0.05
        let codes = Notes<CKError.Code?>()
        operation.fetchRecordZonesCompletionBlock = { codes.add(code($1)) }
        await database.run(operation)
        #expect(codes.all == [.networkFailure])
    }

    @Test func `each request of an operation has its time, and blocks take theirs`() async throws {
        let zone = CKRecordZone(zoneName: "Notes").zoneID
        try await database.save(CKRecordZone(zoneID: zone))
        for name in ["a", "b", "c"] { try await database.save(note(name, in: zone)) }
        let wanted = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
        wanted.resultsLimit = 1
        var names: [String] = []
        var codes: [CKError.Code?] = []
        // On a busy machine a request may take longer than the shorter times.
        for seconds in [0.5, 4, 32] where codes != [nil] {
            let operation = CKFetchRecordZoneChangesOperation(
                recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: wanted])
            operation.configuration.timeoutIntervalForRequest = seconds
            let found = Notes<String>()
            operation.recordWasChangedBlock = { id, _ in
                if found.all.isEmpty { Thread.sleep(forTimeInterval: seconds * 1.2) }
                found.add(id.recordName)
            }
            let ended = Notes<CKError.Code?>()
            operation.fetchRecordZoneChangesCompletionBlock = { ended.add(code($0)) }
            await database.run(operation)
            (names, codes) = (found.all, ended.all)
        }
        #expect(names == ["a", "b", "c"])
        #expect(codes == [nil])
    }

    @Test func `a whole operation gives up after its time`() async {
        cloud.cloud.faults.add(.slow(seconds: 600))
        let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        operation.configuration.timeoutIntervalForResource = 0.05
        let codes = Notes<CKError.Code?>()
        operation.fetchRecordZonesCompletionBlock = { codes.add(code($1)) }
        await database.run(operation)
        #expect(codes.all == [.networkFailure])
    }

    @Test func `an operation takes over how its database is configured`() async {
        cloud.cloud.faults.add(.slow(seconds: 600))
        let configuration = CKOperation.Configuration()
        configuration.timeoutIntervalForRequest = 0.05
        let group = CKOperationGroup()
        group.defaultConfiguration = configuration
        let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        let codes = Notes<CKError.Code?>()
        operation.fetchRecordZonesCompletionBlock = { codes.add(code($1)) }
        await database.configuredWith(group: group) { await $0.run(operation) }
        #expect(codes.all == [.networkFailure])
        #expect(operation.group === group)
    }

    @Test func `an operation that names no database uses the private one`() async throws {
        let container = cloud.container
        let operation = CKModifyRecordsOperation(
            recordsToSave: [note("a")], recordIDsToDelete: nil)
        operation.configuration.container = container
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            operation.start()
        }
        _ = try await database.record(for: CKRecord.ID(recordName: "a"))
    }

    @Test func `an operation that is started again does nothing`() async throws {
        let count = Notes<Bool>()
        let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        operation.fetchRecordZonesCompletionBlock = { _, _ in count.add(true) }
        await database.run(operation)
        operation.start()
        try await Task.sleep(for: .milliseconds(50))
        #expect(count.all.count == 1)
    }

    @Test func `whole failures reach the blocks of every kind of operation`() async {
        let codes = Notes<CKError.Code?>()
        cloud.cloud.faults.add(.networkUnavailable, times: nil)
        let records = CKModifyRecordsOperation(recordsToSave: [note("a")], recordIDsToDelete: nil)
        records.modifyRecordsCompletionBlock = { codes.add(code($2)) }
        await database.run(records)
        let fetch = CKFetchRecordsOperation(recordIDs: [note("a").recordID])
        fetch.fetchRecordsCompletionBlock = { codes.add(code($1)) }
        await database.run(fetch)
        let zones = CKModifyRecordZonesOperation(
            recordZonesToSave: [CKRecordZone(zoneName: "Z")], recordZoneIDsToDelete: nil)
        zones.modifyRecordZonesCompletionBlock = { codes.add(code($2)) }
        await database.run(zones)
        let changes = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: [CKRecordZone.ID(zoneName: "Z")])
        changes.fetchRecordZoneChangesCompletionBlock = { codes.add(code($0)) }
        await database.run(changes)
        let all = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
        all.fetchDatabaseChangesCompletionBlock = { codes.add(code($2)) }
        await database.run(all)
        let subscriptions = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
        subscriptions.fetchSubscriptionCompletionBlock = { codes.add(code($1)) }
        await database.run(subscriptions)
        let modify = CKModifySubscriptionsOperation(
            subscriptionsToSave: [CKDatabaseSubscription(subscriptionID: "d")],
            subscriptionIDsToDelete: nil)
        modify.modifySubscriptionsCompletionBlock = { codes.add(code($2)) }
        await database.run(modify)
        #expect(codes.all == Array(repeating: .networkUnavailable, count: 7))
    }
}
