import CloudKit
import Foundation
import Testing

@Suite struct `Databases` {
    let cloud = TestCloud()
    var database: CKDatabase { cloud.privateDatabase }

    private func note(_ name: String, _ title: String? = nil) -> CKRecord {
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name))
        record["title"] = title
        return record
    }

    // MARK: One record

    @Test func `a saved record has a tag, dates and a creator, and nothing left to send`()
        async throws
    {
        let record = note("a", "first")
        #expect(record.recordChangeTag == nil)
        #expect(record.changedKeys() == ["title"])
        let saved = try await database.save(record)
        #expect(saved.recordChangeTag != nil)
        #expect(saved.creationDate != nil)
        #expect(saved.modificationDate != nil)
        #expect(saved.creatorUserRecordID?.recordName == CKCurrentUserDefaultName)
        #expect(saved.lastModifiedUserRecordID?.recordName == CKCurrentUserDefaultName)
        #expect(saved.changedKeys().isEmpty)
        // The program's own record is up to date too: it can be changed and saved again.
        record["title"] = "second"
        try await database.save(record)
        #expect(try await database.record(for: record.recordID)["title"] == "second")
    }

    @Test func `the callback style saves, fetches and deletes`() async throws {
        let database = database
        let record = note("a", "first")
        let saved: CKRecord? = await withCheckedContinuation { continuation in
            database.save(record) { saved, error in
                #expect(error == nil)
                continuation.resume(returning: saved)
            }
        }
        #expect(saved?["title"] == "first")
        let fetched: CKRecord? = await withCheckedContinuation { continuation in
            database.fetch(withRecordID: record.recordID) { found, error in
                #expect(error == nil)
                continuation.resume(returning: found)
            }
        }
        #expect(fetched?["title"] == "first")
        let deleted: CKRecord.ID? = await withCheckedContinuation { continuation in
            database.delete(withRecordID: record.recordID) { id, error in
                #expect(error == nil)
                continuation.resume(returning: id)
            }
        }
        #expect(deleted == record.recordID)
        let error: CKError? = await withCheckedContinuation { continuation in
            database.fetch(withRecordID: record.recordID) { found, error in
                #expect(found == nil)
                continuation.resume(returning: error as? CKError)
            }
        }
        #expect(error?.code == .unknownItem)
    }

    @Test func `a handler never runs inside the call`() async {
        let database = database
        let isInside = Notes<Bool>()
        let lock = NSLock()
        await withCheckedContinuation { continuation in
            lock.lock()
            database.save(note("a")) { _, _ in
                lock.lock()  // Would deadlock inside the call.
                lock.unlock()
                isInside.add(false)
                continuation.resume()
            }
            lock.unlock()
        }
        #expect(isInside.all == [false])
    }

    @Test func `handlers may wait for each other`() async {
        let database = database
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let done = DispatchSemaphore(value: 0)
                for number in 0..<16 {
                    let record = CKRecord(recordType: "Note")
                    record["n"] = number
                    database.save(record) { _, _ in
                        let inner = DispatchSemaphore(value: 0)
                        database.fetch(withRecordID: record.recordID) { _, _ in inner.signal() }
                        inner.wait()
                        done.signal()
                    }
                }
                for _ in 0..<16 { done.wait() }
                continuation.resume()
            }
        }
    }

    @Test func `a field that was removed before an archive is removed once`() async throws {
        let record = note("archived")
        record["title"] = "title"
        try await database.save(record)
        record.setObject(nil, forKey: "title")
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        record.encode(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let read = try #require(CKRecord(coder: unarchiver))
        #expect(read.changedKeys() == ["title"])
        try await database.save(read)
        #expect(read.changedKeys() == [])
        #expect(try await database.record(for: record.recordID).allKeys() == [])
    }

    @Test func `the file of an asset that was moved away is there again with the next fetch`()
        async throws
    {
        try await moveAssetAway(in: database)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/shm")))
    func `an asset's file is not the store's own where that is on another file system`()
        async throws
    {
        let folder = "/dev/shm/quarry-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cloud = TestCloud(file: folder + "/cloud.db")
        try await moveAssetAway(in: cloud.privateDatabase)
        try await cloud.cloud.close()
    }

    private func moveAssetAway(in database: CKDatabase) async throws {
        let content = Data("a picture".utf8)
        let source = FileManager.default.temporaryDirectory
            .appendingPathComponent("asset-\(UUID().uuidString)")
        try content.write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        let record = note("photo")
        record["file"] = CKAsset(fileURL: source)
        try await database.save(record)
        for _ in 0..<3 {
            let fetched = try await database.record(for: record.recordID)
            let file = try #require((fetched["file"] as? CKAsset)?.fileURL)
            #expect(try Data(contentsOf: file) == content)
            // Systems that tidy their temporary files remove the directory too.
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test func `an asset goes into another record, also when no record has it any more`()
        async throws
    {
        let content = Data("a picture".utf8)
        let source = URL(fileURLWithPath: temporaryFile())
        try content.write(to: source)
        let record = note("photo")
        record["file"] = CKAsset(fileURL: source)
        try await database.save(record)
        try FileManager.default.removeItem(at: source)
        let fetched = try await database.record(for: record.recordID)
        let copy = note("copy")
        let asset = try #require(fetched["file"] as? CKAsset)
        copy["file"] = asset
        try await database.save(copy)
        #expect(copy.changedKeys() == [])
        for gone in [record, copy] { try await database.deleteRecord(withID: gone.recordID) }
        let again = note("again")
        let kept = try #require(copy["file"] as? CKAsset)
        again["file"] = kept
        try await database.save(again)
        let saved = try await database.record(for: again.recordID)
        let file = try #require((saved["file"] as? CKAsset)?.fileURL)
        #expect(try Data(contentsOf: file) == content)
    }

    @Test func `a save of all keys brings back an asset that another device has replaced`()
        async throws
    {
        func asset(_ text: String) throws -> CKAsset {
            let file = URL(fileURLWithPath: temporaryFile())
            try Data(text.utf8).write(to: file)
            return CKAsset(fileURL: file)
        }
        let record = note("photo")
        record["file"] = try asset("mine")
        try await database.save(record)
        let stale = try await database.record(for: record.recordID)
        let other = try await database.record(for: record.recordID)
        other["file"] = try asset("theirs")
        try await database.save(other)
        stale["title"] = "title"
        let (saves, _) = try await database.modifyRecords(
            saving: [stale], deleting: [], savePolicy: .allKeys)
        #expect(try saves[record.recordID]?.get()["title"] == "title")
        let saved = try await database.record(for: record.recordID)
        let file = try #require((saved["file"] as? CKAsset)?.fileURL)
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }

    @Test func `deleting a record that does not exist succeeds`() async throws {
        let id = CKRecord.ID(recordName: "nobody")
        #expect(try await database.deleteRecord(withID: id) == id)
    }

    // MARK: Several records

    @Test func `records for names brings each or says why not`() async throws {
        try await database.save("Note", ["a": ["title": "A", "n": 1], "b": ["title": "B"]])
        let ids = ["a", "b", "c"].map { CKRecord.ID(recordName: $0) }
        let found = try await database.records(for: ids, desiredKeys: ["title"])
        #expect(found.count == 3)
        #expect(try found[ids[0]]?.get().allKeys() == ["title"])
        if case .failure(let error as CKError)? = found[ids[2]] {
            #expect(error.code == .unknownItem)
        } else {
            Issue.record("no error for a record that is not there")
        }
        let same: Int = await withCheckedContinuation { continuation in
            database.fetch(withRecordIDs: ids) { result in
                continuation.resume(returning: (try? result.get())?.count ?? 0)
            }
        }
        #expect(same == 3)
    }

    @Test func `a batch in a zone of its own is all or nothing`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        func make(_ name: String) -> CKRecord {
            CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zone))
        }
        try await database.save(make("taken"))
        let (saves, deletes) = try await database.modifyRecords(
            saving: [make("new"), make("taken")], deleting: [make("gone").recordID])
        func code<T>(_ result: Result<T, any Error>?) -> CKError.Code? {
            if case .failure(let error as CKError)? = result { error.code } else { nil }
        }
        #expect(code(saves[make("taken").recordID]) == .serverRecordChanged)
        #expect(code(saves[make("new").recordID]) == .batchRequestFailed)
        #expect(code(deletes[make("gone").recordID]) == .batchRequestFailed)
        let missing = await cloudError { try await database.record(for: make("new").recordID) }
        #expect(missing?.code == .unknownItem)
        // Not atomically, the others are saved.
        let (loose, _) = try await database.modifyRecords(
            saving: [make("new"), make("taken")], deleting: [], atomically: false)
        #expect(code(loose[make("new").recordID]) == nil)
        #expect(code(loose[make("taken").recordID]) == .serverRecordChanged)
        _ = try await database.record(for: make("new").recordID)
    }

    @Test func `modifyRecords in the callback style gives both results`() async throws {
        let database = database
        try await database.save(note("old"))
        let counts: [Int] = await withCheckedContinuation { continuation in
            database.modifyRecords(
                saving: [note("new")], deleting: [CKRecord.ID(recordName: "old")]
            ) { result in
                let found = try? result.get()
                continuation.resume(
                    returning: [found?.saveResults.count ?? 0, found?.deleteResults.count ?? 0])
            }
        }
        #expect(counts == [1, 1])
        #expect(
            await cloudError { try await database.record(for: CKRecord.ID(recordName: "old")) }?
                .code == .unknownItem)
    }

    @Test func `more than 400 items are refused`() async throws {
        let many = (0..<401).map { note("n\($0)") }
        let error = await cloudError {
            try await database.modifyRecords(saving: many, deleting: [])
        }
        #expect(error?.code == .limitExceeded)
    }

    // MARK: Zones

    @Test func `zones are made, listed, fetched and deleted in the async style`() async throws {
        let work = CKRecordZone(zoneName: "Work")
        let home = CKRecordZone(zoneName: "Home")
        let (saved, _) = try await database.modifyRecordZones(saving: [work, home], deleting: [])
        #expect(try saved[work.zoneID]?.get().capabilities.contains(.atomic) == true)
        let all = try await database.allRecordZones()
        #expect(Set(all.map(\.zoneID)) == [.default, work.zoneID, home.zoneID])
        #expect(CKRecordZone.default().zoneID == CKRecordZone.ID.default)
        #expect(try await database.recordZone(for: work.zoneID) == work)
        try await database.deleteRecordZone(withID: work.zoneID)
        let error = await cloudError { try await database.recordZone(for: work.zoneID) }
        #expect(error?.code == .zoneNotFound)
        let found = try await database.recordZones(for: [work.zoneID, home.zoneID])
        #expect(try found[home.zoneID]?.get() == home)
        #expect((try? found[work.zoneID]?.get()) == nil)
        let note = CKRecord(recordType: "Note", zoneID: work.zoneID)
        #expect(await cloudError { try await database.save(note) }?.code == .zoneNotFound)
    }

    @Test func `zones are made, listed, fetched and deleted in the callback style`() async throws {
        let database = database
        let work = CKRecordZone(zoneName: "Work")
        let saved: CKRecordZone? = await withCheckedContinuation { continuation in
            database.save(work) { zone, _ in continuation.resume(returning: zone) }
        }
        #expect(saved == work)
        let all: [CKRecordZone]? = await withCheckedContinuation { continuation in
            database.fetchAllRecordZones { zones, _ in continuation.resume(returning: zones) }
        }
        #expect(all?.count == 2)
        let one: CKRecordZone? = await withCheckedContinuation { continuation in
            database.fetch(withRecordZoneID: work.zoneID) { zone, _ in
                continuation.resume(returning: zone)
            }
        }
        #expect(one == work)
        let gone: CKRecordZone.ID? = await withCheckedContinuation { continuation in
            database.delete(withRecordZoneID: work.zoneID) { id, _ in
                continuation.resume(returning: id)
            }
        }
        #expect(gone == work.zoneID)
        let counts: [Int] = await withCheckedContinuation { continuation in
            database.modifyRecordZones(saving: [work], deleting: []) { result in
                let found = try? result.get()
                continuation.resume(
                    returning: [found?.saveResults.count ?? 0, found?.deleteResults.count ?? 0])
            }
        }
        #expect(counts == [1, 0])
    }

    // MARK: Changes

    @Test func `changes of a zone come since a token, deletions among them`() async throws {
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save("Note", in: zone, ["a": ["n": 1], "b": ["n": 1], "c": ["n": 1]])
        let first = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
        #expect(Set(first.modificationResultsByID.keys.map(\.recordName)) == ["a", "b", "c"])
        #expect(!first.moreComing)
        let a = try await database.record(for: CKRecord.ID(recordName: "a", zoneID: zone))
        a["n"] = 2
        try await database.save(a)
        try await database.deleteRecord(withID: CKRecord.ID(recordName: "b", zoneID: zone))
        let second = try await database.recordZoneChanges(
            inZoneWith: zone, since: first.changeToken, desiredKeys: [])
        #expect(second.modificationResultsByID.keys.map(\.recordName) == ["a"])
        let changed = try second.modificationResultsByID[a.recordID]?.get().record
        #expect(changed?.allKeys() == [])
        #expect(second.deletions.map(\.recordID.recordName) == ["b"])
        #expect(second.deletions.first?.recordType == "Note")
        let third = try await database.recordZoneChanges(
            inZoneWith: zone, since: second.changeToken)
        #expect(third.modificationResultsByID.isEmpty && third.deletions.isEmpty)
        let limited = try await database.recordZoneChanges(
            inZoneWith: zone, since: nil, resultsLimit: 1)
        #expect(limited.moreComing)
        #expect(limited.modificationResultsByID.count == 1)
    }

    @Test func `changes of a database name zones since a token`() async throws {
        let start = try await database.databaseChanges(since: nil).changeToken
        let work = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        let home = try await database.save(CKRecordZone(zoneName: "Home")).zoneID
        let changes = try await database.databaseChanges(since: start)
        #expect(Set(changes.modifications.map(\.zoneID)) == [work, home])
        try await database.deleteRecordZone(withID: work)
        let later = try await database.databaseChanges(since: changes.changeToken)
        #expect(later.deletions.map(\.zoneID) == [work])
        #expect(later.deletions.first?.reason == .deleted)
        #expect(later.modifications.isEmpty)
    }

    @Test func `the default zone tracks no changes, and foreign tokens have expired`() async throws
    {
        let untracked = await cloudError {
            try await database.recordZoneChanges(inZoneWith: .default, since: nil)
        }
        #expect(untracked?.code == .serverRejectedRequest)
        let other = TestCloud().privateDatabase
        let token = try await other.databaseChanges(since: nil).changeToken
        let error = await cloudError { try await database.databaseChanges(since: token) }
        #expect(error?.code == .changeTokenExpired)
    }

    @Test func `tokens survive archives, and the callback style takes them`() async throws {
        let database = database
        let zone = try await database.save(CKRecordZone(zoneName: "Work")).zoneID
        try await database.save("Note", in: zone, ["a": ["n": 1]])
        let token = try await database.recordZoneChanges(inZoneWith: zone).changeToken
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data))
        try await database.save("Note", in: zone, ["b": ["n": 1]])
        let names: [String] = await withCheckedContinuation { continuation in
            database.fetchRecordZoneChanges(inZoneWith: zone, since: read) { result in
                let found = (try? result.get())?.modificationResultsByID.keys.map(\.recordName)
                continuation.resume(returning: found ?? [])
            }
        }
        #expect(names == ["b"])
        let zones: [CKRecordZone.ID] = await withCheckedContinuation { continuation in
            database.fetchDatabaseChanges(since: nil) { result in
                continuation.resume(
                    returning: (try? result.get())?.modifications.map(\.zoneID) ?? [])
            }
        }
        #expect(zones.contains(zone))
    }

    // MARK: Configurations

    @Test func `a configured database gives up after its time`() async throws {
        // Opening takes its own time; the day is to be spent by the request below.
        _ = try await database.allRecordZones()
        let answer = 600.0
        cloud.cloud.faults.add(.slow(seconds: answer))
        let start = ContinuousClock.now
        let configuration = CKOperation.Configuration()
        configuration.timeoutIntervalForRequest = 0.05
        let error = await cloudError {
            try await database.configuredWith(configuration: configuration) { database in
                try await database.allRecordZones()
            }
        }
        #expect(error?.code == .networkFailure)
        // However slow the machine is, the call did not wait for the answer.
        #expect(ContinuousClock.now - start < .seconds(answer))
        cloud.cloud.faults.clear()
        #expect(try await database.allRecordZones().count == 1)
    }

    @Test func `a cancelled task ends its request`() async throws {
        cloud.cloud.faults.add(.slow(seconds: 600))
        let database = database
        let task = Task { try await database.allRecordZones() }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        let error = await cloudError { try await task.value }
        #expect(error?.code == .operationCancelled)
    }

    // MARK: Faults

    @Test func `faults reach programs as the errors they have to handle`() async throws {
        let faults = cloud.cloud.faults
        let expected: [(LocalCloud.Faults.Fault, CKError.Code, Double?)] = [
            (.networkUnavailable, .networkUnavailable, nil),
            (.networkFailure, .networkFailure, nil),
            (.serviceUnavailable(retryAfter: 2), .serviceUnavailable, 2),
            (.throttled(retryAfter: 3), .requestRateLimited, 3),
            (.zoneBusy(retryAfter: 1), .zoneBusy, 1),
            (.notAuthenticated, .notAuthenticated, nil),
            (.accountTemporarilyUnavailable, .accountTemporarilyUnavailable, nil),
        ]
        for (fault, code, wait) in expected {
            faults.add(fault)
            let error = await cloudError { try await database.allRecordZones() }
            #expect(error?.code == code)
            if let wait { #expect(error?.retryAfterSeconds == wait) }
            let below = (error?.userInfo[NSUnderlyingErrorKey] as? NSError)
            let number = [.networkUnavailable: -1009, .networkFailure: -1005][code]
            #expect((below?.domain == NSURLErrorDomain ? below?.code : nil) == number)
            if let number {
                #expect(error?.description.contains("/NSURLErrorDomain:\(number)); \"The ") == true)
            }
            #expect(try await database.allRecordZones().count == 1)
        }
        faults.add(.quotaExceeded)
        #expect(await cloudError { try await database.save(note("q")) }?.code == .quotaExceeded)
        faults.add(.responseLost)
        let lost = await cloudError { try await database.save(note("lost")) }
        #expect(lost?.code == .serverResponseLost)
        _ = try await database.record(for: CKRecord.ID(recordName: "lost"))
        let record = note("c", "start")
        try await database.save(record)
        faults.add(.conflictingWriter(on: record.recordID, changing: ["title": "theirs"]))
        record["title"] = "mine"
        let conflict = await cloudError { try await database.save(record) }
        #expect(conflict?.code == .serverRecordChanged)
        #expect(conflict?.serverRecord?["title"] == "theirs")
    }
}
